// Playing Gantts: how keys and buttons move the cursor, what the picture shows, and what it costs.

#include "tests/widgets/gantt_desk.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/playback_bar.h"
#include "widgets/gantt/playback_stops.h"
#include "widgets/kit/play_buttons.h"
#include "widgets/kit/slim_slider.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPainter>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_playback {

namespace {

/// GPipe, two devices, two microbatches, a forward of 1 and a backward of 2, no transfers:
///   0 | F0 F1 .. .. .. B0 B0 B1 B1
///   1 | .. F0 F1 B0 B0 B1 B1 .. ..
Scenario small(const char* kind = "gpipe") {
    Scenario scenario = scenarioOf(kind, 2, 2, 0);
    scenario.workload.forward = 1.0;
    scenario.workload.backward = 2.0;
    return scenario;
}

}  // namespace

class TestPlayback : public QObject, private GanttDesk {
    Q_OBJECT

    GanttPlayback& playback() const { return m_gantt->playback(); }
    double at() const { return playback().time() / kMicroUnits; }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(m_gantt.get(), key, modifiers); }

private slots:
    void init() {
        start();
        m_gantt->setShown(shownOf(outcomesOf(small())));
        m_gantt->setFocus();
    }
    void cleanup() { m_gantt.reset(); }

    void stopsAreEndsOfOps() {
        const Timeline& timeline = *m_gantt->shown()[0].timeline;
        std::vector<double> ends;
        for (double time = 0; time < 9;) ends.push_back(time = toUnits(endAfter(timeline, time * kMicroUnits)));
        QCOMPARE(ends, (std::vector<double>{1, 2, 3, 5, 7, 9}));
        QCOMPARE(toUnits(endAfter(timeline, 9 * kMicroUnits)), 9.0);
        QCOMPARE(toUnits(endBefore(timeline, 9 * kMicroUnits)), 7.0);
        QCOMPARE(toUnits(endBefore(timeline, 2.5 * kMicroUnits)), 2.0);
        QCOMPARE(toUnits(endBefore(timeline, 1 * kMicroUnits)), 0.0);
    }

    /// Of GPipe all forwards come first; of 1F1B's two devices the first backward follows the last one's first forward,
    /// and the last forward is the second of that device.
    void phases_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<std::vector<double>>("phases");
        QTest::newRow("gpipe") << QByteArray("gpipe") << std::vector<double>{0, 3, 9};
        QTest::newRow("1f1b") << QByteArray("1f1b") << std::vector<double>{0, 2, 5, 9};
    }
    void phases() {
        QFETCH(const QByteArray, kind);
        QFETCH(const std::vector<double>, phases);
        const Scenario scenario = small(kind.constData());
        std::vector<double> found;
        for (const Time phase : phasesOf(*run(scenario, 0).value()->timeline)) found.push_back(toUnits(phase));
        QCOMPARE(found, phases);
    }

    void keysGoByOpsAndPhases() {
        QVERIFY(!playback().isOpen());
        key(Qt::Key_Space);
        QVERIFY(playback().isOpen() && playback().isPlaying());
        QVERIFY(playback().bar().isVisible());
        key(Qt::Key_Space);
        QVERIFY(playback().isOpen() && !playback().isPlaying());
        key(Qt::Key_Home);
        QCOMPARE(at(), 0.0);
        for (const double end : {1.0, 2.0, 3.0, 5.0}) {
            key(Qt::Key_Right);
            QCOMPARE(at(), end);
        }
        key(Qt::Key_Left);
        QCOMPARE(at(), 3.0);
        key(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(at(), 9.0);
        key(Qt::Key_Left, Qt::ControlModifier);
        QCOMPARE(at(), 3.0);
        key(Qt::Key_End);
        QCOMPARE(at(), 9.0);
        QVERIFY2(!m_gantt->currentPick(), "arrows were the cursor's");
        key(Qt::Key_Escape);
        QVERIFY(!playback().isOpen() && !playback().bar().isVisible());
        key(Qt::Key_Right);
        QVERIFY2(m_gantt->currentPick(), "arrows walk along the lanes again");
    }

    void buttonsDoWhatKeysDo() {
        key(Qt::Key_Space);
        const auto press = [&](StepKey key) { playback().bar().buttons()->button(key)->click(); };
        press(StepKey::Play);
        QVERIFY(!playback().isPlaying());
        press(StepKey::ToStart);
        QCOMPARE(at(), 0.0);
        press(StepKey::Forth);
        press(StepKey::Forth);
        QCOMPARE(at(), 2.0);
        press(StepKey::Back);
        QCOMPARE(at(), 1.0);
        press(StepKey::ToEnd);
        QCOMPARE(at(), 9.0);
        SlimSlider* const slider = playback().bar().slider();
        QCOMPARE(slider->position(), 1.0);
        QTest::keyClick(slider, Qt::Key_Left);
        QCOMPARE(at(), 7.0);
        QTest::keyClick(slider, Qt::Key_PageDown);
        QCOMPARE(at(), 3.0);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(at(), 0.0);
        QVERIFY(playback().bar().time()->text().startsWith("0.0"));
        key(Qt::Key_Up);
        QCOMPARE(playback().bar().speed(), 2.0);
        for (int i = 0; i < 5; ++i) key(Qt::Key_Down);
        QCOMPARE(playback().bar().speed(), 0.25);
    }

    /// Of the schedule that is picked in; without a pick of all that are shown.
    void stepsOfThePickedSchedule() {
        Scenario both = small();
        both.schedules.push_back(entry("1f1b"));
        both.schedules.back().own.backward = 1.5;  // 1F1B's ends: 1 2 3 3.5 5 ...
        m_gantt->setShown(shownOf(outcomesOf(both)));
        playback().setTime(3 * kMicroUnits);
        key(Qt::Key_Right);
        QCOMPARE(at(), 3.5);
        const Timeline& gpipe = *m_gantt->shown()[0].timeline;
        m_gantt->pick({0, LaneId(0), gpipe.program->lanes[0].begin, 0});
        playback().setTime(3 * kMicroUnits);
        key(Qt::Key_Right);
        QCOMPARE(at(), 5.0);
        key(Qt::Key_Escape);
        QVERIFY2(playback().isOpen() && !m_gantt->currentPick(), "the pick goes first");
    }

    /// What has not run yet is ground; the picture beneath is never drawn anew for that.
    void onlyACurtainMoves() {
        const QImage whole = shot();
        playback().setTime(9 * kMicroUnits);
        shot();
        const int rebuilds = m_gantt->rebuilds();
        const QColor ground = themeOf(ThemeId::Light).canvas;
        const auto colorAt = [&](double units) {
            return shot().pixelColor((pointAt(0, 0, units) + QPointF(0, 5)).toPoint());
        };
        playback().setTime(1.5 * kMicroUnits);
        const QColor early = colorAt(6.5);
        QCOMPARE(early, ground);
        QVERIFY(colorAt(0.5) != ground);
        playback().setTime(8 * kMicroUnits);
        QVERIFY(colorAt(6.5) != ground);
        QCOMPARE(colorAt(8.5), ground);
        QCOMPARE(m_gantt->rebuilds(), rebuilds);
        playback().close();
        QCOMPARE(shot(), whole);
    }

    /// Shorter ones end the run where they end.
    void otherTimelinesKeepTheTime() {
        playback().setTime(8 * kMicroUnits);
        Scenario quick = small();
        quick.workload.backward = 1.0;  // ends at 6
        m_gantt->setShown(shownOf(outcomesOf(quick)));
        QCOMPARE(at(), 6.0);
        playback().setTime(4 * kMicroUnits);
        m_gantt->setShown(shownOf(outcomesOf(small())));
        QCOMPARE(at(), 4.0);
        m_gantt->setShown({});
        QVERIFY2(!playback().isOpen(), "there is nothing to play");
        key(Qt::Key_Space);
        QVERIFY(!playback().isOpen());
    }

    /// Zoomed in, the view turns on with the cursor.
    void theViewFollows() {
        m_gantt->showRange({0, 2.0 * kMicroUnits});
        playback().setTime(1 * kMicroUnits);
        QCOMPARE(m_gantt->timeView().visible().begin, 0.0);
        key(Qt::Key_Right);
        key(Qt::Key_Right);
        QCOMPARE(at(), 3.0);
        const TimeRange visible = m_gantt->timeView().visible();
        QVERIFY(visible.begin <= 3.0 * kMicroUnits && visible.end >= 3.0 * kMicroUnits);
        QCOMPARE(visible.span(), 2.0 * kMicroUnits);
    }

    /// What has not run yet may be what a room is asked for.
    void whatIsHiddenIsNotTold() {
        const QPointF hidden = centreOf(0, OpKind::Backward, 1, 1), seen = centreOf(0, OpKind::Forward, 0, 0);
        const auto point = [&](const QPointF& at) { QTest::mouseMove(m_gantt->viewport(), at.toPoint()); };
        point(hidden);
        QVERIFY(m_gantt->hoveredPlace() && !m_gantt->cardLines().isEmpty());
        playback().setTime(2 * kMicroUnits);
        QVERIFY2(!m_gantt->hoveredPlace() && m_gantt->cardLines().isEmpty(), "though the pointer rests");
        click(hidden);
        QVERIFY(!m_gantt->currentPick());
        click(seen);
        QVERIFY(m_gantt->currentPick());
        drag(seen, hidden, Qt::ShiftModifier);
        QVERIFY(m_gantt->measured()->end <= 2 * kMicroUnits);
        point(hidden);
        playback().close();
        QVERIFY(m_gantt->hoveredPlace());
    }

    void itPausesWhereNobodySeesIt() {
        playback().play(true);
        m_gantt->hide();
        QVERIFY(playback().isOpen() && !playback().isPlaying());
        m_gantt->show();
        QVERIFY(!playback().isPlaying());
    }

    /// Programs that read aloud have the time in the scenario's unit, and its words where it stands still.
    void theSliderTellsTimes() {
        SlimSlider* const slider = playback().bar().slider();
        playback().setTime(3 * kMicroUnits);
        const SpokenSlider::Range range = slider->spokenRange();
        QCOMPARE(range.minimum, 0.0);
        QCOMPARE(range.maximum, 9.0);
        QCOMPARE(range.value, 3.0);
        slider->takeSpoken(4.5);
        QCOMPARE(at(), 4.5);
        const QString words = slider->accessibleDescription();
        QVERIFY2(words.startsWith("4.5"), qPrintable(words));
        playback().play(true);
        QTRY_VERIFY(slider->spokenRange().value > 4.5);
        QCOMPARE(slider->accessibleDescription(), words);
        playback().play(false);
        QCOMPARE(slider->accessibleDescription(), playback().bar().time()->text());
        key(Qt::Key_End);
        QVERIFY2(slider->accessibleDescription().startsWith("9.0"), qPrintable(slider->accessibleDescription()));
    }

    void itPlaysToTheEnd() {
        playback().setTime(8.9 * kMicroUnits);
        playback().play(true);
        QVERIFY(playback().isPlaying());
        QTRY_VERIFY(!playback().isPlaying());
        QCOMPARE(at(), 9.0);
        playback().play(true);
        QVERIFY2(at() < 9, "from the end it begins again");
    }
};

QTEST_MAIN(TestPlayback)

}  // namespace tst_playback
#include "tst_playback.moc"
