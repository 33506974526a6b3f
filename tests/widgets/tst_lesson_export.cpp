// Lessons as web pages, as slides and as pages to print.

#include "engine/answers/attempt.h"
#include "tests/widgets/lesson_files.h"
#include "tests/widgets/web_pages.h"
#include "widgets/lessons/lesson_export.h"
#include "widgets/lessons/lesson_highlights.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lesson_export {

namespace {

QByteArray pageOfTasks(const SpokenLesson& lesson) {
    const auto page = lessonPage(lesson.lesson, lesson.spoken, {kLessonOfTasks, "00ff"}, ThemeId::Light);
    if (!page) qFatal("%s", page.error().text().c_str());
    return *page;
}

QString wordsOn(const Picture& picture, std::size_t page) { return wordsOf(pageOf(picture, page)); }

}  // namespace

class TestLessonExport : public QObject {
    Q_OBJECT

private slots:
    void aPageHasWhatTheLessonSays() {
        const SpokenLesson lesson = spokenLesson();
        const QByteArray file = pageOfTasks(lesson);
        QCOMPARE(file, pageOfTasks(lesson));
        QCOMPARE(QByteArray::fromStdString(kHtml.document(file).value_or("")).simplified(),
                 QByteArray(kLessonOfTasks).simplified());
        const QJsonObject data = webDataIn(file, "page-data")["lesson"].toObject();
        QCOMPARE(data["title"].toString(), QStringLiteral("Tasks & more"));
        QCOMPARE(data["sha256"].toString(), QStringLiteral("00ff"));
        const QJsonArray steps = data["steps"].toArray();
        QCOMPARE(steps.size(), 4);
        QCOMPARE(steps[0]["predict"]["right"].toDouble(), 33.0);
        QCOMPARE(steps[0]["predict"]["cut"].toDouble(), 11.0 * kMicroUnits);
        QCOMPARE(steps[0]["lit"].toArray().size(), 1);
        QCOMPARE(steps[1]["predict"]["right"].toInt(), 2);
        QVERIFY(steps[3]["picture"].toString().startsWith("data:image/svg+xml;base64,"));
    }

    /// Every combination of a challenge is there, as a person's try would be.
    void aPageHasEveryTry() {
        const SpokenLesson lesson = spokenLesson();
        const QJsonObject page = webDataIn(pageOfTasks(lesson), "page-data");
        const QJsonObject challenge = page["lesson"]["steps"][2]["challenge"].toObject();
        const QJsonArray keys = challenge["keys"].toArray(), states = challenge["states"].toArray();
        QCOMPARE(keys.size(), 2);
        QCOMPARE(states.size(), 6);
        QCOMPARE(keys[0]["at"].toInt(), 0);
        QCOMPARE(challenge["solution"].toArray(), (QJsonArray{1, -1}));
        qsizetype at = 0;
        for (const char* chunks : {"1", "2", "3"})
            for (const char* microbatches : {"8", "9"}) {
                const Setting settings[] = {{"schedules[1].chunks", chunks}, {"workload.microbatches", microbatches}};
                const auto tried = attempt(lesson.lesson.steps[2], lesson.spoken[2], settings);
                const QJsonObject state = states[at++].toObject();
                QCOMPARE(state.contains("refusal"), !tried.has_value());
                if (!tried) continue;
                QCOMPARE(state["met"].toBool(), tried->challenge->isReached);
                QCOMPARE(state["score"].toDouble(), tried->challenge->score);
                const QJsonObject scene = page["scenes"][state["scene"].toInt()].toObject();
                const QJsonObject track = scene["tracks"][0].toObject();
                QCOMPARE(track["end"].toDouble() / kMicroUnits, tried->challenge->score);
            }
    }

    void slidesAskAndAnswer() {
        const SpokenLesson lesson = spokenLesson();
        const auto deck = lessonPicture(lesson.lesson, lesson.spoken, LessonPages::Slides);
        QVERIFY2(deck, deck ? "" : deck.error().text().c_str());
        QCOMPARE(deck->size, QSizeF(1280, 720));
        QCOMPARE(deck->pages.size(), std::size_t(7));  // two for each of three questions, one for the ring
        QVERIFY(wordsOn(*deck, 0).contains("Tasks & more"));
        QVERIFY(wordsOn(*deck, 0).contains("When?"));
        const DisplayList first = pageOf(*deck);  // a question differs from a caption
        const auto lookNamed = [&](const char* name) {
            return *std::ranges::find_if(first.looks, [&](const Look& look) { return look.names == name; });
        };
        QCOMPARE(lookNamed("question").fill, themeOf(ThemeId::Light).accent);
        QVERIFY(lookNamed("question").lettering->font.weight() > lookNamed("words").lettering->font.weight());
        QVERIFY2(!wordsOn(*deck, 0).contains("33"), qPrintable(wordsOn(*deck, 0)));
        QVERIFY(wordsOn(*deck, 1).contains("At 33."));
        QVERIFY(wordsOn(*deck, 1).contains("33\u202fms"));
        QVERIFY(wordsOn(*deck, 6).contains("A ring."));
        const auto file = pictureFile(kPdf, *deck, 1, kLessonOfTasks);
        QVERIFY(file);
        QCOMPARE(*file, *pictureFile(kPdf, *lessonPicture(lesson.lesson, lesson.spoken, LessonPages::Slides), 1,
                                     kLessonOfTasks));
    }

    /// A step's overlays are on its slide and its page.
    void overlaysAreShown() {
        QByteArray text = kLessonOfTasks;
        text.replace("\"caption\": \"Which?\"", "\"caption\": \"Which?\", \"marks\": [\"held\", \"critical\"]");
        const SpokenLesson lesson = spokenLesson(text);
        const auto picture = stepPicture(lesson.lesson.steps[1], lesson.spoken[1], 0, true, {});
        QVERIFY(picture);
        const DisplayList list = pageOf(*picture);
        for (const char* name : {"held", "critical-op"})
            QVERIFY2(std::ranges::any_of(list.looks, [&](const Look& look) { return look.names == name; }), name);
        const QJsonArray scenes = webDataIn(pageOfTasks(lesson), "page-data")["scenes"].toArray();
        for (const char* key : {"held", "critical"}) {
            QVERIFY(scenes[1]["tracks"][0].toObject().contains(key));
            QVERIFY(!scenes[2]["tracks"][0].toObject().contains(key));
        }
    }

    void filesAreWrittenByTheirNames() {
        const SpokenLesson lesson = spokenLesson();
        const QTemporaryDir dir;
        const auto written = [&](const char* name) {
            const QString path = dir.filePath(QLatin1String(name));
            const auto done =
                exportLesson(path, LessonPages::Print, lesson.lesson, lesson.spoken, {kLessonOfTasks, "00"});
            QFile file(path);
            return done && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(written("x.HTML").startsWith("<!DOCTYPE html>"));
        QVERIFY(written("x.pdf").startsWith("%PDF"));
    }

    /// One veil over each track, with everything that is pointed out in it left bright.
    void aSpotlightIsOneVeil() {
        const SpokenLesson lesson = spokenLesson();
        const auto outcomes = runForPage(std::get<Scenario>(lesson.lesson.steps[1].scene), {});
        const auto lit = highlightsOf({"3F0", "0B0"}, true, outcomes);
        QCOMPARE(lit.size(), std::size_t(2));
        for (const Highlight& one : lit) QCOMPARE(one.as, Highlight::As::Spot);
        QCOMPARE(lit[0].rows.size(), std::size_t(2));
        QVERIFY(lit[1].rows.empty());
        QCOMPARE(highlightsOf({"3F0", "0B0"}, false, outcomes).size(), std::size_t(2));
        QVERIFY(highlightsOf({"9F0"}, true, outcomes).empty());
    }

    void slidesHaveTheSizeOfAProjector() {
        const SpokenLesson lesson = spokenLesson();
        const auto deck = lessonPicture(lesson.lesson, lesson.spoken, LessonPages::Slides);
        QVERIFY(deck);
        for (std::size_t page = 0; page + 1 < deck->pages.size(); ++page) {
            const QImage image = *pictureImage(*deck, 1, page);
            QCOMPARE(image.size(), QSize(1280, 720));
        }
    }

    void printedPagesHaveSeveralSteps() {
        const SpokenLesson lesson = spokenLesson();
        const auto pages = lessonPicture(lesson.lesson, lesson.spoken, LessonPages::Print);
        QVERIFY2(pages, pages ? "" : pages.error().text().c_str());
        QVERIFY(pages->pages.size() >= 1 && pages->pages.size() < 4);
        QString words;
        for (std::size_t page = 0; page < pages->pages.size(); ++page) words += wordsOn(*pages, page);
        for (const char* text : {"When?", "At 33.", "neither", "Two chunks: 28.5.", "A ring."})
            QVERIFY2(words.contains(QLatin1String(text)), text);
    }
};

QTEST_MAIN(TestLessonExport)

}  // namespace tst_lesson_export
#include "tst_lesson_export.moc"
