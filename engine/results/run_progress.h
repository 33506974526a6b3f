#pragma once

#include "engine/core/estimate.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace bubblescope {

/// Progress of a list of runs and an estimate of the remaining time, from the ops counted so far and the time they
/// took; before there are any, from the speed of the previous list. While nothing new is known, the remaining time
/// counts down with the clock.
///
/// Units   speed in ops per second and thread
/// Thread  any
class RunProgress {
public:
    using Clock = std::chrono::steady_clock;

    /// Starts a new list: the ops of each run, and how many run at once.
    void begin(const std::vector<long long>& ops, std::size_t threads);
    /// Returns the counter for the ops of a run; valid until the next list.
    std::atomic<std::size_t>* started(std::size_t run, Clock::time_point now = Clock::now());
    void finished(std::size_t run, Clock::time_point now = Clock::now());

    /// In terms of ops.
    Estimate estimate(Clock::time_point now = Clock::now());

private:
    enum class State { Waiting, Running, Done };
    struct Entry {
        double ops = 0;
        State state = State::Waiting;
        Clock::time_point begun, ended;
        std::atomic<std::size_t> ran = 0;

        explicit Entry(double of) : ops(of) {}
    };

    double speed(Clock::time_point now) const;

    /// The last estimate, and what it was based on.
    struct Known {
        double done = -1;      // ops
        std::size_t open = 0;  // runs
        Estimate estimate;
        Clock::time_point at;
    };

    std::mutex m_mutex;
    std::deque<Entry> m_runs;
    std::size_t m_threads = 1;
    Known m_known;
    double m_speed = 50e6;  // of a typical present-day machine
};

}  // namespace bubblescope
