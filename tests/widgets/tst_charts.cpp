#include "widgets/charts/charts_panel.h"

#include <QAbstractItemView>
#include <QSignalSpy>
#include <QTest>

#include "widgets/charts/bar_chart.h"
#include "widgets/charts/panel_curves.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/picture.h"
#include "widgets/shown/op_palette.h"
#include "widgets/shown/verdict_text.h"

#include "tests/widgets/charts_of_founding.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_charts {

namespace {

using Moves = std::vector<std::pair<double, int>>;

Moves movesOf(const QSignalSpy& spy) {
    Moves moves;
    for (const auto& call : spy) moves.push_back({call[1].toDouble(), call[2].toInt()});
    return moves;
}

}  // namespace

class TestCharts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {}
    void curvesAreTheSweepToTheLastBit_data();
    void curvesAreTheSweepToTheLastBit();
    void refusedPointsAreGapsWithAReason();
    void chartsWithoutPointsSayWhy();
    void pointsWithoutNeighboursAreDots();
    void barsAreSortedAndRefusedOnesStandBelow();
    void metricServesBarsAndCurves();
    void alongMicrobatchesEachIsCompared();
    void aHeadLeavesRoomForWhatStandsAtItsEnd();
    void lowChartsKeepLabelsAndNames();
    void aSecondSetOfCurvesNeedsRoom();
    void chartsWithoutRoomAreSilent();
    void aPointedCurveIsThickInItsColor();
    void draggingTheMarkerEmitsValues();
    void aClickSetsAValueOfTheSweep();
    void keysMoveTheMarker_data();
    void keysMoveTheMarker();
    void aMatrixHasNoMarker();
    void oldCurvesStayUntilNewOnesHaveShape();
    void bygoneSweepsAreIgnored();
    void survivesOddInput_data();
    void survivesOddInput();
    void exportsAndCsv();
    void followsTheThemeWhileOpen();
    void verdictInWords();
    void grabs();
};

void TestCharts::curvesAreTheSweepToTheLastBit_data() {
    QTest::addColumn<std::string>("axis");
    QTest::addColumn<Quantity>("metric");
    for (const WorkloadKey* known : liveAxes())
        for (const Quantity metric : chartMetrics())
            QTest::addRow("%s of %s", qPrintable(idOf(metric)), known->key.data()) << std::string(known->key) << metric;
}

void TestCharts::curvesAreTheSweepToTheLastBit() {
    QFETCH(std::string, axis);
    QFETCH(Quantity, metric);
    ChartsPanel panel;
    panel.setAxis(axis);
    panel.setMetric(metric);
    panel.setBubbleKind(Quantity::BubbleOverIdeal);
    fill(panel, founding(), axis);
    const Study sweep = sweepOf(founding(), axis);
    const Quantity shown = metric == Quantity::BubbleRatio ? Quantity::BubbleOverIdeal : metric;
    for (std::size_t s = 0; s < sweep.series.size(); ++s) {
        const CurvePoints points = line(panel.curves(), s);
        QCOMPARE(static_cast<std::size_t>(points.x.size()), sweep.values.size());
        for (std::size_t i = 0; i < sweep.values.size(); ++i) {
            const double x = points.x[static_cast<int>(i)], y = points.y[static_cast<int>(i)];
            const StudyPoint& point = *sweep.series[s][i];
            QVERIFY(x == sweep.values[i]);
            QVERIFY(point.refusal.empty() ? y == point.of(shown) : std::isnan(y));
        }
    }
    QCOMPARE(panel.curves().layout()->ranges[0].from, 0.0);
}

void TestCharts::refusedPointsAreGapsWithAReason() {
    ChartsPanel panel;
    fill(panel, founding(), "chunks");
    const CurvePoints hanayo = line(panel.curves(), 3);  // values 1..16: odd chunks are refused
    for (int i = 0; i < hanayo.y.size(); ++i) QCOMPARE(std::isnan(hanayo.y[i]), i % 2 == 0);
    const QStringList lines = linesOf(readingsOf(panel.live(), 2));
    QCOMPARE(lines.size(), 5);
    QVERIFY2(lines.last().startsWith("Hanayo: needs an even number"), qPrintable(lines.last()));
    QVERIFY(readingsOf(panel.live(), 99).empty());
}

void TestCharts::chartsWithoutPointsSayWhy() {
    ChartsPanel panel;
    QVERIFY(noticeOf(panel.live()).contains("Choose a schedule"));
    Scenario scenario = founding();
    fill(panel, scenario, "chunks");
    QVERIFY(noticeOf(panel.live()).isEmpty());

    scenario.workload.devices = 1024;
    scenario.workload.microbatches = 16384;  // 33 million ops at least
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        outcomes.push_back(outcomeOf(scenario, i, std::shared_ptr<const Run>()));
    panel.setScenario(scenario);
    panel.setAxis("comm");
    panel.setOutcomes(outcomes);
    Study sweep = sweepOf(scenario, "comm");
    panel.setStudy(sweep);
    QVERIFY2(noticeOf(panel.live()).contains("20,000,000"), qPrintable(noticeOf(panel.live())));

    StudyPoint refused;
    refused.refusal = "needs an even number";
    for (auto& series : sweep.series) std::fill(series.begin(), series.end(), refused);
    panel.setStudy(sweep);
    QVERIFY2(noticeOf(panel.live()).endsWith("needs an even number"), qPrintable(noticeOf(panel.live())));
    sweep.series[0][0]->refusal = "needs something else";
    panel.setStudy(sweep);
    QVERIFY2(noticeOf(panel.live()).endsWith("Hover over a value to see why."), qPrintable(noticeOf(panel.live())));
}

void TestCharts::pointsWithoutNeighboursAreDots() {
    ChartsPanel panel;
    fill(panel, founding(), "chunks");
    const CurvesLayout& layout = *panel.curves().layout();
    const auto curves = panelCurves(layout, layout.panels[0]);
    const auto dots = [&](std::size_t schedule) { return curves[schedule].markers.x.size(); };
    QCOMPARE(dots(3), 8);
    QCOMPARE(dots(2), 0);
}

void TestCharts::barsAreSortedAndRefusedOnesStandBelow() {
    ChartsPanel panel;
    Scenario scenario = founding();
    fill(panel, scenario, "comm");
    const auto order = [&] {
        std::vector<std::size_t> entries;
        for (const BarRow& row : panel.bars().model().rows) entries.push_back(row.entry);
        return entries;
    };
    // 12.7, 17.4, 27.8, 28.4, 28.7 %
    QCOMPARE(order(), (std::vector<std::size_t>{4, 2, 0, 3, 1}));
    scenario.schedules[3].own.chunks = 3;
    panel.setOutcomes(outcomesOf(scenario));
    QCOMPARE(order(), (std::vector<std::size_t>{4, 2, 0, 1, 3}));
    const auto& rows = panel.bars().model().rows;
    QVERIFY(rows[0].parts[0].value == outcomesOf(scenario)[4].run->metrics.bubbleRatio);
    QCOMPARE(rows[0].parts[0].look.fill, seriesColors(scenario.schedules, ThemeId::Light)[4]);
    QVERIFY(rows[4].parts.empty() && rows[4].refusal.contains("even number"));
    // Equal values keep the scenario's order.
    panel.setOutcomes(outcomesOf(founding(0)));
    QCOMPARE(order(), (std::vector<std::size_t>{4, 2, 3, 0, 1}));
}

void TestCharts::metricServesBarsAndCurves() {
    ChartsPanel panel;
    show(panel);
    fill(panel, founding(), "comm");
    auto* combo = panel.findChild<PickCombo*>();
    QCOMPARE(combo->count(), 4);
    QSignalSpy changed(&panel, &ChartsPanel::metricChanged);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);  // opens the list
    QCOMPARE(changed.count(), 0);
    QTest::keyClick(combo->view(), Qt::Key_Down);
    QTest::keyClick(combo->view(), Qt::Key_Return);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(panel.metric(), Quantity::TotalTime);
    const auto top = [&] { return panel.bars().model().rows[0].parts[0].value; };
    QCOMPARE(top(), 2748.0);
    QVERIFY(csvText(tableOf(panel.live())).startsWith("comm,\"GPipe (total time, ms)\""));
    panel.setMetric(Quantity::PeakActivations);
    QCOMPARE(top(), 4.0);  // 1F1B holds D
    QCOMPARE(chartMetric(idOf(Quantity::PeakActivations)), std::optional(Quantity::PeakActivations));
    QCOMPARE(chartMetric("nonsense"), std::optional<Quantity>());
}

/// More microbatches are more work: what each takes is compared, until a person chooses otherwise for that axis.
void TestCharts::alongMicrobatchesEachIsCompared() {
    ChartsPanel panel;
    show(panel);
    fill(panel, founding(), "comm");
    QCOMPARE(panel.metric(), Quantity::BubbleRatio);
    panel.setAxis("microbatches");
    QCOMPARE(panel.metric(), Quantity::TimePerMicrobatch);
    QCOMPARE(panel.findChild<PickCombo*>()->currentText(), QString("Time per microbatch"));
    panel.setStudy(sweepOf(founding(), "microbatches"));
    QVERIFY(csvText(tableOf(panel.live())).startsWith("microbatches,\"GPipe (time per microbatch, ms)\""));
    panel.setAxis("recompute");
    QCOMPARE(panel.metric(), Quantity::BubbleRatio);
    panel.setMetric(Quantity::TotalTime);
    panel.setAxis("microbatches");
    QCOMPARE(panel.metric(), Quantity::TimePerMicrobatch);
    panel.setMetric(Quantity::PeakActivations);  // chosen for this axis
    panel.setAxis("comm");
    QCOMPARE(panel.metric(), Quantity::TotalTime);
    panel.setAxis("microbatches");
    QCOMPARE(panel.metric(), Quantity::PeakActivations);
}

void TestCharts::aHeadLeavesRoomForWhatStandsAtItsEnd() {
    constexpr int kRoom = 112;
    ChartsPanel panel;
    panel.setHeadRoom(kRoom);
    for (const int width : {530, 640, 830, 1300}) {
        show(panel, {width, 170});
        fill(panel, founding(), "comm");
        for (const Quantity metric : chartMetrics()) {
            panel.setMetric(metric);
            QCoreApplication::processEvents();
            for (const PickCombo* combo : panel.findChildren<PickCombo*>()) {
                const int right = combo->mapTo(&panel, QPoint(combo->width(), 0)).x();
                QVERIFY2(!combo->isVisible() || right <= width - kRoom, qPrintable(QString::number(right - width)));
            }
        }
    }
}

/// As in a window of 900 x 600.
void TestCharts::lowChartsKeepLabelsAndNames() {
    ChartsPanel panel;
    show(panel, {530, 165});
    fill(panel, founding(), "comm");
    for (const Quantity metric : chartMetrics()) {
        panel.setMetric(metric);
        QVERIFY(panel.curves().layout()->ranges[0].ticks.size() >= 2);
    }
    QVERIFY(panel.curves().layout()->nameRoom > 60);
}

void TestCharts::aSecondSetOfCurvesNeedsRoom() {
    ChartsPanel panel;
    show(panel, {900, 280});
    QVERIFY(!panel.moreCurves().isVisible());
    show(panel, {1300, 280});
    QVERIFY(panel.moreCurves().isVisible());
    fill(panel, founding(), "comm");
    QCOMPARE(line(panel.moreCurves(), 0).y[0], 3300.0);  // total time
    panel.setMetric(Quantity::TotalTime);                // the two never show the same
    QVERIFY(line(panel.moreCurves(), 0).y[0] < 1);
}

void TestCharts::chartsWithoutRoomAreSilent() {
    QTest::failOnWarning(QRegularExpression(QStringLiteral("QPainter|QWidget::paintEngine")));
    ChartsPanel panel;
    show(panel);
    fill(panel, founding(), "comm");
    for (const QSize size : {QSize(830, 0), QSize(0, 280), QSize(830, 12), QSize(830, 280)}) {
        for (QWidget* chart : {static_cast<QWidget*>(&panel.bars()), &panel.curves().canvas()}) chart->resize(size);
        fill(panel, founding(8), "comm");
        QCoreApplication::processEvents();
    }
    panel.hide();
    fill(panel, founding(12), "comm");
    QCoreApplication::processEvents();
}

void TestCharts::aPointedCurveIsThickInItsColor() {
    ChartsPanel panel;
    show(panel);
    const Scenario scenario = founding();
    fill(panel, scenario, "comm");
    QCoreApplication::processEvents();
    CurvesView& chart = panel.curves();
    const std::vector<Outcome> outcomes = outcomesOf(scenario, ThemeId::Light);
    const int last = 3;  // Hanayo, whose curve is alone at the right
    const QPoint at(
        pixelOf(chart, 100).x(),
        qRound(chart.layout()->yOf(chart.layout()->panels[0], line(chart, last).y[line(chart, last).x.indexOf(100)])));
    // Of what is left of the pointer, which the card may cover at the right of it alone.
    const auto pixels = [&] {
        const QImage image = chart.canvas().grab(QRect(0, 0, at.x() - 20, chart.canvas().height())).toImage();
        std::vector<int> count(outcomes.size());
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                for (std::size_t s = 0; s < outcomes.size(); ++s)
                    count[s] += image.pixelColor(x, y) == outcomes[s].color;
        return count;
    };
    const std::vector<int> before = pixels();
    QTest::mouseMove(&chart.canvas(), at);
    QCoreApplication::processEvents();
    const std::vector<int> after = pixels();
    QVERIFY2(after[last] > 1.5 * before[last], qPrintable(QString("%1, %2").arg(before[last]).arg(after[last])));
    for (std::size_t s = 0; s < outcomes.size(); ++s) {
        if (s != last) QVERIFY(after[s] <= before[s]);
    }
}

void TestCharts::draggingTheMarkerEmitsValues() {
    ChartsPanel panel;
    show(panel);
    Scenario scenario = founding();
    fill(panel, scenario, "microbatches");
    QCoreApplication::processEvents();
    CurvesView& chart = panel.curves();
    QSignalSpy spy(&panel, &ChartsPanel::valueDragged);
    // The document answers as it does in the window.
    connect(&panel, &ChartsPanel::valueDragged, &panel, [&](const std::string& axis, double x) {
        scenario = atValue(scenario, axis, x, true);
        panel.setScenario(scenario);
    });
    QTest::mousePress(&chart.canvas(), Qt::LeftButton, {}, pixelOf(chart, 8));
    QTest::mouseMove(&chart.canvas(), pixelOf(chart, 16));
    QTest::mouseMove(&chart.canvas(), pixelOf(chart, 64));
    QTest::mouseRelease(&chart.canvas(), Qt::LeftButton, {}, pixelOf(chart, 64));
    const Moves moves = movesOf(spy);
    QVERIFY(moves.size() >= 2);
    QCOMPARE(moves.back().first, 64.0);
    QCOMPARE(scenario.workload.microbatches, 64);
    for (const auto& [x, gesture] : moves) {
        QVERIFY(gesture != 0 && gesture == moves.front().second);
        QCOMPARE(static_cast<int>(x) % 4, 0);  // multiples of D: no schedule refuses
    }
    // The next drag is another step of undo; beyond the end it stays at the end.
    QTest::mousePress(&chart.canvas(), Qt::LeftButton, {}, pixelOf(chart, 64));
    QTest::mouseMove(&chart.canvas(), pixelOf(chart, 512) + QPoint(300, 0));
    QTest::mouseRelease(&chart.canvas(), Qt::LeftButton, {}, pixelOf(chart, 512));
    QVERIFY(movesOf(spy).back().second != moves.back().second);
    QCOMPARE(scenario.workload.microbatches, 512);
}

void TestCharts::aClickSetsAValueOfTheSweep() {
    ChartsPanel panel;
    show(panel);
    fill(panel, founding(), "comm");
    QCoreApplication::processEvents();
    CurvesView& chart = panel.curves();
    QSignalSpy spy(&panel, &ChartsPanel::valueDragged);
    QTest::mouseMove(&chart.canvas(), pixelOf(chart, 101));
    QTest::mouseClick(&chart.canvas(), Qt::LeftButton, {}, pixelOf(chart, 101));
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][0].value<std::string>(), "comm");
    QCOMPARE(spy[0][1].toDouble(), 100.0);
    QVERIFY(spy[0][2].toInt() != 0);
    // A press at the marker that moves nothing changes nothing.
    QTest::mouseClick(&chart.canvas(), Qt::LeftButton, {}, pixelOf(chart, 4));
    QTest::mouseClick(&chart.canvas(), Qt::RightButton, {}, pixelOf(chart, 100));
    QCOMPARE(spy.count(), 1);
}

void TestCharts::keysMoveTheMarker_data() {
    QTest::addColumn<std::string>("axis");
    QTest::addColumn<int>("key");
    QTest::addColumn<double>("x");
    const auto row = [](const char* name, const std::string& axis, Qt::Key key, double x) {
        QTest::newRow(name) << axis << static_cast<int>(key) << x;
    };
    row("one device more", "devices", Qt::Key_Right, 5);
    row("one device fewer", "devices", Qt::Key_Left, 3);
    row("the next multiple of D", "microbatches", Qt::Key_Right, 12);
    row("the multiple of D before", "microbatches", Qt::Key_Left, 4);
    row("T_C in round steps", "comm", Qt::Key_Right, 6);
    row("T_C to the sweep's next value", "comm", Qt::Key_PageUp, 10);
    row("T_C to the start", "comm", Qt::Key_Home, 0);
    row("T_C to the end", "comm", Qt::Key_End, 200);
    row("one chunk fewer", "chunks", Qt::Key_Left, 1);
    row("recompute in twentieths", "recompute", Qt::Key_Right, 0.05);
}

void TestCharts::keysMoveTheMarker() {
    QFETCH(std::string, axis);
    QFETCH(int, key);
    QFETCH(double, x);
    ChartsPanel panel;
    show(panel);
    fill(panel, founding(), axis);
    QSignalSpy spy(&panel, &ChartsPanel::valueDragged);
    QTest::keyClick(&panel.curves(), static_cast<Qt::Key>(key));
    QTest::keyClick(&panel.curves(), Qt::Key_A);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy[0][1].toDouble(), x);
    QTest::keyClick(&panel.curves(), static_cast<Qt::Key>(key));
    QCOMPARE(spy[1][2].toInt(), spy[0][2].toInt());  // a burst of keys is one step of undo
}

void TestCharts::aMatrixHasNoMarker() {
    ChartsPanel panel;
    show(panel);
    Scenario scenario = founding();
    scenario.workload.comm = std::vector<std::vector<double>>(4, std::vector<double>(4, 4.0));
    fill(panel, scenario, "comm");
    QSignalSpy spy(&panel, &ChartsPanel::valueDragged);
    QVERIFY(!panel.curves().markerValue());
    QTest::mouseMove(&panel.curves().canvas(), pixelOf(panel.curves(), 100));
    QTest::mouseClick(&panel.curves().canvas(), Qt::LeftButton, {}, pixelOf(panel.curves(), 100));
    QTest::keyClick(&panel.curves(), Qt::Key_Right);
    QCOMPARE(spy.count(), 0);  // a matrix is not thrown away by a click
}

void TestCharts::oldCurvesStayUntilNewOnesHaveShape() {
    ChartsPanel panel;
    fill(panel, founding(), "comm");
    const double before = line(panel.curves(), 0).y[0];
    Scenario scenario = founding();
    scenario.workload.microbatches = 16;
    panel.setScenario(scenario);
    const Study whole = sweepOf(scenario, "comm");
    Study part = whole;
    for (auto& points : part.series)
        for (std::size_t i = 1; i < points.size(); ++i) points[i].reset();
    panel.setStudy(part);
    QCOMPARE(line(panel.curves(), 0).y[0], before);
    for (std::size_t s = 0; s < part.series.size(); ++s)
        for (std::size_t i = 0; i < part.values.size(); i += 2) part.series[s][i] = whole.series[s][i];
    for (std::size_t s = 0; s < part.series.size(); ++s) part.series[s].back() = whole.series[s].back();
    panel.setStudy(part);  // awaited points are no gaps: the line goes straight on
    QVERIFY(line(panel.curves(), 0).y[0] == whole.series[0][0]->of(Quantity::BubbleRatio));
    for (const double y : line(panel.curves(), 0).y) QVERIFY(!std::isnan(y));
    panel.setStudy(whole);
    QCOMPARE(static_cast<std::size_t>(line(panel.curves(), 0).x.size()), whole.values.size());
}

void TestCharts::bygoneSweepsAreIgnored() {
    ChartsPanel panel;
    fill(panel, founding(), "comm");
    const auto count = line(panel.curves(), 0).x.size();
    panel.setStudy(sweepOf(founding(), "chunks"));
    QCOMPARE(line(panel.curves(), 0).x.size(), count);
    Scenario fewer = founding();
    fewer.schedules.resize(2);
    panel.setStudy(sweepOf(fewer, "comm"));
    QCOMPARE(line(panel.curves(), 4).x.size(), count);
    // Another list of schedules: the old curves are of other schedules.
    panel.setScenario(fewer);
    for (const ModelCurve& curve : panel.curves().layout()->model->panels[0].curves) QVERIFY(curve.points.x.isEmpty());
}

void TestCharts::survivesOddInput_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"nothing", "one", "ten", "all refused", "all zero", "one device", "huge", "awaited"})
        QTest::newRow(what) << what;
}

void TestCharts::survivesOddInput() {
    QFETCH(QString, what);
    for (QSize size : {QSize(10, 10), QSize(260, 120), QSize(830, 280), QSize(2400, 900)}) {
        ChartsPanel panel;
        show(panel, size);
        Scenario scenario = founding();
        if (what == "one") scenario.schedules.resize(1);
        if (what == "ten") scenario.schedules.resize(10, scenario.schedules[1]);
        if (what == "all refused") {
            scenario.schedules = {{"hanayo", {}, {}}, {"chimera", {}, {}}};
            scenario.workload.chunks = 3;
            scenario.workload.microbatches = 7;
        }
        if (what == "all zero") {
            scenario.workload.forward = scenario.workload.backward = 0.0;
            scenario.workload.comm = 0.0;
        }
        if (what == "one device") scenario.workload.devices = scenario.workload.microbatches = 1;
        if (what == "huge") scenario.workload.forward = scenario.workload.backward = 1e6;
        if (what == "nothing") scenario.schedules.clear();
        for (const WorkloadKey* known : liveAxes()) {
            if (what == "nothing" || what == "awaited") {
                panel.setScenario(scenario);
                panel.setAxis(std::string(known->key));
                panel.setOutcomes(what == "nothing" ? std::vector<Outcome>() : std::vector<Outcome>(5));
                panel.setStudy(liveStudy(scenario, known->key, true));
            } else {
                fill(panel, scenario, std::string(known->key), ThemeId::Light, false);
            }
            QCoreApplication::processEvents();
            for (double share : {0.0, 0.5, 1.0})
                QTest::mouseMove(&panel.curves().canvas(), QPoint(qRound(panel.curves().width() * share), 40));
            QTest::keyClick(&panel.curves(), Qt::Key_Right);
            QVERIFY(!panel.grab().isNull());
            const CurvesRange& y = panel.curves().layout()->ranges[0];
            QVERIFY(y.from == 0 && y.to > 0 && std::isfinite(y.to));
        }
    }
}

void TestCharts::exportsAndCsv() {
    ChartsPanel panel;
    show(panel);
    Scenario scenario = founding();
    scenario.schedules[3].own.chunks = 3;
    fill(panel, scenario, "comm");
    QCoreApplication::processEvents();
    const Picture picture = panel.curves().picture();
    const QByteArray png = *pictureFile(kPng, picture, 2, {});
    QCOMPARE(QImage::fromData(png).size(), 2 * panel.curves().size());
    const QByteArray svg = *pictureFile(kSvg, picture, 1, {});
    QVERIFY(svg.contains("<text") && svg.contains("80") && !svg.contains("<image"));
    QVERIFY(pictureFile(kPdf, picture, 1, {})->startsWith("%PDF"));
    QVERIFY(pictureFile(kSvg, panel.bars().picture(), 1, {})->contains("class=\"bar s1\""));

    const QStringList lines = csvText(tableOf(panel.live())).split('\n');
    QVERIFY(lines[0].startsWith("comm,\"GPipe (bubble, of total)\""));
    const Study sweep = sweepOf(scenario, "comm");
    for (std::size_t i = 0; i < sweep.values.size(); ++i) {
        const QStringList cells = lines[static_cast<int>(i) + 1].split(',');
        QVERIFY(cells[0].toDouble() == sweep.values[i] &&
                cells[1].toDouble() == sweep.series[0][i]->of(Quantity::BubbleRatio));
        QCOMPARE(cells[4], QString());
    }
    QCOMPARE(csvCell("Hanayo, \"1 wave\""), QString("\"Hanayo, \"\"1 wave\"\"\""));
    QVERIFY(csvText(tableOf(panel.values())).endsWith("\n" + csvCell(outcomesOf(scenario)[3].title) + ",\n"));
}

void TestCharts::verdictInWords() {
    const auto words = [](const Scenario& scenario) {
        return verdictText(outcomesOf(scenario)).replace(QChar(0x202f), QLatin1Char(' '));
    };
    QCOMPARE(words(founding()),
             QString("ZB-H1 is fastest: 2748 ms, 5.4% less than Interleaved 1F1B, v = 2; 1.3% above lower bound"));
    Scenario scenario = founding(0);
    scenario.schedules.resize(1);
    QCOMPARE(words(scenario), QString("GPipe takes 3300 ms; optimal here"));
    scenario.schedules.push_back({"1f1b", {}, {}});
    QCOMPARE(words(scenario), QString("GPipe and 1F1B are equally fast: 3300 ms; optimal here"));
    // Each of theirs is as fast as the other's, whatever they take in all.
    scenario.workload.forward = 0.0;
    scenario.workload.backward = 100.0;
    scenario.workload.devices = 1;
    scenario.schedules[1].own.microbatches = 16;
    QCOMPARE(words(scenario), QString("GPipe and 1F1B are equally fast: 100 ms per microbatch; optimal here"));
    scenario.schedules = {{"hanayo", {}, {}}};
    scenario.workload.chunks = 3;
    QCOMPARE(words(scenario), QString());
    QCOMPARE(verdictText(std::vector<Outcome>()), QString());
    QCOMPARE(verdictText(std::vector<Outcome>(3)), QString());
}

void TestCharts::followsTheThemeWhileOpen() {
    applyTheme(ThemeId::Light);
    ChartsPanel panel;
    show(panel, {830, 280});
    fill(panel, founding(), "comm");
    for (ThemeId theme : {ThemeId::Dark, ThemeId::Light}) {
        applyTheme(theme);
        QCoreApplication::processEvents();
        const QImage image = panel.grab().toImage();
        for (QWidget* chart : {static_cast<QWidget*>(&panel.curves()), static_cast<QWidget*>(&panel.bars())})
            QCOMPARE(image.pixelColor(chart->mapTo(&panel, QPoint(2, chart->height() - 3))), themeOf(theme).window);
    }
}

void TestCharts::grabs() {
    const QString folder = qEnvironmentVariable("BUBBLESCOPE_GRABS");
    if (folder.isEmpty()) QSKIP("set BUBBLESCOPE_GRABS to a folder to look at the charts");
    for (ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
        applyTheme(theme);
        const auto grab = [&](const Scenario& scenario, const std::string& axis, QSize size, double hoverShare,
                              QString name) {
            ChartsPanel panel;
            show(panel, size);
            fill(panel, scenario, axis, theme);
            QCoreApplication::processEvents();
            const QPoint at(qRound(panel.curves().width() * hoverShare), panel.curves().height() / 2);
            if (hoverShare > 0) QTest::mouseMove(&panel.curves().canvas(), at);
            QCoreApplication::processEvents();
            panel.grab().save(folder + (theme == ThemeId::Light ? "/light-" : "/dark-") + name + ".png");
        };
        for (const WorkloadKey* known : liveAxes())
            grab(founding(), std::string(known->key), {std::string(known->key) == "devices" ? 1400 : 830, 280}, 0.5,
                 QString::fromUtf8(known->key.data()));
        Scenario ten = founding();
        ten.schedules.resize(10, ten.schedules[3]);
        for (std::size_t i = 5; i < 10; ++i) ten.schedules[i].own.chunks = static_cast<int>(i);
        grab(ten, "comm", {830, 240}, 0.3, "ten");
        Scenario refused = founding();
        refused.schedules = {{"hanayo", {}, {}}, {"chimera", {}, {}}};
        refused.workload.chunks = 3;
        refused.workload.microbatches = 7;
        grab(refused, "comm", {830, 240}, 0, "refused");
        grab(refused, "comm", {830, 240}, 0.4, "refused-hovered");
        grab(founding(), "chunks", {830, 280}, 0.48, "gap");
        grab(founding(), "comm", {420, 170}, 0.5, "tiny");
        Scenario none = founding();
        none.schedules.clear();
        grab(none, "comm", {830, 240}, 0, "none");
    }
}

QTEST_MAIN(TestCharts)

}  // namespace tst_charts
#include "tst_charts.moc"
