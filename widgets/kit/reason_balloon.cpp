#include "widgets/kit/reason_balloon.h"

#include "widgets/kit/side_panel.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kWidest = 300, kGap = 6, kMark = 3;
constexpr int kLeaveMs = 250;

const SidePanel* panelOf(const QWidget* widget) {
    while (widget && !qobject_cast<const SidePanel*>(widget)) widget = widget->parentWidget();
    return static_cast<const SidePanel*>(widget);
}

}  // namespace

ReasonBalloon::ReasonBalloon(QWidget* field) : QLabel(field), m_field(field) {
    setFont(uiFont(11.5));
    setForegroundRole(QPalette::BrightText);
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setContentsMargins(kMark + 9, 7, 10, 7);
    setObjectName(QStringLiteral("reason"));
    hide();
    m_leaving.setSingleShot(true);
    m_leaving.setInterval(kLeaveMs);
    connect(&m_leaving, &QTimer::timeout, this, &ReasonBalloon::refresh);
    connect(qApp, &QApplication::focusChanged, this, &ReasonBalloon::refresh);
    connect(field, &QObject::destroyed, this, &QObject::deleteLater);  // while shown, it is a child of the window
    field->installEventFilter(this);
}

void ReasonBalloon::say(const QString& html) {
    if (html == text()) return;
    setText(html);
    refresh();
}

bool ReasonBalloon::isWanted() const {
    if (text().isEmpty() || m_field->visibleRegion().isEmpty()) return false;
    const QWidget* focused = QApplication::focusWidget();
    const bool hasKeyboard = focused && (focused == m_field || m_field->isAncestorOf(focused));
    return hasKeyboard || m_field->underMouse() || (isVisible() && (underMouse() || m_leaving.isActive()));
}

void ReasonBalloon::refresh() {
    if (!isWanted()) return hide();
    if (parentWidget() != m_field->window()) setParent(m_field->window());
    if (const SidePanel* panel = panelOf(m_field)) panel->widget()->installEventFilter(this);  // which may scroll
    place();
    show();
    raise();
}

void ReasonBalloon::place() {
    const QWidget* window = m_field->window();
    const SidePanel* panel = panelOf(m_field);
    const QWidget* beside = panel ? panel : m_field;
    const int widest = std::min(kWidest, window->width());
    setMinimumWidth(0);
    const int width = std::min(widest, QLabel::sizeHint().width());
    const int height = heightForWidth(width);
    const QPoint right = beside->mapTo(window, QPoint(beside->width() + kGap, 0));
    const int top = m_field == panel ? right.y() + kGap : m_field->mapTo(window, QPoint(0, 0)).y();
    setGeometry(std::max(0, std::min(right.x(), window->width() - width)),
                std::max(0, std::min(top, window->height() - height)), width, height);
}

bool ReasonBalloon::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Enter:
        case QEvent::Hide:
        case QEvent::Move:
        case QEvent::Resize: refresh(); break;
        case QEvent::Leave:
            if (watched == m_field) m_leaving.start();
            break;
        default: break;
    }
    return false;
}

void ReasonBalloon::enterEvent(QEnterEvent*) { m_leaving.stop(); }
void ReasonBalloon::leaveEvent(QEvent*) { m_leaving.start(); }

void ReasonBalloon::paintEvent(QPaintEvent* event) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.setPen(theme.line);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.fillRect(QRect(0, 0, kMark, height()), theme.error);
    painter.end();
    QLabel::paintEvent(event);
}

}  // namespace bubblescope
