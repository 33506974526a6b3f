#include <QTest>

#include "engine/results/difference.h"
#include "tests/engine/scenarios.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_difference {

namespace {

constexpr Time kUnit = static_cast<Time>(kMicroUnits);

/// Two workers over 100 units: one busy for 60 of them up to the end, one for 40 up to 70.
Run firstRun() {
    Run run;
    run.schedule.workload.microbatches = 4;
    run.metrics.totalTime = 100 * kUnit;
    run.metrics.bubbleRatio = 0.5;
    run.metrics.bubbleOverIdeal = 1;
    run.metrics.workers = {{60 * kUnit, 0, 10 * kUnit, 30 * kUnit, 0, 0, 4},
                           {40 * kUnit, 0, 20 * kUnit, 10 * kUnit, 30 * kUnit, 0, 2.5}};
    return run;
}

/// One worker over 80 units, the same number of microbatches.
Run secondRun() {
    Run run;
    run.schedule.workload.microbatches = 4;
    run.metrics.totalTime = 80 * kUnit;
    run.metrics.bubbleRatio = 0.25;
    run.metrics.bubbleOverIdeal = 1.0 / 3;
    run.metrics.workers = {{60 * kUnit, 0, 5 * kUnit, 5 * kUnit, 10 * kUnit, 0, 4.5}};
    return run;
}

}  // namespace

class TestDifference : public QObject {
    Q_OBJECT

private slots:
    void isNowMinusThen() {
        const Difference difference = differenceOf(firstRun(), secondRun());
        QCOMPARE(difference.of(Quantity::TotalTime), 20.0);
        QCOMPARE(difference.relativeTime, 0.25);
        QVERIFY(!difference.per);
        QCOMPARE(difference.of(Quantity::BubbleRatio), 0.25);
        QCOMPARE(difference.of(Quantity::BubbleOverIdeal), 1 - 1.0 / 3);
        QCOMPARE(difference.of(Quantity::PeakActivations), -0.5);
    }

    void comparesWorkers() {
        const auto of = [](Quantity quantity) {
            return numberOf(workerDifference(quantity, firstRun(), secondRun(), 0), infoOf(quantity).unit);
        };
        QCOMPARE(of(Quantity::End), 30.0);
        QCOMPARE(of(Quantity::Busy), 0.0);
        QCOMPARE(of(Quantity::Idle), 20.0);
        QCOMPARE(of(Quantity::IdleWarmup), 5.0);
        QCOMPARE(of(Quantity::IdleWaiting), 25.0);
        QCOMPARE(of(Quantity::IdleCooldown), -10.0);
        QCOMPARE(of(Quantity::PeakActivations), -0.5);
    }

    void otherNumbersOfMicrobatchesComparePerMicrobatch() {
        Run twice = firstRun();
        twice.schedule.workload.microbatches = 8;  // 100 for 8 against 80 for 4: 12.5 and 20 each
        const Difference difference = differenceOf(twice, secondRun());
        QCOMPARE(difference.per, std::optional(WorkOf::Microbatches));
        QCOMPARE(difference.relativeTime, -0.375);
        QCOMPARE(difference.of(Quantity::TotalTime), 20.0);
    }

    void nothingIsDividedByNothing() { QCOMPARE(differenceOf(firstRun(), Run()).relativeTime, 0.0); }

    // 1F1B, D 4, MBS 8 by model.md §6: (8 + 3) * 300 + C * (10 + 6), so 16 hops of 4 more than without any.
    void followsARealParameter() {
        const RunResult then = run(scenarioOf("1f1b", 4, 8, 0), 0), now = run(scenarioOf("1f1b"), 0);
        const Difference difference = differenceOf(**now, **then);
        QCOMPARE(difference.of(Quantity::TotalTime), 64.0);
        QCOMPARE(difference.relativeTime, 64.0 / 3300);
        for (std::size_t worker = 0; worker < 4; ++worker) {
            const auto of = [&](Quantity quantity) {
                return std::get<Time>(workerDifference(quantity, **now, **then, worker));
            };
            QCOMPARE(of(Quantity::Busy), Time(0));
            QCOMPARE(of(Quantity::Idle), 64 * kUnit);
            QCOMPARE(of(Quantity::Idle),
                     of(Quantity::IdleWarmup) + of(Quantity::IdleWaiting) + of(Quantity::IdleCooldown));
            QCOMPARE(of(Quantity::End), 64 * kUnit - of(Quantity::IdleCooldown));
        }
    }
};

QTEST_APPLESS_MAIN(TestDifference)

}  // namespace tst_difference
#include "tst_difference.moc"
