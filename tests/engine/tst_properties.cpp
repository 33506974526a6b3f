// Properties of every schedule on every workload, checked on thousands of random ones.

#include "engine/analysis/explain.h"
#include "engine/entries/registry.h"
#include "engine/results/run.h"
#include "engine/sim/evaluation_order.h"
#include "engine/sim/simulate.h"

#include "tests/engine/plain_simulator.h"
#include "tests/engine/same_run.h"
#include "tests/engine/scenarios.h"
#include "tests/engine/simulated.h"
#include "tests/rounds.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_properties {

namespace {

constexpr int kScenarios = 2000;  // in the slow set, times the number of kinds

/// The runs of every schedule that accepts its random workload, made once for all that is checked on them.
std::vector<std::shared_ptr<const Run>> randomRuns(Random& random) {
    std::vector<std::shared_ptr<const Run>> runs;
    for (int i = 0; i < rounds(kScenarios); ++i) {
        Scenario scenario = randomScenario(random);
        Workload& workload = scenario.workload;
        if (randomInt(random, 0, 2) == 0) workload.forwardBackward = randomPerDevice(random, workload.devices);
        if (!checkScenario(scenario)) continue;  // W > B, which the generator does not avoid
        for (std::size_t index = 0; index < scenario.schedules.size(); ++index)
            if (RunResult result = run(scenario, index)) runs.push_back(*result);
    }
    return runs;
}

}  // namespace

class TestProperties : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_random.seed(propertySeed());
        m_runs = randomRuns(m_random);
        QVERIFY(m_runs.size() > static_cast<std::size_t>(5 * rounds(kScenarios)));
    }

    void everyOpExactlyOnce() {
        forEachRun([](const Run& r) {
            const auto valid = validate(*r.timeline->program);
            QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            QCOMPARE(static_cast<long long>(r.timeline->program->opCount()), opsOf(r.schedule));
        });
    }

    void everyOpStartsAsEarlyAsTheRuleAllows() {
        forEachRun([](const Run& r) {
            const Program& program = *r.timeline->program;
            for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
                Time freeAt = 0;
                const WorkerId worker = program.lanes[lane].worker;
                for (Row first = program.lanes[lane].begin; first < program.lanes[lane].end;) {
                    const RowRange pair = pairOf(program, first);  // or one op
                    Time earliest = freeAt, duration = 0;
                    for (Row row = pair.begin; row < pair.end; ++row) {
                        const Op op = program.ops[row];
                        const auto from = test::inputRow(program, op);
                        QCOMPARE(from.has_value(), neededBy(op.kind(), op.stage().value, program.stages).has_value());
                        if (from)
                            earliest = std::max(
                                earliest, r.timeline->end[*from] + r.durations.hop(program.workerOfRow(*from), worker));
                        duration += r.durations.of(op.kind(), worker, program.placeOf(op.stage()));
                    }
                    if (pair.size() > 1) duration += r.durations.pairMoreOf(worker);
                    for (Row row = pair.begin; row < pair.end; ++row) {
                        QCOMPARE(r.timeline->startOf(row), earliest);
                        QCOMPARE(r.timeline->end[row], earliest + duration);
                    }
                    freeAt = r.timeline->freeAfter(pair.end - 1);
                    first = pair.end;
                }
            }
        });
    }

    void sameToTheLastBitFromAnyEvaluationOrder() {
        forEachRun([this](const Run& r) {
            const Program& program = *r.timeline->program;
            const auto starts = plainStarts(program, r.durations, m_random);
            QVERIFY(starts);
            for (const RowRange& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) QCOMPARE(r.timeline->startOf(row), (*starts)[row]);
        });
    }

    void aReplayIsAFreshSimulation() {
        int replays = 0;
        forEachRun([&](const Run& r) {
            const auto order = findEvaluationOrder(r.timeline->program);
            if (!order) return;
            ++replays;
            const Durations durations = randomDurations(r.durations);
            const Costs costs = costsOf(*r.timeline->program, durations);
            if (costs.sendsBlock) return;  // then it is simulated anew
            const auto fresh = simulate(r.timeline->program, costs), again = replay(*order, costs);
            QVERIFY(fresh && again);
            QVERIFY(isSame(**fresh, **again));
        });
        QVERIFY(replays > std::ssize(m_runs) / 3);
    }

    /// Chains of runs, as a slider makes them: each takes over what it can from the one before.
    void runsThatFollowAnotherAreTheSame() {
        int followers = 0, replays = 0;
        for (int i = 0; i < rounds(kScenarios); ++i) {
            Scenario scenario = randomScenario(m_random);
            std::shared_ptr<const Run> before;
            for (int step = 0; step < 4; ++step) {
                if (step > 0) {
                    scenario.workload.comm = randomInt(m_random, 0, 40) / 4.0;
                    if (randomInt(m_random, 0, 3) == 0) scenario.workload.weightHold = randomInt(m_random, 0, 4) / 4.0;
                    if (randomInt(m_random, 0, 5) == 0) scenario.workload.microbatches *= 2;
                }
                if (!checkScenario(scenario)) break;
                const RunResult alone = run(scenario, 0), after = run(scenario, 0, {}, before.get());
                QCOMPARE(after.has_value(), alone.has_value());
                if (!alone) break;
                followers += before && sharesProgram(*before, resolve(scenario, 0));
                replays += (*after)->order != nullptr;
                QVERIFY((*after)->metrics == (*alone)->metrics);
                QVERIFY(isSame(*(*after)->timeline, *(*alone)->timeline));
                before = *after;
            }
        }
        QVERIFY(followers > rounds(kScenarios) / 2);
        QVERIFY(replays > rounds(kScenarios) / 4);
    }

    /// One op at a time can run: looking for it would take longer than simulating, and is tried once.
    void programsWithoutAnOrderAreSimulated() {
        const Scenario scenario = scenarioOf("1f1b", 32, 1, 0);
        const auto first = run(scenario, 0).value();
        QVERIFY(!first->order && !first->hasNoOrder);
        const auto second = run(scenario, 0, {}, first.get()).value();
        QVERIFY(!second->order && second->hasNoOrder);
        QVERIFY(isSame(*first->timeline, *second->timeline));
        QVERIFY(run(scenario, 0, {}, second.get()).value()->hasNoOrder);
    }

    void stoppedWorkHasNoResult() {
        const Scenario scenario = foundingScenario(4, 8, 0);
        std::stop_source source;
        source.request_stop();
        const std::stop_token stop = source.get_token();
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const auto before = run(scenario, i).value();
            const auto program = before->timeline->program;
            const Costs costs = costsOf(*program, before->durations);
            QVERIFY(isCancelled(run(scenario, i, stop).error()));
            QVERIFY(isCancelled(run(scenario, i, stop, before.get()).error()));
            QVERIFY(isCancelled(simulate(program, costs, stop).error()));
            QVERIFY(isCancelled(replay(*findEvaluationOrder(program), costs, stop).error()));
            QVERIFY(!findEvaluationOrder(program, stop));
            QVERIFY(!loadOf(*program, {}, stop));
        }
        for (const ScheduleKind* kind : generatedSchedules())  // long before all of it is ordered
            for (const auto& [devices, microbatches] : {std::pair{fewer(1024), fewer(1024)}, {2, fewer(1'000'000)}}) {
                const int chunks = kind->hasChunks ? devices == 2 ? 2 : 16 : kind->fixedChunks;
                QVERIFY(isCancelled(kind->generate({devices, microbatches, chunks, stop}).error()));
            }
    }

    void metricsAddUp() {
        forEachRun([](const Run& r) {
            const Metrics& m = r.metrics;
            for (std::size_t lane = 0; lane < m.workers.size(); ++lane) {
                const RowRange rows = r.timeline->program->lanes[lane];
                Time busy = 0;
                for (Row row = rows.begin; row < rows.end; ++row)
                    if (!r.timeline->program->ops[row].closesPair())
                        busy += r.timeline->end[row] - r.timeline->startOf(row);
                QCOMPARE(m.workers[lane].busy, busy);
            }
            Time work = 0;
            for (const WorkerMetrics& worker : m.workers) {
                QCOMPARE(worker.busy + worker.sending + worker.idle(), m.totalTime);
                QVERIFY(worker.idleWarmup >= 0 && worker.idleWaiting >= 0 && worker.idleCooldown >= 0);
                QVERIFY(worker.recompute <= worker.busy);
                QVERIFY(worker.peakActivations > 0);
                QVERIFY(worker.peakActivations <= r.schedule.workload.microbatches + 1e-9);
                work += worker.busy;
            }
            QVERIFY(m.totalTime >= m.lowerBound);
            if (m.totalTime == 0) return;
            const double devices = static_cast<double>(m.workers.size());
            QVERIFY(qAbs(m.bubbleRatio - (1 - double(work) / (devices * double(m.totalTime)))) < 1e-12);
            QVERIFY(m.longestSpanBubble <= m.bubbleRatio + 1e-12);
            QVERIFY(m.recomputeAsWaste >= m.bubbleRatio - 1e-12);
            QVERIFY(m.bubbleRatio >= 0 && m.bubbleRatio < 1);
        });
    }

    /// Shuffled lanes either run like the plain rule says or are reported as a deadlock, and never hang.
    /// Each op on it begins when the one before it is done and what it made has come, from the first instant to the
    /// last.
    void criticalPathsLeaveNoTimeIdle() {
        forEachRun([](const Run& r) {
            const Timeline& timeline = *r.timeline;
            const Program& program = *timeline.program;
            const std::vector<Row> path = criticalPath(timeline, r.durations);
            QVERIFY(!path.empty());
            QCOMPARE(timeline.startOf(path.front()), timeline.earliestStart);
            QCOMPARE(timeline.end[pairOf(program, path.back()).end - 1], timeline.latestEnd);
            for (std::size_t i = 1; i < path.size(); ++i) {
                const Row from = path[i - 1], last = pairOf(program, from).end - 1;
                const bool isTurn = program.laneOf(from) == program.laneOf(path[i]) && last + 1 == path[i];
                const Time hop = r.durations.hop(program.workerOfRow(from), program.workerOfRow(path[i]));
                const Time start = timeline.startOf(path[i]);
                QVERIFY(start == timeline.end[last] + hop || start == timeline.end[from] + hop ||
                        start == timeline.end[last] || (isTurn && start == timeline.freeAfter(last)));
            }
        });
    }

    void brokenOrdersAreDeadlocks() {
        int deadlocks = 0, completed = 0;
        forEachRun([&](const Run& r) {
            Program broken = *r.timeline->program;
            if (broken.hasPairs) return;  // whose halves stand together
            for (int swaps = randomInt(m_random, 1, 4); swaps > 0; --swaps) {
                const auto ops = broken.lane(LaneId(randomInt(m_random, 0, broken.workers - 1)));
                const int last = static_cast<int>(ops.size()) - 1;
                std::swap(ops[static_cast<std::size_t>(randomInt(m_random, 0, last))],
                          ops[static_cast<std::size_t>(randomInt(m_random, 0, last))]);
            }
            const auto starts = plainStarts(broken, r.durations, m_random);
            const auto timeline = simulate(std::make_shared<const Program>(broken), costsOf(broken, r.durations));
            QCOMPARE(timeline.has_value(), starts.has_value());
            if (!timeline) {
                ++deadlocks;
                QVERIFY(timeline.error().message.starts_with("deadlock: "));
                QVERIFY(timeline.error().message.find(" waits for ") != std::string::npos);
                return;
            }
            ++completed;
            for (const RowRange& lane : broken.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) QCOMPARE((*timeline)->startOf(row), (*starts)[row]);
            QVERIFY((*timeline)->totalTime() >= lowerBound(broken, r.durations));
            const auto order = findEvaluationOrder((*timeline)->program);
            if (order && !r.durations.sendsBlock)
                QVERIFY(isSame(*replay(*order, costsOf(broken, r.durations)).value(), **timeline));
        });
        QVERIFY(deadlocks > std::ssize(m_runs) / 100);
        QVERIFY(completed > std::ssize(m_runs) / 100);
    }

    void runsDoNotDependOnWhatRanBefore() {
        const Scenario scenario = randomScenario(m_random);
        for (std::size_t index = 0; index < scenario.schedules.size(); ++index) {
            const RunResult once = run(scenario, index), again = run(scenario, index);
            QCOMPARE(once.has_value(), again.has_value());
            if (once)
                QVERIFY((*once)->metrics == (*again)->metrics);
            else
                QVERIFY(once.error() == again.error());
        }
    }

private:
    /// Calls `check` with every run, up to the first that fails it.
    void forEachRun(const std::function<void(const Run&)>& check) {
        for (const auto& run : m_runs) {
            check(*run);
            if (!QTest::currentTestFailed()) continue;
            qWarning("%s, %s", run->title.c_str(), words(run->schedule.workload).constData());
            return;
        }
    }

    /// As many, of any length from 0 up.
    Durations randomDurations(Durations durations) {
        const auto change = [&](auto& times) {
            for (Time& time : times) time = randomInt(m_random, 0, 3) == 0 ? 0 : randomInt(m_random, 0, 1'000'000);
        };
        const auto changeTimes = [&](std::vector<Durations::OpTimes>& ofWorkers) {
            for (Durations::OpTimes& times : ofWorkers) change(times.op);
        };
        changeTimes(durations.inner);
        for (auto& end : durations.ends) changeTimes(end);
        change(durations.commMatrix);
        change(durations.pairMore);
        durations.nodes.inside = randomInt(m_random, 0, 100'000);
        durations.comm = randomInt(m_random, 0, 100'000);
        return durations;
    }

    Random m_random;
    std::vector<std::shared_ptr<const Run>> m_runs;
};

QTEST_APPLESS_MAIN(TestProperties)

}  // namespace tst_properties
#include "tst_properties.moc"
