
#include "tests/widgets/gantt_desk.h"
#include "tests/widgets/hatched.h"
#include "widgets/gantt/gantt_find.h"
#include "widgets/kit/format.h"

#include <QHelpEvent>
#include <QScrollBar>
#include <QToolTip>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_widget {

class TestGanttWidget : public QObject, private GanttDesk {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { m_gantt.reset(); }

    void titleCollapses();
    void theAxisHoldsWhileValuesChange();
    void theBoundHasATip();
    void hoverDoesNotDrawThePictureAnew();
    void themeAndStyleDrawAnew();
    void emptyStatesSpeak();
    void cellsHaveTheirColors();
    void presentModeIsLarger();
    void presentModeFillsTheScreen();
};

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

void TestGanttWidget::theAxisHoldsWhileValuesChange() {
    const auto shownWith = [&](int microbatches) { return shownOf(outcomesOf(foundingScenario(4, microbatches))); };
    const auto wholeEnd = [&] { return m_gantt->timeView().whole().end; };
    const auto endOf = [&](int track) { return m_gantt->ganttLayout().tracks[std::size_t(track)].x1; };
    const double end = wholeEnd(), before = endOf(0);
    const auto isGhostAt = [&](double x) {
        const QImage image = m_gantt->viewport()->grab().toImage();
        const GanttTrack& track = m_gantt->ganttLayout().tracks[0];
        int dark = 0;
        for (double y = track.rowsTop; y < track.rowsBottom; ++y)
            dark += image.pixelColor(QPoint(int(x), int(y))).lightness() < 200;
        return dark > (track.rowsBottom - track.rowsTop) / 4;
    };
    QVERIFY(!isGhostAt(before));
    m_gantt->setShown(shownWith(4), GanttWidget::Axis::Holds);
    QCOMPARE(wholeEnd(), end);
    QVERIFY(endOf(0) < before - 20);
    QVERIFY(!m_gantt->isFitted());
    QVERIFY(isGhostAt(before));  // where it ended before
    QTRY_VERIFY(!isGhostAt(before));
    m_gantt->setShown(shownWith(16), GanttWidget::Axis::Holds);
    QVERIFY(wholeEnd() > end);  // something would have left the picture
    QVERIFY(m_gantt->isFitted());
    m_gantt->setShown(shownWith(4), GanttWidget::Axis::Holds);
    m_gantt->fit();
    QVERIFY(wholeEnd() < end);
    QVERIFY(m_gantt->isFitted());
    m_gantt->fit(2 * end);
    QVERIFY(wholeEnd() > 2 * end);
    m_gantt->setShown(shownWith(8));  // other tracks
    QCOMPARE(wholeEnd(), end);
    m_gantt->fit(100 * end);
    m_gantt->setShown(shownWith(8), GanttWidget::Axis::Holds);  // nothing could be read
    QCOMPARE(wholeEnd(), end);
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
    QVERIFY(tipAt(columns.facts.front()).contains(boundTip()));
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
    QVERIFY(isOf(colorAt(centreOf(kZbTrack, OpKind::BackwardWeight, 2, 1)),
                 kindColor(palette, ThemeId::Light, OpKind::BackwardWeight, 0, 1)));
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

QTEST_MAIN(TestGanttWidget)

}  // namespace tst_gantt_widget
#include "tst_gantt_widget.moc"
