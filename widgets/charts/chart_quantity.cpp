#include "widgets/charts/chart_quantity.h"

#include <QCoreApplication>

#include "engine/entries/step_edits.h"
#include "widgets/kit/format.h"
#include "widgets/kit/table.h"
#include "widgets/kit/text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

std::span<const Quantity> chartMetrics() {
    static const auto kMetrics = [] {
        std::vector<Quantity> metrics = quantitiesIn(kInChart);
        std::ranges::stable_partition(metrics, [](Quantity one) { return infoOf(one).offered & kIsBubble; });
        return metrics;
    }();
    return kMetrics;
}

QString idOf(Quantity metric) {
    return metric == Quantity::BubbleRatio ? QStringLiteral("bubble") : toQString(infoOf(metric).id);
}

std::optional<Quantity> chartMetric(const QString& id) {
    for (const Quantity metric : chartMetrics())
        if (idOf(metric) == id) return metric;
    return std::nullopt;
}

Quantity usualMetric(std::string_view axis) {
    return axis == "microbatches" ? Quantity::TimePerMicrobatch : chartMetrics().front();
}

QString titleOf(Quantity metric) {
    QString title = metric == Quantity::BubbleRatio ? Text::tr("bubble") : Text::tr(infoOf(metric).title);
    return title.replace(0, 1, title.front().toUpper());
}

ChartQuantity ChartQuantity::scaledTo(double most) const {
    ChartQuantity scaled = *this;
    if (isTime()) scaled.scale = scaledTime(most, timeUnit);
    return scaled;
}

QString ChartQuantity::text(double value) const {
    if (isRatio()) return formatPercent(value);
    if (isTime() && !scale) return formatDuration(value, timeUnit);
    return withUnit(formatNumber(value * (scale ? scale->factor : 1)));
}

QString ChartQuantity::fullText(double value) const {
    if (!isTime() || std::isnan(value)) return text(value);
    return timeUnit.isEmpty() ? formatExact(value) : formatExact(value) + QChar(0x202f) + timeUnit;
}

QString ChartQuantity::difference(double more) const {
    if (isRatio()) return formatPoints(more);
    const ChartQuantity of = isTime() && !scale ? scaledTo(more) : *this;
    return of.withUnit(formatSigned(more * (of.scale ? of.scale->factor : 1)));
}

QString ChartQuantity::withUnit(const QString& number) const {
    return !isTime() || timeUnit.isEmpty() ? number : number + QChar(0x202f) + (scale ? scale->unit : timeUnit);
}

QString ChartQuantity::tick(double value, double step) const {
    if (!isRatio()) return formatNumber(value * (scale ? scale->factor : 1), 10);
    // Enough decimals to distinguish neighbouring ticks.
    const double digits = std::floor(std::log10(step * 100) + 1e-9);
    const double mantissa = step * 100 / std::pow(10.0, digits);
    const bool isWhole = std::abs(mantissa - std::round(mantissa)) < 1e-6;
    return formatPercent(value, qBound(0, static_cast<int>(-digits) + (isWhole ? 0 : 1), 6));
}

QString ChartQuantity::caption() const {
    const QuantityInfo& info = infoOf(quantity);
    const QString title = Text::tr(info.title);
    if (info.unit == QuantityUnit::Activations) return Text::tr("%1, microbatches per device").arg(title);
    return isTime() ? titleWithUnit(title, definition()) : title;
}

QString ChartQuantity::definition() const {
    return isTime() ? scale ? scale->unit : timeUnit : Text::tr(infoOf(quantity).sort);
}

QString axisName(const ScenarioPath& path) {
    if (path.kind == &kSlowdownPath) return Text::tr("slowdown of rank %1").arg(path.index);
    return (toQString(path.symbol()) + QChar(' ') + Text::tr(path.title().c_str())).trimmed();
}

QString axisValueText(const ScenarioPath& axis, double x, const QString& timeUnit) {
    const QString name = axis.kind == &kWorkloadPath ? toQString(axis.symbol()) : axisName(axis);
    const QString unit = axis.kind == &kSlowdownPath ? QString(QChar(0xd7)) : axis.isTime() ? timeUnit : QString();
    const QString text = name + QStringLiteral(" = ") + formatExact(x);
    return unit.isEmpty() ? text : text + QChar(0x202f) + unit;
}

}  // namespace bubblescope
