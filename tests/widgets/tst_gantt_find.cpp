// Finding ops: every match in turn, equal to a plain search of all ops.

#include "widgets/gantt/gantt_find.h"

#include "engine/io/scenario_file.h"
#include "tests/widgets/outcomes.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_find {

namespace {

std::vector<Outcome> founding() {
    Scenario scenario = foundingScenario(3, 6, 0);
    scenario.schedules[2].own.chunks = 3;
    scenario.schedules[3].own.chunks = 3;  // Hanayo refuses an odd number
    return outcomesOf(scenario);
}

std::vector<OpPlace> allMatches(const std::vector<Outcome>& outcomes, const OpQuery& query) {
    std::vector<OpPlace> places;
    for (std::size_t track = 0; track < outcomes.size(); ++track) {
        if (!outcomes[track].run) continue;
        const Program& program = *outcomes[track].run->timeline->program;
        for (std::size_t i = 0; i < program.lanes.size(); ++i) {
            const LaneId lane(static_cast<std::int64_t>(i));
            for (Row row = program.lanes[i].begin; row < program.lanes[i].end; ++row)
                if (query.matches(program, lane, program.ops[row]))
                    places.push_back({static_cast<int>(track), lane, row});
        }
    }
    return places;
}

}  // namespace

class TestGanttFind : public QObject {
    Q_OBJECT

private slots:
    void everyMatchInTurn_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isThere");
        for (const char* text : {"F 3", "b 5", "B", "I 2", "W 0", "W", "F 0 stage 8", "B 2 stage 1", "F device 2",
                                 "F 4 s 2 d 2", "b5 stage 4 device 1"})
            QTest::newRow(text) << text << true;
        for (const char* text : {"F 6", "F stage 9", "F device 3", "F 1 stage 2 device 1", "F 999999999"})
            QTest::newRow(text) << text << false;
    }

    void everyMatchInTurn() {
        QFETCH(QString, text);
        QFETCH(bool, isThere);
        const std::vector<Outcome> outcomes = founding();
        const OpQuery query = *parseOpQuery(text, 0);
        const std::vector<OpPlace> expected = allMatches(outcomes, query);
        QCOMPARE(!expected.empty(), isThere);
        std::optional<OpPlace> place;
        for (const OpPlace& match : expected) {
            place = findNext(shownOf(outcomes), query, place);
            QVERIFY(place && *place == match);
        }
        const auto again = findNext(shownOf(outcomes), query, place);
        QVERIFY(isThere ? again && *again == expected.front() : !again);
    }

    void fromAnyPlace() {
        const std::vector<Outcome> outcomes = founding();
        const OpQuery query = *parseOpQuery(QStringLiteral("B 4"), 0);
        const std::vector<OpPlace> expected = allMatches(outcomes, query);
        OpQuery all;
        for (all.letter = 'F'; all.letter != 0; all.letter = all.letter == 'F' ? 'B' : 0)
            for (const OpPlace& from : allMatches(outcomes, all)) {
                const auto isAfter = [&](const OpPlace& place) {
                    return std::pair(place.track, place.row) > std::pair(from.track, from.row);
                };
                const auto next = std::find_if(expected.begin(), expected.end(), isAfter);
                const auto found = findNext(shownOf(outcomes), query, from);
                QVERIFY(found && *found == (next == expected.end() ? expected.front() : *next));
            }
    }

    /// Names of their own are found as they are shown, and those that begin so.
    void namesOfSteps_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("a gather") << "AGF2" << QStringList{"AGF2", "AGF2"};
        QTest::newRow("as people type") << " agf 2 " << QStringList{"AGF2", "AGF2"};
        QTest::newRow("of one rank") << "AGF2 rank 3" << QStringList{"AGF2"};
        QTest::newRow("the rank that it stands for") << "F1 r 1" << QStringList{"F1"};
        QTest::newRow("all of a kind") << "AGB rank 2" << QStringList{"AGB1", "AGB0"};
        QTest::newRow("one letter, not two") << "F rank 2" << QStringList{"F0", "F1", "F2"};
        QTest::newRow("no number") << "opt, rank 0" << QStringList{"OPT"};
        QTest::newRow("none such") << "AGF3" << QStringList{};
        QTest::newRow("no such rank") << "F1 rank 4" << QStringList{};
        QTest::newRow("a half") << "FM1" << QStringList{"FM1"};
        QTest::newRow("behind it") << "ara0" << QStringList{"ARA0"};
        QTest::newRow("of the backward") << "ARbM" << QStringList{"ARbM1", "ARbM0"};
    }

    void namesOfSteps() {
        QFETCH(const QString, text);
        QFETCH(const QStringList, names);
        const Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "fsdp", "ranks": 4, "slowdown": [1, 1, 2, 1], "times": {"layers": 3, "forward": 1, "backward": 2,
                "all_gather": 1, "reduce_scatter": 1, "optimizer": 1}},
            {"step": "tp-1d", "times": {"layers": 2, "attention_forward": 1, "mlp_forward": 1, "attention_input": 1,
                "attention_weight": 1, "mlp_input": 1, "mlp_weight": 1, "all_reduce": 1}}]})");
        const std::vector<TrackData> shown = shownOf(outcomesOf(scenario));
        const auto query = parseOpQuery(text, 1);  // names count from 0 whatever numbers do
        QVERIFY(query);
        QStringList found;
        std::optional<OpPlace> first, place;
        while ((place = findNext(shown, *query, place)) && place != first) {
            if (!first) first = place;
            const TrackData& track = shown[std::size_t(place->track)];
            found += track.words.nameOf(track.timeline->program->ops[place->row], 1);
        }
        QCOMPARE(found, names);
        if (first) QCOMPARE(placeAmong(shown, *query, *first), (FoundPlace{1, names.size()}));
    }

    void nothingInNothing() {
        const OpQuery query = *parseOpQuery(QStringLiteral("F 1"), 0);
        QVERIFY(!findNext({}, query, std::nullopt));
        QVERIFY(!findNext(std::vector<TrackData>(1), query, std::nullopt));
    }

    void anOpIsFoundWhateverTheGuess() {
        const auto outcomes = founding();
        const Program& program = *outcomes[4].run->timeline->program;
        for (const RowRange& lane : program.lanes)
            for (Row row = lane.begin; row < lane.end; ++row)
                for (Row guess : {Row{0}, row, row + 1, Row{1'000'000}})
                    QCOMPARE(findOp(program, program.ops[row], guess), std::optional(row));
        QVERIFY(!findOp(program, Op(OpKind::Forward, 0, 6), 9));
    }
};

QTEST_APPLESS_MAIN(TestGanttFind)

}  // namespace tst_gantt_find
#include "tst_gantt_find.moc"
