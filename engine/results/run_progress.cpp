#include "engine/results/run_progress.h"

#include <algorithm>

namespace bubblescope {

namespace {

double seconds(RunProgress::Clock::duration span) { return std::chrono::duration<double>(span).count(); }

}  // namespace

void RunProgress::begin(const std::vector<long long>& ops, std::size_t threads) {
    const std::lock_guard lock(m_mutex);
    m_speed = speed(Clock::now());
    m_runs.clear();
    m_known = {};
    for (const long long of : ops) m_runs.emplace_back(static_cast<double>(of));
    m_threads = std::max<std::size_t>(threads, 1);
}

std::atomic<std::size_t>* RunProgress::started(std::size_t run, Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    m_runs[run].state = State::Running;
    m_runs[run].begun = now;
    return &m_runs[run].ran;
}

void RunProgress::finished(std::size_t run, Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    m_runs[run].state = State::Done;
    m_runs[run].ended = now;
}

/// Speed over the counted ops of this list.
double RunProgress::speed(Clock::time_point now) const {
    constexpr double kTelling = 1e6;  // fewer ops say more about the clock
    double ops = 0, time = 0;
    for (const Entry& run : m_runs) {
        if (run.ran == 0) continue;
        ops += static_cast<double>(run.ran);
        time += seconds((run.state == State::Done ? run.ended : now) - run.begun);
    }
    return ops >= kTelling && time > 0 ? ops / time : m_speed;
}

Estimate RunProgress::estimate(Clock::time_point now) {
    const std::lock_guard lock(m_mutex);
    double all = 0, done = 0, longest = 0;
    std::size_t open = 0;
    for (const Entry& run : m_runs) {
        const double ops = run.state == State::Done ? run.ops : static_cast<double>(run.ran);
        all += run.ops;
        done += ops;
        longest = std::max(longest, run.ops - ops);
        open += run.state != State::Done;
    }
    if (open == 0 || all == 0) return {1, 0};
    if (m_known.done == done && m_known.open == open) {
        const double left = m_known.estimate.secondsLeft - seconds(now - m_known.at);
        return {m_known.estimate.share, std::max(left, 0.0)};
    }
    const auto atOnce = static_cast<double>(std::min(open, m_threads));
    m_known = {done, open, {done / all, std::max((all - done) / atOnce, longest) / speed(now)}, now};
    return m_known.estimate;
}

}  // namespace bubblescope
