#include "widgets/study/curves/curves_plot.h"

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/picture.h"
#include "widgets/study/curves/curve_marks.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kTickType = 11;

/// The labels of ticks, which the plot draws.
void enlargeAxes(QCPAxisRect& rect, double scale) {
    constexpr double kBelow = 8, kBeside = 6;
    QCPAxis &x = *rect.axis(QCPAxis::atBottom), &y = *rect.axis(QCPAxis::atLeft);
    for (QCPAxis* axis : {&x, &y}) axis->setTickLabelFont(uiFont(kTickType * scale));
    x.setTickLabelPadding(qRound(kBelow * scale));
    y.setTickLabelPadding(qRound(kBeside * scale));
}

void setTicks(QCPAxis& axis, const std::vector<CurveTick>& ticks) {
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const CurveTick& tick : ticks) ticker->addTick(tick.value, tick.label);
    axis.setTicker(ticker);
}

}  // namespace

CurvesPlot::CurvesPlot(QCustomPlot& plot) : m_plot(plot) {
    // In pieces: Qt takes a fifth of a second to stroke a path that goes up and down in each column of pixels.
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
    for (const auto* graphs : {&slot.ghosts, &slot.faints, &slot.lines})
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

void CurvesPlot::show(double top, QSizeF viewport, double scale) {
    m_top = top;
    if (m_scale != scale)
        for (auto& [panel, slot] : m_slots) slot.isFilled = false;
    m_scale = scale;
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
    for (auto& [panel, slot] : m_slots) enlargeAxes(*slot.rect, m_scale);
}

void CurvesPlot::place(const Slot& slot, const CurvesPanel& panel, QSizeF viewport) const {
    // Positions are shares of the plot, truncated to whole pixels; adding half a pixel preserves whole ones.
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
    const auto [from, to] = layout.axis.padded(panel.area.width(), kCurvesPadding);  // as in CurvesLayout::xOf()
    x.setRange(from, to);
    setTicks(x, layout.xTicks);
    y.setScaleType(range.isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    y.setRange(range.from, range.to);
    setTicks(y, range.ticks);

    const std::size_t count = layout.looks.size();
    const auto enlarged = [this](Stroke stroke) {
        stroke.width *= m_scale;
        return stroke.pen();
    };
    // Pinned graphs are created first, to be below all lines; those over the memory limit are below those that can win.
    while (slot.ghosts.size() < count) slot.ghosts.push_back(newWholeGraph(x, y));
    while (slot.faints.size() < count) slot.faints.push_back(newWholeGraph(x, y));
    while (slot.lines.size() < count) slot.lines.push_back(newWholeGraph(x, y));
    slot.curves = panelCurves(layout, panel);
    slot.curves.resize(slot.lines.size());
    for (std::size_t s = 0; s < slot.lines.size(); ++s) {
        const PanelCurve& curve = slot.curves[s];
        slot.lines[s]->setPen(enlarged(curve.stroke));
        slot.ghosts[s]->setPen(enlarged(curve.ghostStroke));
        slot.faints[s]->setPen(enlarged(curve.faintStroke));
        setPoints(*slot.lines[s], curve.line);
        setPoints(*slot.ghosts[s], curve.ghost);
        setPoints(*slot.faints[s], curve.faint);
    }
}

void CurvesPlot::paintCurve(QPainter& painter, std::size_t panel, std::size_t series, const QPen& pen) const {
    const auto slot = m_slots.find(panel);
    if (slot == m_slots.end() || series >= slot->second.lines.size()) return;
    const CurvesPanel& at = m_layout->panels[panel];
    if (slot->second.lines[series]->data()->size() > at.area.width()) return;
    painter.setPen(pen);
    std::optional<QPointF> before;
    QVector<QLineF> pieces;
    for (const QCPGraph* graph : {slot->second.faints[series], slot->second.lines[series]}) {
        before.reset();
        for (const QCPGraphData& point : *graph->data()) {
            const QPointF here(m_layout->xOf(at, point.key), m_layout->yOf(at, point.value) - m_top);
            if (before && !std::isnan(point.value)) pieces.push_back({*before, here});
            before = std::isnan(point.value) ? std::nullopt : std::optional(here);
        }
    }
    painter.drawLines(pieces);
}

void CurvesPlot::paint(QPainter& painter) const {
    if (!m_layout) return;
    painter.scale(m_scale, m_scale);
    DisplayList list;
    list.origin = {0, -m_top};
    addHead(list, *m_layout);
    for (const auto& [i, slot] : m_slots) addOver(list, *m_layout, m_layout->panels[i], slot.curves);
    paintList(painter, list);
    painter.scale(1 / m_scale, 1 / m_scale);
}

}  // namespace bubblescope
