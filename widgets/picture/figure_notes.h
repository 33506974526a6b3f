#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// A bracket, an arrow or words of a figure, where they stand.
///
/// Shapes  lanes and times of the ops that they hold on to; words: a line each once it is placed; line: of those above
///         the rows that of the last words, the lowest 0
/// Units   micro-units; textX, the middle of the words, and lineX, where a line goes down from them, in the layout's
///         pixels
struct PlacedNote {
    FigureNote::Kind kind = FigureNote::Kind::Note;
    int track = 0;
    LaneId fromLane, toLane;
    Time fromBegin = 0, fromEnd = 0, toBegin = 0, toEnd = 0;
    QStringList words;
    QString source;  // the note, as it is written
    int line = 0;
    double textX = 0, lineX = 0;

    /// To its op, or its arrow.
    bool hasLine() const { return kind != FigureNote::Kind::Bracket && !words.isEmpty(); }
};

/// What a figure points out: ops that are framed and ops that stand back, by track and in order, its notes, and what a
/// screen does.
struct PointedOut {
    std::vector<std::vector<Row>> highlighted, dimmed;
    std::vector<Highlight> seen;
    std::vector<PlacedNote> notes;
    std::vector<int> linesAbove;  // that the notes need above the rows of each track
};

/// Finds what the options name in the tracks that are drawn, of a scenario's schedules those that `options` chooses.
///
/// Errors  ops that are not there, placed at "highlight", "dim" or "notes"
/// Cost    follows the number of ops, once a name
Result<PointedOut> pointedOutOf(const std::vector<TrackData>& shown, const PictureOptions& options);

/// Gives the notes their lines above the rows, by the widths of their words.
///
/// Errors  one whose time the layout does not show
Result<void> placeNotes(PointedOut& pointedOut, const GanttLayout& layout, const std::vector<TrackData>& shown);

/// Adds frames and notes, in content coordinates, over what is drawn there; of what has begun where the layout's time
/// ends. Ops that stand back are drawn so.
void addPointedOut(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                   const PointedOut& pointedOut);

}  // namespace bubblescope
