#include <QTest>

#include "tests/widgets/outcomes.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/time_view.h"
#include "widgets/kit/format.h"

#include "engine/analysis/links.h"

#include <cmath>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_layout {

namespace {

/// A timeline that no schedule made: ops of any length from 0 up, with gaps of any length from 0 up.
Timeline randomTimeline(std::mt19937& random, int lanes, int opsPerLane, Time longest) {
    const auto upTo = [&](Time most) { return std::uniform_int_distribution<Time>(0, most)(random); };
    constexpr int kChunks = 2;
    Program program = emptyProgram(Placement::Loop, lanes, kChunks, opsPerLane / (2 * kChunks), false);
    Timeline timeline;
    timeline.start = Column<Time>(program.ops.size());
    timeline.end = Column<Time>(program.ops.size());
    for (const RowRange& rows : program.lanes) {
        Time now = upTo(longest);
        for (Row row = rows.begin; row < rows.end; ++row) {
            program.ops[row] = Op(upTo(1) ? OpKind::Forward : OpKind::Backward, upTo(lanes * kChunks - 1), upTo(40));
            now += upTo(2) == 0 ? upTo(longest) : 0;
            timeline.start[row] = now;
            now += upTo(3) == 0 ? upTo(longest) : upTo(3);
            timeline.end[row] = now;
            timeline.latestEnd = std::max(timeline.latestEnd, now);
        }
    }
    timeline.program = std::make_shared<const Program>(std::move(program));
    return timeline;
}

GanttLayout layoutOver(const TimeRange& range, const QSizeF& size = {830, 520}) {
    return layoutGantt({}, {}, {}, range, size);
}

}  // namespace

class TestGanttLayout : public QObject {
    Q_OBJECT

private slots:
    void timeAndXRoundTrip_data();
    void timeAndXRoundTrip();
    void momentsSayWhatTellsOpsApart_data();
    void momentsSayWhatTellsOpsApart();
    void ticksAreRoundAndApart_data();
    void ticksAreRoundAndApart();
    void rowsShareTheHeight_data();
    void rowsMayBeKeptReadable();
    void rowsShareTheHeight();
    void naturalHeightIsEnough();
    void hitsAreRows();
    void titlesStayOverTheirRows();
    void collapsedAndRefusedTracksAreTitles();
    void titlesSayTheNumbers();
    void opAtEqualsAScan();
    void cellsEqualAScan();
    void chainReachesTheFirstForward();
    void zoomKeepsTheInstant();
};

void TestGanttLayout::timeAndXRoundTrip_data() {
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    QTest::newRow("whole run") << 0.0 << 3.4e9;
    QTest::newRow("a single micro-unit across the plot") << 1e9 << 1e9 + 1;
    QTest::newRow("the far end of time") << 4e18 << 4.1e18;
    QTest::newRow("before zero") << -5e6 << 5e6;
}

void TestGanttLayout::timeAndXRoundTrip() {
    QFETCH(double, begin);
    QFETCH(double, end);
    const GanttLayout layout = layoutOver({begin, end});
    QCOMPARE(layout.xOf(begin), layout.plotLeft);
    QCOMPARE(layout.xOf(end), layout.plotRight);
    double before = -1e300;
    for (int i = 0; i <= 100; ++i) {
        const double time = begin + (end - begin) * i / 100;
        const double x = layout.xOf(time);
        QVERIFY2(x > before, "x grows with time");
        before = x;
        QVERIFY(std::abs(layout.timeAt(x) - time) <= (end - begin) * 1e-9 + std::abs(time) * 1e-15);
    }
}

void TestGanttLayout::momentsSayWhatTellsOpsApart_data() {
    QTest::addColumn<qint64>("microUnits");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << qint64(2290'000'000) << "2290";
    QTest::newRow("a third, rounded by integer time") << qint64(2256'666'670) << "2256.66667";
    QTest::newRow("milliseconds in seconds") << qint64(12'345'678) << "12.345678";
    QTest::newRow("below one") << qint64(250) << "0.00025";
    QTest::newRow("half a unit, late") << qint64(123'456'789'500'000) << "123456789.5";
    QTest::newRow("zero") << qint64(0) << "0";
}

void TestGanttLayout::momentsSayWhatTellsOpsApart() {
    QFETCH(const qint64, microUnits);
    QTEST(formatMoment(Time(microUnits)), "text");
}

void TestGanttLayout::ticksAreRoundAndApart_data() {
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("span");
    std::mt19937 random(7);
    for (double span = 20; span < 1e18; span *= 3.7) {
        const double begin = std::uniform_real_distribution<double>(0, 1e6 * span)(random);
        QTest::addRow("span %g from 0", span) << 0.0 << span;
        if (begin < 4e15) QTest::addRow("span %g from %g", span, begin) << begin << span;
    }
}

void TestGanttLayout::ticksAreRoundAndApart() {
    QFETCH(double, begin);
    QFETCH(double, span);
    const double left = 64, right = 812, font = 11;
    const std::vector<AxisTick> ticks = axisTicks({begin, begin + span}, left, right, font);
    std::vector<AxisTick> labelled;
    for (const AxisTick& tick : ticks) {
        QVERIFY(tick.x >= left - 1e-6 && tick.x <= right + 1e-6);
        if (!tick.label.isEmpty()) labelled.push_back(tick);
    }
    QVERIFY2(labelled.size() >= 2, "an axis needs two numbers to be read");
    for (std::size_t i = 0; i < labelled.size(); ++i) {
        QVERIFY2(std::abs(labelled[i].label.toDouble() - toUnits(labelled[i].at)) <= 1e-6 + 1e-15 * begin,
                 qPrintable(labelled[i].label));
        if (i == 0) continue;
        const Time step = labelled[i].at - labelled[i - 1].at;
        Time leading = step;
        while (leading % 10 == 0) leading /= 10;
        QVERIFY2(leading == 1 || leading == 2 || leading == 5, "steps are 1, 2 or 5 times a power of ten");
        QVERIFY(labelled[i].label != labelled[i - 1].label);
        QVERIFY2(labelled[i].x - labelled[i - 1].x > 0.6 * font * double(labelled[i].label.size()),
                 "labels stand apart");
    }
}

void TestGanttLayout::rowsShareTheHeight_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("height");
    QTest::addColumn<bool>("scrolls");
    QTest::newRow("4 devices fit") << 4 << 520 << false;
    QTest::newRow("16 devices in a small view scroll") << 16 << 400 << true;
    QTest::newRow("64 devices never get under 6 pixels") << 64 << 520 << true;
    QTest::newRow("1 device does not fill the screen") << 1 << 2000 << false;
}

void TestGanttLayout::rowsMayBeKeptReadable() {
    const auto outcomes = outcomesOf(foundingScenario(16, 32));
    GanttStyle style;
    const auto height = [&] {
        return layoutGantt(shownOf(outcomes), {}, style, fittingRange(shownOf(outcomes)), QSizeF(830, 400)).rowHeight;
    };
    QCOMPARE(height(), kMinRowHeight);
    style.leastRowHeight = 15;
    QCOMPARE(height(), 15.0);
    style.fontPixelSize = 26;
    QCOMPARE(height(), 30.0);
    style.leastRowHeight = 2;
    QCOMPARE(height(), kMinRowHeight);
}

void TestGanttLayout::rowsShareTheHeight() {
    QFETCH(int, devices);
    QFETCH(int, height);
    QFETCH(bool, scrolls);
    const auto outcomes = outcomesOf(foundingScenario(devices, 2 * devices));
    const GanttLayout layout =
        layoutGantt(shownOf(outcomes), {}, {}, fittingRange(shownOf(outcomes)), QSizeF(830, height));
    QVERIFY(layout.rowHeight >= kMinRowHeight);
    QVERIFY(layout.rowHeight <= 28);
    QVERIFY(layout.cellHeight > 0 && layout.cellHeight < layout.rowHeight);
    QCOMPARE(layout.contentHeight > height - layout.footerHeight, scrolls);
    double bottom = 0;
    for (int track = 0; track < int(layout.tracks.size()); ++track) {
        QVERIFY(layout.titleRect(track).top() >= bottom);
        bottom = layout.titleRect(track).bottom();
        for (int lane = 0; lane < layout.tracks[std::size_t(track)].rows; ++lane) {
            const QRectF row = layout.laneRect(track, LaneId(lane));
            QVERIFY2(row.top() >= bottom - 0.5, "rows do not overlap");
            bottom = row.bottom();
        }
    }
    QVERIFY(bottom <= layout.contentHeight);
}

void TestGanttLayout::naturalHeightIsEnough() {
    const auto outcomes = outcomesOf(foundingScenario(4, 8));
    const GanttLayout natural =
        layoutGantt(shownOf(outcomes), {}, {}, fittingRange(shownOf(outcomes)), QSizeF(1200, 0));
    const double height = natural.contentHeight + natural.footerHeight;
    const GanttLayout fitted =
        layoutGantt(shownOf(outcomes), {}, {}, fittingRange(shownOf(outcomes)), QSizeF(1200, std::ceil(height)));
    QCOMPARE(fitted.rowHeight, natural.rowHeight);
    QVERIFY(fitted.contentHeight + fitted.footerHeight <= std::ceil(height));
}

void TestGanttLayout::hitsAreRows() {
    const auto outcomes = outcomesOf(foundingScenario(5, 10));
    const GanttLayout layout =
        layoutGantt(shownOf(outcomes), {false, true}, {}, fittingRange(shownOf(outcomes)), QSizeF(700, 500));
    for (double y = -3; y < layout.contentHeight + 3; y += 0.25) {
        GanttHit expected;
        for (int track = 0; track < int(layout.tracks.size()); ++track) {
            if (layout.titleRect(track).contains(QPointF(100, y)) && y < layout.titleRect(track).bottom())
                expected = {GanttHit::Part::Title, track, {}};
            for (int lane = 0; lane < layout.tracks[std::size_t(track)].rows; ++lane) {
                const double top = layout.laneRect(track, LaneId(lane)).top();
                if (y >= top && y < top + layout.rowHeight && expected.part != GanttHit::Part::Title)
                    expected = {GanttHit::Part::Lane, track, LaneId(lane)};
            }
        }
        QVERIFY2(layout.hitAt(100, y) == expected, qPrintable(QString::number(y)));
    }
    const QRectF row = layout.laneRect(0, LaneId(3));
    QVERIFY(layout.hitAt(layout.plotLeft - 1, row.center().y()).part == GanttHit::Part::Nothing);
    const auto [first, last] = layout.lanesWithin(0, row.top() + 1, row.top() + 2);
    QCOMPARE(first, 3);
    QCOMPARE(last, 4);
}

void TestGanttLayout::titlesStayOverTheirRows() {
    const auto outcomes = outcomesOf(foundingScenario(64, 128));
    const GanttLayout layout =
        layoutGantt(shownOf(outcomes), {false, true}, {}, fittingRange(shownOf(outcomes)), QSizeF(700, 300));
    const double middle = layout.plotLeft + 10;
    for (double scroll = 0; scroll < layout.contentHeight - 200; scroll += 0.5) {
        const double covered = layout.coveredHeight(scroll);
        QVERIFY(covered >= 0 && covered <= layout.titleHeight);
        double bottom = -1e9;
        for (int track = 0; track < int(layout.tracks.size()); ++track) {
            const QRectF title = layout.titleRect(track, scroll), usual = layout.titleRect(track);
            QVERIFY2(title.top() >= bottom, "titles push each other away");
            QVERIFY2(title.top() == usual.top() || title.top() <= scroll, "what is below the top stands where it is");
            bottom = title.bottom();
        }
        // Whichever row is first under what is covered: the title that is seen is its track's.
        const GanttHit row = layout.hitAt(middle, scroll + covered, scroll);
        if (row.part != GanttHit::Part::Lane) continue;
        const QRectF title = layout.titleRect(row.track, scroll);
        QVERIFY(title.top() >= scroll - layout.titleHeight && title.bottom() <= scroll + covered + 1);
        if (covered == 0) continue;
        const GanttHit top = layout.hitAt(middle, scroll + covered / 2, scroll);
        QVERIFY2(top.part == GanttHit::Part::Title && top.track == row.track, qPrintable(QString::number(scroll)));
    }
    const double deep = layout.laneRect(2, LaneId(30)).top();
    QCOMPARE(layout.coveredHeight(deep), layout.titleHeight);
    QCOMPARE(layout.titleRect(2, deep).top(), deep);
    QCOMPARE(layout.hitAt(middle, deep + 5, deep), (GanttHit{GanttHit::Part::Title, 2, {}}));
    QCOMPARE(layout.hitAt(middle, deep + 5).part, GanttHit::Part::Lane);
}

void TestGanttLayout::collapsedAndRefusedTracksAreTitles() {
    auto outcomes = outcomesOf(foundingScenario(4, 6));  // Hanayo needs a multiple of 4
    const GanttLayout layout =
        layoutGantt(shownOf(outcomes), {true}, {}, fittingRange(shownOf(outcomes)), QSizeF(830, 520));
    QCOMPARE(layout.tracks[0].rows, 0);
    QVERIFY(!layout.tracks[0].total.isEmpty());
    QCOMPARE(layout.tracks[1].rows, 4);
    QCOMPARE(layout.tracks[3].rows, 0);
    QVERIFY(!layout.tracks[3].refusal.isEmpty());
    QVERIFY(layout.tracks[3].total.isEmpty());
    QCOMPARE(layoutGantt({}, {}, {}, fittingRange({}), QSizeF(830, 520)).tracks.size(), std::size_t(0));
}

void TestGanttLayout::titlesSayTheNumbers() {
    const auto outcomes = outcomesOf(foundingScenario(4, 8));
    const auto titleOf = [&](std::size_t track, Quantity bubble = Quantity::BubbleRatio) {
        const std::vector<TrackData> shown = shownOf(outcomes, bubble);
        return layoutGantt(shown, {}, {}, fittingRange(shown), QSizeF(830, 520)).tracks[track];
    };
    QCOMPARE(titleOf(1).total, QStringLiteral("3364\u202fms"));
    QCOMPARE(titleOf(1).bubble, QStringLiteral("bubble 28.7%"));
    QCOMPARE(titleOf(0).facts, QStringList("optimal here"));
    QCOMPARE(titleOf(1).facts, QStringList("1.2% above lower bound"));
    QCOMPARE(titleOf(1, Quantity::BubbleOverIdeal).bubble, QStringLiteral("bubble 40.2% over ideal"));
}

void TestGanttLayout::opAtEqualsAScan() {
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        const Timeline timeline = randomTimeline(random, 3, 40, 30);
        for (std::size_t lane = 0; lane < 3; ++lane) {
            const RowRange rows = timeline.program->lanes[lane];
            for (double time = -1; time < double(timeline.latestEnd) + 2; time += 0.5) {
                std::optional<Row> expected;
                for (Row row = rows.begin; row < rows.end; ++row)
                    if (double(timeline.startOf(row)) <= time && time < double(timeline.end[row])) expected = row;
                QCOMPARE(opAt(timeline, LaneId(std::int64_t(lane)), time), expected);
                const auto idle = idleAt(timeline, LaneId(std::int64_t(lane)), time);
                QCOMPARE(idle.has_value(), !expected && time >= 0 && time < double(timeline.latestEnd));
                if (!idle) continue;
                QVERIFY(double(idle->first) <= time && time < double(idle->second));
                for (Row row = rows.begin; row < rows.end; ++row)
                    QVERIFY(timeline.end[row] <= idle->first || timeline.startOf(row) >= idle->second);
            }
        }
    }
}

void TestGanttLayout::cellsEqualAScan() {
    std::mt19937 random(2);
    for (int round = 0; round < 200; ++round) {
        const Timeline timeline = randomTimeline(random, 2, 60, 25);
        const double begin = double(random() % 300), span = 1 + double(random() % 400);
        const GanttLayout layout = layoutOver({begin, begin + span});
        const double least = double(random() % 8);
        for (int lane = 0; lane < 2; ++lane) {
            std::vector<Row> visible, wide;
            const RowRange rows = timeline.program->lanes[std::size_t(lane)];
            for (Row row = rows.begin; row < rows.end; ++row) {
                const double start = double(timeline.startOf(row)), end = double(timeline.end[row]);
                if (end <= begin || start >= begin + span) continue;
                visible.push_back(row);
                const double perPixel = span / (layout.plotRight - layout.plotLeft);
                if (end - start >= least * perPixel) wide.push_back(row);
            }
            std::vector<Row> listed, listedWide;
            for (const GanttCell& cell : cellsOf(layout, timeline, LaneId(lane))) {
                listed.push_back(cell.row);
                QCOMPARE(cell.x0, layout.xOf(double(timeline.startOf(cell.row))));
                QCOMPARE(cell.x1, layout.xOf(double(timeline.end[cell.row])));
                QVERIFY(Op(cell.kind, cell.stage.value, cell.microbatch.value) == timeline.program->ops[cell.row]);
            }
            for (const GanttCell& cell : wideCellsOf(layout, timeline, LaneId(lane), least))
                listedWide.push_back(cell.row);
            QCOMPARE(listed, visible);
            QCOMPARE(listedWide, wide);
        }
    }
}

void TestGanttLayout::chainReachesTheFirstForward() {
    for (const Outcome& outcome : outcomesOf(foundingScenario(4, 8))) {
        const Timeline& timeline = *outcome.run->timeline;
        const Program& program = *timeline.program;
        for (const RowRange& rows : program.lanes) {
            for (Row row = rows.begin; row < rows.end; ++row) {
                const std::vector<Row> chain = dependencyChain(timeline, row);
                QVERIFY(program.ops[chain.back()] == Op(OpKind::Forward, 0, program.ops[row].microbatch().value));
                for (std::size_t i = 1; i < chain.size(); ++i) {
                    QVERIFY(neededBy(program.ops[chain[i - 1]].kind(), program.ops[chain[i - 1]].stage().value,
                                     program.stages)
                                ->isMetBy(program.ops[chain[i]]));
                    const std::vector<Row> next = dependentsOf(timeline, chain[i]);
                    QVERIFY(std::find(next.begin(), next.end(), chain[i - 1]) != next.end());
                }
            }
        }
    }
}

void TestGanttLayout::zoomKeepsTheInstant() {
    TimeView view;
    view.setWhole({0, 1e9});
    QVERIFY(view.isFitted());
    view.zoom(4e8, 5);
    QVERIFY(!view.isFitted());
    const double share = (4e8 - view.visible().begin) / view.visible().span();
    view.zoom(4e8, 3);
    QVERIFY(std::abs((4e8 - view.visible().begin) / view.visible().span() - share) < 1e-9);

    const TimeRange zoomed = view.visible();
    view.setWhole({0, 2e9});
    QVERIFY2(view.visible() == zoomed, "a zoomed view stays");
    view.setWhole({0, 1e8});
    QVERIFY2(view.visible().end <= view.whole().end, "but not past the end");
    view.zoom(1, 1e-6);
    QVERIFY2(view.isFitted(), "zooming out ends at the whole");
    view.setWhole({0, 7e8});
    QVERIFY2(view.visible() == view.whole(), "and a whole view stays whole");
    view.zoom(3, 1e30);
    QVERIFY(view.visible().span() >= view.leastSpan() * 0.999);
    view.pan(1e30);
    QVERIFY(view.visible().end <= view.whole().end * (1 + 1e-12));
}

QTEST_GUILESS_MAIN(TestGanttLayout)

}  // namespace tst_gantt_layout
#include "tst_gantt_layout.moc"
