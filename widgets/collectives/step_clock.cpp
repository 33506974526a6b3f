#include "widgets/collectives/step_clock.h"

#include "engine/core/ruler.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/play_buttons.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/op_palette.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kSecondsAStep = 0.8, kLeastSeconds = 2, kMostSeconds = 16;
constexpr double kClockSide = 26, kBarTop = 22, kClockBarHeight = 22, kHandle = 6;

}  // namespace

StepClock::StepClock(QWidget* parent)
    : QWidget(parent),
      m_buttons(new PlayButtons(tr("Step back (Left)"), tr("Step forward (Right)"))),
      m_stops(new QCheckBox(tr("Pause between phases"))),
      m_bar(new StepBar),
      m_sentBy(new QLabel),
      m_sent(new QLabel),
      m_rest(new QLabel) {
    connect(m_buttons, &PlayButtons::pressed, this, &StepClock::go);
    m_stops->setChecked(true);
    m_stops->setToolTip(tr("Pauses playing when the first phase is complete, before the second begins."));
    auto* left = new QVBoxLayout;
    left->setSpacing(3);
    left->addStretch(1);
    left->addWidget(m_buttons);
    left->addWidget(m_stops);
    left->addStretch(1);
    auto* right = new QVBoxLayout;
    right->setSpacing(2);
    m_sentBy->setToolTip(tr("For the rank that sends or receives the most: so far, and in total."));
    for (QLabel* label : {m_sentBy, m_rest}) label->setForegroundRole(QPalette::PlaceholderText);
    right->addStretch(1);
    for (QLabel* label : {m_sentBy, m_sent, m_rest}) right->addWidget(label);
    right->addStretch(1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 6, 16, 6);
    row->setSpacing(10);
    row->addLayout(left);
    row->addWidget(m_bar, 1);
    row->addLayout(right);
    setPresenting(false);
    connect(&m_head, &PlayHead::moved, this, &StepClock::move);
    connect(&m_head, &PlayHead::ended, this, [this] { m_buttons->setPlaying(false); });
    connect(m_bar, &StepBar::timeAsked, this, [this](double time) {
        play(false);
        move(time);
    });
}

void StepClock::setPresenting(bool on) {
    const double scale = on ? projectorScale(*this) : 1;
    m_buttons->setScale(scale);
    m_stops->setFont(uiFont(12 * scale));
    for (QLabel* label : {m_sentBy, m_rest}) label->setFont(uiFont(11 * scale));
    m_sent->setFont(uiFont(12 * scale, QFont::DemiBold));
    m_sent->setMinimumWidth(qRound(128 * scale));
    m_bar->setScale(scale);
}

void StepClock::setPlayback(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup, bool keepsStep) {
    play(false);
    const std::size_t step = m_playback ? m_playback->stepAt(m_time) : 0;
    m_playback = std::move(playback);
    m_bytes = bytesOf(setup);
    m_time = m_playback && keepsStep && step > 0 ? m_playback->endOf(std::min(step, m_playback->steps())) : 0;
    m_bar->setPlayback(m_playback, setup.ranks > setup.cluster.nodeSize);
    countSent();
    m_stops->setVisible(m_playback && m_playback->halves);
    setEnabled(m_playback && m_playback->steps() > 0);
    m_bar->setTime(m_time);
    showSent();
    emit timeChanged(m_time);
}

void StepClock::setTime(double time) {
    play(false);
    move(time);
}

void StepClock::move(double time) {
    if (!m_playback) return;
    time = std::clamp(time, 0.0, m_playback->duration);
    if (time == m_time) return;
    m_time = time;
    m_bar->setTime(time);
    showSent();
    emit timeChanged(time);
}

void StepClock::play(bool on) {
    if (on && m_playback && m_playback->steps() > 0) {
        if (m_time >= m_playback->duration) move(0);
        const double seam = m_playback->halves ? m_playback->endOf(m_playback->halves->seam) : 0;
        const double until = m_stops->isChecked() && m_time < seam ? seam : m_playback->duration;
        const double seconds =
            std::clamp(kSecondsAStep * static_cast<double>(m_playback->steps()), kLeastSeconds, kMostSeconds);
        m_head.run(m_time, until, m_playback->duration / seconds);
    } else {
        m_head.stop();
    }
    m_buttons->setPlaying(m_head.isRunning());
}

void StepClock::go(StepKey key) {
    if (!m_playback) return;
    if (key == StepKey::Play) return play(!isPlaying());
    play(false);
    const std::size_t step = m_playback->stepAt(m_time);
    switch (key) {
        case StepKey::ToStart: return move(0);
        case StepKey::ToEnd: return move(m_playback->duration);
        case StepKey::Forth: return move(m_playback->endOf(std::min(step + 1, m_playback->steps())));
        case StepKey::Back:
            if (step > 0 && m_time > m_playback->endOf(step)) return move(m_playback->endOf(step));
            return move(step > 1 ? m_playback->endOf(step - 1) : 0);
        case StepKey::Play: break;
    }
}

void StepClock::keyPressEvent(QKeyEvent* event) {
    if (const auto key = stepKeyOf(*event)) return go(*key);
    QWidget::keyPressEvent(event);
}

/// How many slots the busiest rank has sent or received after each step.
void StepClock::countSent() {
    m_sentAfter.assign(1, 0);
    if (!m_playback) return;
    const Plan& plan = m_playback->plan();
    const Traffic traffic = trafficOf(plan);
    const auto sends = std::max_element(traffic.sent.begin(), traffic.sent.end());
    const auto gets = std::max_element(traffic.received.begin(), traffic.received.end());
    const bool isGetting = *gets > *sends;
    m_busiest = static_cast<int>(isGetting ? gets - traffic.received.begin() : sends - traffic.sent.begin());
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        m_sentAfter.push_back(m_sentAfter.back());
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i)
            if ((isGetting ? plan.transfers[i].to : plan.transfers[i].from) == m_busiest)
                m_sentAfter.back() += static_cast<long long>(plan.slotsOf(i).size());
    }
    const bool isEach =
        std::all_of(traffic.sent.begin(), traffic.sent.end(), [&](auto sent) { return sent == *sends; });
    if (isEach && !isGetting) return m_sentBy->setText(tr("sent by each rank"));
    m_sentBy->setText((isGetting ? tr("received by %1 (busiest)") : tr("sent by %1 (busiest)"))
                          .arg(rankName(*m_playback, m_busiest)));
}

/// The total in units of S.
void StepClock::showSent() {
    if (!m_playback || m_playback->steps() == 0) {
        for (QLabel* label : {m_sentBy, m_sent, m_rest}) label->clear();
        return;
    }
    const Plan& plan = m_playback->plan();
    const long long sent = m_sentAfter[m_playback->stepsOf(m_busiest, m_time)];
    const double whole = m_bytes / plan.slotCount, all = static_cast<double>(m_sentAfter.back());
    if (m_bytes == 0) {
        m_sent->setText(tr("%1 of %2 slots").arg(sent).arg(all));
        return m_rest->clear();
    }
    m_sent->setText(tr("%1 of %2").arg(formatBytes(static_cast<double>(sent) * whole), formatBytes(all * whole)));
    m_rest->setText(tr("%1 S in total").arg(formatNumber(all / plan.slotCount, 4)));
}

StepBar::StepBar(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Time"));
    setFocusPolicy(Qt::TabFocus);
    speakSliders();
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepBar::setPlayback(std::shared_ptr<const Playback> playback, bool spansNodes) {
    m_playback = std::move(playback);
    m_spansNodes = spansNodes;
    update();
}

void StepBar::setScale(double scale) {
    m_scale = scale;
    updateGeometry();
    update();
}

void StepBar::setTime(double time) {
    m_time = time;
    tellMoved(*this);
    update();
}

SpokenSlider::Range StepBar::spokenRange() const {
    const double duration = m_playback ? m_playback->duration : 0;
    const auto steps = m_playback ? static_cast<double>(std::max<std::size_t>(1, m_playback->steps())) : 1;
    return {0, duration, m_time, duration / steps};
}

double StepBar::xOf(double time) const {
    const double duration = m_playback && m_playback->duration > 0 ? m_playback->duration : 1;
    return px(kClockSide) + (width() - 2 * px(kClockSide)) * std::clamp(time / duration, 0.0, 1.0);
}

void StepBar::paintEvent(QPaintEvent*) {
    if (!m_playback || m_playback->steps() == 0) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintSteps(painter);
    paintHalves(painter);
    paintTimes(painter);
    if (!hasFocus()) return;
    painter.setPen(QPen(themeOf(palette()).accent, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
}

void StepBar::paintHalves(QPainter& painter) const {
    const auto& halves = m_playback->halves;
    if (!halves) return;
    const Theme& theme = themeOf(palette());
    const double seam = xOf(m_playback->endOf(halves->seam));
    const double begin = xOf(m_playback->endOf(0)), end = xOf(m_playback->duration);
    const auto bracket = [&](double from, double to, Collective half, std::size_t steps) {
        painter.setPen(QPen(theme.mutedText, 1));
        painter.drawPolyline(QPolygonF{QPointF(from + 1, px(kBarTop) - 2), QPointF(from + 1, px(kBarTop) - 5),
                                       QPointF(to - 1, px(kBarTop) - 5), QPointF(to - 1, px(kBarTop) - 2)});
        const QFont bold = uiFont(px(11), QFont::DemiBold), plain = uiFont(px(11));
        const QFontMetricsF metrics(bold);
        const QString name = metrics.elidedText(toQString(infoOf(half).id), Qt::ElideRight, to - from);
        const QString count = tr(steps == 1 ? "%1 step" : "%1 steps").arg(steps);
        const double nameWidth = metrics.horizontalAdvance(name);
        const double countWidth = QFontMetricsF(plain).horizontalAdvance(count) + 8;
        if (nameWidth > to - from) return;
        const bool hasCount = nameWidth + countWidth < to - from;
        const double x = (from + to - nameWidth - (hasCount ? countWidth : 0)) / 2;
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(QPointF(x, px(11)), name);
        if (!hasCount) return;
        painter.setFont(plain);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + nameWidth + 8, px(11)), count);
    };
    bracket(begin, seam, halves->first, halves->seam);
    bracket(seam, end, halves->second, m_playback->steps() - halves->seam);
    painter.setPen(QPen(theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(seam, 2), QPointF(seam, px(kBarTop) + px(kClockBarHeight) + 4));
}

void StepBar::paintSteps(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QColor sent(theme.id == ThemeId::Dark ? "#bd9df1" : "#ba9ce8"), pale = mixed(sent, theme.window, 0.55);
    const std::size_t steps = m_playback->steps(), now = m_playback->stepAt(m_time);
    const double width = (xOf(m_playback->duration) - xOf(0)) / static_cast<double>(steps);
    const double gap = width >= 5 ? 1 : 0;
    painter.setPen(Qt::NoPen);
    painter.setFont(uiFont(px(11)));
    const QFontMetricsF metrics(painter.font());
    const double wanted = (metrics.horizontalAdvance(QString::number(steps)) + 6) / std::max(width, 0.001);
    const auto every = static_cast<std::size_t>(roundAbove(std::max(wanted, 1.0), kRoundSteps));  // spaced evenly
    for (std::size_t step = 0; step < steps; ++step) {
        const double from = xOf(m_playback->endOf(step)), to = xOf(m_playback->endOf(step + 1));
        const QRectF rect(from, px(kBarTop), std::max(to - from - gap, 0.5), px(kClockBarHeight));
        const bool isPast = step < now, isLast = step + 1 == now && m_time <= m_playback->endOf(now);
        painter.fillRect(rect, isLast ? sent : isPast ? pale : theme.grid);
        if (step == now && m_time > m_playback->endOf(step))
            painter.fillRect(QRectF(from, px(kBarTop), xOf(m_time) - from, px(kClockBarHeight)), sent);
    }
    for (std::size_t step = every - 1; step < steps; step += every) {
        const double from = xOf(m_playback->endOf(step)), to = xOf(m_playback->endOf(step + 1));
        const QString number = QString::number(step + 1);
        const double side =
            (metrics.horizontalAdvance(number) + 4 - (to - from)) / 2;  // space that it needs next to the step
        if (every == 1 && side > 0) continue;
        const bool isPast = step < now, isLast = step + 1 == now && m_time <= m_playback->endOf(now);
        painter.setPen(isPast || step == now ? textOn(isLast ? sent : pale) : theme.mutedText);
        painter.drawText(QRectF(from, px(kBarTop), to - from, px(kClockBarHeight)).adjusted(-side, 0, side, 0),
                         Qt::AlignCenter, number);
    }
}

void StepBar::paintTimes(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QFont plain = uiFont(px(11));
    const QFontMetricsF metrics(plain);
    painter.setFont(plain);
    const double below = px(kBarTop) + px(kClockBarHeight);
    const QString now = formatMicroseconds(m_time);
    const double nowWidth = QFontMetricsF(uiFont(px(11), QFont::DemiBold)).horizontalAdvance(now) + 12;
    const double x = xOf(m_time);
    const QRectF label(std::clamp(x - nowWidth / 2, 0.0, width() - nowWidth), below + px(8), nowWidth, px(18));
    std::vector<QRectF> taken{label};
    const auto mark = [&](double time, const QString& text, const QColor& ink, bool isBold) {
        painter.setFont(uiFont(px(11), isBold ? QFont::DemiBold : QFont::Normal));
        const double half = QFontMetricsF(painter.font()).horizontalAdvance(text) / 2 + 4;
        const QRectF box(std::clamp(xOf(time) - half, 0.0, width() - 2 * half), below + px(8), 2 * half, px(18));
        if (std::any_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); })) return;
        taken.push_back(box);
        painter.setPen(ink);
        painter.drawText(box, Qt::AlignCenter, text);
    };
    mark(m_playback->duration, formatMicroseconds(m_playback->duration), theme.text, false);
    if (m_playback->halves) {
        const double seam = m_playback->endOf(m_playback->halves->seam);
        mark(seam, formatMicroseconds(seam), theme.text, true);
    }
    const double every = roundAbove(m_playback->duration / 6, kRoundSteps);
    for (int i = 0; every > 0 && i * every < m_playback->duration; ++i) {
        painter.setPen(QPen(theme.mutedText, 1));
        painter.drawLine(QPointF(xOf(i * every), below), QPointF(xOf(i * every), below + 4));
        mark(i * every, i == 0 ? QStringLiteral("0") : formatMicroseconds(i * every), theme.mutedText, false);
    }
    painter.setPen(QPen(theme.cursor, 1.5));
    painter.drawLine(QPointF(x, px(kBarTop) - 3), QPointF(x, label.top()));
    painter.setPen(QPen(theme.cursor, 1.75));
    painter.setBrush(theme.field);
    painter.drawEllipse(QPointF(x, px(kBarTop) + px(kClockBarHeight) / 2), px(kHandle), px(kHandle));
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.cursor);
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(theme.onCursor);
    painter.setFont(uiFont(px(11), QFont::DemiBold));
    painter.drawText(label, Qt::AlignCenter, now);
}

QString StepBar::textAt(double x) const {
    if (!m_playback || m_playback->steps() == 0 || x < px(kClockSide) || x > width() - px(kClockSide)) return {};
    std::size_t step = 1;
    while (step < m_playback->steps() && xOf(m_playback->endOf(step)) < x) ++step;
    const QString half = halfText(*m_playback, step);
    const QString time = formatMicroseconds(m_playback->endOf(step) - m_playback->endOf(step - 1));
    QString text =
        half.isEmpty() ? tr("Step %1: %2").arg(step).arg(time) : tr("Step %1 (%2): %3").arg(step).arg(half, time);
    if (m_spansNodes && m_playback->algorithm->pace == StepPace::Group)
        text += QLatin1Char('\n') +
                tr("A flat algorithm ignores nodes, so the inter-node link sets the pace of all its steps.");
    return text;
}

bool StepBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), textAt(help->pos().x()), this);
    return true;
}

void StepBar::mousePressEvent(QMouseEvent* event) {
    if (!m_playback || event->button() != Qt::LeftButton) return;
    const double x = event->position().x();
    if (event->modifiers() & Qt::ShiftModifier) return askTime(*event);
    m_pressed = x;
    if (std::abs(x - xOf(m_time)) > px(kHandle)) askStep(x);  // otherwise the handle was pressed, to be dragged
}

void StepBar::mouseMoveEvent(QMouseEvent* event) {
    if (!m_playback || !(event->buttons() & Qt::LeftButton)) return;
    constexpr double kDrag = 4;
    if (m_pressed && std::abs(event->position().x() - *m_pressed) < kDrag) return;
    m_pressed.reset();
    askTime(*event);
}

void StepBar::mouseReleaseEvent(QMouseEvent*) {
    if (m_pressed) askStep(*m_pressed);
    m_pressed.reset();
}

/// The end of the step at `x`.
void StepBar::askStep(double x) {
    constexpr double kEdge = 2;  // pixels right of an end that still count as that end
    std::size_t step = 1;
    while (step < m_playback->steps() && xOf(m_playback->endOf(step)) + kEdge < x) ++step;
    emit timeAsked(x < px(kClockSide) ? 0 : m_playback->endOf(std::min(step, m_playback->steps())));
}

void StepBar::askTime(const QMouseEvent& event) {
    const double share = (event.position().x() - px(kClockSide)) / std::max(1.0, width() - 2 * px(kClockSide));
    double time = std::clamp(share, 0.0, 1.0) * m_playback->duration;
    // Snaps to a nearby end of a step, where people usually want to stop.
    constexpr double kNear = 4;
    const std::size_t step = m_playback->stepAt(time);
    for (const std::size_t near : {step, std::min(step + 1, m_playback->steps())})
        if (!(event.modifiers() & Qt::ShiftModifier) &&
            std::abs(xOf(m_playback->endOf(near)) - event.position().x()) < kNear)
            time = near == 0 ? 0 : m_playback->endOf(near);
    emit timeAsked(time);
}

}  // namespace bubblescope
