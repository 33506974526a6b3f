#pragma once

#include <span>
#include <vector>

namespace bubblescope {

/// A run by what it holds and by a quantity of which less is better.
///
/// Units  activations of one microbatch on one device; any
struct HeldAndValue {
    double held = 0, value = 0;
};

/// Whether one holds no more and does no worse, and one of both is less. Peaks within rounding of each other are the
/// same.
bool beats(const HeldAndValue& one, const HeldAndValue& other);

/// Which of the runs no other beats.
///
/// Shapes  indexes into `runs`, by what they hold; equal runs both stand
std::vector<std::size_t> frontierOf(std::span<const HeldAndValue> runs);

}  // namespace bubblescope
