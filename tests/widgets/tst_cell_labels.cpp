#include <QTest>

#include "engine/io/scenario_file.h"
#include "tests/contents.h"
#include "tests/widgets/gantt_of_schemes.h"
#include "tests/widgets/gantt_screens.h"
#include "widgets/gantt/gantt_render.h"

#include <map>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_cell_labels {

namespace {

constexpr std::size_t kForward = std::size_t(OpKind::Forward), kBackward = std::size_t(OpKind::Backward);

/// Of a track: the cells and the labels of each kind, and the sizes of these.
struct Counted {
    std::map<QByteArray, int> cells, labels;
    std::set<double> sizes;
};

std::vector<Counted> counted(const DisplayList& list) {
    std::vector<Counted> tracks;
    const auto names = [&](LookId look) {
        return look < 0 ? QByteArray() : list.looks[std::size_t(look)].names.split(' ').front();
    };
    for (const DisplayItem& item : list.items) {
        if (const auto* group = std::get_if<DisplayGroup>(&item))
            if (group->names == "schedule") tracks.emplace_back();
        if (const auto* rect = std::get_if<DisplayRect>(&item))
            if (!rect->data.empty()) ++tracks.back().cells[names(rect->look)];
        if (const auto* text = std::get_if<DisplayText>(&item)) {
            const QByteArray name = names(text->look);
            if (!name.startsWith("label-")) continue;
            ++tracks.back().labels[name.mid(6)];
            tracks.back().sizes.insert(text->pixels);
        }
    }
    return tracks;
}

Scenario unevenScenario() {
    Scenario scenario = foundingScenario(4, 24);
    scenario.workload.forward = std::vector<double>{40, 100, 100, 100};
    scenario.workload.backward = std::vector<double>{80, 200, 200, 200};
    return scenario;
}

}  // namespace

/// All cells of a kind have a label or none has, and all labels of a track are of one size.
class TestCellLabels : public QObject {
    Q_OBJECT

private slots:
    void roomIsThatOfTheNarrowestCell();
    void whatTheEdgeCutsDoesNotCount();
    void rowsOfTooManyCellsHaveNone();
    void aKindHasRoomForItsWidestLabel();
    void acrossARoomDigitsAreNarrowed();
    void picturesHaveAllOfAKindOrNone_data();
    void picturesHaveAllOfAKindOrNone();
    void cellsOfStepsHaveOneWhereThereIsRoom();
    void bucketsHaveALetter();
    void screensHaveAllOfAKindOrNone_data();
    void screensHaveAllOfAKindOrNone();
};

void TestCellLabels::roomIsThatOfTheNarrowestCell() {
    const auto outcomes = outcomesOf(unevenScenario());
    const Timeline& timeline = *outcomes[1].run->timeline;
    const LabelView all{{0, double(timeline.latestEnd)}, 0.2 / kMicroUnits, 1};
    const std::vector<LaneId> lanes{LaneId(1), LaneId(0), LaneId(2)};
    const LabelRooms rooms = labelRooms({}, timeline, lanes, all);
    QCOMPARE(rooms[kForward], 40 * 0.2 - 1);
    QCOMPARE(rooms[kBackward], 80 * 0.2 - 1);
    QVERIFY(std::isinf(rooms[std::size_t(OpKind::BackwardWeight)]));
    const std::vector<LaneId> others{LaneId(1), LaneId(2)};
    QCOMPARE(labelRooms({}, timeline, others, all)[kForward], 100 * 0.2 - 1);
    // Where no kind has room, none is looked at any further.
    LabelView far = all;
    far.perTime /= 100;
    QCOMPARE(labelRooms({}, timeline, lanes, far), LabelRooms{});
}

void TestCellLabels::whatTheEdgeCutsDoesNotCount() {
    const auto outcomes = outcomesOf(unevenScenario());
    const Timeline& timeline = *outcomes[1].run->timeline;
    const std::vector<LaneId> first{LaneId(0)};
    // Forwards of device 0 run from 0 to 40, from 40 to 80, ...
    const auto roomIn = [&](double begin, double end) {
        return labelRooms({}, timeline, first,
                          {{begin * kMicroUnits, end * kMicroUnits}, 1.0 / kMicroUnits, 0})[kForward];
    };
    QCOMPARE(roomIn(0, 40), 40.0);
    QCOMPARE(roomIn(20, 80), 40.0);
    QVERIFY(std::isinf(roomIn(20, 70)));
}

void TestCellLabels::rowsOfTooManyCellsHaveNone() {
    const auto outcomes = outcomesOf(foundingScenario(4, 8));
    const Timeline& timeline = *outcomes[1].run->timeline;
    const std::vector<LaneId> lanes{LaneId(0), LaneId(1)};
    LabelView view{{0, double(timeline.latestEnd)}, 1.0 / kMicroUnits, 0, 0, 16};
    QCOMPARE(labelRooms({}, timeline, lanes, view)[kForward], 100.0);
    view.mostCells = 15;
    QCOMPARE(labelRooms({}, timeline, lanes, view), LabelRooms{});
}

void TestCellLabels::aKindHasRoomForItsWidestLabel() {
    GanttStyle style;
    Program program;
    program.kinds = {OpKind::Forward};
    LabelRooms rooms{};
    rooms[kForward] = 14;  // for two digits, not for three
    const Op first(OpKind::Forward, 0, 0);
    program.microbatches = 100;
    QVERIFY(RowLabels(style, 20, program, rooms).of(first, 14));
    program.microbatches = 101;
    QVERIFY(!RowLabels(style, 20, program, rooms).of(first, 14));
    program.microbatches = 100;
    style.firstNumber = 1;
    QVERIFY(!RowLabels(style, 20, program, rooms).of(first, 14));
    style.labels = CellLabel::Stage;
    program.stages = 4;
    QVERIFY(RowLabels(style, 20, program, rooms).of(first, 14));
    style.labels = CellLabel::None;
    QVERIFY(!RowLabels(style, 20, program, rooms).any());
}

void TestCellLabels::acrossARoomDigitsAreNarrowed() {
    GanttStyle style;
    style.isForRoom = true;
    const CellLabelText three{0, 3};
    const auto typeAt = [&](double width) { return fittingType(style, 100, width, three); };
    QCOMPARE(typeAt(200), (LabelType{80, 1}));  // four fifths of the row
    // Half of the row, a little narrower if the cell asks for it, and lower rather than squeezed.
    std::optional<LabelType> last = typeAt(200);
    double lowest = 200;
    for (double width = 200; typeAt(width); width -= 1) {
        const LabelType type = *typeAt(width);
        QVERIFY(type.pixels <= last->pixels && type.narrowing <= last->narrowing);
        QVERIFY(type.narrowing == 1 || type.pixels <= 70);
        QVERIFY(type.pixels >= 70 || type.narrowing == 0.85);
        last = type;
        lowest = width;
    }
    QVERIFY2(lowest > 5 && lowest < 10, qPrintable(QString::number(lowest)));
    // Each kind has its own size.
    Program program;
    program.microbatches = 8;
    program.kinds = {OpKind::Forward, OpKind::Backward};
    LabelRooms rooms{};
    rooms[kForward] = 20, rooms[kBackward] = 200;
    const RowLabels labels(style, 100, program, rooms);
    QVERIFY(labels.of(Op(OpKind::Forward, 0, 7), 20)->width <= 20);
    QCOMPARE(labels.of(Op(OpKind::Backward, 0, 7), 200)->type, (LabelType{80, 1}));
}

void TestCellLabels::picturesHaveAllOfAKindOrNone_data() {
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<QByteArray>("palette");
    for (const char* palette : {"default", "print"}) {
        QTest::addRow("founding, %s", palette) << foundingScenario(4, 24) << QByteArray(palette);
        QTest::addRow("three digits, %s", palette) << foundingScenario(4, 104) << QByteArray(palette);
        QTest::addRow("uneven, %s", palette) << unevenScenario() << QByteArray(palette);
    }
}

void TestCellLabels::picturesHaveAllOfAKindOrNone() {
    QFETCH(Scenario, scenario);
    QFETCH(QByteArray, palette);
    const auto shown = shownOf(outcomesOf(scenario));
    int with = 0, without = 0;
    for (const int width : {600, 900, 1200, 1800, 2400, 4800}) {
        PictureOptions options;
        options.width = width;
        options.palette = QString::fromLatin1(palette);
        if (palette == "print") options.theme = ThemeId::Print;
        const auto tracks = counted(pageOf(*ganttPicture(shown, options)));
        QCOMPARE(tracks.size(), shown.size());
        for (const Counted& track : tracks) {
            QVERIFY(track.cells.size() >= 2 && track.sizes.size() <= 1);
            for (const auto& [kind, cells] : track.cells) {
                const auto labels = track.labels.find(kind);
                if (labels != track.labels.end()) QCOMPARE(labels->second, cells);
                ++(labels == track.labels.end() ? without : with);
            }
        }
    }
    QVERIFY(with > 0 && without > 0);
}

/// The parts of a layer are of one kind and differ: those that are wide enough are told, the others not.
void TestCellLabels::cellsOfStepsHaveOneWhereThereIsRoom() {
    const auto file = bubblescope::test::contents(QStringLiteral(SOURCE_DIR "/presets/mesh-pp-cp.bubble.json"));
    const auto shown = shownOf(outcomesOf(*readScenario(file.toStdString())));
    PictureOptions options;
    options.width = 1200;
    const auto tracks = counted(pageOf(*ganttPicture(shown, options)));
    QCOMPARE(tracks.size(), std::size_t(1));
    for (const char* kind : {"part-forward", "part-backward"}) {
        const auto labels = tracks.front().labels.find(kind);
        QVERIFY2(labels != tracks.front().labels.end() && labels->second > 0, kind);
        QVERIFY(labels->second <= tracks.front().cells.at(kind));
    }
    QVERIFY(tracks.front().labels.at("part-forward") < tracks.front().cells.at("part-forward"));
}

void TestCellLabels::bucketsHaveALetter() {
    QCOMPARE(cellLabel(CellLabel::Stage, 0, Op(OpKind::BucketReduce, 2, 0))->text(), QStringLiteral("b2"));
    QCOMPARE(cellLabel(CellLabel::Stage, 1, Op(OpKind::AllReduce, 2, 0))->text(), QStringLiteral("3"));
}

void TestCellLabels::screensHaveAllOfAKindOrNone_data() { addScreens(); }

void TestCellLabels::screensHaveAllOfAKindOrNone() {
    QFETCH(GanttStyle, style);
    QFETCH(double, ratio);
    const auto shown = shownOf(outcomesOf(unevenScenario()));
    GanttStyle bare = style;
    bare.labels = CellLabel::None;
    const TimeRange whole = fittingRange(shown);
    int with = 0, without = 0;
    for (const double share : {1.0, 0.7, 0.5, 0.35, 0.2, 0.1}) {
        const TimeRange range{whole.span() * 0.13, whole.span() * (0.13 + share * 0.87)};
        const GanttLayout layout = layoutGantt(shown, {}, style, range, {830, 700});
        const QImage image = GanttRenderer().render(layout, shown, 0, ratio);
        const QImage plain = GanttRenderer().render(layoutGantt(shown, {}, bare, range, {830, 700}), shown, 0, ratio);
        for (std::size_t track = 0; track < shown.size(); ++track) {
            const Timeline& timeline = *shown[track].timeline;
            std::map<OpKind, std::set<bool>> labelled;
            for (LaneId lane(0); lane.value < 4; ++lane.value)
                for (const GanttCell& cell : cellsOf(layout, timeline, lane)) {
                    if (cell.x0 < layout.plotLeft || cell.x1 > layout.plotRight) continue;
                    const QRectF rect = layout.laneRect(int(track), lane);
                    const QRect box =
                        QRectF(cell.x0 * ratio, rect.top() * ratio, (cell.x1 - cell.x0) * ratio, rect.height() * ratio)
                            .toRect()
                            .adjusted(1, 0, -1, 0);
                    if (box.width() < 2) continue;
                    labelled[cell.kind].insert(image.copy(box) != plain.copy(box));
                }
            for (const auto& [kind, is] : labelled) {
                QCOMPARE(is.size(), std::size_t(1));
                ++(*is.begin() ? with : without);
            }
        }
    }
    QVERIFY(with > 5 && without > 5);
}

QTEST_MAIN(TestCellLabels)

}  // namespace tst_cell_labels

#include "tst_cell_labels.moc"
