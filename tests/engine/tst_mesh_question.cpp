// The mesh search: the question of a step of a model, opening one of the results, and why choices are refused.

#include "engine/study/mesh_question.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/steps/run_step.h"

#include <QTest>

#include <algorithm>

using namespace bubblescope;

namespace tst_mesh_question {

namespace {

constexpr char kTwo[] = R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"},
 "model": {"preset": "llama-3.2-1b", "recompute": "full", "sequence": 4096}, "mesh": {"fsdp": 8},
 "schedules": [
  {"step": "fsdp"},
  {"step": "mesh", "mesh": {"fsdp": 4, "tp": 2}, "model": {"microbatch": 2}, "label": "mine"}]})";

Scenario two() { return *readScenario(kTwo); }

}  // namespace

class TestMeshQuestion : public QObject {
    Q_OBJECT

private slots:
    void asksForWhatAStepTrains() {
        const MeshQuestion question = questionOf(two(), 0);
        QCOMPARE(question.devices, 8);
        QCOMPARE(sequencesOf(question), 8);
        QVERIFY(!valueNamed(question.model, "recompute"));  // all of them are tried
        QCOMPARE(sequencesOf(questionOf(two(), 1)), 8);
        QCOMPARE(valueNamed(questionOf(two(), 1).model, "microbatch"), std::optional(ParameterValue{2}));
        Scenario batch = two();
        setNamed(batch.training.model, "global_batch", {64});
        QCOMPARE(sequencesOf(questionOf(batch, 0)), 64);
    }

    /// What the step says of overlap and routing is part of the question.
    void keepsHowAStepRuns() {
        Scenario scenario = two();
        const auto [plain, choices] = std::pair(questionOf(scenario, 1), meshChoices(questionOf(scenario, 1)));
        setNamed(scenario.schedules[1].values, "sync", {std::string("end")});  // version 1 overlaps
        setNamed(scenario.schedules[1].values, "zero", {2});
        const MeshQuestion question = questionOf(scenario, 1);
        QVERIFY(valueNamed(question.values, "sync") && !valueNamed(question.values, "zero"));
        QVERIFY(questionOf(scenario, 0).values.empty());
        int differ = 0;
        for (std::size_t i = 0; i < choices.size(); i += 3) {
            const MeshOutcome outcome = outcomeOf(question, choices[i]);
            differ += outcome.total != outcomeOf(plain, choices[i]).total;
            const OpenedChoice open = withChoice(scenario, question, choices[i]);
            const RunResult result = run(open.scenario, open.step);
            if (result) QCOMPARE((*result)->timeline->totalTime(), outcome.total);
        }
        QVERIFY(differ > 0);
    }

    /// What is opened runs to what the search said of it.
    void whatIsOpenedIsWhatWasTried() {
        const MeshQuestion question = questionOf(two(), 1);
        const std::vector<MeshChoice> choices = meshChoices(question);
        int opened = 0;
        for (std::size_t i = 0; i < choices.size(); i += 5) {
            const MeshOutcome outcome = outcomeOf(question, choices[i]);
            const OpenedChoice open = withChoice(two(), question, choices[i]);
            QVERIFY(checkScenario(open.scenario).has_value());
            QCOMPARE(open.scenario.schedules.size(), std::size_t(3));
            QCOMPARE(meshOf(open.scenario, open.step), choices[i].mesh);
            const RunResult result = run(open.scenario, open.step);
            QCOMPARE(result.has_value(), outcome.refusal.empty());
            if (!result) continue;
            QCOMPARE((*result)->metrics.totalTime, outcome.total);
            QCOMPARE((*result)->step->memoryPeak(), outcome.memoryPeak);
            ++opened;
            // Once more it is the same step, under whatever label.
            Scenario renamed = open.scenario;
            renamed.schedules[open.step].label = "another name";
            const OpenedChoice again = withChoice(renamed, question, choices[i]);
            QCOMPARE(again.step, open.step);
            QVERIFY(again.scenario == renamed);
        }
        QVERIFY(opened > 5);
    }

    /// A step of kind fsdp over all devices is what plain FSDP is; with prefetches of its own it is not.
    void plainFsdpIsThereAlready() {
        Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b", "recompute": "flash"}, "mesh": {"fsdp": 8},
            "schedules": [{"step": "zero-2"}, {"step": "fsdp"}]})");
        const MeshQuestion question = questionOf(scenario, 1);
        MeshChoice choice;
        choice.mesh[MeshAxis::Fsdp] = 8;
        choice.recompute = Recompute::None;
        QCOMPARE(withChoice(scenario, question, choice).step, std::size_t(1));
        QVERIFY(withChoice(scenario, question, choice).scenario == scenario);
        choice.recompute = Recompute::Full;
        QCOMPARE(withChoice(scenario, question, choice).step, std::size_t(2));
        choice.recompute = Recompute::None;
        setNamed(scenario.schedules[1].values, "prefetch_forward", {4});
        QCOMPARE(withChoice(scenario, question, choice).step, std::size_t(2));
    }

    void allAreTriedInTurn() {
        const MeshQuestion question = questionOf(two(), 0);
        const std::vector<MeshChoice> all = meshChoices(question), inTurn = choicesInTurn(question);
        QCOMPARE(inTurn.size(), all.size());
        for (const MeshChoice& choice : all) QCOMPARE(std::count(inTurn.begin(), inTurn.end(), choice), 1);
        MeshQuestion none = question;
        none.model.clear();
        QVERIFY(choicesInTurn(none).empty());
    }

    void choicesHaveNames() {
        MeshChoice choice;
        choice.mesh[MeshAxis::Pp] = 4, choice.mesh[MeshAxis::Tp] = 2;
        choice.schedule = "1f1b";
        QCOMPARE(textOf(choice), std::string("PP 4 x TP 2, 1F1B, no recompute"));
        choice.schedule.clear(), choice.mesh[MeshAxis::Pp] = 1, choice.recompute = Recompute::Full;
        QCOMPARE(textOf(choice), std::string("TP 2, full"));
    }

    void refusalsAreCountedByReason() {
        const auto refused = [](const char* why) { return MeshOutcome{.refusal = why}; };
        const auto counts = refusalsOf(
            {refused("pp is 3"), MeshOutcome{}, refused("tp is 16"), refused("tp is 32"), refused("tp is 16")});
        QCOMPARE(counts.size(), std::size_t(3));
        QCOMPARE(counts[0].reason, std::string("tp is 16"));
        QCOMPARE(counts[0].count, std::size_t(2));
        QCOMPARE(counts[2].reason, std::string("tp is 32"));  // with its own number
        QCOMPARE(counts[2].count, std::size_t(1));
        QVERIFY(refusalsOf({MeshOutcome{}}).empty());
    }
};

QTEST_APPLESS_MAIN(TestMeshQuestion)

}  // namespace tst_mesh_question
#include "tst_mesh_question.moc"
