#pragma once

#include "engine/run/memory.h"
#include "engine/run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One change to a schedule's workload, or to a scheme, that makes it faster, from a real run.
///
/// Units       totalTime in the user's unit, of one microbatch where the note says "each"; relative as a share
///             of the present time
/// Invariants  relative < 0
struct Advice {
    std::string change;  // "T_C = 0", "split backward", "24 batches"
    double totalTime = 0;
    double relative = 0;
    std::string note;  // empty, "each", or the schedule that does it

    friend bool operator==(const Advice&, const Advice&) = default;
};

/// A change whose run would have more ops is usually left out: advice is no reason to fill the memory.
inline constexpr long long kMaxAdviceOps = 20'000'000;

/// What would help `schedules[index]`, the largest gain first: free communication, twice the microbatches, a
/// split backward, no recomputation, equal first and last devices, twice the chunks; of a placement scheme twice the
/// batches, no fetches, no cap, the other priority, and of its times those that it uses. Only those that apply, that
/// are not refused, of no more than `maxOps` ops and within `memory`, if given, and that help. `now` is its present
/// run.
///
/// Errors  a cancelled call returns nothing
/// Cost    one run for each change
std::vector<Advice> advise(const Scenario& scenario, std::size_t index, const Run& now, std::stop_token stop = {},
                           long long maxOps = kMaxAdviceOps, SharedMemory* memory = nullptr);

/// Which schedule is the fastest per microbatch.
///
/// Shapes      indexes into the runs that were compared
/// Invariants  fastest is empty only if nothing ran; ties are exact
struct Verdict {
    std::vector<std::size_t> fastest;
    std::optional<std::size_t> next;  // the fastest of the others
    double lessThanNext = 0;          // 0.05: takes 5 % less time
    double overBound = 0;             // the winner's distance from its own bound, the least of tied winners
    bool perMicrobatch = false;       // the schedules run different numbers of microbatches

    friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Compares runs; null where a schedule was refused.
Verdict judge(const std::vector<std::shared_ptr<const Run>>& runs);

}  // namespace bubblescope
