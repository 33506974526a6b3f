#pragma once

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/lane_coverage.h"
#include "widgets/gantt/scheme_marks.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <unordered_map>

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
/// What a cell says: a number, of operations behind the letter of their direction.
struct CellLabelText {
    char16_t letter = 0;
    int number = 0;

    QString text() const;
    friend bool operator==(const CellLabelText&, const CellLabelText&) = default;
};
/// None where the style has no labels.
std::optional<CellLabelText> cellLabel(const GanttStyle& style, Op op);
/// The size at which a label fits into a cell, if any: the same for all numbers of as many digits.
std::optional<double> fittingFontPixels(const GanttStyle& style, double cellHeight, double cellWidth,
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

/// Of the cells that are seen whole: those that the edge of the view cuts, and those of ops that take no time, do not
/// count. None has room where a row has more than mostCells.
///
/// Cost  follows the cells of the rows, at most mostCells each; none are looked at when no kind is left with room
LabelRooms labelRooms(const GanttStyle& style, const Timeline& timeline, std::span<const LaneId> lanes,
                      const LabelView& view);

/// The labels of the rows of a track that are on screen and equally high. All cells of a kind of op have one, or none:
/// they do where the widest label that the kind can have fits into the narrowest of its cells. All are of one size,
/// the largest at which those of all such kinds fit, so that ops are told apart by what labels say alone. What the edge
/// of a view cuts off a cell has a label where what is seen of it has room.
class RowLabels {
public:
    struct Label {
        CellLabelText text;
        double pixels = 0;
        double width = 0;
    };

    /// Without any.
    RowLabels() = default;
    RowLabels(const GanttStyle& style, double cellHeight, const Program& program, const LabelRooms& rooms);

    /// Whether there are any.
    bool any() const { return m_pixels > 0; }
    /// `room` is that of its cell, as far as it is seen.
    std::optional<Label> of(Op op, double room) const;
    /// The room that a label takes, none without one.
    static QSizeF roomOf(const std::optional<Label>& label);

private:
    GanttStyle m_style;
    std::array<bool, kOpKinds> m_has{};
    double m_pixels = 0;
};

/// Marks that no cell has room for are no part of the legend of a figure; on screens it says what to do to see them.
///
/// Cost  follows the width and the rows of the tracks, and only where marks are asked for
void checkMarks(GanttLayout& layout, const std::vector<Shown>& shown);

/// Draws stacked Gantts as pixels. One way at every zoom: each pixel column of a lane gets the exact share of
/// every colour and of idle time; cells of some width are then moved to whole pixels and set apart by a line
/// that grows with their width, so zooming shows no switch.
///
/// Invariants  the same arguments give the same picture; members only save work
/// Cost        visible rows times width, plus what a ColumnMixer costs; no Qt object an op
class GanttRenderer {
public:
    /// The part of the tracks that a view of `size` at `scroll` shows, and the footer at its bottom. A picture that
    /// nobody needs any longer gives its memory.
    QImage render(const GanttLayout& layout, const std::vector<Shown>& shown, double scroll, double pixelRatio,
                  QImage memory = {});

private:
    struct Mask {
        int width = 0, height = 0;
        std::vector<std::uint8_t> alpha;

        Mask() = default;
        explicit Mask(const QImage& image);
    };
    struct MarkMask {
        Mask mask;
        QPoint at;  // from the upper corner of a cell on whose side it stands
    };
    struct Ink {
        QRgb color = 0;
        QRgb text = 0;
    };
    struct Lane;
    struct Rows;

    void prepare(QImage memory);
    void paintTexts(QPainter& painter, int track, const Timeline* timeline, const TitleColumns& columns,
                    bool alignable);
    void renderTrack(int track, const Shown& shown);
    void renderRows(const Rows& rows);
    void renderNarrow(const Rows& rows, const ColorClasses& classes);
    Lane laneOf(const Rows& rows, const ColorClasses& classes, LaneId lane, const QRectF& area) const;
    void renderHeld(int track, const HeldActivations& held, const QRectF& strip);
    void prepareInks(const Timeline& timeline, const ColorClasses& classes, const LaneSums* sums);
    void renderLane(const Rows& rows, const ColorClasses& classes, const RowLabels& labels, ColumnMixer& mixer,
                    LaneId lane, const QRectF& area);
    void crispCells(Lane& lane);
    void separate(const Lane& lane, const GanttCell& cell);
    void blend(const Lane& lane);
    void fill(const Lane& lane);
    bool findExposed(const Lane& lane);
    const QRgb* groundAt(int y);
    void label(const Lane& lane, const RowLabels& labels);
    RowLabels labelsOf(const Timeline& timeline, const Rows& rows) const;
    /// Device pixels that set a cell apart from the next.
    int cellGap() const { return std::max(1, static_cast<int>(m_ratio)); }
    void blit(const Mask& mask, int x, int y, QRgb ink);
    void hatchCells(QPainter& painter, int track, const Shown& shown);
    void hatchLane(QPainter& painter, int track, const Shown& shown, const RowLabels& labels, LaneId lane);
    const Mask& maskOf(const CellLabelText& label, int fontPixels);
    void prepareMarks();
    void mark(const Lane& lane, const GanttCell& cell);

    const GanttLayout* m_layout = nullptr;
    QImage m_image;
    double m_scroll = 0, m_ratio = 1;
    int m_left = 0, m_columns = 0, m_bottom = 0;
    TimeRange m_range;
    std::vector<Ink> m_inks;
    bool m_anyWide = true;  // whether the track at hand may have cells to set apart
    int m_hatchPeriod = 1;
    std::vector<QRgb> m_hatch, m_canvas;  // what shows where nothing runs, within and outside of a track's time
    std::array<std::vector<QRgb>, 2> m_exposedHatch;     // and where a worker waits for its transfers
    std::vector<std::array<std::uint8_t, 2>> m_exposed;  // by column, the shares of these in what the row leaves
    std::vector<QRgb> m_ground;
    std::vector<Mix> m_mixInks, m_mix;  // by class; by column
    std::vector<QRgb> m_line, m_rest;
    std::vector<int> m_levels;  // by column, of a strip
    std::unordered_map<std::uint64_t, Mask> m_masks;
    std::array<MarkMask, kSchemeMarks.size()> m_marks;
    double m_maskRatio = 0;
};

}  // namespace bubblescope
