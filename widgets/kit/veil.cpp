#include "widgets/kit/veil.h"

#include "widgets/kit/theme.h"

#include <QEvent>
#include <QPainter>

namespace bubblescope {

Veil::Veil(QWidget* over) : QWidget(over) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    resize(over->size());
    hide();
}

bool Veil::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

void Veil::showEvent(QShowEvent*) { raise(); }

void Veil::paintEvent(QPaintEvent*) {
    constexpr float kShare = 0.55f;
    QColor ground = themeOf(palette()).window;
    ground.setAlphaF(kShare);
    QPainter(this).fillRect(rect(), ground);
}

}  // namespace bubblescope
