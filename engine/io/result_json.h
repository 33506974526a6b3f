#pragma once

#include "engine/io/text_buffer.h"
#include "engine/results/run.h"

namespace bubblescope {

/// What `simulate --json` shows besides the metrics.
struct ResultParts {
    bool ops = false;
    bool timing = false;
};

/// The beginning of the results: format, version, title, unit of times, and the workload, model, cluster and mesh that
/// they share, up to `"results": [`.
std::string resultsHeading(const Scenario& scenario);

/// Writes one element of `results`: the metrics of a run, or why the schedule was refused. `label`: of labelsOf().
///
/// Units   times in the user's unit, exact decimals of the micro-units
/// Errors  false as soon as the sink refuses
/// Cost    uses a few hundred kilobytes of memory, however many ops there are
bool writeResult(const Scenario& scenario, std::size_t index, std::string_view label, const RunResult& result,
                 ResultParts parts, const TextSink& sink);

/// Calls `visit(worker, op, start, end)` for every op, by worker in lane order, until it returns false.
bool forEachOp(const Timeline& timeline, const std::function<bool(WorkerId, Op, Time start, Time end)>& visit);

/// "3364.0": a time in the user's unit, exactly.
std::string timeText(Time time);

}  // namespace bubblescope
