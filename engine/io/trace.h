#pragma once

#include "engine/io/text_buffer.h"
#include "engine/results/run.h"

#include <memory>
#include <span>
#include <string>

namespace bubblescope {

/// A run for trace viewers.
struct TracedRun {
    std::string title;
    std::shared_ptr<const Run> run;
};

/// Writes runs as events for trace viewers: one process per worker, one thread per lane, one event per op or fused
/// pair. Ranks that do the same are shown separately. Flows join the members of a collective, starting from the last to
/// arrive, and the two ends of a transfer.
///
/// Shapes  one run has processes "rank 3"; several runs have "DDP, rank 3"
/// Units   microseconds, exact to a micro-unit; a time without a unit counts as microseconds. The earliest op starts at
///         0
/// Errors  false as soon as the sink refuses
/// Cost    memory for one text buffer, and 12 bytes per op for programs with collectives; about 300 ns per op
/// Source  Trace Event Format, Google: complete events, flow events, metadata events
///
/// `document` is included in the file, unless it is empty.
bool writeTrace(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink);

/// The beginning of such a file. The document follows as a JSON string, or "null" if there is none, up to the end of
/// the line.
inline constexpr std::string_view kTraceBeginning = R"({"otherData": {"program": "Bubblescope", "document": )";

/// With more ops, ranks that do the same are not shown separately.
inline constexpr long long kMostTracedOps = 20'000'000;

}  // namespace bubblescope
