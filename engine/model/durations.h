#pragma once

#include "engine/core/ids.h"
#include "engine/core/time.h"
#include "engine/model/scenario.h"
#include "engine/program/op.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How long every op takes, and every hop: a workload, rounded once.
///
/// Shapes      op[kind][worker] of the kinds of pipelines, recompute[worker]; commMatrix [from*workers+to], or empty
/// and comm for all Units       micro-units Invariants  all >= 0; BackwardInput + BackwardWeight = Backward
struct Durations {
    int workers = 0;
    std::array<std::vector<Time>, kPipelineKinds> op;
    std::vector<Time> recompute;  // the r * T_F' part of Backward, also inside BackwardInput
    Time comm = 0;
    std::vector<Time> commMatrix;

    Time of(OpKind kind, WorkerId worker) const { return op[static_cast<std::size_t>(kind)][worker.index()]; }

    /// T_C between two workers; nothing within one.
    Time hop(WorkerId from, WorkerId to) const {
        if (from == to) return 0;
        if (commMatrix.empty()) return comm;
        return commMatrix[from.index() * static_cast<std::size_t>(workers) + to.index()];
    }

    friend bool operator==(const Durations&, const Durations&) = default;
};

/// Rounds a checked workload to durations of ops of one of `workload.chunks` chunks.
Durations toDurations(const Workload& workload);

/// The largest sum of times that simulating `workload` could reach: the sum over devices of
/// MBS*v*(F+B+W) plus the largest hop times `ops`. In micro-units, as a double because it may be past
/// any integer; `largestKey` names the workload key that contributes most.
struct TimeBound {
    double microUnits = 0;
    std::string_view largestKey;
};
TimeBound timeBound(const Workload& workload, long long ops);

}  // namespace bubblescope
