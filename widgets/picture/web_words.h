#pragma once

#include "widgets/inspector/op_text.h"
#include "widgets/picture/gantt_picture_layout.h"

#include <vector>

namespace bubblescope {

/// A gap of a lane in words: its hover card, and why it is there; a wait for a send has no more than the card.
struct WebGap {
    LaneId lane;
    Time begin = 0, end = 0;
    QStringList card;
    OpText text;
};

/// All gaps of a track, as the window shows and explains them after its trial runs, by lane and time.
std::vector<WebGap> webGaps(const Scenario& scenario, std::size_t index, const Run& run, const TrackData& shown,
                            const GanttStyle& style);

}  // namespace bubblescope
