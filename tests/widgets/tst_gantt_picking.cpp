// Picking, measuring and finding.

#include "tests/widgets/gantt_desk.h"
#include "widgets/gantt/find_bar.h"
#include "widgets/gantt/gantt_find.h"

#include <QLabel>
#include <QLineEdit>

#include <cmath>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_picking {

class TestGanttPicking : public QObject, private GanttDesk {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { m_gantt.reset(); }

    void clickPicksAnOp();
    void clickPicksIdleTime();
    void keysHideTheCard();
    void escapeClears();
    void doubleClickZoomsToTheOp();
    void arrowsWalkLaneAndDependencies();
    void shiftDragMeasures();
    void aMeasureSnapsToEdges();
    void aMeasureSaysWhatItsRowsDo();
    void selectionSurvivesNewOutcomes();
    void findSelectsAndGoesOn_data();
    void findSelectsAndGoesOn();
    void findSaysWhatIsWrong();
    void findBarSearches();
    void findSaysHowMany();
};

void TestGanttPicking::clickPicksAnOp() {
    QSignalSpy spy(m_gantt.get(), &GanttWidget::picked);
    click(centreOf(k1f1bTrack, OpKind::Backward, 2, 3));
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.first().at(0).toInt(), k1f1bTrack);
    QVERIFY(spy.first().at(1).value<LaneId>() == LaneId(2));
    QVERIFY(pickedOp() == Op(OpKind::Backward, 2, 3));
    QCOMPARE(m_gantt->chain().size(), std::size_t(6));  // B3 of stages 2, 3 and F3 of stages 3, 2, 1, 0
    QVERIFY(m_gantt->accessibleDescription().contains(QStringLiteral("B3")));
    QVERIFY(m_gantt->accessibleDescription().contains(QStringLiteral("device 2")));
}

/// A pointer that rests while someone uses keys does not cover the picture.
void TestGanttPicking::keysHideTheCard() {
    QTest::mouseMove(m_gantt->viewport(), centreOf(k1f1bTrack, OpKind::Backward, 2, 3).toPoint());
    QVERIFY(m_gantt->hoveredPlace());
    key(Qt::Key_W);
    QVERIFY(m_gantt->hoveredPlace());
    QTRY_VERIFY(!m_gantt->hoveredPlace());
    QVERIFY(m_gantt->cardLines().isEmpty());
    QTest::mouseMove(m_gantt->viewport(), centreOf(k1f1bTrack, OpKind::Backward, 2, 4).toPoint());
    QVERIFY(m_gantt->hoveredPlace());
}

void TestGanttPicking::clickPicksIdleTime() {
    // 1F1B, device 1: idle from 404, when F2 ended, to 820, when B0 has come back.
    QSignalSpy spy(m_gantt.get(), &GanttWidget::picked);
    click(pointAt(k1f1bTrack, 1, 600));
    QCOMPARE(spy.count(), 1);
    QVERIFY(!m_gantt->currentPick()->op);
    const auto idle = idleAt(*m_gantt->shown()[k1f1bTrack].timeline, LaneId(1), double(m_gantt->currentPick()->at));
    QCOMPARE(idle->first, toTime(404));
    QCOMPARE(idle->second, toTime(820));
}

void TestGanttPicking::escapeClears() {
    click(centreOf(k1f1bTrack, OpKind::Backward, 2, 3));
    QSignalSpy spy(m_gantt.get(), &GanttWidget::cleared);
    key(Qt::Key_Escape);
    QCOMPARE(spy.count(), 1);
    QVERIFY(!m_gantt->currentPick());
    click(centreOf(k1f1bTrack, OpKind::Backward, 2, 3));
    click({m_gantt->ganttLayout().plotLeft - 10, 60});
    QCOMPARE(spy.count(), 2);
}

void TestGanttPicking::doubleClickZoomsToTheOp() {
    const QPoint at = centreOf(k1f1bTrack, OpKind::Forward, 1, 4).toPoint();
    QTest::mouseDClick(m_gantt->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 1, 4));
    QCOMPARE(m_gantt->timeView().visible().span(), 3 * 100 * kMicroUnits);  // the op and as much on both sides
    const QPointF now = centreOf(k1f1bTrack, OpKind::Forward, 1, 4);
    QVERIFY(std::abs(now.x() - (m_gantt->ganttLayout().plotLeft + m_gantt->ganttLayout().plotRight) / 2) < 1);
}

void TestGanttPicking::arrowsWalkLaneAndDependencies() {
    click(centreOf(k1f1bTrack, OpKind::Forward, 1, 0));
    key(Qt::Key_Right);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 1, 1));
    key(Qt::Key_Left);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 1, 0));
    for (int i = 0; i < 2; ++i) {
        key(Qt::Key_Left);
        QVERIFY2(!m_gantt->currentPick()->op && m_gantt->currentPick()->at == 0, "a lane begins with its warm-up");
    }
    key(Qt::Key_Right);
    key(Qt::Key_Up);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 0, 0));
    key(Qt::Key_Up);
    QVERIFY2(pickedOp() == Op(OpKind::Forward, 0, 0), "the first forward waits for nothing");
    for (int i = 0; i < 4; ++i) key(Qt::Key_Down);
    QVERIFY2(pickedOp() == Op(OpKind::Backward, 3, 0), "down the stages, then into the backward");
    click(pointAt(k1f1bTrack, 1, 600));
    key(Qt::Key_Right);
    QVERIFY2(pickedOp() == Op(OpKind::Backward, 1, 0), "right of idle time is the op that ends it");
    click(pointAt(k1f1bTrack, 1, 600));
    key(Qt::Key_Left);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 1, 2));
    key(Qt::Key_Right);
    QVERIFY2(!m_gantt->currentPick()->op && m_gantt->currentPick()->at == toTime(404), "and idle time is stopped at");
    // All of the lane by keys: each op once, and between them as much idle time as there is.
    const Timeline& timeline = *m_gantt->shown()[k1f1bTrack].timeline;
    const RowRange rows = timeline.program->lanes[1];
    Time idle = 0;
    std::vector<Row> walked;
    m_gantt->pick({k1f1bTrack, LaneId(1), {}, 0});
    for (std::optional<GanttPick> last; m_gantt->currentPick() != last; key(Qt::Key_Right)) {
        last = m_gantt->currentPick();
        if (last->op)
            walked.push_back(*last->op);
        else if (const auto gap = idleAt(timeline, LaneId(1), double(last->at)))
            idle += gap->second - gap->first;
    }
    std::vector<Row> all(rows.size());
    std::iota(all.begin(), all.end(), rows.begin);
    QCOMPARE(walked, all);
    QCOMPARE(idle, timeline.totalTime() - 8 * toTime(300));
}

void TestGanttPicking::shiftDragMeasures() {
    // Between rows there is nothing to snap to.
    const double gap = m_gantt->ganttLayout().titleRect(1).center().y();
    drag({pointAt(0, 1, 500).x(), gap}, {pointAt(0, 1, 1500).x(), gap}, Qt::ShiftModifier);
    QVERIFY(m_gantt->measured().has_value());
    QVERIFY(std::abs(m_gantt->measured()->span() - 1000 * kMicroUnits) < 1);
    QCOMPARE(m_gantt->measuredLines().size(), 1);
    QVERIFY(m_gantt->timeView().isFitted());
    key(Qt::Key_Escape);
    QVERIFY(!m_gantt->measured() && m_gantt->measuredLines().isEmpty());
}

void TestGanttPicking::aMeasureSnapsToEdges() {
    // 1F1B, device 1: idle from 404, when F2 ended, to 820, when B0 has come back.
    m_gantt->zoomBy(2);
    m_gantt->showRange({0, 1600 * kMicroUnits});
    drag(pointAt(k1f1bTrack, 1, 411), pointAt(k1f1bTrack, 1, 812), Qt::ShiftModifier);
    QCOMPARE(*m_gantt->measured(), (TimeRange{404 * kMicroUnits, 820 * kMicroUnits}));
    QStringList lines = m_gantt->measuredLines();
    for (QString& line : lines) line.replace(QChar(0x202f), ' ');
    QCOMPARE(lines, QStringList({"416.0 ms", "1F1B, device 1", "0 ops", "idle 416 ms, 100.0%"}));
    // Far from an edge it is where the pointer is, and what it cuts is said.
    const double middle = timeAt(QPointF(QPointF(pointAt(k1f1bTrack, 1, 920)).toPoint()));
    drag(pointAt(k1f1bTrack, 1, 404), QPointF(QPointF(pointAt(k1f1bTrack, 1, 920)).toPoint()), Qt::ShiftModifier);
    QCOMPARE(m_gantt->measured()->end, middle);
    QCOMPARE(m_gantt->measuredLines()[2], QString::fromUtf8("1 op: 1 B · 1 partly inside"));
    click(pointAt(k1f1bTrack, 1, 600));
    QVERIFY(!m_gantt->measured());
}

void TestGanttPicking::aMeasureSaysWhatItsRowsDo() {
    drag(pointAt(k1f1bTrack, 3, 3100), pointAt(k1f1bTrack, 0, 2), Qt::ShiftModifier);
    const TimeRange range{m_gantt->measured()->end, m_gantt->measured()->begin};
    QCOMPARE(range.begin, 0.0);
    const SpanFacts facts = factsWithin(m_gantt->shown()[k1f1bTrack], WorkerId(0), WorkerId(3), range);
    QVERIFY(facts.ops > 40 && facts.idle > 0);
    QCOMPARE(m_gantt->measuredLines()[1], "1F1B, device 0 to device 3");
    QVERIFY(m_gantt->measuredLines()[2].startsWith(QStringLiteral("%1 ops: ").arg(facts.ops)));
    QVERIFY(m_gantt->accessibleDescription().contains(m_gantt->measuredLines()[3]));
    const QImage with = shot();
    key(Qt::Key_Escape);
    QVERIFY(shot() != with);
    // A new result is another one to measure; the same again is not.
    drag(pointAt(0, 1, 100), pointAt(0, 1, 900), Qt::ShiftModifier);
    m_gantt->setShown(m_gantt->shown());
    QVERIFY(m_gantt->measured());
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 12))));
    QVERIFY(!m_gantt->measured());
    // Also one that comes while it is dragged.
    const QPoint from = pointAt(4, 1, 100).toPoint(), to = pointAt(4, 1, 900).toPoint();
    QTest::mousePress(m_gantt->viewport(), Qt::LeftButton, Qt::ShiftModifier, from);
    m_gantt->setShown({});
    QMouseEvent move(QEvent::MouseMove, to, m_gantt->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::ShiftModifier);
    QApplication::sendEvent(m_gantt->viewport(), &move);
    QVERIFY(!m_gantt->measured());
    QTest::mouseRelease(m_gantt->viewport(), Qt::LeftButton, Qt::ShiftModifier, to);
}

void TestGanttPicking::selectionSurvivesNewOutcomes() {
    click(centreOf(kZbTrack, OpKind::BackwardWeight, 2, 5));
    QVERIFY(pickedOp() == Op(OpKind::BackwardWeight, 2, 5));
    QSignalSpy cleared(m_gantt.get(), &GanttWidget::cleared);
    Scenario longer = foundingScenario(4, 16);
    longer.workload.forward = 130.0;
    m_gantt->setShown(shownOf(outcomesOf(longer)));
    QVERIFY(pickedOp() == Op(OpKind::BackwardWeight, 2, 5));
    QCOMPARE(m_gantt->currentPick()->at, m_gantt->shown()[kZbTrack].timeline->startOf(*m_gantt->currentPick()->op));
    QCOMPARE(cleared.count(), 0);
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 4))));
    QVERIFY2(!m_gantt->currentPick(), "microbatch 5 does not exist any more");
    QCOMPARE(cleared.count(), 1);
}

void TestGanttPicking::findSelectsAndGoesOn_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("times");
    QTest::addColumn<int>("track");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("microbatch");
    const auto row = [](const char* text, int times, int track, OpKind kind, int stage, int microbatch) {
        QTest::addRow("%s, %d times", text, times) << text << times << track << int(kind) << stage << microbatch;
    };
    row("F 3", 1, 0, OpKind::Forward, 0, 3);
    row("f3", 2, 0, OpKind::Forward, 1, 3);
    row("B 7 stage 2", 1, 0, OpKind::Backward, 2, 7);
    row("B 7 stage 2", 2, k1f1bTrack, OpKind::Backward, 2, 7);
    row("W5 device 1", 1, kZbTrack, OpKind::BackwardWeight, 1, 5);
    row("W5 device 1", 2, kZbTrack, OpKind::BackwardWeight, 1, 5);  // the only one
    row("  i 0 ,stage 3", 1, kZbTrack, OpKind::BackwardInput, 3, 0);
    row("F d3", 2, 0, OpKind::Forward, 3, 1);
}

void TestGanttPicking::findSelectsAndGoesOn() {
    QFETCH(QString, text);
    QFETCH(int, times);
    QFETCH(int, track);
    QFETCH(int, kind);
    QFETCH(int, stage);
    QFETCH(int, microbatch);
    for (int i = 0; i < times; ++i) QVERIFY2(m_gantt->find(text), qPrintable(m_gantt->findError()));
    QCOMPARE(m_gantt->currentPick()->track, track);
    QVERIFY(pickedOp() == Op(static_cast<OpKind>(kind), stage, microbatch));
    const QPointF at = centreOf(track, static_cast<OpKind>(kind), stage, microbatch);
    QVERIFY2(m_gantt->viewport()->rect().contains(at.toPoint()), "what is found is seen");
}

void TestGanttPicking::findSaysWhatIsWrong() {
    QVERIFY(!m_gantt->find(QStringLiteral("F 99")));
    QVERIFY(m_gantt->findError().contains(QStringLiteral("F 99")));
    for (const char* text : {"", "x3", "F three", "F 3 stage", "3", "F 3 stage 1 banana"}) {
        QVERIFY2(!m_gantt->find(QString::fromLatin1(text)), text);
        QVERIFY(m_gantt->findError().contains(QStringLiteral("F 3")));
    }
    QVERIFY(m_gantt->find(QStringLiteral("F 3")));
    QVERIFY(m_gantt->findError().isEmpty());

    // In a large picture a found op is zoomed to, and counting from 1 is understood.
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(32, 256))));
    GanttStyle style;
    style.firstNumber = 1;
    m_gantt->setGanttStyle(style);
    QVERIFY(m_gantt->find(QStringLiteral("B 200 stage 9")));
    QVERIFY(pickedOp() == Op(OpKind::Backward, 8, 199));
    const Timeline& timeline = *m_gantt->shown()[0].timeline;
    const Row row = *m_gantt->currentPick()->op;
    QVERIFY(m_gantt->ganttLayout().xOf(double(timeline.end[row])) -
                m_gantt->ganttLayout().xOf(double(timeline.startOf(row))) >=
            12);
}

void TestGanttPicking::findBarSearches() {
    m_gantt->openFind();
    QVERIFY(m_gantt->findBar()->isVisible());
    QTest::keyClicks(m_gantt->findBar()->edit(), QStringLiteral("b2"));
    QTest::keyClick(m_gantt->findBar()->edit(), Qt::Key_Return);
    QVERIFY(pickedOp() == Op(OpKind::Backward, 0, 2));
    QTest::keyClick(m_gantt->findBar()->edit(), Qt::Key_Return);
    QVERIFY(pickedOp() == Op(OpKind::Backward, 1, 2));
    QTest::keyClick(m_gantt->findBar()->edit(), Qt::Key_Escape);
    QVERIFY(!m_gantt->findBar()->isVisible());
    QVERIFY(m_gantt->currentPick());
}

void TestGanttPicking::findSaysHowMany() {
    // B 3 of 4 stages in each of five schedules: Hanayo and Interleaved 1F1B have two chunks, ZB-H1 the input half.
    m_gantt->openFind();
    FindBar& bar = *m_gantt->findBar();
    const auto* found = bar.findChild<QLabel*>(QStringLiteral("found"));
    QVERIFY(found && found->isHidden());
    bar.edit()->setText(QStringLiteral("B 3"));
    const int all = 4 + 4 + 8 + 8 + 4;
    for (int place = 1; place <= all; ++place) {
        QTest::keyClick(bar.edit(), Qt::Key_Return);
        QCOMPARE(found->text(), QStringLiteral("%1 of %2").arg(place).arg(all));
        QVERIFY(!found->isHidden());
    }
    QTest::keyClick(bar.edit(), Qt::Key_Return);
    QCOMPARE(m_gantt->foundText(), QStringLiteral("1 of %1").arg(all));
    bar.edit()->setText(QStringLiteral("W 70"));
    QTest::keyClick(bar.edit(), Qt::Key_Return);
    QVERIFY(found->isHidden() && m_gantt->foundText().isEmpty());
    bar.edit()->setText(QStringLiteral("F 2 stage 1 device 1"));
    QTest::keyClick(bar.edit(), Qt::Key_Return);
    QVERIFY(found->text().startsWith(QLatin1String("1 of ")));
    QTest::keyClick(bar.edit(), Qt::Key_1);
    QVERIFY2(found->isHidden(), "another text is yet to be looked for");
}

QTEST_MAIN(TestGanttPicking)

}  // namespace tst_gantt_picking
#include "tst_gantt_picking.moc"
