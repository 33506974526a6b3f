#include "widgets/study/curves/curves_plot.h"

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/symbol.h"
#include "widgets/picture/picture.h"
#include "widgets/shown/format.h"
#include "widgets/study/curves/curve_marks.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kLine = 2, kGhostLine = 1.5;
constexpr double kFaint = 0.6;

QString tr(const char* text) { return QCoreApplication::translate("Curves", text); }

QPen ghostPen(const SeriesLook& look) {
    QPen pen(look.color, kGhostLine, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 3});
    QColor faint = look.color;
    faint.setAlphaF(static_cast<float>(kFaint));
    pen.setColor(faint);
    return pen;
}

/// The x axis's range with its padding, so that it agrees with CurvesLayout::xOf().
QCPRange paddedRange(const CurveAxis& axis, double width) {
    if (axis.from == axis.to) return {axis.from - 1, axis.to + 1};
    const double share = kCurvesPadding / (width - 2 * kCurvesPadding);
    if (axis.isLog) {
        const double factor = std::pow(axis.to / axis.from, share);
        return {axis.from / factor, axis.to * factor};
    }
    const double pad = share * (axis.to - axis.from);
    return {axis.from - pad, axis.to + pad};
}

void setTicks(QCPAxis& axis, const std::vector<CurveTick>& ticks) {
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const CurveTick& tick : ticks) ticker->addTick(tick.value, tick.label);
    axis.setTicker(ticker);
}

void setData(QCPGraph& graph, const CurvePoints& curve) { graph.setData(curve.x, curve.y, true); }

/// What a logarithmic axis cannot show is a gap.
CurvePoints drawable(CurvePoints curve, const CurvesRange& range) {
    if (range.isLog)
        for (double& y : curve.y)
            if (y <= 0) y = qQNaN();
    return curve;
}

/// Points that are far enough apart to tell one marker from the next.
bool isSparse(const CurvePoints& curve, double width) {
    constexpr double kRoom = 13;
    return static_cast<double>(curve.x.size() - 1) * kRoom <= width;
}

bool isSame(const CurvePoints& a, const CurvePoints& b) {
    constexpr double kEqual = 1e-9;
    return a.x == b.x && std::equal(a.y.begin(), a.y.end(), b.y.begin(), [](double p, double q) {
               return (std::isnan(p) && std::isnan(q)) || std::abs(p - q) <= kEqual * std::abs(q);
           });
}

/// Of curves that are the same, each but the first is drawn in pieces, so that all of their colours show.
void shareLines(const std::vector<QCPGraph*>& lines, const std::vector<CurvePoints>& curves) {
    constexpr double kPiece = 4;  // in widths of the line
    std::vector<bool> isDone(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (isDone[i] || curves[i].x.size() < 2) continue;
        std::vector<std::size_t> same;
        for (std::size_t k = i; k < curves.size(); ++k)
            if (!isDone[k] && isSame(curves[k], curves[i])) same.push_back(k), isDone[k] = true;
        for (std::size_t k = 1; k < same.size(); ++k) {
            QPen pen = lines[same[k]]->pen();
            pen.setCapStyle(Qt::FlatCap);
            pen.setDashPattern({kPiece, kPiece * static_cast<double>(same.size() - 1)});
            pen.setDashOffset(kPiece * static_cast<double>(k));
            lines[same[k]]->setPen(pen);
        }
    }
}

}  // namespace

CurvesPlot::CurvesPlot(QCustomPlot& plot) : m_plot(plot) {
    // Piece by piece: Qt takes a fifth of a second to stroke a path that runs up and down in each column of pixels.
    plot.setPlottingHint(QCP::phFastPolylines);
    plot.plotLayout()->clear();
    plot.plotLayout()->setMargins(QMargins());
    plot.plotLayout()->addElement(0, 0, new QCPLayoutInset);
    paintOnLayer(plot, "axes", [this](QPainter& painter) { paint(painter); });
}

CurvesPlot::Slot CurvesPlot::take() {
    Slot slot;
    if (m_spare.empty()) {
        slot.rect = new QCPAxisRect(&m_plot);
        simplify(*slot.rect);
        auto* places = static_cast<QCPLayoutInset*>(m_plot.plotLayout()->element(0, 0));
        places->addElement(slot.rect, QRectF(0, 0, 1, 1));
        slot.element = places->elementCount() - 1;
    } else {
        slot = std::move(m_spare.back());
        m_spare.pop_back();
    }
    for (auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) slot.rect->axis(side)->setVisible(true);
    return slot;
}

void CurvesPlot::release(Slot& slot) {
    for (auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) slot.rect->axis(side)->setVisible(false);
    for (const auto* graphs : {&slot.ghosts, &slot.lines})
        for (QCPGraph* graph : *graphs) graph->setData({}, {});
    slot.isFilled = false;
    m_spare.push_back(std::move(slot));
}

void CurvesPlot::setLayout(std::shared_ptr<const CurvesLayout> layout) {
    m_layout = std::move(layout);
    for (auto& [panel, slot] : m_slots) slot.isFilled = false;
    if (m_layout) return;
    for (auto& [panel, slot] : m_slots) release(slot);
    m_slots.clear();
}

void CurvesPlot::show(double top, QSizeF viewport) {
    m_top = top;
    const auto isVisible = [&](std::size_t i) {
        if (i >= m_layout->panels.size()) return false;
        const QRectF& box = m_layout->panels[i].box;
        return box.bottom() > top && box.top() < top + viewport.height();
    };
    for (auto slot = m_slots.begin(); slot != m_slots.end();) {
        if (isVisible(slot->first)) {
            ++slot;
        } else {
            release(slot->second);
            slot = m_slots.erase(slot);
        }
    }
    for (std::size_t i = 0; i < m_layout->panels.size(); ++i) {
        if (!isVisible(i)) continue;
        const auto [slot, isNew] = m_slots.try_emplace(i);
        if (isNew) slot->second = take();
        place(slot->second, m_layout->panels[i], viewport);
        if (!slot->second.isFilled) fill(slot->second, m_layout->panels[i]);
    }
    stylePlot(m_plot, m_layout->theme());
}

void CurvesPlot::place(const Slot& slot, const CurvesPanel& panel, QSizeF viewport) const {
    // Places are shares of the plot, cut to whole pixels: half a pixel keeps those that are whole.
    const double w = viewport.width(), h = viewport.height();
    const auto share = [](double pixels, double all) { return (pixels + (pixels < 0 ? -0.5 : 0.5)) / all; };
    static_cast<QCPLayoutInset*>(m_plot.plotLayout()->element(0, 0))
        ->setInsetRect(slot.element, QRectF(share(panel.area.left(), w), share(panel.area.top() - m_top, h),
                                            share(panel.area.width(), w), share(panel.area.height(), h)));
}

void CurvesPlot::fill(Slot& slot, const CurvesPanel& panel) {
    slot.isFilled = true;
    const CurvesLayout& layout = *m_layout;
    const CurvesRange& range = layout.rangeOf(panel);
    QCPAxis &x = *slot.rect->axis(QCPAxis::atBottom), &y = *slot.rect->axis(QCPAxis::atLeft);
    x.setScaleType(layout.axis.isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    x.setRange(paddedRange(layout.axis, panel.area.width()));
    setTicks(x, layout.xTicks);
    y.setScaleType(range.isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    y.setRange(range.from, range.to);
    setTicks(y, range.ticks);

    const std::size_t count = layout.looks.size();
    // Ghosts are made first, to lie below all lines.
    while (slot.ghosts.size() < count) slot.ghosts.push_back(newWholeGraph(x, y));
    while (slot.lines.size() < count) slot.lines.push_back(newWholeGraph(x, y));
    slot.markers.assign(count, {});
    std::vector<CurvePoints> curves(count);
    const auto placeOf = [&](double at, double value) {
        return QPointF(layout.xOf(panel, at), layout.yOf(panel, value));
    };
    for (std::size_t s = 0; s < slot.lines.size(); ++s) {
        CurvePoints ghost, curve;
        if (s < count && !layout.data.hidden.contains(s)) {
            const int columns = std::max(1, static_cast<int>(panel.area.width()));
            const PointPlace place{panel.figure, panel.panel, s, 0};
            curve = drawable(curveOf(*layout.data.results, place, range.measure, layout.axis), range);
            slot.markers[s] = isSparse(curve, panel.area.width() - 2 * kCurvesPadding) ? curve : CurvePoints();
            curve = thinned(curve, layout.axis, columns);
            if (slot.markers[s].x.isEmpty()) slot.markers[s] = lonePoints(curve);
            const auto pinned = layout.pinned ? layout.pinned->curveAt(place) : std::nullopt;
            if (pinned)
                ghost = thinned(
                    drawable(curveOf(layout.pinned->results(), *pinned, range.measure, layout.pinnedAxis), range),
                    layout.pinnedAxis, columns);
            slot.lines[s]->setPen(layout.looks[s].pen(kLine));
            slot.ghosts[s]->setPen(ghostPen(layout.looks[s]));
        }
        setData(*slot.lines[s], straightened(curve, placeOf));
        setData(*slot.ghosts[s], straightened(ghost, placeOf));
        if (s < count) curves[s] = std::move(curve);
    }
    if (layout.themeId != ThemeId::Print) shareLines(slot.lines, curves);
}

void CurvesPlot::paintCurve(QPainter& painter, std::size_t panel, std::size_t series, const QPen& pen) const {
    const auto slot = m_slots.find(panel);
    if (slot == m_slots.end() || series >= slot->second.lines.size()) return;
    const CurvesPanel& at = m_layout->panels[panel];
    if (slot->second.lines[series]->data()->size() > at.area.width()) return;
    painter.setPen(pen);
    std::optional<QPointF> before;
    QVector<QLineF> pieces;
    for (const QCPGraphData& point : *slot->second.lines[series]->data()) {
        const QPointF here(m_layout->xOf(at, point.key), m_layout->yOf(at, point.value) - m_top);
        if (before && !std::isnan(point.value)) pieces.push_back({*before, here});
        before = std::isnan(point.value) ? std::nullopt : std::optional(here);
    }
    painter.drawLines(pieces);
}

void CurvesPlot::paint(QPainter& painter) const {
    if (!m_layout) return;
    painter.translate(0, -m_top);
    paintHead(painter);
    for (const auto& [i, slot] : m_slots) paintPanel(painter, m_layout->panels[i], slot);
    painter.translate(0, m_top);
}

void CurvesPlot::paintHead(QPainter& painter) const {
    const Theme& theme = m_layout->theme();
    painter.setPen(theme.text);
    if (!m_layout->title.isEmpty()) {
        painter.setFont(pictureTitleFont());
        drawSymbols(painter, {kCurvesMargin, kPictureTitleBaseline}, m_layout->title);
    }
    painter.setFont(uiFont(15, QFont::DemiBold));
    for (const CurvesHeading& heading : m_layout->headings)
        drawSymbols(painter, {kCurvesMargin, heading.baseline}, heading.text);
    for (const CurvesLegendEntry& entry : m_layout->legend) paintLegendEntry(painter, entry, *m_layout);
}

void CurvesPlot::paintPanel(QPainter& painter, const CurvesPanel& panel, const Slot& slot) const {
    const CurvesLayout& layout = *m_layout;
    const Theme& theme = layout.theme();
    paintMarks(painter, panel);
    bool hasPoints = false;
    for (std::size_t s = 0; s < slot.markers.size(); ++s) {
        hasPoints = hasPoints || !slot.lines[s]->data()->isEmpty();
        const CurvePoints& points = slot.markers[s];
        for (qsizetype i = 0; i < points.x.size(); ++i)
            if (!std::isnan(points.y[i]))
                paintMarker(painter, layout.looks[s], {layout.xOf(panel, points.x[i]), layout.yOf(panel, points.y[i])},
                            theme);
    }
    const QFontMetricsF metrics(uiFont(11));
    double baseline = panel.area.top() - 13;
    painter.setFont(uiFont(11));
    painter.setPen(theme.mutedText);
    const QString caption = layout.rangeOf(panel).quantity.caption();
    painter.drawText(QPointF(panel.box.left(), baseline),
                     metrics.elidedText(layout.rangeOf(panel).isLog ? tr("%1, log scale").arg(caption) : caption,
                                        Qt::ElideRight, panel.box.width()));
    drawSymbols(painter,
                {std::max(panel.box.left(), panel.area.right() - symbolsWidth(painter.font(), layout.xCaption)),
                 panel.box.bottom() - metrics.descent() - 1},
                layout.xCaption);
    if (!hasPoints)
        painter.drawText(panel.area, Qt::AlignCenter | Qt::TextWordWrap,
                         layout.data.hidden.size() == layout.looks.size() ? tr("All series are hidden.")
                         : layout.data.isStopped                          ? tr("Nothing was computed.")
                                                                          : tr("Nothing is computed yet."));
    if (panel.title.isEmpty()) return;
    baseline -= metrics.height() + 3;
    painter.setFont(uiFont(12.5, QFont::Medium));
    painter.setPen(theme.text);
    drawSymbols(painter, {panel.box.left(), baseline}, panel.title);
}

void CurvesPlot::paintMarks(QPainter& painter, const CurvesPanel& panel) const {
    const std::vector<CurveMark> marks = curveMarks(*m_layout, panel);
    for (const CurveMark& mark : marks) {
        painter.setPen(QPen(m_layout->looks[mark.series].color, 1.25));
        painter.drawLine(QPointF(mark.x, panel.area.top()), QPointF(mark.x, panel.area.bottom()));
    }
    painter.setFont(markFont());
    const QFontMetricsF metrics(markFont());
    for (const CurveMark& mark : marks) {
        if (mark.label.isEmpty()) continue;
        painter.fillRect(mark.label.adjusted(1, 0, -1, 0), m_layout->theme().window);
        painter.setPen(m_layout->theme().text);
        drawSymbols(painter, {mark.label.left() + kMarkAround, mark.label.top() + metrics.ascent()}, mark.text);
    }
}

void paintLegendEntry(QPainter& painter, const CurvesLegendEntry& entry, const CurvesLayout& layout) {
    const Theme& theme = layout.theme();
    const QRectF sample(entry.box.left(), entry.box.top(), kLegendSample, entry.box.height());
    const bool isHidden = entry.series && layout.data.hidden.contains(*entry.series);
    if (entry.series) {
        painter.setOpacity(isHidden ? 0.35 : 1);
        paintSample(painter, layout.looks[*entry.series], sample, theme);
        painter.setOpacity(1);
    } else {
        painter.setPen(ghostPen({theme.mutedText, {}, 0, 0}));
        painter.drawLine(QPointF(sample.left(), sample.center().y()), QPointF(sample.right(), sample.center().y()));
    }
    painter.setFont(legendFont());
    painter.setPen(isHidden ? theme.mutedText : theme.text);
    const QFontMetricsF metrics(legendFont());
    const double baseline = entry.box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    drawSymbols(painter, {sample.right() + kLegendGap, baseline}, entry.text);
}

}  // namespace bubblescope
