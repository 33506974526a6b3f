#pragma once

#include <QWidget>

#include <optional>
#include <vector>

class QCustomPlot;

namespace bubblescope {

/// A chart of points: hovering over a point shows its card, and a click chooses it. Arrow keys move from one to the
/// next, Home and End to the ends, and Return chooses.
///
/// Derived charts place and paint their points.
class PointsChart : public QWidget {
    Q_OBJECT

public:
    QCustomPlot& plot() { return *m_plot; }

signals:
    void chosen(std::size_t point);

protected:
    PointsChart(const QString& name, const QMargins& margins, QWidget* parent);

    /// The point near a position in the plot, or none.
    virtual std::optional<std::size_t> pointAt(QPointF position) const = 0;
    /// The points that keys move to, from left to right.
    virtual std::vector<std::size_t> walked() const = 0;
    /// Moves to the next point, or to the previous one for -1; there is at least one.
    virtual void walk(int step) = 0;
    /// Lays out the axes for the present size.
    virtual void arrange() = 0;
    virtual void paintGround(QPainter& painter) const = 0;
    virtual void paintPoints(QPainter& painter) const = 0;
    virtual void paintHover(QPainter& painter) const = 0;

    void pointTo(std::optional<std::size_t> point);
    /// Captions of the axes: `upwards` above the left one, `along` below the end of the bottom one.
    void paintCaptions(QPainter& painter, const QString& upwards, const QString& along) const;
    /// A ring around a point, and its card: a title, then lines; the first `values` of these are "name: value".
    void paintPointed(QPainter& painter, const QPointF& at, double radius, const QStringList& lines,
                      const QColor& color, std::size_t values) const;

    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QCustomPlot* m_plot;
    std::optional<std::size_t> m_at;  // under the mouse, or reached by keys
};

}  // namespace bubblescope
