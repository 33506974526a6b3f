#pragma once

#include "engine/core/ruler.h"
#include "engine/results/quantities.h"
#include "engine/study/study_axes.h"

#include <QString>

#include "widgets/kit/format.h"

#include <optional>
#include <span>

namespace bubblescope {

/// The quantities that bars and curves can show; the bubble stands for the definition that the window uses.
std::span<const Quantity> chartMetrics();
/// Never changes: settings use it.
QString idOf(Quantity metric);
/// The metric with this id, if any.
std::optional<Quantity> chartMetric(const QString& id);
/// What curves along an axis show by default: along MBS, where the amount of work varies, the time per microbatch.
Quantity usualMetric(std::string_view axis);
/// "Total time", "Bubble".
QString titleOf(Quantity metric);

/// A quantity in the format of charts.
struct ChartQuantity {
    Quantity quantity = Quantity::BubbleRatio;
    QString timeUnit;
    std::optional<ScaledUnit> scale{};  // of times: in which all of them are written; else each as it is

    /// In the unit in which a time of `most` has few digits.
    ChartQuantity scaledTo(double most) const;

    double of(const StudyPoint& point) const { return point.of(quantity); }
    double of(const Run& run) const { return valueOf(quantity, run); }
    bool isRatio() const { return infoOf(quantity).unit == QuantityUnit::Ratio; }
    bool isTime() const { return infoOf(quantity).unit == QuantityUnit::Duration; }
    /// "28.7%", "3364 ms", "4".
    QString text(double value) const;
    /// For tooltips and cards: a time in its own unit with all of its digits, "43139.42 ms"; else as text().
    QString fullText(double value) const;
    /// A difference of two values: "−2.1 points", "+64 ms", "−0.5".
    QString difference(double more) const;
    /// The label of an axis tick; ticks are `step` apart.
    QString tick(double value, double step) const;
    /// The full caption of an axis: "bubble, of total", "total time, ms".
    QString caption() const;
    /// The definition of a bubble, "of total", or the unit of a time, "ms"; may be empty.
    QString definition() const;

    friend bool operator==(const ChartQuantity&, const ChartQuantity&) = default;

private:
    QString withUnit(const QString& number) const;
};

/// The smallest round number >= `value`, except for a rounding error; 0 stays 0.
inline double roundedUp(double value, std::span<const double> round = kRoundEnds) {
    return roundAbove(value * (1 - 1e-12), round);
}

/// The name of an axis of step charts: "c all-reduce".
QString axisName(const ScenarioPath& path);

/// A value of an axis with its symbol: "T_C = 4 ms"; the underscore marks a subscript.
QString axisValueText(const ScenarioPath& axis, double x, const QString& timeUnit);

}  // namespace bubblescope
