#pragma once

#include "engine/schedules/order_words.h"

#include <functional>

namespace bubblescope {

/// Orders of a wave in rounds, in each of which every device runs an input half and then a forward, those that are on
/// their way first. Weight halves go where a device would wait, and where it may not hold more; in place of waiting for
/// less than one of them takes they go too, where the device has waited as long as any already.
///
/// Source  the heuristic of Qi et al. 2024, Pipeline Parallelism with Controllable Memory, as their program has it
/// Shape   take(words) of at most so many orders: with either choice of whether forwards and input halves of chunk 1
/// let weight halves
///         go first, improved as long as the longest wait grows shorter; none where the limit is too small, for a line,
///         or after a request on `stop`
/// Cost    some 20 ns an op of each
void forEachOrderInRounds(const OrderProblem& problem, std::size_t most, const std::stop_token& stop,
                          const std::function<void(const std::vector<Word>&)>& take);

}  // namespace bubblescope
