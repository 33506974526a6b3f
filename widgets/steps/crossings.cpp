#include "widgets/steps/crossings.h"

#include "widgets/shown/format.h"

#include "engine/schedules/resolve.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

double timeAt(const Study& study, std::size_t schedule, std::size_t value) {
    const StudyPoint* const point = study.ran(schedule, value);
    return point ? point->of(Quantity::TotalTime) : std::nan("");
}

/// The fastest at a value: the one that was before, if it is among them.
std::optional<std::size_t> fastestAt(const Study& study, std::size_t value, std::optional<std::size_t> before) {
    std::optional<std::size_t> best;
    for (std::size_t s = 0; s < study.series.size(); ++s) {
        const double time = timeAt(study, s, value);
        if (!std::isnan(time) && (!best || time < timeAt(study, *best, value))) best = s;
    }
    if (best && before && timeAt(study, *before, value) == timeAt(study, *best, value)) return before;
    return best;
}

/// Where two schedules take the same between two neighbouring values.
double crossingOf(const Study& study, std::size_t a, std::size_t b, std::size_t value) {
    const double x0 = study.values[value], x1 = study.values[value + 1];
    const double before = timeAt(study, b, value) - timeAt(study, a, value);
    const double after = timeAt(study, b, value + 1) - timeAt(study, a, value + 1);
    if (std::isnan(before) || std::isnan(after) || before == after) return x1;
    return std::clamp(x0 + (x1 - x0) * before / (before - after), x0, x1);
}

}  // namespace

std::vector<FastestChange> fastestChanges(const Study& study) {
    std::vector<FastestChange> changes;
    std::optional<std::size_t> now;
    for (std::size_t value = 0; value < study.values.size(); ++value) {
        const auto best = fastestAt(study, value, now);
        if (now && best && best != now) {
            const double x = crossingOf(study, *now, *best, value - 1);
            if (x > study.values.front()) changes.push_back({*now, *best, x});  // else they part from the begin
        }
        if (best) now = best;
    }
    return changes;
}

QString crossingText(const Study& study) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("Crossings", text); };
    const auto title = [&](std::size_t s) { return QString::fromStdString(displayTitle(study.scenario, s)); };
    const std::vector<FastestChange> changes = fastestChanges(study);
    QStringList sentences;
    for (const FastestChange& change : changes)
        sentences += tr("From about %1 on %2 is faster than %3.")
                         .arg(formatNumber(change.x, 3), title(change.to), title(change.from));
    if (!sentences.isEmpty()) return sentences.join(QLatin1Char(' '));
    if (study.series.size() < 2 || study.values.empty()) return {};
    const auto best = fastestAt(study, study.values.size() - 1, fastestAt(study, 0, std::nullopt));
    return best ? tr("%1 is the fastest, or as fast as any, all along.").arg(title(*best)) : QString();
}

}  // namespace bubblescope
