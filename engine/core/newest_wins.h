#pragma once

#include "engine/core/result.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace bubblescope {

/// A thread that runs the newest job it is given. A new job replaces the job that waits. The running job may finish
/// within kGrace, so that the picture still changes while a slider never rests. After that, or as soon as it has given
/// up its grace, it is asked to stop.
///
/// Invariants  jobs run one at a time; the destructor stops the job and waits for it
/// Errors      a job that throws has ended, and failed() gets the reason as text; the next job runs
/// Thread      call all members from one thread, except endGrace() and awaitIdle(), which any thread may call; jobs and
///             failed() run on another thread, at a lower priority
class NewestWins {
public:
    using Job = std::function<void(std::stop_token)>;
    using Failed = std::function<void(const Error& why)>;
    static constexpr std::chrono::milliseconds kGrace{250};

    /// `niceness` is added to that of the process.
    explicit NewestWins(int niceness, Failed failed = {});
    ~NewestWins();
    NewestWins(const NewestWins&) = delete;
    NewestWins& operator=(const NewestWins&) = delete;

    void start(Job job);
    /// Blocks until no job runs or waits and their captures are freed, or until `stop` is requested. From any thread.
    void awaitIdle(const std::stop_token& stop);
    /// Stops a job that has outlived its grace while another waits. Call it now and then while busy.
    void enforceGrace();
    /// Gives up the rest of the grace: a job calls this when it has shown a result. From then on the next job stops it
    /// at once.
    void endGrace();
    /// Drops the waiting job and stops the running one.
    void stop();
    bool isBusy() const;

private:
    using Clock = std::chrono::steady_clock;
    void work(std::stop_token quit, int niceness);

    Failed m_failed;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_wake, m_rest;
    Job m_next;
    bool m_running = false;
    Clock::time_point m_graceEnd;
    std::stop_source m_stop;
    std::jthread m_thread;
};

}  // namespace bubblescope
