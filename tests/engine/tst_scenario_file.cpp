// The scenario file: what is written reads back equal, every rule of the format holds, and every refusal names its
// place. tests/app/tst_bad_files.cpp drives the program with whole bad files.

#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "tests/engine/random_scenario.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scenario_file {

namespace {

const std::string kHead = R"({"format": "bubblescope-scenario", "version": 1)";

std::string file(const std::string& rest) { return kHead + (rest.empty() ? "" : ", " + rest) + "}"; }
std::string withWorkload(const std::string& keys) { return file(R"("workload": {)" + keys + "}"); }

/// A scenario that uses overrides of every type.
Scenario overridden(Random& random) {
    Scenario scenario = randomScenario(random);
    scenario.title = "T \"quoted\" \\ tab\t and café \xf0\x9f\x9a\x80";
    const char* units[] = {"ns", "us", "ms", "s", ""};
    scenario.workload.timeUnit = units[randomInt(random, 0, 4)];
    for (ScheduleEntry& entry : scenario.schedules) {
        if (randomInt(random, 0, 1)) entry.label = "label\n\x01" + std::string(randomInt(random, 0, 200), 'x');
        Workload own = randomWorkload(random);
        own.devices = scenario.workload.devices;
        if (randomInt(random, 0, 2)) continue;
        entry.own.microbatches = own.microbatches;
        entry.own.forward = randomPerDevice(random, own.devices);
        entry.own.backward = randomPerDevice(random, own.devices, 100);
        entry.own.weight = 1e-6;
        entry.own.weightFraction = own.weightFraction;
        entry.own.forwardBackward = randomPerDevice(random, own.devices);
        entry.own.comm = own.comm.index() == 1 ? Comm(0.1) : own.comm;
        entry.own.recompute = own.recompute;
        entry.own.imbalance = own.imbalance;
        entry.own.weightHold = own.weightHold;
        entry.own.recomputeKeep = own.recomputeKeep;
        entry.own.memoryLimit = own.memoryLimit;
        entry.own.embedding = own.embedding;
        entry.own.head = own.head;
        entry.own.timeBasis = own.timeBasis;
    }
    return scenario;
}

std::string repeated(std::string_view text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

QString refusal(const std::string& bytes, const std::vector<Setting>& settings = {}) {
    const auto scenario = readScenario(bytes, settings);
    return scenario ? QStringLiteral("(accepted)") : QString::fromStdString(scenario.error().text());
}

}  // namespace

class TestScenarioFile : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenReadsBackEqual() {
        Random random(propertySeed());
        for (int i = 0; i < rounds(2000); ++i) {
            const Scenario scenario = overridden(random);
            const std::string text = writeScenario(scenario);
            const auto back = readScenario(text);
            QVERIFY2(back.has_value(), back ? "" : (back.error().text() + "\n" + text).c_str());
            QVERIFY2(*back == scenario, text.c_str());
            QCOMPARE(writeScenario(*back), text);
        }
    }

    void numbersReadBackToTheLastBit() {
        Random random(propertySeed());
        for (int i = 0; i < rounds(2000); ++i) {
            Scenario scenario = foundingScenario();
            scenario.workload.forward =
                std::ldexp(std::generate_canonical<double, 53>(random), randomInt(random, -60, 30));
            scenario.workload.comm = 1.0 / randomInt(random, 1, 1000000);
            const auto back = readScenario(writeScenario(scenario));
            QVERIFY(back.has_value());
            QVERIFY(back->workload == scenario.workload);
        }
    }

    void writtenText() {
        Scenario scenario;
        scenario.title = "A";
        scenario.workload.devices = 2;
        scenario.workload.forward = std::vector<double>{100000, 0.1};
        scenario.workload.comm = std::vector<std::vector<double>>{{0, 1.5}, {20, 0}};
        scenario.schedules = {{"gpipe", {}, {}}, {"hanayo", "two waves", {}}};
        scenario.schedules[1].own.chunks = 4;
        QCOMPARE(writeScenario(scenario), R"({
  "format": "bubblescope-scenario",
  "version": 2,
  "title": "A",
  "workload": {
    "devices": 2,
    "microbatches": 8,
    "chunks": 2,
    "forward": [100000, 0.1],
    "backward": 200,
    "weight_fraction": 0.5,
    "comm": [
      [0, 1.5],
      [20, 0]
    ],
    "recompute": 0,
    "imbalance": 0,
    "weight_hold": 1,
    "recompute_keep": 0.06,
    "embedding": [0, 0],
    "head": [0, 0],
    "time_basis": "microbatch",
    "send": "async",
    "time_unit": "ms"
  },
  "schedules": [
    {"kind": "gpipe"},
    {"kind": "hanayo", "chunks": 4, "label": "two waves"}
  ]
}
)");
    }

    void longListsStayWithinAHundredColumns() {
        Scenario scenario = foundingScenario(300);
        scenario.workload.forward = std::vector<double>(300, 123.456);
        scenario.workload.comm = std::vector<std::vector<double>>(300, std::vector<double>(300, 0.25));
        const QStringList lines = QString::fromStdString(writeScenario(scenario)).split('\n');
        for (const QString& line : lines) QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY(readScenario(writeScenario(scenario)).has_value());
    }

    void defaults() {
        const auto scenario = readScenario(file(""));
        QVERIFY(scenario.has_value());
        const Workload& w = scenario->workload;
        QCOMPARE(w.devices, 4);
        QCOMPARE(w.microbatches, 8);
        QCOMPARE(w.chunks, 2);
        QCOMPARE(std::get<double>(w.forward), 100.0);
        QCOMPARE(std::get<double>(w.backward), 200.0);
        QVERIFY(!w.weight);
        QCOMPARE(w.weightFraction, 0.5);
        QCOMPARE(std::get<double>(w.comm), 0.0);
        QCOMPARE(w.recompute, 0.0);
        QCOMPARE(w.imbalance, 0.0);
        QCOMPARE(w.weightHold, 1.0);
        QVERIFY(w.timeBasis == TimeBasis::Microbatch);
        QCOMPARE(w.timeUnit, std::string("ms"));
        QCOMPARE(scenario->title, std::string());
        QVERIFY(scenario->schedules == foundingSchedules());
        QCOMPARE(scenario->schedules.size(), std::size_t(5));
    }

    void accepted_data() {
        QTest::addColumn<QString>("bytes");
        const auto row = [](const char* claim, const std::string& bytes) {
            QTest::newRow(claim) << QString::fromStdString(bytes);
        };
        row("an integer may be written 4.0", withWorkload(R"("devices": 4.0, "microbatches": 8e0)"));
        row("version 1.0", R"({"version": 1.0, "format": "bubblescope-scenario"})");
        row("a byte order mark before it", "\xef\xbb\xbf" + file(""));
        row("spaces and newlines around it", "\r\n\t " + file("") + " \r\n");
        row("numbers at their limits", withWorkload(R"("weight_fraction": 1, "weight_hold": 0, "recompute": 1)"));
        row("all times 0", withWorkload(R"("forward": 0, "backward": 0, "weight": 0, "comm": 0)"));
        row("an empty unit", withWorkload(R"("time_unit": "")"));
        row("W as long as B", withWorkload(R"("backward": 5, "weight": 5)"));
        row("W longer than B before recompute is added", withWorkload(R"("backward": 5, "weight": 6, "recompute": 1)"));
        row("one device with a list and a matrix", withWorkload(R"("devices": 1, "forward": [3], "comm": [[0]])"));
        row("MBS not a multiple of D is a schedule's own matter", withWorkload(R"("microbatches": 7)"));
        row("odd chunks are a schedule's own matter", withWorkload(R"("chunks": 3)"));
        row("the same kind twice", file(R"("schedules": [{"kind": "gpipe"}, {"kind": "gpipe", "label": "again"}])"));
        row("an override that mends the shared list",
            file(R"("workload": {"devices": 2}, "schedules": [{"kind": "1f1b", "devices": 3, "forward": [1, 2, 3]}])"));
        row("200 million ops",
            file(R"("workload": {"devices": 100, "microbatches": 1000000, "forward": 1, "backward": 1},)"
                 R"( "schedules": [{"kind": "1f1b"}])"));
        row("an empty label", file(R"("schedules": [{"kind": "gpipe", "label": ""}])"));
    }

    void accepted() {
        QFETCH(QString, bytes);
        QCOMPARE(refusal(bytes.toStdString()), "(accepted)");
    }

    void minusZeroIsZero() {
        const auto scenario = readScenario(withWorkload(R"("forward": -0.0, "comm": -0)"));
        QVERIFY(scenario.has_value());
        QVERIFY(!std::signbit(std::get<double>(scenario->workload.forward)));
        QVERIFY(!std::signbit(std::get<double>(scenario->workload.comm)));
    }

    void refused_data() {
        QTest::addColumn<QString>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* claim, const std::string& bytes, const char* says) {
            QTest::newRow(claim) << QString::fromStdString(bytes) << says;
        };
        row("a word where a number stands", withWorkload(R"("devices": "four")"),
            "workload.devices: must be a whole number, is \"four\"");
        row("half a device", withWorkload(R"("devices": 4.5)"), "workload.devices: must be a whole number, is 4.5");
        row("a wrong entry of a list", withWorkload(R"("backward": [1, 2, true, 4])"),
            "workload.backward[2]: must be a number, is true");
        row("a wrong row of a matrix", withWorkload(R"("devices": 2, "comm": [[0, 1], 2])"),
            "workload.comm[1]: must be a list of numbers, is 2");
        row("the nearest key", withWorkload(R"("micro_batches": 8)"),
            "workload.micro_batches: unknown key; nearest: \"microbatches\"");
        row("the nearest key of a schedule", file(R"("schedules": [{"kind": "1f1b", "chunk": 2}])"),
            "schedules[0].chunk: unknown key; nearest: \"chunks\"");
        row("the unit is shared", file(R"("schedules": [{"kind": "1f1b", "time_unit": "s"}])"),
            "schedules[0].time_unit: unknown key; nearest: \"time_basis\"");
        row("a newer version is no unknown key", R"({"format": "bubblescope-scenario", "version": 3, "lanes": 3})",
            "version: is 3, newer than this program can read; it reads version 1 or 2");
        row("another format is no unknown key", R"({"format": "other", "version": 1, "lanes": 3})",
            "format: must be \"bubblescope-scenario\", is \"other\"");
        row("a repeated key", withWorkload(R"("comm": 1, "comm": 1)"),
            "workload.comm: this key appears twice; remove one");
        row("8 thousand million ops",
            file(R"("workload": {"devices": 4096, "microbatches": 1000000}, "schedules": [{"kind": "gpipe"}])"),
            "schedules[0]: 8,192,000,000 ops exceed the limit of 200,000,000");
        row("an infinite sum of times", withWorkload(R"("comm": 1e308)"),
            "workload.comm: the times of all ops add up to more than the maximum (2^62 millionths of the unit); use "
            "smaller times or a larger unit");
        row("nothing for a limit", withWorkload(R"("memory_limit": null)"),
            "workload.memory_limit: must be a number, is null; leave out the key for none");
        row("a matrix for 513 devices", withWorkload(R"("devices": 513, "comm": [[0]])"),
            "workload.comm: a matrix can have at most 512 devices, the workload has 513");
        row("a time list with a negative entry", withWorkload(R"("forward": [1, 2, -3, 4])"),
            "workload.forward[2]: must be a finite time, 0 or more, is -3");
        row("a matrix with a short row", withWorkload(R"("devices": 2, "comm": [[0, 1], [2]])"),
            "workload.comm[1]: needs 2 entries, one per device, has 1");
        row("a matrix with a negative entry", withWorkload(R"("devices": 2, "comm": [[0, 1], [-2, 0]])"),
            "workload.comm[1][0]: must be a finite time, 0 or more, is -2");
        row("more schedules than anybody compares",
            file("\"schedules\": [" + repeated("{}, ", 10'000) + "{\"kind\": \"gpipe\"}]"),
            "schedules: 10,001 schedules exceed the limit of 10,000");
        const std::string zeros = "[0" + repeated(", 0", 511) + "]";
        row("more schedules than can each have the matrix",
            file("\"workload\": {\"devices\": 512, \"comm\": [" + zeros + repeated(", " + zeros, 511) +
                 "]}, \"schedules\": [{\"kind\": \"gpipe\"}" + repeated(", {\"kind\": \"gpipe\"}", 400) + "]"),
            "schedules: 401 schedules would need 105,119,744 listed times, more than the limit of 100,000,000; use "
            "fewer "
            "schedules or fewer devices");
        row("brackets", std::string(100, '['), "[0][0][0][0][0][0]: nested more than 32 levels deep; 5 are enough");
        row("a second value", file("") + " {}", "not JSON at line 1, column 50: unexpected '{'; expected end of input");
        row("a long key with an escape in it",
            file("\"" + std::string(20, 'a') + "\\n" + std::string(50, 'b') + "\": 1"),
            "aaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbb…: unknown key; nearest: \"format\"");
    }

    void refused() {
        QFETCH(QString, bytes);
        QFETCH(QString, says);
        QCOMPARE(refusal(bytes.toStdString()), says);
    }

    void thirtyTwoDeepIsAQuestionOfMeaning() {
        const QString said = refusal(withWorkload("\"comm\": " + std::string(30, '[') + std::string(30, ']')));
        QCOMPARE(said, "workload.comm[0][0]: must be a number, is a list");
    }

    void everyPrefixOfAFileIsRefused() {
        Random random(1);
        const std::string whole = writeScenario(overridden(random));
        for (std::size_t length = 0; length + 2 < whole.size(); ++length)
            QVERIFY2(!readScenario(std::string_view(whole).substr(0, length)), std::to_string(length).c_str());
    }

    void everyDamagedByteIsReadOrRefused() {
        Random random(propertySeed());
        const std::string whole = writeScenario(overridden(random));
        for (int i = 0; i < rounds(20'000); ++i) {
            std::string damaged = whole;
            for (int n = randomInt(random, 1, 4); n > 0; --n)
                damaged[static_cast<std::size_t>(randomInt(random, 0, static_cast<int>(whole.size()) - 1))] =
                    static_cast<char>(randomInt(random, 0, 255));
            const auto scenario = readScenario(damaged);
            if (scenario) {
                QVERIFY(checkScenario(*scenario).has_value());
                continue;
            }
            const QString line = QString::fromStdString(scenario.error().text());
            for (const uint c : line.toUcs4()) QVERIFY2(QChar::category(c) != QChar::Other_Control, qPrintable(line));
            QVERIFY(!line.isEmpty() && line.size() < 400);
        }
    }

    void settings_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        const auto good = [](const char* path, const char* value) {
            QTest::addRow("%s=%s", path, value) << path << value << "(accepted)";
        };
        good("workload.devices", "8");
        good("workload.weight", "3");
        good("workload.forward", "[1, 2, 3, 4]");
        good("workload.backward[2]", "7.5");
        good("workload.comm[3][0]", "9");
        good("workload.time_basis", "chunk");
        good("workload.time_basis", "\"chunk\"");
        good("workload.time_unit", "");
        good("title", "T_C = 4, of course");
        good("schedules[1].chunks", "4");
        good("schedules[1].label", "Two waves");
        good("schedules[0]", R"({"kind": "zb-h1"})");
        good("schedules", R"([{"kind": "gpipe"}])");
        good("workload", R"({"devices": 2})");
        const auto bad = [](const char* path, const char* value, const char* says) {
            QTest::addRow("%s=%s refused", path, value) << path << value << says;
        };
        bad("workload.devs", "8", "--set workload.devs: unknown key \"devs\"; nearest: \"devices\"");
        bad("wrkload.devices", "8", "--set wrkload.devices: unknown key \"wrkload\"; nearest: \"workload\"");
        bad("schedules[1].time_unit", "s",
            "--set schedules[1].time_unit: unknown key \"time_unit\"; nearest: \"time_basis\"");
        // "reduce", which only some training steps have, would not be accepted here either.
        bad("schedules[1].reduce_every", "1",
            "--set schedules[1].reduce_every: unknown key \"reduce_every\"; nearest: \"devices\"");
        bad("schedules[2]", R"({"kind": "gpipe"})",
            "--set schedules[2]: schedules has 2 elements, counted from 0; to add one, set the whole list");
        bad("schedules[99999999999999999999].chunks", "2",
            "--set schedules[99999999999999999999].chunks: schedules has 2 elements, counted from 0; to add one, "
            "set the whole list");
        bad("workload.backward[4]", "1",
            "--set workload.backward[4]: workload.backward has 4 elements, counted from 0; to add one, set the "
            "whole list");
        bad("workload.forward[2]", "1",
            "--set workload.forward[2]: workload.forward is 100, not a list; set the whole list");
        bad("workload.weight[2]", "1",
            "--set workload.weight[2]: workload.weight has no elements here; set the whole list");
        bad("workload.devices.x", "1", "--set workload.devices.x: workload.devices has no keys");
        bad("schedules.kind", "1f1b", "--set schedules.kind: schedules has no keys");
        for (const char* path : {"workload..devices", ".workload", "workload.", "[0]", "schedules[", "schedules[]",
                                 "schedules[-1]", "schedules[1", "schedules[1]kind", "schedules[1.0]", "schedules[ 1]"})
            bad(path, "1",
                qPrintable(QString("--set %1: not a path of keys and [n], e.g. workload.forward[2] or "
                                   "schedules[1].chunks")
                               .arg(path)));
        bad("", "1", "--set: needs PATH=VALUE, e.g. workload.devices=8");
        bad("workload.devices", "four", "workload.devices: must be a whole number, is \"four\"");
        bad("workload.devices", "NaN", "workload.devices: must be a whole number, is \"NaN\"");
        bad("workload.forward", "1e400", "--set workload.forward: the number 1e400 is too large");
        bad("workload", R"({"devices": 2, "devices": 3})", "--set workload: this key appears twice; remove one");
        bad("workload.devices", "0", "workload.devices: must be from 1 to 4096, is 0");
    }

    void settings() {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, says);
        const std::string bytes = file(R"("workload": {"forward": 100, "backward": [9, 9, 9, 9], )"
                                       R"("comm": [[0,1,1,1],[1,0,1,1],[1,1,0,1],[1,1,1,0]]},)"
                                       R"( "schedules": [{"kind": "gpipe"}, {"kind": "hanayo"}])");
        std::vector<Setting> all{{path.toStdString(), value.toStdString()}};
        // Another number of devices needs other lists.
        if (path == "workload.devices" && value == "8")
            all.insert(all.begin(), {{"workload.backward", "9"}, {"workload.comm", "1"}});
        QCOMPARE(refusal(bytes, all), says);
    }

    void settingsAreAppliedInOrder() {
        const auto scenario = readScenario(file(R"("schedules": [{"kind": "gpipe"}, {"kind": "hanayo"}])"),
                                           std::vector<Setting>{{"workload.microbatches", "16"},
                                                                {"workload.forward", "[1, 2, 3, 4]"},
                                                                {"workload.forward[2]", "30"},
                                                                {"schedules[1].chunks", "6"},
                                                                {"schedules[1].chunks", "4"},
                                                                {"workload.time_basis", "chunk"}});
        QVERIFY(scenario.has_value());
        QCOMPARE(scenario->workload.microbatches, 16);
        QVERIFY(scenario->workload.forward == PerDevice(std::vector<double>{1, 2, 30, 4}));
        QCOMPARE(scenario->schedules[1].own.chunks.value_or(0), 4);
        QVERIFY(scenario->workload.timeBasis == TimeBasis::Chunk);
        QVERIFY(!scenario->schedules[0].own.chunks);
    }

    void aSettingMayMakeTheWholeFileValid() {
        QCOMPARE(refusal("{}", {{"format", "bubblescope-scenario"}, {"version", "1"}}), "(accepted)");
        QCOMPARE(refusal("[]", {{"version", "1"}}), "must be an object, is a list");
    }
};

QTEST_GUILESS_MAIN(TestScenarioFile)

}  // namespace tst_scenario_file
#include "tst_scenario_file.moc"
