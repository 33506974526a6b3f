#pragma once

#include "engine/results/run.h"
#include "engine/scenario/scenario.h"

#include <string_view>

namespace bubblescope {

/// What a lesson points out in the picture of one schedule.
///
/// Shapes  schedule: its place among those shown; rows: ops, of a critical path from the first to the last
struct LessonHighlight {
    struct Span {
        LaneId lane;
        Time begin = 0, end = 0;

        friend bool operator==(const Span&, const Span&) = default;
    };
    std::size_t schedule = 0;
    bool isCriticalPath = false;
    std::vector<Row> rows = {};
    std::vector<Span> spans = {};
};

/// Refuses what findHighlight() could not read, of whatever run.
///
/// Errors  one sentence, without a place
Result<void> checkHighlight(std::string_view text, const Scenario& scenario);

/// Which schedule a highlight is of: that of its "#2:", or the first.
std::size_t scheduleOfHighlight(std::string_view text);

/// Finds in a run what `text` names, where `#2:` before it says that it is of the second schedule:
/// an op as findOpRef() reads it (`2B7`, of steps `AGF2`), `idle` for all idle time, `idle 3` for that of device 3,
/// `idle 3 1` for its first stretch, `device 3` for all that it does, `critical` for the critical path.
///
/// Errors  there is no such op, device or stretch
Result<LessonHighlight> findHighlight(std::string_view text, const Run& run);

}  // namespace bubblescope
