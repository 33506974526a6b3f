#pragma once

#include "engine/schedules/order_words.h"

namespace bubblescope {

/// A time that the longest span of no order under the limit can beat, though none may reach it: the largest over the
/// devices of what each is bound to by its work, by the ways of its microbatches through the others, and by how many
/// of them it may hold meanwhile.
///
/// Shapes  holding and limit as problemOf() had them
Time boundOnSpan(const OrderProblem& problem, const Holding& holding, std::optional<double> limit);

}  // namespace bubblescope
