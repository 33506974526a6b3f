#pragma once

#include "engine/study/sweep.h"

#include <QString>

#include <span>

namespace bubblescope {

/// What bars and curves can show of a schedule.
enum class ChartMetric { Bubble, TotalTime, PeakActivations };

std::span<const ChartMetric> chartMetrics();
/// Forever: settings name it.
QString idOf(ChartMetric metric);
/// The metric with this id, or the first.
ChartMetric chartMetric(const QString& id);
/// "Total time".
QString titleOf(ChartMetric metric);

/// One metric as charts write it: which definition of the bubble, in which unit.
///
/// Units  values as in SweepPoint
struct ChartQuantity {
    ChartMetric metric = ChartMetric::Bubble;
    BubbleKind bubble = BubbleKind::OfTotal;
    QString timeUnit;

    double of(const SweepPoint& point) const;
    double of(const Metrics& metrics) const { return of(toSweepPoint(metrics)); }
    /// "28.7 %", "3364 ms", "4".
    QString text(double value) const;
    /// How much more a value is than another: "−2.1 points", "+64 ms", "−0.5".
    QString difference(double more) const;
    /// The label of an axis tick, where ticks are `step` apart.
    QString tick(double value, double step) const;
    /// What an axis measures, in full: "bubble, of total", "total time, ms".
    QString caption() const;
    /// What follows "Bubble now": ", of total".
    QString definition() const;

    friend bool operator==(const ChartQuantity&, const ChartQuantity&) = default;
};

/// The smallest round number >= `value` for the end of an axis; 0 stays 0.
double roundedUp(double value);

/// A value of a swept parameter with its symbol: "T_C = 4 ms"; the underscore marks a subscript.
QString axisValueText(SweepAxis axis, double x, const QString& timeUnit);
const SweepAxisInfo& infoOf(SweepAxis axis);

}  // namespace bubblescope
