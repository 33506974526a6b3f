#include "engine/entries/step_edits.h"

#include "engine/io/scenario_file.h"
#include "engine/kinds/kind.h"
#include "engine/results/run.h"
#include "engine/results/trial.h"
#include "engine/steps/run_step.h"
#include "engine/study/study_axes.h"

#include <QTest>

#include <algorithm>

using namespace bubblescope;

namespace tst_step_edits {

namespace {

constexpr char kTwo[] = R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
  {"kind": "gpipe"},
  {"step": "ddp", "buckets": "layer", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
   "times": {"forward": [10, 12], "backward": 20, "all_reduce": 30, "optimizer": 5}},
  {"step": "fsdp", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
   "times": {"layers": 2, "forward": 11, "backward": 20, "all_gather": 15, "reduce_scatter": 15, "optimizer": 5}},
  {"step": "hsdp", "mesh": {"dp": 2, "fsdp": 2},
   "times": {"layers": 2, "forward": 11, "backward": 20, "all_gather": 15, "reduce_scatter": 15, "all_reduce": 30,
             "optimizer": 5}}]})";

Scenario read(const char* text) {
    const auto scenario = readScenario(text);
    if (!scenario) qFatal("%s", scenario.error().text().c_str());
    return *scenario;
}

StepTime timeNamed(const Scenario& scenario, const char* key) {
    for (const StepTime& time : stepTimesOf(scenario))
        if (time.key == key) return time;
    return {};
}

Time totalOf(const Scenario& scenario, std::size_t index) {
    const RunResult result = run(scenario, index);
    return result ? (*result)->metrics.totalTime : -1;
}

}  // namespace

class TestStepEdits : public QObject {
    Q_OBJECT

private slots:
    void timesAreThoseOfAllSteps() {
        const Scenario scenario = read(kTwo);
        QCOMPARE(stepsOf(scenario), (std::vector<std::size_t>{1, 2, 3}));
        const StepTime forward = timeNamed(scenario, "forward");
        QVERIFY(!forward.isOne() && forward.least == 10 && forward.most == 12);
        QVERIFY(timeNamed(scenario, "layers").isOne() && timeNamed(scenario, "layers").least == 2);
        QVERIFY(timeNamed(scenario, "all_gather").isHalf && timeNamed(scenario, "reduce_scatter").isHalf);
        QVERIFY(!timeNamed(scenario, "all_reduce").isHalf);
        QVERIFY(timeNamed(scenario, "hop").key.empty());
    }

    void aTimeIsChangedInAllThatHaveIt() {
        const Scenario before = read(kTwo);
        const Scenario slower = withStepTime(before, "backward", 40);
        QCOMPARE(timeNamed(slower, "backward").most, 40.0);
        QCOMPARE(slower.schedules[0], before.schedules[0]);
        // Lists keep their proportions about the new mean.
        const Scenario forward = withStepTime(before, "forward", 22);
        QCOMPARE(timeNamed(forward, "forward").least, 20.0);
        QCOMPARE(timeNamed(forward, "forward").most, 24.0);
        // Gathers and reductions follow the all-reduce that they are halves of, and it does not follow them.
        const Scenario reduced = withStepTime(before, "all_reduce", 50);
        QCOMPARE(timeNamed(reduced, "all_gather").least, 25.0);
        QVERIFY(timeNamed(reduced, "reduce_scatter").isHalf);
        const Scenario own = withStepTime(before, "all_gather", 20);
        QVERIFY(!timeNamed(own, "all_gather").isHalf);
        QCOMPARE(timeNamed(own, "all_reduce").least, 30.0);
        QCOMPARE(timeNamed(withStepTime(own, "all_reduce", 50), "all_gather").least, 20.0);
        for (std::size_t step = 1; step < 4; ++step) QVERIFY(totalOf(reduced, step) > totalOf(before, step));
    }

    void layersTakeListsAlong() {
        const Scenario three = withStepTime(read(kTwo), "layers", 3);
        QCOMPARE(timeNamed(three, "layers").least, 3.0);
        for (std::size_t step = 1; step < 4; ++step) QVERIFY(totalOf(three, step) > 0);
    }

    void ranksAndTheirSlowdown() {
        const Scenario scenario = read(kTwo);
        QCOMPARE(ranksOf(scenario), std::optional(4));
        QCOMPARE(slowdownOf(scenario), (std::vector<double>{1, 1, 1.3, 1}));
        const Scenario two = withRanks(scenario, 2);
        QCOMPARE(slowdownOf(two), (std::vector<double>{1, 1}));
        QVERIFY(totalOf(two, 1) < totalOf(scenario, 1));
        const Scenario alike = withSlowdown(scenario, 2, 1);
        QVERIFY(!valueNamed(alike.schedules[1].values, "slowdown"));
        QCOMPARE(totalOf(alike, 1), totalOf(withSlowdown(alike, 3, 1), 1));
        QCOMPARE(alike.schedules[3], scenario.schedules[3]);  // a mesh has its own
    }

    void ranksOfModelsAreTheirMeshs() {
        const Scenario scenario = read(R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b"}, "schedules": [{"step": "ddp"}]})");
        QVERIFY(!ranksOf(scenario));
        QVERIFY(withRanks(scenario, 4) == scenario);
        QVERIFY(totalOf(withRanks(scenario, 4), 0) > 0);
    }

    void cardsTakeWhatTheOthersHave() {
        const Scenario scenario = read(kTwo);
        const Scenario cards = read(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "zero-2", "times": {"layers": 4, "forward": 1, "backward": 2, "reduce_scatter": 3,
                                         "all_gather": 3, "optimizer": 1}}]})");
        Scenario after = scenario;
        after.schedules.push_back(asOneOf(scenario, cards.schedules[0]));
        QVERIFY(checkScenario(after));
        QCOMPARE(timeNamed(after, "layers").most, 2.0);
        QCOMPARE(timeNamed(after, "backward").least, 20.0);
        QCOMPARE(timeNamed(after, "forward").least, 1.0);  // which differed, and so is nobody's
        QCOMPARE(ranksOf(after), std::optional(4));
        QVERIFY(totalOf(after, 4) > 0);
    }

    /// A card with a model of its own takes that of the others, and leaves what was cut for its own.
    void cardsTakeTheModelOfTheOthers() {
        const Scenario scenario = read(R"({"format": "bubblescope-scenario", "version": 1, "mesh": {"fsdp": 8},
            "model": {"preset": "llama-3-8b", "recompute": "flash"}, "schedules": [{"step": "fsdp"}]})");
        const Scenario cards = read(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "patrickstar", "chunk_elements": 300, "device_memory": 0.1,
             "model": {"preset": "gpt2"}, "cluster": {"device": {"preset": "v100"}}}]})");
        Scenario after = scenario;
        after.schedules.push_back(asOneOf(scenario, cards.schedules[0]));
        QVERIFY(checkScenario(after));
        QVERIFY(after.schedules[1].values.empty());
        QVERIFY(totalOf(after, 1) > 0);
        // Where there is none it stays as it is.
        QCOMPARE(asOneOf(read(kTwo), cards.schedules[0]), cards.schedules[0]);
    }

    void pathsOfTimes() {
        const Scenario scenario = read(kTwo);
        QCOMPARE(presentValue(scenario, "times.all_reduce"), std::optional(30.0));
        QVERIFY(!presentValue(scenario, "times.forward"));
        QCOMPARE(atValue(scenario, "times.all_reduce", 44, true), withStepTime(scenario, "all_reduce", 44));
        const AxisRange range = axisRange(scenario, "times.all_reduce");
        QCOMPARE(range, (AxisRange{0, 60}));
        const auto values = liveValues(scenario, "times.all_reduce", range.from, range.to);
        QVERIFY(values.size() <= kMaxStudyValues && std::is_sorted(values.begin(), values.end()));
        QVERIFY(std::find(values.begin(), values.end(), 30.0) != values.end());
        for (const double layers : liveValues(scenario, "times.layers", 1, 8)) QCOMPARE(layers, std::round(layers));
    }

    void factorsAreEasilyTold() {
        QCOMPARE(slowedBy(1, 0), 1.0);
        QCOMPARE(slowedBy(1, 0.37), 1.3);
        QCOMPARE(slowedBy(1, 1), 2.0);
        QCOMPARE(slowedBy(1.3, -0.38), 1.0);
        QCOMPARE(slowedBy(1, 1.3), 2.5);
        QCOMPARE(slowedBy(1, -20), 0.1);
        QCOMPARE(slowedBy(0, 1), 0.2);
        QCOMPARE(slowedBy(1, 400), 1000.0);
    }

    /// Ranks of a mesh are those of that step alone.
    void aRankOfAMeshIsSlowInItAlone() {
        Scenario scenario = read(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "ddp", "buckets": "layer", "ranks": 2,
             "times": {"layers": 2, "forward": 1, "backward": 2, "all_reduce": 3, "optimizer": 1}},
            {"step": "ddp", "buckets": "layer", "mesh": {"dp": 4},
             "times": {"layers": 2, "forward": 1, "backward": 2, "all_reduce": 3, "optimizer": 1}}]})");
        const Scenario before = scenario;
        scenario = withSlowdown(scenario, 1, 4, 3, 2);
        QVERIFY(scenario.schedules[0] == before.schedules[0]);
        QVERIFY(checkScenario(scenario));
        QCOMPARE(totalOf(scenario, 1), 16 * totalOf(before, 1) / 11);  // 2 f + max(2 b + c, b + 2 c) + o
        QVERIFY(withSlowdown(scenario, 1, 4, 3, 1) == before);
        scenario = withSlowdown(before, 0, 2, 1, 2);
        QVERIFY(scenario.schedules[1] == before.schedules[1]);
        QCOMPARE(slowdownOf(scenario), (std::vector<double>{1, 2}));
    }

    /// What is tried of a step is the same kind on other keys, and comes back as it is told.
    void triesOfSteps() {
        const Scenario scenario = read(kTwo);
        for (const std::size_t index : stepsOf(scenario)) {
            const std::vector<Change> changes = changesOf(trialOf(scenario, index));
            QVERIFY(!changes.empty());
            for (const Change& change : changes) {
                const Scenario tried = change.trial.scenario();
                QVERIFY2(checkScenario(tried), change.name.c_str());
                QCOMPARE(tried.schedules[0].kind, scenario.schedules[index].kind);
                const Scenario after = applied(scenario, index, change.trial);
                QVERIFY(after != scenario);
                QCOMPARE(totalOf(after, index), totalOf(tried, 0));
            }
        }
        const auto named = [&](std::size_t index, const char* name) {
            const auto changes = changesOf(trialOf(scenario, index));
            return std::any_of(changes.begin(), changes.end(), [&](const Change& one) { return one.name == name; });
        };
        QVERIFY(named(1, "all ranks equally fast") && named(2, "separate communicators") &&
                named(2, "prefetch forward = 3"));
        QVERIFY(!named(3, "all ranks equally fast"));
    }

    void ranksUnfold() {
        const Scenario scenario = read(kTwo);
        const RunResult result = run(scenario, 1);
        QVERIFY(result);
        QCOMPARE((*result)->step->ranks.workers(), 2);
        const auto each = unfolded(*result, 1000);
        QCOMPARE(each->step->ranks.workers(), 4);
        QCOMPARE(each->metrics.totalTime, (*result)->metrics.totalTime);
        QCOMPARE(unfolded(*result, 10), *result);
        const RunResult pipeline = run(scenario, 0);
        QCOMPARE(unfolded(*pipeline, 1000), *pipeline);
    }
};

QTEST_MAIN(TestStepEdits)

}  // namespace tst_step_edits
#include "tst_step_edits.moc"
