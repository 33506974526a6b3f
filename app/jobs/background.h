#pragma once

#include <QObject>

#include "app/jobs/study_job.h"
#include "engine/results/advice.h"
#include "engine/results/run_each.h"
#include "engine/results/stuck_run.h"
#include "engine/results/why_idle.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope {

using Runs = std::vector<std::shared_ptr<const Run>>;

/// The runs of all schedules of one scenario.
///
/// Shapes      runs[i] is the run of schedules[i], without its order; null while it is awaited. stuck[i] is the partial
///             run of a schedule that was refused because of a cycle; null for others
/// Invariants  immutable but for withOrders, so Gantts, bars and table that show it agree
struct Generation {
    Scenario scenario;
    std::vector<RunResult> runs;
    std::vector<std::shared_ptr<const StuckRun>> stuck;
    bool isWhole = false;              // whether no run is awaited
    std::shared_ptr<Runs> withOrders;  // by schedule; taken out by Background when it gets the runs
};

/// The advice for one schedule.
struct AdviceFor {
    std::shared_ptr<const Generation> generation;
    std::size_t index = 0;
    std::vector<Advice> advice;
};

/// The explanation of a gap of one schedule.
struct WhyFor {
    std::shared_ptr<const Generation> generation;
    std::size_t index = 0;
    WhyIdle why;
};

/// The functions that the threads of a background runner call; tests replace them.
struct BackgroundWork {
    decltype(&runEach) run = runEach;
    decltype(&fillStudy) curves = fillStudy;
    decltype(&bubblescope::advise) advise = bubblescope::advise;
    WhyIdle (*whyIdle)(const Scenario& scenario, std::size_t index, const Run& now, const IdleGap& gap,
                       std::stop_token stop, SharedMemory* memory) = bubblescope::whyIdle;
};

/// The background runner of the scenario: it runs schedules first, and curves and advice at a lower priority; schedules
/// and the points of curves each use all cores. The newest request wins. Results on screen stay until all new ones are
/// done; if that takes too long, the finished part is shown. Curves are shown as their points arrive; once a newer
/// request follows a shown curve, the rest of the old one is cancelled.
///
/// Errors  an error in a run is a refusal of the schedule concerned; for curves and advice, failed() carries it
/// Thread  the interface thread. The memory of a generation returns to the pool of columns immediately, and to the
///         system in the background.
class Background : public QObject {
    Q_OBJECT

public:
    explicit Background(QObject* parent = nullptr, const BackgroundWork& work = {});

    void requestRuns(const Scenario& scenario);
    /// Whether runs requested from now on also compute activation memory over time.
    void setWithHeld(bool on) { m_withHeld = on; }
    /// Requests live curves; all points of `awaited` are unknown. While runs with very many ops are in progress there
    /// is no memory for curves, so they start when those runs are delivered.
    void requestCurves(const Study& awaited);
    /// Requests advice for a schedule of generation() that ran. With very many ops, the request is ignored until all
    /// runs are delivered.
    void requestAdvice(std::size_t index);
    /// Requests the explanation of a gap of a schedule of generation() that ran.
    void requestWhy(std::size_t index, const IdleGap& gap);
    /// Stops everything: no earlier request is delivered any more. Delivered results stay.
    void cancel();

    /// The newest delivered runs; null before the first delivery.
    const std::shared_ptr<const Generation>& generation() const { return m_runs.result(); }
    const std::shared_ptr<const Study>& curves() const { return m_curves.result(); }
    /// The advice for generation(); null while it is awaited.
    const std::shared_ptr<const AdviceFor>& advice() const { return m_adviser.result(); }
    /// The explanation of the gap requested last; null while it is awaited.
    const std::shared_ptr<const WhyFor>& why() const { return m_reasoner.result(); }

    /// The progress of runs that have been in progress long enough to show it.
    std::optional<Estimate> runsProgress() const;
    /// Whether curves() belong to the newest request, even if incomplete.
    bool areCurvesNewest() const { return !m_heldCurves && m_curves.isNewest(); }
    std::optional<Estimate> curvesProgress() const { return m_curves.progress(); }
    bool isBusy() const { return m_runs.isBusy() || m_curves.isBusy() || m_adviser.isBusy() || m_reasoner.isBusy(); }

signals:
    void runsReady();
    void curvesReady();
    void adviceReady();
    void whyReady();
    void progressChanged();
    /// A request failed; `line` gives the reason.
    void failed(const QString& line);

private:
    using RunsJob = Job<Scenario, Generation>;
    void takeRuns();
    void landed();
    void makeRuns(const Scenario& scenario, bool withHeld, RunsJob::Turn& turn);
    void startCurves(const Study& awaited);

    const BackgroundWork m_work;
    mutable RunProgress m_runsProgress;
    bool m_withHeld = false;
    Runs m_last;  // used only by the runner's thread: the newest runs of their programs, whose orders are replayed
    Runs m_replayable;                      // the runs of generation() with their orders, while these are useful
    SharedMemory m_spare{memoryBudget(0)};  // the memory that runs leave for curves and advice
    std::optional<Scenario> m_awaited;      // the scenario of the newest request for runs, until these are delivered
    std::optional<Study> m_heldCurves;      // the curves to request then
    StudyJob m_curves;                      // the jobs come last, so that they end before the members they use
    Job<std::size_t, AdviceFor> m_adviser;  // by schedule of generation()
    Job<std::pair<std::size_t, IdleGap>, WhyFor> m_reasoner;  // by schedule of generation() and gap
    RunsJob m_runs;                                           // waits for the other jobs
};

}  // namespace bubblescope
