#pragma once

#include "engine/scenario/scenario.h"
#include "engine/schedules/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One schedule of a scenario with everything filled in.
///
/// Invariants  kind is not null; workload holds the schedule's own keys, and chunks 1 for kinds without chunks; of a
///             scheme it holds its workers and batches as D and MBS, and its times; of a step its pipeline, or a
///             device and a microbatch
struct ResolvedSchedule {
    const ScheduleKind* kind = nullptr;
    Workload workload;
    std::string label;
    std::optional<Scheme> scheme;
    std::vector<NamedValue> values = {};  // of the kind's parameters

    ScheduleInput input() const {
        return {workload.devices, workload.microbatches, workload.chunks, {}, {}, values, &workload};
    }
};

}  // namespace bubblescope
