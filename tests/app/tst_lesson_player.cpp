// Lessons in the window: stepping with a clicker, pages that stay live, and leaving without a trace.

#include "app/documents/lesson_document.h"
#include "app/pages/lessons_page.h"
#include "app/window/presenter.h"
#include "tests/app/exported_options.h"
#include "tests/app/lesson_desk.h"
#include "widgets/collectives/slots_view.h"
#include "widgets/collectives/step_clock.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/lessons/blank_screen.h"
#include "widgets/lessons/lesson_bar.h"
#include "widgets/picture/export_dialog.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lesson_player {

class TestLessonPlayer : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = newHome(); }

    void everyLessonIsSteppedThrough_data() {
        QTest::addColumn<QString>("name");
        for (const Preset& preset : presets(kLessonKind)) QTest::newRow(qPrintable(preset.name)) << preset.name;
    }

    /// As in a talk. Nobody scrolls there: every row of every schedule is in sight, beside the longest words.
    void everyLessonIsSteppedThrough() {
        QFETCH(QString, name);
        LessonDesk desk(name);
        desk.actions().present->setChecked(true);
        desk.window.showNormal();
        desk.window.resize(1024, 768);
        desk.awaitWords();
        const std::size_t steps = desk.lesson().steps.size();
        for (std::size_t i = 0; i < steps; ++i) {
            QCOMPARE(desk.player().place(), i);
            QVERIFY2(desk.window.messages().text().isEmpty(), qPrintable(desk.window.messages().text()));
            const LessonStep& step = *desk.player().step();
            QVERIFY(!desk.bar().isHidden());
            QCOMPARE(desk.bar().words().place, QStringLiteral("%1 / %2").arg(i + 1).arg(steps));
            QVERIFY(desk.bar().words().note.isEmpty());
            if (std::holds_alternative<CollectiveSetup>(step.scene)) {
                QCOMPARE(&desk.window.shown(), &kCollectivesPage);
                QVERIFY(desk.window.controller().collective().setup() == std::get<CollectiveSetup>(step.scene));
            } else {
                QCOMPARE(desk.window.shown().document, &kScenarioKind);
                QVERIFY(desk.document().scenario() == std::get<Scenario>(step.scene));
            }
            if (&desk.window.shown() == &kSchedulesPage)
                QCOMPARE(desk.gantt().highlights().empty(), step.highlight.empty());
            if (!step.question.empty()) {
                QVERIFY(!desk.bar().words().isAnswered);
                desk.player().forward();
                QVERIFY(desk.bar().words().isAnswered);
            }
            desk.rest();
            QCoreApplication::processEvents();
            for (const GanttWidget* gantt : desk.window.findChildren<GanttWidget*>())
                if (gantt->isVisible())
                    QVERIFY2(gantt->verticalScrollBar()->maximum() == 0, qPrintable(desk.bar().words().caption));
            desk.player().forward();
            desk.settle();
        }
        QVERIFY(!desk.bar().words().note.isEmpty());  // what comes next
        QCOMPARE(desk.window.controller().settings().seenSteps(name).size(), qsizetype(steps));
    }

    void aClickerStepsOnAndBack() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.click(Qt::Key_PageDown);
        QCOMPARE(desk.player().place(), std::size_t(1));
        desk.click(Qt::Key_PageUp);
        QCOMPARE(desk.player().place(), std::size_t(0));
        desk.click(Qt::Key_PageUp);
        QCOMPARE(desk.player().place(), std::size_t(0));
    }

    /// Back over a question it is as slides are: answered.
    void backFromTheNextStepTheAnswerIsThere() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.player().go(3);
        desk.player().forward();
        desk.player().forward();
        QCOMPARE(desk.player().place(), std::size_t(4));
        desk.player().back();
        QVERIFY(desk.player().place() == 3 && desk.bar().words().isAnswered);
        desk.player().back();
        QVERIFY(desk.player().place() == 3 && !desk.bar().words().isAnswered);
    }

    /// Somebody in the room asks; the next step is the lesson's again.
    void whatIsChangedLastsUntilTheNextStep() {
        LessonDesk desk(QStringLiteral("lesson-3-1f1b"));
        desk.player().go(3);
        desk.awaitWords();
        QVERIFY(desk.bar().words().caption.contains("both totals are 33"));
        Scenario asked = desk.document().scenario();
        asked.workload.devices = 2;
        desk.document().apply({asked, "Change devices", 0});
        desk.settle();
        // (8 + 1) * 3.
        QVERIFY2(desk.bar().words().caption.contains("both totals are 27"), qPrintable(desk.bar().words().caption));
        QVERIFY(desk.bar().words().note.isEmpty());  // which still holds
        QVERIFY(!desk.gantt().highlights().empty());
        desk.player().forward();
        desk.settle();
        QCOMPARE(desk.document().scenario().workload.devices, 4);
    }

    /// A press too many can be taken back.
    void backGoesOnInTheLessonBefore() {
        LessonDesk desk(QStringLiteral("lesson-2-microbatches"));
        LessonPlayer& player = desk.player();
        QVERIFY2(desk.window.windowTitle().startsWith("Microbatches"), qPrintable(desk.window.windowTitle()));
        player.back();
        desk.settle();
        QCOMPARE(desk.window.controller().documents().lesson().name(), "lesson-1-one-device");
        QCOMPARE(player.place() + 1, desk.lesson().steps.size());
        player.go(0);
        player.back();  // nothing is before the first
        QCOMPARE(player.place(), std::size_t(0));
        QVERIFY(player.step());
    }

    /// What was open is there again, with its history.
    void leavingHasAllAsItWas() {
        Desk plain;
        Scenario edited = plain.document().scenario();
        edited.workload.microbatches = 12;
        plain.document().apply({edited, "Change microbatches", 0});
        plain.settle();
        edited = plain.document().scenario();  // whose title is no longer the preset's
        const int index = plain.document().undoStack().index();
        const GanttLook look = plain.window.controller().settings().schedulesLook;
        LessonPlayer& player = plain.window.controller().lesson();
        QVERIFY(plain.window.controller().files().open(QStringLiteral("preset:lesson-3-1f1b")));
        player.forward();
        Scenario asked = plain.document().scenario();
        asked.workload.devices = 3;
        plain.document().apply({asked, "Change devices", 0});
        player.forward();
        plain.settle();
        QVERIFY(plain.document().scenario() != edited);
        player.end();
        plain.settle();
        QVERIFY(!player.step());
        QVERIFY(plain.document().scenario() == edited);
        QCOMPARE(plain.document().undoStack().index(), index);
        QVERIFY(plain.window.controller().settings().schedulesLook == look);
        QCOMPARE(&plain.window.shown(), &kLessonsPage);
        QVERIFY(plain.window.lessonBar().isHidden());
        plain.document().undoStack().undo();
        QVERIFY(plain.document().scenario().workload.microbatches != 12);
    }

    /// Where nothing was chosen the way back is there at once, with nobody playing any more.
    void leavingGoesBackToNoSchedules() {
        Desk plain;
        Scenario none = plain.document().scenario();
        none.schedules.clear();
        plain.document().apply({none, "Remove all", 0});
        QVERIFY(plain.window.controller().files().open(QStringLiteral("preset:lesson-8-cost-of-communication")));
        LessonPlayer& player = plain.window.controller().lesson();
        plain.settle();
        player.forward();
        player.forward();
        plain.settle();
        player.end();
        QVERIFY(!player.step() && plain.document().scenario().schedules.empty());
    }

    void leavingGoesBackFromNoSchedules() {
        LessonDesk desk(QStringLiteral("lesson-8-cost-of-communication"));
        Scenario asked = desk.document().scenario();
        const std::vector<ScheduleEntry> both = std::exchange(asked.schedules, {});
        desk.document().apply({asked, "Remove all", 0});
        desk.settle();
        asked.schedules = {both[1]};
        desk.document().apply({asked, "Add", 0});
        desk.player().end();
        desk.settle();
        QVERIFY(!desk.player().step());
        verifyTotals(desk);
    }

    /// What is marked stays as people have it, and what they are to find again at the next start.
    void aMemoryLimitsStripsAreThereAfterALesson() {
        Desk desk;
        const auto isHeld = [&] { return desk.window.controller().settings().schedulesLook.marks.held; };
        Scenario limited = desk.document().scenario();
        limited.workload.memoryLimit = 4;
        limited.schedules.resize(2);  // all of whose rows stay in sight
        desk.document().apply({limited, "Limit", 0});
        desk.settle();
        QVERIFY(isHeld());
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:lesson-8-cost-of-communication")));
        desk.settle();
        QVERIFY2(!isHeld(), "the lesson marks nothing");
        QVERIFY2(Settings::load().schedulesLook.marks.held, "which is no taste of people's");
        desk.window.controller().lesson().end();
        QVERIFY(isHeld() && Settings::load().schedulesLook.marks.held);
        limited.workload.memoryLimit.reset();
        desk.document().apply({limited, "No limit", 0});
        QVERIFY2(!isHeld(), "they go with the limit that brought them");
    }

    /// The lesson before had more steps than this one has.
    void aShorterLessonFollows() {
        LessonDesk desk(QStringLiteral("lesson-2-microbatches"));
        desk.player().go(desk.lesson().steps.size() - 1);
        for (int i = 0; i < 4 && desk.lesson().title.find("1F1B") == std::string::npos; ++i) desk.player().forward();
        desk.settle();
        QCOMPARE(desk.window.controller().documents().lesson().name(), QStringLiteral("lesson-3-1f1b"));
        QCOMPARE(desk.player().place(), std::size_t(0));
        // Keys of the lectern work while a parameter is chosen.
        desk.actions().present->setChecked(true);
        desk.window.activateWindow();
        QTRY_VERIFY(desk.window.isActiveWindow());
        Scenario asked = desk.document().scenario();
        asked.workload.comm = 2.0;
        desk.document().apply({asked, "Change", 0});
        desk.settle();
        desk.click(Qt::Key_P);
        QVERIFY(desk.window.presenter().chosen());
        desk.click(Qt::Key_R);
        QVERIFY(desk.document().scenario() == std::get<Scenario>(desk.player().step()->scene));
    }

    /// The numbers come while people look elsewhere.
    void aStepIsShownToWhoComesBack() {
        LessonDesk desk(fileOf(*m_home, kTwoSchedules));
        desk.player().forward();
        desk.actions().pages->actions()[1]->trigger();
        desk.settle();
        QVERIFY(!desk.gantt().playback().isOpen());
        desk.actions().pages->actions()[0]->trigger();
        QCOMPARE(desk.gantt().until(), 10.0 * kMicroUnits);
    }

    /// Who does not close the window after all is in the lesson still.
    void closingAndStayingGoesOn() {
        Desk desk;
        Scenario edited = desk.document().scenario();
        edited.workload.microbatches = 12;
        desk.document().apply({edited, "Change microbatches", 0});
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:lesson-1-one-device")));
        LessonPlayer& player = desk.window.controller().lesson();
        player.go(3);
        player.forward();
        bool wasAsked = false;
        QTimer::singleShot(0, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            wasAsked = box && box->text().contains("default");
            if (box) box->button(QMessageBox::Cancel)->click();
        });
        QVERIFY(!desk.window.close());
        QVERIFY(wasAsked);
        QVERIFY(player.step() && player.place() == 3);
        QVERIFY(desk.document().scenario() == std::get<Scenario>(player.step()->scene));
        desk.settle();
        QTRY_VERIFY_WITH_TIMEOUT(!player.words().caption.isEmpty(), kHangAfterMs);
        QVERIFY(player.words().isAnswered);
        player.end();
        QCOMPARE(desk.document().scenario().workload.microbatches, 12);
    }

    void aTitleFromAFileStaysAsItIs() {
        LessonDesk desk(fileOf(*m_home, kTwoSchedules));
        const QString table = static_cast<LessonsPage&>(desk.window.page(kLessonsPage)).table();
        QVERIFY2(table.contains(QStringLiteral("two,Costs %3 and %4,2,1")), qPrintable(table));
    }

    void openingSomethingElseEndsTheLesson() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:two-nodes")));
        desk.settle();
        QVERIFY(!desk.player().step());
        QCOMPARE(desk.document().name(), QStringLiteral("two-nodes"));
        QCOMPARE(&desk.window.shown(), &kSchedulesPage);
        QVERIFY(desk.bar().isHidden());
    }

    void theSpotlightDimsTheRest() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.player().go(3);
        desk.settle();
        QVERIFY(desk.hasHighlight(Highlight::As::Spot));
        desk.click(Qt::Key_L);
        QVERIFY(!desk.hasHighlight(Highlight::As::Spot));
        QVERIFY(desk.hasHighlight(Highlight::As::Lit));
    }

    void aBlankScreenGoesWithTheNextKey() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.click(Qt::Key_B);
        auto* blank = desk.window.findChild<BlankScreen*>();
        QVERIFY(blank && blank->size() == desk.window.size());
        QTest::keyClick(blank, Qt::Key_PageDown);
        QTRY_VERIFY(!desk.window.findChild<BlankScreen*>());
        QCOMPARE(desk.player().place(), std::size_t(0));  // that key only lights the screen
    }

    void escapeLeavesTheLessonBeforeTheFullScreen() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.actions().present->setChecked(true);
        desk.rest();
        desk.click(Qt::Key_Escape);
        QVERIFY(!desk.player().step());
        QVERIFY(desk.actions().present->isChecked());
        desk.click(Qt::Key_Escape);
        QVERIFY(!desk.actions().present->isChecked());
    }

    void theEndLeadsToTheNextLesson() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.player().go(desk.lesson().steps.size() - 1);
        desk.player().forward();
        QVERIFY(desk.bar().words().note.contains(QStringLiteral("Microbatches")));
        desk.player().forward();
        desk.settle();
        QCOMPARE(desk.window.controller().documents().lesson().name(), QStringLiteral("lesson-2-microbatches"));
        QCOMPARE(desk.player().place(), std::size_t(0));
    }

    void thePageListsThemWithProgress() {
        LessonDesk desk(QStringLiteral("lesson-1-one-device"));
        desk.player().forward();
        desk.player().end();
        auto& page = static_cast<LessonsPage&>(desk.window.page(kLessonsPage));
        QCOMPARE(page.gallery().cards().size(), presets(kLessonKind).size());
        QVERIFY(page.table().contains(QStringLiteral("lesson-1-one-device,One device at a time,6,2")));
        QVERIFY(page.answer().startsWith(QStringLiteral("28 lessons")));
        page.gallery().card(2).click();
        desk.settle();
        QCOMPARE(desk.window.controller().documents().lesson().name(), QStringLiteral("lesson-3-1f1b"));
        QVERIFY(desk.player().step());
    }

    void aCollectiveIsShownAfterItsSteps() {
        LessonDesk desk(QStringLiteral("lesson-13-ring-all-reduce"));
        desk.player().go(2);
        CollectivesPage& page = collectivesOf(desk.window);
        // Three of six steps of equal length.
        QVERIFY(page.clock().time() > 0);
        const double half = page.clock().time();
        desk.player().go(3);
        QVERIFY(std::abs(page.clock().time() - 2 * half) < 1);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(TestLessonPlayer)

}  // namespace tst_lesson_player
#include "tst_lesson_player.moc"
