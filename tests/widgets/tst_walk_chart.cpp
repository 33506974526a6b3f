// The interpolation: curves along a number of a scheme, gaps where it cannot run, and a marker that snaps to runs.

#include "engine/schemes/scheme.h"
#include "widgets/schemes/walk_chart.h"

#include <QTest>

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMimeData>
#include <QSignalSpy>

#include "tests/widgets/scheme_runs.h"
#include "widgets/charts/curves_view.h"
#include "widgets/charts/panel_curves.h"
#include "widgets/kit/slim_slider.h"
#include "widgets/kit/theme.h"

#include <cmath>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_walk_chart {

namespace {

const std::vector<int> kGroupSizes{1, 2, 3, 4, 5, 6};

Scheme looped() { return schemeOf(sevenSchemes().schedules[5]); }

const CurvesModel& modelIn(const WalkChart& chart) { return *chart.view().layout()->model; }

/// The values of the curves of a panel that are at `x`.
std::vector<double> valuesAt(const WalkChart& chart, std::size_t panel, double x) {
    std::vector<double> values;
    for (const ModelCurve& curve : modelIn(chart).panels[panel].curves)
        for (qsizetype i = 0; i < curve.points.x.size(); ++i)
            if (curve.points.x[i] == x && !std::isnan(curve.points.y[i])) values.push_back(curve.points.y[i]);
    return values;
}

std::vector<PanelCurve> drawnIn(const WalkChart& chart, std::size_t panel) {
    const CurvesLayout& layout = *chart.view().layout();
    return panelCurves(layout, layout.panels[panel]);
}

/// A chart of the looped pipeline on the screen.
struct OnScreen {
    WalkChart chart;
    QSignalSpy dragged{&chart, &WalkChart::valueDragged};
    QSignalSpy chosen{&chart, &WalkChart::numberChosen};
    SlimSlider& slider = *chart.findChild<SlimSlider*>();
    QComboBox& combo = *chart.findChild<QComboBox*>();

    explicit OnScreen(const Study& walk = walkOf(looped(), "group_size", kGroupSizes), QSize size = {900, 260}) {
        chart.resize(size);
        chart.setWalk(walk);
        chart.setPresent(schemeOf(walk.scenario.schedules[0]));
        chart.show();
        QCoreApplication::processEvents();
    }
    QPoint at(int panel, double value) {
        const CurvesLayout& layout = *chart.view().layout();
        const CurvesPanel& in = layout.panels[static_cast<std::size_t>(panel)];
        return {qRound(layout.xOf(in, value)), qRound(in.area.center().y())};
    }
    void move(QPoint position, Qt::MouseButtons buttons = {}) {
        QMouseEvent event(QEvent::MouseMove, position, chart.view().canvas().mapToGlobal(position), Qt::NoButton,
                          buttons, {});
        QApplication::sendEvent(&chart.view().canvas(), &event);
    }
    int value(int drag) const { return dragged[drag][1].toInt(); }
};

}  // namespace

class TestWalkChart : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void curvesShowTheTotals() {
        OnScreen shown;
        QCOMPARE(modelIn(shown.chart).panels.size(), 4u);
        QCOMPARE(valuesAt(shown.chart, 0, 3), std::vector<double>{46});
        const auto rates = valuesAt(shown.chart, 1, 3);
        QCOMPARE(rates.size(), 2u);
        QCOMPARE(rates[0], 144 / 46.0 / 6);
        QVERIFY(qFuzzyCompare(rates[1], 40 / 6.0 / 6));  // the bound: M / stages
        const auto storage = valuesAt(shown.chart, 2, 3);
        QCOMPARE(storage[0], 40 / 6.0);
        QCOMPARE(storage[1], 9.0);
        QCOMPARE(storage[2], 2.0);
        QCOMPARE(valuesAt(shown.chart, 3, 3), std::vector<double>({132, 0}));
    }

    void refusalsAreGaps() {
        OnScreen shown;
        QVERIFY(valuesAt(shown.chart, 0, 4).empty());
        int breaks = 0, links = 0;
        for (const PanelCurve& curve : drawnIn(shown.chart, 0)) {
            for (const double y : curve.line.y) breaks += std::isnan(y);
            for (qsizetype i = 0; i < curve.links.x.size(); ++i)
                if (!std::isnan(curve.links.y[i])) links += curve.links.x[i] == 3 || curve.links.x[i] == 6;
        }
        QCOMPARE(breaks, 2);  // 4 and 5 do not divide six workers
        QCOMPARE(links, 2);   // from 3 over the gap to 6
        const auto linesAt = [&](std::size_t value) {
            return linesOf(walkReadings(shown.chart.walk(), value, ThemeId::Light));
        };
        QVERIFY(linesAt(3).front().startsWith("does not run: worker "));
        QCOMPARE(linesAt(2).front(), "latency: 46");
    }

    void awaitedPointsAreNoGaps() {
        Study walk = walkOf(looped(), "batches", {6, 8, 10, 12});
        walk.series[0][1].reset();
        OnScreen shown(walk);
        for (const ModelCurve& curve : modelIn(shown.chart).panels[0].curves)
            for (const double y : curve.points.y) QVERIFY(!std::isnan(y));
        QVERIFY(shown.chart.notice().isEmpty());
        shown.chart.setWalk(walkOf(looped(), "batches", {6, 8, 10, 12}));
        QCOMPARE(valuesAt(shown.chart, 0, 8).size(), 1u);
    }

    void curvesStayUntilTheNextHaveTheirShape() {
        const Study whole = walkOf(looped(), "batches", {6, 8, 10, 12});
        OnScreen shown(whole);
        Scheme deeper = looped();
        deeper.stages = 12;
        const Study next = walkOf(deeper, "batches", {6, 8, 10, 12});
        Study part = next;
        for (std::size_t i : {0, 1, 2}) part.series[0][i].reset();
        shown.chart.setWalk(part);
        QCOMPARE(valuesAt(shown.chart, 0, 12), std::vector<double>{whole.ran(0, 3)->of(Quantity::Latency)});
        part.series[0][0] = next.series[0][0];
        shown.chart.setWalk(part);
        QCOMPARE(valuesAt(shown.chart, 0, 12), std::vector<double>{next.ran(0, 3)->of(Quantity::Latency)});
        shown.chart.setWalk(awaitedWalk(looped(), "stages", {3, 6}));  // along another number they would be wrong
        QVERIFY(valuesAt(shown.chart, 0, 12).empty());
        QVERIFY(shown.chart.notice().contains("computing"));
    }

    void clicksGoToWhatRan() {
        OnScreen shown;
        QTest::mouseClick(&shown.chart.view().canvas(), Qt::LeftButton, {}, shown.at(1, 6));
        QCOMPARE(shown.dragged.size(), 1);
        QCOMPARE(shown.dragged[0][0].value<std::string>(), std::string("schedules[0].group_size"));
        QCOMPARE(shown.value(0), 6);
        QTest::mouseClick(&shown.chart.view().canvas(), Qt::LeftButton, {}, shown.at(1, 4));
        QCOMPARE(shown.dragged.size(), 1);
    }

    void theMarkerIsDraggedFromOneToTheNext() {
        OnScreen shown;
        const int panel = 2;
        QTest::mousePress(&shown.chart.view().canvas(), Qt::LeftButton, {}, shown.at(panel, 3));
        shown.move(shown.at(panel, 2.1), Qt::LeftButton);
        QCOMPARE(shown.chart.view().markerValue(), std::optional(2.0));
        shown.move(shown.at(panel, 5.2), Qt::LeftButton);
        QTest::mouseRelease(&shown.chart.view().canvas(), Qt::LeftButton, {}, shown.at(panel, 5.2));
        QCOMPARE(shown.dragged.size(), 2);
        QCOMPARE(shown.value(0), 2);
        QCOMPARE(shown.value(1), 6);  // 4 and 5 are refused
        QCOMPARE(shown.dragged[0][2].toInt(), shown.dragged[1][2].toInt());
        QVERIFY(shown.dragged[0][2].toInt() != 0);
        QCOMPARE(shown.chart.view().markerValue(), std::optional(3.0));  // until the page says otherwise
    }

    void theAxisStaysWhileTheMarkerIsDragged() {
        OnScreen shown(walkOf(looped(), "batches", {6, 12, 18, 24}));
        const double before = modelIn(shown.chart).axis.to;
        QTest::mousePress(&shown.chart.view().canvas(), Qt::LeftButton, {}, shown.at(0, 12));
        shown.move(shown.at(0, 24), Qt::LeftButton);
        shown.chart.setWalk(walkOf(looped(), "batches", {6, 12, 18, 24, 36, 48}));
        QCOMPARE(modelIn(shown.chart).axis.to, before);
        QTest::mouseRelease(&shown.chart.view().canvas(), Qt::LeftButton, {}, shown.at(0, 24));
        QCOMPARE(modelIn(shown.chart).axis.to, 48.0);
    }

    void keysStepOverGaps() {
        OnScreen shown;
        QCOMPARE(shown.chart.focusProxy(), &shown.slider);
        QTest::keyClick(&shown.slider, Qt::Key_Right);
        QTest::keyClick(&shown.slider, Qt::Key_Left);
        QTest::keyClick(&shown.slider, Qt::Key_Home);
        QCOMPARE(shown.dragged.size(), 3);
        QCOMPARE(shown.value(0), 6);
        QCOMPARE(shown.value(1), 2);
        QCOMPARE(shown.value(2), 1);
        shown.chart.setPresent(withNumber(looped(), "group_size", 6));
        QTest::keyClick(&shown.slider, Qt::Key_Right);
        QTest::keyClick(&shown.slider, Qt::Key_End);
        QCOMPARE(shown.dragged.size(), 3);  // it is there
    }

    void theSliderSnaps() {
        OnScreen shown;
        QCOMPARE(shown.slider.position(), 0.4);
        emit shown.slider.dragged(0.55, 7, false);
        QCOMPARE(shown.dragged.size(), 0);  // 3 is the nearest, and there it is
        emit shown.slider.dragged(0.8, 7, false);
        QCOMPARE(shown.value(0), 6);
        QCOMPARE(shown.dragged[0][2].toInt(), 7);
        shown.chart.setPresent(withNumber(looped(), "group_size", 6));
        QCOMPARE(shown.slider.position(), 1.0);
    }

    void theSliderIsDragged() {
        OnScreen shown;
        const auto at = [&](double share) { return QPoint(qRound(shown.slider.xOf(share)), 9); };
        QTest::mousePress(&shown.slider, Qt::LeftButton, {}, at(0.4));
        QTest::mouseMove(&shown.slider, at(0.95));
        QCOMPARE(shown.value(0), 6);
        QCOMPARE(shown.chart.view().markerValue(), std::optional(6.0));
        QTest::mouseRelease(&shown.slider, Qt::LeftButton, {}, at(0.95));
        QCoreApplication::processEvents();
        QCOMPARE(shown.dragged.size(), 1);
        QCOMPARE(shown.chart.view().markerValue(), std::optional(3.0));
    }

    void curvesThatAreTheSameBothShow() {
        Scheme ddp = schemeOf(sevenSchemes().schedules[0]);
        OnScreen shown(walkOf(ddp, "workers", {6, 8, 10}));  // no traffic at all
        int solid = 0, dashed = 0;
        for (const PanelCurve& curve : drawnIn(shown.chart, 3))
            if (!curve.line.x.isEmpty()) (curve.stroke.dashes.isEmpty() ? solid : dashed) += 1;
        QCOMPARE(solid, 1);
        QCOMPARE(dashed, 1);
    }

    void coloursFollowTheTheme() {
        OnScreen shown;
        const QColor light = modelIn(shown.chart).series[0].look.color;
        applyTheme(ThemeId::Dark);
        QVERIFY(modelIn(shown.chart).series[0].look.color != light);
        QCOMPARE(modelIn(shown.chart).themeId, ThemeId::Dark);
        applyTheme(ThemeId::Light);
    }

    void theNumbersAreThoseOfTheScheme() {
        OnScreen shown;
        QStringList names;
        for (int i = 0; i < shown.combo.count(); ++i) names << shown.combo.itemText(i);
        QCOMPARE(names, QStringList({"group_size", "batches", "stages", "workers"}));
        QCOMPARE(shown.combo.currentText(), "group_size");
        emit shown.combo.activated(2);
        QCOMPARE(shown.chosen.size(), 1);
        QCOMPARE(shown.chosen[0][0].value<std::string>(), std::string("stages"));
    }

    void groupSizeLeadsFromDataToPipelineParallel() {
        const Study walk = walkOf(looped(), "group_size", kGroupSizes);
        QCOMPARE(meaningOf(walk, 1), "data parallel");
        QCOMPARE(meaningOf(walk, 6), "pipeline parallel");
        QVERIFY(meaningOf(walk, 3).isEmpty());
        QVERIFY(meaningOf(walkOf(looped(), "batches", {1, 6}), 1).isEmpty());
        // Indeed: at 1 it is DDP on as many batches, at 6 GPipe's placement.
        const auto totals = [](const char* kind) {
            Scheme scheme = looped();
            scheme.kind = kind;
            scheme.parameters.clear();
            return pointOf(**runOf(scheme));
        };
        QCOMPARE(walk.ran(0, 5)->of(Quantity::Latency), totals("gpipe-placement").of(Quantity::Latency));
    }

    void whatChangesAlongIsTold() {
        Study walk = awaitedWalk(looped(), "workers", {});
        QCOMPARE(valueText(walk, 6), "workers = 6");
        QCOMPARE(valueText(walk, 9), "workers = 9");
        QCOMPARE(valueText(walk, 4), "workers = 4, group_size 2");  // groups of three do not divide four workers
        walk.path = "schedules[0].group_size";
        QCOMPARE(valueText(walk, 2), "group_size = 2");
    }

    void ticksAreWholeNumbers() {
        const auto ticks = [](const Study& walk, double width) { return walkTicks(walk, width, 20); };
        const Study groups = walkOf(looped(), "group_size", kGroupSizes);
        QCOMPARE(ticks(groups, 200), kGroupSizes);
        QCOMPARE(ticks(groups, 80), std::vector<int>({1, 3, 6}));  // those that ran come first
        std::vector<int> values(24);
        std::iota(values.begin(), values.end(), 1);
        const Study batches = awaitedWalk(looped(), "batches", values);
        QCOMPARE(ticks(batches, 150), std::vector<int>({1, 5, 10, 15, 20, 24}));
        const Study many = awaitedWalk(looped(), "batches", {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64});
        QVERIFY(walkAxis(many).isLog);
        QCOMPARE(ticks(many, 300), std::vector<int>({1, 2, 4, 8, 16, 32, 64}));
    }

    void csvHasALineAValue() {
        OnScreen shown;
        const QStringList lines = csvText(walkTable(shown.chart.walk())).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 7);
        QCOMPARE(lines[0],
                 "group_size,latency,throughput,bound,mean_peak_activations,most_peak_activations,"
                 "mean_weight_storage,activation_transmissions,weight_transmissions,error");
        const QStringList cells = lines[3].split(',');
        QCOMPARE(cells.size(), 10);
        const double expected[] = {3, 46, 144 / 46.0 / 6, 40 / 6.0 / 6, 40 / 6.0, 9, 2, 132, 0};
        for (int i = 0; i < 9; ++i) QVERIFY(std::abs(cells[i].toDouble() - expected[i]) < 1e-12);
        QVERIFY(lines[4].startsWith("4,,,,,,,,,"));
        QVERIFY(lines[4].contains("worker "));
    }

    void whatIsShownCanBeKept() {
        OnScreen shown;
        QSignalSpy said(&shown.chart, &WalkChart::message);
        const auto actions = shown.chart.view().actions();
        QCOMPARE(shown.chart.view().contextMenuPolicy(), Qt::ActionsContextMenu);
        QCOMPARE(actions.size(), 3);
        actions[0]->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), csvText(walkTable(shown.chart.walk())));
        actions[1]->trigger();
        QCOMPARE(said.size(), 2);
        QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
        const QString words = wordsOf(pageOf(shown.chart.view().picture()));
        for (const char* each : {"Latency", "Traffic", "maximum", "pipeline parallel"})
            QVERIFY2(words.contains(each), each);
    }

    void withoutABoundNoneIsDrawn() {
        Study walk = walkOf(looped(), "group_size", kGroupSizes);
        for (auto& point : walk.series[0])
            if (point->refusal.empty()) point->of(Quantity::ThroughputBound) = qQNaN();
        OnScreen shown(walk);
        QCOMPARE(valuesAt(shown.chart, 1, 3).size(), 1u);
        QVERIFY(!linesOf(walkReadings(shown.chart.walk(), 2, ThemeId::Light)).join(' ').contains("bound"));
    }

    void emptyStatesSayWhatToDo() {
        WalkChart chart;
        QVERIFY(chart.notice().contains("Choose a scheme"));
        QVERIFY(!chart.findChild<SlimSlider*>()->isEnabled());
        chart.setWalk(awaitedWalk(looped(), "group_size", {1, 2}));
        QVERIFY(chart.notice().contains("computing"));
        chart.setWalk(walkOf(looped(), "group_size", {4, 5}));
        chart.setPresent(looped());
        QVERIFY(chart.notice().contains("group_size"));
        QVERIFY(chart.notice().contains("worker "));
        QVERIFY(!chart.view().markerValue());
        chart.setWalk({});
        chart.setPresent({});
        QVERIFY(chart.notice().contains("Choose a scheme"));
    }

    void chartsStandApartAtAnyWidth_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("columns");
        QTest::newRow("narrow") << QSize(320, 190) << 1;
        QTest::newRow("medium") << QSize(560, 320) << 2;
        QTest::newRow("wide") << QSize(1200, 260) << 4;
    }

    void chartsStandApartAtAnyWidth() {
        QFETCH(QSize, size);
        QFETCH(int, columns);
        OnScreen shown(walkOf(looped(), "group_size", kGroupSizes), size);
        QSet<int> lefts;
        const CurvesLayout& layout = *shown.chart.view().layout();
        const QRectF all(QPointF(), QSizeF(layout.size));
        for (std::size_t i = 0; i < 4; ++i) {
            const QRectF& area = layout.panels[i].area;
            lefts << qRound(area.left());
            QVERIFY(area.width() >= 60 && area.height() >= 40);
            QVERIFY(all.contains(area));
            for (std::size_t k = 0; k < i; ++k) QVERIFY(!area.intersects(layout.panels[k].area));
        }
        QCOMPARE(lefts.size(), columns);
    }

    void numbersReachTheTopAtAnyHeight() {
        for (const QSize& size : {QSize(900, 110), QSize(900, 150), QSize(900, 260), QSize(560, 190)})
            for (double latency = 0.9; latency < 1e7; latency *= 1.27) {
                Study walk = walkOf(looped(), "group_size", kGroupSizes);
                for (auto& point : walk.series[0])
                    if (point->refusal.empty()) point->of(Quantity::Latency) = latency;
                OnScreen shown(walk, size);
                const CurvesRange& y = shown.chart.view().layout()->ranges[0];
                QVERIFY2(std::abs(y.ticks.back().value / y.to - 1) < 1e-9, qPrintable(QString::number(latency)));
                QVERIFY(y.ticks.size() >= 2 && y.ticks.size() <= 7);
                QCOMPARE(y.ticks.front().value, 0.0);
            }
    }

    void itSaysWhereItStands() {
        OnScreen shown;
        QCOMPARE(shown.slider.accessibleDescription(), "group_size = 3");
        QVERIFY(shown.chart.accessibleDescription().startsWith("group_size = 3, latency: 46, throughput: 0.5217"));
        shown.chart.setPresent(withNumber(looped(), "group_size", 2));
        QCOMPARE(shown.slider.accessibleDescription(), "group_size = 2");
        shown.move(shown.at(3, 2));  // hovering paints every curve's value
        QCoreApplication::processEvents();
        shown.move(shown.at(3, 4));
        QCoreApplication::processEvents();
        QVERIFY(!shown.chart.grab().isNull());
    }
};

QTEST_MAIN(TestWalkChart)

}  // namespace tst_walk_chart
#include "tst_walk_chart.moc"
