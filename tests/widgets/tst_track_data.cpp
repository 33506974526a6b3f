// Pictures depend only on the data they get, not on its origin: programs that are not pipelines, and timelines that
// were not simulated, are drawn, described, found and picked like any schedule.

#include "tests/engine/any_programs.h"
#include "tests/engine/simulated.h"
#include "tests/widgets/hatched.h"
#include "tests/widgets/parsed_svg.h"

#include "engine/analysis/links.h"
#include "engine/sim/simulate.h"
#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_find.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/ties.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture.h"

#include <QPainter>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace bubblescope;

namespace tst_track_data {
using test::kUnit;

namespace {

const QSizeF kSize(900, 360);

/// Any of these programs, as pictures take it.
struct Track {
    TrackData shown;
    int arrows;  // that all of its ops have together

    const Timeline& timeline() const { return *shown.timeline; }
    const Program& program() const { return *shown.timeline->program; }
    std::vector<TrackData> list() const { return {shown}; }
    GanttLayout layout(const GanttStyle& style = {}) const {
        return layoutGantt(list(), {}, style, fittingRange(list()), kSize);
    }
    QImage image(const GanttStyle& style = {}) const { return GanttRenderer().render(layout(style), list(), 0, 1); }
    Drawing svg() const {
        PictureOptions options;
        options.width = int(kSize.width());
        const auto picture = ganttPicture(list(), options);
        return parsed(*pictureFile(kSvg, *picture, 1, "{}"));
    }
    Row row(OpKind kind, int stage, int microbatch) const { return *findOp(program(), Op(kind, stage, microbatch)); }
    QStringList facts(Row row) const {
        return factsOf(shown, {}, {0, program().laneOf(row), row, timeline().startOf(row)});
    }
    template <class Visit>
    void forEachRow(Visit visit) const {
        for (std::size_t lane = 0; lane < program().lanes.size(); ++lane)
            for (Row row = program().lanes[lane].begin; row < program().lanes[lane].end; ++row)
                visit(LaneId(static_cast<std::int64_t>(lane)), row);
    }
};

const test::TwoRanks& twoRanks() {
    static const test::TwoRanks kTwo;
    return kTwo;
}

Track twoRanksTrack() {
    const auto timeline = simulate(twoRanks().program, twoRanks().costs);
    return {shownOf(*timeline, {QStringLiteral("rank %1")}, QStringLiteral("Two ranks"), QStringLiteral("ms")), 7};
}

Track withHops(const Program& program, const Durations& durations, const QString& title, int arrows) {
    Track track{shownOf(*test::simulated(program, durations), {QStringLiteral("device %1")}, title, {}), arrows};
    track.shown.hop = [=](WorkerId from, WorkerId to) { return durations.hop(from, to); };
    return track;
}

Track pairsTrack() { return withHops(test::pairs(), test::pairDurations(), QStringLiteral("Pairs"), 7); }

Track directionsTrack() {
    return withHops(test::twoDirections(2, 4), test::pairDurations(), QStringLiteral("Directions"), 4 * 3);
}

/// What two workers did, one of them on a lane of its own for transfers.
Track recordedTrack() {
    const auto recording = test::recorded({{0, Role::Compute}, {0, Role::Collective}, {1, Role::Compute}},
                                          {{0, 5 * kUnit, 9 * kUnit, "attention"},
                                           {0, 12 * kUnit, 20 * kUnit, "gradient", OpKind::Backward},
                                           {1, 9 * kUnit, 13 * kUnit, "all-gather", OpKind::FetchForward},
                                           {2, 7 * kUnit, 15 * kUnit, "attention"}});
    Words words{QStringLiteral("worker %1"), Words::Naming::Own};
    words.ownName = [names = recording.names](Op op) { return QString::fromStdString(names[op.stage().index()]); };
    return {shownOf(recording.timeline, words, QStringLiteral("Recorded"), QStringLiteral("us")), 0};
}

Track trackOf(const QByteArray& name) {
    if (name == "two ranks") return twoRanksTrack();
    if (name == "pairs") return pairsTrack();
    return name == "two directions" ? directionsTrack() : recordedTrack();
}

/// Everything that is drawn of the links of an op, alone on clear ground.
QImage linksOf(const Track& track, Row row) {
    QImage image(kSize.toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    std::vector<Row> dependents = dependentsOf(track.timeline(), row);
    dependents.insert(dependents.begin(), row);
    paintHighlights(painter, track.layout(), 0, {track.shown},
                    {{Highlight::As::Needs, 0, dependencyChain(track.timeline(), row)},
                     {Highlight::As::Dependents, 0, dependents}});
    return image;
}

bool isInked(const QImage& image, const QPointF& at) {
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            if (qAlpha(image.pixel(int(at.x()) + dx, int(at.y()) + dy)) > 0) return true;
    return false;
}

/// Where a track's lane is at an instant.
QPointF placeOf(const GanttLayout& layout, LaneId lane, double time) {
    return {layout.xOf(time * double(kUnit)), layout.laneRect(0, lane).center().y()};
}

}  // namespace

class TestShown : public QObject {
    Q_OBJECT

    static LaneId two(int rank) { return twoRanks().compute[rank]; }
    void eachTrack() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"two ranks", "pairs", "two directions", "recorded"})
            QTest::newRow(name) << QByteArray(name);
    }

private slots:
    void opsAreDrawnInTheirColours_data() { eachTrack(); }
    void opsAreDrawnInTheirColours() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        GanttStyle style;
        style.labels = CellLabel::None;
        for (const ColorBy colorBy : {ColorBy::Kind, ColorBy::Microbatch}) {
            style.colorBy = colorBy;
            const GanttLayout layout = track.layout(style);
            const QImage image = track.image(style);
            track.forEachRow([&](LaneId lane, Row row) {
                const Program& program = track.program();
                const Op op = program.ops[row];
                const DrawnTime drawn = drawnTime(track.timeline(), row);
                const QColor expected = colorBy == ColorBy::Microbatch
                                            ? microbatchColor(style.theme, op.kind(), op.microbatch().value)
                                            : kindColor(*style.palette, style.theme, op.kind(),
                                                        program.chunkOf(op.stage()), program.shades());
                const QRectF rect = layout.laneRect(0, lane);
                for (const double share : {0.2, 0.5, 0.8}) {
                    const double x = layout.xOf(double(drawn.begin) + share * double(drawn.length()));
                    QVERIFY(isOf(image.pixelColor(int(x), int(rect.center().y())), expected));
                }
            });
        }
    }

    void whatIsIdleIsGround_data() { eachTrack(); }
    void whatIsIdleIsGround() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        const GanttLayout layout = track.layout();
        const QImage image = track.image();
        const Theme& theme = themeOf(layout.style.theme);
        int gaps = 0;
        for (std::size_t i = 0; i < track.program().lanes.size(); ++i) {
            const LaneId lane(static_cast<std::int64_t>(i));
            const Lane& rows = track.program().lanes[i];
            for (Row row = rows.begin; row + 1 < rows.end; ++row) {
                const Time from = track.timeline().end[row], to = track.timeline().startOf(row + 1);
                if (to - from < kUnit / 4) continue;
                ++gaps;
                const QPoint at(int(layout.xOf(double(from + to) / 2)), int(layout.laneRect(0, lane).center().y()));
                const QColor color = image.pixelColor(at);
                if (!rows.isWork()) {
                    QCOMPARE(color, layout.style.ground());  // to wait for a transfer is no bubble
                    continue;
                }
                const auto [dark, light] = std::minmax({theme.idle.lightness(), theme.idleHatch.lightness()});
                QVERIFY(color.lightness() >= dark && color.lightness() <= light);
                QCOMPARE(idleAt(track.timeline(), lane, double(from)), std::optional(std::pair(from, to)));
            }
        }
        QVERIFY(gaps > 0);
    }

    void lanesOfOtherRolesAreLower_data() { eachTrack(); }
    void lanesOfOtherRolesAreLower() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        const GanttLayout layout = track.layout();
        const Program& program = track.program();
        for (std::size_t i = 0; i < program.lanes.size(); ++i) {
            const LaneId lane(static_cast<std::int64_t>(i));
            const WorkerId worker = program.workerOf(lane);
            const QRectF own = layout.laneRect(0, program.computeLane(worker)), rect = layout.laneRect(0, lane);
            if (program.isWork(lane)) {
                QCOMPARE(laneLabel(layout, 0, lane).device, QString::number(worker.value));
                QCOMPARE(rect.top(), layout.tracks[0].rowsTop + worker.value * layout.tracks[0].pitch);
                continue;
            }
            QVERIFY(rect.height() < own.height() && rect.top() >= own.bottom());
            QVERIFY(rect.bottom() <= own.top() + layout.tracks[0].pitch);
            QCOMPARE(laneLabel(layout, 0, lane).fetch, "comm");
        }
    }

    void pointersHitWhatIsDrawn_data() { eachTrack(); }
    void pointersHitWhatIsDrawn() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        const GanttLayout layout = track.layout();
        track.forEachRow([&](LaneId lane, Row row) {
            const DrawnTime drawn = drawnTime(track.timeline(), row);
            for (const double share : {0.1, 0.5, 0.9}) {
                const double time = double(drawn.begin) + share * double(drawn.length());
                const double y = layout.laneRect(0, lane).center().y();
                QCOMPARE(layout.hitAt(layout.xOf(time), y), (GanttHit{GanttHit::Part::Lane, 0, lane}));
                QCOMPARE(opAt(track.timeline(), lane, time), std::optional(row));
            }
        });
    }

    void opsAreFound_data() { eachTrack(); }
    void opsAreFound() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        const auto list = track.list();
        track.forEachRow([&](LaneId lane, Row row) {
            const Program& program = track.program();
            const Op op = program.ops[row];
            OpQuery query{letter(op.kind()).front(), op.microbatch().value, program.modelStage(op.stage()).value,
                          program.workerOf(lane).value};
            std::optional<OpPlace> place;
            for (int tries = 0; tries < 9 && !(place && place->row == row); ++tries)
                place = findNext(list, query, place);
            QCOMPARE(place, std::optional(OpPlace{0, lane, row}));
            query.microbatch = program.microbatches;
            QVERIFY(!findNext(list, query, std::nullopt));
        });
    }

    void svgSaysTheSame_data() { eachTrack(); }
    void svgSaysTheSame() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        const Drawing svg = track.svg();
        const Program& program = track.program();
        const Timeline& timeline = track.timeline();
        std::multimap<QString, QRectF> expected;
        const GanttLayout layout = track.layout();
        track.forEachRow([&](LaneId lane, Row row) {
            const Op op = program.ops[row];
            const QString shade =
                program.chunkOf(op.stage()) == 0
                    ? QString()
                    : QStringLiteral(" v%1c%2").arg(program.shades()).arg(program.chunkOf(op.stage()));
            const DrawnTime drawn = drawnTime(timeline, row);
            expected.emplace(
                QStringLiteral("%1 %2 %3%4 %5 %6 %7")
                    .arg(program.workerOf(lane).value)
                    .arg(infoOf(program.lanes[lane.index()].role).id.data(), infoOf(op.kind()).id.data(), shade)
                    .arg(op.microbatch().value)
                    .arg((program.lines > 1 ? program.modelStage(op.stage()) : op.stage()).value)
                    .arg(program.chunkOf(op.stage())),
                QRectF(layout.xOf(double(drawn.begin)), 0,
                       layout.xOf(double(drawn.end)) - layout.xOf(double(drawn.begin)),
                       layout.laneRect(0, lane).height()));
        });
        std::vector<Shape> cells = svg.cells;
        cells.insert(cells.end(), svg.transfers.begin(), svg.transfers.end());
        QCOMPARE(cells.size(), expected.size());
        for (const Shape& cell : cells) {
            const QString key = QStringLiteral("%1 %2 %3 %4").arg(cell.device).arg(cell.lane, cell.name, cell.op);
            const auto [begin, end] = expected.equal_range(key);
            const auto same = std::find_if(begin, end, [&](const auto& one) {
                const double apart = one.second.width() - cell.rect.width();
                return std::abs(one.second.center().x() - cell.rect.center().x()) < 0.02 && apart > -0.02 &&
                       apart < kCellGapShare + 0.02;
            });
            QVERIFY2(same != end, qPrintable(key));
            expected.erase(same);
        }
        std::size_t work = 0;
        for (const Lane& lane : program.lanes) work += lane.isWork();
        QCOMPARE(svg.rows.size(), work);
        QCOMPARE(svg.texts.at("schedule-title"), QStringList(track.shown.title));
        QCOMPARE(svg.texts.at("total"), QStringList(track.shown.total));
        QCOMPARE(svg.texts.at("device-label").size(), qsizetype(program.workers));
        QCOMPARE(svg.texts.count("fetch-label") > 0, work < program.lanes.size());
    }

    void arrowsFollowNeeds_data() { eachTrack(); }
    void arrowsFollowNeeds() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        int arrows = 0;
        track.forEachRow([&](LaneId lane, Row row) {
            arrows += int(needsOf(track.timeline(), row).size());
            const QImage links = linksOf(track, row);
            const GanttLayout layout = track.layout();
            const auto inputs = dependencyChain(track.timeline(), row);
            if (inputs.size() < 2) return;
            const QPointF tip(layout.xOf(double(track.timeline().startOf(row))), layout.laneRect(0, lane).center().y());
            const Row from = inputs[1];
            const bool touches =
                track.program().laneOf(from) == lane && track.timeline().end[from] == track.timeline().startOf(row);
            QVERIFY(touches || isInked(links, tip));
        });
        QCOMPARE(arrows, track.arrows);
    }

    void nothingBreaksUnderThePointer_data() { eachTrack(); }
    /// Moves, clicks and keys wherever there is something, and where there is nothing.
    void nothingBreaksUnderThePointer() {
        QFETCH(QByteArray, name);
        const Track track = trackOf(name);
        GanttWidget gantt;
        gantt.resize(500, 240);
        gantt.setShown(track.list());
        gantt.show();
        QVERIFY(QTest::qWaitForWindowExposed(&gantt));
        std::set<QString> heads;
        const bool hasNeeds = track.arrows > 0;
        for (int y = 1; y < gantt.viewport()->height(); y += 6)
            for (int x = 1; x < gantt.viewport()->width(); x += 7) {
                QTest::mouseMove(gantt.viewport(), {x, y});
                heads.insert(gantt.cardLines().value(0));
                if (y < gantt.ganttLayout().tracks[0].rowsTop) continue;
                QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, {x, y});
                QVERIFY(hasNeeds || gantt.chain().size() <= 1);
                for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_Right})
                    if ((x + y) % 5 == 0) QTest::keyClick(&gantt, key);
                if ((x + y) % 25 == 0) gantt.grab();
            }
        track.forEachRow([&](LaneId, Row row) { QVERIFY(heads.count(track.facts(row).value(0))); });
    }
    void twoRanksHaveLagsAndStarts() {
        const Track track = twoRanksTrack();
        const test::TwoRanks& two = twoRanks();
        QCOMPARE(track.shown.total, QStringLiteral("38\u202fms"));
        QCOMPARE(track.facts(two.step[0]),
                 QStringList({"W0 · grad weight", "31 – 34 · 3\u202fms", "rank 0 · stage 0"}));
        const GanttLayout layout = track.layout();
        // The gather may begin 2 after the backward began, and does once its lane is free.
        const QImage gather = linksOf(track, two.gather);
        const QPointF left = placeOf(layout, two.compute[0], 10), there = placeOf(layout, two.comm[0], 12);
        QVERIFY(isInked(gather, (left + there) / 2));
        QVERIFY(isInked(gather, placeOf(layout, two.comm[0], 17)));
        QVERIFY(!isInked(gather, placeOf(layout, two.compute[1], 20)));
        // The optimizer waits for the reduce and 9 more; the reduce for the longer of both forwards.
        const QImage step = linksOf(track, two.step[0]);
        QVERIFY(isInked(step, (placeOf(layout, two.comm[0], 22) + placeOf(layout, two.compute[0], 31)) / 2));
        QVERIFY(isInked(step, (placeOf(layout, two.compute[1], 15) + placeOf(layout, two.comm[0], 15)) / 2));
        // It stands on both lanes, and whoever needs it needs it from either.
        const Row other = two.reduceOfOther;
        QCOMPARE(dependentsOf(track.timeline(), other), dependentsOf(track.timeline(), two.reduce));
        QCOMPARE(track.facts(other).mid(0, 2), track.facts(two.reduce).mid(0, 2));
        QCOMPARE(track.facts(other).value(2), "rank 1 · stage 0");
        // Rank 0's forward has ended at 10, rank 1's at 15.
        QCOMPARE(arrivalOf(track.timeline(), two.reduce), 10 * kUnit);
        QCOMPARE(arrivalOf(track.timeline(), other), 15 * kUnit);
        QCOMPARE(track.facts(two.reduce).value(3), "waits 5\u202fms for rank 1");
        QCOMPARE(track.facts(other).value(3), "arrives last, 5\u202fms after rank 0");
    }

    void membersAreTied() {
        const Track track = twoRanksTrack();
        const test::TwoRanks& two = twoRanks();
        const GanttLayout layout = track.layout();
        const QPointF from = placeOf(layout, two.comm[0], 18.5), to = placeOf(layout, two.comm[1], 18.5);
        DisplayList list;
        addTies(list, layout, 0, track.timeline(), {0, 4});
        std::vector<QLineF> lines;
        for (const DisplayItem& item : list.items)
            if (const auto* line = std::get_if<DisplayLine>(&item)) lines.push_back(line->line);
        QCOMPARE(lines.size(), std::size_t(4));  // both parts of the tie, and of rank 0 the wait with its begin
        for (const QLineF& tie : {lines[0], lines[1]}) {
            QCOMPARE(tie.x1(), from.x());
            QVERIFY(tie.y1() > from.y() && tie.y2() < to.y() && tie.y2() > tie.y1());
        }
        // Rank 1 computes meanwhile: that cell is not crossed out.
        const QRectF busy = layout.laneRect(0, two.compute[1]);
        QCOMPARE(lines[0].y2(), busy.top());
        QCOMPARE(lines[1].y1(), busy.bottom());
        QCOMPARE(lines[2], QLineF(placeOf(layout, two.comm[0], 10), placeOf(layout, two.comm[0], 15)));
        QVERIFY(track.svg().style.contains(".tie"));
    }

    void pointingAtACollectiveLightsAllItsMembers() {
        const Track track = twoRanksTrack();
        const test::TwoRanks& two = twoRanks();
        GanttWidget gantt;
        gantt.resize(700, 240);
        gantt.setShown(track.list());
        gantt.show();
        QVERIFY(QTest::qWaitForWindowExposed(&gantt));
        const auto pointedAt = [&](Row row) {
            const GanttLayout& layout = gantt.ganttLayout();
            const Timeline& timeline = track.timeline();
            const LaneId lane = timeline.program->laneOf(row);
            const double middle = double(timeline.startOf(row) + timeline.end[row]) / 2;
            const QPointF at(layout.xOf(middle), layout.laneRect(0, lane).center().y());
            QTest::mouseMove(gantt.viewport(), at.toPoint());
            return gantt.viewport()->grab().toImage();
        };
        /// The left border of an op's cell.
        const auto borderOf = [&](const QImage& image, Row row) {
            const GanttLayout& layout = gantt.ganttLayout();
            const QRectF rect = layout.laneRect(0, track.program().laneOf(row));
            return image.pixelColor(qRound(layout.xOf(double(track.timeline().startOf(row)))), qRound(rect.top() + 2));
        };
        const QImage alone = pointedAt(two.step[0]), reduce = pointedAt(two.reduce);
        for (const Row member : {two.reduce, two.reduceOfOther}) {
            QVERIFY(borderOf(reduce, member) != borderOf(alone, member));
            QVERIFY(borderOf(reduce, member) == borderOf(pointedAt(two.reduceOfOther), member));
        }
        QCOMPARE(borderOf(pointedAt(two.gather), two.step[0]), borderOf(reduce, two.step[0]));  // alone on its rank
    }

    void exposedTimeIsNoIdleTime() {
        Track track = twoRanksTrack();
        const GanttLayout layout = track.layout();
        std::vector<SpendingSpan> first = spendingOf(track.timeline(), WorkerId(0)).spans;
        first.back().on = Spending::ExposedCommunication;  // what stands after its last op
        const SpendingSpan exposed = first.back();
        auto spans = std::make_shared<Spendings>();
        spans->add(first);
        spans->add(spendingOf(track.timeline(), WorkerId(1)).spans);
        QCOMPARE(exposed.begin, 34 * kUnit);
        const auto hasEntry = [&](LegendEntry::What what) {
            const auto legend = track.layout().legend;
            return std::any_of(legend.begin(), legend.end(), [&](const LegendEntry& e) { return e.what == what; });
        };
        QVERIFY(!hasEntry(LegendEntry::What::Exposed));
        track.shown.spending = spans;
        QVERIFY(hasEntry(LegendEntry::What::Exposed) && !hasEntry(LegendEntry::What::ExposedOffload));
        const Hatch hatch = *exposedLook({}, Spending::ExposedCommunication).hatch;
        const QImage image = track.image();
        const QRectF row = layout.laneRect(0, two(0));
        int inked = 0;
        for (int x = int(layout.xOf(double(exposed.begin))) + 2; x < int(layout.xOf(double(exposed.end))) - 2; ++x)
            for (int y = int(row.top()) + 1; y < int(row.bottom()) - 1; ++y) {
                const QColor color = image.pixelColor(x, y);
                const auto [dark, light] = std::minmax({hatch.ink.green(), hatch.ground.green()});
                QVERIFY(color.green() >= dark - 1 && color.green() <= light + 1);
                inked += color.green() < (dark + light) / 2;
            }
        QVERIFY(inked > 0);
        QVERIFY(track.svg().style.contains(".exposed"));
        const QStringList facts = factsOf(track.shown, {}, {0, two(0), {}, 35 * kUnit});
        QCOMPARE(facts.front(), "exposed communication · 4\u202fms");
    }

    void halvesOfAPairStandSideBySide() {
        const Track track = pairsTrack();
        const Row forward = track.row(OpKind::Forward, 0, 1), backward = track.row(OpKind::Backward, 0, 0);
        QCOMPARE(drawnTime(track.timeline(), forward).begin, toTime(5));
        QCOMPARE(drawnTime(track.timeline(), forward).end, toTime(6.5));
        QCOMPARE(drawnTime(track.timeline(), backward).begin, toTime(6.5));
        QCOMPARE(drawnTime(track.timeline(), backward).end, toTime(8));
        QCOMPARE(track.facts(forward),
                 QStringList({"F1 · forward", "5 – 8 · 3", "device 0 · stage 0", "fused with B0"}));
        QCOMPARE(track.facts(backward),
                 QStringList({"B0 · backward", "5 – 8 · 3", "device 0 · stage 0", "fused with F1"}));
        // From afar each pixel has its share of both, and no more than there is.
        GanttStyle style;
        const ColorClasses classes(track.program(), style);
        std::vector<Mix> inks;
        for (int i = 0; i < classes.count(); ++i) inks.push_back(toMix(classes.colorOf(i).rgb()));
        const double total = double(track.timeline().totalTime());
        std::vector<Mix> one(1);
        ColumnMixer(track.timeline(), classes, inks, {0, total}, 1, nullptr).mix(LaneId(0), one);
        const float forwards = 2.5f, backwards = 3.5f;  // 1 + 1.5, 1.5 + 2
        const Mix expected = (forwards * toMix(kindColor(*style.palette, style.theme, OpKind::Forward, 0, 1).rgb()) +
                              backwards * toMix(kindColor(*style.palette, style.theme, OpKind::Backward, 0, 1).rgb())) /
                             float(total / double(kUnit));
        for (int part = 0; part < 4; ++part) QVERIFY(std::abs(one[0][part] - expected[part]) < 0.01f);
    }

    /// Around both halves, and nothing between them.
    void aPairHasOneBorder() {
        const Track track = pairsTrack();
        GanttStyle style;
        style.labels = CellLabel::None;
        const GanttLayout layout = track.layout(style);
        const QImage image = track.image(style);
        const QRectF rect = layout.laneRect(0, LaneId(0));
        const int top = int(std::lround(rect.top())), middle = int(rect.center().y());
        const auto x = [&](double time) { return int(std::lround(layout.xOf(time * double(kUnit)))); };
        const QColor forward = kindColor(*style.palette, style.theme, OpKind::Forward, 0, 1);
        const QColor backward = kindColor(*style.palette, style.theme, OpKind::Backward, 0, 1);
        QCOMPARE(image.pixelColor(x(0.5), top), forward);  // alone
        for (const double at : {5.5, 6.0, 7.0, 7.5}) QVERIFY(image.pixelColor(x(at), top).lightness() < 100);
        QVERIFY(image.pixelColor(x(5), middle).lightness() < 100);
        QCOMPARE(image.pixelColor(x(6.5) - 1, middle), forward);
        QCOMPARE(image.pixelColor(x(6.5) + 1, middle), backward);
    }

    void directionsAreToldApart() {
        const Track track = directionsTrack();
        const Row up = track.row(OpKind::Forward, 3, 2);  // the second line's second stage, on device 0
        QCOMPARE(track.facts(up).value(0), "F2 · forward");
        QCOMPARE(track.facts(up).value(2), "device 0 · stage 1 · chunk 1");
        const QImage links = linksOf(track, up);
        const Row from = dependencyChain(track.timeline(), up)[1];
        QCOMPARE(track.program().workerOfRow(from).value, 1);
        const GanttLayout layout = track.layout();
        const double end = double(track.timeline().end[from]) / double(kUnit);
        QVERIFY(isInked(links, (placeOf(layout, LaneId(1), end) + placeOf(layout, LaneId(0), end + 0.5)) / 2));
    }

    void sumsOfTwoDirectionsDrawTheSame() {
        Workload workload;
        workload.devices = 4;
        workload.chunks = 1;
        workload.comm = 3.0;
        Track track = withHops(test::twoDirections(4, 16000), toDurations(workload), QStringLiteral("Directions"), 0);
        const QImage walked = track.image();
        track.shown.sums = sumLanes(*track.shown.timeline);
        QVERIFY(track.shown.sums);
        const QImage summed = track.image();
        for (int y = 0; y < walked.height(); ++y)
            for (int x = 0; x < walked.width(); ++x) {
                const QColor a = walked.pixelColor(x, y), b = summed.pixelColor(x, y);
                const int apart = std::max(
                    {std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
                QVERIFY2(apart <= 1, qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
            }
    }

    void recordedOpsHaveNamesAndNoCauses() {
        const Track track = recordedTrack();
        const Row first = track.program().lanes[0].begin, gather = track.program().lanes[1].begin;
        QCOMPARE(track.shown.total, QStringLiteral("15\u202fus"));
        QCOMPARE(track.facts(first), QStringList({"attention · forward", "5 – 9 · 4\u202fus", "worker 0"}));
        QCOMPARE(track.facts(gather), QStringList({"all-gather · weight fetch", "9 – 13 · 4\u202fus", "worker 0"}));
        QCOMPARE(factsOf(track.shown, {}, {0, LaneId(0), std::nullopt, 10 * kUnit}),
                 QStringList({"idle · 3\u202fus", "9 – 12", "worker 0"}));
        const Drawing svg = track.svg();
        QStringList titles;
        for (const Shape& cell : svg.cells) titles += cell.title;
        QCOMPARE(titles, QStringList({"attention, 5 – 9 us", "gradient, 12 – 20 us", "attention, 7 – 15 us"}));
        QCOMPARE(svg.transfers.at(0).title, "all-gather, 9 – 13 us");
        QVERIFY(svg.cells[0].schedule.isEmpty());
        QImage empty(kSize.toSize(), QImage::Format_ARGB32_Premultiplied);
        empty.fill(Qt::transparent);
        track.forEachRow([&](LaneId, Row row) { QCOMPARE(linksOf(track, row), empty); });
    }
};

QTEST_MAIN(TestShown)

}  // namespace tst_track_data
#include "tst_track_data.moc"
