#pragma once

#include "engine/core/estimate.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

namespace bubblescope {

/// How far a list of runs is and how long the rest will take, told from the ops counted so far and how long they took;
/// before there are any, from the speed of the list before. While nothing new is known the time left falls with the
/// clock.
///
/// Units   speed in ops a second and thread
/// Thread  any
class RunProgress {
public:
    using Clock = std::chrono::steady_clock;

    /// A new list: the ops of each run, and how many run at once.
    void begin(const std::vector<long long>& ops, std::size_t threads);
    /// Returns where the run is to count its ops; good until the next list.
    std::atomic<std::size_t>* started(std::size_t run, Clock::time_point now = Clock::now());
    void finished(std::size_t run, Clock::time_point now = Clock::now());

    /// By ops.
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

    /// The last estimate from what was new.
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
    double m_speed = 50e6;  // what a machine of today's usual kind does
};

}  // namespace bubblescope
