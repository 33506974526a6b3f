#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "engine/study/study.h"
#include "widgets/charts/hover_card.h"
#include "widgets/kit/table.h"

#include <optional>
#include <vector>

class QCPAxis;
class QCPAxisRect;
class QCPGraph;
class QCustomPlot;

namespace bubblescope {

/// Curves of a study, in panels that share their horizontal axis. A marker in each shows the present value and can be
/// dragged, so the chart is a control. Hovering over a value shows a card. Derived classes define the curves and the
/// values of the marker.
///
/// Invariants  a refused point is a gap, never a zero
class StudyChart : public QWidget {
    Q_OBJECT

public:
    QCustomPlot& plot() { return *m_plot; }
    /// The value at the marker, also while it is dragged; nothing if there is none to show.
    std::optional<double> markerValue() const { return m_dragged ? m_dragged : presentValue(); }
    /// The text shown instead of curves; empty if there are curves or they are awaited.
    virtual QString notice() const = 0;
    /// One row per value; cells of refused points are empty.
    virtual Table table() const = 0;

signals:
    /// The marker was moved along the study's path; moves of one drag or burst of key presses share a gesture.
    void valueDragged(const std::string& path, double value, int gesture);

protected:
    struct Panel {
        QCPAxisRect* rect;
        QCPAxis *x, *y;
        QString tip = {};  // shown where the mouse is not at a value
    };
    struct Curve {
        QCPGraph *line, *dots, *links = nullptr;  // links: lines across gaps
    };
    /// A curve at a value: a dot, and a row of the card.
    struct Reading {
        HoverRow row;
        std::size_t curve = 0, panel = 0;
        double x = 0, y = qQNaN();  // no y: no dot
    };
    /// The card at a value, except its rows.
    struct Card {
        QString title;
        QRectF home;
        QSizeF bounds;
    };
    /// How charts differ as controls.
    struct Manner {
        QMargins reach;          // how far outside the axes of a panel the mouse is still at a value
        bool isDraggedAnywhere;  // whether a drag may begin outside that
        bool goesToRefused;      // whether a click selects a value where nothing ran
        bool marksCurves;        // whether the curve near the mouse is highlighted, or else all of its panel
    };

    StudyChart(const Manner& manner, QWidget* parent);

    virtual std::optional<double> presentValue() const = 0;
    /// The value nearest to `x` that the marker can have; none: it stays.
    virtual std::optional<double> markerNear(double x) const = 0;
    virtual std::vector<Reading> readingsAt(std::size_t value) const = 0;
    virtual std::vector<Reading> readingsAtMarker() const = 0;
    virtual Card cardAt(std::size_t value, std::size_t panel) const = 0;
    virtual bool isDragging() const { return m_dragged.has_value(); }
    virtual void showMarker();
    virtual void style();
    /// Lays out the widget for its size.
    virtual void arrange() = 0;

    void moveTo(double value, int gesture);
    void leave();
    /// Call when values change: the value under the mouse may be another one.
    void forgetSpot() { m_spot.reset(); }
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QCustomPlot* m_plot;
    std::vector<Panel> m_panels;
    std::vector<Curve> m_curves;
    Study m_study;
    std::optional<double> m_dragged;
    int m_gesture = 0;
    QElapsedTimer m_lastKey;

private:
    /// The value under the mouse.
    struct Spot {
        std::size_t value, panel;
        std::optional<std::size_t> curve;  // highlighted

        friend bool operator==(const Spot&, const Spot&) = default;
    };

    std::size_t panelAt(QPointF position) const;
    std::optional<std::size_t> valueAt(QPointF position) const;
    bool isOnMarker(QPointF position) const;
    void hover(QPointF position);
    void press(QPointF position);
    void release(QPointF position);
    void paintMarker(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    void paintStrong(QPainter& painter, std::size_t curve) const;

    Manner m_manner;
    std::optional<Spot> m_spot;
    bool m_isPressed = false;
    QPointF m_pressedAt;
};

}  // namespace bubblescope
