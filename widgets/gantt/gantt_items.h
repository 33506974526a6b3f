#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_layout.h"

#include <optional>

namespace bubblescope {

inline const Theme& themeOf(const GanttLayout& layout) { return themeOf(layout.style.theme); }

/// A text with its capitals centred on `centre`; nothing if it is empty.
void addText(DisplayList& list, const Look& look, double x, double centre, const QString& words);

/// Positions in a title line and beside rows, at the usual font size. Centres count from the top of the line.
namespace gantt_lengths {
inline constexpr double kDotX = 21, kDotRadius = 4.5, kBesideDot = 16, kTitleCentre = 15;
inline constexpr double kColumnGap = 18, kHeadsGap = 12, kHeadsBelow = 1;
inline constexpr double kLaneLabelGap = 9;
inline constexpr double kLeastNoteRow = 9;
inline constexpr double kLaneDot = 3, kRowDifferenceGap = 9;
inline constexpr double kAlignWidth = 26;
}  // namespace gantt_lengths

/// The positions of the texts in all title lines, so that totals are aligned with totals.
///
/// Units  logical pixels; a column without space has width 0 and is not painted
struct TitleColumns {
    struct Column {
        double x = 0, width = 0;
    };
    Column title, total, bubble, paper, difference, standing;
    std::vector<Column> facts;
    double refusalX = 0, right = 0;
};
/// Measures the texts of a layout. `right` is where they must end.
TitleColumns titleColumns(const GanttLayout& layout);

/// Whether tracks can be aligned, which needs two timelines.
bool canAlign(const GanttLayout& layout);

/// Whether a name does not fit beside its total and its bubble.
bool isAnyNameCut(const GanttLayout& layout);

/// The label beside a row: its device, or that the row fetches. If two tracks are aligned, also which of them the row
/// belongs to, and once for both, how much earlier or later the upper device ends.
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

/// The parts of stacked Gantts other than cells, for screens and all formats, in content coordinates. Ties and the
/// footer have their own files.
void addTitle(DisplayList& list, const GanttLayout& layout, const TitleColumns& columns, int track);
/// The column headings of the facts in title lines.
void addHeads(DisplayList& list, const GanttLayout& layout, const TitleColumns& columns);

/// What the label beside a strip of activations says.
QString heldPeakText(double most);

/// The labels beside rows, created once for a whole picture, because a screen has hundreds.
class LaneLabels {
public:
    /// Both must outlive it.
    LaneLabels(DisplayList& list, const GanttLayout& layout);

    void add(int track, LaneId lane);
    /// The peak beside the strip of a device's activations, if it fits.
    void addHeld(int track, LaneId lane);

private:
    struct Kind {
        Look look;
        double below;  // to the middle of its capitals
        LookId id = kNoLook;
    };
    void add(Kind& kind, QPointF at, const QString& words);

    DisplayList& m_list;
    const GanttLayout& m_layout;
    Kind m_device, m_fetch, m_held, m_scale, m_overLimit, m_difference;
};

/// Idle ground with its diagonal hatch, or solid; and the mean colour of ground and hatch.
Look idleLook(const GanttStyle& style);
QColor idleMean(const GanttStyle& style);
QColor idleMean(const Theme& theme);
/// The ground of time in which a worker waits for communication or data movement, with a hatch for what it waits for.
Look exposedLook(const GanttStyle& style, Spending on);
/// The area of a strip of activations.
Look heldLook(const GanttStyle& style);
/// The line of the memory limit across a strip, if there is a limit.
void addLimit(DisplayList& list, const GanttLayout& layout, int track, LaneId lane);
/// A cell in a colour, with the hatch of its kind if there is one, and on paper with a border.
Look cellLook(const GanttStyle& style, const QByteArray& names, OpKind kind, const QColor& color);
inline constexpr double kCellBorder = 0.75;  // on paper, at the usual font size
/// The border around a fused pair, and the width from which a pair has a border.
Stroke pairStroke(const GanttStyle& style);
/// The distance from a pair's edge to the middle of its border; 0 in print, where cells have no gaps.
double pairInset(const GanttStyle& style);
inline constexpr double kLeastFramed = 6;
/// Whether a pair from `begin` to `end` has a border.
inline bool isFramed(double begin, double end) { return end - begin - kCellGap >= kLeastFramed; }
/// Whether kinds also have hatches.
bool isHatched(const GanttStyle& style);
/// Whether cells are greys with borders.
bool isPrinted(const GanttStyle& style);

/// The fonts of a Gantt.
QFont titleFont(const GanttStyle& style);
QFont textFont(const GanttStyle& style);
QFont smallFont(const GanttStyle& style);
QFont noteFont(const GanttStyle& style);

}  // namespace bubblescope
