#include "widgets/lessons/blank_screen.h"

#include <QEvent>
#include <QPainter>

namespace bubblescope {

BlankScreen::BlankScreen(QWidget* window) : QWidget(window), m_before(window->focusWidget()) {
    setObjectName(QStringLiteral("blankScreen"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Blank screen. Press any key to return."));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::BlankCursor);
    setGeometry(window->rect());
    window->installEventFilter(this);
    show();
    raise();
    setFocus();
}

void BlankScreen::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Qt::black); }

void BlankScreen::keyPressEvent(QKeyEvent*) { leave(); }

void BlankScreen::mousePressEvent(QMouseEvent*) { leave(); }

/// Shortcut keys only end the blank screen.
bool BlankScreen::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) event->accept();
    return QWidget::event(event);
}

bool BlankScreen::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void BlankScreen::leave() {
    if (m_before) m_before->setFocus(Qt::OtherFocusReason);
    close();
}

}  // namespace bubblescope
