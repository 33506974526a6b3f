#pragma once

#include "engine/schedules/order_words.h"

namespace bubblescope {

/// A lower bound on the longest span of any order within the limit; possibly no order reaches it. It is the largest
/// over the devices of the bounds that follow from a device's work, from the paths of its microbatches through the
/// other devices, and from the number of microbatches that it may store meanwhile.
///
/// Shapes  holding and limit as passed to problemOf()
Time boundOnSpan(const OrderProblem& problem, const Holding& holding, std::optional<double> limit);

}  // namespace bubblescope
