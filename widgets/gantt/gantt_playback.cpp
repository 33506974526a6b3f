#include "widgets/gantt/gantt_playback.h"

#include "widgets/gantt/gantt_overlay.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/playback_bar.h"
#include "widgets/gantt/playback_stops.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kSecondsAnOp = 0.4, kLeastSeconds = 6, kMostSeconds = 30;  // at the usual speed

}  // namespace

GanttPlayback::GanttPlayback(GanttWidget& gantt) : QObject(&gantt), m_gantt(gantt), m_bar(new PlaybackBar(&gantt)) {
    connect(m_bar, &PlaybackBar::keyPressed, this, &GanttPlayback::go);
    connect(m_bar, &PlaybackBar::phaseAsked, this, &GanttPlayback::goByPhase);
    connect(m_bar, &PlaybackBar::shareAsked, this,
            [this](double share) { setTime(m_start + share * (barEnd() - m_start)); });
    connect(m_bar, &PlaybackBar::speedChanged, this, [this] {
        if (isPlaying()) play(true);
    });
    connect(m_bar, &PlaybackBar::closed, this, &GanttPlayback::close);
    connect(&m_head, &PlayHead::moved, this, &GanttPlayback::move);
    connect(&m_head, &PlayHead::ended, this, [this] {
        m_bar->setPlaying(false);
        showTime();
    });
}

/// All timelines that ran, or only the one with the selection.
std::vector<const Timeline*> GanttPlayback::played(bool ofPick) const {
    const auto& pick = m_gantt.currentPick();
    std::vector<const Timeline*> all;
    for (int track = 0; track < static_cast<int>(m_gantt.shown().size()); ++track) {
        const TrackData& one = m_gantt.shown()[static_cast<std::size_t>(track)];
        if (one.hasRun() && (!ofPick || !pick || pick->track == track)) all.push_back(one.timeline.get());
    }
    return all;
}

/// How long the whole takes at the usual speed: the more ops a lane has, the longer.
double GanttPlayback::secondsOf() const {
    std::size_t most = 0;
    for (const Timeline* timeline : played(false))
        for (const RowRange& lane : timeline->program->lanes) most = std::max(most, lane.size());
    return std::clamp(kSecondsAnOp * static_cast<double>(most), kLeastSeconds, kMostSeconds);
}

void GanttPlayback::open() {
    if (m_isOpen || m_gantt.isConcealed() || played(false).empty()) return;
    m_isOpen = true;
    m_time = -std::numeric_limits<double>::infinity();  // before the start
    m_gantt.placePlayback();
    showNew();
}

void GanttPlayback::close() {
    if (!m_isOpen) return;
    m_head.stop();
    m_isOpen = false;
    m_gantt.setUntil(std::numeric_limits<double>::infinity());
    m_gantt.placePlayback();
}

void GanttPlayback::showNew() {
    if (!m_isOpen) return;
    const auto all = played(false);
    if (all.empty()) return close();
    const bool wasPlaying = isPlaying();
    m_head.stop();
    m_start = std::numeric_limits<double>::infinity();
    m_end = -m_start;
    for (const Timeline* timeline : all) {
        m_start = std::min(m_start, static_cast<double>(timeline->earliestStart));
        m_end = std::max(m_end, static_cast<double>(timeline->latestEnd));
    }
    move(m_time);
    if (wasPlaying && m_time < m_end) return play(true);
    m_bar->setPlaying(false);
}

void GanttPlayback::play(bool on) {
    if (on) open();
    if (!m_isOpen) return;
    if (on) {
        if (m_time >= m_end) move(m_start);
        m_head.run(m_time, m_end, (m_end - m_start) / secondsOf() * m_bar->speed());
    } else if (isPlaying()) {
        m_head.stop();
        showTime();
    }
    m_bar->setPlaying(isPlaying());
}

void GanttPlayback::setTime(double time) {
    open();
    play(false);
    if (m_isOpen) move(time);
}

/// Not announced while it plays, because nobody could listen to all the times.
void GanttPlayback::showTime() {
    constexpr auto kUnit = static_cast<double>(kMicroUnits);
    const GanttLayout& layout = m_gantt.ganttLayout();
    const QString unit = layout.timeUnit.isEmpty() ? QString() : QChar(0x202f) + layout.axisUnit.unit;
    const QString now = instantText(layout, m_time);
    const double end = barEnd();
    m_bar->setTime({m_start / kUnit, end / kUnit, m_time / kUnit, (end - m_start) / 100 / kUnit},
                   (m_isEndHidden ? now : tr("%1 of %2").arg(now, instantText(layout, m_end))) + unit, !isPlaying());
}

/// That of the axis, if the last op's end is hidden.
double GanttPlayback::barEnd() const {
    return m_isEndHidden ? std::max(m_end, m_gantt.ganttLayout().range.end) : m_end;
}

void GanttPlayback::setEndHidden(bool on) {
    if (std::exchange(m_isEndHidden, on) != on && m_isOpen) showTime();
}

void GanttPlayback::move(double time) {
    m_time = std::clamp(time, m_start, m_end);
    showTime();
    m_gantt.setUntil(m_time);
    m_gantt.followTime(m_time);
}

void GanttPlayback::go(StepKey key) {
    if (key == StepKey::Play) return toggle();
    open();
    if (!m_isOpen) return;
    play(false);
    double to = key == StepKey::Forth ? m_end : m_start;
    switch (key) {
        case StepKey::ToStart: return move(m_start);
        case StepKey::ToEnd: return move(m_end);
        case StepKey::Forth:
            for (const Timeline* timeline : played(true)) {
                const auto next = static_cast<double>(endAfter(*timeline, m_time));
                if (next > m_time) to = std::min(to, next);
            }
            return move(to);
        case StepKey::Back:
            for (const Timeline* timeline : played(true))
                to = std::max(to, static_cast<double>(endBefore(*timeline, m_time)));
            return move(std::min(to, m_time));
        case StepKey::Play: break;
    }
}

void GanttPlayback::goByPhase(StepKey key) {
    open();
    if (!m_isOpen) return;
    play(false);
    double to = key == StepKey::Forth ? m_end : m_start;
    for (const Timeline* timeline : played(true))
        for (const Time phase : phasesOf(*timeline)) {
            const auto at = static_cast<double>(phase);
            if (key == StepKey::Forth && at > m_time) to = std::min(to, at);
            if (key == StepKey::Back && at < m_time) to = std::max(to, at);
        }
    move(to);
}

bool GanttPlayback::take(const QKeyEvent& event) {
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const auto key = stepKeyOf(event.key());
    if (key == StepKey::Play && !modifiers) return toggle(), m_isOpen;
    if (!m_isOpen) return false;
    const bool isStep = key == StepKey::Back || key == StepKey::Forth;
    if (isStep && (modifiers == Qt::ShiftModifier || modifiers == Qt::ControlModifier)) return goByPhase(*key), true;
    if (modifiers) return false;
    if (key) return go(*key), true;
    switch (event.key()) {
        case Qt::Key_Up: return m_bar->changeSpeed(1), true;
        case Qt::Key_Down: return m_bar->changeSpeed(-1), true;
        default: return false;
    }
}

}  // namespace bubblescope
