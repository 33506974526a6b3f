#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// What the colour of a cell says.
enum class ColorBy { Kind, Microbatch };

/// Hues that microbatches take in turn; after this many they repeat.
inline constexpr int kMicrobatchHues = 21;
/// More shades of a kind than this cannot be told apart.
inline constexpr int kMaxChunkShades = 16;

/// The classes of ops that one picture colours alike: kinds and chunks, or kinds and microbatch hues. A class is
/// kind * shades() + shade.
///
/// Invariants  count() is small (at most kOpKinds * kMicrobatchHues) whatever the size of the program
/// Cost        of() is a few instructions and no division; making it follows the number of stages
class OpClasses {
public:
    OpClasses(const Program& program, ColorBy colorBy)
        : m_shades(colorBy == ColorBy::Microbatch ? kMicrobatchHues : std::min(program.chunks(), kMaxChunkShades)) {
        if (colorBy == ColorBy::Microbatch) return;
        m_shadeOfStage.resize(static_cast<std::size_t>(program.stages));
        const int chunks = program.chunks();
        for (int stage = 0; stage < program.stages; ++stage)
            m_shadeOfStage[static_cast<std::size_t>(stage)] =
                static_cast<std::uint8_t>(program.chunkOf(StageId(stage)) * m_shades / chunks);
    }

    int count() const { return kOpKinds * m_shades; }
    /// Classes a kind has: chunks or microbatch hues.
    int shades() const { return m_shades; }
    OpKind kindOf(int classIndex) const { return static_cast<OpKind>(classIndex / m_shades); }
    int shadeOf(Op op) const {
        return m_shadeOfStage.empty() ? static_cast<int>(op.packedMicrobatch % unsigned{kMicrobatchHues})
                                      : m_shadeOfStage[op.packedStage >> 4];
    }
    int of(Op op) const { return static_cast<int>(op.kind()) * m_shades + shadeOf(op); }

private:
    int m_shades;
    std::vector<std::uint8_t> m_shadeOfStage;  // empty by microbatch
};

}  // namespace bubblescope
