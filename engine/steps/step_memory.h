#pragma once

#include "engine/sim/timeline.h"
#include "engine/steps/step_builder.h"

namespace bubblescope {

struct ModelStep;

/// Bytes of a worker at one moment, by part.
struct MemoryBytes {
    std::array<std::int64_t, kMemoryParts> parts{};

    std::int64_t& operator[](MemoryPart part) { return parts[static_cast<std::size_t>(part)]; }
    std::int64_t operator[](MemoryPart part) const { return parts[static_cast<std::size_t>(part)]; }
    std::int64_t sum() const {
        std::int64_t all = 0;
        for (const std::int64_t bytes : parts) all += bytes;
        return all;
    }
};

/// What a worker keeps during a step.
///
/// Shapes      moments by time, each with what is kept from then on; the first at the start of the step
/// Invariants  at equal times, frees count before allocations
struct WorkerMemory {
    struct Moment {
        Time at = 0;
        MemoryBytes bytes;
    };
    std::vector<Moment> moments;
    MemoryBytes peak;        // at the moment with the largest sum
    MemoryBytes most;        // of each part, at whatever moment
    Time peakAt = 0;         // the first such moment
    std::optional<Row> row;  // of the op that reaches the peak; nothing if the step starts there
    std::int64_t host = 0;

    /// What it keeps from `time` on.
    const MemoryBytes& at(Time time) const;
};

/// The memory of all workers of a step that has run.
///
/// Shapes  by worker
/// Cost    about 50 ns per entry of `kept` and worker
std::vector<WorkerMemory> memoryOf(const ModelStep& model, const RankClasses& ranks, const Timeline& timeline,
                                   std::span<const KeptBytes> kept);

/// Something that a worker keeps for a while, and the op that brought it.
struct KeptThing {
    MemoryPart part = MemoryPart::Parameters;
    std::int64_t bytes = 0;
    Op op;
};

/// What a worker keeps at a moment in addition to its state for the whole step, in the order in which it was recorded.
///
/// Invariants  together with the state of its place, the bytes add up to those of memoryOf() at that moment
/// Cost        about 10 ns per entry of `kept`
std::vector<KeptThing> keptAt(const RankClasses& ranks, const Timeline& timeline, std::span<const KeptBytes> kept,
                              WorkerId worker, Time at);

}  // namespace bubblescope
