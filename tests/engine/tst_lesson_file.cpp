// Files of lessons: their words with numbers inserted, their highlights, and errors with their places.

#include "engine/io/json_fields.h"
#include "engine/io/lesson_file.h"
#include "engine/lessons/lesson_highlight.h"
#include "engine/lessons/lesson_words.h"
#include "engine/results/published.h"
#include "tests/engine/bare_number.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_lesson_file {

namespace {

/// 4 devices, 8 microbatches, T_F 1, T_B 2, on GPipe and 1F1B: both take (8 + 3) * 3 = 33.
constexpr const char* kDocument =
    R"("document": {"workload": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2, "time_unit": ""},
                    "schedules": [{"kind": "gpipe"}, {"kind": "1f1b"}]})";

std::string fileOf(const std::string& steps, const std::string& document = kDocument) {
    return R"({"format": "bubblescope-lesson", "version": 1, "title": "T", )" + document +
           (document.empty() ? "" : ", ") + R"("steps": [)" + steps + "]}";
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::optional<std::string> presetText(std::string_view name) {
    if (name != "one") return std::nullopt;
    return R"({"format": "bubblescope-scenario", "version": 1, "schedules": [{"kind": "1f1b"}]})";
}

Result<Lesson> read(const std::string& text) { return readLesson(text, presetText); }

std::string errorOf(const std::string& text) {
    const auto lesson = read(text);
    return lesson ? "none" : lesson.error().text();
}

/// What the last step says.
SpokenStep said(const std::string& steps, const std::string& document = kDocument) {
    const auto lesson = read(fileOf(steps, document));
    if (!lesson) qFatal("%s", lesson.error().text().c_str());
    auto spoken = speakAll(*lesson).back();
    if (!spoken) qFatal("%s", spoken.error().text().c_str());
    return *spoken;
}

const Scenario& sceneOf(const Lesson& lesson, std::size_t step) { return std::get<Scenario>(lesson.steps[step].scene); }

}  // namespace

class TestLessonFile : public QObject {
    Q_OBJECT

private slots:
    void numbersArePutIn_data() {
        QTest::addColumn<QString>("caption");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a quantity") << "takes {total_time_2}"
                                    << "takes 33";
        QTest::newRow("a formula") << "{(MBS + D - 1) * (T_F + T_B)} = {total_time_1}"
                                   << "33 = 33";
        QTest::newRow("two decimals at most") << "{1 / 3}, {1 / 2}, {2}"
                                              << "0.33, 0.5, 2";
        QTest::newRow("so many decimals") << "{1 / 2:.2} {2:.1} {2.5:.0}"
                                          << "0.50 2.0 2";
        QTest::newRow("a percentage") << "{bubble_ratio_1:%}, {3 / 4:%}"
                                      << "27.3%, 75%";
        QTest::newRow("its decimals") << "{bubble_ratio_1:.2%}"
                                      << "27.27%";
        QTest::newRow("a choice is no format") << "{D > 2 ? 1 : 0}"
                                               << "1";
        QTest::newRow("braces") << "{{D}} is {D}"
                                << "{D} is 4";
        QTest::newRow("below zero") << "{-D}, {0 * -1}, {-1 / 1000:.1}"
                                    << "\u22124, 0, 0.0";
        QTest::newRow("a format behind a choice") << "{D > 2 ? 1 / 4 : 0:%}, {D > 2 ? 1 : 0:.1}"
                                                  << "25%, 1.0";
        QTest::newRow("a worker's") << "{peak_activations_2_0}, {peak_activations_2_3}"
                                    << "4, 1";
        QTest::newRow("a key of one schedule") << "{devices_1}, {comm_2}"
                                               << "4, 0";
    }

    void numbersArePutIn() {
        QFETCH(QString, caption);
        QTEST(QString::fromStdString(said(R"({"caption": )" + quoted(caption.toStdString()) + "}").caption),
              "expected");
    }

    void aCollectiveHasItsOwnNumbers() {
        // A ring of 4: 2 * 3 steps, each of a quarter.
        const SpokenStep spoken = said(
            R"({"caption": "{ranks} {steps_1} {sent_1} {time_1}", "after": 6, "claims": ["steps_1 == 2 * ranks - 2"]})",
            R"("document": {"collective": "all-reduce", "ranks": 4, "bytes": 4e6,
                     "cluster": {"node_size": 4, "intra": {"latency_us": 0, "bandwidth_gbs": 1}}})");
        QCOMPARE(QString::fromStdString(spoken.caption), QStringLiteral("4 6 1.5 6000"));
        QVERIFY(spoken.allHold());
    }

    void aStepOfTrainingHasItsTimes() {
        const SpokenStep spoken =
            said(R"({"caption": "{times_layers_1} {times_forward_1} {total_time_1} {exposed_comm_1}"})",
                 R"("document": {"schedules": [{"step": "ddp-blocking", "ranks": 2, "times":
                {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 15, "optimizer": 5}}]})");
        QCOMPARE(QString::fromStdString(spoken.caption), QStringLiteral("4 10 185 60"));
    }

    void claimsAreTrueOrNot() {
        const SpokenStep spoken = said(R"({"caption": "c", "claims": ["total_time_1 == 33", "total_time_1 < 33"]})");
        QVERIFY(spoken.claims[0].holds);
        QVERIFY(!spoken.claims[1].holds);
        QVERIFY(!spoken.allHold());
    }

    void constantsAreKeptForLaterSteps() {
        const std::string steps =
            R"({"caption": "c", "let": {"before": "total_time_1", "twice": "2 * total_time_1"}},
               {"caption": "{before} {twice} {total_time_1}", "set": {"workload.microbatches": 16}})";
        QCOMPARE(QString::fromStdString(said(steps).caption), QStringLiteral("33 66 57"));
    }

    /// In any number of steps, however many there were before.
    void laterStepsHaveConstantsToo() {
        const auto step = [](const std::string& caption, const std::string& name, const std::string& formula) {
            return "{\"caption\": " + quoted(caption) + ", \"let\": {" + quoted(name) + ": " + quoted(formula) + "}}";
        };
        std::string steps = step("c", "a", "1"), text = "{a}";
        for (char name = 'b'; name <= 'j'; ++name) {
            steps += ", " + step(text, {name}, {static_cast<char>(name - 1), '+', '1'});
            text += std::string(" {") + name + '}';
        }
        QCOMPARE(QString::fromStdString(said(steps + ", {\"caption\": " + quoted(std::string(text)) + '}').caption),
                 QStringLiteral("1 2 3 4 5 6 7 8 9 10"));
    }

    void constantsMayUseEachOther() {
        const std::string step = R"({"caption": "{aa} {bb} {cc}", "let": {"aa": "cc + 1", "bb": "aa + 1", "cc": "D"}})";
        QCOMPARE(QString::fromStdString(said(step).caption), QStringLiteral("5 6 4"));
        const std::string ring = errorOf(fileOf(R"({"caption": "c", "let": {"aa": "bb", "bb": "aa", "cc": "D"}})"));
        QVERIFY2(ring.starts_with("steps[0].let.aa: "), ring.c_str());
        // A later document may not have a number that is called so.
        const std::string clash = errorOf(fileOf(R"({"caption": "c", "let": {"time_1": "42"}},
            {"caption": "{time_1}", "document": {"collective": "all-reduce", "ranks": 4}})"));
        QCOMPARE(QString::fromStdString(clash), QStringLiteral("steps[1].document: has a number called time_1, which "
                                                               "\"let\" of an earlier step defines; rename it there"));
    }

    /// A number that a paper prints goes with its schedule, which may be another one of those shown, or none.
    void publishedNumbersFollowWhatIsShown() {
        const std::string document =
            R"("document": {"workload": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2},
               "schedules": [{"kind": "gpipe"}, {"kind": "1f1b"}], "published":
               [{"schedule": 0, "quantity": "peak_activations", "printed": "8, 8, 8, 8"},
                {"schedule": 1, "quantity": "total_time", "printed": "33"}]})";
        const auto lesson =
            read(fileOf(R"({"caption": "c", "show": [2]}, {"caption": "c", "show": [2, 1]})", document));
        QVERIFY(lesson);
        const Scenario &one = sceneOf(*lesson, 0), &both = sceneOf(*lesson, 1);
        QCOMPARE(one.published.size(), std::size_t(1));
        QVERIFY(checkPublished(one) && checkPublished(both));
        QCOMPARE(comparedNumbers(one, 0, *run(one, 0).value()).front().published.printed, std::string("33"));
        QCOMPARE(comparedNumbers(both, 1, *run(both, 1).value()).front().here, std::string("8, 8, 8, 8"));
    }

    void endlessNumbersAreNotSaid() {
        const auto lesson = read(fileOf(R"({"caption": "{D * 1e307:%}"})"));
        QVERIFY(lesson);
        const auto spoken = speakAll(*lesson).back();
        QVERIFY(!spoken);
        QCOMPARE(QString::fromStdString(spoken.error().text()), QStringLiteral("caption: \"D * 1e307\" is infinite"));
    }

    void settingsAreKeptUntilAnotherDocument() {
        const auto lesson = read(fileOf(R"({"caption": "c", "set": {"workload.devices": 8}},
            {"caption": "c", "set": {"workload.comm": 1}}, {"caption": "c", "document": "preset:one"})"));
        QVERIFY(lesson);
        QCOMPARE(sceneOf(*lesson, 0).workload.devices, 8);
        QCOMPARE(sceneOf(*lesson, 1).workload.devices, 8);
        QCOMPARE(std::get<double>(sceneOf(*lesson, 1).workload.comm), 1.0);
        QCOMPARE(sceneOf(*lesson, 2).workload.devices, 4);
        QCOMPARE(sceneOf(*lesson, 2).schedules.size(), std::size_t(1));
    }

    /// A step names what it shows by its place in the document, and what it says of it by its place on screen.
    void shownSchedulesAreNumberedFromTheTop() {
        const std::string step = R"({"caption": "{peak_activations_1}", "show": [2]})";
        QCOMPARE(QString::fromStdString(said(step).caption), QStringLiteral("4"));
        const auto lesson = read(fileOf(R"({"caption": "c", "show": [2, 1]})"));
        QCOMPARE(sceneOf(*lesson, 0).schedules[0].kind, std::string("1f1b"));
        QCOMPARE(sceneOf(*lesson, 0).schedules[1].kind, std::string("gpipe"));
    }

    void whatIsPointedOutIsFound_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("spans");
        QTest::newRow("an op") << "2B7" << 1 << 0;
        QTest::newRow("all forwards of a stage") << "0F*" << 8 << 0;
        QTest::newRow("all that a device does") << "device 3" << 0 << 1;
        // GPipe: device 0 waits once, in the middle; device 3 before and behind; the others three times.
        QTest::newRow("a device's idle time") << "idle 0" << 0 << 1;
        QTest::newRow("with a schedule") << "#1:idle 3" << 0 << 2;
        QTest::newRow("one stretch") << "idle 1 2" << 0 << 1;
        QTest::newRow("all idle time") << "idle" << 0 << 1 + 3 + 3 + 2;
        QTest::newRow("no such stretch") << "idle 0 2" << -1 << 0;
        QTest::newRow("no such device") << "idle 4" << -1 << 0;
        QTest::newRow("no such op") << "4F0" << -1 << 0;
    }

    void whatIsPointedOutIsFound() {
        QFETCH(QString, text);
        QFETCH(int, rows);
        const auto lesson = read(fileOf(R"({"caption": "c", "highlight": )" + quoted(text.toStdString()) + "}"));
        QVERIFY2(lesson, lesson ? "" : lesson.error().text().c_str());
        const LessonRuns runs = runsOf(lesson->steps[0].scene);
        const auto found = findHighlight(text.toStdString(), **runs.schedules[0]);
        QCOMPARE(found.has_value(), rows >= 0);
        if (!found) return;
        QCOMPARE(int(found->rows.size()), rows);
        QTEST(int(found->spans.size()), "spans");
    }

    void theWayToTheEndIsPointedOut() {
        const auto lesson = read(fileOf(R"({"caption": "c", "highlight": )" + quoted("#2:critical") + "}"));
        QVERIFY(lesson);
        QCOMPARE(scheduleOfHighlight("#2:critical"), std::size_t(1));
        const LessonRuns runs = runsOf(lesson->steps[0].scene);
        const auto found = findHighlight("#2:critical", **runs.schedules[1]);
        QVERIFY(found && found->isCriticalPath && !found->rows.empty());
    }

    void refusalsSayWhereAndWhatWouldDo_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto step = [](const char* rest) { return QString::fromStdString(fileOf(rest)); };
        const auto row = [](const char* name, const QString& text, const char* expected) {
            QTest::newRow(name) << text << QString(expected);
        };
        row("no steps", step(""), "steps: must be a list of at least one step");
        row("no title", R"({"format": "bubblescope-lesson", "version": 1, "steps": []})",
            "title: is missing; lists and the window show it");
        row("another format", R"({"format": "bubblescope-scenario", "version": 1})",
            "format: this is a scenario, not a lesson; \"bubblescope simulate\" runs it");
        row("unknown key", step(R"({"captoin": "c"})"), "steps[0].captoin: unknown key; nearest: \"caption\"");
        row("nothing said", step("{}"), "steps[0].caption: is missing; every step needs a caption");
        row("no document", QString::fromStdString(fileOf(R"({"caption": "c"})", "")),
            "steps[0].document: is missing; the step or the lesson needs a document to show");
        row("unknown preset", step(R"({"caption": "c", "document": "preset:two"})"),
            "steps[0].document: unknown preset; \"bubblescope list presets\", \"list figures\" and \"list "
            "collectives\" "
            "print the names");
        row("bad workload",
            QString::fromStdString(fileOf(R"({"caption": "c"})", R"("document": {"workload": {"devices": 0}})")),
            "document.workload.devices: must be from 1 to 4096, is 0");
        row("bad setting", step(R"({"caption": "c"}, {"caption": "c", "set": {"workload.devcies": 2}})"),
            "steps[1].set.workload.devcies: unknown key \"devcies\"; nearest: \"devices\"");
        row("no such schedule", step(R"({"caption": "c", "show": [1, 3]})"),
            "steps[0].show[1]: must be the number of one of the document's schedules, from 1 to 2");
        row("open brace", step("{\"caption\": \"D is {D\"}"),
            "steps[0].caption: \"D is {D\", column 6: the { is never closed; write {{ for a brace");
        row("unknown name", step(R"({"caption": "D is {DD}"})"),
            "steps[0].caption: in the braces at column 6: \"DD\", column 1: unknown name \"DD\"; nearest: "
            "\"D\"");
        row("a schedule that is not shown", step(R"({"caption": "c", "show": [1], "claims": ["total_time_2 > 1"]})"),
            "steps[0].claims[0]: \"total_time_2 > 1\", column 1: unknown name \"total_time_2\"; nearest: "
            "\"total_time_1\"");
        row("unknown format", step(R"({"caption": "{D:x}"})"),
            "steps[0].caption: \"{D:x}\", column 1: expected %, .1 or .1% after the colon, e.g. {bubble_ratio_1:%}");
        row("a question alone", step(R"({"caption": "c", "question": "q"})"),
            "steps[0].answer: a question and its answer must come together; one of them is missing");
        row("a name that is taken", step(R"({"caption": "c", "let": {"D": "2"}})"),
            "steps[0].let.D: is already the name of a number; choose another name");
        row("nothing that can be pointed at", step(R"({"caption": "c", "highlight": ["2B7", "idel"]})"),
            "steps[0].highlight[1]: \"idel\" is not a highlight; expected an op such as 2B7, \"idle\", \"idle 3\" (on "
            "device 3), \"idle 3 1\" (its first gap), \"device 3\" or \"critical\"; prefix \"#2:\" for the second "
            "schedule");
        row("of a schedule that is not there",
            step((R"({"caption": "c", "highlight": )" + quoted("#3:idle") + "}").c_str()),
            "steps[0].highlight[0]: \"#3:idle\": the step shows only 2 schedules");
        row("unknown mark", step(R"({"caption": "c", "marks": "hold"})"),
            "steps[0].marks[0]: unknown mark; expected fetches, transfers, held or critical; nearest: \"held\"");
        row("range turned round", step(R"({"caption": "c", "range": [5, 2]})"),
            "steps[0].range: must be two times, the earlier one first");
        row("too large for a room", step(R"({"caption": "c", "set": {"workload.microbatches": 100000}})"),
            "steps[0].document: has 1,600,000 operations; a lesson step can show at most 500,000");
    }

    void refusalsSayWhereAndWhatWouldDo() {
        QFETCH(QString, text);
        QTEST(QString::fromStdString(errorOf(text.toStdString())), "expected");
    }

    /// A file from a stranger is refused before it costs anything.
    void hostileFilesAreRefused() {
        QCOMPARE(QString::fromStdString(errorOf(std::string(kMaxLessonBytes + 1, ' '))),
                 QStringLiteral("larger than the limit of 1 MB for a lesson"));
        std::string steps = R"({"caption": "c"})";
        for (std::size_t i = 0; i < kMaxLessonSteps; ++i) steps += R"(, {"caption": "c"})";
        QCOMPARE(QString::fromStdString(errorOf(fileOf(steps))),
                 QStringLiteral("steps: must have at most 100 steps, has 101"));
        QVERIFY(QString::fromStdString(errorOf(fileOf(R"({"caption": )" + quoted(std::string(1001, 'a')) + "}")))
                    .startsWith(QStringLiteral("steps[0].caption: is longer than 1000 characters")));
        std::string claims;
        for (int i = 0; i < 17; ++i) claims += (i ? ", " : "") + std::string("\"D\"");
        QCOMPARE(QString::fromStdString(errorOf(fileOf(R"({"caption": "c", "claims": [)" + claims + "]}"))),
                 QStringLiteral("steps[0].claims: a step can have at most 16, has 17"));
        const std::string deep = std::string(5000, '[') + std::string(5000, ']');
        QVERIFY2(errorOf(fileOf(R"({"caption": "c", "document": )" + deep + "}")).find("deep") != std::string::npos,
                 errorOf(fileOf(R"({"caption": "c", "document": )" + deep + "}")).c_str());
    }

    void digitsInWordsAreFound() {
        QCOMPARE(bareNumber("takes 33"), std::string("33"));
        QCOMPARE(bareNumber("(D - 1)"), std::string("1"));
        QCOMPARE(bareNumber("1F1B, F3, ZeRO-3 and ZB-H1"), std::string());
        QCOMPARE(bareNumber("{D + 3} devices"), std::string());
    }

    void theTitleAloneIsChanged() {
        const auto lesson = read(withLessonTitle(fileOf(R"({"caption": "c"})"), "Another"));
        QVERIFY(lesson);
        QCOMPARE(lesson->title, std::string("Another"));
        QCOMPARE(lesson->steps.size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestLessonFile)

}  // namespace tst_lesson_file
#include "tst_lesson_file.moc"
