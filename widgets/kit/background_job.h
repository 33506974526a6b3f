#pragma once

#include <QObject>
#include <QTimer>

#include "engine/core/newest_wins.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

namespace bubblescope {

/// A thread that does the newest job it is given, and the way back from it: what a job leaves is done on the interface
/// thread, which hears of it by an event without payload.
///
/// Errors  failed() says what a job has thrown
/// Thread  the interface thread; what is for jobs, from any. Its owner has it behind all that jobs use
class BackgroundJob : public QObject {
    Q_OBJECT

public:
    explicit BackgroundJob(int niceness, QObject* parent = nullptr);
    ~BackgroundJob() override;

    void start(NewestWins::Job job);
    /// Stops, and drops what is left but not done yet; returns whether there was anything of either.
    bool stop();
    bool isBusy() const { return m_thread.isBusy(); }

    // For jobs.
    using Task = std::function<void()>;
    enum class Before { Dropped, Done };
    /// Has `task` done on the interface thread, unless `stop` was asked to stop before. What was left and is not done
    /// yet is dropped, or comes first.
    void leave(const std::stop_token& stop, Task task, Before before = Before::Dropped);
    /// Until all that was left is done, or `stop` asks to stop.
    void awaitDone(const std::stop_token& stop);
    /// Until no job runs or waits, or `stop` asks to stop.
    void awaitIdle(const std::stop_token& stop) { m_thread.awaitIdle(stop); }
    /// From now on the next job stops this one at once.
    void endGrace() { m_thread.endGrace(); }

signals:
    /// Now and then while a job runs, and when none does any more.
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
    NewestWins m_thread;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
