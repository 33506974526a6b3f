// The axes of an experiment: what varies, and over which values.

#include "engine/study/experiment_plan.h"
#include "tests/widgets/experiment_desk.h"
#include "tests/widgets/reasons.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/study/form/formula_part.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment_axes {

class TestExperimentAxes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    /// As when undo is clicked in the toolbar before the pause is over.
    void anAxisMayGoWhileItIsTypedIn() {
        ExperimentDesk desk("comm-sensitivity");
        QVERIFY(desk.experiment.panels && QTest::qWaitForWindowActive(&desk.form));
        Experiment without = desk.experiment;
        without.panels.reset();
        for (TextEdit* field :
             {static_cast<TextEdit*>(desk.panels()->values()), desk.panels()->name(), desk.panels()->title()}) {
            const Experiment before = desk.experiment;
            field->setFocus();
            QTest::keyClicks(field, "1");
            desk.show(without);
            QVERIFY(!field->hasFocus());
            QVERIFY(desk.experiment == without);
            desk.show(before);
        }
    }

    void valuesAreTyped() {
        ExperimentDesk desk;
        ExperimentDesk::type(desk.x()->values(), "4..16 step 4, 32");
        QCOMPARE(desk.experiment.x.values, (Values{4, 8, 12, 16, 32}));
        QCOMPARE(desk.x()->values()->text(), QString("4..16 step 4, 32"));  // as it was typed
        ExperimentDesk::type(desk.figures()->values(), "0,5; 1,5");
        QCOMPARE(desk.experiment.figures->values, (Values{0.5, 1.5}));
        QCOMPARE(desk.edits.size(), std::size_t(2));
        QCOMPARE(desk.edits[0].what, QString("Change x axis"));
    }

    void typingIsAppliedAfterAPause() {
        ExperimentDesk desk;
        FormulaEdit* values = desk.x()->values();
        values->setFocus();
        values->selectAll();
        QTest::keyClicks(values, "2, 4");
        QCOMPARE(desk.edits.size(), std::size_t(0));
        QTRY_COMPARE(desk.experiment.x.values, (Values{2, 4}));
        QTest::keyClicks(values, ", 6, ");
        QTRY_COMPARE(desk.experiment.x.values, (Values{2, 4, 6}));
        QCOMPARE(values->text(), QString("2, 4, 6, "));
        QCOMPARE(values->textCursor().position(), 9);
        QTest::keyClick(values, Qt::Key_Return);
        QVERIFY(desk.edits[0].gesture > 0);  // one visit is one step
        for (const ExperimentEdit& edit : desk.edits) QCOMPARE(edit.gesture, desk.edits[0].gesture);
        QTest::keyClicks(values, "8");
        QTest::keyClick(values, Qt::Key_Return);
        QVERIFY(desk.edits.back().gesture != desk.edits[0].gesture);
    }

    void typedTextSurvivesBeingShown() {
        ExperimentDesk desk;
        FormulaEdit* values = desk.x()->values();
        values->setFocus();
        values->selectAll();
        QTest::keyClicks(values, "2, 4, 8, 1");
        Experiment other = desk.experiment;
        other.workload.comm = 7.0;  // say, an undo of something else
        desk.show(other);
        QCOMPARE(values->text(), QString("2, 4, 8, 1"));
        QCOMPARE(values->textCursor().position(), 10);
        QTest::keyClicks(values, "6");
        QTest::keyClick(values, Qt::Key_Return);
        QCOMPARE(desk.experiment.x.values, (Values{2, 4, 8, 16}));
        QVERIFY(desk.experiment.workload.comm == Comm(7.0));
        other.x.values = {3, 5};  // another content replaces it
        desk.show(other);
        QCOMPARE(values->text(), QString("3, 5"));
    }

    void escapeGoesBack() {
        ExperimentDesk desk;
        FormulaEdit* values = desk.x()->values();
        ExperimentDesk::type(values, "2, 4,, 8");
        QVERIFY(isMarked(values));
        QTest::keyClick(values, Qt::Key_Escape);
        QCOMPARE(values->text(), QString("2, 4, 8, 16, 32"));
        QVERIFY(!isMarked(values));
        QCOMPARE(desk.edits.size(), std::size_t(0));
    }

    void aListThatIsNoneIsRefusedInPlace() {
        ExperimentDesk desk;
        ExperimentDesk::type(desk.x()->values(), "2, 4, x");
        QVERIFY(isMarked(desk.x()->values()));
        QVERIFY(reasonsOf(*desk.x()).contains("column 7: expected a number"));
        QCOMPARE(desk.edits.size(), std::size_t(0));
        ExperimentDesk::type(desk.x()->values(), "2, 4");
        QVERIFY(!isMarked(desk.x()->values()));
        QVERIFY(reasonsOf(*desk.x()).isEmpty());
    }

    void anAxisTakesAnotherVariable() {
        ExperimentDesk desk("comm-sensitivity");
        ExperimentDesk::pick(desk.x()->variable(), "devices");  // the figures' one: they change places
        QCOMPARE(desk.experiment.x.variable, std::string("devices"));
        QCOMPARE(desk.experiment.figures->variable, std::string("comm"));
        ExperimentDesk::pick(desk.figures()->variable(), "");
        QVERIFY(!desk.experiment.figures);
        QVERIFY(desk.figures()->values()->isHidden());
        QTest::mouseClick(desk.panels()->findChild<GlyphButton*>(), Qt::LeftButton);
        QCOMPARE(desk.experiment.x.variable, std::string("R"));
        QCOMPARE(desk.experiment.panels->variable, std::string("devices"));
        QVERIFY(checkExperiment(desk.experiment).has_value());
        QCOMPARE(desk.edits.size(), std::size_t(3));
    }

    /// Wheel and arrow keys in passing must not change what varies.
    void anAxisIsNotChangedInPassing() {
        ExperimentDesk desk;
        desk.x()->variable()->setFocus();
        QTest::keyClick(desk.x()->variable(), Qt::Key_PageDown);
        QTest::keyClick(desk.x()->variable(), Qt::Key_T);
        QWheelEvent wheel(QPointF(5, 5), desk.x()->variable()->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120),
                          Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(desk.x()->variable(), &wheel);
        QCOMPARE(desk.edits.size(), std::size_t(0));
    }

    void aNewVariable() {
        ExperimentDesk desk;
        ExperimentDesk::pick(desk.panels()->variable(), "+");
        QCOMPARE(desk.experiment.panels->variable, std::string("k"));
        QVERIFY(desk.panels()->name()->isVisibleTo(&desk.form));
        ExperimentDesk::type(desk.panels()->name(), "ratio");
        ExperimentDesk::type(desk.panels()->title(), "MBS / D");
        QVERIFY(desk.experiment.variables == (std::vector<Variable>{{"ratio", "MBS / D"}}));
        ExperimentDesk::type(desk.form.part<FormulaPart>()->row("microbatches")->formula, "ratio*D");
        QVERIFY(planExperiment(desk.experiment).has_value());
        ExperimentDesk::type(desk.panels()->name(), "D");
        QVERIFY(isMarked(desk.panels()->name()));
        QCOMPARE(desk.experiment.panels->variable, std::string("ratio"));
    }

    void aHugeListStandsAsItsNumber() {
        ExperimentDesk desk;
        Experiment experiment = desk.experiment;
        experiment.x = {"comm", {}};
        experiment.figures.reset();
        for (int i = 0; i < 100'000; ++i) experiment.x.values.push_back(std::sqrt(i));
        desk.form.setExperiment(experiment);
        QVERIFY(desk.x()->values()->text().isEmpty());
        QVERIFY(desk.x()->values()->placeholderText().startsWith("100000 values"));
        QTest::keyClick(desk.x()->values(), Qt::Key_Return);
        QCOMPARE(desk.edits.size(), std::size_t(0));
    }
};

QTEST_MAIN(TestExperimentAxes)

}  // namespace tst_experiment_axes
#include "tst_experiment_axes.moc"
