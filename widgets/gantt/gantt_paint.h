#pragma once

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_items.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

class QPainter;

namespace bubblescope {

/// The chevron that collapses a track; screens only.
void paintChevron(QPainter& painter, const GanttLayout& layout, int track);
QRectF chevronRect(const GanttLayout& layout, int track);
/// The glyph at the right end of a title line that asks for a schedule to align with; screens only.
void paintAlignGlyph(QPainter& painter, const GanttLayout& layout, int track);
QRectF alignRect(const GanttLayout& layout, int track, double scroll = 0);

/// The largest font for the text of cells this high; sizes below it are tried where a text is too wide.
double cellFontPixels(const GanttStyle& style, double cellHeight);
double leastCellFontPixels(const GanttStyle& style);
/// A figure's are read on hatches, too.
inline QFont::Weight cellWeight(const GanttStyle& style) { return style.onPaper ? QFont::Medium : QFont::Normal; }
/// What a cell says: a number, of operations behind the letter of their direction, of pieces of a microbatch's sequence
/// before that of the piece: "3.1".
struct CellLabelText {
    char16_t letter = 0;
    int number = 0;
    int piece = -1;  // none

    QString text() const;
    friend bool operator==(const CellLabelText&, const CellLabelText&) = default;
};
/// Nothing where there are no labels.
std::optional<CellLabelText> cellLabel(CellLabel labels, int firstNumber, Op op, int pieces = 1);
/// What the ops of a kind are told by where stages are wanted: in a step of several microbatches what it computes is
/// told by these, as in schedules; what it sends by its layer, bucket or chunk. In a step of one microbatch all are
/// told by these where microbatches are wanted.
CellLabel labelsOf(const Program& program, OpKind kind, CellLabel wanted);
/// The type of a label. Across a room it is height that is read, so there digits are narrowed rather than made lower
/// than half of their row, as far as their shape allows.
struct LabelType {
    double pixels = 0;
    double narrowing = 1;  // the share of its usual width

    /// On a screen, whose fonts are whole pixels high.
    LabelType at(double pixelRatio) const { return {std::round(pixels * pixelRatio), narrowing}; }
    friend bool operator==(const LabelType&, const LabelType&) = default;
};
/// The type in which a label fits into a cell, if any: the same for all numbers of as many digits.
std::optional<LabelType> fittingType(const GanttStyle& style, double cellHeight, double cellWidth,
                                     const CellLabelText& label);

/// By kind of op, the room for labels in the narrowest cell; without end where there is none.
using LabelRooms = std::array<double, kOpKinds>;

/// What of some rows is looked at for their labels.
///
/// Units  `perTime` in pixels a micro-unit
struct LabelView {
    TimeRange range;
    double perTime = 0;
    double apart = 0;                                                 // of a cell's width, which is no room
    std::size_t mostCells = std::numeric_limits<std::size_t>::max();  // of a row that has labels at all
};

/// How a figure looks at a program's rows, in all formats alike: what its cells leave free are the gaps between them
/// and the frames around two that run as one, each half of which has it at one side.
LabelView labelView(const GanttLayout& layout, const Program& program);
/// How far right of its cell's middle a label of a figure stands: beside that frame.
double labelShift(const GanttStyle& style, Op op);

/// Of the cells that are seen whole: those that the edge of the view cuts, and those of ops that take no time, do not
/// count. None has room where a row has more than mostCells.
///
/// Cost  follows the cells of the rows, at most mostCells each; none are looked at when no kind is left with room
LabelRooms labelRooms(const GanttStyle& style, const Timeline& timeline, std::span<const LaneId> lanes,
                      const LabelView& view);

/// The labels of the rows of a track that are on screen and equally high. All cells of a kind of op have one, or none:
/// they do where the widest label that the kind can have fits into the narrowest of its cells. All are of one size,
/// the largest at which those of all such kinds fit, so that ops are told apart by what labels say alone; across a
/// room, where size is what matters, each kind has its own. What the edge of a view cuts off a cell has a label where
/// what is seen of it has room; of steps, whose ops of a kind differ, as layers and the parts of one do, each cell that
/// has room.
class RowLabels {
public:
    struct Label {
        CellLabelText text;
        LabelType type;
        double width = 0;
    };

    /// Without any.
    RowLabels() = default;
    RowLabels(const GanttStyle& style, double cellHeight, const Program& program, const LabelRooms& rooms);

    /// Whether there are any.
    bool any() const { return m_any; }
    /// `room` is that of its cell, as far as it is seen.
    std::optional<Label> of(Op op, double room) const;
    /// The room that a label takes, none without one.
    static QSizeF roomOf(const std::optional<Label>& label);

private:
    int m_firstNumber = 0, m_pieces = 1;
    std::array<CellLabel, kOpKinds> m_labels{};
    std::array<std::optional<LabelType>, kOpKinds> m_types;
    bool m_any = false;
};

/// Marks and frames that no cell has room for are no part of the legend of a figure; of marks, on screens it says what
/// to do to see them.
///
/// Cost  follows the width and the rows of the tracks, and only where there are marks or, in figures, pairs
void checkMarks(GanttLayout& layout, const std::vector<TrackData>& shown);

}  // namespace bubblescope
