#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

#include <QLineF>

#include <utility>
#include <vector>

namespace bubblescope {

/// Half of what stands at the begin of a wait, at the usual font size.
inline constexpr double kWaitTick = 2.5;

/// Lines through the rows of a track where one part of a run ends.
Look seamLook(const GanttLayout& layout);
void addSeams(DisplayList& list, const GanttLayout& layout, int track);
/// What ties the rows of ops that run on several lanes at once, of those in [first, last): lines through their middles,
/// and before each member that was there earlier lines for as long as it waits. All lie along rows or across them.
///
/// Cost  follows the cells that are wide enough to be told apart; none are tied where there are too many
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
/// A frame around the rows of each group of workers, and its name before them.
void addGroups(DisplayList& list, const GanttLayout& layout, int track);

}  // namespace bubblescope
