#include "widgets/steps/crossings.h"

#include "engine/schedules/resolve.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Crossings", text); }

constexpr int kDigits = 4;
constexpr double kClose = 1e-3;  // of x

/// In as few digits as stand for a value between the two.
QString valueText(const FastestChange& change) {
    const double middle = (change.below + change.above) / 2;
    for (int digits = 1; digits < kDigits && middle > 0; ++digits) {
        const double unit = std::pow(10.0, std::floor(std::log10(middle)) + 1 - digits);
        const double rounded = std::round(middle / unit) * unit, slack = 1e-9 * middle;
        if (rounded >= change.below - slack && rounded <= change.above + slack) return formatNumber(rounded, kDigits);
    }
    return formatNumber(middle, kDigits);
}

}  // namespace

QString crossingText(const Study& study, const std::vector<FastestChange>& changes) {
    if (study.values.empty() || study.series.size() < 2) return {};
    const auto title = [&](std::size_t s) { return QString::fromStdString(displayTitle(study.scenario, s)); };
    const double first = study.values.front(), span = study.values.back() - first;
    std::size_t last = changes.empty() ? 0 : changes.back().to;
    QStringList sentences;
    for (const FastestChange& change : changes) {
        if (change.above <= first + kClose * span) continue;  // they part from the begin
        const bool isClose = change.above - change.below <= kClose * change.above;
        const QString text =
            isClose ? tr("From %1 on %2 is faster than %3.") : tr("From about %1 on %2 is faster than %3.");
        sentences += text.arg(valueText(change), title(change.to), title(change.from));
    }
    if (!sentences.isEmpty()) return sentences.join(QLatin1Char(' '));
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < study.series.size() && changes.empty(); ++s)
        if (const StudyPoint* const point = study.ran(s, study.values.size() - 1);
            point && point->of(Quantity::TotalTime) < least)
            least = point->of(Quantity::TotalTime), last = s;
    return tr("%1 is the fastest, or as fast as any, all along.").arg(title(last));
}

}  // namespace bubblescope
