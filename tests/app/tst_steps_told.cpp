// The texts of the page Steps: titles, formulas, which rank waits for which, and advice.

#include "tests/app/steps_desk.h"

#include "app/documents/load_scenario.h"
#include "engine/entries/step_edits.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/run_step.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/inspector/op_text.h"
#include "widgets/inspector/step_text.h"
#include "widgets/kit/format.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/steps/step_form.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_steps_told {

class TestStepsTold : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    /// What a bucket is of is said where it is pointed at, and beside.
    void bucketsNameTheirLayers() {
        Stepping desk(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [{"step": "ddp", "ranks": 4,
            "layer_bytes": [1, 1, 1, 1], "first_bucket_bytes": 2, "bucket_bytes": 2,
            "times": {"layers": 4, "forward": 1, "backward": 2, "all_reduce": 1, "optimizer": 1}}]})");
        const std::vector<Outcome> outcomes = desk.results().outcomes();
        const Outcome& outcome = outcomes.front();
        const Program& program = *outcome.run->timeline->program;
        QStringList said;
        for (const Lane& lane : program.lanes)
            for (Row row = lane.begin; row < lane.end; ++row) {
                if (program.ops[row].kind() != OpKind::BucketReduce) continue;
                said += bucketText(*outcome.run->step, program.ops[row]);
                QVERIFY(textOfOp(*outcome.run, row, 0).facts.contains(said.last()));
                QCOMPARE(shownOf(outcomes).front().more(row), said.last());
            }
        QCOMPARE(said, QStringList({"bucket 0: layers 3 and 2", "bucket 1: layers 1 and 0"}));
    }

    void formulaStandsBesideTheRun() {
        Stepping desk(kCompared);
        emit desk.facet().form().steps()->entryChosen(2);
        const RunResult expected = run(desk.scenario(), 2);
        const StepFormula& form = (*expected)->step->form;
        QVERIFY(form.holds());
        QCOMPARE(form.formula, std::string("E + b + (L-1) max(b, g, r) + r + o"));
        QVERIFY(desk.text("note").contains(
            "E + T<sub>b</sub> + (L\u22121) max(T<sub>b</sub>, T<sub>g</sub>, T<sub>r</sub>)"));
        QVERIFY(desk.text("note").contains("✓ as simulated") && desk.text("note").contains("197\u202fms"));
    }

    void formulaSaysWhoseTimesItTakes() {
        Stepping desk(kCompared);
        emit desk.facet().form().steps()->entryChosen(2);
        QVERIFY2(desk.text("note").contains("T<sub>f</sub>\u202f13 and T<sub>b</sub>\u202f26 are the times of rank 2, "
                                            "the slowest; the others wait."),
                 qPrintable(desk.text("note")));
        desk.document().apply({withSlowdown(desk.scenario(), 2, 1), QStringLiteral("Change")});
        desk.settle();
        QVERIFY(desk.text("note").contains("✓ as simulated") && !desk.text("note").contains("slowest"));
        // A pipeline has none then, and says so.
        desk.document().start(*readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "pp-dp", "devices": 4, "microbatches": 8, "slowdown": [1, 1, 1.5, 1],
             "times": {"grad_sync": 3, "optimizer": 1}}]})"),
                              {QStringLiteral("steps")});
        desk.settle();
        QVERIFY2(desk.text("note").contains("✗ Does not apply here: rank 2 is slower than the others."),
                 qPrintable(desk.text("note")));
    }

    /// The formula is of the slowest rank's times; where a fast rank shortens the step nonetheless, it says by how
    /// much.
    void formulaWithASlowRankIsNeverBelowTheRun() {
        int exact = 0, others = 0;
        for (const ScheduleKind* kind : kindsOf(Family::Step)) {
            const Scenario gallery = *loadScenario("preset:training-steps");
            for (std::size_t i = 0; i < gallery.schedules.size(); ++i) {
                if (gallery.schedules[i].kind != kind->id) continue;
                const auto plain = run(gallery, i);
                const int ranks = (*plain)->step->ranks.ranks();
                const Scenario slowed = withSlowdown(gallery, i, ranks, ranks - 1, 1.7);
                const auto result = run(slowed, i);
                if (ranks == 1 || !result || !(*result)->step->form.holds()) continue;
                const StepRun& step = *(*result)->step;
                const Time by = std::llround(step.form.value()) - step.timeline->totalTime();
                QVERIFY2(by >= 0, kind->id.data());
                ++(by == 0 ? exact : others);
                const QString said = closedFormText(step, "ms", Qt::gray);
                QVERIFY2(said.contains(by == 0 ? "the slowest; the others wait" : "are as slow as"), kind->id.data());
            }
        }
        QVERIFY2(exact >= 6, qPrintable(QString::number(exact) + " " + QString::number(others)));
    }

    void opsSayWhatTheyWaitedFor() {
        Stepping desk(kCompared);
        const auto timeline = desk.results().outcomes()[2].run->timeline;
        const Program& program = *timeline->program;
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
            for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                desk.page().gantt().pick({1, LaneId(std::int64_t(lane)), row, timeline->startOf(row)});
                QVERIFY(!desk.text("headline").isEmpty());
                const QString lead = desk.text("lead");
                QVERIFY2(
                    lead.contains(formatTime(timeline->startOf(row), "ms")) || lead.startsWith("Starts immediately"),
                    qPrintable(lead));
            }
        // What a gather is waited for is said of all of its members alike.
        const auto b2 = [&](WorkerId worker) {
            for (const RowRange lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row)
                    if (program.workerOfRow(row) == worker && program.ops[row] == Op(OpKind::Backward, 2, 0))
                        return row;
            return Row(0);
        };
        for (const int worker : {0, 1}) {
            const Row row = b2(WorkerId(worker));
            desk.page().gantt().pick({1, program.laneOf(row), row, timeline->startOf(row)});
            const QString lead = desk.text("lead").remove(QRegularExpression("<[^>]*>"));
            QVERIFY2(lead.contains("its gather AGB2 ended at 88\u202fms"), qPrintable(lead));
        }
        // Idle time too.
        desk.page().gantt().pick({1, LaneId(0), {}, toTime(2)});
        QVERIFY(desk.text("headline").startsWith("IDLE ON RANK"));
        QVERIFY(desk.text("facts").contains("exposed"));
    }

    /// An op that takes no time is over where a gap begins; the gap waits for the one after it.
    void gapsNameTheOpThatEndsThem() {
        Stepping desk(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [{"step": "ddp", "ranks": 4,
            "times": {"layers": 4, "forward": 1, "backward": 2, "all_reduce": 0, "optimizer": 1}}]})");
        const Run& run = *desk.results().outcomes().front().run;
        const Timeline& timeline = *run.timeline;
        int behindNoTime = 0;
        for (std::size_t lane = 0; lane < timeline.program->lanes.size(); ++lane)
            for (Row row = timeline.program->lanes[lane].begin; row < timeline.program->lanes[lane].end; ++row) {
                const auto gap = gapAt(timeline, LaneId(std::int64_t(lane)), timeline.end[row]);
                if (!gap || !gap->after) continue;
                const OpText text = textOfIdle(run, whyIdle(run, *gap), 0);
                QVERIFY2(text.lead.startsWith(QString("<a href=\"row:%1\"").arg(*gap->after)), qPrintable(text.lead));
                QCOMPARE(text.dependent, gap->after);
                behindNoTime += timeline.startOf(row) == timeline.end[row];
            }
        QVERIFY(behindNoTime > 0);
    }

    /// Rank 2's B3 ends at 73 + 26 = 99, those of the others at 70 + 20: the gradients' reduction waits for it.
    void collectivesNameTheLastToArrive() {
        Stepping desk(kCompared);
        const TrackData shown = desk.page().gantt().shown()[1];
        const Program& program = *shown.timeline->program;
        int members = 0;
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
            for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                const GanttPick place{1, LaneId(std::int64_t(lane)), row, shown.timeline->startOf(row)};
                const QStringList facts = factsOf(shown, desk.layout().style, place);
                if (facts[0].startsWith("AGB1 ")) {  // which may start when B2 has started on all
                    desk.page().gantt().pick(place);
                    const QString said = desk.text("conclusion").remove(QRegularExpression("<[^>]*>"));
                    QVERIFY2(
                        said.endsWith("its B2 started at 99\u202fms; on ranks 0, 1 and 3 it started at 90\u202fms."),
                        qPrintable(said));
                }
                if (!facts[0].startsWith("RS3 ")) continue;
                const bool isLast = ++members == 2;
                QCOMPARE(facts[2], isLast ? "rank 2" : "ranks 0, 1 and 3");
                QCOMPARE(facts[3],
                         isLast ? "arrives last, 9\u202fms after ranks 0, 1 and 3" : "waits 9\u202fms for rank 2");
                desk.page().gantt().pick(place);
                const QString said = desk.text("conclusion").remove(QRegularExpression("<[^>]*>"));
                QCOMPARE(
                    said,
                    "Rank 2 arrives last, at 99\u202fms; ranks 0, 1 and 3 wait 9\u202fms for it. It takes 1.3 times as "
                    "long to compute, so its B3 ended at 99\u202fms; on ranks 0, 1 and 3 it ended at 90\u202fms.");
            }
        QCOMPARE(members, 2);
    }

    void adviceRunsAsTold() {
        Stepping desk(kCompared);
        emit desk.facet().form().steps()->entryChosen(2);
        QTRY_VERIFY_WITH_TIMEOUT(desk.results().advised() == std::optional<std::size_t>(2), 300'000);
        QVERIFY(!desk.results().advice().empty());
        for (const Advice& advice : desk.results().advice()) {
            const Scenario after = applied(desk.scenario(), 2, advice.change.trial);
            QCOMPARE(toUnits((*run(after, 2))->metrics.totalTime), advice.totalTime);
            QVERIFY(advice.relative < 0 && advice.exposed);
        }
    }

    /// What is pinned is compared by what steps are measured by.
    void pinnedStepsAreCompared() {
        Stepping desk(kCompared);
        const auto difference = [&](std::size_t track) { return desk.page().gantt().shown()[track].difference; };
        desk.results().setPinned(true);
        desk.settle();
        QCOMPARE(difference(0), "same as pinned");
        desk.facet().form().times()->slider("all_reduce")->valueEdited(45, 0);
        desk.settle();
        // DDP: L f + L b + c .. + o: 52 + 26 + 4 c + 5, all of c but what runs beside three backwards exposed.
        const RunResult then = run(*readScenario(kCompared), 0), now = run(desk.scenario(), 0);
        const double change = toUnits((*now)->metrics.totalTime) / toUnits((*then)->metrics.totalTime) - 1;
        const double exposed = ((*now)->step->exposedComm - (*then)->step->exposedComm) / kMicroUnits;
        const QString told = formatSignedDuration(exposed, "ms");
        QCOMPARE(difference(0), QString("vs pinned  %1 · exposed comm. %2").arg(formatChange(change), told));
        desk.results().setPinned(false);
        desk.settle();
        desk.results().align(0, 2);
        desk.settle();
        QVERIFY2(difference(0).startsWith("vs FSDP, split") && difference(0).contains("exposed comm."),
                 qPrintable(difference(0)));
    }

    void titlesSayWhatASlowRankCosts() {
        Stepping desk(kCompared);
        Scenario alike = withSlowdown(desk.scenario(), 2, 1);
        for (const std::size_t track : {0, 1}) {
            const Time cost =
                (*run(desk.scenario(), 2 * track))->metrics.totalTime - (*run(alike, 2 * track))->metrics.totalTime;
            QVERIFY(cost > 0);
            QVERIFY2(desk.layout().tracks[track].facts.contains("rank 2 costs " + formatTime(cost, "ms")),
                     qPrintable(desk.layout().tracks[track].facts.join(QLatin1Char(' '))));
        }
        desk.document().apply({alike, QStringLiteral("Change"), 0});
        desk.settle();
        QVERIFY(!desk.layout().tracks[0].facts.join(QLatin1Char(' ')).contains("costs"));
    }

    void titlesTellWhoIsTheFastest() {
        Stepping desk(kCompared);
        std::vector<Time> totals;  // of the steps: what else the file holds is not on this page
        for (const Outcome& outcome : desk.results().outcomes())
            if (outcome.run->step) totals.push_back(outcome.run->metrics.totalTime);
        QCOMPARE(desk.layout().tracks.size(), totals.size());
        const Time least = *std::min_element(totals.begin(), totals.end());
        for (std::size_t i = 0; i < totals.size(); ++i) {
            const double more = static_cast<double>(totals[i]) / static_cast<double>(least) - 1;
            QCOMPARE(desk.layout().tracks[i].standing, totals[i] == least ? "fastest" : formatChange(more));
        }
        // In a small window what a slow rank costs stays, and all of it ends before the edge.
        desk.window.resize(900, 600);
        QTRY_VERIFY(desk.layout().size.width() > 500);
        const TitleColumns columns = titleColumns(desk.layout());
        QVERIFY(!columns.facts.empty() && columns.facts.front().width > 0);
        QVERIFY(columns.facts.back().x + columns.facts.back().width <= columns.right);
    }
};

QTEST_MAIN(TestStepsTold)

}  // namespace tst_steps_told
#include "tst_steps_told.moc"
