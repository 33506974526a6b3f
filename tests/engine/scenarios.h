#pragma once

#include "engine/entries/resolve.h"
#include "engine/schemes/scheme.h"

namespace bubblescope::test {

// The scenarios that tests start from.

inline ScheduleEntry entry(const char* kind, std::optional<int> chunks = {}, std::optional<std::string> label = {}) {
    ScheduleEntry made{kind, std::move(label), {}};
    made.own.chunks = chunks;
    return made;
}

/// Gives each entry its place as id, so that scenarios made in the same way have the same entries.
inline Scenario placed(Scenario scenario) {
    int place = 0;
    for (ScheduleEntry& entry : scenario.schedules) entry.id = EntryId(place++);
    return scenario;
}

/// The comparison that the window opens with, in another size.
inline Scenario foundingScenario(int devices = 4, int microbatches = 8, double comm = 4) {
    Scenario scenario;
    scenario.workload.devices = devices;
    scenario.workload.microbatches = microbatches;
    scenario.workload.comm = comm;
    scenario.schedules = foundingSchedules();
    return placed(scenario);
}

/// One schedule on the same workload.
inline Scenario scenarioOf(const char* kind, int devices = 4, int microbatches = 8, double comm = 4, int chunks = 2) {
    Scenario scenario = foundingScenario(devices, microbatches, comm);
    scenario.workload.chunks = chunks;
    scenario.schedules = {entry(kind)};
    return placed(scenario);
}

/// Adds a number that a paper prints for an entry.
inline void publish(Scenario& scenario, int schedule, const char* quantity, const char* printed,
                    const char* source = "a paper") {
    ParameterValue::Object item;
    setNamed(item, "schedule", {schedule});
    setNamed(item, "quantity", {std::string(quantity)});
    setNamed(item, "printed", {std::string(printed)});
    setNamed(item, "source", {std::string(source)});
    scenario.published.push_back({std::move(item)});
}

/// One placement scheme. With only a kind it is as in the notebook: ops take 1 and 2.
inline Scenario scenarioOf(const Scheme& scheme) {
    Scenario scenario;
    scenario.schedules = {entryOf(scheme)};
    return placed(scenario);
}
inline Scenario schemeScenario(const char* kind, int batches = 6, double fetch = 0) {
    Scheme scheme;
    scheme.kind = kind;
    scheme.batches = batches;
    scheme.fetch = fetch;
    return scenarioOf(scheme);
}

}  // namespace bubblescope::test
