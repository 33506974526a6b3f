#pragma once

#include "engine/core/result.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>

namespace bubblescope {

/// Bytes per op while its schedule runs, everything included.
inline constexpr std::uint64_t kBytesPerOp = 40;
/// Bytes per op of a training step, for each of its lanes and what it waits for.
inline constexpr std::uint64_t kBytesPerStepOp = 160;
/// Additional bytes per op if a run of the same program exists: its order, its ends, and scratch to find the order.
inline constexpr std::uint64_t kBytesPerReplayedOp = 28;

/// Bytes that columns may take for a scenario of `ops` ops, including curves and advice: slightly less than
/// kBytesPerOp, as pictures and charts also grow. Below 10 million ops, a few hundred megabytes, so that curves can
/// continue alongside the runs.
constexpr std::uint64_t memoryBudget(long long ops) {
    constexpr long long kFewOps = 10'000'000;
    constexpr std::uint64_t kBesideColumns = std::uint64_t{16} << 20;
    return static_cast<std::uint64_t>(ops < kFewOps ? kFewOps : ops) * kBytesPerOp - kBesideColumns;
}

/// The bytes that this machine can give without taking them from other programs, within the limits of the control
/// groups above this process; unlimited if unknown. `root` is the root of the system's files.
///
/// A system that promises more memory than it has kills the program that uses it, so this is asked first.
std::uint64_t availableMemory(const std::filesystem::path& root = "/");

/// Refuses ops that need more than `available` bytes, and says what they need and what would fit.
Result<void> checkMemory(long long ops, std::uint64_t available, std::uint64_t bytesPerOp = kBytesPerOp);

/// The number of threads, at most `threads`, on which runs of up to `ops` ops fit in `available` bytes; at least 1.
std::size_t threadsThatFit(std::size_t threads, long long ops, std::uint64_t available);

/// A limit for the memory that several threads use at once: a thread that needs more than is left waits until others
/// return theirs.
///
/// Thread  any
class SharedMemory {
    struct GiveBack {
        std::uint64_t bytes = 0;
        void operator()(SharedMemory* from) const;
    };

public:
    /// A part of the memory, returned when this object is destroyed.
    using Part = std::unique_ptr<SharedMemory, GiveBack>;

    explicit SharedMemory(std::uint64_t limit) : m_limit(limit) {}

    std::uint64_t limit() const;
    /// Applies to later calls of take().
    void setLimit(std::uint64_t bytes);
    /// Null if that exceeds the limit, or after a request on `stop`.
    Part take(std::uint64_t bytes, const std::stop_token& stop);

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::uint64_t m_limit;     // guarded
    std::uint64_t m_held = 0;  // guarded
};

}  // namespace bubblescope
