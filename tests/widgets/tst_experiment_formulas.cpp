// Formulas of an experiment, and the keys that they set.

#include "tests/widgets/experiment_desk.h"
#include "tests/widgets/reasons.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/study/form/formula_part.h"
#include "widgets/study/form/series_part.h"

#include <QMenu>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment_formulas {

class TestExperimentFormulas : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void formulasAreTyped() {
        ExperimentDesk desk;
        auto* formulas = desk.form.part<FormulaPart>();
        ExperimentDesk::type(formulas->row("microbatches")->formula, "4*D");
        QCOMPARE(desk.experiment.bindings[2].formula, std::string("4*D"));
        formulas->addMenu()->actions();
        for (QAction* action : formulas->addMenu()->actions())
            if (action->data().toString() == "chunks") {
                action->trigger();
                break;
            }
        QCOMPARE(desk.experiment.bindings[1].key, std::string("chunks"));
        QCOMPARE(desk.experiment.bindings[1].formula, std::string("2"));
        ExperimentDesk::pick(formulas->row("chunks")->keys, "recompute");
        QVERIFY(!formulas->row("chunks"));
        QCOMPARE(formulas->row("recompute")->formula->text(), QString("2"));
        QTest::mouseClick(formulas->row("recompute")->remove, Qt::LeftButton);
        QVERIFY(desk.experiment.bindings == [] {
            auto bindings = presetExperiment("weak-scaling").bindings;
            bindings[2].formula = "4*D";
            return bindings;
        }());
    }

    /// Every typed formula goes to the document, and what is wrong with it stands beneath.
    void aWrongFormulaIsMarked() {
        ExperimentDesk desk;
        auto* row = desk.form.part<FormulaPart>()->row("microbatches");
        ExperimentDesk::type(row->formula, "2*Devs");
        QCOMPARE(desk.experiment.bindings[2].formula, std::string("2*Devs"));
        QVERIFY(isMarked(row->formula));
        QVERIFY2(row->reason->text().startsWith("column 3: unknown name"), qPrintable(row->reason->text()));
        QVERIFY(desk.topError().isEmpty());
        ExperimentDesk::type(row->formula, "2*D");
        QVERIFY(!isMarked(row->formula));
        QVERIFY(row->reason->text().isEmpty());
        ExperimentDesk::type(row->formula, "2.5*D");
        QVERIFY(!isMarked(row->formula));  // whole at every D of the axis
        ExperimentDesk::type(row->formula, "D/4");
        QVERIFY2(row->reason->text().contains("must be a whole number"), qPrintable(row->reason->text()));
    }

    void whatDeterminesAKeyStandsInItsPlace() {
        ExperimentDesk desk("recompute");  // x: r, panels: T_C, figures: D; formulas for MBS, T_F, T_B
        WorkloadPanel* panel = desk.form.workload();
        for (const char* key : {"devices", "microbatches", "forward", "backward", "comm", "recompute"}) {
            const ParamSlider* row = panel->param(key);
            QVERIFY2(row->isDetermined() && row->slider()->isHidden() && row->field()->isHidden(), key);
        }
        for (const char* key : {"imbalance", "weight_fraction"}) {
            const ParamSlider* row = panel->param(key);
            QVERIFY2(!row->isDetermined() && row->slider()->isVisible() && row->field()->isVisible(), key);
        }
        const auto says = [&](const char* key) {
            QStringList texts;
            for (const QLabel* label : panel->param(key)->findChildren<QLabel*>())
                if (label->isVisible()) texts += label->text();
            return texts.join('|');
        };
        QVERIFY(says("recompute").contains("x axis: 0..1 step 0.2"));
        QVERIFY(says("comm").contains("panels: 0, 4, 16"));
        QVERIFY(says("forward").contains("= 400/D"));
        ExperimentDesk::pick(desk.figures()->variable(), "");
        QVERIFY(panel->param("devices")->slider()->isVisible());
    }

    void anAbsoluteWeightByFormulaHidesItsShare() {
        ExperimentDesk desk;
        Experiment experiment = desk.experiment;
        experiment.bindings.push_back({"weight", "T_B/3"});
        desk.show(experiment);
        const WorkloadPanel* panel = desk.form.workload();
        QVERIFY(panel->param("weight")->isVisible() && panel->param("weight")->isDetermined());
        QVERIFY(panel->param("weight_fraction")->isHidden());
    }

    void theLockLeavesAFormulasKeyAlone() {
        ExperimentDesk desk("recompute");
        ExperimentDesk::pick(desk.figures()->variable(), "");  // D is the base's now, MBS a formula's
        ParamSlider* devices = desk.form.workload()->param("devices");
        const int microbatches = desk.experiment.workload.microbatches;
        QTest::keyClick(devices->slider(), Qt::Key_PageUp);
        QCOMPARE(desk.experiment.workload.devices, 8);
        QCOMPARE(desk.experiment.workload.microbatches, microbatches);
    }

    /// A key with a formula would lose it.
    void aCurvePerValueKeepsTheFormulas() {
        ExperimentDesk desk("comm-sensitivity");
        const auto bindings = desk.experiment.bindings;
        QVERIFY(!bindings.empty());
        auto* kind = desk.form.part<SeriesPart>()->findChild<SegmentedControl*>();
        emit kind->chosenByUser(1);
        QVERIFY(desk.experiment.series.index() == 1);
        QVERIFY(desk.experiment.bindings == bindings);
    }
};

QTEST_MAIN(TestExperimentFormulas)

}  // namespace tst_experiment_formulas
#include "tst_experiment_formulas.moc"
