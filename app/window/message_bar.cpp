#include "app/window/message_bar.h"

#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace bubblescope {

MessageBar::MessageBar(QWidget* over, QWidget* room)
    : QFrame(over->parentWidget()),
      m_over(over),
      m_room(room),
      m_label(new QLabel(this)),
      m_next(new QToolButton(this)) {
    setAccessibleName(tr("Message"));
    setObjectName(QStringLiteral("messageBar"));
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close the message."));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);

    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(18, 7, 10, 7);
    line->addWidget(m_label, 1);
    line->addWidget(m_next);
    line->addWidget(close);
    clear();
    over->installEventFilter(this);
}

void MessageBar::clear() {
    hide();
    m_room->hide();
}

QString MessageBar::text() const { return isHidden() ? QString() : m_text; }

void MessageBar::show(const QString& line, bool error, QAction* action) {
    m_error = error;
    m_text = line;
    m_label->setText(symbolHtml(line).replace(QLatin1Char('\n'), QLatin1String("<br>")));
    if (action) m_next->setDefaultAction(action);
    m_next->setVisible(action);
    setVisible(true);
    place();
    update();
}

void MessageBar::place() {
    const int width = m_over->width(), height = layout()->totalHeightForWidth(width);
    m_room->setFixedHeight(height);
    m_room->setVisible(!m_error);
    setGeometry(m_over->x(), 0, width, height);
    raise();
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_over && event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
}

void MessageBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    const QColor mark = m_error ? theme.error : theme.accent;
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    QColor tint = mark;
    tint.setAlphaF(0.08f);
    painter.fillRect(rect(), tint);
    painter.fillRect(QRect(0, 0, 3, height()), mark);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.line);
}

}  // namespace bubblescope
