#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

#include <QLineF>

#include <utility>
#include <vector>

namespace bubblescope {

/// Half the height of the tick at the start of a wait, at the usual font size.
inline constexpr double kWaitTick = 2.5;

/// Lines through the rows of a track at a phase boundary.
Look seamLook(const GanttLayout& layout);
void addSeams(DisplayList& list, const GanttLayout& layout, int track);
/// The connections between the rows of ops that run on several lanes at once, for the ops in [first, last): lines
/// through their middles, and before each member that arrived earlier, lines for as long as it waits. All lines are
/// along rows or across them.
///
/// Cost  follows the number of cells that are wide enough to be distinguished; none are tied if there are too many
struct Ties {
    std::vector<QLineF> ties, waits;
};
Ties tiesOf(const GanttLayout& layout, int track, const Timeline& timeline, std::pair<int, int> lanes);
struct TieInks {
    QColor tie, wait;
};
TieInks tieInks(const GanttStyle& style);
void addTies(DisplayList& list, const GanttLayout& layout, int track, const Timeline& timeline,
             std::pair<int, int> lanes);
/// A frame around the rows of each group of workers, with its name beside it.
void addGroups(DisplayList& list, const GanttLayout& layout, int track);

}  // namespace bubblescope
