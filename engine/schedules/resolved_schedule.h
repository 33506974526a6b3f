#pragma once

#include "engine/scenario/scenario.h"
#include "engine/scenario/scheme.h"
#include "engine/schedules/schedule.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One schedule of a scenario with everything filled in.
///
/// Invariants  kind is not null. `workload` includes the schedule's own keys, and has chunks 1 for kinds without
///             chunks. For a scheme its D and MBS are the scheme's workers and batches, and its times are the scheme's;
///             for a step it is the step's pipeline, or one device and one microbatch
struct ResolvedSchedule {
    const ScheduleKind* kind = nullptr;
    Workload workload;
    std::optional<Scheme> scheme;
    std::vector<NamedValue> values = {};  // of the kind's parameters

    ScheduleInput input() const {
        return {workload.devices, workload.microbatches, workload.chunks, {}, {}, values, &workload};
    }
};

}  // namespace bubblescope
