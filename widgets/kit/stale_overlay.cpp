#include "widgets/kit/stale_overlay.h"

#include "widgets/kit/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

Staleness::Staleness(QObject* parent) : QObject(parent) {
    m_silence.setSingleShot(true);
    m_silence.setInterval(kSilence);
    connect(&m_silence, &QTimer::timeout, this, [this] { setOld(true); });
}

void Staleness::await() {
    if (!m_isOld && !m_silence.isActive()) m_silence.start();
}

void Staleness::come(bool isNewest) {
    m_silence.stop();
    isNewest ? setOld(false) : await();
}

void Staleness::setOld(bool isOld) {
    if (isOld == m_isOld) return;
    m_isOld = isOld;
    emit changed();
}

StaleOverlay::StaleOverlay(QWidget* over, std::initializer_list<const Staleness*> results)
    : QWidget(over), m_results(results) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    resize(over->size());
    for (const Staleness* one : m_results) connect(one, &Staleness::changed, this, &StaleOverlay::follow);
    follow();
}

void StaleOverlay::follow() { setVisible(std::ranges::any_of(m_results, &Staleness::isOld)); }

bool StaleOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

void StaleOverlay::showEvent(QShowEvent*) { raise(); }

void StaleOverlay::paintEvent(QPaintEvent*) {
    constexpr float kShare = 0.55f;
    QColor ground = themeOf(palette()).window;
    ground.setAlphaF(kShare);
    QPainter(this).fillRect(rect(), ground);
}

}  // namespace bubblescope
