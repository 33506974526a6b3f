#pragma once

#include "engine/schedules/order_words.h"

#include <functional>

namespace bubblescope {

/// Orders in rounds, in each of which every device runs an input half and a forward, of a wave those first that are on
/// their way. Weight halves go where a device would wait, and where it may not hold more; in place of waiting for less
/// than one of them takes they go too, where the device has waited as long as any already.
///
/// Source  the heuristics of Qi et al. 2023, Zero Bubble Pipeline Parallelism, of a line, and of Qi et al. 2024,
///         Pipeline Parallelism with Controllable Memory, of a wave, as their program has them
/// Shape   take(words) of at most so many orders; none where the limit is too small, or after a request on `stop`. Of a
///         line: of each of eight ways to begin, to leave forwards out and to wait. Of a wave: with either choice of
///         whether forwards and input halves of chunk 1 let weight halves go first, improved as long as the longest
///         wait grows shorter
/// Cost    some 20 ns an op of each
void forEachOrderInRounds(const OrderProblem& problem, std::size_t most, const std::stop_token& stop,
                          const std::function<void(const std::vector<Word>&)>& take);

}  // namespace bubblescope
