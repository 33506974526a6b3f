// Every metric and the lower bound on small cases worked out by hand.

#include "engine/results/quantities.h"
#include "tests/engine/scenarios.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_metrics {

namespace {

std::shared_ptr<const Run> runOf(const Scenario& scenario, std::size_t index = 0) {
    const RunResult result = run(scenario, index);
    return result ? *result : nullptr;
}

}  // namespace

class TestMetrics : public QObject {
    Q_OBJECT

private slots:
    void lowerBounds_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<double>("bound");
        // D 4, MBS 8, T_F 100, T_B 200, T_C 4. The last device: 8 * 300 of work, 3 * 104 to reach it, 3 * 204 back.
        QTest::newRow("gpipe") << QByteArray("gpipe") << 1 << 3324.0;
        QTest::newRow("1f1b") << QByteArray("1f1b") << 1 << 3324.0;
        // The same with half as long ops: 2400 + 3 * 54 + 3 * 104.
        QTest::newRow("interleaved") << QByteArray("interleaved-1f1b") << 2 << 2874.0;
        // Wave: device 3's first stage is 3 hops in; back from stage 4's turn it is 3 hops from B(0).
        QTest::newRow("hanayo, 1 wave") << QByteArray("hanayo") << 2 << 2874.0;
        QTest::newRow("hanayo, 2 waves") << QByteArray("hanayo") << 4 << 2649.0;
        // No way back: weight halves may come last.
        QTest::newRow("zb-h1") << QByteArray("zb-h1") << 1 << 2712.0;
    }
    void lowerBounds() {
        QFETCH(QByteArray, kind);
        QFETCH(int, chunks);
        QFETCH(double, bound);
        const auto r = runOf(scenarioOf(kind, 4, 8, 4, chunks));
        QVERIFY(r);
        QCOMPARE(toUnits(r->metrics.lowerBound), bound);
    }

    /// One microbatch: nothing can overlap, so the chain is the bound and is met.
    void lowerBoundIsTheChainOfOneMicrobatch() {
        Scenario scenario = scenarioOf("zb-h1");
        scenario.workload.microbatches = 1;
        const auto r = runOf(scenario);
        QVERIFY(r);
        // 4 forwards and 4 input halves of 100, 6 hops, and the weight half of stage 0.
        QCOMPARE(toUnits(r->metrics.lowerBound), 4 * 100.0 + 4 * 100.0 + 6 * 4.0 + 100.0);
        QCOMPARE(r->metrics.totalTime, r->metrics.lowerBound);
    }

    /// 1F1B, D 2, MBS 2, F 1, B 2, no communication: device 0 runs F0 F1 . B0 . B1, device 1 . F0 B0 F1 B1 .
    void idleParts() {
        Scenario scenario = scenarioOf("1f1b", 2, 2, 0);
        scenario.workload.forward = 1.0;
        scenario.workload.backward = 2.0;
        const auto r = runOf(scenario);
        QVERIFY(r);
        const Metrics& m = r->metrics;
        QCOMPARE(toUnits(m.totalTime), 9.0);
        QCOMPARE(toUnits(m.workers[0].busy), 6.0);
        QCOMPARE(toUnits(m.workers[0].idleWarmup), 0.0);
        QCOMPARE(toUnits(m.workers[0].idleWaiting), 3.0);  // 2..4 before B0, 6..7 before B1
        QCOMPARE(toUnits(m.workers[0].idleCooldown), 0.0);
        QCOMPARE(toUnits(m.workers[1].idleWarmup), 1.0);
        QCOMPARE(toUnits(m.workers[1].idleWaiting), 0.0);
        QCOMPARE(toUnits(m.workers[1].idleCooldown), 2.0);
        QCOMPARE(m.bubbleRatio, 1 - 12.0 / 18.0);
        QCOMPARE(m.bubbleOverIdeal, 0.5);
        QCOMPARE(m.longestSpanBubble, 1 - 6.0 / 9.0);
        QCOMPARE(m.workers[0].peakActivations, 2.0);
        QCOMPARE(m.workers[1].peakActivations, 1.0);
    }

    void recomputeIsWasteOnlyWhereItIsCounted() {
        Scenario scenario = scenarioOf("gpipe", 1, 3);
        scenario.workload.forward = 10.0;
        scenario.workload.backward = 20.0;
        scenario.workload.recompute = 0.5;
        const auto r = runOf(scenario);
        QVERIFY(r);
        QCOMPARE(toUnits(r->metrics.totalTime), 3 * 35.0);
        QCOMPARE(r->metrics.bubbleRatio, 0.0);
        QCOMPARE(r->metrics.recomputeAsWaste, 1 - 90.0 / 105.0);
    }

    void peakActivations_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<double>("hold");
        QTest::addColumn<QList<double>>("peaks");
        // D 4, MBS 8.
        QTest::newRow("gpipe holds every microbatch") << QByteArray("gpipe") << 1 << 1.0 << QList<double>{8, 8, 8, 8};
        QTest::newRow("1f1b: D - d") << QByteArray("1f1b") << 1 << 1.0 << QList<double>{4, 3, 2, 1};
        QTest::newRow("interleaved: (2(D-1-d) + (v-1)D + 1) / v")
            << QByteArray("interleaved-1f1b") << 2 << 1.0 << QList<double>{5.5, 4.5, 3.5, 2.5};
        QTest::newRow("zb-h1: D on every device") << QByteArray("zb-h1") << 1 << 1.0 << QList<double>{4, 4, 4, 4};
        QTest::newRow("zb-h1 that keeps nothing for weights: as 1f1b")
            << QByteArray("zb-h1") << 1 << 0.0 << QList<double>{4, 3, 2, 1};
        // Device d has d weight halves open, each at half, beside D - d forwards.
        QTest::newRow("zb-h1 that keeps half") << QByteArray("zb-h1") << 1 << 0.5 << QList<double>{4, 3.5, 3, 2.5};
    }
    void peakActivations() {
        QFETCH(QByteArray, kind);
        QFETCH(int, chunks);
        QFETCH(double, hold);
        QFETCH(QList<double>, peaks);
        Scenario scenario = scenarioOf(kind, 4, 8, 4, chunks);
        scenario.workload.weightHold = hold;
        const auto r = runOf(scenario);
        QVERIFY(r);
        for (int d = 0; d < 4; ++d) QCOMPARE(r->metrics.workers[static_cast<std::size_t>(d)].peakActivations, peaks[d]);
    }

    /// D 4, MBS 8, all recomputed: a forward leaves the layers' inputs, and a backward brings the rest back.
    void recomputeKeepsLittle_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<QList<double>>("peaks");
        QTest::newRow("gpipe") << QByteArray("gpipe") << 1 << QList<double>{1.42, 1.42, 1.42, 1.42};
        QTest::newRow("1f1b") << QByteArray("1f1b") << 1 << QList<double>{1.18, 1.12, 1.06, 1};
        QTest::newRow("interleaved") << QByteArray("interleaved-1f1b") << 2 << QList<double>{0.8, 0.74, 0.68, 0.62};
        QTest::newRow("zb-h1, whose weight halves hold what was recomputed")
            << QByteArray("zb-h1") << 1 << QList<double>{1.18, 2.12, 3.06, 4};
    }
    void recomputeKeepsLittle() {
        QFETCH(QByteArray, kind);
        QFETCH(int, chunks);
        QFETCH(QList<double>, peaks);
        Scenario scenario = scenarioOf(kind, 4, 8, 4, chunks);
        scenario.workload.recompute = 1;
        const auto r = runOf(scenario);
        QVERIFY(r);
        for (int d = 0; d < 4; ++d) {
            const double peak = r->metrics.workers[static_cast<std::size_t>(d)].peakActivations;
            QVERIFY2(std::abs(peak - peaks[d]) < 1e-12, qPrintable(QString::number(peak, 'g', 17)));
        }
        scenario.workload.recomputeKeep = 1;
        scenario.workload.recompute = 0;
        const double held = runOf(scenario)->metrics.peakActivations();
        scenario.workload.recompute = 1;
        QCOMPARE(runOf(scenario)->metrics.peakActivations(), held);
    }

    /// By hand and by two other programs: T_F 100, T_B 200, T_C 4, v 2.
    void endsAndNodesInTheFoundingSchedules() {
        const auto totals = [](const auto& change) {
            Scenario scenario;
            scenario.workload.comm = 4.0;
            change(scenario.workload);
            scenario.schedules = foundingSchedules();
            QList<double> all;
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
                all += toUnits(runOf(scenario, i)->metrics.totalTime);
            return all;
        };
        QCOMPARE(totals([](Workload& workload) {
                     workload.embedding = {10, 20};
                     workload.head = {40, 80};
                 }),
                 (QList<double>{4314, 4314, 3954, 4046, 3682}));
        QCOMPARE(totals([](Workload& workload) {
                     workload.comm = NodeLinks{2, 1, 9};
                 }),
                 (QList<double>{3322, 3378, 2912, 3356, 2744}));
    }

    /// A limit that is the very peak is kept, however the sum was rounded.
    void aPeakAtTheLimitKeepsWithinIt() {
        const std::pair<const char*, double> peaks[] = {{"gpipe", 1.42}, {"1f1b", 1.18}, {"interleaved-1f1b", 0.8}};
        for (const auto& [kind, peak] : peaks) {
            Scenario scenario = scenarioOf(kind);
            scenario.workload.recompute = 1;
            scenario.workload.memoryLimit = peak;
            QVERIFY2(!runOf(scenario)->workerOverLimit(), kind);
            scenario.workload.memoryLimit = peak - 0.01;
            QCOMPARE(runOf(scenario)->workerOverLimit(), std::optional<std::size_t>(0));
        }
        Scheme scheme;  // with times of its own
        scheme.kind = "looped-pp";
        Scenario scenario = scenarioOf(scheme);
        scenario.workload.memoryLimit = 3;
        QVERIFY(runOf(scenario)->workerOverLimit());
    }

    void timePerMicrobatch() {
        Scenario scenario = scenarioOf("gpipe", 4, 8, 4, 1);
        scenario.workload.microbatches = 3;
        const auto r = runOf(scenario);
        QCOMPARE(valueOf(Quantity::TimePerMicrobatch, *r), toUnits(r->metrics.totalTime) / 3);
    }

    void nothingTakesTime() {
        Scenario scenario = foundingScenario(4, 8, 0);
        scenario.workload.forward = 0.0;
        scenario.workload.backward = 0.0;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const auto r = runOf(scenario, i);
            QVERIFY(r);
            QCOMPARE(r->metrics.totalTime, Time(0));
            for (const Quantity bubble : quantitiesIn(kIsBubble)) QCOMPARE(valueOf(bubble, *r), 0.0);
            QCOMPARE(r->metrics.overBound(), 0.0);
        }
    }

    void quantitiesStandInOneList() {
        std::set<Quantity> seen;
        for (const QuantityInfo& info : quantities()) {
            const std::string id(info.id);
            QVERIFY2(seen.insert(info.quantity).second && &infoOf(info.quantity) == &info, id.c_str());
            QVERIFY2((info.ofRun != nullptr) == (static_cast<std::size_t>(info.quantity) < kRunQuantities), id.c_str());
            QVERIFY2(info.ofRun || info.ofWorker, id.c_str());
            const auto isIn = [&](unsigned views) { return (info.offered & views) != 0; };
            QVERIFY2(!isIn(kInResult | kInRow | kInTable | kInExperiment | kInWalk) || info.ofRun, id.c_str());
            QVERIFY2(!isIn(kInWorkers) || info.ofWorker, id.c_str());
            QVERIFY2(!isIn(kInTable) || (!info.heading.empty() && !info.tip.empty()), id.c_str());
            QVERIFY2(!isIn(kInExperiment) || !info.definition.empty(), id.c_str());
            QVERIFY2(!isIn(kIsBubble) || (!info.sort.empty() && !info.formula.empty()), id.c_str());
        }
        for (const Offered view : {kInResult, kInWorkers, kInRow, kInTable, kInExperiment, kInWalk, kIsBubble})
            for (const Quantity quantity : quantitiesIn(view))
                QVERIFY2(findQuantity(infoOf(quantity).id, view) == quantity, std::string(infoOf(quantity).id).c_str());
        QVERIFY(!findQuantity("latency", kInExperiment));
        QCOMPARE(quantitiesIn(kIsBubble).size(), std::size_t(4));
    }

    void aPointHasWhatItsRunHas() {
        const auto r = runOf(foundingScenario(), 1);
        QVERIFY(r);
        const StudyPoint point = pointOf(*r);
        QCOMPARE(point.of(Quantity::TotalTime), toUnits(r->metrics.totalTime));
        QCOMPARE(point.of(Quantity::RecomputeAsWaste), r->metrics.recomputeAsWaste);
        QCOMPARE(point.of(Quantity::PeakActivations), r->metrics.peakActivations());
        QVERIFY(std::isnan(point.of(Quantity::Latency)));
        QVERIFY(point == pointOf(*r));
        StudyPoint other = point;
        other.of(Quantity::OverBound) += 1;
        QVERIFY(!(point == other) && !(point == refusedPoint("no")));
    }
};

QTEST_APPLESS_MAIN(TestMetrics)

}  // namespace tst_metrics
#include "tst_metrics.moc"
