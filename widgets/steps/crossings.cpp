#include "widgets/steps/crossings.h"

#include "widgets/shown/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Crossings", text); }

constexpr int kDigits = 4;
constexpr double kClose = 1e-3;  // of x

/// In so many digits that the bracket is told exactly, as a person would round it.
QString valueText(const WinnerChange& change) {
    const double middle = (change.below + change.above) / 2;
    for (int digits = 1; digits < kDigits; ++digits) {
        const double unit = std::pow(10.0, std::floor(std::log10(std::abs(middle))) + 1 - digits);
        const double rounded = std::round(middle / unit) * unit;
        if (rounded >= change.below - 1e-9 * unit && rounded <= change.above + 1e-9 * unit)
            return formatNumber(rounded, kDigits);
    }
    return formatNumber(middle, kDigits);
}

}  // namespace

QString crossingText(const ExperimentResults& results, const std::vector<WinnerChange>& changes) {
    const ExperimentPlan& plan = *results.plan;
    const auto& values = plan.experiment.x.values;
    if (values.empty() || plan.series.size() < 2) return {};
    const auto title = [&](std::size_t series) { return QString::fromStdString(plan.series[series].title); };
    const double span = values.back() - values.front();
    QStringList sentences;
    for (const WinnerChange& change : changes) {
        if (change.above <= values.front() + kClose * span) continue;  // they part from the begin
        const bool isClose = change.above - change.below <= kClose * std::abs(change.above);
        const QString text =
            isClose ? tr("From %1 on %2 is faster than %3.") : tr("From about %1 on %2 is faster than %3.");
        sentences += text.arg(valueText(change), title(change.to), title(change.from));
    }
    if (!sentences.isEmpty()) return sentences.join(QLatin1Char(' '));
    std::vector<std::size_t> all(plan.series.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Ranking last = rankingAt(plan, results.points, {.x = values.size() - 1}, Quantity::TotalTime, all);
    return last.order.empty() ? QString()
                              : tr("%1 is the fastest, or as fast as any, all along.").arg(title(last.order[0].series));
}

}  // namespace bubblescope
