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
    const char* name;  // among the others of its panel
    Tone tone;
    bool isThin;  // beside a curve of the same tone

    /// Beside the values.
    QString inFull() const;
    /// NaN for none.
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

/// A text of the lists above in the reader's language.

/// The number that a walk goes along; empty if there is none.
std::string numberOf(const Study& walk);

/// How the values of a walk lie along its axis: evenly, or, where most of them are left out, by their ratios.
CurveAxis walkAxis(const Study& walk);

/// The values that get a label where the axis is `width` pixels long and a label needs `room`: both ends, and between
/// them those that ran if some do not, else round numbers.
std::vector<int> walkTicks(const Study& walk, double width, double room);

/// "workers = 4, group_size 2": a value, and the parameters that it takes along.
QString valueText(const Study& walk, int value);

/// What the scheme is at a value: data parallel where its groups are of one worker, pipeline parallel where one group
/// has all. Empty elsewhere.
QString meaningOf(const Study& walk, int value);

}  // namespace bubblescope
