#include "widgets/gantt/time_view.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kMargin = 0.01;  // free time after the longest run, so that its end is recognizable

}  // namespace

double TimeView::leastSpan() const {
    // A few micro-units have nothing to show, and doubles at the far end of the axis lose precision.
    const double furthest = std::max(std::abs(m_whole.begin), std::abs(m_whole.end));
    return std::min(m_whole.span(), std::max(20.0, furthest * 1e-11));
}

void TimeView::setWhole(const TimeRange& runs) {
    m_whole = {runs.begin, runs.end + runs.span() * kMargin};
    if (m_fitted) {
        m_visible = m_whole;
    } else if (m_visible.begin >= runs.end || m_visible.end > m_whole.end) {
        show({runs.end - m_visible.span(), runs.end});
    } else {
        show(m_visible);
    }
}

void TimeView::fit() {
    m_fitted = true;
    m_visible = m_whole;
}

void TimeView::zoom(double at, double factor) {
    const double span = std::clamp(m_visible.span() / factor, leastSpan(), m_whole.span());
    const double share = (at - m_visible.begin) / m_visible.span();
    show({at - span * share, at + span * (1 - share)});
}

void TimeView::pan(double by) { show({m_visible.begin + by, m_visible.end + by}); }

void TimeView::show(const TimeRange& range) {
    const double span = std::clamp(range.span(), leastSpan(), m_whole.span());
    const double middle = (range.begin + range.end) / 2;
    const double wanted = std::abs(span - range.span()) < 1e-9 * span ? range.begin : middle - span / 2;
    const double begin = std::clamp(wanted, m_whole.begin, std::max(m_whole.begin, m_whole.end - span));
    m_visible = {begin, begin + span};
    m_fitted = span >= m_whole.span() * (1 - 1e-9);
    if (m_fitted) m_visible = m_whole;
}

}  // namespace bubblescope
