#include "engine/schedules/group_walk.h"

#include <algorithm>

namespace bubblescope {

int groupOf(const ScheduleInput& in, int usual) {
    for (const NamedValue& value : in.values)
        if (value.name == kGroupParameter.key) return std::get<int>(value.value.held);
    return usual;
}

int usualGroup(int devices, int microbatches) {
    const int groups = std::max(1, microbatches / devices);
    return (microbatches + groups - 1) / groups;
}

}  // namespace bubblescope
