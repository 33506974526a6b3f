#pragma once

#include "engine/program/program.h"

#include <array>
#include <span>
#include <stop_token>
#include <vector>

namespace bubblescope {

/// For a wave of two chunks, the slots of a microbatch's ops on one device: F of chunk 0, F of chunk 1, I of chunk 1, I
/// of chunk 0. Those of the next microbatch are kBlockPeriod later.
using Block = std::array<int, 4>;
inline constexpr int kBlockPeriod = 6;

/// The lanes of a pattern of blocks that is squeezed before and after its stable phase. The stable phase lasts from the
/// first grad input of chunk 0 on device 0 until a device first ends its forwards of chunk 0 after that. First, W ops
/// fill idle slots, and all ops move to earlier idle slots, as far as their inputs have run by then and no lane needs
/// more memory than the largest lane did. Then the same without W ops, which count as running in idle slots, and only
/// for what follows the stable phase. Finally W ops fill idle slots again, those of chunk 1 first.
///
/// Source  Qi et al. 2024, Pipeline Parallelism with Controllable Memory; sail-sg/zero-bubble-pipeline-parallelism,
///         megatron/core/pipeline_parallel/zerobubble/scheduler/zbv_greedy.py
/// Shape   blocks[device]; returns lanes[device], none after a request on `stop`
/// Cost    about 100 ns per op
std::vector<std::vector<Op>> patternOrder(std::span<const Block> blocks, int microbatches, const std::stop_token& stop);

}  // namespace bubblescope
