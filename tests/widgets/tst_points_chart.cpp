#include "widgets/charts/points_chart.h"

#include "tests/engine/random_scenario.h"
#include "tests/widgets/charts_of_founding.h"
#include "widgets/kit/format.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/picture/picture_format.h"

#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_points_chart {

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
        points.limit = scenario.workload.memoryLimit;
        points.compared = outcomes;
        chart.show();
        refresh();
    }
    void refresh() { chart.refresh(); }
    std::vector<std::size_t> frontier() const { return bestOf(points); }
    QStringList linesOf(std::size_t point) const { return chart.model().card(point).lines(); }
    QString csv() const { return csvText(tableOf(points)); }
    const QString& notice() const { return chart.model().notice; }
    double held(std::size_t i) const { return valueOf(Quantity::PeakActivations, *outcomes[i].run); }
    double bubble(std::size_t i) const { return valueOf(Quantity::BubbleRatio, *outcomes[i].run); }

    std::vector<Outcome> outcomes;
    FrontierPoints points{.quantity = kBubble};
    PointsChart chart{[this](ThemeId theme) { return modelOf(points, theme); }, nullptr};
};

}  // namespace

class TestPointsChart : public QObject {
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
        const auto best = desk.frontier();
        QCOMPARE(QList<int>(best.begin(), best.end()), frontier);
    }

    void randomFrontiersHoldWhatTheySay() {
        Random random(7);
        for (int round = 0; round < 60; ++round) {
            Desk desk(randomScenario(random));
            const auto frontier = desk.frontier();
            for (std::size_t i = 0; i < desk.outcomes.size(); ++i) {
                if (!desk.outcomes[i].run) continue;
                bool isBeaten = false;
                for (std::size_t j = 0; j < desk.outcomes.size(); ++j)
                    if (desk.outcomes[j].run)
                        isBeaten |= desk.held(j) <= desk.held(i) && desk.bubble(j) <= desk.bubble(i) &&
                                    (desk.held(j) < desk.held(i) || desk.bubble(j) < desk.bubble(i));
                QVERIFY((std::ranges::find(frontier, i) != frontier.end()) != isBeaten);
            }
        }
    }

    void othersHaveTheLimitToo() {
        Scenario scenario = scenarioOf({"1f1b"});
        scenario.workload.memoryLimit = 2;
        Desk desk(scenario);
        Scenario rest = scenarioOf({"v-min", "gpipe"});
        rest.workload.memoryLimit = 2;
        desk.points.others = outcomesOf(rest);
        desk.refresh();
        QVERIFY(desk.linesOf(2).join('\n').contains("over the memory limit: needs 8 activations, limit 2"));
        QVERIFY(!desk.linesOf(1).join('\n').contains("limit"));
    }

    void pointsStandWhereTheirNumbersAre() {
        Desk desk(founding());
        for (std::size_t i = 0; i < 5; ++i) {
            const QPointF at = *desk.chart.pointOf(i);
            QCOMPARE(at, desk.chart.layout().pixelOf({desk.held(i), desk.bubble(i)}));
            QVERIFY(desk.chart.layout().area.adjusted(-1, -1, 1, 1).contains(at));
        }
        QVERIFY(desk.chart.layout().x.size() >= 2 && desk.chart.layout().y.size() >= 2);
    }

    void namesDoNotTouch() {
        for (const QSize size : {QSize(330, 120), QSize(500, 260), QSize(800, 300)}) {
            Scenario scenario = founding();
            for (int chunks : {4, 6, 8}) scenario.schedules.push_back(entry("interleaved-1f1b", chunks));
            Desk desk(scenario, size);
            const auto& names = desk.chart.layout().names;
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

    /// The limit is in sight, and marks those over it, whether they are compared or not.
    void theMemoryLimitMarksWhatIsOver() {
        Scenario scenario = founding(), rest = scenarioOf({"v-min", "gpipe"});
        scenario.workload.memoryLimit = rest.workload.memoryLimit = 5;
        Desk desk(scenario);
        desk.points.others = outcomesOf(rest);
        desk.refresh();
        const QString over = "over the memory limit: needs 8 activations, limit 5 (device 0)";
        for (const std::size_t gpipe : {0, 6}) QVERIFY(desk.linesOf(gpipe).contains(over));
        for (const std::size_t fits : {1, 5}) QVERIFY(!desk.linesOf(fits).join('\n').contains("limit"));
        scenario.workload.memoryLimit = 20;
        desk.show(scenario);
        QVERIFY(desk.chart.model().x.to >= 20);
    }

    /// A peak of 3.9999999999999996 is one of 4, and what is held against another stays in sight.
    void peaksWithinRoundingAreTheSame() {
        Scenario scenario = scenarioOf({"interleaved-1f1b", "zb-h1"});
        scenario.workload.recompute = 0.3;
        scenario.workload.recomputeKeep = 0;
        Desk desk(scenario);
        QVERIFY(desk.held(0) < desk.held(1) && desk.held(1) - desk.held(0) < 1e-9);
        QVERIFY2(desk.linesOf(0).last() == "ZB-H1 is better with no more activations",
                 qPrintable(desk.linesOf(0).join('\n')));
    }

    void aCardSaysWhatBeatsIt() {
        Desk desk(founding());
        const QString gpipe = desk.linesOf(0).join('\n');
        QVERIFY2(gpipe.contains("ZB-H1 is better with no more activations"), qPrintable(gpipe));
        QVERIFY(gpipe.contains("27.8"));
        QVERIFY(desk.linesOf(4).last().startsWith("on the frontier"));
    }

    void keysAndClicksChoose() {
        Desk desk(founding());
        QSignalSpy spy(&desk.chart, &PointsChart::chosen);
        const auto chosen = [&] { return spy.isEmpty() ? 99 : spy.takeFirst()[0].value<std::size_t>(); };
        desk.chart.setFocus(Qt::TabFocusReason);
        QTest::keyClick(&desk.chart, Qt::Key_End);
        QTest::keyClick(&desk.chart, Qt::Key_Return);
        QCOMPARE(chosen(), 0u);  // GPipe holds most
        QTest::keyClick(&desk.chart, Qt::Key_Home);
        QTest::keyClick(&desk.chart, Qt::Key_Return);
        QCOMPARE(chosen(), 4u);
        QVERIFY(desk.chart.accessibleDescription().contains("ZB-H1"));
        QTest::mouseClick(&desk.chart, Qt::LeftButton, {}, desk.chart.pointOf(2)->toPoint());
        QCOMPARE(chosen(), 2u);
        QTest::mouseClick(&desk.chart, Qt::LeftButton, {}, {60, 200});
        QCOMPARE(chosen(), 99u);
    }

    void refusedOnesHaveNoPoint() {
        Scenario scenario = scenarioOf({"hanayo", "1f1b"});
        scenario.schedules[0].own.chunks = 3;
        Desk desk(scenario);
        QVERIFY(!desk.chart.pointOf(0) && desk.chart.pointOf(1));
        QVERIFY(desk.notice().isEmpty());
        scenario.schedules.pop_back();
        desk.show(scenario);
        QCOMPARE(desk.notice(), QString("No schedule can run this workload."));
        desk.points.compared.clear();
        desk.refresh();
        QVERIFY(desk.notice().startsWith("Choose"));
    }

    void picturesAndCsv() {
        Desk desk(founding());
        const QByteArray svg = *pictureFile(kSvg, desk.chart.picture(), 1, {});
        QVERIFY(svg.contains("ZB-H1") && svg.contains("peak activations"));
        const QStringList lines = desk.csv().split('\n');
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
        QVERIFY(desk.frontier() == (std::vector<std::size_t>{1, 0}));
        const auto others = outcomesOf(scenarioOf({"eager-1f1b", "v-min", "zb-h1"}));
        desk.points.others = others;
        desk.refresh();
        QVERIFY(desk.frontier() == (std::vector<std::size_t>{3, 4}));  // V-Min and ZB-H1
        QCOMPARE(desk.linesOf(1).last(), QString("V-Min is better with no more activations"));
        const QStringList quiet = desk.linesOf(4);
        QCOMPARE(quiet.first(), QString("ZB-H1"));
        QVERIFY(quiet.contains("total time: " + formatTime(others[2].run->metrics.totalTime, "ms")));
        QCOMPARE(quiet.last(), QString("click to compare it"));
        QVERIFY(!desk.linesOf(1).contains("click to compare it"));
        QVERIFY(!desk.chart.layout().names[4].isEmpty());
        QVERIFY(desk.csv().contains("ZB-H1,4,") && desk.csv().endsWith(",1,0\n"));

        QSignalSpy chosen(&desk.chart, &PointsChart::chosen);
        QTest::mouseClick(&desk.chart, Qt::LeftButton, {}, desk.chart.pointOf(4)->toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::size_t>(), 4u);
        desk.points.compared.clear();  // those that are compared may all go
        desk.refresh();
        QVERIFY(desk.frontier() == (std::vector<std::size_t>{1, 2}));
        QVERIFY(desk.notice().isEmpty());
        desk.points.others.clear();
        desk.refresh();
        QVERIFY(!desk.notice().isEmpty());
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
        auto* axis = panel.findChildren<PickCombo*>()[1];
        for (PickCombo* combo : panel.findChildren<PickCombo*>())
            if (combo->findText("peak activations") >= 0) axis = combo;
        emit axis->activated(axis->findText("peak activations"));
        QVERIFY(panel.frontier().isVisible() && !panel.curves().isVisible());
        QVERIFY(!panel.frontier().accessibleName().isEmpty());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(axis->currentText(), QString("peak activations"));
        QCOMPARE(panel.axis(), std::string("comm"));
        panel.setMetric(Quantity::PeakActivations);  // against itself it says nothing
        QVERIFY(csvText(tableOf(panel.points())).contains("bubble"));
        emit axis->activated(axis->findText("T_C", Qt::MatchStartsWith));
        QVERIFY(!panel.frontier().isVisible() && panel.curves().isVisible());
    }
};

QTEST_MAIN(TestPointsChart)

}  // namespace tst_points_chart
#include "tst_points_chart.moc"
