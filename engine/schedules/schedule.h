#pragma once

#include "engine/core/progress.h"
#include "engine/kinds/kind.h"
#include "engine/program/program.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace bubblescope {

struct FoundOrder;

/// The input of a schedule's order. An order depends only on the shape of the work, unless the kind orders by times.
///
/// Invariants  all >= 1 and within the limits of scenario.h; chunks is 1 for kinds without chunks
struct ScheduleInput {
    int devices = 1;
    int microbatches = 1;
    int chunks = 1;
    std::stop_token stop = {};
    Progress progress = {};
    std::span<const NamedValue> values = {};  // of the kind's parameters, by name
    const Workload* workload = nullptr;       // for kinds that order by times; null: all ops take the same time
    /// For kinds that search for their order: called for each order that is the best so far, including the last one.
    const std::function<void(const FoundOrder&)>* onBetter = nullptr;

    /// Call before writing a device's lane: false if the generator should stop.
    bool goesOnTo(int device) const {
        progress.note(static_cast<std::size_t>(device), static_cast<std::size_t>(devices));
        return !stop.stop_requested();
    }
};

/// Long lanes check `stop` this often: about every 0.1 ms.
inline constexpr int kOpsPerStopCheck = 1 << 16;

/// The number of ops of a schedule: 2*D*MBS*v, or 3*D*MBS*v if the backward is split, unless the kind counts its own.
inline long long opCount(const ScheduleKind& kind, const ScheduleInput& in) {
    if (kind.ops) return kind.ops(in);
    return (kind.splitsBackward ? 3LL : 2LL) * in.devices * in.microbatches * in.chunks;
}

#define BUBBLESCOPE_SCHEDULE(kind) extern const ScheduleKind kind;
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE

/// All schedules, in the order of kinds.def.
std::span<const ScheduleKind* const> scheduleKinds();

/// The refusal of kinds that run the microbatches in rounds of D.
Result<void> fitsRounds(const ScheduleInput& in);

/// The order of a kind, or why it has none for this shape.
Result<Program> orderOf(const ScheduleKind& kind, const ScheduleInput& in);

/// The variant text of kinds with a choice of chunks: "v = 2".
std::string chunkVariant(int chunks);

}  // namespace bubblescope
