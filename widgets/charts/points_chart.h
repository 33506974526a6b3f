#pragma once

#include <QWidget>

#include <optional>
#include <vector>

class QCustomPlot;

namespace bubblescope {

/// A chart of things as points, of which pointing tells and a click chooses one. Arrow keys walk from one to the next,
/// Home and End to the ends, Return chooses.
///
/// Derived charts say where their points are, and paint them.
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
    /// Those that keys walk to, from left to right.
    virtual std::vector<std::size_t> walked() const = 0;
    /// To the next of them, or for -1 to the one before; there is at least one.
    virtual void walk(int step) = 0;
    /// The axes, for the room that there is.
    virtual void arrange() = 0;
    virtual void paintGround(QPainter& painter) const = 0;
    virtual void paintPoints(QPainter& painter) const = 0;
    virtual void paintHover(QPainter& painter) const = 0;

    void pointTo(std::optional<std::size_t> point);
    /// What the axes are: upwards at the left above, to the right below its end.
    void paintCaptions(QPainter& painter, const QString& upwards, const QString& along) const;
    /// A ring around a point and its card: a title, then lines, of which the first `values` are "name: value".
    void paintPointed(QPainter& painter, const QPointF& at, double radius, const QStringList& lines,
                      const QColor& color, std::size_t values) const;

    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QCustomPlot* m_plot;
    std::optional<std::size_t> m_at;  // pointed at, or walked to
};

}  // namespace bubblescope
