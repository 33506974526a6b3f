#pragma once

#include <QObject>

#include "engine/study/winner_changes.h"
#include "widgets/kit/job.h"
#include "widgets/study/experiment_results.h"

#include <chrono>
#include <memory>
#include <set>
#include <tuple>

namespace bubblescope {

/// Runs the open experiment in the background; the newest request wins. Results on screen stay until the new ones are
/// complete; if that takes too long, the new ones are shown as their points arrive.
///
/// Errors  if an experiment cannot run, results() stays, and error() has the reason and its place, or the exception
/// Thread  the interface thread
class ExperimentRunner : public QObject {
    Q_OBJECT

public:
    explicit ExperimentRunner(QObject* parent = nullptr, decltype(&planExperiment) plan = planExperiment);

    /// `figure` is the figure on screen, whose points run first. If the experiment has the same points as the current
    /// results or the running request, only names and views change and nothing is run again.
    void request(const Experiment& experiment, std::size_t figure = 0);
    /// Stops everything; the points computed so far stay.
    void cancel();
    /// Resumes after cancel(): runs the missing points.
    void goOn();
    bool isCancelled() const { return m_isCancelled; }

    /// The results to show; null before the first request.
    SharedResults results() const { return m_results; }
    /// Why the newest request has no results.
    const std::optional<Error>& error() const { return m_error; }
    /// Whether results() is complete and belongs to the newest request.
    bool isCurrent() const;

    /// Requests the places where the winner among the visible series changes in a figure of results(), if these are
    /// complete: first interpolated between points, then refined by extra runs. A figure beyond the last is the last.
    void requestChanges(std::size_t figure, const std::set<std::size_t>& hidden);
    /// The winner changes in results(); empty while they are awaited.
    std::vector<WinnerChange> changes() const {
        return m_refiner.result() ? *m_refiner.result() : std::vector<WinnerChange>();
    }

    /// The progress of work that has been running long enough to show it.
    std::optional<Estimate> progress() const;

signals:
    /// results() returns another object.
    void resultsChanged();
    /// results() has more points.
    void pointsAdded();
    void errorChanged();
    void changesReady();
    void progressChanged();

private:
    using Clock = std::chrono::steady_clock;
    /// By experiment; only what its work changes is shown.
    using PointsJob = Job<Experiment, ExperimentResults>;
    using NumberedPoint = std::pair<std::size_t, StudyPoint>;

    void setError(std::optional<Error> error);
    void relabel(const Experiment& experiment);
    /// Runs in the thread of the job.
    void run(const ExperimentPlan& plan, std::size_t figure, const std::vector<bool>& known, PointsJob::Turn& turn);
    void fill(const std::shared_ptr<const ExperimentPlan>& plan, std::uint64_t request);
    void show();
    void takePoints(std::vector<NumberedPoint> points);

    decltype(&planExperiment) m_plan;
    Experiment m_experiment;  // the newest request
    std::size_t m_figure = 0;
    std::uint64_t m_asked = 0;
    bool m_isCancelled = false;
    std::shared_ptr<ExperimentResults> m_filling, m_results;
    std::uint64_t m_fillingOf = 0, m_resultsOf = 0;  // their requests
    double m_costDone = 0, m_costBefore = 0;         // the cost of the done points of m_filling: now, at m_filledAt
    Clock::time_point m_filledAt;                    // when m_filling was started or last resumed
    std::optional<Error> m_error;
    PointsJob m_runner;  // the jobs come last, so that they end before the members they use
    Job<std::tuple<SharedResults, std::size_t, std::set<std::size_t>>, std::vector<WinnerChange>>
        m_refiner;  // by results, figure, hidden series
};

}  // namespace bubblescope
