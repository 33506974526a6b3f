// The form of a step of a model: its texts about model, cluster and mesh, and the edits that it requests.

#include "widgets/steps/model_form.h"

#include "engine/entries/model_edits.h"
#include "engine/study/calibration.h"
#include "tests/widgets/models.h"
#include "widgets/kit/chip_button.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/steps/mesh_picker.h"
#include "widgets/steps/step_form.h"

#include <QAbstractButton>
#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_model_form {

namespace {

/// A form that is shown what it asks for.
struct Desk {
    explicit Desk(Scenario first, std::size_t at = 0) : scenario(std::move(first)), step(at) {
        QObject::connect(&form, &ModelForm::edited, &form, [this](const ScenarioEdit& edit) {
            scenario = edit.after;
            what += edit.what;
            form.setStep(scenario, step);
        });
        form.setStep(scenario, step);
        form.resize(275, 640);
        form.show();
    }
    void pick(PickCombo* combo, const char* id) {
        const int at = combo->findData(QString::fromLatin1(id));
        QVERIFY2(at >= 0, id);
        combo->setCurrentIndex(at);
        emit combo->activated(at);
    }
    void type(NumberField* field, const char* text) {
        field->setText(QString::fromLatin1(text));
        emit field->typed(field->text());
    }

    NumberField* batch() const { return static_cast<NumberField*>(form.numbers()->control("global_batch")); }
    SegmentedControl* segments(const char* key) const {
        return static_cast<SegmentedControl*>(form.choices()->control(key));
    }

    Scenario scenario;
    std::size_t step;
    QStringList what;
    ModelForm form;
};

Scenario onSixtyFour() {
    return *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"},
 "model": {"preset": "llama-3-70b", "recompute": "full"}, "cluster": {"device": {"preset": "h100"}},
 "mesh": {"fsdp": 64},
 "schedules": [{"step": "fsdp"},
               {"step": "mesh", "mesh": {"fsdp": 8, "tp": 8}, "model": {"recompute": "flash"}}]})");
}

std::string textAt(const Scenario& scenario, std::size_t step, const char* path) {
    return std::get<std::string>(trainingValue(scenario, step, path)->held);
}

int numberAt(const Scenario& scenario, std::size_t step, const char* path) {
    return std::get<int>(trainingValue(scenario, step, path)->held);
}

}  // namespace

class TestModelForm : public QObject {
    Q_OBJECT

private slots:
    void tellsTheModel() {
        Desk desk(onSixtyFour());
        QCOMPARE(desk.form.model()->currentText(), "Llama 3 70B");
        QCOMPARE(desk.form.modelFacts(),
                 "80 layers · h 8192 · 64 heads, 8 KV heads\n70.55 B parameters · 481 GFLOP per token");
        QCOMPARE(desk.form.numbers()->slider("sequence")->value(), 8192.0);
        QCOMPARE(desk.form.numbers()->slider("microbatch")->value(), 1.0);
        QCOMPARE(desk.batch()->text(), "64");
        QCOMPARE(desk.segments("recompute")->chosen(), 3);
        QCOMPARE(desk.form.device()->currentText(), "H100, 80 GB");
        QCOMPARE(desk.form.nodes()->currentText(), "8 nodes × 8");
        const QString facts = "989 TFLOP/s peak, " + formatPercent(0.5) + " efficiency assumed · 74.51\u202fGiB (";
        QVERIFY2(desk.form.clusterFacts().startsWith(facts + formatBytes(80e9) + ")\n450 GB/s inside a node"),
                 qPrintable(desk.form.clusterFacts()));
        QCOMPARE(desk.segments("attention")->chosen(), 1);
        Desk second(onSixtyFour(), 1);
        QCOMPARE(second.segments("recompute")->chosen(), 0);
        QCOMPARE(second.segments("attention")->chosen(), 0);
    }

    void everyControlAsksForItsKey() {
        Desk desk(onSixtyFour(), 1);
        desk.pick(desk.form.model(), "llama-3-8b");
        QCOMPARE(textAt(desk.scenario, 0, "model.preset"), std::string("llama-3-8b"));
        QVERIFY(desk.form.modelFacts().startsWith("32 layers"));
        emit desk.form.numbers()->slider("sequence")->valueEdited(4096, 7);
        QCOMPARE(numberAt(desk.scenario, 1, "model.sequence"), 4096);
        emit desk.form.numbers()->slider("microbatch")->valueEdited(2, 8);
        QCOMPARE(numberAt(desk.scenario, 1, "model.microbatch"), 2);
        QCOMPARE(desk.batch()->text(), "16");
        desk.type(desk.batch(), "256");
        QCOMPARE(numberAt(desk.scenario, 1, "model.global_batch"), 256);
        desk.type(desk.batch(), "many");
        QVERIFY(isMarked(desk.batch()));
        desk.type(desk.batch(), "");
        QVERIFY(!trainingValue(desk.scenario, 1, "model.global_batch") && !isMarked(desk.batch()));
        QCOMPARE(desk.batch()->text(), "16");
        desk.segments("recompute")->button(2)->click();
        QCOMPARE(textAt(desk.scenario, 1, "model.recompute"), std::string("ops"));
        desk.segments("attention")->button(1)->click();
        QCOMPARE(textAt(desk.scenario, 1, "model.attention"), std::string("core"));
        QCOMPARE(textAt(desk.scenario, 0, "model.recompute"), std::string("full"));
        desk.pick(static_cast<PickCombo*>(desk.form.choices()->control("precision")), "fp32-shard");
        QCOMPARE(textAt(desk.scenario, 0, "model.precision"), std::string("fp32-shard"));
        desk.pick(desk.form.device(), "mi300x");
        QVERIFY2(desk.form.clusterFacts().startsWith("1307 TFLOP/s peak, " + formatPercent(0.5) +
                                                     " efficiency assumed · 191.7\u202fGiB ("),
                 qPrintable(desk.form.clusterFacts()));
        desk.pick(desk.form.nodes(), "128");
        QCOMPARE(devicesOf(desk.scenario), 128);
        QCOMPARE(desk.form.nodes()->currentText(), "16 nodes × 8");
        QCOMPARE(desk.what.size(), qsizetype(10));
    }

    void refusalsStandWhereTheyBelong() {
        Desk desk(onSixtyFour());
        desk.form.setRefusal("model.global_batch", "must be a multiple of 64");
        QCOMPARE(desk.form.reason(), "must be a multiple of 64");
        QVERIFY(isMarked(desk.batch()));
        desk.form.setRefusal("prefetch_forward", "must be less");
        QVERIFY(desk.form.reason().isEmpty() && !isMarked(desk.batch()));
        QVERIFY(desk.form.device()->toolTip().contains("38 to 43% in Llama Team 2024"));
    }

    /// Another device has its own start values, not what was fitted to runs of the one before.
    void runsAreOfTheirDevice() {
        const Scenario given = readScenario(R"({"format": "bubblescope-scenario", "version": 2,
            "model": {"preset": "llama-3-8b"}, "mesh": {"fsdp": 8}, "schedules": [{"step": "fsdp"}],
            "cluster": {"links": 0.3, "device": {"preset": "h100", "gemm": 0.5,
                        "calibrated": [{"title": "run", "measured_ms": 100, "predicted_ms": 102}]}}})")
                                   .value();
        Desk desk(given);
        QVERIFY2(desk.form.clusterFacts().contains("calibrated on 1 run, mean error 2.0%"),
                 qPrintable(desk.form.clusterFacts()));
        QVERIFY(!desk.form.measure()->isHidden());
        desk.pick(desk.form.device(), "b200");
        QVERIFY2(desk.form.clusterFacts().contains("start values, ±10%"), qPrintable(desk.form.clusterFacts()));
        for (const char* path : {"cluster.links", "cluster.device.gemm", "cluster.device.calibrated"})
            QVERIFY2(!trainingValue(desk.scenario, 0, path), path);
        // A step with a device of its own leaves the others what they have.
        const Scenario two = readScenario(R"({"format": "bubblescope-scenario", "version": 2,
            "model": {"preset": "llama-3-8b"}, "mesh": {"fsdp": 8},
            "schedules": [{"step": "fsdp"}, {"step": "fsdp", "cluster": {"device": {"preset": "h100"}}}],
            "cluster": {"device": {"preset": "h100", "gemm": 0.5,
                        "calibrated": [{"title": "run", "measured_ms": 100, "predicted_ms": 102}]}}})")
                                 .value();
        Desk own(two, 1);
        own.pick(own.form.device(), "a100");
        QVERIFY(machineOf(own.scenario, 0) == machineOf(two, 0));
        QVERIFY(machineOf(own.scenario, 1)->calibratedRuns == 0 && machineOf(own.scenario, 1)->reached.gemm == 0.75);
        QVERIFY(Desk(onSixtyFour()).form.measure()->isHidden());  // its times are FLOPs at one efficiency
    }

    /// Devices and links are told by their numbers, where the file does not name them.
    void devicesAreKnownByTheirNumbers() {
        Scenario scenario = onSixtyFour();
        scenario.training.cluster = {};
        Desk usual(scenario);
        QCOMPARE(usual.form.device()->currentText(), "H100, 80 GB");
        setNamed(scenario.training.cluster, "device",
                 {ParameterValue::Object{{"memory_gb", {64.0}}, {"peak_tflops", {500.0}}}});
        Desk own(scenario);
        QCOMPARE(own.form.device()->currentText(), "Custom");
        own.pick(own.form.device(), "b200");
        QCOMPARE(textAt(own.scenario, 0, "cluster.device.preset"), std::string("b200"));
        QVERIFY(own.form.clusterFacts().startsWith("2250 TFLOP/s") &&
                own.form.clusterFacts().contains(QStringLiteral("start values, ±10% · 178.")));
        QCOMPARE(own.what.size(), qsizetype(1));
    }

    void aModelOfOnesOwnIsToldAsOne() {
        Scenario scenario = onSixtyFour();
        scenario.training.model = {};
        for (const auto& [key, value] :
             {std::pair("layers", 12), std::pair("hidden", 768), std::pair("heads", 12), std::pair("mlp", 3072),
              std::pair("vocabulary", 50257), std::pair("sequence", 1024)})
            setNamed(scenario.training.model, key, {value});
        Desk desk(scenario);
        QCOMPARE(desk.form.model()->currentText(), "Custom model");
        QVERIFY2(desk.form.modelFacts().startsWith("12 layers · h 768 · 12 heads\n"),
                 qPrintable(desk.form.modelFacts()));
        desk.pick(desk.form.model(), "gpt2");
        QCOMPARE(desk.form.model()->findData(QString()), -1);
    }

    /// What one axis takes the axes of data give; sizes that do not work are dim and say why.
    void theMeshFillsTheCluster() {
        Desk desk(onSixtyFour(), 1);
        MeshPicker& mesh = *desk.form.mesh();
        QCOMPARE(mesh.axis(MeshAxis::Tp)->text(), "8");
        QVERIFY(mesh.note().startsWith("fills the cluster"));
        QVERIFY(mesh.axis(MeshAxis::Ep)->isHidden());
        QVERIFY(mesh.size(8)->isChecked());
        mesh.size(4)->click();
        QCOMPARE(meshText(meshOf(desk.scenario, 1)), std::string("FSDP 16 x TP 4"));
        QVERIFY(mesh.size(4)->isChecked() && !mesh.size(8)->isChecked());
        QCOMPARE(mesh.axis(MeshAxis::Fsdp)->text(), "16");
        mesh.axis(MeshAxis::Pp)->click();
        mesh.size(8)->click();
        QCOMPARE(meshText(meshOf(desk.scenario, 1)), std::string("PP 8 x FSDP 2 x TP 4"));
        QVERIFY(!mesh.size(32)->isEnabled());
        QVERIFY2(mesh.reason().contains("32, 64: TP 4 x PP 32 does not divide 64 devices"), qPrintable(mesh.reason()));
        QVERIFY(mesh.size(32)->toolTip().contains("does not divide"));
        Desk experts(onSixtyFour());
        experts.pick(experts.form.model(), "mixtral-8x7b");
        QVERIFY(!experts.form.mesh()->axis(MeshAxis::Ep)->isHidden());
        // Six axes have room in the form beside its scroll bar.
        setNamed(experts.scenario.schedules[0].values, "mesh",
                 {ParameterValue::Object{{"pp", {16}}, {"fsdp", {256}}, {"ep", {32}}}});
        experts.form.setStep(experts.scenario, 0);
        const int width = experts.form.mesh()->minimumSizeHint().width();
        QVERIFY2(width <= 262, qPrintable(QString::number(width)));
    }

    void theFormFollowsTheStep() {
        StepForm form;
        Scenario scenario = onSixtyFour();
        scenario.schedules.push_back(readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "ddp", "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}}
            ]})")
                                         ->schedules[0]);
        form.setScenario(scenario, 0);
        QVERIFY(!form.model()->isHidden() && !form.times()->isVisibleTo(&form));
        form.setScenario(scenario, 2);
        QVERIFY(form.model()->isHidden() && form.times()->isVisibleTo(&form));
        Scenario typed;
        typed.schedules = {scenario.schedules[2]};
        form.setScenario(typed, 0);
        QSignalSpy edits(&form, &StepForm::edited);
        form.useModel()->click();
        QCOMPARE(edits.size(), qsizetype(1));
        const Scenario after = edits[0][0].value<ScenarioEdit>().after;
        QCOMPARE(modelStepsOf(after), std::vector<std::size_t>{0});
        form.setScenario(after, 0);
        QVERIFY(!form.model()->isHidden());
    }
};

QTEST_MAIN(TestModelForm)

}  // namespace tst_model_form
#include "tst_model_form.moc"
