// Experiment files: their content, that written files read back equal, and the errors of bad ones.

#include "engine/entries/resolve.h"
#include "engine/io/format_of.h"
#include "engine/io/json_text.h"
#include "engine/io/scenario_keys.h"
#include "engine/schemes/scheme.h"
#include "engine/study/experiment_plan.h"
#include "tests/engine/experiment_files.h"
#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment_file {
using nlohmann::json;

namespace {

/// The format's own example, with every key.
const char* const kWhole =
    "{"
    "\"format\": \"bubblescope-experiment\", \"version\": 1,"
    "\"title\": \"Microbatches\", \"note\": \"The notebook's text says T_C = 0, 5, 10; its code runs 0, 4, 16.\","
    "\"workload\": {\"time_unit\": \"ms\"},"
    "\"variables\": {\"R\": {\"title\": \"MBS / D\"}},"
    "\"x\": {\"variable\": \"R\", \"values\": [1, 2, 4, 8]},"
    "\"panels\": {\"variable\": \"comm\", \"values\": [0, 4, 16]},"
    "\"figures\": {\"variable\": \"devices\", \"values\": [2, 4, 8, 16]},"
    "\"bindings\": {\"microbatches\": \"R*D\", \"forward\": \"400/D\", \"backward\": \"800/D\"},"
    "\"series\": [{\"kind\": \"gpipe\"}, {\"kind\": \"1f1b\"}, {\"kind\": \"hanayo\", \"chunks\": 4, \"label\": "
    "\"Hanayo wave=2\"}],"
    "\"metrics\": [\"bubble_ratio\"], \"scale\": \"linear\""
    "}";

/// What reading or planning says, "place: message".
QString errorOf(const std::string& text) {
    auto experiment = readExperiment(text);
    if (!experiment) return QString::fromStdString(experiment.error().text());
    const auto plan = planExperiment(std::move(*experiment));
    return plan ? QString() : QString::fromStdString(plan.error().text());
}

}  // namespace

class TestExperimentFile : public QObject {
    Q_OBJECT

private slots:
    void everyKey() {
        const auto experiment = readExperiment(kWhole);
        QVERIFY2(experiment, experiment ? "" : experiment.error().text().c_str());
        Experiment expected;
        expected.title = "Microbatches";
        expected.note = "The notebook's text says T_C = 0, 5, 10; its code runs 0, 4, 16.";
        expected.variables = {{"R", "MBS / D"}};
        expected.x = {"R", {1, 2, 4, 8}};
        expected.panels = Axis{"comm", {0, 4, 16}};
        expected.figures = Axis{"devices", {2, 4, 8, 16}};
        expected.bindings = {{"backward", "800/D"}, {"forward", "400/D"}, {"microbatches", "R*D"}};
        ScheduleEntry hanayo{"hanayo", "Hanayo wave=2", {}};
        hanayo.own.chunks = 4;
        expected.series = std::vector<ScheduleEntry>{{"gpipe", {}, {}}, {"1f1b", {}, {}}, hanayo};
        QVERIFY(*experiment == expected);
    }

    void defaults() {
        const Experiment experiment = experimentOf();
        QVERIFY(experiment.series == Series(foundingSchedules()));
        QVERIFY(experiment.workload == Workload());
        QCOMPARE(experiment.quantities.size(), std::size_t(1));
        QVERIFY(experiment.quantities[0] == Quantity::BubbleRatio && experiment.scale == Scale::Linear);
        QVERIFY(experiment.view == View::Curves);
    }

    void writtenAndReadAgain_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("whole") << QString(kWhole);
        QTest::newRow("nearly empty") << QString::fromStdString(experimentText());
        QTest::newRow("varied series") << QString::fromStdString(experimentText(
            "\"variables\": {\"q\": {}}, \"workload\": {\"chunks\": 4, \"time_basis\": \"chunk\"}, "
            "\"series\": {\"variable\": \"q\", \"values\": [0.1, -2.5e-7], \"schedule\": {\"kind\": \"hanayo\", "
            "\"label\": \"H\"}}, \"metrics\": [\"peak_activations\", \"total_time\"], \"scale\": \"log\""));
        QTest::newRow("winner map") << QString::fromStdString(
            experimentText("\"panels\": {\"variable\": \"comm\", \"values\": [0, 4]}, \"view\": \"winner-map\""));
    }

    void writtenAndReadAgain() {
        QFETCH(QString, text);
        const auto experiment = readExperiment(text.toStdString());
        QVERIFY2(experiment, experiment ? "" : experiment.error().text().c_str());
        const std::string written = writeExperiment(*experiment);
        const auto again = readExperiment(written);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(*again == *experiment);
        QCOMPARE(writeExperiment(*again), written);
    }

    void saysWhatItIs_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("is");
        QTest::newRow("an experiment") << QString(kWhole) << true;
        QTest::newRow("format last")
            << R"({"x": {"format": "bubblescope-scenario"}, "format": "bubblescope-experiment"})" << true;
        QTest::newRow("broken after it") << R"({"format": "bubblescope-experiment", oops)" << true;
        QTest::newRow("a scenario")
            << R"({"format": "bubblescope-scenario", "a": {"format": "bubblescope-experiment"}})" << false;
        QTest::newRow("inside") << R"({"a": {"format": "bubblescope-experiment"}})" << false;
        QTest::newRow("a list") << R"(["format", "bubblescope-experiment"])" << false;
        QTest::newRow("an object in its place") << R"({"format": {"format": "bubblescope-experiment"}})" << false;
        QTest::newRow("nothing") << QString() << false;
        QTest::newRow("brackets") << QString(100'000, '[') << false;
    }

    void saysWhatItIs() {
        QFETCH(QString, text);
        QTEST(formatOf(text.toStdString()) == "bubblescope-experiment", "is");
    }

    void aDraftMayBeWrong() {
        const std::string text = experimentText("\"bindings\": {\"microbatches\": \"2*\"}");
        QVERIFY(!readExperiment(text));
        const auto draft = readDraft(text);
        QVERIFY(draft);
        QCOMPARE(draft->bindings[0].formula, std::string("2*"));
        QVERIFY(*readDraft(writeExperiment(*draft)) == *draft);
    }

    void settings() {
        const auto with = [](std::vector<Setting> settings) { return readExperiment(kWhole, settings); };
        const auto changed = with({{"workload.comm", "7"},
                                   {"bindings.forward", "T_B/2"},
                                   {"bindings.weight_fraction", "0.5"},
                                   {"x.values[1]", "3"},
                                   {"series[2].chunks", "2"},
                                   {"figures", "{\"variable\": \"devices\", \"values\": [6]}"},
                                   {"variables.R.title", "a title"},
                                   {"scale", "log"}});
        QVERIFY2(changed, changed ? "" : changed.error().text().c_str());
        QVERIFY(changed->workload.comm == Comm(7.0));
        QCOMPARE(changed->bindings[1].formula, std::string("T_B/2"));
        QCOMPARE(changed->bindings.size(), std::size_t(4));
        QCOMPARE(changed->x.values[1], 3.0);
        QCOMPARE(*std::get<0>(changed->series)[2].own.chunks, 2);
        QCOMPARE(changed->figures->values, std::vector<double>{6});
        QCOMPARE(changed->variables[0].title, std::string("a title"));
        QVERIFY(changed->scale == Scale::Log);
        QCOMPARE(with({{"bindings.forwrd", "1"}}).error().text(),
                 std::string("--set bindings.forwrd: unknown key \"forwrd\"; nearest: \"forward\""));
        QCOMPARE(with({{"schedules[0].chunks", "1"}}).error().field, std::string("--set schedules[0].chunks"));
        QCOMPARE(with({{"x.values[4]", "1"}}).error().field, std::string("--set x.values[4]"));
    }

    void refused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* more, const char* says) {
            QTest::newRow(more) << QString::fromStdString(experimentText(more)) << QString(says);
        };
        row("\"tilte\": 1", "tilte: unknown key; nearest: \"title\"");
        row("\"title\": 1", "title: must be text in quotes, is 1");
        row("\"x\": 1", "x: this key appears twice; remove one");
        row("\"workload\": {\"devs\": 1}", "workload.devs: unknown key; nearest: \"devices\"");
        row("\"panels\": {\"variable\": \"comm\"}", "panels.values: is missing; it lists numbers");
        row("\"panels\": {\"values\": [1]}", "panels.variable: is missing; it names a workload key");
        row("\"panels\": {\"variable\": \"comm\", \"values\": []}", "panels.values: needs at least one value");
        row("\"panels\": {\"variable\": \"comm\", \"values\": [0, \"4\"]}",
            "panels.values[1]: must be a number, is \"4\"");
        row("\"panels\": {\"variable\": \"com\", \"values\": [0]}",
            "panels.variable: \"com\" is neither a workload key nor declared in variables; nearest: \"comm\"");
        row("\"panels\": {\"variable\": \"chunks\", \"values\": [2, 2.5]}",
            "panels.values[1]: chunks must be a whole number, is 2.5");
        row("\"panels\": {\"variable\": \"chunks\", \"values\": [2, 3e9]}",
            "panels.values[1]: chunks must be at most 1,000,000,000, is 3e+09");
        row("\"panels\": {\"variable\": \"time_basis\", \"values\": [1]}",
            "panels.variable: \"time_basis\" is not a number, so an axis cannot vary it");
        row("\"panels\": {\"variable\": \"devices\", \"values\": [1]}",
            "x.variable: panels already varies \"devices\"");
        row("\"variables\": {\"R\": {}}", "variables.R: no axis varies this variable");
        row("\"variables\": {\"T_C\": {}}",
            "variables.T_C: this name is already used for the workload's comm; choose another");
        row("\"variables\": {\"a-b\": {}}", "variables.a-b: a name must have at most 32 letters, digits and _");
        row("\"variables\": {\"min\": {}}", "variables.min: this name has another meaning in formulas");
        row("\"bindings\": {\"forward\": []}", "bindings.forward: must be a formula in quotes or a number, is a list");
        row("\"bindings\": {\"forwards\": \"4\"}", "bindings.forwards: unknown key; nearest: \"forward\"");
        row("\"bindings\": {\"time_basis\": \"1\"}", "bindings.time_basis: is not a number");
        row("\"bindings\": {\"devices\": \"4\"}",
            "bindings.devices: an axis already varies this key; remove the axis or the formula");
        row("\"bindings\": {\"forward\": \"400/Q\"}",
            "bindings.forward: \"400/Q\", column 5: unknown name \"Q\"; nearest: \"D\"");
        row("\"bindings\": {\"forward\": \"400/\"}",
            "bindings.forward: \"400/\", column 5: expected a number, a name or ( at the end");
        row("\"bindings\": {\"microbatches\": \"2*MBS\"}",
            "bindings.microbatches: the formulas form a cycle: microbatches → microbatches");
        row("\"bindings\": {\"forward\": \"T_B/2\", \"backward\": \"r + MBS\", \"microbatches\": \"T_F\"}",
            "bindings.backward: the formulas form a cycle: backward → microbatches → forward → backward");
        // T_W is a share of T_B, unless the weight is given.
        row("\"bindings\": {\"backward\": \"2*T_W\"}",
            "bindings.backward: the formulas form a cycle: backward → backward");
        row("\"bindings\": {\"backward\": \"2*T_W\"}, \"workload\": {\"weight\": 50}", "");
        row("\"series\": []", "series: needs at least one schedule");
        row("\"series\": 3", "series: must be a list of schedules or an object");
        row("\"series\": [{\"kind\": \"gpip\"}]", "series[0].kind: unknown schedule \"gpip\"; nearest: \"gpipe\"");
        row("\"series\": [{\"chunks\": 2}]", "series[0].kind: is missing; must be one of gpipe, ");
        row("\"series\": {\"variable\": \"chunks\", \"values\": [2]}",
            "series.schedule: is missing; the series run it");
        row("\"series\": {\"variable\": \"chunks\", \"values\": [2], \"schedule\": {\"kind\": \"hanayo\", \"chunks\": "
            "2}}",
            "series.schedule.chunks: must be left out here, as the series vary it");
        row("\"metrics\": []", "metrics: needs at least one measure");
        row("\"metrics\": [\"bubble\"]", "metrics[0]: unknown metric \"bubble\"; nearest: \"bubble_ratio\"");
        row("\"metrics\": [\"total_time\", \"total_time\"]", "metrics[1]: is listed twice; remove one");
        row("\"scale\": \"logarithmic\"", "scale: must be \"linear\" or \"log\", is \"logarithmic\"");
        row("\"view\": \"map\"", "view: must be \"curves\" or \"winner-map\", is \"map\"");
        row("\"view\": \"winner-map\"", "view: a winner map needs a second axis; add \"panels\"");

        // What only shows at a point says at which.
        row("\"bindings\": {\"microbatches\": \"D/4\"}",
            "bindings.microbatches: must be a whole number; \"D/4\" is 0.5 (GPipe at D = 2)");
        row("\"bindings\": {\"microbatches\": \"1e12\"}",
            "bindings.microbatches: must be a whole number from 1 to 1,000,000; \"1e12\" is 1e+12 (GPipe at D = 2)");
        row("\"bindings\": {\"microbatches\": \"0*D\"}",
            "bindings.microbatches: must be from 1 to 1000000, is 0 (GPipe at D = 2)");
        row("\"bindings\": {\"forward\": \"1/(4 - D)\"}",
            "bindings.forward: \"1/(4 - D)\" is infinite (GPipe at D = 4)");
        row("\"bindings\": {\"forward\": \"sqrt(2 - D)\"}",
            "bindings.forward: \"sqrt(2 - D)\" is not a number (GPipe at D = 4)");
        row("\"bindings\": {\"forward\": \"3 - D\"}",
            "bindings.forward: must be a finite time, 0 or more, is -1 (GPipe at D = 4)");
        row("\"panels\": {\"variable\": \"recompute\", \"values\": [0, 2]}",
            "panels.values[1]: must be from 0 to 1, is 2 (GPipe at r = 2, D = 2)");
        row("\"workload\": {\"forward\": [1, 2]}",
            "workload.forward: needs 4 entries, one per device, has 2 (GPipe at D = 4)");
        row("\"workload\": {\"forward\": [1, 2]}, \"bindings\": {\"backward\": \"2*T_F\"}",
            "bindings.backward: T_F in \"2*T_F\" is a list here; a formula needs a single number (GPipe at D = 2)");
        row("\"series\": [{\"kind\": \"1f1b\", \"weight\": [1, 2, 300, 4]}]",
            "series[0].weight: needs 2 entries, one per device, has 4 (1F1B at D = 2)");
        row("\"series\": [{\"kind\": \"hanayo\", \"microbatches\": 1000000, \"chunks\": 64}]",
            "series[0]: 256,000,000 ops exceed the limit of 200,000,000 (Hanayo, 32 waves at D = 2)");
        row("\"series\": {\"variable\": \"chunks\", \"values\": [2, 65], \"schedule\": {\"kind\": \"hanayo\"}}",
            "series.values[1]: must be from 1 to 64, is 65 (v = 65 at D = 2)");

        QTest::newRow("not JSON") << "{"
                                  << "not JSON at line 1, column";
        QTest::newRow("no format") << "{}"
                                   << "format: is missing; an experiment needs \"format\": \"bubblescope-experiment\"";
        QTest::newRow("a scenario")
            << "{\"format\": \"bubblescope-scenario\", \"version\": 1}"
            << "format: this is a scenario, not an experiment; \"bubblescope simulate\" runs it";
        QTest::newRow("newer") << "{\"format\": \"bubblescope-experiment\", \"version\": 3}"
                               << "version: is 3, newer than this program can read; it reads version 1 or 2";
        QTest::newRow("no x") << "{\"format\": \"bubblescope-experiment\", \"version\": 1}"
                              << "x: is missing; it says what varies along the axis";
    }

    void refused() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const QString said = errorOf(text.toStdString());
        QVERIFY2(says.isEmpty() ? said.isEmpty() : said.startsWith(says), qPrintable(said));
        QVERIFY(!said.contains('\n'));
    }

    void everyDamagedByteIsReadOrRefused() {
        Random random(propertySeed());
        const std::string whole = kWhole, likely = "0123456789.-+*/^(),:?<>=&\"DRTvx_ ";
        int planned = 0;
        for (int i = 0; i < rounds(5'000); ++i) {
            std::string damaged = whole;
            for (int n = randomInt(random, 1, 3); n > 0; --n) {
                const int byte = randomInt(random, 0, 255);
                damaged[std::size_t(randomInt(random, 0, int(whole.size()) - 1))] =
                    byte < 8 ? char(byte * 31) : likely[std::size_t(byte) % likely.size()];
            }
            const QString line = errorOf(damaged);
            planned += line.isEmpty();
            for (const uint c : line.toUcs4()) QVERIFY2(QChar::category(c) != QChar::Other_Control, qPrintable(line));
            QVERIFY2(line.size() < 600, qPrintable(line));
        }
        QVERIFY(planned > metIn(5'000, 20));
    }

    void aScenarioReaderSaysWhatItIs() {
        QCOMPARE(readScenario(kWhole).error().text(),
                 std::string("format: this is an experiment, not a scenario; \"bubblescope sweep\" runs it"));
    }

    void boundsAreCheckedBeforeWork() {
        const auto values = [](int count) {
            std::string list(1, '[');
            for (int i = 0; i < count; ++i) list.append(i ? "," : "").append(std::to_string(i));
            return list + ']';
        };
        const auto axis = [&](const char* key, const char* variable, int count) {
            return std::string("\"") + key + "\": {\"variable\": \"" + variable + "\", \"values\": " + values(count) +
                   "}";
        };
        QCOMPARE(errorOf(experimentText(axis("panels", "comm", 1000) + ", " + axis("figures", "imbalance", 101))),
                 QString("x.values: 1,010,000 points, the limit is 1,000,000"));
        QCOMPARE(
            errorOf(experimentText(axis("panels", "comm", 500) +
                                   ", \"workload\": {\"microbatches\": 1000000}, \"bindings\": {\"chunks\": \"8\"}")),
            QString("x.values: the points have more than 100,000,000,000 ops in total; use fewer or smaller "
                    "points"));
        std::string row, matrix;
        for (int i = 0; i < 512; ++i) row += i ? ",1" : "1";
        for (int i = 0; i < 512; ++i) matrix += (i ? ",[" : "[") + row + "]";
        QVERIFY(
            errorOf(experimentText("\"workload\": {\"comm\": [" + matrix + "]}, " + axis("panels", "imbalance", 500)))
                .startsWith("x.values: 1,310,720,000 times in lists over all points, the limit is 1,000,000,000"));
    }

    /// Files cannot be so; what a form makes could.
    void whatIsNotSortedIsRefused() {
        Experiment experiment = experimentOf("\"bindings\": {\"backward\": \"1\", \"forward\": \"1\"}");
        experiment.bindings[0].key = "forward";
        QCOMPARE(checkExperiment(experiment).error().field, std::string("bindings.forward"));
        experiment = experimentOf();
        experiment.variables = {{"b", {}}, {"a", {}}};
        experiment.panels = Axis{"a", {1}};
        experiment.figures = Axis{"b", {1}};
        QCOMPARE(checkExperiment(experiment).error().field, std::string("variables.a"));
    }
};

QTEST_APPLESS_MAIN(TestExperimentFile)

}  // namespace tst_experiment_file
#include "tst_experiment_file.moc"
