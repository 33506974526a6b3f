#pragma once

#include "engine/study/sweep.h"

#include <QString>

#include <span>

namespace bubblescope {

/// What bars and curves can show of a schedule; the bubble stands for the definition that the window uses.
std::span<const Quantity> chartMetrics();
/// Forever: settings name it.
QString idOf(Quantity metric);
/// The metric with this id, or the first.
Quantity chartMetric(const QString& id);
/// "Total time", "Bubble".
QString titleOf(Quantity metric);

/// A quantity as charts write it.
struct ChartQuantity {
    Quantity quantity = Quantity::BubbleRatio;
    QString timeUnit;

    double of(const StudyPoint& point) const { return point.of(quantity); }
    double of(const Run& run) const { return valueOf(quantity, run); }
    bool isRatio() const { return infoOf(quantity).unit == QuantityUnit::Ratio; }
    bool isTime() const { return infoOf(quantity).unit == QuantityUnit::Duration; }
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

private:
    QString withUnit(const QString& number) const;
};

/// The smallest round number >= `value` for the end of an axis; 0 stays 0.
double roundedUp(double value);

/// A value of a swept parameter with its symbol: "T_C = 4 ms"; the underscore marks a subscript.
QString axisValueText(SweepAxis axis, double x, const QString& timeUnit);
const SweepAxisInfo& infoOf(SweepAxis axis);

}  // namespace bubblescope
