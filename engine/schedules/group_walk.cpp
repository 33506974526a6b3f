#include "engine/schedules/group_walk.h"

namespace bubblescope {

int groupOf(const ScheduleInput& in, int usual) {
    for (const NamedValue& value : in.values)
        if (value.name == kGroupParameter.key) return std::get<int>(value.value.held);
    return usual;
}

}  // namespace bubblescope
