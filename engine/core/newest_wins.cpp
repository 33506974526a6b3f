#include "engine/core/newest_wins.h"

#include "engine/core/thrown.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <utility>

namespace bubblescope {

namespace {

/// Linux gives each thread its own nice value; elsewhere the thread keeps the process's.
void lowerPriority([[maybe_unused]] int niceness) {
#ifdef __linux__
    const auto self = static_cast<id_t>(gettid());
    setpriority(PRIO_PROCESS, self, getpriority(PRIO_PROCESS, self) + niceness);
#endif
}

}  // namespace

NewestWins::NewestWins(int niceness, Failed failed)
    : m_failed(std::move(failed)),
      m_thread([this, niceness](std::stop_token quit) { work(std::move(quit), niceness); }) {}

NewestWins::~NewestWins() {
    stop();
    m_thread.request_stop();
    m_thread.join();
}

void NewestWins::start(Job job) {
    {
        const std::lock_guard lock(m_mutex);
        m_next.swap(job);  // the job that waited is freed after the lock is released
    }
    m_wake.notify_one();
    enforceGrace();
}

void NewestWins::awaitIdle(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_rest.wait(lock, stop, [this] { return !m_running && !m_next; });
}

void NewestWins::enforceGrace() {
    const std::lock_guard lock(m_mutex);
    if (m_running && m_next && Clock::now() >= m_graceEnd) m_stop.request_stop();
}

void NewestWins::endGrace() {
    {
        const std::lock_guard lock(m_mutex);
        m_graceEnd = Clock::time_point::min();
    }
    enforceGrace();
}

void NewestWins::stop() {
    const std::lock_guard lock(m_mutex);
    m_next = nullptr;
    if (m_running) m_stop.request_stop();
    m_rest.notify_all();
}

bool NewestWins::isBusy() const {
    const std::lock_guard lock(m_mutex);
    return m_running || m_next;
}

void NewestWins::work(std::stop_token quit, int niceness) {
    lowerPriority(niceness);
    std::unique_lock lock(m_mutex);
    while (m_wake.wait(lock, quit, [this] { return m_next != nullptr; })) {
        Job job = std::exchange(m_next, nullptr);
        m_stop = std::stop_source();
        m_running = true;
        m_graceEnd = Clock::now() + kGrace;
        lock.unlock();
        try {
            job(m_stop.get_token());
        } catch (...) {  // it would otherwise end the program; the last result stays visible
            if (m_failed) m_failed(thrownError());
        }
        job = nullptr;  // free its captures here, not under the lock
        lock.lock();
        m_running = false;
        m_rest.notify_all();
    }
}

}  // namespace bubblescope
