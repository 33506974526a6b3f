#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_layout.h"

#include <optional>

namespace bubblescope {

inline const Theme& themeOf(const GanttLayout& layout) { return themeOf(layout.style.theme); }

/// A text with its capitals centred on `centre`; nothing where it is empty.
void addText(DisplayList& list, const Look& look, double x, double centre, const QString& words);

/// What stands where in a title line and beside rows, at the usual font size. Centres count from the top of the line.
namespace gantt_lengths {
inline constexpr double kDotX = 21, kDotRadius = 4.5, kTitleX = 32, kTitleCentre = 15;
inline constexpr double kColumnGap = 18, kHeadsGap = 12, kHeadsX = 16, kHeadsBelow = 1;
inline constexpr double kLaneLabelGap = 9, kNamesLeft = 4;
inline constexpr double kLeastNoteRow = 9;
inline constexpr double kLaneDot = 3, kRowDifferenceGap = 9;
inline constexpr double kAlignWidth = 26;
}  // namespace gantt_lengths

/// Where the texts of all title lines stand, so that totals stand under totals.
///
/// Units  logical pixels; a column without room has width 0 and is not painted
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

/// Whether tracks can be aligned: two have a timeline.
bool canAlign(const GanttLayout& layout);

/// Whether a name has no room beside its total and its bubble.
bool isAnyNameCut(const GanttLayout& layout);

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

/// What of stacked Gantts is no cell, for screens and all formats alike, in content coordinates; ties and the footer
/// have files of their own.
void addTitle(DisplayList& list, const GanttLayout& layout, const TitleColumns& columns, int track);
/// What the facts on title lines are.
void addHeads(DisplayList& list, const GanttLayout& layout, const TitleColumns& columns);

/// What stands beside rows, made once for all of a picture: a screen has hundreds.
class LaneLabels {
public:
    /// Both outlive it.
    LaneLabels(DisplayList& list, const GanttLayout& layout);

    void add(int track, LaneId lane);
    /// Beside the strip of what a device holds the most, where there is room.
    void addHeld(int track, LaneId lane);

private:
    struct Kind {
        Look look;
        double below;  // the middle of its capitals
        LookId id = kNoLook;
    };
    void add(Kind& kind, QPointF at, const QString& words);

    DisplayList& m_list;
    const GanttLayout& m_layout;
    Kind m_device, m_fetch, m_held, m_overLimit, m_difference;
};

/// Idle ground with its diagonal hatch, and the mean colour of both.
Look idleLook(const GanttStyle& style);
QColor idleMean(const Theme& theme);
/// The ground of time that a worker waits while it communicates or moves data: with the lines of what it waits for.
Look exposedLook(const GanttStyle& style, Spending on);
/// The area of a strip of what a device holds.
Look heldLook(const GanttStyle& style);
/// The line of the memory limit across a strip, where there is one.
void addLimit(DisplayList& list, const GanttLayout& layout, int track, LaneId lane);
/// A cell in a colour, with the hatch of its kind if it has one, and on paper a border.
Look cellLook(const GanttStyle& style, const QByteArray& names, OpKind kind, const QColor& color);
inline constexpr double kCellBorder = 0.75;  // on paper, at the usual font size
/// The border around two ops that run as one, and the width from which a pair has it.
Stroke pairStroke(const GanttStyle& style);
/// How far inside of a pair's edge the middle of its border is: in print, where cells have no gaps, on it.
double pairInset(const GanttStyle& style);
inline constexpr double kLeastFramed = 6;
/// Whether one whose halves begin and end there has it.
inline bool isFramed(double begin, double end) { return end - begin - kCellGap >= kLeastFramed; }
/// Whether kinds have hatches too.
bool isHatched(const GanttStyle& style);
/// Whether cells are greys with borders.
bool isPrinted(const GanttStyle& style);

/// The fonts of a Gantt.
QFont titleFont(const GanttStyle& style);
QFont textFont(const GanttStyle& style);
QFont smallFont(const GanttStyle& style);
QFont noteFont(const GanttStyle& style);

}  // namespace bubblescope
