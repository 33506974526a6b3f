#include <QApplication>
#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include "tests/widgets/outcomes.h"
#include "widgets/gantt/gantt_footer.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/overview_strip.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_overview_strip {

namespace {

/// Of the founding schedules, as many as there are at most.
std::vector<Outcome> firstOutcomes(int schedules, int devices, int microbatches) {
    Scenario scenario = foundingScenario(devices, microbatches);
    scenario.schedules.resize(std::min(std::size_t(schedules), scenario.schedules.size()));
    return outcomesOf(scenario);
}

}  // namespace

class TestOverviewStrip : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_gantt.reset(); }

    void frameAndViewRoundTrip_data();
    void frameAndViewRoundTrip();
    void bandsAreApartAndInOrder_data();
    void bandsAreApartAndInOrder();
    void miniatureHasTheColorsOfTheWhole();
    void isHiddenWhileEverythingIsSeen();
    void hasItsLineWithoutRoom();
    void leavesTheLegendWhole();
    void frameStandsWhereTheViewIs();
    void dragMovesTimeAndRows();
    void clickLooksThere();
    void doubleClickFits();
    void wheelOverItWorks();
    void deepZoomKeepsTheFrame();
    void isDrawnOnlyWhenNeeded();
    void pointerShapesTell();
    void rowsStandStillWhenItAppears();

private:
    OverviewStrip& strip() { return *m_gantt->overview(); }
    const TimeRange& visible() const { return m_gantt->timeView().visible(); }
    const TimeRange& whole() const { return m_gantt->timeView().whole(); }
    void showShare(double begin, double end) {
        const TimeRange all = whole();
        m_gantt->showRange({all.begin + begin * all.span(), all.begin + end * all.span()});
    }
    double visibleShare(double time) const { return (time - whole().begin) / whole().span(); }
    void send(QEvent::Type type, const QPointF& at, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, strip().mapToGlobal(at), button, buttons, {});
        QApplication::sendEvent(&strip(), &event);
    }
    void drag(const QPointF& from, const QPointF& to) {
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseMove, to, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }
    void wheel(const QPointF& at, int turn, Qt::KeyboardModifiers modifiers) {
        QWheelEvent event(at, strip().mapToGlobal(at), {}, {0, turn}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QSpontaneKeyEvent::setSpontaneous(&event);  // as from a person: others do not travel up to the Gantts
        qApp->notify(&strip(), &event);
    }

    std::unique_ptr<GanttWidget> m_gantt;
};

void TestOverviewStrip::init() {
    applyTheme(ThemeId::Light);
    m_gantt = std::make_unique<GanttWidget>();
    m_gantt->resize(900, 520);
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 64))));
    m_gantt->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_gantt.get()));
}

void TestOverviewStrip::frameAndViewRoundTrip_data() {
    QTest::addColumn<double>("wholeBegin");
    QTest::addColumn<double>("wholeEnd");
    QTest::addColumn<double>("span");
    QTest::addColumn<double>("length");
    QTest::newRow("a tenth") << 0.0 << 1000.0 << 100.0 << 300.0;
    QTest::newRow("a millionth") << 5.0 << 1e12 << 1e6 << 300.0;
    QTest::newRow("nearly all") << -50.0 << 50.0 << 99.0 << 20.0;
    QTest::newRow("all") << 0.0 << 10.0 << 10.0 << 300.0;
    QTest::newRow("more than all") << 0.0 << 10.0 << 15.0 << 300.0;
    QTest::newRow("no longer than the least frame") << 0.0 << 10.0 << 1.0 << 6.0;
}

void TestOverviewStrip::frameAndViewRoundTrip() {
    QFETCH(double, wholeBegin);
    QFETCH(double, wholeEnd);
    QFETCH(double, span);
    QFETCH(double, length);
    const double hidden = std::max(0.0, wholeEnd - wholeBegin - span);
    double before = -1;
    for (int step = 0; step <= 100; ++step) {
        const double begin = wholeBegin + hidden * step / 100;
        const OverviewAxis axis{{wholeBegin, wholeEnd}, {begin, begin + span}, length, 8};
        const double at = axis.frameBegin(), extent = axis.frameLength();
        QVERIFY(extent >= std::min(8.0, length) && at >= 0 && at + extent <= length * (1 + 1e-12));
        QVERIFY2(at >= before, "a later view has a later frame");
        before = at;
        const double wanted = std::abs(at) < 1e-9 && length - extent < 1e-9 ? wholeBegin : begin;
        QVERIFY(std::abs(axis.viewBegin(at) - wanted) <= 1e-9 * (wholeEnd - wholeBegin));
        // A frame as long as its share stands exactly around what the view shows.
        if (span / (wholeEnd - wholeBegin) * length >= 8 && hidden > 0) {
            QVERIFY(std::abs(axis.valueAt(at) - begin) <= 1e-9 * (wholeEnd - wholeBegin));
            QVERIFY(std::abs(axis.valueAt(at + extent) - begin - span) <= 1e-9 * (wholeEnd - wholeBegin));
        }
        if (hidden > 0 && length > 8) {
            if (step == 0) QCOMPARE(at, 0.0);
            if (step == 100) QVERIFY(std::abs(at + extent - length) < 1e-9);
        }
        QCOMPARE(axis.viewBegin(-100), wholeBegin);
        QVERIFY(axis.viewBegin(1e9) <= wholeBegin + hidden);
    }
}

void TestOverviewStrip::bandsAreApartAndInOrder_data() {
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("schedules");
    QTest::addColumn<int>("height");
    QTest::newRow("five of 64 on 22 pixels") << 64 << 5 << 22;
    QTest::newRow("five of 4 on 22 pixels") << 4 << 5 << 22;
    QTest::newRow("five of 512 on 44 pixels") << 512 << 5 << 44;
    QTest::newRow("one of 256 on 22 pixels") << 256 << 1 << 22;
    QTest::newRow("more tracks than pixels can part") << 64 << 5 << 9;
    QTest::newRow("hardly a pixel each") << 64 << 5 << 4;
}

void TestOverviewStrip::bandsAreApartAndInOrder() {
    QFETCH(int, devices);
    QFETCH(int, schedules);
    QFETCH(int, height);
    const auto outcomes = firstOutcomes(schedules, devices, devices);
    const std::vector<bool> collapsed{false, true};
    const GanttLayout layout =
        layoutGantt(shownOf(outcomes), collapsed, {}, fittingRange(shownOf(outcomes)), {900, 520});
    const std::vector<OverviewBand> bands = overviewBands(layout, height);
    if (height >= 9) QCOMPARE(int(bands.size()), schedules - (schedules > 1));
    int bottom = -1;
    for (const OverviewBand& band : bands) {
        QVERIFY(band.track != 1);
        QCOMPARE(band.devices, layout.tracks[std::size_t(band.track)].rows);
        QVERIFY(band.top >= std::max(0, bottom) && band.top < band.bottom && band.bottom <= height);
        if (height >= 20) QVERIFY2(band.top > bottom, "tracks are told apart");
        bottom = band.bottom;
        QVERIFY(band.deviceAt(band.top) >= 0 && band.deviceAt(band.bottom - 1) < band.devices);
        for (int y = band.top + 1; y < band.bottom; ++y) QVERIFY(band.deviceAt(y) >= band.deviceAt(y - 1));
        // What stands in the miniature where the layout has it, stands there in the frame's coordinates too.
        const double scale = height / layout.contentHeight;
        const GanttTrack& track = layout.tracks[std::size_t(band.track)];
        QVERIFY(std::abs(band.top - track.rowsTop * scale) <= 2);
        QVERIFY(std::abs(band.bottom - (track.rowsTop + track.rows * layout.rowHeight) * scale) <= 1);
    }
}

void TestOverviewStrip::miniatureHasTheColorsOfTheWhole() {
    // GPipe, 4 devices: device 0 starts with forwards, then waits, then runs backwards.
    const auto outcomes = firstOutcomes(1, 4, 8);
    const GanttStyle style;
    const TimeRange whole = fittingRange(shownOf(outcomes));
    const GanttLayout layout = layoutGantt(shownOf(outcomes), {}, style, whole, {900, 520});
    const QSize size(400, 40);
    const std::vector<OverviewBand> bands = overviewBands(layout, size.height());
    const QImage image = renderOverview(shownOf(outcomes), bands, style, whole, size);
    QCOMPARE(image.size(), size);
    const Timeline& timeline = *outcomes[0].run->timeline;
    const auto columnOf = [&](Time t) { return (double(t) - whole.begin) / whole.span() * size.width(); };
    for (int y = 0; y < size.height(); ++y) {
        if (y < bands[0].top || y >= bands[0].bottom) {
            QCOMPARE(image.pixelColor(100, y), style.ground());
            continue;
        }
        const RowRange rows = timeline.program->lanes[std::size_t(bands[0].deviceAt(y))];
        for (Row row = rows.begin; row < rows.end; ++row) {
            const int first = int(std::ceil(columnOf(timeline.startOf(row)))),
                      last = int(std::floor(columnOf(timeline.end[row])));
            const QColor expected = kindColor(*style.palette, style.theme, timeline.program->ops[row].kind(), 0, 1);
            for (int x = first; x < last; ++x) QCOMPARE(image.pixelColor(x, y), expected);
        }
    }
    const int idle = int(columnOf(timeline.end[timeline.program->lanes[0].begin + 7])) + 3;
    QCOMPARE(image.pixelColor(idle, bands[0].top), idleMean(themeOf(style.theme)));
}

void TestOverviewStrip::isHiddenWhileEverythingIsSeen() {
    QVERIFY2(strip().isVisible(), "rows scroll");
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 8))));
    QVERIFY(!strip().isVisible());
    showShare(0.2, 0.4);
    QVERIFY(strip().isVisible());
    QVERIFY(!strip().accessibleName().isEmpty() && !strip().toolTip().isEmpty());
    m_gantt->fit();
    QVERIFY(!strip().isVisible());
    QCOMPARE(strip().rebuilds(), 1);
    showShare(0.2, 0.4);
    for (int track = 0; track < 5; ++track) m_gantt->setCollapsed(track, true);
    QVERIFY2(!strip().isVisible(), "without rows there is nothing to look over");
    m_gantt->setShown({});
    QVERIFY(!strip().isVisible());
}

void TestOverviewStrip::hasItsLineWithoutRoom() {
    const int wide = strip().width();
    QVERIFY(wide >= 150 && wide <= 420);
    const double footer = m_gantt->ganttLayout().footerHeight;
    m_gantt->resize(320, 520);
    QVERIFY(strip().isVisible() && strip().width() >= 150);
    QVERIFY(m_gantt->ganttLayout().footerHeight > footer);
    m_gantt->resize(1600, 520);
    QVERIFY(strip().isVisible());
    QCOMPARE(strip().width(), 420);
    QVERIFY(strip().geometry().bottom() < m_gantt->viewport()->height());
    QVERIFY(strip().geometry().top() > m_gantt->viewport()->height() - m_gantt->ganttLayout().footerHeight);
}

void TestOverviewStrip::leavesTheLegendWhole() {
    GanttStyle style;
    style.marks = {true, true, true};
    style.colorBy = ColorBy::Microbatch;
    m_gantt->setGanttStyle(style);
    m_gantt->setShown(shownOf(outcomesOf(schemeScenario("fs-looped-pp", 12))));
    for (const int width : {900, 700, 565}) {
        m_gantt->resize(width, 520);
        m_gantt->fit();
        const GanttLayout before = m_gantt->ganttLayout();
        DisplayList footer;
        addFooter(footer, before);
        const auto keys = std::count_if(footer.items.begin(), footer.items.end(), [&](const DisplayItem& item) {
            const auto* text = std::get_if<DisplayText>(&item);
            return text && footer.looks[std::size_t(text->look)].names == "key";
        });
        QCOMPARE(keys, std::ptrdiff_t(before.legend.size()));
        showShare(0.2, 0.4);
        QVERIFY(strip().isVisible() && strip().width() >= 150);
        QCOMPARE(m_gantt->ganttLayout().contentHeight, before.contentHeight);
        QCOMPARE(m_gantt->ganttLayout().footerHeight, before.footerHeight);
        QVERIFY(strip().geometry().bottom() < m_gantt->viewport()->height());
    }
}

void TestOverviewStrip::frameStandsWhereTheViewIs() {
    QCOMPARE(strip().frame().width(), double(strip().width()));
    QCOMPARE(strip().frame().top(), 0.0);
    m_gantt->verticalScrollBar()->setValue(m_gantt->verticalScrollBar()->maximum());
    QVERIFY(std::abs(strip().frame().bottom() - strip().height()) < 1e-9);
    showShare(0.5, 0.75);
    QVERIFY(std::abs(strip().frame().left() - 0.5 * strip().width()) < 1e-6);
    QVERIFY(std::abs(strip().frame().right() - 0.75 * strip().width()) < 1e-6);

    // Outside the frame the miniature is paler.
    const QImage image = strip().grab().toImage();
    const int y = int(strip().frame().center().y());
    int spreadInside = 0, spreadOutside = 0;
    const auto spread = [&](int x) {
        const QColor color = image.pixelColor(x, y);
        return color.hsvSaturation();
    };
    for (int x = int(strip().frame().left()) + 5; x < int(strip().frame().right()) - 5; ++x)
        spreadInside = std::max(spreadInside, spread(x));
    for (int x = 2; x < int(strip().frame().left()) - 5; ++x) spreadOutside = std::max(spreadOutside, spread(x));
    QVERIFY(spreadInside > 1.3 * spreadOutside);
}

void TestOverviewStrip::dragMovesTimeAndRows() {
    showShare(0.1, 0.3);
    const double span = visible().span();
    const QPointF from = strip().frame().center(), by(0.4 * strip().width(), 5);
    const QRectF before = strip().frame();
    drag(from, from + by);
    const QRectF after = strip().frame();
    QVERIFY(std::abs(after.left() - before.left() - by.x()) < 1e-6);
    QVERIFY(std::abs(visibleShare(visible().begin) - 0.5) < 1e-6);
    QVERIFY(std::abs(visible().span() - span) < 1e-6 * span);
    QVERIFY2(std::abs(after.top() - before.top() - by.y()) < 0.1, "to a pixel of the rows");
    QVERIFY(m_gantt->scroll() > 0);
    drag(after.center(), after.center() + QPointF(1000, 1000));
    QVERIFY(std::abs(visible().end - whole().end) < 1e-6 * span);
    QCOMPARE(m_gantt->scroll(), double(m_gantt->verticalScrollBar()->maximum()));
    drag(strip().frame().center(), {-1000, -1000});
    QCOMPARE(visible().begin, whole().begin);
    QCOMPARE(m_gantt->scroll(), 0.0);
    QVERIFY(!m_gantt->currentPick());
}

void TestOverviewStrip::clickLooksThere() {
    showShare(0.0, 0.1);
    QTest::mouseClick(&strip(), Qt::LeftButton, {}, strip().rect().center());
    const QPointF wanted = QPointF(strip().rect().center());
    QVERIFY(std::abs(strip().frame().center().x() - wanted.x()) < 1);
    QVERIFY(std::abs(strip().frame().center().y() - wanted.y()) < 1);
    const TimeRange there = visible();
    const double scroll = m_gantt->scroll();
    QTest::mouseClick(&strip(), Qt::LeftButton, {}, (strip().frame().topLeft() + QPointF(4, 4)).toPoint());
    QVERIFY2(visible() == there && m_gantt->scroll() == scroll, "on the frame a click moves nothing");
}

void TestOverviewStrip::doubleClickFits() {
    showShare(0.4, 0.5);
    QTest::mouseDClick(&strip(), Qt::LeftButton, {}, strip().frame().center().toPoint());
    QVERIFY(m_gantt->timeView().isFitted());
}

void TestOverviewStrip::wheelOverItWorks() {
    showShare(0.4, 0.5);
    const double at = std::round(strip().frame().left() + 0.25 * strip().frame().width());
    const double share = (at - strip().frame().left()) / strip().frame().width();
    const double time = visible().begin + share * visible().span(), span = visible().span();
    wheel({at, 5}, 120, Qt::ControlModifier);
    QVERIFY(visible().span() < 0.9 * span);
    QVERIFY2(std::abs((time - visible().begin) / visible().span() - share) < 1e-6,
             "around the instant under the cursor");
    wheel({at, 5}, -20000, Qt::ControlModifier);
    QVERIFY(m_gantt->timeView().isFitted());
    wheel({at, 5}, -120, {});
    QVERIFY2(m_gantt->scroll() > 0, "the wheel alone scrolls rows, as on the Gantts");
}

void TestOverviewStrip::deepZoomKeepsTheFrame() {
    for (int i = 0; i < 100; ++i) m_gantt->zoomBy(2);
    QVERIFY(visible().span() < 1e-6 * whole().span());
    const QRectF frame = strip().frame();
    QVERIFY(frame.width() >= 8 && frame.height() >= 8);
    QVERIFY(QRectF(strip().rect()).contains(frame));
    const double span = visible().span();
    drag(frame.center(), frame.center() + QPointF(-30, 0));
    QVERIFY(std::abs(strip().frame().left() - frame.left() + 30) < 1e-3);
    QVERIFY(std::abs(visible().span() - span) < 1e-3 * span);
}

void TestOverviewStrip::isDrawnOnlyWhenNeeded() {
    const auto paint = [&] { (void)m_gantt->viewport()->grab(); };
    paint();
    const int before = strip().rebuilds();
    showShare(0.3, 0.5);
    paint();
    m_gantt->verticalScrollBar()->setValue(200);
    paint();
    drag(strip().frame().center(), strip().frame().center() + QPointF(20, 3));
    paint();
    QTest::mouseMove(m_gantt->viewport(), QPoint(300, 200));
    paint();
    QCOMPARE(strip().rebuilds(), before);
    m_gantt->setCollapsed(0, true);
    paint();
    QCOMPARE(strip().rebuilds(), before + 1);
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(64, 48))));
    paint();
    QCOMPARE(strip().rebuilds(), before + 2);
    m_gantt->resize(870, 520);
    paint();
    QCOMPARE(strip().rebuilds(), before + 3);
    GanttStyle style = m_gantt->ganttLayout().style;
    style.colorBy = ColorBy::Microbatch;
    m_gantt->setGanttStyle(style);
    paint();
    QCOMPARE(strip().rebuilds(), before + 4);
}

void TestOverviewStrip::pointerShapesTell() {
    showShare(0.4, 0.5);
    const QPointF overRows(300, 200);
    QMouseEvent hover(QEvent::MouseMove, overRows, m_gantt->viewport()->mapToGlobal(overRows), Qt::NoButton, {}, {});
    QApplication::sendEvent(m_gantt->viewport(), &hover);
    QVERIFY(m_gantt->hoveredPlace());
    send(QEvent::MouseMove, strip().frame().center(), Qt::NoButton, {});
    QCOMPARE(strip().cursor().shape(), Qt::OpenHandCursor);
    QVERIFY2(!m_gantt->hoveredPlace(), "the rows know that the pointer has left them");
    send(QEvent::MouseButtonPress, strip().frame().center(), Qt::LeftButton, Qt::LeftButton);
    QCOMPARE(strip().cursor().shape(), Qt::ClosedHandCursor);
    send(QEvent::MouseButtonRelease, strip().frame().center(), Qt::LeftButton, Qt::NoButton);
    QCOMPARE(strip().cursor().shape(), Qt::OpenHandCursor);
    send(QEvent::MouseMove, {3, 3}, Qt::NoButton, {});
    QCOMPARE(strip().cursor().shape(), Qt::PointingHandCursor);
}

void TestOverviewStrip::rowsStandStillWhenItAppears() {
    m_gantt->setShown(shownOf(outcomesOf(foundingScenario(4, 8))));
    const GanttLayout before = m_gantt->ganttLayout();
    showShare(0.2, 0.4);
    const GanttLayout& after = m_gantt->ganttLayout();
    QVERIFY(strip().isVisible());
    QCOMPARE(after.rowHeight, before.rowHeight);
    QCOMPARE(after.contentHeight, before.contentHeight);
    QVERIFY(!strip().geometry().intersects(QRect(0, 0, 900, int(520 - after.footerHeight))));
}

QTEST_MAIN(TestOverviewStrip)

}  // namespace tst_overview_strip
#include "tst_overview_strip.moc"
