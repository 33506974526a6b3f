#include "widgets/kit/play_head.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kFrameMs = 16;

}  // namespace

PlayHead::PlayHead(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kFrameMs);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &PlayHead::advance);
}

void PlayHead::run(double from, double until, double perSecond) {
    m_from = from;
    m_until = until;
    m_perSecond = perSecond;
    m_since.start();
    m_timer.start();
}

void PlayHead::stop() { m_timer.stop(); }

void PlayHead::advance() {
    const double time = m_from + static_cast<double>(m_since.elapsed()) / 1000 * m_perSecond;
    emit moved(std::min(time, m_until));
    if (time < m_until || !isRunning()) return;
    stop();
    emit ended();
}

}  // namespace bubblescope
