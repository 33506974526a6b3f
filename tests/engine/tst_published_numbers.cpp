// Numbers that papers print next to ours: when both read the same, which survive an edit, and which are refused.

#include "engine/io/scenario_file.h"
#include "engine/results/published.h"
#include "engine/results/run.h"
#include "tests/engine/scenarios.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_published_numbers {

namespace {

/// 1F1B and interleaved 1F1B, D = 4 and MBS = 8, T_F = 1 and T_B = 2: 33 and 28.5, 3/11 and 3/19.
const std::string kHead = R"({"format": "bubblescope-scenario", "version": 1, "title": "T",
"workload": {"forward": 1, "backward": 2},
"schedules": [{"kind": "1f1b"}, {"kind": "interleaved-1f1b"}, {"scheme": "ddp"}, {"step": "ddp", "ranks": 4,
"times": {"all_reduce": 30, "backward": 20, "forward": 10, "layers": 4, "optimizer": 5}}], "published": [)";

std::string fileWith(const std::string& published) { return kHead + published + "]}"; }

/// A further key of a number.
std::string with(const std::string& key, const std::string& value) { return ", \"" + key + "\": \"" + value + '"'; }

Result<Scenario> readWith(const std::string& published) { return readScenario(fileWith(published)); }

std::string number(int schedule, const std::string& quantity, const std::string& printed,
                   const std::string& rest = {}) {
    return "{\"schedule\": " + std::to_string(schedule) + ", \"quantity\": \"" + quantity + "\", \"printed\": \"" +
           printed + '"' + rest + '}';
}

ComparedNumber compared(const std::string& quantity, const std::string& printed, int schedule = 0,
                        const std::string& rest = {}) {
    const auto scenario = readWith(number(schedule, quantity, printed, rest));
    if (!scenario) qFatal("%s", scenario.error().text().c_str());
    const auto place = static_cast<std::size_t>(schedule);
    return comparedNumbers(*scenario, place, **run(*scenario, place)).at(0);
}

std::vector<std::string> printedOf(const ParameterValue::List& published) {
    std::vector<std::string> all;
    for (const ParameterValue& item : published) {
        const auto& object = std::get<ParameterValue::Object>(item.held);
        all.push_back(std::to_string(std::get<int>(valueNamed(object, "schedule")->held)) + ":" +
                      std::get<std::string>(valueNamed(object, "printed")->held));
    }
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

class TestPublishedNumbers : public QObject {
    Q_OBJECT

private slots:
    void bothReadTheSame_data() {
        QTest::addColumn<QString>("quantity");
        QTest::addColumn<QString>("printed");
        QTest::addColumn<bool>("agrees");
        QTest::addColumn<QString>("here");
        const auto row = [](const char* name, const char* quantity, const char* printed, bool agrees,
                            const char* here) {
            QTest::newRow(name) << QString(quantity) << QString(printed) << agrees << QString(here);
        };
        row("a count is the same", "total_time", "33", true, "33");
        row("or another", "total_time", "34", false, "33");
        row("3/11 in whole percent", "bubble_ratio", "27 %", true, "27%");
        row("rounded up is wrong", "bubble_ratio", "28 %", false, "27.27%");
        row("and in hundredths", "bubble_ratio", "27.27 %", true, "27.27%");
        row("beyond half a hundredth", "bubble_ratio", "27.26 %", false, "27.2727%");
        row("as a share", "bubble_ratio", "0.2727", true, "0.2727");
        row("without a blank", "bubble_ratio", "27.3%", true, "27.3%");
        row("of ideal", "bubble_over_ideal", "37.5 %", true, "37.5%");
        row("zeros count", "total_time", "33.00", true, "33.00");
        row("one a device", "peak_activations", "4, 3, 2, 1", true, "4, 3, 2, 1");
        row("of which one differs", "peak_activations", "4,3,2,2", false, "4, 3, 2, 1");
        row("the most of all", "peak_activations", "4", true, "4");
        row("what only devices have", "end", "33, 31, 29, 27", true, "33, 31, 29, 27");
    }

    void bothReadTheSame() {
        QFETCH(QString, quantity);
        QFETCH(QString, printed);
        const ComparedNumber number = compared(quantity.toStdString(), printed.toStdString());
        QTEST(number.agrees, "agrees");
        QTEST(QString::fromStdString(number.here), "here");
        QCOMPARE(number.published.printed, printed.replace(" %", "%").toStdString());
    }

    /// With as many digits as show it.
    void smallDifferencesAreSeen() {
        std::string file = fileWith(number(0, "total_time", "33"));
        const std::string backward = "\"backward\": 2";
        QVERIFY(file.find(backward) != std::string::npos);
        file.replace(file.find(backward), backward.size(), "\"backward\": 2.0001");
        const Scenario scenario = *readScenario(file);
        const ComparedNumber number = comparedNumbers(scenario, 0, **run(scenario, 0)).at(0);
        QVERIFY(!number.agrees);
        QCOMPARE(number.here, std::string("33.001"));
    }

    /// The first device of interleaved 1F1B with two chunks holds 11 of them.
    void chunksAreCountedApart() {
        const ComparedNumber chunks = compared("peak_activations", "11, 9, 7, 5", 1, with("unit", "chunks"));
        QVERIFY2(chunks.agrees, chunks.here.c_str());
        QVERIFY(compared("peak_activations", "5.5, 4.5, 3.5, 2.5", 1).agrees);
        QVERIFY(!compared("peak_activations", "11, 9, 7, 5", 1).agrees);
    }

    void filesKeepThem() {
        const auto scenario = readWith(number(0, "total_time", "33", with("source", "a paper, fig. 4")) + ", " +
                                       number(1, "peak_activations", "11, 9, 7, 5", with("unit", "chunks")));
        QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
        QCOMPARE(scenario->published.size(), std::size_t(2));
        QCOMPARE(comparedNumbers(*scenario, 0, **run(*scenario, 0)).at(0).published.source, "a paper, fig. 4");
        const auto ofSecond = comparedNumbers(*scenario, 1, **run(*scenario, 1));
        QVERIFY(ofSecond.size() == 1 && ofSecond[0].published.inChunks && ofSecond[0].agrees);
        const auto again = readScenario(writeScenario(*scenario));
        QVERIFY(again && *again == *scenario);
        QVERIFY(writeScenario(*readWith("")).find("published") == std::string::npos);
    }

    void whatIsRefused_data() {
        QTest::addColumn<QString>("item");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& item, const char* message) {
            QTest::newRow(name) << QString::fromStdString(item) << QString(message);
        };
        row("no such entry", number(4, "total_time", "33"),
            "published[0].schedule: must be one of the 4 schedules, counted from 0, is 4");
        row("before the first", number(-1, "total_time", "33"),
            "published[0].schedule: must be from 0 to 9,999, is -1");
        row("no such quantity", number(0, "total", "33"), "published[0].quantity: must be \"total_time\"");
        row("no quantity", R"({"printed": "33"})", "published[0].quantity: is missing");
        row("nothing printed", R"({"quantity": "total_time"})", "published[0].printed: is missing");
        row("a step has none", number(3, "bubble_over_ideal", "33 %"),
            "published[0].quantity: \"DDP\" has no bubble_over_ideal");
        row("no number", number(0, "total_time", "much"), "published[0].printed: must be a number such as \"33\"");
        row("two points", number(0, "total_time", "3.3.3"), "published[0].printed: must be a number");
        row("no such unit", number(0, "total_time", "33 ms"), "published[0].printed: must be a number");
        row("too many digits", number(0, "total_time", std::string(400, '3')),
            "published[0].printed: must be a number");
        row("empty", number(0, "total_time", ""), "published[0].printed: must be a number");
        row("a device too few", number(0, "peak_activations", "4, 3, 2"),
            "published[0].printed: needs one number, or one for each of 4 devices, has 3");
        row("a device without", number(0, "peak_activations", "4, 3, , 1"), "published[0].printed: must be a number");
        row("ranks are not told apart", number(3, "compute", "1, 2"),
            "published[0].printed: must be one number, as steps have no numbers per rank");
        row("no quantity of devices", number(0, "total_time", "33, 33, 33, 33"),
            "published[0].printed: \"total_time\" is not measured per device; give one number");
        row("of devices alone", number(0, "end", "33"),
            "published[0].printed: \"end\" is only measured per device; give one number for each device");
        row("chunks of time", number(0, "total_time", "33", with("unit", "chunks")),
            "published[0].unit: applies only to activations; leave it out for total_time");
        row("another unit", number(0, "peak_activations", "4", with("unit", "bytes")),
            "published[0].unit: must be \"chunks\", or left out for activations of a microbatch on a whole device");
        row("an unknown key", number(0, "total_time", "33", with("valve", "1")),
            "published[0].valve: unknown key; nearest: \"source\"");
        row("no object", "33", "published[0]: must be an object, is 33");
    }

    void whatIsRefused() {
        QFETCH(QString, item);
        QFETCH(QString, message);
        const auto scenario = readWith(item.toStdString());
        QVERIFY(!scenario);
        const QString text = QString::fromStdString(scenario.error().text());
        QVERIFY2(text.startsWith(message), qPrintable(text));
    }

    /// They are of the workload that the file has, and of no other.
    void settingsTakeThemAway() {
        const std::string file = fileWith(number(0, "total_time", "33") + ", " + number(1, "total_time", "28.5"));
        const auto left = [&](const std::vector<Setting>& settings) {
            const auto scenario = readScenario(file, settings);
            return scenario ? printedOf(scenario->published) : Texts{scenario.error().text()};
        };
        const Texts all{"0:33", "1:28.5"};
        QCOMPARE(left({}), all);
        QCOMPARE(left({{"title", "another"}}), all);
        QCOMPARE(left({{"schedules[0].label", "PipeDream-flush"}}), all);
        QCOMPARE(left({{"workload.microbatches", "8"}}), all);
        QCOMPARE(left({{"workload.microbatches", "16"}}), Texts());
        QCOMPARE(left({{"schedules[0].comm", "1"}}), Texts{"1:28.5"});
        QCOMPARE(left({{"schedules[1].chunks", "4"}}), Texts{"0:33"});
        QCOMPARE(left({{"schedules[0].comm", "1"}, {"published[0].printed", "\"39\""}}), Texts({"0:39", "1:28.5"}));
        QCOMPARE(left({{"published", "[]"}}), Texts());
        // Nothing was printed of a workload that cannot run.
        std::string broken = file;
        broken.replace(broken.find("\"forward\": 1"), 0, "\"microbatches\": 0, ");
        QVERIFY(readScenario(broken, std::vector<Setting>{{"workload.microbatches", "16"}})->published.empty());
        QVERIFY(left({{"published[2].printed", "1"}}).at(0).starts_with("--set published[2].printed: published has 2"));
        QVERIFY(left({{"published[0].print", "1"}}).at(0).find("nearest: \"printed\"") != std::string::npos);
    }

    void theyFollowTheirEntries() {
        const Scenario before = *readWith(number(0, "total_time", "33") + ", " + number(1, "total_time", "28.5"));
        const auto left = [&](auto&& change) {
            Scenario after = before;
            change(after);
            return printedOf(keptPublished(before, after));
        };
        QCOMPARE(left([](Scenario& s) { s.schedules.erase(s.schedules.begin()); }), Texts{"0:28.5"});
        QCOMPARE(left([](Scenario& s) { std::swap(s.schedules[0], s.schedules[1]); }), Texts({"1:33", "0:28.5"}));
        QCOMPARE(left([](Scenario& s) { s.schedules.insert(s.schedules.begin(), entry("gpipe")); }),
                 Texts({"1:33", "2:28.5"}));
        // A copy takes nothing along.
        QCOMPARE(left([](Scenario& s) { s.schedules.push_back(s.schedules[0]); }), Texts({"0:33", "1:28.5"}));
        QCOMPARE(left([](Scenario& s) { s.schedules[0].own.chunks = 3; }), Texts{"1:28.5"});
        QCOMPARE(left([](Scenario& s) { s.workload.imbalance = 0.1; }), Texts());
        QCOMPARE(left([](Scenario& s) { s.schedules.clear(); }), Texts());
    }
};

QTEST_APPLESS_MAIN(TestPublishedNumbers)

}  // namespace tst_published_numbers
#include "tst_published_numbers.moc"
