#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

#include <vector>

class QPainter;

namespace bubblescope {

/// A highlight in a track, and how it is drawn.
///
/// Shapes  track: its index among the tracks shown; rows: for a Chain or a CriticalPath, from the first to the last,
///         where each waited for the previous one; for Needs, an op, what it needed, what that needed, and so on; for
///         Dependents, an op and then those that need it; for a Circle, ops of which each waits for one that is queued
///         behind the next
struct Highlight {
    enum class As {
        Chain,         // frames around the ops, and a line while each runs and across rows during transfers
        CriticalPath,  // only the line
        Needs,         // dashed arrows
        Dependents,    // lighter dashed arrows
        Circle,        // frames, and bent arrows from each op to the one that blocks it: none of them ran
        Lit,           // frames around ops, and a veil over spans
        Spot,          // a veil over all of the track except these ops and spans
    };
    struct Span {
        LaneId lane;
        Time begin = 0, end = 0;

        friend bool operator==(const Span&, const Span&) = default;
    };

    As as = As::Lit;
    int track = 0;
    std::vector<Row> rows{};
    std::vector<Span> spans{};

    friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// What every picture highlights: cycles of ops that wait for each other, and critical paths if they are wanted.
///
/// Cost  that of finding these
std::vector<Highlight> usualHighlights(const std::vector<TrackData>& shown, const SchemeMarks& wanted);

/// The line of a critical path.
Look criticalLook(const GanttStyle& style);

/// Adds a highlight to a picture, in content coordinates. A transfer is a slanted line as long as its hop or lag; a
/// flat line follows if the op then waits.
///
/// Cost  follows its rows and spans
void addHighlight(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                  const Highlight& highlight);

/// Paints highlights over the picture, whose top is at `scroll`.
void paintHighlights(QPainter& painter, const GanttLayout& layout, double scroll, const std::vector<TrackData>& shown,
                     const std::vector<Highlight>& highlights);

}  // namespace bubblescope
