// The shares of colours in pixels: with sums, without sums, and counted instant by instant.

#include <QTest>

#include "engine/schemes/run_scheme.h"
#include "tests/engine/random_timeline.h"
#include "tests/engine/scenarios.h"
#include "tests/engine/simulated.h"
#include "tests/engine/two_directions.h"
#include "tests/rounds.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/shown/outcome.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_column_mixer {

namespace {

/// Shares as whole ops say them, each cut at every boundary: long double has room for times near 2^61.
std::vector<long double> plainShares(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns,
                                     const OpClasses& classes) {
    std::vector<long double> shares(std::size_t(columns) * std::size_t(classes.count()), 0.0L);
    const long double begin = range.begin, column = (static_cast<long double>(range.end) - begin) / columns;
    const RowRange rows = timeline.program->lanes[lane.index()];
    for (Row row = rows.begin; row < rows.end; ++row) {
        const TimeSpan span = ownSpan(timeline, row);
        const long double x0 = (static_cast<long double>(span.begin) - begin) / column;
        const long double x1 = (static_cast<long double>(span.end) - begin) / column;
        const int index = classes.of(timeline.program->ops[row]);
        for (int i = int(std::max(0.0L, std::floor(x0))); i < columns && i < x1; ++i)
            shares[std::size_t(index * columns + i)] +=
                std::max(0.0L, std::min<long double>(i + 1, x1) - std::max<long double>(i, x0));
    }
    return shares;
}

/// The shares of classes, four at a time as the parts of colours.
class SharesOfMixes {
public:
    SharesOfMixes(const Timeline& timeline, LaneId lane, const TimeRange& range, int columns,
                  const ColorClasses& classes, const LaneSums* sums) {
        for (int first = 0; first < classes.count(); first += 4) {
            std::vector<Mix> inks(std::size_t(classes.count()), Mix{});
            for (int i = 0; i < 4 && first + i < classes.count(); ++i) inks[std::size_t(first + i)][i] = 1;
            m_mixes.emplace_back(std::size_t(columns));
            ColumnMixer(timeline, classes, inks, range, columns, sums).mix(lane, m_mixes.back());
        }
    }
    float at(int column, int index) const { return m_mixes[std::size_t(index / 4)][std::size_t(column)][index % 4]; }

private:
    std::vector<std::vector<Mix>> m_mixes;
};

/// Walks and subtracts, and compares both with plainShares(), but for what adding up floats loses: a 200th of a level.
void compare(const Timeline& timeline, const LaneSums& sums, const TimeRange& range, int columns) {
    for (const ColorBy colorBy : {ColorBy::Kind, ColorBy::Microbatch}) {
        GanttStyle style;
        style.colorBy = colorBy;
        const ColorClasses classes(*timeline.program, style);
        for (std::size_t lane = 0; lane < timeline.program->lanes.size(); ++lane) {
            const LaneId id = LaneId(std::int64_t(lane));
            const std::vector<long double> expected = plainShares(timeline, id, range, columns, classes);
            const SharesOfMixes walked(timeline, id, range, columns, classes, nullptr);
            const SharesOfMixes subtracted(timeline, id, range, columns, classes, &sums);
            const auto shares = {std::pair{"walked", &walked}, {"subtracted", &subtracted}};
            for (const auto& [way, found] : shares) {
                for (int index = 0; index < classes.count(); ++index)
                    for (int column = 0; column < columns; ++column) {
                        const long double share = expected[std::size_t(index * columns + column)];
                        if (std::abs(found->at(column, index) - share) < 2e-5L) continue;
                        QFAIL(qPrintable(QStringLiteral("%1, lane %2, class %3, column %4 of %5: %6, not %7")
                                             .arg(way)
                                             .arg(lane)
                                             .arg(index)
                                             .arg(column)
                                             .arg(columns)
                                             .arg(found->at(column, index))
                                             .arg(double(share))));
                    }
            }
        }
    }
}

std::vector<Outcome> outcomesOf(const char* kind, int devices, int microbatches, int chunks, bool withSums,
                                double forward = 100) {
    Scenario scenario = scenarioOf(kind, devices, microbatches, 4, chunks);
    scenario.workload.forward = forward;
    Run whole = **run(scenario, 0);
    if (withSums) whole.sums = sumLanes(*whole.timeline);
    return {{QStringLiteral("x"), QColor(Qt::blue), std::make_shared<const Run>(std::move(whole)), {}}};
}

}  // namespace

class TestLaneCoverage : public QObject {
    Q_OBJECT

private slots:
    void equalsPlainShares_data();
    void equalsPlainShares();
    void schedulesEqualPlainShares_data();
    void schedulesEqualPlainShares();
    void schemesEqualPlainShares();
    void twoDirectionsEqualPlainShares();
    void pairsEqualPlainShares_data();
    void pairsEqualPlainShares();
    void addsUpToBusyTime();
    void aBubbleUnderAPixelIsSeen();
    void picturesAreTheSame_data();
    void picturesAreTheSame();
    void unequalOpsLookTheSame();
    void printTellsKindsApartFromAfar();
};

void TestLaneCoverage::equalsPlainShares_data() {
    QTest::addColumn<int>("opsPerLane");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<DurationsBy>("durations");
    QTest::addColumn<bool>("split");
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("longest");
    for (const auto& [what, durations] : {std::pair{"own durations", DurationsBy::Op},
                                          {"by stage", DurationsBy::Stage},
                                          {"by kind", DurationsBy::Kind}}) {
        const auto add = [what = what, by = durations](const char* name, int ops, int chunks, bool split, qint64 begin,
                                                       qint64 longest) {
            QTest::addRow("%s, %s", what, name) << ops << chunks << by << split << begin << longest;
        };
        add("few ops", 10, 1, false, 0, 9);
        add("some ops", 300, 2, false, 0, 9);
        const int many = hasAllRounds() ? 6000 : 1500;
        add("thousands of ops", many, 1, false, 0, 30);
        add("shades and halves", many, 5, true, 0, 30);
        add("more chunks than shades", many, 40, true, 0, 30);
        add("before zero", many, 2, false, -100'000, 30);
        add("near the end of time", many, 2, false, qint64(1) << 61, qint64(1) << 40);
    }
}

void TestLaneCoverage::equalsPlainShares() {
    QFETCH(int, opsPerLane);
    QFETCH(int, chunks);
    QFETCH(const DurationsBy, durations);
    QFETCH(bool, split);
    QFETCH(const qint64, begin);
    QFETCH(const qint64, longest);
    std::mt19937 random(std::uint32_t(opsPerLane * 7 + chunks));
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int round = 0; round < (hasAllRounds() ? 4 : 1); ++round) {
        const Timeline timeline =
            randomTimeline(random, {2, chunks, opsPerLane, Time(longest), Time(begin), durations, split});
        const auto sums = sumLanes(timeline);
        const auto first = double(timeline.earliestStart), total = double(timeline.totalTime());
        std::vector<TimeRange> ranges = {{first, first + total},
                                         {first - total, first + 2 * total},
                                         {first - 3 * total, first - total},
                                         {first + 2 * total, first + 3 * total},
                                         {first + total / 2, first + total * 1.25}};
        for (int i = 0; i < 6; ++i) {  // from all down to a part of one op
            const double span = total * std::pow(10, -between(0, 5));
            const double at = first + between(-0.1, 1) * total;
            ranges.push_back({at, at + span});
        }
        for (const TimeRange& range : ranges)
            for (const int columns : {1, 3, 16, 150})
                // A column must be some units in the last place of its times.
                if (range.span() / columns > 1e-9 * std::abs(range.begin)) compare(timeline, *sums, range, columns);
    }
}

void TestLaneCoverage::schedulesEqualPlainShares_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("chunks");
    QTest::newRow("gpipe") << "gpipe" << 1;
    QTest::newRow("1F1B") << "1f1b" << 1;
    QTest::newRow("interleaved") << "interleaved-1f1b" << 4;
    QTest::newRow("interleaved, 10 chunks") << "interleaved-1f1b" << 10;
    QTest::newRow("Hanayo") << "hanayo" << 4;
    QTest::newRow("ZB-H1") << "zb-h1" << 1;
}

/// Their lanes run the microbatches of a stage in turn, so that sums tell them apart.
void TestLaneCoverage::schedulesEqualPlainShares() {
    QFETCH(QString, kind);
    QFETCH(int, chunks);
    const auto outcomes = outcomesOf(qPrintable(kind), 4, 1200, chunks, true);
    const Run& whole = *outcomes[0].run;
    for (const LaneSums::Lane& lane : whole.sums->lanes) QVERIFY(lane.isInTurn);
    std::mt19937 random(11);
    const TimeRange all = fittingRange(shownOf(outcomes));
    for (const double zoom : {0.6, 1.0, 3.0, 11.0, 40.0, 300.0}) {
        const double span = all.span() / zoom;
        const double begin = all.begin + std::uniform_real_distribution<double>(0, 1)(random) * (all.span() - span);
        for (const int columns : {3, 77, 400}) compare(*whole.timeline, *whole.sums, {begin, begin + span}, columns);
    }
}

/// Compares pictures of all of a run and of parts of it.
void compareAtZooms(const Timeline& timeline) {
    const auto sums = sumLanes(timeline);
    std::mt19937 random(13);
    const auto first = double(timeline.earliestStart), total = double(timeline.totalTime());
    for (const double zoom : {0.6, 1.0, 4.0, 50.0}) {
        const double span = total / zoom;
        const double begin = first + std::uniform_real_distribution<double>(0, 1)(random) * (total - span);
        for (const int columns : {3, 77, 400}) compare(timeline, *sums, {begin, begin + span}, columns);
    }
}

/// Workers run batches in steps, or in no order at all, and fetch weights meanwhile.
void TestLaneCoverage::schemesEqualPlainShares() {
    Scheme scheme;
    scheme.kind = "custom";
    scheme.store = "stage mod workers";
    scheme.workers = 3;
    scheme.stages = 6;
    scheme.batches = 600;
    scheme.fetch = 0.5;
    for (const char* compute : {"stage mod workers", "batch mod workers", "(batch * stage) mod workers"}) {
        scheme.compute = compute;
        const auto ran = runScheme(scheme, unitDurations(3));
        QVERIFY(ran);
        const auto sums = sumLanes(*ran->timeline);
        for (const LaneSums::Lane& lane : sums->lanes) QVERIFY(lane.hasSums());
        compareAtZooms(*ran->timeline);
    }
}

void TestLaneCoverage::twoDirectionsEqualPlainShares() {
    Workload workload;
    workload.devices = 4;
    workload.chunks = 1;
    const auto timeline = test::simulated(test::twoDirections(4, 1600), toDurations(workload));
    QVERIFY(timeline);
    compareAtZooms(**timeline);
}

void TestLaneCoverage::pairsEqualPlainShares_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("chunks");
    QTest::newRow("DualPipe") << "dualpipe" << 1;
    QTest::newRow("DualPipeV") << "dualpipe-v" << 1;
    QTest::newRow("1F1B") << "1f1b-overlap" << 1;
    QTest::newRow("interleaved") << "interleaved-overlap" << 4;
}

/// Each half of a pair has its half of the time.
void TestLaneCoverage::pairsEqualPlainShares() {
    QFETCH(const QString, kind);
    QFETCH(const int, chunks);
    Scenario scenario = scenarioOf(qPrintable(kind), 4, 1200, 4, chunks);
    scenario.workload.forwardBackward = 271.0;
    const auto whole = run(scenario, 0).value();
    const auto sums = sumLanes(*whole->timeline);
    for (const LaneSums::Lane& lane : sums->lanes) QVERIFY(lane.hasSums());
    compareAtZooms(*whole->timeline);
}

/// By class and in all, over a range that cuts ops.
void TestLaneCoverage::addsUpToBusyTime() {
    for (const auto& [kind, chunks] : {std::pair{"1f1b", 1}, {"interleaved-1f1b", 4}, {"zb-h1", 1}}) {
        const auto outcomes = outcomesOf(kind, 4, 4000, chunks, true);
        const Run& whole = *outcomes[0].run;
        const TimeRange range = fittingRange(shownOf(outcomes));
        for (const int columns : {7, 300, 1600}) {
            for (const ColorBy colorBy : {ColorBy::Kind, ColorBy::Microbatch}) {
                GanttStyle style;
                style.colorBy = colorBy;
                const ColorClasses classes(*whole.timeline->program, style);
                for (int lane = 0; lane < 4; ++lane) {
                    const SharesOfMixes shares(*whole.timeline, LaneId(lane), range, columns, classes,
                                               whole.sums.get());
                    std::vector<double> expected(std::size_t(classes.count()), 0.0);
                    const RowRange rows = whole.timeline->program->lanes[std::size_t(lane)];
                    for (Row row = rows.begin; row < rows.end; ++row)
                        expected[std::size_t(classes.of(whole.timeline->program->ops[row]))] +=
                            double(whole.timeline->end[row] - whole.timeline->startOf(row));
                    double busy = 0;
                    for (int index = 0; index < classes.count(); ++index) {
                        double time = 0;
                        for (int column = 0; column < columns; ++column) time += double(shares.at(column, index));
                        time *= range.span() / columns;
                        busy += time;
                        QVERIFY(std::abs(time - expected[std::size_t(index)]) <= 1e-6 * expected[std::size_t(index)]);
                    }
                    const auto measured = double(whole.metrics.workers[std::size_t(lane)].busy);
                    QVERIFY(std::abs(busy - measured) <= 1e-6 * measured);
                }
            }
        }
    }
}

void TestLaneCoverage::aBubbleUnderAPixelIsSeen() {
    Program program = emptyProgram(Placement::Loop, 1, 1, 1, false);
    const Row first = program.lanes[0].begin;
    const Op ops[] = {Op(OpKind::Forward, 0, 0), Op(OpKind::Backward, 0, 0)};
    std::copy(ops, ops + 2, program.ops.begin() + std::ptrdiff_t(first));
    Timeline timeline;
    timeline.program = std::make_shared<const Program>(program);
    timeline.opTime = {500, 480, 0, 0};
    timeline.end = Column<Time>(program.ops.size());
    timeline.end[first] = 500;
    timeline.end[first + 1] = 1000;
    timeline.latestEnd = 1000;
    const ColorClasses classes(program, {});
    // 100 a pixel, the bubble is 20
    const SharesOfMixes shares(timeline, LaneId(0), {0, 1000}, 10, classes, nullptr);
    const int forward = classes.of(ops[0]), backward = classes.of(ops[1]);
    QCOMPARE(shares.at(4, forward), 1.0f);
    QCOMPARE(shares.at(5, forward), 0.0f);
    QCOMPARE(shares.at(5, backward), 0.8f);
    QCOMPARE(shares.at(6, backward), 1.0f);
}

void TestLaneCoverage::picturesAreTheSame_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("microbatches");
    QTest::addColumn<int>("chunks");
    QTest::addColumn<double>("ratio");
    QTest::newRow("1F1B") << "1f1b" << 4 << 20'000 << 1 << 1.0;
    QTest::newRow("interleaved") << "interleaved-1f1b" << 4 << 4000 << 4 << 1.0;
    QTest::newRow("ZB-H1, two device pixels a pixel") << "zb-h1" << 3 << 12'000 << 1 << 2.0;
    QTest::newRow("rows that scroll") << "1f1b" << 130 << 1000 << 1 << 1.0;
}

void TestLaneCoverage::picturesAreTheSame() {
    QFETCH(QString, kind);
    QFETCH(int, devices);
    QFETCH(int, microbatches);
    QFETCH(int, chunks);
    QFETCH(double, ratio);
    const auto plain = outcomesOf(qPrintable(kind), devices, microbatches, chunks, false);
    const auto fast = outcomesOf(qPrintable(kind), devices, microbatches, chunks, true);
    const TimeRange all = fittingRange(shownOf(plain));
    std::mt19937 random(5);
    for (const ColorBy colorBy : {ColorBy::Kind, ColorBy::Microbatch})
        for (const double zoom : {0.7, 1.0, 2.3, 9.0, 60.0, 700.0, 5000.0}) {
            GanttStyle style;
            style.colorBy = colorBy;
            const double span = all.span() / zoom;
            const double begin = all.begin + std::uniform_real_distribution<double>(0, 1)(random) * (all.span() - span);
            const GanttLayout layout = layoutGantt(shownOf(plain), {}, style, {begin, begin + span}, {500, 360});
            GanttRenderer renderer;
            const QImage expected = renderer.render(layout, shownOf(plain), 40, ratio).copy();
            const QImage drawn = renderer.render(layout, shownOf(fast), 40, ratio);
            QCOMPARE(drawn.size(), expected.size());
            int worst = 0;
            for (int y = 0; y < drawn.height(); ++y)
                for (int x = 0; x < drawn.width(); ++x) {
                    const QRgb a = drawn.pixel(x, y), b = expected.pixel(x, y);
                    worst = std::max({worst, std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)),
                                      std::abs(qBlue(a) - qBlue(b))});
                }
            QVERIFY2(worst <= 1, qPrintable(QStringLiteral("zoom %1: %2 of 255").arg(zoom).arg(worst)));
        }
}

/// Forwards of a hundred-millionth of a backward, around where the one kind ends and the other begins.
void TestLaneCoverage::unequalOpsLookTheSame() {
    for (const int microbatches : {100'006, 100'013, 100'031}) {
        const auto plain = outcomesOf("gpipe", 2, microbatches, 1, false, 2e-6);
        const auto fast = outcomesOf("gpipe", 2, microbatches, 1, true, 2e-6);
        const Timeline& timeline = *plain[0].run->timeline;
        const Row turn = timeline.program->lanes[1].begin + Row(microbatches);
        const auto at = double(timeline.startOf(turn));
        for (const double span : {1e3, 1e5, 1e6, 1e9, 1e12}) {
            const GanttLayout layout = layoutGantt(shownOf(plain), {}, {}, {at - span / 2, at + span / 2}, {500, 200});
            GanttRenderer renderer;
            const QImage expected = renderer.render(layout, shownOf(plain), 0, 1).copy(),
                         drawn = renderer.render(layout, shownOf(fast), 0, 1);
            for (int y = 0; y < drawn.height(); ++y)
                for (int x = 0; x < drawn.width(); ++x)
                    QVERIFY(std::abs(drawn.pixelColor(x, y).blue() - expected.pixelColor(x, y).blue()) <= 1);
        }
    }
}

/// Where ops are too narrow for hatches the print palette is grey, and lanes of other work are other greys.
void TestLaneCoverage::printTellsKindsApartFromAfar() {
    const auto outcomes = outcomesOf("gpipe", 2, 6000, 1, true);
    GanttStyle style;
    style.theme = ThemeId::Print;
    style.palette = &opPalette(QStringLiteral("print"));
    const GanttLayout layout = layoutGantt(shownOf(outcomes), {}, style, fittingRange(shownOf(outcomes)), {500, 200});
    GanttRenderer renderer;
    const QImage picture = renderer.render(layout, shownOf(outcomes), 0, 1);
    const QRectF lane = layout.laneRect(0, LaneId(0));
    const auto toneAt = [&](double share) {
        return picture.pixelColor(int(lane.left() + share * lane.width()), int(lane.center().y()));
    };
    const OpPalette& greys = *style.palette;
    QCOMPARE(toneAt(0.1), QColor::fromRgb(greys.light[std::size_t(OpKind::Forward)]));
    QCOMPARE(toneAt(0.9), QColor::fromRgb(greys.light[std::size_t(OpKind::Backward)]));
}

QTEST_MAIN(TestLaneCoverage)

}  // namespace tst_column_mixer
#include "tst_column_mixer.moc"
