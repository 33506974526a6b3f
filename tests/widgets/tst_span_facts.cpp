// The texts about a measured time span.

#include "engine/results/run_each.h"
#include "tests/widgets/outcomes.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/span_facts.h"

#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_span_facts {

namespace {

/// Op by op.
SpanFacts plainFacts(const Timeline& timeline, WorkerId first, WorkerId last, const TimeRange& range) {
    SpanFacts facts;
    const double from = std::max(range.begin, double(timeline.earliestStart));
    const double to = std::min(range.end, double(timeline.latestEnd));
    for (WorkerId worker = first; worker.value <= last.value; ++worker.value) {
        facts.time += std::max(0.0, to - from);
        double work = 0;
        const RowRange rows = timeline.program->lanes[timeline.program->computeLane(worker).index()];
        for (Row row = rows.begin; row < rows.end; ++row) {
            const auto begin = double(timeline.startOf(row)), end = double(timeline.end[row]);
            if (end <= from || begin >= to) continue;
            ++facts.ops;
            facts.cut += begin < from || end > to;
            ++facts.ofKind[std::size_t(timeline.program->ops[row].kind())];
            work += std::min(end, to) - std::max(begin, from);
        }
        facts.idle += std::max(0.0, to - from) - work;
    }
    return facts;
}

}  // namespace

class TestSpanFacts : public QObject {
    Q_OBJECT

private slots:
    void countsWhatRuns_data() {
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("end");
        QTest::newRow("all") << -100.0 << 1e6;
        QTest::newRow("from edge to edge") << 404.0 << 820.0;
        QTest::newRow("cuts on both sides") << 450.0 << 1234.5;
        QTest::newRow("within one op") << 430.0 << 431.0;
        QTest::newRow("before the start") << -50.0 << -1.0;
        QTest::newRow("nothing") << 500.0 << 500.0;
    }

    void countsWhatRuns() {
        QFETCH(double, begin);
        QFETCH(double, end);
        const TimeRange range{begin * kMicroUnits, end * kMicroUnits};
        for (const Outcome& outcome : outcomesOf(foundingScenario())) {
            const TrackData shown = shownOf(outcome);
            for (const int last : {0, 1, 3}) {
                const WorkerId from(0), to(last);
                const SpanFacts facts = factsWithin(shown, from, to, range);
                const SpanFacts plain = plainFacts(*shown.timeline, from, to, range);
                if (end <= begin || end < 0) {
                    QCOMPARE(facts.ops, 0LL);
                    QCOMPARE(facts.time, 0.0);
                    continue;
                }
                QCOMPARE(facts.ops, plain.ops);
                QCOMPARE(facts.cut, plain.cut);
                QCOMPARE(facts.ofKind, plain.ofKind);
                QCOMPARE(facts.time, plain.time);
                QCOMPARE(facts.idle, plain.idle);
            }
        }
    }

    void manyOpsAreAddedUpBySums() {
        Scenario scenario = scenarioOf("1f1b", 8, 20'000);
        RunPlan plan = planAll(scenario);
        plan.forDrawing = true;
        Outcome outcome;
        runEach(scenario, plan, [&](std::size_t index, RunResult result) {
            outcome = outcomeOf(scenario, index, result);
            return true;
        });
        const TrackData shown = shownOf(outcome);
        QVERIFY(shown.sums);
        const auto end = double(shown.timeline->latestEnd);
        for (const TimeRange& range : {TimeRange{0, end}, TimeRange{end * 0.01, end * 0.98}}) {
            const SpanFacts facts = factsWithin(shown, WorkerId(0), WorkerId(7), range);
            const SpanFacts plain = plainFacts(*shown.timeline, WorkerId(0), WorkerId(7), range);
            QCOMPARE(facts.ops, plain.ops);
            QVERIFY(std::abs(facts.idle - plain.idle) < 1e-5 * plain.time);
            QVERIFY(!linesOf(facts, shown, WorkerId(0), WorkerId(7))[1].contains(':'));
        }
    }

    void edgesAttract() {
        const TrackData shown = shownOf(outcomesOf(foundingScenario())[1]);
        const Timeline& timeline = *shown.timeline;
        // 1F1B, device 1: ops from 104 to 204, to 304, to 404; then from 820 on.
        const auto snapped = [&](double time, double reach) {
            return snappedTime(timeline, LaneId(1), time * kMicroUnits, reach * kMicroUnits) / kMicroUnits;
        };
        QCOMPARE(snapped(200, 5), 204.0);
        QCOMPARE(snapped(208, 5), 204.0);
        QCOMPARE(snapped(210, 5), 210.0);
        QCOMPARE(snapped(500, 1000), 404.0);
        QCOMPARE(snapped(700, 1000), 820.0);
        QCOMPARE(snapped(3, 5), 0.0);
        QCOMPARE(snapped(1e6, 1e9), toUnits(timeline.latestEnd));
    }
};

QTEST_MAIN(TestSpanFacts)

}  // namespace tst_span_facts
#include "tst_span_facts.moc"
