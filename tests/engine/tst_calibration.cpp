// Numbers of machines that are fitted to measured steps.

#include "engine/entries/model_edits.h"
#include "engine/entries/resolve.h"
#include "engine/io/calibration_json.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/calibration.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>

using namespace bubblescope;

namespace tst_calibration {
using nlohmann::json;

namespace {

constexpr std::array<bool, 4> kAll = {true, true, true, true};

/// Two steps on eight H100 whose times are those of another machine: a short and a long sequence.
json fileOf(const json& device = {{"preset", "h100"}}) {
    return {{"format", "bubblescope-scenario"},
            {"version", 2},
            {"title", "runs"},
            {"workload", {{"time_unit", "ms"}}},
            {"model", {{"preset", "llama-3.2-1b"}, {"recompute", "full"}}},
            {"cluster", {{"device", device}}},
            {"mesh", {{"fsdp", 8}}},
            {"schedules",
             {{{"step", "fsdp"}, {"label", "short"}},
              {{"step", "fsdp"}, {"label", "long"}, {"model", {{"sequence", 65536}}}}}}};
}

double millisecondsOf(const json& file, std::size_t step) {
    const auto run = runStep(resolve(readScenario(file.dump()).value(), step));
    return toUnits(run->timeline->totalTime());
}

/// The file with the times of a machine that reaches these shares.
json measuredOn(double gemm, double attention) {
    json file = fileOf(), other = fileOf({{"preset", "h100"}, {"gemm", gemm}, {"attention", attention}});
    for (const std::size_t step : {0U, 1U})
        file["schedules"][step]["measured"] = {{"step_ms", millisecondsOf(other, step)}};
    return file;
}

std::vector<MeasuredStep> stepsOf(const json& file) { return measuredSteps(readScenario(file.dump()).value()).value(); }

}  // namespace

class TestCalibration : public QObject {
    Q_OBJECT

private slots:
    void findsWhatMadeTheTimes() {
        const auto made = calibrate(stepsOf(measuredOn(0.6, 0.3)), kAll);
        QVERIFY(made);
        QCOMPARE(made->start.gemm, 0.7);
        QVERIFY2(std::abs(made->numbers.gemm / 0.6 - 1) < 0.05, qPrintable(QString::number(made->numbers.gemm)));
        QVERIFY2(std::abs(made->numbers.attention / 0.3 - 1) < 0.05,
                 qPrintable(QString::number(made->numbers.attention)));
        for (const CalibratedStep& step : made->steps) {
            QVERIFY(std::abs(step.error()) < 0.01);
            QVERIFY(step.errorBefore() < -0.03 && step.peakGib > 1);
        }
        QVERIFY(made->meanError() < 0.01);
    }

    /// What was measured as predicted moves nothing; what may not change does not.
    void nothingMovesWithoutReason() {
        json file = fileOf();
        file["schedules"][0]["measured"] = {{"step_ms", millisecondsOf(file, 0)}};
        const auto same = calibrate(stepsOf(file), kAll);
        QVERIFY(same && same->numbers == same->start);
        const auto held = calibrate(stepsOf(measuredOn(0.6, 0.3)), {false, true, false, false});
        QVERIFY(held && held->numbers.gemm == held->start.gemm && held->numbers.attention < held->start.attention);
        QVERIFY(held->numbers.links == held->start.links);
    }

    /// Times are told in four ways.
    void timesOfMeasures() {
        json file = fileOf();
        const double seconds = millisecondsOf(file, 0) * 1e-3;
        const auto run = runStep(resolve(readScenario(file.dump()).value(), 0));
        for (const json& measured :
             {json{{"step_seconds", seconds}}, json{{"step_ms", 1e3 * seconds}},
              json{{"tokens_per_second", run->figures->tokensPerSecond / 8}}, json{{"mfu", run->figures->mfu}}}) {
            file["schedules"][0]["measured"] = measured;
            QVERIFY2(std::abs(stepsOf(file).front().seconds / seconds - 1) < 1e-9, measured.dump().c_str());
        }
    }

    void whatIsRefused() {
        const auto refusal = [](json file, const json& measured) {
            file["schedules"][0]["measured"] = measured;
            const auto steps = measuredSteps(readScenario(file.dump()).value());
            return steps ? std::string() : steps.error().text();
        };
        QVERIFY(refusal(fileOf(), {{"allocated_gib", 3}}).find("schedules[0].measured: needs one of step_ms") == 0);
        QVERIFY(refusal(fileOf(), {{"mfu", 0.4}, {"step_ms", 3}}).find("must have only one of") != std::string::npos);
        json flat = fileOf();
        flat["cluster"]["cost"] = "flat";
        QVERIFY(refusal(flat, {{"step_ms", 3}}).find("needs cost \"roofline\"") != std::string::npos);
        QVERIFY(!calibrate({}, kAll));
        json other = fileOf({{"preset", "a100"}});
        other["schedules"][0]["measured"] = {{"step_ms", 500}};
        std::vector<MeasuredStep> mixed = stepsOf(measuredOn(0.6, 0.3));
        mixed.push_back(stepsOf(other).front());
        const auto refused = calibrate(mixed, kAll);
        QVERIFY(!refused && refused.error().message.find("different machine") != std::string::npos);
    }

    /// What is found goes into the file, from which later fits start at the device's own values.
    void theFileKeepsIt() {
        const json file = measuredOn(0.6, 0.3);
        const auto made = calibrate(stepsOf(file), kAll);
        const Scenario after = withCalibration(readScenario(file.dump()).value(), *made);
        const auto again = readScenario(writeScenario(after));
        QVERIFY(again && *again == after);
        const auto setup = setUp(resolve(after, 1));
        const Hardware& hardware = setup->model->hardware;
        QCOMPARE(hardware.reached.gemm, made->numbers.gemm);
        QCOMPARE(hardware.calibratedRuns, 2);
        QVERIFY(hardware.calibratedError < 0.01 && hardware.expectedError() == 0.03);
        const auto next = calibrate(measuredSteps(after).value(), kAll);
        QVERIFY(next && next->start == made->start && next->numbers == made->numbers);
        const json printed = json::parse(calibrationJson(*made));
        QCOMPARE(printed.at("rows").size(), std::size_t(2));
        for (const char* key : {"title", "measured_ms", "predicted_ms", "error", "before", "peak_gib"})
            QVERIFY2(printed.at("rows")[0].contains(key), key);
    }
};

QTEST_APPLESS_MAIN(TestCalibration)

}  // namespace tst_calibration
#include "tst_calibration.moc"
