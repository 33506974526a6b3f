#include "widgets/kit/chip_button.h"

#include "widgets/kit/theme.h"

#include <QPainter>

namespace bubblescope {

ChipButton::ChipButton(const QString& text, QWidget* parent) : QAbstractButton(parent) {
    setText(text);
    setFont(uiFont(12));
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ChipButton::setMarked(bool isMarked) {
    m_isMarked = isMarked;
    update();
}

QSize ChipButton::sizeHint() const { return {std::max(24, fontMetrics().horizontalAdvance(text()) + 10), 24}; }

void ChipButton::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!isEnabled()) painter.setOpacity(0.5);
    const bool isHot = underMouse() && isEnabled();
    const QColor frame = isChecked() || m_isMarked || hasFocus() ? theme.accent : isHot ? theme.mutedText : theme.line;
    const double width = m_isMarked || hasFocus() ? 1.6 : 1;
    painter.setPen(QPen(isChecked() && hasFocus() ? theme.text : frame, width));
    painter.setBrush(isChecked() ? theme.accent : theme.field);
    const double inset = width / 2;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);
    painter.setPen(isChecked() ? theme.onAccent : isEnabled() ? theme.text : theme.mutedText);
    painter.drawText(rect(), Qt::AlignCenter, text());
}

}  // namespace bubblescope
