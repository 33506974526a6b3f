#pragma once

#include "engine/collectives/cost_lines.h"
#include "widgets/charts/curves_model.h"
#include "widgets/kit/table.h"

namespace bubblescope {

/// What the time is plotted over: bytes or ranks as curves, or both as a map of winners.
enum class CostAxis { Bytes, Ranks, Map };

/// The time of each algorithm of a collective by its closed form.
///
/// Units       microseconds
/// Invariants  `values` are the bytes or ranks at which a marker can stop, ascending
/// Cost        some microseconds per number of ranks
struct CostCurves {
    CollectiveSetup setup;
    CostAxis axis = CostAxis::Bytes;
    BytesRange bytes;
    CostVerdict verdict;              // the winners over bytes, for the setup's ranks
    std::vector<RankWinner> winners;  // over ranks, for the setup's bytes
    std::vector<double> values;

    static CostCurves of(const CollectiveSetup& setup, CostAxis axis);
};

/// Curves on logarithmic axes, or a map of the winners. A strip below the axis shows which algorithm is the fastest
/// where, and crossings are marked. The marker is at the bytes or ranks of the setup, in a map at both.
///
/// Shapes  series i is algorithm i of the collective; those that are not compared are quiet
CurvesModel modelOf(const CostCurves& cost, ThemeId theme);

/// What the algorithms take at a place, from high to low; then those that have no time there.
std::vector<CurveReading> readingsOf(const CostCurves& cost, const CurvesSpot& spot, ThemeId theme);
/// One row per value, in a map per number of ranks and value; a column per algorithm.
Table tableOf(const CostCurves& cost);

}  // namespace bubblescope
