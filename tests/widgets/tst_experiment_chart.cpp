// The curves of an experiment, live.

#include "tests/widgets/experiment_results.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/study/curves/curve_rows.h"
#include "widgets/study/curves/experiment_chart.h"

#include <QAbstractButton>
#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment_chart {

namespace {

QPoint pixelOf(const ExperimentChart& chart, std::size_t panel, std::size_t point, double value) {
    const CurvesLayout& layout = *chart.layout();
    const CurvesPanel& at = layout.panels[panel];
    const ExperimentPlan& plan = *layout.data.results->plan;
    return QPointF(layout.xOf(at, plan.xOf(plan.placeOf(point))), layout.yOf(at, value)).toPoint();
}

QList<QAbstractButton*> legendOf(const ExperimentChart& chart) {
    QList<QAbstractButton*> shown;
    for (QAbstractButton* entry : chart.findChildren<QAbstractButton*>())
        if (entry->isVisible() && entry->isEnabled()) shown += entry;
    return shown;
}

QList<QCPGraph*> drawnGraphs(ExperimentChart& chart) {
    QList<QCPGraph*> drawn;
    for (int i = 0; i < chart.plot().graphCount(); ++i)
        if (!chart.plot().graph(i)->data()->isEmpty()) drawn += chart.plot().graph(i);
    return drawn;
}

}  // namespace

class TestExperimentChart : public QObject {
    Q_OBJECT

    static void settle() {
        for (int i = 0; i < 5; ++i) QTest::qWait(1);
    }
    static void show(ExperimentChart& chart, SharedResults results, QSize size = {1000, 700}) {
        chart.resize(size);
        chart.setResults(std::move(results));
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QTRY_VERIFY(chart.layout());
        settle();
    }

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void everyPanelOfTheFigure() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("weak-scaling")));
        QCOMPARE(chart.layout()->panels.size(), std::size_t(2));
        QCOMPARE(drawnGraphs(chart).size(), 2 * 6);
        chart.setFigure(2);
        QTRY_COMPARE(chart.layout()->panels.front().figure, std::size_t(2));
        chart.setFigure(77);
        settle();
        QCOMPARE(chart.layout()->panels.front().figure, std::size_t(2));
    }

    /// The card has all digits.
    void hoverTellsTheValuesBestFirst() {
        ExperimentChart chart;
        const auto results = resultsOf(presetExperiment("weak-scaling"));
        show(chart, results);
        const std::size_t point = results->plan->pointAt({0, 0, 5, 3});  // ZB-H1 at D = 16
        QTest::mouseMove(&chart.plot(), pixelOf(chart, 0, point, results->points[point]->of(Quantity::TotalTime)));
        QVERIFY(chart.spot());
        QCOMPARE(chart.spot()->x, std::size_t(3));
        QCOMPARE(*chart.spot()->series, std::size_t(5));
        const QStringList card = chart.card();
        QCOMPARE(card.size(), 1 + 6);
        QCOMPARE(card[0], "D = 16");
        QCOMPARE(card[1],
                 "ZB-H1: " + formatExact(results->points[point]->of(Quantity::TotalTime)) + QChar(0x202f) + "ms");
        std::vector<double> times;
        for (std::size_t s = 0; s < 6; ++s)
            times.push_back(results->points[results->plan->pointAt({0, 0, s, 3})]->of(Quantity::TotalTime));
        std::sort(times.begin(), times.end());
        for (int i = 0; i < 6; ++i)
            QVERIFY2(card[i + 1].contains(formatExact(times[static_cast<std::size_t>(i)])), qPrintable(card[i + 1]));
        QVERIFY(chart.accessibleDescription().contains(card[1]));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&chart.plot(), &leave);
        QVERIFY(!chart.spot());
        QVERIFY(chart.card().isEmpty());
    }

    void aClickOpensThePoint() {
        ExperimentChart chart;
        const auto results = resultsOf(presetExperiment("comm-sensitivity"));
        chart.setFigure(3);
        show(chart, results);
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        const std::size_t point = results->plan->pointAt({3, 1, 0, 5});
        const double value = results->points[point]->of(Quantity::BubbleRatio);
        QTest::mouseClick(&chart.plot(), Qt::LeftButton, {}, pixelOf(chart, 1, point, value));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::size_t>(), point);
        // Far from every curve nothing is meant.
        QTest::mouseClick(&chart.plot(), Qt::LeftButton, {}, pixelOf(chart, 1, point, 0));
        QCOMPARE(chosen.size(), 1);
    }

    /// The picture may be older than the results: a point of theirs is opened, or none.
    void aChoiceIsOfTheNewestResults() {
        Experiment experiment = presetExperiment("recompute");
        ExperimentChart chart;
        show(chart, resultsOf(experiment));
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        QTest::keyClick(&chart, Qt::Key_End);
        QTest::keyClick(&chart, Qt::Key_Down);
        if (chart.spot()->series == 0u) QTest::keyClick(&chart, Qt::Key_Down);
        QVERIFY(chart.spot()->series && *chart.spot()->series > 0);
        std::get<0>(experiment.series).resize(1);
        const auto fewer = resultsOf(experiment);
        chart.setResults(fewer);
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(chart.layout()->data.results, SharedResults(fewer));
        QCOMPARE(chosen.size(), 0);
    }

    void whatIsRefusedSaysWhyAndOpensNothing() {
        Experiment experiment = presetExperiment("chunks");
        experiment.x.values = {2, 3, 4};
        ExperimentChart chart;
        const auto results = resultsOf(experiment);
        show(chart, results);
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen), message(&chart, &ExperimentChart::message);
        chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart, Qt::Key_Right);
        QTest::keyClick(&chart, Qt::Key_Down);
        QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(chart.spot()->x, std::size_t(1));
        QCOMPARE(*chart.spot()->series, std::size_t(1));
        QCOMPARE(chart.card().last(), "Hanayo: needs an even number of chunks, has 3");
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(chosen.size(), 0);
        QCOMPARE(message.takeFirst()[0].toString(), "Hanayo: needs an even number of chunks, has 3");
        // The curve has a hole there, and no point at zero.
        for (QCPGraph* graph : drawnGraphs(chart))
            for (const QCPGraphData& data : *graph->data()) QVERIFY(std::isnan(data.value) || data.value > 0);
    }

    void keysReachEverything() {
        ExperimentChart chart;
        const auto results = resultsOf(presetExperiment("recompute"));
        show(chart, results);
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        chart.setFocus(Qt::TabFocusReason);
        QVERIFY(chart.spot());
        QCOMPARE(chart.spot()->panel, std::size_t(0));
        QTest::keyClick(&chart, Qt::Key_PageDown);
        QCOMPARE(chart.spot()->panel, std::size_t(1));
        QTest::keyClick(&chart, Qt::Key_PageDown);
        QTest::keyClick(&chart, Qt::Key_PageUp);
        QCOMPARE(chart.spot()->panel, std::size_t(1));
        QTest::keyClick(&chart, Qt::Key_End);
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.spot()->x, std::size_t(4));
        QTest::keyClick(&chart, Qt::Key_Return);
        QCOMPARE(chosen.size(), 0);  // no curve is meant yet
        QTest::keyClick(&chart, Qt::Key_Down);
        QTest::keyClick(&chart, Qt::Key_Enter);
        QCOMPARE(chosen.size(), 1);
        const PointPlace place = results->plan->placeOf(chosen[0][0].value<std::size_t>());
        QCOMPARE(place.panel, std::size_t(1));
        QCOMPARE(place.x, std::size_t(4));
        const std::vector<CurveRow> rows = curveRows(*chart.layout(), chart.layout()->panels[1], 4);
        QCOMPARE(place.series, rows.front().series);
        QTest::keyClick(&chart, Qt::Key_Escape);
        QVERIFY(!chart.spot());
    }

    void theLegendHidesAndShows() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("strong-scaling")));
        const auto legend = legendOf(chart);
        QCOMPARE(legend.size(), 6);
        QCOMPARE(legend[0]->accessibleName(), "GPipe");
        QVERIFY(legend[0]->isChecked());
        QSignalSpy changed(&chart, &ExperimentChart::hiddenSeriesChanged);
        QTest::mouseClick(legend[0], Qt::LeftButton);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(chart.hiddenSeries(), std::set<std::size_t>{0});
        QTRY_COMPARE(drawnGraphs(chart).size(), 2 * 5);
        QVERIFY(!legend[0]->isChecked());
        legend[0]->setFocus();
        QTest::keyClick(legend[0], Qt::Key_Space);
        QTRY_COMPARE(drawnGraphs(chart).size(), 2 * 6);
        QVERIFY(chart.hiddenSeries().empty());
    }

    void pointsComeIn() {
        const auto whole = resultsOf(presetExperiment("weak-scaling"));
        const auto growing = awaitedResults(whole->plan->experiment);
        ExperimentChart chart;
        show(chart, growing);
        QCOMPARE(drawnGraphs(chart).size(), 0);
        const std::size_t first = growing->plan->pointAt({0, 0, 0, 0});
        growing->points[first] = whole->points[first];
        growing->done = 1;
        chart.setResults(growing);
        QTRY_COMPARE(drawnGraphs(chart).size(), 2);  // in both panels
        chart.setFocus(Qt::TabFocusReason);
        QCOMPARE(chart.card()[1], "GPipe: 3000" + QString(QChar(0x202f)) + "ms");
        QCOMPARE(chart.card()[2], "1F1B: computing…");
        chart.setStopped(true);
        QTRY_COMPARE(chart.card()[2], "1F1B: not computed");
        chart.setStopped(false);
        *growing = *whole;
        chart.setResults(growing);
        QTRY_COMPARE(drawnGraphs(chart).size(), 2 * 6);
        chart.setResults(nullptr);
        QTRY_VERIFY(!chart.layout());
        QCOMPARE(drawnGraphs(chart).size(), 0);
        QVERIFY(chart.card().isEmpty());
    }

    /// What is pointed at is gone with the next results.
    void otherResultsUnderTheMouse() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("weak-scaling")));
        chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart, Qt::Key_PageDown);
        QTest::keyClick(&chart, Qt::Key_End);
        for (int i = 0; i < 6; ++i) QTest::keyClick(&chart, Qt::Key_Down);
        QCOMPARE(chart.spot()->x, std::size_t(4));
        Experiment fewer = presetExperiment("chunks");
        chart.setResults(resultsOf(fewer));
        QVERIFY(!chart.spot());
        QVERIFY(chart.card().isEmpty());
        QTRY_COMPARE(chart.layout()->looks.size(), std::size_t(2));
        settle();
        chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart, Qt::Key_PageDown);
        QTest::keyClick(&chart, Qt::Key_Down);
        QTest::keyClick(&chart, Qt::Key_Down);
        fewer.series = std::vector<ScheduleEntry>{{"gpipe", {}, {}}};
        fewer.x = {"recompute", {0, 0.5, 1}};
        chart.setResults(resultsOf(fewer));
        QTRY_COMPARE(chart.layout()->looks.size(), std::size_t(1));
        settle();
        QVERIFY(!chart.spot());
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.spot() && !chart.spot()->series);
        QCOMPARE(chart.card().size(), 2);
    }

    /// A card that keys have opened goes with them; one under the mouse is the mouse's.
    void theCardGoesWithTheFocus() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("weak-scaling")));
        chart.setFocus(Qt::TabFocusReason);
        QVERIFY(chart.spot());
        QTest::keyClick(&chart, Qt::Key_Right);
        chart.clearFocus();
        QVERIFY(!chart.spot());
        QVERIFY(chart.accessibleDescription().isEmpty());
        chart.setFocus();
        QTest::mouseMove(&chart.plot(), chart.layout()->panels[0].area.center().toPoint());
        QVERIFY(chart.spot());
        chart.clearFocus();
        QVERIFY(chart.spot());
    }

    void theCardTellsXAsItIs() {
        Experiment experiment = presetExperiment("comm-sensitivity");
        experiment.figures.reset();
        experiment.x.values = {42.66, 42.68, 42.7};
        ExperimentChart chart;
        show(chart, resultsOf(experiment));
        chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY2(chart.card()[0].contains("42.68"), qPrintable(chart.card()[0]));
    }

    void pinnedResultsAreGhosts() {
        Experiment faster = presetExperiment("weak-scaling");
        const auto pinned = resultsOf(faster);
        faster.bindings[0].formula = "720/D";  // T_B
        ExperimentChart chart;
        const auto now = resultsOf(faster);
        show(chart, now);
        chart.setPinned(pinned);
        QTRY_COMPARE(drawnGraphs(chart).size(), 2 * 2 * 6);
        chart.setFocus(Qt::TabFocusReason);
        const std::size_t zb = now->plan->pointAt({0, 0, 5, 0});
        const double change =
            now->points[zb]->of(Quantity::TotalTime) / pinned->points[zb]->of(Quantity::TotalTime) - 1;
        QVERIFY(change < -0.01);
        QVERIFY2(chart.card()[1].endsWith(" (" + QString(QChar(0x2212)) + formatPercent(-change) + ")"),
                 qPrintable(chart.card()[1]));
        // Other axes ask something else.
        chart.setPinned(resultsOf(presetExperiment("recompute")));
        QTRY_COMPARE(drawnGraphs(chart).size(), 2 * 6);
        QVERIFY(!chart.card()[1].contains('('));
    }

    void manyPanelsScrollAndOnlyVisibleOnesAreDrawn() {
        Experiment experiment = presetExperiment("comm-sensitivity");
        experiment.figures.reset();
        experiment.panels->values.clear();
        for (int i = 1; i <= 60; ++i) experiment.panels->values.push_back(i);
        experiment.workload.devices = 2;
        ExperimentChart chart;
        show(chart, resultsOf(experiment), {640, 480});
        auto* bar = chart.findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        for (const CurvesPanel& panel : chart.layout()->panels) {
            QVERIFY(panel.box.width() >= kMinPanelWidth);
            QVERIFY(panel.box.height() >= kMinPanelHeight);
        }
        QVERIFY(drawnGraphs(chart).size() <= 6 * 6);
        const auto graphs = chart.plot().graphCount();
        bar->setValue(bar->maximum());
        settle();
        bar->setValue(bar->maximum() / 2);
        settle();
        QVERIFY2(chart.plot().graphCount() <= 2 * graphs, "axes and curves go from panel to panel");
        // Keys bring their panel into sight.
        chart.setFocus(Qt::BacktabFocusReason);
        QCOMPARE(chart.spot()->panel, std::size_t(0));
        for (int i = 1; i < 60; ++i) QTest::keyClick(&chart, Qt::Key_PageDown);
        QCOMPARE(chart.spot()->panel, std::size_t(59));
        const QRectF box = chart.layout()->panels.back().box;
        QVERIFY(bar->value() <= box.top() && bar->value() + chart.plot().height() >= box.bottom());
    }

    void theMenuOffersWhatCanBeKept() {
        ExperimentChart chart;
        QSignalSpy wanted(&chart, &ExperimentChart::keepWanted);
        QCOMPARE(chart.contextMenuPolicy(), Qt::ActionsContextMenu);
        QCOMPARE(chart.actions().size(), 4);
        for (QAction* action : chart.actions()) action->trigger();
        for (const Keep what : {Keep::CopyPicture, Keep::SavePicture, Keep::CopyValues, Keep::SaveValues})
            QCOMPARE(wanted.takeFirst()[0].value<Keep>(), what);
    }

    void aHundredThousandValuesAreAFewPointsAPixel() {
        ExperimentChart chart;
        show(chart, madeUp(100'000, [](std::size_t i) {
                 StudyPoint point;
                 point.of(Quantity::BubbleRatio) =
                     0.3 + 0.1 * std::sin(static_cast<double>(i) / 2000) + (i == 54'321 ? 0.5 : 0);
                 return point;
             }));
        QCOMPARE(drawnGraphs(chart).size(), 1);
        const QCPGraph& graph = *drawnGraphs(chart).front();
        QVERIFY(graph.data()->size() <= 4 * chart.width());
        const bool hasPeak = std::any_of(graph.data()->constBegin(), graph.data()->constEnd(),
                                         [](const QCPGraphData& data) { return data.key == 54'321; });
        QVERIFY2(hasPeak, "no peak is lost");
        QTest::mouseMove(&chart.plot(), chart.layout()->panels[0].area.center().toPoint());
        QCOMPARE(chart.card().size(), 2);
    }
};

QTEST_MAIN(TestExperimentChart)

}  // namespace tst_experiment_chart
#include "tst_experiment_chart.moc"
