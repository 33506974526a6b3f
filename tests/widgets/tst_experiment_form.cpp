#include "widgets/study/form/experiment_form.h"

#include "widgets/kit/entry_list.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text_edit.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/study/form/axis_editor.h"
#include "widgets/study/form/formula_part.h"
#include "widgets/study/form/formula_row.h"
#include "widgets/study/form/series_part.h"
#include "widgets/study/form/shown_part.h"
#include "widgets/study/form/title_part.h"
#include "widgets/study/form/workload_part.h"

#include "engine/study/experiment_plan.h"
#include "engine/study/value_list.h"
#include "tests/engine/experiment_files.h"
#include "tests/widgets/reasons.h"

#include <QMenu>
#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Values = std::vector<double>;

/// A form wired to itself as a document would: an edit is applied and shown, and what is wrong with it is said.
struct Desk {
    explicit Desk(const QString& name = "weak-scaling") : experiment(presetExperiment(name.toStdString())) {
        form.resize(290, 1600);
        form.show();
        form.setExperiment(experiment);
        QObject::connect(&form, &ExperimentForm::edited, &form, [this](const ExperimentEdit& edit) {
            edits.push_back(edit);
            show(edit.after);
        });
    }
    void show(const Experiment& wanted) {
        experiment = wanted;
        form.setExperiment(experiment);
        const auto plan = planExperiment(experiment);
        form.setError(plan ? std::nullopt : std::optional(plan.error()));
    }
    AxisEditor* axis(int which) {
        QList<AxisEditor*> all = form.findChildren<AxisEditor*>();
        return all[which];
    }
    AxisEditor* x() { return axis(0); }
    AxisEditor* panels() { return axis(1); }
    AxisEditor* figures() { return axis(2); }
    static void pick(PickCombo* combo, const QString& id) {
        const int index = combo->findData(id);
        QVERIFY2(index >= 0, qPrintable(id));
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }
    static void type(QLineEdit* edit, const QString& text) {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    QString topError() const {
        for (const ReasonBalloon* balloon : form.findChildren<ReasonBalloon*>())
            if (&balloon->field() == &form) return balloon->text();
        return {};
    }

    Experiment experiment;
    std::vector<ExperimentEdit> edits;
    ExperimentForm form;
};

}  // namespace

class TestExperimentForm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    /// As when undo is clicked in the toolbar before the pause is over.
    void anAxisMayGoWhileItIsTypedIn() {
        Desk desk("comm-sensitivity");
        QVERIFY(desk.experiment.panels && QTest::qWaitForWindowActive(&desk.form));
        Experiment without = desk.experiment;
        without.panels.reset();
        for (LiveEdit* field : {desk.panels()->values(), desk.panels()->name(), desk.panels()->title()}) {
            const Experiment before = desk.experiment;
            field->setFocus();
            QTest::keyClicks(field, "1");
            desk.show(without);
            QVERIFY(!field->hasFocus());
            QVERIFY(desk.experiment == without);
            desk.show(before);
        }
    }

    void everyPresetIsShownAsItIs_data() {
        QTest::addColumn<QString>("name");
        const QStringList files =
            QDir(QStringLiteral(SOURCE_DIR "/presets/experiments")).entryList({"*.json"}, QDir::Files);
        QVERIFY(files.size() >= 15);
        for (const QString& file : files) QTest::newRow(qPrintable(file)) << QFileInfo(file).completeBaseName();
    }
    void everyPresetIsShownAsItIs() {
        QFETCH(QString, name);
        Desk desk(name);
        const Experiment& experiment = desk.experiment;
        const Experiment before = experiment;
        QCOMPARE(desk.form.part<TitlePart>()->title()->text().toStdString(), experiment.title);
        QCOMPARE(desk.form.part<TitlePart>()->note()->toPlainText().toStdString(), experiment.note);
        const std::pair<AxisEditor*, const Axis*> axes[] = {
            {desk.x(), &experiment.x},
            {desk.panels(), experiment.panels ? &*experiment.panels : nullptr},
            {desk.figures(), experiment.figures ? &*experiment.figures : nullptr}};
        for (const auto& [editor, axis] : axes) {
            QCOMPARE(editor->variable()->currentData().toString().toStdString(), axis ? axis->variable : "");
            QCOMPARE(editor->values()->isHidden(), axis == nullptr);
            if (axis) QCOMPARE(*parseValueList(editor->values()->text().toStdString()), axis->values);
        }
        const auto* formulas = desk.form.part<FormulaPart>();
        QCOMPARE(formulas->rows().size(), experiment.bindings.size());
        for (const Binding& binding : experiment.bindings)
            QCOMPARE(formulas->row(binding.key)->formula()->text().toStdString(), binding.formula);
        const auto* shown = desk.form.part<ShownPart>();
        for (std::size_t i = 0; i < quantitiesIn(kInExperiment).size(); ++i)
            QCOMPARE(shown->checks()[i]->isChecked(),
                     std::count(experiment.quantities.begin(), experiment.quantities.end(),
                                quantitiesIn(kInExperiment)[i]) == 1);
        QCOMPARE(shown->scale()->chosen(), experiment.scale == Scale::Linear ? 0 : 1);
        QCOMPARE(desk.form.part<SeriesPart>()->kind()->chosen(), static_cast<int>(experiment.series.index()));

        // Visiting every field changes nothing.
        for (QLineEdit* edit : desk.form.findChildren<QLineEdit*>()) {
            edit->setFocus();
            QTest::keyClick(edit, Qt::Key_Return);
        }
        desk.form.part<TitlePart>()->more()->click();
        desk.form.part<TitlePart>()->more()->setFocus();
        QCOMPARE(desk.edits.size(), std::size_t(0));
        // A change there and back is the same experiment again.
        Desk::type(desk.x()->values(), "1, 2");
        Desk::type(desk.x()->values(), QString::fromStdString(valueListText(before.x.values)));
        QVERIFY(desk.experiment == before);
        QVERIFY(desk.topError().isEmpty());
    }

    void valuesAreTyped() {
        Desk desk;
        Desk::type(desk.x()->values(), "4..16 step 4, 32");
        QCOMPARE(desk.experiment.x.values, (Values{4, 8, 12, 16, 32}));
        QCOMPARE(desk.x()->values()->text(), QString("4..16 step 4, 32"));  // as it was typed
        Desk::type(desk.figures()->values(), "0,5; 1,5");
        QCOMPARE(desk.experiment.figures->values, (Values{0.5, 1.5}));
        QCOMPARE(desk.edits.size(), std::size_t(2));
        QCOMPARE(desk.edits[0].what, QString("Change along x"));
    }

    void typingIsAppliedAfterAPause() {
        Desk desk;
        LiveEdit* values = desk.x()->values();
        values->setFocus();
        values->selectAll();
        QTest::keyClicks(values, "2, 4");
        QCOMPARE(desk.edits.size(), std::size_t(0));
        QTRY_COMPARE(desk.experiment.x.values, (Values{2, 4}));
        QTest::keyClicks(values, ", 6, ");
        QTRY_COMPARE(desk.experiment.x.values, (Values{2, 4, 6}));
        QCOMPARE(values->text(), QString("2, 4, 6, "));
        QCOMPARE(values->cursorPosition(), 9);
        QTest::keyClick(values, Qt::Key_Return);
        QVERIFY(desk.edits[0].gesture > 0);  // one visit is one step
        for (const ExperimentEdit& edit : desk.edits) QCOMPARE(edit.gesture, desk.edits[0].gesture);
        QTest::keyClicks(values, "8");
        QTest::keyClick(values, Qt::Key_Return);
        QVERIFY(desk.edits.back().gesture != desk.edits[0].gesture);
    }

    void typedTextSurvivesBeingShown() {
        Desk desk;
        LiveEdit* values = desk.x()->values();
        values->setFocus();
        values->selectAll();
        QTest::keyClicks(values, "2, 4, 8, 1");
        Experiment other = desk.experiment;
        other.workload.comm = 7.0;  // say, an undo of something else
        desk.show(other);
        QCOMPARE(values->text(), QString("2, 4, 8, 1"));
        QCOMPARE(values->cursorPosition(), 10);
        QTest::keyClicks(values, "6");
        QTest::keyClick(values, Qt::Key_Return);
        QCOMPARE(desk.experiment.x.values, (Values{2, 4, 8, 16}));
        QVERIFY(desk.experiment.workload.comm == Comm(7.0));
        other.x.values = {3, 5};  // another content replaces it
        desk.show(other);
        QCOMPARE(values->text(), QString("3, 5"));
    }

    void escapeGoesBack() {
        Desk desk;
        LiveEdit* values = desk.x()->values();
        Desk::type(values, "2, 4,, 8");
        QVERIFY(values->isMarked());
        QTest::keyClick(values, Qt::Key_Escape);
        QCOMPARE(values->text(), QString("2, 4, 8, 16, 32"));
        QVERIFY(!values->isMarked());
        QCOMPARE(desk.edits.size(), std::size_t(0));
    }

    void aListThatIsNoneIsRefusedInPlace() {
        Desk desk;
        Desk::type(desk.x()->values(), "2, 4, x");
        QVERIFY(desk.x()->values()->isMarked());
        QVERIFY(reasonsOf(*desk.x()).contains("column 7: here must stand a number"));
        QCOMPARE(desk.edits.size(), std::size_t(0));
        Desk::type(desk.x()->values(), "2, 4");
        QVERIFY(!desk.x()->values()->isMarked());
        QVERIFY(reasonsOf(*desk.x()).isEmpty());
    }

    void anAxisTakesAnotherVariable() {
        Desk desk("comm-sensitivity");
        Desk::pick(desk.x()->variable(), "devices");  // the figures' one: they change places
        QCOMPARE(desk.experiment.x.variable, std::string("devices"));
        QCOMPARE(desk.experiment.figures->variable, std::string("comm"));
        Desk::pick(desk.figures()->variable(), "");
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
        Desk desk;
        desk.x()->variable()->setFocus();
        QTest::keyClick(desk.x()->variable(), Qt::Key_PageDown);
        QTest::keyClick(desk.x()->variable(), Qt::Key_T);
        QWheelEvent wheel(QPointF(5, 5), desk.x()->variable()->mapToGlobal(QPointF(5, 5)), {}, QPoint(0, -120),
                          Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(desk.x()->variable(), &wheel);
        QCOMPARE(desk.edits.size(), std::size_t(0));
    }

    void aNewVariable() {
        Desk desk;
        Desk::pick(desk.panels()->variable(), "+");
        QCOMPARE(desk.experiment.panels->variable, std::string("k"));
        QVERIFY(desk.panels()->name()->isVisibleTo(&desk.form));
        Desk::type(desk.panels()->name(), "ratio");
        Desk::type(desk.panels()->title(), "MBS / D");
        QVERIFY(desk.experiment.variables == (std::vector<Variable>{{"ratio", "MBS / D"}}));
        Desk::type(desk.form.part<FormulaPart>()->row("microbatches")->formula(), "ratio*D");
        QVERIFY(planExperiment(desk.experiment).has_value());
        Desk::type(desk.panels()->name(), "D");
        QVERIFY(desk.panels()->name()->isMarked());
        QCOMPARE(desk.experiment.panels->variable, std::string("ratio"));
    }

    void measuresScaleAndView() {
        Desk desk("comm-sensitivity");
        const auto* shown = desk.form.part<ShownPart>();
        QTest::mouseClick(shown->checks()[6], Qt::LeftButton);
        QTest::mouseClick(shown->checks()[0], Qt::LeftButton);
        QVERIFY(desk.experiment.quantities ==
                (std::vector{Quantity::TotalTime, Quantity::BubbleRatio, Quantity::PeakActivations}));
        QTest::mouseClick(shown->checks()[2], Qt::LeftButton);
        QTest::mouseClick(shown->checks()[6], Qt::LeftButton);
        QVERIFY(desk.experiment.quantities == std::vector{Quantity::TotalTime});
        QTest::mouseClick(shown->checks()[0], Qt::LeftButton);  // the last one stays
        QVERIFY(shown->checks()[0]->isChecked());
        QVERIFY(desk.experiment.quantities == std::vector{Quantity::TotalTime});
        QTest::mouseClick(shown->scale()->button(1), Qt::LeftButton);
        QVERIFY(desk.experiment.scale == Scale::Log);
        QTest::mouseClick(shown->view()->button(1), Qt::LeftButton);
        QVERIFY(desk.experiment.view == View::WinnerMap);
        Desk::pick(desk.panels()->variable(), "");
        QVERIFY(desk.experiment.view == View::Curves);
        QVERIFY(!shown->view()->button(1)->isEnabled());
    }

    void formulasAreTyped() {
        Desk desk;
        auto* formulas = desk.form.part<FormulaPart>();
        Desk::type(formulas->row("microbatches")->formula(), "4*D");
        QCOMPARE(desk.experiment.bindings[2].formula, std::string("4*D"));
        formulas->addMenu()->actions();
        for (QAction* action : formulas->addMenu()->actions())
            if (action->data().toString() == "chunks") {
                action->trigger();
                break;
            }
        QCOMPARE(desk.experiment.bindings[1].key, std::string("chunks"));
        QCOMPARE(desk.experiment.bindings[1].formula, std::string("2"));
        Desk::pick(formulas->row("chunks")->keys(), "recompute");
        QVERIFY(!formulas->row("chunks"));
        QCOMPARE(formulas->row("recompute")->formula()->text(), QString("2"));
        QTest::mouseClick(formulas->row("recompute")->findChild<GlyphButton*>(), Qt::LeftButton);
        QVERIFY(desk.experiment.bindings == [] {
            auto bindings = presetExperiment("weak-scaling").bindings;
            bindings[2].formula = "4*D";
            return bindings;
        }());
    }

    /// Every typed formula goes to the document, and what is wrong with it stands beneath.
    void aWrongFormulaIsMarked() {
        Desk desk;
        auto* row = desk.form.part<FormulaPart>()->row("microbatches");
        Desk::type(row->formula(), "2*Devs");
        QCOMPARE(desk.experiment.bindings[2].formula, std::string("2*Devs"));
        QVERIFY(row->formula()->isMarked());
        QVERIFY2(row->error().startsWith("column 3: unknown name"), qPrintable(row->error()));
        QVERIFY(desk.topError().isEmpty());
        Desk::type(row->formula(), "2*D");
        QVERIFY(!row->formula()->isMarked());
        QVERIFY(row->error().isEmpty());
        Desk::type(row->formula(), "2.5*D");
        QVERIFY(!row->formula()->isMarked());  // whole at every D of the axis
        Desk::type(row->formula(), "D/4");
        QVERIFY2(row->error().contains("must be a whole number"), qPrintable(row->error()));
    }

    void errorsStandAtTheirFields() {
        Desk desk("comm-sensitivity");
        const auto say = [&](const char* field) { desk.form.setError(Error{"is wrong", field}); };
        say("x.values[2]");
        QVERIFY(desk.x()->values()->isMarked());
        say("panels.variable");
        QVERIFY(!desk.x()->values()->isMarked());
        QVERIFY(reasonsOf(*desk.panels()).contains("is wrong"));
        say("figures.values");
        QVERIFY(desk.figures()->values()->isMarked());
        say("variables.R");
        QVERIFY(desk.panels()->name()->isMarked());
        say("series[2].chunks");
        const auto* schedules = desk.form.part<SeriesPart>()->schedules();
        const auto* model = static_cast<EntryModel*>(schedules->view()->model());
        QCOMPARE(model->item(2).refusal, QString("is wrong"));
        say("metrics");
        QVERIFY(reasonsOf(*desk.form.part<ShownPart>()).contains("is wrong"));
        QVERIFY(model->item(2).refusal.isEmpty());
        say("workload.recompute");
        QCOMPARE(desk.form.part<WorkloadPart>()->panel()->param("recompute")->error(), QString("is wrong"));
        QVERIFY(desk.topError().isEmpty());
        for (const char* field : {"workload.recompute_keep", "workload.devices", "", "x"}) {
            say(field);
            QVERIFY2(desk.topError().contains("is wrong"), field);
        }
        say("workload.devices");
        QCOMPARE(desk.topError(), QString("Base workload, D devices: is wrong"));
        desk.form.setError(std::nullopt);
        QVERIFY(desk.topError().isEmpty());
    }

    /// What is wrong is said beside the form, while somebody is at the field.
    void anErrorMovesNoField() {
        Desk desk("comm-sensitivity");
        desk.form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk.form));
        const auto places = placesOfFields(desk.form);
        QVERIFY(places.size() > 20);
        for (const char* field : {"x.values[2]", "panels.variable", "variables.R", "series[2].chunks", "metrics",
                                  "workload.recompute", "bindings.forward", ""}) {
            desk.form.setError(
                Error{"is wrong, and to say why takes more than a line of this form, or even two", field});
            QTest::qWait(0);
            QVERIFY2(placesOfFields(desk.form) == places, field);
        }
        Desk::type(desk.x()->values(), "0, 2, four");
        QCoreApplication::processEvents();
        QVERIFY(placesOfFields(desk.form) == places);
        const auto isShown = [&] {
            for (const ReasonBalloon* balloon : desk.form.findChildren<ReasonBalloon*>())
                if (balloon->isVisible() && balloon->text().contains("must stand a number")) return true;
            return false;
        };
        QTRY_VERIFY(isShown());
        desk.panels()->values()->setFocus();
        QTRY_VERIFY(!isShown());
        QVERIFY(desk.x()->values()->isMarked());
    }

    void anErrorInAFoldedSectionStandsAtTheTop() {
        Desk desk;
        desk.form.setError(Error{"is wrong", "bindings.forward"});
        QVERIFY(desk.topError().isEmpty());
        Fold* fold = nullptr;
        for (Fold* each : desk.form.findChildren<Fold*>())
            if (each->heading()->text() == "Formulas") fold = each;
        QTest::mouseClick(fold->heading(), Qt::LeftButton);
        QVERIFY(!fold->isOpen());
        QVERIFY(desk.topError().contains("is wrong"));
        QTest::keyClick(fold->heading(), Qt::Key_Space);
        QVERIFY(desk.topError().isEmpty());
    }

    void schedulesAreAList() {
        Desk desk;
        auto* panel = desk.form.part<SeriesPart>()->schedules();
        QTest::mouseClick(panel->view()->viewport(), Qt::LeftButton, {}, panel->view()->checkRect(0).center());
        QCOMPARE(std::get<0>(desk.experiment.series).size(), std::size_t(5));
        QCOMPARE(panel->rows().size(), std::size_t(6));
        desk.form.forget();
        QCOMPARE(panel->rows().size(), std::size_t(5));
    }

    void thereAndBackKeepsTheSeries() {
        Desk desk;
        const Experiment before = desk.experiment;
        auto* series = desk.form.part<SeriesPart>();
        QTest::mouseClick(series->kind()->button(1), Qt::LeftButton);
        const auto& varied = std::get<VariedSchedule>(desk.experiment.series);
        QCOMPARE(varied.schedule.kind, std::string("gpipe"));
        QCOMPARE(varied.axis.variable, std::string("recompute"));  // axes have D and T_C, a formula MBS
        Desk::type(series->axis()->values(), "0.2, 0.5");
        QVERIFY(planExperiment(desk.experiment).has_value());
        QTest::mouseClick(series->kind()->button(0), Qt::LeftButton);
        QVERIFY(desk.experiment.series == before.series);
        QTest::mouseClick(series->kind()->button(1), Qt::LeftButton);
        QCOMPARE(std::get<VariedSchedule>(desk.experiment.series).axis.values, (Values{0.2, 0.5}));
        Desk::pick(series->schedule(), "hanayo");
        QTest::mouseClick(series->kind()->button(0), Qt::LeftButton);
        QCOMPARE(std::get<0>(desk.experiment.series).size(), std::size_t(1));
    }

    void oneScheduleVaried() {
        Desk desk("zb-split");
        auto* series = desk.form.part<SeriesPart>();
        QCOMPARE(series->schedule()->currentData().toString(), QString("zb-h1"));
        Desk::pick(series->schedule(), "1f1b");
        QCOMPARE(std::get<VariedSchedule>(desk.experiment.series).schedule.kind, std::string("1f1b"));
        Desk::type(series->axis()->values(), "2, 4");
        QCOMPARE(std::get<VariedSchedule>(desk.experiment.series).axis.values, (Values{2, 4}));
        desk.form.setError(Error{"is wrong", "series.values[0]"});
        QVERIFY(series->axis()->values()->isMarked());
    }

    void theBaseWorkloadIsMoved() {
        Desk desk;
        WorkloadPanel* panel = desk.form.part<WorkloadPart>()->panel();
        SlimSlider* slider = panel->param("recompute")->slider();
        QTest::keyClick(slider, Qt::Key_Up);
        QTest::keyClick(slider, Qt::Key_Up);
        QCOMPARE(desk.experiment.workload.recompute, 0.02);
        QVERIFY(desk.edits[0].gesture > 0);
        QCOMPARE(desk.edits[1].gesture, desk.edits[0].gesture);
    }

    void whatDeterminesAKeyStandsInItsPlace() {
        Desk desk("recompute");  // x: r, panels: T_C, figures: D; formulas for MBS, T_F, T_B
        WorkloadPanel* panel = desk.form.part<WorkloadPart>()->panel();
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
        Desk::pick(desk.figures()->variable(), "");
        QVERIFY(panel->param("devices")->slider()->isVisible());
    }

    void anAbsoluteWeightByFormulaHidesItsShare() {
        Desk desk;
        Experiment experiment = desk.experiment;
        experiment.bindings.push_back({"weight", "T_B/3"});
        desk.show(experiment);
        const WorkloadPanel* panel = desk.form.part<WorkloadPart>()->panel();
        QVERIFY(panel->param("weight")->isVisible() && panel->param("weight")->isDetermined());
        QVERIFY(panel->param("weight_fraction")->isHidden());
    }

    void theLockLeavesAFormulasKeyAlone() {
        Desk desk("recompute");
        Desk::pick(desk.figures()->variable(), "");  // D is the base's now, MBS a formula's
        ParamSlider* devices = desk.form.part<WorkloadPart>()->panel()->param("devices");
        const int microbatches = desk.experiment.workload.microbatches;
        QTest::keyClick(devices->slider(), Qt::Key_PageUp);
        QCOMPARE(desk.experiment.workload.devices, 8);
        QCOMPARE(desk.experiment.workload.microbatches, microbatches);
    }

    void titleAndNote() {
        Desk desk;
        auto* part = desk.form.part<TitlePart>();
        Desk::type(part->title(), "Mine");
        QCOMPARE(desk.experiment.title, std::string("Mine"));
        QVERIFY(part->note()->isHidden());
        QTest::mouseClick(part->more(), Qt::LeftButton);
        QVERIFY(part->note()->isVisible());
        part->note()->selectAll();
        QTest::keyClicks(part->note(), "what I saw");
        QTRY_COMPARE(desk.experiment.note, std::string("what I saw"));
    }

    void nothingIsWiderThanTheColumn_data() { everyPresetIsShownAsItIs_data(); }
    void nothingIsWiderThanTheColumn() {
        QFETCH(QString, name);
        Desk desk(name);
        desk.form.resize(desk.form.minimumWidth(), 400);  // with its scroll bar
        QCoreApplication::processEvents();
        QVERIFY2(desk.form.widget()->minimumSizeHint().width() <= desk.form.viewport()->width(),
                 qPrintable(QString::number(desk.form.widget()->minimumSizeHint().width())));
    }

    /// Tab goes down the column, also past rows that were added.
    void tabGoesDownTheColumn() {
        Desk desk("zb-split");
        for (QAction* action : desk.form.part<FormulaPart>()->addMenu()->actions())
            if (action->data().toString() == "chunks") {
                action->trigger();
                break;
            }
        int last = -1, stops = 0;
        for (QWidget* at = desk.form.part<TitlePart>()->title(); at != desk.form.part<TitlePart>()->title() || last < 0;
             at = at->nextInFocusChain()) {
            if (!at->isVisible() || !(at->focusPolicy() & Qt::TabFocus) || !desk.form.widget()->isAncestorOf(at))
                continue;
            const int y = at->mapTo(desk.form.widget(), at->rect().center()).y();
            QVERIFY2(y >= last - 20,
                     qPrintable(QStringLiteral("%1 at %2 after %3").arg(at->accessibleName()).arg(y).arg(last)));
            last = y;
            ++stops;
        }
        QVERIFY(stops > 30);
    }

    void aHugeListStandsAsItsNumber() {
        Desk desk;
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

    void chunksThatVarySayIt() {
        Desk desk("chunks");
        const auto* panel = desk.form.part<SeriesPart>()->schedules();
        const auto* model = static_cast<EntryModel*>(panel->view()->model());
        QCOMPARE(model->item(0).variant, QString("v varies"));
        Desk::pick(desk.x()->variable(), "recompute");
        QCOMPARE(model->item(0).variant, QString("v = 2"));
    }

    /// A slider that no curve would follow gives way to the reason.
    void chunksOfTheirOwnTakeTheSlidersPlace() {
        Desk desk("comm-sensitivity");
        ParamSlider* chunks = desk.form.part<WorkloadPart>()->panel()->param("chunks");
        QVERIFY(chunks->isDetermined());
        Experiment shared = desk.experiment;
        for (ScheduleEntry& entry : std::get<0>(shared.series))
            if (entry.kind == "interleaved-1f1b") entry.own.chunks.reset();
        desk.show(shared);
        QVERIFY(!chunks->isDetermined());
        shared.series = std::vector<ScheduleEntry>{{"gpipe", {}, {}}};
        desk.show(shared);
        QVERIFY(!chunks->isDetermined());
    }

    /// A key with a formula would lose it.
    void aCurvePerValueKeepsTheFormulas() {
        Desk desk("comm-sensitivity");
        const auto bindings = desk.experiment.bindings;
        QVERIFY(!bindings.empty());
        auto* kind = desk.form.part<SeriesPart>()->findChild<SegmentedControl*>();
        emit kind->chosenByUser(1);
        QVERIFY(desk.experiment.series.index() == 1);
        QVERIFY(desk.experiment.bindings == bindings);
    }

    void everythingHasAName() {
        Desk desk("zb-split");
        for (QWidget* widget : desk.form.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()) continue;
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
};

namespace tst_experiment_form {
QTEST_MAIN(TestExperimentForm)
}
#include "tst_experiment_form.moc"
