#pragma once

#include <span>
#include <vector>

namespace bubblescope {

/// A run by its memory and by a quantity of which less is better.
///
/// Units  activations of one microbatch on one device; any
struct HeldAndValue {
    double held = 0, value = 0;
};

/// Whether `one` needs no more memory and is no worse, and better in at least one of them. Peaks within rounding are
/// equal.
bool beats(const HeldAndValue& one, const HeldAndValue& other);

/// The runs that no other run beats.
///
/// Shapes  indexes into `runs`, sorted by memory; includes all of several equal runs
std::vector<std::size_t> frontierOf(std::span<const HeldAndValue> runs);

}  // namespace bubblescope
