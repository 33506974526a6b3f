#pragma once

#include <QObject>
#include <QTimer>

#include "engine/core/newest_wins.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace bubblescope {

/// A thread that runs the newest job that it is given, and a way to post tasks from jobs to the interface thread, which
/// is notified by an event without payload.
///
/// Errors  failed() reports what a job threw
/// Thread  the interface thread; the part for jobs, any thread. Its owner declares it after everything that jobs use
class BackgroundJob : public QObject {
    Q_OBJECT

public:
    explicit BackgroundJob(int niceness, QObject* parent = nullptr);
    ~BackgroundJob() override;

    void start(NewestWins::Job job);
    /// Stops the job and drops pending tasks; returns whether there were any.
    bool stop();
    bool isBusy() const { return m_thread.isBusy(); }

    // For jobs.
    using Task = std::function<void()>;
    enum class Before { Dropped, Done };
    /// Posts `task` to the interface thread, unless `stop` was requested before. Tasks that are still pending are
    /// dropped, or done first.
    void leave(const std::stop_token& stop, Task task, Before before = Before::Dropped);
    /// Waits until all posted tasks are done, or `stop` is requested.
    void awaitDone(const std::stop_token& stop);
    /// Waits until no job runs or is queued, or `stop` is requested.
    void awaitIdle(const std::stop_token& stop) { m_thread.awaitIdle(stop); }
    /// From now on, a new job stops this one immediately.
    void endGrace() { m_thread.endGrace(); }

signals:
    /// Emitted from time to time while a job runs, and when the last one has ended.
    void ticked();
    void failed(const QString& why);

protected:
    void customEvent(QEvent* event) override;

private:
    std::mutex m_mutex;
    std::vector<Task> m_left;  // guarded
    bool m_isDoing = false;    // guarded
    std::condition_variable_any m_done;
    QTimer m_ticker;
    NewestWins m_thread;  // declared last, so that it ends before what it uses
};

}  // namespace bubblescope
