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
/// Invariants  either `run` or `refusal` is set; both are empty only while the first result is awaited
struct Outcome {
    QString title;
    QColor color;
    std::shared_ptr<const Run> run;
    QString refusal;
};

/// The outcome of `schedules[index]`, still without a colour.
Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result);

}  // namespace bubblescope
