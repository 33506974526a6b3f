#include "engine/schedules/schedule.h"

namespace bubblescope {

std::span<const ScheduleKind* const> scheduleKinds() {
    static constexpr const ScheduleKind* kSchedules[] = {
#define BUBBLESCOPE_SCHEDULE(kind) &kind,
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE
    };
    return kSchedules;
}

std::string chunkVariant(int chunks) { return "v = " + std::to_string(chunks); }

Result<void> fitsRounds(const ScheduleInput& in) {
    if (in.microbatches % in.devices == 0) return {};
    return Error{"needs a multiple of " + std::to_string(in.devices) + " microbatches, one per device, has " +
                     std::to_string(in.microbatches),
                 "microbatches"};
}

Result<Program> orderOf(const ScheduleKind& kind, const ScheduleInput& in) {
    if (kind.fits)
        if (auto ok = kind.fits(in); !ok) return ok.error();
    return kind.generate(in);
}

}  // namespace bubblescope
