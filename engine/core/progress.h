#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>

namespace bubblescope {

/// Where a computation reports how far it is: a range of a counter that others read in the meantime, or nowhere. Each
/// part of the work gets a part of the range that matches its usual share of the time.
///
/// Invariants  the counter never decreases as long as parts and their progress are reported in order, and it ends
///             exactly at `steps`
/// Thread      one thread writes at a time; any thread reads
class Progress {
public:
    Progress() = default;
    Progress(std::atomic<std::size_t>* counter, std::size_t steps) : Progress(counter, 0, static_cast<double>(steps)) {}

    /// Reports that `done` of the `of` steps of this part are done; `of` is at least 1.
    void note(std::size_t done, std::size_t of) const {
        if (m_counter) *m_counter = static_cast<std::size_t>(at(static_cast<double>(done) / static_cast<double>(of)));
    }
    /// The part of this range between two shares, 0..1.
    Progress part(double from, double to) const { return {m_counter, at(from), at(to)}; }

private:
    Progress(std::atomic<std::size_t>* counter, double from, double to) : m_counter(counter), m_from(from), m_to(to) {}
    double at(double share) const { return std::lerp(m_from, m_to, share); }

    std::atomic<std::size_t>* m_counter = nullptr;
    double m_from = 0, m_to = 0;
};

}  // namespace bubblescope
