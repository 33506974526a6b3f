#include "widgets/steps/crossings.h"

#include "engine/entries/resolve.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <optional>

namespace bubblescope {

namespace {

constexpr int kDigits = 4;
constexpr double kClose = 1e-3;  // relative to x
constexpr qsizetype kMostSentences = 3;

/// With the fewest digits that give a value between the two bounds.
QString valueText(const FastestChange& change) {
    const double middle = (change.below + change.above) / 2;
    for (int digits = 1; digits < kDigits && middle > 0; ++digits) {
        const double unit = std::pow(10.0, std::floor(std::log10(middle)) + 1 - digits);
        const double rounded = std::round(middle / unit) * unit, slack = 1e-9 * middle;
        if (rounded >= change.below - slack && rounded <= change.above + slack) return formatNumber(rounded, kDigits);
    }
    return formatNumber(middle, kDigits);
}

QString titleOf(const Study& study, std::size_t schedule) {
    return QString::fromStdString(displayTitle(study.scenario, schedule));
}

bool isClose(const FastestChange& change) { return change.above - change.below <= kClose * change.above; }

bool hasValues(const Study& study, double from, double to) {
    return std::ranges::any_of(study.values, [&](double value) { return value >= from && value <= to; });
}

/// Whether one step takes as long as the fastest at all values of a range.
bool areEqual(const Study& study, std::size_t one, std::size_t fastest, double from, double to) {
    for (std::size_t value = 0; value < study.values.size(); ++value) {
        if (study.values[value] < from || study.values[value] > to) continue;
        const double best = comparedTime(study.ran(fastest, value));
        if (std::isfinite(best) && !(comparedTime(study.ran(one, value)) <= best)) return false;
    }
    return true;
}

/// Whether steps do different work, so that times do not show which is faster.
bool isOfOtherWork(const Study& study) {
    for (std::size_t value = 0; value < study.values.size(); ++value) {
        const StudyPoint* first = nullptr;
        for (std::size_t s = 0; s < study.series.size(); ++s) {
            const StudyPoint* const point = study.ran(s, value);
            if (!first) first = point;
            if (point && differenceOf(point->work, first->work).inEach) return true;
        }
    }
    return false;
}

/// The fastest steps from a change on: all that take as long as the new fastest, at the values up to `end`.
std::vector<std::size_t> leadersAfter(const Study& study, const FastestChange& change, double end) {
    std::vector<std::size_t> leaders;
    if (!hasValues(study, change.above, end)) {
        for (std::size_t s = 0; s < study.series.size(); ++s)
            if (s == change.to || (s != change.from && std::ranges::find(change.fastest, s) != change.fastest.end()))
                leaders.push_back(s);
        return leaders;
    }
    for (std::size_t s = 0; s < study.series.size(); ++s)
        if (s == change.to || (s != change.from && areEqual(study, s, change.to, change.above, end)))
            leaders.push_back(s);
    return leaders;
}

QString listOf(const Study& study, const std::vector<std::size_t>& schedules) {
    QStringList titles;
    for (const std::size_t s : schedules) titles += titleOf(study, s);
    return formatList(titles);
}

/// Whether the fastest step before a change still runs and fits beyond it.
enum class Beyond { Runs, DoesNotFit, Refuses };
Beyond beyond(const Study& study, const FastestChange& change) {
    const auto next = std::ranges::lower_bound(study.values, change.above);
    const auto value = static_cast<std::size_t>(next - study.values.begin());
    if (value >= study.values.size()) return Beyond::Runs;
    const StudyPoint* const point = study.ran(change.from, value);
    if (!point) return Beyond::Refuses;
    return point->overLimit ? Beyond::DoesNotFit : Beyond::Runs;
}

/// "20" or "about 20".
QString placeText(const FastestChange& change) {
    return isClose(change) ? valueText(change) : Text::tr("about %1").arg(valueText(change));
}

/// "From 26 on, FSDP is faster than DDP."; if DDP does not fit from there on, "From 26 on, FSDP is the fastest that
/// fits."
QString overtakingText(const Study& study, const FastestChange& change, const std::vector<std::size_t>& leaders) {
    const bool isOne = leaders.size() == 1;
    const QString from = placeText(change), list = listOf(study, leaders);
    switch (beyond(study, change)) {
        case Beyond::DoesNotFit:
            return (isOne ? Text::tr("From %1 on, %2 is the fastest that fits.")
                          : Text::tr("From %1 on, %2 are the fastest that fit."))
                .arg(from, list);
        case Beyond::Refuses:
            return (isOne ? Text::tr("From %1 on, %2 is the fastest that runs.")
                          : Text::tr("From %1 on, %2 are the fastest that run."))
                .arg(from, list);
        case Beyond::Runs: break;
    }
    return (isOne ? Text::tr("From %1 on, %2 is faster than %3.") : Text::tr("From %1 on, %2 are faster than %3."))
        .arg(from, list, titleOf(study, change.from));
}

/// "Up to 20, DDP and FSDP are equally fast; beyond that, FSDP is faster." for changes at one x.
QString partingText(const Study& study, const std::vector<FastestChange>& changes,
                    const std::vector<std::size_t>& leaders) {
    std::vector<std::size_t> equals, others;  // the steps that fall behind come first
    for (std::size_t s = 0; s < study.series.size(); ++s) {
        const bool parts = std::any_of(changes.begin(), changes.end(), [&](const auto& one) { return one.from == s; });
        if (parts)
            equals.push_back(s);
        else if (areEqual(study, s, changes.front().to, study.values.front(), changes.front().below))
            others.push_back(s);
    }
    equals.insert(equals.end(), others.begin(), others.end());
    return (leaders.size() == 1 ? Text::tr("Up to %1, %2 are equally fast; beyond that, %3 is faster.")
                                : Text::tr("Up to %1, %2 are equally fast; beyond that, %3 are faster."))
        .arg(placeText(changes.front()), listOf(study, equals), listOf(study, leaders));
}

bool anyDoesNotFit(const Study& study) {
    return std::ranges::any_of(study.series, [](const auto& points) {
        return std::ranges::any_of(points, [](const auto& point) { return point && point->overLimit; });
    });
}

/// The fastest step if it never changes.
QString steadyText(const Study& study, std::size_t fastest) {
    const std::size_t values = study.values.size();
    QStringList equal;
    bool isAlone = true;
    for (std::size_t s = 0; s < study.series.size(); ++s) {
        std::size_t as = 0;
        for (std::size_t value = 1; value < values;
             ++value) {  // at the first value all may be equal, as with times of 0
            const double one = comparedTime(study.ran(s, value)), best = comparedTime(study.ran(fastest, value));
            as += std::isfinite(best) && one <= best ? 1 : 0;
        }
        if (as + 1 == values) equal += titleOf(study, s);
        isAlone &= s == fastest || as == 0;
    }
    if (equal.size() > 1) return Text::tr("%1 are equally fast over the whole range.").arg(formatList(equal));
    if (anyDoesNotFit(study))
        return Text::tr("%1 is the fastest that fits over the whole range.").arg(titleOf(study, fastest));
    return isAlone ? Text::tr("%1 is the fastest over the whole range.").arg(titleOf(study, fastest))
                   : Text::tr("%1 is the fastest, or tied for it, over the whole range.").arg(titleOf(study, fastest));
}

}  // namespace

QString crossingText(const Study& study, const std::vector<FastestChange>& changes,
                     const std::optional<std::pair<double, double>>& end) {
    if (study.values.empty() || study.series.size() < 2) return {};
    if (isOfOtherWork(study))
        return Text::tr("The steps do different work, so the shortest time is not necessarily the best.");
    const double first = study.values.front(), span = study.values.back() - first;
    QStringList sentences;
    for (auto change = changes.begin(); change != changes.end();) {
        std::vector<FastestChange> together{*change};
        for (++change; change != changes.end() && change->wereEqual && change->to == together.front().to &&
                       valueText(*change) == valueText(together.front());
             ++change)
            together.push_back(*change);
        if (together.front().above <= first + kClose * span) continue;  // they differ from the start
        const auto leaders =
            leadersAfter(study, together.front(), change == changes.end() ? study.values.back() : change->below);
        sentences += together.front().wereEqual ? partingText(study, together, leaders)
                                                : overtakingText(study, together.front(), leaders);
    }
    const auto runsAt = [&](std::size_t value, std::size_t step) {
        return std::isfinite(comparedTime(study.ran(step, value)));
    };
    std::size_t last = study.values.size(), fastest = changes.empty() ? 0 : changes.back().to;
    for (bool isAny = false; !isAny && last-- > 0;)
        for (std::size_t s = 0; s < study.series.size(); ++s) isAny |= runsAt(last, s);
    const bool isLimited = anyDoesNotFit(study);
    if (last == std::size_t(-1)) return isLimited ? Text::tr("No step fits anywhere in this range.") : QString();
    sentences = sentences.mid(0, kMostSentences);
    if (sentences.isEmpty()) {
        for (std::size_t s = 0; s < study.series.size() && changes.empty(); ++s)
            if (comparedTime(study.ran(s, last)) < comparedTime(study.ran(fastest, last))) fastest = s;
        sentences += steadyText(study, fastest);
    }
    const bool fitsNot = last + 1 < study.values.size() && std::ranges::any_of(study.series, [&](const auto& points) {
                             return points[last + 1] && points[last + 1]->overLimit;
                         });
    if (fitsNot && end) sentences += Text::tr("Above %1, no step fits.").arg(formatNumber(end->first, kDigits + 2));
    return sentences.join(QLatin1Char(' '));
}

}  // namespace bubblescope
