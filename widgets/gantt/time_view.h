#pragma once

#include "widgets/gantt/gantt_layout.h"

namespace bubblescope {

/// The range of the time axis that a view shows, and how zooming and panning change it. All stacked Gantts share one,
/// so they move together.
///
/// Units       micro-units
/// Invariants  the visible range lies within the whole and is at least leastSpan() long; a view that nobody has zoomed
///             follows the whole
class TimeView {
public:
    const TimeRange& visible() const { return m_visible; }
    const TimeRange& whole() const { return m_whole; }
    bool isFitted() const { return m_fitted; }
    double leastSpan() const;

    /// Sets a new whole. If all of the old one was visible, all of the new one is; otherwise the visible range stays,
    /// as far as it still exists. If it is past the end, the last range of the same length is shown.
    void setWhole(const TimeRange& runs);
    void fit();
    /// Shows `factor` times less time and keeps the instant `at` in place.
    void zoom(double at, double factor);
    void pan(double by);
    void show(const TimeRange& range);

private:
    TimeRange m_whole, m_visible;
    bool m_fitted = true;
};

}  // namespace bubblescope
