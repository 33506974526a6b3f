#pragma once

#include "engine/core/ids.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace bubblescope {

/// What ops of a kind do in a training step. Colours and sums use the class where a kind has no colour of its own.
/// Nearby is communication over short distances, and Gather is communication that brings data for a later computation.
enum class OpClass : std::uint8_t { Forward, Backward, Weight, Communication, Nearby, Gather, Host, Optimizer };
constexpr bool isTransfer(OpClass of) {
    return of == OpClass::Communication || of == OpClass::Nearby || of == OpClass::Gather;
}

/// The kinds of op, as listed in op_kinds.def. Their names are spelled out, because papers disagree on the letter B:
/// here Backward is the full backward, BackwardInput and BackwardWeight are its two halves.
enum class OpKind : std::uint8_t {
#define BUBBLESCOPE_OP_KIND(name, id, letter, sign, title, opClass) name,
#include "engine/program/op_kinds.def"
#undef BUBBLESCOPE_OP_KIND
};

struct OpKindInfo {
    std::string_view id, letter;
    char16_t sign;
    std::string_view title;
    OpClass opClass;
};

/// By kind.
inline constexpr auto kOpKindInfos = std::to_array<OpKindInfo>({
#define BUBBLESCOPE_OP_KIND(name, id, letter, sign, title, opClass) {id, letter, sign, title, OpClass::opClass},
#include "engine/program/op_kinds.def"
#undef BUBBLESCOPE_OP_KIND
});
inline constexpr std::size_t kOpKinds = kOpKindInfos.size(), kMaxOpKinds = 64;
static_assert(kOpKinds <= kMaxOpKinds);

/// The kinds that pipelines simulate with a table by stage: F, B, I and W, the first of the list.
inline constexpr std::size_t kPipelineKinds = 4;

constexpr const OpKindInfo& infoOf(OpKind kind) { return kOpKindInfos[static_cast<std::size_t>(kind)]; }
constexpr OpClass classOf(OpKind kind) { return infoOf(kind).opClass; }
/// Whether only training steps use the kind; the list has these last.
constexpr bool isOfSteps(OpKind kind) { return kind >= OpKind::Optimizer; }
constexpr std::string_view letter(OpKind kind) { return infoOf(kind).letter; }

/// Some of the kinds.
class OpKindSet {
public:
    constexpr OpKindSet() = default;
    constexpr OpKindSet(std::initializer_list<OpKind> kinds) {
        for (const OpKind kind : kinds) add(kind);
    }
    constexpr void add(OpKind kind) { m_bits |= std::uint64_t{1} << static_cast<unsigned>(kind); }
    constexpr bool has(OpKind kind) const { return m_bits >> static_cast<unsigned>(kind) & 1; }
    friend constexpr bool operator==(OpKindSet, OpKindSet) = default;

private:
    std::uint64_t m_bits = 0;
};

/// Which end of the model a stage is, which decides the extra times of its ops.
enum class StagePlace { Inner, First, Last, Only };

constexpr StagePlace placeOf(int stage, int stages) {
    if (stage == 0) return stages == 1 ? StagePlace::Only : StagePlace::First;
    return stage + 1 == stages ? StagePlace::Last : StagePlace::Inner;
}

/// One op: what it does, for which stage and microbatch. Packed, because there are millions of them, and uninitialised
/// when new, so that a column of ops is not written twice.
///
/// Shapes  packedStage: 6 bits of kind, one bit for each half of a pair, then 18 bits of stage
struct Op {
    std::uint32_t packedStage;
    std::uint32_t packedMicrobatch;

    static constexpr unsigned kStageShift = 8;
    static constexpr std::uint32_t kKindBits = 63, kOpensPair = 64, kClosesPair = 128;

    Op() = default;
    constexpr Op(OpKind kind, std::int64_t stage, std::int64_t microbatch)
        : packedStage(static_cast<std::uint32_t>(stage) << kStageShift | static_cast<std::uint32_t>(kind)),
          packedMicrobatch(static_cast<std::uint32_t>(microbatch)) {}

    constexpr OpKind kind() const { return static_cast<OpKind>(packedStage & kKindBits); }
    constexpr StageId stage() const { return StageId(packedStage >> kStageShift); }
    constexpr MicrobatchId microbatch() const { return MicrobatchId(packedMicrobatch); }
    /// stage * kPipelineKinds + kind: the row of a pipeline's op in a table of costs.
    constexpr std::size_t costIndex() const {
        return (packedStage >> kStageShift) * kPipelineKinds + (packedStage & (kPipelineKinds - 1));
    }

    /// The two ops of a fused pair are next to each other on their lane: the first opens the pair, the second closes
    /// it.
    constexpr bool opensPair() const { return packedStage & kOpensPair; }
    constexpr bool closesPair() const { return packedStage & kClosesPair; }
    constexpr bool isInPair() const { return packedStage & (kOpensPair | kClosesPair); }
    constexpr Op opening() const { return withBit(kOpensPair); }
    constexpr Op closing() const { return withBit(kClosesPair); }

    /// Ignores whether the ops are paired.
    friend constexpr bool operator==(Op a, Op b) {
        constexpr std::uint32_t kPair = kOpensPair | kClosesPair;
        return ((a.packedStage ^ b.packedStage) & ~kPair) == 0 && a.packedMicrobatch == b.packedMicrobatch;
    }

private:
    constexpr Op withBit(std::uint32_t bit) const {
        Op op = *this;
        op.packedStage |= bit;
        return op;
    }
};

/// An op in words for messages: "F3 of stage 2".
std::string describe(Op op);

}  // namespace bubblescope
