#include "engine/schedules/group_walk.h"

namespace bubblescope {

int groupOf(const ScheduleInput& in) {
    for (const NamedValue& value : in.values)
        if (value.name == kGroupParameter.key) return std::get<int>(value.value.held);
    const int groups = std::max(1, in.microbatches / in.devices);
    return (in.microbatches + groups - 1) / groups;
}

}  // namespace bubblescope
