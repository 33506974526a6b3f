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

/// What an op takes while its schedule is run, everything included.
inline constexpr std::uint64_t kBytesPerOp = 40;
/// What an op of a training step takes on each of its lanes, and what it waits for.
inline constexpr std::uint64_t kBytesPerStepOp = 160;
/// What it takes more where a run of the same program is there: its order, its ends, and scratch to find the order.
inline constexpr std::uint64_t kBytesPerReplayedOp = 28;

/// What columns may hold for a scenario of `ops` ops, curves and advice included: a little less than kBytesPerOp, for
/// pictures and charts grow too. Where there are fewer than 10 million, some hundred megabytes that let curves go on
/// beside the runs.
constexpr std::uint64_t memoryBudget(long long ops) {
    constexpr long long kFewOps = 10'000'000;
    constexpr std::uint64_t kBesideColumns = std::uint64_t{16} << 20;
    return static_cast<std::uint64_t>(ops < kFewOps ? kFewOps : ops) * kBytesPerOp - kBesideColumns;
}

/// The bytes that this machine can give without taking them from anyone, and that the limits of the control groups
/// above this process leave; without end where it does not tell. `root` is where the system's files are found.
///
/// A system that promises more than it has ends the program that uses it, so it is asked before.
std::uint64_t availableMemory(const std::filesystem::path& root = "/");

/// Refuses ops that need more than `available` bytes, with what they need and what would fit.
Result<void> checkMemory(long long ops, std::uint64_t available, std::uint64_t bytesPerOp = kBytesPerOp);

/// On how many of `threads` threads runs of at most `ops` ops fit into `available` bytes at once; at least 1.
std::size_t threadsThatFit(std::size_t threads, long long ops, std::uint64_t available);

/// A limit for what several threads hold at once: who needs more than is left waits until others have given theirs
/// back.
///
/// Thread  any
class SharedMemory {
    struct GiveBack {
        std::uint64_t bytes = 0;
        void operator()(SharedMemory* from) const;
    };

public:
    /// A part of it, until this ends.
    using Part = std::unique_ptr<SharedMemory, GiveBack>;

    explicit SharedMemory(std::uint64_t limit) : m_limit(limit) {}

    std::uint64_t limit() const;
    /// Holds for who takes from now on.
    void setLimit(std::uint64_t bytes);
    /// Null if that is more than the limit, or if asked to stop.
    Part take(std::uint64_t bytes, const std::stop_token& stop);

private:
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::uint64_t m_limit;     // guarded
    std::uint64_t m_held = 0;  // guarded
};

}  // namespace bubblescope
