// The curves of an experiment, live.

#include "tests/widgets/experiment_results.h"
#include "widgets/charts/curves_view.h"
#include "widgets/charts/panel_curves.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
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
    const CurvesLayout& layout = *chart.view().layout();
    const CurvesPanel& at = layout.panels[panel];
    const ExperimentPlan& plan = *chart.data().results->plan;
    return QPointF(layout.xOf(at, plan.xOf(plan.placeOf(point))), layout.yOf(at, value)).toPoint();
}

QList<QAbstractButton*> legendOf(const ExperimentChart& chart) {
    QList<QAbstractButton*> shown;
    for (QAbstractButton* entry : chart.findChildren<QAbstractButton*>())
        if (entry->isVisible() && entry->isEnabled()) shown += entry;
    return shown;
}

/// The curves that are drawn, pinned ones too.
std::vector<CurvePoints> drawnCurves(const ExperimentChart& chart) {
    std::vector<CurvePoints> drawn;
    const CurvesLayout* layout = chart.view().shownLayout();
    for (std::size_t p = 0; layout && p < layout->panels.size(); ++p)
        for (const PanelCurve& curve : panelCurves(*layout, layout->panels[p]))
            for (const CurvePoints& points : {curve.line, curve.ghost})
                if (!points.x.isEmpty()) drawn.push_back(points);
    return drawn;
}

std::size_t countOf(const ExperimentChart& chart) { return drawnCurves(chart).size(); }

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
        QTRY_VERIFY(chart.view().layout());
        settle();
        chart.view().clearFocus();
    }

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void everyPanelOfTheFigure() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("weak-scaling")));
        QCOMPARE(chart.view().layout()->panels.size(), std::size_t(2));
        QCOMPARE(countOf(chart), 12u);
        chart.setFigure(2);
        QTRY_COMPARE(countOf(chart), 12u);
        QCOMPARE(chart.figure(), std::size_t(2));
        chart.setFigure(77);
        settle();
        QCOMPARE(chart.figure(), std::size_t(2));
    }

    /// The card has all digits.
    void hoverTellsTheValuesBestFirst() {
        ExperimentChart chart;
        const auto results = resultsOf(presetExperiment("weak-scaling"));
        show(chart, results);
        const std::size_t point = results->plan->pointAt({0, 0, 5, 3});  // ZB-H1 at D = 16
        QTest::mouseMove(&chart.view().canvas(),
                         pixelOf(chart, 0, point, results->points[point]->of(Quantity::TotalTime)));
        QVERIFY(chart.view().spot());
        QCOMPARE(chart.view().spot()->x, std::size_t(3));
        QCOMPARE(*chart.view().spot()->series, std::size_t(5));
        const QStringList card = chart.view().card();
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
        QVERIFY(chart.view().accessibleDescription().contains(card[1]));
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(&chart.view().canvas(), &leave);
        QVERIFY(!chart.view().spot());
        QVERIFY(chart.view().card().isEmpty());
    }

    void aClickOpensThePoint() {
        ExperimentChart chart;
        const auto results = resultsOf(presetExperiment("comm-sensitivity"));
        chart.setFigure(3);
        show(chart, results);
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        const std::size_t point = results->plan->pointAt({3, 1, 0, 5});
        const double value = results->points[point]->of(Quantity::BubbleRatio);
        QTest::mouseClick(&chart.view().canvas(), Qt::LeftButton, {}, pixelOf(chart, 1, point, value));
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::size_t>(), point);
        // Far from every curve nothing is meant.
        QTest::mouseClick(&chart.view().canvas(), Qt::LeftButton, {}, pixelOf(chart, 1, point, 0));
        QCOMPARE(chosen.size(), 1);
    }

    /// The picture may be older than the results: a point of theirs is opened, or none.
    void aChoiceIsOfTheNewestResults() {
        Experiment experiment = presetExperiment("recompute");
        ExperimentChart chart;
        show(chart, resultsOf(experiment));
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        QTest::keyClick(&chart.view(), Qt::Key_End);
        QTest::keyClick(&chart.view(), Qt::Key_Down);
        if (chart.view().spot()->series == 0u) QTest::keyClick(&chart.view(), Qt::Key_Down);
        QVERIFY(chart.view().spot()->series && *chart.view().spot()->series > 0);
        std::get<0>(experiment.series).resize(1);
        const auto fewer = resultsOf(experiment);
        chart.setResults(fewer);
        QTest::keyClick(&chart.view(), Qt::Key_Return);
        QCOMPARE(chart.view().shownLayout()->model->series.size(), std::size_t(1));
        QCOMPARE(chosen.size(), 0);
    }

    void whatIsRefusedSaysWhyAndOpensNothing() {
        Experiment experiment = presetExperiment("chunks");
        experiment.x.values = {2, 3, 4};
        ExperimentChart chart;
        const auto results = resultsOf(experiment);
        show(chart, results);
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen), message(&chart, &ExperimentChart::message);
        chart.view().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart.view(), Qt::Key_Right);
        QTest::keyClick(&chart.view(), Qt::Key_Down);
        QTest::keyClick(&chart.view(), Qt::Key_Down);
        QCOMPARE(chart.view().spot()->x, std::size_t(1));
        QCOMPARE(*chart.view().spot()->series, std::size_t(1));
        QCOMPARE(chart.view().card().last(), "Hanayo: needs an even number of chunks, has 3");
        QTest::keyClick(&chart.view(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 0);
        QCOMPARE(message.takeFirst()[0].toString(), "Hanayo: needs an even number of chunks, has 3");
        // The curve has a hole there, and no point at zero.
        for (const CurvePoints& curve : drawnCurves(chart))
            for (const double y : curve.y) QVERIFY(std::isnan(y) || y > 0);
    }

    void keysReachEverything() {
        ExperimentChart chart;
        const auto results = resultsOf(presetExperiment("recompute"));
        show(chart, results);
        QSignalSpy chosen(&chart, &ExperimentChart::pointChosen);
        chart.view().setFocus(Qt::TabFocusReason);
        QVERIFY(chart.view().spot());
        QCOMPARE(chart.view().spot()->panel, std::size_t(0));
        QTest::keyClick(&chart.view(), Qt::Key_PageDown);
        QCOMPARE(chart.view().spot()->panel, std::size_t(1));
        QTest::keyClick(&chart.view(), Qt::Key_PageDown);
        QTest::keyClick(&chart.view(), Qt::Key_PageUp);
        QCOMPARE(chart.view().spot()->panel, std::size_t(1));
        QTest::keyClick(&chart.view(), Qt::Key_End);
        QTest::keyClick(&chart.view(), Qt::Key_Left);
        QCOMPARE(chart.view().spot()->x, std::size_t(4));
        QTest::keyClick(&chart.view(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 0);  // no curve is meant yet
        QTest::keyClick(&chart.view(), Qt::Key_Down);
        QTest::keyClick(&chart.view(), Qt::Key_Enter);
        QCOMPARE(chosen.size(), 1);
        const PointPlace place = results->plan->placeOf(chosen[0][0].value<std::size_t>());
        QCOMPARE(place.panel, std::size_t(1));
        QCOMPARE(place.x, std::size_t(4));
        const auto rows = chart.view().layout()->model->readings({.panel = 1, .x = 4});
        QCOMPARE(place.series, rows.front().series);
        QTest::keyClick(&chart.view(), Qt::Key_Escape);
        QVERIFY(!chart.view().spot());
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
        QTRY_COMPARE(countOf(chart), 10u);
        QVERIFY(!legend[0]->isChecked());
        legend[0]->setFocus();
        QTest::keyClick(legend[0], Qt::Key_Space);
        QTRY_COMPARE(countOf(chart), 12u);
        QVERIFY(chart.hiddenSeries().empty());
    }

    void pointsComeIn() {
        const auto whole = resultsOf(presetExperiment("weak-scaling"));
        const auto growing = awaitedResults(whole->plan->experiment);
        ExperimentChart chart;
        show(chart, growing);
        QCOMPARE(countOf(chart), 0u);
        const std::size_t first = growing->plan->pointAt({0, 0, 0, 0});
        growing->points[first] = whole->points[first];
        growing->done = 1;
        chart.setResults(growing);
        QTRY_COMPARE(countOf(chart), 2u);  // in both panels
        chart.view().setFocus(Qt::TabFocusReason);
        QCOMPARE(chart.view().card()[1], "GPipe: 3000" + QString(QChar(0x202f)) + "ms");
        QCOMPARE(chart.view().card()[2], "1F1B: computing…");
        chart.setStopped(true);
        QTRY_COMPARE(chart.view().card()[2], "1F1B: not computed");
        chart.setStopped(false);
        *growing = *whole;
        chart.setResults(growing);
        QTRY_COMPARE(countOf(chart), 12u);
        chart.setResults(nullptr);
        QTRY_VERIFY(!chart.view().layout());
        QCOMPARE(countOf(chart), 0u);
        QVERIFY(chart.view().card().isEmpty());
    }

    /// What is pointed at is gone with the next results.
    void otherResultsUnderTheMouse() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("weak-scaling")));
        chart.view().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart.view(), Qt::Key_PageDown);
        QTest::keyClick(&chart.view(), Qt::Key_End);
        for (int i = 0; i < 6; ++i) QTest::keyClick(&chart.view(), Qt::Key_Down);
        QCOMPARE(chart.view().spot()->x, std::size_t(4));
        Experiment fewer = presetExperiment("chunks");
        chart.setResults(resultsOf(fewer));
        QVERIFY(!chart.view().spot());
        QVERIFY(chart.view().card().isEmpty());
        QTRY_COMPARE(chart.view().layout()->model->series.size(), std::size_t(2));
        settle();
        chart.view().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart.view(), Qt::Key_PageDown);
        QTest::keyClick(&chart.view(), Qt::Key_Down);
        QTest::keyClick(&chart.view(), Qt::Key_Down);
        fewer.series = std::vector<ScheduleEntry>{{"gpipe", {}, {}}};
        fewer.x = {"recompute", {0, 0.5, 1}};
        chart.setResults(resultsOf(fewer));
        QTRY_COMPARE(chart.view().layout()->model->series.size(), std::size_t(1));
        settle();
        QVERIFY(!chart.view().spot());
        QTest::keyClick(&chart.view(), Qt::Key_Right);
        QVERIFY(chart.view().spot() && !chart.view().spot()->series);
        QCOMPARE(chart.view().card().size(), 2);
    }

    /// A card that keys have opened goes with them; one under the mouse is the mouse's.
    void theCardGoesWithTheFocus() {
        ExperimentChart chart;
        show(chart, resultsOf(presetExperiment("weak-scaling")));
        chart.view().setFocus(Qt::TabFocusReason);
        QVERIFY(chart.view().spot());
        QTest::keyClick(&chart.view(), Qt::Key_Right);
        chart.view().clearFocus();
        QVERIFY(!chart.view().spot());
        QVERIFY(chart.view().accessibleDescription().isEmpty());
        chart.view().setFocus();
        QTest::mouseMove(&chart.view().canvas(), chart.view().layout()->panels[0].area.center().toPoint());
        QVERIFY(chart.view().spot());
        chart.view().clearFocus();
        QVERIFY(chart.view().spot());
    }

    void theCardTellsXAsItIs() {
        Experiment experiment = presetExperiment("comm-sensitivity");
        experiment.figures.reset();
        experiment.x.values = {42.66, 42.68, 42.7};
        ExperimentChart chart;
        show(chart, resultsOf(experiment));
        chart.view().setFocus(Qt::TabFocusReason);
        QTest::keyClick(&chart.view(), Qt::Key_Right);
        QVERIFY2(chart.view().card()[0].contains("42.68"), qPrintable(chart.view().card()[0]));
    }

    void pinnedResultsAreGhosts() {
        Experiment faster = presetExperiment("weak-scaling");
        const auto pinned = resultsOf(faster);
        faster.bindings[0].formula = "720/D";  // T_B
        ExperimentChart chart;
        const auto now = resultsOf(faster);
        show(chart, now);
        chart.setPinned(pinned);
        QTRY_COMPARE(countOf(chart), 24u);
        chart.view().setFocus(Qt::TabFocusReason);
        const std::size_t zb = now->plan->pointAt({0, 0, 5, 0});
        const double change =
            now->points[zb]->of(Quantity::TotalTime) / pinned->points[zb]->of(Quantity::TotalTime) - 1;
        QVERIFY(change < -0.01);
        QVERIFY2(chart.view().card()[1].endsWith(" (" + QString(QChar(0x2212)) + formatPercent(-change) + ")"),
                 qPrintable(chart.view().card()[1]));
        // Other axes ask something else.
        chart.setPinned(resultsOf(presetExperiment("recompute")));
        QTRY_COMPARE(countOf(chart), 12u);
        QVERIFY(!chart.view().card()[1].contains('('));
    }

    void manyPanelsScroll() {
        Experiment experiment = presetExperiment("comm-sensitivity");
        experiment.figures.reset();
        experiment.panels->values.clear();
        for (int i = 1; i <= 60; ++i) experiment.panels->values.push_back(i);
        experiment.workload.devices = 2;
        ExperimentChart chart;
        show(chart, resultsOf(experiment), {640, 480});
        auto* bar = chart.findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        for (const CurvesPanel& panel : chart.view().layout()->panels) {
            QVERIFY(panel.box.width() >= CurvesFrame().minWidth);
            QVERIFY(panel.box.height() >= CurvesFrame().minHeight);
        }
        // Keys bring their panel into sight.
        chart.view().setFocus(Qt::BacktabFocusReason);
        QCOMPARE(chart.view().spot()->panel, std::size_t(0));
        for (int i = 1; i < 60; ++i) QTest::keyClick(&chart.view(), Qt::Key_PageDown);
        QCOMPARE(chart.view().spot()->panel, std::size_t(59));
        const QRectF box = chart.view().layout()->panels.back().box;
        QVERIFY(bar->value() <= box.top() && bar->value() + chart.view().canvas().height() >= box.bottom());
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
        QCOMPARE(countOf(chart), 1u);
        const CurvePoints curve = drawnCurves(chart).front();
        QVERIFY(curve.x.size() <= 4 * chart.width());
        QVERIFY2(curve.x.contains(54'321), "no peak is lost");
        QTest::mouseMove(&chart.view().canvas(), chart.view().layout()->panels[0].area.center().toPoint());
        QCOMPARE(chart.view().card().size(), 2);
    }
};

QTEST_MAIN(TestExperimentChart)

}  // namespace tst_experiment_chart
#include "tst_experiment_chart.moc"
