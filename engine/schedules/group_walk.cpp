#include "engine/schedules/group_walk.h"

namespace bubblescope {

namespace {

std::optional<int> givenGroup(const ScheduleInput& in) {
    for (const NamedValue& value : in.values)
        if (value.name == kGroupParameter.key) return std::get<int>(value.value.held);
    return std::nullopt;
}

}  // namespace

int groupOf(const ScheduleInput& in) { return givenGroup(in).value_or(in.devices); }

Result<void> fitsGroups(const ScheduleInput& in) { return givenGroup(in) ? Result<void>() : fitsRounds(in); }

}  // namespace bubblescope
