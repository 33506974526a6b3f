#include "widgets/charts/bar_chart.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace bubblescope {

BarChart::BarChart(Source source, QWidget* parent) : QWidget(parent), m_source(std::move(source)) {
    setMouseTracking(true);
    refresh();
}

void BarChart::refresh() {
    m_model = m_source(themeOf(palette()).id);
    setAccessibleDescription(m_model.spoken);
    updateGeometry();
    update();
}

Picture BarChart::picture() const {
    return {size(), {}, {[list = barsList(m_model, layoutBars(m_model, size()))](bool) { return list; }}};
}

const BarRow* BarChart::rowAt(QPointF at) const {
    const BarsLayout layout = layoutBars(m_model, size());
    for (std::size_t i = 0; i < layout.rows.size(); ++i)
        if (layout.rows[i].rect.contains(at)) return &m_model.rows[i];
    return nullptr;
}

bool BarChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_model.tip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const BarRow* const row = rowAt(help->pos());
    QToolTip::showText(help->globalPos(), row ? m_model.tip(row->entry) : QString(), this);
    return true;
}

void BarChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintList(painter, barsList(m_model, layoutBars(m_model, size())));
    const BarRow* const row = m_pointer && m_model.card ? rowAt(*m_pointer) : nullptr;
    if (!row || !row->refusal.isEmpty()) return;
    HoverCard card = m_model.card(row->entry);
    paintHoverCard(painter, m_model.theme(), card.title, std::move(card.rows), m_pointer->x(), rect(), size());
}

void BarChart::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    if (m_model.card) update();
}

void BarChart::mousePressEvent(QMouseEvent* event) {
    if (const BarRow* const row = rowAt(event->position())) emit chosen(row->entry);
}

void BarChart::leaveEvent(QEvent*) {
    m_pointer.reset();
    update();
}

void BarChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refresh();
}

}  // namespace bubblescope
