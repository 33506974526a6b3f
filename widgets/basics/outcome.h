#pragma once

#include "engine/run/run.h"

#include <QColor>
#include <QString>

#include <memory>
#include <vector>

namespace bubblescope {

/// What became of one schedule of the scenario, as every view shows it: Gantt, bars, curves and table
/// take the same list, in the scenario's order.
///
/// Invariants  `run` and `refusal` are never both set; neither is while the result is awaited
struct Outcome {
    QString title;
    QColor color;
    std::shared_ptr<const Run> run;
    QString refusal;
    bool isStopped = false;  // it was awaited when people stopped the computation

    bool isAwaited() const { return !run && refusal.isEmpty(); }
    /// What stands in the place of an awaited result.
    QString awaitedText() const;
};

/// The outcome of `schedules[index]`, still without a colour; awaited if the result is null.
Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result);

}  // namespace bubblescope
