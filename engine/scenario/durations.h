#pragma once

#include "engine/core/ids.h"
#include "engine/core/time.h"
#include "engine/program/op.h"
#include "engine/scenario/scenario.h"

#include <array>
#include <string_view>
#include <vector>

namespace bubblescope {

/// How long each op and each hop takes: a workload, rounded once.
///
/// Shapes      inner[worker]; ends[place][worker], or empty where no stage has extra times;
///             commMatrix[from*workers+to], or empty where nodes or comm give the hops; pairMore[worker], or empty
///             where a fused forward and backward takes the sum of the two
/// Units       micro-units
/// Invariants  all values are >= 0, except pairMore, which makes no pair shorter than 0; BackwardInput + BackwardWeight
///             = Backward
struct Durations {
    struct OpTimes {
        std::array<Time, kPipelineKinds> op{};
        Time recompute = 0;  // the r * T_F' part of Backward, which BackwardInput also includes

        friend bool operator==(const OpTimes&, const OpTimes&) = default;
    };
    struct Nodes {
        int size = 0;  // 0: no nodes
        Time inside = 0, between = 0;

        friend bool operator==(const Nodes&, const Nodes&) = default;
    };

    int workers = 0;
    std::vector<OpTimes> inner;
    std::array<std::vector<OpTimes>, 3> ends;
    Time comm = 0;
    Nodes nodes;
    std::vector<Time> commMatrix;
    std::vector<Time> pairMore;  // how much longer a fused F+B is than its forward plus its backward
    bool sendsBlock = false;     // whether a lane waits until its result has arrived at the receiver

    const OpTimes& timesOf(WorkerId worker, StagePlace place) const {
        const bool isInner = place == StagePlace::Inner || ends[0].empty();
        return isInner ? inner[worker.index()] : ends[static_cast<std::size_t>(place) - 1][worker.index()];
    }
    Time of(OpKind kind, WorkerId worker, StagePlace place) const {
        return timesOf(worker, place).op[static_cast<std::size_t>(kind)];
    }

    Time pairMoreOf(WorkerId worker) const { return pairMore.empty() ? 0 : pairMore[worker.index()]; }

    /// T_C between two workers; 0 within one.
    Time hop(WorkerId from, WorkerId to) const {
        if (from == to) return 0;
        if (nodes.size > 0) return from.value / nodes.size == to.value / nodes.size ? nodes.inside : nodes.between;
        if (commMatrix.empty()) return comm;
        return commMatrix[from.index() * static_cast<std::size_t>(workers) + to.index()];
    }

    friend bool operator==(const Durations&, const Durations&) = default;
};

/// Rounds a checked workload to durations of ops, each of one of `workload.chunks` chunks.
Durations toDurations(const Workload& workload);

/// The largest sum of times that simulating `workload` could reach: over all devices the sum of MBS*v*(F+B+W), with
/// fused pairs and the extra times at the ends of the model, plus `ops` times the largest hop. In micro-units, as a
/// double because it may exceed any integer; `largestKey` is the workload key that contributes most.
struct TimeBound {
    double microUnits = 0;
    std::string_view largestKey;
};
TimeBound timeBound(const Workload& workload, long long ops);

}  // namespace bubblescope
