// Annotations in the window: steps of undo of the scenario, and part of its pictures.

#include "tests/app/desk.h"
#include "widgets/gantt/annotator.h"
#include "widgets/picture/picture_style.h"

#include <QInputDialog>
#include <QMenu>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_annotating {

class TestAnnotating : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

    static bool choose(GanttWidget& gantt, int track, Op op, const QString& start) {
        const Timeline& timeline = *gantt.shown()[std::size_t(track)].timeline;
        const Row row = *findOp(*timeline.program, op);
        const std::unique_ptr<QMenu> menu(
            gantt.newPlaceMenu(track, GanttPick{track, timeline.program->laneOf(row), row, timeline.startOf(row)}));
        for (QAction* action : menu->actions())
            if (action->isEnabled() && action->text().startsWith(start)) return action->trigger(), true;
        return false;
    }

private slots:
    void init() { m_home = newHome(); }

    void annotationsAreStepsOfUndo() {
        Desk desk;
        const Scenario before = desk.document().scenario();
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        QVERIFY(choose(gantt, 0, Op(OpKind::Forward, 1, 2), "Dim"));
        QCOMPARE(desk.document().undoStack().undoText(), QStringLiteral("Dim operation"));
        QVERIFY(choose(gantt, 0, Op(OpKind::Forward, 0, 1), "Note"));
        auto* const dialog = desk.window.findChild<QInputDialog*>();
        QVERIFY(dialog);
        dialog->setTextValue("here");
        dialog->accept();
        QCOMPARE(desk.document().undoStack().undoText(), QStringLiteral("Add note"));
        const Annotations now = annotationsOf(desk.document().scenario().style);
        QVERIFY((now.dimmed == std::vector{*opRefIn("#1:1F2")}));
        QVERIFY((now.notes == std::vector{*noteIn("note #1:0F1 here")}));
        desk.settle();
        QVERIFY(gantt.annotations() == now);
        QVERIFY(gantt.ganttLayout().tracks[0].noteHeight > 0);
        desk.document().undoStack().undo();
        QVERIFY(gantt.annotations().notes.empty());
        desk.document().undoStack().undo();
        QVERIFY(desk.document().scenario() == before);
        QVERIFY(gantt.annotations().isEmpty());
    }

    /// A scenario whose style only annotates looks as the user's settings say.
    void annotationsAreNoLook() {
        Desk desk;
        ViewPreferences& settings = desk.window.controller().settings();
        settings.firstNumber = 1;
        Scenario scenario = desk.document().scenario();
        Annotations annotations;
        annotations.notes = {*noteIn("note #1:0F1 here")};
        scenario.style = annotated({}, annotations);
        desk.document().start(scenario, {"annotated"});
        desk.settle();
        QCOMPARE(settings.firstNumber, 1);
        QVERIFY(schedulesOf(desk.window).gantt().annotations() == annotations);
    }
};

QTEST_MAIN(TestAnnotating)

}  // namespace tst_annotating
#include "tst_annotating.moc"
