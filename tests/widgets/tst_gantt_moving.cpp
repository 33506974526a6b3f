// Zoom, pan and scroll, by wheel, keys and mouse.

#include "tests/widgets/gantt_desk.h"
#include "widgets/gantt/gantt_find.h"

#include <QScrollBar>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_moving {

class TestGanttMoving : public QObject, private GanttDesk {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { m_gantt.reset(); }

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
    void deepZoomStillDraws();
};

void TestGanttMoving::wheelZoomsAtTheCursor() {
    const QPointF at(500, 200);
    const double time = timeAt(at), span = m_gantt->timeView().visible().span();
    wheel(at, 360, Qt::ControlModifier);
    QVERIFY(m_gantt->timeView().visible().span() < span * 0.7);
    QVERIFY2(std::abs(timeAt(at) - time) < 1, "the instant under the cursor stays there");
    wheel(at, -10000, Qt::ControlModifier);
    QVERIFY(m_gantt->timeView().isFitted());
}

void TestGanttMoving::keysZoomPanAndFit() {
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

void TestGanttMoving::dragPans() {
    key(Qt::Key_W);
    key(Qt::Key_W);
    QSignalSpy spy(m_gantt.get(), &GanttWidget::picked);
    const double time = timeAt({500, 200});
    drag({500, 200}, {450, 200});
    QVERIFY2(std::abs(timeAt({450, 200}) - time) < 1, "the picture follows the pointer");
    QCOMPARE(spy.count(), 0);
}

void TestGanttMoving::wheelScrollsRows() {
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

void TestGanttMoving::keysScrollRows() {
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

void TestGanttMoving::wheelMakesRowsHigher() {
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

void TestGanttMoving::keysMakeRowsHigher() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    const TimeRange time = m_gantt->timeView().visible();
    for (int i = 0; i < 4; ++i) QTest::keyClick(m_gantt.get(), Qt::Key_W, Qt::ShiftModifier);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 15.0);
    QTest::keyClick(m_gantt.get(), Qt::Key_S, Qt::ShiftModifier);
    QCOMPARE(m_gantt->ganttLayout().rowHeight, 12.0);
    QVERIFY(m_gantt->timeView().visible() == time);
}

void TestGanttMoving::rowsNeverLeaveRoom() {
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

void TestGanttMoving::titleStaysOverItsRows() {
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

void TestGanttMoving::newOutcomesKeepAZoomedView() {
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

void TestGanttMoving::aShorterRunStaysInSight() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 400))));
    for (int i = 0; i < 20; ++i) m_gantt->zoomBy(1.5);  // a view much shorter than the margin behind the end
    const TimeRange zoomed = m_gantt->timeView().visible();
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 8))));
    Time end = 0;
    for (const TrackData& shown : m_gantt->shown()) end = std::max(end, shown.timeline->totalTime());
    QVERIFY(zoomed.begin > double(end));
    const TimeRange shown = m_gantt->timeView().visible();
    QVERIFY(shown.end <= double(end));
    QVERIFY(qAbs(shown.span() - zoomed.span()) <= 1e-6 * zoomed.span());
}

void TestGanttMoving::deepZoomStillDraws() {
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

QTEST_MAIN(TestGanttMoving)

}  // namespace tst_gantt_moving
#include "tst_gantt_moving.moc"
