#pragma once

#include "engine/scenario/scenario.h"

#include <memory>

namespace bubblescope {

/// A scenario as the undo history stores it. Its long parts (lists, rows of matrices, schedules) are shared with the
/// previous step where they are equal, so a thousand steps on one T_C matrix of 512 x 512 store it once instead of a
/// thousand times.
///
/// Invariants  immutable
class KeptScenario {
public:
    /// Shares equal parts with `before`.
    explicit KeptScenario(const Scenario& scenario, const KeptScenario* before = nullptr);

    Scenario scenario() const;
    explicit operator Scenario() const { return scenario(); }
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
