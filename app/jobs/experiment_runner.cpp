#include "app/jobs/experiment_runner.h"

#include "engine/sim/simulate.h"
#include "engine/study/run_experiment.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Points are delivered at most once per two frames.
constexpr std::chrono::milliseconds kFrame{33};
constexpr int kExperimentNiceness = 10;
constexpr int kRefinerNiceness = 15;

/// The fixed cost of a point, in ops.
constexpr double kOpsBeside = 3000;

double costOf(const ExperimentPlan& plan, std::size_t point) {
    return static_cast<double>(plan.shapeOps[plan.shape[point]]) + kOpsBeside;
}

double totalCost(const ExperimentPlan& plan) {
    return static_cast<double>(plan.ops) + kOpsBeside * static_cast<double>(plan.size());
}

}  // namespace

ExperimentRunner::ExperimentRunner(QObject* parent, decltype(&planExperiment) plan)
    : QObject(parent), m_plan(plan), m_runner({kExperimentNiceness}), m_refiner({kRefinerNiceness}) {
    connect(&m_runner, &JobSignals::progressChanged, this, &ExperimentRunner::progressChanged);
    connect(&m_refiner, &JobSignals::changed, this, &ExperimentRunner::changesReady);
    connect(&m_runner, &JobSignals::failed, this, [this](const QString& why) {
        setError(Error{why.toStdString(), {}});
    });
}

void ExperimentRunner::request(const Experiment& experiment, std::size_t figure) {
    m_experiment = experiment;
    m_figure = figure;
    const bool isKnown = m_filling && (m_filling->isWhole() || m_fillingOf == m_asked) &&
                         haveSamePoints(m_filling->plan->experiment, experiment) && checkExperiment(experiment);
    if (isKnown) return relabel(experiment);
    m_isCancelled = false;
    m_runner.request(experiment, [this, experiment, figure, request = ++m_asked](auto& turn) {
        auto planned = m_plan(experiment, turn.stop);
        if (!planned) return turn.change([this, error = planned.error()] { setError(error); });
        const auto plan = std::make_shared<const ExperimentPlan>(std::move(*planned));
        turn.change([this, plan, request] { fill(plan, request); });
        run(*plan, figure, {}, turn);
    });
}

void ExperimentRunner::run(const ExperimentPlan& plan, std::size_t figure, const std::vector<bool>& known,
                           PointsJob::Turn& turn) {
    std::vector<NumberedPoint> points;
    auto handed = Clock::now();
    const auto hand = [&] {
        turn.change([this, done = std::exchange(points, {})]() mutable { takePoints(std::move(done)); });
        handed = Clock::now();
    };
    const auto takeOne = [&](std::size_t point, StudyPoint result) {
        points.emplace_back(point, std::move(result));
        if (Clock::now() >= handed + kFrame) hand();
        return true;
    };
    runExperiment(plan, takeOne, turn.stop, {}, std::min(figure, plan.figures() - 1), known);
    hand();
}

void ExperimentRunner::goOn() {
    if (!m_isCancelled) return;
    if (!m_filling || m_fillingOf != m_asked) return request(m_experiment, m_figure);
    m_isCancelled = false;
    m_filledAt = Clock::now();
    m_costBefore = m_costDone;
    std::vector<bool> known;
    for (const auto& point : m_filling->points) known.push_back(point.has_value());
    m_runner.request(m_experiment, [this, plan = m_filling->plan, figure = m_figure, known](auto& turn) {
        run(*plan, figure, known, turn);
    });
    emit progressChanged();
}

void ExperimentRunner::relabel(const Experiment& experiment) {
    const bool isShown = m_filling == m_results;
    if (m_filling->isWhole()) {
        m_runner.stop();  // it runs an outdated request
        m_isCancelled = false;
        m_fillingOf = ++m_asked;
    }
    auto plan = std::make_shared<ExperimentPlan>(*m_filling->plan);
    plan->experiment = experiment;
    m_filling = std::make_shared<ExperimentResults>(*m_filling);
    m_filling->plan = std::move(plan);
    setError({});
    if (isShown) show();
}

void ExperimentRunner::show() {
    m_results = m_filling;
    m_resultsOf = m_fillingOf;
    m_refiner.forget();
    emit resultsChanged();
}

void ExperimentRunner::cancel() {
    m_isCancelled = m_runner.stop();
    m_refiner.stop();
    emit progressChanged();
}

bool ExperimentRunner::isCurrent() const { return m_results && m_resultsOf == m_asked && m_results->isWhole(); }

void ExperimentRunner::requestChanges(std::size_t figure, const std::set<std::size_t>& hidden) {
    m_refiner.forget();
    if (!m_results || !m_results->isWhole()) return;
    figure = std::min(figure, m_results->plan->figures() - 1);
    m_refiner.request({m_results, figure, hidden}, [results = SharedResults(m_results), figure, hidden](auto& turn) {
        const ExperimentPlan& plan = *results->plan;
        std::vector<std::size_t> shown;
        for (std::size_t series = 0; series < plan.series.size(); ++series)
            if (!hidden.contains(series)) shown.push_back(series);
        const auto changes =
            std::make_shared<const std::vector<WinnerChange>>(winnerChangesIn(plan, results->points, figure, shown));
        turn.show(changes);
        turn.show(std::make_shared<const std::vector<WinnerChange>>(refinedAll(plan, *changes, shown, turn.stop)));
    });
}

std::optional<Estimate> ExperimentRunner::progress() const {
    if (!m_runner.progress()) return std::nullopt;
    if (!m_filling || m_fillingOf != m_asked) return Estimate{};
    const double total = totalCost(*m_filling->plan);
    const double since = (m_costDone - m_costBefore) / (total - m_costBefore);
    const double seconds = std::chrono::duration<double>(Clock::now() - m_filledAt).count();
    return Estimate{m_costDone / total, estimateAt(since, seconds).secondsLeft};
}

void ExperimentRunner::setError(std::optional<Error> error) {
    if (!error && !m_error) return;
    m_error = std::move(error);
    emit errorChanged();
}

void ExperimentRunner::fill(const std::shared_ptr<const ExperimentPlan>& plan, std::uint64_t request) {
    setError({});
    m_refiner.stop();  // its results are about to be replaced, and the runner needs the cores
    m_filling = std::make_shared<ExperimentResults>();
    m_filling->plan = plan;
    m_filling->points.resize(plan->size());
    m_fillingOf = request;
    m_costDone = m_costBefore = 0;
    m_filledAt = Clock::now();
}

void ExperimentRunner::takePoints(std::vector<NumberedPoint> points) {
    if (points.empty()) return;
    for (auto& [point, result] : points) {
        m_filling->points[point] = std::move(result);
        ++m_filling->done;
        m_costDone += costOf(*m_filling->plan, point);
    }
    if (m_filling == m_results) {
        emit pointsAdded();
    } else if (m_filling->isWhole() || !m_results || m_runner.progress()) {
        show();
    }
}

}  // namespace bubblescope
