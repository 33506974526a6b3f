#include "widgets/kit/link_button.h"

#include "widgets/kit/theme.h"

#include <QPainter>

#include <algorithm>

namespace bubblescope {

LinkButton::LinkButton(const QString& text, QWidget* parent) : QPushButton(text, parent) {
    setFont(uiFont(13));
    setFlat(true);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

QSize LinkButton::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + 8, std::max(24, fontMetrics().height() + 6)};
}

void LinkButton::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 1.5, -0.5, -1.5), 4, 4);
    }
    QFont font = this->font();
    font.setUnderline(underMouse());
    painter.setFont(font);
    painter.setPen(theme.accent);
    painter.drawText(rect().adjusted(1, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text());
}

}  // namespace bubblescope
