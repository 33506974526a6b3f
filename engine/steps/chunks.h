#pragma once

#include "engine/steps/model_step.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Recuts the units into consecutive pieces of `parametersEach` parameters; the last piece has the remainder. A piece
/// gets its share of the unit's time and kept bytes, but the whole of what exists while the unit's backward runs.
std::vector<ModelUnit> cutInPieces(const std::vector<ModelUnit>& units, double parametersEach);

/// Groups of chunks that an op needs together, one chunk per rank.
///
/// Shapes  parameters[group]; own, others[group]: bytes of a rank's own chunk, and of the chunks it gathers
struct ChunkGroups {
    std::vector<double> parameters;
    std::vector<std::int64_t> own, others;
    int kept = 0;  // the first groups, which stay whole from their forward to their backward

    int count() const { return static_cast<int>(own.size()); }
    std::int64_t wholeOf(int group) const {
        return own[static_cast<std::size_t>(group)] + others[static_cast<std::size_t>(group)];
    }
    /// The least memory in which every op finds what it needs.
    std::int64_t least() const;
};

/// Groups for `parameters` parameters; the last op needs the first `kept` of them too.
ChunkGroups chunkGroups(double parameters, double kept, double chunkElements, int ranks, double bytesEach);

/// How the chunks of a model move between host and device during a step; the same on every rank. The optimizer states
/// of the first groups stay on the device, as many as fit. The chunks of the other groups start the step on the host
/// and return to the host's optimizer.
///
/// Source      Fang et al. 2021, PatrickStar; Belady 1966: evict what is used last
/// Shapes      elements: F_0..F_(G-1), B_(G-1)..B_0
/// Invariants  never uses more than the memory it was planned for
struct ChunkPlan {
    struct Element {
        int group = 0;
        bool comesUp = false;       // loads its own chunk from the host
        bool isGathered = false;    // gathers the chunks of others, as they were not kept
        std::vector<int> makeRoom;  // groups whose chunks were evicted first
    };
    ChunkGroups groups;
    int updatedOnDevice = 0;  // the first groups
    std::vector<Element> elements;
    std::int64_t ownAtMost = 0, othersAtMost = 0;  // bytes of chunks that come and go, at their peak

    /// Share of all parameters that is updated on the device.
    double shareOnDevice() const;
};

/// Plans for `room` bytes of chunks, including the optimizer's, which take `optimizerTimes` the parameters' bytes.
ChunkPlan planOf(ChunkGroups groups, std::int64_t room, double optimizerTimes);

}  // namespace bubblescope
