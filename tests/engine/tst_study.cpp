#include "engine/schemes/scheme.h"
#include "engine/study/fastest_changes.h"
#include "engine/study/study.h"

#include "engine/io/scenario_file.h"
#include "tests/engine/scenarios.h"
#include "tests/engine/study_points.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_study {

namespace {

StudyPoint pointAt(const Scenario& scenario, std::size_t index, const std::string& axis, double x,
                   bool keepRatio = true) {
    return test::pointAt({scenario, axis, keepRatio, {}, {}}, index, x);
}

}  // namespace

class TestStudy : public QObject {
    Q_OBJECT

private slots:
    /// The end of a tie is told: DDP and FSDP are as fast up to an all-reduce as long as the backward.
    void whereAnotherStepBecomesTheFastest() {
        const Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "ddp-blocking", "ranks": 4,
             "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}},
            {"step": "ddp", "buckets": "layer", "ranks": 4,
             "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}},
            {"step": "fsdp", "ranks": 4, "comm_lanes": "split",
             "times": {"layers": 4, "forward": 10, "backward": 20, "all_gather": 15, "reduce_scatter": 15,
                       "optimizer": 5}}]})");
        Study study = liveStudy(scenario, "times.all_reduce", true);
        QVERIFY(fastestChanges(study).empty());  // nothing is known yet
        fillStudy(study, [](std::size_t) {});
        const auto changes = fastestChanges(study);
        QCOMPARE(changes.size(), std::size_t(2));
        QCOMPARE(changes[0].from, std::size_t(0));
        QCOMPARE(changes[0].to, std::size_t(1));
        QVERIFY(changes[0].above < 0.01);  // they part at once
        QCOMPARE(changes[1].from, std::size_t(1));
        QCOMPARE(changes[1].to, std::size_t(2));
        // steps.md: ddp is L f + max(L b + c, b + L c) + o; fsdp E + b + (L - 1) max(b, g, r) + r + o, g = r = c / 2.
        QVERIFY(changes[1].below <= 20 && changes[1].above >= 20 && changes[1].above - changes[1].below < 0.01);
        QVERIFY(!changes[0].wereEqual && changes[1].wereEqual);
        std::stop_source stopped;
        stopped.request_stop();
        QCOMPARE(fastestChanges(study, stopped.get_token()).size(), std::size_t(2));
        // With the one first that stays, the end of the tie is told all the same.
        Scenario turned = scenario;
        turned.schedules = {scenario.schedules[2], scenario.schedules[1]};
        study = liveStudy(turned, "times.all_reduce", true);
        fillStudy(study, [](std::size_t) {});
        const auto parted = fastestChanges(study);
        QCOMPARE(parted.size(), std::size_t(1));
        QVERIFY(parted[0].from == 1 && parted[0].to == 0 && parted[0].wereEqual);
        QVERIFY(parted[0].below <= 20 && parted[0].above >= 20);
    }

    void stepsOfModelsHaveTheirModelAlone() {
        const Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b"}, "mesh": {"pp": 2}, "workload": {"microbatches": 4},
            "schedules": [{"step": "pp-dp"}, {"step": "mesh"}]})");
        Study study = liveStudy(scenario, "microbatches", true);
        fillStudy(study, [](std::size_t) {});
        for (const auto& series : study.series)
            for (const auto& point : series) QVERIFY2(point && point->refusal.empty(), point->refusal.c_str());
    }

    void valuesAreFewSortedAndHoldThePresent_data();
    void valuesAreFewSortedAndHoldThePresent();
    void valuesSuitTheirAxis();
    void sweptValueReplacesWhatSchedulesHave();
    void devicesKeepTheRatioAndCarryLists();
    void everyPointIsARunOfTheChangedScenario_data();
    void everyPointIsARunOfTheChangedScenario();
    void aNumberOfOneScheduleMovesItAlone();
    void refusalsAreThePointsOwn_data();
    void refusalsAreThePointsOwn();
    void anotherSchedulesLimitIsNotThisOnes();
    void cancels();
    void pathsLeadToNumbersOfSchedules();
    void pointsAreTheSameWhereOnlyTheValueDiffers();
    void closedFormsAlongAnAxis();
    void curvesDoNotDependOnTheThreads_data();
    void curvesDoNotDependOnTheThreads();
    void onlyAwaitedPointsAreComputed();
    void schemesThatAnAxisDoesNotTouchRunOnce_data();
    void schemesThatAnAxisDoesNotTouchRunOnce();
    void pointsBeyondTheMemoryAreRefused();
    void nothingIsFilledAfterAStop();
    void ascendingValuesKeepTheOrderOfEqualOnes();
    void orderIsAPermutationFromTheEnds_data();
    void orderIsAPermutationFromTheEnds();
};

void TestStudy::valuesAreFewSortedAndHoldThePresent_data() {
    QTest::addColumn<QString>("axis");
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("microbatches");
    QTest::addColumn<double>("comm");
    for (const WorkloadKey* known : liveAxes())
        for (int devices : {1, 3, 4, 37, 64, 1000, 4096})
            for (int microbatches : {1, 7, 8, 512, 999'983})
                for (double comm : {0.0, 0.1, 4.0, 1e9})
                    QTest::addRow("%s, D %d, MBS %d, T_C %g", known->key.data(), devices, microbatches, comm)
                        << QString(known->key.data()) << devices << microbatches << comm;
}

void TestStudy::valuesAreFewSortedAndHoldThePresent() {
    QFETCH(QString, axis);
    QFETCH(int, devices);
    QFETCH(int, microbatches);
    QFETCH(double, comm);
    const Scenario scenario = foundingScenario(devices, microbatches, comm);
    const std::string swept = axis.toStdString();
    const AxisRange range = axisRange(scenario, swept);
    const std::vector<double> values = liveValues(scenario, swept, range.from, range.to);
    QVERIFY(!values.empty() && values.size() <= kMaxStudyValues);
    QVERIFY(std::is_sorted(values.begin(), values.end(), std::less_equal<double>()));
    QVERIFY(values.front() >= range.from && values.back() <= range.to);
    QCOMPARE(std::count(values.begin(), values.end(), *presentValue(scenario, swept)), std::ptrdiff_t{1});
    if (swept == "comm" || swept == "recompute") {
        QCOMPARE(values.front(), range.from);
        QCOMPARE(values.back(), range.to);
        return;
    }
    for (double value : values) QCOMPARE(value, std::floor(value));
    if (swept == "microbatches")
        for (double value : values) {
            const bool isMultiple = static_cast<long long>(value) % devices == 0;
            QVERIFY(isMultiple || static_cast<int>(value) == microbatches || devices > range.to);
        }
}

void TestStudy::valuesSuitTheirAxis() {
    const Scenario scenario = foundingScenario();
    const auto values = [&](const char* axis) {
        const AxisRange range = axisRange(scenario, axis);
        return liveValues(scenario, axis, range.from, range.to);
    };
    // Small values are covered one by one, large ones by octave.
    QCOMPARE(values("devices"),
             (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 40, 48, 56, 64}));
    const std::vector<double> microbatches = values("microbatches");
    QCOMPARE(microbatches[0], 4.0);
    QCOMPARE(microbatches[1], 8.0);
    QCOMPARE(microbatches.back(), 512.0);
    std::vector<double> chunks(16);
    for (int i = 0; i < 16; ++i) chunks[static_cast<std::size_t>(i)] = i + 1;
    QCOMPARE(values("chunks"), chunks);
    // T_C and r in equal steps of a round number.
    const std::vector<double> comm = values("comm");
    QVERIFY(std::count(comm.begin(), comm.end(), 100.0) == 1 && std::count(comm.begin(), comm.end(), 190.0) == 1);
    QCOMPARE(values("recompute"), (std::vector<double>{0,    0.05, 0.1,  0.15, 0.2,  0.25, 0.3,  0.35, 0.4,  0.45, 0.5,
                                                       0.55, 0.6,  0.65, 0.7,  0.75, 0.8,  0.85, 0.9,  0.95, 1}));
    QCOMPARE(axisRange(scenario, "comm"), (AxisRange{0, 200}));

    Scenario matrix = foundingScenario(2, 4);
    matrix.workload.comm = std::vector<std::vector<double>>{{0, 1}, {2, 0}};
    QVERIFY(!presentValue(matrix, "comm"));
    QVERIFY(!liveValues(matrix, "comm", 0, 10).empty());
    QVERIFY(liveValues(scenario, "comm", 10, 0).empty());
    QVERIFY(liveValues(scenario, "devices", 5.2, 5.8).empty());
}

void TestStudy::sweptValueReplacesWhatSchedulesHave() {
    Scenario scenario = foundingScenario();
    scenario.schedules[3].own.chunks = 4;
    scenario.schedules[0].own.chunks = 1;
    scenario.schedules[1].own.comm = 9.0;
    scenario.schedules[1].own.recompute = 0.5;
    scenario.schedules[2].own.microbatches = 12;
    scenario.workload.comm = std::vector<std::vector<double>>(4, std::vector<double>(4, 1.0));

    const Scenario chunks = atValue(scenario, "chunks", 6, true);
    QCOMPARE(resolve(chunks, 3).workload.chunks, 6);
    QCOMPARE(resolve(chunks, 2).workload.chunks, 6);
    QCOMPARE(resolve(chunks, 0).workload.chunks, 1);
    const Scenario comm = atValue(scenario, "comm", 2.5, true);
    for (std::size_t i = 0; i < 5; ++i) QVERIFY(resolve(comm, i).workload.comm == Comm(2.5));
    const Scenario recompute = atValue(scenario, "recompute", 0.25, true);
    for (std::size_t i = 0; i < 5; ++i) QCOMPARE(resolve(recompute, i).workload.recompute, 0.25);
    // D and MBS that a schedule has for itself are what tells it from the others, and stay.
    QCOMPARE(resolve(atValue(scenario, "microbatches", 20, true), 2).workload.microbatches, 12);
    QCOMPARE(resolve(atValue(scenario, "microbatches", 20, true), 1).workload.microbatches, 20);
}

void TestStudy::devicesKeepTheRatioAndCarryLists() {
    Scenario scenario = foundingScenario();
    scenario.workload.forward = std::vector<double>{1, 2, 3, 4};
    scenario.schedules[1].own.backward = std::vector<double>{5, 6, 7, 8};
    const Scenario more = atValue(scenario, "devices", 6, true);
    QCOMPARE(more.workload.microbatches, 12);
    QVERIFY(more.workload.forward == PerDevice(std::vector<double>{1, 2, 2, 2, 3, 4}));
    QVERIFY(more.schedules[1].own.backward == PerDevice(std::vector<double>{5, 6, 6, 6, 7, 8}));
    QVERIFY(checkScenario(more).has_value());
    QCOMPARE(atValue(scenario, "devices", 6, false).workload.microbatches, 8);
    QCOMPARE(atValue(foundingScenario(64, 32), "devices", 1, true).workload.microbatches, 1);
    QCOMPARE(atValue(scenario, "devices", 4, true), scenario);
}

void TestStudy::everyPointIsARunOfTheChangedScenario_data() {
    QTest::addColumn<QString>("axis");
    for (const WorkloadKey* known : liveAxes()) QTest::newRow(known->key.data()) << QString(known->key.data());
}

void TestStudy::everyPointIsARunOfTheChangedScenario() {
    QFETCH(QString, axis);
    const std::string swept = axis.toStdString();
    Scenario scenario = foundingScenario(4, 8, 4);
    scenario.workload.recompute = 0.3;
    scenario.workload.imbalance = 0.1;
    scenario.schedules[3].own.chunks = 4;
    const AxisRange range = axisRange(scenario, swept);
    for (double x : liveValues(scenario, swept, range.from, range.to)) {
        const Scenario changed = atValue(scenario, swept, x, true);
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const StudyPoint point = pointAt(scenario, i, swept, x);
            const RunResult result = run(changed, i);
            if (!result) {
                QCOMPARE(point.refusal, result.error().message);
                continue;
            }
            const Metrics& metrics = (*result)->metrics;
            QVERIFY(point.refusal.empty());
            QCOMPARE(point.of(Quantity::TotalTime), toUnits(metrics.totalTime));
            QVERIFY(point.of(Quantity::BubbleRatio) == metrics.bubbleRatio);
            QVERIFY(point.of(Quantity::BubbleOverIdeal) == metrics.bubbleOverIdeal);
            QVERIFY(point.of(Quantity::LongestSpanBubble) == metrics.longestSpanBubble);
            QVERIFY(point.of(Quantity::RecomputeAsWaste) == metrics.recomputeAsWaste);
            QVERIFY(point.of(Quantity::PeakActivations) == metrics.peakActivations());
        }
    }
}

/// A number of one schedule moves it alone, wherever it stands among others.
void TestStudy::aNumberOfOneScheduleMovesItAlone() {
    Scheme scheme;
    scheme.kind = "looped-pp";
    Scenario scenario = foundingScenario();
    scenario.schedules = {entry("gpipe"), entryOf(scheme)};
    Study study{scenario, "schedules[1].batches", true, {6, 12}, {}};
    study.series.assign(2, std::vector<std::optional<StudyPoint>>(2));
    fillStudy(study, [](std::size_t) {});
    QVERIFY(study.isComplete());
    QCOMPARE(*study.series[0][0], *study.series[0][1]);
    for (const std::size_t value : {0, 1}) {
        setNamed(scenario.schedules[1].values, "batches", {static_cast<int>(study.values[value])});
        QCOMPARE(*study.series[1][value], pointOf(**run(scenario, 1)));
    }
}

void TestStudy::refusalsAreThePointsOwn_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("axis");
    QTest::addColumn<double>("x");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const char* kind, const char* axis, double x, const char* says) {
        QTest::newRow(name) << kind << axis << x << says;
    };
    row("odd chunks", "hanayo", "chunks", 3, "even");
    row("MBS no multiple of D", "hanayo", "microbatches", 9, "multiple");
    row("no device", "gpipe", "devices", 0, "from 1 to 4096");
    row("too many devices", "gpipe", "devices", 4097, "from 1 to 4096");
    row("absurdly many devices", "gpipe", "devices", 1e300, "from 1 to 4096");
    row("not a number", "gpipe", "devices", std::nan(""), "from 1 to 4096");
    row("too many microbatches", "gpipe", "microbatches", 1'000'001, "from 1 to 1000000");
    row("negative T_C", "gpipe", "comm", -1, "finite time");
    row("infinite T_C", "gpipe", "comm", INFINITY, "finite time");
    row("times past 2^62", "gpipe", "comm", 1e15, "2^62");
    row("recompute past 1", "gpipe", "recompute", 1.5, "from 0 to 1");
    row("more ops than the limit", "gpipe", "devices", 4096, "33,554,432 ops");
}

void TestStudy::refusalsAreThePointsOwn() {
    QFETCH(QString, kind);
    QFETCH(QString, axis);
    QFETCH(double, x);
    QFETCH(QString, says);
    Scenario scenario = scenarioOf(kind.toUtf8().constData(), 4, 4);
    scenario.workload.forward = std::vector<double>{1, 2, 3, 4};
    const std::string refusal = pointAt(scenario, 0, axis.toStdString(), x).refusal;
    QVERIFY2(QString::fromStdString(refusal).contains(says), refusal.c_str());
}

void TestStudy::anotherSchedulesLimitIsNotThisOnes() {
    Scenario scenario = foundingScenario(4, 8);
    scenario.schedules = {{"1f1b", {}, {}}, {"gpipe", {}, {}}};
    scenario.schedules[1].own.microbatches = 1'000'000;
    QVERIFY(pointAt(scenario, 0, "devices", 1024).refusal.empty());
    QVERIFY(!pointAt(scenario, 1, "devices", 1024).refusal.empty());
}

void TestStudy::cancels() {
    std::stop_source stop;
    stop.request_stop();
    Study study = liveStudy(foundingScenario(), "comm", true);
    const Study awaited = study;
    fillStudy(
        study, [](std::size_t) { QFAIL("nothing is filled"); }, stop.get_token());
    QVERIFY(study == awaited);
}

void TestStudy::pathsLeadToNumbersOfSchedules() {
    const ScenarioPath number = pathOfSchedule(12, "group_size");
    QCOMPARE(number.text, std::string("schedules[12].group_size"));
    QVERIFY(number.kind == &kSchedulePath && number.index == 12 && number.key == "group_size");
    for (const char* path : {"comm", "schedules[].comm", "schedules[x].comm", "schedules[1]comm", ""})
        QVERIFY(ScenarioPath(path).kind != &kSchedulePath);
    const Scenario scenario = foundingScenario();
    const Scenario own = atValue(scenario, "schedules[2].chunks", 6, true);
    QCOMPARE(own.schedules[2].own.chunks, std::optional(6));
    QCOMPARE(own.workload.chunks, scenario.workload.chunks);
    QCOMPARE(resolve(own, 3).workload.chunks, scenario.workload.chunks);
}

void TestStudy::pointsAreTheSameWhereOnlyTheValueDiffers() {
    const auto studyOf = [](double comm, int microbatches, const char* path) {
        return liveStudy(foundingScenario(4, microbatches, comm), path, true);
    };
    const Study study = studyOf(4, 8, "comm");
    QVERIFY(haveSamePoints(study, studyOf(9, 8, "comm")));
    QVERIFY(!haveSamePoints(study, studyOf(4, 12, "comm")));
    QVERIFY(!haveSamePoints(study, studyOf(4, 8, "recompute")));
    QVERIFY(!haveSamePoints(studyOf(4, 8, "devices"), studyOf(4, 8, "devices")));
    Study renamed = study;
    renamed.scenario.title = "another";
    renamed.scenario.schedules[0].label = "mine";
    QVERIFY(haveSamePoints(study, renamed));
    renamed.scenario.schedules[0].kind = "1f1b";
    QVERIFY(!haveSamePoints(study, renamed));
}

void TestStudy::closedFormsAlongAnAxis() {
    // model.md §7, T_F 100, T_B 200, T_C 4 unless swept.
    const double F = 100, B = 200, C = 4, I = 100, W = 100;
    const Scenario scenario = foundingScenario();
    for (int D : {2, 3, 4, 8, 16, 48}) {
        const int MBS = 2 * D;
        QCOMPARE(pointAt(scenario, 0, "devices", D).of(Quantity::TotalTime), (MBS + D - 1) * (F + B) + 2 * (D - 1) * C);
        QCOMPARE(pointAt(scenario, 1, "devices", D).of(Quantity::TotalTime),
                 (MBS + D - 1) * (F + B) + C * ((4 * D - 6) + 2 * (D - 1) * (MBS / D - 1)));
    }
    const int D = 4;
    for (int MBS : {4, 8, 12, 64, 512}) {
        const Scenario free = foundingScenario(4, 8, 0);
        QCOMPARE(pointAt(free, 2, "microbatches", MBS).of(Quantity::TotalTime), (2 * MBS + D - 1) * (F + B) / 2);
        QCOMPARE(pointAt(free, 4, "microbatches", MBS).of(Quantity::TotalTime),
                 MBS * (F + I + W) + (D - 1) * std::max({F, I, F + I - W}));
    }
    for (double comm : {0.0, 0.5, 4.0, 32.0, 200.0})
        QCOMPARE(pointAt(scenario, 0, "comm", comm).of(Quantity::TotalTime), 11 * 300 + 6 * comm);
    for (int v : {2, 4, 6, 8})  // Hanayo, C = 0, per-op times 100/v
        QVERIFY(std::abs(pointAt(foundingScenario(4, 8, 0), 3, "chunks", v).of(Quantity::TotalTime) -
                         F / v * (3.0 * v * 8 + 5 * 2 + 7)) < 1e-3);
    for (double r : {0.0, 0.25, 0.5, 1.0}) {
        const StudyPoint point = pointAt(foundingScenario(4, 8, 0), 0, "recompute", r);
        QCOMPARE(point.of(Quantity::TotalTime), 11 * (F + B + r * F));
        QVERIFY(std::abs(point.of(Quantity::BubbleRatio) - 3.0 / 11) < 1e-12);
        const double q = 0.94 * r;  // is there only while its backward runs
        QVERIFY(std::abs(point.of(Quantity::PeakActivations) - (8 * (1 - q) + q)) < 1e-12);
    }
}

void TestStudy::curvesDoNotDependOnTheThreads_data() {
    QTest::addColumn<QString>("axis");
    QTest::addColumn<int>("threads");
    for (const WorkloadKey* known : liveAxes())
        for (int threads : {1, 2, 7})
            QTest::addRow("%s on %d threads", known->key.data(), threads) << QString(known->key.data()) << threads;
}

void TestStudy::curvesDoNotDependOnTheThreads() {
    QFETCH(QString, axis);
    QFETCH(int, threads);
    const std::string swept = axis.toStdString();
    Scenario scenario = foundingScenario(6, 12, 3);
    scenario.schedules[1].own.comm = 7.0;
    scenario.schedules[3].own.devices = 4;
    Study data = liveStudy(scenario, swept, true);
    const std::vector<std::size_t> order = spreadOrder(data.values.size());
    std::size_t calls = 0;
    StudyResources plan;
    plan.threads = static_cast<std::size_t>(threads);
    const auto check = [&](std::size_t values) {
        QCOMPARE(values, ++calls);
        QCOMPARE(data.isComplete(), values == order.size());
        // Whole values, in the order of spreadOrder(), and nothing ahead of them.
        for (std::size_t n = 0; n < order.size(); ++n)
            for (const auto& curve : data.series) QCOMPARE(curve[order[n]].has_value(), n < values);
    };
    fillStudy(data, check, {}, plan);
    QCOMPARE(calls, order.size());
    QVERIFY(data.isComplete());
    for (std::size_t s = 0; s < data.series.size(); ++s)
        for (std::size_t n = 0; n < data.values.size(); ++n)
            QVERIFY(data.series[s][n] == pointAt(scenario, s, swept, data.values[n]));
}

void TestStudy::onlyAwaitedPointsAreComputed() {
    const Scenario scenario = foundingScenario();
    Study data = liveStudy(scenario, "comm", true, AxisRange{0, 100});
    StudyPoint known;
    known.of(Quantity::TotalTime) = -1;  // what no run gives
    for (auto& curve : data.series) curve[2] = known;
    data.series[1][5] = known;
    fillStudy(data, [](std::size_t) {});
    QVERIFY(data.isComplete());
    for (std::size_t s = 0; s < data.series.size(); ++s)
        for (std::size_t n = 0; n < data.values.size(); ++n) {
            const bool isKnown = n == 2 || (s == 1 && n == 5);
            QVERIFY(*data.series[s][n] == (isKnown ? known : pointAt(scenario, s, "comm", data.values[n])));
        }
}

void TestStudy::schemesThatAnAxisDoesNotTouchRunOnce_data() {
    QTest::addColumn<QString>("axis");
    for (const WorkloadKey* known : liveAxes()) QTest::newRow(known->key.data()) << QString(known->key.data());
}

void TestStudy::schemesThatAnAxisDoesNotTouchRunOnce() {
    QFETCH(QString, axis);
    const std::string along = axis.toStdString();
    Scheme scheme;
    scheme.kind = "ddp";
    scheme.batches = 6;
    Scenario scenario = foundingScenario();
    scenario.schedules = {entryOf(scheme)};
    const double other = along == "recompute" ? 0.5 : 4;
    QVERIFY(pointAt(scenario, 0, along, 1) == pointAt(scenario, 0, along, other));
    const RunResult first = run(atValue(scenario, along, 1, true), 0);
    const RunResult second = run(atValue(scenario, along, other, true), 0, {}, first->get());
    QCOMPARE((*second)->scheme, (*first)->scheme);

    auto marked = std::make_shared<Run>(**second);
    marked->metrics.totalTime = -1;  // what no run gives
    StudyResources plan;
    plan.before = {marked};
    Study data = liveStudy(scenario, along, true, AxisRange{1, along == "recompute" ? 1.0 : 30.0});
    fillStudy(
        data, [](std::size_t) {}, {}, plan);
    for (const auto& point : data.series[0]) QCOMPARE(point->of(Quantity::TotalTime), toUnits(-1));
}

/// D 4, MBS 8: an op of a new program takes 20 bytes.
void TestStudy::pointsBeyondTheMemoryAreRefused() {
    const Scenario scenario = scenarioOf("1f1b");
    for (const std::size_t threads : {std::size_t{1}, std::size_t{3}}) {
        StudyResources plan;
        plan.threads = threads;
        SharedMemory memory(2 * 4 * 100 * 20);
        plan.spare = &memory;
        Study data = liveStudy(scenario, "microbatches", true, AxisRange{4, 200});
        fillStudy(
            data, [](std::size_t) {}, {}, plan);
        QVERIFY(data.isComplete());
        for (std::size_t n = 0; n < data.values.size(); ++n)
            QCOMPARE(data.series[0][n]->refusal.empty(), data.values[n] <= 100);
    }
}

void TestStudy::nothingIsFilledAfterAStop() {
    const Scenario scenario = foundingScenario();
    for (const std::size_t threads : {std::size_t{1}, std::size_t{4}}) {
        Study data = liveStudy(scenario, "comm", true, AxisRange{0, 100});
        std::stop_source stop;
        std::size_t last = 0;
        StudyResources plan;
        plan.threads = threads;
        fillStudy(
            data,
            [&](std::size_t values) {
                last = values;
                if (values == 3) stop.request_stop();
            },
            stop.get_token(), plan);
        QCOMPARE(last, std::size_t{3});
        QVERIFY(!data.isComplete());
        std::size_t points = 0;
        for (const auto& curve : data.series)
            points += static_cast<std::size_t>(
                std::count_if(curve.begin(), curve.end(), [](const auto& point) { return point.has_value(); }));
        QCOMPARE(points, 3 * data.series.size());
    }
}

void TestStudy::ascendingValuesKeepTheOrderOfEqualOnes() {
    QCOMPARE(ascendingOrder({}), std::vector<std::size_t>());
    QCOMPARE(ascendingOrder({1, 2, 2, 4}), (std::vector<std::size_t>{0, 1, 2, 3}));
    QCOMPARE(ascendingOrder({4, 2, 9, 2, 1}), (std::vector<std::size_t>{4, 1, 3, 0, 2}));
}

void TestStudy::orderIsAPermutationFromTheEnds_data() {
    QTest::addColumn<int>("count");
    for (int count : {0, 1, 2, 3, 7, 8, 29, 30}) QTest::addRow("%d values", count) << count;
}

void TestStudy::orderIsAPermutationFromTheEnds() {
    QFETCH(int, count);
    const auto n = static_cast<std::size_t>(count);
    const std::vector<std::size_t> order = spreadOrder(n);
    QCOMPARE(order.size(), n);
    QCOMPARE(std::set<std::size_t>(order.begin(), order.end()).size(), n);
    if (n < 2) return;
    QVERIFY(order[0] == 0 && order[1] == n - 1 && order.back() < n);
    // After a third of the values no hole is wider than half of the axis.
    const std::set<std::size_t> done(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n / 3 + 1));
    std::size_t before = 0;
    for (std::size_t i : done) {
        QVERIFY(i - before <= (n + 1) / 2 + 1);
        before = i;
    }
}

QTEST_GUILESS_MAIN(TestStudy)

}  // namespace tst_study
#include "tst_study.moc"
