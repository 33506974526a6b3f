// Sentences about steps of real models: which is fastest, for how much work, and what does not fit.

#include "app/console/console.h"
#include "app/console/result_table.h"
#include "engine/results/difference.h"
#include "engine/results/verdict.h"
#include "engine/steps/run_step.h"
#include "tests/widgets/models.h"
#include "widgets/kit/format.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/model_facts.h"
#include "widgets/shown/verdict_text.h"
#include "widgets/steps/bound_note.h"
#include "widgets/steps/step_table.h"

#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_of_models {

namespace {

QString consoleOf(const Scenario& scenario) {
    ResultTable table(scenario);
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) table.add(i, run(scenario, i));
    return table.text().simplified();
}

std::vector<std::shared_ptr<const Run>> runsOf(const Scenario& scenario) {
    std::vector<std::shared_ptr<const Run>> runs;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) runs.push_back(*run(scenario, i));
    return runs;
}

/// Without what does not fit.
Scenario fitting() {
    Scenario scenario = modelScenario();
    scenario.schedules.erase(scenario.schedules.begin() + 1);
    return scenario;
}

double perSequence(const Run& run) { return toUnits(run.metrics.totalTime) / run.step->figures->sequences; }

}  // namespace

class TestSaidOfModels : public QObject {
    Q_OBJECT

private slots:
    /// 8 sequences a step against 16: the second takes longer, and less for each.
    void otherBatchesCompareBySequence() {
        Scenario scenario = fitting();
        setNamed(scenario.training.model, "recompute", {std::string("full")});
        const auto runs = runsOf(scenario);
        QCOMPARE(runs[0]->step->figures->sequences, 8.0);
        QCOMPARE(runs[1]->step->figures->sequences, 16.0);
        QVERIFY(runs[0]->metrics.totalTime < runs[1]->metrics.totalTime);
        QVERIFY(perSequence(*runs[0]) > perSequence(*runs[1]));
        const Verdict verdict = judge(runs);
        QCOMPARE(verdict.per, std::optional(WorkOf::Sequences));
        QVERIFY(!verdict.isOtherWork);
        QCOMPARE(verdict.fastest, std::vector<std::size_t>{1});
        const QString less = formatPercent(1 - perSequence(*runs[1]) / perSequence(*runs[0]));
        const QString said = verdictText(outcomesOf(scenario));
        QCOMPARE(said, QString("full is fastest: %1\u202fms per sequence, %2 less than %3")
                           .arg(formatNumber(perSequence(*runs[1]), 4), less, outcomesOf(scenario)[0].title));
        QVERIFY2(consoleOf(scenario).contains(plainSpaces(said)), qPrintable(consoleOf(scenario)));
        const Difference difference = differenceOf(*runs[1], *runs[0]);
        QCOMPARE(difference.per, std::optional(WorkOf::Sequences));
        QVERIFY(std::abs(difference.relativeTime - (perSequence(*runs[1]) / perSequence(*runs[0]) - 1)) < 1e-12);
    }

    /// What is computed again is no work of the model.
    void recomputeIsTheSameWork() {
        Scenario scenario = fitting();
        setOwnModel(scenario.schedules[1], "microbatch", {1});
        const Verdict verdict = judge(runsOf(scenario));
        QVERIFY(!verdict.per && !verdict.isOtherWork);
        QCOMPARE(verdict.fastest, std::vector<std::size_t>{0});
    }

    void whatDoesNotFitIsNotCompared() {
        const auto runs = runsOf(modelScenario());
        QVERIFY(runs[1]->step->isOverMemory() && !runs[0]->step->isOverMemory());
        QCOMPARE(judge(runs).overLimit, std::vector<std::size_t>{1});
        QVERIFY(judge(runs).next);
        const QString said = verdictText(outcomesOf(modelScenario()));
        QVERIFY2(said.startsWith("one is the fastest that fits: ") && said.endsWith("; 1 needs more than 80\u202fGB"),
                 qPrintable(said));
        QVERIFY(consoleOf(modelScenario()).contains(plainSpaces(said)));
        Scenario none = modelScenario();
        none.schedules = {none.schedules[1], none.schedules[1]};
        QVERIFY(consoleOf(none).contains("No compared step fits in 80 GB"));
        QCOMPARE(verdictText(outcomesOf(none)), "No compared step fits in 80\u202fGB");
        none.schedules.pop_back();
        QCOMPARE(verdictText(outcomesOf(none)), outcomesOf(none)[0].title + " does not fit in 80\u202fGB");
    }

    void titlesTellWhatAStepUses() {
        const auto outcomes = outcomesOf(modelScenario());
        const auto shown = shownOf(outcomes);
        const StepRun &fits = *outcomes[0].run->step, &over = *outcomes[1].run->step;
        const double exposed = fits.exposedComm / double(fits.timeline->totalTime());
        QCOMPARE(shown[0].bubble, "MFU " + formatPercent(fits.figures->mfu));
        QCOMPARE(shown[0].facts.mid(0, 4),
                 QStringList({"\u2713 fits", "peak " + formatMemory(double(fits.memoryPeak())),
                              formatTokens(fits.figures->tokensPerSecond), "exposed comm. " + formatPercent(exposed)}));
        QVERIFY(shown[0].overLimit.isEmpty());
        QCOMPARE(shown[1].overLimit, formatMemory(double(over.memoryPeak()) - 80e9) + " over memory");
        QCOMPARE(shown[1].facts.value(1), "peak " + formatMemory(double(over.memoryPeak())));
        QCOMPARE(shown[1].facts.value(2), formatTokens(over.figures->tokensPerSecond));
        QCOMPARE(formatMemory(213.24e9), "213\u202fGB");
        QCOMPARE(formatMemory(41.42e9), "41.4\u202fGB");
        QCOMPARE(formatMemory(2e6), "2\u202fMB");
        QCOMPARE(formatTokens(57'700), "57.7\u202fk tokens/s");
        QCOMPARE(formatTokens(1'234'000), "1.23\u202fM tokens/s");
        QCOMPARE(formatTokens(812.4), "812.4 tokens/s");
    }

    void theTableSaysWhatFits() {
        StepTable table;
        table.setOutcomes(outcomesOf(modelScenario()));
        const QStringList lines = table.toCsv().split('\n', Qt::SkipEmptyParts);
        QVERIFY2(lines[0].startsWith("step,total_time,mfu,tokens_per_second,memory_peak,fits,"), qPrintable(lines[0]));
        QCOMPARE(lines[1].section(',', 5, 5), "fits");
        QVERIFY(lines[2].section(',', 5, 5).endsWith("over memory"));
        QCOMPARE(lines[1].section(',', 4, 4).toDouble(),
                 double(outcomesOf(modelScenario())[0].run->step->memoryPeak()));
    }

    /// The table has measured beside predicted where something was measured; the panel says what bounds the layers.
    void measuredStandsBesidePredicted() {
        Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 2,
            "workload": {"time_unit": "ms"}, "model": {"preset": "llama-3-8b", "recompute": "full"},
            "mesh": {"fsdp": 8}, "schedules": [{"step": "fsdp", "label": "one"},
                {"step": "fsdp", "label": "two", "model": {"sequence": 16384}}]})");
        StepTable table;
        table.setOutcomes(outcomesOf(scenario));
        QVERIFY(!table.toCsv().contains("measured_time"));
        const double took = toUnits(runsOf(scenario)[1]->metrics.totalTime);
        setNamed(scenario.schedules[1].values, "measured", {ParameterValue::Object{{"step_ms", {took / 1.25}}}});
        table.setOutcomes(outcomesOf(scenario));
        const QStringList lines = table.toCsv().split('\n');
        const QStringList heads = lines[0].split(',');
        const auto cellOf = [&](int row, const char* head) { return lines[row].split(',')[heads.indexOf(head)]; };
        QVERIFY(cellOf(1, "measured_time").isEmpty() && cellOf(1, "error").isEmpty());
        QVERIFY(std::abs(cellOf(2, "measured_time").toDouble() - took / 1.25) < 1e-3);
        QVERIFY(std::abs(cellOf(2, "error").toDouble() - 0.25) < 1e-6);

        const QString note = boundNote(*runsOf(scenario)[0]);
        QVERIFY2(note.startsWith("<b>Largest share of the step: matrix products, ") && note.contains("attention"),
                 qPrintable(note));
        // With FLOPs at one efficiency, nothing is bound by memory.
        const QString flat = boundNote(*runsOf(modelScenario())[0]);
        QVERIFY2(flat.startsWith("<b>Largest share of the step: ") && !flat.contains("memory"), qPrintable(flat));
    }

    void otherModelsAreOtherWork() {
        Scenario scenario = fitting();
        setOwnModel(scenario.schedules[1], "preset", {std::string("llama-3.2-1b")});
        setOwnModel(scenario.schedules[1], "microbatch", {1});
        QVERIFY(judge(runsOf(scenario)).isOtherWork);
        const QString said = verdictText(outcomesOf(scenario));
        QVERIFY2(said.startsWith("full takes the least time: ") && said.endsWith(" (unequal work)"), qPrintable(said));
        QVERIFY(consoleOf(scenario).contains(plainSpaces(said)));
        // Typed times are no model's.
        scenario.schedules[1] = readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "ddp", "ranks": 8, "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30,
             "optimizer": 5}}]})")
                                    ->schedules[0];
        const Verdict verdict = judge(runsOf(scenario));
        QVERIFY(verdict.isOtherWork && !verdict.per);
        QVERIFY2(consoleOf(scenario).contains("DDP takes the least time: "), qPrintable(consoleOf(scenario)));
    }
};

QTEST_MAIN(TestSaidOfModels)

}  // namespace tst_said_of_models
#include "tst_said_of_models.moc"
