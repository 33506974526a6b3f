#pragma once

#include <QWidget>

#include "widgets/charts/points_model.h"
#include "widgets/picture/picture.h"

class QCustomPlot;

namespace bubblescope {

/// A chart of points: hovering over a point shows its card, and a click chooses it. Arrow keys move from one to the
/// next, Home and End to the ends, and Return chooses.
///
/// Invariants  names do not cover points, lines or each other; those without room are left out
class PointsChart : public QWidget {
    Q_OBJECT

public:
    /// Makes the model in the colours of a theme.
    using Source = std::function<PointsModel(ThemeId theme)>;

    PointsChart(Source source, QWidget* parent);

    /// Shows the source's model as it is now.
    void refresh();
    const PointsModel& model() const { return m_model; }
    QCustomPlot& plot() { return *m_plot; }
    /// The position of a point in the plot's pixels; nothing if it has none.
    std::optional<QPointF> pointOf(std::size_t point) const;
    /// The boxes of names, by point; empty if there is no room.
    const std::vector<QRectF>& names() const { return m_names; }
    Picture picture() const;

signals:
    void chosen(std::size_t point);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::optional<std::size_t> pointAt(QPointF position) const;
    void pointTo(std::optional<std::size_t> point);
    void walk(int step);
    void arrange();
    const Theme& theme() const { return themeOf(palette()); }
    QRectF area() const;
    QPointF pixelOf(QPointF at) const;
    QLineF limitLine() const;
    std::vector<QRectF> takenByLines() const;
    void placeNames() const;
    std::optional<QLineF> leaderOf(std::size_t point) const;
    void paintGround(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintPoint(QPainter& painter, const ChartPoint& point) const;
    void paintNames(QPainter& painter) const;
    void paintLimitLabel(QPainter& painter) const;
    void paintTags(QPainter& painter) const;
    void paintHover(QPainter& painter) const;

    Source m_source;
    PointsModel m_model;
    QCustomPlot* m_plot;
    std::optional<std::size_t> m_at;      // under the mouse, or reached by keys
    mutable std::vector<QRectF> m_names;  // as last painted
};

}  // namespace bubblescope
