#include "widgets/kit/flat_fields.h"

#include "widgets/kit/symbol.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kFieldHeight = 26;
constexpr int kIcon = 12;
constexpr int kTextGap = 9;

void clearGround(QWidget& field) {
    QPalette clear;
    clear.setColor(QPalette::Base, Qt::transparent);
    field.setPalette(clear);
}

/// Paints the rounded background of a field; the field's own one is transparent.
void drawFrame(QWidget* field, bool isMarked = false) {
    const Theme& theme = themeOf(field->parentWidget()->palette());
    const bool hasFocus = field->hasFocus();
    QPainter painter(field);
    painter.setRenderHint(QPainter::Antialiasing);
    const double width = isMarked || hasFocus ? 1.5 : 1;
    painter.setPen(QPen(isMarked ? theme.error : hasFocus ? theme.accent : theme.line, width));
    painter.setBrush(field->isEnabled() ? theme.field : theme.window);
    painter.drawRoundedRect(QRectF(field->rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 5, 5);
}

}  // namespace

FlatEdit::FlatEdit(QWidget* parent) : QLineEdit(parent) {
    setFrame(false);
    setTextMargins(6, 0, 6, 0);
    setFixedHeight(kFieldHeight);
    clearGround(*this);
    limitText(*this);
}

void FlatEdit::setMarked(bool isMarked) {
    m_isMarked = isMarked;
    update();
}

void FlatEdit::paintEvent(QPaintEvent* event) {
    drawFrame(this, m_isMarked);
    QLineEdit::paintEvent(event);
}

FlatSpin::FlatSpin(QWidget* parent) : QSpinBox(parent) {
    setFrame(false);
    setButtonSymbols(QAbstractSpinBox::NoButtons);
    lineEdit()->setTextMargins(6, 0, 6, 0);
    setFixedHeight(kFieldHeight);
    clearGround(*this);
}

void FlatSpin::keyPressEvent(QKeyEvent* event) {
    if (!isPasteOfNothing(*event)) QSpinBox::keyPressEvent(event);
}

void FlatSpin::paintEvent(QPaintEvent*) { drawFrame(this); }

void FlatSpin::wheelEvent(QWheelEvent* event) {
    // As with sliders, the wheel scrolls the panel unless this has the focus.
    if (hasFocus()) return QSpinBox::wheelEvent(event);
    event->ignore();
}

FlatCheck::FlatCheck(const QString& text, QWidget* parent) : QCheckBox(text, parent) {
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

QSize FlatCheck::sizeHint() const {
    const int icon = this->icon().isNull() ? 0 : kIcon + kTextGap;
    return {kTickBox + kTextGap + icon + qCeil(symbolsWidth(font(), text())) + 2,
            std::max(22, fontMetrics().height() + 4)};
}

void FlatCheck::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect box(1, (height() - kTickBox) / 2, kTickBox, kTickBox);
    drawTickBox(painter, theme, box, isChecked());
    if (hasFocus()) {
        painter.setPen(QPen(isChecked() ? theme.text : theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(box).adjusted(-0.25, -0.25, 0.25, 0.25), 3.5, 3.5);
    }
    double x = 1.0 + kTickBox + kTextGap;
    if (!icon().isNull()) {
        icon().paint(&painter, QRect(qRound(x), (height() - kIcon) / 2, kIcon, kIcon));
        x += kIcon + kTextGap;
    }
    painter.setPen(isEnabled() ? theme.text : theme.mutedText);
    painter.setFont(font());
    const QFontMetricsF metrics(font());
    const double baseline = (height() + metrics.ascent() - metrics.descent()) / 2;
    drawSymbols(painter, {x, baseline}, text());
}

void drawTickBox(QPainter& painter, const Theme& theme, const QRect& box, bool isOn) {
    painter.setPen(isOn ? QPen(Qt::NoPen) : QPen(theme.mutedText, 1));
    painter.setBrush(isOn ? theme.accent : theme.field);
    painter.drawRoundedRect(isOn ? QRectF(box) : QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5);
    if (!isOn) return;
    drawTick(painter, box.topLeft(), theme.onAccent);
}

void drawTick(QPainter& painter, const QPoint& at, const QColor& ink) {
    QPainterPath tick;
    tick.moveTo(at.x() + 3.6, at.y() + 7.8);
    tick.lineTo(at.x() + 6.4, at.y() + 10.6);
    tick.lineTo(at.x() + 11.4, at.y() + 4.8);
    painter.setPen(QPen(ink, 1.9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(tick);
}

}  // namespace bubblescope
