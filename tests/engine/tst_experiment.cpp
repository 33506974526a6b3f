// Experiments: the configuration of each point, and that running them gives the same results as each point alone.

#include "engine/entries/registry.h"
#include "engine/io/experiment_file.h"
#include "engine/schemes/scheme.h"
#include "engine/sim/simulate.h"
#include "engine/study/run_experiment.h"
#include "engine/study/scenario_link.h"
#include "tests/engine/experiment_runs.h"
#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <QTest>

#include <algorithm>

#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment {
using nlohmann::json;

namespace {

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
    for (const ScheduleKind* kind : generatedSchedules()) {
        ScheduleEntry entry{std::string(kind->id), {}, {}};
        limitEffort(entry, 0.001);
        if (kind->hasChunks) entry.own.chunks = randomInt(random, 1, 4);
        if (randomInt(random, 0, 2) == 0) entry.own.recompute = 0.5;
        if (randomInt(random, 0, 3) == 0) entry.own.microbatches = 6;
        entries.push_back(entry);
    }
    std::shuffle(entries.begin(), entries.end(), random);
    entries.resize(kMaxSeriesAround);
    experiment.series = entries;
    return experiment;
}

}  // namespace

class TestExperiment : public QObject {
    Q_OBJECT

private slots:
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
        for (int round = 0; round < fewer(40); ++round) {
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
        scenario.schedules.push_back(entryOf(scheme));
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
            ScheduleEntry& entry = expected.schedules.front();
            if (place.series == 0) setScheme(entry, withNumber(schemeOf(entry), "group_size", int(plan.xOf(place))));
            if (place.series == 1) setNamed(entry.values, "batches", {int(*plan.panelOf(place))});
            QVERIFY(scenarioAt(plan, point).schedules.front() == entry);
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
        QCOMPARE(numberOf(schemeOf(around.schedules[0]), "group_size"), 2);
        QCOMPARE(schemeOf(around.schedules[1]).batches, 12);
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
        QCOMPARE(results[2].refusal, std::string("GPipe has no chunks; omit \"chunks\" or set it to 1, not 2"));
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
        for (int n = 0; n < fewer(30); ++n) {
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
        for (int i = 0; i < fewer(10'000); ++i) experiment.panels->values.push_back(i / 100.0);
        const auto plan = planExperiment(std::move(experiment));
        QVERIFY(plan);
        QCOMPARE(plan->size(), std::size_t(10 * fewer(10'000)));
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
        int place = 0;
        for (const auto& [name, expected] : rowsOf) {
            if (!isCompared(place++)) continue;
            const auto experiment = readExperiment(presetText(name));
            QVERIFY2(experiment, name.c_str());
            const auto plan = planExperiment(*experiment);
            QVERIFY2(plan, name.c_str());
            const auto results = runOn(*plan, coreCount()).results;
            for (const json& row : expected) QVERIFY2(isAmong(row, *plan, results), (name + ": " + row.dump()).c_str());
            rows += expected.size();
        }
        if (!kIsSecondRun) QCOMPARE(rows, std::size_t(1432));
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

QTEST_APPLESS_MAIN(TestExperiment)

}  // namespace tst_experiment
#include "tst_experiment.moc"
