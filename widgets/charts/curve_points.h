#pragma once

#include <QPointF>
#include <QVector>

#include "engine/study/study.h"

#include <functional>
#include <span>
#include <utility>

namespace bubblescope {

/// The x axis of curves: logarithmic where all values are above 0 and their steps are more even that way (2, 4, 8),
/// else linear.
///
/// Invariants  from < to, or there is one value
struct CurveAxis {
    bool isLog = false;
    double from = 0, to = 0;
    std::vector<std::size_t> order = {};  // indexes of the values, ascending by value

    static CurveAxis of(const std::vector<double>& values);
    /// 0 at `from`, 1 at `to`; one half where there is one value.
    double shareOf(double x) const;
    /// The range of an axis of `width` pixels whose first and last value stand that much inside of its ends.
    std::pair<double, double> padded(double width, double padding) const;
};

/// A curve as a graph takes it.
///
/// Shapes  x ascending; y is NaN at a gap, for a point was refused; awaited points are missing
struct CurvePoints {
    QVector<double> x, y;
};

/// The curve of a schedule in a study.
CurvePoints curveOf(const Study& study, std::size_t schedule, Quantity quantity);

/// The same picture from a few points a column of pixels: the first, the least, the largest and the last of each.
CurvePoints thinned(const CurvePoints& curve, const CurveAxis& axis, int columns);

/// The same picture from longer lines: leaves out points that lie on the line between those before and after, to a
/// fraction of a pixel. Lines of about a pixel each would be drawn in steps. `placeOf` tells where in the picture a
/// point is.
CurvePoints straightened(const CurvePoints& curve, const std::function<QPointF(double x, double y)>& placeOf);

/// A curve in two parts: where it runs apart from those beneath it, and where it lies on some of them, on `most` at
/// once.
struct CoveringParts {
    CurvePoints apart, together;
    int most = 0;
};
CoveringParts partsOver(const CurvePoints& curve, std::span<const CurvePoints> beneath);

/// The points without a neighbour to draw a line to.
CurvePoints lonePoints(const CurvePoints& curve);
/// All points but gaps.
CurvePoints withoutGaps(const CurvePoints& curve);
/// Lines over the gaps, each between the points at its sides.
CurvePoints overGaps(const CurvePoints& curve);

}  // namespace bubblescope
