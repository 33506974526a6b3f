#pragma once

#include "widgets/shown/outcome.h"

#include "engine/study/study.h"

#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// A result that was pinned: later ones are drawn against it.
///
/// Shapes      runs[i] is of the scenario's schedules[i], null where it did not run; curves has one series a schedule,
///             or none
/// Invariants  runs are shared and immutable
struct Pinned {
    Scenario scenario;
    std::vector<std::shared_ptr<const Run>> runs;
    Study curves;
};

/// Which of `then` each of `now` is: the same entry; else, one of the same kind that nobody else is, whatever its own
/// keys have become. Two of a kind are told apart by their labels first.
///
/// Shapes  one per entry of `now`; no entry of `then` occurs twice
std::vector<std::optional<std::size_t>> matchSchedules(const std::vector<ScheduleEntry>& now,
                                                       const std::vector<ScheduleEntry>& then);

/// What the present results are held against: those that were pinned, and two of them each other. Follows schedules
/// through reordering, unticking and edits; knows no window.
class References {
public:
    void pin(const Scenario& scenario, const std::vector<Outcome>& outcomes);
    /// Takes live curves, if they are of the pinned scenario. False if not.
    bool pinCurves(const Study& curves);
    void unpin() { m_pinned.reset(); }
    const std::optional<Pinned>& pinned() const { return m_pinned; }

    /// Aligns `schedules[upper]` with `schedules[lower]`, two different ones.
    void align(const Scenario& scenario, std::size_t upper, std::size_t lower);
    void endAlignment() { m_aligned.clear(); }
    /// The two that are aligned, as far as the scenario still has both.
    std::optional<std::pair<std::size_t, std::size_t>> aligned(const Scenario& scenario) const;

    /// Gives the outcomes of a scenario their references: of two aligned schedules the upper one has the lower one's
    /// run, and neither the pinned one.
    void apply(const Scenario& scenario, std::vector<Outcome>& outcomes);

private:
    std::optional<Pinned> m_pinned;
    std::vector<ScheduleEntry> m_aligned;  // none or two
};

}  // namespace bubblescope
