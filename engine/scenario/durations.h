#pragma once

#include "engine/core/ids.h"
#include "engine/core/time.h"
#include "engine/program/op.h"
#include "engine/scenario/scenario.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How long every op takes, and every hop: a workload, rounded once.
///
/// Shapes      inner[worker], ends[place][worker] or empty where no stage has extra times; commMatrix
///             [from*workers+to], or empty and nodes or comm for all; pairMore[worker], or empty where a forward and a
///             backward that run as one take their sum
/// Units       micro-units
/// Invariants  all >= 0, but pairMore, which takes no pair below 0; BackwardInput + BackwardWeight = Backward
struct Durations {
    struct OpTimes {
        std::array<Time, kPipelineKinds> op{};
        Time recompute = 0;  // the r * T_F' part of Backward, also inside BackwardInput

        friend bool operator==(const OpTimes&, const OpTimes&) = default;
    };
    struct Nodes {
        int size = 0;  // 0: there are none
        Time inside = 0, between = 0;

        friend bool operator==(const Nodes&, const Nodes&) = default;
    };

    int workers = 0;
    std::vector<OpTimes> inner;
    std::array<std::vector<OpTimes>, 3> ends;
    Time comm = 0;
    Nodes nodes;
    std::vector<Time> commMatrix;
    std::vector<Time> pairMore;  // what a pair takes beyond its forward and its backward
    bool sendsBlock = false;     // whether a lane waits until what its op made has come where it is sent

    const OpTimes& timesOf(WorkerId worker, StagePlace place) const {
        const bool isInner = place == StagePlace::Inner || ends[0].empty();
        return isInner ? inner[worker.index()] : ends[static_cast<std::size_t>(place) - 1][worker.index()];
    }
    Time of(OpKind kind, WorkerId worker, StagePlace place) const {
        return timesOf(worker, place).op[static_cast<std::size_t>(kind)];
    }

    Time pairMoreOf(WorkerId worker) const { return pairMore.empty() ? 0 : pairMore[worker.index()]; }

    /// T_C between two workers; nothing within one.
    Time hop(WorkerId from, WorkerId to) const {
        if (from == to) return 0;
        if (nodes.size > 0) return from.value / nodes.size == to.value / nodes.size ? nodes.inside : nodes.between;
        if (commMatrix.empty()) return comm;
        return commMatrix[from.index() * static_cast<std::size_t>(workers) + to.index()];
    }

    friend bool operator==(const Durations&, const Durations&) = default;
};

/// Rounds a checked workload to durations of ops of one of `workload.chunks` chunks.
Durations toDurations(const Workload& workload);

/// The largest sum of times that simulating `workload` could reach: the sum over devices of
/// MBS*v*(F+B+W), of pairs too, and what the ends of the model add, plus the largest hop times `ops`. In micro-units,
/// as a double because it may be past any integer; `largestKey` names the workload key that contributes most.
struct TimeBound {
    double microUnits = 0;
    std::string_view largestKey;
};
TimeBound timeBound(const Workload& workload, long long ops);

}  // namespace bubblescope
