// Experiments: what a point's configuration is, and that running them gives what running each point alone gives.

#include "engine/io/experiment_file.h"
#include "engine/schemes/scheme.h"
#include "engine/sim/simulate.h"
#include "engine/study/run_experiment.h"
#include "engine/study/scenario_link.h"
#include "tests/engine/experiment_files.h"
#include "tests/engine/random_scenario.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;
using nlohmann::json;

namespace {

ExperimentPlan planOfText(const std::string& text) {
    auto plan = planExperiment(*readExperiment(text));
    if (!plan) qFatal("%s", plan.error().text().c_str());
    return std::move(*plan);
}

ExperimentPlan planOf(const std::string& more) { return planOfText(experimentText(more)); }

Workload workloadAt(const ExperimentPlan& plan, const PointPlace& place) {
    return scenarioAt(plan, plan.pointAt(place)).workload;
}

struct Taken {
    std::vector<StudyPoint> results;
    std::vector<std::size_t> order;
};

Taken runOn(const ExperimentPlan& plan, std::size_t threads, std::uint64_t memory = availableMemory()) {
    Taken taken{std::vector<StudyPoint>(plan.size()), {}};
    runExperiment(plan,
                  [&](std::size_t point, StudyPoint result) {
                      taken.results[point] = std::move(result);
                      taken.order.push_back(point);
                      return true;
                  },
                  {}, {threads, memory, nullptr, {}});
    return taken;
}

/// An experiment over a random workload with random axes, own keys and formulas; schedules may refuse its points.
Experiment randomExperiment(Random& random) {
    Experiment experiment;
    experiment.workload.forward = randomTime(random);
    experiment.workload.backward = 50 + randomTime(random);
    experiment.x = {"devices", {1, 4, 3}};
    experiment.panels = Axis{"R", {2, 1}};
    experiment.figures = Axis{"comm", {0, randomTime(random), 7}};
    experiment.variables = {{"R", {}}};
    experiment.bindings = {{"imbalance", "R/10"}, {"microbatches", randomInt(random, 0, 1) ? "R*D" : "R*D + v - 1"}};
    std::vector<ScheduleEntry> entries;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule)) {
        ScheduleEntry entry{std::string(kind->id), {}, {}};
        if (kind->hasChunks) entry.own.chunks = randomInt(random, 1, 4);
        if (randomInt(random, 0, 2) == 0) entry.own.recompute = 0.5;
        if (randomInt(random, 0, 3) == 0) entry.own.microbatches = 6;
        entries.push_back(entry);
    }
    experiment.series = entries;
    return experiment;
}

}  // namespace

class TestExperiment : public QObject {
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
        QCOMPARE(
            refusal("times.all_reduction", series),
            std::string("x.variable: no training step of the series has the time \"all_reduction\"; the nearest is "
                        "\"all_reduce\""));
        QCOMPARE(refusal("times.forward", R"("series": [{"kind": "gpipe"}])"),
                 std::string("x.variable: no training step of the series says what it takes, so that no axis can vary "
                             "it"));
        const auto negative =
            planExperiment(*readExperiment(textWithX(R"({"variable": "times.forward", "values": [-1]})", series)));
        QVERIFY(!negative && negative.error().field == "x.values[0]");
    }

    void aFigureMayComeFirst() {
        const auto plan = planOf("\"figures\": {\"variable\": \"comm\", \"values\": [0, 4, 16]}");
        std::vector<std::size_t> figures;
        std::vector<StudyPoint> results(plan.size());
        runExperiment(
            plan,
            [&](std::size_t point, StudyPoint result) {
                figures.push_back(plan.placeOf(point).figure);
                results[point] = std::move(result);
                return true;
            },
            {}, {}, 1);
        QCOMPARE(figures.size(), plan.size());
        for (std::size_t i = 0; i < figures.size(); ++i) QCOMPARE(figures[i] == 1, i < plan.size() / 3);
        QVERIFY(results == runOn(plan, 1).results);
    }

    /// What a click on a point opens is what the point ran, for each of the series.
    void aroundAPointStandsWhatTheSeriesRun() {
        Random random(propertySeed());
        for (int round = 0; round < 40; ++round) {
            const auto plan = planExperiment(randomExperiment(random));
            QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
            const auto point = std::size_t(randomInt(random, 0, int(plan->size()) - 1));
            const PointPlace place = plan->placeOf(point);
            const Scenario around = scenarioAround(*plan, point);
            QVERIFY(checkScenario(around));
            QCOMPARE(around.schedules.size(), plan->series.size());
            for (std::size_t series = 0; series < plan->series.size(); ++series) {
                const Scenario alone = scenarioAt(*plan, plan->pointAt({place.figure, place.panel, series, place.x}));
                const ResolvedSchedule expected = resolve(alone, 0), got = resolve(around, series);
                QVERIFY(got.kind == expected.kind && got.workload == expected.workload);
            }
        }
    }

    void manySeriesOpenAlone() {
        std::string values = "1";
        for (int i = 2; i <= 13; ++i) values += ", " + std::to_string(i);
        const auto plan = planOf("\"variables\": {\"q\": {}}, \"series\": {\"variable\": \"q\", \"values\": [" +
                                 values + "], \"schedule\": {\"kind\": \"1f1b\"}}");
        QCOMPARE(scenarioAround(plan, 0).schedules.size(), std::size_t(1));
    }

    void anExperimentOnAScenarioRunsItsSchedules() {
        Scenario scenario;
        scenario.workload.devices = 8;
        scenario.schedules = {{"hanayo", {}, {}}, {"gpipe", "mine", {}}};
        const auto plan = planExperiment(experimentOn(scenario));
        QVERIFY(plan);
        QCOMPARE(plan->series[1].title, std::string("mine"));
        QCOMPARE(scenarioAt(*plan, 0).workload.devices, 8);
        QVERIFY(plan->experiment.x.values.size() > 10);
        // To begin with it leaves out placement schemes.
        Scheme scheme;
        scheme.kind = "looped-pp";
        scenario.schedules.push_back({scheme.kind, {}, {}, scheme});
        QCOMPARE(planExperiment(experimentOn(scenario))->series.size(), std::size_t(2));
        scenario.schedules.erase(scenario.schedules.begin(), scenario.schedules.end() - 1);
        QVERIFY(planExperiment(experimentOn(scenario)));
        scenario.schedules.clear();
        QVERIFY(planExperiment(experimentOn(scenario)));
    }

    void schemesVaryLikeSchedules() {
        const auto plan = planOfText(textWithX(
            "{\"variable\": \"schedules[0].group_size\", \"values\": [1, 2, 4, 6]}",
            "\"panels\": {\"variable\": \"schedules[1].batches\", \"values\": [6, 12]}, "
            "\"series\": [{\"scheme\": \"looped-pp\", \"workers\": 6}, {\"scheme\": \"ddp\", \"workers\": 6}, "
            "{\"kind\": \"1f1b\"}]"));
        const Taken taken = runOn(plan, 2);
        for (std::size_t point = 0; point < plan.size(); ++point) {
            const PointPlace place = plan.placeOf(point);
            Scenario expected;
            expected.workload = plan.experiment.workload;
            expected.schedules = {plan.series[place.series].entry};
            auto& scheme = expected.schedules.front().scheme;
            if (place.series == 0) scheme = withNumber(*scheme, "group_size", int(plan.xOf(place)));
            if (place.series == 1) scheme->batches = int(*plan.panelOf(place));
            QVERIFY(scenarioAt(plan, point).schedules.front().scheme == scheme);
            const RunResult alone = run(expected, 0);
            QCOMPARE(taken.results[point].refusal, alone ? std::string() : alone.error().message);
            if (alone) QVERIFY(taken.results[point] == pointOf(**alone));
        }
        // At 4 a worker is missing: a gap with its reason, and no error.
        QVERIFY(!taken.results[plan.pointAt({0, 0, 0, 2})].refusal.empty());
        QCOMPARE(placeText(plan, plan.placeOf(0)), std::string("batches of DDP = 6, group_size of Looped PP = 1"));
        // Points with the same numbers share one run; schedules[0] of the file is series 0 alone.
        QCOMPARE(plan.shape[plan.pointAt({0, 0, 1, 0})], plan.shape[plan.pointAt({0, 0, 1, 3})]);
        QCOMPARE(runOn(plan, 1).results, taken.results);
        const Scenario around = scenarioAround(plan, plan.pointAt({0, 1, 0, 1}));
        QCOMPARE(around.schedules.size(), std::size_t(3));
        QCOMPARE(numberOf(*around.schedules[0].scheme, "group_size"), 2);
        QCOMPARE(around.schedules[1].scheme->batches, 12);
    }

    void oneSchemeVariesByItsParameter() {
        const auto plan = planOfText(
            textWithX("{\"variable\": \"workers\", \"values\": [4, 6]}",
                      "\"panels\": {\"variable\": \"fetch\", \"values\": [0, 0.5]}, "
                      "\"series\": {\"variable\": \"group_size\", \"values\": [1, 2], \"schedule\": {\"scheme\": "
                      "\"fs-looped-pp\"}}"));
        QCOMPARE(plan.series[1].title, std::string("group_size = 2"));
        const Scheme scheme = *scenarioAt(plan, plan.pointAt({0, 1, 1, 0})).schedules.front().scheme;
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
        row("comm.node_size", "devices a node", 2);
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
        row("all of a stage's", "", "head", "x.variable: \"head\" is two times; an axis can vary head[0], the forward");
        row("a third", "", "head[2]", "x.variable: head has two times: head[0], the forward");
        row("no links by node", "", "comm.inside", "x.variable: comm is not by node here");
        row("no list", "", "forward[1]", "x.variable: forward is one time for all devices here; give it a list");
        row("past the list", "\"workload\": {\"devices\": 2, \"forward\": [1, 2]}", "forward[2]",
            "x.variable: forward has 2 times here");
        row("a number", "", "recompute[0]", "x.variable: recompute is one number; vary it itself");
        row("given by a formula",
            "\"workload\": {\"comm\": {\"node_size\": 2, \"inside\": 1, \"between\": 8}}, "
            "\"bindings\": {\"comm\": \"T_F\"}",
            "comm.inside", "x.variable: a formula gives comm already");
        row("below 0", "", "head[0]", "x.values[1]: ");
        row("nothing like it", "", "comm.outside", "the nearest is \"");
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
                                          << "x.variable: there is no schedules[2]";
        QTest::newRow("no such number") << "schedules[0].group_sise"
                                        << "[1]"
                                        << "the nearest is \"group_size\"";
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

    void everyValueHasItsSource() {
        const ExperimentPlan plan = planOf(
            "\"variables\": {\"R\": {}}, \"workload\": {\"imbalance\": 0.25, \"recompute\": 0.5}, "
            "\"panels\": {\"variable\": \"R\", \"values\": [3, 5]}, \"figures\": {\"variable\": \"comm\", \"values\": "
            "[7]}, "
            "\"bindings\": {\"microbatches\": \"R*D\", \"forward\": \"T_B/2\", \"backward\": \"800/D + v + x + T_C + "
            "r\"}, "
            "\"series\": [{\"kind\": \"gpipe\"}, {\"kind\": \"hanayo\", \"chunks\": 4, \"microbatches\": 12, "
            "\"comm\": 1, \"label\": \"H\"}]");
        QCOMPARE(plan.size(), std::size_t(8));
        const Workload gpipe = workloadAt(plan, {0, 1, 0, 1});
        QCOMPARE(gpipe.devices, 4);
        QCOMPARE(gpipe.microbatches, 20);
        QCOMPARE(gpipe.chunks, 1);  // what it runs: v is 1 in formulas too
        QCOMPARE(std::get<double>(gpipe.comm), 7.0);
        QCOMPARE(std::get<double>(gpipe.backward), 200 + 1 + 0.25 + 7 + 0.5);
        QCOMPARE(std::get<double>(gpipe.forward), 208.75 / 2);
        const Workload hanayo = workloadAt(plan, {0, 0, 1, 0});
        QCOMPARE(hanayo.devices, 2);
        QCOMPARE(hanayo.microbatches, 12);  // its own, not the formula's
        QCOMPARE(std::get<double>(hanayo.comm), 1.0);
        QCOMPARE(std::get<double>(hanayo.backward), 400 + 4 + 0.25 + 1 + 0.5);
    }

    void weightsFollowTheirShare() {
        const ExperimentPlan plan = planOf(
            "\"bindings\": {\"backward\": \"100*D\", \"weight_fraction\": \"1/D\", \"comm\": \"T_W\"}, "
            "\"series\": [{\"kind\": \"zb-h1\"}, {\"kind\": \"zb-h1\", \"weight\": 30}]");
        QCOMPARE(std::get<double>(workloadAt(plan, {0, 0, 0, 1}).comm), 100.0);
        QCOMPARE(std::get<double>(workloadAt(plan, {0, 0, 1, 1}).comm), 30.0);
    }

    void listsMayStandWhereNoFormulaReadsThem() {
        const ExperimentPlan plan = planOf(
            "\"bindings\": {\"backward\": \"10*D\"}, \"series\": [{\"kind\": \"gpipe\", \"devices\": 3, "
            "\"forward\": [1, 2, 3], \"comm\": [[0, 1, 2], [3, 0, 4], [5, 6, 0]]}]");
        QCOMPARE(at(workloadAt(plan, {0, 0, 0, 1}).forward, 2), 3.0);
        QCOMPARE(std::get<double>(workloadAt(plan, {0, 0, 0, 1}).backward), 30.0);
    }

    void whatRoundingLeftIsWhole() {
        const ExperimentPlan plan = planOf("\"bindings\": {\"microbatches\": \"(0.1*3)*10*D\"}");
        QCOMPARE(workloadAt(plan, {}).microbatches, 6);
    }

    void titlesTellSeriesApart() {
        const auto titles = [](const std::string& series) {
            QStringList out;
            for (const PlannedSeries& planned : planOf("\"variables\": {\"R\": {\"title\": \"MBS / D\"}}, \"panels\": "
                                                       "{\"variable\": \"R\", \"values\": [1]}, \"series\": " +
                                                       series)
                                                    .series)
                out += QString::fromStdString(planned.title);
            return out;
        };
        QCOMPARE(titles("[{\"kind\": \"gpipe\"}, {\"kind\": \"hanayo\"}, {\"kind\": \"hanayo\", \"chunks\": 4}, "
                        "{\"kind\": \"1f1b\", \"label\": \"mine\"}]"),
                 QStringList({"GPipe", "Hanayo", "Hanayo, 2 waves", "mine"}));
        QCOMPARE(titles("{\"variable\": \"comm\", \"values\": [0, 2.5], \"schedule\": {\"kind\": \"1f1b\"}}"),
                 QStringList({"T_C = 0", "T_C = 2.5"}));
        QCOMPARE(titles("{\"variable\": \"comm\", \"values\": [1], \"schedule\": {\"kind\": \"1f1b\", "
                        "\"label\": \"mine\"}}"),
                 QStringList({"mine, T_C = 1"}));
        const Experiment experiment = experimentOf(
            "\"variables\": {\"R\": {\"title\": \"MBS / D\"}}, \"panels\": "
            "{\"variable\": \"R\", \"values\": [1]}");
        QCOMPARE(titleOf(experiment, *experiment.panels), std::string("MBS / D"));
        QCOMPARE(titleOf(experiment, experiment.x), std::string("D"));
    }

    void placesAndPointsAreEachOther() {
        const ExperimentPlan plan = planOf(
            "\"panels\": {\"variable\": \"comm\", \"values\": [0, 1, 2]}, "
            "\"figures\": {\"variable\": \"recompute\", \"values\": [0, 1]}");
        QCOMPARE(plan.size(), std::size_t(2 * 3 * 5 * 2));
        for (std::size_t point = 0; point < plan.size(); ++point) QCOMPARE(plan.pointAt(plan.placeOf(point)), point);
        QCOMPARE(plan.placeOf(plan.size() - 1), (PointPlace{1, 2, 4, 1}));
        QCOMPARE(*plan.figureOf({1, 2, 4, 1}), 1.0);
        QCOMPARE(*plan.panelOf({1, 2, 4, 1}), 2.0);
        QCOMPARE(plan.xOf({1, 2, 4, 1}), 4.0);
        QVERIFY(!planOf("").figureOf({}) && !planOf("").panelOf({}));
    }

    void refusalsArePoints() {
        const ExperimentPlan plan = planOf(
            "\"series\": [{\"kind\": \"hanayo\", \"chunks\": 3}, {\"kind\": \"gpipe\", "
            "\"chunks\": 2}, {\"kind\": \"1f1b\"}]");
        const auto results = runOn(plan, 2).results;
        QCOMPARE(results[0].refusal, std::string("needs an even number of chunks, has 3"));
        QCOMPARE(results[2].refusal, std::string("GPipe has no chunks: leave \"chunks\" out or set it to 1, it is 2"));
        QVERIFY(results[4].refusal.empty() && results[4].of(Quantity::TotalTime) > 0);
    }

    void memoryRefusesPointsNotTheExperiment() {
        const ExperimentPlan plan = planOf("\"workload\": {\"microbatches\": 100}");
        const auto results = runOn(plan, 2, 40 * 2 * 2 * 100).results;
        QVERIFY(results[0].refusal.empty());                                    // GPipe, D = 2
        QVERIFY(results[1].refusal.find(" of memory, ") != std::string::npos);  // D = 4
    }

    /// Property: each result is that of the point run alone, and neither results nor their order depend on the threads.
    void resultsDependOnNeitherOrderNorThreads() {
        Random random(propertySeed());
        for (int n = 0; n < 30; ++n) {
            const auto plan = planExperiment(randomExperiment(random));
            QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
            const Taken one = runOn(*plan, 1), four = runOn(*plan, 4);
            QVERIFY(one.results == four.results);
            QVERIFY(one.order == four.order);
            std::vector<std::size_t> sorted = one.order;
            std::sort(sorted.begin(), sorted.end());
            for (std::size_t point = 0; point < plan->size(); ++point) QCOMPARE(sorted[point], point);
            for (std::size_t point = plan->size(); point-- > 0;) {
                const RunResult alone = run(scenarioAt(*plan, point), 0);
                QCOMPARE(one.results[point].refusal, alone ? std::string() : alone.error().message);
                if (alone) QVERIFY(one.results[point] == pointOf(**alone));
            }
            // Values in another order are the same points in other places.
            Experiment turned = plan->experiment;
            std::reverse(turned.x.values.begin(), turned.x.values.end());
            std::reverse(turned.figures->values.begin(), turned.figures->values.end());
            const auto turnedPlan = planExperiment(turned);
            const Taken again = runOn(*turnedPlan, 3);
            for (std::size_t point = 0; point < plan->size(); ++point) {
                PointPlace place = plan->placeOf(point);
                place.x = turned.x.values.size() - 1 - place.x;
                place.figure = turned.figures->values.size() - 1 - place.figure;
                QVERIFY(again.results[turnedPlan->pointAt(place)] == one.results[point]);
            }
        }
    }

    void pointsOfOneShapeComeTogether() {
        const ExperimentPlan plan = planOf("\"panels\": {\"variable\": \"comm\", \"values\": [0, 1, 2]}");
        const auto order = runOn(plan, 2).order;
        std::vector<std::uint32_t> shapes;
        for (const std::size_t point : order) shapes.push_back(plan.shape[point]);
        QVERIFY(std::is_sorted(shapes.begin(), shapes.end()));
        QCOMPARE(plan.shapeOps.size(), std::size_t(5 * 2));
        QCOMPARE(plan.ops, 3LL * 8 * (2 + 4) * (2 + 2 + 4 + 4 + 3));
    }

    void endsWhenAsked() {
        const ExperimentPlan plan = planOf("\"panels\": {\"variable\": \"comm\", \"values\": [0, 1, 2]}");
        for (const std::size_t threads : {std::size_t{1}, std::size_t{3}}) {
            std::size_t taken = 0;
            runExperiment(plan, [&](std::size_t, const StudyPoint&) { return ++taken < 4; }, {},
                          {threads, availableMemory(), nullptr, {}});
            QCOMPARE(taken, std::size_t(4));
            std::stop_source stop;
            taken = 0;
            runExperiment(plan,
                          [&](std::size_t, const StudyPoint&) { return ++taken == 3 ? stop.request_stop() : true; },
                          stop.get_token(), {threads, availableMemory(), nullptr, {}});
            QCOMPARE(taken, std::size_t(3));
            taken = 0;
            runExperiment(plan, [&](std::size_t, const StudyPoint&) { return ++taken > 0; }, stop.get_token(),
                          {threads, availableMemory(), nullptr, {}});
            QCOMPARE(taken, std::size_t(0));
        }
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(isCancelled(planExperiment(experimentOf(), stop.get_token()).error()));
    }

    void hundredThousandPoints() {
        Experiment experiment = experimentOf();
        experiment.panels = Axis{"comm", {}};
        for (int i = 0; i < 10'000; ++i) experiment.panels->values.push_back(i / 100.0);
        const auto plan = planExperiment(std::move(experiment));
        QVERIFY(plan);
        QCOMPARE(plan->size(), std::size_t(100'000));
        std::size_t taken = 0;
        runExperiment(*plan,
                      [&](std::size_t, const StudyPoint& point) { return taken += point.refusal.empty(), true; });
        QCOMPARE(taken, plan->size());
    }

    /// Every row that the public simulator printed for an experiment is a point of the preset that it belongs to.
    void presetsReproduceTheNotebook() {
        const std::map<std::string, std::string> names = {
            {"imbalanced", "imbalance"},      {"mbs", "microbatches"},
            {"tb_tw_ratio", "zb-split"},      {"tc_sensitivity", "comm-sensitivity"},
            {"weak_scaling", "weak-scaling"}, {"strong_scaling", "strong-scaling"}};
        std::ifstream file(SOURCE_DIR "/tests/data/reference/pipelines.json");
        std::map<std::string, std::vector<json>> rowsOf;  // by preset
        const json all = json::parse(file).at("rows");
        for (const json& row : all) {
            const std::string from = row.at("from");
            const std::size_t slash = from.find('/');
            if (slash == std::string::npos) continue;
            std::string name = from.substr(0, slash);
            if (const auto other = names.find(name); other != names.end()) name = other->second;
            const bool isLiteral = from.substr(slash) == "/as_is" && !presetText(name + "-literal").empty();
            rowsOf[isLiteral ? name + "-literal" : name].push_back(row);
        }
        QCOMPARE(rowsOf.size(), std::size_t(15));
        std::size_t rows = 0;
        for (const auto& [name, expected] : rowsOf) {
            const auto experiment = readExperiment(presetText(name));
            QVERIFY2(experiment, name.c_str());
            const auto plan = planExperiment(*experiment);
            QVERIFY2(plan, name.c_str());
            const auto results = runOn(*plan, coreCount()).results;
            for (const json& row : expected) QVERIFY2(isAmong(row, *plan, results), (name + ": " + row.dump()).c_str());
            rows += expected.size();
        }
        QCOMPARE(rows, std::size_t(1432));
    }

private:
    /// Whether a point of the plan has the row's schedule, sizes, times of ops, and results.
    static bool isAmong(const json& row, const ExperimentPlan& plan, const std::vector<StudyPoint>& results) {
        for (std::size_t point = 0; point < plan.size(); ++point) {
            const Scenario scenario = scenarioAt(plan, point);
            const Workload& w = scenario.workload;
            if (scenario.schedules[0].kind != row.at("schedule") || w.devices != row.at("devices") ||
                w.microbatches != row.at("microbatches") || w.chunks != row.at("chunks") ||
                std::get<double>(w.comm) != row.at("comm"))
                continue;
            const Durations durations = toDurations(w);
            if (!isNear(row.at("forward"), durations, OpKind::Forward)) continue;
            if (!isNear(row.at("backward"), durations, OpKind::Backward)) continue;
            if (row.contains("weight") && !isNear(row.at("weight"), durations, OpKind::BackwardWeight)) continue;
            const double total = row.at("total_time"), bubble = row.at("bubble_ratio");
            const StudyPoint& result = results[point];
            return result.refusal.empty() && std::abs(result.of(Quantity::TotalTime) - total) <= 1e-6 * total &&
                   std::abs(result.of(Quantity::BubbleRatio) - bubble) <= 1e-6;
        }
        return false;
    }

    /// The reference's times of chunks are rounded to 9 decimals.
    static bool isNear(const json& times, const Durations& durations, OpKind kind) {
        for (std::size_t d = 0; d < std::size_t(durations.workers); ++d) {
            const double expected = times.is_array() ? times.at(d).get<double>() : times.get<double>();
            if (std::abs(toUnits(durations.of(kind, WorkerId(int(d)), StagePlace::Inner)) - expected) > 1e-6)
                return false;
        }
        return true;
    }
};

namespace tst_experiment {
QTEST_APPLESS_MAIN(TestExperiment)
}
#include "tst_experiment.moc"
