#include "widgets/kit/draft.h"

#include "widgets/kit/gesture.h"

#include <QKeyEvent>

namespace bubblescope {

namespace {

/// Long enough to wait for the next key, short enough to feel live.
constexpr int kPauseMs = 350;

}  // namespace

Draft::Draft(std::function<QString()> text, std::function<void(const QString&)> show)
    : m_text(std::move(text)), m_show(std::move(show)) {
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &Draft::apply);
}

void Draft::give(const QString& text) {
    if (text == m_given) return;
    m_given = text;
    m_applied = text;
    m_pause.stop();
    showGiven();
}

void Draft::restore() {
    m_pause.stop();
    m_applied = m_given;
    m_gesture = 0;
    showGiven();
}

void Draft::retry(bool stays) {
    if (!isDraft()) return;
    m_applied = m_given;
    apply();
    if (!stays) m_gesture = 0;
}

void Draft::touch() {
    if (!m_isShowing) m_pause.start();
}

void Draft::apply() {
    m_pause.stop();
    if (m_text() == m_applied) return;
    m_applied = m_text();
    if (m_gesture == 0) m_gesture = newGesture();
    emit typed(m_applied, m_gesture);
}

void Draft::finish() {
    apply();
    m_gesture = 0;
}

bool Draft::drop() {
    if (!isDraft()) return false;
    showGiven();
    finish();
    return true;
}

void Draft::showGiven() {
    if (!isDraft()) return;
    m_isShowing = true;
    m_show(m_given);
    m_isShowing = false;
}

bool Draft::leavesUndo(QEvent* event) const { return m_text() == m_applied && isUndoLeft(event); }

void Draft::leave(const QFocusEvent* event) {
    if (event->reason() != Qt::PopupFocusReason) finish();
}

bool isUndoLeft(QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) return false;
    event->ignore();
    return true;
}

}  // namespace bubblescope
