#pragma once

#include "engine/io/text_buffer.h"
#include "engine/results/run.h"

#include <memory>
#include <span>
#include <string>

namespace bubblescope {

/// A run as trace viewers show it.
struct TracedRun {
    std::string title;
    std::shared_ptr<const Run> run;
};

/// Writes runs as events that trace viewers open: a process a worker, a thread a lane, an event an op, or a pair. Ranks
/// that do the same stand for themselves. Flows join the members of a collective, from the last that came, and the
/// two ends of a transfer.
///
/// Shapes  one run has processes "rank 3"; of several each is "DDP, rank 3"
/// Units   microseconds, exact to a micro-unit; one of a time without a unit is taken for a microsecond. The earliest
///         op of all starts at 0
/// Errors  false as soon as the sink refuses
/// Cost    what one text buffer holds, and 12 bytes an op of programs with collectives; some 300 ns an op
/// Source  Trace Event Format, Google: complete events, flow events, metadata events
///
/// `document` rides inside; none if it is empty.
bool writeTrace(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink);

/// What such a file begins with; the document follows as a JSON string, "null" where there is none, up to the end of
/// the line.
inline constexpr std::string_view kTraceBeginning = R"({"otherData": {"program": "Bubblescope", "document": )";

/// Past so many ops ranks that do the same are not told apart.
inline constexpr long long kMostTracedOps = 20'000'000;

}  // namespace bubblescope
