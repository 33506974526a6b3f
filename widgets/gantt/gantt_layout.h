#pragma once

#include "widgets/shown/op_palette.h"
#include "widgets/shown/track_data.h"

#include <QRectF>
#include <QSizeF>
#include <QString>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// What a cell's text says; an operation is its direction and its stage: f3 forward, ∇3 backward, i3 and w3 the
/// halves of a split backward.
enum class CellLabel { Microbatch, Stage, Operation, None };

/// What a Gantt shows beside its ops: the first two of placement schemes alone.
struct SchemeMarks {
    bool fetches = false;    // ops whose weights another worker stores
    bool transfers = false;  // activations that come from or go to another worker
    bool held = false;       // below each row the activations that its worker holds, as time passes
    bool critical = false;   // what the end waited for, op by op

    friend bool operator==(const SchemeMarks&, const SchemeMarks&) = default;
};
/// In the order of style_keys::kMarks, which are their names in files.
inline constexpr bool SchemeMarks::*kMarkMembers[] = {&SchemeMarks::fetches, &SchemeMarks::transfers,
                                                      &SchemeMarks::held, &SchemeMarks::critical};

/// What stands below the rows of a Gantt: ticks with their times, an arrow, or nothing.
enum class TimeAxis { Ticks, Arrow, None };

/// Rows are never lower, and whole pixels high.
inline constexpr double kMinRowHeight = 6;
/// From a line of the legend to the next, from a name to the facts below it, and from a note above rows to the next, at
/// the usual font size.
inline constexpr double kLegendLine = 22, kFactsLine = 17, kNoteLine = 20;
inline constexpr double kLaneDotRoom = 11;  // of a row label for a dot beside it, at the usual font size

/// How much less an axis takes than one with ticks, at the usual font size: the legend moves up by it.
constexpr double axisCut(TimeAxis axis) { return axis == TimeAxis::Ticks ? 0 : axis == TimeAxis::Arrow ? 15 : 31; }

inline constexpr double kSmallestType = 0.6;  // of the usual, that long names have

/// How a Gantt looks, apart from what it shows.
///
/// Units  fontPixelSize in logical pixels; all other lengths follow from it
struct GanttStyle {
    ThemeId theme = ThemeId::Light;
    const OpPalette* palette = &opPalettes().front();
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
    int firstNumber = 0;  // of microbatches and stages: 0 or 1
    double fontPixelSize = 13;
    bool onPaper = false;        // part of a figure: on its ground, without controls
    int lowerLines = 0;          // of the footer, for what has no room beside its first keys
    bool areFactsBelow = false;  // on title lines: below the name, where they have no room beside it
    bool isForRoom = false;      // read across one: rows fill the height, labels the rows
    bool canAlign = true;        // whether title lines offer to align two tracks
    bool hatched = true;         // whether kinds are told apart by hatches too
    bool hasTitles = true;       // whether there are title lines
    bool hasDot = true;          // and the tracks' colours on them
    TimeAxis axis = TimeAxis::Ticks;
    double namesWidth = 0;                  // of the widest name of a row, where a painter measured them; 0: guessed
    std::vector<int> linesAbove{};          // of what is noted between the title line and the rows, by track
    bool muted = false;                     // colours stand back, for what is behind the thing itself
    bool hasOverview = true;                // where not all is in sight, if need be on a line of its own
    double leastRowHeight = kMinRowHeight;  // at the usual font size; below it the view scrolls
    std::optional<double> rowHeight{};  // that a person chose, at the usual font size; never so low that room is left

    /// What stands behind everything.
    const QColor& ground() const { return onPaper ? themeOf(theme).window : themeOf(theme).canvas; }
    /// A length that is `pixels` at the usual font size.
    double scaled(double pixels) const { return pixels * fontPixelSize / 13; }
    friend bool operator==(const GanttStyle&, const GanttStyle&) = default;
};

/// The style of the strips of what is pinned: too low for hatches and labels, and behind the rows themselves.
GanttStyle pinnedStyle(GanttStyle style);

/// A stretch of the shared time axis.
///
/// Units  micro-units; doubles, because a zoomed view ends between them
struct TimeRange {
    double begin = 0, end = 1;

    double span() const { return end - begin; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// The range that shows every timeline whole, and what is pinned.
TimeRange fittingRange(const std::vector<TrackData>& shown);

/// What stands below each row of a track: a slim strip of the pinned run's same device.
struct GanttGhost {
    int rows = 0;           // that have a strip
    double x0 = 0, x1 = 0;  // as in GanttTrack
};

/// One timeline's part of the picture: a title line and, unless collapsed or refused, a row a device. Where devices
/// have lanes of other roles, such as one that fetches weights, a lower row for each follows, and where it is shown, a
/// strip of the activations that the device holds. Below the rows of a model's step a strip shows what its fullest rank
/// keeps. The title lines and the rows of two aligned tracks alternate.
struct GanttTrack {
    double top = 0;                          // of the title line
    double rowsTop = 0;                      // of the first row
    double rowsBottom = 0;                   // of the last row, of both tracks where two are aligned
    double bottom = 0;                       // of that, or of the strip of memory below it
    double pitch = 0;                        // from one device to the next
    double noteHeight = 0;                   // of what is noted above the first row
    int rows = 0;                            // devices
    std::vector<Role> roles;                 // of the lanes that stand below those on which devices compute
    std::vector<double> held;                // the most activations that each device holds, where that is shown
    double heldShare = 0.8;                  // of a row, as high as the strip that shows it
    std::optional<double> memoryLimit;       // on what a device may hold
    bool hasMemory = false;                  // whether a strip of a model's memory stands below its rows,
    bool hasMemoryOfEach = false;            // or one below those of each worker
    std::shared_ptr<const Program> program;  // null without a timeline
    int partner = -1;                        // the track that this one is aligned with
    bool isLower = false;                    // of two aligned tracks
    bool collapsed = false;
    bool isOverLimit = false;  // of memory, as its first fact then says
    bool isPaperDifferent = false;
    QColor color;
    // As TrackData has them.
    QString title, total, bubble, paper, difference, standing, formula, paperTip, factsTip, refusal, awaited;
    QStringList facts;
    std::vector<Time> laterEnd;    // of the upper one of two aligned tracks
    std::vector<QString> workers;  // what stands beside their rows, where that is not their number alone
    GanttGhost ghost;
    std::vector<double> seams;  // where they stand
    WorkerGroups groups;
    double x0 = 0, x1 = 0;  // where its own earliest start and latest end stand; idle time only lies between

    /// How many activations fill a strip.
    double heldScale() const;
};

/// A tick of the time axis; minor ones have no label.
struct AxisTick {
    Time at = 0;
    double x = 0;
    QString label;
};

/// An entry of the legend: ops of a kind, or something else that a picture shows. Fetched and Transferred are marks.
struct LegendEntry {
    enum class What {
        Ops,
        Chunk,
        Pair,
        Exposed,
        ExposedOffload,
        Idle,
        Waits,
        Critical,
        Pinned,
        Fetched,
        Transferred,
        Held,
        Seam,
        Memory,
        Over
    };
    What what = What::Ops;
    QString text;
    OpKind kind = OpKind::Forward;             // of ops; of a pair the second
    MemoryPart part = MemoryPart::Parameters;  // of memory
    int chunk = 0, chunks = 1;                 // of a chunk
    OpKindSet kinds = {};                      // whose shades it has
};

/// Where a point of the picture lies.
struct GanttHit {
    enum class Part { Nothing, Title, Lane, Ghost, Held, Memory };
    Part part = Part::Nothing;
    int track = -1;
    LaneId lane;  // of memory where each worker has a strip, that on which it computes
    friend bool operator==(const GanttHit&, const GanttHit&) = default;
};

/// Where everything of stacked Gantts stands: title lines, rows, and one time axis for all. Knows no
/// pixels of a screen and needs no application object: fonts are measured by who paints.
///
/// Shapes      tracks: one a TrackData. Tracks have content coordinates (0 is their top, contentHeight their
///             bottom: a widget scrolls them, a figure shows them whole); the footer (axis, legend) follows
///             below the content or stays at the bottom of a view, and counts y from its own top
/// Units       logical pixels
/// Invariants  rowHeight is whole and >= kMinRowHeight, as is every row's; rows do not overlap; x grows with time
struct GanttLayout {
    GanttStyle style;
    TimeRange range;
    double until = std::numeric_limits<double>::infinity();  // what runs later is hidden; micro-units
    QSizeF size;
    double plotLeft = 0, plotRight = 0;  // the time axis
    double titleHeight = 0;
    double rowHeight = 0;
    double cellHeight = 0;    // the part of a row that its cells fill; the rest is gap below
    double trackGap = 0;      // below the rows of a track
    double memoryHeight = 0;  // of strips of memory
    double topPad = 0;        // above the first title line, with the heads of facts
    FactHeads heads;
    double contentHeight = 0;
    double footerHeight = 0;
    std::vector<GanttTrack> tracks;
    std::vector<AxisTick> ticks;      // none where there is nothing to measure
    std::vector<LegendEntry> legend;  // the kinds that occur, and idle time
    QString timeUnit;                 // of what is shown
    QString axisTitle;                // "time, ms"

    double xOf(double time) const { return plotLeft + (time - range.begin) / range.span() * (plotRight - plotLeft); }
    double timeAt(double x) const { return range.begin + (x - plotLeft) / (plotRight - plotLeft) * range.span(); }
    /// In a view that is scrolled, a title line stays at the top while rows of its track move under it.
    QRectF titleRect(int track, double scroll = 0) const;
    /// How much of the top of a scrolled view such a title line covers.
    double coveredHeight(double scroll) const;
    /// The cells' part of a lane's row, from plotLeft to plotRight.
    QRectF laneRect(int track, LaneId lane) const;
    /// The strip of the pinned run below the row on which a device computes.
    QRectF ghostRect(int track, LaneId lane) const;
    /// The strip of what a device holds, below its rows; of the lane on which it computes.
    QRectF heldRect(int track, LaneId lane) const;
    /// The strip of a model's memory, below all rows of its track; and that of a worker, below its own.
    QRectF memoryRect(int track) const;
    QRectF memoryRect(int track, WorkerId worker) const;
    /// The lanes of the devices whose rows meet [top, bottom): first and one past last.
    std::pair<int, int> lanesWithin(int track, double top, double bottom) const;
    /// Every how many-th device of a track has room for its label.
    int laneLabelStep(int track) const;
    /// Where title lines end.
    double titleRight() const;
    /// How high all rows are together, if one on which a device computes is `height`.
    double heightOfRows(double height) const;
    double pitchOf(const GanttTrack& track, double height) const;
    /// Gives rows another height and moves what stands below them.
    void setRowHeight(double height);
    GanttHit hitAt(double x, double y, double scroll = 0) const;
    /// Where a content coordinate stands in a layout of the same tracks whose rows have another height.
    double movedTo(const GanttLayout& other, double y) const;
};

/// Lays out one track each. `collapsed` may be shorter than `shown`. With a height of 0 or less
/// rows get their usual height, and contentHeight + footerHeight is the height the picture needs.
///
/// Cost    follows the number of tracks, not of ops or lanes
/// Thread  any; pure
GanttLayout layoutGantt(const std::vector<TrackData>& shown, const std::vector<bool>& collapsed,
                        const GanttStyle& style, const TimeRange& range, const QSizeF& size);

/// Ticks at steps of 1, 2 or 5 times a power of ten over `range`, whose labels stand at least a label apart.
std::vector<AxisTick> axisTicks(const TimeRange& range, double left, double right, double fontPixelSize);

}  // namespace bubblescope
