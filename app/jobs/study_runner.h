#pragma once

#include <QObject>

#include "engine/core/estimate.h"
#include "engine/study/study.h"
#include "widgets/kit/background_job.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace bubblescope {

/// Computes studies in the background; the newest request wins. The study on screen stays until the new one is
/// complete; if that takes too long, the new one is shown as its points arrive, and then a newer request cancels the
/// rest.
///
/// Errors  failed() carries the reason; study() stays
/// Thread  the interface thread, except awaitIdle()
class StudyRunner : public QObject {
    Q_OBJECT

public:
    /// When to first show an incomplete study: too few points flicker, or are not informative.
    struct Pace {
        int niceness = 0;
        std::size_t leastValues = 1;
        std::chrono::milliseconds patience{0};
    };

    explicit StudyRunner(const Pace& pace, QObject* parent = nullptr, decltype(&fillStudy) fill = fillStudy);

    /// Whether the newest request has the points of `study`.
    bool isOf(const Study& study) const;
    /// Requests a study; all points of `awaited` are unknown. Known points along a workload key are reused.
    void request(Study awaited, const StudyResources& resources);
    /// Stops: no earlier request is delivered any more. The delivered study stays.
    void cancel();

    /// The newest delivered study, possibly incomplete; null before the first delivery.
    const std::shared_ptr<const Study>& study() const { return m_study; }

    /// Whether study() belongs to the newest request.
    bool isNewest() const { return m_study && isOf(*m_study); }

    bool isBusy() const { return m_worker.isBusy(); }
    /// Waits until it is not busy, or until a stop is requested. May be called in any thread.
    void awaitIdle(const std::stop_token& stop) { m_worker.awaitIdle(stop); }

    /// The progress of work that has been running long enough to show it.
    std::optional<Estimate> progress() const;

signals:
    void changed();
    void progressChanged();
    void failed(const QString& why);

private:
    using Clock = std::chrono::steady_clock;

    const Pace m_pace;
    decltype(&fillStudy) m_fill;
    std::optional<Study> m_asked;
    std::shared_ptr<const Study> m_study;
    std::atomic<Clock::time_point> m_begun{};
    std::atomic<double> m_share{0};
    std::shared_ptr<const Study> m_known;  // used only by the worker's thread: the newest study
    BackgroundJob m_worker;                // last, so that it ends before the members it uses
};

}  // namespace bubblescope
