// Charts compared with a pinned result: ghosts of bars and curves, and the differences in numbers.

#include "tests/widgets/charts_of_founding.h"

#include "widgets/charts/bar_chart.h"
#include "widgets/charts/panel_curves.h"
#include "widgets/kit/csv.h"
#include "widgets/picture/picture_format.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_charts_pinned {

class TestChartsPinned : public QObject {
    Q_OBJECT

private slots:
    void pinnedCurvesAreDashedBehind();
    void pinnedCurvesGoWithTheirAxisAndSchedules();
    void hoverTellsTheDifferenceToThePin();
    void barsShowWhatWasPinned();
};

namespace {

/// What was pinned of the founding schedules at T_C 4, with curves along an axis.
References pinned(const std::string& axis) {
    References references;
    references.pin(founding(), outcomesOf(founding()));
    references.pinCurves(sweepOf(founding(), axis));
    return references;
}

/// The pinned curves that have points, and how they are drawn.
std::vector<CurvePoints> dashed(const CurvesView& chart) {
    std::vector<CurvePoints> curves;
    for (const ModelCurve& curve : chart.layout()->model->panels[0].curves)
        if (!curve.pinned.x.isEmpty()) curves.push_back(curve.pinned);
    return curves;
}

}  // namespace

void TestChartsPinned::pinnedCurvesAreDashedBehind() {
    ChartsPanel panel;
    fill(panel, founding(20), "comm");
    const References references = pinned("comm");
    panel.setPinned(references.pinned());
    const Study& then = references.pinned()->curves;
    const auto ghosts = dashed(panel.curves());
    QCOMPARE(ghosts.size(), std::size_t(5));
    for (std::size_t s = 0; s < ghosts.size(); ++s) {
        QCOMPARE(static_cast<std::size_t>(ghosts[s].x.size()), then.values.size());
        for (std::size_t i = 0; i < then.values.size(); ++i)
            QCOMPARE(ghosts[s].y[int(i)], then.series[s][i]->of(Quantity::BubbleRatio));
    }
    const CurvesLayout& layout = *panel.curves().layout();
    const auto curves = panelCurves(layout, layout.panels[0]);
    const auto lines = linesOf(curves);
    for (std::size_t s = 0; s < ghosts.size(); ++s) {
        QVERIFY2(lines[s].part == CurveLine::Part::Pinned && lines[s].series == s, "behind the present ones");
        QVERIFY(!lines[s].stroke->dashes.isEmpty());
        QCOMPARE(lines[s].stroke->color.rgb(), seriesColors(founding().schedules, ThemeId::Light)[s].rgb());
    }
    panel.setPinned(std::nullopt);
    QVERIFY(dashed(panel.curves()).empty());
}

void TestChartsPinned::pinnedCurvesGoWithTheirAxisAndSchedules() {
    ChartsPanel panel;
    Scenario now = founding(20);
    std::reverse(now.schedules.begin(), now.schedules.end());
    now.schedules.erase(now.schedules.begin() + 1);  // ZB-H1, interleaved, 1F1B, GPipe
    fill(panel, now, "comm");
    const References references = pinned("comm");
    panel.setPinned(references.pinned());
    const auto ghosts = dashed(panel.curves());
    QCOMPARE(ghosts.size(), std::size_t(4));
    const auto& then = references.pinned()->curves.series;
    for (const auto& [ghost, was] : {std::pair(0, 4), std::pair(1, 2), std::pair(2, 1), std::pair(3, 0)})
        QCOMPARE(ghosts[std::size_t(ghost)].y[3], then[std::size_t(was)][3]->of(Quantity::BubbleRatio));

    fill(panel, now, "chunks");
    QVERIFY2(dashed(panel.curves()).empty(), "they were computed along another axis");
    now.schedules.resize(1);
    fill(panel, now, "comm");
    QCOMPARE(dashed(panel.curves()).size(), std::size_t(1));
}

void TestChartsPinned::hoverTellsTheDifferenceToThePin() {
    const Scenario now = [] {
        Scenario scenario = founding(20);
        scenario.workload.microbatches = 16;
        return scenario;
    }();
    ChartsPanel panel;
    panel.setMetric(Quantity::TotalTime);
    fill(panel, now, "comm");
    const References references = pinned("comm");
    panel.setPinned(references.pinned());
    // GPipe without communication: (16 + 3) * 300 against (8 + 3) * 300.
    QString line = linesOf(readingsOf(panel.live(), 0)).filter("GPipe").value(0);
    QCOMPARE(line.replace(QChar(0x202f), ' '), QString::fromUtf8("GPipe: 5700 ms · +2400 ms"));
    QVERIFY2(references.pinned()->curves.values[1] == 4, "the value that was present then is a point of then alone");
    const QStringList rows = csvText(tableOf(panel.live())).split('\n');
    QVERIFY(rows[0].startsWith("comm,\"GPipe (total time, ms)\",\"GPipe (total time, ms), pinned\","));
    QVERIFY(rows[1].startsWith("0,5700,3300,"));
    QVERIFY(rows[2].startsWith("4,,3324,"));
    QStringList spoken;
    for (const QString& text : linesOf(readingsOf(panel.live(), 1))) spoken << text;
    QVERIFY2(spoken.join(' ').contains("+"), "a value that both have");
}

void TestChartsPinned::barsShowWhatWasPinned() {
    ChartsPanel panel;
    show(panel);
    const Scenario now = founding(30);
    fill(panel, now, "comm");
    References references = pinned("comm");
    const double before = panel.bars().model().end;
    std::vector<Outcome> outcomes = outcomesOf(now);
    references.apply(now, outcomes);
    panel.setMetric(Quantity::TotalTime);
    panel.setOutcomes(outcomes);
    QVERIFY(csvText(tableOf(panel.values())).contains("1F1B,3780,3364\n"));
    QVERIFY(QString(panel.bars().accessibleDescription())
                .replace(QChar(0x202f), ' ')
                .contains("1F1B: 3780 ms, +416 ms vs pinned"));
    // A pinned value that is larger than all present ones still has room.
    references.pin(founding(300), outcomesOf(founding(300)));
    references.apply(now, outcomes);
    panel.setOutcomes(outcomes);
    QVERIFY(panel.bars().model().end >= toUnits(outcomes[3].reference->run->metrics.totalTime));
    QVERIFY(panel.bars().model().end > before && panel.bars().model().rows[0].pinned);
    QVERIFY(pictureFile(kSvg, panel.bars().picture(), 1, {})->contains("class=\"pinned\""));
    references.unpin();
    references.apply(now, outcomes);
    panel.setOutcomes(outcomes);
    QVERIFY(csvText(tableOf(panel.values())).contains("1F1B,3780\n"));
}

QTEST_MAIN(TestChartsPinned)

}  // namespace tst_charts_pinned
#include "tst_charts_pinned.moc"
