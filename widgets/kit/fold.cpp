#include "widgets/kit/fold.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace bubblescope {

FoldHeading::FoldHeading(const QString& title, QWidget* parent) : QAbstractButton(parent) {
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setChecked(true);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldHeading::setSummary(const QString& text) {
    if (text == m_summary) return;
    m_summary = text;
    setAccessibleDescription(text);
    update();
}

void FoldHeading::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) return setChecked(key == Qt::Key_Right);
    if (key == Qt::Key_Return || key == Qt::Key_Enter) return click();
    QAbstractButton::keyPressEvent(event);
}

void FoldHeading::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(kFormMargin - 4.5, 2.5, 4.5 - kFormMargin, -2.5), 4, 4);
    }
    QFont font = uiFont(11, QFont::DemiBold);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    painter.setFont(font);
    painter.setPen(underMouse() ? theme.text : theme.mutedText);
    const QString title = text().toUpper();
    painter.drawText(rect().adjusted(kFormMargin, 0, 0, 0), Qt::AlignVCenter, title);
    const double middle = height() / 2.0, right = width() - kFormMargin - 6.0;
    painter.setPen(QPen(painter.pen().color(), 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (isChecked())
        painter.drawPolyline(QPolygonF{{right - 3.5, middle - 1.5}, {right, middle + 2}, {right + 3.5, middle - 1.5}});
    else
        painter.drawPolyline(QPolygonF{{right - 1.5, middle - 3.5}, {right + 2, middle}, {right - 1.5, middle + 3.5}});
    if (isChecked() || m_summary.isEmpty()) return;
    const double left = kFormMargin + QFontMetricsF(font).horizontalAdvance(title) + 12;
    painter.setFont(uiFont(12));
    const double space = right - 12 - left;
    const QString shown = painter.fontMetrics().elidedText(m_summary, Qt::ElideRight, static_cast<int>(space));
    const double baseline = middle + (painter.fontMetrics().ascent() - painter.fontMetrics().descent()) / 2.0;
    drawSymbols(painter, {right - 12 - symbolsWidth(painter.font(), shown), baseline}, shown);
}

Fold::Fold(const QString& title, QWidget* content, QWidget* parent) : QWidget(parent) {
    m_heading = new FoldHeading(title);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 3, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_heading);
    layout->addWidget(content);
    connect(m_heading, &QAbstractButton::toggled, content, &QWidget::setVisible);
}

}  // namespace bubblescope
