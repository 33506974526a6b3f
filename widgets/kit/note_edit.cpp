#include "widgets/kit/note_edit.h"

#include "widgets/kit/theme.h"
#include "widgets/shown/scenario_edit.h"

#include <QPainter>
#include <QTextBlock>
#include <QTextLayout>

namespace bubblescope {

namespace {

constexpr int kPauseMs = 350;
constexpr int kGap = 6;

}  // namespace

NoteEdit::NoteEdit(QWidget* parent) : QPlainTextEdit(parent) {
    setFont(uiFont(12));
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    document()->setDocumentMargin(kGap);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &NoteEdit::apply);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        fitHeight();
        if (toPlainText() != m_given) m_pause.start();
    });
}

void NoteEdit::give(const QString& text) {
    if (text == m_given) return;
    m_given = text;
    m_pause.stop();
    if (text != toPlainText()) setPlainText(text);
}

void NoteEdit::apply() {
    m_pause.stop();
    if (toPlainText() == m_given) return;
    m_given = toPlainText();
    if (m_gesture == 0) m_gesture = newGesture();
    emit typed(m_given, m_gesture);
}

void NoteEdit::focusOutEvent(QFocusEvent* event) {
    apply();
    m_gesture = 0;
    QPlainTextEdit::focusOutEvent(event);
}

void NoteEdit::fitHeight() {
    double height = 2 * kGap + 2;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        height += blockBoundingRect(block).height();
    setFixedHeight(qCeil(height));
}

void NoteEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitHeight();
}

void NoteEdit::paintEvent(QPaintEvent* event) {
    {
        const Theme& theme = themeOf(palette());
        QPainter painter(viewport());
        painter.fillRect(viewport()->rect(), theme.window);
        painter.setRenderHint(QPainter::Antialiasing);
        const double width = hasFocus() ? 1.5 : 1;
        painter.setPen(QPen(hasFocus() ? theme.accent : theme.line, width));
        painter.setBrush(theme.field);
        painter.drawRoundedRect(QRectF(viewport()->rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), 5,
                                5);
    }
    QPlainTextEdit::paintEvent(event);
}

}  // namespace bubblescope
