#include "widgets/charts/frontier_chart.h"
#include "widgets/charts/plot_library.h"

#include "tests/engine/random_scenario.h"
#include "tests/widgets/charts_of_founding.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol_combo.h"
#include "widgets/picture/picture_format.h"

#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_frontier_chart {

namespace {

const ChartQuantity kBubble{Quantity::BubbleRatio, {}};

Scenario scenarioOf(std::initializer_list<const char*> kinds) {
    Scenario scenario = founding();
    scenario.schedules.clear();
    for (const char* kind : kinds) scenario.schedules.push_back(entry(kind));
    return scenario;
}

/// A chart on the screen.
struct Desk {
    explicit Desk(const Scenario& scenario, QSize size = {500, 260}) { show(scenario, size); }
    void show(const Scenario& scenario, QSize size = {500, 260}) {
        outcomes = outcomesOf(scenario);
        chart.resize(size);
        chart.setLimit(scenario.workload.memoryLimit);
        chart.setQuantity(kBubble);
        chart.setOutcomes(outcomes);
        chart.show();
        chart.plot().replot();
    }
    double held(std::size_t i) const { return valueOf(Quantity::PeakActivations, *outcomes[i].run); }
    double bubble(std::size_t i) const { return valueOf(Quantity::BubbleRatio, *outcomes[i].run); }

    std::vector<Outcome> outcomes;
    FrontierChart chart;
};

}  // namespace

class TestFrontierChart : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void theFrontierIsWhatNoneBeats_data() {
        QTest::addColumn<QStringList>("kinds");
        QTest::addColumn<QList<int>>("frontier");
        QTest::newRow("ZB-H1 beats all") << QStringList{"gpipe", "1f1b", "interleaved-1f1b", "hanayo", "zb-h1"}
                                         << QList<int>{4};
        QTest::newRow("1F1B holds least, interleaved is faster")
            << QStringList{"gpipe", "1f1b", "interleaved-1f1b"} << QList<int>{1, 2};
        QTest::newRow("equal ones both stand") << QStringList{"1f1b", "1f1b"} << QList<int>{0, 1};
        QTest::newRow("one") << QStringList{"gpipe"} << QList<int>{0};
    }
    void theFrontierIsWhatNoneBeats() {
        QFETCH(QStringList, kinds);
        QFETCH(QList<int>, frontier);
        Scenario scenario = founding();
        scenario.schedules.clear();
        for (const QString& kind : kinds) scenario.schedules.push_back(entry(kind.toLatin1()));
        Desk desk(scenario);
        QCOMPARE(QList<int>(desk.chart.frontier().begin(), desk.chart.frontier().end()), frontier);
    }

    void randomFrontiersHoldWhatTheySay() {
        Random random(7);
        for (int round = 0; round < 60; ++round) {
            const Scenario scenario = randomScenario(random);
            Desk desk(scenario);
            const auto& frontier = desk.chart.frontier();
            for (std::size_t i = 0; i < desk.outcomes.size(); ++i) {
                if (!desk.outcomes[i].run) continue;
                bool isBeaten = false;
                for (std::size_t j = 0; j < desk.outcomes.size(); ++j)
                    if (desk.outcomes[j].run)
                        isBeaten |= desk.held(j) <= desk.held(i) && desk.bubble(j) <= desk.bubble(i) &&
                                    (desk.held(j) < desk.held(i) || desk.bubble(j) < desk.bubble(i));
                const bool isOn = std::find(frontier.begin(), frontier.end(), i) != frontier.end();
                QVERIFY(isOn != isBeaten);
            }
        }
    }

    void pointsStandWhereTheirNumbersAre() {
        Desk desk(founding());
        for (std::size_t i = 0; i < 5; ++i) {
            const QPointF at = *desk.chart.pointOf(i);
            QVERIFY(std::abs(desk.chart.plot().xAxis->pixelToCoord(at.x()) - desk.held(i)) < 1e-6);
            QVERIFY(std::abs(desk.chart.plot().yAxis->pixelToCoord(at.y()) - desk.bubble(i)) < 1e-6);
            QVERIFY(desk.chart.plot().axisRect()->rect().adjusted(-1, -1, 1, 1).contains(at.toPoint()));
        }
        QVERIFY(desk.chart.plot().yAxis->tickVectorLabels().size() >= 2);
        QVERIFY(desk.chart.plot().xAxis->tickVectorLabels().size() >= 2);
    }

    void namesDoNotTouch() {
        for (const QSize size : {QSize(330, 120), QSize(500, 260), QSize(800, 300)}) {
            Scenario scenario = founding();
            for (int chunks : {4, 6, 8}) scenario.schedules.push_back(entry("interleaved-1f1b", chunks));
            Desk desk(scenario, size);
            const auto& names = desk.chart.names();
            QCOMPARE(names.size(), desk.outcomes.size());
            int shown = 0;
            for (std::size_t i = 0; i < names.size(); ++i) {
                if (names[i].isEmpty()) continue;
                ++shown;
                QVERIFY(QRectF(desk.chart.rect()).contains(names[i]));
                for (std::size_t j = 0; j < i; ++j) QVERIFY(!names[i].intersects(names[j]));
                for (std::size_t j = 0; j < names.size(); ++j) QVERIFY(!names[i].contains(*desk.chart.pointOf(j)));
            }
            QVERIFY2(shown >= (size.width() > 400 ? 7 : 4), qPrintable(QString::number(shown)));
        }
    }

    void theMemoryLimitMarksWhatIsOver() {
        Scenario scenario = founding();
        scenario.workload.memoryLimit = 5;
        Desk desk(scenario);
        QVERIFY(desk.chart.linesOf(0).join('\n').contains(
            "over the memory limit: needs 8 activations, limit 5 (device 0)"));
        QVERIFY(!desk.chart.linesOf(1).join('\n').contains("over"));
        scenario.workload.memoryLimit = 20;  // in sight, though none reaches it
        desk.show(scenario);
        QVERIFY(desk.chart.plot().xAxis->range().upper >= 20);
    }

    /// A peak of 3.9999999999999996 is one of 4, and what is held against another stays in sight.
    void peaksWithinRoundingAreTheSame() {
        Scenario scenario = scenarioOf({"interleaved-1f1b", "zb-h1"});
        scenario.workload.recompute = 0.3;
        scenario.workload.recomputeKeep = 0;
        Desk desk(scenario);
        QVERIFY(desk.held(0) < desk.held(1) && desk.held(1) - desk.held(0) < 1e-9);
        QVERIFY2(desk.chart.linesOf(0).last() == "ZB-H1 is better with no more activations",
                 qPrintable(desk.chart.linesOf(0).join('\n')));
    }

    void aCardSaysWhatBeatsIt() {
        Desk desk(founding());
        const QString gpipe = desk.chart.linesOf(0).join('\n');
        QVERIFY2(gpipe.contains("ZB-H1 is better with no more activations"), qPrintable(gpipe));
        QVERIFY(gpipe.contains("27.8"));
        QVERIFY(desk.chart.linesOf(4).last().startsWith("on the frontier"));
    }

    void keysWalkAndChoose() {
        Desk desk(founding());
        QSignalSpy chosen(&desk.chart, &FrontierChart::chosen);
        desk.chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&desk.chart, Qt::Key_End);
        QTest::keyClick(&desk.chart, Qt::Key_Return);
        QCOMPARE(chosen.takeFirst()[0].value<std::size_t>(), std::size_t(0));  // GPipe holds most
        QTest::keyClick(&desk.chart, Qt::Key_Home);
        QTest::keyClick(&desk.chart, Qt::Key_Return);
        QCOMPARE(chosen.takeFirst()[0].value<std::size_t>(), std::size_t(4));
        QVERIFY(!desk.chart.accessibleName().isEmpty());
        QVERIFY(desk.chart.accessibleDescription().contains("ZB-H1"));
    }

    void aClickChooses() {
        Desk desk(founding());
        QSignalSpy chosen(&desk.chart, &FrontierChart::chosen);
        QTest::mouseClick(&desk.chart.plot(), Qt::LeftButton, {}, desk.chart.pointOf(2)->toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.takeFirst()[0].value<std::size_t>(), std::size_t(2));
        QTest::mouseClick(&desk.chart.plot(), Qt::LeftButton, {}, {60, 200});
        QCOMPARE(chosen.count(), 0);
    }

    void refusedOnesHaveNoPoint() {
        Scenario scenario = scenarioOf({"hanayo", "1f1b"});
        scenario.schedules[0].own.chunks = 3;
        Desk desk(scenario);
        QVERIFY(!desk.chart.pointOf(0) && desk.chart.pointOf(1));
        QVERIFY(desk.chart.notice().isEmpty());
        scenario.schedules.pop_back();
        desk.show(scenario);
        QCOMPARE(desk.chart.notice(), QString("No schedule can run this workload."));
        desk.chart.setOutcomes({});
        QVERIFY(desk.chart.notice().startsWith("Choose"));
    }

    void picturesAndCsv() {
        Desk desk(founding());
        const QByteArray svg = *pictureFile(kSvg, chartPicture(desk.chart.plot(), desk.chart.size()), 1, {});
        QVERIFY(svg.contains("ZB-H1") && svg.contains("peak activations"));
        const QStringList lines = csvText(desk.chart.table()).split('\n');
        QCOMPARE(
            lines[0],
            QString("schedule,\"peak activations, microbatches per device\",\"bubble, of total\",frontier,compared"));
        QVERIFY(lines[1].startsWith("GPipe,8,0.27") && lines[1].endsWith(",0,1"));
        QVERIFY(lines[5].startsWith("ZB-H1,4,0.12") && lines[5].endsWith(",1,1"));
    }

    /// Others are points too: on the frontier, named where there is room, and to be chosen behind those that are
    /// compared.
    void othersAreQuietPoints() {
        Desk desk(scenarioOf({"gpipe", "1f1b"}), {700, 300});
        QVERIFY(desk.chart.frontier() == (std::vector<std::size_t>{1, 0}));
        const auto others = outcomesOf(scenarioOf({"eager-1f1b", "v-min", "zb-h1"}));
        desk.chart.setOthers(others);
        desk.chart.plot().replot();
        QCOMPARE(desk.chart.compared(), 2u);
        QVERIFY(desk.chart.frontier() == (std::vector<std::size_t>{3, 4}));  // V-Min and ZB-H1
        QCOMPARE(desk.chart.linesOf(1).last(), QString("V-Min is better with no more activations"));
        const QStringList quiet = desk.chart.linesOf(4);
        QCOMPARE(quiet.first(), QString("ZB-H1"));
        QVERIFY(quiet.contains("total time: " + formatTime(others[2].run->metrics.totalTime, "ms")));
        QCOMPARE(quiet.last(), QString("click to compare it"));
        QVERIFY(!desk.chart.linesOf(1).contains("click to compare it"));
        QVERIFY(!desk.chart.names()[4].isEmpty());
        QVERIFY(csvText(desk.chart.table()).contains("ZB-H1,4,") && csvText(desk.chart.table()).endsWith(",1,0\n"));

        QSignalSpy chosen(&desk.chart, &FrontierChart::chosen);
        QTest::mouseClick(&desk.chart.plot(), Qt::LeftButton, {}, desk.chart.pointOf(4)->toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::size_t>(), 4u);
        desk.chart.setOutcomes({});  // those that are compared may all go
        QCOMPARE(desk.chart.compared(), 0u);
        QVERIFY(desk.chart.frontier() == (std::vector<std::size_t>{1, 2}));
        QVERIFY(desk.chart.notice().isEmpty());
        desk.chart.setOthers({});
        QVERIFY(!desk.chart.notice().isEmpty());
    }

    /// The limit marks those over it, whether they are compared or not.
    void othersHaveTheLimitToo() {
        Scenario scenario = scenarioOf({"1f1b"});
        scenario.workload.memoryLimit = 2;
        Desk desk(scenario);
        Scenario rest = scenarioOf({"v-min", "gpipe"});
        rest.workload.memoryLimit = 2;
        desk.chart.setOthers(outcomesOf(rest));
        QVERIFY(desk.chart.linesOf(2).join('\n').contains("over the memory limit: needs 8 activations, limit 2"));
        QVERIFY(!desk.chart.linesOf(1).join('\n').contains("limit"));
    }

    void thePanelTellsOthersApart() {
        ChartsPanel panel;
        test::show(panel);
        fill(panel, scenarioOf({"gpipe", "1f1b"}), "comm");
        panel.setOthers(outcomesOf(scenarioOf({"zb-h1"})));
        QSignalSpy chosen(&panel, &ChartsPanel::chosen), other(&panel, &ChartsPanel::otherChosen);
        emit panel.frontier().chosen(1);
        emit panel.frontier().chosen(2);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::size_t>(), 1u);
        QCOMPARE(other.size(), 1);
        QCOMPARE(other[0][0].value<std::size_t>(), 0u);
    }

    /// It takes the curves' place, and gives it back.
    void thePanelOffersIt() {
        ChartsPanel panel;
        test::show(panel);
        fill(panel, founding(), "comm");
        QSignalSpy changed(&panel, &ChartsPanel::againstPeakChanged);
        auto* axis = panel.findChildren<SymbolCombo*>()[1];
        for (SymbolCombo* combo : panel.findChildren<SymbolCombo*>())
            if (combo->findText("peak activations") >= 0) axis = combo;
        emit axis->activated(axis->findText("peak activations"));
        QVERIFY(panel.frontier().isVisible() && !panel.curves().isVisible());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(axis->currentText(), QString("peak activations"));
        QCOMPARE(panel.axis(), std::string("comm"));
        panel.setMetric(Quantity::PeakActivations);  // against itself it says nothing
        QVERIFY(csvText(panel.frontier().table()).contains("bubble"));
        emit axis->activated(axis->findText("T_C", Qt::MatchStartsWith));
        QVERIFY(!panel.frontier().isVisible() && panel.curves().isVisible());
    }
};

QTEST_MAIN(TestFrontierChart)

}  // namespace tst_frontier_chart
#include "tst_frontier_chart.moc"
