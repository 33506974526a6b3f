#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace bubblescope {

/// An index that cannot be mixed up with another kind of index.
///
/// Invariants  a valid id is >= 0; ids of one kind are dense, counted from 0
template <class Tag>
struct Id {
    std::int32_t value = -1;

    constexpr Id() = default;
    constexpr explicit Id(std::int64_t v) : value(static_cast<std::int32_t>(v)) {}

    constexpr bool isValid() const { return value >= 0; }
    constexpr std::size_t index() const { return static_cast<std::size_t>(value); }

    friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
    friend constexpr bool operator!=(Id a, Id b) { return a.value != b.value; }
    friend constexpr bool operator<(Id a, Id b) { return a.value < b.value; }
};

/// A device of the pipeline: d in 0..D-1. In placement schemes a worker, in training steps a rank.
using WorkerId = Id<struct WorkerTag>;
/// A stream of ops that run one at a time. A worker has one for computing, and may have others for communication.
using LaneId = Id<struct LaneTag>;
/// A model stage: s in 0..D*v-1, in the order in which a microbatch's forward passes through them.
using StageId = Id<struct StageTag>;
/// A microbatch: m in 0..MBS-1.
using MicrobatchId = Id<struct MicrobatchTag>;

}  // namespace bubblescope
