#include "widgets/picture/web_words.h"

#include "widgets/gantt/gantt_overlay.h"
#include "widgets/picture/exported_page.h"

namespace bubblescope {

namespace {

/// The gaps of a lane, from the first start of the timeline to its last end. A wait for a send is a gap of its own.
void addGaps(std::vector<WebGap>& gaps, const Timeline& timeline, LaneId lane) {
    const RowRange rows = timeline.program->lanes[lane.index()];
    Time at = timeline.earliestStart;
    const auto addUntil = [&](Time next) {
        while (at < next) {
            const auto idle = idleAt(timeline, lane, static_cast<double>(at));
            if (!idle) return;
            gaps.push_back({lane, idle->first, idle->second, {}, {}});
            at = idle->second;
        }
    };
    for (Row row = rows.begin; row < rows.end; ++row) {
        addUntil(timeline.startOf(row));
        at = timeline.end[row];
    }
    addUntil(timeline.latestEnd);
}

/// Sentences about a step need only the gap itself, and no trial runs.
std::vector<WhyIdle> whysOf(const Scenario& scenario, std::size_t index, const Run& run,
                            const std::vector<IdleGap>& gaps) {
    if (!run.step) return whyIdle(scenario, index, run, gaps);
    std::vector<WhyIdle> whys(gaps.size());
    for (std::size_t i = 0; i < gaps.size(); ++i) whys[i].reason.gap = gaps[i];
    return whys;
}

}  // namespace

std::vector<WebGap> webGaps(const Scenario& scenario, std::size_t index, const Run& run, const TrackData& shown,
                            const GanttStyle& style) {
    const Timeline& timeline = *run.timeline;
    std::vector<WebGap> gaps;
    for (LaneId lane(0); lane.index() < timeline.program->lanes.size(); ++lane.value) addGaps(gaps, timeline, lane);
    for (WebGap& gap : gaps) gap.card = factsOf(shown, style, {0, gap.lane, std::nullopt, gap.begin});
    if (opsOf(run.schedule) > kMostExplainedOps) return gaps;
    std::vector<IdleGap> asked;
    std::vector<WebGap*> of;
    for (WebGap& gap : gaps)
        if (const auto idle = gapAt(timeline, gap.lane, gap.begin)) asked.push_back(*idle), of.push_back(&gap);
    const std::vector<WhyIdle> whys = whysOf(scenario, index, run, asked);
    for (std::size_t i = 0; i < of.size(); ++i) of[i]->text = textOfIdle(run, whys[i], style.firstNumber);
    return gaps;
}

}  // namespace bubblescope
