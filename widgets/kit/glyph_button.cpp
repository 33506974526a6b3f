#include "widgets/kit/glyph_button.h"

#include "widgets/kit/theme.h"

#include <QPainter>
#include <QPainterPath>

namespace bubblescope {

namespace {

void drawLock(QPainter& painter, const QPointF& at, const QColor& ink, bool isClosed) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawRoundedRect(QRectF(at.x() - 4.5, at.y() - 0.5, 9, 6.5), 1.5, 1.5);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink, 1.5));
    QPainterPath shackle;
    const double swing = isClosed ? 0 : 5.2;  // an open shackle is turned to the side
    shackle.moveTo(at.x() - 2.6 + swing, at.y() + (isClosed ? 0 : -1.5));
    shackle.lineTo(at.x() - 2.6 + swing, at.y() - 2.6);
    shackle.arcTo(QRectF(at.x() - 2.6 + swing, at.y() - 5.6, 5.2, 5.2), 180, -180);
    shackle.lineTo(at.x() + 2.6 + swing, at.y() - (isClosed ? 0 : 1.5));
    if (!isClosed) painter.translate(-2.6, 0);
    painter.drawPath(shackle);
}

void drawList(QPainter& painter, const QPointF& at, const QColor& ink) {
    painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap));
    for (double y : {-3.5, 0.0, 3.5}) {
        painter.drawPoint(QPointF(at.x() - 4.5, at.y() + y));
        painter.drawLine(QPointF(at.x() - 1.5, at.y() + y), QPointF(at.x() + 4.5, at.y() + y));
    }
}

void drawSwap(QPainter& painter, const QPointF& at, const QColor& ink) {
    painter.setPen(QPen(ink, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const double side : {-1.0, 1.0}) {
        const QPointF foot = at + QPointF(3 * side, -4.5 * side), tip = at + QPointF(3 * side, 4.5 * side);
        painter.drawLine(foot, tip);
        painter.drawPolyline(QPolygonF{tip + QPointF(-2.4, -2.6 * side), tip, tip + QPointF(2.4, -2.6 * side)});
    }
}

void drawCross(QPainter& painter, const QPointF& at, const QColor& ink) {
    painter.setPen(QPen(ink, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(at + QPointF(-3.5, -3.5), at + QPointF(3.5, 3.5));
    painter.drawLine(at + QPointF(-3.5, 3.5), at + QPointF(3.5, -3.5));
}

}  // namespace

GlyphButton::GlyphButton(Glyph glyph, const QString& name, QWidget* parent) : QAbstractButton(parent), m_glyph(glyph) {
    setAccessibleName(name);
    setFixedSize(sizeHint());
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setCheckable(glyph == Glyph::Lock);
}

void GlyphButton::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF ground = QRectF(rect()).adjusted(1.5, 2.5, -1.5, -2.5);
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.line);
        painter.drawRoundedRect(ground, 4, 4);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(ground, 4, 4);
    }
    const QColor ink = isChecked() ? theme.accent : theme.mutedText;
    const QPointF middle = QRectF(rect()).center();
    switch (m_glyph) {
        case Glyph::Lock: return drawLock(painter, middle, ink, isChecked());
        case Glyph::List: return drawList(painter, middle, ink);
        case Glyph::Swap: return drawSwap(painter, middle, ink);
        case Glyph::Cross: return drawCross(painter, middle, ink);
    }
}

}  // namespace bubblescope
