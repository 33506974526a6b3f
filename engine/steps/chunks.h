#pragma once

#include "engine/steps/model_step.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Units cut anew into pieces of so many parameters, which follow one another; the last has what is left. A piece has
/// its share of what a unit takes and keeps, but all that is there while its backward runs.
std::vector<ModelUnit> cutInPieces(const std::vector<ModelUnit>& units, double parametersEach);

/// Groups of chunks, one of each rank, which an op needs together.
///
/// Shapes  parameters[group]; own, others[group]: bytes of a rank's chunk, and of those that it gathers
struct ChunkGroups {
    std::vector<double> parameters;
    std::vector<std::int64_t> own, others;
    int kept = 0;  // first groups, which stay whole from their forward to their backward

    int count() const { return static_cast<int>(own.size()); }
    std::int64_t wholeOf(int group) const {
        return own[static_cast<std::size_t>(group)] + others[static_cast<std::size_t>(group)];
    }
    /// The least room in which every op finds what it needs.
    std::int64_t least() const;
};

/// Of so many parameters, the first `kept` of which the last op needs too.
ChunkGroups chunkGroups(double parameters, double kept, double chunkElements, int ranks, double bytesEach);

/// How the chunks of a model move between host and device over a step, on each rank alike. The optimizer of as many
/// groups as there is room for, the first ones, stays on the device; the chunks of the others begin the step on the
/// host, and go back to its optimizer.
///
/// Source      Fang et al. 2021, PatrickStar; Belady 1966: what is used last makes room
/// Shapes      elements: F_0..F_(G-1), B_(G-1)..B_0
/// Invariants  at no time more than the room that it was made for
struct ChunkPlan {
    struct Element {
        int group = 0;
        bool comesUp = false;       // its own chunk, from the host
        bool isGathered = false;    // and was not kept
        std::vector<int> makeRoom;  // groups whose chunks have gone down before
    };
    ChunkGroups groups;
    int updatedOnDevice = 0;  // first groups
    std::vector<Element> elements;
    std::int64_t ownAtMost = 0, othersAtMost = 0;  // of what comes and goes, where it is most

    /// Of all parameters, the share of the groups that are updated on the device.
    double shareOnDevice() const;
};

/// With room for so many bytes of chunks, of the optimizer's too: so many times those of the parameters.
ChunkPlan planOf(ChunkGroups groups, std::int64_t room, double optimizerTimes);

}  // namespace bubblescope
