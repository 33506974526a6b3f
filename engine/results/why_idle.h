#pragma once

#include "engine/analysis/explain.h"
#include "engine/results/ram_budget.h"
#include "engine/results/run.h"

#include <span>
#include <vector>

namespace bubblescope {

/// Why a gap is there, other than its place.
enum class IdleCause {
    None,      // the place explains it, or nothing was tried
    Transfer,  // without transfers it is at most half as long
    Uneven,    // with balanced stages it is at most half as long
    Fetch,     // with local weights it is at most half as long
    Order,     // mostly unrelated ops that ran first, and no run with other times shortens it
    Work,      // mostly ops whose results were needed
};

/// Why a gap is there, and what shortens it.
///
/// A cause is named only if a run confirms it: the change that makes the gap shortest, if it removes at least half of
/// it. Otherwise, if the place does not explain it, the larger part of the ops that it waits for; `Order` only if
/// everything could be tried and did not shorten the gap. The same gap in another run is the idle time before the same
/// op, on the lane of the same role; without an op, the time before the lane's first op or after its last.
///
/// Units  the gap in the run with the change, if it is shorter; with more warm-up only if the whole run is, too
struct WhyIdle {
    enum class Trials {
        Awaited,
        Partial,   // a run was refused
        TooLarge,  // there was no memory for a run
        Whole
    };

    IdleReason reason;
    IdleCause cause = IdleCause::None;
    std::optional<Time> withFreeTransfers, withEvenStages, withFreeFetches, withMoreWarmup;
    bool isLessShareWithMore = false;  // doubling microbatches shrinks its share of the total
    Trials trials = Trials::Awaited;   // of all runs above except that with twice the microbatches
};

/// The part that needs no run.
WhyIdle whyIdle(const Run& now, const IdleGap& gap);

/// The same with the results of runs, one after another: with free transfers, balanced stages, free fetches, one more
/// warm-up forward and twice the microbatches. `now` is the present run of `schedules[index]`.
///
/// Errors  a cancelled call returns what it has
/// Cost    at most four runs of the same size, and one of twice the size unless that is very large; each within
///         `memory`, if given
WhyIdle whyIdle(const Scenario& scenario, std::size_t index, const Run& now, const IdleGap& gap,
                std::stop_token stop = {}, SharedMemory* memory = nullptr);
/// The same for many gaps of a run: each other run is made once for all of them.
std::vector<WhyIdle> whyIdle(const Scenario& scenario, std::size_t index, const Run& now, std::span<const IdleGap> gaps,
                             std::stop_token stop = {}, SharedMemory* memory = nullptr);

/// The length of the same gap in another run; nothing if it has none.
std::optional<Time> sameGap(const Run& now, const IdleGap& gap, const Run& other);

}  // namespace bubblescope
