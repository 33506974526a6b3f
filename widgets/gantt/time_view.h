#pragma once

#include "widgets/gantt/gantt_layout.h"

namespace bubblescope {

/// Which stretch of the time axis a view shows, and how zooming and panning change it. One for all stacked
/// Gantts, so they move together.
///
/// Units       micro-units
/// Invariants  the visible range lies in the whole one and is at least leastSpan() long; a view that nobody
///             has zoomed follows the whole
class TimeView {
public:
    const TimeRange& visible() const { return m_visible; }
    const TimeRange& whole() const { return m_whole; }
    bool isFitted() const { return m_fitted; }
    double leastSpan() const;

    /// A new whole: shows it all if all was shown, else keeps what is visible as far as it still exists; where that is
    /// past the end, the last stretch of the same length.
    void setWhole(const TimeRange& runs);
    void fit();
    /// Shows `factor` times less time and keeps the instant `at` where it stands.
    void zoom(double at, double factor);
    void pan(double by);
    void show(const TimeRange& range);

private:
    TimeRange m_whole, m_visible;
    bool m_fitted = true;
};

}  // namespace bubblescope
