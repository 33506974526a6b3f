#pragma once

#include "engine/sim/timeline.h"
#include "engine/steps/step_builder.h"

namespace bubblescope {

struct ModelStep;

/// Bytes of a worker at once, by part.
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

/// What a worker keeps over a step.
///
/// Shapes      moments by time, each with what holds from there on; the first at the step's begin
/// Invariants  at one time what is freed counts before what comes
struct WorkerMemory {
    struct Moment {
        Time at = 0;
        MemoryBytes bytes;
    };
    std::vector<Moment> moments;
    MemoryBytes peak;        // what it keeps when it keeps most
    Time peakAt = 0;         // the first such moment
    std::optional<Row> row;  // of the op that brings it there; nothing where it is so from the start
    std::int64_t host = 0;

    /// What it keeps from `time` on.
    const MemoryBytes& at(Time time) const;
};

/// The memory of all workers of a step that has run.
///
/// Shapes  by worker
/// Cost    some 50 ns a line of `kept` and worker
std::vector<WorkerMemory> memoryOf(const ModelStep& model, const RankClasses& ranks, const Timeline& timeline,
                                   std::span<const KeptBytes> kept);

/// Something that a worker keeps for a while, and the op that brought it.
struct KeptThing {
    MemoryPart part = MemoryPart::Parameters;
    std::int64_t bytes = 0;
    Op op;
};

/// What a worker keeps from a moment on beside what it has through the whole step, in the order in which it was noted.
///
/// Invariants  with the state of its place the bytes add up to those of memoryOf() at that moment
/// Cost        some 10 ns a line of `kept`
std::vector<KeptThing> keptAt(const RankClasses& ranks, const Timeline& timeline, std::span<const KeptBytes> kept,
                              WorkerId worker, Time at);

}  // namespace bubblescope
