#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// A bracket, an arrow or a text of a picture, with its place.
///
/// Shapes  the lanes and times are those of the ops that the note is attached to; words has one entry per line once the
///         note is placed; line is the row of its last line of text above the rows, counted from the lowest, which is 0
/// Units   micro-units; textX (the middle of the text) and lineX (where a line leads down from it) are in the layout's
///         pixels
struct PlacedNote {
    PictureNote::Kind kind = PictureNote::Kind::Note;
    int track = 0;
    LaneId fromLane, toLane;
    Time fromBegin = 0, fromEnd = 0, toBegin = 0, toEnd = 0;
    QStringList words;
    QString source;  // the note as written in the style
    int line = 0;
    double textX = 0, lineX = 0;

    /// Whether a line connects the text with its op or its arrow.
    bool hasLine() const { return kind != PictureNote::Kind::Bracket && !words.isEmpty(); }
};

/// What a picture points out: highlighted ops and dimmed ops, by track and in order, its notes, and the highlights of
/// the screen.
struct PointedOut {
    std::vector<std::vector<Row>> highlighted, dimmed;
    std::vector<Highlight> seen;
    std::vector<PlacedNote> notes;
    std::vector<int> linesAbove;  // how many lines the notes need above the rows of each track
};

/// Finds what the options name in the tracks that are drawn, which are the schedules that `options` selects.
///
/// Errors  ops that do not exist, reported at "highlight", "dim" or "notes"
/// Cost    follows the number of ops, once per name
Result<PointedOut> pointedOutOf(const std::vector<TrackData>& shown, const PictureOptions& options);

/// Assigns the notes their lines above the rows, by the widths of their texts.
///
/// Errors  a note at a time that the layout does not show
Result<void> placeNotes(PointedOut& pointedOut, const GanttLayout& layout, const std::vector<TrackData>& shown);

/// Adds frames and notes in content coordinates, over what is drawn there. If the layout's time ends, only what has
/// begun is included. Dimmed ops are drawn by addDimmed().
void addPointedOut(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                   const PointedOut& pointedOut);

}  // namespace bubblescope
