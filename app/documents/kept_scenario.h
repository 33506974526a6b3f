#pragma once

#include "engine/scenario/scenario.h"

#include <memory>

namespace bubblescope {

/// A scenario as the history keeps it: what is long in it - lists, rows of matrices, the schedules - is shared with the
/// step before wherever it is the same. A thousand steps on one T_C matrix of 512 x 512 hold it once, not a thousand
/// times.
///
/// Invariants  immutable
class KeptScenario {
public:
    /// `before` is what to share with.
    explicit KeptScenario(const Scenario& scenario, const KeptScenario* before = nullptr);

    Scenario scenario() const;
    bool operator==(const KeptScenario& other) const;

    /// How many of the long parts are not shared with `before`.
    std::size_t ownParts(const KeptScenario& before) const;

private:
    using List = std::shared_ptr<const std::vector<double>>;

    Scenario m_rest;  // its lists and rows empty, its schedules left out
    std::vector<List> m_lists;
    std::vector<std::shared_ptr<const ScheduleEntry>> m_schedules;
};

}  // namespace bubblescope
