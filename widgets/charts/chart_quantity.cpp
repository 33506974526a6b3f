#include "widgets/charts/chart_quantity.h"

#include <QCoreApplication>

#include "engine/entries/step_edits.h"
#include "widgets/kit/format.h"
#include "widgets/kit/table.h"
#include "widgets/kit/text.h"

#include <cmath>

namespace bubblescope {

std::span<const Quantity> chartMetrics() {
    static constexpr Quantity kMetrics[] = {Quantity::BubbleRatio, Quantity::TotalTime, Quantity::TimePerMicrobatch,
                                            Quantity::PeakActivations};
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

QString axisName(std::string_view path) {
    if (path == kRanksPath) return Text::tr("n ranks");
    if (const auto rank = slowedRankIn(path)) return Text::tr("slowdown of rank %1").arg(*rank);
    if (path == kMeshDevicesPath) return Text::tr("devices");
    if (path == "model.sequence") return Text::tr("s sequence length");
    if (path == "model.microbatch") return Text::tr("b microbatch size");
    if (path == "cluster.inter.bandwidth_gbs") return Text::tr("inter-node link, GB/s");
    if (path == "cluster.intra.bandwidth_gbs") return Text::tr("intra-node link, GB/s");
    if (path == "cluster.device.efficiency") return Text::tr("device efficiency");
    const std::string_view key = stepTimeIn(path).value_or(path);
    return (toQString(stepTimeSymbol(key)) + QChar(' ') + toQString(titleOfStepTime(key))).trimmed();
}

QString axisValueText(std::string_view axis, double x, const QString& timeUnit) {
    if (isOfSteps(axis)) {
        const QString text = axisName(axis) + QStringLiteral(" = ") + formatExact(x);
        const QString unit = slowedRankIn(axis)                       ? QString(QChar(0xd7))
                             : isWholePath(axis) || !stepTimeIn(axis) ? QString()
                                                                      : timeUnit;
        return unit.isEmpty() ? text : text + QChar(0x202f) + unit;
    }
    const WorkloadKey& key = *findNumberKey(axis);
    QString text = toQString(key.symbol) + QStringLiteral(" = ") + formatExact(x);
    if (key.isTime() && !timeUnit.isEmpty()) text += QChar(0x202f) + timeUnit;
    return text;
}

}  // namespace bubblescope
