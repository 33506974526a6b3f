#pragma once

#include "engine/core/result.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace bubblescope {

/// A thread that does the newest job it is given. A job that still waits is replaced. The one that runs
/// may finish within kGrace, so that a slider that never rests still moves the picture, and is asked to
/// stop after that, or as soon as it has given up its grace.
///
/// Invariants  jobs run one at a time; the destructor stops the job and waits for it
/// Errors      a job that throws has ended, and failed() says in words why; the next one runs
/// Thread      all members but endGrace() and awaitIdle() from one thread; jobs and failed() run on another, at a
///             lower priority
class NewestWins {
public:
    using Job = std::function<void(std::stop_token)>;
    using Failed = std::function<void(const Error& why)>;
    static constexpr std::chrono::milliseconds kGrace{250};

    /// `niceness` is added to the process's own.
    explicit NewestWins(int niceness, Failed failed = {});
    ~NewestWins();
    NewestWins(const NewestWins&) = delete;
    NewestWins& operator=(const NewestWins&) = delete;

    void start(Job job);
    /// Until no job runs or waits and what they held is freed, or `stop` asks to stop. From any thread.
    void awaitIdle(const std::stop_token& stop);
    /// Stops a job that has outlived its grace while another waits. To be called now and then while busy.
    void enforceGrace();
    /// Gives up what is left of the grace: a job calls it when it has shown something, and from then on the next
    /// one stops it at once.
    void endGrace();
    /// Drops the job that waits and stops the one that runs.
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
