#include "engine/io/scenario_file.h"
#include "engine/study/experiment_plan.h"
#include "engine/study/scenario_link.h"
#include "engine/study/value_list.h"
#include "tests/widgets/experiment_desk.h"
#include "tests/widgets/reasons.h"
#include "widgets/kit/entry_list.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text_edit.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/study/form/axis_editor.h"
#include "widgets/study/form/formula_part.h"
#include "widgets/study/form/series_part.h"

#include <QMenu>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment_form {

namespace {

const SegmentedControl& segments(const ParameterForm& rows, const char* key) {
    return *qobject_cast<SegmentedControl*>(rows.control(key));
}

}  // namespace

class TestExperimentForm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    /// Times of steps can vary, and what steps do not have is not offered.
    void stepsHaveTimesAndMeasuresOfTheirOwn() {
        ExperimentDesk desk("weak-scaling");
        const auto* shown = desk.form.shown();
        const auto isOffered = [&](Quantity quantity) {
            return shown->control(std::string(infoOf(quantity).id)) != nullptr;
        };
        QVERIFY(isOffered(Quantity::PeakActivations) && !isOffered(Quantity::Overlap));
        const Scenario steps = *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "ddp", "buckets": "layer", "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30,
             "optimizer": 5}}]})");
        const Experiment experiment = experimentOn(steps);
        QCOMPARE(experiment.x.variable, std::string("times.all_reduce"));
        QCOMPARE(experiment.x.values.back(), 60.0);
        QVERIFY(planExperiment(experiment));
        desk.form.setExperiment(experiment);
        QVERIFY(isOffered(Quantity::TotalTime) && isOffered(Quantity::Overlap) && isOffered(Quantity::BubbleRatio));
        QVERIFY(!isOffered(Quantity::PeakActivations) && !isOffered(Quantity::TimePerMicrobatch));
        QCOMPARE(desk.x()->variable()->currentText(), QStringLiteral("T_c all-reduce"));
        QVERIFY(desk.x()->variable()->findData("times.backward") >= 0);
        QVERIFY(desk.x()->variable()->findData("comm") < 0);
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
        ExperimentDesk desk(name);
        const Experiment& experiment = desk.experiment;
        const Experiment before = experiment;
        QCOMPARE(desk.form.title()->text().toStdString(), experiment.title);
        QCOMPARE(desk.form.note()->toPlainText().toStdString(), experiment.note);
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
            QCOMPARE(formulas->row(binding.key)->formula->text().toStdString(), binding.formula);
        const auto* shown = desk.form.shown();
        for (const Quantity quantity : quantitiesIn(kInExperiment)) {
            const auto* check = qobject_cast<QAbstractButton*>(shown->control(std::string(infoOf(quantity).id)));
            QCOMPARE(check && check->isChecked(),
                     std::count(experiment.quantities.begin(), experiment.quantities.end(), quantity) == 1);
        }
        QCOMPARE(segments(*shown, "scale").chosen(), experiment.scale == Scale::Linear ? 0 : 1);
        QCOMPARE(desk.form.part<SeriesPart>()->kind()->chosen(), static_cast<int>(experiment.series.index()));

        // Visiting every field changes nothing.
        QWidgetList fields;
        for (QLineEdit* edit : desk.form.findChildren<QLineEdit*>()) fields << edit;
        for (TextEdit* edit : desk.form.findChildren<TextEdit*>())
            if (edit != desk.form.note()) fields << edit;
        for (QWidget* edit : fields) {
            edit->setFocus();
            QTest::keyClick(edit, Qt::Key_Return);
        }
        desk.form.more()->click();
        desk.form.more()->setFocus();
        QCOMPARE(desk.edits.size(), std::size_t(0));
        // A change there and back is the same experiment again.
        ExperimentDesk::type(desk.x()->values(), "1, 2");
        ExperimentDesk::type(desk.x()->values(), QString::fromStdString(valueListText(before.x.values)));
        QVERIFY(desk.experiment == before);
        QVERIFY(desk.topError().isEmpty());
    }

    void measuresScaleAndView() {
        ExperimentDesk desk("comm-sensitivity");
        const auto* shown = desk.form.shown();
        const auto check = [&](std::size_t at) {
            return qobject_cast<QAbstractButton*>(
                shown->control(std::string(infoOf(quantitiesIn(kInExperiment)[at]).id)));
        };
        QTest::mouseClick(check(6), Qt::LeftButton);
        QTest::mouseClick(check(0), Qt::LeftButton);
        QVERIFY(desk.experiment.quantities ==
                (std::vector{Quantity::TotalTime, Quantity::BubbleRatio, Quantity::PeakActivations}));
        QTest::mouseClick(check(2), Qt::LeftButton);
        QTest::mouseClick(check(6), Qt::LeftButton);
        QVERIFY(desk.experiment.quantities == std::vector{Quantity::TotalTime});
        QTest::mouseClick(check(0), Qt::LeftButton);  // the last one stays
        QVERIFY(check(0)->isChecked());
        QVERIFY(desk.experiment.quantities == std::vector{Quantity::TotalTime});
        QTest::mouseClick(segments(*shown, "scale").button(1), Qt::LeftButton);
        QVERIFY(desk.experiment.scale == Scale::Log);
        QTest::mouseClick(segments(*shown, "view").button(1), Qt::LeftButton);
        QVERIFY(desk.experiment.view == View::WinnerMap);
        ExperimentDesk::pick(desk.panels()->variable(), "");
        QVERIFY(desk.experiment.view == View::Curves);
        QVERIFY(!segments(*shown, "view").button(1)->isEnabled());
    }

    void errorsStandAtTheirFields() {
        ExperimentDesk desk("comm-sensitivity");
        const auto say = [&](const char* field) { desk.form.setError(Error{"is wrong", field}); };
        say("x.values[2]");
        QVERIFY(isMarked(desk.x()->values()));
        say("panels.variable");
        QVERIFY(!isMarked(desk.x()->values()));
        QVERIFY(reasonsOf(*desk.panels()).contains("is wrong"));
        say("figures.values");
        QVERIFY(isMarked(desk.figures()->values()));
        say("variables.R");
        QVERIFY(isMarked(desk.panels()->name()));
        say("series[2].chunks");
        const auto* schedules = desk.form.part<SeriesPart>()->schedules();
        const auto* model = static_cast<EntryModel*>(schedules->view()->model());
        QCOMPARE(model->item(2).refusal, QString("is wrong"));
        say("metrics");
        QVERIFY(reasonsOf(*desk.form.shown()).contains("is wrong"));
        QVERIFY(model->item(2).refusal.isEmpty());
        say("workload.recompute");
        QCOMPARE(desk.form.workload()->param("recompute")->error(), QString("is wrong"));
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
        ExperimentDesk desk("comm-sensitivity");
        desk.form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&desk.form));
        QTest::qWait(0);
        const auto places = placesOfFields(desk.form);
        QVERIFY(places.size() > 20);
        for (const char* field : {"x.values[2]", "panels.variable", "variables.R", "series[2].chunks", "metrics",
                                  "workload.recompute", "bindings.forward", ""}) {
            desk.form.setError(
                Error{"is wrong, and to say why takes more than a line of this form, or even two", field});
            QTest::qWait(0);
            QVERIFY2(placesOfFields(desk.form) == places, field);
        }
        ExperimentDesk::type(desk.x()->values(), "0, 2, four");
        QCoreApplication::processEvents();
        QVERIFY(placesOfFields(desk.form) == places);
        const auto isShown = [&] {
            for (const ReasonBalloon* balloon : desk.form.findChildren<ReasonBalloon*>())
                if (balloon->isVisible() && balloon->text().contains("expected a number")) return true;
            return false;
        };
        QTRY_VERIFY(isShown());
        desk.panels()->values()->setFocus();
        QTRY_VERIFY(!isShown());
        QVERIFY(isMarked(desk.x()->values()));
    }

    void anErrorInAFoldedSectionStandsAtTheTop() {
        ExperimentDesk desk;
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
        ExperimentDesk desk;
        auto* panel = desk.form.part<SeriesPart>()->schedules();
        QTest::mouseClick(panel->view()->viewport(), Qt::LeftButton, {}, panel->view()->checkRect(0).center());
        QCOMPARE(std::get<0>(desk.experiment.series).size(), std::size_t(5));
        QCOMPARE(panel->rows().size(), std::size_t(6));
        desk.form.forget();
        QCOMPARE(panel->rows().size(), std::size_t(5));
    }

    void thereAndBackKeepsTheSeries() {
        ExperimentDesk desk;
        const Experiment before = desk.experiment;
        auto* series = desk.form.part<SeriesPart>();
        QTest::mouseClick(series->kind()->button(1), Qt::LeftButton);
        const auto& varied = std::get<VariedSchedule>(desk.experiment.series);
        QCOMPARE(varied.schedule.kind, std::string("gpipe"));
        QCOMPARE(varied.axis.variable, std::string("recompute"));  // axes have D and T_C, a formula MBS
        ExperimentDesk::type(series->axis()->values(), "0.2, 0.5");
        QVERIFY(planExperiment(desk.experiment).has_value());
        QTest::mouseClick(series->kind()->button(0), Qt::LeftButton);
        QVERIFY(desk.experiment.series == before.series);
        QTest::mouseClick(series->kind()->button(1), Qt::LeftButton);
        QCOMPARE(std::get<VariedSchedule>(desk.experiment.series).axis.values, (Values{0.2, 0.5}));
        ExperimentDesk::pick(series->schedule(), "hanayo");
        QTest::mouseClick(series->kind()->button(0), Qt::LeftButton);
        QCOMPARE(std::get<0>(desk.experiment.series).size(), std::size_t(1));
    }

    void oneScheduleVaried() {
        ExperimentDesk desk("zb-split");
        auto* series = desk.form.part<SeriesPart>();
        QCOMPARE(series->schedule()->currentData().toString(), QString("zb-h1"));
        ExperimentDesk::pick(series->schedule(), "1f1b");
        QCOMPARE(std::get<VariedSchedule>(desk.experiment.series).schedule.kind, std::string("1f1b"));
        ExperimentDesk::type(series->axis()->values(), "2, 4");
        QCOMPARE(std::get<VariedSchedule>(desk.experiment.series).axis.values, (Values{2, 4}));
        desk.form.setError(Error{"is wrong", "series.values[0]"});
        QVERIFY(isMarked(series->axis()->values()));
    }

    void theBaseWorkloadIsMoved() {
        ExperimentDesk desk;
        WorkloadPanel* panel = desk.form.workload();
        SlimSlider* slider = panel->param("recompute")->slider();
        QTest::keyClick(slider, Qt::Key_Up);
        QTest::keyClick(slider, Qt::Key_Up);
        QCOMPARE(desk.experiment.workload.recompute, 0.02);
        QVERIFY(desk.edits[0].gesture > 0);
        QCOMPARE(desk.edits[1].gesture, desk.edits[0].gesture);
    }

    void titleAndNote() {
        ExperimentDesk desk;
        auto* part = &desk.form;
        ExperimentDesk::type(part->title(), "Mine");
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
        ExperimentDesk desk(name);
        desk.form.resize(desk.form.minimumWidth(), 400);  // with its scroll bar
        QCoreApplication::processEvents();
        QVERIFY2(desk.form.widget()->minimumSizeHint().width() <= desk.form.viewport()->width(),
                 qPrintable(QString::number(desk.form.widget()->minimumSizeHint().width())));
    }

    /// Tab goes down the column, also past rows that were added.
    void tabGoesDownTheColumn() {
        ExperimentDesk desk("zb-split");
        for (QAction* action : desk.form.part<FormulaPart>()->addMenu()->actions())
            if (action->data().toString() == "chunks") {
                action->trigger();
                break;
            }
        int last = -1, stops = 0;
        for (QWidget* at = desk.form.title(); at != desk.form.title() || last < 0; at = at->nextInFocusChain()) {
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

    void chunksThatVarySayIt() {
        ExperimentDesk desk("chunks");
        const auto* panel = desk.form.part<SeriesPart>()->schedules();
        const auto* model = static_cast<EntryModel*>(panel->view()->model());
        QCOMPARE(model->item(0).variant, QString("v varies"));
        ExperimentDesk::pick(desk.x()->variable(), "recompute");
        QCOMPARE(model->item(0).variant, QString("v = 2"));
    }

    /// A slider that no curve would follow gives way to the reason.
    void chunksOfTheirOwnTakeTheSlidersPlace() {
        ExperimentDesk desk("comm-sensitivity");
        ParamSlider* chunks = desk.form.workload()->param("chunks");
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

    void everythingHasAName() {
        ExperimentDesk desk("zb-split");
        for (QWidget* widget : desk.form.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy()) continue;
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
        }
    }
};

QTEST_MAIN(TestExperimentForm)

}  // namespace tst_experiment_form
#include "tst_experiment_form.moc"
