#pragma once

#include "engine/core/result.h"

#include <cstddef>
#include <cstdint>

namespace bubblescope {

/// What an op takes while its schedule is run, everything included.
inline constexpr std::uint64_t kBytesPerOp = 40;
/// What it takes more where a run of the same program is there: its order, its ends, and scratch to find the order.
inline constexpr std::uint64_t kBytesPerReplayedOp = 28;

/// The bytes that this machine can give without taking them from anyone; without end where it does not tell.
///
/// A system that promises more than it has ends the program that uses it, so it is asked before.
std::uint64_t availableMemory();

/// Refuses ops that need more than `available` bytes, with what they need and what would fit.
Result<void> checkMemory(long long ops, std::uint64_t available, std::uint64_t bytesPerOp = kBytesPerOp);

/// On how many of `threads` threads runs of at most `ops` ops fit into `available` bytes at once; at least 1.
std::size_t threadsThatFit(std::size_t threads, long long ops, std::uint64_t available);

}  // namespace bubblescope
