// Advice for a step of a model: other meshes on as many devices, and other recompute, if they fit in memory.

#include "engine/entries/model_edits.h"
#include "engine/io/scenario_file.h"
#include "engine/results/advice.h"
#include "engine/results/verdict.h"
#include "engine/steps/run_step.h"

#include <QTest>

#include <algorithm>

using namespace bubblescope;

namespace tst_model_advice {

namespace {

/// Two steps of a model on 16 devices; the first keeps too much.
Scenario scenario(const std::string& first = R"({"step": "fsdp"})") {
    const auto read = readScenario(
        R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b", "sequence": 8192, "global_batch": 16, "recompute": "none"},
            "cluster": {"device": {"preset": "h100"}}, "mesh": {"fsdp": 16},
            "schedules": [)" +
        first + R"(, {"step": "mesh", "mesh": {"fsdp": 2, "tp": 8}, "label": "FSDP 2 x TP 8, no recompute"}]})");
    return read ? *read : Scenario();
}

std::vector<Advice> adviceFor(const Scenario& scenario, std::size_t index) {
    const RunResult now = run(scenario, index);
    return now ? advise(scenario, index, **now) : std::vector<Advice>{};
}

const Advice* find(const std::vector<Advice>& advices, std::string_view name) {
    const auto at = std::ranges::find(advices, name, [](const Advice& advice) { return advice.change.name; });
    return at == advices.end() ? nullptr : &*at;
}

}  // namespace

class TestModelAdvice : public QObject {
    Q_OBJECT

private slots:
    void whatKeepsTooMuchIsBroughtWithin() {
        const Scenario now = scenario();
        QVERIFY((*run(now, 0))->step->isOverMemory());
        const std::vector<Advice> advices = adviceFor(now, 0);
        // A layer's scores are too much on one rank; without them, or of fewer heads, it fits.
        for (const char* name : {"flash attention", "full recompute", "FSDP 2 x TP 8"})
            QVERIFY2(find(advices, name), name);
        for (const Advice& advice : advices) {
            QVERIFY(advice.bytes && !advice.exposed);
            QVERIFY(advice.bytes->second < 80e9 && advice.bytes->first > 80e9);
        }
    }

    void whatIsAppliedRunsAsPromised_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<int>("index");
        QTest::newRow("FSDP") << R"({"step": "fsdp"})" << 0;
        QTest::newRow("HSDP") << R"({"step": "hsdp", "mesh": {"fsdp": 8, "dp": 2}, "model": {"recompute": "full"}})"
                              << 0;
        QTest::newRow("pipeline") << R"({"step": "pp-dp", "mesh": {"fsdp": 4, "pp": 4}, "label": "PP 4 x FSDP 4"})"
                                  << 0;
        QTest::newRow("mesh") << R"({"step": "fsdp"})" << 1;
    }
    void whatIsAppliedRunsAsPromised() {
        QFETCH(QString, entry);
        QFETCH(int, index);
        const auto step = static_cast<std::size_t>(index);
        const Scenario now = scenario(entry.toStdString());
        const std::vector<Advice> advices = adviceFor(now, step);
        QVERIFY(!advices.empty());
        const bool isOver = timedOf(**run(now, step)).isOverLimit;
        for (const Advice& advice : advices) {
            const Scenario after = applied(now, step, advice.change.trial);
            QVERIFY(after.training == now.training);
            QVERIFY(after.schedules[1 - step] == now.schedules[1 - step]);
            const RunResult ran = run(after, step);
            QVERIFY(ran);
            QVERIFY(!(*ran)->step->isOverMemory());
            QCOMPARE(toUnits((*ran)->metrics.totalTime) / (advice.isEach ? workOf(**ran).count : 1), advice.totalTime);
            QCOMPARE(static_cast<double>((*ran)->step->memoryPeak()), advice.bytes->second);
            QCOMPARE(meshOf(after, step).ranks(), 16);
            QVERIFY(isOver || advice.relative < 0);
            // A file of it says the same.
            const auto again = readScenario(writeScenario(after));
            QVERIFY(again && *again == after);
        }
    }

    void labelsTellWhatIsSo() {
        const Scenario now = scenario(R"({"step": "mesh", "mesh": {"fsdp": 16}, "label": "FSDP 16, no recompute"})");
        const std::vector<Advice> advices = adviceFor(now, 0);
        const auto labelAfter = [&](const char* name) {
            const Advice* advice = find(advices, name);
            return advice ? applied(now, 0, advice->change.trial).schedules[0].label.value_or("") : "not advised";
        };
        QCOMPARE(labelAfter("full recompute"), "FSDP 16, full");
        QCOMPARE(labelAfter("FSDP 2 x TP 8"), "FSDP 2 x TP 8, no recompute");
        // So does the form, for all steps that follow what is shared.
        const Scenario form = withTrainingValue(now, 0, "model.recompute", ParameterValue{std::string("full")});
        QCOMPARE(form.schedules[1].label.value_or(""), "FSDP 2 x TP 8, full");
    }
};

QTEST_GUILESS_MAIN(TestModelAdvice)

}  // namespace tst_model_advice
#include "tst_model_advice.moc"
