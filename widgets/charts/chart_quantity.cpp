#include "widgets/charts/chart_quantity.h"

#include <QCoreApplication>

#include "widgets/shown/format.h"

#include <cmath>

namespace bubblescope {

namespace {

QString translated(const char* text) { return QCoreApplication::translate("chart", text); }
QString translated(std::string_view text) { return translated(std::string(text).c_str()); }

}  // namespace

std::span<const ChartMetric> chartMetrics() {
    static constexpr ChartMetric kMetrics[] = {ChartMetric::Bubble, ChartMetric::TotalTime,
                                               ChartMetric::PeakActivations};
    return kMetrics;
}

QString idOf(ChartMetric metric) {
    switch (metric) {
        case ChartMetric::Bubble: return QStringLiteral("bubble");
        case ChartMetric::TotalTime: return QStringLiteral("total_time");
        case ChartMetric::PeakActivations: return QStringLiteral("peak_activations");
    }
    return {};
}

ChartMetric chartMetric(const QString& id) {
    for (ChartMetric metric : chartMetrics())
        if (idOf(metric) == id) return metric;
    return chartMetrics().front();
}

QString titleOf(ChartMetric metric) {
    switch (metric) {
        case ChartMetric::Bubble: return translated("Bubble");
        case ChartMetric::TotalTime: return translated("Total time");
        case ChartMetric::PeakActivations: return translated("Peak activations");
    }
    return {};
}

double ChartQuantity::of(const SweepPoint& point) const {
    switch (metric) {
        case ChartMetric::Bubble: return point.bubble[static_cast<std::size_t>(bubble)];
        case ChartMetric::TotalTime: return point.totalTime;
        case ChartMetric::PeakActivations: return point.peakActivations;
    }
    return 0;
}

QString ChartQuantity::text(double value) const {
    if (metric == ChartMetric::Bubble) return formatPercent(value);
    const QString number = formatNumber(value, metric == ChartMetric::TotalTime ? 6 : 4);
    return metric != ChartMetric::TotalTime || timeUnit.isEmpty() ? number : number + QChar(0x202f) + timeUnit;
}

QString ChartQuantity::difference(double more) const {
    if (metric == ChartMetric::Bubble) return formatPoints(more);
    const QString number = formatSigned(more, metric == ChartMetric::TotalTime ? 6 : 4);
    return metric != ChartMetric::TotalTime || timeUnit.isEmpty() ? number : number + QChar(0x202f) + timeUnit;
}

QString ChartQuantity::tick(double value, double step) const {
    if (metric != ChartMetric::Bubble) return formatNumber(value, 10);
    // As many decimals as tell neighbouring ticks apart.
    const double digits = std::floor(std::log10(step * 100) + 1e-9);
    const double mantissa = step * 100 / std::pow(10.0, digits);
    const bool isWhole = std::abs(mantissa - std::round(mantissa)) < 1e-6;
    return formatPercent(value, qBound(0, static_cast<int>(-digits) + (isWhole ? 0 : 1), 6));
}

QString ChartQuantity::caption() const {
    switch (metric) {
        case ChartMetric::Bubble: return translated("bubble%1").arg(definition());
        case ChartMetric::TotalTime: return translated("total time%1").arg(definition());
        case ChartMetric::PeakActivations: return translated("peak activations, microbatches a device");
    }
    return {};
}

QString ChartQuantity::definition() const {
    switch (metric) {
        case ChartMetric::Bubble: return QStringLiteral(", ") + translated(definitionOf(bubble).title);
        case ChartMetric::TotalTime: return timeUnit.isEmpty() ? QString() : QStringLiteral(", ") + timeUnit;
        case ChartMetric::PeakActivations: return {};
    }
    return {};
}

double roundedUp(double value) {
    if (!(value > 0) || !std::isfinite(value)) return 0;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (double mantissa : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (mantissa * power >= value * (1 - 1e-12)) return mantissa * power;
    return 10 * power;
}

const SweepAxisInfo& infoOf(SweepAxis axis) {
    for (const SweepAxisInfo& info : sweepAxes())
        if (info.axis == axis) return info;
    return sweepAxes().front();
}

QString axisValueText(SweepAxis axis, double x, const QString& timeUnit) {
    const auto symbol = infoOf(axis).symbol;
    QString text = toQString(symbol) + QStringLiteral(" = ") + formatNumber(x, 6);
    if (axis == SweepAxis::Comm && !timeUnit.isEmpty()) text += QChar(0x202f) + timeUnit;
    return text;
}

}  // namespace bubblescope
