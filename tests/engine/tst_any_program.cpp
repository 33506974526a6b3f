// Programs other than pipelines use the same structures: lanes of several roles, ops on several lanes at once, pairs,
// two directions, and timelines that were not simulated.

#include "engine/analysis/explain.h"
#include "engine/analysis/lane_sums.h"
#include "engine/analysis/metrics.h"
#include "engine/sim/evaluation_order.h"
#include "engine/sim/simulate.h"

#include <QTest>

#include "tests/engine/any_programs.h"
#include "tests/engine/plain_ends.h"
#include "tests/engine/plain_simulator.h"
#include "tests/engine/random_scenario.h"
#include "tests/engine/simulated.h"
#include "tests/engine/two_directions.h"
#include "tests/rounds.h"

using namespace bubblescope;

namespace tst_any_program {
using test::ExplicitProgram;
using test::kUnit;
using test::pairDurations;
using test::pairs;
using test::Random;
using test::randomInt;
using test::Recording;
using test::twoDirections;
using test::twoLanesRecorded;
using test::TwoRanks;

namespace {

/// An explicit program that can always run: ops come in an order in which everything needed was added before.
ExplicitProgram randomProgram(Random& random) {
    ExplicitProgram made;
    std::vector<LaneId> lanes;
    const int workers = randomInt(random, 1, 4);
    for (int worker = 0; worker < workers; ++worker)
        for (const Role role : {Role::Compute, Role::Collective})
            if (role == Role::Compute || randomInt(random, 0, 1)) lanes.push_back(made.addLane(worker, role, 40));
    std::vector<Row> rows;
    for (int i = 0; i < 40; ++i) {
        std::vector<LaneId> on;
        for (const LaneId lane : lanes)
            if (randomInt(random, 0, 3) == 0) on.push_back(lane);
        if (on.empty()) on.push_back(lanes[static_cast<std::size_t>(randomInt(random, 0, int(lanes.size()) - 1))]);
        const Row row = made.add(Op(OpKind::Forward, 0, i), randomInt(random, 0, 9), on);
        for (int need = randomInt(random, 0, 2); need > 0 && !rows.empty(); --need)
            made.need(row, rows[static_cast<std::size_t>(randomInt(random, 0, int(rows.size()) - 1))],
                      randomInt(random, 0, 5), randomInt(random, 0, 1));
        rows.push_back(row);
    }
    return made;
}

}  // namespace

class TestAnyProgram : public QObject {
    Q_OBJECT

private slots:
    void lanesOpsOnSeveralStartsAndLags() {
        const TwoRanks two;
        QVERIFY(validate(*two.program));
        const auto timeline = simulate(two.program, two.costs);
        QVERIFY(timeline);
        const auto at = [&](Row row) {
            return std::pair((*timeline)->startOf(row) / kUnit, (*timeline)->end[row] / kUnit);
        };
        QCOMPARE(at(two.forward[0]), (std::pair<Time, Time>(0, 10)));
        QCOMPARE(at(two.backward[1]), (std::pair<Time, Time>(15, 35)));
        QCOMPARE(at(two.reduce), (std::pair<Time, Time>(15, 22)));  // when the later of both is there
        QCOMPARE(at(two.reduceOfOther), at(two.reduce));
        QCOMPARE(at(two.gather),
                 (std::pair<Time, Time>(22, 26)));  // its lane is free after its start-dependency and lag
        QCOMPARE(at(two.step[0]), (std::pair<Time, Time>(31, 34)));
        QCOMPARE(at(two.step[1]), (std::pair<Time, Time>(35, 38)));

        const auto order = findEvaluationOrder(two.program);
        QVERIFY(order);
        const auto again = replay(*order, two.costs);
        QVERIFY(again && (*again)->end == (*timeline)->end && (*again)->start == (*timeline)->start);

        const Durations none;
        const Metrics metrics = measure(**timeline, none, *loadOf(*two.program, {}));
        QCOMPARE(metrics.totalTime, 38 * kUnit);
        QCOMPARE(metrics.workers[0].busy, 33 * kUnit);  // its comm lane is no work
        QCOMPARE(metrics.workers[0].idleWaiting, 1 * kUnit);
        QCOMPARE(metrics.workers[1].busy, 38 * kUnit);

        const auto sums = sumLanes(**timeline);
        for (const LaneId lane : {two.compute[0], two.comm[0], two.compute[1], two.comm[1]}) {
            QVERIFY(sums->of(lane).hasSums());
            QCOMPARE(sums->of(lane).slotOps.size(), two.program->lanes[lane.index()].size());
        }

        const OpCause cause = explainOp(**timeline, none, two.step[0]);
        QCOMPARE(cause.last(), cause.input);
        QCOMPARE(cause.input->row, two.reduce);
        QCOMPARE(cause.input->lag, 9 * kUnit);
        QCOMPARE(cause.waited, 1 * kUnit);
        QCOMPARE(explainOp(**timeline, none, two.reduce).input->row, two.forward[1]);
        QCOMPARE(explainOp(**timeline, none, two.reduce).slack, Time{0});  // rank 0's step waits for it
        const std::vector<Row> steps{two.step[0], two.step[1]};
        for (const Row member : {two.reduce, two.reduceOfOther}) QCOMPARE(dependentsOf(**timeline, member), steps);
        const IdleReason reason = explainGap(**timeline, none, *gapAt(**timeline, two.compute[0], 30 * kUnit));
        QCOMPARE(reason.causes.front().row, two.reduce);
        // [30, 31): rank 1's forward, the reduction and a lag of 9; here a forward and a backward.
        QCOMPARE(reason.parts,
                 (IdleParts{.work = (15 - 10 - 20) * kUnit, .communication = 7 * kUnit, .lag = 9 * kUnit}));
    }

    void anOpOnSeveralLanesWaitsForTheLast() {
        ExplicitProgram made;
        const LaneId a = made.addLane(0, Role::Compute, 2), b = made.addLane(1, Role::Compute, 2);
        made.add(Op(OpKind::Forward, 0, 0), 4, {a});
        const Row late = made.add(Op(OpKind::Forward, 0, 0), 9, {b});
        const Row both = made.add(Op(OpKind::FetchForward, 0, 0), 2, {a, b});
        Costs costs;
        costs.ofOp = made.durations();
        const auto timeline = simulate(std::make_shared<const Program>(made.program()), costs);
        QVERIFY(timeline);
        const OpCause cause = explainOp(**timeline, {}, both);
        QCOMPARE(cause.last(), cause.other);
        QCOMPARE(cause.other->row, late);
        QCOMPARE(cause.waited, Time{5});
        QCOMPARE(explainGap(**timeline, {}, *gapAt(**timeline, a, 5)).causes.front().row, late);
    }

    void randomProgramsRunByThePlainRule() {
        Random random(17);
        for (int i = 0; i < rounds(500); ++i) {
            const ExplicitProgram made = randomProgram(random);
            const auto program = std::make_shared<const Program>(made.program());
            const auto valid = validate(*program);
            QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            Costs costs;
            costs.ofOp = made.durations();
            const auto timeline = simulate(program, costs);
            QVERIFY2(timeline, timeline ? "" : timeline.error().message.c_str());
            const std::vector<Time> ends = test::plainEnds(*program, made.durations());
            const auto order = findEvaluationOrder(program);
            QVERIFY(order);
            const auto again = replay(*order, costs);
            for (const RowRange& lane : program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row) {
                    QCOMPARE((*timeline)->end[row], ends[row]);
                    QCOMPARE((*again)->end[row], ends[row]);
                    const OpCause cause = explainOp(**timeline, {}, row);
                    QCOMPARE((*timeline)->startOf(row), std::max({cause.laneFree, cause.input ? cause.input->at() : 0,
                                                                  cause.other ? cause.other->at() : 0}));
                    QVERIFY(cause.slack >= 0);
                    if (cause.waited == 0) continue;
                    const IdleGap gap = *gapAt(**timeline, program->laneOf(row), (*timeline)->startOf(row) - 1);
                    const IdleReason reason = explainGap(**timeline, {}, gap);
                    QCOMPARE(reason.parts.sum(), cause.waited);
                    QCOMPARE(reason.parts.unknown, Time{0});
                }
        }
    }

    void membersInOppositeOrderAreADeadlock() {
        ExplicitProgram made;
        const LaneId a = made.addLane(0, Role::Collective, 2), b = made.addLane(1, Role::Collective, 2);
        const Row first = made.add(Op(OpKind::FetchForward, 0, 0), 1, {a, b});
        const Row second = made.add(Op(OpKind::FetchForward, 0, 1), 1, {a, b});
        Program program = made.program();
        auto& rows = program.needs.rows;  // of the first on a and b, then of the second
        QCOMPARE(rows[0], static_cast<std::uint32_t>(first));
        QCOMPARE(rows[2], static_cast<std::uint32_t>(second));
        std::swap(program.ops[rows[1]], program.ops[rows[3]]);
        std::swap(program.needs.opOfRow[rows[1]], program.needs.opOfRow[rows[3]]);
        std::swap(rows[1], rows[3]);
        QVERIFY(validate(program));
        Costs costs;
        costs.ofOp = made.durations();
        const auto timeline = simulate(std::make_shared<const Program>(program), costs);
        QVERIFY(!timeline);
        QCOMPARE(
            QString::fromStdString(timeline.error().message),
            QString("deadlock: F0 of stage 0 on device 0 waits for F0 of stage 0, which is queued behind F1 of stage 0 "
                    "on device 1; F1 of stage 0 on device 1 waits for F1 of stage 0, which is queued behind F0 of "
                    "stage 0 on device 0"));
    }

    /// D = 2, MBS = 2, F 1, B 2: device 0 runs F0, the pair (F1 B0), B1.
    void aPairRunsAsOne() {
        const Program program = pairs();
        QVERIFY(validate(program));
        const Durations durations = pairDurations();
        const auto timeline = test::simulated(program, durations);
        QVERIFY(timeline);
        const Timeline& t = **timeline;
        const auto row = [&](OpKind kind, int stage, int microbatch) {
            return *findOp(*t.program, Op(kind, stage, microbatch));
        };
        const Row f00 = row(OpKind::Forward, 0, 0), f01 = row(OpKind::Forward, 0, 1), b00 = row(OpKind::Backward, 0, 0);
        // F0 0-1, hop, F on device 1 1.5-2.5, B 2.5-4.5, hop: the pair starts at 5 and lasts 1 + 2.
        for (const Row half : {f01, b00}) {
            QCOMPARE(t.startOf(half), toTime(5));
            QCOMPARE(t.end[half], toTime(8));
        }
        QCOMPARE(t.startOf(row(OpKind::Forward, 1, 1)), toTime(8.5));
        const Metrics metrics = measure(t, durations, *loadOf(*t.program, {}));
        QCOMPARE(metrics.workers[0].busy, toTime(6));
        QCOMPARE(metrics.workers[0].peakActivations, 2.0);  // the forward counts before the backward
        const OpCause cause = explainOp(t, durations, b00);
        QCOMPARE(cause.input->row, row(OpKind::Backward, 1, 0));
        QCOMPARE(cause.before->row, f00);
        QCOMPARE(cause.waited, toTime(4));
        QCOMPARE(explainOp(t, durations, f01).slack, Time{0});
        for (const Row half : {f01, b00}) QCOMPARE(dependentsOf(t, half), std::vector<Row>{row(OpKind::Forward, 1, 1)});
        QCOMPARE(gapAt(t, LaneId(0), toTime(3))->end, toTime(5));
    }

    /// Hand-made: D = 2, MBS = 2, F 1, B 2, no communication. Both directions meet on each device.
    void twoDirectionsRunAndReplay() {
        Workload workload;
        workload.chunks = 1;
        workload.forward = 1.0;
        workload.backward = 2.0;
        Random random(5);
        for (const auto& [devices, microbatches] : {std::pair{2, 2}, {4, 4}, {4, 12}, {6, 20}}) {
            workload.devices = devices;
            const auto program = std::make_shared<const Program>(test::twoDirections(devices, microbatches));
            QVERIFY(validate(*program));
            const Durations durations = toDurations(workload);
            const auto timeline = test::simulated(program, durations);
            QVERIFY(timeline);
            if (devices == 2) QCOMPARE((*timeline)->totalTime(), toTime(6));
            const auto starts = test::plainStarts(*program, durations, random);
            QVERIFY(starts);
            for (const RowRange& lane : program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row) QCOMPARE((*timeline)->startOf(row), (*starts)[row]);
            const auto order = findEvaluationOrder(program);
            QVERIFY(order);
            workload.comm = 3.0;
            const Durations slower = toDurations(workload);
            const auto again = replay(*order, costsOf(*program, slower));
            const auto fresh = test::simulated(program, slower);
            for (const RowRange& lane : program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row) QCOMPARE((*again)->end[row], (*fresh)->end[row]);
            workload.comm = 0.0;
            const Metrics metrics = measure(**timeline, durations, *loadOf(*program, {}));
            for (const WorkerMetrics& worker : metrics.workers) {
                QCOMPARE(worker.busy, toTime(3 * microbatches));
                QVERIFY(worker.peakActivations <= microbatches);
            }
            QVERIFY(metrics.lowerBound <= metrics.totalTime);
            const auto sums = sumLanes(**timeline);
            for (const LaneSums::Lane& lane : sums->lanes) {
                QVERIFY2(lane.isInTurn, "each line's microbatches, from its first on");
                QCOMPARE(lane.slotOps.size(), std::size_t{4});
                for (const LaneSums::Slot& slot : lane.slotOps)
                    QCOMPARE(slot.first.microbatch().value, program->firstMicrobatch(slot.first.stage()));
            }
            // Arrows: the forward of the last microbatch on device 0 comes from device 1.
            const Row last = *findOp(*program, Op(OpKind::Forward, 2 * devices - 1, microbatches - 1));
            QCOMPARE(program->workerOfRow(last).value, 0);
            const std::vector<Row> chain = dependencyChain(**timeline, last);
            QCOMPARE(chain.size(), std::size_t(devices));
            QCOMPARE(program->workerOfRow(chain[1]).value, 1);
            QCOMPARE(program->chunkOf(program->ops[last].stage()), 1);
            QCOMPARE(program->modelStage(program->ops[last].stage()).value, devices - 1);
        }
    }

    /// A timeline from a list of lanes, starts and ends: what is idle is known, what it waits for is not.
    void aRecordedTimelineHasNoNeeds() {
        const Recording recording = twoLanesRecorded();
        const Timeline& timeline = *recording.timeline;
        const Program* const program = timeline.program.get();
        const Row first = program->lanes[0].begin;
        QCOMPARE(timeline.earliestStart, Time{5});
        QCOMPARE(timeline.latestEnd, Time{20});
        const Metrics metrics = measure(timeline, {}, *loadOf(*program, {}));
        QCOMPARE(metrics.totalTime, Time{15});
        QCOMPARE(metrics.workers[0].busy, Time{12});
        QCOMPARE(metrics.workers[0].idleWaiting, Time{3});
        QCOMPARE(metrics.workers[1].idleCooldown, Time{5});
        QCOMPARE(metrics.lowerBound, Time{12});
        QVERIFY(needsOf(timeline, first + 1).empty());
        QVERIFY(dependentsOf(timeline, first).empty());
        const OpCause cause = explainOp(timeline, {}, first + 1);
        QCOMPARE(cause.before->row, first);
        QCOMPARE(cause.waited, Time{3});
        const IdleReason reason = explainGap(timeline, {}, *gapAt(timeline, LaneId(0), 10));
        QCOMPARE(reason.parts, IdleParts{.unknown = 3});
        QVERIFY(!reason.fork && !reason.longest && !reason.slowest);
    }
};

QTEST_APPLESS_MAIN(TestAnyProgram)

}  // namespace tst_any_program
#include "tst_any_program.moc"
