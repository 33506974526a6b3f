#pragma once

#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// What one of the series has at a place of a panel, in words.
struct CurveRow {
    std::size_t series;
    const StudyPoint* point;  // null: awaited
    QString name;
    QString value = {};       // empty where there is none
    QString difference = {};  // to the pinned one: "−3.4 %", of bubbles in points; empty where there is none
    QString reason = {};      // why there is no value
    QString overLimit = {};   // "over the limit: holds 8 of 3 on device 0"
};

/// The rows of a panel at the value of x with this index, the best first: those with a value from the least on, those
/// of them that are over the memory limit, those that are awaited, those that were refused. Hidden series are left out.
std::vector<CurveRow> curveRows(const CurvesLayout& layout, const CurvesPanel& panel, std::size_t x);

/// One of them as a line: "1F1B: 28.7 % (−3.4 pp)", "GPipe: 27.3 %, over the limit: holds 8 of 3 on device 0".
QString lineOf(const CurveRow& row);

/// "T_C = 4 ms", where the rows stand.
QString xText(const CurvesLayout& layout, std::size_t x);

}  // namespace bubblescope
