#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <vector>

namespace bubblescope {

/// How far a list of runs is and how long the rest will take, told from the ops that are done and from the speed
/// of those runs that ended, in this list or one before.
///
/// Units   speed in ops a second and thread
/// Thread  any
class RunProgress {
public:
    using Clock = std::chrono::steady_clock;

    struct Estimate {
        double share = 0;  // of all ops, 0..1
        double secondsLeft = 0;

        friend bool operator==(const Estimate&, const Estimate&) = default;
    };

    /// A new list: the ops of each run, and how many run at once.
    void begin(std::vector<long long> ops, std::size_t threads);
    void started(std::size_t run, Clock::time_point now = Clock::now());
    /// `isUsual` unless it was refused or had less to do than another of its size: then it tells nothing of the speed.
    void finished(std::size_t run, bool isUsual, Clock::time_point now = Clock::now());

    Estimate estimate(Clock::time_point now = Clock::now()) const;

private:
    enum class State { Waiting, Running, Done };
    struct Entry {
        double ops = 0;
        State state = State::Waiting;
        Clock::time_point begun;
    };

    mutable std::mutex m_mutex;
    std::vector<Entry> m_runs;
    std::size_t m_threads = 1;
    double m_speed = 50e6;  // what a machine of today's usual kind does
};

}  // namespace bubblescope
