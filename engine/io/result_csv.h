#pragma once

#include "engine/io/result_json.h"
#include "engine/io/trace.h"

namespace bubblescope {

/// "schedule,label,devices,...": the first line of a scenario's results as a table, or of their ops. Where there are
/// training steps, it has their columns too.
std::string resultCsvHeading(const Scenario& scenario, ResultParts parts);

/// Writes a line for a run: its quantities by id, and what it has not empty; for one that refused, why. With
/// `parts.ops` a line for each op instead, and one for what refused.
///
/// Units   times in the user's unit, exact decimals of the micro-units; numbers read back as the same double
/// Errors  false as soon as the sink refuses
bool writeCsvResult(const Scenario& scenario, std::size_t index, const RunResult& result, ResultParts parts,
                    const TextSink& sink);

/// Writes the ops of some runs as `simulate --csv --ops` prints them; no document rides in such a table.
///
/// Errors  false as soon as the sink refuses
bool writeOpsCsv(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink);

}  // namespace bubblescope
