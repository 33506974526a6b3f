#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

#include <vector>

class QPainter;

namespace bubblescope {

/// What is pointed out in a track, and how that is drawn.
///
/// Shapes  track: its place among those that are shown;
///         rows: of a Chain or a CriticalPath from the first to the last, each waited for the one before it; of Needs
///         an op, what it needed, what that needed, ..., of Dependents an op, and then those that need it; of a Circle
///         ops each of which waits for one behind the next
struct Highlight {
    enum class As {
        Chain,         // the ops framed, and a line below them while each runs, across rows while things are on the way
        CriticalPath,  // the line alone
        Needs,         // dashed arrows
        Dependents,    // lighter ones
        Circle,        // frames, and bent arrows from each to what stands in its way: none of them ran
        Lit,           // frames around ops, and a veil over spans
        Spot,          // a veil over all of the track but these ops and spans
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

/// What every picture points out: the ops that wait for each other, where some do, and critical paths where they are
/// wanted.
///
/// Cost  that of finding these
std::vector<Highlight> usualHighlights(const std::vector<TrackData>& shown, const SchemeMarks& wanted);

/// The line of a critical path.
Look criticalLook(const GanttStyle& style);

/// Adds it to a picture, in content coordinates. A transfer is a slanted line as long as its hop or lag; a flat one
/// follows where the op then waits.
///
/// Cost  follows its rows and spans
void addHighlight(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                  const Highlight& highlight);

/// The same over what is drawn, where the top of the picture is at `scroll`.
void paintHighlights(QPainter& painter, const GanttLayout& layout, double scroll, const std::vector<TrackData>& shown,
                     const std::vector<Highlight>& highlights);

}  // namespace bubblescope
