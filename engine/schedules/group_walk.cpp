#include "engine/schedules/group_walk.h"

#include <algorithm>

namespace bubblescope {

namespace {

int valueOr(const ScheduleInput& in, const Parameter& parameter, int usual) {
    for (const NamedValue& value : in.values)
        if (value.name == parameter.key) return std::get<int>(value.value.held);
    return usual;
}

}  // namespace

int moreWarmup(const ScheduleInput& in) { return valueOr(in, kWarmupParameter, 0); }

int groupOf(const ScheduleInput& in, int usual) { return valueOr(in, kGroupParameter, usual); }

int usualGroup(int devices, int microbatches) {
    const int groups = std::max(1, microbatches / devices);
    return (microbatches + groups - 1) / groups;
}

}  // namespace bubblescope
