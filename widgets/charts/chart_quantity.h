#pragma once

#include "engine/results/quantities.h"
#include "engine/study/study_axes.h"

#include <QString>

#include <optional>
#include <span>

namespace bubblescope {

/// What bars and curves can show of a schedule; the bubble stands for the definition that the window uses.
std::span<const Quantity> chartMetrics();
/// Forever: settings name it.
QString idOf(Quantity metric);
/// The metric with this id, if any.
std::optional<Quantity> chartMetric(const QString& id);
/// What curves along an axis show until a person chooses: along MBS, where the work differs, what each microbatch
/// takes.
Quantity usualMetric(std::string_view axis);
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

/// What times a power of ten is round: for the ends of axes, and for steps.
inline constexpr double kRoundEnds[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8}, kRoundSteps[] = {1, 2, 5};
/// The smallest round number >= `value`; 0 stays 0.
double roundedUp(double value, std::span<const double> round = kRoundEnds);

/// A time of steps along which curves go: "c all-reduce".
QString axisName(std::string_view path);

/// A value of a live axis with its symbol: "T_C = 4 ms"; the underscore marks a subscript.
QString axisValueText(std::string_view axis, double x, const QString& timeUnit);

}  // namespace bubblescope
