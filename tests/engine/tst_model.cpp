// Durations, their rounding, and why a workload or scenario is refused.

#include "engine/core/text.h"
#include "engine/program/program.h"
#include "engine/scenario/durations.h"
#include "tests/engine/scenarios.h"

#include <QTest>

#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_model {

namespace {

Time forwardOf(const Durations& d, int worker, StagePlace place = StagePlace::Inner) {
    return d.of(OpKind::Forward, WorkerId(worker), place);
}
Time backwardOf(const Durations& d, int worker, StagePlace place = StagePlace::Inner) {
    return d.of(OpKind::Backward, WorkerId(worker), place);
}
Time inputOf(const Durations& d, int worker, StagePlace place = StagePlace::Inner) {
    return d.of(OpKind::BackwardInput, WorkerId(worker), place);
}
Time weightOf(const Durations& d, int worker, StagePlace place = StagePlace::Inner) {
    return d.of(OpKind::BackwardWeight, WorkerId(worker), place);
}

std::string placeOf(const Scenario& scenario) {
    const auto result = checkScenario(scenario);
    return result ? "accepted" : result.error().field;
}

}  // namespace

class TestModel : public QObject {
    Q_OBJECT

private slots:
    /// T_F 100, T_B 200, x 0.2, r 0.5 on the ends: T_F' 120, T_B' 240, B = 240 + 60; W = half of the unscaled 200.
    void imbalanceAndRecomputeLengthenTheInputHalfOnly() {
        Workload workload;
        workload.devices = 3;
        workload.chunks = 1;
        workload.imbalance = 0.2;
        workload.recompute = 0.5;
        const Durations d = toDurations(workload);
        for (int end : {0, 2}) {
            QCOMPARE(forwardOf(d, end), toTime(120));
            QCOMPARE(backwardOf(d, end), toTime(300));
            QCOMPARE(weightOf(d, end), toTime(100));
            QCOMPARE(inputOf(d, end), toTime(200));
            QCOMPARE(d.inner[static_cast<std::size_t>(end)].recompute, toTime(60));
        }
        QCOMPARE(forwardOf(d, 1), toTime(100));
        QCOMPARE(backwardOf(d, 1), toTime(250));
        QCOMPARE(inputOf(d, 1), toTime(150));
    }

    void oneDeviceIsStretchedOnce() {
        Workload workload;
        workload.devices = 1;
        workload.chunks = 1;
        workload.imbalance = 0.5;
        QCOMPARE(forwardOf(toDurations(workload), 0), toTime(150));
    }

    void chunksDivideInTheMicrobatchBasisOnly() {
        Workload workload;
        workload.chunks = 4;
        workload.comm = 8.0;
        QCOMPARE(forwardOf(toDurations(workload), 1), toTime(25));
        QCOMPARE(toDurations(workload).hop(WorkerId(0), WorkerId(1)), toTime(8));
        workload.timeBasis = TimeBasis::Chunk;
        QCOMPARE(forwardOf(toDurations(workload), 1), toTime(100));
    }

    /// Every part is rounded alone, half away from zero: 0.0000005 is 1 micro-unit.
    void rounding() {
        Workload workload;
        workload.chunks = 2;
        workload.forward = 0.000001;
        workload.backward = 0.000005;
        workload.recompute = 1;
        const Durations d = toDurations(workload);
        QCOMPARE(forwardOf(d, 0), Time(1));       // 0.5 -> 1
        QCOMPARE(d.inner[0].recompute, Time(1));  // 0.5 -> 1
        QCOMPARE(backwardOf(d, 0), Time(3 + 1));  // 2.5 -> 3
        QCOMPARE(weightOf(d, 0), Time(1));        // 1.25 -> 1
        QCOMPARE(inputOf(d, 0), Time(3));
    }

    void givenWeightWins() {
        Workload workload;
        workload.chunks = 1;
        workload.weight = 150.0;
        workload.weightFraction = 0.1;
        QCOMPARE(weightOf(toDurations(workload), 2), toTime(150));
        QCOMPARE(inputOf(toDurations(workload), 2), toTime(50));
    }

    /// T_FB(1 + x)/v and the forward that is computed again, and without it the sum of its two ops.
    void aPairTakesItsOwnTime() {
        Workload workload;
        workload.chunks = 2;
        workload.forward = 10.0;
        workload.backward = 20.0;
        workload.imbalance = 0.5;
        workload.recompute = 0.5;
        const auto pairOn = [&](int device) {
            const Durations d = toDurations(workload);
            return forwardOf(d, device) + backwardOf(d, device) + d.pairMoreOf(WorkerId(device));
        };
        QCOMPARE(pairOn(0), toTime(7.5 + 15 + 3.75));
        workload.forwardBackward = 24.0;
        QCOMPARE(pairOn(0), toTime(18 + 3.75));
        QCOMPARE(pairOn(1), toTime(12 + 2.5));
        workload.forwardBackward = std::vector<double>{24, 30, 6, 24};
        QCOMPARE(pairOn(1), toTime(15 + 2.5));
        QCOMPARE(pairOn(2), toTime(3 + 2.5));
        workload.timeBasis = TimeBasis::Chunk;
        QCOMPARE(pairOn(1), toTime(30 + 5));
    }

    void hopsComeFromTheMatrixButNeverWithinADevice() {
        Workload workload;
        workload.devices = 2;
        workload.forward = std::vector<double>{1, 2};
        workload.comm = std::vector<std::vector<double>>{{9, 3}, {5, 9}};
        const Durations d = toDurations(workload);
        QCOMPARE(d.hop(WorkerId(0), WorkerId(1)), toTime(3));
        QCOMPARE(d.hop(WorkerId(1), WorkerId(0)), toTime(5));
        QCOMPARE(d.hop(WorkerId(0), WorkerId(0)), Time(0));
    }

    void placements() {
        // Three devices, three chunks.
        const int loop[] = {0, 1, 2, 0, 1, 2, 0, 1, 2}, wave[] = {0, 1, 2, 2, 1, 0, 0, 1, 2};
        for (int s = 0; s < 9; ++s) {
            QCOMPARE(workerOfStage(Placement::Loop, 3, s), loop[s]);
            QCOMPARE(workerOfStage(Placement::Wave, 3, s), wave[s]);
            QCOMPARE(stageOf(Placement::Loop, 3, s / 3, loop[s]), s);
            QCOMPARE(stageOf(Placement::Wave, 3, s / 3, wave[s]), s);
        }
    }

    void newDevicesTakeTheMiddlesValues() {
        Workload workload;
        workload.devices = 2;
        workload.forward = std::vector<double>{1, 2};
        workload.comm = std::vector<std::vector<double>>{{0, 3}, {5, 0}};
        const Workload grown = withDevices(workload, 4);
        QCOMPARE(std::get<1>(grown.forward), (std::vector<double>{1, 1, 1, 2}));
        QCOMPARE(std::get<0>(grown.backward), 200.0);
        const auto& matrix = std::get<1>(grown.comm);
        QCOMPARE(matrix[0], (std::vector<double>{0, 3, 3, 3}));
        QCOMPARE(matrix[2], (std::vector<double>{3, 3, 0, 3}));
        QCOMPARE(matrix[3], (std::vector<double>{5, 5, 5, 0}));
        QVERIFY(withDevices(grown, 2) == workload);
        QVERIFY(checkWorkload(grown, [](std::string_view key) { return std::string(key); }));
        QCOMPARE(std::get<0>(withDevices(workload, 513).comm), 5.0);
    }

    /// The first stage embeds and the last one computes the loss, on however many devices.
    void theEndsOfAListStayAtTheEnds() {
        Workload workload;
        workload.devices = 5;
        workload.forward = std::vector<double>{1, 2, 3, 4, 9};
        const auto on = [&](int devices) { return std::get<1>(withDevices(workload, devices).forward); };
        QCOMPARE(on(8), (std::vector<double>{1, 2, 3, 3, 3, 3, 4, 9}));
        QCOMPARE(on(5), (std::vector<double>{1, 2, 3, 4, 9}));
        QCOMPARE(on(4), (std::vector<double>{1, 2, 4, 9}));
        QCOMPARE(on(3), (std::vector<double>{1, 2, 9}));
        QCOMPARE(on(1), (std::vector<double>{1}));
        workload = withDevices(workload, 1);
        QCOMPARE(on(3), (std::vector<double>{1, 1, 1}));
    }

    /// The diagonal of a matrix is nobody's time, even where there is nothing else.
    void aMatrixOfOneDeviceGrowsToFreeLinks() {
        Workload workload;
        workload.devices = 1;
        workload.comm = std::vector<std::vector<double>>{{99}};
        QCOMPARE(largest(withDevices(workload, 3).comm), 0.0);
    }

    /// Neither chunks nor x touch what an end of the model has beside the rest.
    void endsOfTheModelTakeMore() {
        Workload workload;
        workload.devices = 3;
        workload.chunks = 2;
        workload.imbalance = 0.2;
        workload.recompute = 0.5;
        workload.weightFraction = 0.25;
        workload.embedding = {10, 20};
        workload.head = {40, 80};
        const Durations d = toDurations(workload);
        QCOMPARE(forwardOf(d, 1), toTime(50));
        QCOMPARE(forwardOf(d, 0), toTime(60));
        QCOMPARE(forwardOf(d, 0, StagePlace::First), toTime(60 + 10));
        QCOMPARE(backwardOf(d, 0, StagePlace::First), toTime(120 + 20 + 0.5 * (60 + 10)));
        QCOMPARE(weightOf(d, 0, StagePlace::First), toTime(25 + 5));
        QCOMPARE(inputOf(d, 0, StagePlace::First), toTime(175 - 30));
        QCOMPARE(d.timesOf(WorkerId(1), StagePlace::Last).recompute, toTime(0.5 * (50 + 40)));
        QCOMPARE(forwardOf(d, 1, StagePlace::Last), toTime(50 + 40));
        QCOMPARE(forwardOf(d, 2, StagePlace::Only), toTime(60 + 10 + 40));
        workload.embedding = workload.head = {};
        QCOMPARE(forwardOf(toDurations(workload), 0, StagePlace::First), toTime(60));
    }

    void nodesHaveLinksOfTheirOwn() {
        Workload workload;
        workload.devices = 5;
        workload.comm = NodeLinks{2, 1, 9};
        const Durations d = toDurations(workload);
        const auto hop = [&](int from, int to) { return toUnits(d.hop(WorkerId(from), WorkerId(to))); };
        QCOMPARE(hop(0, 1), 1.0);
        QCOMPARE(hop(1, 2), 9.0);
        QCOMPARE(hop(3, 2), 1.0);
        QCOMPARE(hop(4, 0), 9.0);
        QCOMPARE(hop(2, 2), 0.0);
        QCOMPARE(largest(workload.comm), 9.0);
        for (std::size_t from = 0; from < 5; ++from)
            for (std::size_t to = 0; to < 5; ++to)
                if (from != to) QCOMPARE(at(workload.comm, from, to), hop(int(from), int(to)));
    }

    void ownKeysOverride() {
        Scenario scenario;
        scenario.schedules = {{"1f1b", {}, {}}, {"1f1b", "slow links", {}}};
        scenario.schedules[1].own.comm = 50.0;
        scenario.schedules[1].own.microbatches = 16;
        QCOMPARE(resolve(scenario, 0).workload.microbatches, 8);
        QCOMPARE(resolve(scenario, 1).workload.microbatches, 16);
        QCOMPARE(std::get<0>(resolve(scenario, 1).workload.comm), 50.0);
        QCOMPARE(QString::fromStdString(displayTitle(scenario, 1)), QString("slow links"));
    }

    void titlesTellVariantsApart() {
        Scenario scenario;
        scenario.schedules = {{"interleaved-1f1b", {}, {}}, {"hanayo", {}, {}}, {"hanayo", {}, {}}};
        scenario.schedules[2].own.chunks = 4;
        QCOMPARE(QString::fromStdString(displayTitle(scenario, 0)), QString("Interleaved 1F1B, v = 2"));
        QCOMPARE(QString::fromStdString(displayTitle(scenario, 1)), QString("Hanayo, 1 wave"));
        QCOMPARE(QString::fromStdString(displayTitle(scenario, 2)), QString("Hanayo, 2 waves"));
        scenario.schedules[2].label = "two\n\u202elines" + std::string(1'000'000, 'x');
        QCOMPARE(QString::fromStdString(displayTitle(scenario, 2)), "twolines" + QString(191, 'x') + QChar(0x2026));
    }

    void refusedWithItsPlace() {
        const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
        const auto place = [](auto change) {
            Scenario scenario = foundingScenario();
            change(scenario);
            return QString::fromStdString(placeOf(scenario));
        };
        QCOMPARE(place([](Scenario&) {}), QString("accepted"));
        QCOMPARE(place([](Scenario& s) { s.workload.devices = 0; }), QString("workload.devices"));
        QCOMPARE(place([](Scenario& s) { s.workload.devices = 4097; }), QString("workload.devices"));
        QCOMPARE(place([](Scenario& s) { s.workload.microbatches = 1'000'001; }), QString("workload.microbatches"));
        QCOMPARE(place([](Scenario& s) { s.workload.chunks = 65; }), QString("workload.chunks"));
        QCOMPARE(place([&](Scenario& s) { s.workload.forward = nan; }), QString("workload.forward"));
        QCOMPARE(place([&](Scenario& s) { s.workload.comm = inf; }), QString("workload.comm"));
        QCOMPARE(place([](Scenario& s) {
                     s.workload.backward = std::vector<double>{1, 2, -1, 4};
                 }),
                 QString("workload.backward[2]"));
        QCOMPARE(place([](Scenario& s) {
                     s.workload.forward = std::vector<double>{1, 2, 3};
                 }),
                 QString("workload.forward"));
        QCOMPARE(place([](Scenario& s) {
                     s.workload.comm = std::vector<std::vector<double>>(4, {1, 2, 3});
                 }),
                 QString("workload.comm[0]"));
        QCOMPARE(place([](Scenario& s) { s.workload.weightFraction = 1.5; }), QString("workload.weight_fraction"));
        QCOMPARE(place([](Scenario& s) { s.workload.recompute = -0.1; }), QString("workload.recompute"));
        QCOMPARE(place([](Scenario& s) { s.workload.weightHold = 2; }), QString("workload.weight_hold"));
        QCOMPARE(place([](Scenario& s) { s.workload.imbalance = -1; }), QString("workload.imbalance"));
        QCOMPARE(place([](Scenario& s) { s.workload.timeUnit = "minutes"; }), QString("workload.time_unit"));
        QCOMPARE(place([](Scenario& s) { s.workload.weight = 201.0; }), QString("workload.weight"));
        QCOMPARE(place([](Scenario& s) {
                     s.workload.weight = std::vector<double>{1, 2, 3, 300};
                 }),
                 QString("workload.weight[3]"));
        QCOMPARE(place([](Scenario& s) { s.schedules.clear(); }), QString("schedules"));
        QCOMPARE(place([](Scenario& s) { s.schedules[1].kind = "1f1c"; }), QString("schedules[1].kind"));
        QCOMPARE(place([](Scenario& s) { s.schedules[2].own.microbatches = 0; }), QString("schedules[2].microbatches"));
        QCOMPARE(place([](Scenario& s) { s.schedules[2].own.weight = 1000.0; }), QString("schedules[2].weight"));
        QCOMPARE(place([](Scenario& s) { s.workload.forward = 1e300; }), QString("workload.forward"));
        QCOMPARE(place([](Scenario& s) { s.workload.comm = 1e13; }), QString("workload.comm"));
        // A weight half that is longer than this backward, though its own schedule has a longer one.
        QCOMPARE(place([](Scenario& s) {
                     s.workload.weight = 300.0;
                     for (auto& entry : s.schedules) entry.own.backward = 400.0;
                 }),
                 QString("workload.weight"));
    }

    void opLimitNamesTheNumber() {
        Scenario scenario;
        scenario.workload.devices = 4096;
        scenario.workload.microbatches = 1'000'000;
        scenario.schedules = {{"gpipe", {}, {}}};
        const auto result = checkScenario(scenario);
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.error().text()),
                 QString("schedules[0]: 8,192,000,000 ops exceed the limit of 200,000,000"));
    }

    void scheduleLimitNamesTheNumber() {
        Scenario scenario;
        scenario.schedules.assign(10'000, {"gpipe", {}, {}});
        QVERIFY(checkScenario(scenario));
        scenario.schedules.push_back({"gpipe", {}, {}});
        QCOMPARE(QString::fromStdString(checkScenario(scenario).error().text()),
                 QString("schedules: 10,001 schedules exceed the limit of 10,000"));
    }

    void unknownKindNamesTheNearest() {
        Scenario scenario;
        scenario.schedules = {{"hanyo", {}, {}}};
        QVERIFY(QString::fromStdString(checkScenario(scenario).error().message).contains("\"hanayo\""));
    }

    void brokenProgramsAreNamed() {
        Program program = emptyProgram(Placement::Loop, 1, 1, 2, false);
        const auto ops = program.lane(LaneId(0));
        const auto set = [&](std::initializer_list<Op> list) { std::copy(list.begin(), list.end(), ops.begin()); };
        const auto fault = [&] { return QString::fromStdString(validate(program).error().message); };
        const Op f0(OpKind::Forward, 0, 0), f1(OpKind::Forward, 0, 1), b0(OpKind::Backward, 0, 0);
        set({f0, f1, b0, b0});
        QCOMPARE(fault(), QString("B0 of stage 0 appears twice"));
        set({f0, f1, b0, Op(OpKind::Backward, 0, 2)});
        QCOMPARE(fault(), QString("B2 of stage 0 does not exist: there are 1 stages and 2 microbatches"));
        set({f0, f1, b0, Op(OpKind::BackwardInput, 0, 1)});
        QCOMPARE(fault(), QString("I1 of stage 0 mixes whole and split backwards"));
        set({f0, f1, b0, Op(OpKind::Backward, 0, 1)});
        QVERIFY(validate(program));
        program.lanes[0].end -= 1;
        QCOMPARE(fault(), QString("B1 of stage 0 is missing"));
        program.lanes[0].begin = 0;
        program.lanes[0].end = 4;
        QCOMPARE(fault(), QString("lanes must follow one another, with an unset row before each"));
    }

    void text() {
        QCOMPARE(QString::fromStdString(withThousands(0)), QString("0"));
        QCOMPARE(QString::fromStdString(withThousands(999)), QString("999"));
        QCOMPARE(QString::fromStdString(withThousands(-1234567)), QString("-1,234,567"));
        const std::string_view names[] = {"forward", "backward", "comm"};
        QCOMPARE(QString::fromStdString(nearestName("bakward", names)), QString("backward"));
        QCOMPARE(QString::fromStdString(nearestName("x", {})), QString());
    }
};

QTEST_APPLESS_MAIN(TestModel)

}  // namespace tst_model
#include "tst_model.moc"
