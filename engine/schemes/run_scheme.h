#pragma once

#include "engine/analysis/held_activations.h"
#include "engine/analysis/metrics.h"
#include "engine/schemes/placed_ops.h"
#include "engine/sim/timeline.h"

#include <atomic>

namespace bubblescope {

/// What a worker did for others and held (model.md §8).
struct SchemeWorker {
    long long weightTransmissions = 0;      // ops whose weights another worker stores
    int weightStorage = 0;                  // stages computed where their weights are
    long long activationTransmissions = 0;  // inputs from other workers, and activations for backwards elsewhere
    int peakActivations = 0;                // in the order of the scheduler's choices
    Time busy = 0;

    friend bool operator==(const SchemeWorker&, const SchemeWorker&) = default;
};

/// A scheme that has run.
///
/// Shapes      workers[W], held[W]; storeWorker[step] where the timeline's program has rowOfStep[step]
/// Invariants  immutable once made
struct SchemeRun {
    std::shared_ptr<const Timeline> timeline;  // with starts of its own; a worker that fetches has a fetch lane
    std::shared_ptr<const ProgramLoad> load;   // with the scheme's peaks
    std::vector<SchemeWorker> workers;
    Column<std::uint16_t> storeWorker;
    std::vector<HeldActivations> held;

    /// What it holds of columns beside the timeline's ops and times.
    std::uint64_t bytes() const;
    Time latency() const { return timeline->latestEnd; }
    /// Ops a unit of time and worker; 0 where the latency is.
    double throughput() const;
};

/// What ops of a scheme take that does not use the workload's times: a forward 1, a backward 2, a hop nothing.
Durations unitDurations(int workers);

/// Runs a checked scheme: its functions are evaluated for every op, then the list scheduler orders them. `durations`
/// have an entry for each of its workers.
///
/// Shapes  `ran`, if given, follows how many ops have run
/// Errors  what placeOps() refuses; a deadlock by the cap, with who holds what; cancelled()
/// Cost    some 150 ns an op, and the formulas
/// Thread  any; pure
Result<SchemeRun> runScheme(const Scheme& scheme, const Durations& durations, std::stop_token stop = {},
                            std::atomic<std::size_t>* ran = nullptr);

/// What an op of that run takes at most, everything included: more than kBytesPerOp with fetches, which have rows of
/// their own, with a formula for the priority, and with chains of few ops, because batches wait in queues.
std::uint64_t bytesPerOp(const Scheme& scheme);

}  // namespace bubblescope
