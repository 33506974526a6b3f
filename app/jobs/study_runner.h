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

/// Fills studies in the background; the newest request wins. What was shown stays until its successor is whole, or has
/// what is done when that takes longer: it is then shown as it fills, and a newer request ends the rest at once.
///
/// Errors  failed() says what goes wrong; what was shown stays
/// Thread  the interface thread, but awaitIdle()
class StudyRunner : public QObject {
    Q_OBJECT

public:
    /// When an unfinished study is shown first, for few points on their own flicker, or say too little.
    struct Pace {
        int niceness = 0;
        std::size_t leastValues = 1;
        std::chrono::milliseconds patience{0};
    };

    explicit StudyRunner(const Pace& pace, QObject* parent = nullptr, decltype(&fillStudy) fill = fillStudy);

    /// Whether the points of this one were asked for last.
    bool isOf(const Study& study) const;
    /// Asks for a study, which is all awaited. Points along a workload key that are known already are taken over.
    void request(Study awaited, const StudyResources& resources);
    /// Stops: nothing that was asked before comes any more. What was shown stays.
    void cancel();

    /// The newest that there is anything of; null before the first.
    const std::shared_ptr<const Study>& study() const { return m_study; }

    /// Whether study() is of what was asked for last.
    bool isNewest() const { return m_study && isOf(*m_study); }

    bool isBusy() const { return m_worker.isBusy(); }
    /// Until it is not, or `stop` asks to stop. From any thread.
    void awaitIdle(const std::stop_token& stop) { m_worker.awaitIdle(stop); }

    /// What is done, and how long the rest may take, of what takes longer than people wait without a word.
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
    std::shared_ptr<const Study> m_known;  // the worker's own: its newest
    BackgroundJob m_worker;                // comes last: it ends before what it uses
};

}  // namespace bubblescope
