#include "engine/run/nearest_fit.h"

#include "engine/schedules/resolve.h"

#include <algorithm>

namespace bubblescope {

namespace {

bool fit(const Scenario& scenario, std::span<const std::size_t> schedules) {
    return std::all_of(schedules.begin(), schedules.end(), [&](std::size_t index) {
        const ResolvedSchedule schedule = resolve(scenario, index);
        return !schedule.kind->fits || schedule.kind->fits(schedule.input());
    });
}

}  // namespace

std::vector<int> nearestFits(const Scenario& scenario, std::span<const std::size_t> schedules, std::string_view key) {
    const WorkloadKey* const number = findNumberKey(key);
    if (!number || !number->isWhole()) return {};
    const int now = static_cast<int>(number->get(scenario.workload).value_or(1));
    const int reach = 2 * std::max(scenario.workload.devices, kMaxChunks);  // some round of D, some number of chunks
    std::vector<int> values;
    for (const int step : {-1, 1}) {
        Scenario tried = scenario;
        for (int value = now + step; std::abs(value - now) <= reach && value >= number->least && value <= number->most;
             value += step) {
            number->set(tried.workload, value);
            if (!fit(tried, schedules)) continue;
            values.push_back(value);
            break;
        }
    }
    return values;
}

}  // namespace bubblescope
