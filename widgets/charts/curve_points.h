#pragma once

#include <QPointF>
#include <QVector>

#include "engine/study/study.h"

#include <functional>
#include <span>
#include <utility>

namespace bubblescope {

/// The x axis of curves: logarithmic if all values are above 0 and their steps are more even that way (2, 4, 8), else
/// linear.
///
/// Invariants  from < to, or there is only one value
struct CurveAxis {
    bool isLog = false;
    double from = 0, to = 0;
    std::vector<std::size_t> order = {};  // indexes of the values, ascending by value

    static CurveAxis of(const std::vector<double>& values);
    /// 0 at `from`, 1 at `to`; one half if there is only one value.
    double shareOf(double x) const;
    /// The range of an axis of `width` pixels whose first and last value are `padding` pixels inside its ends.
    std::pair<double, double> padded(double width, double padding) const;
};

/// A curve in the form that a graph uses.
///
/// Shapes  x ascending; y is NaN at a refused point, which makes a gap; awaited points are missing
struct CurvePoints {
    QVector<double> x, y;
};

/// The curve of a schedule in a study.
CurvePoints curveOf(const Study& study, std::size_t schedule, Quantity quantity);

/// A curve that looks the same with few points per pixel column: the first, smallest, largest and last of each.
CurvePoints thinned(const CurvePoints& curve, const CurveAxis& axis, int columns);

/// A curve that looks the same with longer lines: without points that lie on the line between their neighbours, to a
/// fraction of a pixel. Lines of about a pixel each would be drawn as steps. `placeOf` maps a point to the picture.
CurvePoints straightened(const CurvePoints& curve, const std::function<QPointF(double x, double y)>& placeOf);

/// A curve in two parts: where it is apart from the curves below it, and where it covers some of them, at most `most`
/// at once. Values that differ by the share `near` of them count as equal.
struct CoveringParts {
    CurvePoints apart, together;
    int most = 0;
};
CoveringParts partsOver(const CurvePoints& curve, std::span<const CurvePoints> beneath, double near = 1e-9);

/// The points without a neighbour to which a line could be drawn.
CurvePoints lonePoints(const CurvePoints& curve);
/// All points except gaps.
CurvePoints withoutGaps(const CurvePoints& curve);
/// Lines across the gaps, each between the points at its sides.
CurvePoints overGaps(const CurvePoints& curve);

}  // namespace bubblescope
