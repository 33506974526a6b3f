// `bubblescope lesson`: what it prints, solves, marks and writes.

#include "app/documents/lesson_document.h"
#include "tests/app/run_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lesson_verb {

namespace {

constexpr const char* kLesson = R"({
  "format": "bubblescope-lesson", "version": 1, "title": "Verbs",
  "document": {"workload": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2, "time_unit": ""},
               "schedules": [{"kind": "interleaved-1f1b", "chunks": 1}]},
  "steps": [{"caption": "c, MBS ≥ D", "question": "When?", "answer": "As GPipe.", "predict": "end"},
            {"caption": "c", "question": "Faster?", "answer": "It takes {total_time_1}.",
             "goal": "total_time_1 < par", "par": {"kind": "gpipe"}, "best": 26.25,
             "allow": [{"schedules[0].chunks": [1, 2, 4]}], "solution": {"schedules[0].chunks": 2}}]})";

constexpr const char* kAnswers = R"({"format": "bubblescope-answers", "version": 1, "lesson": "Verbs", "sha256": "SHA",
    "name": "NAME", "answers": [LIST]})";

}  // namespace

class TestLessonVerb : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    QString written(const char* name, const QByteArray& bytes) {
        const QString path = m_dir.filePath(QLatin1String(name));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? path : QString();
    }
    QString lesson() { return written("lesson.json", kLesson); }
    static QByteArray sha256() { return QByteArray::fromStdString(readLoadedLesson(kLesson)->sha256()); }
    static QByteArray answers(const QByteArray& name, const QByteArray& list, const QByteArray& sha = sha256()) {
        QByteArray file = kAnswers;
        return file.replace("NAME", name).replace("SHA", sha).replace("LIST", list);
    }

private slots:
    void printsWhatIsAsked() {
        const Ran ran = runProgram({"lesson", lesson()});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("   ? When?\n   = 33. As GPipe.\n"), ran.out.constData());
        QVERIFY2(ran.out.contains("   Goal: total_time_1 < par\n   To beat: 33, as GPipe takes\n   Best: 26.25\n"),
                 ran.out.constData());
        QVERIFY2(ran.out.contains("   = It takes 28.5.\n"), ran.out.constData());  // once it is solved
    }

    void symbolsFollowTheNotation() {
        QVERIFY(runProgram({"lesson", lesson()}).out.contains("1. c, MBS ≥ D"));
        QVERIFY(runProgram({"lesson", lesson(), "--notation", "megatron"}).out.contains("1. c, m ≥ p"));
        QVERIFY(runProgram({"lesson", lesson()}).out.contains("1. c, MBS ≥ D"));
    }

    void solvesChallenges() {
        const Ran good = runProgram({"lesson", lesson(), "--solve"});
        QCOMPARE(good.code, 0);
        QVERIFY2(good.out.contains("Least score of all allowed values: 26.25, by schedules[0].chunks=4"),
                 good.out.constData());
        QByteArray wrong = kLesson;
        wrong.replace("26.25", "27");
        const Ran bad = runProgram({"lesson", written("wrong.json", wrong), "--solve"});
        QCOMPARE(bad.code, 1);
        QVERIFY2(bad.err.contains("steps[1].goal: best is 27, but the least score is 26.25"), bad.err.constData());
    }

    void printsJson() {
        const Ran ran = runProgram({"lesson", lesson(), "--json", "--solve"});
        QCOMPARE(ran.code, 0);
        const QJsonObject root = QJsonDocument::fromJson(ran.out).object();
        const QJsonArray steps = root["steps"].toArray();
        QCOMPARE(root["title"].toString(), QStringLiteral("Verbs"));
        QCOMPARE(steps[0]["prediction"]["right"].toDouble(), 33.0);
        QCOMPARE(steps[1]["challenge"]["par"].toDouble(), 33.0);
        QCOMPARE(steps[1]["challenge"]["solved"]["least"].toDouble(), 26.25);
    }

    void marksAClass() {
        const QString ann = written("ann.json", answers("Ann", R"({"step": 1, "given": -5},
            {"step": 2, "set": {"schedules[0].chunks": 2}})")),
                      bob = written("bob.json", answers("=Bob, jr.", R"({"step": 2, "set": {"workload.devices": 1}},
            {"given": 1})")),
                      old = written("old.json", answers("Old", "", "00"));
        const Ran ran = runProgram({"lesson", lesson(), "--answers", ann, bob});
        QCOMPARE(ran.code, 0);
        const QByteArray expected =
            "name,step,kind,given,right,off,met,score,par,best,error\n"
            "Ann,1,predict,-5,33,1.1515151515151516,false,,,,\n"
            "Ann,2,challenge,schedules[0].chunks=2,,,true,28.5,33,26.25,\n"
            "\"'=Bob, jr.\",2,challenge,workload.devices=1,,,,,33,26.25,\"workload.devices: "
            "is fixed in this challenge; nearest key that can change: \"\"schedules[0].chunks\"\"\"\n"
            "\"'=Bob, jr.\",,,,,,,,,,\"step: is missing; an answer names its step, from 1\"\n";
        QCOMPARE(ran.out, expected);
        const Ran other = runProgram({"lesson", lesson(), "--answers", old, ann});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("sha256: is of another version of the lesson"), other.err.constData());
        QVERIFY(other.out.contains("Ann,1,"));  // the others are marked
    }

    void refusesWhatDoesNotFit_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("error");
        QTest::newRow("two lessons") << QStringList{"other.json"} << "one lesson at a time";
        QTest::newRow("another format") << QStringList{"-o", "x.png"} << "-o: must end in .html or .pdf, is x.png";
        QTest::newRow("a deck alone") << QStringList{"--deck"} << "--deck: needs -o with a file that ends in .pdf";
        QTest::newRow("another notation")
            << QStringList{"--notation", "auto"} << "--notation: must be bubblescope, megatron or papers, not \"auto\"";
        QTest::newRow("marks as a page") << QStringList{"--answers", "a.json", "-o", "x.html"}
                                         << "--answers: cannot be combined";
    }

    void refusesWhatDoesNotFit() {
        QFETCH(QStringList, options);
        QFETCH(QString, error);
        const Ran ran = runProgram(QStringList{"lesson", lesson()} + options);
        QCOMPARE(ran.code, 2);
        QVERIFY2(QString::fromUtf8(ran.err).contains(error), ran.err.constData());
    }

    void writesAPageAndSlides() {
        const QString page = m_dir.filePath("x.html"), deck = m_dir.filePath("x.pdf");
        QCOMPARE(runProgram({"lesson", lesson(), "-o", page}).code, 0);
        QCOMPARE(runProgram({"lesson", lesson(), "-o", deck, "--deck"}).code, 0);
        QFile html(page), pdf(deck);
        QVERIFY(html.open(QIODevice::ReadOnly) && pdf.open(QIODevice::ReadOnly));
        QVERIFY(html.readAll().startsWith("<!DOCTYPE html>"));
        QVERIFY(pdf.readAll().startsWith("%PDF"));
        // A lesson with a false claim is not handed out.
        QByteArray wrong = kLesson;
        wrong.replace("\"predict\"", "\"claims\": \"D == 5\", \"predict\"");
        const QString other = m_dir.filePath("y.html");
        QCOMPARE(runProgram({"lesson", written("wrong.json", wrong), "-o", other}).code, 1);
        QVERIFY(!QFile::exists(other));
    }
};

QTEST_GUILESS_MAIN(TestLessonVerb)

}  // namespace tst_lesson_verb
#include "tst_lesson_verb.moc"
