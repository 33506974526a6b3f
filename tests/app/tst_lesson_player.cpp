// Lessons in the window: stepped through by a clicker, over pages that stay alive, and left without a trace.

#include "app/lesson_document.h"
#include "app/pages/lessons_page.h"
#include "tests/app/desk.h"
#include "widgets/collectives/slots_view.h"
#include "widgets/collectives/step_clock.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/lessons/blank_screen.h"
#include "widgets/lessons/lesson_bar.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr int kHangAfterMs = 60'000;

/// A window on a lesson.
class LessonDesk : public Desk {
public:
    explicit LessonDesk(const QString& name) : Desk(QStringLiteral("preset:") + name) { awaitWords(); }

    LessonPlayer& player() { return window.controller().lesson(); }
    LessonBar& bar() { return window.lessonBar(); }
    const Lesson& lesson() { return window.controller().documents().lesson().lesson(); }
    GanttWidget& gantt() { return schedulesOf(window).gantt(); }

    void awaitWords() {
        settle();
        QTRY_VERIFY_WITH_TIMEOUT(!bar().words().caption.isEmpty(), kHangAfterMs);
    }
    /// As a clicker does it.
    void click(Qt::Key key) {
        QTest::keyClick(window.focusWidget() ? window.focusWidget() : &window, key);
        settle();
    }
    bool hasHighlight(Highlight::As as) {
        const auto& all = gantt().highlights();
        return std::any_of(all.begin(), all.end(), [&](const Highlight& one) { return one.as == as; });
    }
};

}  // namespace

class TestLessonPlayer : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = newHome(); }

    void everyLessonIsSteppedThrough_data() {
        QTest::addColumn<QString>("name");
        for (const Preset& preset : presets(kLessonKind)) QTest::newRow(qPrintable(preset.name)) << preset.name;
    }

    void everyLessonIsSteppedThrough() {
        QFETCH(QString, name);
        LessonDesk desk(name);
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
        QVERIFY(desk.bar().words().caption.contains("33 and 33"));
        Scenario asked = desk.document().scenario();
        asked.workload.devices = 2;
        desk.document().apply({asked, "Change devices", 0});
        desk.settle();
        // (8 + 1) * 3.
        QVERIFY2(desk.bar().words().caption.contains("27 and 27"), qPrintable(desk.bar().words().caption));
        QVERIFY(desk.bar().words().note.isEmpty());  // which still holds
        QVERIFY(!desk.gantt().highlights().empty());
        desk.player().forward();
        desk.settle();
        QCOMPARE(desk.document().scenario().workload.devices, 4);
    }

    void whatHoldsNoLongerIsSaid() {
        LessonDesk desk(QStringLiteral("lesson-8-cost-of-communication"));
        desk.player().go(1);
        desk.settle();
        QVERIFY(desk.bar().words().note.isEmpty());
        Scenario asked = desk.document().scenario();
        asked.workload.comm = 0.0;
        desk.document().apply({asked, "Change T_C", 0});
        desk.settle();
        QVERIFY(desk.bar().words().caption.contains("GPipe takes 33"));
        QVERIFY(!desk.bar().words().note.isEmpty());
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
        QVERIFY(page.answer().startsWith(QStringLiteral("16 lessons")));
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

namespace tst_lesson_player {
QTEST_MAIN(TestLessonPlayer)
}
#include "tst_lesson_player.moc"
