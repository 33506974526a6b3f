#pragma once

#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QImage>

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
class OverviewStrip;

/// Stacked Gantts on one time axis: shows timelines, and tells what a person picks in them.
///
/// The picture is drawn when tracks, range, size, style or scroll position change and kept as an image;
/// crosshair, card, selection, arrows and measure are painted over it.
class GanttWidget : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit GanttWidget(QWidget* parent = nullptr);
    ~GanttWidget() override;

    /// Shows these. A zoomed view stays where it is; the selection stays if its op still exists.
    void setShown(std::vector<TrackData> shown);
    /// What is said where nothing runs: by itself it speaks of schedules.
    void setEmptyMessage(const QString& head, const QString& hint);
    /// `theme` is the widget's own matter: it follows palette(), or is Print for the print palette.
    void setGanttStyle(const GanttStyle& style);
    /// Larger type, for a room.
    void setPresentMode(bool on);
    /// How long ops take to move to their places when other timelines come; 0: none.
    void setGlide(int ms);

    /// Shows the whole time and as many rows as there is room for.
    void fit();
    void zoomBy(double factor);
    /// Makes rows as many times as high, about the one under the pointer; never so low that room is left.
    void zoomRows(double factor);
    void showRange(const TimeRange& range);
    /// Scrolls to a track unless all of it is in sight.
    void showTrack(int track);
    void setCollapsed(int track, bool collapsed);
    bool isCollapsed(int track) const;
    /// What labels of rows that may stand for several workers do, as their tool tip; and what is said of one while it
    /// is dragged.
    void setRowTip(const QString& tip) { m_rowTip = tip; }
    void setRowNote(const QString& note);
    /// Marks an instant in all tracks, as pointing at it does, while nobody points.
    void setInstant(const std::optional<Time>& at);
    const std::optional<Time>& instant() const { return m_instant; }
    /// Hides what runs after an instant; without end as usual. Micro-units.
    void setUntil(double until);
    double until() const { return m_until; }
    /// Turns the view on so far that an instant is seen.
    void followTime(double time);
    GanttPlayback& playback() const { return *m_playback; }
    /// Gives its bar the room that it needs now.
    void placePlayback();
    /// Picks an op or idle time as a click does; brings it into view.
    void pick(const GanttPick& pick);
    void clearPick();
    /// Ends the innermost thing that Esc ends: what is searched, measured or picked, then playing, then an alignment.
    /// False if there is none.
    bool endInnermost();
    /// What is pointed out beside the pick, until other tracks are shown.
    void setHighlights(std::vector<Highlight> highlights);
    const std::vector<Highlight>& highlights() const { return m_highlights; }
    /// These, what is picked and what belongs to it, as pictures point it out.
    std::vector<Highlight> pointedOut() const;
    /// Moves the view so far that [begin, end] of a track is seen.
    void revealTime(double begin, double end);

    /// Selects and shows the next op that `text` describes. False if there is none; findError() says why.
    bool find(const QString& text);
    const QString& findError() const { return m_findError; }
    /// How many ops the last search found, and which of them it selected: "3 of 128"; empty if none.
    const QString& foundText() const { return m_foundText; }
    /// Opens the strip that asks what to find.
    void openFind();
    FindBar* findBar() const { return m_findBar; }
    /// Asks with which schedule to align the picked track, or the first that ran.
    void openAlignMenu();
    /// The menu that asks it for one track, or null where there is nothing to align.
    QMenu* newAlignMenu(int track);

    /// In the footer, while the view does not show everything.
    OverviewStrip* overview() const { return m_overview; }

    const GanttLayout& ganttLayout() const { return m_layout; }
    const TimeView& timeView() const { return m_time; }
    const std::vector<TrackData>& shown() const { return m_shown; }
    const std::optional<GanttPick>& currentPick() const { return m_pick; }
    const std::optional<TimeRange>& measured() const { return m_span; }
    /// What is said of what was measured: how long it is, and what the rows over which it was dragged do in it.
    const QStringList& measuredLines() const { return m_spanLines; }
    /// What is under the pointer.
    const std::optional<GanttPick>& hoveredPlace() const { return m_hover; }
    /// What the card at the pointer says.
    QStringList cardLines() const;
    const std::vector<Row>& chain() const { return m_chain; }
    double scroll() const;
    /// How often the picture was drawn anew.
    int rebuilds() const { return m_rebuilds; }

    QSize sizeHint() const override { return {830, 520}; }
    QSize minimumSizeHint() const override { return {320, 180}; }

signals:
    void picked(int track, bubblescope::LaneId lane, std::optional<bubblescope::Row> op, bubblescope::Time at);
    void cleared();
    /// A strip of memory was clicked; track is -1 where it was something else, or Escape.
    void momentPicked(int track, bubblescope::WorkerId worker, bubblescope::Time at);
    /// What the pointer is on; track is -1 when it is on nothing.
    void hovered(int track, bubblescope::LaneId lane, std::optional<bubblescope::Row> op, bubblescope::Time at);
    void visibleRangeChanged();
    /// People want the rows of two tracks to alternate, or no longer.
    void alignAsked(int upper, int lower);
    void alignmentEnded();
    /// The label beside a row was clicked, where rows may stand for several workers.
    void rowsAsked(int track, bubblescope::WorkerId worker);
    /// Such a label is dragged to the right, or with a negative sign to the left, or keys do the same with the row of
    /// what is picked: by so many times the double since the gesture began, when the row was `worker`'s.
    void rowScaled(int track, bubblescope::WorkerId worker, double doublings, int gesture);
    /// A double-click on such a label, or Delete, wants its row as rows usually are.
    void rowReset(int track, bubblescope::WorkerId worker);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
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
        std::optional<WorkerId> worker{};  // on whose row, of m_spanRows' track
        std::optional<RowLabel> label{};   // that was pressed
    };

    void relayout();
    void updatePicture();
    void timeChanged();
    GanttStyle effectiveStyle() const;
    int hiddenHeight() const;
    bool isAnyOutOfSight() const;
    QRectF tracksRect() const;
    void paintMessage(QPainter& painter);
    void paintOverlays(QPainter& painter);
    std::vector<Highlight> ofPick() const;
    std::vector<Highlight> allHighlights();

    std::optional<GanttPick> placeAt(const QPointF& at) const;
    GanttHit hitAt(const QPointF& at) const;
    /// What a strip of memory shows that was hit.
    const TrackMemory& memoryAt(const GanttHit& hit) const;
    std::optional<RowLabel> labelAt(const QPointF& at) const;
    bool scalePicked(int key);
    bool isAligned() const;
    /// Whether all ops that are shown are found by names of their own.
    bool hasOwnNames() const;
    void popUpAlignMenu(int track, const QPoint& at);
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
    TimeView m_time;
    std::optional<double> m_rowHeight;  // that a person chose, kept as the view is; not yet rounded
    GanttLayout m_layout;

    GanttRenderer m_renderer;
    QImage m_picture;
    bool m_stale = true;
    int m_rebuilds = 0;

    std::optional<GanttPick> m_pick;
    std::vector<Row> m_chain, m_dependents;
    std::vector<Highlight> m_highlights;
    std::optional<std::vector<Highlight>> m_usualHighlights;  // of what is shown; found as they are first painted
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
    GanttGlide* m_glide;
    QElapsedTimer m_sinceChange;  // of timelines
    double m_until = std::numeric_limits<double>::infinity();
    QString m_findError, m_foundText, m_emptyHead, m_emptyHint, m_rowTip, m_rowNote;
    int m_rowGesture = 0;
    double m_rowSteps = 0;  // of that gesture, by keys
    QElapsedTimer m_sinceRowKey;
    std::optional<RowLabel> m_clickedLabel;
};

}  // namespace bubblescope
