// Closed forms, hand-made cases and refusals of each schedule.

#include "engine/analysis/spending.h"
#include "engine/entries/registry.h"
#include "engine/results/run.h"
#include "engine/sim/simulate.h"
#include "tests/engine/one_at_a_time.h"
#include "tests/engine/scenarios.h"

#include <QFile>
#include <QTest>

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_schedules {

namespace {

/// Times per op, whatever v is; uniform over the devices.
Scenario uniform(const QByteArray& kind, int devices, int microbatches, int chunks, double forward, double backward,
                 double comm = 0, std::optional<double> weight = {}) {
    Scenario scenario = scenarioOf(kind, devices, microbatches, comm, chunks);
    Workload& workload = scenario.workload;
    workload.forward = forward;
    workload.backward = backward;
    if (weight) workload.weight = *weight;
    workload.timeBasis = TimeBasis::Chunk;
    return scenario;
}

double totalOf(const Scenario& scenario) {
    const RunResult result = run(scenario, 0);
    return result ? toUnits((*result)->metrics.totalTime) : -1;
}

std::string orderOf(const Program& program, int device) {
    std::string text;
    for (Op op : program.lane(LaneId(device))) {
        if (!text.empty()) text += ' ';
        text += std::string(letter(op.kind())) + std::to_string(op.microbatch().value);
        if (program.chunks() > 1) text += '.' + std::to_string(program.chunkOf(op.stage()));
    }
    return text;
}

}  // namespace

class TestSchedules : public QObject {
    Q_OBJECT

private slots:
    /// CONTRIBUTING.md shows how to add a schedule.
    void exampleOfContributing() {
        const auto textOf = [](const char* path) {
            QFile file(QStringLiteral(SOURCE_DIR "/") + QLatin1String(path));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QByteArray example = textOf("tests/engine/one_at_a_time.h");
        QVERIFY(example.startsWith("#pragma once\n\n"));
        QVERIFY(textOf("CONTRIBUTING.md").contains("```cpp\n" + example.mid(14) + "```\n"));
        const Result<Program> program = kOneAtATime.generate({3, 4, 1});
        QVERIFY(program && validate(*program));
        QCOMPARE(orderOf(*program, 1), "F0 B0 F1 B1 F2 B2 F3 B3");
        const Scenario scenario = uniform("gpipe", 3, 4, 1, 1, 2);
        const auto timeline = simulate(std::make_shared<const Program>(*program),
                                       costsOf(*program, toDurations(resolve(scenario, 0).workload)));
        QVERIFY(timeline);
        QCOMPARE(toUnits((*timeline)->totalTime()), 36.0);
        std::stop_source stop;
        stop.request_stop();
        const Result<Program> stopped = kOneAtATime.generate({3, 4, 1, stop.get_token()});
        QVERIFY(!stopped && isCancelled(stopped.error()));
    }

    void gpipeTotal() {
        for (int D : {1, 2, 3, 4, 8, 16})
            for (int MBS : {1, 2, 5, 8, 32})
                for (double C : {0.0, 3.0})
                    QCOMPARE(totalOf(uniform("gpipe", D, MBS, 1, 7, 13, C)), (MBS + D - 1) * 20.0 + 2 * (D - 1) * C);
    }

    void gpipeBubble() {
        const RunResult result = run(uniform("gpipe", 4, 8, 1, 1, 2), 0);
        QVERIFY(result);
        QCOMPARE((*result)->metrics.bubbleRatio, 3.0 / 11);
    }

    void oneFOneBTotal() {
        for (int D : {2, 3, 4, 8, 16})
            for (int groups : {1, 2, 4, 8})
                for (double C : {0.0, 1.0, 3.0})
                    QCOMPARE(totalOf(uniform("1f1b", D, groups * D, 1, 7, 13, C)),
                             (groups * D + D - 1) * 20.0 + C * ((4 * D - 6) + 2 * (D - 1) * (groups - 1)));
    }

    void interleavedTotal() {
        for (int D : {1, 2, 3, 4, 8})
            for (int groups : {1, 2, 4})
                for (int v : {1, 2, 3, 4})
                    QCOMPARE(totalOf(uniform("interleaved-1f1b", D, groups * D, v, 7, 13)),
                             (v * groups * D + D - 1) * 20.0);
    }

    void zbH1Total() {
        struct Times {
            double F, I, W;
        };
        for (const Times& t : {Times{1, 1, 1}, Times{5, 3, 2}, Times{2, 5, 1}, Times{3, 2, 4}})
            for (int D : {2, 4, 8})
                for (int groups : {1, 2, 4}) {
                    const int MBS = groups * D;
                    const double wait = std::max({t.F, t.I, t.F + t.I - t.W});
                    QCOMPARE(totalOf(uniform("zb-h1", D, MBS, 1, t.F, t.I + t.W, 0, t.W)),
                             MBS * (t.F + t.I + t.W) + (D - 1) * wait);
                }
    }

    void hanayoTotal() {
        for (int D : {2, 3, 4, 8})
            for (int groups : {1, 2, 4})
                for (int v : {2, 4, 6}) {
                    const int MBS = groups * D;
                    QCOMPARE(totalOf(uniform("hanayo", D, MBS, v, 5, 10)),
                             5.0 * (3 * v * MBS + (2 * D - 3) * groups + 2 * D - 1));
                }
        QCOMPARE(totalOf(uniform("hanayo", 1, 6, 4, 5, 10)), 4 * 6 * 15.0);
    }

    void handMadeTotals_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<double>("total");
        // T_F 1, T_B 2, W 1; microbatches that are no multiple of the devices.
        QTest::newRow("1f1b, fewer microbatches than devices") << QByteArray("1f1b") << 4 << 2 << 15.0;
        QTest::newRow("zb-h1, fewer microbatches than devices") << QByteArray("zb-h1") << 4 << 2 << 11.0;
        QTest::newRow("1f1b, 4 devices, 5 microbatches") << QByteArray("1f1b") << 4 << 5 << 24.0;
        QTest::newRow("zb-h1, 4 devices, 5 microbatches") << QByteArray("zb-h1") << 4 << 5 << 18.0;
        QTest::newRow("1f1b, 8 devices, 3 microbatches") << QByteArray("1f1b") << 8 << 3 << 30.0;
        QTest::newRow("zb-h1, 8 devices, 3 microbatches") << QByteArray("zb-h1") << 8 << 3 << 21.0;
    }
    void handMadeTotals() {
        QFETCH(QByteArray, kind);
        QFETCH(int, devices);
        QFETCH(int, microbatches);
        QFETCH(double, total);
        QCOMPARE(totalOf(uniform(kind, devices, microbatches, 1, 1, 2, 0, 1.0)), total);
    }

    void knownTotals_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<double>("backward");
        QTest::addColumn<double>("comm");
        QTest::addColumn<int>("group");
        QTest::addColumn<double>("total");
        const auto row = [](const char* kind, int devices, int microbatches, double backward, double comm, int group,
                            double total) {
            QTest::addRow("%s, %d devices, %d microbatches, T_B %g, T_C %g, N %d", kind, devices, microbatches,
                          backward, comm, group)
                << QByteArray(kind) << devices << microbatches << backward << comm << group << total;
        };
        // T_F 1 and W 1 for a whole device.
        row("eager-1f1b", 4, 8, 2, 0.5, 0, 36);
        row("eager-1f1b", 4, 8, 2, 1, 0, 39);
        row("1f1b", 4, 8, 2, 0.5, 0, 41);
        row("1f1b", 4, 8, 2, 1, 0, 49);
        row("interleaved-1f1b", 4, 10, 2, 0, 5, 34.5);
        row("interleaved-1f1b", 3, 4, 2, 0, 4, 15);
        row("interleaved-1f1b", 3, 4, 2, 0, 3, 18.5);
        row("looped-bfs", 4, 8, 2, 0, 0, 28.5);
        row("zb-h2", 4, 8, 2, 0, 0, 27);
        row("zb-v", 4, 8, 2, 0, 0, 25.5);
        row("chimera", 4, 4, 1, 0, 0, 10);
        row("chimera", 4, 4, 2, 0, 0, 16);
        row("chimera", 8, 8, 1, 0, 0, 22);
        row("chimera", 8, 8, 2, 0, 0, 36);
        row("v-half", 4, 8, 2, 0, 0, 26.5);
        row("v-min", 4, 8, 2, 0, 0, 29.5);
        row("dualpipe", 8, 20, 2, 0, 0, 66);
        row("dualpipe-v", 4, 10, 2, 0, 0, 33);          // 66 of ops that take as long each
        row("interleaved-1f1b", 4, 10, 2, 0, 0, 34.5);  // two groups of 5 without a group of its own
        row("interleaved-1f1b", 3, 4, 2, 0, 0, 15);     // and one of all
    }
    void knownTotals() {
        QFETCH(QByteArray, kind);
        QFETCH(int, devices);
        QFETCH(int, microbatches);
        QFETCH(double, backward);
        QFETCH(double, comm);
        QFETCH(int, group);
        Scenario scenario = uniform(kind, devices, microbatches, 2, 1, backward, comm, 1.0);
        scenario.workload.timeBasis = TimeBasis::Microbatch;
        if (group > 0) scenario.schedules[0].values = {{"group", {group}}};
        QTEST(totalOf(scenario), "total");
    }

    /// A pair takes its own time: (D/2-1)(FB + B - 3W) of idle a device of DualPipe, (D-1)(FB + B - 3W) of DualPipeV.
    void bubblesOfPairs() {
        for (const int D : {2, 4, 6, 8})
            for (const int MBS : {2 * D, 2 * D + 2, 5 * D})
                for (const double pair : {2.5, 3.0}) {
                    const auto runOf = [&](const char* kind) {
                        Scenario scenario = uniform(kind, D, MBS, 2, 1, 2, 0, 1.0);
                        scenario.workload.forwardBackward = pair;
                        const RunResult result = run(scenario, 0);
                        if (!result) qFatal("%s: %s", kind, result.error().text().c_str());
                        return *result;
                    };
                    const auto idleOf = [](const Run& made) {
                        std::set<Time> idle;
                        for (const WorkerMetrics& worker : made.metrics.workers) idle.insert(worker.idle());
                        return std::pair(toUnits(*idle.begin()), toUnits(*idle.rbegin()));
                    };
                    if (pair == 3) {
                        const double one = pair + 2 - 3;
                        QCOMPARE(idleOf(*runOf("dualpipe")), std::pair((D / 2 - 1) * one, (D / 2 - 1) * one));
                        QCOMPARE(idleOf(*runOf("dualpipe-v")), std::pair((D - 1) * one, (D - 1) * one));
                    }
                    for (const char* kind : {"dualpipe", "dualpipe-v", "1f1b-overlap", "interleaved-overlap"}) {
                        if (kind == std::string("interleaved-overlap") && MBS % D != 0) continue;
                        const auto made = runOf(kind);
                        const Program& program = *made->timeline->program;
                        for (const Lane& lane : program.lanes)
                            for (Row row = lane.begin; row < lane.end; ++row)
                                if (program.ops[row].isInPair())
                                    QCOMPARE(toUnits(made->timeline->end[row] - made->timeline->startOf(row)), pair);
                    }
                }
    }

    void overlapTotals() {
        for (const int D : {1, 2, 3, 4, 8})
            for (const int rounds : {2, 3, 5})
                for (const int v : {1, 2, 3, 4})
                    for (const double pair : {13.0, 15.5, 20.0}) {
                        const int MBS = rounds * D;
                        const double total = v * D * 20.0 + (v * MBS - (v - 1) * D - 1) * pair;
                        Scenario scenario = uniform("interleaved-overlap", D, MBS, v, 7, 13);
                        scenario.workload.forwardBackward = pair;
                        QCOMPARE(totalOf(scenario), total);
                        scenario.schedules[0].kind = "1f1b-overlap";
                        if (v == 1) QCOMPARE(totalOf(scenario), total);
                    }
    }

    /// Some choices of groups deadlock, and it is said which ops wait for each other.
    void groupsThatDeadlock() {
        Scenario scenario = uniform("interleaved-1f1b", 8, 12, 3, 1, 2);
        QVERIFY(run(scenario, 0));
        scenario.schedules[0].values = {{"group", {8}}};
        const RunResult result = run(scenario, 0);
        QVERIFY(!result);
        QVERIFY2(result.error().message.starts_with("deadlock: "), result.error().message.c_str());
    }

    /// Peaks in activations of a stage on a device, and the bubbles that papers state.
    void closedFormsOfPublishedKinds() {
        for (const int D : {2, 4, 6, 8})
            for (const int MBS : {2 * D, 2 * D + 2, 5 * D}) {
                const auto runOf = [&](const char* kind, double backward, double weight) {
                    const RunResult result = run(uniform(kind, D, MBS, 2, 1, backward, 0, weight), 0);
                    if (!result) qFatal("%s: %s", kind, result.error().text().c_str());
                    return *result;
                };
                const auto peaksOf = [](const auto& made) {
                    std::vector<double> peaks;
                    for (const WorkerMetrics& worker : made->metrics.workers) peaks.push_back(worker.peakActivations);
                    return peaks;
                };
                const auto eager = peaksOf(runOf("eager-1f1b", 2, 1));
                for (int d = 0; d < D; ++d) QCOMPARE(eager[std::size_t(d)], double(std::min(MBS, 2 * (D - d) - 1)));
                const auto most = [&](const char* kind) {
                    const auto peaks = peaksOf(runOf(kind, 2, 1));
                    return *std::max_element(peaks.begin(), peaks.end());
                };
                QCOMPARE(most("zb-h2"), 2.0 * D - 1);
                QCOMPARE(most("zb-v"), double(D));
                QCOMPARE(most("looped-bfs"), double(MBS));
                QCOMPARE(most("v-half"), double((D + 2) / 2));
                QCOMPARE(most("v-min"), double((D + 4) / 3));
                QCOMPARE(most("dualpipe"), D + 1.0);
                QCOMPARE(most("dualpipe-v"), D + 0.5);
                QCOMPARE(most("1f1b-overlap"), 2.0 * D);  // the forward of a pair counts before its backward
            }
    }

    void handMadeOrders_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<QByteArray>("device0");
        QTest::addColumn<QByteArray>("device1");
        // Two devices, two microbatches.
        QTest::newRow("gpipe") << QByteArray("gpipe") << 1 << QByteArray("F0 F1 B0 B1") << QByteArray("F0 F1 B0 B1");
        QTest::newRow("1f1b: one warm-up forward on the first device")
            << QByteArray("1f1b") << 1 << QByteArray("F0 F1 B0 B1") << QByteArray("F0 B0 F1 B1");
        QTest::newRow("zb-h1: device 1 keeps one weight half open")
            << QByteArray("zb-h1") << 1 << QByteArray("F0 F1 I0 W0 I1 W1") << QByteArray("F0 I0 F1 I1 W0 W1");
        QTest::newRow("interleaved: a warm-up of all four forwards, and of two")
            << QByteArray("interleaved-1f1b") << 2 << QByteArray("F0.0 F1.0 F0.1 F1.1 B0.1 B1.1 B0.0 B1.0")
            << QByteArray("F0.0 F1.0 F0.1 B0.1 F1.1 B1.1 B0.0 B1.0");
        // Two pieces a microbatch: 0 and 1, 2 and 3.
        QTest::newRow("seq-1f1b: two warm-up pieces, and one; backwards from the last piece of a microbatch")
            << QByteArray("seq-1f1b") << 1 << QByteArray("F0 F1 F2 B1 F3 B0 B3 B2")
            << QByteArray("F0 F1 B1 F2 B0 F3 B3 B2");
        // Slots: m0 takes F 0..3, B 4-5, 6-7, 8-9, 10-11 over devices 0 1 1 0 0 1 1 0.
        QTest::newRow("hanayo: one wave")
            << QByteArray("hanayo") << 2 << QByteArray("F0.0 F1.0 F0.1 B0.1 F1.1 B1.1 B0.0 B1.0")
            << QByteArray("F0.0 F0.1 F1.0 F1.1 B0.1 B0.0 B1.1 B1.0");
    }
    void handMadeOrders() {
        QFETCH(QByteArray, kind);
        QFETCH(int, chunks);
        QFETCH(QByteArray, device0);
        QFETCH(QByteArray, device1);
        const RunResult result = run(uniform(kind, 2, 2, chunks, 1, 2), 0);
        QVERIFY(result);
        const Program& program = *(*result)->timeline->program;
        QCOMPARE(QByteArray::fromStdString(orderOf(program, 0)), device0);
        QCOMPARE(QByteArray::fromStdString(orderOf(program, 1)), device1);
    }

    /// Two devices, one microbatch, by hand: F on device 0 until 100, sent until 110, and so on.
    void sendsBlock() {
        Scenario scenario = uniform("gpipe", 2, 1, 1, 100, 200, 10);
        scenario.workload.send = Send::Blocking;
        const auto one = run(scenario, 0);
        QVERIFY(one);
        const WorkerMetrics &first = (*one)->metrics.workers[0], &last = (*one)->metrics.workers[1];
        QCOMPARE(toUnits((*one)->metrics.totalTime), 620.0);
        QCOMPARE(toUnits(first.sending), 10.0);
        QCOMPARE(toUnits(first.idleWaiting), 310.0);
        QCOMPARE(toUnits(last.sending), 10.0);
        QCOMPARE(toUnits(last.idleCooldown), 200.0);
        QVERIFY((*one)->spending && (*one)->spending->has(Spending::ExposedCommunication));
        // With two microbatches device 0 sends the first before it runs the second.
        scenario.workload.microbatches = 2;
        const auto two = run(scenario, 0);
        QVERIFY(two);
        QCOMPARE(toUnits((*two)->timeline->startOf((*two)->timeline->program->lanes[0].begin + 1)), 110.0);
        // A pair waits for the longer of its hops: devices 0 and 2 are 50 and 7 away from device 1.
        Scenario pairs = uniform("1f1b-overlap", 3, 6, 1, 100, 200);
        pairs.workload.comm = std::vector<std::vector<double>>{{0, 50, 0}, {50, 0, 7}, {0, 7, 0}};
        pairs.workload.send = Send::Blocking;
        const auto paired = run(pairs, 0);
        QVERIFY(paired);
        const Timeline& timeline = *(*paired)->timeline;
        int seen = 0;
        const RowRange middle = timeline.program->lanes[1];
        for (Row row = middle.begin; row < middle.end; ++row)
            if (timeline.program->ops[row].closesPair()) {
                QCOMPARE(toUnits(timeline.sendAfter(row)), 50.0);
                QCOMPARE(timeline.sendAfter(row - 1), Time{0});
                ++seen;
            }
        QVERIFY(seen > 2);
    }

    /// With one piece it is 1F1B; a piece takes 1/k of a microbatch, and is told by its number in it.
    void piecesOfSequences() {
        const auto with = [](int pieces, int devices, int microbatches, double comm) {
            Scenario scenario = scenarioOf("seq-1f1b", devices, microbatches, comm);
            setNamed(scenario.schedules[0].values, "pieces", {pieces});
            return scenario;
        };
        for (const int D : {1, 2, 4, 7})
            for (const int MBS : {1, 3, 8}) {
                const auto one = run(with(1, D, MBS, 4), 0), same = run(scenarioOf("1f1b", D, MBS, 4), 0);
                QVERIFY(one && same);
                QVERIFY((*one)->metrics == (*same)->metrics);
                for (const int k : {2, 3, 5}) {
                    const auto free = run(with(k, D, MBS, 0), 0);
                    QVERIFY(free);
                    const Metrics& metrics = (*free)->metrics;
                    QVERIFY(std::abs(toUnits(metrics.totalTime) - (MBS + (D - 1.0) / k) * 300) < 1e-3);
                    QCOMPARE(metrics.peakActivations(), std::min<double>(MBS, (D - 1.0 + k) / k));
                    QVERIFY(metrics.lowerBound <= metrics.totalTime);
                    QCOMPARE((*free)->timeline->program->pieces, k);
                }
            }
        // The ends of the model belong to a microbatch, whatever its pieces.
        Scenario scenario = with(4, 2, 3, 0);
        scenario.workload.head = {40, 80};
        const auto ran = run(scenario, 0);
        QVERIFY(ran);
        QCOMPARE(toUnits((*ran)->metrics.workers[1].busy), 3 * (300.0 + 120));
        // One device and one microbatch of three pieces: a chain of all of them.
        const auto chain = run(with(3, 2, 1, 7), 0);
        QVERIFY(chain);
        QCOMPARE(toUnits((*chain)->metrics.lowerBound), 2 * 300.0 + 2 * 7 - 200);
    }

    void refusals_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<int>("ownChunks");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("hanayo, odd chunks") << QByteArray("hanayo") << 8 << 3 << QByteArray("schedules[0].chunks")
                                            << QByteArray("needs an even number of chunks, has 3");
        QTest::newRow("hanayo, ragged") << QByteArray("hanayo") << 6 << 2 << QByteArray("schedules[0].microbatches")
                                        << QByteArray("needs a multiple of 4 microbatches, one per device, has 6");
        QTest::newRow("zb-v with chunks of its own")
            << QByteArray("zb-v") << 8 << 3 << QByteArray("schedules[0].chunks")
            << QByteArray("ZB-V has 2 chunks; omit \"chunks\" or set it to 2, not 3");
        QTest::newRow("chimera, odd") << QByteArray("chimera") << 5 << 1 << QByteArray("schedules[0].microbatches")
                                      << QByteArray("needs an even number of microbatches, has 5");
        QTest::newRow("dualpipe, few") << QByteArray("dualpipe") << 7 << 1 << QByteArray("schedules[0].microbatches")
                                       << QByteArray("needs at least 8 microbatches, twice the 4 devices, has 7");
        QTest::newRow("dualpipe, odd") << QByteArray("dualpipe") << 9 << 1 << QByteArray("schedules[0].microbatches")
                                       << QByteArray("needs an even number of microbatches, has 9");
        QTest::newRow("dualpipe-v, few") << QByteArray("dualpipe-v") << 7 << 2
                                         << QByteArray("schedules[0].microbatches")
                                         << QByteArray("needs at least 8 microbatches, twice the 4 devices, has 7");
        QTest::newRow("1f1b-overlap, few")
            << QByteArray("1f1b-overlap") << 6 << 1 << QByteArray("schedules[0].microbatches")
            << QByteArray("needs at least 7 microbatches, has 6: device 0 runs 7 forwards before its first fused F+B");
        QTest::newRow("interleaved-overlap, ragged")
            << QByteArray("interleaved-overlap") << 10 << 2 << QByteArray("schedules[0].microbatches")
            << QByteArray(
                   "needs a multiple of 4 microbatches or one fewer, has 10: the last group would "
                   "deadlock");
        QTest::newRow("interleaved-overlap, few")
            << QByteArray("interleaved-overlap") << 5 << 2 << QByteArray("schedules[0].microbatches")
            << QByteArray("needs at least 6 microbatches, has 5: device 0 runs 11 forwards before its first fused F+B");
        QTest::newRow("gpipe with chunks of its own")
            << QByteArray("gpipe") << 8 << 2 << QByteArray("schedules[0].chunks")
            << QByteArray("GPipe has no chunks; omit \"chunks\" or set it to 1, not 2");
    }
    void refusals() {
        QFETCH(QByteArray, kind);
        QFETCH(int, microbatches);
        QFETCH(int, ownChunks);
        Scenario scenario = uniform(kind, 4, microbatches, 2, 1, 2);
        scenario.schedules[0].own.chunks = ownChunks;
        const RunResult result = run(scenario, 0);
        QVERIFY(!result);
        QTEST(QByteArray::fromStdString(result.error().field), "field");
        QTEST(QByteArray::fromStdString(result.error().message), "message");
    }

    void kindsWithoutChunksIgnoreTheWorkloads() {
        Scenario scenario = uniform("gpipe", 4, 8, 8, 100, 200);
        scenario.workload.timeBasis = TimeBasis::Microbatch;
        const RunResult result = run(scenario, 0);
        QVERIFY(result);
        QCOMPARE((*result)->schedule.workload.chunks, 1);
        QCOMPARE(toUnits((*result)->metrics.totalTime), 3300.0);
    }

    void listIsWhole() {
        std::set<std::string_view> ids;
        for (const ScheduleKind* kind : generatedSchedules()) {
            QVERIFY(ids.insert(kind->id).second);
            QVERIFY(!kind->title.empty() && !kind->source.empty());
            QCOMPARE(kind->variant != nullptr, kind->hasChunks || kind->parameter("placement"));
            QVERIFY(findKind(Family::Schedule, kind->id) == kind);
        }
        QVERIFY(!findKind(Family::Schedule, "no-such-schedule"));
    }
};

QTEST_APPLESS_MAIN(TestSchedules)

}  // namespace tst_schedules
#include "tst_schedules.moc"
