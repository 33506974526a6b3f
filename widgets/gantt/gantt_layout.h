#pragma once

#include "widgets/kit/format.h"
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

/// What a cell's text shows. An operation is its direction and its stage: f3 forward, ∇3 backward, i3 grad input and w3
/// grad weight.
enum class CellLabel { Microbatch, Stage, Operation, None };

/// What a Gantt shows in addition to its ops; the first two exist only for placement schemes.
struct SchemeMarks {
    bool fetches = false;    // ops whose weights another worker stores
    bool transfers = false;  // activations that come from or go to another worker
    bool held = false;       // below each row, the activations that its worker needs over time
    bool critical = false;   // the chain of ops that the finish waited for

    friend bool operator==(const SchemeMarks&, const SchemeMarks&) = default;
};
/// In the order of style_keys::kMarks, their names in files.
inline constexpr bool SchemeMarks::*kMarkMembers[] = {&SchemeMarks::fetches, &SchemeMarks::transfers,
                                                      &SchemeMarks::held, &SchemeMarks::critical};

/// What has hatches: kinds that have one and idle time, nothing, or only idle time.
enum class Pattern { On, Off, Idle };

/// What is shown below the rows of a Gantt: ticks with their times, an arrow, or nothing.
enum class TimeAxis { Ticks, Arrow, None };

/// The least height of a row; rows are whole pixels high.
inline constexpr double kMinRowHeight = 6;
/// The distance from one line of the legend to the next, from a name to the facts below it, and from one note above the
/// rows to the next, at the usual font size.
inline constexpr double kLegendLine = 22, kFactsLine = 17, kNoteLine = 20;
inline constexpr double kLaneDotRoom = 11;  // space in a row label for a dot beside it, at the usual font size

/// How much lower an axis is than one with ticks, at the usual font size; the legend moves up by this distance.
constexpr double axisCut(TimeAxis axis) { return axis == TimeAxis::Ticks ? 0 : axis == TimeAxis::Arrow ? 15 : 31; }

inline constexpr double kSmallestType = 0.6;  // the smallest type for long names, as a share of the usual one

/// How a Gantt looks, independent of what it shows.
///
/// Units  fontPixelSize in logical pixels; all other lengths follow from it
struct GanttStyle {
    ThemeId theme = ThemeId::Light;
    const OpPalette* palette = &opPalettes().front();
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
    int firstNumber = 0;  // number of the first microbatch and stage: 0 or 1
    double fontPixelSize = 13;
    std::optional<double> cellPixels{};  // of the labels of cells, where they fit; if not set, slightly below the names
    std::optional<double> leastCellPixels{};  // down to which they shrink, if that is less than usual
    std::optional<double> inset{};            // the free margin on the left and right of a picture; not set: as usual
    bool onPaper = false;                     // part of a picture: on the ground of the picture, without controls
    int lowerLines = 0;          // additional lines of the footer, for legend entries that do not fit in the first
    bool areFactsBelow = false;  // facts in title lines are below the name, because they do not fit beside it
    bool isConcealed = false;    // where time ends, nothing marks it
    bool isForRoom = false;      // for reading across a room: rows fill the height, labels fill the rows
    bool canAlign = true;        // whether title lines have a button to align two tracks
    Pattern pattern = Pattern::On;
    bool isDense = false;   // cells are too narrow for hatches and borders
    bool hasTitles = true;  // whether there are title lines
    bool hasDot = true;     // whether title lines show the colours of the tracks
    TimeAxis axis = TimeAxis::Ticks;
    double namesWidth = 0;                  // of the widest label beside rows with the space around it, if measured
    std::vector<int> linesAbove{};          // lines of notes between the title line and the rows, by track
    bool muted = false;                     // paler colours, for what is behind the main content
    bool hasOverview = true;                // shown if not everything is visible, on its own line if necessary
    double leastRowHeight = kMinRowHeight;  // at the usual font size; with lower rows the view scrolls
    double leastHeld = 0;                   // the activations that strips have room for, at least
    /// Chosen by the user, at the usual font size; never so low that space is left over.
    std::optional<double> rowHeight{};

    /// The colour behind everything.
    const QColor& ground() const { return onPaper ? themeOf(theme).window : themeOf(theme).canvas; }
    /// The leftmost point of labels beside rows.
    double namesLeft() const { return inset.value_or(scaled(4)); }
    /// A length of `pixels` at the usual font size.
    double scaled(double pixels) const { return pixels * fontPixelSize / 13; }
    friend bool operator==(const GanttStyle&, const GanttStyle&) = default;
};

/// The style of the strips of pinned results: too low for hatches and labels, and paler than the rows.
GanttStyle pinnedStyle(GanttStyle style);

/// A range of the shared time axis.
///
/// Units  micro-units; doubles, because a zoomed view may end between two micro-units
struct TimeRange {
    double begin = 0, end = 1;

    double span() const { return end - begin; }
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

/// The range that shows every timeline completely, including pinned ones.
TimeRange fittingRange(const std::vector<TrackData>& shown);

/// Below each row of a track: a narrow strip with the same device of the pinned run.
struct GanttGhost {
    int rows = 0;           // number of rows with a strip
    double x0 = 0, x1 = 0;  // as in GanttTrack
};

/// The part of the picture for one timeline: a title line and, unless it is collapsed or refused, one row per device.
/// If devices have lanes with other roles, such as one that fetches weights, a lower row follows for each, and if it is
/// shown, a strip of the device's activations. Below the rows of a model's step, a strip shows the memory of its
/// fullest rank. The title lines and the rows of two aligned tracks alternate.
struct GanttTrack {
    double top = 0;                          // of the title line
    double rowsTop = 0;                      // of the first row
    double rowsBottom = 0;                   // of the last row, or of the last row of both tracks if two are aligned
    double bottom = 0;                       // of the last row, or of the memory strip below it
    double pitch = 0;                        // distance from one device to the next
    double noteHeight = 0;                   // height of the notes above the first row
    int rows = 0;                            // devices
    std::vector<Role> roles;                 // of the lanes below those on which devices compute
    std::vector<double> held;                // peak activations of each device, if they are shown
    double heldShare = 0.8;                  // height of the activation strip, as a share of a row,
    double mostHeldHeight = 20;              // and at most
    std::optional<double> memoryLimit;       // in activations per device
    bool hasMemory = false;                  // whether there is a strip of model memory below its rows,
    bool hasMemoryOfEach = false;            // or one below the rows of each worker
    std::shared_ptr<const Program> program;  // null without a timeline
    int partner = -1;                        // the track that this one is aligned with
    bool isLower = false;                    // whether it is the lower one of two aligned tracks
    bool collapsed = false;
    bool isOverLimit = false;  // whether it exceeds the memory limit, which its first fact then says
    bool isPaperDifferent = false;
    QColor color;
    // As TrackData has them.
    QString title, total, bubble, paper, difference, standing, formula, paperTip, factsTip, refusal, awaited;
    QStringList facts;
    std::vector<Time> laterEnd;    // for the upper one of two aligned tracks
    std::vector<QString> workers;  // labels beside the rows, if they are more than their number
    GanttGhost ghost;
    std::vector<double> seams;  // positions of the phase boundaries
    WorkerGroups groups;
    double x0 = 0, x1 = 0;  // positions of its earliest start and latest end; idle time lies only between them
};

/// A tick of the time axis; minor ticks have no label.
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
        Recompute,
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
    OpKind kind = OpKind::Forward;             // of ops; for a pair, the second
    MemoryPart part = MemoryPart::Parameters;  // of memory
    int chunk = 0, chunks = 1;                 // of a chunk
    OpKindSet kinds = {};                      // the kinds whose shades it shows
};

/// What is at a point of the picture.
struct GanttHit {
    enum class Part { Nothing, Title, Lane, Ghost, Held, Memory };
    Part part = Part::Nothing;
    int track = -1;
    LaneId lane;  // for memory with a strip per worker: the lane on which the worker computes
    friend bool operator==(const GanttHit&, const GanttHit&) = default;
};

/// The layout of stacked Gantts: title lines, rows, and one time axis for all. It does not depend on a screen and needs
/// no application object: the painter measures fonts.
///
/// Shapes      tracks: one per TrackData. Tracks have content coordinates (0 is their top, contentHeight their bottom:
///             a widget scrolls them, a picture shows them whole); the footer (axis, legend) follows below the content
///             or stays at the bottom of a view, and counts y from its own top
/// Units       logical pixels
/// Invariants  rowHeight is whole and >= kMinRowHeight, and so is the height of every row; rows do not overlap; x grows
///             with time
struct GanttLayout {
    GanttStyle style;
    TimeRange range;
    double until = std::numeric_limits<double>::infinity();  // hides what runs later; micro-units
    QSizeF size;
    double plotLeft = 0, plotRight = 0;  // the time axis
    double titleHeight = 0;
    double rowHeight = 0;
    double cellHeight = 0;    // the part of a row that its cells fill; the rest is the gap below
    double trackGap = 0;      // below the rows of a track
    double memoryHeight = 0;  // of strips of memory
    double heldScale = 0;     // the activations that fill a strip, the same in all tracks; 0: no strips
    double topPad = 0;        // above the first title line, with the headings of facts
    FactHeads heads;
    double contentHeight = 0;
    double footerHeight = 0;
    std::vector<GanttTrack> tracks;
    std::vector<AxisTick> ticks;      // empty if there is no time to measure
    std::vector<LegendEntry> legend;  // the kinds that occur, and idle time
    QString timeUnit;                 // of the timelines shown
    ScaledUnit axisUnit;              // in which its axis counts
    QString axisTitle;                // "time, ms"

    double xOf(double time) const { return plotLeft + (time - range.begin) / range.span() * (plotRight - plotLeft); }
    double timeAt(double x) const { return range.begin + (x - plotLeft) / (plotRight - plotLeft) * range.span(); }
    /// In a scrolled view, a title line stays at the top while rows of its track move below it.
    QRectF titleRect(int track, double scroll = 0) const;
    /// The height that such a title line covers at the top of a scrolled view.
    double coveredHeight(double scroll) const;
    /// The part of a lane's row with its cells, from plotLeft to plotRight.
    QRectF laneRect(int track, LaneId lane) const;
    /// The strip of the pinned run below the row on which a device computes.
    QRectF ghostRect(int track, LaneId lane) const;
    /// The strip of a device's activations, below its rows; `lane` is the one on which it computes.
    QRectF heldRect(int track, LaneId lane) const;
    /// The strip of model memory below all rows of its track, or of a worker below its own rows.
    QRectF memoryRect(int track) const;
    QRectF memoryRect(int track, WorkerId worker) const;
    /// The lanes of the devices whose rows meet [top, bottom): the first, and one past the last.
    std::pair<int, int> lanesWithin(int track, double top, double bottom) const;
    /// Only every n-th device of a track has space for its label: returns n.
    int laneLabelStep(int track) const;
    /// The ends of title lines. Without a dot before them, those of a picture begin where the names of its rows do.
    double titleLeft() const;
    double titleRight() const;
    /// The height of all rows if a row on which a device computes is `height` high.
    double heightOfRows(double height) const;
    double pitchOf(const GanttTrack& track, double height) const;
    /// Changes the height of rows and moves everything below them.
    void setRowHeight(double height);
    GanttHit hitAt(double x, double y, double scroll = 0) const;
    /// The position of a content coordinate in a layout of the same tracks with another row height.
    double movedTo(const GanttLayout& other, double y) const;
};

/// Lays out one track per entry of `shown`. `collapsed` may be shorter than `shown`. With a height of 0 or less, rows
/// have their usual height, and contentHeight + footerHeight is the height that the picture needs.
///
/// Cost    follows the number of tracks, not of ops or lanes
/// Thread  any; pure
GanttLayout layoutGantt(const std::vector<TrackData>& shown, const std::vector<bool>& collapsed,
                        const GanttStyle& style, const TimeRange& range, const QSizeF& size);

/// Ticks over `range` at steps of 1, 2 or 5 times a power of ten, with enough space between their labels.
std::vector<AxisTick> axisTicks(const TimeRange& range, double left, double right, double fontPixelSize,
                                const ScaledUnit& unit = {});

}  // namespace bubblescope
