#pragma once

#include "engine/sim/timeline.h"

#include <array>
#include <vector>

namespace bubblescope {

/// What a worker spends time on: computing; else waiting while it communicates; else waiting while it moves data from
/// or to the host, or while the host works for it; else idle.
enum class Spending : std::uint8_t { Compute, ExposedCommunication, ExposedOffload, Idle };
inline constexpr std::size_t kSpendings = 4;

/// Units  micro-units
struct SpendingSpan {
    Time begin = 0, end = 0;
    Spending on = Spending::Idle;

    friend bool operator==(const SpendingSpan&, const SpendingSpan&) = default;
};

/// What one worker spends the whole time of a timeline on, span by span.
///
/// Shapes      spans from the earliest start to the latest end; neighbours differ and touch
/// Units       `communication` in micro-units: all of it, including what overlaps with computation
/// Invariants  a collective on a lane that computes counts as communication
struct WorkerSpending {
    std::vector<SpendingSpan> spans;
    Time communication = 0;
};

/// Cost  about 30 ns per op of the worker
WorkerSpending spendingOf(const Timeline& timeline, WorkerId worker);

/// The total time of the spans by what it is spent on; adds up to the total time.
std::array<Time, kSpendings> sumsOf(const std::vector<SpendingSpan>& spans);

/// The spans of all workers, and which kinds of spending occur.
class Spendings {
public:
    void add(std::vector<SpendingSpan> ofNextWorker);
    const std::vector<SpendingSpan>& of(WorkerId worker) const { return m_spans[worker.index()]; }
    bool has(Spending on) const { return m_has[static_cast<std::size_t>(on)]; }
    std::uint64_t bytes() const { return m_bytes; }

private:
    std::vector<std::vector<SpendingSpan>> m_spans;
    std::array<bool, kSpendings> m_has{};
    std::uint64_t m_bytes = 0;
};

}  // namespace bubblescope
