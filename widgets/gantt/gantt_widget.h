#pragma once

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QImage>
#include <QTimer>

#include "widgets/gantt/annotations.h"
#include "widgets/gantt/gantt_overlay.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/highlights.h"
#include "widgets/gantt/span_facts.h"
#include "widgets/gantt/time_view.h"

#include <limits>
#include <optional>
#include <vector>

class QMenu;

namespace bubblescope {

class FindBar;
class GanttGlide;
class GanttPlayback;
class GuessLine;
class OverviewStrip;

/// Stacked Gantts on one time axis: shows timelines and reports what the user selects in them.
///
/// The picture is drawn when tracks, range, size, style or scroll position change, and kept as an image; crosshair,
/// card, selection, arrows and measurement are painted over it.
class GanttWidget : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit GanttWidget(QWidget* parent = nullptr);
    ~GanttWidget() override;

    /// What the time axis does when other tracks are shown: it fits them; or, because these are the same ones with
    /// other values, it keeps its length, so that lengths can be compared, and grows only if something would leave it.
    enum class Axis { Fits, Holds };
    /// Shows these tracks. A zoomed view does not move; the selection stays if its op still exists. While the axis
    /// holds, the old end of each track is marked for a moment, or until the mouse button is released.
    void setShown(std::vector<TrackData> shown, Axis axis = Axis::Fits);
    /// The text shown if nothing runs; the default text is about schedules.
    void setEmptyMessage(const QString& head, const QString& hint);
    /// The widget sets `theme` itself: it follows palette(), or is Print for the print palette.
    void setGanttStyle(const GanttStyle& style);
    /// Larger type, for a projector.
    void setPresentMode(bool on);
    /// How long ops take to move to their places when the timelines change; 0: no animation.
    void setGlide(int ms);

    /// Shows the whole time and as many rows as fit. The axis reaches `end` at least (micro-units), and strips of
    /// activations have room for `held`.
    void fit(double end = 0, double held = 0);
    /// Whether the axis is as long as the longest track, and all of it is visible.
    bool isFitted() const;
    void zoomBy(double factor);
    /// Scales the height of rows, keeping the one under the pointer in place; never so low that space is left over.
    void zoomRows(double factor);
    void showRange(const TimeRange& range);
    /// Scrolls to a track unless it is completely visible.
    void showTrack(int track);
    void setCollapsed(int track, bool collapsed);
    bool isCollapsed(int track) const;
    /// The tooltip of the labels of rows that may represent several workers, and the text for a row while its label is
    /// dragged.
    void setRowTip(const QString& tip) { m_rowTip = tip; }
    void setRowNote(const QString& note);
    /// Marks an instant in all tracks, as pointing does, while the pointer is elsewhere.
    void setInstant(const std::optional<Time>& at);
    const std::optional<Time>& instant() const { return m_instant; }
    /// Hides what runs after an instant; infinite by default. Micro-units.
    void setUntil(double until);
    double until() const { return m_until; }
    /// Hides what runs after an instant, without a cursor, and ignores mouse and keys, until it is called with nothing:
    /// for a question whose answer the picture would tell. Micro-units.
    void conceal(const std::optional<double>& from);
    bool isConcealed() const { return m_concealed.has_value(); }
    GuessLine& guess() const { return *m_guess; }
    /// Scrolls the view forward until an instant is visible.
    void followTime(double time);
    GanttPlayback& playback() const { return *m_playback; }
    /// Gives the playback bar the space that it needs now.
    void placePlayback();
    /// Selects an op or idle time as a click does, and makes it visible.
    void pick(const GanttPick& pick);
    void clearPick();
    /// Ends the innermost thing that Esc ends: a search, measurement or selection, then playback, then an alignment.
    /// Returns false if there is none.
    bool endInnermost();
    /// The highlights in addition to the selection, until other tracks are shown.
    void setHighlights(std::vector<Highlight> highlights);
    const std::vector<Highlight>& highlights() const { return m_highlights; }
    /// These highlights, the selection and what belongs to it, for use in pictures.
    std::vector<Highlight> pointedOut() const;
    /// Shows the annotations that name something in these tracks, also when other tracks are shown. `schedules` are as
    /// those of pointedOutOf().
    void setAnnotations(Annotations annotations, std::vector<int> schedules);
    const Annotations& annotations() const { return m_annotations; }
    /// Moves the view until [begin, end] of a track is visible.
    void revealTime(double begin, double end);

    /// Selects and shows the next op that `text` describes. Returns false if there is none; findError() gives the
    /// reason.
    bool find(const QString& text);
    const QString& findError() const { return m_findError; }
    /// The position of the selected match among those of the last search: "3 of 128"; empty if there is none.
    const QString& foundText() const { return m_foundText; }
    /// Opens the find bar.
    void openFind();
    FindBar* findBar() const { return m_findBar; }
    /// Opens the menu of schedules to align with the selected track, or with the first one that ran.
    void openAlignMenu();
    /// That menu for one track, or null if there is nothing to align.
    QMenu* newAlignMenu(int track);
    /// The menu for a place of a track, if it is on a lane or a measured span, or null if it would be empty.
    QMenu* newPlaceMenu(int track, const std::optional<GanttPick>& place);

    /// In the footer, while the view does not show everything.
    OverviewStrip* overview() const { return m_overview; }

    const GanttLayout& ganttLayout() const { return m_layout; }
    const TimeView& timeView() const { return m_time; }
    const std::vector<TrackData>& shown() const { return m_shown; }
    const std::optional<GanttPick>& currentPick() const { return m_pick; }
    const std::optional<TimeRange>& measured() const { return m_span; }
    /// The text of a measurement: its length, and what the rows in it do during that time.
    const QStringList& measuredLines() const { return m_spanLines; }
    /// What is under the pointer.
    const std::optional<GanttPick>& hoveredPlace() const { return m_hover; }
    /// The text of the card at the pointer.
    QStringList cardLines() const;
    const std::vector<Row>& chain() const { return m_chain; }
    double scroll() const;
    /// How often the picture was drawn.
    int rebuilds() const { return m_rebuilds; }

    QSize sizeHint() const override { return {830, 520}; }
    QSize minimumSizeHint() const override { return {320, 180}; }

signals:
    void picked(int track, bubblescope::LaneId lane, std::optional<bubblescope::Row> op, bubblescope::Time at);
    void cleared();
    /// A strip of memory was clicked; track is -1 if something else was clicked, or Escape was pressed.
    void momentPicked(int track, bubblescope::WorkerId worker, bubblescope::Time at);
    /// What the pointer is on; track is -1 if it is on nothing.
    void hovered(int track, bubblescope::LaneId lane, std::optional<bubblescope::Row> op, bubblescope::Time at);
    void visibleRangeChanged();
    /// A menu is about to open for what a person could annotate there.
    void menuAsked(QMenu& menu, const bubblescope::NoteTarget& target);
    /// The user wants the rows of two tracks to alternate, or no longer.
    void alignAsked(int upper, int lower);
    /// A chart of the memory in the strips is to be exported.
    void memoryExportAsked();
    void alignmentEnded();
    /// The label beside a row was clicked; emitted if rows may represent several workers.
    void rowsAsked(int track, bubblescope::WorkerId worker);
    /// Such a label was dragged to the right (or, with a negative sign, to the left), or keys did the same with the row
    /// of the selection: `doublings` counts factors of two since the gesture began, when the row was `worker`'s.
    void rowScaled(int track, bubblescope::WorkerId worker, double doublings, int gesture);
    /// Such a label was double-clicked, or Delete was pressed: the row should have its usual length again.
    void rowReset(int track, bubblescope::WorkerId worker);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct RowLabel {
        int track = 0;
        WorkerId worker;
    };
    struct Press {
        QPointF at;
        TimeRange range;
        double scroll = 0;
        bool dragging = false, measuring = false;
        std::optional<WorkerId> worker{};  // the worker whose row it is, of m_spanRows' track
        std::optional<RowLabel> label{};   // the label that was pressed
    };

    void relayout();
    void holdAxis(const std::vector<TrackData>& before, Axis axis);
    void updatePicture();
    void timeChanged();
    GanttStyle effectiveStyle() const;
    int hiddenHeight() const;
    bool isAnyOutOfSight() const;
    QRectF tracksRect() const;
    void paintMessage(QPainter& painter);
    void paintOverlays(QPainter& painter);
    void paintAnnotations(QPainter& painter);
    std::vector<Highlight> ofPick() const;
    std::vector<Highlight> allHighlights();

    std::optional<GanttPick> placeAt(const QPointF& at) const;
    GanttHit hitAt(const QPointF& at) const;
    /// The memory shown in the strip at `hit`.
    const TrackMemory& memoryAt(const GanttHit& hit) const;
    std::optional<RowLabel> labelAt(const QPointF& at) const;
    bool scalePicked(int key);
    bool isAligned() const;
    /// Whether all ops shown are found by their own names.
    bool hasOwnNames() const;
    void addAlignment(QMenu& menu, int track);
    void popUp(QMenu* menu, const QPoint& at);
    std::optional<NoteTarget> noteTargetAt(const std::optional<GanttPick>& place) const;
    void findAnnotations();
    void placeAnnotations(GanttStyle& style);
    double pointerTime() const;
    void setHover(const std::optional<QPointF>& at);
    void click(const QPointF& at);
    double measuredTime(const QPointF& at) const;
    WorkerId workerNear(int track, double y) const;
    void beginSpan(const QPointF& at);
    void moveSpan(const QPointF& at);
    void endSpan();
    QRectF spanRowsRect() const;
    void select(const std::optional<GanttPick>& pick);
    void reveal(const GanttPick& pick);
    void showNewPair(const std::vector<TrackData>& before);
    void glideFrom(const GanttLayout& layout, const std::vector<TrackData>& before, double scroll);
    void keepPick(const std::vector<TrackData>& before);
    void walkLane(int step);
    void walkLinks(bool towardsInputs);
    const Timeline* timelineOf(int track) const;
    void placeFindBar();
    void placeOverview();
    void zoomAt(double time, int angle);

    std::vector<TrackData> m_shown;
    std::vector<bool> m_collapsed;
    GanttStyle m_style;
    bool m_present = false;
    std::optional<double> m_concealed;
    TimeView m_time;
    double m_axisEnd = 0;               // the end of the axis while it holds; micro-units
    double m_heldEnd = 0;               // the same of strips of activations
    std::vector<double> m_oldEnds;      // of the tracks before the change that is in progress
    QTimer m_changing;                  // runs while old ends are marked
    QTimer m_pointerRests;              // runs after a key, until card and crosshair of the pointer are hidden
    std::optional<double> m_rowHeight;  // chosen by the user, kept while the view is; not rounded yet
    GanttLayout m_layout;

    GanttRenderer m_renderer;
    QImage m_picture;
    bool m_stale = true;
    int m_rebuilds = 0;

    std::optional<GanttPick> m_pick;
    std::vector<Row> m_chain, m_dependents;
    std::vector<Highlight> m_highlights;
    Annotations m_annotations;
    std::vector<int> m_schedules;  // that the tracks show, if the names of annotations go by others
    PointedOut m_found, m_placed;  // what the annotations stand for, and the part of it in view
    std::optional<std::vector<Highlight>> m_usualHighlights;  // for the tracks shown; found when first painted
    std::optional<GanttPick> m_hover;
    std::optional<QPointF> m_pointer;
    std::optional<Time> m_instant;
    std::optional<TimeRange> m_span;
    GanttRows m_spanRows;
    QStringList m_spanLines;
    std::optional<Press> m_press;
    bool m_showFocus = false;
    FindBar* m_findBar;
    OverviewStrip* m_overview;
    GanttPlayback* m_playback;
    GuessLine* m_guess;
    GanttGlide* m_glide;
    QElapsedTimer m_sinceChange;  // since the timelines changed
    double m_until = std::numeric_limits<double>::infinity();
    QString m_findError, m_foundText, m_emptyHead, m_emptyHint, m_rowTip, m_rowNote;
    int m_rowGesture = 0;
    double m_rowSteps = 0;  // of that gesture, by keys
    QElapsedTimer m_sinceRowKey;
    std::optional<RowLabel> m_clickedLabel;
};

}  // namespace bubblescope
