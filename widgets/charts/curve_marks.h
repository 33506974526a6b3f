#pragma once

#include "widgets/charts/curves_layout.h"

namespace bubblescope {

/// A mark where the winner of a panel changes: a vertical line, and a label beside its foot.
///
/// Units       CSS pixels
/// Invariants  labels are within the panel's area and do not touch
struct CurveMark {
    double x = 0;
    std::size_t series = 0;  // the winner from there on
    QString text;
    QRectF label;  // empty if there is no space for the text
};

/// The marks of a panel. Each names the new winner if it fits ("GPipe from 26.8"), otherwise only the place.
std::vector<CurveMark> curveMarks(const CurvesLayout& layout, const CurvesPanel& panel);

QFont markFont();
inline constexpr double kMarkAround = 4;  // left and right of a label's text

}  // namespace bubblescope
