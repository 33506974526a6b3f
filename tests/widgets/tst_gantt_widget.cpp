#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include "tests/widgets/outcomes.h"
#include "widgets/gantt/find_bar.h"
#include "widgets/gantt/gantt_find.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/shown/format.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr int k1f1bTrack = 1, kZbTrack = 4;  // tracks

}  // namespace

class TestGanttWidget : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void wheelZoomsAtTheCursor();
    void keysZoomPanAndFit();
    void dragPans();
    void wheelScrollsRows();
    void keysScrollRows();
    void wheelMakesRowsHigher();
    void keysMakeRowsHigher();
    void rowsNeverLeaveRoom();
    void titleStaysOverItsRows();
    void newOutcomesKeepAZoomedView();
    void aShorterRunStaysInSight();
    void clickPicksAnOp();
    void clickPicksIdleTime();
    void escapeClears();
    void doubleClickZoomsToTheOp();
    void deepZoomStillDraws();
    void arrowsWalkLaneAndDependencies();
    void shiftDragMeasures();
    void aMeasureSnapsToEdges();
    void aMeasureSaysWhatItsRowsDo();
    void titleCollapses();
    void selectionSurvivesNewOutcomes();
    void findSelectsAndGoesOn_data();
    void findSelectsAndGoesOn();
    void findSaysWhatIsWrong();
    void findBarSearches();
    void findSaysHowMany();
    void theBoundHasATip();
    void hoverDoesNotDrawThePictureAnew();
    void themeAndStyleDrawAnew();
    void emptyStatesSpeak();
    void cellsHaveTheirColors();
    void presentModeIsLarger();
    void presentModeFillsTheScreen();

private:
    QPointF centreOf(int track, OpKind kind, int stage, int microbatch) const {
        const Timeline& timeline = *m_gantt->shown()[std::size_t(track)].timeline;
        const Row row = *findOp(*timeline.program, Op(kind, stage, microbatch));
        const GanttLayout& layout = m_gantt->ganttLayout();
        const double middle = (double(timeline.startOf(row)) + double(timeline.end[row])) / 2;
        return {layout.xOf(middle),
                layout.laneRect(track, timeline.program->laneOf(row)).center().y() - m_gantt->scroll()};
    }
    /// A point on the lane of `track` at an instant in the scenario's unit.
    QPointF pointAt(int track, int lane, double units) const {
        const GanttLayout& layout = m_gantt->ganttLayout();
        return {layout.xOf(units * kMicroUnits), layout.laneRect(track, LaneId(lane)).center().y() - m_gantt->scroll()};
    }
    Op pickedOp() const {
        const GanttPick pick = *m_gantt->currentPick();
        return m_gantt->shown()[std::size_t(pick.track)].timeline->program->ops[*pick.op];
    }
    void wheel(const QPointF& at, int turn, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(at, m_gantt->viewport()->mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(m_gantt->viewport(), &event);
    }
    void click(const QPointF& at) { QTest::mouseClick(m_gantt->viewport(), Qt::LeftButton, {}, at.toPoint()); }
    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {}) {
        const auto send = [&](QEvent::Type type, const QPointF& at, Qt::MouseButton button, Qt::MouseButtons buttons) {
            QMouseEvent event(type, at, m_gantt->viewport()->mapToGlobal(at), button, buttons, modifiers);
            QApplication::sendEvent(m_gantt->viewport(), &event);
        };
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }
    void key(Qt::Key key) { QTest::keyClick(m_gantt.get(), key); }
    double timeAt(const QPointF& at) const { return m_gantt->ganttLayout().timeAt(at.x()); }
    QImage shot() const { return m_gantt->viewport()->grab().toImage(); }

    std::unique_ptr<GanttWidget> m_gantt;
};

void TestGanttWidget::init() {
    applyTheme(ThemeId::Light);
    m_gantt = std::make_unique<GanttWidget>();
    m_gantt->resize(830, 520);
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 8))));
    m_gantt->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_gantt.get()));
}

void TestGanttWidget::cleanup() { m_gantt.reset(); }

void TestGanttWidget::wheelZoomsAtTheCursor() {
    const QPointF at(500, 200);
    const double time = timeAt(at), span = m_gantt->timeView().visible().span();
    wheel(at, 360, Qt::ControlModifier);
    QVERIFY(m_gantt->timeView().visible().span() < span * 0.7);
    QVERIFY2(std::abs(timeAt(at) - time) < 1, "the instant under the cursor stays there");
    wheel(at, -10000, Qt::ControlModifier);
    QVERIFY(m_gantt->timeView().isFitted());
}

void TestGanttWidget::keysZoomPanAndFit() {
    const TimeRange whole = m_gantt->timeView().visible();
    QTest::mouseMove(m_gantt->viewport(), QPoint(400, 200));
    const double time = timeAt({400, 200});
    key(Qt::Key_W);
    key(Qt::Key_W);
    QVERIFY(m_gantt->timeView().visible().span() < whole.span());
    QVERIFY(std::abs(timeAt({400, 200}) - time) < 1);
    const double begin = m_gantt->timeView().visible().begin;
    key(Qt::Key_D);
    QVERIFY(m_gantt->timeView().visible().begin > begin);
    key(Qt::Key_A);
    QVERIFY(std::abs(m_gantt->timeView().visible().begin - begin) < 1);
    const double later = m_gantt->timeView().visible().begin;
    wheel({400, 200}, -120, Qt::ShiftModifier);
    QVERIFY(m_gantt->timeView().visible().begin > later);
    key(Qt::Key_S);
    QVERIFY(m_gantt->timeView().visible().span() < whole.span());
    key(Qt::Key_F);
    QVERIFY(m_gantt->timeView().visible() == whole);
}

void TestGanttWidget::dragPans() {
    key(Qt::Key_W);
    key(Qt::Key_W);
    QSignalSpy spy(m_gantt.get(), &GanttWidget::picked);
    const double time = timeAt({500, 200});
    drag({500, 200}, {450, 200});
    QVERIFY2(std::abs(timeAt({450, 200}) - time) < 1, "the picture follows the pointer");
    QCOMPARE(spy.count(), 0);
}

void TestGanttWidget::wheelScrollsRows() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    QVERIFY(m_gantt->verticalScrollBar()->maximum() > 0);
    QVERIFY(m_gantt->ganttLayout().rowHeight >= kMinRowHeight);
    const TimeRange before = m_gantt->timeView().visible();
    wheel({400, 200}, -120, {});
    QVERIFY(m_gantt->scroll() > 0);
    QVERIFY(m_gantt->timeView().visible() == before);
    // What is picked is what is seen there.
    const QPointF at = centreOf(0, OpKind::Forward, 20, 5);
    click(at);
    QVERIFY(m_gantt->currentPick()->track == 0 && m_gantt->currentPick()->lane == LaneId(20));
}

void TestGanttWidget::keysScrollRows() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(512, 512))));
    const GanttLayout& layout = m_gantt->ganttLayout();
    const QScrollBar* bar = m_gantt->verticalScrollBar();
    const double view = layout.size.height() - layout.footerHeight;
    key(Qt::Key_PageDown);
    QVERIFY(m_gantt->scroll() > 0);
    QVERIFY2(m_gantt->scroll() + layout.coveredHeight(m_gantt->scroll()) <= view, "no row is turned past unseen");
    key(Qt::Key_PageUp);
    QCOMPARE(m_gantt->scroll(), 0.0);
    key(Qt::Key_End);
    QCOMPARE(m_gantt->scroll(), double(bar->maximum()));
    QVERIFY2(m_gantt->scroll() + view >= layout.contentHeight, "the last row is seen");
    drag({400, 100}, {400, 150});
    QCOMPARE(m_gantt->scroll(), bar->maximum() - 50.0);
    key(Qt::Key_Home);
    QCOMPARE(m_gantt->scroll(), 0.0);
    key(Qt::Key_F);
    QCOMPARE(shot().size(), m_gantt->viewport()->size());
}

void TestGanttWidget::wheelMakesRowsHigher() {
    constexpr auto kBoth = Qt::ControlModifier | Qt::ShiftModifier;
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    QCOMPARE(m_gantt->ganttLayout().rowHeight, kMinRowHeight);
    const TimeRange time = m_gantt->timeView().visible();
    const auto deviceAt = [&](double y) {
        const GanttTrack& track = m_gantt->ganttLayout().tracks[k1f1bTrack];
        return (y + m_gantt->scroll() - track.rowsTop) / track.pitch;
    };
    m_gantt->showTrack(k1f1bTrack);
    const double y = 200, device = deviceAt(y);
    for (int i = 0; i < 60; ++i) wheel({400, y}, 15, kBoth);  // as a touchpad does
    QCOMPARE(m_gantt->ganttLayout().rowHeight, std::round(kMinRowHeight * std::pow(1.0015, 900)));
    QVERIFY2(std::abs(deviceAt(y) - device) < 0.7, "the row under the pointer stays there");
    QVERIFY(m_gantt->timeView().visible() == time);
    const double chosen = m_gantt->ganttLayout().rowHeight;
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 96))));
    m_gantt->setGanttStyle({});
    QCOMPARE(m_gantt->ganttLayout().rowHeight, chosen);
    wheel({400, y}, 100'000, kBoth);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 56.0);
    wheel({400, y}, -15, kBoth);
    QVERIFY2(m_gantt->ganttLayout().rowHeight < 56, "nothing to turn back that was not seen");
    wheel({400, y}, -100'000, kBoth);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, kMinRowHeight);
    wheel({400, y}, 360, kBoth);
    wheel({400, y}, 360, Qt::ControlModifier);
    QVERIFY(m_gantt->ganttLayout().rowHeight > kMinRowHeight && !m_gantt->timeView().isFitted());
    key(Qt::Key_F);
    QVERIFY(m_gantt->ganttLayout().rowHeight == kMinRowHeight && m_gantt->timeView().isFitted());
}

void TestGanttWidget::keysMakeRowsHigher() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    const TimeRange time = m_gantt->timeView().visible();
    for (int i = 0; i < 4; ++i) QTest::keyClick(m_gantt.get(), Qt::Key_W, Qt::ShiftModifier);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 15.0);
    QTest::keyClick(m_gantt.get(), Qt::Key_S, Qt::ShiftModifier);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 12.0);
    QVERIFY(m_gantt->timeView().visible() == time);
}

void TestGanttWidget::rowsNeverLeaveRoom() {
    const double fitted = m_gantt->ganttLayout().rowHeight;
    wheel({400, 200}, 360, Qt::ControlModifier | Qt::ShiftModifier);
    const double chosen = m_gantt->ganttLayout().rowHeight;
    QVERIFY(chosen > fitted && m_gantt->verticalScrollBar()->maximum() > 0);
    m_gantt->resize(830, 1400);
    QVERIFY2(m_gantt->ganttLayout().rowHeight > chosen, "as high as there is room for");
    m_gantt->resize(830, 520);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, chosen);
    wheel({400, 200}, -720, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, fitted);
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    QVERIFY2(m_gantt->ganttLayout().rowHeight == kMinRowHeight, "rows that fill the view follow it");
    // On a page whose rows are high enough to be read, they can be as low as all of them ask for.
    GanttStyle readable;
    readable.leastRowHeight = 15;
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(16, 16))));
    m_gantt->setGanttStyle(readable);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 15.0);
    wheel({400, 200}, -10'000, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(m_gantt->ganttLayout().rowHeight < 15);
    key(Qt::Key_F);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 15.0);
}

void TestGanttWidget::titleStaysOverItsRows() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    m_gantt->verticalScrollBar()->setValue(int(m_gantt->ganttLayout().laneRect(k1f1bTrack, LaneId(20)).top()));
    const QImage image = shot();
    const QPoint dot(21, 15);
    QCOMPARE(image.pixelColor(dot), m_gantt->shown()[k1f1bTrack].color);
    for (int x = 600; x < 700; ++x) QCOMPARE(image.pixelColor(x, 10), themeOf(ThemeId::Light).canvas);
    click({600, 10});
    QVERIFY2(!m_gantt->currentPick(), "rows under a title are not picked through it");
    // An op under the title is brought out from under it.
    const Timeline& timeline = *m_gantt->shown()[k1f1bTrack].timeline;
    const LaneId lane(21);
    const Row row = timeline.program->lanes[lane.index()].begin;
    m_gantt->pick({k1f1bTrack, lane, row, timeline.startOf(row)});
    QVERIFY(centreOf(k1f1bTrack, OpKind::Forward, 21, 0).y() > m_gantt->ganttLayout().coveredHeight(m_gantt->scroll()));
    m_gantt->verticalScrollBar()->setValue(int(m_gantt->ganttLayout().laneRect(k1f1bTrack, LaneId(20)).top()));
    click(dot + QPoint(15, 0));
    QVERIFY2(m_gantt->isCollapsed(k1f1bTrack), "it collapses where it stands");
}

void TestGanttWidget::newOutcomesKeepAZoomedView() {
    const double whole = m_gantt->timeView().visible().end;
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 16))));
    QVERIFY2(m_gantt->timeView().visible().end > whole * 1.5, "a whole view follows the longest total");
    const double longest = double(m_gantt->shown()[k1f1bTrack].timeline->totalTime());
    QVERIFY(m_gantt->timeView().visible().end >= longest);
    wheel({300, 200}, 480, Qt::ControlModifier);
    const TimeRange zoomed = m_gantt->timeView().visible();
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 24))));
    QVERIFY(m_gantt->timeView().visible() == zoomed);
}

void TestGanttWidget::aShorterRunStaysInSight() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 400))));
    for (int i = 0; i < 20; ++i) m_gantt->zoomBy(1.5);  // a view much shorter than the margin behind the end
    const TimeRange zoomed = m_gantt->timeView().visible();
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 8))));
    Time end = 0;
    for (const Shown& shown : m_gantt->shown()) end = std::max(end, shown.timeline->totalTime());
    QVERIFY(zoomed.begin > double(end));
    const TimeRange shown = m_gantt->timeView().visible();
    QVERIFY(shown.end <= double(end));
    QVERIFY(qAbs(shown.span() - zoomed.span()) <= 1e-6 * zoomed.span());
}

void TestGanttWidget::clickPicksAnOp() {
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

void TestGanttWidget::clickPicksIdleTime() {
    // 1F1B, device 1: idle from 404, when F2 ended, to 820, when B0 has come back.
    QSignalSpy spy(m_gantt.get(), &GanttWidget::picked);
    click(pointAt(k1f1bTrack, 1, 600));
    QCOMPARE(spy.count(), 1);
    QVERIFY(!m_gantt->currentPick()->op);
    const auto idle = idleAt(*m_gantt->shown()[k1f1bTrack].timeline, LaneId(1), double(m_gantt->currentPick()->at));
    QCOMPARE(idle->first, toTime(404));
    QCOMPARE(idle->second, toTime(820));
}

void TestGanttWidget::escapeClears() {
    click(centreOf(k1f1bTrack, OpKind::Backward, 2, 3));
    QSignalSpy spy(m_gantt.get(), &GanttWidget::cleared);
    key(Qt::Key_Escape);
    QCOMPARE(spy.count(), 1);
    QVERIFY(!m_gantt->currentPick());
    click(centreOf(k1f1bTrack, OpKind::Backward, 2, 3));
    click({m_gantt->ganttLayout().plotLeft - 10, 60});
    QCOMPARE(spy.count(), 2);
}

void TestGanttWidget::doubleClickZoomsToTheOp() {
    const QPoint at = centreOf(k1f1bTrack, OpKind::Forward, 1, 4).toPoint();
    QTest::mouseDClick(m_gantt->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 1, 4));
    QCOMPARE(m_gantt->timeView().visible().span(), 3 * 100 * kMicroUnits);  // the op and as much on both sides
    const QPointF now = centreOf(k1f1bTrack, OpKind::Forward, 1, 4);
    QVERIFY(std::abs(now.x() - (m_gantt->ganttLayout().plotLeft + m_gantt->ganttLayout().plotRight) / 2) < 1);
}

void TestGanttWidget::deepZoomStillDraws() {
    // A backward whose chain crosses most of the picture, at every depth of zoom.
    QVERIFY(m_gantt->find(QStringLiteral("B 7 stage 0")));
    const Timeline& timeline = *m_gantt->shown()[0].timeline;
    const Row row = *m_gantt->currentPick()->op;
    const double middle = (double(timeline.startOf(row)) + double(timeline.end[row])) / 2;
    const QColor expected = kindColor(opPalettes().front(), ThemeId::Light, OpKind::Backward, 0, 1);
    double before = 0;
    for (double span = 1e8; before != m_gantt->timeView().visible().span(); span /= 10) {
        before = m_gantt->timeView().visible().span();
        m_gantt->showRange({middle - span / 2, middle + span / 2});
        const QPoint at(int(m_gantt->ganttLayout().xOf(middle)) + 30, int(pointAt(0, 0, 0).y()));
        QCOMPARE(shot().pixelColor(at), expected);
    }
    QVERIFY(m_gantt->timeView().visible().span() < 1000);
}

void TestGanttWidget::arrowsWalkLaneAndDependencies() {
    click(centreOf(k1f1bTrack, OpKind::Forward, 1, 0));
    key(Qt::Key_Right);
    QVERIFY(pickedOp() == Op(OpKind::Forward, 1, 1));
    key(Qt::Key_Left);
    key(Qt::Key_Left);
    QVERIFY2(pickedOp() == Op(OpKind::Forward, 1, 0), "a lane's first op has none before it");
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
}

void TestGanttWidget::shiftDragMeasures() {
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

void TestGanttWidget::aMeasureSnapsToEdges() {
    // 1F1B, device 1: idle from 404, when F2 ended, to 820, when B0 has come back.
    m_gantt->zoomBy(2);
    m_gantt->showRange({0, 1600 * kMicroUnits});
    drag(pointAt(k1f1bTrack, 1, 411), pointAt(k1f1bTrack, 1, 812), Qt::ShiftModifier);
    QCOMPARE(*m_gantt->measured(), (TimeRange{404 * kMicroUnits, 820 * kMicroUnits}));
    QStringList lines = m_gantt->measuredLines();
    for (QString& line : lines) line.replace(QChar(0x202f), ' ');
    QCOMPARE(lines, QStringList({"416.0 ms", "1F1B, device 1", "0 ops", "idle 416 ms, 100.0 %"}));
    // Far from an edge it is where the pointer is, and what it cuts is said.
    const double middle = timeAt(QPointF(QPointF(pointAt(k1f1bTrack, 1, 920)).toPoint()));
    drag(pointAt(k1f1bTrack, 1, 404), QPointF(QPointF(pointAt(k1f1bTrack, 1, 920)).toPoint()), Qt::ShiftModifier);
    QCOMPARE(m_gantt->measured()->end, middle);
    QCOMPARE(m_gantt->measuredLines()[2], QString::fromUtf8("1 op: 1 B · 1 in part"));
    click(pointAt(k1f1bTrack, 1, 600));
    QVERIFY(!m_gantt->measured());
}

void TestGanttWidget::aMeasureSaysWhatItsRowsDo() {
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

void TestGanttWidget::titleCollapses() {
    const QPointF title(40, m_gantt->ganttLayout().titleRect(0).center().y());
    click(title);
    QVERIFY(m_gantt->isCollapsed(0));
    QCOMPARE(m_gantt->ganttLayout().tracks[0].rows, 0);
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 12))));
    QVERIFY2(m_gantt->isCollapsed(0), "a collapsed schedule stays collapsed");
    click(title);
    QVERIFY(!m_gantt->isCollapsed(0));
    QCOMPARE(m_gantt->ganttLayout().tracks[0].rows, 4);
}

void TestGanttWidget::selectionSurvivesNewOutcomes() {
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

void TestGanttWidget::findSelectsAndGoesOn_data() {
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

void TestGanttWidget::findSelectsAndGoesOn() {
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

void TestGanttWidget::findSaysWhatIsWrong() {
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

void TestGanttWidget::findBarSearches() {
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

void TestGanttWidget::findSaysHowMany() {
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

void TestGanttWidget::theBoundHasATip() {
    const GanttLayout& layout = m_gantt->ganttLayout();
    const TitleColumns columns = titleColumns(layout);
    const auto tipAt = [&](const TitleColumns::Column& column) {
        QToolTip::hideText();
        const QPoint at(int(column.x + 2), int(layout.titleRect(k1f1bTrack).center().y()));
        QHelpEvent event(QEvent::ToolTip, at, m_gantt->viewport()->mapToGlobal(at));
        QApplication::sendEvent(m_gantt->viewport(), &event);
        return QToolTip::text();
    };
    QVERIFY(tipAt(columns.bound).contains(boundTip()));
    QVERIFY(tipAt(columns.bubble).contains(QStringLiteral("T<sub>tot</sub>")));
    QVERIFY(!tipAt(columns.bubble).contains(boundTip()));
}

void TestGanttWidget::hoverDoesNotDrawThePictureAnew() {
    shot();
    const int before = m_gantt->rebuilds();
    QSignalSpy spy(m_gantt.get(), &GanttWidget::hovered);
    const QImage plain = shot();
    for (int x = 100; x < 700; x += 20) {
        QTest::mouseMove(m_gantt->viewport(), QPoint(x, 150));
        shot();
    }
    QVERIFY(spy.count() > 10);
    QVERIFY2(plain != shot(), "the crosshair is seen");
    click(centreOf(0, OpKind::Forward, 1, 1));
    shot();
    QVERIFY(m_gantt->hoveredPlace() && m_gantt->hoveredPlace()->track == 0);
    QCOMPARE(m_gantt->rebuilds(), before);
    key(Qt::Key_W);
    shot();
    QCOMPARE(m_gantt->rebuilds(), before + 1);
}

void TestGanttWidget::themeAndStyleDrawAnew() {
    const QImage light = shot();
    applyTheme(ThemeId::Dark);
    QApplication::processEvents();
    const QImage dark = shot();
    QCOMPARE(light.pixelColor(5, 300), themeOf(ThemeId::Light).canvas);
    QCOMPARE(dark.pixelColor(5, 300), themeOf(ThemeId::Dark).canvas);
    GanttStyle style;
    style.palette = &opPalette(QStringLiteral("print"));
    m_gantt->setGanttStyle(style);
    QCOMPARE(shot().pixelColor(5, 300), themeOf(ThemeId::Print).canvas);
    style.colorBy = ColorBy::Microbatch;
    m_gantt->setGanttStyle(style);
    const QPoint at = centreOf(k1f1bTrack, OpKind::Forward, 0, 1).toPoint() + QPoint(-8, 0);
    QCOMPARE(shot().pixelColor(at).rgb(), microbatchColor(ThemeId::Dark, OpKind::Forward, 1).rgb());
}

void TestGanttWidget::emptyStatesSpeak() {
    m_gantt->setShown({});
    const QImage nothing = shot();
    m_gantt->setShown(
        {shownOf(Outcome{QStringLiteral("Hanayo"), Qt::red, nullptr, QStringLiteral("needs an even number")})});
    const QImage refused = shot();
    QVERIFY(nothing != refused);
    Outcome awaited{QStringLiteral("Hanayo"), Qt::red, nullptr, {}};
    m_gantt->setShown({shownOf(awaited)});
    const QImage computing = shot();
    QVERIFY(computing != refused && computing != nothing);
    QCOMPARE(m_gantt->ganttLayout().tracks[0].awaited, awaited.awaitedText());
    awaited.isStopped = true;
    m_gantt->setShown({shownOf(awaited)});
    QVERIFY(shot() != computing);
    QVERIFY(m_gantt->ganttLayout().tracks[0].awaited.contains("stopped"));
    QImage blank = nothing;
    blank.fill(themeOf(ThemeId::Light).canvas);
    QVERIFY(nothing != blank);
    for (const Qt::Key k : {Qt::Key_W, Qt::Key_F, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_C}) key(k);
    click({400, 200});
    QVERIFY(!m_gantt->find(QStringLiteral("F 1")));
}

void TestGanttWidget::cellsHaveTheirColors() {
    const QImage image = shot();
    const OpPalette& palette = opPalettes().front();
    const auto colorAt = [&](const QPointF& at) { return image.pixelColor((at + QPointF(-8, 0)).toPoint()); };
    QCOMPARE(colorAt(centreOf(k1f1bTrack, OpKind::Forward, 2, 1)),
             kindColor(palette, ThemeId::Light, OpKind::Forward, 0, 1));
    QCOMPARE(colorAt(centreOf(k1f1bTrack, OpKind::Backward, 2, 1)),
             kindColor(palette, ThemeId::Light, OpKind::Backward, 0, 1));
    QCOMPARE(colorAt(centreOf(kZbTrack, OpKind::BackwardWeight, 2, 1)),
             kindColor(palette, ThemeId::Light, OpKind::BackwardWeight, 0, 1));
    const QColor idle = colorAt(pointAt(k1f1bTrack, 1, 600));
    const Theme& theme = themeOf(ThemeId::Light);
    QVERIFY2(idle.lightness() <= theme.idle.lightness() && idle.lightness() >= theme.idleHatch.lightness(),
             "idle time is hatched on its own ground");
    const QColor after =
        image.pixelColor(int(m_gantt->ganttLayout().tracks[kZbTrack].x1) + 30, int(pointAt(kZbTrack, 1, 0).y()));
    QCOMPARE(after, theme.canvas);
}

void TestGanttWidget::presentModeIsLarger() {
    const double before = m_gantt->ganttLayout().style.fontPixelSize;
    QTest::mouseMove(m_gantt->viewport(), m_gantt->ganttLayout().laneRect(0, LaneId(0)).center().toPoint());
    QVERIFY(m_gantt->hoveredPlace());
    m_gantt->setPresentMode(true);
    QVERIFY2(!m_gantt->hoveredPlace(), "the picture moved away from under the mouse");
    QVERIFY(m_gantt->ganttLayout().style.fontPixelSize >= 1.4 * before);
    m_gantt->setPresentMode(false);
    QCOMPARE(m_gantt->ganttLayout().style.fontPixelSize, before);
}

void TestGanttWidget::presentModeFillsTheScreen() {
    m_gantt->resize(1440, 900);
    m_gantt->setPresentMode(true);
    const double all = m_gantt->ganttLayout().rowHeight;
    for (int track = 1; track < static_cast<int>(m_gantt->ganttLayout().tracks.size()); ++track)
        m_gantt->setCollapsed(track, true);
    QVERIFY2(m_gantt->ganttLayout().rowHeight > 1.5 * all, "what is left grows");
    QCOMPARE(m_gantt->verticalScrollBar()->maximum(), 0);
}

namespace tst_gantt_widget {
QTEST_MAIN(TestGanttWidget)
}
#include "tst_gantt_widget.moc"
