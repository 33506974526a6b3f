// Charts as authors need them: the titles, ranges and scales of their axes, their legend, and memory over time.

#include "engine/io/scenario_file.h"
#include "tests/widgets/charts_of_founding.h"
#include "tests/widgets/experiment_results.h"
#include "tests/widgets/models.h"
#include "widgets/charts/curves_look.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/panel_curves.h"
#include "widgets/charts/points_chart.h"
#include "widgets/kit/flat_style.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/pictures/experiment_picture.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_chart_options {

namespace {

LiveCurves liveOf(const Scenario& scenario) {
    LiveCurves live{.scenario = scenario, .outcomes = outcomesOf(scenario)};
    live.study = sweepOf(scenario, "comm");
    return live;
}

const LiveCurves& live() {
    static const LiveCurves kLive = liveOf(founding());
    return kLive;
}

QByteArray svgOf(const Exportable& thing, const PictureOptions& options) {
    const auto picture = thing.picture(options);
    if (!picture) return QByteArray::fromStdString(picture.error().text());
    return *pictureFile(kSvg, *picture, 1, thing.json);
}

CurvesLayout layoutOf(const PictureOptions& options) {
    auto model = styled(modelOf(live(), options.theme), options);
    return layoutCurves(std::move(*model), options);
}

QString errorOf(const PictureOptions& options) {
    const auto model = styled(modelOf(live(), options.theme), options);
    return model ? QString() : toQString(model.error().text());
}

}  // namespace

class TestChartOptions : public QObject {
    Q_OBJECT
private slots:
    /// A legend inside the axes has a corner to itself: the y axis grows if it has to.
    void legendsInsideCoverNoCurve() {
        PictureOptions options;
        options.legendPlace = LegendPlace::Inside;
        options.width = 420;
        const CurvesLayout inside = layoutOf(options);
        QVERIFY(!inside.legendBox.isEmpty());
        const CurvesPanel& panel = inside.panels.front();
        for (const ModelCurve& curve : panel.of->curves)
            for (qsizetype i = 0; i < curve.points.x.size(); ++i)
                QVERIFY(!inside.legendBox.contains(inside.xOf(panel, curve.points.x[i]),
                                                   inside.yOf(panel, curve.points.y[i])));
    }

    /// Style sheets accept no class that begins with a digit.
    void classesAreValid() {
        const QString svg = QString::fromUtf8(svgOf(exportedCurves(live()), {}));
        const QString style = svg.section("<style>", 1).section("</style>", 0, 0);
        QVERIFY(style.contains(".present"));
        QVERIFY2(!style.contains(QRegularExpression("\\.\\d[^{},;]*\\{")), qPrintable(style));
        QVERIFY(!svg.contains(QRegularExpression("class=\"(?:[^\"]* )?\\d")));
    }

    void sharesHavePercentSigns() {
        PictureOptions options;
        options.yRange = {{.from = 0, .to = 60}};
        QVERIFY(errorOf(options).contains("ends at 6000%"));
        options.yRange = {{.from = 0, .to = 0.6}};
        QCOMPARE(errorOf(options), QString());
    }

    void initTestCase() { applyTheme(ThemeId::Light); }

    void axesHaveTheirTitles() {
        PictureOptions options;
        const QByteArray usual = svgOf(exportedCurves(live()), options);
        QVERIFY(usual.contains("bubble, of total") && usual.contains("Bubble against"));
        options.xTitle = QStringLiteral("Latency (ms)");
        options.yTitle = QStringLiteral("none");
        options.title = QStringLiteral("Mine");
        options.caption = QStringLiteral("What it shows.");
        const QByteArray own = svgOf(exportedCurves(live()), options);
        QVERIFY(own.contains(">Latency (ms)<") && own.contains(">Mine<") && own.contains("What it shows."));
        QVERIFY(!own.contains(">bubble, of total<") && !own.contains("Bubble against"));
        QCOMPARE(axisTitle("Rate; none", 0, "own"), QStringLiteral("Rate"));
        QCOMPARE(axisTitle("Rate; none", 1, "own"), QString());
        QCOMPARE(axisTitle("Rate; none", 2, "own"), QStringLiteral("own"));
    }

    void rangesCutCurves() {
        PictureOptions options;
        options.xRange = *shownRangesIn("10..40");
        options.yRange = *shownRangesIn("10%..35%");
        const CurvesLayout layout = layoutOf(options);
        const CurvesPanel& panel = layout.panels.front();
        QCOMPARE(layout.ranges.front().from, 0.1);
        QCOMPARE(layout.ranges.front().to, 0.35);
        QVERIFY(layout.xTicks.front().value >= 10 && layout.xTicks.back().value <= 40);
        QVERIFY(!layout.model->marker);  // the present value, 4, is not shown
        options.yRange = *shownRangesIn("10%..");
        QCOMPARE(layoutOf(options).ranges.front().from, 0.1);
        QVERIFY(layoutOf(options).ranges.front().to < 1);
        options.yRange = *shownRangesIn("200%..");
        QVERIFY(layoutOf(options).ranges.front().to > 2);
        std::size_t points = 0;
        for (const PanelCurve& curve : panelCurves(layout, panel))
            for (const CurvePoints* line : {&curve.line, &curve.together})
                for (const QPolygonF& piece : piecesOf(layout, panel, *line))
                    for (const QPointF& at : piece) {
                        QVERIFY(panel.area.adjusted(-1, -1, 1, 1).contains(at));
                        ++points;
                    }
        QVERIFY(points > 10);
    }

    void whatNoAxisCanShowIsRefused() {
        PictureOptions options;
        options.log = LogAxes::Both;
        QCOMPARE(svgOf(exportedCurves(live()), options),
                 QByteArray("log: x begins at 0; a logarithmic axis needs values above 0, such as --x-range 1.."));
        options.xRange = *shownRangesIn("1..");
        QVERIFY(svgOf(exportedCurves(live()), options).contains("log scale"));
        options.xRange = *shownRangesIn("7000..8000");
        QVERIFY(svgOf(exportedCurves(live()), options).startsWith("x_range: has none of the values"));
    }

    void legendsStandWhereTheyAreWanted() {
        PictureOptions options;
        QVERIFY(layoutOf(options).legend.empty() && layoutOf(options).nameRoom > 0);
        options.legendPlace = LegendPlace::Inside;
        const CurvesLayout inside = layoutOf(options);
        QCOMPARE(inside.legend.size(), live().outcomes.size());
        QVERIFY(inside.panels.front().area.contains(inside.legendBox));
        for (const CurvesLegendEntry& entry : inside.legend) QVERIFY(inside.legendBox.contains(entry.box));
        for (const LegendPlace place : {LegendPlace::Top, LegendPlace::Bottom}) {
            options.legendPlace = place;
            const CurvesLayout beside = layoutOf(options);
            const QRectF &legend = beside.legend.front().box, &axes = beside.panels.front().box;
            QVERIFY(place == LegendPlace::Top ? legend.bottom() <= axes.top() : legend.top() >= axes.bottom());
            QCOMPARE(beside.nameRoom, 0.0);
        }
        options.legend = false;
        QVERIFY(layoutOf(options).legend.empty() && layoutOf(options).nameRoom == 0);
    }

    void seriesHaveDashesAndMarkersOnRequest() {
        PictureOptions options;
        options.markers = Switch::On, options.dashes = Switch::On;
        const CurvesLayout both = layoutOf(options);
        QVERIFY(both.model->series[1].look.dashes == seriesDashes(1));
        QVERIFY(!panelCurves(both, both.panels.front())[0].markers.x.isEmpty());
        options.markers = Switch::Off, options.dashes = Switch::Off;
        for (const CurveSeries& series : layoutOf(options).model->series)
            QVERIFY(series.look.dashes.isEmpty() && !series.marksPoints);
    }

    void crossingsAndThePresentValueCanBeLeftOut() {
        PictureOptions options;
        QVERIFY(svgOf(exportedCurves(live()), options).contains("marker-line"));
        options.hasPresent = false;
        QVERIFY(!svgOf(exportedCurves(live()), options).contains("marker-line"));
        const auto results = resultsOf(presetExperiment("comm-sensitivity"));
        const ExperimentPlan& plan = *results->plan;
        std::vector<std::size_t> all(plan.series.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        CurvesData data{results, nullptr, winnerChangesIn(plan, results->points, 4, all), {}};
        QVERIFY(!data.changes.empty());
        const auto changes = [&] {
            const auto picture = experimentPicture(data, options);
            return pictureFile(kSvg, *picture, 1, {})->count("change-label");
        };
        QVERIFY(changes() > 0);
        options.hasCrossings = false;
        QCOMPARE(changes(), 0);
    }

    /// Teal and grey look alike to many: the second one has dashes wherever it is drawn.
    void schedulesThatLookAlikeHaveDashes() {
        const CurvesModel model = modelOf(live(), ThemeId::Light);
        std::size_t dashed = 0;
        for (std::size_t a = 0; a < model.series.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (lookAlike(model.series[a].look.color, model.series[b].look.color)) {
                    QVERIFY(model.series[a].look.dashes != model.series[b].look.dashes);
                    ++dashed;
                }
        QVERIFY(dashed > 0);
        PictureOptions options;
        options.palette = QLatin1String(kSafePalette);
        const CurvesLayout safe = layoutOf(options);
        for (std::size_t i = 0; i < live().outcomes.size(); ++i)
            QCOMPARE(safe.model->series[i].look.color, safeColor(i, ThemeId::Light));
    }

    void barsAndPointsTakeTheOptions() {
        PictureOptions options;
        options.width = 500;
        const MetricBars bars{outcomesOf(founding()), {Quantity::BubbleRatio, {}}};
        const Exportable ofBars = exportedBars(bars, founding());
        QVERIFY(svgOf(ofBars, options).contains(">ZB-H1<"));
        QVERIFY(embeddedDocument(svgOf(ofBars, options)) == writeScenario(founding()));
        options.palette = QLatin1String(kSafePalette);
        options.caption = QStringLiteral("What it shows.");
        QVERIFY(svgOf(ofBars, options).contains(safeColor(1, ThemeId::Light).name().toLatin1()));
        const FrontierPoints points{.compared = bars.outcomes, .quantity = bars.quantity};
        const Exportable ofPoints = exportedFrontier(points, founding());
        options.xTitle = QStringLiteral("Memory (microbatches)");
        options.xRange = *shownRangesIn("0..6");
        const QByteArray svg = svgOf(ofPoints, options);
        QVERIFY(svg.contains(">Memory (microbatches)<") && svg.contains("What it shows."));
        QVERIFY(!svg.contains(">GPipe<"));  // needs 8
        options.height = 80;
        QVERIFY(svgOf(ofPoints, options).startsWith("height: is too low for this chart"));
    }

    void valuesAreThoseOfTheChart() {
        const Exportable thing = exportedCurves(live());
        QCOMPARE(thing.values(RowsForm::Csv, 1'000), csvText(tableOf(live())).toStdString());
        QVERIFY(thing.values(RowsForm::Json, 2).find("\"comm\": 0") != std::string::npos);
        QCOMPARE(thing.rows, live().study.values.size());
    }

    void aChartHasNoOptionsOfGantts() {
        for (const Exportable& thing : {exportedCurves(live()), exportedBars({}, founding())})
            for (const std::string_view key : ExportOptionsPanel(thing).keys())
                QVERIFY(key != "labels" && key != "workers" && key != "schedules");
    }

    /// The curve of a schedule's fullest device is its peak; each device has a panel or a curve.
    void memoryIsDrawnOverTime() {
        const Scenario scenario = founding();
        const std::vector<Outcome> outcomes = outcomesOf(scenario);
        const auto tracks = shownOf(withHeld(outcomes));
        PictureOptions options;
        CurvesModel model = memoryModel(tracks, options);
        QCOMPARE(model.panels.size(), std::size_t(1));
        QCOMPARE(model.panels[0].curves.size(), tracks.size());
        for (const ModelCurve& curve : model.panels[0].curves) {
            const Run& run = *outcomes[curve.series].run;
            QCOMPARE(*std::ranges::max_element(curve.points.y), valueOf(Quantity::PeakActivations, run));
            QCOMPARE(curve.points.x.last(), toUnits(run.timeline->latestEnd));
        }
        options.shownDevices = ChartDevices::Panels;
        model = memoryModel(tracks, options);
        QCOMPARE(model.panels.size(), std::size_t(4));
        QCOMPARE(model.panels[3].title, QStringLiteral("device 3"));
        options.shownDevices = ChartDevices::Overlaid;
        model = memoryModel(tracks, options);
        QCOMPARE(model.panels.size(), tracks.size());
        QCOMPARE(model.panels[0].curves.size(), std::size_t(4));
        QCOMPARE(model.panels[1].title, QStringLiteral("1F1B"));
    }

    void theMemoryLimitIsALine() {
        Scenario scenario = founding();
        scenario.workload.memoryLimit = 5;
        const Exportable thing = exportedMemory(scenario, outcomesOf(scenario));
        const QByteArray svg = svgOf(thing, {});
        QVERIFY(svg.contains(">limit 5<") && svg.contains(">activations<") && svg.contains(">time, ms<"));
        PictureOptions one;
        one.schedules = {1};
        QVERIFY(!svgOf(thing, one).contains(">GPipe<"));
        QVERIFY(thing.values(RowsForm::Csv, 3).starts_with("schedule,device,time,activations\nGPipe,"));
    }

    /// Each part of memory covers those below it; together they are the whole.
    void memoryOfStepsIsStackedByPart() {
        const Scenario scenario = modelScenario();
        const auto tracks = shownOf(outcomesOf(scenario));
        const CurvesModel model = memoryModel(tracks, {});
        QCOMPARE(model.legend.size(), std::size_t(5));
        QCOMPARE(model.panels.size(), tracks.size());
        const auto& curves = model.panels[0].curves;
        for (std::size_t i = 1; i < curves.size(); ++i)
            for (qsizetype at = 0; at < curves[i].points.y.size(); ++at)
                QVERIFY(curves[i].points.y[at] <= curves[i - 1].points.y[at] + 1e-9);
        const double peak = static_cast<double>(tracks[0].memory->bytes->peak.sum()) / 1e9;
        QVERIFY(std::abs(*std::ranges::max_element(curves[0].points.y) - peak) < 1e-6);
        QVERIFY(model.scales[0].limit && model.scales[0].limit->label.startsWith("limit "));
    }

    void whatHasNoMemorySaysSo() {
        const CurvesModel model = memoryModel({}, {});
        QVERIFY(!model.notice.isEmpty());
        QVERIFY(curvesPicture(model, {}));
    }
};

QTEST_MAIN(TestChartOptions)

}  // namespace tst_chart_options
#include "tst_chart_options.moc"
