// Edits of steps of a model by forms: values of one step and of all, meshes that fill the devices, other numbers of
// devices, and a model instead of typed times.

#include "engine/entries/model_edits.h"

#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/study/study_axes.h"

#include <QTest>

#include <algorithm>

using namespace bubblescope;

namespace tst_model_edits {

namespace {

constexpr char kThree[] = R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"},
 "model": {"preset": "llama-3-70b", "recompute": "full"}, "cluster": {"device": {"preset": "h100"}},
 "mesh": {"fsdp": 64},
 "schedules": [
  {"step": "fsdp"},
  {"step": "mesh", "mesh": {"fsdp": 8, "tp": 8}, "label": "FSDP 8 x TP 8, mine", "model": {"recompute": "flash"}},
  {"step": "mesh", "mesh": {"fsdp": 1, "pp": 8, "tp": 8}, "schedule": "1f1b", "label": "a pipeline"},
  {"kind": "gpipe"},
  {"step": "ddp", "times": {"layers": 2, "forward": 1, "backward": 2, "all_reduce": 1, "optimizer": 1}}]})";

Scenario read(const char* text) {
    const auto scenario = readScenario(text);
    if (!scenario) qFatal("%s", scenario.error().text().c_str());
    return *scenario;
}

std::string textAt(const Scenario& scenario, std::size_t step, const char* path) {
    const auto value = trainingValue(scenario, step, path);
    return value ? std::get<std::string>(value->held) : std::string();
}

const AxisChoice& choiceOf(const std::vector<AxisChoice>& choices, int size) {
    return *std::find_if(choices.begin(), choices.end(), [&](const AxisChoice& one) { return one.size == size; });
}

}  // namespace

class TestModelEdits : public QObject {
    Q_OBJECT

private slots:
    void knowsWhatIsOfAModel() {
        QCOMPARE(modelStepsOf(read(kThree)), (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(devicesOf(read(kThree)), 64);
        QCOMPARE(meshText(meshOf(read(kThree), 0)), std::string("FSDP 64"));
        QCOMPARE(meshText(meshOf(read(kThree), 1)), std::string("FSDP 8 x TP 8"));
        QCOMPARE(meshText(meshOf(read(kThree), 2)), std::string("PP 8 x TP 8"));
        QCOMPARE(meshText(Mesh()), std::string("1 device"));
    }

    /// What a step says for itself is changed there, all else for all.
    void ownValuesStayOwn() {
        Scenario scenario = read(kThree);
        QCOMPARE(textAt(scenario, 0, "model.recompute"), std::string("full"));
        QCOMPARE(textAt(scenario, 1, "model.recompute"), std::string("none"));
        scenario = withTrainingValue(scenario, 1, "model.recompute", ParameterValue{std::string("ops")});
        QCOMPARE(textAt(scenario, 1, "model.recompute"), std::string("ops"));
        QCOMPARE(textAt(scenario, 2, "model.recompute"), std::string("full"));
        scenario = withTrainingValue(scenario, 1, "cluster.device.preset", ParameterValue{std::string("h200")});
        for (const std::size_t step : {0, 1, 2})
            QCOMPARE(textAt(scenario, step, "cluster.device.preset"), std::string("h200"));
        scenario = withTrainingValue(scenario, 0, "model.global_batch", ParameterValue{128});
        QCOMPARE(trainingValue(scenario, 2, "model.global_batch"), std::optional(ParameterValue{128}));
        scenario = withTrainingValue(scenario, 0, "model.global_batch", std::nullopt);
        QVERIFY(!trainingValue(scenario, 2, "model.global_batch"));
        scenario = withTrainingValue(scenario, 0, "cluster.device.preset", std::nullopt);
        QVERIFY(!trainingValue(scenario, 2, "cluster.device.preset"));
        scenario = withTrainingValue(scenario, 1, "model.recompute", std::nullopt);
        QCOMPARE(textAt(scenario, 1, "model.recompute"), std::string("full"));
    }

    /// What one axis takes, fsdp and dp give; what does not divide says why.
    void axesFillTheDevices() {
        const Scenario scenario = read(kThree);
        const auto choices = axisChoices(scenario, 1, MeshAxis::Tp);
        for (const AxisChoice& one : choices) {
            QCOMPARE(one.mesh[MeshAxis::Tp], one.size);
            if (!one.why.empty()) continue;
            QCOMPARE(one.mesh.ranks(), 64LL);
            const Scenario after = withMesh(scenario, 1, one.mesh);
            QCOMPARE(meshOf(after, 1), one.mesh);
            QVERIFY(run(after, 1).has_value());
        }
        QCOMPARE(meshText(choiceOf(choices, 4).mesh), std::string("FSDP 16 x TP 4"));
        QVERIFY(choiceOf(choices, 4).why.empty());
        const Scenario small =
            withTrainingValue(scenario, 1, "model.preset", ParameterValue{std::string("llama-3.2-3b")});
        const std::string why = choiceOf(axisChoices(small, 1, MeshAxis::Tp), 16).why;
        QVERIFY2(why.find("24 heads") != why.npos, why.c_str());
        const auto stages = axisChoices(scenario, 2, MeshAxis::Pp);
        QCOMPARE(meshText(choiceOf(stages, 4).mesh), std::string("PP 4 x FSDP 2 x TP 8"));
        QCOMPARE(choiceOf(stages, 16).why, std::string("TP 8 x PP 16 does not divide 64 devices"));
    }

    /// Numbers of a model that a step has for itself stay with it where nobody shares one.
    void modelsOfOneStepStayIts() {
        const Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 1,
            "workload": {"time_unit": "ms"}, "schedules": [
            {"step": "ddp", "times": {"layers": 2, "forward": 1, "backward": 2, "all_reduce": 1, "optimizer": 1}},
            {"step": "fsdp", "model": {"preset": "gpt2"}}]})");
        const Scenario edited = withTrainingValue(scenario, 1, "model.microbatch", ParameterValue{4});
        const Scenario varied = atValue(scenario, "model.sequence", 512, true);
        for (const Scenario* after : {&edited, &varied}) {
            QVERIFY(checkScenario(*after));
            QVERIFY(after->training.model.empty());
            QCOMPARE(after->schedules[0], scenario.schedules[0]);
            QVERIFY(run(*after, 1).has_value());
        }
        QCOMPARE(presentValue(varied, "model.sequence"), std::optional(512.0));
        QCOMPARE(presentValue(edited, "model.microbatch"), std::optional(4.0));
    }

    /// FSDP with tp is a mesh; ZeRO-2 has no such name, and says what it takes.
    void kindsBecomeMeshes() {
        Scenario scenario = read(kThree);
        Mesh mesh;
        mesh[MeshAxis::Fsdp] = 16, mesh[MeshAxis::Tp] = 4;
        const Scenario after = withMesh(scenario, 0, mesh);
        QCOMPARE(after.schedules[0].kind, std::string("mesh"));
        QCOMPARE(after.schedules[0].label, std::optional<std::string>("FSDP 16 x TP 4"));
        QVERIFY(run(after, 0).has_value());
        scenario.schedules[0].kind = "zero-2";
        const auto choices = axisChoices(scenario, 0, MeshAxis::Tp);
        QVERIFY(!choiceOf(choices, 4).why.empty() && choiceOf(choices, 1).why.empty());
        QCOMPARE(withMesh(scenario, 0, mesh).schedules[0].kind, std::string("zero-2"));
    }

    void labelsFollowTheirMesh() {
        const Scenario scenario = read(kThree);
        Mesh mesh;
        mesh[MeshAxis::Fsdp] = 16, mesh[MeshAxis::Tp] = 4;
        QCOMPARE(withMesh(scenario, 1, mesh).schedules[1].label, std::optional<std::string>("FSDP 16 x TP 4, mine"));
        QCOMPARE(withMesh(scenario, 2, mesh).schedules[2].label, std::optional<std::string>("a pipeline"));
        QVERIFY(!withMesh(scenario, 0, meshOf(scenario, 0)).schedules[0].label);
        QCOMPARE(withMesh(scenario, 1, meshOf(scenario, 1)), scenario);
    }

    void stepsMoveToOtherDevices() {
        for (const int devices : {128, 32, 512, 8}) {
            const Scenario after = withDeviceCount(read(kThree), 64, devices);
            QCOMPARE(devicesOf(after), devices);
            for (const std::size_t step : {0, 1, 2}) QCOMPARE(meshOf(after, step).ranks(), (long long)(devices));
            QCOMPARE(after.schedules[0].values, read(kThree).schedules[0].values);  // it has that of all
        }
        const Scenario more = withDeviceCount(read(kThree), 64, 128);
        QCOMPARE(meshText(meshOf(more, 1)), std::string("FSDP 16 x TP 8"));
        QCOMPARE(more.schedules[1].label, std::optional<std::string>("FSDP 16 x TP 8, mine"));
        QCOMPARE(meshText(meshOf(more, 2)), std::string("PP 16 x TP 8"));
        QCOMPARE(withDeviceCount(more, 128, 64), read(kThree));
    }

    /// Every step of the gallery that a model can make is of one, and runs.
    void typedTimesGiveWayToAModel() {
        Scenario scenario = read(kThree);
        scenario.training = {};
        scenario.schedules = {scenario.schedules[3], scenario.schedules[4]};
        scenario.workload.timeUnit = "beats";
        const Scenario after = withModel(scenario);
        QVERIFY(checkScenario(after).has_value());
        QCOMPARE(after.workload.timeUnit, std::string("ms"));
        QCOMPARE(modelStepsOf(after), std::vector<std::size_t>{1});
        QCOMPARE(devicesOf(after), 8);
        QCOMPARE(after.schedules[0], scenario.schedules[0]);
        QVERIFY(run(after, 1).has_value());
        for (const ScheduleKind* kind : kindsOf(Family::Step)) {
            const ScheduleEntry made = asOfModel(after, entryOf(Family::Step, std::string(kind->id)));
            Scenario alone = after;
            alone.schedules = {made};
            if (!kind->parameter("model") || kind->id == "ep") continue;  // whose model has experts
            QVERIFY2(run(alone, 0).has_value(), std::string(kind->id).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestModelEdits)

}  // namespace tst_model_edits
#include "tst_model_edits.moc"
