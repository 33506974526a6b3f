// Every captured row of the public simulator (tests/data/reference/README.md) is reproduced.

#include "engine/run/run.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>

using namespace bubblescope;
using nlohmann::json;

namespace {

json load(const char* name) {
    std::ifstream file(std::string(SOURCE_DIR) + "/tests/data/reference/" + name);
    return json::parse(file).at("rows");
}

PerDevice perDevice(const json& value) {
    if (value.is_array()) return value.get<std::vector<double>>();
    return value.get<double>();
}

Scenario scenarioOf(const json& row) {
    Scenario scenario;
    Workload& workload = scenario.workload;
    workload.devices = row.at("devices");
    workload.microbatches = row.at("microbatches");
    workload.chunks = row.at("chunks");
    workload.timeBasis = TimeBasis::Chunk;
    workload.forward = perDevice(row.at("forward"));
    workload.backward = perDevice(row.at("backward"));
    if (row.contains("weight")) workload.weight = perDevice(row.at("weight"));
    if (row.at("comm").is_array())
        workload.comm = row.at("comm").get<std::vector<std::vector<double>>>();
    else
        workload.comm = row.at("comm").get<double>();
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
        const json rows = load("pipelines.json");
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
        const json rows = load("pipeline_orders.json");
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
};

namespace tst_reference {
QTEST_APPLESS_MAIN(TestReference)
}
#include "tst_reference.moc"
