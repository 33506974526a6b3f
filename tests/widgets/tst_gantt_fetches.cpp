#include "tests/widgets/gantt_of_schemes.h"
#include "tests/widgets/hatched.h"

#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/shown/references.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_fetches {

namespace {

/// The rows of all lanes and strips of a track, from top to bottom of each device.
std::vector<QRectF> rowsOf(const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[std::size_t(track)];
    std::vector<QRectF> rows;
    for (std::size_t lane = 0; lane < t.program->lanes.size(); ++lane) {
        rows.push_back(layout.laneRect(track, LaneId(std::int64_t(lane))));
        const WorkerId worker = t.program->lanes[lane].worker;
        if (t.program->lanes[lane].role == Role::Compute && worker.value < t.ghost.rows)
            rows.push_back(layout.ghostRect(track, LaneId(std::int64_t(lane))));
    }
    return rows;
}

std::vector<LaneId> fetchLanes(const Program& program) {
    std::vector<LaneId> lanes;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
        if (program.lanes[lane].role == Role::Fetch) lanes.push_back(LaneId(std::int64_t(lane)));
    return lanes;
}

}  // namespace

class TestGanttFetches : public QObject {
    Q_OBJECT

private slots:
    void rowsAreLabelledByWorker();
    void rowsOfAWorkerStandTogether_data();
    void rowsOfAWorkerStandTogether();
    void hitsKnowFetchLanes();
    void lanesWithinAreOfWholeDevices();
    void fetchesAreNamedInTheLegend();
    void fetchesHaveTheirColour_data();
    void fetchesHaveTheirColour();
    void pinnedStripsFollowTheWorker();
    void cardSaysWhoseWeights();
    void keysWalkAlongFetches();
    void idleTimeStaysWithItsWorker();
    void picturesTellFetchesFromOps();
};

void TestGanttFetches::rowsAreLabelledByWorker() {
    const auto outcomes = fetchOutcomes();
    const GanttLayout layout = layoutOf(outcomes, {}, {830, 900});
    for (int track = 0; track < 3; ++track) {
        const Program& program = programOf(outcomes, std::size_t(track));
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
            const LaneLabel label = laneLabel(layout, track, LaneId(std::int64_t(lane)));
            const bool isCompute = program.lanes[lane].role == Role::Compute;
            QCOMPARE(label.device, isCompute ? QString::number(program.lanes[lane].worker.value) : QString());
            QCOMPARE(label.fetch, isCompute ? QString() : QStringLiteral("fetch"));
        }
    }
}

void TestGanttFetches::rowsOfAWorkerStandTogether_data() {
    QTest::addColumn<double>("height");
    QTest::addColumn<bool>("isPinned");
    for (const double height : {0.0, 300.0, 520.0, 1400.0})
        for (const bool isPinned : {false, true})
            QTest::addRow("%g px%s", height, isPinned ? ", pinned" : "") << height << isPinned;
}

void TestGanttFetches::rowsOfAWorkerStandTogether() {
    QFETCH(double, height);
    QFETCH(bool, isPinned);
    std::vector<Outcome> outcomes = fetchOutcomes();
    if (isPinned)
        for (Outcome& outcome : outcomes) outcome.reference = Reference{Reference::Kind::Pinned, outcome.run, {}};
    const GanttLayout layout = layoutOf(outcomes, {}, {830, height});
    double bottom = 0;
    for (int track = 0; track < 3; ++track) {
        const std::vector<QRectF> rows = rowsOf(layout, track);
        QCOMPARE(rows.size(), programOf(outcomes, std::size_t(track)).lanes.size() +
                                  std::size_t(isPinned ? layout.tracks[std::size_t(track)].rows : 0));
        std::vector<QRectF> downwards = rows;
        std::sort(downwards.begin(), downwards.end(), [](auto& a, auto& b) { return a.top() < b.top(); });
        QVERIFY(downwards == rows);
        for (const QRectF& row : rows) {
            QVERIFY(row.top() >= bottom);
            QCOMPARE(row.top(), std::round(row.top()));
            bottom = row.bottom();
        }
        for (const LaneId lane : fetchLanes(programOf(outcomes, std::size_t(track)))) {
            const double fetch = layout.laneRect(track, lane).height();
            QVERIFY(fetch + 1 >= kMinRowHeight && fetch <= layout.cellHeight);
        }
        QVERIFY(bottom <= layout.tracks[std::size_t(track)].bottom);
        bottom = layout.tracks[std::size_t(track)].bottom;
    }
    if (height >= 1400) QVERIFY(layout.contentHeight + layout.footerHeight <= height);
}

void TestGanttFetches::hitsKnowFetchLanes() {
    const auto outcomes = fetchOutcomes();
    const GanttLayout layout = layoutOf(outcomes);
    for (int track = 0; track < 3; ++track)
        for (std::size_t lane = 0; lane < programOf(outcomes, std::size_t(track)).lanes.size(); ++lane) {
            const QRectF row = layout.laneRect(track, LaneId(std::int64_t(lane)));
            for (const double y : {row.top(), row.center().y(), row.bottom() - 0.01})
                QCOMPARE(layout.hitAt(200, y), (GanttHit{GanttHit::Part::Lane, track, LaneId(std::int64_t(lane))}));
        }
}

void TestGanttFetches::lanesWithinAreOfWholeDevices() {
    const auto outcomes = fetchOutcomes();
    const GanttLayout layout = layoutOf(outcomes);
    const GanttTrack& track = layout.tracks[0];
    const double deep = track.rowsTop + 2 * track.pitch;
    QCOMPARE(layout.lanesWithin(0, deep + 1, deep + 2), std::pair(4, 6));  // worker 2 computes and fetches
    QCOMPARE(layout.lanesWithin(0, 0, 1e6), std::pair(0, 12));
    QCOMPARE(layout.lanesWithin(2, 0, 1e6), std::pair(0, 4));
}

void TestGanttFetches::fetchesAreNamedInTheLegend() {
    const auto hasFetches = [](const GanttLayout& layout) {
        return std::any_of(layout.legend.begin(), layout.legend.end(),
                           [](const LegendEntry& entry) { return entry.text == "weight fetch"; });
    };
    QVERIFY(hasFetches(layoutOf(fetchOutcomes())));
    QVERIFY(!hasFetches(layoutOf(outcomesOf(schemeScenario("fsdp")))));
    QVERIFY(!hasFetches(layoutOf(outcomesOf(foundingScenario()))));
}

void TestGanttFetches::fetchesHaveTheirColour_data() {
    QTest::addColumn<ThemeId>("theme");
    QTest::addColumn<ColorBy>("colorBy");
    QTest::newRow("light, by kind") << ThemeId::Light << ColorBy::Kind;
    QTest::newRow("dark, by kind") << ThemeId::Dark << ColorBy::Kind;
    QTest::newRow("light, by microbatch") << ThemeId::Light << ColorBy::Microbatch;
    QTest::newRow("dark, by microbatch") << ThemeId::Dark << ColorBy::Microbatch;
}

void TestGanttFetches::fetchesHaveTheirColour() {
    QFETCH(ThemeId, theme);
    QFETCH(ColorBy, colorBy);
    const auto outcomes = fetchOutcomes();
    GanttStyle style;
    style.theme = theme;
    style.colorBy = colorBy;
    style.labels = CellLabel::None;
    const GanttLayout layout = layoutOf(outcomes, style, {1200, 900});
    const QImage image = GanttRenderer().render(layout, shownOf(outcomes), 0, 1);
    const Timeline& timeline = *outcomes[0].run->timeline;
    for (const LaneId lane : fetchLanes(*timeline.program)) {
        const QRectF rect = layout.laneRect(0, lane);
        const auto colorAt = [&](double x) { return image.pixelColor(int(x), int(rect.center().y())); };
        for (const GanttCell& cell : cellsOf(layout, timeline, lane)) {
            const QColor expected = colorBy == ColorBy::Kind
                                        ? classColor(*style.palette, theme, OpClass::Communication)
                                        : microbatchColor(theme, OpKind::FetchForward, cell.microbatch.value);
            QVERIFY(isOf(colorAt((cell.x0 + cell.x1) / 2), expected));
            if (colorBy == ColorBy::Microbatch)
                for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
                    QVERIFY(colorAt((cell.x0 + cell.x1) / 2) != microbatchColor(theme, kind, cell.microbatch.value));
        }
        // To fetch nothing is no bubble: the ground shows, without hatches.
        QCOMPARE(colorAt(layout.tracks[0].x1 - 3), themeOf(theme).canvas);
    }
}

void TestGanttFetches::pinnedStripsFollowTheWorker() {
    const Scenario then = schemeScenario("fsdp"), now = schemeScenario("fsdp", 6, 1);
    References references;
    references.pin(then, outcomesOf(then));
    std::vector<Outcome> outcomes = outcomesOf(now);
    references.apply(now, outcomes);
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setShown(shownOf(outcomes));
    const GanttLayout& layout = gantt.ganttLayout();
    QCOMPARE(layout.tracks[0].ghost.rows, 6);
    // Worker 3 computes batch 3 alone, then as now; each strip stands between its row and its fetches.
    const LaneId lane = layout.tracks[0].program->computeLane(WorkerId(3));
    QCOMPARE(lane, LaneId(6));
    const QRectF strip = layout.ghostRect(0, lane);
    QVERIFY(strip.top() >= layout.laneRect(0, lane).bottom());
    QVERIFY(strip.bottom() <= layout.laneRect(0, LaneId(7)).top());
    const QPoint at(int(layout.xOf(0.5 * kMicroUnits)), int(strip.center().y()));
    QCOMPARE(layout.hitAt(at.x(), at.y()), (GanttHit{GanttHit::Part::Ghost, 0, lane}));
    QTest::mouseMove(gantt.viewport(), at);
    QCOMPARE(gantt.cardLines().value(0), "pinned: f0 · forward");
    QVERIFY(gantt.cardLines().value(2).startsWith("worker 3"));
}

void TestGanttFetches::cardSaysWhoseWeights() {
    const auto outcomes = outcomesOf(schemeScenario("fsdp", 6, 1));
    const Program& program = programOf(outcomes);
    GanttStyle style;
    style.firstNumber = 1;
    const Row row = program.lanes[3].begin;
    QVERIFY(!program.isWork(LaneId(3)));
    const QStringList lines = factsOf(shownOf(outcomes[0]), style, {0, LaneId(3), row, 0});
    QCOMPARE(program.ops[row], Op(OpKind::FetchForward, 0, 1));
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], "weights for f1");
    QVERIFY(lines[1].startsWith("0 – 1"));
    QCOMPARE(lines[2], "worker 1 · microbatch 2");
    QCOMPARE(lines[3], "from worker 0");  // FSDP stores stage s on worker s mod W
    const Row op = program.lanes[2].begin;
    QCOMPARE(factsOf(shownOf(outcomes[0]), style, {0, LaneId(2), op, 0}),
             QStringList({"f1 · forward", "1 – 2 · 1\u202fms", "worker 1 · microbatch 2",  //
                          "weights from worker 0 · 1 activation in memory"}));

    const auto cuckoo = outcomesOf(schemeScenario("cuckoo", 12));
    const auto factsOfOp = [&](OpKind kind, int stage, int batch) {
        const Row at = *findOp(programOf(cuckoo), Op(kind, stage, batch));
        return factsOf(shownOf(cuckoo[0]), {}, {0, programOf(cuckoo).laneOf(at), at, 0}).mid(2);
    };
    QCOMPARE(factsOfOp(OpKind::Forward, 0, 8), QStringList({"worker 0 · microbatch 8", "5 activations in memory"}));
    QCOMPARE(factsOfOp(OpKind::Forward, 1, 0),
             QStringList({"worker 1 · microbatch 0",
                          "input from worker 0 · activations to worker 4 · 0 activations in memory"}));
    const QStringList backward{"worker 4 · microbatch 0",
                               "weights from worker 1 · input from worker 3 · 6 activations in memory"};
    QCOMPARE(factsOfOp(OpKind::Backward, 1, 0), backward);
}

void TestGanttFetches::keysWalkAlongFetches() {
    const auto outcomes = outcomesOf(schemeScenario("fsdp", 6, 1));
    const Program& program = programOf(outcomes);
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setShown(shownOf(outcomes));
    const RowRange rows = program.lanes[3];
    gantt.pick({0, LaneId(3), rows.begin, 0});
    QTest::keyClick(&gantt, Qt::Key_Right);
    QCOMPARE(gantt.currentPick()->op, std::optional(rows.begin + 1));
    QCOMPARE(gantt.currentPick()->lane, LaneId(3));
    const Op fetch = program.ops[rows.begin + 1];
    QTest::keyClick(&gantt, Qt::Key_Down);  // to the op whose weights these are
    QCOMPARE(program.ops[*gantt.currentPick()->op], Op(OpKind::Forward, fetch.stage().value, fetch.microbatch().value));
    QCOMPARE(gantt.currentPick()->lane, LaneId(2));
    // Between two fetches nothing waits, so there is nothing to pick.
    const GanttLayout& layout = gantt.ganttLayout();
    const QPointF at(layout.tracks[0].x1 - 5, layout.laneRect(0, LaneId(3)).center().y());
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, at.toPoint());
    QVERIFY(!gantt.currentPick());
}

void TestGanttFetches::idleTimeStaysWithItsWorker() {
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setShown(shownOf(outcomesOf(schemeScenario("fsdp", 6, 1))));
    const GanttLayout& layout = gantt.ganttLayout();
    const QPointF at(layout.tracks[0].x0 + 3, layout.laneRect(0, LaneId(4)).center().y());
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, at.toPoint());
    QVERIFY(gantt.currentPick() && !gantt.currentPick()->op);
    QCOMPARE(gantt.currentPick()->lane, LaneId(4));
    gantt.setShown(shownOf(outcomesOf(schemeScenario("fsdp", 6, 2))));
    QCOMPARE(gantt.currentPick()->lane, LaneId(4));
    // Without fetches worker 2 has lane 2, and never waits.
    gantt.setShown(shownOf(outcomesOf(schemeScenario("fsdp"))));
    QVERIFY(!gantt.currentPick());
}

void TestGanttFetches::picturesTellFetchesFromOps() {
    const Scenario scenario = schemeScenario("fsdp", 6, 1);
    const auto outcomes = outcomesOf(scenario);
    std::size_t fetches = 0;
    for (const LaneId lane : fetchLanes(programOf(outcomes))) fetches += programOf(outcomes).lane(lane).size();
    QCOMPARE(fetches, std::size_t(60));  // §8: 10 of each worker
    const auto svg = [&](const PictureOptions& options) {
        return QString::fromUtf8(*ganttFile(kSvg, outcomes, options, {}));
    };
    const QString byKind = svg({});
    QCOMPARE(byKind.count("class=\"fetch\""), 60);
    QCOMPARE(byKind.count("<title>weights for "), 60);
    QCOMPARE(byKind.count("<g class=\"device\""), 6);
    QCOMPARE(byKind.count("<g class=\"fetches\" data-lane=\"fetch\">"), 6);
    QCOMPARE(byKind.count("class=\"fetch-label\""), 6);
    QVERIFY(byKind.contains(".fetch,.key-fetch{fill:url(#hatch-fetch)}"));
    QVERIFY(byKind.contains(">weight fetch</text>"));
    PictureOptions byBatch;
    byBatch.colorBy = ColorBy::Microbatch;
    QCOMPARE(svg(byBatch).count(QRegularExpression("class=\"fetch m[0-5]\"")), 60);
    const QString none =
        QString::fromUtf8(*ganttFile(kSvg, outcomesOf(schemeScenario("fsdp")), PictureOptions{}, std::string()));
    QVERIFY(!none.contains("fetch"));
}

QTEST_MAIN(TestGanttFetches)

}  // namespace tst_gantt_fetches
#include "tst_gantt_fetches.moc"
