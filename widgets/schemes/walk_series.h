#pragma once

#include "widgets/charts/curve_points.h"
#include "widgets/kit/theme.h"

#include <QPen>
#include <QString>

#include <optional>
#include <span>

namespace bubblescope {

/// One curve of a WalkChart.
struct WalkSeries {
    enum class Tone { Whole, Activations, Weights, Bound };
    Quantity quantity;
    const char* name;  // distinguishes it in its panel
    Tone tone;
    bool isThin;  // accompanies a curve of the same tone

    /// The full name, for use next to values.
    QString inFull() const;
    /// The value at a point; NaN if there is none.
    double of(const StudyPoint& point) const { return point.of(quantity); }
};

/// One chart of a WalkChart.
struct WalkPanel {
    const char* title;
    const char* tip;
    std::size_t first, count;  // of walkSeries()
};

std::span<const WalkSeries> walkSeries();
std::span<const WalkPanel> walkPanels();

QColor colorOf(const WalkSeries& series, ThemeId theme);
QPen penOf(const WalkSeries& series, ThemeId theme);

/// The number that a walk varies; empty if there is none.
std::string numberOf(const Study& walk);

/// The axis of a walk: linear, or logarithmic if most values are left out.
CurveAxis walkAxis(const Study& walk);

/// The values that get a label on an axis of `width` pixels where a label needs `room` pixels: both ends, and between
/// them the values that ran, if some did not, otherwise round numbers.
std::vector<int> walkTicks(const Study& walk, double width, double room);

/// "workers = 4, group_size 2": a value, and the parameters that change with it.
QString valueText(const Study& walk, int value);

/// The form of parallelism at a value: data parallel if every group has one worker, pipeline parallel if one group has
/// all workers; otherwise empty.
QString meaningOf(const Study& walk, int value);

}  // namespace bubblescope
