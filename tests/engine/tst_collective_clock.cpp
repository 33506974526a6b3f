// The times of collectives and their cost lines, compared with the plan and with an exhaustive search.

#include "engine/analysis/links.h"
#include "engine/collectives/collective_clock.h"
#include "engine/collectives/cost_lines.h"
#include "tests/engine/any_collective.h"
#include "tests/rounds.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace bubblescope;

namespace tst_collective_clock {

namespace {

bool areClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-9}); }

constexpr double kEvenBytes = 720'720, kUnevenBytes = 1'000'001;  // in slots of up to 16 ranks

/// Runs of every algorithm, some of whose ranks are late where `isLate`.
template <class Visit>
void forEachRun(std::mt19937& random, double bytes, bool isLate, const Visit& visit) {
    for (const CollectiveInfo& info : collectives())
        for (const Algorithm& algorithm : algorithmsOf(info.collective))
            for (const int ranks : {1, 2, 3, 5, 8, 12, 16}) {
                if (info.collective == Collective::Send && ranks == 1) continue;
                CollectiveSetup setup;
                setup.collective = info.collective;
                setup.ranks = ranks;
                setup.cluster.nodeSize = 4;
                setup.bytes = bytes;
                setup.cluster.launch = ranks % 2 ? 7.5 : 0;
                std::uniform_real_distribution<double> any(0, 90);
                if (isLate)
                    for (int rank = 0; rank < ranks; ++rank) setup.arrival.push_back(rank % 3 ? 0 : any(random));
                const auto run = runCollective(setup, algorithm.id);
                if (run && run->plan) visit(setup, *run);
            }
}

QByteArray nameOf(const CollectiveSetup& setup, const CollectiveRun& run) {
    return QByteArray::fromStdString(std::string(infoOf(setup.collective).id) + ' ' + std::string(run.algorithm->id)) +
           " of " + QByteArray::number(setup.ranks);
}

}  // namespace

class TestCollectiveClock : public QObject {
    Q_OBJECT

    void eachLateness() {
        QTest::addColumn<bool>("isLate");
        QTest::newRow("all come together") << false;
        QTest::newRow("some are late") << true;
    }

private slots:
    void endsWithTheRun_data() { eachLateness(); }
    void endsWithTheRun() {
        QFETCH(bool, isLate);
        std::mt19937 random(7);
        int runs = 0;
        forEachRun(random, kEvenBytes, isLate, [&](const CollectiveSetup& setup, const CollectiveRun& run) {
            const auto timeline = timelineOf(setup, run);
            const auto valid = validate(*timeline->program);
            QVERIFY2(valid.has_value(), nameOf(setup, run) + (valid ? "" : valid.error().message.c_str()));
            QVERIFY2(timeline->latestEnd == run.time, nameOf(setup, run));
            QCOMPARE(timeline->earliestStart, Time{0});
            QCOMPARE(timeline->program->workers, setup.ranks);
            ++runs;
        });
        QVERIFY(runs > 150);
    }

    /// Both ranks of a message have a cell of its step for as long as it takes, and cells stand one after another.
    void cellsHoldTheMessages_data() { eachLateness(); }
    void cellsHoldTheMessages() {
        QFETCH(bool, isLate);
        std::mt19937 random(8);
        forEachRun(random, kUnevenBytes, isLate, [&](const CollectiveSetup& setup, const CollectiveRun& run) {
            const auto timeline = timelineOf(setup, run);
            const Program& program = *timeline->program;
            std::vector<double> arrival = setup.arrival;
            arrival.resize(static_cast<std::size_t>(setup.ranks));
            arrival.resize(static_cast<std::size_t>(run.plan->places()), 0.0);
            const double launch = launchTime(*run.algorithm, run.team, setup.cluster);
            const auto ends = endsWith(*run.algorithm, run.team, *run.plan, setup.cluster,
                                       static_cast<long long>(setup.bytes), arrival);
            std::map<std::pair<std::size_t, int>, std::vector<Row>> cells;
            for (const Lane& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) {
                    if (row > lane.begin) QVERIFY(timeline->startOf(row) >= timeline->end[row - 1]);
                    QCOMPARE(program.ops[row].microbatch().value, lane.worker.value);
                    cells[{program.ops[row].stage().index(), lane.worker.value}].push_back(row);
                }
            for (std::size_t step = 0; step < run.plan->steps.size(); ++step) {
                // A rank with many messages begins with all of them, when the last that it exchanges with is there.
                std::vector<double> all = ends[step];
                for (const Transfer& moved : run.plan->transfersOf(step)) {
                    all[moved.from] = std::max(all[moved.from], ends[step][moved.to]);
                    all[moved.to] = std::max(all[moved.to], ends[step][moved.from]);
                }
                for (const Transfer& moved : run.plan->transfersOf(step)) {
                    const double both = std::max(ends[step][moved.from], ends[step][moved.to]);
                    for (const int rank : {int{moved.from}, int{moved.to}}) {
                        if (rank >= setup.ranks) continue;  // a switch
                        const bool waitsForAll = run.algorithm->sendsManyAtOnce;
                        const double from = (waitsForAll ? all[static_cast<std::size_t>(rank)] : both) + launch;
                        const auto& rows = cells[{step, rank}];
                        const auto holds = [&](Row row) {
                            return timeline->startOf(row) <= toTime(from) && toTime(from) <= timeline->end[row];
                        };
                        QVERIFY2(std::any_of(rows.begin(), rows.end(), holds), nameOf(setup, run));
                        const double end = ends[step + 1][static_cast<std::size_t>(rank)] + launch;
                        QVERIFY2(timeline->end[rows.back()] == toTime(end), nameOf(setup, run));
                    }
                }
            }
        });
    }

    /// What is idle before a cell has a cause: it starts when the last that it needs has ended.
    void waitsHaveCauses_data() { eachLateness(); }
    void waitsHaveCauses() {
        QFETCH(bool, isLate);
        std::mt19937 random(9);
        forEachRun(random, kUnevenBytes, isLate, [&](const CollectiveSetup& setup, const CollectiveRun& run) {
            const auto timeline = timelineOf(setup, run);
            const Program& program = *timeline->program;
            QVERIFY(program.needs.isExplicit());
            for (const Lane& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) {
                    Time ready = row > lane.begin ? timeline->end[row - 1] : 0;
                    for (const Link& link : needsOf(*timeline, row)) {
                        QVERIFY2(timeline->end[link.row] <= timeline->startOf(row), nameOf(setup, run));
                        ready = std::max(ready, timeline->end[link.row]);
                    }
                    QVERIFY2(ready == timeline->startOf(row), nameOf(setup, run));
                }
        });
    }

    void cellsTellWhatCrossesNodes() {
        CollectiveSetup setup;
        setup.ranks = 8;
        setup.cluster.nodeSize = 4;
        // In a single ring the last rank of each node sends across; side by side, each does in one of the rings.
        for (const bool usesAllPorts : {false, true}) {
            setup.cluster.usesAllPorts = usesAllPorts;
            const auto timeline = timelineOf(setup, *runCollective(setup, "ring"));
            for (const Lane& lane : timeline->program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row)
                    QCOMPARE(timeline->program->ops[row].kind(),
                             usesAllPorts || lane.worker.value % 4 == 3 ? OpKind::SendAcross : OpKind::SendInside);
        }
    }

    void lateRanksAreThere() {
        CollectiveSetup setup;
        setup.bytes = 1000;
        setup.arrival = {0, 40, 0, 0};
        const auto timeline = timelineOf(setup, *runCollective(setup, "ring"));
        const Lane& lane = timeline->program->lanes[1];
        QCOMPARE(timeline->program->ops[lane.begin].kind(), OpKind::Late);
        QCOMPARE(timeline->end[lane.begin], toTime(40));
        // Rank 0 hears of rank 3, and waits until it can send to rank 1.
        const Row first = timeline->program->lanes[0].begin;
        QCOMPARE(timeline->startOf(first), Time{0});
        QVERIFY(timeline->end[first] < toTime(40));
        QCOMPARE(timeline->startOf(first + 1), toTime(40));
        QCOMPARE(needsOf(*timeline, first + 1).back().row, lane.begin);
    }

    void thousandRanksHaveCells() {
        CollectiveSetup setup;
        setup.cluster.usesAllPorts = false;
        setup.ranks = 1024;
        const auto run = runCollective(setup, "ring");
        const auto timeline = timelineOf(setup, *run);
        QCOMPARE(timeline->latestEnd, run->time);
        for (const Lane& lane : timeline->program->lanes) QCOMPARE(lane.size(), std::size_t{2 * 1023});
    }

    /// Where there are many they are put on their lanes some at a time.
    void manyCellsEndWithTheirSteps() {
        CollectiveSetup setup;
        setup.ranks = 500;
        setup.bytes = 12'345'678;  // slots of two sizes
        setup.cluster.launch = 7;
        setup.arrival.assign(500, 0);
        setup.arrival[123] = 456.75;
        const auto run = runCollective(setup, "ring");
        QVERIFY(run->plan->transfers.size() > kMostClockNeeds);
        const auto timeline = timelineOf(setup, *run);
        const auto ends =
            endsWith(*run->algorithm, teamOf(setup), *run->plan, setup.cluster, 12'345'678, setup.arrival);
        const ClockStages stages{run->plan->steps.size()};
        const Program& program = *timeline->program;
        for (std::size_t rank = 0; rank < program.lanes.size(); ++rank) {
            const Lane& lane = program.lanes[rank];
            Time before = 0;
            std::vector<Time> last(stages.steps, 0);
            for (Row row = lane.begin; row < lane.end; ++row) {
                QVERIFY(timeline->startOf(row) >= before && timeline->end[row] >= timeline->startOf(row));
                QCOMPARE(program.ops[row].microbatch().index(), rank);
                before = timeline->end[row];
                if (stages.isStep(program.ops[row])) last[program.ops[row].stage().index()] = before;
            }
            for (std::size_t step = 0; step < stages.steps; ++step)
                QCOMPARE(last[step], toTime(ends[step + 1][rank] + setup.cluster.launch));
        }
    }

    void linesAreTheClosedForms() {
        std::mt19937 random(1);
        for (int i = 0; i < rounds(500); ++i) {
            const CollectiveSetup setup = test::anySetup(random);
            for (const CostLine& line : costLines(setup, teamOf(setup)))
                QVERIFY(areClose(line.of(setup.bytes), timeByForm(setup, *line.algorithm)));
        }
    }

    void partsMeetWhereBothTakeEquallyLong() {
        std::mt19937 random(2);
        int meetings = 0;
        for (int i = 0; i < rounds(500); ++i) {
            const CollectiveSetup setup = test::anySetup(random);
            const auto lines = costLines(setup, teamOf(setup));
            const auto parts = bestParts(lines, 1, 1e12);
            for (std::size_t part = 1; part < parts.size(); ++part) {
                ++meetings;
                const double bytes = parts[part].from;
                QVERIFY(areClose(lines[parts[part].line].of(bytes), lines[parts[part - 1].line].of(bytes)));
            }
        }
        QVERIFY(meetings > metIn(500, 200));
    }

    void bestPartsAreThoseOfLookingEverywhere() {
        std::mt19937 random(3);
        std::size_t most = 0;
        for (int i = 0; i < rounds(1000); ++i) {
            const CollectiveSetup setup = test::anySetup(random);
            const auto lines = costLines(setup, teamOf(setup));
            const auto parts = bestParts(lines, 1, 1e12);
            most = std::max(most, parts.size());
            QCOMPARE(parts.front().from, 1.0);
            QCOMPARE(parts.back().to, 1e12);
            for (std::size_t part = 0; part < parts.size(); ++part) {
                if (part > 0) {
                    QCOMPARE(parts[part].from, parts[part - 1].to);
                    QVERIFY(parts[part].line != parts[part - 1].line);
                }
                for (int tries = 0; tries < 5; ++tries) {
                    const double share = std::uniform_real_distribution<double>(0, 1)(random);
                    const double bytes = parts[part].from * std::pow(parts[part].to / parts[part].from, share);
                    double least = lines.front().of(bytes);
                    for (const CostLine& line : lines) least = std::min(least, line.of(bytes));
                    QVERIFY(areClose(lines[parts[part].line].of(bytes), least));
                }
            }
        }
        QVERIFY(most >= (kIsSecondRun ? 2 : 4));
    }

    void verdictsHold() {
        std::mt19937 random(4);
        int neverBest = 0, rivals = 0;
        for (int i = 0; i < rounds(1000); ++i) {
            const CollectiveSetup setup = test::anySetup(random);
            const BytesRange range = bytesRange(setup);
            QVERIFY(range.from <= setup.bytes && setup.bytes <= range.to);
            const CostVerdict verdict = verdictOf(setup, range.from, range.to);
            const BestPart& here = verdict.parts[verdict.present];
            QVERIFY(here.from <= setup.bytes && setup.bytes <= here.to);
            const double best = verdict.winner().of(setup.bytes);
            QVERIFY(areClose(best, timeByForm(setup, algorithmFor(setup, kAuto))));
            if (verdict.rival) {
                ++rivals;
                const CostLine& rival = verdict.lines[*verdict.rival];
                QVERIFY(std::count(setup.algorithms.begin(), setup.algorithms.end(), rival.algorithm->id) == 1);
                if (rival.of(setup.bytes) > 0)
                    QVERIFY(areClose(verdict.shareOfRival * rival.of(setup.bytes), best) && verdict.shareOfRival <= 1);
            }
            for (const std::size_t line : verdict.neverBest)
                for (double bytes = range.from; bytes <= range.to; bytes *= 1.3) {
                    ++neverBest;
                    double others = std::numeric_limits<double>::infinity();
                    for (std::size_t other = 0; other < verdict.lines.size(); ++other)
                        if (other != line) others = std::min(others, verdict.lines[other].of(bytes));
                    QVERIFY(others <= verdict.lines[line].of(bytes) * (1 + 1e-9));
                }
        }
        QVERIFY(neverBest > metIn(1000, 1000) && rivals > metIn(1000, 300));
    }

    void winnersOverRanksAreTheCheapest() {
        std::mt19937 random(5);
        for (int i = 0; i < 50; ++i) {
            const CollectiveSetup setup = test::anySetup(random);
            bool isItsOwnThere = false;
            for (const RankWinner& winner : winnersOverRanks(setup)) {
                isItsOwnThere |= winner.ranks == setup.ranks;
                CollectiveSetup other = setup;
                setRanks(other, winner.ranks);
                QVERIFY(
                    areClose(winner.lines[winner.best].of(setup.bytes), timeByForm(other, algorithmFor(other, kAuto))));
            }
            QVERIFY(isItsOwnThere);
        }
    }
};

QTEST_GUILESS_MAIN(TestCollectiveClock)

}  // namespace tst_collective_clock
#include "tst_collective_clock.moc"
