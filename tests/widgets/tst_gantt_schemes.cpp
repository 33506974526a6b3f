#include "engine/io/scenario_file.h"
#include "engine/schemes/run_scheme.h"
#include "tests/widgets/gantt_of_schemes.h"
#include "tests/widgets/gantt_screens.h"

#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/held_strip.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_schemes {

namespace {

SchemeMarks allMarks() {
    SchemeMarks marks;
    marks.fetches = marks.transfers = true;
    return marks;
}

}  // namespace

class TestGanttSchemes : public QObject {
    Q_OBJECT

private slots:
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
    void picturesSayWhatMarksMean();
    void theLegendTellsWhatIsSeen();
    void heldStripsStandBelowTheirRows();
    void heldStepsAreThoseOfTheCount();
    void manyHeldStepsBecomeColumns();
    void heldStripsAreDrawnToScale_data();
    void heldStripsAreDrawnToScale();
    void heldStripsTellTheirCount();
    void picturesShowWhatIsHeld();
};

void TestGanttSchemes::operationsAreLettered() {
    GanttStyle style;
    style.labels = CellLabel::Operation;
    style.firstNumber = 1;
    const auto text = [&](OpKind kind) { return cellLabel(style.labels, style.firstNumber, Op(kind, 11, 3))->text(); };
    QCOMPARE(text(OpKind::Forward), "f12");
    QCOMPARE(text(OpKind::Backward), QString::fromUtf8("∇12"));
    QCOMPARE(text(OpKind::BackwardInput), "i12");
    QCOMPARE(text(OpKind::BackwardWeight), "w12");
    style.labels = CellLabel::Stage;
    QCOMPARE(text(OpKind::Backward), "12");
    // Steps of several microbatches tell these of what they compute, and the layer of what they send.
    const auto programOf = [](const char* entry) {
        const Scenario scenario = *readScenario(
            std::string(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [)") + entry + "]}");
        return (*run(scenario, 0))->timeline->program;
    };
    const auto pipeline = programOf(R"({"step": "pp-dp", "times": {"grad_sync": 3, "optimizer": 1}})");
    QCOMPARE(labelsOf(*pipeline, OpKind::Forward, CellLabel::Stage), CellLabel::Microbatch);
    QCOMPARE(labelsOf(*pipeline, OpKind::Sync, CellLabel::Stage), CellLabel::Stage);
    QCOMPARE(labelsOf(*pipeline, OpKind::Forward, CellLabel::Operation), CellLabel::Operation);
    const auto layers = programOf(R"({"step": "ddp-blocking", "times": {"layers": 2, "forward": 1, "backward": 2,
                                      "all_reduce": 1, "optimizer": 1}})");
    QCOMPARE(labelsOf(*layers, OpKind::Forward, CellLabel::Stage), CellLabel::Stage);
    QCOMPARE(labelsOf(*layers, OpKind::Forward, CellLabel::Microbatch), CellLabel::Stage);
    QCOMPARE(labelsOf(*(*run(scenarioOf("gpipe"), 0))->timeline->program, OpKind::Forward, CellLabel::Stage),
             CellLabel::Stage);
    style.labels = CellLabel::None;
    QVERIFY(!cellLabel(style.labels, 0, Op(OpKind::Forward, 0, 0)));
}

void TestGanttSchemes::operationsOfARowAreAsLarge_data() {
    QTest::addColumn<double>("forward");
    QTest::addColumn<double>("pixels");  // 0: no room
    GanttStyle style;
    const auto fitting = [&](double width) {
        return fittingType(style, 20, width, CellLabelText{u'f', 3}).value_or(LabelType()).pixels;
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
    Program program;
    program.stages = 4;
    program.kinds = {OpKind::Forward, OpKind::Backward};
    LabelRooms rooms{};
    rooms[std::size_t(OpKind::Forward)] = forward;
    rooms[std::size_t(OpKind::Backward)] = 100;
    const RowLabels labels(style, 20, program, rooms);
    const auto small = labels.of(f, forward), large = labels.of(b, 100);
    QCOMPARE(small ? small->type.pixels : 0, pixels);
    QCOMPARE(large->type.pixels, pixels > 0 ? pixels : cellFontPixels(style, 20));
    // What the edge of a view cuts off gets no smaller label of its own.
    if (forward >= 14) QVERIFY(!labels.of(b, 9));
}

void TestGanttSchemes::operationsAreDrawnEverywhere() {
    const auto outcomes = outcomesOf(schemeScenario("looped-pp", 12));
    PictureOptions options;
    options.labels = CellLabel::Operation;
    const QString svg = QString::fromUtf8(*ganttFile(kSvg, outcomes, options, {}));
    QCOMPARE(svg.count(QRegularExpression(">f[0-5]</text>")), 72);
    QCOMPARE(svg.count(QRegularExpression(QString::fromUtf8(">∇[0-5]</text>"))), 72);
    GanttStyle bare;
    bare.labels = CellLabel::None;
    GanttStyle style;
    style.labels = CellLabel::Operation;
    for (const char* palette : {"default", "print"}) {
        style.palette = bare.palette = &opPalette(palette);
        const GanttLayout layout = layoutOf(outcomes, style, {1200, 400});
        const QImage with = GanttRenderer().render(layout, shownOf(outcomes), 0, 1);
        const QImage without = GanttRenderer().render(layoutOf(outcomes, bare, {1200, 400}), shownOf(outcomes), 0, 1);
        const LaneId lane = layout.tracks[0].program->computeLane(WorkerId(2));
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
    const TrackData shown = shownOf(outcomes[0]);
    const OpMarks marks(shown, allMarks());
    QVERIFY(marks.any());
    const OpMarks none(shown, {});
    QVERIFY(!none.any());
    for (std::size_t worker = 0; worker < run.scheme->workers.size(); ++worker) {
        long long fetches = 0, transfers = 0, first = 0;
        for (const Op op : program.lane(program.computeLane(WorkerId(std::int64_t(worker))))) {
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
    const TrackData founding = shownOf(outcomesOf(foundingScenario())[0]);
    QVERIFY(!OpMarks(founding, allMarks()).any());
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

void TestGanttSchemes::marksAreDrawnWhereTheyAre_data() { addScreens(); }

void TestGanttSchemes::marksAreDrawnWhereTheyAre() {
    QFETCH(GanttStyle, style);
    QFETCH(double, ratio);
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    const QSizeF size(1300, 500);
    const GanttLayout bare = layoutOf(outcomes, style, size);
    const QImage without = GanttRenderer().render(bare, shownOf(outcomes), 0, ratio);
    style.marks = allMarks();
    const GanttLayout layout = layoutOf(outcomes, style, size);
    const QImage with = GanttRenderer().render(layout, shownOf(outcomes), 0, ratio);
    const Timeline& timeline = *outcomes[0].run->timeline;
    const TrackData shown = shownOf(outcomes[0]);
    const OpMarks marks(shown, style.marks);
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
    const TimeRange far{0, fittingRange(shownOf(outcomes)).end * 8};
    GanttStyle plain = style;
    plain.marks = {};
    const auto rows = [&](const GanttStyle& s) {
        const GanttLayout l = layoutGantt(shownOf(outcomes), {}, s, far, size);
        return GanttRenderer().render(l, shownOf(outcomes), 0, 1).copy(0, 0, int(size.width()), 300);
    };
    QVERIFY(rows(style) == rows(plain));
}

void TestGanttSchemes::theLegendTellsWhatIsSeen() {
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    GanttStyle style;
    style.marks = allMarks();
    style.marks.held = false;
    const auto legendOf = [&](const TimeRange& range, const QSizeF& size) {
        GanttLayout layout = layoutGantt(shownOf(outcomes), {}, style, range, size);
        checkMarks(layout, shownOf(outcomes));
        QStringList texts;
        for (const LegendEntry& entry : layout.legend)
            if (!marksOf(entry.what).empty()) texts += entry.text;
        return texts;
    };
    const QStringList seen{"fetched weights", "activations in and out"};
    const QStringList unseen{"fetched weights (zoom in to see)", "activations in and out (zoom in to see)"};
    const TimeRange whole = fittingRange(shownOf(outcomes)), far{0, whole.end * 8};
    QCOMPARE(legendOf(whole, {1300, 500}), seen);
    QCOMPARE(legendOf(far, {1300, 500}), unseen);
    QCOMPARE(legendOf({0, far.end / 64}, {1300, 500}), seen);
    QCOMPARE(legendOf(whole, {1300, 130}), unseen);  // rows are too low
    style.onPaper = true;
    QCOMPARE(legendOf(whole, {1300, 500}), seen);
    QCOMPARE(legendOf(far, {1300, 500}), QStringList());
    style.marks.fetches = false;
    QCOMPARE(legendOf(whole, {1300, 500}), QStringList("activations in and out"));
}

void TestGanttSchemes::picturesSayWhatMarksMean() {
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    PictureOptions options;
    options.marks = allMarks();
    const auto svg = [&](const PictureOptions& o) { return QString::fromUtf8(*ganttFile(kSvg, outcomes, o, {})); };
    const QString all = svg(options);
    QVERIFY(all.contains("<title>weights from another worker</title>"));
    QVERIFY(all.contains("<title>input from another worker</title>"));
    QVERIFY(all.contains("<title>activations to another worker</title>"));
    QVERIFY(all.contains(">fetched weights</text>") && all.contains(">activations in and out</text>"));
    long long arrows = 0, expected = 0;
    for (auto path = QRegularExpression("class=\"mark-[^>]* d=\"([^\"]*)\"").globalMatch(all); path.hasNext();)
        arrows += path.next().captured(1).count('z');
    const TrackData shown = shownOf(outcomes[0]);
    const OpMarks marks(shown, options.marks);
    for (const RowRange& lane : programOf(outcomes).lanes)
        for (Row row = lane.begin; row < lane.end; ++row)
            for (const SchemeMark mark : kSchemeMarks) expected += marks.has(mark, programOf(outcomes).ops[row]);
    QCOMPARE(arrows, expected);
    options.marks.fetches = false;
    QVERIFY(!svg(options).contains("mark-weights") && svg(options).contains("mark-input"));
    QVERIFY(!svg({}).contains("mark-"));
    const auto founding = outcomesOf(foundingScenario());
    QVERIFY(*ganttFile(kSvg, founding, options, {}) == *ganttFile(kSvg, founding, {}, {}));
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
                const LaneId lane = t.program->computeLane(WorkerId(worker)), fetch(lane.value + 1);
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
            QCOMPARE(steps[i].held, held.heldAt(Time(whole.timeAt((steps[i].x0 + steps[i].x1) / 2))));
            QCOMPARE(steps[i].x1, steps[i + 1].x0);
        }
        // In a view of a part, those that reach into it.
        const TimeRange part{20.5e6, 22.5e6};
        const GanttLayout layout = layoutGantt(shownOf(outcomes), {}, heldStyle(), part, {830, 520});
        for (const HeldStep& step : heldSteps(held, layout, 1000)) {
            QVERIFY(step.x1 > layout.plotLeft && step.x0 < layout.plotRight);
            const double middle = (std::max(step.x0, layout.plotLeft) + std::min(step.x1, layout.plotRight)) / 2;
            QCOMPARE(step.held, held.heldAt(Time(layout.timeAt(middle))));
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
    double most = 0;
    for (const HeldStep& step : steps) {
        const Time begin = Time(std::floor(layout.timeAt(step.x0))), end = Time(std::floor(layout.timeAt(step.x1)));
        QCOMPARE(step.held, held.mostWithin(begin, end - 1));
        most = std::max(most, step.held);
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
    const QImage image = GanttRenderer().render(layout, shownOf(outcomes), 0, ratio);
    const std::vector<HeldActivations>& held = outcomes[0].run->scheme->held;
    double most = 0;
    for (const HeldActivations& worker : held) most = std::max(most, worker.most());
    QCOMPARE(most, 12.0);
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
    gantt.setShown(shownOf(outcomesOf(schemeScenario("looped-pp", 12))));
    gantt.setGanttStyle(heldStyle());
    const GanttLayout& layout = gantt.ganttLayout();
    const HeldActivations& held = (*gantt.shown()[0].held)[3];
    const auto cardAt = [&](double units) {
        QTest::mouseMove(
            gantt.viewport(),
            QPointF(layout.xOf(units * kMicroUnits), layout.heldRect(0, LaneId(3)).center().y()).toPoint());
        return gantt.cardLines();
    };
    QCOMPARE(cardAt(10.5), QStringList({QString("%1 activations in memory").arg(held.heldAt(Time(10.5 * kMicroUnits))),
                                        "peak 9", "worker 3"}));
    QCOMPARE(cardAt(0.5).value(0), "1 activation in memory");
    QVERIFY(!gantt.hoveredPlace());
    QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {},
                      QPoint(300, int(layout.heldRect(0, LaneId(3)).center().y())));
    QVERIFY2(!gantt.currentPick(), "a strip is no op");
}

void TestGanttSchemes::picturesShowWhatIsHeld() {
    const auto outcomes = outcomesOf(schemeScenario("cuckoo", 12));
    PictureOptions options;
    options.marks.held = true;
    const QString svg = QString::fromUtf8(*ganttFile(kSvg, outcomes, options, {}));
    QCOMPARE(svg.count(QRegularExpression("<path class=\"held\"[^>]*><title>")), 6);
    QVERIFY(svg.contains("<title>worker 0 needs 8 activations</title>"));
    QVERIFY(svg.contains("<title>worker 5 needs 5 activations</title>"));
    QVERIFY(svg.contains(">max 8</text>") && svg.contains(">activations in memory</text>"));
    QVERIFY(ganttSize(outcomes, options)->height() > ganttSize(outcomes, {})->height());
    for (const PictureFormat* format : {&kPng, &kPdf})
        QVERIFY(*ganttFile(*format, outcomes, options, {}) != *ganttFile(*format, outcomes, {}, {}));
    const auto founding = outcomesOf(foundingScenario());
    QVERIFY(*ganttFile(kSvg, founding, options, {}) == *ganttFile(kSvg, founding, {}, {}));
}

QTEST_MAIN(TestGanttSchemes)

}  // namespace tst_gantt_schemes
#include "tst_gantt_schemes.moc"
