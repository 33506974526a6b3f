#include "widgets/kit/flat_combo.h"

#include "widgets/kit/theme.h"

#include <QPainter>
#include <QWheelEvent>

namespace bubblescope {

void FlatCombo::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = hasFocus() ? 1.5 : 1;
    painter.setPen(QPen(hasFocus() ? theme.accent : theme.line, width));
    painter.setBrush(theme.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 5, 5);
    painter.setPen(isEnabled() ? theme.text : theme.mutedText);
    paintText(painter, rect().adjusted(9, 0, -20, 0));
    const QPointF tip(this->width() - 12.0, height() / 2.0 + 2);
    painter.setPen(QPen(underMouse() ? theme.text : theme.mutedText, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5)});
}

void FlatCombo::paintText(QPainter& painter, const QRect& space) {
    painter.drawText(space, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(currentText(), Qt::ElideRight, space.width()));
}

void FlatCombo::wheelEvent(QWheelEvent* event) {
    // As with sliders, the wheel scrolls the panel unless this has the focus.
    if (hasFocus()) return QComboBox::wheelEvent(event);
    event->ignore();
}

}  // namespace bubblescope
