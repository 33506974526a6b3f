#include "app/experiment_runner.h"

#include <QCoreApplication>
#include <QEvent>

#include "engine/sim/simulate.h"
#include "engine/study/run_experiment.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kTick{100};
/// Points are handed over at most once in two frames.
constexpr std::chrono::milliseconds kFrame{33};
constexpr int kRunnerNiceness = 10;
constexpr int kRefinerNiceness = 15;

const QEvent::Type kMailEvent = static_cast<QEvent::Type>(QEvent::registerEventType());

using NumberedPoint = std::pair<std::size_t, StudyPoint>;

/// What a point takes beside its ops, in ops.
constexpr double kOpsBeside = 3000;

double costOf(const ExperimentPlan& plan, std::size_t point) {
    return static_cast<double>(plan.shapeOps[plan.shape[point]]) + kOpsBeside;
}

double totalCost(const ExperimentPlan& plan) {
    return static_cast<double>(plan.ops) + kOpsBeside * static_cast<double>(plan.size());
}

}  // namespace

/// Where the workers leave what they made; the mutex guards all of it.
struct ExperimentRunner::Mailbox {
    std::mutex mutex;
    std::uint64_t request = 0;  // that plan, points and error are of
    std::shared_ptr<const ExperimentPlan> plan;
    std::vector<NumberedPoint> points;
    std::optional<Error> error;
    std::optional<std::vector<WinnerChange>> changes;
    std::shared_ptr<const ExperimentResults> changesOf;
};

ExperimentRunner::ExperimentRunner(QObject* parent, decltype(&planExperiment) plan)
    : QObject(parent),
      m_plan(plan),
      m_mailbox(std::make_shared<Mailbox>()),
      m_runner(kRunnerNiceness,
               [this](const Error& why) {
                   {
                       const std::lock_guard lock(m_mailbox->mutex);
                       m_mailbox->error = why;
                   }
                   QCoreApplication::postEvent(this, new QEvent(kMailEvent));
               }),
      m_refiner(kRefinerNiceness) {
    m_ticker.setInterval(kTick);
    connect(&m_ticker, &QTimer::timeout, this, &ExperimentRunner::tick);
}

ExperimentRunner::~ExperimentRunner() = default;

void ExperimentRunner::request(const Experiment& experiment, std::size_t figure) {
    if (!m_runner.isBusy()) m_askedAt = Clock::now();
    m_isCancelled = false;
    m_ticker.start();
    m_runner.start([this, experiment, figure, request = ++m_asked](const std::stop_token& stop) {
        Mailbox& box = *m_mailbox;
        const auto mail = [&](auto&& put) {
            {
                const std::lock_guard lock(box.mutex);
                if (stop.stop_requested()) return;
                put();
            }
            QCoreApplication::postEvent(this, new QEvent(kMailEvent));
        };
        auto planned = m_plan(experiment, stop);
        if (!planned && bubblescope::isCancelled(planned.error())) return;
        std::shared_ptr<const ExperimentPlan> plan;
        if (planned) plan = std::make_shared<const ExperimentPlan>(std::move(*planned));
        mail([&] {
            box.request = request;
            box.plan = plan;
            box.points.clear();
            box.error.reset();
            if (!plan) box.error = planned.error();
        });
        if (!plan) return;
        std::vector<NumberedPoint> points;
        auto handed = Clock::now();
        const auto hand = [&] {
            mail([&] { std::move(points.begin(), points.end(), std::back_inserter(box.points)); });
            points.clear();
            handed = Clock::now();
        };
        const auto takeOne = [&](std::size_t point, StudyPoint result) {
            points.emplace_back(point, std::move(result));
            if (Clock::now() >= handed + kFrame) hand();
            return true;
        };
        runExperiment(*plan, takeOne, stop, {}, std::min(figure, plan->figures() - 1));
        hand();
    });
}

void ExperimentRunner::cancel() {
    m_isCancelled = m_runner.isBusy();
    m_runner.stop();
    m_refiner.stop();
    take();
    emit progressChanged();
}

bool ExperimentRunner::isCurrent() const { return m_results && m_resultsOf == m_asked && m_results->isWhole(); }

void ExperimentRunner::requestChanges(std::size_t figure, const std::set<std::size_t>& hidden) {
    m_refiner.stop();
    {
        const std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->changes.reset();  // of another question
    }
    m_changes.clear();
    m_knowsChanges = false;
    if (!m_results || !m_results->isWhole()) return;
    figure = std::min(figure, m_results->plan->figures() - 1);
    m_refiner.start([this, results = SharedResults(m_results), figure, hidden](const std::stop_token& stop) {
        const ExperimentPlan& plan = *results->plan;
        std::vector<std::size_t> shown;
        for (std::size_t series = 0; series < plan.series.size(); ++series)
            if (!hidden.contains(series)) shown.push_back(series);
        const auto mail = [&](const std::vector<WinnerChange>& changes) {
            {
                const std::lock_guard lock(m_mailbox->mutex);
                if (stop.stop_requested()) return;
                m_mailbox->changes = changes;
                m_mailbox->changesOf = results;
            }
            QCoreApplication::postEvent(this, new QEvent(kMailEvent));
        };
        const auto changes = winnerChangesIn(plan, results->points, figure, shown);
        mail(changes);
        mail(refinedAll(plan, changes, shown, stop));
    });
}

std::optional<ExperimentRunner::Progress> ExperimentRunner::progress() const {
    const double passed = std::chrono::duration<double>(Clock::now() - m_askedAt).count();
    if (!m_runner.isBusy() || passed < std::chrono::duration<double>(kPatience).count()) return std::nullopt;
    if (!m_filling || m_fillingOf != m_asked || m_costDone == 0) return Progress{};
    const double share = m_costDone / totalCost(*m_filling->plan);
    return Progress{share, passed * (1 - share) / share};
}

void ExperimentRunner::tick() {
    m_runner.enforceGrace();
    m_refiner.enforceGrace();
    if (!m_runner.isBusy() && !m_refiner.isBusy()) m_ticker.stop();
    emit progressChanged();
}

bool ExperimentRunner::event(QEvent* event) {
    if (event->type() != kMailEvent) return QObject::event(event);
    take();
    return true;
}

void ExperimentRunner::take() {
    std::uint64_t request = 0;
    std::shared_ptr<const ExperimentPlan> plan;
    std::vector<NumberedPoint> points;
    std::optional<Error> error;
    std::optional<std::vector<WinnerChange>> changes;
    std::shared_ptr<const ExperimentResults> changesOf;
    {
        const std::lock_guard lock(m_mailbox->mutex);
        request = m_mailbox->request;
        plan.swap(m_mailbox->plan);
        points.swap(m_mailbox->points);
        error.swap(m_mailbox->error);
        changes.swap(m_mailbox->changes);
        changesOf.swap(m_mailbox->changesOf);
    }
    if (error || (plan && m_error)) {
        m_error = std::move(error);
        emit errorChanged();
    }
    if (plan) {
        m_refiner.stop();  // what it looks at is about to go, and its cores are wanted
        const std::size_t size = plan->size();
        m_filling = std::make_shared<ExperimentResults>();
        m_filling->plan = std::move(plan);
        m_filling->points.resize(size);
        m_fillingOf = request;
        m_costDone = 0;
    }
    if (!points.empty()) takePoints(std::move(points));
    if (changes && changesOf == m_results) {
        m_changes = std::move(*changes);
        m_knowsChanges = true;
        emit changesReady();
    }
}

void ExperimentRunner::takePoints(std::vector<NumberedPoint> points) {
    const ExperimentPlan& plan = *m_filling->plan;
    for (auto& [point, result] : points) {
        m_filling->points[point] = std::move(result);
        ++m_filling->done;
        m_costDone += costOf(plan, point);
    }
    if (m_filling == m_results) {
        emit pointsAdded();
    } else if (m_filling->isWhole() || !m_results || Clock::now() >= m_askedAt + kPatience) {
        m_results = m_filling;
        m_resultsOf = m_fillingOf;
        m_changes.clear();
        m_knowsChanges = false;
        emit resultsChanged();
    }
    if (m_filling->isWhole()) m_askedAt = Clock::now();
}

}  // namespace bubblescope
