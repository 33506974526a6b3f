#include "widgets/kit/number_field.h"

#include "widgets/kit/draft.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QLocale>
#include <QTimer>

namespace bubblescope {

std::optional<double> parseNumber(const QString& text, const QString& unit) {
    QString number = text.trimmed();
    for (const char16_t micro : {u'\u00b5', u'\u03bc', u'u'}) {  // whichever character was typed
        const QString typed = QString(unit).replace(QChar(u'\u00b5'), QChar(micro));
        if (!unit.isEmpty() && number.endsWith(typed, Qt::CaseInsensitive)) {
            number.chop(typed.size());
            break;
        }
    }
    number = number.trimmed();
    // Plain notation first, because fields show it. It has no digit groups: "12,500" is parsed by the locale.
    QLocale plain = QLocale::c();
    plain.setNumberOptions(plain.numberOptions() | QLocale::RejectGroupSeparator);
    for (const QLocale& locale : {plain, QLocale()}) {
        bool isNumber = false;
        const double value = locale.toDouble(number, &isNumber);
        if (isNumber && qIsFinite(value)) return value;
    }
    return std::nullopt;
}

NumberField::NumberField(QWidget* parent) : QLineEdit(parent) {
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setFont(uiFont(12.5));
    limitText(*this, kMostOfName);
}

void NumberField::showText(const QString& text) {
    m_shown = text;
    setText(text);
    setCursorPosition(0);
    setMarked(this, false);
    if (hasFocus() && !m_isButtonLike) selectAll();
}

void NumberField::setButtonLike(bool isButtonLike) {
    if (isButtonLike == m_isButtonLike) return;
    m_isButtonLike = isButtonLike;
    setReadOnly(isButtonLike);
    setTextMargins(isButtonLike ? -4 : 0, 0, isButtonLike ? -4 : 0, 0);
    setAlignment((isButtonLike ? Qt::AlignHCenter : Qt::AlignRight) | Qt::AlignVCenter);
    setFont(uiFont(isButtonLike ? 11.5 : 12.5));
    setCursor(isButtonLike ? Qt::PointingHandCursor : Qt::IBeamCursor);
    if (isButtonLike) deselect();
}

QSize NumberField::sizeHint() const { return {76, 24}; }

bool NumberField::event(QEvent* event) {
    return text() == m_shown && isUndoLeft(event) ? false : QLineEdit::event(event);
}

void NumberField::finish() {
    if (text() != m_shown) emit typed(text());
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (m_isButtonLike && (isReturn || event->key() == Qt::Key_Space)) return emit pressed();
    if (isReturn) {
        finish();
        if (!isMarked(this)) selectAll();
        return emit returnPressed();
    }
    if (event->key() == Qt::Key_Escape && (text() != m_shown || isMarked(this))) {
        showText(m_shown);
        return emit restored();
    }
    QLineEdit::keyPressEvent(event);
}

void NumberField::mousePressEvent(QMouseEvent* event) {
    if (m_isButtonLike) return emit pressed();
    QLineEdit::mousePressEvent(event);
}

void NumberField::focusInEvent(QFocusEvent* event) {
    QLineEdit::focusInEvent(event);
    // After the mouse press that gave it the focus has placed the cursor.
    if (event->reason() == Qt::MouseFocusReason && !m_isButtonLike)
        QTimer::singleShot(0, this, [this] {
            if (hasFocus() && !hasSelectedText()) selectAll();
        });
}

void NumberField::focusOutEvent(QFocusEvent* event) {
    finish();
    QLineEdit::focusOutEvent(event);
}

}  // namespace bubblescope
