#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>

namespace bubblescope {

/// Where work notes how far it is: a stretch of a counter that others read meanwhile, or nowhere. Each part of the work
/// gets a part of the stretch, as long as its share of the time usually is.
///
/// Invariants  the counter never falls while parts and what is done of them come in order, and ends as `steps` exactly
/// Thread      one that works at a time; any that read
class Progress {
public:
    Progress() = default;
    Progress(std::atomic<std::size_t>* counter, std::size_t steps) : Progress(counter, 0, static_cast<double>(steps)) {}

    /// Notes that `done` of `of` steps of this part, at least one, are done.
    void note(std::size_t done, std::size_t of) const {
        if (m_counter) *m_counter = static_cast<std::size_t>(at(static_cast<double>(done) / static_cast<double>(of)));
    }
    /// What of this is between two shares, 0..1.
    Progress part(double from, double to) const { return {m_counter, at(from), at(to)}; }

private:
    Progress(std::atomic<std::size_t>* counter, double from, double to) : m_counter(counter), m_from(from), m_to(to) {}
    double at(double share) const { return std::lerp(m_from, m_to, share); }

    std::atomic<std::size_t>* m_counter = nullptr;
    double m_from = 0, m_to = 0;
};

}  // namespace bubblescope
