#include "widgets/picture/gantt_instants.h"

#include "widgets/gantt/gantt_cells.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

/// The ends of ops within a range, in order; at most kMostInstants + 1.
std::set<Time> endsWithin(const TimeRange& range, const std::vector<TrackData>& shown) {
    std::set<Time> ends;
    for (const TrackData& one : shown) {
        if (!one.timeline) continue;
        for (const RowRange& lane : one.timeline->program->lanes)
            for (Row row = lane.begin; row < lane.end; ++row) {
                const DrawnTime drawn = drawnTime(*one.timeline, row);
                const auto end = static_cast<double>(drawn.end);
                if (drawn.end == drawn.begin || end <= range.begin || end >= range.end) continue;
                ends.insert(drawn.end);
                if (ends.size() > kMostInstants) return ends;
            }
    }
    return ends;
}

}  // namespace

Result<std::vector<double>> instantsOf(const GanttLayout& layout, const std::vector<TrackData>& shown, Pace pace) {
    const TimeRange range{layout.range.begin, std::min(layout.range.end, layout.until)};
    std::vector<double> instants;
    if (pace == Pace::Even) {
        for (int frame = 1; frame < kFrames; ++frame) instants.push_back(range.begin + range.span() * frame / kFrames);
    } else {
        const std::set<Time> ends = endsWithin(range, shown);
        if (ends.size() >= kMostInstants)
            return Error{Text::tr("ops end at more than %1 times, one page per time: choose fewer "
                                  "schedules or microbatches, or GIF")
                             .arg(kMostInstants - 1)
                             .toStdString(),
                         {}};
        for (const Time end : ends) instants.push_back(static_cast<double>(end));
    }
    instants.push_back(layout.until);
    return instants;
}

}  // namespace bubblescope
