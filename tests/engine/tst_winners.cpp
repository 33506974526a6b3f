// The winners of an experiment, and where along x they change: closed forms, hand-made points, and real runs.

#include "engine/entries/registry.h"
#include "engine/study/winner_changes.h"
#include "tests/engine/experiment_files.h"
#include "tests/engine/random_scenario.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_winners {

namespace {

constexpr double kNone = -1, kRefused = -2;  // in place of a value: awaited, refused
constexpr double kOver = 1000;               // added to a value: over the memory limit
const double kInfinite = std::numeric_limits<double>::infinity();

using Points = std::vector<std::optional<StudyPoint>>;

ExperimentPlan planOf(const Experiment& experiment) {
    auto plan = planExperiment(experiment);
    if (!plan) qFatal("%s", plan.error().text().c_str());
    return std::move(*plan);
}

/// A plan with so many series over these x, and points with these total times, by series and x.
struct Told {
    ExperimentPlan plan;
    Points points;
};
Told told(const std::vector<double>& x, const std::vector<std::vector<double>>& values) {
    Experiment experiment;
    experiment.x = {"comm", x};
    experiment.quantities = {Quantity::TotalTime};
    experiment.series = std::vector<ScheduleEntry>(values.size(), ScheduleEntry{"gpipe", {}, {}});
    Told out{planOf(experiment), {}};
    for (const auto& series : values)
        for (const double value : series) {
            StudyPoint point;
            point.of(Quantity::TotalTime) = value < kOver ? value : value - kOver;
            if (value >= kOver) point.overLimit = 1;
            if (value == kRefused) point.refusal = "no";
            out.points.push_back(value == kNone ? std::nullopt : std::optional(point));
        }
    return out;
}

std::vector<std::size_t> all(const ExperimentPlan& plan) {
    std::vector<std::size_t> series(plan.series.size());
    std::iota(series.begin(), series.end(), std::size_t{0});
    return series;
}

Points pointsOf(const ExperimentPlan& plan, std::size_t threads = 2) {
    Points points(plan.size());
    runExperiment(plan, [&](std::size_t point, StudyPoint result) { return points[point] = std::move(result), true; },
                  {}, {threads, availableMemory()});
    return points;
}

/// "0>1 at 2..4, 1>2 at 4..6"
QString text(const std::vector<WinnerChange>& changes) {
    QStringList parts;
    for (const WinnerChange& change : changes)
        parts += QString("%1>%2 at %3..%4").arg(change.from).arg(change.to).arg(change.below).arg(change.above);
    return parts.join(", ");
}

QString changesOf(const Told& told) {
    return text(winnerChanges(told.plan, told.points, 0, 0, Quantity::TotalTime, all(told.plan)));
}

/// One panel over T_C on D devices.
Experiment overComm(int devices, int microbatches, std::vector<double> values, std::vector<ScheduleEntry> series) {
    Experiment experiment;
    experiment.workload.devices = devices;
    experiment.workload.microbatches = microbatches;
    experiment.x = {"comm", std::move(values)};
    experiment.quantities = {Quantity::TotalTime};
    experiment.series = std::move(series);
    return experiment;
}

std::vector<WinnerChange> closeChanges(const ExperimentPlan& plan, Quantity measure = Quantity::TotalTime) {
    const Points points = pointsOf(plan);
    std::vector<WinnerChange> out;
    for (const WinnerChange& change : winnerChanges(plan, points, 0, 0, measure, all(plan)))
        for (const WinnerChange& close : refined(plan, change, all(plan))) out.push_back(close);
    return out;
}

/// The ranking at one x of a change's panel, from runs of its own.
Ranking rankingWhenRun(const ExperimentPlan& plan, const WinnerChange& change, double x) {
    Experiment part = plan.experiment;
    part.x.values = {x};
    if (part.panels) part.panels->values = {part.panels->values[change.panel]};
    if (part.figures) part.figures->values = {part.figures->values[change.figure]};
    const ExperimentPlan alone = planOf(part);
    const Points points = pointsOf(alone, 1);
    return rankingAt(alone, points, {}, change.measure, all(alone));
}

}  // namespace

class TestWinners : public QObject {
    Q_OBJECT

private slots:
    void rankingsPutTheLeastFirst() {
        const Told given = told({1}, {{4}, {kRefused}, {2}, {kNone}, {2}, {3}});
        const Ranking ranking = rankingAt(given.plan, given.points, {}, Quantity::TotalTime, all(given.plan));
        QVERIFY(ranking.order == (std::vector<Standing>{{2, 2, 0}, {4, 2, 0}, {5, 3, 0.5}, {0, 4, 1}}));
        QCOMPARE(ranking.best, std::size_t(2));
        QCOMPARE(ranking.refused, std::vector<std::size_t>{1});
        QCOMPARE(ranking.awaited, std::vector<std::size_t>{3});
        const Told over = told({1}, {{4}, {kOver + 1}, {2}, {kOver + 3}});
        const Ranking within = rankingAt(over.plan, over.points, {}, Quantity::TotalTime, all(over.plan));
        QVERIFY(within.order == (std::vector<Standing>{{2, 2, 0}, {0, 4, 1}}));
        QCOMPARE(within.overLimit, (std::vector<std::size_t>{1, 3}));
        QVERIFY(within.isOverLimit(3) && !within.isOverLimit(0));
        const std::vector<std::size_t> two = {0, 5};
        const Ranking shown = rankingAt(given.plan, given.points, {}, Quantity::TotalTime, two);
        QCOMPARE(shown.order.size(), std::size_t(2));
        QCOMPARE(shown.order.front().series, std::size_t(5));
    }

    void whatRoundingLeftIsATie() {
        const Told given = told({1}, {{0.1 + 0.2}, {0.3}, {0}});
        const std::vector<std::size_t> two = {0, 1};
        QCOMPARE(rankingAt(given.plan, given.points, {}, Quantity::TotalTime, two).best, std::size_t(2));
        const Ranking whole = rankingAt(given.plan, given.points, {}, Quantity::TotalTime, all(given.plan));
        QCOMPARE(whole.best, std::size_t(1));
        QCOMPARE(whole.order[1].behind, kInfinite);  // nothing is a share of 0
    }

    void cells_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<int>("state");
        QTest::addColumn<int>("winner");
        QTest::addColumn<double>("margin");
        using Values = std::vector<double>;
        const int won = int(WinnerCell::State::Won), awaited = int(WinnerCell::State::Awaited);
        const int over = int(WinnerCell::State::OverLimit);
        QTest::newRow("the least is over the limit") << Values{kOver + 1, 4, 5} << won << 1 << 0.25;
        QTest::newRow("all but one are over") << Values{kOver + 1, 4, kOver} << won << 1 << kInfinite;
        QTest::newRow("all are over the limit") << Values{kOver + 1, kOver + 2, kOver} << over << 0 << 0.0;
        QTest::newRow("over the limit or refused") << Values{kOver + 1, kRefused, kRefused} << over << 0 << 0.0;
        QTest::newRow("over the limit or awaited") << Values{kOver + 1, kNone, kRefused} << awaited << 0 << 0.0;
        QTest::newRow("the second is 10 % behind") << Values{22, 20, 40} << won << 1 << 0.1;
        QTest::newRow("a tie") << Values{5, 4, 4} << won << 1 << 0.0;
        QTest::newRow("all refuse but one") << Values{kRefused, 4, kRefused} << won << 1 << kInfinite;
        QTest::newRow("all refuse") << Values{kRefused, kRefused, kRefused} << int(WinnerCell::State::Refused) << 0
                                    << 0.0;
        QTest::newRow("one is awaited") << Values{3, kNone, 4} << awaited << 0 << 0.0;
        QTest::newRow("nobody idles, nor the next") << Values{0, 0, 1} << won << 0 << 0.0;
        QTest::newRow("nobody idles but the next") << Values{1, 0, 2} << won << 1 << kInfinite;
    }

    void cells() {
        QFETCH(std::vector<double>, values);
        QFETCH(int, state);
        QFETCH(int, winner);
        QFETCH(double, margin);
        const Told given = told({1}, {{values[0]}, {values[1]}, {values[2]}});
        const auto cells = winnerMap(given.plan, given.points, 0, Quantity::TotalTime, all(given.plan));
        QCOMPARE(cells.size(), std::size_t(1));
        QCOMPARE(int(cells[0].state), state);
        QCOMPARE(cells[0].winner, std::size_t(winner));
        if (std::isinf(margin))
            QCOMPARE(cells[0].margin, margin);
        else
            QVERIFY(std::abs(cells[0].margin - margin) < 1e-12);
    }

    /// Property: a map's cells are its rankings, whichever series are shown.
    void mapsAreTheirRankings() {
        Random random(propertySeed());
        for (int n = 0; n < rounds(200); ++n) {
            Experiment experiment = overComm(2, 4, {0, 1, 2}, {});
            experiment.panels = Axis{"recompute", {0, 1}};
            experiment.figures = Axis{"imbalance", {0, 1}};
            experiment.series = std::vector<ScheduleEntry>(4, entry("1f1b"));
            const ExperimentPlan plan = planOf(experiment);
            Points points(plan.size());
            for (auto& point : points) {
                if (randomInt(random, 0, 9) == 0) continue;
                point.emplace();
                point->of(Quantity::PeakActivations) = randomInt(random, 0, 4);
                point->of(Quantity::TotalTime) = randomInt(random, 0, 4);
                if (randomInt(random, 0, 4) == 0) point->refusal = "no";
                if (randomInt(random, 0, 4) == 0 && point->refusal.empty()) point->overLimit = 0;
                point->work.count = randomInt(random, 0, 5) == 0 ? 2 : 1;
            }
            std::vector<std::size_t> shown;
            for (const std::size_t series : all(plan))
                if (randomInt(random, 0, 3) > 0) shown.push_back(series);
            const auto figure = static_cast<std::size_t>(randomInt(random, 0, 1));
            const Quantity measure = randomInt(random, 0, 1) ? Quantity::PeakActivations : Quantity::TotalTime;
            const auto cells = winnerMap(plan, points, figure, measure, shown);
            QCOMPARE(cells.size(), std::size_t(6));
            for (std::size_t panel = 0; panel < 2; ++panel)
                for (std::size_t x = 0; x < 3; ++x) {
                    const Ranking ranking = rankingAt(plan, points, {figure, panel, 0, x}, measure, shown);
                    WinnerCell expected;
                    if (ranking.awaited.empty() && ranking.order.empty())
                        expected.state =
                            ranking.overLimit.empty() ? WinnerCell::State::Refused : WinnerCell::State::OverLimit;
                    if (ranking.awaited.empty() && !ranking.order.empty())
                        expected = {WinnerCell::State::Won, ranking.order.front().series,
                                    ranking.order.size() > 1 ? ranking.order[1].behind : kInfinite,
                                    ranking.isOtherWork};
                    QVERIFY(cells[panel * 3 + x] == expected);
                }
        }
    }

    void changes_data() {
        QTest::addColumn<std::vector<double>>("x");
        QTest::addColumn<std::vector<std::vector<double>>>("values");
        QTest::addColumn<QString>("expected");
        using X = std::vector<double>;
        using Values = std::vector<std::vector<double>>;
        QTest::newRow("none") << X{1, 2} << Values{{1, 1}, {2, 2}} << "";
        QTest::newRow("one") << X{1, 2, 4} << Values{{1, 2, 3}, {2, 2.5, 1}} << "0>1 at 2..4";
        QTest::newRow("there and back") << X{1, 2, 3} << Values{{1, 3, 1}, {2, 2, 2}} << "0>1 at 1..2, 1>0 at 2..3";
        QTest::newRow("a tie is no change") << X{1, 2, 3} << Values{{1, 2, 1}, {2, 2, 2}} << "";
        QTest::newRow("after a tie the other is better") << X{1, 2, 3} << Values{{1, 2, 3}, {2, 2, 2}} << "0>1 at 2..3";
        QTest::newRow("who is best all along ties first") << X{1, 2} << Values{{1, 2}, {1, 1}} << "";
        QTest::newRow("the new one is whoever stays best")
            << X{1, 2, 3} << Values{{1, 9, 9}, {2, 2, 3}, {2, 2, 2}} << "0>2 at 1..2";
        QTest::newRow("values in any order") << X{4, 1, 2} << Values{{3, 1, 2}, {1, 2, 2.5}} << "0>1 at 2..4";
        QTest::newRow("a refused point wins nothing")
            << X{1, 2, 3} << Values{{1, kRefused, 1}, {2, 2, 2}} << "0>1 at 1..2, 1>0 at 2..3";
        QTest::newRow("over a gap") << X{1, 2, 3} << Values{{1, kRefused, 3}, {2, kRefused, 2}} << "0>1 at 1..3";
        QTest::newRow("what is over the limit wins nothing")
            << X{1, 2, 3} << Values{{1, kOver + 1, 1}, {2, 2, 2}} << "0>1 at 1..2, 1>0 at 2..3";
        QTest::newRow("over a place where nobody keeps within the limit")
            << X{1, 2, 3} << Values{{1, kOver + 1, 3}, {2, kOver + 2, 2}} << "0>1 at 1..3";
        QTest::newRow("nobody keeps within the limit") << X{1, 2} << Values{{kOver, kOver}, {kOver, kOver}} << "";
        QTest::newRow("not over what is awaited") << X{1, 2, 3} << Values{{1, 1, 3}, {2, kNone, 2}} << "";
        QTest::newRow("after what is awaited")
            << X{1, 2, 3, 4} << Values{{1, kNone, 3, 1}, {2, 2, 2, 2}} << "1>0 at 3..4";
        QTest::newRow("nothing yet") << X{1, 2} << Values{{kNone, kNone}, {kNone, kNone}} << "";
        QTest::newRow("all refuse") << X{1, 2} << Values{{kRefused, kRefused}, {kRefused, kRefused}} << "";
    }

    void changes() {
        QFETCH(std::vector<double>, x);
        QFETCH(std::vector<std::vector<double>>, values);
        QFETCH(QString, expected);
        QCOMPARE(changesOf(told(x, values)), expected);
    }

    void hiddenSeriesDoNotWin() {
        const Told given = told({1, 2, 3}, {{1, 1, 1}, {2, 3, 5}, {4, 4, 4}});
        const std::vector<std::size_t> shown = {1, 2};
        QCOMPARE(text(winnerChanges(given.plan, given.points, 0, 0, Quantity::TotalTime, shown)), "1>2 at 2..3");
    }

    /// GPipe holds all 8 microbatches, 1F1B the first 4: each is there from its limit on, and the limit is why.
    void limitsMakeWinners() {
        Experiment experiment = overComm(4, 8, {}, {entry("1f1b"), entry("gpipe")});
        experiment.workload.comm = 4.0;
        experiment.x = {"memory_limit", {1, 3, 5, 7, 9, 11}};
        const ExperimentPlan plan = planOf(experiment);
        const Points points = pointsOf(plan);
        const auto cells = winnerMap(plan, points, 0, Quantity::TotalTime, all(plan));
        using State = WinnerCell::State;
        const std::vector<State> expected = {State::OverLimit, State::OverLimit, State::Won,
                                             State::Won,       State::Won,       State::Won};
        for (std::size_t x = 0; x < 6; ++x) {
            QCOMPARE(int(cells[x].state), int(expected[x]));
            QCOMPARE(points[6 + x]->overLimit.has_value(), x < 4);  // GPipe
        }
        const auto changes = winnerChanges(plan, points, 0, 0, Quantity::TotalTime, all(plan));
        QCOMPARE(text(changes), "0>1 at 7..9");
        QVERIFY(changes[0].toWasOver && !changes[0].fromGoesOver && !changes[0].isOtherWork);
        const auto close = refined(plan, changes[0], all(plan));
        QCOMPARE(close.size(), std::size_t(1));
        QVERIFY(close[0].toWasOver && close[0].below < 8 && close[0].above >= 7.999998 && close[0].above < 8.001);

        experiment.x = {"microbatches", {4, 8, 12, 16}};
        experiment.workload.memoryLimit = 10;
        const auto leaves = closeChanges(planOf(experiment));
        QCOMPARE(text(leaves), "1>0 at 10..11");
        QVERIFY(leaves[0].fromGoesOver && !leaves[0].toWasOver);
    }

    /// Times of 4 and of 8 microbatches, and of times a chunk, are of different work; shares and activations are not.
    void unequalWorkIsTold() {
        Experiment experiment = overComm(4, 8, {0, 4}, {entry("1f1b"), entry("gpipe"), entry("zb-h1")});
        const auto isOther = [&](Quantity measure) {
            const ExperimentPlan plan = planOf(experiment);
            const Points points = pointsOf(plan);
            const bool isTold = rankingAt(plan, points, {}, measure, all(plan)).isOtherWork;
            for (const WinnerCell& cell : winnerMap(plan, points, 0, measure, all(plan)))
                if (cell.isOtherWork != isTold) qFatal("a cell tells another story");
            return isTold;
        };
        QVERIFY(!isOther(Quantity::TotalTime) && !isOther(Quantity::TimePerMicrobatch));
        auto& own = std::get<0>(experiment.series)[1].own;
        own.recompute = 1;  // computed again is no work
        QVERIFY(!isOther(Quantity::TotalTime));
        own.microbatches = 4;
        QVERIFY(isOther(Quantity::TotalTime) && !isOther(Quantity::TimePerMicrobatch));
        QVERIFY(!isOther(Quantity::BubbleRatio) && !isOther(Quantity::PeakActivations));
        own.forward = 101.0;
        QVERIFY(isOther(Quantity::TotalTime) && isOther(Quantity::TimePerMicrobatch));
        own.memoryLimit = 1;  // it is not compared
        QVERIFY(!isOther(Quantity::TotalTime) && !isOther(Quantity::TimePerMicrobatch));
    }

    /// GPipe pays 2(D-1) hops and 1F1B (4D-6) + 2(D-1)(MBS/D-1) or more: equal at T_C = 0, and GPipe is better beyond.
    void whatTiesAtTheStartDoesNotChange() {
        const auto plan = planOf(overComm(4, 8, {0, 4, 8}, {entry("1f1b"), entry("gpipe")}));
        QCOMPARE(text(closeChanges(plan)), "");
    }

    /// GPipe with T_F + a against 1F1B with T_F: (MBS+D-1)a more work, and fewer hops by `hops` of T_C.
    void closedForm_data() {
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("rounds");
        QTest::addColumn<double>("more");
        for (const int devices : {2, 4, 8})
            for (const int rounds : {1, 3})
                for (const double more : {0.5, 1.0 / 3, 2.0})
                    if (devices > 2 || rounds > 1)
                        QTest::addRow("D = %d, MBS = %d D, %g more", devices, rounds, more)
                            << devices << rounds << more;
    }

    void closedForm() {
        QFETCH(int, devices);
        QFETCH(int, rounds);
        QFETCH(double, more);
        const int d = devices, mbs = rounds * d;
        const double hops = (4 * d - 6) + 2 * (d - 1) * (rounds - 1) - 2 * (d - 1);
        const double crossing = (mbs + d - 1) * more / hops;
        std::vector<ScheduleEntry> series = {entry("1f1b"), entry("gpipe")};
        series[1].own.forward = 100 + more;
        const auto plan = planOf(overComm(d, mbs, {0, crossing * 0.7, crossing * 4}, series));
        const auto changes = closeChanges(plan);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].from, std::size_t(0));
        QCOMPARE(changes[0].to, std::size_t(1));
        // Times are rounded to micro-units, so equality is met a little beside the real number.
        const double rounding = 1e-6 * (mbs + d) / hops;
        QVERIFY2(
            changes[0].below <= crossing + rounding && changes[0].above >= crossing - rounding,
            qPrintable(QString::number(changes[0].below, 'g', 9) + " " + QString::number(changes[0].above, 'g', 9)));
        QVERIFY(changes[0].above - changes[0].below <= 1e-4 * changes[0].above);
    }

    /// More chunks save more of the bubble and pay for more hops: four win first, then two, then none.
    void aThirdMayWinInBetween() {
        std::vector<ScheduleEntry> series = {entry("interleaved-1f1b", 4), entry("interleaved-1f1b", 2),
                                             entry("gpipe")};
        const auto plan = planOf(overComm(8, 16, {0, 200}, series));
        const Points points = pointsOf(plan);
        const auto coarse = winnerChanges(plan, points, 0, 0, Quantity::TotalTime, all(plan));
        QCOMPARE(text(coarse), "0>2 at 0..200");
        const auto close = refined(plan, coarse[0], all(plan));
        QCOMPARE(close.size(), std::size_t(2));
        QCOMPARE(close[0].to, std::size_t(1));
        QCOMPARE(close[1].from, std::size_t(1));
        QVERIFY(close[0].above < close[1].below);
        for (const WinnerChange& change : close) {
            QVERIFY(change.above - change.below <= 1e-4 * change.above);
            QVERIFY(rankingWhenRun(plan, change, change.below).isBest(change.from));
            QVERIFY(!rankingWhenRun(plan, change, change.above).isBest(change.from));
            QVERIFY(rankingWhenRun(plan, change, change.above).isBest(change.to));
        }
    }

    /// 1F1B on 16 devices holds min(16, MBS) activations, GPipe with 10 microbatches of its own always 10.
    void wholeKeysEndAtNeighbours() {
        Experiment experiment = overComm(4, 8, {}, {entry("1f1b"), entry("gpipe")});
        experiment.x = {"microbatches", {1, 40}};
        experiment.workload.devices = 16;
        std::get<0>(experiment.series)[1].own.microbatches = 10;
        experiment.quantities = {Quantity::PeakActivations};
        QCOMPARE(text(closeChanges(planOf(experiment), Quantity::PeakActivations)), "0>1 at 10..11");
    }

    void bracketsEndWhereSchedulesRefuse() {
        // Hanayo takes multiples of D alone, so nothing between 8 and 16 is told.
        Experiment experiment = overComm(8, 8, {}, {entry("hanayo", 2), entry("gpipe")});
        experiment.x = {"microbatches", {8, 16}};
        experiment.workload.comm = 30.0;
        std::get<0>(experiment.series)[1].own.forward = 60.0;
        std::get<0>(experiment.series)[1].own.microbatches = 12;
        const auto changes = closeChanges(planOf(experiment));
        QCOMPARE(text(changes), "0>1 at 8..16");
    }

    void bracketsEndWhereFormulasGiveFractions() {
        Experiment experiment = overComm(3, 3, {}, {entry("gpipe"), entry("1f1b")});
        experiment.variables = {{"R", {}}};
        experiment.x = {"R", {1, 3}};
        experiment.bindings = {{"microbatches", "3*R"}};
        std::get<0>(experiment.series)[1].own.microbatches = 6;
        std::get<0>(experiment.series)[1].own.forward = 99.0;
        // At R = 2 both run 6 microbatches and 1F1B is faster; 1.5 gives 4.5.
        QCOMPARE(text(closeChanges(planOf(experiment))), "0>1 at 1..2");
    }

    void aStopKeepsWhatIsKnown() {
        const auto plan = planOf(overComm(8, 16, {0, 200}, {entry("interleaved-1f1b", 4), entry("gpipe")}));
        const Points points = pointsOf(plan);
        const auto coarse = winnerChanges(plan, points, 0, 0, Quantity::TotalTime, all(plan));
        QCOMPARE(coarse.size(), std::size_t(1));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(refined(plan, coarse[0], all(plan), stop.get_token()) == coarse);
    }

    /// Property: when run, `from` is best at `below` and `to` alone takes over by `above`; brackets follow each other,
    /// lie in the coarse one, and depend on no threads.
    void changesHoldWhenRun() {
        Random random(propertySeed());
        for (int n = 0; n < rounds(25); ++n) {
            Experiment experiment;
            experiment.workload = randomWorkload(random);
            experiment.workload.forward = 5 + randomTime(random);
            experiment.workload.backward = 50 + randomTime(random);
            experiment.workload.weight.reset();
            experiment.workload.comm = 1.0;
            const char* const keys[] = {"comm", "forward", "imbalance", "recompute", "microbatches"};
            experiment.x.variable = keys[randomInt(random, 0, 4)];
            const bool isShare = experiment.x.variable == "recompute" || experiment.x.variable == "imbalance";
            for (const int value : {1, 7, 20, 3}) experiment.x.values.push_back(isShare ? value / 20.0 : value);
            experiment.panels = Axis{"weight_fraction", {0.2, 0.8}};
            std::vector<ScheduleEntry> entries;
            for (const ScheduleKind* kind : generatedSchedules()) {
                entries.push_back(entry(std::string(kind->id).c_str()));
                limitEffort(entries.back(), 0.001);
                if (kind->hasChunks) entries.back().own.chunks = 2 * randomInt(random, 1, 3);
                if (randomInt(random, 0, 1)) entries.back().own.comm = randomTime(random) / 4;
            }
            experiment.series = entries;
            const auto plan = planOf(experiment);
            const Points points = pointsOf(plan);
            const Quantity measure = quantitiesIn(kInExperiment)[std::size_t(randomInt(random, 0, 5))];
            for (std::size_t panel = 0; panel < 2; ++panel)
                for (const WinnerChange& coarse : winnerChanges(plan, points, 0, panel, measure, all(plan))) {
                    const auto close = refined(plan, coarse, all(plan), {}, {1, availableMemory()});
                    QVERIFY(close == refined(plan, coarse, all(plan), {}, {4, availableMemory()}));
                    QVERIFY(!close.empty());
                    QCOMPARE(close.front().from, coarse.from);
                    QCOMPARE(close.back().to, coarse.to);
                    QVERIFY(close.front().below >= coarse.below && close.back().above <= coarse.above);
                    for (std::size_t i = 0; i < close.size(); ++i) {
                        const WinnerChange& change = close[i];
                        if (i > 0) QVERIFY(change.from == close[i - 1].to && change.below >= close[i - 1].above);
                        QVERIFY(change.from != change.to && change.below < change.above);
                        QVERIFY(rankingWhenRun(plan, change, change.below).isBest(change.from));
                        const Ranking above = rankingWhenRun(plan, change, change.above);
                        QVERIFY(above.isBest(change.to));
                        // Who was best in between may tie with the last of them at the end.
                        QVERIFY(!above.isBest(change.from) || change.above == coarse.above);
                    }
                }
        }
    }
};

QTEST_GUILESS_MAIN(TestWinners)

}  // namespace tst_winners
#include "tst_winners.moc"
