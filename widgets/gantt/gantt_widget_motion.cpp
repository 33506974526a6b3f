// The moving parts of a GanttWidget: the cursor of its playback, and animated ops.

#include "widgets/gantt/gantt_glide.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/playback_bar.h"
#include "widgets/gantt/time_cut.h"
#include "widgets/kit/projector_type.h"

#include <QScrollBar>

#include <algorithm>
#include <numeric>

namespace bubblescope {

namespace {

constexpr int kGlideBurstMs = 350;  // changes in quicker succession are one movement

}  // namespace

void GanttWidget::conceal(const std::optional<double>& from) {
    if (from == m_concealed) return;
    m_concealed = from;
    m_playback->close();
    m_glide->stop();
    setHover(std::nullopt);
    setUntil(from.value_or(std::numeric_limits<double>::infinity()));
    relayout();
}

/// The picture stays; only the area between the old and the new cursor is painted again, and their times.
void GanttWidget::setUntil(double until) {
    if (until == m_until) return;
    const bool wasCut = isCut(m_layout);
    const auto isPointerBefore = [this](double time) { return m_pointer && m_layout.timeAt(m_pointer->x()) < time; };
    const bool isPassed = isPointerBefore(m_until) != isPointerBefore(until);
    const auto x = [this](double time) { return std::clamp(m_layout.xOf(time), -1e6, 1e6); };
    const double old = x(m_until), now = x(until), margin = m_layout.style.scaled(3);
    m_until = m_layout.until = until;
    if (isPassed) setHover(m_pointer);  // what it points at may now be hidden or visible
    if (!wasCut || !isCut(m_layout)) return viewport()->update();
    const QRectF view = tracksRect();
    viewport()->update(
        QRectF(std::min(old, now) - margin, 0, std::abs(now - old) + 2 * margin, view.height()).toAlignedRect());
    viewport()->update(QRectF(0, view.bottom(), view.width(), m_layout.footerHeight).toAlignedRect());
}

void GanttWidget::followTime(double time) {
    constexpr double kBefore = 0.05;  // as a share of the view, left of the instant
    const TimeRange shown = m_time.visible();
    if (time >= shown.begin && time <= shown.end) return;
    const double begin = time - (time > shown.end ? kBefore : 1 - kBefore) * shown.span();
    showRange({begin, begin + shown.span()});
}

void GanttWidget::placePlayback() {
    PlaybackBar& bar = m_playback->bar();
    const bool isOpen = m_playback->isOpen();
    if (isOpen) bar.setScale(m_present ? projectorScale(*this) : 1);
    const int height = isOpen ? bar.sizeHint().height() : 0;
    setViewportMargins(0, 0, 0, height);
    const int beside = verticalScrollBar()->isVisible() ? verticalScrollBar()->width() : 0;
    bar.setGeometry(0, this->height() - height, width() - beside, height);
    if (!isOpen && bar.isAncestorOf(focusWidget())) setFocus(Qt::OtherFocusReason);
    bar.setVisible(isOpen);
}

/// Playback pauses because nobody sees it.
void GanttWidget::hideEvent(QHideEvent*) { m_playback->play(false); }

/// Animates ops from their old to their new places. If a change follows soon after another, as when a slider is
/// dragged, it is shown immediately.
void GanttWidget::glideFrom(const GanttLayout& layout, const std::vector<TrackData>& before, double scroll) {
    const bool isBurst = m_sinceChange.isValid() && m_sinceChange.elapsed() < kGlideBurstMs;
    m_sinceChange.start();
    m_glide->stop();
    if (isBurst || !isVisible() || m_playback->isOpen()) return;
    std::vector<int> names = tracksBefore(before, m_shown);
    std::vector<int> olds(before.size());
    std::iota(olds.begin(), olds.end(), 0);
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] < 0) names[i] = static_cast<int>(before.size() + i);
    const double height = layout.size.height() - layout.footerHeight;
    const auto from = glidePlaces(layout, before, olds, scroll, height, GanttGlide::kMostGliding);
    const auto to =
        glidePlaces(m_layout, m_shown, names, this->scroll(), tracksRect().height(), GanttGlide::kMostGliding);
    if (from && to && !from->empty() && !to->empty()) m_glide->start(glideBetween(*from, *to));
}

void GanttWidget::setGlide(int ms) { m_glide->setDuration(ms); }

}  // namespace bubblescope
