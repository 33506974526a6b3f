#include "engine/run/nearest_fit.h"

#include "engine/schedules/resolve.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

/// What decides whether a schedule has an order, with another value of a key.
bool fits(const ResolvedSchedule& schedule, int ScheduleInput::*size, int value) {
    if (!schedule.kind->fits) return true;
    ScheduleInput input = schedule.input();
    if (size != &ScheduleInput::chunks || schedule.kind->hasChunks) input.*size = value;
    return schedule.kind->fits(input).has_value();
}

}  // namespace

std::vector<int> nearestFits(const Scenario& scenario, std::span<const std::size_t> schedules, std::string_view key) {
    static const std::map<std::string_view, int ScheduleInput::*> kSizes = {
        {"devices", &ScheduleInput::devices},
        {"microbatches", &ScheduleInput::microbatches},
        {"chunks", &ScheduleInput::chunks}};
    const auto size = kSizes.find(key);
    if (size == kSizes.end()) return {};
    const WorkloadKey& number = *findNumberKey(key);
    std::vector<ResolvedSchedule> resolved;
    for (const std::size_t index : schedules) resolved.push_back(resolve(scenario, index));
    const int now = static_cast<int>(number.get(scenario.workload).value_or(1));
    const int reach = 2 * std::max(scenario.workload.devices, kMaxChunks);  // some round of D, some number of chunks
    const auto isWell = [&](int value) {
        if (!std::all_of(resolved.begin(), resolved.end(),
                         [&](const auto& schedule) { return fits(schedule, size->second, value); }))
            return false;
        Scenario tried = scenario;
        number.set(tried.workload, value);
        return checkScenario(tried).has_value();
    };
    std::vector<int> values;
    for (const int step : {-1, 1})
        for (int value = now + step; std::abs(value - now) <= reach && value >= number.least && value <= number.most;
             value += step) {
            if (!isWell(value)) continue;
            values.push_back(value);
            break;
        }
    return values;
}

}  // namespace bubblescope
