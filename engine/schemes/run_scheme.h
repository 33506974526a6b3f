#pragma once

#include "engine/analysis/held_activations.h"
#include "engine/analysis/metrics.h"
#include "engine/schemes/placed_ops.h"
#include "engine/sim/timeline.h"

#include <atomic>

namespace bubblescope {

/// What a worker sent to others and stored (model.md §8).
struct SchemeWorker {
    long long weightTransmissions = 0;      // ops whose weights another worker stores
    int weightStorage = 0;                  // stages computed where their weights are stored
    long long activationTransmissions = 0;  // inputs from other workers, and activations for backwards elsewhere
    int peakActivations = 0;                // in the order of the scheduler's choices
    Time busy = 0;

    friend bool operator==(const SchemeWorker&, const SchemeWorker&) = default;
};

/// A scheme that has run.
///
/// Shapes      workers[W], held[W]; storeWorker[step], indexed like rowOfStep of the timeline's program
/// Invariants  immutable once made
struct SchemeRun {
    std::shared_ptr<const Timeline> timeline;  // with its own starts; a worker that fetches has a fetch lane
    std::shared_ptr<const ProgramLoad> load;   // with the scheme's peaks
    std::vector<SchemeWorker> workers;
    Column<std::uint16_t> storeWorker;
    std::vector<HeldActivations> held;

    /// The memory of its columns, except the timeline's ops and times.
    std::uint64_t bytes() const;
    Time latency() const { return timeline->latestEnd; }
    /// Ops per unit of time and worker; 0 if the latency is 0.
    double throughput() const;
};

/// The times of a scheme's ops if it does not use the workload's times: a forward 1, a backward 2, a hop 0.
Durations unitDurations(int workers);

/// Runs a checked scheme: evaluates its functions for every op, then the list scheduler orders the ops. `durations` has
/// an entry for each worker.
///
/// Shapes  `ran`, if given, follows the number of ops that have run
/// Errors  what placeOps() refuses; a deadlock because of the cap, with the activations of each worker; cancelled()
/// Cost    about 150 ns per op, plus the formulas
/// Thread  any; pure
Result<SchemeRun> runScheme(const Scheme& scheme, const Durations& durations, std::stop_token stop = {},
                            std::atomic<std::size_t>* ran = nullptr);

/// The most memory per op of such a run. It exceeds kBytesPerOp with fetches, which have rows of their own, with a
/// formula for the priority, and with short chains, because batches wait in queues.
std::uint64_t bytesPerOp(const Scheme& scheme);

}  // namespace bubblescope
