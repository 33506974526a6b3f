// Painting of a CurvesView: what does not follow the pointer, once; and over it the marker and the card.

#include <QPainter>
#include <QScrollBar>

#include "widgets/charts/curve_marks.h"
#include "widgets/charts/curves_items.h"
#include "widgets/charts/curves_view.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// Solid lines in pieces: Qt takes a fifth of a second to stroke a path that goes up and down in each column of pixels.
void paintLine(QPainter& painter, const std::vector<QPolygonF>& pieces, const QPen& pen) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& piece : pieces) {
        if (pen.style() != Qt::SolidLine) {
            painter.drawPolyline(piece);
            continue;
        }
        QVector<QLineF> lines;
        for (qsizetype i = 1; i < piece.size(); ++i) lines.push_back({piece[i - 1], piece[i]});
        painter.drawLines(lines);
    }
}

}  // namespace

void CurvesView::paint() {
    constexpr qint64 kQuick = 15;  // a rebuild that takes no longer, in ms, need not wait while the widget is resized
    if (m_rebuild.isActive() && m_cost < kQuick) rebuild();
    const double ratio = m_canvas->devicePixelRatio();
    if (m_base.isNull() || m_base.size() != m_canvas->size() * ratio) {
        m_base = QPixmap(m_canvas->size() * ratio);
        m_base.setDevicePixelRatio(ratio);
        m_base.fill(themeOf(palette()).window);
        QPainter painter(&m_base);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.scale(m_scale, m_scale);
        paintBase(painter);
    }
    QPainter painter(m_canvas);
    painter.drawPixmap(0, 0, m_base);
    if (!m_layout) return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_scale, m_scale);
    painter.translate(0, -m_bar->value());
    paintMarker(painter);
    paintSpot(painter);
}

void CurvesView::paintBase(QPainter& painter) const {
    if (!m_layout) return;
    painter.translate(0, -m_bar->value());
    for (const CurvesPanel& panel : m_layout->panels)
        if (panel.box.intersects(ownView())) paintPanel(painter, panel);
}

void CurvesView::paintPanel(QPainter& painter, const CurvesPanel& panel) const {
    const std::vector<PanelCurve> curves = panelCurves(*m_layout, panel);
    DisplayList under, over;
    addUnder(under, *m_layout, panel);
    paintList(painter, under);
    for (const CurveLine& line : linesOf(curves))
        if (!line.points->x.isEmpty()) paintLine(painter, piecesOf(*m_layout, panel, *line.points), line.stroke->pen());
    addOver(over, *m_layout, panel, curves);
    paintList(painter, over);
}

void CurvesView::paintMarker(QPainter& painter) const {
    const auto value = markerValue();
    if (!value || !hasMarker()) return;
    const Theme& theme = m_layout->theme();
    const bool isHeld = isDragging() || hasFocus() || (focusProxy() && focusProxy()->hasFocus());
    DisplayList list;
    addMarkerLine(list, *m_layout, *value,
                  {isDragging() ? theme.accent : theme.text, isHeld ? theme.accent : theme.text, isHeld ? 2.5 : 1.5});
    paintList(painter, list);
}

/// Paints a curve again, thicker, unless it consists only of points.
void CurvesView::paintStrong(QPainter& painter, const CurvesPanel& panel, std::size_t series) const {
    constexpr double kStrong = 4;
    const std::vector<PanelCurve> curves = panelCurves(*m_layout, panel);
    for (const CurveLine& line : linesOf(curves)) {
        const bool isOwn = line.part != CurveLine::Part::Pinned && line.part != CurveLine::Part::Links;
        if (line.series != series || !isOwn || static_cast<double>(line.points->x.size()) > panel.area.width())
            continue;
        paintLine(painter, piecesOf(*m_layout, panel, *line.points), model().series[series].look.stroke(kStrong).pen());
    }
}

void CurvesView::paintSpot(QPainter& painter) const {
    if (!m_spot) return;
    const Theme& theme = m_layout->theme();
    const CurvesPanel& at = m_layout->panels[m_spot->panel];
    const double value = model().values[m_spot->x];
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    for (const CurvesPanel& panel : m_layout->panels) {
        if (&panel != &at && !model().frame.isLinked) continue;
        const double x = m_layout->xOf(panel, value);
        double bottom = panel.area.bottom();
        for (const CurveMark& mark : curveMarks(*m_layout, panel))  // the line ends above text that it would cross
            if (mark.label.left() <= x && x <= mark.label.right()) bottom = std::min(bottom, mark.label.top());
        painter.drawLine(QPointF(x, panel.area.top()), QPointF(x, bottom));
    }
    if (m_spot->series) paintStrong(painter, at, *m_spot->series);
    std::vector<HoverRow> rows;
    DisplayList markers;
    for (CurveReading& reading : model().readings(*m_spot)) {
        const CurvesPanel& panel = model().frame.isLinked ? m_layout->panels[reading.panel] : at;
        const double y = m_layout->yOf(panel, reading.y);
        reading.row.isMarked = model().frame.isLinked ? std::isfinite(reading.y) && reading.panel == m_spot->panel
                                                      : m_spot->series == reading.series;
        if (std::isfinite(y) && y >= panel.area.top() - 1)
            addMarker(markers, QByteArray::number(reading.series), model().series[reading.series].look,
                      {m_layout->xOf(panel, value), y}, theme, reading.row.isMarked ? 2 : 1, reading.isOver);
        rows.push_back(std::move(reading.row));
    }
    paintList(painter, markers);
    // The card is placed in what is visible.
    painter.translate(0, m_bar->value());
    const QRectF home =
        QRectF(QPointF(at.box.left(), at.area.top()), at.box.bottomRight()).translated(0, -m_bar->value());
    paintHoverCard(painter, theme, model().placeText(*m_spot), std::move(rows), m_layout->xOf(at, value), home,
                   ownSize().toSize());
}

}  // namespace bubblescope
