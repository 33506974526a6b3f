#include "tests/widgets/scheme_outcomes.h"

#include "widgets/basics/references.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/held_strip.h"

#include <QRegularExpression>
#include <QtTest>

using namespace bubblescope;

namespace {

GanttLayout layoutOf(const std::vector<Outcome>& outcomes, const GanttStyle& style = {},
                     const QSizeF& size = {830, 520}) {
    return layoutGantt(outcomes, {}, style, fittingRange(outcomes), size);
}

GanttStyle heldStyle() {
    GanttStyle style;
    style.marks.held = true;
    return style;
}

/// The rows of all lanes and strips of a track, from top to bottom of each device.
std::vector<QRectF> rowsOf(const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[std::size_t(track)];
    std::vector<QRectF> rows;
    for (std::size_t lane = 0; lane < t.program->lanes.size(); ++lane) {
        rows.push_back(layout.laneRect(track, LaneId(std::int64_t(lane))));
        const WorkerId worker = t.program->laneWorker[lane];
        if (t.program->laneKind[lane] == LaneKind::Compute && worker.value < t.ghost.rows)
            rows.push_back(layout.ghostRect(track, LaneId(std::int64_t(lane))));
    }
    return rows;
}

const Program& programOf(const std::vector<Outcome>& outcomes, std::size_t track = 0) {
    return *outcomes[track].run->timeline->program;
}

std::vector<LaneId> fetchLanes(const Program& program) {
    std::vector<LaneId> lanes;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
        if (program.laneKind[lane] == LaneKind::Fetch) lanes.push_back(LaneId(std::int64_t(lane)));
    return lanes;
}

SchemeMarks allMarks() {
    SchemeMarks marks;
    marks.fetches = marks.transfers = true;
    return marks;
}

bool hasEntry(const GanttLayout& layout, LegendEntry::What what) {
    return std::any_of(layout.legend.begin(), layout.legend.end(),
                       [&](const auto& entry) { return entry.what == what; });
}

/// FSDP and FS Looped PP whose weights take half a unit to fetch, and a schedule without lanes for that.
std::vector<Outcome> fetchOutcomes() {
    Scenario scenario = schemeScenario("fsdp", 6, 0.5);
    scenario.schedules.push_back(schemeScenario("fs-looped-pp", 12, 0.5).schedules.front());
    scenario.schedules.push_back({"1f1b", {}, {}});
    scenario.workload.forward = 1.0;
    scenario.workload.backward = 2.0;
    scenario.workload.comm = 0.0;
    return outcomesOf(scenario);
}

}  // namespace

class TestGanttSchemes : public QObject {
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
    void figuresTellFetchesFromOps();
    void operationsAreLettered();
    void operationsOfARowAreAsLarge_data();
    void operationsOfARowAreAsLarge();
    void operationsAreDrawnEverywhere();
    void marksAgreeWithTheCounts_data();
    void marksAgreeWithTheCounts();
    void marksStayInTheirCells();
    void marksVanishBeforeTheyCrowd();
    void marksAreDrawnWhereTheyAre_data();
    void marksAreDrawnWhereTheyAre();
    void figuresSayWhatMarksMean();
    void heldStripsStandBelowTheirRows();
    void heldStepsAreThoseOfTheCount();
    void manyHeldStepsBecomeColumns();
    void heldStripsAreDrawnToScale_data();
    void heldStripsAreDrawnToScale();
    void heldStripsTellTheirCount();
    void figuresShowWhatIsHeld();
};

void TestGanttSchemes::rowsAreLabelledByWorker() {
    const auto outcomes = fetchOutcomes();
    const GanttLayout layout = layoutOf(outcomes, {}, {830, 900});
    for (int track = 0; track < 3; ++track) {
        const Program& program = programOf(outcomes, std::size_t(track));
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
            const LaneLabel label = laneLabel(layout, track, LaneId(std::int64_t(lane)));
            const bool isCompute = program.laneKind[lane] == LaneKind::Compute;
            QCOMPARE(label.device, isCompute ? QString::number(program.laneWorker[lane].value) : QString());
            QCOMPARE(label.fetch, isCompute ? QString() : QStringLiteral("fetch"));
        }
    }
}

void TestGanttSchemes::rowsOfAWorkerStandTogether_data() {
    QTest::addColumn<double>("height");
    QTest::addColumn<bool>("isPinned");
    for (const double height : {0.0, 300.0, 520.0, 1400.0})
        for (const bool isPinned : {false, true})
            QTest::addRow("%g px%s", height, isPinned ? ", pinned" : "") << height << isPinned;
}

void TestGanttSchemes::rowsOfAWorkerStandTogether() {
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
            QVERIFY(fetch + 1 >= GanttLayout::kMinRowHeight && fetch <= layout.cellHeight);
        }
        QVERIFY(bottom <= layout.tracks[std::size_t(track)].bottom);
        bottom = layout.tracks[std::size_t(track)].bottom;
    }
    if (height >= 1400) QVERIFY(layout.contentHeight + layout.footerHeight <= height);
}

void TestGanttSchemes::hitsKnowFetchLanes() {
    const auto outcomes = fetchOutcomes();
    const GanttLayout layout = layoutOf(outcomes);
    for (int track = 0; track < 3; ++track)
        for (std::size_t lane = 0; lane < programOf(outcomes, std::size_t(track)).lanes.size(); ++lane) {
            const QRectF row = layout.laneRect(track, LaneId(std::int64_t(lane)));
            for (const double y : {row.top(), row.center().y(), row.bottom() - 0.01})
                QCOMPARE(layout.hitAt(200, y), (GanttHit{GanttHit::Part::Lane, track, LaneId(std::int64_t(lane))}));
        }
}

void TestGanttSchemes::lanesWithinAreOfWholeDevices() {
    const auto outcomes = fetchOutcomes();
    const GanttLayout layout = layoutOf(outcomes);
    const GanttTrack& track = layout.tracks[0];
    const double deep = track.rowsTop + 2 * track.pitch;
    QCOMPARE(layout.lanesWithin(0, deep + 1, deep + 2), std::pair(4, 6));  // worker 2 computes and fetches
    QCOMPARE(layout.lanesWithin(0, 0, 1e6), std::pair(0, 12));
    QCOMPARE(layout.lanesWithin(2, 0, 1e6), std::pair(0, 4));
}

void TestGanttSchemes::fetchesAreNamedInTheLegend() {
    QVERIFY(hasEntry(layoutOf(fetchOutcomes()), LegendEntry::What::Fetch));
    QVERIFY(!hasEntry(layoutOf(outcomesOf(schemeScenario("fsdp"))), LegendEntry::What::Fetch));
    QVERIFY(!hasEntry(layoutOf(outcomesOf(foundingScenario())), LegendEntry::What::Fetch));
}

void TestGanttSchemes::fetchesHaveTheirColour_data() {
    QTest::addColumn<ThemeId>("theme");
    QTest::addColumn<ColorBy>("colorBy");
    QTest::newRow("light, by kind") << ThemeId::Light << ColorBy::Kind;
    QTest::newRow("dark, by kind") << ThemeId::Dark << ColorBy::Kind;
    QTest::newRow("light, by microbatch") << ThemeId::Light << ColorBy::Microbatch;
    QTest::newRow("dark, by microbatch") << ThemeId::Dark << ColorBy::Microbatch;
}

void TestGanttSchemes::fetchesHaveTheirColour() {
    QFETCH(ThemeId, theme);
    QFETCH(ColorBy, colorBy);
    const auto outcomes = fetchOutcomes();
    GanttStyle style;
    style.theme = theme;
    style.colorBy = colorBy;
    style.labels = CellLabel::None;
    const GanttLayout layout = layoutOf(outcomes, style, {1200, 900});
    const QImage image = GanttRenderer().render(layout, outcomes, 0, 1);
    const Timeline& timeline = *outcomes[0].run->timeline;
    for (const LaneId lane : fetchLanes(*timeline.program)) {
        const QRectF rect = layout.laneRect(0, lane);
        const auto colorAt = [&](double x) { return image.pixelColor(int(x), int(rect.center().y())); };
        for (const GanttCell& cell : cellsOf(layout, timeline, lane)) {
            const QColor expected = colorBy == ColorBy::Kind
                                        ? communicationColor(*style.palette, theme)
                                        : microbatchCommunicationColor(theme, cell.microbatch.value);
            QCOMPARE(colorAt((cell.x0 + cell.x1) / 2), expected);
            if (colorBy == ColorBy::Microbatch)
                for (const OpKind kind : {OpKind::Forward, OpKind::Backward})
                    QVERIFY(colorAt((cell.x0 + cell.x1) / 2) != microbatchColor(theme, kind, cell.microbatch.value));
        }
        // To fetch nothing is no bubble: the ground shows, without hatches.
        QCOMPARE(colorAt(layout.tracks[0].x1 - 3), themeOf(theme).canvas);
    }
}

void TestGanttSchemes::pinnedStripsFollowTheWorker() {
    const Scenario then = schemeScenario("fsdp"), now = schemeScenario("fsdp", 6, 1);
    References references;
    references.pin(then, outcomesOf(then));
    std::vector<Outcome> outcomes = outcomesOf(now);
    references.apply(now, outcomes);
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setOutcomes(outcomes);
    const GanttLayout& layout = gantt.ganttLayout();
    QCOMPARE(layout.tracks[0].ghost.rows, 6);
    // Worker 3 computes batch 3 alone, then as now; each strip stands between its row and its fetches.
    const LaneId lane = computeLane(*layout.tracks[0].program, WorkerId(3));
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

void TestGanttSchemes::cardSaysWhoseWeights() {
    const auto outcomes = outcomesOf(schemeScenario("fsdp", 6, 1));
    const Program& program = programOf(outcomes);
    GanttStyle style;
    style.firstNumber = 1;
    const Row row = program.lanes[3].begin;
    QVERIFY(!program.isCompute(LaneId(3)));
    const QStringList lines = factsOf(outcomes[0], style, {0, LaneId(3), row, 0});
    QCOMPARE(program.ops[row], Op(OpKind::Forward, 0, 1));
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines[0], "weights for f1");
    QVERIFY(lines[1].startsWith("0 – 1"));
    QCOMPARE(lines[2], "worker 1 · batch 2");
    QCOMPARE(lines[3], "from worker 0");  // FSDP stores stage s on worker s mod W
    const Row op = program.lanes[2].begin;
    QCOMPARE(factsOf(outcomes[0], style, {0, LaneId(2), op, 0}),
             QStringList({"f1 · forward", "1 – 2 · 1", "worker 1 · batch 2", "weights from 0 · holds 1"}));

    const auto cuckoo = outcomesOf(schemeScenario("cuckoo", 12));
    const auto factsOfOp = [&](OpKind kind, int stage, int batch) {
        const Row at = *findOp(programOf(cuckoo), Op(kind, stage, batch));
        return factsOf(cuckoo[0], {}, {0, programOf(cuckoo).laneOf(at), at, 0}).mid(2);
    };
    QCOMPARE(factsOfOp(OpKind::Forward, 0, 8), QStringList({"worker 0 · batch 8", "holds 5"}));
    QCOMPARE(factsOfOp(OpKind::Forward, 1, 0),
             QStringList({"worker 1 · batch 0", "input from 0 · activations to 4 · holds 0"}));
    QCOMPARE(factsOfOp(OpKind::Backward, 1, 0),
             QStringList({"worker 4 · batch 0", "weights from 1 · input from 3 · holds 6"}));
}

void TestGanttSchemes::keysWalkAlongFetches() {
    const auto outcomes = outcomesOf(schemeScenario("fsdp", 6, 1));
    const Program& program = programOf(outcomes);
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setOutcomes(outcomes);
    const RowRange rows = program.lanes[3];
    gantt.pick({0, LaneId(3), rows.begin, 0});
    QTest::keyClick(&gantt, Qt::Key_Right);
    QCOMPARE(gantt.currentPick()->op, std::optional(rows.begin + 1));
    QCOMPARE(gantt.currentPick()->lane, LaneId(3));
    const Op op = program.ops[rows.begin + 1];
    QTest::keyClick(&gantt, Qt::Key_Down);  // to the op whose weights these are
    QCOMPARE(program.ops[*gantt.currentPick()->op], op);
    QCOMPARE(gantt.currentPick()->lane, LaneId(2));
    // Between two fetches nothing waits, so there is nothing to pick.
    const GanttLayout& layout = gantt.ganttLayout();
    const QPointF at(layout.tracks[0].x1 - 5, layout.laneRect(0, LaneId(3)).center().y());
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, at.toPoint());
    QVERIFY(!gantt.currentPick());
}

void TestGanttSchemes::idleTimeStaysWithItsWorker() {
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setOutcomes(outcomesOf(schemeScenario("fsdp", 6, 1)));
    const GanttLayout& layout = gantt.ganttLayout();
    const QPointF at(layout.tracks[0].x0 + 3, layout.laneRect(0, LaneId(4)).center().y());
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, at.toPoint());
    QVERIFY(gantt.currentPick() && !gantt.currentPick()->op);
    QCOMPARE(gantt.currentPick()->lane, LaneId(4));
    gantt.setOutcomes(outcomesOf(schemeScenario("fsdp", 6, 2)));
    QCOMPARE(gantt.currentPick()->lane, LaneId(4));
    // Without fetches worker 2 has lane 2, and never waits.
    gantt.setOutcomes(outcomesOf(schemeScenario("fsdp")));
    QVERIFY(!gantt.currentPick());
}

void TestGanttSchemes::figuresTellFetchesFromOps() {
    const Scenario scenario = schemeScenario("fsdp", 6, 1);
    const auto outcomes = outcomesOf(scenario);
    std::size_t fetches = 0;
    for (const LaneId lane : fetchLanes(programOf(outcomes))) fetches += programOf(outcomes).lane(lane).size();
    QCOMPARE(fetches, std::size_t(60));  // §8: 10 of each worker
    const auto svg = [&](const FigureOptions& options) {
        return QString::fromUtf8(*figureFile(FigureFormat::Svg, outcomes, options, {}));
    };
    const QString byKind = svg({});
    QCOMPARE(byKind.count("class=\"fetch\""), 60);
    QCOMPARE(byKind.count("<title>weights for "), 60);
    QCOMPARE(byKind.count("<g class=\"device\""), 6);
    QCOMPARE(byKind.count("<g class=\"fetches\">"), 6);
    QCOMPARE(byKind.count("class=\"fetch-label\""), 6);
    QVERIFY(byKind.contains(".fetch,.key-fetch{fill:#ba9ce8}"));
    QVERIFY(byKind.contains(">weight fetch</text>"));
    FigureOptions byBatch;
    byBatch.colorBy = ColorBy::Microbatch;
    QCOMPARE(svg(byBatch).count(QRegularExpression("class=\"fetch m[0-5]\"")), 60);
    const QString none = QString::fromUtf8(
        *figureFile(FigureFormat::Svg, outcomesOf(schemeScenario("fsdp")), FigureOptions{}, std::string()));
    QVERIFY(!none.contains("fetch"));
}

void TestGanttSchemes::operationsAreLettered() {
    GanttStyle style;
    style.labels = CellLabel::Operation;
    style.firstNumber = 1;
    const auto text = [&](OpKind kind) { return cellLabel(style, Op(kind, 11, 3))->text(); };
    QCOMPARE(text(OpKind::Forward), "f12");
    QCOMPARE(text(OpKind::Backward), QString::fromUtf8("∇12"));
    QCOMPARE(text(OpKind::BackwardInput), "i12");
    QCOMPARE(text(OpKind::BackwardWeight), "w12");
    style.labels = CellLabel::Stage;
    QCOMPARE(text(OpKind::Backward), "12");
    style.labels = CellLabel::None;
    QVERIFY(!cellLabel(style, Op(OpKind::Forward, 0, 0)));
}

void TestGanttSchemes::operationsOfARowAreAsLarge_data() {
    QTest::addColumn<double>("forward");
    QTest::addColumn<double>("pixels");  // 0: no room
    GanttStyle style;
    const auto fitting = [&](double width) {
        return fittingFontPixels(style, 20, width, CellLabelText{u'f', 3}).value_or(0);
    };
    for (const double width : {3.0, 9.0, 12.0, 14.0, 20.0, 80.0})
        QTest::addRow("%g wide", width) << width << fitting(width);
    QVERIFY(fitting(3) == 0 && fitting(80) == 12 && fitting(12) < 12);
}

void TestGanttSchemes::operationsOfARowAreAsLarge() {
    QFETCH(double, forward);
    QFETCH(double, pixels);
    GanttStyle style;
    style.labels = CellLabel::Operation;
    const Op f(OpKind::Forward, 3, 0), b(OpKind::Backward, 3, 0);
    RowLabels labels(style, 20);
    labels.fit(f, forward);
    labels.fit(b, 100);
    const auto small = labels.of(f, forward), large = labels.of(b, 100);
    QCOMPARE(small ? small->pixels : 0, pixels);
    QCOMPARE(large->pixels, pixels > 0 ? pixels : cellFontPixels(style, 20));
    // What the edge of a view cuts off gets no smaller label of its own.
    if (forward >= 14) QVERIFY(!labels.of(b, 9));
}

void TestGanttSchemes::operationsAreDrawnEverywhere() {
    const auto outcomes = outcomesOf(schemeScenario("looped-pp", 12));
    FigureOptions options;
    options.labels = CellLabel::Operation;
    const QString svg = QString::fromUtf8(*figureFile(FigureFormat::Svg, outcomes, options, {}));
    QCOMPARE(svg.count(QRegularExpression(">f[0-5]</text>")), 72);
    QCOMPARE(svg.count(QRegularExpression(QString::fromUtf8(">∇[0-5]</text>"))), 72);
    GanttStyle bare;
    bare.labels = CellLabel::None;
    GanttStyle style;
    style.labels = CellLabel::Operation;
    for (const char* palette : {"default", "print"}) {
        style.palette = bare.palette = &opPalette(palette);
        const GanttLayout layout = layoutOf(outcomes, style, {1200, 400});
        const QImage with = GanttRenderer().render(layout, outcomes, 0, 1);
        const QImage without = GanttRenderer().render(layoutOf(outcomes, bare, {1200, 400}), outcomes, 0, 1);
        const LaneId lane = computeLane(*layout.tracks[0].program, WorkerId(2));
        for (const GanttCell& cell : cellsOf(layout, *outcomes[0].run->timeline, lane)) {
            const QRect box =
                QRectF(cell.x0 + 1, layout.laneRect(0, lane).top(), cell.x1 - cell.x0 - 3, layout.cellHeight).toRect();
            QVERIFY(with.copy(box) != without.copy(box));
        }
    }
}

void TestGanttSchemes::marksAgreeWithTheCounts_data() {
    QTest::addColumn<QByteArray>("kind");
    for (const char* kind : {"ddp", "fsdp", "gpipe-placement", "cuckoo", "looped-pp", "fs-looped-pp"})
        QTest::newRow(kind) << QByteArray(kind);
}

void TestGanttSchemes::marksAgreeWithTheCounts() {
    QFETCH(QByteArray, kind);
    const auto outcomes = outcomesOf(schemeScenario(kind.constData(), kind.endsWith("dp") ? 6 : 12));
    const Run& run = *outcomes[0].run;
    const Program& program = *run.timeline->program;
    const OpMarks marks(run, allMarks());
    QVERIFY(marks.any());
    const OpMarks none(run, {});
    QVERIFY(!none.any());
    for (std::size_t worker = 0; worker < run.scheme->workers.size(); ++worker) {
        long long fetches = 0, transfers = 0, first = 0;
        for (const Op op : program.lane(computeLane(program, WorkerId(std::int64_t(worker))))) {
            fetches += marks.has(SchemeMark::Fetch, op);
            transfers += marks.has(SchemeMark::Arrival, op) + marks.has(SchemeMark::Departure, op);
            first += op.kind() == OpKind::Forward && op.stage().value == 0;
            for (const SchemeMark mark : kSchemeMarks) QVERIFY(!none.has(mark, op));
        }
        QCOMPARE(fetches, run.scheme->workers[worker].weightTransmissions);
        // What comes from the virtual stage before the first is counted, but comes from nowhere.
        const long long virtually = run.scheme->workers[worker].activationTransmissions - transfers;
        QVERIFY(virtually == 0 || virtually == first);
    }
    const auto founding = outcomesOf(foundingScenario());
    QVERIFY(!OpMarks(*founding[0].run, allMarks()).any());
}

void TestGanttSchemes::marksStayInTheirCells() {
    for (const double height : {12.0, 20.0, 27.0}) {
        const QRectF cell(100, 50, 18, height);
        for (const SchemeMark mark : kSchemeMarks) {
            const QRectF bounds = markShape(mark, cell, markSize({}, height)).boundingRect();
            QVERIFY(cell.contains(bounds));
            QCOMPARE(bounds.right() == cell.right(), mark == SchemeMark::Departure);
            QCOMPARE(bounds.left() == cell.left(), mark == SchemeMark::Arrival);
            QCOMPARE(bounds.top() == cell.top(), mark == SchemeMark::Fetch);
        }
        QVERIFY(!markShape(SchemeMark::Fetch, cell, markSize({}, height))
                     .boundingRect()
                     .intersects(markShape(SchemeMark::Arrival, cell, markSize({}, height)).boundingRect()));
    }
}

void TestGanttSchemes::marksVanishBeforeTheyCrowd() {
    const GanttStyle style;
    const QSizeF label(12, 9), none;
    QVERIFY(hasRoomForMarks(style, {20, 20}, label));
    QVERIFY(hasRoomForMarks(style, {14, 20}, label));   // above and below it
    QVERIFY(hasRoomForMarks(style, {30, 14}, label));   // beside it
    QVERIFY(!hasRoomForMarks(style, {14, 14}, label));  // neither
    QVERIFY(hasRoomForMarks(style, {14, 14}, none));
    QVERIFY(!hasRoomForMarks(style, {9, 20}, none));
    QVERIFY(!hasRoomForMarks(style, {60, 8}, none));
    GanttStyle large;
    large.fontPixelSize = 26;
    QVERIFY(hasRoomForMarks(large, {28, 40}, label * 2));
    QVERIFY(!hasRoomForMarks(large, {14, 20}, label));
}

void TestGanttSchemes::marksAreDrawnWhereTheyAre_data() {
    QTest::addColumn<QByteArray>("palette");
    QTest::addColumn<double>("ratio");
    QTest::newRow("colours") << QByteArray("default") << 1.0;
    QTest::newRow("colours, fractional ratio") << QByteArray("default") << 1.25;
    QTest::newRow("colours, twice as fine") << QByteArray("default") << 2.0;
    QTest::newRow("print") << QByteArray("print") << 1.0;
}

void TestGanttSchemes::marksAreDrawnWhereTheyAre() {
    QFETCH(QByteArray, palette);
    QFETCH(double, ratio);
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    GanttStyle style;
    style.palette = &opPalette(QString::fromLatin1(palette));
    if (style.palette->hatched) style.theme = ThemeId::Print;
    const QSizeF size(1300, 500);
    const GanttLayout bare = layoutOf(outcomes, style, size);
    const QImage without = GanttRenderer().render(bare, outcomes, 0, ratio);
    style.marks = allMarks();
    const GanttLayout layout = layoutOf(outcomes, style, size);
    const QImage with = GanttRenderer().render(layout, outcomes, 0, ratio);
    const Timeline& timeline = *outcomes[0].run->timeline;
    const OpMarks marks(*outcomes[0].run, style.marks);
    int marked = 0, unmarked = 0;
    for (int worker = 0; worker < 6; ++worker) {
        const LaneId lane(worker);
        for (const GanttCell& cell : cellsOf(layout, timeline, lane)) {
            const Op op = timeline.program->ops[cell.row];
            const QRectF box(cell.x0 + 1, layout.laneRect(0, lane).top(), cell.x1 - cell.x0 - 2, layout.cellHeight);
            const QRect pixels = QRectF(box.topLeft() * ratio, box.size() * ratio).toRect();
            const bool any = std::any_of(kSchemeMarks.begin(), kSchemeMarks.end(),
                                         [&](SchemeMark mark) { return marks.has(mark, op); });
            QCOMPARE(with.copy(pixels) != without.copy(pixels), any);
            (any ? marked : unmarked) += 1;
        }
    }
    QVERIFY(marked > 20 && unmarked > 10);
    // Zoomed out until cells are narrow, nothing is left of them.
    const TimeRange far{0, fittingRange(outcomes).end * 8};
    GanttStyle plain = style;
    plain.marks = {};
    const auto rows = [&](const GanttStyle& s) {
        const GanttLayout l = layoutGantt(outcomes, {}, s, far, size);
        return GanttRenderer().render(l, outcomes, 0, 1).copy(0, 0, int(size.width()), 300);
    };
    QVERIFY(rows(style) == rows(plain));
}

void TestGanttSchemes::figuresSayWhatMarksMean() {
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    FigureOptions options;
    options.marks = allMarks();
    const auto svg = [&](const FigureOptions& o) {
        return QString::fromUtf8(*figureFile(FigureFormat::Svg, outcomes, o, {}));
    };
    const QString all = svg(options);
    QVERIFY(all.contains("<title>weights from another worker</title>"));
    QVERIFY(all.contains("<title>input from another worker</title>"));
    QVERIFY(all.contains("<title>activations to another worker</title>"));
    QVERIFY(all.contains(">weights fetched</text>") && all.contains(">activations in, out</text>"));
    long long arrows = 0, expected = 0;
    for (auto path = QRegularExpression("class=\"mark-[^>]* d=\"([^\"]*)\"").globalMatch(all); path.hasNext();)
        arrows += path.next().captured(1).count('z');
    const OpMarks marks(*outcomes[0].run, options.marks);
    for (const RowRange& lane : programOf(outcomes).lanes)
        for (Row row = lane.begin; row < lane.end; ++row)
            for (const SchemeMark mark : kSchemeMarks) expected += marks.has(mark, programOf(outcomes).ops[row]);
    QCOMPARE(arrows, expected);
    options.marks.fetches = false;
    QVERIFY(!svg(options).contains("mark-weights") && svg(options).contains("mark-input"));
    QVERIFY(!svg({}).contains("mark-"));
    const auto founding = outcomesOf(foundingScenario());
    QVERIFY(*figureFile(FigureFormat::Svg, founding, options, {}) == *figureFile(FigureFormat::Svg, founding, {}, {}));
}

void TestGanttSchemes::heldStripsStandBelowTheirRows() {
    std::vector<Outcome> outcomes = fetchOutcomes();
    for (Outcome& outcome : outcomes) outcome.reference = Reference{Reference::Kind::Pinned, outcome.run, {}};
    for (const double height : {0.0, 300.0, 1400.0}) {
        const GanttLayout layout = layoutOf(outcomes, heldStyle(), {830, height});
        QVERIFY(layout.tracks[2].held.empty());  // of no scheme
        for (int track = 0; track < 2; ++track) {
            const GanttTrack& t = layout.tracks[std::size_t(track)];
            double bottom = t.rowsTop;
            for (int worker = 0; worker < 6; ++worker) {
                const LaneId lane = computeLane(*t.program, WorkerId(worker)), fetch(lane.value + 1);
                const QRectF strip = layout.heldRect(track, lane);
                QVERIFY(layout.laneRect(track, lane).top() >= bottom);
                QVERIFY(layout.laneRect(track, lane).bottom() <= layout.ghostRect(track, lane).top());
                QVERIFY(layout.ghostRect(track, lane).bottom() <= layout.laneRect(track, fetch).top());
                QVERIFY(layout.laneRect(track, fetch).bottom() <= strip.top());
                bottom = strip.bottom();
                QCOMPARE(t.held[std::size_t(worker)],
                         outcomes[std::size_t(track)].run->scheme->held[std::size_t(worker)].most());
                for (const double y : {strip.top(), strip.bottom() - 0.01})
                    QCOMPARE(layout.hitAt(300, y), (GanttHit{GanttHit::Part::Held, track, lane}));
            }
            QVERIFY(bottom < t.bottom);
        }
        if (height == 1400) QVERIFY(layout.contentHeight + layout.footerHeight <= height);
    }
    QVERIFY(hasEntry(layoutOf(outcomes, heldStyle()), LegendEntry::What::Held));
    QVERIFY(!hasEntry(layoutOf(outcomesOf(foundingScenario()), heldStyle()), LegendEntry::What::Held));
}

void TestGanttSchemes::heldStepsAreThoseOfTheCount() {
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    const GanttLayout whole = layoutOf(outcomes, heldStyle());
    for (const HeldActivations& held : outcomes[0].run->scheme->held) {
        const auto steps = heldSteps(held, whole, 1000);
        QCOMPARE(steps.size(), held.at.size());
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            QCOMPARE(steps[i].count, held.heldAt(Time(whole.timeAt((steps[i].x0 + steps[i].x1) / 2))));
            QCOMPARE(steps[i].x1, steps[i + 1].x0);
        }
        // In a view of a part, those that reach into it.
        const TimeRange part{20.5e6, 22.5e6};
        const GanttLayout layout = layoutGantt(outcomes, {}, heldStyle(), part, {830, 520});
        for (const HeldStep& step : heldSteps(held, layout, 1000)) {
            QVERIFY(step.x1 > layout.plotLeft && step.x0 < layout.plotRight);
            const double middle = (std::max(step.x0, layout.plotLeft) + std::min(step.x1, layout.plotRight)) / 2;
            QCOMPARE(step.count, held.heldAt(Time(layout.timeAt(middle))));
        }
    }
}

void TestGanttSchemes::manyHeldStepsBecomeColumns() {
    const auto outcomes = outcomesOf(schemeScenario("gpipe-placement", 400));
    const GanttLayout layout = layoutOf(outcomes, heldStyle());
    const HeldActivations& held = outcomes[0].run->scheme->held[2];
    constexpr int kColumns = 50;
    QVERIFY(held.at.size() > 4 * kColumns);
    const auto steps = heldSteps(held, layout, kColumns);
    QCOMPARE(steps.size(), std::size_t(kColumns));
    int most = 0;
    for (const HeldStep& step : steps) {
        const Time begin = Time(std::floor(layout.timeAt(step.x0))), end = Time(std::floor(layout.timeAt(step.x1)));
        QCOMPARE(step.count, held.mostWithin(begin, end - 1));
        most = std::max(most, step.count);
    }
    QCOMPARE(most, held.most());
}

void TestGanttSchemes::heldStripsAreDrawnToScale_data() {
    QTest::addColumn<double>("ratio");
    QTest::newRow("1x") << 1.0;
    QTest::newRow("1.5x") << 1.5;
    QTest::newRow("2x") << 2.0;
}

void TestGanttSchemes::heldStripsAreDrawnToScale() {
    QFETCH(double, ratio);
    const auto outcomes = outcomesOf(schemeScenario("gpipe-placement", 12));
    const GanttLayout layout = layoutOf(outcomes, heldStyle(), {1200, 500});
    const QImage image = GanttRenderer().render(layout, outcomes, 0, ratio);
    const std::vector<HeldActivations>& held = outcomes[0].run->scheme->held;
    int most = 0;
    for (const HeldActivations& worker : held) most = std::max(most, worker.most());
    QCOMPARE(most, 12);
    for (int worker = 0; worker < 6; ++worker) {
        const QRectF strip = layout.heldRect(0, LaneId(worker));
        const int top = int(std::lround(strip.top() * ratio)), bottom = int(std::lround(strip.bottom() * ratio));
        for (int unit = 0; unit < 51; ++unit) {
            const int x = int(layout.xOf((unit + 0.5) * kMicroUnits) * ratio);
            int filled = 0;
            for (int y = top; y < bottom; ++y) filled += image.pixelColor(x, y) != layout.style.ground();
            const double expected =
                held[std::size_t(worker)].heldAt(Time(unit * kMicroUnits)) * double(bottom - top) / most;
            QVERIFY(std::abs(filled - expected) <= std::max(1.0, ratio));
        }
    }
}

void TestGanttSchemes::heldStripsTellTheirCount() {
    GanttWidget gantt;
    gantt.resize(900, 600);
    gantt.show();
    gantt.setOutcomes(outcomesOf(schemeScenario("looped-pp", 12)));
    gantt.setGanttStyle(heldStyle());
    const GanttLayout& layout = gantt.ganttLayout();
    const HeldActivations& held = gantt.outcomes()[0].run->scheme->held[3];
    const auto cardAt = [&](double units) {
        QTest::mouseMove(
            gantt.viewport(),
            QPointF(layout.xOf(units * kMicroUnits), layout.heldRect(0, LaneId(3)).center().y()).toPoint());
        return gantt.cardLines();
    };
    QCOMPARE(cardAt(10.5), QStringList({QString("%1 activations held").arg(held.heldAt(Time(10.5 * kMicroUnits))),
                                        "at most 9", "worker 3"}));
    QCOMPARE(cardAt(0.5).value(0), "1 activation held");
    QVERIFY(!gantt.hoveredPlace());
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {},
                      QPoint(300, int(layout.heldRect(0, LaneId(3)).center().y())));
    QVERIFY2(!gantt.currentPick(), "a strip is no op");
}

void TestGanttSchemes::figuresShowWhatIsHeld() {
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    FigureOptions options;
    options.marks.held = true;
    const QString svg = QString::fromUtf8(*figureFile(FigureFormat::Svg, outcomes, options, {}));
    QCOMPARE(svg.count(QRegularExpression("<path class=\"held\"[^>]*><title>")), 6);
    QVERIFY(svg.contains("<title>worker 0 holds at most 8 activations</title>"));
    QVERIFY(svg.contains("<title>worker 5 holds at most 5 activations</title>"));
    QVERIFY(svg.contains(">max 8</text>") && svg.contains(">activations held</text>"));
    QVERIFY(figureSize(outcomes, options)->height() > figureSize(outcomes, {})->height());
    for (const FigureFormat format : {FigureFormat::Png, FigureFormat::Pdf})
        QVERIFY(*figureFile(format, outcomes, options, {}) != *figureFile(format, outcomes, {}, {}));
    const auto founding = outcomesOf(foundingScenario());
    QVERIFY(*figureFile(FigureFormat::Svg, founding, options, {}) == *figureFile(FigureFormat::Svg, founding, {}, {}));
}

QTEST_MAIN(TestGanttSchemes)
#include "tst_gantt_schemes.moc"
