// Web pages: what is in the file. What a browser makes of it is in tst_slow_web_browser.cpp.

#include "engine/analysis/held_activations.h"
#include "engine/study/study_axes.h"
#include "tests/contents.h"
#include "tests/engine/scenarios.h"
#include "tests/widgets/web_pages.h"
#include "widgets/gantt/gantt_overlay.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/gantt_picture_layout.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_web_page {

namespace {

Scenario preset(const QString& name) {
    return *readScenario(contents(SOURCE_DIR "/presets/" + name + ".bubble.json").toStdString());
}

/// What is different between the ops of a track in the data and those of a run; empty if nothing is.
QString difference(const QJsonObject& page, const QJsonObject& track, const Outcome& outcome) {
    const Timeline& timeline = *outcome.run->timeline;
    const Program& program = *timeline.program;
    const QJsonObject order = page["orders"][track["order"].toInt()].toObject();
    const auto waits = wholeNumbers(track["waits"]), durations = wholeNumbers(track["durations"]),
               heads = wholeNumbers(order["heads"]), places = wholeNumbers(order["places"]);
    const TrackData shown = shownOf(outcome);
    std::size_t op = 0;
    for (LaneId id(0); id.index() < program.lanes.size(); ++id.value) {
        const Lane& lane = program.lanes[id.index()];
        const QJsonValue told = order["lanes"][id.value];
        if (told["ops"].toInt() != static_cast<int>(lane.size()) || told["row"].toInt() != static_cast<int>(lane.begin))
            return "lane " + QString::number(id.value);
        Time end = 0;
        for (Row row = lane.begin; row < lane.end; ++row, ++op) {
            const Time start = end + waits[op];
            end = start + durations[op];
            const QStringList facts = factsOf(shown, {}, {0, id, row, 0});
            const bool isSame = start == timeline.startOf(row) && end == timeline.end[row] &&
                                page["texts"][static_cast<int>(heads[op])] == facts[0] &&
                                page["texts"][static_cast<int>(places[op])] == facts[2] &&
                                facts[1].endsWith(page["durations"][QString::number(durations[op])].toString()) &&
                                track["more"][QString::number(row)].toString() == facts.mid(3).join('\n');
            if (!isSame) return facts.join(" | ");
        }
    }
    return op == waits.size() && op == durations.size() ? QString() : QStringLiteral("more ops");
}

}  // namespace

class TestWebPage : public QObject {
    Q_OBJECT

private slots:
    void hasTheOpsOfTheRuns_data() {
        QTest::addColumn<Scenario>("scenario");
        QTest::newRow("schedules") << foundingScenario();
        QTest::newRow("fused pairs") << scenarioOf("dualpipe", 8, 20);
        QTest::newRow("pieces") << scenarioOf("seq-1f1b", 4, 8);
        for (const char* name : {"placement-schemes", "training-steps", "two-nodes"})
            QTest::newRow(name) << preset(name);
        Scenario sends = scenarioOf("1f1b");
        sends.workload.send = Send::Blocking;
        QTest::newRow("blocking sends") << sends;
    }

    void hasTheOpsOfTheRuns() {
        QFETCH(const Scenario, scenario);
        const auto outcomes = outcomesOf(scenario);
        const auto file = webPage(scenario);
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        const QJsonObject page = webDataIn(*file, "page-data");
        const QJsonArray tracks = page["scenes"][0]["tracks"].toArray();
        QCOMPARE(tracks.size(), static_cast<qsizetype>(outcomes.size()));
        for (qsizetype i = 0; i < tracks.size(); ++i) {
            const Outcome& outcome = outcomes[static_cast<std::size_t>(i)];
            const QJsonObject track = tracks[i].toObject();
            QCOMPARE(track["title"].toString(), outcome.title);
            QCOMPARE(track["refusal"].toString(), outcome.refusal);
            if (!outcome.run) continue;
            const TrackData shown = shownOf(outcome);
            QStringList facts;
            for (const QJsonValue fact : track["facts"].toArray()) facts += fact[0].toString();
            QVERIFY(facts.contains(shown.total) && (shown.bubble.isEmpty() || facts.contains(shown.bubble)));
            QCOMPARE(difference(page, track, outcome), QString());
        }
    }

    void everyValueOfASliderIsARun() {
        const Scenario scenario = foundingScenario();
        const auto file =
            webPage(scenario, withSliders({{"workload.comm", "0..20 step 5"}, {"microbatches", "4, 12"}}));
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        const QJsonObject page = webDataIn(*file, "page-data");
        // The present values, 8 microbatches and T_C = 4, are among them.
        QCOMPARE(page["scenes"].toArray().size(), 3 * 6);
        QCOMPARE(page["sliders"].toArray().size(), 2);
        QCOMPARE(page["sliders"][0]["title"].toString(), QStringLiteral("microbatches"));
        QCOMPARE(page["sliders"][1]["texts"][1].toString(), formatDuration(4, "ms"));
        QCOMPARE(page["scene"].toInt(), 6 + 1);
        int at = 0;
        for (const double microbatches : {4, 8, 12})
            for (const double comm : {0, 4, 5, 10, 15, 20}) {
                Scenario other = atValue(scenario, "comm", comm, false);
                other.workload.microbatches = static_cast<int>(microbatches);
                const auto outcomes = outcomesOf(other);
                const QJsonValue scene = page["scenes"][at++];
                for (int i = 0; i < static_cast<int>(outcomes.size()); ++i)
                    QCOMPARE(difference(page, scene["tracks"][i].toObject(), outcomes[static_cast<std::size_t>(i)]),
                             QString());
            }
    }

    /// Critical paths, activations over time with their limit, and the starts of backwards that repeat a forward.
    void marksAreThoseOfTheRuns() {
        Scenario scenario = scenarioOf("1f1b", 4, 8);
        scenario.workload.recompute = 0.5;
        scenario.workload.memoryLimit = 3;
        PictureOptions options;
        const auto trackWith = [&](const PictureOptions& wanted) {
            return webDataIn(*webPage(scenario, wanted), "page-data")["scenes"][0]["tracks"][0].toObject();
        };
        const TrackData shown = shownOf(withHeld(outcomesOf(scenario)).front());
        std::vector<Time> redone;
        for (const Lane& lane : shown.timeline->program->lanes)
            for (Row row = lane.begin; row < lane.end; ++row)
                if (const Time again = shown.recompute(row); again > 0)
                    redone.push_back(static_cast<Time>(row)), redone.push_back(again);
        const QJsonObject plain = trackWith(options);
        QCOMPARE(redone.size(), std::size_t(2 * 4 * 8));
        QVERIFY(wholeNumbers(plain["redone"]) == redone);
        QVERIFY(!plain.contains("held") && !plain.contains("critical"));
        options.marks.held = options.marks.critical = true;
        const QJsonObject marked = trackWith(options);
        const std::vector<Row> path = shown.criticalPath();
        const std::vector<Time> critical = wholeNumbers(marked["critical"]);
        QVERIFY(std::ranges::equal(critical, path, {}, {}, [](Row row) { return static_cast<Time>(row); }));
        QCOMPARE(marked["held"].toArray().size(), 4);
        for (int device = 0; device < 4; ++device) {
            const HeldActivations& held = (*shown.held)[std::size_t(device)];
            const QJsonValue told = marked["held"][device];
            QVERIFY(std::ranges::equal(wholeNumbers(told[1]), held.at));
            for (std::size_t i = 0; i < held.held.size(); ++i)
                QVERIFY(std::abs(told[2][int(i)].toDouble() - held.held[i]) < 1e-4);
        }
        QCOMPARE(marked["limit"].toDouble(), 3.0);
    }

    void isSmall() {
        const auto file = webPage(preset("default"), withSliders({{"comm", "0..29"}}));
        QVERIFY(file);
        QCOMPARE(webDataIn(*file, "page-data")["scenes"].toArray().size(), 30);
        QVERIFY2(file->size() <= 300'000, QByteArray::number(file->size()));
    }

    void isTheSameTwice() {
        const PictureOptions options = withSliders({{"comm", "0..5"}});
        QVERIFY(*webPage(foundingScenario(), options) == *webPage(foundingScenario(), options));
    }

    void needsNothingFromElsewhere() {
        const QByteArray file = *webPage(foundingScenario());
        QVERIFY(file.contains("content=\"default-src 'none'"));
        QVERIFY(!file.contains("http://") && !file.contains("https://") && !file.contains("src=") &&
                !file.contains("url(") && !file.contains("@import") && !file.contains("{{"));
    }

    /// Words of a scenario are data wherever they are in the file.
    void hostileTitles_data() {
        QTest::addColumn<QString>("title");
        QTest::newRow("ends the script") << "</script><script>alert(1)</script>";
        QTest::newRow("ends the title") << "</title><img src=x onerror=alert(1)>";
        QTest::newRow("ends the template") << "</template><h1>x</h1>";
        QTest::newRow("quotes") << "\"'><b onclick='x'>&amp;&lt;";
        QTest::newRow("comment") << "<!-- --> <![CDATA[ ]]>";
        QTest::newRow("our own places") << "{{page}} {{document}}";
        QTest::newRow("other scripts") << QString::fromUtf8("中 \U0001f600 ≥ é");
    }

    void hostileTitles() {
        QFETCH(const QString, title);
        Scenario scenario = foundingScenario();
        scenario.title = title.toStdString();
        scenario.schedules.front().label = title.toStdString();
        PictureOptions options;
        options.title = options.caption = title;
        const QByteArray file = *webPage(scenario, options), plain = *webPage(foundingScenario());
        for (const char* tag :
             {"<script", "</script", "<title", "<template", "</template", "<img", "<h1", "<b ", "<!--"})
            QCOMPARE(file.count(tag), plain.count(tag));
        const auto inside = embeddedDocument(file);
        QVERIFY(inside);
        QCOMPARE(*inside, writeScenario(scenario));
        QVERIFY(*readScenario(*inside) == scenario);
        const QJsonObject page = webDataIn(file, "page-data");
        QCOMPARE(page["title"].toString(), title.simplified());
        QCOMPARE(page["scenes"][0]["tracks"][0]["title"].toString(), title);
    }

    void refusesSliders_data() {
        QTest::addColumn<SliderTexts>("sliders");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const SliderTexts& sliders, const char* why) {
            QTest::newRow(name) << sliders << QString::fromUtf8(why);
        };
        row("three", {{"comm", "1"}, {"microbatches", "8"}, {"chunks", "2"}},
            "sliders: a web page can have at most 2 sliders, not 3");
        row("unknown", {{"workload.com", "1"}},
            "sliders: \"workload.com\" is not a number of the scenario; nearest: \"comm\"");
        row("no list", {{"comm", "1 to 5"}}, "sliders: \"1 to 5\", column 3: expected a number");
        row("no whole number", {{"microbatches", "4.5"}}, "sliders: microbatches must be a whole number, not 4.5");
        row("no such value", {{"comm", "-1"}}, "sliders: workload.comm: must be a finite time, 0 or more, is -1");
        row("too many", {{"comm", "0..99"}, {"microbatches", "1..99"}},
            "sliders: these values make 9,900 combinations, the limit is 1,000");
    }

    void refusesSliders() {
        QFETCH(const SliderTexts, sliders);
        const auto file = webPage(foundingScenario(), withSliders(sliders));
        QVERIFY(!file);
        QTEST(QString::fromStdString(file.error().text()), "why");
    }

    void refusesTooManyOps() {
        const auto file = webPage(scenarioOf("1f1b", 16, 512), withSliders({{"comm", "0..19"}}));
        QVERIFY(!file);
        QCOMPARE(QString::fromStdString(file.error().text()),
                 QStringLiteral("sliders: a web page can have at most 200,000 operations, with all values of its "
                                "sliders, not 327,680"));
    }

    void aSliderKeepsWhatIsRefused() {
        const auto file = webPage(scenarioOf("hanayo"), withSliders({{"chunks", "2, 3, 4"}}));
        QVERIFY2(file, file ? "" : file.error().text().c_str());
        const QJsonObject page = webDataIn(*file, "page-data");
        QVERIFY(page["scenes"][1]["tracks"][0]["refusal"].toString().contains("even number of chunks"));
        QVERIFY(page["scenes"][2]["tracks"][0]["refusal"].toString().isEmpty());
    }

    void drawsTheChosenSchedules() {
        PictureOptions options = withSliders({{"comm", "0, 4"}});
        options.schedules = {4, 1};
        const QJsonObject page = webDataIn(*webPage(foundingScenario(), options), "page-data");
        for (const int scene : {0, 1}) {
            QCOMPARE(page["scenes"][scene]["tracks"].toArray().size(), 2);
            QCOMPARE(page["scenes"][scene]["tracks"][0]["title"].toString(), QStringLiteral("ZB-H1"));
            QCOMPARE(page["scenes"][scene]["tracks"][1]["title"].toString(), QStringLiteral("1F1B"));
        }
    }

    void aPictureWithoutSchedulesIsRefused() {
        const Picture picture{.size = {10, 10}, .title = {}, .pages = {}};
        const auto fits = checkFits(kHtml, picture, 1);
        QVERIFY(!fits);
        QCOMPARE(fits.error().message, std::string("Web page shows schedules, but this picture has none"));
    }
};

QTEST_MAIN(TestWebPage)

}  // namespace tst_web_page
#include "tst_web_page.moc"
