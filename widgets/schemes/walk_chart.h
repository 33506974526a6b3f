#pragma once

#include <QWidget>

#include "widgets/kit/slim_slider.h"
#include "widgets/schemes/walk_series.h"

class QCPAxis;
class QCPAxisRect;
class QCPGraph;
class QCustomPlot;
class QLabel;
class QHBoxLayout;
class QLayout;
class QScrollArea;

namespace bubblescope {

class SymbolCombo;

/// What a placement scheme costs along one of its numbers, by which one form of parallelism turns into another: charts
/// of latency, throughput, storage and traffic that share their horizontal axis. A slider and a marker in each chart
/// stand at the present value and can be dragged: the charts are a control.
///
/// Invariants  a refused value is a gap, never a zero; slider and marker go to values that ran
class WalkChart : public QWidget {
    Q_OBJECT
public:
    explicit WalkChart(QWidget* parent = nullptr);

    /// The curves; again when more of their points came. Along the same number the curves before stay until the new
    /// ones have their shape, and while somebody drags, for the axis may depend on the value.
    void setWalk(const SchemeWalk& walk);
    /// The scheme whose value the marker stands at, and whose numbers can be walked along.
    void setPresent(const Scheme& scheme);
    void setTimeUnit(const QString& unit);
    /// What the head leaves free at its right end, for a control that is not the chart's.
    void setHeadRoom(int width);

    QCustomPlot& plot() { return *m_plot; }
    /// The value under the marker, while it is dragged the mouse's.
    std::optional<int> markerValue() const;
    /// What the hover box says at the point with this index.
    QStringList linesAt(std::size_t index) const;
    /// What stands in place of curves; empty where there are any.
    QString notice() const;
    /// A line a value; empty cells and the reason where refused.
    QString csv() const;

    QSize sizeHint() const override { return {860, 260}; }
    QSize minimumSizeHint() const override { return {320, 190}; }

signals:
    /// Another number is to be walked along.
    void numberChosen(const std::string& number);
    /// The marker was moved; moves of one drag or one burst of keys share a gesture.
    void valueDragged(const std::string& number, int value, int gesture);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Panel {
        QCPAxisRect* rect;
        QCPAxis *x, *y;
    };
    struct Curve {
        QCPGraph *line, *links, *dots;  // links: over gaps
    };

    QLayout* makeHead();
    void makePanels();
    void rebuild();
    void rebuildCurves();
    void shareLines();
    void arrange();
    void setAxes();
    int columns() const;
    void showNumbers();
    void showMarker();
    void takePending();
    bool isDragging() const;

    std::size_t panelAt(QPointF position) const;
    std::optional<std::size_t> pointAt(QPointF position) const;
    const StudyPoint* resultAt(int value) const;
    /// The value that ran nearest to a place on the axis, if any did.
    std::optional<int> nearestThatRan(double share) const;
    void moveTo(int value, int gesture);
    void step(SlimSlider::Step step, int gesture);
    bool isOnMarker(QPointF position) const;
    void hover(QPointF position);
    void leave();
    bool filterPlot(QEvent* event);

    void style();
    void paintWords(QPainter& painter) const;
    void paintLegend(QPainter& painter, const WalkPanel& panel, QRectF space) const;
    void paintEnds(QPainter& painter, const Panel& panel) const;
    void paintMarker(QPainter& painter) const;
    void paintHover(QPainter& painter) const;

    SchemeWalk m_walk;
    std::optional<SchemeWalk> m_pending;
    Scheme m_present;
    QString m_timeUnit;
    WalkAxis m_axis;

    QHBoxLayout* m_head = nullptr;
    QLabel *m_from, *m_to, *m_value;
    SymbolCombo* m_number;
    SlimSlider* m_slider;
    QScrollArea* m_scroll;
    QCustomPlot* m_plot;
    QLabel* m_notice;
    std::vector<Panel> m_panels;
    std::vector<Curve> m_curves;  // by series

    std::optional<std::size_t> m_hovered;  // index of a point
    std::size_t m_hoveredPanel = 0;
    std::optional<int> m_dragged;
    bool m_isPressed = false;
    QPointF m_pressedAt;
    int m_gesture = 0;
};

}  // namespace bubblescope
