#pragma once

#include "engine/scenario/durations.h"
#include "engine/schemes/placed_ops.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// What a list scheduler goes by beside the placement.
///
/// Units  fetch in micro-units
struct ListRules {
    const Durations* durations = nullptr;
    Time fetch = 0;
    std::optional<int> activationCap;
    std::stop_token stop = {};
};

/// An op that was chosen: [batch * chain() + step] of PlacedOps, and when it runs.
struct ListChoice {
    std::size_t row = 0;
    Time start = 0, end = 0;
    std::optional<Time> fetchStart;

    friend bool operator==(const ListChoice&, const ListChoice&) = default;
};

/// The list scheduler of model.md §8, a choice at a time: of the next ops of all batches the one that can start first
/// runs next, and of those that start together the one whose frontier node has the smallest priority.
///
/// An op can start when its worker is free, the op before it has ended and its result, a hop later, is there, and its
/// weights, if another worker stores them, have been fetched. With a cap a forward must wait while the worker of its
/// backward holds that many activations.
///
/// Ops of one worker that may start at the same time if they are ready stand in one queue: those that fetch apart from
/// those that do not, and forwards with a cap by the worker of their backward. A tournament over the queues finds the
/// next.
///
/// Invariants  the choices are those of a plain scan over all batches, to the last bit
/// Cost        follows the logarithms of queues and of batches a queue
class ListScheduler {
public:
    /// `placed` and the durations outlive it. After a request on the rules' `stop` it has no choices.
    ListScheduler(const PlacedOps& placed, const ListRules& rules);

    /// The next op; nothing when all have run, or when none may.
    std::optional<ListChoice> next();

    /// Activations that a worker holds, counted in the order of the choices.
    int held(std::size_t worker) const { return m_held[worker]; }
    /// The step of a batch's chain that is to run next.
    std::size_t nextStep(std::size_t batch) const { return m_batches[batch].step; }

private:
    struct Batch {
        std::size_t step = 0;
        Time ended = 0;
    };
    struct Worker {
        Time freeAt = 0, fetchedAt = 0;
    };
    /// Whom of two ops to take first: by `priority`, then by `tie`, which also tells the batch.
    struct Waiting {
        Time ready;
        std::uint64_t priority, tie;
    };
    /// Ops that start when they are ready, but not before `openAt`.
    struct Queue {
        bool isFetch = false;
        std::int32_t holder = -1;  // of what their backwards free, if the cap may close the queue
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
    std::vector<std::uint64_t> m_codes;  // of the queues, ascending, where the cap makes more of them
    std::vector<Queue> m_queues;
    std::vector<std::size_t> m_firstQueue;                   // of a worker
    std::vector<std::vector<std::size_t>> m_queuesByHolder;  // which the cap may close
    std::vector<Waiting> m_first;                            // of each queue; its `ready` is when it would start
    std::vector<std::uint32_t> m_winners;                    // tournament: [1] is the first queue of all
};

}  // namespace bubblescope
