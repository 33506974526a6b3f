// What holds for every schedule on every workload, over thousands of random ones.

#include "engine/run/run.h"
#include "engine/sim/simulate.h"

#include "tests/engine/plain_simulator.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr int kScenarios = 700;  // times the number of kinds

/// Calls `check(run, random)` for every schedule that accepts its random workload.
template <class Check>
int forRandomRuns(Random& random, Check check) {
    int runs = 0;
    for (int i = 0; i < kScenarios; ++i) {
        const Scenario scenario = randomScenario(random);
        if (!checkScenario(scenario)) continue;  // W > B, which the generator does not avoid
        for (std::size_t index = 0; index < scenario.schedules.size(); ++index) {
            const RunResult result = run(scenario, index);
            if (!result) continue;
            ++runs;
            check(**result);
            if (QTest::currentTestFailed()) {
                qWarning("%s, %s", (*result)->title.c_str(), words(scenario.workload).constData());
                return runs;
            }
        }
    }
    return runs;
}

}  // namespace

class TestProperties : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_random.seed(propertySeed()); }

    void everyOpExactlyOnce() {
        const int runs = forRandomRuns(m_random, [](const Run& r) {
            const auto valid = validate(*r.timeline->program);
            QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            QCOMPARE(static_cast<long long>(r.timeline->program->opCount()), r.schedule.ops());
        });
        QVERIFY(runs > 1000);
    }

    void everyOpStartsAsEarlyAsTheRuleAllows() {
        const int runs = forRandomRuns(m_random, [](const Run& r) {
            const Program& program = *r.timeline->program;
            for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
                Time freeAt = 0;
                for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                    const Op op = program.ops[row];
                    const WorkerId worker = program.laneWorker[lane];
                    Time earliest = freeAt;
                    if (const auto needed = dataDependency(program, op)) {
                        const auto from = findOp(program, *needed);
                        QVERIFY(from);
                        earliest = std::max(earliest, r.timeline->end[*from] +
                                                          r.durations.hop(program.workerOf(needed->stage()), worker));
                    }
                    QCOMPARE(r.timeline->startOf(row), earliest);
                    QCOMPARE(r.timeline->end[row], earliest + r.durations.of(op.kind(), worker));
                    freeAt = r.timeline->end[row];
                }
            }
        });
        QVERIFY(runs > 1000);
    }

    void sameToTheLastBitFromAnyEvaluationOrder() {
        const int runs = forRandomRuns(m_random, [this](const Run& r) {
            const Program& program = *r.timeline->program;
            const auto starts = plainStarts(program, r.durations, m_random);
            QVERIFY(starts);
            for (const RowRange& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) QCOMPARE(r.timeline->startOf(row), (*starts)[row]);
        });
        QVERIFY(runs > 1000);
    }

    void metricsAddUp() {
        const int runs = forRandomRuns(m_random, [](const Run& r) {
            const Metrics& m = r.metrics;
            Time work = 0;
            for (const WorkerMetrics& worker : m.workers) {
                QCOMPARE(worker.busy + worker.idle(), m.totalTime);
                QVERIFY(worker.idleWarmup >= 0 && worker.idleWaiting >= 0 && worker.idleCooldown >= 0);
                QVERIFY(worker.recompute <= worker.busy);
                QVERIFY(worker.peakActivations > 0);
                QVERIFY(worker.peakActivations <= r.schedule.workload.microbatches);
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
        QVERIFY(runs > 1000);
    }

    /// Shuffled lanes either run like the plain rule says or are reported as a deadlock, and never hang.
    void brokenOrdersAreDeadlocks() {
        int deadlocks = 0, completed = 0;
        forRandomRuns(m_random, [&](const Run& r) {
            Program broken = *r.timeline->program;
            for (int swaps = randomInt(m_random, 1, 4); swaps > 0; --swaps) {
                const auto ops = broken.lane(LaneId(randomInt(m_random, 0, broken.workers - 1)));
                const int last = static_cast<int>(ops.size()) - 1;
                std::swap(ops[static_cast<std::size_t>(randomInt(m_random, 0, last))],
                          ops[static_cast<std::size_t>(randomInt(m_random, 0, last))]);
            }
            const auto starts = plainStarts(broken, r.durations, m_random);
            const auto timeline = simulate(std::make_shared<const Program>(broken), r.durations);
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
        });
        QVERIFY(deadlocks > 100);
        QVERIFY(completed > 100);
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
    Random m_random;
};

QTEST_APPLESS_MAIN(TestProperties)
#include "tst_properties.moc"
