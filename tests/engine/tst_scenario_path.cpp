// Paths of the numbers that curves, experiments, walks and markers vary: what each kind says of its numbers.

#include "engine/study/scenario_path.h"

#include <QTest>

#include "engine/io/scenario_file.h"
#include "tests/engine/scenarios.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scenario_path {

namespace {

/// Pipelines, a scheme, steps with times of their own, and a step of a model.
Scenario everyKind() {
    Scenario scenario = foundingScenario();
    Scheme scheme;
    scheme.kind = "looped-pp";
    scenario.schedules = {entry("1f1b"), entry("hanayo", 4), entryOf(scheme)};
    return scenario;
}

Scenario steps() {
    const auto read = readScenario(R"({"format": "bubblescope-scenario", "version": 2, "schedules": [
        {"step": "ddp", "ranks": 4, "slowdown": [1, 1, 1.5, 1], "times": {"layers": 4, "forward": 10, "backward": 20,
         "all_reduce": 30, "optimizer": 5}}]})");
    return read ? *read : Scenario();
}

Scenario ofModel() {
    const auto read = readScenario(R"({"format": "bubblescope-scenario", "version": 2,
        "model": {"preset": "llama-3-8b", "global_batch": 64}, "cluster": {"device": {"preset": "h100"},
        "inter": {"preset": "infiniband-ndr"}, "intra": {"preset": "nvlink-4"}, "node_size": 8},
        "mesh": {"fsdp": 8}, "schedules": [{"step": "mesh"}]})");
    return read ? *read : Scenario();
}

struct Case {
    const char* text;
    const PathKind* kind;
    const char *symbol, *title, *name;
    bool isWhole, isLogarithmic, isTime, isOfSteps;
};

// The words are those of docs/model.md and docs/steps.md.
const Case kCases[] = {
    {"devices", &kWorkloadPath, "D", "devices", "D", true, true, false, false},
    {"comm", &kWorkloadPath, "T_C", "communication", "T_C", false, false, true, false},
    {"recompute", &kWorkloadPath, "r", "recompute ratio", "r", false, false, false, false},
    {"schedules[2].group_size", &kSchedulePath, "", "group_size", "group_size", true, false, false, false},
    {"schedules[0].comm", &kSchedulePath, "", "comm", "comm", false, false, false, false},
    {"schedules[2].fetch", &kSchedulePath, "", "fetch", "fetch", false, false, false, false},
    {"ranks", &kRanksPath, "n", "ranks", "ranks", true, false, false, true},
    {"slowdown[2]", &kSlowdownPath, "", "slowdown of rank 2", "slowdown of rank 2", false, false, false, true},
    {"mesh.devices", &kDevicesPath, "", "devices", "devices", true, true, false, true},
    {"model.sequence", &kTrainingPath, "s", "sequence length", "model.sequence", true, true, false, true},
    {"mesh.tp", &kTrainingPath, "", "mesh.tp", "mesh.tp", true, true, false, true},
    {"head[1]", &kPartPath, "", "head backward", "head backward", false, false, false, false},
    {"forward[3]", &kPartPath, "", "T_F of device 3", "T_F of device 3", false, false, false, false},
    {"comm.node_size", &kPartPath, "", "devices per node", "devices per node", true, false, false, false},
};

}  // namespace

class TestScenarioPath : public QObject {
    Q_OBJECT

private slots:
    void kindsAreTold() {
        for (const Case& is : kCases) {
            const ScenarioPath path(is.text);
            QVERIFY2(path.kind == is.kind, is.text);
            QCOMPARE(path.symbol(), std::string(is.symbol));
            QCOMPARE(path.title(), std::string(is.title));
            QCOMPARE(path.name(), std::string(is.name));
            QVERIFY2(path.isWhole() == is.isWhole && path.isLogarithmic() == is.isLogarithmic, is.text);
            QVERIFY2(path.isTime() == is.isTime && path.isOfSteps() == is.isOfSteps, is.text);
            QVERIFY(path == is.text && path == ScenarioPath(is.text) && !(path == ScenarioPath("other")));
        }
        const ScenarioPath time = pathOfStepTime("all_reduce"), layers = pathOfStepTime("layers");
        QVERIFY(time.isTime() && !time.isWhole() && !layers.isTime() && layers.isWhole());
        QCOMPARE(time.text, std::string("times.all_reduce"));
    }

    void whatIsNoPathHasNoKind() {
        for (const char* text : {"", "device", "schedules[x].comm", "schedules[1]comm", "slowdown[-1]", "slowdown[1",
                                 "comm[0]", "comm.outside", "forward[x]", "head.forward", "model", "model.preset",
                                 "mesh.devices.tp", "cluster.device.name"}) {
            const ScenarioPath path(text);
            QVERIFY2(!path.kind, text);
            QVERIFY(!path.isWhole() && !path.isTime() && path.title() == text);
        }
    }

    /// What is set is what is read, within the range of the axis.
    void whatIsSetIsRead_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text :
             {"devices", "comm", "microbatches", "schedules[1].chunks", "schedules[2].group_size", "times.all_reduce",
              "times.layers", "ranks", "slowdown[2]", "mesh.devices", "model.sequence", "cluster.inter.bandwidth_gbs"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatIsSetIsRead() {
        QFETCH(QByteArray, text);
        const ScenarioPath path(text.toStdString());
        const bool isOfModel = path.kind == &kTrainingPath || path.kind == &kDevicesPath;
        const Scenario scenario = isOfModel ? ofModel() : path.isOfSteps() ? steps() : everyKind();
        const auto now = presentValue(scenario, path);
        QVERIFY(now && *now > 0);
        const double x = 2 * *now;
        const Scenario changed = atValue(scenario, path, x, true);
        QCOMPARE(presentValue(changed, path), std::optional(x));
        QVERIFY(checkScenario(changed).has_value());
        if (!path.kind->range) return;
        const AxisRange range = axisRange(scenario, path);
        QVERIFY(range.from <= *now && range.to >= *now && range.from < range.to);
    }

    /// In an experiment, the entry is alone, and halves of a time follow it.
    void experimentsVaryAnEntryAlone() {
        Scenario alone = everyKind();
        alone.schedules = {alone.schedules[2]};
        const ScenarioPath number = pathOfSchedule(2, "group_size");
        number.kind->vary(alone, number, 2);
        QCOMPARE(numberOf(schemeOf(alone.schedules[0]), "group_size"), 2);
        for (const char* text : {"ranks", "slowdown[2]", "mesh.devices"}) QVERIFY(!ScenarioPath(text).kind->vary);
        Scenario step = steps();
        const ScenarioPath time = bound("times.all_reduce", step);
        time.kind->vary(step, time, 44);
        QCOMPARE(presentValue(step, time), std::optional(44.0));
        Workload workload;
        QVERIFY(setPart(workload, "head[1]", 7).has_value() && workload.head.backward == 7);
        QCOMPARE(setPart(workload, "head[2]", 7).error().message,
                 std::string("head has only head[0] (forward) and head[1] (backward)"));
    }
};

QTEST_APPLESS_MAIN(TestScenarioPath)

}  // namespace tst_scenario_path
#include "tst_scenario_path.moc"
