// How an experiment changes when an axis varies another parameter.

#include "widgets/study/form/axis_changes.h"

#include "tests/engine/experiment_files.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_axis_changes {

namespace {

std::string keysBound(const Experiment& experiment) {
    std::string keys;
    for (const Binding& binding : experiment.bindings) keys += binding.key + ' ';
    return keys;
}

}  // namespace

class TestAxisChanges : public QObject {
    Q_OBJECT

private slots:
    void aTakenKeyChangesPlaces() {
        const Experiment before = presetExperiment("comm-sensitivity");
        const Experiment after = varying(before, AxisRole::X, "devices");
        QVERIFY(after.x == *before.figures);
        QVERIFY(*after.figures == before.x);
        QVERIFY(after.panels == before.panels && after.bindings == before.bindings);
        QVERIFY(withSwapped(after, AxisRole::X, AxisRole::Figures) == before);
    }

    void aTakenKeyMovesToANewAxis() {
        Experiment before = presetExperiment("weak-scaling");
        QVERIFY(!before.panels);
        const Experiment after = varying(before, AxisRole::Panels, "comm");
        QVERIFY(after.panels == before.figures);
        QVERIFY(!after.figures);
    }

    void aNewKeyLosesItsFormula() {
        const Experiment after = varying(presetExperiment("weak-scaling"), AxisRole::Panels, "microbatches");
        QCOMPARE(keysBound(after), std::string("backward forward "));
        QCOMPARE(after.panels->values, (std::vector<double>{4, 8, 16, 32}));
    }

    /// Along MBS the work differs: what each takes is shown, unless something else was chosen.
    void microbatchesAlongXShowWhatEachTakes() {
        Experiment before = presetExperiment("weak-scaling");
        before.quantities = Experiment().quantities;
        QVERIFY(before.quantities == std::vector{Quantity::BubbleRatio});
        const Experiment after = varying(before, AxisRole::X, "microbatches");
        QVERIFY(after.quantities == std::vector{Quantity::TimePerMicrobatch});
        QVERIFY(varying(after, AxisRole::X, "recompute").quantities == before.quantities);
        QVERIFY(varying(before, AxisRole::Panels, "microbatches").quantities == before.quantities);
        Experiment chosen = before;
        chosen.quantities = {Quantity::TotalTime};
        QVERIFY(varying(chosen, AxisRole::X, "microbatches").quantities == chosen.quantities);
    }

    void aVariableGoesWithItsAxis() {
        const Experiment before = presetExperiment("comm-sensitivity");
        const Experiment after = withoutAxis(before, AxisRole::Panels);
        QVERIFY(!after.panels);
        QVERIFY(after.variables.empty());
        const auto ok = checkExperiment(after);
        QVERIFY(!ok);  // its formula is left for people to mend
        QCOMPARE(ok.error().field, std::string("bindings.microbatches"));
    }

    void aMapWithoutPanelsBecomesCurves() {
        Experiment map = presetExperiment("comm-sensitivity");
        map.view = View::WinnerMap;
        QVERIFY(withoutAxis(map, AxisRole::Panels).view == View::Curves);
        QVERIFY(withoutAxis(map, AxisRole::Figures).view == View::WinnerMap);
    }

    /// Every key on every axis of every kind of experiment leaves one that can be run.
    void whateverIsVariedIsValid_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"weak-scaling", "strong-scaling", "chunks", "imbalance", "recompute"})
            QTest::newRow(name) << name;
    }
    void whateverIsVariedIsValid() {
        QFETCH(QString, name);
        const Experiment before = presetExperiment(name.toStdString());
        for (const AxisRole role : {AxisRole::X, AxisRole::Panels, AxisRole::Figures}) {
            const auto isThere = axisOf(before, role) != nullptr;
            for (const WorkloadKey& key : numberKeys()) {
                const bool isElsewhere = before.x.variable == key.key;
                if (!isThere && isElsewhere) continue;
                const Experiment after = varying(before, role, std::string(key.key));
                QCOMPARE(axisOf(after, role)->variable, std::string(key.key));
                const auto ok = checkExperiment(after);
                QVERIFY2(ok.has_value(), ok ? "" : ok.error().text().c_str());
            }
            const Experiment own = varyingNewVariable(before, role);
            const auto ok = checkExperiment(own);
            QVERIFY2(ok.has_value(), ok ? "" : ok.error().text().c_str());
            QVERIFY(!isUsed(own, axisOf(own, role)->variable));
        }
    }

    void newNamesAreFree() {
        Experiment experiment = varyingNewVariable(presetExperiment("weak-scaling"), AxisRole::X);
        experiment = varyingNewVariable(experiment, AxisRole::Panels);
        experiment = varyingNewVariable(experiment, AxisRole::Figures);
        QCOMPARE(experiment.x.variable, std::string("k"));
        QCOMPARE(experiment.panels->variable, std::string("k2"));
        QCOMPARE(experiment.figures->variable, std::string("k3"));
        QVERIFY(checkExperiment(experiment).has_value());
    }

    void aSeriesAxisTakesTheSchedulesOwnValue() {
        Experiment experiment = presetExperiment("zb-split");
        auto& varied = std::get<VariedSchedule>(experiment.series);
        varied.schedule.kind = "hanayo";
        varied.schedule.own.chunks = 4;
        experiment = varying(experiment, AxisRole::Varied, "chunks");
        QVERIFY(!std::get<VariedSchedule>(experiment.series).schedule.own.chunks);
        QVERIFY(checkExperiment(experiment).has_value());
    }

    void renamingReachesFormulas() {
        Experiment experiment = presetExperiment("zb-split");
        experiment.bindings[2].formula = "R*D + 0*RR*R";
        QVERIFY(isUsed(experiment, "R"));
        QVERIFY(!isUsed(experiment, "S"));
        experiment = withRenamed(experiment, "R", "ratio");
        QCOMPARE(experiment.bindings[2].formula, std::string("ratio*D + 0*RR*ratio"));
        QCOMPARE(experiment.figures->variable, std::string("ratio"));
        QCOMPARE(experiment.variables[0].name, std::string("ratio"));  // sorted
        QCOMPARE(experiment.variables[0].title, std::string("MBS / D"));
    }

    void namesThatAreRefused() {
        const Experiment experiment = presetExperiment("zb-split");
        QVERIFY(refusalOfName(experiment, "R", "R").empty());
        QVERIFY(refusalOfName(experiment, "R", "ratio").empty());
        for (const char* name :
             {"", "1a", "a b", "D", "T_C", "x", "devices", "weight_fraction", "share", "sqrt", "mod"})
            QVERIFY2(!refusalOfName(experiment, "R", name).empty(), name);
    }
};

QTEST_APPLESS_MAIN(TestAxisChanges)

}  // namespace tst_axis_changes
#include "tst_axis_changes.moc"
