#include "widgets/kit/live_edit.h"

#include "widgets/kit/theme.h"
#include "widgets/shown/scenario_edit.h"

#include <QKeyEvent>
#include <QPainter>

namespace bubblescope {

namespace {

/// Long enough for the next key, short enough to be live.
constexpr int kPauseMs = 350;

}  // namespace

LiveEdit::LiveEdit(QWidget* parent) : FlatEdit(parent) {
    setFont(uiFont(12.5));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &LiveEdit::apply);
    connect(this, &QLineEdit::textEdited, &m_pause, qOverload<>(&QTimer::start));
}

void LiveEdit::give(const QString& text) {
    if (text == m_given) return;
    m_given = text;
    m_applied = text;
    m_pause.stop();
    if (text == this->text()) return;
    const int cursor = cursorPosition();
    setText(text);
    setCursorPosition(hasFocus() ? cursor : 0);
}

void LiveEdit::agree(const QString& text) { m_given = text; }

void LiveEdit::setError(const TextError& error) {
    m_errorAt = error.begin;
    setMarked(!error.reason.isEmpty());
}

void LiveEdit::apply() {
    m_pause.stop();
    if (text() == m_applied) return;
    m_applied = text();
    if (m_gesture == 0) m_gesture = newGesture();
    emit typed(m_applied, m_gesture);
}

void LiveEdit::finish() {
    apply();
    m_gesture = 0;
}

bool LiveEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && text() == m_applied) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();  // nothing typed to undo here: the window's undo is meant
            return false;
        }
    }
    return FlatEdit::event(event);
}

void LiveEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return finish();
    if (event->key() == Qt::Key_Escape && text() != m_given) {
        setText(m_given);
        return finish();
    }
    FlatEdit::keyPressEvent(event);
}

void LiveEdit::focusOutEvent(QFocusEvent* event) {
    if (event->reason() != Qt::PopupFocusReason) finish();
    FlatEdit::focusOutEvent(event);
}

void LiveEdit::paintEvent(QPaintEvent* event) {
    FlatEdit::paintEvent(event);
    if (m_errorAt < 0) return;
    const QFontMetricsF metrics(font());
    // The cursor tells how far the text is scrolled.
    const double origin = cursorRect().center().x() - metrics.horizontalAdvance(text().left(cursorPosition()));
    const double from = origin + metrics.horizontalAdvance(text().left(m_errorAt));
    const double width = m_errorAt < text().size() ? metrics.horizontalAdvance(text().at(m_errorAt)) : 6;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect().adjusted(4, 0, -4, 0));
    painter.setPen(QPen(themeOf(parentWidget()->palette()).error, 2));
    painter.drawLine(QPointF(from, height() - 5.0), QPointF(from + width, height() - 5.0));
}

}  // namespace bubblescope
