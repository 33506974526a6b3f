// Every captured row of the public simulator (tests/data/reference/README.md) is reproduced.

#include "engine/results/run.h"
#include "engine/schedules/order_search.h"
#include "engine/schedules/order_text.h"
#include "tests/contents.h"
#include "tests/engine/reference_rows.h"
#include "tests/rounds.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace bubblescope;

namespace tst_reference {
using nlohmann::json;

namespace {

/// The effort for the table in docs/schedules.md: a twentieth of the default.
constexpr double kTableEffort = 0.05;

PerDevice perDevice(const json& value) {
    if (value.is_array()) return value.get<std::vector<double>>();
    return value.get<double>();
}

/// Sizes and times of a row.
Workload workloadOf(const json& row) {
    Workload workload;
    workload.devices = row.at("devices");
    workload.microbatches = row.at("microbatches");
    if (row.contains("chunks")) workload.chunks = row.at("chunks");
    workload.forward = perDevice(row.at("forward"));
    workload.backward = perDevice(row.at("backward"));
    if (row.contains("weight")) workload.weight = perDevice(row.at("weight"));
    if (row.at("comm").is_array())
        workload.comm = row.at("comm").get<std::vector<std::vector<double>>>();
    else
        workload.comm = row.at("comm").get<double>();
    return workload;
}

/// A row whose times are those of ops.
Scenario scenarioOf(const json& row) {
    Scenario scenario;
    scenario.workload = workloadOf(row);
    scenario.workload.timeBasis = TimeBasis::Chunk;
    scenario.schedules = {{row.at("schedule"), {}, {}}};
    return scenario;
}

QByteArray tagOf(const json& row) {
    return QByteArray::fromStdString(row.at("schedule").get<std::string>() + " D" + row.at("devices").dump() + " MBS" +
                                     row.at("microbatches").dump() + " v" + row.at("chunks").dump());
}

/// "F3" or "B3.1": kind, microbatch, chunk. In the reference B is the input half where backwards are split.
std::string nameOf(const Program& program, Op op, bool namesChunks) {
    const char kind = op.kind() == OpKind::BackwardInput ? 'B' : letter(op.kind()).front();
    std::string name(1, kind);
    name += std::to_string(op.microbatch().value);
    if (namesChunks) name.append(".").append(std::to_string(program.chunkOf(op.stage())));
    return name;
}

}  // namespace

class TestReference : public QObject {
    Q_OBJECT

private slots:
    void totals() {
        const json rows = test::referenceRows("pipelines.json");
        QCOMPARE(rows.size(), std::size_t(3177));
        for (const json& row : rows) {
            const Scenario scenario = scenarioOf(row);
            QVERIFY2(checkScenario(scenario), tagOf(row));
            const RunResult result = run(scenario, 0);
            QVERIFY2(result, tagOf(row));
            const double total = row.at("total_time"), bubble = row.at("bubble_ratio");
            QVERIFY2(std::abs(toUnits((*result)->metrics.totalTime) - total) <= 1e-6 * total, tagOf(row));
            QVERIFY2(std::abs((*result)->metrics.bubbleRatio - bubble) <= 1e-6, tagOf(row));
        }
    }

    void orders() {
        const json rows = test::referenceRows("pipeline_orders.json");
        QCOMPARE(rows.size(), std::size_t(131));
        for (const json& row : rows) {
            const RunResult result = run(scenarioOf(row), 0);
            QVERIFY2(result, tagOf(row));
            const Timeline& timeline = *(*result)->timeline;
            const Program& program = *timeline.program;
            for (std::size_t d = 0; d < program.lanes.size(); ++d) {
                const json& order = row.at("order").at(d);
                const json& starts = row.at("start").at(d);
                QCOMPARE(program.lanes[d].size(), order.size());
                for (std::size_t i = 0; i < order.size(); ++i) {
                    const Row at = program.lanes[d].begin + i;
                    const std::string expected = order.at(i);
                    QCOMPARE(nameOf(program, program.ops[at], expected.find('.') != std::string::npos), expected);
                    QVERIFY2(timeline.startOf(at) == toTime(starts.at(i).get<double>()), tagOf(row));
                }
            }
        }
    }

    void publishedOrders_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("count");
        std::map<std::string, int> counts;
        for (const json& row : test::referenceRows("published_orders.json")) ++counts[row.at("schedule")];
        int all = 0;
        for (const auto& [kind, count] : counts) {
            QTest::newRow(kind.c_str()) << QByteArray::fromStdString(kind) << count;
            all += count;
        }
        QCOMPARE(all, 319);
    }

    /// Op by op; and each can run.
    void publishedOrders() {
        QFETCH(const QByteArray, kind);
        QFETCH(const int, count);
        int met = 0;
        for (const json& row : test::referenceRows("published_orders.json")) {
            if (row.at("schedule") != kind.toStdString()) continue;
            Scenario scenario;
            scenario.workload.devices = row.at("devices");
            scenario.workload.microbatches = row.at("microbatches");
            scenario.workload.chunks = row.at("chunks");
            scenario.schedules = {{kind.toStdString(), {}, {}}};
            if (kindOf(scenario.schedules[0])->parameter("group"))
                scenario.schedules[0].values = {{"group", {row.at("group").get<int>()}}};
            QVERIFY2(checkScenario(scenario), tagOf(row));
            const RunResult result = run(scenario, 0);
            QVERIFY2(result, (tagOf(row) + (result ? "" : result.error().text().c_str())));
            const Program& program = *(*result)->timeline->program;
            QVERIFY(validate(program));
            for (std::size_t d = 0; d < program.lanes.size(); ++d)
                QCOMPARE(orderText(program.lane(LaneId(static_cast<int>(d))), program.stages),
                         row.at("order").at(d).get<std::string>());
            ++met;
        }
        QCOMPARE(met, count);
    }

    /// V-Half and V-Min at no higher peak, and no slower than their authors' own.
    void controllableMemory() {
        int met = 0, better = 0;
        for (const json& row : test::referenceRows("memory_bounds.json")) {
            if (row.at("schedule") == "zb-auto") continue;
            Scenario scenario = scenarioOf(row);
            scenario.workload.weightHold = 0.5;
            const RunResult result = run(scenario, 0);
            QVERIFY(result);
            const double total = toUnits((*result)->metrics.totalTime), theirs = row.at("total_time");
            QVERIFY((*result)->metrics.peakActivations() <= row.at("peak").get<double>());
            QVERIFY2(total <= theirs, row.dump().c_str());
            better += total < theirs;
            ++met;
        }
        QCOMPARE(met, 183);
        QVERIFY2(better >= 95, QByteArray::number(better));
    }

    /// Further sizes, by the rule of sail-sg/zero-bubble-pipeline-parallelism,
    /// megatron/core/pipeline_parallel/zerobubble/scheduler/zbv_greedy.py.
    void controllableMemoryOfOtherSizes_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<QList<double>>("times");  // F, B, W and T_C
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("peak");
        const auto row = [](const char* kind, int devices, int microbatches, const QList<double>& times, double total,
                            double peak) {
            QTest::addRow("%s D%d MBS%d", kind, devices, microbatches)
                << QByteArray(kind) << devices << microbatches << times << total << peak;
        };
        row("v-half", 5, 2, {7, 18, 5, 2}, 278, 2);
        row("v-half", 7, 2, {10, 30, 10, 0}, 500, 2);
        row("v-half", 9, 2, {10, 20, 8, 0}, 452, 2);
        row("v-half", 8, 7, {5478, 9340, 3534, 200}, 333034, 5);
        row("v-half", 8, 17, {7, 18, 5, 2}, 1319, 5);
        row("v-half", 10, 19, {10, 30, 10, 0}, 2140, 6);
        row("v-half", 10, 60, {10, 20, 8, 0}, 3906, 6);
        row("v-half", 12, 25, {5478, 9340, 3534, 200}, 951146, 7);
        row("v-half", 16, 64, {7, 18, 5, 2}, 4571, 9);
        row("v-min", 5, 4, {7, 18, 5, 2}, 463, 3);
        row("v-min", 7, 20, {7, 18, 5, 2}, 2003, 3);
        row("v-min", 12, 48, {7, 18, 5, 2}, 4725, 5);
    }
    void controllableMemoryOfOtherSizes() {
        QFETCH(const QByteArray, kind);
        QFETCH(const int, devices);
        QFETCH(const int, microbatches);
        QFETCH(const QList<double>, times);
        QFETCH(const double, total);
        QFETCH(const double, peak);
        Scenario scenario;
        Workload& workload = scenario.workload;
        workload.devices = devices;
        workload.microbatches = microbatches;
        workload.timeBasis = TimeBasis::Chunk;
        workload.forward = times[0];
        workload.backward = times[1];
        workload.weight = times[2];
        workload.comm = times[3];
        scenario.schedules = {{kind.toStdString(), {}, {}}};
        for (const double hold : {0.5, 1.0}) {
            workload.weightHold = hold;
            const RunResult result = run(scenario, 0);
            QVERIFY(result);
            QVERIFY((*result)->metrics.peakActivations() <= peak);
            const double ours = toUnits((*result)->metrics.totalTime);
            QVERIFY2(ours <= total, QByteArray::number(ours / total));
        }
    }

    void soughtOrders_data() {
        QTest::addColumn<QByteArray>("placement");
        QTest::addColumn<int>("devices");
        for (const char* placement : {"line", "wave"})
            for (const int devices : {2, 3, 4, 5, 6, 8})
                if (QByteArray(placement) == "wave" || devices != 5)
                    QTest::addRow("%s on %d", placement, devices) << QByteArray(placement) << devices;
    }

    /// ZB auto: no longest span is longer than the result of the authors' own search under the same limit.
    /// docs/schedules.md says how much shorter they are, and how many are proven optimal.
    void soughtOrders() {
        QFETCH(const QByteArray, placement);
        QFETCH(const int, devices);
        int place = 0, rows = 0, shorter = 0, proven = 0;
        double gained = 0, most = 0;
        for (const json& row : test::referenceRows("memory_bounds.json")) {
            if (row.at("schedule") != "zb-auto" || row.at("devices") != devices ||
                row.at("placement") != placement.toStdString() || !isCompared(place++))
                continue;
            Workload workload = workloadOf(row);
            workload.chunks = placement == "wave" ? 2 : 1;
            workload.timeBasis = TimeBasis::Chunk;
            workload.weightHold = 0.5;
            if (!row.at("memory_limit").is_null()) workload.memoryLimit = row.at("memory_limit").get<double>();
            const auto find = [&](double effort) {
                return searchOrder({devices, workload.chunks, workload.microbatches, toDurations(workload),
                                    holdingOf(workload), workload.memoryLimit, effort});
            };
            const double theirs = row.at("longest_span");
            auto found = find(kTableEffort);
            // A few rows need more of it.
            if (found && toUnits(found->longestSpan) > theirs) found = find(1);
            QVERIFY(found);
            const double span = toUnits(found->longestSpan);
            QVERIFY2(span <= theirs, row.dump().c_str());
            QVERIFY(found->longestSpan >= found->bound);
            ++rows;
            shorter += span < theirs;
            proven += found->isBest();
            gained += 1 - span / theirs;
            most = std::max(most, 1 - span / theirs);
        }
        if (kIsSecondRun) return;
        const QString line = QStringLiteral("| %1 | %2 | %3 | %4 | %5% | %6% | %7 |")
                                 .arg(QString::fromUtf8(placement))
                                 .arg(devices)
                                 .arg(rows)
                                 .arg(shorter)
                                 .arg(100 * gained / rows, 0, 'f', 2)
                                 .arg(100 * most, 0, 'f', 1)
                                 .arg(proven);
        QVERIFY2(test::contents(SOURCE_DIR "/docs/schedules.md").contains(line.toUtf8()), qPrintable(line));
    }

    /// The rates that the paper prints of ZB-V, which its authors sought too, at the memory of 1F1B.
    void soughtBubbleRates() {
        int cells = 0;
        for (const json& row : test::referenceRows("zb_tables.json")) {
            if (!row.at("printed").contains("zb-v") || !isCompared(cells++)) continue;
            Workload workload = workloadOf(row);
            workload.chunks = 2;
            for (const double hold : {0.5, 1.0}) {
                workload.weightHold = hold;
                const auto found =
                    searchOrder({workload.devices, 2, workload.microbatches, toDurations(workload), holdingOf(workload),
                                 static_cast<double>(workload.devices), kTableEffort});
                QVERIFY(found);
                const double work = row.at("forward").get<double>() + row.at("backward").get<double>();
                const double rate = 1 - workload.microbatches * work / toUnits(found->longestSpan);
                const double printed = row.at("printed").at("zb-v");
                QVERIFY2(rate < printed + 5.001e-5, QByteArray::number(rate) + " " + QByteArray::number(printed));
            }
        }
        QCOMPARE(cells, 9);
    }

    /// To the four digits that the paper prints, of 1F1B, ZB-H1 and ZB-H2: 1 - MBS(F+I+W) over the longest span.
    void printedBubbleRates() {
        int cells = 0;
        for (const json& row : test::referenceRows("zb_tables.json"))
            for (const char* kind : {"1f1b", "zb-h1", "zb-h2"}) {
                Scenario scenario;
                const Workload workload = workloadOf(row);
                scenario.workload = workload;
                scenario.schedules = {{kind, {}, {}}};
                const RunResult result = run(scenario, 0);
                QVERIFY(result);
                const Timeline& timeline = *(*result)->timeline;
                Time longest = 0;
                for (const Lane& lane : timeline.program->lanes)
                    longest = std::max(longest, timeline.end[lane.end - 1] - timeline.startOf(lane.begin));
                const double work = row.at("forward").get<double>() + row.at("backward").get<double>();
                const double rate = 1 - workload.microbatches * work / toUnits(longest);
                const double printed = row.at("printed").at(kind);
                QVERIFY2(std::abs(rate - printed) < 5.001e-5, tagOf(json{{"schedule", kind},
                                                                         {"devices", workload.devices},
                                                                         {"microbatches", workload.microbatches},
                                                                         {"chunks", 1}}) +
                                                                  QByteArray::number(rate) + " " +
                                                                  QByteArray::number(printed));
                ++cells;
            }
        QCOMPARE(cells, 63);
    }
};

QTEST_APPLESS_MAIN(TestReference)

}  // namespace tst_reference
#include "tst_reference.moc"
