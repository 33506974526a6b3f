// Strips of activation memory below the rows of pipelines, and the memory limit across them.

#include "engine/results/run_each.h"
#include "tests/widgets/gantt_of_schemes.h"
#include "tests/widgets/outcomes.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_held_strips {

namespace {

/// As the window runs it.
std::vector<Outcome> heldOutcomes(const Scenario& scenario) {
    std::vector<Outcome> outcomes;
    RunPlan plan = planAll(scenario);
    plan.mostHeldOps = kMostHeldOps;
    runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
        outcomes.push_back(outcomeOf(scenario, i, result));
        return true;
    });
    return outcomes;
}

Scenario limited(double limit) {
    Scenario scenario = scenarioOf("1f1b");
    scenario.workload.memoryLimit = limit;
    return scenario;
}

}  // namespace

class TestHeldStrips : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void stripsAreThereWhereTheyAreAskedFor() {
        const auto outcomes = heldOutcomes(scenarioOf("1f1b"));
        QVERIFY(layoutOf(outcomes).tracks[0].held.empty());
        const GanttLayout layout = layoutOf(outcomes, heldStyle());
        QCOMPARE(layout.tracks[0].held, (std::vector<double>{4, 3, 2, 1}));
        QVERIFY(!layout.tracks[0].isOverLimit);
        QVERIFY(layoutOf(outcomesOf(scenarioOf("1f1b")), heldStyle()).tracks[0].held.empty());
    }

    /// 4 activations beside 8 are half as high; in a lesson or while a value changes, so are those of other pictures.
    void stripsShareOneScale() {
        Scenario both = scenarioOf("1f1b");
        both.schedules.insert(both.schedules.begin(), scenarioOf("gpipe").schedules.front());
        const auto outcomes = heldOutcomes(both);
        QCOMPARE(layoutOf(outcomes, heldStyle()).heldScale, 8.0);
        const std::vector<Outcome> alone{outcomes[1]};
        QCOMPARE(layoutOf(alone, heldStyle()).heldScale, 4.0);
        GanttStyle style = heldStyle();
        style.leastHeld = 6;
        QCOMPARE(layoutOf(alone, style).heldScale, 6.0);
        QCOMPARE(layoutOf(alone).heldScale, 0.0);
    }

    void acrossARoomStripsAreAThird() {
        const auto outcomes = heldOutcomes(scenarioOf("1f1b"));
        GanttStyle style = heldStyle();
        style.isForRoom = true;
        const GanttLayout layout = layoutOf(outcomes, style, {1000, 700});
        QCOMPARE(layout.heldRect(0, LaneId(0)).height(), std::round(layout.rowHeight / 2));
    }

    void whatHoldsMoreThanTheLimitSaysSo() {
        const auto tight = heldOutcomes(limited(3.5));
        QCOMPARE(shownOf(tight)[0].overLimit, QString("needs 4 activations, limit 3.5 (device 0)"));
        const GanttLayout layout = layoutOf(tight, heldStyle());
        QVERIFY(layout.tracks[0].isOverLimit);
        QCOMPARE(layout.tracks[0].facts, QStringList(shownOf(tight)[0].overLimit));
        const auto wide = heldOutcomes(limited(4));
        QVERIFY(shownOf(wide)[0].overLimit.isEmpty());
        QVERIFY(!layoutOf(wide, heldStyle()).tracks[0].isOverLimit);
    }

    /// As high as its share of what the fullest device holds, or of the limit if that is more.
    void theLimitIsALineAcrossTheStrips() {
        for (const double limit : {2.0, 8.0}) {
            const auto outcomes = heldOutcomes(limited(limit));
            const GanttLayout layout = layoutOf(outcomes, heldStyle(), {900, 500});
            QCOMPARE(layout.heldScale, std::max(4.0, limit));
            const QImage image = GanttRenderer().render(layout, shownOf(outcomes), 0, 2);
            const QColor cap = themeOf(ThemeId::Light).error;
            for (int device = 0; device < 4; ++device) {
                const QRectF strip = layout.heldRect(0, LaneId(device));
                const int x = int((layout.plotLeft + layout.plotRight) / 2) * 2;
                const int top = int(std::lround(strip.top() * 2)), height = int(std::lround(strip.height() * 2));
                const int line = top + height - int(std::lround(limit * height / layout.heldScale));
                QCOMPARE(image.pixelColor(x, line), cap);
                QVERIFY(image.pixelColor(x, line + 6) != cap);
            }
        }
    }

    void picturesHaveTheLimitToo() {
        const auto file = [](const Scenario& scenario) {
            PictureOptions options;
            options.marks.held = true;
            const auto picture = ganttPicture(shownOf(heldOutcomes(scenario)), options);
            return QString::fromUtf8(*pictureFile(kSvg, *picture, 1, {}));
        };
        const QString svg = file(limited(2));
        QCOMPARE(svg.count("class=\"memory-limit\""), qsizetype(4));
        QVERIFY(svg.contains("needs 4 activations, limit 2 (device 0)"));
        QVERIFY(!file(scenarioOf("1f1b")).contains("memory-limit"));
    }

    void veryManyOpsHaveNone() {
        Scenario scenario = scenarioOf("gpipe");
        scenario.workload.microbatches = int(kMostHeldOps / 8) + 1;
        QVERIFY(!heldOutcomes(scenario)[0].run->held);
        scenario.workload.microbatches -= 1;
        QVERIFY(heldOutcomes(scenario)[0].run->held);
    }
};

QTEST_MAIN(TestHeldStrips)

}  // namespace tst_held_strips
#include "tst_held_strips.moc"
