// The dialog of measured runs.

#include "engine/entries/model_edits.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/steps/step.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/steps/measured_runs.h"

#include <QPushButton>
#include <QTest>

#include <cmath>

using namespace bubblescope;

namespace tst_measured_runs {

namespace {

Scenario scenarioOf(const char* device = R"({"preset": "h100"})", const char* cluster = "") {
    const std::string file = std::string(R"({"format": "bubblescope-scenario", "version": 2,
        "workload": {"time_unit": "ms"}, "model": {"preset": "llama-3.2-1b", "recompute": "full"},
        "cluster": {"device": )") +
                             device + cluster + R"(}, "mesh": {"fsdp": 8},
        "schedules": [{"step": "fsdp", "label": "short"},
                      {"step": "fsdp", "label": "long", "model": {"sequence": 65536}},
                      {"step": "fsdp", "label": "other", "cluster": {"device": {"preset": "a100"}}}]})";
    return readScenario(file).value();
}

double millisecondsOf(const Scenario& scenario, std::size_t step) {
    return toUnits(runStep(resolve(scenario, step))->timeline->totalTime());
}

void type(NumberField* field, double number) {
    field->selectAll();
    QTest::keyClicks(field, QString::number(number, 'g', 8));
}

Hardware machineAt(const Scenario& scenario, std::size_t step) { return *machineOf(scenario, step); }

}  // namespace

class TestMeasuredRuns : public QObject {
    Q_OBJECT

private slots:
    /// Two runs of a slower machine are typed; its numbers are found and written, without those of another machine.
    void runsAreFitted() {
        const Scenario given = scenarioOf(), slow = scenarioOf(R"({"preset": "h100", "gemm": 0.6, "attention": 0.3})");
        MeasuredRuns dialog(given, 0);
        QCOMPARE(dialog.rows(), 2);
        QVERIFY(!dialog.applyButton()->isEnabled() && dialog.scenario() == given);
        type(dialog.time(0), millisecondsOf(slow, 0));
        type(dialog.time(1), millisecondsOf(slow, 1));
        type(dialog.memory(1), 40);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.applyButton()->isEnabled(), 300000);
        QVERIFY2(dialog.state().startsWith("Mean error 0."), qPrintable(dialog.state()));
        QVERIFY(dialog.number(0).startsWith("0.70 → 0."));
        QVERIFY2(dialog.predicted(0)[0].contains("(−"), qPrintable(dialog.predicted(0)[0]));
        QVERIFY(dialog.predicted(1)[2].contains('(') && !dialog.predicted(0)[2].contains('('));

        const Scenario after = dialog.scenario();
        QVERIFY(std::abs(machineAt(after, 0).reached.gemm / 0.6 - 1) < 0.05);
        QCOMPARE(machineAt(after, 1).calibratedRuns, 2);
        QVERIFY(machineAt(after, 2).reached == machineAt(given, 2).reached);
        QCOMPARE(machineAt(after, 2).calibratedRuns, 0);
        QVERIFY(readScenario(writeScenario(after)).value() == after);

        // A row is taken out, then all of them.
        MeasuredRuns again(after, 0);
        QTRY_VERIFY_WITH_TIMEOUT(again.state().startsWith("Mean error"), 300000);
        QVERIFY(!again.applyButton()->isEnabled());
        again.time(1)->selectAll();
        QTest::keyClick(again.time(1), Qt::Key_Delete);
        QVERIFY2(again.state().contains("needs a number"), qPrintable(again.state()));
        again.memory(1)->selectAll();
        QTest::keyClick(again.memory(1), Qt::Key_Delete);
        QTRY_VERIFY_WITH_TIMEOUT(again.applyButton()->isEnabled(), 300000);
        QCOMPARE(machineAt(again.scenario(), 0).calibratedRuns, 1);
        again.time(0)->selectAll();
        QTest::keyClick(again.time(0), Qt::Key_Delete);
        QVERIFY(again.applyButton()->isEnabled());
        const Scenario none = again.scenario();
        QVERIFY(machineAt(none, 0) == machineAt(given, 0) && !valueNamed(none.schedules[0].values, "measured"));
    }

    /// Times can be typed as tokens, and are shown in the unit that is chosen.
    void tokensAreTimes() {
        MeasuredRuns dialog(scenarioOf(), 0);
        const auto run = runStep(resolve(scenarioOf(), 0));
        dialog.unit()->button(1)->click();
        type(dialog.time(0), run->figures->tokensPerSecond / 8);
        dialog.unit()->button(0)->click();
        type(dialog.time(1), 500);  // a bad row keeps none of the others from being read
        dialog.memory(0)->selectAll();
        QTest::keyClicks(dialog.memory(0), "x");
        dialog.unit()->button(1)->click();
        QVERIFY(std::abs(dialog.time(1)->text().toDouble() - 65536 / 0.5) < 1);
        dialog.unit()->button(0)->click();
        dialog.memory(0)->clear();
        dialog.time(1)->selectAll();
        QTest::keyClick(dialog.time(1), Qt::Key_Delete);
        const double shown = dialog.time(0)->text().toDouble();
        QVERIFY(std::abs(shown / toUnits(run->timeline->totalTime()) - 1) < 1e-4);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.applyButton()->isEnabled(), 300000);
        const auto measured = valueNamed(dialog.scenario().schedules[0].values, "measured");
        QVERIFY(measured && valueNamed(std::get<ParameterValue::Object>(measured->held), "tokens_per_second"));
        QVERIFY(std::abs(machineAt(dialog.scenario(), 0).reached.gemm / 0.7 - 1) < 0.01);
    }

    void badNumbersAreTold() {
        MeasuredRuns dialog(scenarioOf(), 1);
        for (const char* text : {"-3", "0", "many", "1e18", "1e-300"}) {
            dialog.time(0)->selectAll();
            QTest::keyClicks(dialog.time(0), text);
            QCOMPARE(dialog.state(), QString("Time of short must be a number greater than 0."));
            QVERIFY(isMarked(dialog.time(0)) && !dialog.applyButton()->isEnabled());
        }
    }
};

QTEST_MAIN(TestMeasuredRuns)

}  // namespace tst_measured_runs
#include "tst_measured_runs.moc"
