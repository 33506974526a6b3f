// The script of a web page with 20,000 ops, in headless Chromium: until its first picture, and per frame while its view
// moves.

#include "engine/io/scenario_file.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "tests/outside.h"
#include "tests/widgets/gantt_pictures.h"
#include "widgets/picture/save_file.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace bubblescope::bench {

namespace {

void explore(benchmark::State& state) {
    const Scenario scenario = test::scenarioOf("1f1b", 16, 625);
    const auto picture = pictureOf(scenario, test::outcomesOf(scenario), {});
    const QTemporaryDir dir;
    const QString path = dir.filePath("page.html");
    if (auto ok = writeFile(path, orExit(pictureFile(kHtml, orExit(picture), 1, writeScenario(scenario)))); !ok)
        return state.SkipWithError(ok.error().text().c_str());
    for (auto _ : state) {
        const auto dom = test::output(
            "chromium", {"--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--window-size=1200,900",
                         "--user-data-dir=" + dir.filePath("profile"), "file://" + path + "#bench"});
        if (!dom) return state.SkipWithError("chromium is not installed");
        const qsizetype begin = dom->indexOf("<pre id=\"report\">") + 17;
        const QJsonDocument report = QJsonDocument::fromJson(dom->mid(begin, dom->indexOf("</pre>", begin) - begin));
        state.SetIterationTime(report["first"].toDouble() / 1e3);
        state.counters["first_ms"] = report["first"].toDouble();
        state.counters["frame_ms"] = report["median"].toDouble();
        state.counters["late_ms"] = report["late"].toDouble();
    }
}

}  // namespace

void addWebSuite() { add("web/20k", 5, explore)->Iterations(1); }

}  // namespace bubblescope::bench
