#include "app/jobs/background.h"

#include "engine/core/thrown.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::chrono::milliseconds kPatience{500};
/// A curve with fewer points is not worth showing.
constexpr std::size_t kFirstPoints = 5;
constexpr int kRunnerNiceness = 5;
constexpr int kCurvesNiceness = 15;

/// With more ops than this, curves and advice wait until the runs are delivered, and runs wait until the interface
/// shows the previous ones. With fewer, curves and advice may always use half of the smallest memory budget.
constexpr long long kMostOpsBesideCurves = 5'000'000;

/// The runs by schedule; null where a schedule was refused or is awaited.
Runs runsOf(const Generation& generation) {
    Runs runs;
    for (const RunResult& result : generation.runs) runs.push_back(result ? *result : nullptr);
    return runs;
}

/// Turns all awaited runs into refusals.
void refuseRest(Generation& generation, const Error& why) {
    for (RunResult& result : generation.runs)
        if (result && !*result) result = why;
}

/// A run to show. Only later runs need orders, and apart from it pictures and pins cannot keep these in memory.
RunResult withoutOrder(const RunResult& result) {
    if (!result || !*result || !(*result)->order) return result;
    auto run = std::make_shared<Run>(**result);
    run->order = nullptr;
    return std::shared_ptr<const Run>(std::move(run));
}

/// Drops the runs that none of the scenario's schedules can replay.
void keepReplayable(Runs& runs, const Scenario& scenario) {
    std::vector<ResolvedSchedule> schedules;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) schedules.push_back(resolve(scenario, i));
    for (auto& run : runs) {
        const auto isOfRun = [&](const ResolvedSchedule& schedule) { return sharesProgram(*run, schedule); };
        if (run && std::none_of(schedules.begin(), schedules.end(), isOfRun)) run.reset();
    }
}

/// Replaces runs by those in `made` that share their programs, and adds the rest of `made`.
void replaceReplayed(Runs& runs, const Runs& made) {
    for (const auto& run : made) {
        if (!run) continue;
        std::erase_if(runs, [&](const auto& old) { return !old || sharesProgram(*old, run->schedule); });
        runs.push_back(run);
    }
}

/// The number of ops, weighted by memory: ops of schemes that take more memory than others count more.
long long opsOf(const Scenario& scenario) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        bytes += static_cast<std::uint64_t>(opsOf(resolve(scenario, i))) * bytesPerOp(scenario, i);
    return static_cast<long long>((bytes + kBytesPerOp - 1) / kBytesPerOp);
}

bool leavesRoom(long long ops) { return ops <= kMostOpsBesideCurves; }

/// The memory left for curves and advice while runs with `ops` ops in total take `bytes`.
std::uint64_t spareBytes(long long ops, std::uint64_t bytes) {
    const std::uint64_t budget = memoryBudget(ops);
    const std::uint64_t left = std::min(budget - std::min(budget, bytes), availableMemory());
    return left - left / 8;  // an eighth stays free for the runs that curves keep to replay
}

}  // namespace

Background::Background(QObject* parent, const BackgroundWork& work)
    : QObject(parent),
      m_work(work),
      m_curves({kCurvesNiceness}),
      m_adviser({kCurvesNiceness}),
      m_reasoner({kRunnerNiceness}),
      m_runs({kRunnerNiceness, kPatience}) {
    connect(&m_runs, &JobSignals::changed, this, &Background::takeRuns);
    connect(&m_runs, &JobSignals::progressChanged, this, &Background::progressChanged);
    connect(&m_curves, &JobSignals::changed, this, &Background::curvesReady);
    connect(&m_curves, &JobSignals::progressChanged, this, &Background::progressChanged);
    connect(&m_adviser, &JobSignals::changed, this, &Background::adviceReady);
    connect(&m_reasoner, &JobSignals::changed, this, &Background::whyReady);
    connect(&m_curves, &JobSignals::failed, this,
            [this](const QString& why) { emit failed(tr("The curves could not be computed: %1").arg(why)); });
    connect(&m_adviser, &JobSignals::failed, this,
            [this](const QString& why) { emit failed(tr("The advice could not be computed: %1").arg(why)); });
    connect(&m_reasoner, &JobSignals::failed, this,
            [this](const QString& why) { emit failed(tr("The idle time could not be explained: %1").arg(why)); });
    connect(&m_runs, &JobSignals::failed, this,
            [this](const QString& why) { emit failed(tr("The schedules could not be run: %1").arg(why)); });
}

void Background::requestRuns(const Scenario& scenario) {
    m_awaited = scenario;
    const long long ops = opsOf(scenario);
    limitColumnBytes(memoryBudget(ops));
    if (leavesRoom(ops)) {
        m_spare.setLimit(spareBytes(ops, static_cast<std::uint64_t>(ops) * kBytesPerOp));
    } else {
        m_curves.cancel();
        m_adviser.stop();
        m_reasoner.stop();
        m_spare.setLimit(0);
        keepReplayable(m_replayable, scenario);
    }
    m_runs.request(scenario,
                   [this, scenario, withHeld = m_withHeld](auto& turn) { makeRuns(scenario, withHeld, turn); });
}

void Background::makeRuns(const Scenario& scenario, bool withHeld, RunsJob::Turn& turn) {
    const std::stop_token& stop = turn.stop;
    if (!leavesRoom(opsOf(scenario))) {
        m_curves.awaitIdle(stop);
        m_adviser.awaitIdle(stop);
        m_reasoner.awaitIdle(stop);
        turn.awaitShown();
        keepReplayable(m_last, scenario);
    }
    Generation made;
    made.scenario = scenario;
    made.runs.resize(scenario.schedules.size(), std::shared_ptr<const Run>());
    made.stuck.resize(scenario.schedules.size());
    Runs withOrders(scenario.schedules.size());
    const auto shown = [&](bool isWhole) {
        auto out = std::make_shared<Generation>(made);
        out->isWhole = isWhole;
        out->withOrders = std::make_shared<Runs>(withOrders);
        return out;
    };
    RunPlan plan;
    std::mutex making;  // guards `made`: schedules are searched in separate threads
    const auto put = [&](std::size_t index, RunResult result) {
        auto stuck = result ? nullptr : stuckRunOf(scenario, index, stop);
        const std::lock_guard lock(making);
        made.runs[index] = withoutOrder(result);
        made.stuck[index] = std::move(stuck);
        withOrders[index] = result ? *result : nullptr;
        turn.offer(shown(false));
    };
    const auto take = [&](std::size_t index, RunResult result) {
        put(index, std::move(result));
        return !stop.stop_requested();
    };
    try {
        plan = planAll(scenario);
        plan.forDrawing = true;
        plan.mostHeldOps = withHeld ? kMostHeldOps : 0;
        plan.progress = &m_runsProgress;
        plan.before = m_last;
        plan.onSoFar = [&](std::size_t index, std::shared_ptr<const Run> best) { put(index, std::move(best)); };
        if (!stop.stop_requested()) m_work.run(scenario, plan, take, stop);
    } catch (...) {
        refuseRest(made, thrownError());
    }
    plan.before.clear();  // so that the old runs are freed as soon as the interface shows the new ones
    if (stop.stop_requested()) {
        if (turn.isShown()) replaceReplayed(m_last, withOrders);  // the replaced runs are not on screen
        return;
    }
    turn.show(shown(true));
    m_last = std::move(withOrders);
}

void Background::requestCurves(const Study& awaited) {
    m_heldCurves.reset();
    if (m_awaited && !leavesRoom(opsOf(*m_awaited)))
        m_heldCurves = awaited;
    else
        startCurves(awaited);
}

void Background::startCurves(const Study& awaited) {
    StudyResources resources;
    resources.spare = &m_spare;
    resources.before = m_replayable;
    requestStudy(m_curves, awaited, resources, kFirstPoints, m_work.curves);
}

void Background::requestAdvice(std::size_t index) {
    if (m_awaited && !leavesRoom(opsOf(*m_awaited))) return;
    const auto& run = m_replayable[index] ? m_replayable[index] : *generation()->runs[index];
    m_adviser.request(index, [this, generation = generation(), run, index](auto& turn) {
        auto made = std::make_shared<AdviceFor>(AdviceFor{generation, index, {}});
        made->advice = m_work.advise(generation->scenario, index, *run, turn.stop, kMaxAdviceOps, &m_spare);
        turn.show(made);
    });
}

void Background::requestWhy(std::size_t index, const IdleGap& gap) {
    if (m_awaited && !leavesRoom(opsOf(*m_awaited))) return;
    if (m_reasoner.isOf({index, gap})) {
        if (m_reasoner.isNewest()) emit whyReady();
        return;
    }
    m_reasoner.forget();
    const auto& run = m_replayable[index] ? m_replayable[index] : *generation()->runs[index];
    m_reasoner.request({index, gap}, [this, generation = generation(), run, index, gap](auto& turn) {
        turn.show(std::make_shared<const WhyFor>(
            WhyFor{generation, index, m_work.whyIdle(generation->scenario, index, *run, gap, turn.stop, &m_spare)}));
    });
}

void Background::cancel() {
    m_runs.stop();
    m_curves.cancel();
    m_adviser.stop();
    m_reasoner.stop();
    m_heldCurves.reset();
    if (std::exchange(m_awaited, std::nullopt) && generation()) landed();
    emit progressChanged();
}

std::optional<Estimate> Background::runsProgress() const {
    if (!m_runs.progress()) return std::nullopt;
    return m_runsProgress.estimate();
}

/// The awaited runs have arrived, or are not awaited any more.
void Background::landed() {
    m_awaited.reset();
    std::uint64_t bytes = 0;
    const Runs shown = runsOf(*generation());
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (shown[i]) bytes += (m_replayable[i] ? m_replayable[i] : shown[i])->bytes();
    m_spare.setLimit(spareBytes(opsOf(generation()->scenario), bytes));
}

void Background::takeRuns() {
    m_replayable = std::exchange(*generation()->withOrders, {});
    m_adviser.forget();  // it keeps its generation in memory, which may take gigabytes
    m_reasoner.forget();
    const bool isNewest = generation()->isWhole && m_awaited && generation()->scenario == *m_awaited;
    if (isNewest) landed();
    emit runsReady();
    if (isNewest && m_heldCurves) startCurves(*std::exchange(m_heldCurves, std::nullopt));
}

}  // namespace bubblescope
