#pragma once

#include "engine/scenario/durations.h"
#include "engine/schemes/placed_ops.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// The rules of a list scheduler, besides the placement.
///
/// Units  fetch in micro-units
struct ListRules {
    const Durations* durations = nullptr;
    Time fetch = 0;
    std::optional<int> activationCap;
    std::stop_token stop = {};
};

/// An op that was chosen, [batch * chain() + step] of PlacedOps, and when it runs.
struct ListChoice {
    std::size_t row = 0;
    Time start = 0, end = 0;
    std::optional<Time> fetchStart;

    friend bool operator==(const ListChoice&, const ListChoice&) = default;
};

/// The list scheduler of model.md §8, one choice at a time. Of the next ops of all batches, the one that can start
/// first runs next; of those that can start at the same time, the one whose frontier node has the smallest priority.
///
/// An op can start when its worker is free, when the previous op of its chain has ended and its result has arrived one
/// hop later, and when its weights, if another worker stores them, have been fetched. With a cap, a forward must also
/// wait while the worker of its backward stores that many activations.
///
/// Ops of one worker that would start at the same time once they are ready share a queue. Ops that fetch are separate
/// from those that do not, and with a cap forwards are separate by the worker of their backward. A tournament over the
/// queues finds the next op.
///
/// Invariants  the choices are those of a plain scan over all batches, to the last bit
/// Cost        proportional to the logarithms of the number of queues and of the batches per queue
class ListScheduler {
public:
    /// `placed` and the durations must outlive it. After a request on the rules' `stop` it has no more choices.
    ListScheduler(const PlacedOps& placed, const ListRules& rules);

    /// The next op; nothing when all have run, or when none can.
    std::optional<ListChoice> next();

    /// Activations that a worker stores, counted in the order of the choices.
    int held(std::size_t worker) const { return m_held[worker]; }
    /// The step of a batch's chain that runs next.
    std::size_t nextStep(std::size_t batch) const { return m_batches[batch].step; }

private:
    struct Batch {
        std::size_t step = 0;
        Time ended = 0;
    };
    struct Worker {
        Time freeAt = 0, fetchedAt = 0;
    };
    /// An op that waits: the smaller `priority` goes first, then the smaller `tie`, which also identifies the batch.
    struct Waiting {
        Time ready;
        std::uint64_t priority, tie;
    };
    /// Ops that start when they are ready, but not before `openAt`.
    struct Queue {
        bool isFetch = false;
        std::int32_t holder = -1;  // the worker whose cap may close the queue: it runs their backwards
        Time openAt = 0;
        std::vector<Waiting> ready;   // heap by priority: ready at openAt
        std::vector<Waiting> future;  // heap by time and priority
    };

    bool fetches(std::size_t row) const { return m_fetch > 0 && m_placed.compute[row] != m_placed.store[row]; }
    std::uint64_t queueCode(std::size_t row) const;
    std::size_t queueOf(std::size_t row) const;
    void makeQueues(const std::stop_token& stop);
    void addBatch(std::size_t batch);
    void open(std::size_t queue, Time at);
    void holdOneMore(std::size_t worker, int more);
    void settle(std::size_t queue);

    const PlacedOps& m_placed;
    const Durations& m_durations;
    Time m_fetch;
    int m_cap;
    std::vector<Batch> m_batches;
    std::vector<Worker> m_workers;
    std::vector<int> m_held;
    std::vector<std::uint64_t> m_codes;  // of the queues, ascending, if the cap splits them
    std::vector<Queue> m_queues;
    std::vector<std::size_t> m_firstQueue;                   // of a worker
    std::vector<std::vector<std::size_t>> m_queuesByHolder;  // the queues that a worker's cap may close
    std::vector<Waiting> m_first;                            // of each queue; its `ready` is when it would start
    std::vector<std::uint32_t> m_winners;                    // tournament: [1] is the first queue of all
};

}  // namespace bubblescope
