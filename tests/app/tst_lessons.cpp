// Every built-in lesson: its claims hold, what it points out exists, and all of its numbers are simulated.

#include "app/documents/lesson_document.h"
#include "app/documents/presets.h"
#include "engine/answers/attempt.h"
#include "engine/lessons/lesson_highlight.h"
#include "engine/lessons/lesson_words.h"
#include "tests/app/run_program.h"
#include "tests/engine/bare_number.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lessons {

namespace {

Lesson lessonOf(const QString& name) {
    auto loaded = readLoadedLesson(presetBytes(name)->toStdString());
    if (!loaded) qFatal("%s: %s", qPrintable(name), loaded.error().text().c_str());
    return std::move(loaded->lesson);
}

void addLessons() {
    QTest::addColumn<QString>("name");
    for (const Preset& preset : presets(kLessonKind)) QTest::newRow(qPrintable(preset.name)) << preset.name;
}

}  // namespace

class TestLessons : public QObject {
    Q_OBJECT

private slots:
    void namesAreForeverAndMakeACourse() {
        QStringList names;
        for (const Preset& preset : presets(kLessonKind)) names += preset.name;
        QCOMPARE(names, QStringList({"lesson-1-one-device",
                                     "lesson-2-microbatches",
                                     "lesson-3-1f1b",
                                     "lesson-4-bubble-formula",
                                     "lesson-5-interleaving",
                                     "lesson-6-waves",
                                     "lesson-7-split-backward",
                                     "lesson-8-cost-of-communication",
                                     "lesson-9-recompute",
                                     "lesson-10-uneven-stages",
                                     "lesson-11-four-bubbles",
                                     "lesson-12-one-scheme-two-functions",
                                     "lesson-13-ring-all-reduce",
                                     "lesson-14-across-nodes",
                                     "lesson-15-behind-the-backward",
                                     "lesson-16-fsdp-gathers",
                                     "lesson-17-what-a-step-stores",
                                     "lesson-18-zero",
                                     "lesson-19-when-to-reduce",
                                     "lesson-20-tensor-parallel",
                                     "lesson-21-sequence-parallel",
                                     "lesson-22-context-parallel",
                                     "lesson-23-expert-parallel",
                                     "lesson-24-recompute-trade",
                                     "lesson-25-dualpipe",
                                     "lesson-26-mfu",
                                     "lesson-27-tp-inside-a-node",
                                     "lesson-28-choosing-a-mesh"}));
    }

    void theProgramCarriesEveryLesson() {
        const QDir folder(QStringLiteral(SOURCE_DIR "/presets/lessons"));
        const QStringList files = folder.entryList(QDir::Files);
        QCOMPARE(files.size(), qsizetype(presets(kLessonKind).size()));
        for (const QString& name : files) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(presetBytes(name.chopped(5)).value_or(QByteArray()), file.readAll());
        }
    }

    void claimsHoldAndCaptionsFitAProjector_data() { addLessons(); }

    void claimsHoldAndCaptionsFitAProjector() {
        QFETCH(QString, name);
        constexpr qsizetype kMostOnAProjector = 160;
        const Lesson lesson = lessonOf(name);
        QVERIFY(!lesson.summary.empty());
        QVERIFY(lesson.steps.size() >= 4 && lesson.steps.size() <= 8);
        const auto spoken = speakAll(lesson);
        QCOMPARE(spoken.size(), lesson.steps.size());
        int questions = 0;
        for (const auto& step : spoken) {
            QVERIFY2(step.has_value(), step ? "" : step.error().text().c_str());
            for (const SpokenStep::Claim& claim : step->claims) QVERIFY2(claim.holds, claim.text.c_str());
            const QString caption = QString::fromStdString(step->caption);
            QVERIFY2(caption.size() <= kMostOnAProjector, qPrintable(caption));
            questions += !step->question.empty();
        }
        QVERIFY(questions > 0);
    }

    void numbersAreSimulatedNeverTyped_data() { addLessons(); }

    void numbersAreSimulatedNeverTyped() {
        QFETCH(QString, name);
        for (const LessonStep& step : lessonOf(name).steps)
            for (const std::string* text : {&step.caption, &step.question, &step.answer})
                QVERIFY2(bareNumber(*text).empty(), text->c_str());
    }

    void everyTaskCanBeMet_data() { addLessons(); }

    /// The right value meets every prediction, and every challenge is as its lesson says.
    void everyTaskCanBeMet() {
        QFETCH(QString, name);
        const Lesson lesson = lessonOf(name);
        const auto spoken = speakAll(lesson);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            QVERIFY2(spoken[i], spoken[i] ? "" : spoken[i].error().text().c_str());
            if (const auto& prediction = lesson.steps[i].prediction) {
                const double right = spoken[i]->prediction->right;
                QVERIFY(checkGiven(*prediction, right));
                QVERIFY(markOf(*prediction, right, right).isMet);
            }
            if (!lesson.steps[i].challenge) continue;
            const SolvedChallenge solved = solve(lesson.steps[i], *spoken[i]);
            QVERIFY2(solved.wrong.empty(), solved.wrong.empty() ? "" : solved.wrong.front().c_str());
            QVERIFY(solved.least);
            QVERIFY(!lesson.steps[i].challenge->hint.empty());
        }
    }

    void everyLessonAsks() {
        int predictions = 0, challenges = 0;
        for (const Preset& preset : presets(kLessonKind))
            for (const LessonStep& step : lessonOf(preset.name).steps) {
                predictions += step.prediction.has_value();
                challenges += step.challenge.has_value();
            }
        QVERIFY(predictions >= 28);
        QVERIFY(challenges >= 8);
    }

    void whatIsPointedOutIsThere_data() { addLessons(); }

    void whatIsPointedOutIsThere() {
        QFETCH(QString, name);
        std::vector<NamedNumber> constants;
        for (const LessonStep& step : lessonOf(name).steps) {
            const LessonRuns runs = runsOf(step.scene);
            for (const RunResult& run : runs.schedules)
                QVERIFY2(run.has_value(), run ? "" : run.error().text().c_str());
            const auto spoken = speak(step, runs, constants);
            QVERIFY2(spoken.has_value(), spoken ? "" : spoken.error().text().c_str());
            for (const std::string& text : spoken->highlight) {
                const auto found = findHighlight(text, **runs.schedules[scheduleOfHighlight(text)]);
                QVERIFY2(found.has_value(), found ? "" : found.error().text().c_str());
            }
        }
    }

    /// A caption names the red frames wherever the critical path is shown.
    void theCriticalPathIsNamed_data() { addLessons(); }

    void theCriticalPathIsNamed() {
        QFETCH(QString, name);
        for (const LessonStep& step : lessonOf(name).steps) {
            const auto isPath = [](const std::string& text) { return text.ends_with("critical"); };
            if (std::ranges::any_of(step.highlight, isPath) || std::ranges::any_of(step.marks, isPath))
                QVERIFY2(QString::fromStdString(step.caption).contains("Framed in red"), step.caption.c_str());
        }
    }

    /// Numbers from the literature that the text of a lesson relies on.
    void lessonsQuoteKnownNumbers() {
        const auto says = [](const char* name, std::size_t step, const char* part) {
            const auto spoken = speakAll(lessonOf(QLatin1String(name)));
            const QString caption = QString::fromStdString(spoken[step - 1]->caption).replace(QChar::Nbsp, ' ');
            return caption.contains(QLatin1String(part));
        };
        QVERIFY(says("lesson-8-cost-of-communication", 2, "GPipe takes 39, 1F1B 49"));
        QVERIFY(says("lesson-5-interleaving", 4, "33, 28.5, 26.25"));
        QVERIFY(says("lesson-6-waves", 5, "18, 15, 13.5"));
        QVERIFY(says("lesson-3-1f1b", 5, "4 activations on device 0, down to 1 on device 3; GPipe needs 8 on each"));
        QVERIFY(says("lesson-7-split-backward", 4, "33 becomes 27"));
        // Down, the work of the last device, and up; D - 1 and vD - 1 transfers; 4D - 6 + 2(D - 1)(MBS / D - 1)
        // transfers in 1F1B's strict order; eight inputs and what one backward recomputes.
        QVERIFY(says("lesson-4-bubble-formula", 3, "3 + 24 + 6 = 33"));
        QVERIFY(says("lesson-5-interleaving", 6, "3, 7 and 15"));
        QVERIFY(says("lesson-8-cost-of-communication", 4, "transfers take 16. In GPipe it crosses twice: 6"));
        QVERIFY(says("lesson-9-recompute", 3, "1.42 instead of 8"));
    }

    void theVerbSaysWhatIsSo() {
        const Ran good = runProgram({"lesson", "preset:lesson-1-one-device"});
        QCOMPARE(good.code, 0);
        QVERIFY(good.out.startsWith("One device at a time\n1. "));
        QVERIFY(good.out.contains("75%"));
    }

    void theVerbRefusesWhatIsNotSo() {
        QTemporaryDir folder;
        const QString path = folder.filePath("wrong.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "bubblescope-lesson", "version": 1, "title": "T", "document": "preset:default",
                       "steps": [{"caption": "c", "claims": ["D == 5"]}]})");
        file.close();
        const Ran wrong = runProgram({"lesson", path});
        QCOMPARE(wrong.code, 1);
        QVERIFY2(wrong.err.contains("steps[0].claims[0]: the claim \"D == 5\" is false"), wrong.err.constData());
    }
};

QTEST_GUILESS_MAIN(TestLessons)

}  // namespace tst_lessons
#include "tst_lessons.moc"
