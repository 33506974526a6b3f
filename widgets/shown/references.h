#pragma once

#include "widgets/shown/outcome.h"

#include "engine/study/study.h"

#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// A pinned result, with which later ones are compared.
///
/// Shapes      runs[i] is the run of the scenario's schedules[i], null if it did not run; curves has one series per
///             schedule, or none
/// Invariants  runs are shared and immutable
struct Pinned {
    Scenario scenario;
    std::vector<std::shared_ptr<const Run>> runs;
    Study curves;
};

/// What the present results are compared with: pinned results, or one of two aligned schedules with the other. Follows
/// schedules through reordering, unchecking and edits; independent of the window.
class References {
public:
    void pin(const Scenario& scenario, const std::vector<Outcome>& outcomes);
    /// Pins live curves if they belong to the pinned scenario; returns whether they do.
    bool pinCurves(const Study& curves);
    void unpin() { m_pinned.reset(); }
    const std::optional<Pinned>& pinned() const { return m_pinned; }

    /// Aligns `schedules[upper]` with `schedules[lower]`; they differ.
    void align(const Scenario& scenario, std::size_t upper, std::size_t lower);
    void endAlignment() { m_aligned.reset(); }
    /// The two aligned schedules, if the scenario still has both.
    std::optional<std::pair<std::size_t, std::size_t>> aligned(const Scenario& scenario) const;

    /// Sets the references of a scenario's outcomes. Of two aligned schedules, the upper one refers to the lower one's
    /// run, and neither refers to a pinned run.
    void apply(const Scenario& scenario, std::vector<Outcome>& outcomes);

private:
    std::optional<Pinned> m_pinned;
    std::optional<std::pair<EntryId, EntryId>> m_aligned;  // the upper one and the lower one
};

}  // namespace bubblescope
