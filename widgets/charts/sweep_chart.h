#pragma once

#include <QElapsedTimer>
#include <QWidget>

#include "widgets/charts/chart_quantity.h"
#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

class QCPGraph;
class QCustomPlot;

namespace bubblescope {

struct MarkerSteps;

/// One metric of every schedule against a swept parameter, with a marker at the present value that can be
/// dragged: the chart is a control. Arrow keys move the marker, a click sets it.
///
/// Shapes      curve i is schedule i of the scenario
/// Invariants  a refused point is a gap, never a zero
class SweepChart : public QWidget {
    Q_OBJECT

public:
    explicit SweepChart(QWidget* parent = nullptr);

    /// Colours, titles, and the dots on the marker.
    void setOutcomes(const std::vector<Outcome>& outcomes);
    void setSweep(const SweepData& sweep);
    /// Curves that were pinned, dashed behind the present ones as long as the axis is the same. `of` tells which of
    /// theirs each present curve has.
    void setPinned(const SweepData& pinned, const std::vector<std::optional<std::size_t>>& of);
    void setQuantity(const ChartQuantity& quantity);
    /// The present value, and the values that the marker can take.
    void setScenario(const Scenario& scenario);

    QCustomPlot& plot() { return *m_plot; }
    /// The value under the marker, while it is dragged the mouse's; nothing where T_C is a matrix.
    std::optional<double> markerValue() const;
    /// What the hover box says at the value with this index, one line a schedule, from high to low.
    QStringList linesAt(std::size_t index) const;
    /// What stands in place of curves; empty where there are any or they are awaited.
    QString notice() const;
    /// A line a value, a column a schedule and one for what was pinned of it; empty where refused.
    QString csv() const;
    QSize minimumSizeHint() const override;

signals:
    /// The marker was moved to `x`; moves of one drag or one burst of keys share a gesture.
    void valueDragged(SweepAxis axis, double x, int gesture);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        std::size_t schedule;
        const StudyPoint* point;
        double x;
    };
    bool isLogarithmic() const;
    QString nameOf(std::size_t schedule) const;
    void rebuild();
    void rebuildCurves();
    void rebuildGhosts();
    void setRanges();
    void arrange();
    QString xCaption() const;
    std::vector<Row> rowsAt(std::size_t index) const;
    const StudyPoint* pointAt(std::size_t schedule, std::size_t index) const;
    QString rowText(const Row& row) const;
    bool showsPinned() const;
    /// The value that was pinned of a schedule at `x`, if that was computed and not refused.
    std::optional<double> pinnedAt(std::size_t schedule, double x) const;

    void paintCaptions(QPainter& painter) const;
    void paintCurveNames(QPainter& painter) const;
    void paintMarker(QPainter& painter) const;
    void paintHover(QPainter& painter) const;
    void paintHoverBox(QPainter& painter, double x, const std::vector<Row>& rows) const;

    void hover(QPointF position);
    void leave();
    void drag(QPointF position);
    void moveTo(double x, int gesture);
    MarkerSteps steps() const;
    double paged(double x, bool isUp) const;
    bool isOnMarker(QPointF position) const;

    QCustomPlot* m_plot;
    std::vector<QCPGraph*> m_lines, m_dots;  // dots: points without a neighbour to draw a line to
    std::vector<QCPGraph*> m_ghosts;
    std::vector<Outcome> m_outcomes;
    SweepData m_sweep, m_pinned;
    std::vector<std::optional<std::size_t>> m_pinnedOf;  // by schedule
    ChartQuantity m_quantity;
    Scenario m_scenario;
    SweepRange m_range;
    double m_nameRoom = 0;  // width of the names at the ends of curves; 0: no room

    std::optional<std::size_t> m_hovered;  // index of a value
    std::optional<std::size_t> m_nearest;  // index of a schedule
    std::optional<double> m_dragged;
    bool m_isPressed = false;
    QPointF m_pressedAt;
    int m_gesture = 0;
    QElapsedTimer m_lastKey;
};

}  // namespace bubblescope
