// A lesson as a page in headless Chromium: what it says and hides at each step, and how it judges answers.
// Runs only in `./dev test slow`, because it needs a browser.

#include "engine/answers/attempt.h"
#include "engine/io/answers_file.h"
#include "tests/widgets/lesson_files.h"
#include "tests/widgets/web_pages.h"
#include "widgets/lessons/lesson_page.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_slow_lesson_browser {

namespace {

/// Goes through the lesson as a person would, and notes what is on the page.
constexpr const char* kWalk = R"js(
const seen = () => ({caption: $('lesson-caption').textContent, question: $('lesson-question').textContent,
                     answer: $('lesson-answer').textContent, task: $('lesson-task').textContent,
                     facts: document.querySelectorAll('.fact').length, until: until === Infinity ? -1 : until,
                     guess: document.querySelectorAll('.guess').length,
                     images: document.querySelectorAll('#tracks img').length});
const key = name => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
const press = text => [...document.querySelectorAll('#lesson-task button')].find(b => b.textContent === text).click();
const out = [];
setUntil(Infinity); play();
out.push(seen());
$('lesson-number').value = '36'; press('Check');
out.push(seen());
press('Predict again');
out.push(seen());
$('lesson-number').value = '33'; press('Check');
out.push(seen());
key('PageDown');
out.push(seen());
press('GPipe');
out.push(seen());
key('PageDown');
out.push(seen());
document.querySelectorAll('#lesson-task .key')[0].querySelectorAll('button')[1].click();
out.push(seen());
const answers = answersFile('Ann');
key('PageDown');
out.push(seen());
document.body.append(make('pre', {id: 'report', textContent: JSON.stringify({out, answers: JSON.stringify(answers)})}));
)js";

}  // namespace

class TestSlowLessonBrowser : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

private slots:
    void initTestCase() {
        if (browser().isEmpty()) QSKIP("chromium is not installed");
    }

    void asksHidesAndJudges() {
        const SpokenLesson lesson = spokenLesson();
        const auto page = lessonPage(lesson.lesson, lesson.spoken, {kLessonOfTasks, "00ff"}, ThemeId::Light);
        QVERIFY(page);
        const QJsonObject report = reportOfPage(*page, m_dir, 1, kWalk).object();
        const QJsonArray out = report["out"].toArray();
        QCOMPARE(out.size(), 9);
        // The end is hidden, whatever is pressed, and told after an answer.
        QCOMPARE(out[0]["caption"].toString(), QStringLiteral("GPipe."));
        QCOMPARE(out[0]["facts"].toInt(), 0);
        QCOMPARE(out[0]["until"].toDouble(), 11.0 * kMicroUnits);
        QCOMPARE(out[0]["answer"].toString(), QString());
        QCOMPARE(out[0]["guess"].toInt(), 1);
        QVERIFY(out[1]["facts"].toInt() > 0);
        QCOMPARE(out[1]["until"].toDouble(), -1.0);
        QCOMPARE(out[1]["answer"].toString(), QStringLiteral("At 33."));
        QVERIFY2(out[1]["task"].toString().contains("3\u00a0ms too late"), qPrintable(out[1]["task"].toString()));
        QCOMPARE(out[2]["facts"].toInt(), 0);
        QVERIFY(out[3]["task"].toString().contains("Exactly right"));
        QCOMPARE(out[4]["facts"].toInt(), 0);
        QVERIFY(out[5]["task"].toString().contains("Incorrect; the correct answer is marked."));
        // A challenge.
        QCOMPARE(out[6]["question"].toString(), QStringLiteral("Beat 33."));
        QVERIFY(out[6]["task"].toString().contains("✗ total time 33"));
        QVERIFY2(out[7]["task"].toString().contains("Goal reached, and better than"),
                 qPrintable(out[7]["task"].toString()));
        QCOMPARE(out[8]["images"].toInt(), 1);
        // The saved answers are marked as they were on the page.
        const auto answers = readAnswers(report["answers"].toString().toStdString());
        QVERIFY2(answers, answers ? "" : answers.error().text().c_str());
        std::vector<Result<SpokenStep>> begins(lesson.spoken.begin(), lesson.spoken.end());
        const auto marks = markAll(lesson.lesson, begins, *answers);
        QCOMPARE(marks.size(), std::size_t(3));
        QCOMPARE(marks[0].given, std::optional(36.0));  // the first one counts
        QVERIFY(!marks[0].isMet && !marks[1].isMet && marks[2].isMet);
        QCOMPARE(marks[2].score, std::optional(28.5));
    }
};

QTEST_MAIN(TestSlowLessonBrowser)

}  // namespace tst_slow_lesson_browser
#include "tst_slow_lesson_browser.moc"
