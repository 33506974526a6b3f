#pragma once

#include "engine/io/result_json.h"
#include "engine/io/trace.h"

namespace bubblescope {

/// "schedule,label,devices,...": the first line of a scenario's results as a table, or of their ops. Includes the
/// columns of training steps if there are any.
std::string resultCsvHeading(const Scenario& scenario, ResultParts parts);

/// Writes a line for a run: its quantities by id, empty if it does not have one; for a refused run, the reason. With
/// `parts.ops`, writes a line per op instead, and one for a refused run. `label` is one of labelsOf().
///
/// Units   times in the user's unit, exact decimals of the micro-units; numbers read back as the same double
/// Errors  false as soon as the sink refuses
bool writeCsvResult(const Scenario& scenario, std::size_t index, std::string_view label, const RunResult& result,
                    ResultParts parts, const TextSink& sink);

/// Writes the ops of some runs as `simulate --csv --ops` prints them; such a table cannot include the document.
///
/// Errors  false as soon as the sink refuses
bool writeOpsCsv(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink);

}  // namespace bubblescope
