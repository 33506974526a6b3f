// A number of one schedule, `schedules[1].group_size`: a parameter or a size of a placement scheme, or a workload key
// that the schedule then overrides.

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "engine/study/scenario_path.h"

#include <charconv>

namespace bubblescope {

namespace {

constexpr std::string_view kSchedules = "schedules[";

std::string scheduleText(std::size_t schedule, std::string_view number) {
    return std::string(kSchedules) + std::to_string(schedule) + "]." + std::string(number);
}

bool readScheduleNumber(ScenarioPath& path) {
    const std::string_view text = path.text;
    if (!text.starts_with(kSchedules)) return false;
    const char* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data() + kSchedules.size(), end, path.index);
    const std::string_view rest(after, static_cast<std::size_t>(end - after));
    if (error != std::errc() || !rest.starts_with("].")) return false;
    path.key = std::string(rest.substr(2));
    path.text = scheduleText(path.index, path.key);  // "schedules[01]" is the same schedule
    return true;
}

ScheduleEntry withNumber(ScheduleEntry entry, std::string_view name, double value) {
    if (entry.family != Family::Scheme) {
        Workload one;
        findNumberKey(name)->set(one, value);
        forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto own) {
            if (key.key == name) entry.own.*own = one.*member;
        });
    } else if (name == kFetch) {
        editScheme(entry, [&](Scheme& scheme) { scheme.fetch = value; });
    } else if (name == kActivationCap) {
        setNamed(entry.values, name, {static_cast<int>(value)});
    } else {
        setScheme(entry, withNumber(schemeOf(entry), name, static_cast<int>(value)));
    }
    return entry;
}

std::optional<double> scheduleNumberAt(const Scenario& scenario, const ScenarioPath& path) {
    const ScheduleEntry& entry = scenario.schedules[path.index];
    if (entry.family == Family::Scheme) {
        const Scheme scheme = schemeOf(entry);
        if (path.key == kFetch) return scheme.fetch;
        if (path.key == kActivationCap) return scheme.activationCap;
        return numberOf(scheme, path.key);
    }
    return findNumberKey(path.key)->get(patched(scenario.workload, entry.own));
}

}  // namespace

const PathKind kSchedulePath{
    .read = readScheduleNumber,
    .isWhole =
        [](const ScenarioPath& path) {
            const WorkloadKey* const key = findNumberKey(path.key);
            return key ? key->isWhole() : path.key != kFetch;
        },
    .title = [](const ScenarioPath& path) { return path.key; },
    .get = scheduleNumberAt,
    .set =
        [](Scenario scenario, const ScenarioPath& path, double x, bool) {
            ScheduleEntry& entry = scenario.schedules[path.index];
            // A number that is left to the kind's default stays unset.
            if (entry.family != Family::Scheme || scheduleNumberAt(scenario, path) != x)
                entry = withNumber(std::move(entry), path.key, x);
            return scenario;
        },
    .vary = [](Scenario& alone, const ScenarioPath& path,
               double x) { alone.schedules.front() = withNumber(std::move(alone.schedules.front()), path.key, x); },
};

ScenarioPath pathOfSchedule(std::size_t schedule, std::string_view number) { return scheduleText(schedule, number); }

}  // namespace bubblescope
