#include "widgets/collectives/arrival_editor.h"

#include "engine/core/ruler.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/scenario_edit.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kLeft = 52, kRight = 10, kTop = 10, kBottom = 24;
constexpr int kSteps = 50;  // key presses along the rail

double roundSpan(double least) { return least > 0 ? roundAbove(least, kRoundSteps) : 1; }

}  // namespace

ArrivalEditor::ArrivalEditor(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Arrival times"));
    setAccessibleDescription(
        tr("Left and right choose a rank, up and down change its arrival time, Delete removes its delay."));
}

void ArrivalEditor::setArrival(const std::vector<double>& arrival, double span) {
    m_arrival = arrival;
    m_current = std::clamp(m_current, 0, std::max(0, ranks() - 1));
    m_wantedSpan = arrival.empty() ? span : std::max(span, *std::max_element(arrival.begin(), arrival.end()));
    if (!m_isDragging) m_span = roundSpan(m_wantedSpan);
    update();
}

QPointF ArrivalEditor::knobAt(int rank) const {
    const double pitch = (width() - kLeft - kRight) / std::max(1, ranks());
    const double share = std::clamp(m_arrival[static_cast<std::size_t>(rank)] / m_span, 0.0, 1.0);
    return {kLeft + (rank + 0.5) * pitch, kTop + share * (height() - kTop - kBottom)};
}

int ArrivalEditor::rankAt(double x) const {
    const double pitch = (width() - kLeft - kRight) / std::max(1, ranks());
    return std::clamp(static_cast<int>((x - kLeft) / pitch), 0, std::max(0, ranks() - 1));
}

void ArrivalEditor::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(uiFont(11));
    painter.setPen(theme.mutedText);
    if (ranks() > kMostRanks)
        return painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                                tr("Too many ranks to drag. A file can set their arrival times."));
    const double low = height() - kBottom;
    const QRectF names(0, 0, kLeft - 10, 16);
    painter.drawText(names.translated(0, kTop - 8), Qt::AlignRight | Qt::AlignVCenter, QStringLiteral("0"));
    painter.drawText(names.translated(0, low - 8), Qt::AlignRight | Qt::AlignVCenter, formatMicroseconds(m_span));
    painter.drawText(QRectF(0, low + 6, kLeft - 10, 16), Qt::AlignRight | Qt::AlignVCenter, tr("rank"));
    const double pitch = (width() - kLeft - kRight) / std::max(1, ranks());
    const double radius = std::clamp(pitch * 0.35, 2.0, 5.5), rail = std::clamp(pitch * 0.2, 1.0, 4.0);
    const int every = std::max(1, static_cast<int>(std::ceil(16 / pitch)));
    for (int rank = 0; rank < ranks(); ++rank) {
        const QPointF knob = knobAt(rank);
        const bool isLate = m_arrival[static_cast<std::size_t>(rank)] > 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.grid);
        painter.drawRoundedRect(QRectF(knob.x() - rail / 2, kTop, rail, low - kTop), rail / 2, rail / 2);
        if (isLate) {
            painter.setBrush(theme.accent);
            painter.drawRoundedRect(QRectF(knob.x() - rail / 2, kTop, rail, knob.y() - kTop), rail / 2, rail / 2);
        }
        painter.setBrush(isLate ? theme.accent : theme.field);
        painter.setPen(QPen(theme.accent, radius > 4 ? 1.75 : 1));
        painter.drawEllipse(knob, radius, radius);
        if (hasFocus() && rank == m_current) {
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(knob, radius + 3, radius + 3);
        }
        painter.setPen(rank == m_current && hasFocus() ? theme.text : theme.mutedText);
        if (rank % every == 0)
            painter.drawText(QRectF(knob.x() - 20, low + 6, 40, 16), Qt::AlignCenter, QString::number(rank));
    }
}

void ArrivalEditor::ask(int rank, double time, int gesture) {
    if (ranks() > kMostRanks || ranks() == 0) return;
    std::vector<double> after = m_arrival;
    after[static_cast<std::size_t>(rank)] = std::clamp(time, 0.0, 1e9);
    if (after != m_arrival) emit edited(after, gesture);
}

void ArrivalEditor::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || ranks() == 0) return;
    m_current = rankAt(event->position().x());
    m_isDragging = true;
    m_gesture = newGesture();
    mouseMoveEvent(event);
    update();
}

void ArrivalEditor::mouseMoveEvent(QMouseEvent* event) {
    if (!m_isDragging) return;
    const double share = (event->position().y() - kTop) / (height() - kTop - kBottom);
    const double step = m_span / 100;
    ask(m_current, std::clamp(std::round(share * m_span / step) * step, 0.0, m_span), m_gesture);
}

void ArrivalEditor::mouseReleaseEvent(QMouseEvent*) {
    m_isDragging = false;
    m_span = roundSpan(m_wantedSpan);
    update();
}

void ArrivalEditor::mouseDoubleClickEvent(QMouseEvent* event) { ask(rankAt(event->position().x()), 0, m_gesture); }

void ArrivalEditor::keyPressEvent(QKeyEvent* event) {
    if (ranks() == 0 || (event->modifiers() & ~Qt::KeypadModifier)) return QWidget::keyPressEvent(event);
    const double now = m_arrival[static_cast<std::size_t>(m_current)];
    switch (event->key()) {
        case Qt::Key_Left: m_current = std::max(0, m_current - 1); break;
        case Qt::Key_Right: m_current = std::min(ranks() - 1, m_current + 1); break;
        case Qt::Key_Down: ask(m_current, now + m_span / kSteps, 0); break;
        case Qt::Key_Up: ask(m_current, now - m_span / kSteps, 0); break;
        case Qt::Key_Delete:
        case Qt::Key_Backspace: ask(m_current, 0, 0); break;
        default: return QWidget::keyPressEvent(event);
    }
    update();
}

void ArrivalEditor::focusInEvent(QFocusEvent*) { update(); }
void ArrivalEditor::focusOutEvent(QFocusEvent*) { update(); }

bool ArrivalEditor::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || ranks() == 0 || ranks() > kMostRanks) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int rank = rankAt(help->pos().x());
    QToolTip::showText(help->globalPos(),
                       tr("Rank %1 arrives at %2. Drag down to delay it; double-click to remove the delay.")
                           .arg(rank)
                           .arg(formatMicroseconds(m_arrival[static_cast<std::size_t>(rank)])),
                       this);
    return true;
}

}  // namespace bubblescope
