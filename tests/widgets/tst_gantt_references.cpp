#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QVariant>

#include "tests/widgets/gantt_pictures.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/overview_strip.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/shown/references.h"

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_references {

namespace {

constexpr int k1f1b = 1, kZb = 4;  // tracks

/// D devices with a T_C of 30 and, pinned, of 4.
std::vector<Outcome> pinnedOutcomes(int devices = 4) {
    References references;
    const Scenario then = foundingScenario(devices, 2 * devices), now = foundingScenario(devices, 2 * devices, 30);
    references.pin(then, outcomesOf(then));
    std::vector<Outcome> outcomes = outcomesOf(now);
    references.apply(now, outcomes);
    return outcomes;
}

std::vector<Outcome> alignedOutcomes(std::size_t upper, std::size_t lower, int devices = 4) {
    References references;
    const Scenario scenario = foundingScenario(devices, 2 * devices);
    references.align(scenario, upper, lower);
    std::vector<Outcome> outcomes = outcomesOf(scenario);
    references.apply(scenario, outcomes);
    return outcomes;
}

GanttLayout layoutOf(const std::vector<Outcome>& outcomes, const QSizeF& size = {830, 520},
                     const std::vector<bool>& collapsed = {}) {
    return layoutGantt(shownOf(outcomes), collapsed, {}, fittingRange(shownOf(outcomes)), size);
}

/// Everything that has a place of its own in the rows, by the top.
std::vector<QRectF> rowsOf(const GanttLayout& layout) {
    std::vector<QRectF> rows;
    for (int track = 0; track < static_cast<int>(layout.tracks.size()); ++track) {
        rows.push_back(layout.titleRect(track));
        for (int lane = 0; lane < layout.tracks[std::size_t(track)].rows; ++lane)
            rows.push_back(layout.laneRect(track, LaneId(lane)));
        for (int lane = 0; lane < layout.tracks[std::size_t(track)].ghost.rows; ++lane)
            rows.push_back(layout.ghostRect(track, LaneId(lane)));
    }
    std::sort(rows.begin(), rows.end(), [](const QRectF& a, const QRectF& b) { return a.top() < b.top(); });
    return rows;
}

QImage render(const GanttLayout& layout, const std::vector<Outcome>& outcomes, double ratio) {
    return GanttRenderer().render(layout, shownOf(outcomes), 0, ratio);
}

}  // namespace

class TestGanttReferences : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void rowsNeverOverlap_data();
    void rowsNeverOverlap();
    void fitShowsBoth();
    void ghostsLieBelowTheirRows();
    void aPinOfOtherDevicesHasThoseOfBoth();
    void hitsTellGhostsFromRows();
    void ghostPixelsAreThoseOfThePinnedRunAlone_data();
    void ghostPixelsAreThoseOfThePinnedRunAlone();
    void rowsKeepTheirPixelsAboveAGhost();
    void titlesTellTheDifference();
    void legendNamesThePin();
    void alignedRowsAlternate();
    void alignedRowsTellWhatDiffers();
    void collapsedTracksAreNotJoined();
    void titlesOfAPairStayOverItsRows();
    void everyFormatHasTheGhost();
    void overviewShowsBothOfAPair();

    void hoverTellsThePinnedOp();
    void menuAsksForTheOther();
    void escapeEndsTheAlignment();
    void aNewPairComesIntoView();
    void pickingWorksInAPair();
};

void TestGanttReferences::rowsNeverOverlap_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<bool>("aligned");
    QTest::addColumn<double>("height");
    for (const int devices : {1, 4, 64})
        for (const bool aligned : {false, true})
            for (const double height : {0.0, 300.0, 520.0, 1400.0})
                QTest::addRow("%d devices, %s, %g high", devices, aligned ? "aligned" : "pinned", height)
                    << devices << aligned << height;
}

void TestGanttReferences::rowsNeverOverlap() {
    QFETCH(int, devices);
    QFETCH(bool, aligned);
    QFETCH(double, height);
    const auto outcomes = aligned ? alignedOutcomes(k1f1b, kZb, devices) : pinnedOutcomes(devices);
    const GanttLayout layout = layoutOf(outcomes, {830, height});
    QVERIFY(layout.rowHeight >= kMinRowHeight);
    double bottom = 0;
    for (const QRectF& row : rowsOf(layout)) {
        QVERIFY(row.top() >= bottom);
        QVERIFY(row.height() > 0);
        bottom = row.bottom();
    }
    QVERIFY(bottom <= layout.contentHeight);
    const bool fits = layout.contentHeight + layout.footerHeight <= height;
    QVERIFY2(height == 0 || fits || layout.rowHeight == kMinRowHeight, "rows shrink before they scroll");
}

void TestGanttReferences::fitShowsBoth() {
    const auto outcomes = pinnedOutcomes();
    const auto plain = outcomesOf(foundingScenario());
    QVERIFY(fittingRange(shownOf(outcomes)).end > fittingRange(shownOf(plain)).end);
    // Now the pinned one is the longer one.
    References references;
    const Scenario then = foundingScenario(4, 8, 30), now = foundingScenario();
    references.pin(then, outcomesOf(then));
    std::vector<Outcome> shorter = outcomesOf(now);
    references.apply(now, shorter);
    QCOMPARE(fittingRange(shownOf(shorter)), fittingRange(shownOf(outcomesOf(then))));
}

void TestGanttReferences::ghostsLieBelowTheirRows() {
    const GanttLayout layout = layoutOf(pinnedOutcomes());
    for (int track = 0; track < 5; ++track) {
        QCOMPARE(layout.tracks[std::size_t(track)].ghost.rows, 4);
        for (int lane = 0; lane < 4; ++lane) {
            const QRectF row = layout.laneRect(track, LaneId(lane)), ghost = layout.ghostRect(track, LaneId(lane));
            QVERIFY(ghost.top() >= row.bottom() && ghost.top() <= row.bottom() + 2);
            QVERIFY(ghost.height() < row.height() / 2);
        }
        QVERIFY2(layout.tracks[std::size_t(track)].ghost.x1 < layout.tracks[std::size_t(track)].x1,
                 "each ends at its own time");
    }
}

void TestGanttReferences::aPinOfOtherDevicesHasThoseOfBoth() {
    for (const auto& [then, now, both] : {std::tuple(4, 8, 4), std::tuple(8, 4, 4)}) {
        References references;
        references.pin(foundingScenario(then, 16), outcomesOf(foundingScenario(then, 16)));
        std::vector<Outcome> outcomes = outcomesOf(foundingScenario(now, 16));
        references.apply(foundingScenario(now, 16), outcomes);
        const GanttLayout layout = layoutOf(outcomes);
        QCOMPARE(layout.tracks[0].rows, now);
        QCOMPARE(layout.tracks[0].ghost.rows, both);
        QVERIFY(!render(layout, outcomes, 1).isNull());
    }
}

void TestGanttReferences::hitsTellGhostsFromRows() {
    const GanttLayout layout = layoutOf(pinnedOutcomes());
    for (int track = 0; track < 5; ++track) {
        for (int lane = 0; lane < 4; ++lane) {
            const QPointF row = layout.laneRect(track, LaneId(lane)).center();
            const QPointF ghost = layout.ghostRect(track, LaneId(lane)).center();
            QCOMPARE(layout.hitAt(row.x(), row.y()), (GanttHit{GanttHit::Part::Lane, track, LaneId(lane)}));
            QCOMPARE(layout.hitAt(ghost.x(), ghost.y()), (GanttHit{GanttHit::Part::Ghost, track, LaneId(lane)}));
            QCOMPARE(layout.hitAt(10, ghost.y()), GanttHit());
        }
    }
    QCOMPARE(layout.hitAt(100, layout.titleRect(3).center().y()), (GanttHit{GanttHit::Part::Title, 3, {}}));
}

void TestGanttReferences::ghostPixelsAreThoseOfThePinnedRunAlone_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<double>("zoom");
    QTest::addColumn<double>("ratio");
    for (const int devices : {4, 32})
        for (const double zoom : {1.0, 7.0, 300.0})
            for (const double ratio : {1.0, 2.0})
                QTest::addRow("%d devices, %g times, ratio %g", devices, zoom, ratio) << devices << zoom << ratio;
}

void TestGanttReferences::ghostPixelsAreThoseOfThePinnedRunAlone() {
    QFETCH(int, devices);
    QFETCH(double, zoom);
    QFETCH(double, ratio);
    const auto outcomes = pinnedOutcomes(devices);
    GanttLayout layout = layoutOf(outcomes, {700, 0});
    std::vector<Outcome> alone;
    for (const Outcome& outcome : outcomes) {
        alone.push_back(outcome);
        alone.back().run = outcome.reference->run;
        alone.back().reference.reset();
    }
    const double middle = layout.range.end / 2, half = layout.range.span() / zoom / 2;
    const TimeRange range{middle - half, middle + half};
    const QSizeF size(700, layout.contentHeight + layout.footerHeight);
    layout = layoutGantt(shownOf(outcomes), {}, {}, range, size);
    const GanttLayout other = layoutGantt(shownOf(alone), {}, pinnedStyle({}), range, size);
    const QImage both = render(layout, outcomes, ratio), then = render(other, alone, ratio);
    const auto device = [&](double length) { return static_cast<int>(std::lround(length * ratio)); };
    std::set<QRgb> seen;
    for (int track = 0; track < 5; ++track) {
        for (int lane = 0; lane < devices; ++lane) {
            const QRectF strip = layout.ghostRect(track, LaneId(lane)), row = other.laneRect(track, LaneId(lane));
            for (int x = device(layout.plotLeft); x < device(layout.plotRight); ++x) {
                const QRgb pixel = both.pixel(x, device(strip.top()));
                QCOMPARE(pixel, then.pixel(x, device(row.top())));
                seen.insert(pixel);
            }
        }
    }
    QVERIFY2(seen.size() > 3, "there is something in them");
}

void TestGanttReferences::rowsKeepTheirPixelsAboveAGhost() {
    const auto outcomes = pinnedOutcomes();
    const GanttLayout layout = layoutOf(outcomes);
    std::vector<Outcome> plain = outcomes;
    for (Outcome& outcome : plain) outcome.reference.reset();
    const GanttLayout other = layoutGantt(shownOf(plain), {}, layout.style, layout.range, layout.size);
    const QImage with = render(layout, outcomes, 1), without = render(other, plain, 1);
    for (int x = int(layout.plotLeft); x < int(layout.plotRight); ++x)
        QCOMPARE(with.pixel(x, int(layout.laneRect(2, LaneId(1)).top())),
                 without.pixel(x, int(other.laneRect(2, LaneId(1)).top())));
}

// 1F1B: 3364 with T_C 4 (model.md §6), 3780 with 30; work 2400 on each of 4 devices.
void TestGanttReferences::titlesTellTheDifference() {
    const auto text = [](const GanttTrack& track) { return QString(track.difference).replace(QChar(0x202f), ' '); };
    const GanttLayout pinned = layoutOf(pinnedOutcomes());
    QCOMPARE(text(pinned.tracks[k1f1b]), QString::fromUtf8("vs pinned  +12.4% · +7.9 points · ±0 act."));
    const GanttLayout aligned = layoutOf(alignedOutcomes(kZb, k1f1b));
    QCOMPARE(text(aligned.tracks[kZb]), QString::fromUtf8("vs 1F1B  −18.3% · −16.0 points · ±0 act."));
    QVERIFY(aligned.tracks[k1f1b].difference.isEmpty());

    References references;
    const Scenario scenario = foundingScenario();
    std::vector<Outcome> same = outcomesOf(scenario);
    references.pin(scenario, same);
    references.apply(scenario, same);
    QCOMPARE(layoutOf(same).tracks[0].difference, "same as pinned");
    const Scenario twice = foundingScenario(4, 16);
    std::vector<Outcome> more = outcomesOf(twice);
    references.apply(twice, more);
    QVERIFY(text(layoutOf(more).tracks[0]).contains("per microbatch"));
}

void TestGanttReferences::legendNamesThePin() {
    const auto hasPin = [](const GanttLayout& layout) {
        return std::any_of(layout.legend.begin(), layout.legend.end(), [](const LegendEntry& entry) {
            return entry.what == LegendEntry::What::Pinned && entry.text == "pinned";
        });
    };
    QVERIFY(hasPin(layoutOf(pinnedOutcomes())));
    QVERIFY(!hasPin(layoutOf(alignedOutcomes(0, 1))));
    QVERIFY(!hasPin(layoutOf(outcomesOf(foundingScenario()))));
}

void TestGanttReferences::alignedRowsAlternate() {
    for (const auto& [upper, lower] : {std::pair(k1f1b, kZb), std::pair(kZb, k1f1b)}) {
        const GanttLayout layout = layoutOf(alignedOutcomes(std::size_t(upper), std::size_t(lower)));
        QCOMPARE(layout.titleRect(lower).top(), layout.titleRect(upper).bottom());
        double before = layout.titleRect(lower).bottom();
        for (int lane = 0; lane < 4; ++lane) {
            for (const int track : {upper, lower}) {
                const QRectF row = layout.laneRect(track, LaneId(lane));
                QVERIFY(row.top() >= before);
                QCOMPARE(layout.hitAt(row.center().x(), row.center().y()),
                         (GanttHit{GanttHit::Part::Lane, track, LaneId(lane)}));
                before = row.bottom();
            }
        }
        for (const int track : {upper, lower})
            QCOMPARE(layout.hitAt(100, layout.titleRect(track).center().y()),
                     (GanttHit{GanttHit::Part::Title, track, {}}));
    }
}

void TestGanttReferences::alignedRowsTellWhatDiffers() {
    const auto outcomes = alignedOutcomes(k1f1b, kZb);
    const GanttLayout layout = layoutOf(outcomes);
    // T 3364 and 2748. Device 0 ends both; on device 3 the last op of 1F1B ends 3 hops and B earlier than on device 0.
    const LaneLabel first = laneLabel(layout, k1f1b, LaneId(0));
    QCOMPARE(QString(first.difference).replace(QChar(0x202f), ' '), "616 ms later");
    QCOMPARE(first.device, "0");
    QVERIFY(first.dot && first.differenceLeft.x() > layout.plotRight);
    const LaneLabel below = laneLabel(layout, kZb, LaneId(0));
    QVERIFY(below.device.isEmpty() && below.difference.isEmpty() && below.dot);
    QVERIFY(below.dot->y() > first.dot->y());
    const LaneLabel plain = laneLabel(layout, 0, LaneId(2));
    QVERIFY(plain.device == "2" && !plain.dot && plain.difference.isEmpty());
    const GanttLayout turned = layoutOf(alignedOutcomes(kZb, k1f1b));
    QCOMPARE(laneLabel(turned, kZb, LaneId(0)).difference.replace(QChar(0x202f), ' '), "616 ms earlier");
}

void TestGanttReferences::collapsedTracksAreNotJoined() {
    const GanttLayout layout = layoutOf(alignedOutcomes(k1f1b, kZb), {830, 520}, {false, true});
    QCOMPARE(layout.tracks[k1f1b].partner, -1);
    QCOMPARE(layout.tracks[kZb].rows, 4);
    QVERIFY(layout.titleRect(kZb).top() > layout.laneRect(3, LaneId(3)).bottom());
}

void TestGanttReferences::titlesOfAPairStayOverItsRows() {
    const GanttLayout layout = layoutOf(alignedOutcomes(k1f1b, kZb, 64), {830, 400});
    const double deep = layout.laneRect(k1f1b, LaneId(30)).top();
    QCOMPARE(layout.titleRect(k1f1b, deep).top(), deep);
    QCOMPARE(layout.titleRect(kZb, deep).top(), deep + layout.titleHeight);
    QCOMPARE(layout.coveredHeight(deep), 2 * layout.titleHeight);
    QCOMPARE(layout.hitAt(200, deep + 1.5 * layout.titleHeight, deep), (GanttHit{GanttHit::Part::Title, kZb, {}}));
    const double last = layout.tracks[kZb].bottom;
    QVERIFY(layout.titleRect(kZb, last).bottom() <= last);
}

void TestGanttReferences::everyFormatHasTheGhost() {
    const auto outcomes = pinnedOutcomes();
    std::vector<Outcome> plain = outcomes;
    for (Outcome& outcome : plain) outcome.reference.reset();
    PictureOptions options;
    QVERIFY(ganttSize(outcomes, options)->height() > ganttSize(plain, options)->height());
    const QByteArray svg = *ganttFile(kSvg, outcomes, options, "{}");
    QCOMPARE(svg.count("<g class=\"pinned\" data-lane=\"compute\">"), 5 * 4);
    QCOMPARE(svg.count("<title>pinned: "), svg.count("<title>") / 2);  // and one of the figure
    QVERIFY(
        svg.contains(".pinned .F{fill:" +
                     mutedColor(kindColor(opPalettes().front(), ThemeId::Light, OpKind::Forward, 0, 1), ThemeId::Light)
                         .name()
                         .toLatin1()));
    QVERIFY(svg.contains(">pinned</text>") && svg.contains("vs pinned"));
    QVERIFY(!ganttFile(kSvg, plain, options, "{}")->contains("pinned"));
    QVERIFY(ganttFile(kPdf, outcomes, options, "{}")->size() > ganttFile(kPdf, plain, options, "{}")->size());
    options.height = 900;
    QCOMPARE(ganttSize(outcomes, options)->height(), 900);
    const QByteArray pair = *ganttFile(kSvg, alignedOutcomes(k1f1b, kZb), options, "{}");
    QCOMPARE(pair.count("class=\"row-difference\""), 4);
}

void TestGanttReferences::overviewShowsBothOfAPair() {
    const GanttLayout layout = layoutOf(alignedOutcomes(k1f1b, kZb, 64), {830, 400});
    std::set<int> tracks;
    int bottom = 0;
    for (const OverviewBand& band : overviewBands(layout, 60)) {
        QVERIFY(band.top >= bottom && band.bottom > band.top);
        bottom = band.bottom;
        tracks.insert(band.track);
    }
    QCOMPARE(tracks, (std::set<int>{0, 1, 2, 3, 4}));
}

void TestGanttReferences::hoverTellsThePinnedOp() {
    GanttWidget gantt;
    gantt.resize(830, 620);
    gantt.setShown(shownOf(pinnedOutcomes()));
    gantt.show();
    const GanttLayout& layout = gantt.ganttLayout();
    const Timeline& then = *gantt.shown()[k1f1b].pinned->timeline;
    const Row row = *findOp(*then.program, Op(OpKind::Forward, 2, 1));
    const double middle = (double(then.startOf(row)) + double(then.end[row])) / 2;
    const QPoint at(int(layout.xOf(middle)), int(layout.ghostRect(k1f1b, LaneId(2)).center().y()));
    QSignalSpy hovered(&gantt, &GanttWidget::hovered);
    QTest::mouseMove(gantt.viewport(), at);
    QVERIFY(!gantt.hoveredPlace());
    QVERIFY(gantt.cardLines().value(0).startsWith("pinned: F1"));
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, at);
    QVERIFY2(!gantt.currentPick(), "what is not there now cannot be picked");
    QTest::mouseMove(gantt.viewport(), QPoint(at.x(), int(layout.laneRect(k1f1b, LaneId(2)).center().y())));
    QVERIFY(!gantt.cardLines().value(0).contains("pinned"));
}

void TestGanttReferences::menuAsksForTheOther() {
    GanttWidget gantt;
    gantt.setShown(shownOf(outcomesOf(foundingScenario())));
    QSignalSpy asked(&gantt, &GanttWidget::alignAsked), ended(&gantt, &GanttWidget::alignmentEnded);
    const std::unique_ptr<QMenu> menu(gantt.newAlignMenu(k1f1b));
    QStringList texts;
    for (QAction* action : menu->actions())
        if (!action->isSeparator()) texts << action->text();
    QCOMPARE(texts.takeFirst(), "Align 1F1B with another schedule");
    QVERIFY2(!menu->actions().first()->isEnabled(), "a title, not a choice");
    QCOMPARE(texts, QStringList({"GPipe", "Interleaved 1F1B, v = 2", "Hanayo, 1 wave", "ZB-H1"}));
    menu->actions().last()->trigger();
    QCOMPARE(asked.takeFirst(), QVariantList({k1f1b, kZb}));

    gantt.setShown(shownOf(alignedOutcomes(k1f1b, kZb)));
    const std::unique_ptr<QMenu> again(gantt.newAlignMenu(k1f1b));
    again->actions().last()->trigger();
    QCOMPARE(ended.size(), 1);
    std::vector<Outcome> one = outcomesOf(foundingScenario());
    one.resize(1);
    gantt.setShown(shownOf(one));
    QVERIFY2(!gantt.newAlignMenu(0), "one alone has nothing beside it");
}

void TestGanttReferences::escapeEndsTheAlignment() {
    GanttWidget gantt;
    gantt.setShown(shownOf(alignedOutcomes(k1f1b, kZb)));
    QSignalSpy ended(&gantt, &GanttWidget::alignmentEnded);
    QTest::keyClick(&gantt, Qt::Key_Right);
    QVERIFY(gantt.currentPick());
    QTest::keyClick(&gantt, Qt::Key_Escape);
    QVERIFY2(ended.isEmpty() && !gantt.currentPick(), "the selection goes first");
    QTest::keyClick(&gantt, Qt::Key_Escape);
    QCOMPARE(ended.size(), 1);
}

void TestGanttReferences::aNewPairComesIntoView() {
    GanttWidget gantt;
    gantt.resize(830, 420);
    gantt.show();
    gantt.setShown(shownOf(outcomesOf(foundingScenario(64, 128))));
    gantt.setCollapsed(kZb, true);
    gantt.setShown(shownOf(alignedOutcomes(3, kZb, 64)));
    QVERIFY(!gantt.isCollapsed(kZb));
    QCOMPARE(gantt.scroll(), std::floor(gantt.ganttLayout().tracks[3].top));
    gantt.verticalScrollBar()->setValue(0);
    gantt.setShown(shownOf(alignedOutcomes(3, kZb, 64)));
    QVERIFY2(gantt.scroll() == 0, "people have looked elsewhere since");
}

void TestGanttReferences::pickingWorksInAPair() {
    GanttWidget gantt;
    gantt.resize(830, 620);
    gantt.setShown(shownOf(alignedOutcomes(k1f1b, kZb)));
    gantt.show();
    const Timeline& timeline = *gantt.shown()[kZb].timeline;
    const Row row = *findOp(*timeline.program, Op(OpKind::BackwardWeight, 3, 5));
    const GanttLayout& layout = gantt.ganttLayout();
    const double middle = (double(timeline.startOf(row)) + double(timeline.end[row])) / 2;
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {},
                      QPoint(int(layout.xOf(middle)), int(layout.laneRect(kZb, LaneId(3)).center().y())));
    QVERIFY(gantt.currentPick());
    QCOMPARE(gantt.currentPick()->track, kZb);
    QVERIFY(gantt.currentPick()->op == row);
    QTest::mouseMove(gantt.viewport(),
                     QPoint(int(layout.xOf(middle)), int(layout.laneRect(kZb, LaneId(3)).center().y()) + 1));
    QVERIFY2(gantt.cardLines().value(0).startsWith("ZB-H1: W5"), qPrintable(gantt.cardLines().value(0)));
}

QTEST_MAIN(TestGanttReferences)

}  // namespace tst_gantt_references
#include "tst_gantt_references.moc"
