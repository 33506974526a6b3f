#pragma once

#include <QWidget>

#include "widgets/charts/points_layout.h"
#include "widgets/picture/picture.h"

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
    const PointsModel& model() const { return *m_layout.model; }
    const PointsLayout& layout() const { return m_layout; }
    /// The position of a point; nothing if it has none.
    std::optional<QPointF> pointOf(std::size_t point) const { return m_layout.pointOf(point); }
    /// The source's model in another theme.
    PointsModel modelIn(ThemeId theme) const { return m_source(theme); }
    Picture picture() const;

signals:
    void chosen(std::size_t point);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    std::optional<std::size_t> pointAt(QPointF position) const;
    void pointTo(std::optional<std::size_t> point);
    void walk(int step);
    void paintHover(QPainter& painter) const;

    Source m_source;
    PointsLayout m_layout;
    std::optional<std::size_t> m_at;  // under the mouse, or reached by keys
};

}  // namespace bubblescope
