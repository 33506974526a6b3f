#pragma once

#include "engine/io/scenario_file.h"
#include "tests/widgets/outcomes.h"

// Steps of real models that tests start from.

namespace bubblescope::test {

/// Llama 3 8B on 8 H100: FSDP, and FSDP with twice the sequences per microbatch, which does not fit without recompute.
inline Scenario modelScenario() {
    return *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"},
 "model": {"preset": "llama-3-8b", "recompute": "flash"},
 "mesh": {"fsdp": 8},
 "schedules": [{"step": "fsdp", "label": "one"},
               {"step": "fsdp", "label": "two", "model": {"microbatch": 2}},
               {"step": "fsdp", "label": "full", "model": {"recompute": "full", "microbatch": 2}}]})");
}

/// Gives a step another value under `model`.
inline void setOwnModel(ScheduleEntry& entry, std::string_view key, ParameterValue value) {
    const auto own = valueNamed(entry.values, "model");
    auto model = own ? std::get<ParameterValue::Object>(own->held) : ParameterValue::Object();
    setNamed(model, key, std::move(value));
    setNamed(entry.values, "model", {std::move(model)});
}

}  // namespace bubblescope::test
