// Predictions and challenges of lessons: how they are read, what they say, and how answers to them are marked.

#include "engine/answers/attempt.h"
#include "engine/io/answers_file.h"
#include "engine/io/lesson_file.h"
#include "engine/io/lesson_scene.h"

#include <QTest>

using namespace bubblescope;

namespace tst_lesson_tasks {

namespace {

/// 4 devices, 8 microbatches, T_F 1, T_B 2, on GPipe and 1F1B: both take (8 + 3) * 3 = 33.
std::string lessonOf(const std::string& steps) {
    return R"({"format": "bubblescope-lesson", "version": 1, "title": "T", "document": {"workload":
        {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2, "time_unit": ""},
        "schedules": [{"kind": "gpipe"}, {"kind": "interleaved-1f1b", "chunks": 1}]}, "steps": [)" +
           steps + "]}";
}

/// A step of these keys.
std::string stepOf(const std::string& keys) { return R"({"caption": "c", )" + keys + '}'; }

Result<Lesson> read(const std::string& steps) {
    return readLesson(lessonOf(steps), [](std::string_view) { return std::optional<std::string>(); });
}

Lesson lessonIn(const std::string& steps) {
    auto lesson = read(steps);
    if (!lesson) qFatal("%s", lesson.error().text().c_str());
    return std::move(*lesson);
}

QString errorOf(const std::string& keys) {
    const auto lesson = read(stepOf(keys));
    return QString::fromStdString(lesson ? "none" : lesson.error().text());
}

/// What the last step says, or why it cannot.
Result<SpokenStep> spokenOf(const Lesson& lesson) { return speakAll(lesson).back(); }

constexpr const char* kChunks = R"("goal": "total_time_1 < par && peak_activations_1 <= 6", "show": [2],
    "allow": [{"schedules[1].chunks": [1, 2, 4]}, "workload.microbatches"], "par": 33, "best": "28.5",
    "solution": {"schedules[1].chunks": 2}, "hint": "{par} is to be beaten, {score_1} is now")";

}  // namespace

class TestLessonTasks : public QObject {
    Q_OBJECT

private slots:
    void aPredictionKnowsTheRightAnswer_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<double>("right");
        QTest::newRow("the end") << R"("predict": "end")" << 33.0;
        QTest::newRow("a number") << R"("predict": "number", "right": "peak_activations_1")" << 8.0;
        QTest::newRow("a share") << R"("predict": "percent", "right": "bubble_ratio_1")" << 3.0 / 11;
        QTest::newRow("a choice") << R"("predict": ["first", "second", "alike"],
                                        "right": "total_time_1 == total_time_2 ? 3 : 1")"
                                  << 3.0;
        QTest::newRow("of a changed document") << R"("predict": "end", "set": {"workload.microbatches": 4})" << 21.0;
    }

    void aPredictionKnowsTheRightAnswer() {
        QFETCH(QString, keys);
        const auto spoken = spokenOf(lessonIn(stepOf(keys.toStdString())));
        QVERIFY2(spoken, spoken ? "" : spoken.error().text().c_str());
        QTEST(spoken->prediction->right, "right");
    }

    void choicesHaveNumbersInThem() {
        const auto spoken =
            spokenOf(lessonIn(stepOf(R"("predict": ["{MBS} times", "{D:.1}"], "right": "D < MBS ? 2 : 1")")));
        QCOMPARE(spoken->prediction->choices, (std::vector<std::string>{"8 times", "4.0"}));
    }

    void nearIsRight_data() {
        QTest::addColumn<double>("within");
        QTest::addColumn<double>("given");
        QTest::addColumn<double>("right");
        QTest::addColumn<bool>("met");
        QTest::newRow("exact") << 0.0 << 33.0 << 33.0 << true;
        QTest::newRow("on the edge") << 0.25 << 25.0 << 20.0 << true;
        QTest::newRow("below the edge") << 0.25 << 15.0 << 20.0 << true;
        QTest::newRow("beyond it") << 0.25 << 25.1 << 20.0 << false;
        QTest::newRow("below zero") << 0.25 << -16.0 << -20.0 << true;
        QTest::newRow("nothing is near zero") << 0.25 << 0.1 << 0.0 << false;
    }

    void nearIsRight() {
        QFETCH(double, within);
        QFETCH(double, given);
        QFETCH(double, right);
        const LessonPrediction prediction{.within = within};
        QTEST(markOf(prediction, given, right).isMet, "met");
        QCOMPARE(markOf({.within = 0.05}, 36, 33).off, std::optional(3.0 / 33));
        QVERIFY(!markOf({.within = 0.05}, 1, 0).off);
        QCOMPARE(markOf({.asks = LessonPrediction::Asks::Choice}, 2, 3), PredictionMark{});
        QVERIFY(markOf({.within = 0}, 0.3, 0.1 + 0.2).isExact);
    }

    void aChallengeSaysHowFarItIs() {
        const Lesson lesson = lessonIn(stepOf(kChunks));
        const auto begin = spokenOf(lesson);
        QVERIFY2(begin, begin ? "" : begin.error().text().c_str());
        const SpokenChallenge& challenge = *begin->challenge;
        QVERIFY(!challenge.isReached);
        QCOMPARE(challenge.score, 33.0);
        QCOMPARE(challenge.par, std::optional(33.0));
        QCOMPARE(challenge.best, std::optional(28.5));
        QCOMPARE(challenge.hint, std::string("33 is to be beaten, 33 is now"));
        QCOMPARE(challenge.goal.size(), std::size_t(2));
        QCOMPARE(challenge.goal[0], (GoalPart{"total time", "33", "below\u00a033", false}));
        QCOMPARE(challenge.goal[1], (GoalPart{"peak activations", "7", "at most\u00a06", false}));

        const Setting two[] = {{"schedules[1].chunks", "2"}};
        const auto tried = attempt(lesson.steps[0], *begin, two);
        QVERIFY2(tried, tried ? "" : tried.error().text().c_str());
        QCOMPARE(tried->challenge->score, 28.5);
        QCOMPARE(tried->challenge->par, std::optional(33.0));
        QVERIFY(tried->challenge->isParBeaten());
        QVERIFY(tried->challenge->goal[0].isMet);
    }

    /// An entry takes the place of the first schedule, with all else as it is when the step begins.
    void anEntryCanBeThePar() {
        const Lesson lesson = lessonIn(stepOf(R"("goal": "total_time_1 < par", "allow": ["workload.microbatches"],
            "par": {"kind": "interleaved-1f1b", "chunks": 2}, "solution": {"workload.microbatches": 4})"));
        const auto begin = spokenOf(lesson);
        QVERIFY2(begin, begin ? "" : begin.error().text().c_str());
        QCOMPARE(begin->challenge->par, std::optional(28.5));
        QCOMPARE(begin->challenge->parTitle, std::string("Interleaved 1F1B"));
        const Setting four[] = {{"workload.microbatches", "4"}};
        const auto tried = attempt(lesson.steps[0], *begin, four);
        QCOMPARE(tried->challenge->par, std::optional(28.5));  // of the step's begin
        QVERIFY(tried->challenge->isReached);
    }

    /// Numbers that a challenge is measured against stay; what it lets people change does not outlive it.
    void constantsOfAChallengeStay() {
        const Lesson lesson = lessonIn(stepOf(R"("goal": "total_time_1 < limit", "let": {"limit": "total_time_1"},
            "allow": ["workload.microbatches"], "solution": {"workload.microbatches": 4})") +
                                       R"(, {"caption": "{limit}"})");
        const auto all = speakAll(lesson);
        const Setting four[] = {{"workload.microbatches", "4"}};
        QVERIFY(attempt(lesson.steps[0], *all[0], four)->challenge->isReached);
        QCOMPARE(all[1]->caption, std::string("33"));
        QVERIFY(read(stepOf(kChunks) + R"(, {"caption": "{par}"})").error().text().starts_with("steps[1].caption: "));
    }

    void whatIsNotAllowedIsRefused_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("error");
        QTest::newRow("another key")
            << "workload.devices"
            << "8"
            << "workload.devices: is fixed in this challenge; nearest key that can change: \"workload.microbatches\"";
        QTest::newRow("another value") << "schedules[1].chunks"
                                       << "3"
                                       << "schedules[1].chunks: must be one of 1, 2, 4; is 3";
        QTest::newRow("another type") << "workload.microbatches"
                                      << "\"many\""
                                      << "workload.microbatches: must be a whole number, is \"many\"";
        QTest::newRow("beyond limits") << "workload.microbatches"
                                       << "0"
                                       << "workload.microbatches: must be from 1 to 1,000,000, is 0";
    }

    void whatIsNotAllowedIsRefused() {
        QFETCH(QString, path);
        QFETCH(QString, value);
        const Lesson lesson = lessonIn(stepOf(kChunks));
        const Setting settings[] = {{path.toStdString(), value.toStdString()}};
        const auto tried = attempt(lesson.steps[0], *spokenOf(lesson), settings);
        QVERIFY(!tried);
        QTEST(QString::fromStdString(tried.error().text()), "error");
    }

    /// A number that a file may also give as a matrix.
    void transfersCanBeChanged() {
        const Lesson lesson = lessonIn(stepOf(R"("goal": "total_time_1 > 33", "allow": ["workload.comm"],
            "solution": {"workload.comm": 1})"));
        const Setting one[] = {{"workload.comm", "1"}};
        const auto tried = attempt(lesson.steps[0], *spokenOf(lesson), one);
        QVERIFY2(tried, tried ? "" : tried.error().text().c_str());
        QVERIFY(tried->challenge->isReached);
    }

    /// Where the end is asked, the end of the axis must not be it.
    void theAxisGoesOnWhereTheEndIsAsked() {
        const auto endOf = [](const std::string& steps) {
            const Lesson lesson = lessonIn(steps);
            const auto all = speakAll(lesson);
            std::vector<const SpokenStep*> spoken;
            for (const auto& step : all) spoken.push_back(&*step);
            return axisEndOf(lesson, spoken, 0) / kMicroUnits;
        };
        QCOMPARE(endOf(R"({"caption": "c"}, {"caption": "c", "set": {"workload.microbatches": 4}})"), 33.0);
        QCOMPARE(endOf(R"({"caption": "c"}, {"caption": "c", "predict": "end"})"), 42.0);
    }

    void changesAreFoundAgain() {
        const Lesson lesson = lessonIn(stepOf(kChunks));
        const LessonStep& step = lesson.steps[0];
        const Setting two[] = {{"schedules[0].chunks", "2"}};  // as it is on screen
        const auto scene = withSettings(step.scene, two);
        QVERIFY(scene);
        QCOMPARE(*changesIn(step, *scene), (std::vector<Setting>{{"schedules[1].chunks", "2"}}));
        const Setting other[] = {{"workload.devices", "8"}};
        QVERIFY(!changesIn(step, *withSettings(step.scene, other)));
        const Setting three[] = {{"schedules[0].chunks", "3"}};
        QVERIFY(!changesIn(step, *withSettings(step.scene, three)));
    }

    void badInputIsRefusedInItsPlace_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* keys, const char* error) {
            QTest::newRow(name) << keys << error;
        };
        row("both", R"("predict": "end", "goal": "D > 4", "allow": ["workload.devices"],
                        "solution": {"workload.devices": 8})",
            "steps[0]: is a prediction and a challenge; remove \"predict\" or \"goal\"");
        row("right alone", R"("right": "1")",
            "steps[0].right: applies only to a prediction; add \"predict\", or remove it");
        row("allow alone", R"("allow": ["workload.devices"])",
            "steps[0].allow: applies only to a challenge; add \"goal\", or remove it");
        row("no right", R"("predict": "number")", "steps[0].right: is missing; only the end is known by itself");
        row("what", R"("predict": "total")",
            "steps[0].predict: must be \"end\", \"number\", \"percent\", or a list of 2 to 6 texts to choose from, is "
            "\"total\"");
        row("one choice", R"("predict": ["a"], "right": 1)", "steps[0].predict: must have 2 to 6 texts, has 1");
        row("choices are not near", R"("predict": ["a", "b"], "right": 1, "within": 0.1)",
            "steps[0].within: applies only to numbers; a choice is right or wrong");
        row("within", R"("predict": "end", "within": -1)", "steps[0].within: must be a share of 0 or more");
        row("no allow", R"("goal": "D > 4", "solution": {"workload.devices": 8})",
            "steps[0].allow: is missing; a challenge says what may be changed");
        row("no solution", R"("goal": "D > 4", "allow": ["workload.devices"])",
            "steps[0].solution: is missing; someone who asks should be shown one");
        row("unknown path", R"("goal": "D > 4", "allow": ["workload.device"], "solution": {"workload.devices": 8})",
            "steps[0].allow[0]: unknown key \"device\"; nearest: \"devices\"");
        row("no field", R"("goal": "D > 4", "allow": ["title"], "solution": {"title": "x"})",
            "steps[0].allow[0]: cannot be changed by a field of the window; name a key of the workload or of an entry");
        row("hidden schedule", R"("goal": "D > 4", "allow": ["schedules[1].chunks"], "show": [1],
            "solution": {"schedules[1].chunks": 2})",
            "steps[0].allow[0]: is of a schedule that the step does not show");
        row("a value of another type", R"("goal": "D > 4", "allow": [{"workload.devices": [2, "x"]}],
            "solution": {"workload.devices": 2})",
            "steps[0].allow[0][1]: must be a whole number, is \"x\"");
        row("a solution that is not allowed", R"("goal": "D > 4", "allow": [{"workload.devices": [2, 8]}],
            "solution": {"workload.devices": 6})",
            "steps[0].solution.workload.devices: must be one of 2, 8; is 6");
        row("a name of the challenge", R"("goal": "D > best", "allow": ["workload.devices"], "let": {"best": "4"},
            "solution": {"workload.devices": 8})",
            "steps[0].let.best: is a name of the challenge; choose another name");
        row("no par", R"("goal": "total_time_1 < par", "allow": ["workload.devices"],
            "solution": {"workload.devices": 2})",
            "steps[0].goal: \"total_time_1 < par\", column 16: unknown name \"par\"");
        row("a par that is refused", R"("goal": "total_time_1 < par", "allow": ["workload.devices"],
            "par": {"kind": "1f1b", "devices": 0}, "solution": {"workload.devices": 2})",
            "steps[0].par: ");
    }

    void badInputIsRefusedInItsPlace() {
        QFETCH(QString, keys);
        QFETCH(QString, error);
        const QString found = errorOf(keys.toStdString());
        QVERIFY2(found.startsWith(error), qPrintable(found));
    }

    void whatOnlyARunShowsIsSaidThen_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("error");
        QTest::newRow("reached at once")
            << R"("goal": "D >= 4", "allow": ["workload.devices"], "solution": {"workload.devices": 8})"
            << "goal: is true when the step begins; there is nothing to reach";
        QTest::newRow("no such choice") << R"("predict": ["a", "b"], "right": "D")"
                                        << "right: must be the number of a choice, from 1 to 2, is 4";
        QTest::newRow("until shows the end") << R"("predict": "end", "until": 33)"
                                             << "until: shows the end, which is to be predicted; cut earlier, or leave "
                                                "it out";
    }

    void whatOnlyARunShowsIsSaidThen() {
        QFETCH(QString, keys);
        const auto spoken = spokenOf(lessonIn(stepOf(keys.toStdString())));
        QVERIFY(!spoken);
        QTEST(QString::fromStdString(spoken.error().text()), "error");
    }

    void challengesAreSolved() {
        const auto solved = [](const std::string& keys) {
            const Lesson lesson = lessonIn(stepOf(keys));
            return solve(lesson.steps[0], *spokenOf(lesson));
        };
        constexpr const char* kGood = R"("goal": "total_time_2 < 33", "allow": [{"schedules[1].chunks": [1, 2, 4]},
            {"workload.microbatches": [8, 16]}], "score": "total_time_2", "solution": {"schedules[1].chunks": 2})";
        const SolvedChallenge good = solved(std::string(kGood) + R"(, "best": 26.25, "par": 28.5)");
        QVERIFY(good.reaches);
        QCOMPARE(good.score, std::optional(28.5));
        QCOMPARE(good.least, std::optional(26.25));
        QCOMPARE(good.leastBy, (std::vector<Setting>{{"schedules[1].chunks", "4"}, {"workload.microbatches", "8"}}));
        QVERIFY(good.wrong.empty());
        QCOMPARE(solved(std::string(kGood) + R"(, "best": 27, "par": 26)").wrong,
                 (std::vector<std::string>{"par, 26, is below best, 27", "best is 27, but the least score is 26.25"}));
        const SolvedChallenge bad = solved(R"("goal": "total_time_1 < 20", "allow": ["workload.microbatches"],
            "solution": {"workload.microbatches": 16})");
        QVERIFY(!bad.reaches && !bad.least);
        QCOMPARE(bad.wrong, (std::vector<std::string>{"the solution does not reach the goal"}));
    }

    void answersAreRunAnew() {
        const Lesson lesson =
            lessonIn(stepOf(R"("predict": "end")") + ", " + stepOf(kChunks) + R"(, {"caption": "c"})");
        const auto file = [](const std::string& answers) {
            return readAnswers(R"({"format": "bubblescope-answers", "version": 1, "lesson": "T", "sha256": "x",
                                   "name": "N", "answers": [)" +
                               answers + "]}");
        };
        const auto answers = file(R"({"step": 1, "given": 30}, {"step": 2, "set": {"schedules[1].chunks": 2.0}},
            {"step": 2, "set": {"workload.devices": 1}}, {"step": 3, "given": 1}, {"step": 4, "given": 1},
            {"step": 1, "given": "x"}, {"step": 1, "set": {}}, {"step": 2, "orders": []}, {"step": 2})");
        QVERIFY2(answers, answers ? "" : answers.error().text().c_str());
        const auto marks = markAll(lesson, speakAll(lesson), *answers);
        QCOMPARE(marks.size(), std::size_t(9));
        QCOMPARE(marks[0].kind, AnswerMark::Kind::Prediction);
        QVERIFY(!marks[0].isMet);
        QCOMPARE(marks[0].right, std::optional(33.0));
        QCOMPARE(marks[0].off, std::optional(3.0 / 33));
        QCOMPARE(marks[1].error, std::string());
        QCOMPARE(marks[1].score, std::optional(28.5));
        QCOMPARE(marks[1].par, std::optional(33.0));
        const char* const errors[] = {
            "workload.devices: is fixed in this challenge; nearest key that can change: \"workload.microbatches\"",
            "the step asks for no answer",
            "the lesson has steps 1 to 3",
            "given: must be a number, is \"x\"",
            "the step asks for a prediction; the answer needs \"given\"",
            "orders: the step does not let anyone move operations",
            "an answer has either \"given\" or \"set\""};
        for (std::size_t i = 0; i < std::size(errors); ++i) QCOMPARE(marks[i + 2].error, std::string(errors[i]));
    }

    void answersAreReadBack() {
        const LessonAnswers answers{
            .lesson = "T",
            .sha256 = "00ff",
            .name = "Ann",
            .answers = {{.step = 1, .given = 0.25},
                        {.step = 2, .set = {{"model.recompute", "\"none\""}, {"mesh.tp", "2"}}}}};
        const auto read = readAnswers(writeAnswers(answers));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(read->answers[0], answers.answers[0]);
        QCOMPARE(read->answers[1].set.size(), std::size_t(2));
        QCOMPARE(read->name, answers.name);
        QVERIFY(!readAnswers(std::string(kMaxAnswersBytes + 1, ' ')));
        QVERIFY(!readAnswers(R"({"format": "bubblescope-lesson", "version": 1})"));
        QVERIFY(!readAnswers(R"({"format": "bubblescope-answers", "version": 1, "answers": 3})"));
    }
};

QTEST_GUILESS_MAIN(TestLessonTasks)

}  // namespace tst_lesson_tasks
#include "tst_lesson_tasks.moc"
