#pragma once

#include "engine/style/note.h"
#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/gantt/gantt_overlay.h"

namespace bubblescope {

/// What someone points out in stacked Gantts: highlighted and dimmed ops and notes, by name, as a style contains them.
struct Annotations {
    std::vector<OpRef> highlighted, dimmed;
    std::vector<PictureNote> notes;

    bool isEmpty() const { return highlighted.empty() && dimmed.empty() && notes.empty(); }
    friend bool operator==(const Annotations&, const Annotations&) = default;
};

/// A bracket, an arrow or a text of a picture, with its place.
///
/// Shapes  index: among the annotations' notes; the lanes and times are those of the ops that the note is attached to;
///         words has one entry per line once the note is placed; line is the row of its last line of text above the
///         rows, counted from the lowest, which is 0
/// Units   micro-units; textX (the middle of the text) and lineX (where a line leads down from it) are in the layout's
///         pixels, and have no meaning for a text with a place of its own
struct PlacedNote {
    PictureNote::Kind kind = PictureNote::Kind::Note;
    std::size_t index = 0;
    int track = 0;
    LaneId fromLane, toLane;
    Time fromBegin = 0, fromEnd = 0, toBegin = 0, toEnd = 0;
    QStringList words;
    QString source;               // the note as written in the style
    std::optional<TextPlace> at;  // the place of its text, if someone chose it
    int line = 0;
    double textX = 0, lineX = 0;

    /// Whether a line leads down from its text to its op or its arrow.
    bool hasLine() const { return kind != PictureNote::Kind::Bracket && !words.isEmpty() && !at; }
};

/// What annotations stand for in the tracks shown: rows by track and in order, and notes.
struct PointedOut {
    std::vector<std::vector<Row>> highlighted, dimmed;
    std::vector<PlacedNote> notes;
    std::vector<int> linesAbove;  // how many lines the notes need above the rows of each track
};

/// Finds what annotations name in the tracks shown. `schedules` are the indices of the schedules that the tracks show,
/// by which names such as "#2:0F0" go; empty: each track shows the schedule with its own index. Errors quote names as
/// `told` numbers them.
///
/// Errors  ops that do not exist, reported at "highlight", "dim" or "notes"
/// Cost    follows the number of ops, once per name
Result<PointedOut> pointedOutOf(const std::vector<TrackData>& shown, const Annotations& annotations,
                                const std::vector<int>& schedules, const Numbering& told = {});

/// The same without what these tracks do not have.
PointedOut foundOf(const std::vector<TrackData>& shown, const Annotations& annotations,
                   const std::vector<int>& schedules);

/// What an annotation at a place of a Gantt is attached to, and what the picture calls this place.
///
/// Shapes  at: an op by its name if no other op there has it, else a device and the middle of the time; begin, end: the
///         ends of a bracket, which are equal for an op with a name
struct NoteTarget {
    int track = 0;
    NoteAnchor at, begin, end;
    std::optional<OpRef> op;  // the name of the op, which others may share; nothing for a gap
    Time start = 0, stop = 0;
    QString name;

    /// A target is the time of a gap or a measurement, which a bracket spans by itself.
    bool isSpan() const { return !op; }
};
/// The target for a pick.
NoteTarget noteTargetOf(const std::vector<TrackData>& shown, const std::vector<int>& schedules, int firstNumber,
                        const GanttPick& pick);
/// The target for a time span of a row.
NoteTarget noteTargetOf(const std::vector<TrackData>& shown, const std::vector<int>& schedules, int track,
                        WorkerId worker, const TimeRange& span);

/// Assigns the notes their lines above the rows, by the widths of their texts. Texts with a place of their own have
/// none; if they are above the rows, there is space for them.
///
/// Errors  a note at a time that the layout does not show
Result<void> placeNotes(PointedOut& pointedOut, const GanttLayout& layout, const std::vector<TrackData>& shown);

/// The text of a placed note, in content coordinates; empty if it has none.
QRectF noteTextRect(const GanttLayout& layout, const PlacedNote& note);
/// The place that its text has, or would have if its middle were moved by `by` pixels of the layout.
TextPlace textPlaceOf(const GanttLayout& layout, const PlacedNote& note, const QPointF& by = {});

/// Adds frames and notes in content coordinates, over what is drawn there. If the layout's time ends, only what has
/// begun is included. Dimmed ops are drawn by addVeils() or with their cells.
void addPointedOut(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                   const PointedOut& pointedOut);

/// Adds veils over dimmed ops.
void addVeils(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
              const PointedOut& pointedOut);
/// The colour of a veil.
QColor veilColor(const GanttStyle& style);

}  // namespace bubblescope
