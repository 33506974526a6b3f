#include "engine/results/nearest_fits.h"

#include "engine/entries/resolve.h"

#include <algorithm>
#include <array>

namespace bubblescope {

std::vector<int> nearestFits(const Scenario& scenario, std::span<const std::size_t> schedules, std::string_view key) {
    const WorkloadKey* const number = findNumberKey(key);
    if (!number || !number->isWhole()) return {};
    const int now = static_cast<int>(number->get(scenario.workload).value_or(1));
    // Far enough to reach the next multiple of D, and a number of chunks of each kind.
    const int reach = 2 * std::max(scenario.workload.devices, kMaxChunks);
    Scenario tried = scenario;
    // A matrix takes long to check, and no order depends on it.
    if (key != "devices") tried.workload.comm = largest(tried.workload.comm);
    const auto isWell = [&](int value) {
        number->set(tried.workload, value);
        return checkScenario(tried) && std::all_of(schedules.begin(), schedules.end(), [&](std::size_t index) {
                   return checkOrder(resolve(tried, index), tried.schedules[index]).has_value();
               });
    };
    std::vector<int> values;
    for (const int step : {-1, 1})
        for (int value = now + step; std::abs(value - now) <= reach && value >= number->least && value <= number->most;
             value += step) {
            if (!isWell(value)) continue;
            values.push_back(value);
            break;
        }
    return values;
}

std::vector<int> nearestFits(const Scenario& scenario, std::size_t index, const Error& refusal) {
    const std::string key = keyOf(refusal.field);
    const ScheduleKind* const kind = kindOf(scenario.schedules[index]);
    if (key == "chunks" && !kind->hasChunks) return {};
    // The workload as the schedule sees it, with its own keys applied.
    Scenario alone{
        {}, patched(scenario.workload, scenario.schedules[index].own), {scenario.schedules[index]}, scenario.training};
    alone.schedules[0].own = {};
    if (!checkScenario(alone)) return {};
    return nearestFits(alone, std::array{std::size_t{0}}, key);
}

std::string refusalText(const Scenario& scenario, std::size_t index, const Error& refusal) {
    const std::vector<int> nearest = nearestFits(scenario, index, refusal);
    if (nearest.empty()) return refusal.message;
    return refusal.message + (nearest.size() == 1
                                  ? "; nearest: " + std::to_string(nearest[0])
                                  : "; nearest: " + std::to_string(nearest[0]) + " and " + std::to_string(nearest[1]));
}

std::string keyOf(const std::string& field) {
    const auto dot = field.find('.');
    return dot == std::string::npos ? std::string() : field.substr(dot + 1, field.find('[', dot) - dot - 1);
}

}  // namespace bubblescope
