#pragma once

#include <QObject>

#include "engine/core/estimate.h"
#include "widgets/kit/background_job.h"
#include "widgets/kit/stale_overlay.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace bubblescope {

/// The signals of a Job.
class JobSignals : public QObject {
    Q_OBJECT

signals:
    /// result() returns another object.
    void changed();
    void progressChanged();
    /// The newest request failed; result() stays.
    void failed(const QString& why);
};

/// Computes results in the background; the newest request wins. A `Key` says what is requested, and what two requests
/// have in common that give equal results. The result on screen stays until the new one is complete; if that takes too
/// long, work may show parts of it.
///
/// Errors  failed() carries what the work threw; the request is forgotten, so that the same one may be made again
/// Thread  the interface thread, except awaitIdle(). Its owner declares it after everything that its work uses
template <class Key, class Result>
class Job : public JobSignals {
    using Clock = std::chrono::steady_clock;

public:
    struct Pace {
        int niceness = 0;
        std::chrono::milliseconds patience{0};  // the time before the first part of a result is shown
        std::chrono::milliseconds frame{33};    // the time between parts
    };

    /// A request while its work runs, in the thread of the job.
    class Turn {
    public:
        const std::stop_token& stop;

        /// The share of the work that is done.
        void setShare(double share) const { m_job.m_share = share; }
        /// Whether it is time to show a part.
        bool isDue() const { return Clock::now() >= m_next; }
        /// From then on, a newer request stops this one at once.
        void show(std::shared_ptr<const Result> result) {
            m_next = Clock::now() + m_job.m_pace.frame;
            m_job.drop();
            m_job.m_thread.leave(stop,
                                 [job = &m_job, key = m_key, result = std::move(result)] { job->take(key, result); });
            m_job.m_thread.endGrace();
        }
        /// Shows a part as soon as it is time, unless there is another result or request by then. Any thread.
        void offer(std::shared_ptr<const Result> part) {
            const std::lock_guard lock(m_job.m_mutex);
            if (m_job.m_asked == m_key) m_job.m_offered = {std::move(part), m_next};
        }
        /// Changes in the interface thread, in their order, what its owner shows: for results that grow.
        void change(BackgroundJob::Task task) {
            m_job.m_thread.leave(stop, std::move(task), BackgroundJob::Before::Done);
        }
        /// Whether a part was shown.
        bool isShown() const {
            const std::lock_guard lock(m_job.m_mutex);
            return m_job.m_resultOf == m_key;
        }
        /// Waits until what earlier requests have shown is on screen, or until a stop is requested.
        void awaitShown() { m_job.m_thread.awaitDone(stop); }

    private:
        friend Job;
        Turn(Job& job, std::shared_ptr<const Key> key, const std::stop_token& asked)
            : stop(asked), m_job(job), m_key(std::move(key)), m_next(Clock::now() + job.m_pace.patience) {}

        Job& m_job;
        std::shared_ptr<const Key> m_key;
        Clock::time_point m_next;
    };
    using Work = std::function<void(Turn& turn)>;

    explicit Job(const Pace& pace) : m_pace(pace), m_thread(pace.niceness) {
        connect(&m_thread, &BackgroundJob::ticked, this, [this] {
            takeOffered();
            emit progressChanged();
        });
        connect(&m_thread, &BackgroundJob::failed, this, [this](const QString& why) {
            ask(nullptr);
            emit failed(why);
        });
    }

    void request(Key key, Work work) {
        ask(std::make_shared<const Key>(std::move(key)));
        isNewest() ? m_age.come(true) : await();
        if (!isBusy()) m_since = Clock::now(), begin();
        m_thread.start([this, asked = m_asked, work = std::move(work)](const std::stop_token& stop) {
            begin();
            Turn turn(*this, asked, stop);
            work(turn);
            if (!stop.stop_requested()) m_since = Clock::now();
        });
    }
    /// Whether the newest request has this key.
    bool isOf(const Key& key) const { return m_asked && *m_asked == key; }
    /// The key of the newest request; null after it was stopped or failed.
    const Key* asked() const { return m_asked.get(); }

    /// No earlier request is delivered any more; result() stays. Returns whether there was any.
    bool stop() {
        const bool wasBusy = m_thread.stop();
        ask(nullptr);
        return wasBusy;
    }
    /// Stops, and nothing else is awaited.
    void cancel() {
        stop();
        m_age.come(true);
    }
    /// A newer request will follow.
    void await() {
        if (m_result) m_age.await();
    }
    /// Stops and drops the result.
    void forget() {
        cancel();
        m_result.reset();
        const std::lock_guard lock(m_mutex);
        m_resultOf.reset();
    }

    /// The newest delivered result, possibly incomplete; null before the first delivery.
    const std::shared_ptr<const Result>& result() const { return m_result; }
    /// Whether result() belongs to the newest request.
    bool isNewest() const { return m_result && isOf(*m_resultOf); }
    /// Whether result() is so old that it should be dimmed.
    const Staleness& age() const { return m_age; }

    bool isBusy() const { return m_thread.isBusy(); }
    /// Waits until it is not busy, or until a stop is requested. May be called in any thread.
    void awaitIdle(const std::stop_token& stop) { m_thread.awaitIdle(stop); }

    /// The progress of work whose results have been awaited long enough to show it.
    std::optional<Estimate> progress() const {
        constexpr std::chrono::milliseconds kSilence{500};
        const auto now = Clock::now();
        if (!isBusy() || now - m_since.load() <= kSilence) return std::nullopt;
        return estimateAt(m_share, std::chrono::duration<double>(now - m_begun.load()).count());
    }

private:
    /// A part that waits for its time.
    struct Offer {
        std::shared_ptr<const Result> part;
        Clock::time_point due;
    };

    void ask(std::shared_ptr<const Key> key) {
        const std::lock_guard lock(m_mutex);
        m_asked = std::move(key);
        m_offered = {};
    }
    void drop() {
        const std::lock_guard lock(m_mutex);
        m_offered = {};
    }
    void takeOffered() {
        std::unique_lock lock(m_mutex);
        if (!m_offered.part || Clock::now() < m_offered.due) return;
        const auto part = std::exchange(m_offered, {}).part;
        lock.unlock();
        take(m_asked, part);
    }
    void begin() {
        m_begun = Clock::now();
        m_share = 0;
    }
    void take(const std::shared_ptr<const Key>& key, const std::shared_ptr<const Result>& result) {
        m_result = result;
        {
            const std::lock_guard lock(m_mutex);
            m_resultOf = key;
        }
        m_age.come(isNewest());
        emit changed();
    }

    const Pace m_pace;
    std::mutex m_mutex;  // guards the next three; the interface thread alone replaces the keys, and reads them without
    std::shared_ptr<const Key> m_asked, m_resultOf;
    Offer m_offered;
    std::shared_ptr<const Result> m_result;
    Staleness m_age;
    std::atomic<Clock::time_point> m_since{}, m_begun{};  // when results were first awaited; when the work began
    std::atomic<double> m_share{0};
    BackgroundJob m_thread;  // last, so that it ends before the members it uses
};

}  // namespace bubblescope
