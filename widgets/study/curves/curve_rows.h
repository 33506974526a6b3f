#pragma once

#include "widgets/study/curves/curves_layout.h"

namespace bubblescope {

/// The result of one series at a place of a panel, as text.
struct CurveRow {
    std::size_t series;
    const StudyPoint* point;  // null: not computed yet
    QString name;
    QString value = {};       // empty if there is none
    QString difference = {};  // from the pinned value: "−3.4%", for bubbles in points; empty if there is none
    QString reason = {};      // why there is no value
    QString overLimit = {};   // "needs 8 activations, limit 3 (device 0)"
};

/// The rows of a panel at the value of x with this index, best first: values that count, from the lowest up; values
/// over the memory limit; values not computed yet; refused ones. Hidden series are left out.
std::vector<CurveRow> curveRows(const CurvesLayout& layout, const CurvesPanel& panel, std::size_t x);

/// A row as one line: "1F1B: 28.7% (−3.4 pp)", "GPipe: 27.3%, needs 8 activations, limit 3 (device 0)".
QString lineOf(const CurveRow& row);

/// "T_C = 4 ms", the place of the rows.
QString xText(const CurvesLayout& layout, std::size_t x);

}  // namespace bubblescope
