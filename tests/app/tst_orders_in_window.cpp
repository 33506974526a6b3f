#include "engine/schedules/order_text.h"
#include "tests/app/desk.h"
#include "tests/contents.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/picture/save_file.h"

#include <QMenu>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_orders_in_window {

class TestOrdersInWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    QString fileOf(const char* name, const QByteArray& text) {
        const QString path = m_home->filePath(QString::fromLatin1(name));
        if (!writeFile(path, text)) qFatal("%s", name);
        return path;
    }

private slots:
    void init() { m_home = newHome(); }

    /// Saving what a CSV brought does not write over it.
    void aCsvIsDropped() {
        Desk desk;
        const QString path = fileOf("order.csv", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n");
        desk.drop(path);
        desk.settle();
        const Scenario& scenario = desk.document().scenario();
        QCOMPARE(scenario.workload.devices, 2);
        QCOMPARE(scenario.schedules.size(), std::size_t(1));
        QCOMPARE(scenario.schedules[0].kind, "orders");
        QVERIFY(desk.results().outcomes()[0].run);
        QVERIFY(desk.document().path().isEmpty());
        desk.drop(fileOf("order.txt", "0F0,0B0\n"));  // told by what it holds
        desk.settle();
        QCOMPARE(desk.document().scenario().workload.devices, 1);
        QVERIFY(desk.document().path().isEmpty());
        desk.drop(fileOf("wrong.csv", "0F0,oops,0B0\n"));
        QVERIFY2(desk.message().contains("line 1, cell 2: \"oops\" is not an action"), qPrintable(desk.message()));
        QCOMPARE(desk.document().scenario().schedules[0].kind, "orders");
    }

    /// What runs is drawn, and the ops that wait for each other; nothing in it can be asked about.
    void aDeadlockIsDrawn() {
        Desk desk(fileOf("circle.csv", "0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1\n"));
        const Outcome& outcome = desk.results().outcomes()[0];
        QVERIFY(!outcome.run && outcome.refusal.startsWith("deadlock: B0 of stage 0 on device 0 waits for"));
        QVERIFY(outcome.stuck);
        const Program& program = *outcome.stuck->timeline->program;
        QCOMPARE(program.lanes[0].size(), Row(2));  // F0, and B0 of the circle
        QCOMPARE(program.lanes[1].size(), Row(2));
        std::vector<Op> circle;
        for (const Row row : outcome.stuck->circle) circle.push_back(program.ops[row]);
        QVERIFY((circle == std::vector{Op(OpKind::Backward, 0, 0), Op(OpKind::Forward, 1, 1)}));
        GanttWidget& gantt = *desk.window.findChild<GanttWidget*>();
        const QRectF row = gantt.ganttLayout().laneRect(0, LaneId(0));
        const QPoint inCircle(static_cast<int>(gantt.ganttLayout().xOf(150e6)), static_cast<int>(row.center().y()));
        const QImage picture = gantt.viewport()->grab().toImage();
        const QColor error = themeOf(ThemeId::Light).error;
        int ofCircle = 0;
        for (int x = 0; x < picture.width(); ++x)
            for (int y = 0; y < picture.height(); ++y) ofCircle += picture.pixelColor(x, y) == error;
        QVERIFY(ofCircle > 300);
        QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, inCircle);
        QTest::mouseMove(gantt.viewport(), inCircle + QPoint(3, 0));
        for (const auto key : {Qt::Key_Right, Qt::Key_Up, Qt::Key_F}) QTest::keyClick(gantt.viewport(), key);
        desk.settle();
    }

    void anOrderIsKept() {
        Desk desk;
        SchedulePanel& panel = *schedulesFacetOf(desk.window).scenarioPanel().schedules();
        emit panel.orderAsked(4);  // ZB-H1
        desk.settle();
        const Scenario& scenario = desk.document().scenario();
        QCOMPARE(scenario.schedules.size(), std::size_t(6));
        QCOMPARE(scenario.schedules[5].kind, "orders");
        QCOMPARE(*scenario.schedules[5].label, "ZB-H1, fixed order");
        const auto& outcomes = desk.results().outcomes();
        QCOMPARE(outcomes[5].run->metrics.totalTime, outcomes[4].run->metrics.totalTime);
        desk.document().undoStack().undo();
        QCOMPARE(desk.document().scenario().schedules.size(), std::size_t(5));
    }

    /// The best order so far is there long before the search ends, and stays when that is stopped.
    void theBestSoFarIsDrawn() {
        Desk desk(fileOf("seek.bubble.json", R"({"format": "bubblescope-scenario", "version": 1,
            "workload": {"devices": 6, "microbatches": 10, "comm": 7, "forward": [100, 90, 110, 97, 103, 120]},
            "schedules": [{"kind": "1f1b"}]})"));
        Scenario scenario = desk.document().scenario();
        ScheduleEntry sought = entryOf(Family::Schedule, "zb-auto");
        setNamed(sought.values, "effort", {300.0});
        scenario.schedules.push_back(sought);
        desk.document().apply({scenario, "Add"});
        const auto soughtRun = [&]() -> std::shared_ptr<const Run> {
            const auto& outcomes = desk.results().outcomes();
            return outcomes.size() == 2 ? outcomes[1].run : nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(soughtRun() && soughtRun()->isSoFar, 300'000);
        QVERIFY(soughtRun()->spanBound && !soughtRun()->timeline->end.empty());
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window.controller().background().isBusy(), 300'000);
        QVERIFY(soughtRun() && !soughtRun()->isSoFar);
    }
};

QTEST_MAIN(TestOrdersInWindow)

}  // namespace tst_orders_in_window
#include "tst_orders_in_window.moc"
