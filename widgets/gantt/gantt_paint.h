#pragma once

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/lane_coverage.h"
#include "widgets/gantt/scheme_marks.h"

#include <QImage>

#include <unordered_map>

class QPainter;

namespace bubblescope {

/// What stands where in a title line and in the footer, at the usual font size. Centres count from the top
/// of the line and of the footer.
namespace gantt_lengths {
inline constexpr double kDotX = 21, kDotRadius = 4.5, kTitleX = 32, kTitleCentre = 15;
inline constexpr double kColumnGap = 18;
inline constexpr double kLaneLabelGap = 9;
inline constexpr double kLeastNoteRow = 9;
inline constexpr double kLaneDot = 3, kLaneDotRoom = 11, kRowDifferenceGap = 9;
inline constexpr double kAlignWidth = 26;
inline constexpr double kAxisY = 11, kMajorTick = 6, kMinorTick = 4, kTickLabelCentre = 27, kLegendCentre = 45;
inline constexpr double kHatchPeriod = 6;
inline constexpr double kSwatch = 11, kSwatchGap = 6, kLegendGap = 20, kLegendHeight = 22;
}  // namespace gantt_lengths

/// Where the texts of all title lines stand, so that totals stand under totals.
///
/// Units  logical pixels; a column without room has width 0 and is not painted
struct TitleColumns {
    struct Column {
        double x = 0, width = 0;
    };
    Column title, total, bubble, difference, bound;
    double refusalX = 0, right = 0;
};
/// Measures the texts of a layout. `right` is where they must end.
TitleColumns titleColumns(const GanttLayout& layout);

/// By microbatch, an entry's swatch is stripes of the first hues.
inline constexpr int kKeyStripes = 3;

/// Where an entry of the legend stands in the footer.
struct LegendPlace {
    LegendEntry entry;
    QRectF swatch;
    double textX = 0;
};
/// Those that have room beside the axis title.
std::vector<LegendPlace> legendPlaces(const GanttLayout& layout);
/// What the legend's line has free between its entries and the axis title.
QRectF legendRoom(const GanttLayout& layout);

/// What stands beside a row: its device, or that it fetches, and where two tracks are aligned, whose row it is and -
/// once for both - how much sooner or later the upper one's device ends.
struct LaneLabel {
    QString device;
    QString fetch;
    double deviceRight = 0, deviceCentre = 0;
    std::optional<QPointF> dot;
    double dotRadius = 0;
    QString difference;
    QPointF differenceLeft;  // its left end, at half its height
};
LaneLabel laneLabel(const GanttLayout& layout, int track, LaneId lane);

/// What stands beside the strip of what a device holds: the most, where there is room.
struct HeldLabel {
    QString text;
    double right = 0, centre = 0;
};
HeldLabel heldLabel(const GanttLayout& layout, int track, LaneId lane);

/// What is not cells, for screens and vector files alike. Content coordinates; `paintFooter` has its top at 0.
void paintTitle(QPainter& painter, const GanttLayout& layout, const TitleColumns& columns, int track);
void paintLaneLabels(QPainter& painter, const GanttLayout& layout, int track, std::pair<int, int> lanes);
void paintFooter(QPainter& painter, const GanttLayout& layout);
/// The chevron that collapses a track; screens only.
void paintChevron(QPainter& painter, const GanttLayout& layout, int track);
QRectF chevronRect(const GanttLayout& layout, int track);
/// Whether tracks can be aligned: two have run.
bool canAlign(const GanttLayout& layout);
/// The glyph at the right end of a title line that asks for a schedule to align with; screens only.
void paintAlignGlyph(QPainter& painter, const GanttLayout& layout, int track);
QRectF alignRect(const GanttLayout& layout, int track, double scroll = 0);
/// The row with its strip that stands for what is pinned in the legend: the upper part, and the strip below.
std::pair<QRectF, QRectF> pinnedSwatch(const QRectF& swatch);

/// Idle ground with its diagonal hatch.
void paintIdle(QPainter& painter, const QRectF& rect, const Theme& theme, double fontPixelSize);

/// The fonts of a Gantt.
QFont titleFont(const GanttStyle& style);
QFont textFont(const GanttStyle& style);
QFont smallFont(const GanttStyle& style);
QFont noteFont(const GanttStyle& style);
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
/// The size at which a label fits into a cell, if any: the same for all numbers of as many digits and for all letters,
/// so that a row does not show its narrow digits alone.
std::optional<double> fittingFontPixels(const GanttStyle& style, double cellHeight, double cellWidth,
                                        const CellLabelText& label);

/// The labels of the cells in one row. Those of operations are all as large as the smallest that fits, so that f and ∇
/// are told by their letters alone.
class RowLabels {
public:
    struct Label {
        CellLabelText text;
        double pixels = 0;
        double width = 0;
    };

    RowLabels(const GanttStyle& style, double cellHeight);
    bool areAlike() const { return m_style.labels == CellLabel::Operation; }
    /// Makes room for the label of a cell of the row; only needed where labels are alike.
    void fit(Op op, double cellWidth);
    std::optional<Label> of(Op op, double cellWidth) const;
    /// The room that a label takes, none without one.
    static QSizeF roomOf(const std::optional<Label>& label);

private:
    const GanttStyle& m_style;
    double m_height, m_most;
};

/// The cell that marks stand on in the legend.
QColor markSwatchColor(const GanttStyle& style);

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
    QImage render(const GanttLayout& layout, const std::vector<Outcome>& outcomes, double scroll, double pixelRatio,
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
    void paintTexts(QPainter& painter, int track, const TitleColumns& columns, bool alignable);
    void renderTrack(int track, const Outcome& outcome);
    void renderRows(const Rows& rows);
    void renderHeld(int track, const HeldActivations& held, const QRectF& strip);
    void prepareInks(const Timeline& timeline, const ColorClasses& classes);
    void renderLane(const Rows& rows, const ColorClasses& classes, ColumnMixer& mixer, LaneId lane, const QRectF& area);
    void crispCells(Lane& lane);
    void separate(const Lane& lane, const GanttCell& cell);
    void blend(const Lane& lane);
    void fill(const Lane& lane);
    void label(const Lane& lane);
    void blit(const Mask& mask, int x, int y, QRgb ink);
    void hatchCells(QPainter& painter, int track, const Outcome& outcome);
    const Mask& maskOf(const CellLabelText& label, int fontPixels);
    void prepareMarks();
    void mark(const Lane& lane, const GanttCell& cell, const std::optional<RowLabels::Label>& label);

    const GanttLayout* m_layout = nullptr;
    QImage m_image;
    double m_scroll = 0, m_ratio = 1;
    int m_left = 0, m_columns = 0, m_bottom = 0;
    TimeRange m_range;
    std::vector<Ink> m_inks;
    bool m_anyWide = true;  // whether the track at hand may have cells to set apart
    int m_hatchPeriod = 1;
    std::vector<QRgb> m_hatch, m_canvas;  // what shows where nothing runs, within and outside of a track's time
    std::vector<Mix> m_mixInks, m_mix;    // by class; by column
    std::vector<QRgb> m_line, m_rest;
    std::vector<int> m_levels;  // by column, of a strip
    std::unordered_map<std::uint64_t, Mask> m_masks;
    std::array<MarkMask, kSchemeMarks.size()> m_marks;
    double m_maskRatio = 0;
};

}  // namespace bubblescope
