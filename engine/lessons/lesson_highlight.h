#pragma once

#include "engine/results/run.h"
#include "engine/scenario/scenario.h"

#include <string_view>

namespace bubblescope {

/// What a lesson highlights in the picture of one schedule.
///
/// Shapes  schedule: its index among those shown; rows: ops, of a critical path in order of time
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

/// Refuses a text that findHighlight() cannot read, whatever the run.
///
/// Errors  one sentence, without a place
Result<void> checkHighlight(std::string_view text, const Scenario& scenario);

/// The schedule that a highlight refers to: that of its "#2:", or the first.
std::size_t scheduleOfHighlight(std::string_view text);

/// Finds in a run what `text` names, optionally after `#2:` for the second schedule: an op as read by opRefIn() (`2B7`,
/// in steps `AGF2`), `idle` for all idle time, `idle 3` for that of device 3, `idle 3 1` for its first gap, `device 3`
/// for its whole row, `critical` for the critical path.
///
/// Errors  there is no such op, device or gap
Result<LessonHighlight> findHighlight(std::string_view text, const Run& run);

}  // namespace bubblescope
