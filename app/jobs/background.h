#pragma once

#include <QObject>

#include "app/jobs/study_runner.h"
#include "engine/results/advice.h"
#include "engine/results/run_each.h"
#include "engine/results/stuck_run.h"
#include "engine/results/why_idle.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

/// All schedules of one scenario, run.
///
/// Shapes      runs[i] is schedules[i]; null where it is still awaited; without orders where it is shown. stuck[i]
///             is how far a refused one came that waits for itself; null of others
/// Invariants  immutable: Gantts, bars and table that show it agree
struct Generation {
    Scenario scenario;
    std::vector<RunResult> runs;
    std::vector<std::shared_ptr<const StuckRun>> stuck;
};

using Runs = std::vector<std::shared_ptr<const Run>>;

/// What would help one schedule.
struct AdviceFor {
    std::shared_ptr<const Generation> generation;
    std::size_t index = 0;
    std::vector<Advice> advice;
};

/// What runs say of an idle time of one schedule.
struct WhyFor {
    std::shared_ptr<const Generation> generation;
    std::size_t index = 0;
    WhyIdle why;
};

/// What the workers of a background runner call; tests put their own in place.
struct BackgroundWork {
    decltype(&runEach) run = runEach;
    decltype(&fillStudy) curves = fillStudy;
    decltype(&bubblescope::advise) advise = bubblescope::advise;
    WhyIdle (*whyIdle)(const Scenario& scenario, std::size_t index, const Run& now, const IdleGap& gap,
                       std::stop_token stop, SharedMemory* memory) = bubblescope::whyIdle;
};

/// The one background runner of a document: schedules first, curves and advice at a still lower priority, schedules
/// and the points of curves each on all cores. The newest request wins, and what was shown stays until its successor
/// is whole, or has what is done when it takes longer than people should wait without a word; curves are shown as they
/// fill, and as soon as one picture of them was, a newer request ends the rest.
///
/// Errors  what goes wrong with runs is a refusal of the schedules concerned; with curves or advice failed() says it
/// Thread  the interface thread. A generation goes back to the pool of columns at once, and to the system in the
///         background.
class Background : public QObject {
    Q_OBJECT

public:
    explicit Background(QObject* parent = nullptr, const BackgroundWork& work = {});

    void requestRuns(const Scenario& scenario);
    /// Whether runs that are asked for from now on get what their workers hold as time passes.
    void setWithHeld(bool on) { m_withHeld = on; }
    /// Asks for live curves, which are all awaited. Beside runs of very many ops there is no room for curves: they
    /// begin when those have landed.
    void requestCurves(const Study& awaited);
    /// Asks what would help a schedule of generation() that ran. At such sizes nothing comes of it before all ran.
    void requestAdvice(std::size_t index);
    /// Asks why a schedule of generation() that ran has an idle time.
    void requestWhy(std::size_t index, const IdleGap& gap);
    /// Stops everything: nothing that was asked before is delivered any more. What was delivered stays.
    void cancel();

    /// The newest that was delivered; null before the first.
    const std::shared_ptr<const Generation>& generation() const { return m_generation; }
    const std::shared_ptr<const Study>& curves() const { return m_curves.study(); }
    /// Of generation(); null while it is awaited.
    const std::shared_ptr<const AdviceFor>& advice() const { return m_advice; }
    /// Of the idle time that was asked for last; null while it is awaited.
    const std::shared_ptr<const WhyFor>& why() const { return m_why; }

    /// Of what has been running for longer than people should wait without a word.
    std::optional<Estimate> runsProgress() const;
    /// Whether curves() are those that were asked for last, as far as they are known.
    bool areCurvesNewest() const { return !m_heldCurves && m_curves.isNewest(); }
    std::optional<Estimate> curvesProgress() const { return m_curves.progress(); }
    bool isBusy() const { return m_runner.isBusy() || m_curves.isBusy() || m_adviser.isBusy() || m_reasoner.isBusy(); }

signals:
    void runsReady();
    void curvesReady();
    void adviceReady();
    void whyReady();
    void progressChanged();
    /// One line about what nothing comes of.
    void failed(const QString& line);

private:
    struct Part;
    void tick();
    void show(const Generation& generation);
    void land(std::shared_ptr<const Generation> generation);
    void landed();
    void makeRuns(const Scenario& scenario, bool withHeld, std::uint64_t asked, const std::stop_token& stop);
    void startCurves(const Study& awaited);

    const BackgroundWork m_work;
    const std::shared_ptr<Part> m_part;
    mutable RunProgress m_runsProgress;
    bool m_withHeld = false;
    Runs m_last;  // the runner's own: the newest runs of their programs, whose orders the next ones replay
    std::shared_ptr<const Generation> m_generation;
    Runs m_replayable;  // its runs with their orders, as long as these are of use
    std::shared_ptr<const AdviceFor> m_advice;
    std::optional<std::pair<std::size_t, IdleGap>> m_askedWhy;  // by schedule of it
    std::shared_ptr<const WhyFor> m_why;
    SharedMemory m_spare{memoryBudget(0)};  // what runs leave for curves and advice
    std::optional<Scenario> m_awaited;      // whose runs are the newest request, until they have landed
    std::optional<Study> m_heldCurves;      // until then
    std::chrono::steady_clock::time_point m_runsAsked;
    StudyRunner m_curves;  // the workers come last: they end before what they use
    BackgroundJob m_adviser;
    BackgroundJob m_reasoner;
    BackgroundJob m_runner;  // waits for the others
};

}  // namespace bubblescope
