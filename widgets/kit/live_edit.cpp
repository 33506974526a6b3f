#include "widgets/kit/live_edit.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace bubblescope {

LiveEdit::LiveEdit(QWidget* parent)
    : QLineEdit(parent),
      m_draft([this] { return text(); },
              [this](const QString& text) {
                  const int cursor = cursorPosition();
                  setText(text);
                  setCursorPosition(hasFocus() ? cursor : 0);
              }) {
    setFont(uiFont(12.5));
    limitText(*this);
    connect(this, &QLineEdit::textEdited, &m_draft, &Draft::touch);
    connect(&m_draft, &Draft::typed, this, &LiveEdit::typed);
}

void LiveEdit::setError(const TextError& error) {
    m_errorAt = error.begin;
    setMarked(this, !error.reason.isEmpty());
}

bool LiveEdit::event(QEvent* event) { return m_draft.leavesUndo(event) ? false : QLineEdit::event(event); }

void LiveEdit::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return m_draft.finish();
    if (event->key() == Qt::Key_Escape && m_draft.drop()) return;
    QLineEdit::keyPressEvent(event);
}

void LiveEdit::focusOutEvent(QFocusEvent* event) {
    m_draft.leave(event);
    QLineEdit::focusOutEvent(event);
}

void LiveEdit::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (m_errorAt < 0) return;
    const QFontMetricsF metrics(font());
    // The cursor shows how far the text is scrolled.
    const double origin = cursorRect().center().x() - metrics.horizontalAdvance(text().left(cursorPosition()));
    const double from = origin + metrics.horizontalAdvance(text().left(m_errorAt));
    const double width = m_errorAt < text().size() ? metrics.horizontalAdvance(text().at(m_errorAt)) : 6;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(rect().adjusted(4, 0, -4, 0));
    painter.setPen(QPen(themeOf(palette()).error, 2));
    painter.drawLine(QPointF(from, height() - 5.0), QPointF(from + width, height() - 5.0));
}

}  // namespace bubblescope
