#include "widgets/kit/background_job.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace bubblescope {

namespace {

constexpr std::chrono::milliseconds kTick{100};

}  // namespace

BackgroundJob::BackgroundJob(int niceness, QObject* parent)
    : QObject(parent), m_thread(niceness, [this](const Error& why) {
          const auto tell = [this, text = QString::fromStdString(why.text())] { emit failed(text); };
          leave({}, tell, Before::Done);
      }) {
    m_ticker.setInterval(kTick);
    connect(&m_ticker, &QTimer::timeout, this, [this] {
        m_thread.enforceGrace();
        if (!isBusy()) m_ticker.stop();
        emit ticked();
    });
}

BackgroundJob::~BackgroundJob() = default;

void BackgroundJob::start(NewestWins::Job job) {
    m_ticker.start();
    m_thread.start(std::move(job));
}

bool BackgroundJob::stop() {
    const bool wasBusy = isBusy();
    m_thread.stop();
    std::vector<Task> dropped;
    {
        const std::lock_guard lock(m_mutex);
        dropped.swap(m_left);
    }
    m_done.notify_all();
    return wasBusy || !dropped.empty();
}

void BackgroundJob::leave(const std::stop_token& stop, Task task, Before before) {
    std::vector<Task> dropped;
    {
        const std::lock_guard lock(m_mutex);
        if (stop.stop_requested()) return;
        if (before == Before::Dropped) dropped.swap(m_left);
        m_left.push_back(std::move(task));
    }
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

void BackgroundJob::awaitDone(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, stop, [this] { return m_left.empty() && !m_isDoing; });
}

void BackgroundJob::customEvent(QEvent*) {
    std::vector<Task> tasks;
    {
        const std::lock_guard lock(m_mutex);
        tasks.swap(m_left);
        m_isDoing = true;
    }
    for (Task& task : tasks) task();
    tasks.clear();
    {
        const std::lock_guard lock(m_mutex);
        m_isDoing = false;
    }
    m_done.notify_all();
}

}  // namespace bubblescope
