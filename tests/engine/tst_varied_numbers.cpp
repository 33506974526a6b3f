// Experiments whose axes are numbers of schedules and schemes, numbers inside keys, and times of steps.

#include "engine/io/experiment_file.h"
#include "engine/schemes/scheme.h"
#include "engine/sim/simulate.h"
#include "engine/study/run_experiment.h"
#include "engine/study/scenario_link.h"
#include "tests/engine/experiment_runs.h"
#include "tests/engine/random_scenario.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_varied_numbers {
using nlohmann::json;

class TestVariedNumbers : public QObject {
    Q_OBJECT

private slots:
    /// A time that steps share varies in all of them, and the halves of an all-reduce with it.
    void timesOfSteps() {
        const std::string series = R"("series": [
            {"step": "ddp", "buckets": "layer", "ranks": 4,
             "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}},
            {"step": "fsdp", "label": "FSDP", "ranks": 4, "comm_lanes": "split",
             "times": {"layers": 4, "forward": 10, "backward": 20, "all_gather": 15, "reduce_scatter": 15,
                       "optimizer": 5}}], "metrics": ["total_time"])";
        const auto plan =
            planOfText(textWithX(R"({"variable": "times.all_reduce", "values": [0, 15, 30]})",
                                 R"("panels": {"variable": "times.layers", "values": [4, 8]}, )" + series));
        const Taken taken = runOn(plan, 1);
        const auto total = [&](std::size_t panel, std::size_t at, std::size_t x) {
            return taken.results[plan.pointAt({0, panel, at, x})].of(Quantity::TotalTime);
        };
        QCOMPARE(total(0, 0, 1), 140.0);  // steps.md §6
        QCOMPARE(total(0, 0, 2), 185.0);
        QCOMPARE(total(0, 1, 2), 170.0);
        QCOMPARE(total(0, 1, 0), 125.0);
        QCOMPARE(total(1, 0, 0), 245.0);
        QVERIFY(placeText(plan, plan.placeOf(2)) == "layers = 4, all-reduce = 30");
        // Where the gathers have an axis of their own they stay with it.
        const auto free =
            planOfText(textWithX(R"({"variable": "times.all_reduce", "values": [30, 60]})",
                                 R"("panels": {"variable": "times.all_gather", "values": [15]}, )" + series));
        const auto values = scenarioAt(free, free.pointAt({0, 0, 1, 1})).schedules[0].values;
        const auto times = std::get<ParameterValue::Object>(valueNamed(values, "times")->held);
        QCOMPARE(std::get<double>(valueNamed(times, "all_gather")->held), 15.0);
        QCOMPARE(std::get<double>(valueNamed(times, "reduce_scatter")->held), 30.0);

        const auto refusal = [&](const std::string& variable, const std::string& of) {
            const std::string x = "{\"variable\": \"" + variable + "\", \"values\": [1]}";
            const auto read = readExperiment(textWithX(x, of));
            if (!read) return read.error().text();
            const auto refused = planExperiment(*read);
            return refused ? std::string() : refused.error().text();
        };
        QCOMPARE(refusal("times.all_reduction", series),
                 std::string("x.variable: no training step of the series has the time \"all_reduction\"; nearest: "
                             "\"all_reduce\""));
        QCOMPARE(refusal("times.forward", R"("series": [{"kind": "gpipe"}])"),
                 std::string("x.variable: no training step of the series has times that an axis can vary"));
        const auto negative =
            planExperiment(*readExperiment(textWithX(R"({"variable": "times.forward", "values": [-1]})", series)));
        QVERIFY(!negative && negative.error().field == "x.values[0]");
    }

    void oneSchemeVariesByItsParameter() {
        const auto plan = planOfText(
            textWithX("{\"variable\": \"workers\", \"values\": [4, 6]}",
                      "\"panels\": {\"variable\": \"fetch\", \"values\": [0, 0.5]}, "
                      "\"series\": {\"variable\": \"group_size\", \"values\": [1, 2], \"schedule\": {\"scheme\": "
                      "\"fs-looped-pp\"}}"));
        QCOMPARE(plan.series[1].title, std::string("group_size = 2"));
        const Scheme scheme = schemeOf(scenarioAt(plan, plan.pointAt({0, 1, 1, 0})).schedules.front());
        QCOMPARE(scheme.workers, 4);
        QCOMPARE(scheme.fetch, 0.5);
        QCOMPARE(numberOf(scheme, "group_size"), 2);
        for (const StudyPoint& point : runOn(plan, 2).results) QCOMPARE(point.refusal, std::string());
    }

    void aScheduleOwnKeyVaries() {
        const auto plan = planOfText(
            textWithX("{\"variable\": \"schedules[1].chunks\", \"values\": [2, 4]}",
                      "\"series\": [{\"kind\": \"hanayo\", \"chunks\": 2}, {\"kind\": \"hanayo\", \"chunks\": 2}]"));
        QCOMPARE(workloadAt(plan, {0, 0, 0, 1}).chunks, 2);
        QCOMPARE(workloadAt(plan, {0, 0, 1, 1}).chunks, 4);
    }

    /// A point is what the scenario with that number is.
    void numbersInsideKeysAreVaried_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("title");
        QTest::addColumn<double>("value");
        const auto row = [](const char* path, const char* title, double value) {
            QTest::newRow(path) << path << title << value;
        };
        row("head[0]", "head forward", 60);
        row("head[1]", "head backward", 90);
        row("embedding[0]", "embedding forward", 15);
        row("embedding[1]", "embedding backward", 25);
        row("comm.node_size", "devices per node", 2);
        row("comm.inside", "T_C inside a node", 3);
        row("comm.between", "T_C between nodes", 40);
        row("forward[3]", "T_F of device 3", 170);
    }
    void numbersInsideKeysAreVaried() {
        QFETCH(QString, path);
        QFETCH(QString, title);
        QFETCH(double, value);
        Experiment experiment;
        experiment.workload.forward = std::vector<double>{100, 100, 100, 120};
        experiment.workload.comm = NodeLinks{4, 1, 8};
        experiment.workload.head = {10, 20};
        experiment.series = std::vector<ScheduleEntry>{{"1f1b", {}, {}}, {"zb-h1", {}, {}}};
        experiment.x = {path.toStdString(), {1, value}};
        const auto plan = planExperiment(experiment);
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QCOMPARE(QString::fromStdString(titleOf(experiment, experiment.x)), title);
        QCOMPARE(QString::fromStdString(placeText(*plan, {0, 0, 0, 1})), title + " = " + QString::number(value));
        Workload expected = experiment.workload;
        if (path == "head[0]") expected.head.forward = value;
        if (path == "head[1]") expected.head.backward = value;
        if (path == "embedding[0]") expected.embedding.forward = value;
        if (path == "embedding[1]") expected.embedding.backward = value;
        if (path == "comm.node_size") std::get<NodeLinks>(expected.comm).nodeSize = int(value);
        if (path == "comm.inside") std::get<NodeLinks>(expected.comm).inside = value;
        if (path == "comm.between") std::get<NodeLinks>(expected.comm).between = value;
        if (path == "forward[3]") std::get<1>(expected.forward)[3] = value;
        const Taken taken = runOn(*plan, 2);
        const auto& entries = std::get<0>(experiment.series);
        for (std::size_t series = 0; series < entries.size(); ++series) {
            const Scenario alone{{}, expected, {entries[series]}};
            QVERIFY(workloadAt(*plan, {0, 0, series, 1}) == resolve(alone, 0).workload);
            const RunResult ran = run(alone, 0);
            QVERIFY(ran.has_value());
            QCOMPARE(taken.results[plan->pointAt({0, 0, series, 1})], pointOf(**ran));
        }
    }

    void numbersInsideKeysAreChecked_data() {
        QTest::addColumn<QString>("more");
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* more, const char* x, const char* error) {
            QTest::newRow(name) << more << x << error;
        };
        row("all of a stage's", "", "head", "x.variable: \"head\" has two times; vary head[0] (forward)");
        row("a third", "", "head[2]", "x.variable: head has only head[0] (forward)");
        row("no links by node", "", "comm.inside", "x.variable: comm is not by node here");
        row("no list", "", "forward[1]", "x.variable: forward is one time for all devices here; make it a list");
        row("past the list", "\"workload\": {\"devices\": 2, \"forward\": [1, 2]}", "forward[2]",
            "x.variable: forward has 2 times here");
        row("a number", "", "recompute[0]", "x.variable: recompute is a single number; vary it without an index");
        row("given by a formula",
            "\"workload\": {\"comm\": {\"node_size\": 2, \"inside\": 1, \"between\": 8}}, "
            "\"bindings\": {\"comm\": \"T_F\"}",
            "comm.inside", "x.variable: a formula already sets comm");
        row("below 0", "", "head[0]", "x.values[1]: ");
        row("nothing like it", "", "comm.outside", "nearest: \"");
    }
    void numbersInsideKeysAreChecked() {
        QFETCH(QString, more);
        QFETCH(QString, x);
        QFETCH(QString, error);
        const auto experiment = readDraft(
            "{\"format\": \"bubblescope-experiment\", \"version\": 1, \"x\": {\"variable\": \"" + x.toStdString() +
            "\", \"values\": [1, -1]}" + (more.isEmpty() ? std::string() : ", " + more.toStdString()) + "}");
        QVERIFY2(experiment, experiment ? "" : experiment.error().text().c_str());
        const auto plan = planExperiment(*experiment);
        QVERIFY(!plan);
        QVERIFY2(plan.error().text().find(error.toStdString()) != std::string::npos, plan.error().text().c_str());
    }

    void axesOverScheduleNumbersAreChecked_data() {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("values");
        QTest::addColumn<QString>("error");
        QTest::newRow("no such schedule") << "schedules[2].group_size"
                                          << "[1]"
                                          << "x.variable: schedules[2] does not exist";
        QTest::newRow("no such number") << "schedules[0].group_sise"
                                        << "[1]"
                                        << "nearest: \"group_size\"";
        QTest::newRow("of a scheme, not of a schedule") << "schedules[1].stages"
                                                        << "[1]"
                                                        << "1F1B has no number \"stages\"";
        QTest::newRow("not whole") << "schedules[0].batches"
                                   << "[1.5]"
                                   << "x.values[0]";
        QTest::newRow("out of range") << "schedules[0].workers"
                                      << "[2, 0]"
                                      << "x.values[1]";
        QTest::newRow("no index") << "schedules[].workers"
                                  << "[2]"
                                  << "neither a workload key nor declared";
    }
    void axesOverScheduleNumbersAreChecked() {
        QFETCH(QString, x);
        QFETCH(QString, values);
        QFETCH(QString, error);
        const auto experiment =
            readDraft("{\"format\": \"bubblescope-experiment\", \"version\": 1, \"x\": {\"variable\": \"" +
                      x.toStdString() + "\", \"values\": " + values.toStdString() +
                      "}, \"series\": [{\"scheme\": \"looped-pp\"}, {\"kind\": \"1f1b\"}]}");
        QVERIFY2(experiment, experiment ? "" : experiment.error().text().c_str());
        const auto plan = planExperiment(*experiment);
        QVERIFY(!plan);
        QVERIFY2(plan.error().text().find(error.toStdString()) != std::string::npos, plan.error().text().c_str());
    }
};

QTEST_APPLESS_MAIN(TestVariedNumbers)

}  // namespace tst_varied_numbers
#include "tst_varied_numbers.moc"
