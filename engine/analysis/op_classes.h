#pragma once

#include "engine/program/program.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// What the colour of a cell shows.
enum class ColorBy { Kind, Microbatch };

/// Microbatches use this many hues in turn, then repeat them.
inline constexpr int kMicrobatchHues = 21;
/// More shades of a kind could not be distinguished.
inline constexpr int kMaxChunkShades = 16;

/// The classes of ops that a picture gives one colour: kinds and chunks, or kinds and microbatch hues. The number of a
/// class is (index of its kind among those of the program) * shades() + shade.
///
/// Invariants  count() is small (a few kinds times kMicrobatchHues) whatever the size of the program
/// Cost        of() is a few instructions without division; construction is proportional to the number of stages
class OpClasses {
public:
    OpClasses(const Program& program, ColorBy colorBy)
        : m_shades(colorBy == ColorBy::Microbatch ? kMicrobatchHues : std::min(program.shades(), kMaxChunkShades)) {
        for (std::size_t kind = 0; kind < kOpKinds; ++kind) {
            if (!program.kinds.has(static_cast<OpKind>(kind))) continue;
            m_firstClass[kind] = static_cast<std::uint16_t>(count());
            m_kinds.push_back(static_cast<OpKind>(kind));
        }
        if (colorBy == ColorBy::Microbatch) return;
        m_shadeOfStage.resize(static_cast<std::size_t>(std::max(1, program.stagesOfAllLines())));
        const int shades = program.shades();
        for (std::size_t stage = 0; stage < m_shadeOfStage.size(); ++stage) {
            const int chunk = program.chunkOf(StageId(static_cast<std::int64_t>(stage)));
            m_shadeOfStage[stage] = static_cast<std::uint8_t>(chunk * m_shades / shades);
        }
    }

    int count() const { return static_cast<int>(m_kinds.size()) * m_shades; }
    /// The number of classes per kind: chunks or microbatch hues.
    int shades() const { return m_shades; }
    OpKind kindOf(int classIndex) const { return m_kinds[static_cast<std::size_t>(classIndex / m_shades)]; }
    int shadeOf(Op op) const {
        return m_shadeOfStage.empty() ? static_cast<int>(op.packedMicrobatch % unsigned{kMicrobatchHues})
                                      : m_shadeOfStage[op.stage().index()];
    }
    int of(Op op) const { return m_firstClass[static_cast<std::size_t>(op.kind())] + shadeOf(op); }

private:
    int m_shades;
    std::vector<OpKind> m_kinds;
    std::array<std::uint16_t, kOpKinds> m_firstClass{};
    std::vector<std::uint8_t> m_shadeOfStage;  // empty if coloured by microbatch
};

}  // namespace bubblescope
