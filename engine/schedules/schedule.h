#pragma once

#include "engine/program/program.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a schedule orders. Durations are no part of it: an order depends on the shape of the work alone.
///
/// Invariants  all >= 1 and within the limits of scenario.h; chunks is 1 for kinds without chunks
struct ScheduleInput {
    int devices = 1;
    int microbatches = 1;
    int chunks = 1;
    std::stop_token stop = {};
    Progress progress = {};

    /// To be asked before a device's lane is written: false if that is to stop.
    bool goesOnTo(int device) const {
        progress.note(static_cast<std::size_t>(device), static_cast<std::size_t>(devices));
        return !stop.stop_requested();
    }
};

/// Long lanes look at `stop` this often: some 0.1 ms.
inline constexpr int kOpsPerStopCheck = 1 << 16;

/// One kind of schedule: an entry of kinds.def. To add one, write a file that defines such a constant
/// and add its line to the list; nothing else needs an edit.
///
/// Invariants  `id` is forever; `generate` is pure
struct ScheduleKind {
    std::string_view id;
    std::string_view title;
    std::string_view source;  // the paper
    bool hasChunks = false;   // splits a device's layers into v chunks
    bool splitsBackward = false;
    int usualChunks = 1;  // what a new entry starts with
    /// The variant in words for a title: "v = 2", "1 wave"; empty for kinds without chunks.
    std::string (*variant)(int chunks) = nullptr;
    /// The order, or why this shape is refused.
    Result<Program> (*generate)(const ScheduleInput& in) = nullptr;
};

/// Ops of a schedule: 2*D*MBS*v, or 3*D*MBS*v where the backward is split.
constexpr long long opCount(const ScheduleKind& kind, int devices, int microbatches, int chunks) {
    return (kind.splitsBackward ? 3LL : 2LL) * devices * microbatches * chunks;
}

#define BUBBLESCOPE_SCHEDULE(kind) extern const ScheduleKind kind;
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE

/// All kinds, in the order of kinds.def.
std::span<const ScheduleKind* const> scheduleKinds();

/// The kind with this id, or null. Placement schemes (engine/schemes) have such an entry too, so that whoever shows a
/// schedule needs no other; it is no element of scheduleKinds(), and generates nothing.
const ScheduleKind* findScheduleKind(std::string_view id);

/// The variant text of kinds that count chunks: "v = 2".
std::string chunkVariant(int chunks);

}  // namespace bubblescope
