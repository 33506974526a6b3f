#pragma once

#include "engine/schedules/order_words.h"

#include <functional>

namespace bubblescope {

/// Makes orders in rounds. In each round every device runs one grad input and one forward; in a wave the earlier ones
/// of the path go first. W ops run where a device would wait, or where it has no memory left. Instead of waiting for
/// less time than a W takes, a device also runs one if it has already waited as long as any other.
///
/// Source  the heuristics of Qi et al. 2023, Zero Bubble Pipeline Parallelism, for a line, and of Qi et al. 2024,
///         Pipeline Parallelism with Controllable Memory, for a wave, as their program has them
/// Shape   calls take(words) for at most `most` orders; for none if the limit is too small, or after a request on
///         `stop`. A line gives one order for each of eight ways to begin, to leave forwards out and to wait. A wave
///         gives one for each choice of whether forwards and grad inputs of chunk 1 let W ops go first, improved as
///         long as the longest wait becomes shorter
/// Cost    about 20 ns per op of each order
void forEachOrderInRounds(const OrderProblem& problem, std::size_t most, const std::stop_token& stop,
                          const std::function<void(const std::vector<Word>&)>& take);

}  // namespace bubblescope
