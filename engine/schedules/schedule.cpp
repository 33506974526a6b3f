#include "engine/schedules/schedule.h"

namespace bubblescope {

std::span<const ScheduleKind* const> scheduleKinds() {
    static constexpr const ScheduleKind* kKinds[] = {
#define BUBBLESCOPE_SCHEDULE(kind) &kind,
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE
    };
    return kKinds;
}

const ScheduleKind* findScheduleKind(std::string_view id) {
    for (const ScheduleKind* kind : scheduleKinds())
        if (kind->id == id) return kind;
    return nullptr;
}

std::string chunkVariant(int chunks) { return "v = " + std::to_string(chunks); }

}  // namespace bubblescope
