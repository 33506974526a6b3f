#pragma once

#include "engine/program/program.h"

#include <array>
#include <span>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// Of a wave of two chunks, the slots of a microbatch's ops on one device: F of chunk 0, F of chunk 1, I of chunk 1, I
/// of chunk 0. Those of the next microbatch are kBlockPeriod later.
using Block = std::array<int, 4>;
inline constexpr int kBlockPeriod = 6;

/// The lanes of a pattern of blocks that is squeezed before and after its stable phase, which is from the first input
/// half of chunk 0 on device 0 to the first end of a device's forwards of chunk 0 after that. First W take idle slots
/// and all ops move to earlier idle slots, as far as what they need has run by then and no lane holds more than that
/// did which held most. Then the same without W, which are counted where slots are idle, and for what comes after the
/// stable phase alone. Then W take idle slots again, those of chunk 1 first.
///
/// Source  Qi et al. 2024, Pipeline Parallelism with Controllable Memory; sail-sg/zero-bubble-pipeline-parallelism,
///         megatron/core/pipeline_parallel/zerobubble/scheduler/zbv_greedy.py
/// Shape   blocks[device]; lanes[device], none after a request on `stop`
/// Cost    some 100 ns an op
std::vector<std::vector<Op>> patternOrder(std::span<const Block> blocks, int microbatches, const std::stop_token& stop);

}  // namespace bubblescope
