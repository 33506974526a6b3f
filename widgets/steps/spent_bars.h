#pragma once

#include "engine/analysis/spending.h"
#include "widgets/charts/bars_layout.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/table.h"
#include "widgets/shown/outcome.h"

#include <array>

namespace bubblescope {

/// What the ranks of a step spend its time on, as the mean over all ranks.
///
/// Units       units of a timeline
/// Invariants  the parts add up to the total; either both are set, or the refusal
struct SpentTime {
    QString title;
    std::array<double, kSpendings> parts{};
    double total = 0;
    double overlap = 1;  // the share of communication that is not exposed
    QString moved{};     // what a rank sends, or why that is unknown
    QString refusal{};   // or that the result is still being computed
};

/// Where the time goes: one bar per step, with compute, exposed communication, exposed offload and idle time, in the
/// colours of a Gantt style.
struct SpentBars {
    std::vector<SpentTime> steps;
    QString unit;  // of the times; may be empty
    GanttStyle style;

    void setOutcomes(const std::vector<Outcome>& outcomes);
};

BarsModel modelOf(const SpentBars& bars, ThemeId theme);

/// One row per step: what its time is spent on.
Table tableOf(const SpentBars& bars);

}  // namespace bubblescope
