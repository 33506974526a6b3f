#pragma once

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_items.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

class QPainter;

namespace bubblescope {

/// The chevron that collapses a track; on screens only.
void paintChevron(QPainter& painter, const GanttLayout& layout, int track);
QRectF chevronRect(const GanttLayout& layout, int track);
/// The button at the right end of a title line for alignment with another schedule; on screens only.
void paintAlignGlyph(QPainter& painter, const GanttLayout& layout, int track);
QRectF alignRect(const GanttLayout& layout, int track, double scroll = 0);

/// The largest font for the text of cells of this height; smaller sizes are tried if a text is too wide, down to the
/// least.
double cellFontPixels(const GanttStyle& style, double cellHeight);
double leastCellFontPixels(const GanttStyle& style);
/// Heavier in pictures, whose labels are also read on hatches.
inline QFont::Weight cellWeight(const GanttStyle& style) { return style.onPaper ? QFont::Medium : QFont::Normal; }
/// The text of a cell: a number; for operations preceded by the letter of their direction; for pieces of a microbatch's
/// sequence followed by the number of the piece: "3.1".
struct CellLabelText {
    char16_t letter = 0;
    int number = 0;
    int piece = -1;  // -1: none

    QString text() const;
    friend bool operator==(const CellLabelText&, const CellLabelText&) = default;
};
/// Nullopt if there are no labels.
std::optional<CellLabelText> cellLabel(CellLabel labels, int firstNumber, Op op, int pieces = 1);
/// The label that ops of a kind get if `wanted` is chosen. If stages are wanted, compute ops in a step of several
/// microbatches show their microbatch, as in schedules, and communication shows its layer, bucket or chunk. If
/// microbatches are wanted, all ops in a step of one microbatch show their layer, bucket or chunk.
CellLabel labelsOf(const Program& program, OpKind kind, CellLabel wanted);
/// Whether labels of a kind begin with its sign: without hatches, for kinds of steps that share a colour with others.
bool isLettered(const GanttStyle& style, OpKind kind);
/// The type of a label. Across a room, legibility depends on height, so there digits are narrowed before they are made
/// lower than half of their row, but only so little that they do not look squeezed.
struct LabelType {
    double pixels = 0;
    double narrowing = 1;  // as a share of its usual width

    /// On a screen, whose fonts are whole pixels high.
    LabelType at(double pixelRatio) const { return {std::round(pixels * pixelRatio), narrowing}; }
    friend bool operator==(const LabelType&, const LabelType&) = default;
};
/// The type with which a label fits into a cell, if any; the same for all numbers with the same number of digits.
std::optional<LabelType> fittingType(const GanttStyle& style, double cellHeight, double cellWidth,
                                     const CellLabelText& label);

/// For each kind of op, the space for labels in the narrowest cell; infinite if there is no cell.
using LabelRooms = std::array<double, kOpKinds>;

/// Which part of some rows is considered for their labels.
///
/// Units  `perTime` in pixels per micro-unit
struct LabelView {
    TimeRange range;
    double perTime = 0;
    double apart = 0;                                                 // part of a cell's width that labels cannot use
    double frame = 0;                                                 // in addition, of the half of a fused pair
    std::size_t mostCells = std::numeric_limits<std::size_t>::max();  // per row, if the row has labels at all

    /// The space for the label in a cell of this width.
    double roomOf(Op op, double width) const { return width - apart - (op.isInPair() ? frame : 0); }
};

/// How pictures consider a program's rows when they are shapes: cells lose the gaps between them and the frames of
/// fused pairs, which each half has on one side.
LabelView labelView(const GanttLayout& layout, const Program& program);
/// How far a label of a picture is shifted to the right of its cell's middle, because of that frame.
double labelShift(const GanttStyle& style, Op op);

/// Only cells that are completely visible count: cells cut by the edge of the view and ops without duration do not. No
/// kind has space if a row has more than mostCells.
///
/// Cost  follows the cells of the rows, at most mostCells per row; stops when no kind has space left
LabelRooms labelRooms(const GanttStyle& style, const Timeline& timeline, std::span<const LaneId> lanes,
                      const LabelView& view);

/// The labels of a track's visible rows of equal height. Either all cells of a kind of op have labels or none: they do
/// if the widest label that the kind can have fits into the narrowest of its cells. All labels have one size, the
/// largest at which all such kinds fit, so that ops differ only by the text of their labels; across a room, where size
/// matters, each kind has its own size. A cell cut by the edge of a view has a label if the visible part has space. In
/// steps, whose ops of a kind differ in length (layers and their parts), each cell with enough space has a label.
class RowLabels {
public:
    struct Label {
        CellLabelText text;
        LabelType type;
        double width = 0;
    };

    /// Without any labels.
    RowLabels() = default;
    RowLabels(const GanttStyle& style, double cellHeight, const Program& program, const LabelRooms& rooms);

    /// Whether there are any labels.
    bool any() const { return m_any; }
    /// `room` is the space in its cell, as far as the cell is visible.
    std::optional<Label> of(Op op, double room) const;
    /// The space that a label needs; empty without a label.
    static QSizeF roomOf(const std::optional<Label>& label);

private:
    int m_firstNumber = 0, m_pieces = 1;
    double m_padding = 0;  // around the narrowest labels
    OpKindSet m_lettered = {};
    std::array<CellLabel, kOpKinds> m_labels{};
    std::array<std::optional<LabelType>, kOpKinds> m_types;
    bool m_any = false;
};

/// Removes marks and frames that no cell has space for from the legend of a picture; on screens, the entry of such a
/// mark tells the user to zoom in.
///
/// Cost  follows the width and the rows of the tracks, and only if there are marks or, in pictures, pairs
void checkMarks(GanttLayout& layout, const std::vector<TrackData>& shown);

}  // namespace bubblescope
