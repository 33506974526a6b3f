#pragma once

#include <QWidget>

#include <vector>

namespace bubblescope {

/// Arrival times: each rank has a knob on a rail; dragging it down delays the rank.
///
/// Units       microseconds
/// Invariants  changes nothing by itself: it emits edited(), and the owner calls setArrival()
class ArrivalEditor : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostRanks = 64;

    explicit ArrivalEditor(QWidget* parent = nullptr);

    /// Delays can be dragged up to `span` at least.
    void setArrival(const std::vector<double>& arrival, double span);

    QPointF knobAt(int rank) const;
    double span() const { return m_span; }

    QSize sizeHint() const override { return {240, 92}; }
    QSize minimumSizeHint() const override { return {160, 84}; }

signals:
    void edited(const std::vector<double>& arrival, int gesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    int ranks() const { return static_cast<int>(m_arrival.size()); }
    int rankAt(double x) const;
    void ask(int rank, double time, int gesture);

    std::vector<double> m_arrival;
    double m_span = 1, m_wantedSpan = 1;
    int m_current = 0, m_gesture = 0;
    bool m_isDragging = false;
};

}  // namespace bubblescope
