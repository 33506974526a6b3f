#pragma once

#include "engine/kinds/kind.h"

#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace bubblescope {

struct FoundOrder;

/// What a schedule orders. An order depends on the shape of the work alone, but of kinds that order by times.
///
/// Invariants  all >= 1 and within the limits of scenario.h; chunks is 1 for kinds without chunks
struct ScheduleInput {
    int devices = 1;
    int microbatches = 1;
    int chunks = 1;
    std::stop_token stop = {};
    Progress progress = {};
    std::span<const NamedValue> values = {};  // of the kind's parameters, by name
    const Workload* workload = nullptr;       // for kinds that order by times; null: all ops are alike
    /// Of kinds that seek their order: is told of each that is the best so far, the last one too.
    const std::function<void(const FoundOrder&)>* onBetter = nullptr;

    /// To be asked before a device's lane is written: false if that is to stop.
    bool goesOnTo(int device) const {
        progress.note(static_cast<std::size_t>(device), static_cast<std::size_t>(devices));
        return !stop.stop_requested();
    }
};

/// Long lanes look at `stop` this often: some 0.1 ms.
inline constexpr int kOpsPerStopCheck = 1 << 16;

/// Ops of a schedule: 2*D*MBS*v, or 3*D*MBS*v where the backward is split, unless the kind counts its own.
inline long long opCount(const ScheduleKind& kind, const ScheduleInput& in) {
    if (kind.ops) return kind.ops(in);
    return (kind.splitsBackward ? 3LL : 2LL) * in.devices * in.microbatches * in.chunks;
}

#define BUBBLESCOPE_SCHEDULE(kind) extern const ScheduleKind kind;
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE

/// All schedules, in the order of kinds.def.
std::span<const ScheduleKind* const> scheduleKinds();

/// What kinds refuse that run the microbatches in rounds of D.
Result<void> fitsRounds(const ScheduleInput& in);

/// The order of a kind, or why it has none for this shape.
Result<Program> orderOf(const ScheduleKind& kind, const ScheduleInput& in);

/// The variant text of kinds that count chunks: "v = 2".
std::string chunkVariant(int chunks);

}  // namespace bubblescope
