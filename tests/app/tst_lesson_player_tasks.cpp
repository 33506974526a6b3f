// Predictions and challenges of lessons in the window: what is hidden until someone answers, what may be changed, and
// what is kept.

#include "tests/app/lesson_desk.h"
#include "widgets/gantt/guess_line.h"
#include "widgets/gantt/overview_strip.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/lessons/task_panel.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lesson_player_tasks {

namespace {

/// GPipe with 8 microbatches takes 33, with 4 it takes 21; interleaving with two chunks takes 28.5.
constexpr char kTasks[] = R"({
  "format": "bubblescope-lesson", "version": 1, "title": "Tasks",
  "document": {"workload": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2, "time_unit": ""},
               "schedules": [{"kind": "gpipe"}, {"kind": "interleaved-1f1b", "chunks": 1}]},
  "steps": [{"caption": "GPipe.", "show": [1], "question": "When?", "answer": "At {total_time_1}.", "predict": "end"},
            {"caption": "Which?", "predict": ["GPipe", "neither"], "right": "total_time_1 == total_time_2 ? 2 : 1"},
            {"caption": "Faster!", "show": [2], "question": "Beat {par}.", "answer": "Two chunks: {total_time_1}.",
             "goal": "total_time_1 < par", "par": 33, "best": 26.25, "hint": "Interleave.",
             "allow": [{"schedules[1].chunks": [1, 2, 4]}], "solution": {"schedules[1].chunks": 2}}]})";

class TaskDesk {
public:
    TaskDesk() : m_desk(fileOf(m_home, kTasks)) {}

    LessonDesk* operator->() { return &m_desk; }
    LessonTask task() { return m_desk.window.taskPanel().task(); }
    void awaitTask() {
        m_desk.settle();
        QTRY_VERIFY_WITH_TIMEOUT(m_desk.player().words().caption.size() > 0, kHangAfterMs);
    }
    /// Changes the number of chunks, as the panel does.
    void setChunks(const char* chunks) {
        m_desk.player().change("schedules[1].chunks", ParameterValue{std::string(chunks)}, 0);
        awaitTask();
    }

private:
    QTemporaryDir m_home;
    LessonDesk m_desk;
};

}  // namespace

class TestLessonPlayerTasks : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = newHome(); }

    void thePictureDoesNotTellTheEnd() {
        TaskDesk desk;
        GanttWidget& gantt = desk->gantt();
        QVERIFY(gantt.isConcealed());
        QCOMPARE(gantt.until(), 11.0 * kMicroUnits);  // the first backward
        QVERIFY(gantt.shown().front().total.isEmpty());
        QVERIFY(gantt.shown().front().facts.isEmpty());
        QVERIFY(gantt.guess().isVisible());
        QVERIFY(!desk->bar().words().isAnswered);
        // Neither playing nor the whole window gets around it.
        desk->window.controller().actions().play->trigger();
        desk->window.controller().actions().showPanels->setChecked(true);
        QCOMPARE(gantt.until(), 11.0 * kMicroUnits);
        QVERIFY(!schedulesOf(desk->window).editor()->isVisible());
        QVERIFY(schedulesOf(desk->window).answer().isEmpty());
    }

    /// Nor does the small picture of everything, where a step shows a part of the time.
    void theOverviewDoesNotTellEither() {
        LessonDesk desk(QStringLiteral("lesson-5-interleaving"));
        desk.player().go(2);
        desk.awaitWords();
        QVERIFY(desk.gantt().isConcealed());
        QVERIFY(!desk.gantt().timeView().isFitted());
        QVERIFY(!desk.gantt().overview()->isVisible());
        desk.player().give(28.5);
        QVERIFY(desk.gantt().overview()->isVisible());
    }

    void aPredictionIsMeasured() {
        TaskDesk desk;
        emit desk->gantt().guess().moved(36.0 * kMicroUnits);
        QCOMPARE(desk.task().given, std::optional(36.0));
        QVERIFY(desk.task().isOpen);
        desk->click(Qt::Key_PageDown);  // gives it
        QVERIFY(!desk->gantt().isConcealed());
        QVERIFY(desk->bar().words().isAnswered);
        QCOMPARE(desk->bar().words().answer, QStringLiteral("At 33."));
        QCOMPARE(desk.task().verdict, QStringLiteral("3 too late"));
        QVERIFY(!desk.task().isMet);
        QCOMPARE(desk->gantt().guess().guess()->end, std::optional(33.0 * kMicroUnits));
        QVERIFY(!desk->gantt().shown().front().total.isEmpty());
        desk->click(Qt::Key_R);
        QVERIFY(desk->gantt().isConcealed());
        desk->player().give(33);
        QCOMPARE(desk->player().answers().answers.front().given, std::optional(36.0));  // the first one counts
        QVERIFY(desk.task().isMet);
        QCOMPARE(desk.task().verdict, QStringLiteral("Exactly right"));
    }

    /// Return gives what was typed, and so does the next step.
    void aTypedPredictionCounts() {
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_PageDown}) {
            m_home = newHome();
            TaskDesk desk;
            auto* const field = desk->window.taskPanel().findChild<NumberField*>();
            field->setFocus();
            QTest::keyClicks(field, "30");
            QTest::keyClick(key == Qt::Key_Return ? static_cast<QWidget*>(field) : &desk->window, key);
            desk->settle();
            QCOMPARE(desk.task().given, std::optional(30.0));
            QVERIFY(!desk.task().isOpen);
        }
    }

    /// What is no number is told, and the answer stays hidden.
    void whatIsNoNumberIsNotGiven() {
        TaskDesk desk;
        auto* const field = desk->window.taskPanel().findChild<NumberField*>();
        field->setFocus();
        QTest::keyClicks(field, "abc");
        desk->click(Qt::Key_PageDown);
        QVERIFY(desk.task().isOpen);
        QVERIFY(desk->gantt().isConcealed());
    }

    void aLessonIsExportedWhileItRuns() {
        TaskDesk desk;
        const Actions& actions = desk->window.controller().actions();
        QVERIFY(actions.exportLesson->isEnabled());
        QCOMPARE(desk->player().allSpoken().value().size(), std::size_t(3));
        desk->player().end();
        desk->settle();
        QVERIFY(!actions.exportLesson->isEnabled());
        QVERIFY(!desk->player().allSpoken());
    }

    /// Presenting shows the picture alone; F9 brings the sliders, and takes them away.
    void slidersComeWhilePresenting() {
        LessonDesk desk(QStringLiteral("lesson-4-bubble-formula"));
        const Actions& actions = desk.window.controller().actions();
        actions.present->setChecked(true);
        desk.settle();
        QVERIFY(!schedulesOf(desk.window).editor()->isVisible());
        actions.showPanels->setChecked(true);
        desk.settle();
        QVERIFY(schedulesOf(desk.window).editor()->isVisible());
        desk.player().end();  // a presentation without a lesson has the picture alone
        desk.settle();
        QVERIFY(!schedulesOf(desk.window).editor()->isVisible());
        actions.present->setChecked(false);
    }

    void aLecturerCanGoOnWithoutPredicting() {
        TaskDesk desk;
        desk->click(Qt::Key_PageDown);
        QVERIFY(!desk->gantt().isConcealed());
        QVERIFY(!desk.task().given);
        QVERIFY(!desk->gantt().guess().isVisible());
        desk->click(Qt::Key_PageDown);
        QCOMPARE(desk.task().choices, QStringList({"GPipe", "neither"}));
        QVERIFY(desk->gantt().isConcealed());
        desk->player().give(3);  // no such choice
        QVERIFY(desk->gantt().isConcealed());
        desk->player().give(1);
        QCOMPARE(desk.task().right, 2);
        QCOMPARE(desk.task().verdict, QStringLiteral("Incorrect; the correct answer is marked"));
    }

    void aChallengeIsReached() {
        TaskDesk desk;
        desk->player().go(2);
        desk.awaitTask();
        QCOMPARE(desk.task().goals.size(), std::size_t(1));
        QVERIFY(!desk.task().isMet);
        QCOMPARE(desk->window.taskPanel().form().isEmpty(), false);
        auto* const choices =
            qobject_cast<SegmentedControl*>(desk->window.taskPanel().form().control("schedules[1].chunks"));
        QVERIFY(choices);
        QCOMPARE(choices->chosen(), 0);
        emit choices->chosenByUser(1);
        QTRY_VERIFY_WITH_TIMEOUT(desk.task().isMet, kHangAfterMs);
        QCOMPARE(desk.task().verdict, QStringLiteral("Goal reached, and better than 33"));
        QVERIFY(desk->bar().words().isAnswered);
        QCOMPARE(desk->bar().words().answer, QStringLiteral("Two chunks: 28.5."));
        QVERIFY(desk.task().lines.contains(QStringLiteral("Your best: 28.5")));
        desk.setChunks("4");
        QTRY_VERIFY_WITH_TIMEOUT(desk.task().lines.contains(QStringLiteral("Your best: 26.25")), kHangAfterMs);
        desk.setChunks("2");  // the best one stays
        QTRY_VERIFY_WITH_TIMEOUT(desk->player().words().answer.contains(QStringLiteral("28.5")), kHangAfterMs);
        QVERIFY(desk.task().lines.contains(QStringLiteral("Your best: 26.25")));
        QCOMPARE(desk->player().answers().answers.back().set, (std::vector<Setting>{{"schedules[1].chunks", "4"}}));
    }

    void nothingElseMayBeChanged() {
        TaskDesk desk;
        desk->player().go(2);
        desk.awaitTask();
        ScenarioDocument& document = desk->window.controller().scenario();
        Scenario other = document.scenario();
        other.workload.devices = 8;
        document.apply({other, QStringLiteral("Change devices")});
        QTRY_COMPARE_WITH_TIMEOUT(document.scenario().workload.devices, 4, kHangAfterMs);
        QVERIFY(!schedulesOf(desk->window).editor()->isVisible());
    }

    /// Sliders of what differs between the steps, besides the picture; the whole window has all of them itself.
    void stepsInviteToTry() {
        LessonDesk desk(QStringLiteral("lesson-8-cost-of-communication"));
        const TaskPanel& panel = desk.window.taskPanel();
        QCOMPARE(panel.task().asks, LessonTask::Asks::Try);
        QVERIFY(desk.window.taskPanel().form().slider("workload.comm"));
        QVERIFY(panel.isVisible());
        desk.player().change("workload.comm", ParameterValue{3.0}, 0);
        desk.settle();
        QCOMPARE(std::get<double>(desk.document().scenario().workload.comm), 3.0);
        desk.actions().showPanels->setChecked(true);
        QVERIFY(!panel.isVisible());
    }

    void helpIsShownWhenAsked() {
        TaskDesk desk;
        desk->player().go(2);
        desk.awaitTask();
        QVERIFY(desk.task().hasHint && desk.task().hint.isEmpty());
        desk->click(Qt::Key_H);
        QCOMPARE(desk.task().hint, QStringLiteral("Interleave."));
        desk->click(Qt::Key_PageDown);
        QTRY_VERIFY_WITH_TIMEOUT(desk.task().isMet, kHangAfterMs);
        QVERIFY(desk->bar().words().isAnswered);
        QVERIFY(desk->player().answers().answers.empty());  // it is not the person's own
        QVERIFY(desk.task().lines.filter(QStringLiteral("Your best")).isEmpty());
        desk->click(Qt::Key_R);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.task().isMet, kHangAfterMs);
    }

    /// Also after the lesson was left; and marking the file gives the same.
    void answersAreKept() {
        TaskDesk desk;
        desk->player().give(36);
        desk->player().go(2);
        desk.awaitTask();
        desk.setChunks("2");
        QTRY_VERIFY_WITH_TIMEOUT(desk.task().isMet, kHangAfterMs);
        const LessonAnswers answers = desk->player().answers();
        QCOMPARE(answers.answers.size(), std::size_t(2));
        desk->player().end();
        desk->player().begin();
        desk.awaitTask();
        QCOMPARE(desk->player().answers(), answers);
        QVERIFY(desk->gantt().isConcealed());  // asked again
        desk->player().go(2);
        desk.awaitTask();
        QTRY_VERIFY_WITH_TIMEOUT(desk.task().lines.contains(QStringLiteral("Your best: 28.5")), kHangAfterMs);
        QVERIFY(desk.task().canSave);
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(TestLessonPlayerTasks)

}  // namespace tst_lesson_player_tasks
#include "tst_lesson_player_tasks.moc"
