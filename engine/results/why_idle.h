#pragma once

#include "engine/analysis/explain.h"
#include "engine/results/ram_budget.h"
#include "engine/results/run.h"

namespace bubblescope {

/// What a gap is there for, beside its place.
enum class IdleCause {
    None,      // its place says it, or nothing was tried
    Transfer,  // without transfers it is half as long, or less
    Uneven,    // with stages of equal length it is
    Fetch,     // with weights at hand it is
    Order,     // for the most part ops that had their turn first, and no run with other times makes it shorter
    Work,      // for the most part ops whose results were needed
};

/// Why a gap is there, and what was found to make it shorter.
///
/// A cause is named only if a run says so: the one that makes the gap shortest, if that takes at least half of it
/// away; else, where no place names it, the larger of the parts that ops are, `Order` only if all that could be tried
/// was, and did not make the gap shorter. The gap of another run is the idle time before the same op, on the lane of
/// the same role; without one it is that before the lane's first op, or after its last.
///
/// Units  the gap of the run with the change, if it is shorter; with more warm-up only if all of the run is, too
struct WhyIdle {
    enum class Trials {
        Awaited,
        Partial,   // a run was refused
        TooLarge,  // there was no memory for one
        Whole
    };

    IdleReason reason;
    IdleCause cause = IdleCause::None;
    std::optional<Time> withFreeTransfers, withEvenStages, withFreeFetches, withMoreWarmup;
    bool isLessShareWithMore = false;  // twice the microbatches make it a smaller share of the whole
    Trials trials = Trials::Awaited;   // of all that is told above but of twice the microbatches
};

/// What needs no run.
WhyIdle whyIdle(const Run& now, const IdleGap& gap);

/// The same with what runs say of it, one after another: with free transfers, even stages, free fetches, one more
/// warm-up forward and twice the microbatches. `now` is the present run of `schedules[index]`.
///
/// Errors  a cancelled call returns what it has
/// Cost    at most four runs of as many ops, and one of twice as many where they are not very many; each within
///         `memory`, if given
WhyIdle whyIdle(const Scenario& scenario, std::size_t index, const Run& now, const IdleGap& gap,
                std::stop_token stop = {}, SharedMemory* memory = nullptr);

/// The length of the same gap in another run; nothing if it has none.
std::optional<Time> sameGap(const Run& now, const IdleGap& gap, const Run& other);

}  // namespace bubblescope
