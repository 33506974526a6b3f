#pragma once

#include "engine/core/result.h"
#include "widgets/collectives/slots_layout.h"

#include <vector>

namespace bubblescope {

/// The room of a storyboard, and what its frames need: one step each, of the same ranks.
///
/// Units  pixels; `page` is the height of a page, 0 if pages may have any height
struct StoryRoom {
    double width = 0, page = 0;
    double top = 0, foot = 0;  // above and below the frames
    bool fills = false;        // whether one page has exactly the height of a page
};

/// The frames of a storyboard: rows of frames of one size, and pages of rows. Slots are named beside the first frame of
/// a row, nodes in the first row of a page, unless there is only one.
///
/// Invariants  a last row has more than one frame if that is possible
struct StoryFrames {
    std::vector<std::vector<int>> pages;  // by page, the number of frames in each row
    double height = 0;                    // of all pages
    double rowHeight = 0, namesHeight = 0;
    // By whether the frame is in the first row of its page, and in the first column.
    SlotsLayout layouts[2][2];
    double inner = 0;  // the width of a frame without names of rows

    double leftOf(int column) const;
    /// The top of a row of frames, from the top of the first one.
    double topOf(int row) const;
};

/// The number of frames in each row, with at most `most` per row.
std::vector<int> storyRows(int count, int most);

/// Divides `count` frames. More frames are side by side if they would not fit on a page otherwise, down to a width at
/// which ranks can still be distinguished; then there are several pages.
///
/// Errors  a page that is too low for one row; the field is "height"
Result<StoryFrames> storyFrames(const Playback& drawn, int count, const StoryRoom& room);

/// The same frames on one page of any height.
StoryFrames onOnePage(StoryFrames frames, const StoryRoom& room);

inline constexpr double kStoryGap = 14, kStoryCaption = 24;

}  // namespace bubblescope
