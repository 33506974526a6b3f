#pragma once

#include <QImage>
#include <QWidget>

#include "widgets/gantt/gantt_layout.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// One axis of an overview: the position on `length` pixels of the frame around the part of the whole that a view
/// shows. It moves like the handle of a scroll bar: it is never too short to be seen and grabbed, and it is at an end
/// of the strip exactly if the view is at an end of the whole.
struct OverviewAxis {
    TimeRange whole, view;
    double length = 0;
    double leastFrame = 0;

    double frameLength() const;
    double frameBegin() const;
    /// Where the view begins if the frame begins at `at`; never outside the whole.
    double viewBegin(double at) const;
    double valueAt(double at) const { return whole.begin + at / length * whole.span(); }
};

/// The position of a track's rows in an overview.
///
/// Units  device pixels
struct OverviewBand {
    int track = 0, devices = 0;
    int top = 0, bottom = 0;

    /// The device whose work a row of pixels shows.
    int deviceAt(int y) const {
        return static_cast<int>((2 * (y - top) + 1) * std::int64_t{devices} / (2 * (bottom - top)));
    }
    friend bool operator==(const OverviewBand&, const OverviewBand&) = default;
};

/// The rows of all tracks on `height` pixels, at the positions of a layout; title lines are the space between them, at
/// least a pixel if bands are high enough to spare one.
std::vector<OverviewBand> overviewBands(const GanttLayout& layout, int height);

/// All tracks over the whole time.
///
/// Cost    at most one lane per row of pixels
/// Thread  any; pure
QImage renderOverview(const std::vector<TrackData>& shown, const std::vector<OverviewBand>& bands,
                      const GanttStyle& style, const TimeRange& whole, const QSize& size);

/// A miniature of stacked Gantts with a frame around the part that their view shows. Dragging the frame or pressing
/// elsewhere requests another view; keys do the same on the Gantts, so the strip takes no focus.
///
/// Invariants  the miniature is drawn when it is visible and tracks, rows, style or size have changed since
class OverviewStrip : public QWidget {
    Q_OBJECT

public:
    explicit OverviewStrip(QWidget* parent = nullptr);

    void setShown(const std::vector<TrackData>& shown);
    /// Frames the part of `layout` that a view of `height` at `scroll` shows.
    void setView(const GanttLayout& layout, const TimeRange& whole, double scroll, double height);

    QRectF frame() const;
    /// How often the miniature was drawn.
    int rebuilds() const { return m_rebuilds; }

signals:
    /// The view should begin at this instant and this content coordinate.
    void moved(double begin, double scroll);
    /// The view should show more or less time around `at`; `angle` comes from a wheel.
    void zoomed(double at, int angle);
    void fitAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    OverviewAxis timeAxis() const;
    OverviewAxis rowsAxis() const;
    bool isOnFrame(const QPointF& at) const;
    void moveFrame(const QPointF& topLeft);
    void showCursor(const QPointF& at);
    void updateImage();

    /// What the miniature was made from, in addition to the tracks.
    struct Source {
        std::vector<OverviewBand> bands;
        GanttStyle style;
        TimeRange whole;
        QSize size;
        friend bool operator==(const Source&, const Source&) = default;
    };

    std::vector<TrackData> m_shown;
    GanttLayout m_layout;
    TimeRange m_whole;
    TimeRange m_rows;  // the visible rows, in content coordinates
    QImage m_image;
    Source m_source;
    bool m_stale = true;
    int m_rebuilds = 0;
    std::optional<QPointF> m_grip;  // of a dragged frame, from its top left corner
};

}  // namespace bubblescope
