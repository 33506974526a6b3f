#pragma once

#include <QObject>

#include "engine/core/estimate.h"
#include "engine/study/winner_changes.h"
#include "widgets/kit/background_job.h"
#include "widgets/study/experiment_results.h"

#include <chrono>
#include <memory>
#include <set>

namespace bubblescope {

/// Runs the open experiment in the background; the newest request wins. What was shown stays until its successor is
/// whole, or has taken longer than people should wait without a word: then that is shown as it fills.
///
/// Errors  an experiment that cannot be run leaves what was shown, and error() says where it is wrong, or what was
///         thrown
/// Thread  the interface thread
class ExperimentRunner : public QObject {
    Q_OBJECT

public:
    explicit ExperimentRunner(QObject* parent = nullptr, decltype(&planExperiment) plan = planExperiment);

    /// `figure` is the one that people look at: its points come first. Where the points are those that are there or
    /// under way, they are only called and shown otherwise.
    void request(const Experiment& experiment, std::size_t figure = 0);
    /// Stops everything; what was shown stays as far as it is.
    void cancel();
    /// Does what was stopped after all: the points that are not there yet.
    void goOn();
    bool isCancelled() const { return m_isCancelled; }

    /// What is to be shown; null before the first.
    SharedResults results() const { return m_results; }
    /// Why the newest request has no results.
    const std::optional<Error>& error() const { return m_error; }
    /// Whether results() are whole, and of the newest request.
    bool isCurrent() const;

    /// Asks where the winner among the series that are not hidden changes in a figure of results(), once they are
    /// whole: first between their points, then closer by runs of their own. Past the last figure: in the last.
    void requestChanges(std::size_t figure, const std::set<std::size_t>& hidden);
    /// Those of results(); empty while they are awaited.
    const std::vector<WinnerChange>& changes() const { return m_changes; }

    /// Of what has been running for long.
    std::optional<Estimate> progress() const;

signals:
    /// results() is another object.
    void resultsChanged();
    /// results() has more points.
    void pointsAdded();
    void errorChanged();
    void changesReady();
    void progressChanged();

private:
    using Clock = std::chrono::steady_clock;
    using NumberedPoint = std::pair<std::size_t, StudyPoint>;

    void setError(std::optional<Error> error);
    void relabel(const Experiment& experiment);
    /// On a runner's thread.
    void run(const ExperimentPlan& plan, std::size_t figure, const std::vector<bool>& known,
             const std::stop_token& stop);
    void fill(const std::shared_ptr<const ExperimentPlan>& plan, std::uint64_t request);
    void show();
    void takePoints(std::vector<NumberedPoint> points);

    decltype(&planExperiment) m_plan;
    Experiment m_experiment;  // the newest request
    std::size_t m_figure = 0;
    std::uint64_t m_asked = 0;
    Clock::time_point m_askedAt;
    bool m_isCancelled = false;
    std::shared_ptr<ExperimentResults> m_filling, m_results;
    std::uint64_t m_fillingOf = 0, m_resultsOf = 0;  // requests
    double m_costDone = 0, m_costBefore = 0;         // of m_filling; before it went on
    Clock::time_point m_filledAt;                    // since when it does
    std::optional<Error> m_error;
    std::vector<WinnerChange> m_changes;
    BackgroundJob m_runner;  // the workers come last: they end before what they use
    BackgroundJob m_refiner;
};

}  // namespace bubblescope
