// Web pages in headless Chromium: what a page draws and says equals the run, the SVG and the sentences of the window.
// Runs only in `./dev test slow`, because it needs a browser.

#include "tests/widgets/gantt_svg.h"
#include "tests/widgets/web_pages.h"
#include "widgets/gantt/gantt_overlay.h"
#include "widgets/gantt/playback_stops.h"
#include "widgets/kit/symbol.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/save_file.h"
#include "widgets/picture/web_words.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_slow_web_browser {

namespace {

/// The fill of cells of a class in the style sheet of an SVG, or the ground of its hatch.
QString fillOf(const QString& svg, const QString& style, const QString& names) {
    const QString wanted = '.' + QString(names).replace(' ', '.');
    for (const QString& rule : style.split('}')) {
        if (!rule.section('{', 0, 0).trimmed().split(',').contains(wanted) || !rule.contains("fill:")) continue;
        const QString fill = rule.section("fill:", 1).section(';', 0, 0);
        if (!fill.startsWith("url")) return fill;
        const qsizetype pattern = svg.indexOf("id=\"" + fill.mid(5).chopped(1) + '"');
        return svg.mid(svg.indexOf("fill=\"", pattern) + 6, 7);
    }
    return {};
}

QString plain(const QString& html) { return symbolText(html).replace('_', "").simplified(); }
QString plainText(const QJsonValue& text) { return text.toString().replace(QChar::Nbsp, ' ').simplified(); }

const WebGap& firstOf(const std::vector<WebGap>& gaps, LaneId lane) {
    return *std::ranges::find(gaps, lane, &WebGap::lane);
}

}  // namespace

class TestSlowWebBrowser : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    /// What a page reports about itself, or what a script at its end does.
    QJsonDocument reportOf(const Scenario& scenario, const PictureOptions& options, double ratio,
                           const QByteArray& script = {}) {
        auto page = webPage(scenario, options);
        return page ? reportOfPage(*page, m_dir, ratio, script) : QJsonDocument();
    }

private slots:
    void initTestCase() {
        if (browser().isEmpty()) QSKIP("chromium is not installed");
    }

    void drawsAndSaysTheSame_data() {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<PictureOptions>("options");
        QTest::addColumn<double>("ratio");
        QTest::newRow("schedules") << foundingScenario() << PictureOptions() << 1.0;
        QTest::newRow("at two pixels") << foundingScenario() << PictureOptions() << 2.0;
        PictureOptions options;
        options.theme = ThemeId::Dark;
        options.firstNumber = 1;
        options.palette = QStringLiteral("zero-bubble");
        QTest::newRow("dark, another palette") << scenarioOf("zb-v") << options << 1.0;
        QTest::newRow("fused pairs") << scenarioOf("dualpipe", 8, 20) << PictureOptions() << 1.0;
        QTest::newRow("a scheme") << schemeScenario("fs-looped-pp") << PictureOptions() << 1.0;
        Scenario hostile = scenarioOf("1f1b");
        hostile.title = hostile.schedules.front().label.emplace("</script><b>\"'&amp;");
        QTest::newRow("a hostile title") << hostile << PictureOptions() << 1.0;
        QTest::newRow("a slider") << scenarioOf("zb-h1") << withSliders({{"comm", "0, 8, 17.5"}}) << 1.0;
    }

    void drawsAndSaysTheSame() {
        QFETCH(const Scenario, scenario);
        QFETCH(const PictureOptions, options);
        QFETCH(const double, ratio);
        const QJsonArray scenes = reportOf(scenario, options, ratio).array();
        const auto plan = planWebPage(scenario, outcomesOf(scenario, options.theme), options);
        QVERIFY(plan);
        QCOMPARE(scenes.size(), static_cast<qsizetype>((*plan)->scenes()));
        for (qsizetype scene = 0; scene < scenes.size(); ++scene) {
            const Scenario at = (*plan)->scenarioAt(static_cast<std::size_t>(scene));
            const auto outcomes = outcomesOf(at, options.theme);
            const QByteArray svg = *ganttFile(kSvg, outcomes, options, {});
            const Drawing drawing = parsed(svg);
            for (int i = 0; i < static_cast<int>(outcomes.size()); ++i) {
                compareTrack(scenes[scene][i], at, i, outcomes, options, drawing, QString::fromUtf8(svg));
                if (QTest::currentTestFailed()) return;
            }
        }
    }

    /// Keys, the slider, the theme and the table.
    void answers() {
        const Scenario scenario = scenarioOf("1f1b");
        const QByteArray script = R"(
            const out = {}, key = (k, at = document.body) =>
                at.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true}));
            key('ArrowLeft'); out.back = until;
            key('ArrowLeft'); out.before = until;
            key('ArrowRight'); out.next = until;
            key('Home'); out.home = until;
            key('End'); out.isWhole = until === Infinity;
            key('+'); out.zoomed = view.end - view.begin;
            key('f'); out.fit = view.end - view.begin;
            const canvas = tracks[0].canvas;
            canvas.focus(); key('Enter', canvas); out.first = cardOf(pick);
            for (let i = 0; i < 4; ++i) key('ArrowRight', canvas);
            out.gap = document.querySelector('#why p.fine').textContent;
            out.chain = chainOf(pick.track, pick.gap).length;
            document.querySelector('#why button.link').click(); out.link = cardOf(pick)[0];
            key('Escape'); out.isCleared = pick === null && document.getElementById('why').hidden;
            key(' '); out.isPlaying = isPlaying; key(' '); out.isPaused = !isPlaying; key('End');
            setPick({track: tracks[0], lane: 1, op: tracks[0].order.lanes[1].first});
            out.waited = document.querySelector('#why p:last-child').textContent;
            document.getElementById('theme').click(); out.isKept = pick !== null; key('Escape');
            out.theme = document.documentElement.dataset.theme;
            const slider = document.getElementById('slider0');
            slider.value = 2; slider.dispatchEvent(new Event('input'));
            out.total = document.querySelector('.track .fact').textContent;
            out.value = slider.getAttribute('aria-valuetext');
            fillTable(); out.rows = document.querySelectorAll('#table tbody tr').length;
            document.body.append(make('pre', {id: 'report', textContent: JSON.stringify(out)}));)";
        const QJsonDocument told = reportOf(scenario, withSliders({{"comm", "0, 8"}}), 1, script);
        const Outcome outcome = outcomesOf(scenario).front();
        const Timeline& timeline = *outcome.run->timeline;
        const auto time = [&](const char* name) { return static_cast<Time>(told[QLatin1String(name)].toDouble()); };
        const Time back = endBefore(timeline, static_cast<double>(timeline.latestEnd));
        QCOMPARE(time("back"), back);
        QCOMPARE(time("before"), endBefore(timeline, static_cast<double>(back)));
        QCOMPARE(time("next"), back);
        QCOMPARE(time("home"), timeline.earliestStart);
        QVERIFY(time("zoomed") < time("fit"));
        QCOMPARE(time("fit"), timeline.totalTime());
        for (const char* name : {"isWhole", "isCleared", "isPlaying", "isPaused", "isKept"})
            QVERIFY2(told[QLatin1String(name)].toBool(), name);
        QCOMPARE(told["first"][0].toString(), QStringLiteral("F0 · forward"));
        const auto gaps = webGaps(scenario, 0, *outcome.run, shownOf(outcome), {});
        QCOMPARE(told["gap"].toString(), gaps.front().text.title);
        QCOMPARE(told["chain"].toInt(), static_cast<int>(gaps.front().text.chain.size()));
        QCOMPARE(told["link"].toString(), QStringLiteral("B0 · backward"));
        QCOMPARE(told["waited"].toString(), "Before it: " + firstOf(gaps, LaneId(1)).text.headline);
        QCOMPARE(told["theme"].toString(), QStringLiteral("dark"));
        QCOMPARE(told["total"].toString(), shownOf(outcomesOf(scenarioOf("1f1b", 4, 8, 8)).front()).total);
        QCOMPARE(told["value"].toString(), formatDuration(8, "ms"));
        QCOMPARE(told["rows"].toInt(), 64);
    }

private:
    void compareTrack(const QJsonValue& track, const Scenario& scenario, int index,
                      const std::vector<Outcome>& outcomes, const PictureOptions& options, const Drawing& drawing,
                      const QString& svg) {
        const Outcome& outcome = outcomes[static_cast<std::size_t>(index)];
        const TrackData shown = shownOf(outcome);
        const Timeline& timeline = *outcome.run->timeline;
        GanttStyle style;
        style.firstNumber = options.firstNumber;
        QCOMPARE(track["title"].toString(), outcome.title);
        QCOMPARE(track["facts"][0].toString(), shown.total);
        Time end = 0, begin = std::numeric_limits<Time>::max();
        for (const Outcome& other : outcomes) {
            end = std::max(end, other.run->timeline->latestEnd);
            begin = std::min(begin, other.run->timeline->earliestStart);
        }
        const double left = track["plot"][0].toDouble(), right = track["plot"][1].toDouble();
        const auto x = [&](Time time) {
            return left + static_cast<double>(time - begin) / static_cast<double>(end - begin) * (right - left);
        };
        std::vector<Shape> cells;  // of the SVG, in the order of ops
        for (const Shape& cell : drawing.cells)
            if (cell.schedule == shown.kind) cells.push_back(cell);
        const QJsonArray ops = track["ops"].toArray();
        std::vector<QJsonObject> byRow(timeline.end.size());
        for (const QJsonValue op : ops) byRow[static_cast<std::size_t>(op["row"].toInt())] = op.toObject();
        std::size_t next = 0, count = 0;
        for (LaneId id(0); id.index() < timeline.program->lanes.size(); ++id.value)
            for (Row row = timeline.program->lanes[id.index()].begin; row < timeline.program->lanes[id.index()].end;
                 ++row) {
                const QJsonObject op = byRow[row];
                QCOMPARE(static_cast<Time>(op["start"].toDouble()), timeline.startOf(row));
                QCOMPARE(static_cast<Time>(op["end"].toDouble()), timeline.end[row]);
                QStringList card;
                for (const QJsonValue line : op["card"].toArray()) card += line.toString();
                QCOMPARE(card, factsOf(shown, style, {0, id, row, 0}));
                const DrawnTime drawn = drawnTime(timeline, row);
                const double x0 = op["box"]["x"].toDouble(), width = op["box"]["width"].toDouble();
                QVERIFY2(std::abs(x0 - x(drawn.begin)) <= 1 && std::abs(x0 + width - x(drawn.end)) <= 1.6,
                         qPrintable(card.join(" | ")));
                ++count;
                if (timeline.program->isWork(id)) {
                    const Shape& cell = cells[next++];
                    QCOMPARE(op["fill"].toString(), fillOf(svg, drawing.style, cell.name));
                    // As wide, as shares of the plots.
                    const double plot = drawing.size.width() - 64.0 - 31.294;
                    QVERIFY(std::abs(cell.rect.width() / plot - (x(drawn.end) - x(drawn.begin)) / (right - left)) <
                            0.01);
                    const QColor fill(op["fill"].toString());
                    const bool isFlat = !kindHatchOf(options, timeline.program->ops[row].kind());
                    const QColor pixel(op["pixel"][0].toInt(), op["pixel"][1].toInt(), op["pixel"][2].toInt());
                    if (isFlat && !timeline.program->ops[row].isInPair() && width >= 3) QCOMPARE(pixel, fill);
                }
            }
        QCOMPARE(ops.size(), static_cast<qsizetype>(count));
        const auto gaps = webGaps(scenario, static_cast<std::size_t>(index), *outcome.run, shown, style);
        QCOMPARE(track["gaps"].toArray().size(), static_cast<qsizetype>(gaps.size()));
        for (std::size_t i = 0; i < gaps.size(); ++i) compareGap(track["gaps"][static_cast<qsizetype>(i)], gaps[i]);
    }

    static bool kindHatchOf(const PictureOptions& options, OpKind kind) {
        return kindHatch(opPalette(options.palette), kind) != HatchLines::None;
    }

    void compareGap(const QJsonValue& told, const WebGap& gap) {
        QCOMPARE(static_cast<Time>(told["begin"].toDouble()), gap.begin);
        QCOMPARE(static_cast<Time>(told["end"].toDouble()), gap.end);
        QStringList card;
        for (const QJsonValue line : told["card"].toArray()) card += line.toString();
        QCOMPARE(card, gap.card);
        QCOMPARE(told["headline"].toString(), gap.text.headline);
        QCOMPARE(told["title"].toString(), gap.text.title);
        QCOMPARE(plainText(told["lead"]), plain(gap.text.lead));
        QCOMPARE(plainText(told["conclusion"]).remove(' '), plain(gap.text.conclusion).remove(' '));
        QCOMPARE(told["steps"].toArray().size(), gap.text.steps.size());
        for (qsizetype i = 0; i < gap.text.steps.size(); ++i)
            QCOMPARE(plainText(told["steps"][i]), plain(gap.text.steps[i]));
        QStringList chain;
        for (const Row row : gap.text.chain) chain += QString::number(row);
        QCOMPARE(told["chain"].toString(), chain.join(' '));
    }
};

QTEST_MAIN(TestSlowWebBrowser)

}  // namespace tst_slow_web_browser
#include "tst_slow_web_browser.moc"
