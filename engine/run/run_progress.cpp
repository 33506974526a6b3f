#include "engine/run/run_progress.h"

#include <algorithm>

namespace bubblescope {

namespace {

double seconds(RunProgress::Clock::duration span) { return std::chrono::duration<double>(span).count(); }

}  // namespace

void RunProgress::begin(std::vector<long long> ops, std::size_t threads) {
    const std::lock_guard lock(m_mutex);
    m_runs.clear();
    for (const long long of : ops) m_runs.push_back({static_cast<double>(of), State::Waiting, {}});
    m_threads = std::max<std::size_t>(threads, 1);
}

void RunProgress::started(std::size_t run, Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    m_runs[run].state = State::Running;
    m_runs[run].begun = now;
}

void RunProgress::finished(std::size_t run, bool isUsual, Clock::time_point now) {
    constexpr double kTelling = 100e3;  // fewer ops say more about the clock
    const std::lock_guard lock(m_mutex);
    Entry& entry = m_runs[run];
    entry.state = State::Done;
    if (isUsual && entry.ops >= kTelling && now > entry.begun) m_speed = entry.ops / seconds(now - entry.begun);
}

RunProgress::Estimate RunProgress::estimate(Clock::time_point now) const {
    constexpr double kNearlyDone = 0.95;  // for a run that takes longer than the others let expect
    const std::lock_guard lock(m_mutex);
    double all = 0, done = 0, longest = 0;
    std::size_t open = 0;
    for (const Entry& run : m_runs) {
        all += run.ops;
        double ops = run.state == State::Done ? run.ops : 0;
        if (run.state == State::Running) ops = std::min(kNearlyDone * run.ops, seconds(now - run.begun) * m_speed);
        done += ops;
        longest = std::max(longest, run.ops - ops);
        open += run.state != State::Done;
    }
    if (open == 0 || all == 0) return {1, 0};
    const auto atOnce = static_cast<double>(std::min(open, m_threads));
    return {done / all, std::max((all - done) / atOnce, longest) / m_speed};
}

}  // namespace bubblescope
