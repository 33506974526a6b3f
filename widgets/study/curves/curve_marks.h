#pragma once

#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// Where the winner changes in a panel, as it is marked: an upright line, and words beside its foot.
///
/// Units       CSS pixels
/// Invariants  labels lie within the panel's area and do not touch one another
struct CurveMark {
    double x = 0;
    std::size_t series = 0;  // who wins from there on
    QString text;
    QRectF label;  // empty: no room is left for the text
};

/// The marks of a panel. Each says who takes over where that has room ("GPipe from 26.8"), else the place alone.
std::vector<CurveMark> curveMarks(const CurvesLayout& layout, const CurvesPanel& panel);

QFont markFont();
inline constexpr double kMarkAround = 4;  // a label's text, left and right

/// "26.8"; of a bracket that is wide enough to be seen both ends: "18 – 19".
QString changeText(const WinnerChange& change);

}  // namespace bubblescope
