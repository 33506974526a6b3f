// The page Steps in the real window: what a user does there, and what appears on screen.

#include "tests/app/exported_options.h"
#include "tests/app/steps_desk.h"

#include "app/documents/load_scenario.h"
#include "app/pages/step_study.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/io/scenario_file.h"
#include "engine/kinds/entry_values.h"
#include "engine/steps/run_step.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/find_bar.h"
#include "widgets/kit/chip_button.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/steps/mesh_picker.h"
#include "widgets/steps/model_form.h"
#include "widgets/steps/slowdown_fields.h"
#include "widgets/steps/step_form.h"
#include "widgets/steps/step_rows.h"
#include "widgets/steps/step_table.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QMenu>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_steps_page {

class TestStepsPage : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    void beginsWithACard() {
        Stepping desk;
        QVERIFY(desk.facet().gallery().isExpanded());
        const auto cards = desk.facet().gallery().cards();
        QCOMPARE(cards.size(), kindsOf(Family::Step).size());
        static_cast<QAbstractButton*>(cards[1])->click();
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(1));
        QCOMPARE(desk.scenario().schedules[0].kind, std::string("ddp"));
        QVERIFY(!desk.facet().gallery().isVisible());
        QCOMPARE(desk.layout().tracks.size(), std::size_t(1));
        // Another one comes from the menu, with the times of the first.
        desk.facet().form().times()->slider("forward")->valueEdited(14, 0);
        desk.settle();
        for (QAction* action : desk.facet().form().steps()->addMenu()->actions())
            if (action->data() == "fsdp") action->trigger();
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(2));
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(1));  // which its keys and formula are of
        desk.facet().form().steps()->view()->setCurrentIndex(desk.facet().form().steps()->view()->model()->index(0, 0));
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(0));
        // Its dots have what can be done with it.
        SchedulePanel& list = *desk.facet().form().steps();
        emit list.detailsAsked(1);
        const auto menus = list.findChildren<QMenu*>();
        const auto menu = std::find_if(menus.begin(), menus.end(), [](const QMenu* one) { return one->isVisible(); });
        QVERIFY(menu != menus.end());
        QCOMPARE((*menu)->actions().front()->text(), QStringLiteral("Rename"));
        (*menu)->close();
        for (const StepTime& time : stepTimesOf(desk.scenario())) QVERIFY2(time.isOne(), time.key.c_str());
        QVERIFY(desk.document().undoStack().canUndo());
    }

    void whatStepsDoNotTellIsNotOffered() {
        Stepping desk(kCompared);
        QVERIFY(!desk.actions().marks->menuAction()->isEnabled());
        QVERIFY(!desk.actions().bubble->menu()->menuAction()->isEnabled());
        QVERIFY(desk.actions().pin->isEnabled() && desk.actions().labels->menu()->menuAction()->isEnabled());
        const auto stage = [&] {
            return desk.actions().labels->menu()->actions().at(static_cast<int>(CellLabel::Stage))->text();
        };
        QCOMPARE(stage(), QStringLiteral("Layer"));
        desk.actions().find->trigger();
        const auto* find = desk.page().gantt().findChild<FindBar*>();
        QVERIFY2(find->edit()->placeholderText().contains("rank"), qPrintable(find->edit()->placeholderText()));
        QVERIFY(!desk.page().gantt().find(QStringLiteral("?")) && !desk.page().gantt().find(QStringLiteral("AGF9")));
        // What only models have is told to be so.
        auto* combo = desk.page().findChild<QComboBox*>();
        for (QComboBox* one : desk.page().findChildren<QComboBox*>())
            if (one->findData(QStringLiteral("mfu")) >= 0) combo = one;
        const auto flagsOf = [&](const char* id) {
            return combo->model()->flags(combo->model()->index(combo->findData(QLatin1String(id)), 0));
        };
        QVERIFY(!(flagsOf("mfu") & Qt::ItemIsEnabled) && !(flagsOf("memory_peak") & Qt::ItemIsEnabled));
        QVERIFY(flagsOf("exposed_comm") & flagsOf("bytes_moved") & Qt::ItemIsEnabled);
        QVERIFY(combo->itemData(combo->findData(QStringLiteral("mfu")), Qt::ToolTipRole).toString().contains("model"));
        desk.actions().pages->actions().at(0)->trigger();
        desk.settle();
        QCOMPARE(stage(), QStringLiteral("Stage"));
        QVERIFY(desk.actions().marks->menuAction()->isEnabled());
        QVERIFY(desk.actions().bubble->menu()->menuAction()->isEnabled());
    }

    /// All digits of a slowdown have room.
    void slowdownsAreShownWhole() {
        Stepping desk(kCompared);
        const SlowdownFields& times = *desk.facet().form().slowdown();
        for (const double factor : {1.45, 1.2345}) {
            desk.document().apply({withSlowdown(desk.scenario(), 2, factor), QStringLiteral("Slow")});
            desk.settle();
            for (int rank = 0; rank < 4; ++rank) {
                const NumberField& field = *times.factor(rank);
                const QMargins margins = field.textMargins();
                const int room = field.width() - margins.left() - margins.right() - 4;
                QVERIFY2(field.fontMetrics().horizontalAdvance(field.text()) <= room, qPrintable(field.text()));
                QVERIFY(field.geometry().right() < times.width());
            }
        }
        QCOMPARE(times.factor(2)->text(), QStringLiteral("1.2345\u00d7"));
    }

    void stepsAloneOpenTheirPage() {
        Desk desk;
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:training-steps")));
        desk.settle();
        QVERIFY(stepsOf(desk.window).isVisible());
    }

    void showsStepsAlone() {
        Stepping desk(kCompared);
        QCOMPARE(desk.layout().tracks.size(), std::size_t(2));
        QCOMPARE(desk.layout().tracks[0].title, "DDP");
        QCOMPARE(desk.layout().tracks[1].total, "197\u202fms");
        QCOMPARE(desk.layout().tracks[1].workers, (std::vector<QString>{"0, 1, 3 ×3", "2 · 1.3×"}));
        QVERIFY(desk.answer().contains("FSDP, split is fastest: 197\u202fms"));
        const SchedulePanel& list = *desk.facet().form().steps();
        QCOMPARE(list.rows().size(), std::size_t(3));  // one is a schedule
        QCOMPARE(list.view()->model()->rowCount(), 2);
        // The other pages show what they know.
        for (int page = 0; page < 5; ++page) {
            desk.actions().pages->actions().at(page)->trigger();
            QCoreApplication::processEvents();
            desk.window.grab();
        }
    }

    void theAnswerNamesAllThatAreFastest() {
        Stepping desk(kCompared);
        Scenario after = withSlowdown(desk.scenario(), 2, 1);
        after = withStepTime(after, "all_reduce", 10);
        desk.document().apply({after, QStringLiteral("Change")});
        desk.settle();
        QVERIFY2(desk.answer().contains("DDP and FSDP, split are equally fast: "), qPrintable(desk.answer()));
        after.schedules.push_back(after.schedules[0]);
        after.schedules.push_back(after.schedules[0]);
        desk.document().apply({after, QStringLiteral("Change")});
        desk.settle();
        QVERIFY2(desk.answer().contains("DDP; FSDP, split; DDP and DDP are equally fast: "), qPrintable(desk.answer()));
    }

    void timesHoldForAllSteps() {
        Stepping desk(kCompared);
        desk.facet().form().times()->slider("all_reduce")->valueEdited(50, 0);
        desk.settle();
        const auto times = stepTimesOf(desk.scenario());
        for (const StepTime& time : times)
            if (time.isHalf) QCOMPARE(time.least, 25.0);
        QCOMPARE(std::count_if(times.begin(), times.end(), [](const StepTime& one) { return one.isHalf; }), 2);
        for (std::size_t track = 0; track < 2; ++track) {
            const RunResult expected = run(desk.scenario(), 2 * track);
            QCOMPARE(desk.layout().tracks[track].total, formatTime((*expected)->metrics.totalTime, "ms"));
        }
        desk.facet().form().times()->slider("ranks")->valueEdited(8, 0);
        desk.settle();
        QCOMPARE(ranksOf(desk.scenario()), std::optional(8));
        QCOMPARE(slowdownOf(desk.scenario()).size(), std::size_t(8));
    }

    void ranksUnfold() {
        Stepping desk(kCompared);
        QCOMPARE(desk.layout().tracks[1].rows, 2);
        emit desk.page().gantt().rowsAsked(1, WorkerId(0));
        QCOMPARE(desk.layout().tracks[1].rows, 4);
        QCOMPARE(desk.layout().tracks[0].rows, 2);
        QCOMPARE(desk.layout().tracks[1].total, "197\u202fms");
        emit desk.page().gantt().rowsAsked(1, WorkerId(0));
        QCOMPARE(desk.layout().tracks[1].rows, 2);
    }

    /// A picture has a run of its own, in which equal ranks are one: it points out nothing of theirs.
    void picturesPointOutTheirOwnRun() {
        Stepping desk(kCompared);
        GanttWidget& gantt = desk.page().gantt();
        desk.actions().present->setChecked(true);
        desk.settle();
        const auto pickLast = [&] {
            const Timeline& timeline = *gantt.shown()[0].timeline;
            const LaneId lane = timeline.program->computeLane(WorkerId(timeline.program->workers - 1));
            const Row row = timeline.program->lanes[lane.index()].end - 1;
            gantt.pick({0, lane, row, timeline.startOf(row)});
        };
        pickLast();
        QVERIFY(!exportedOptions(desk).seen.empty());
        emit gantt.rowsAsked(0, WorkerId(0));
        desk.settle();
        pickLast();
        QVERIFY(exportedOptions(desk).seen.empty());
        desk.actions().copyImage->trigger();
    }

    void keysAreThoseOfTheKind() {
        Stepping desk(kCompared);
        emit desk.facet().form().steps()->entryChosen(2);
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(2));
        ParameterForm& keys = *desk.facet().form().keys();
        for (const char* key : {"prefetch_forward", "rs_limit", "keep_last", "comm_lanes"})
            QVERIFY2(keys.control(key), key);
        QVERIFY(!keys.control("times") && !keys.control("slowdown") && !keys.control("mesh.tp"));
        static_cast<QAbstractButton*>(keys.control("keep_last"))->click();
        desk.settle();
        QVERIFY(!std::get<bool>(valueNamed(desk.scenario().schedules[2].values, "keep_last")->held));
    }

    /// The room for chunks is what is left, and again where nothing is typed.
    void aNumberMayBeLeftOut() {
        Stepping desk;
        static_cast<QAbstractButton*>(desk.facet().gallery().cards().back())->click();
        desk.settle();
        QCOMPARE(desk.scenario().schedules[0].kind, std::string("patrickstar"));
        const auto field = [&] {
            return static_cast<NumberField*>(desk.facet().form().keys()->control("device_memory"));
        };
        const auto room = [&] { return valueNamed(desk.scenario().schedules[0].values, "device_memory"); };
        QVERIFY(field()->text().isEmpty() && !field()->placeholderText().isEmpty());
        emit field()->typed(QStringLiteral("0.5"));
        desk.settle();
        QCOMPARE(room(), std::optional(ParameterValue{0.5}));
        QCOMPARE(field()->text(), QStringLiteral("0.5"));
        emit field()->typed(QString());
        desk.settle();
        QVERIFY(!room() && field()->text().isEmpty());
        QVERIFY(desk.results().outcomes()[0].run);
    }

    /// What is told to have no effect has none: the step takes the same with any other value.
    void keysWithoutEffectAreDisabled() {
        Scenario scenario = *loadScenario("preset:training-steps");
        const auto add = [&](const char* entry) {
            const std::string text =
                R"({"format": "bubblescope-scenario", "version": 1, "schedules": [)" + std::string(entry) + "]}";
            scenario.schedules.push_back(readScenario(text)->schedules[0]);
        };
        add(R"({"step": "fsdp", "reshard_after_forward": false, "ranks": 4, "times": {"layers": 4, "forward": 10,
             "backward": 20, "all_gather": 15, "reduce_scatter": 15, "optimizer": 5}})");
        add(R"({"step": "ddp", "layer_bytes": [1e6, 9e6, 1e6, 1e6], "bucket_bytes": 2e6, "ranks": 4,
             "times": {"forward": [10, 10, 10, 10], "backward": 20, "all_reduce": 30, "optimizer": 5}})");
        add(R"({"step": "pp-fsdp", "sync": "end", "devices": 4, "microbatches": 8,
             "times": {"grad_sync": 12, "all_gather": 4, "optimizer": 5}})");
        add(R"({"step": "pp-fsdp", "unshard": "actions", "devices": 4, "microbatches": 8,
             "times": {"grad_sync": 12, "all_gather": 4, "optimizer": 5}})");
        std::set<std::string> idle;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const RunResult plain = run(scenario, i);
            const ScheduleKind& kind = *kindOf(scenario.schedules[i]);
            for (const Parameter& parameter : kind.parameters) {
                if (!parameter.use) continue;
                const ParameterUse use = parameter.use(EntryValues(scenario.schedules[i], kind));
                if (use.isThere && use.idle.empty()) continue;
                // Of a limit in bytes and one in MiB only the one that holds is there.
                if (parameter.key.find("bucket_") != parameter.key.npos &&
                    valueNamed(scenario.schedules[i].values, "layer_bytes"))
                    continue;
                QCOMPARE(use.idle.empty(), !use.isThere);
                idle.insert(std::string(parameter.key));
                std::vector<ParameterValue> others{{2}, {3}};
                if (parameter.type == ParameterType::Number) others = {{1.5}, {3.0}};
                if (parameter.type == ParameterType::Flag) others = {{true}, {false}};
                if (parameter.type == ParameterType::Order) others = {{std::string("gpipe")}};
                if (parameter.type == ParameterType::Choice) {
                    others.clear();
                    for (const std::string_view choice : parameter.choices) others.push_back({std::string(choice)});
                }
                for (const ParameterValue& value : others) {
                    Scenario other = scenario;
                    setNamed(other.schedules[i].values, parameter.key, value);
                    const RunResult result = run(other, i);
                    const std::string where = scenario.schedules[i].kind + " " + std::string(parameter.key);
                    if (!result) continue;  // refused: it is said there
                    QVERIFY2((*result)->metrics.totalTime == (*plain)->metrics.totalTime, where.c_str());
                    QVERIFY2((*result)->step->exposedComm == (*plain)->step->exposedComm, where.c_str());
                }
            }
        }
        for (const char* key : {"buckets", "bucket_mb", "bucket_bytes", "prefetch_backward", "keep_last", "balance",
                                "sync_pieces", "active_limit", "delayed", "pieces", "mask", "schedule"})
            QVERIFY2(idle.contains(key), key);
        // Of a model all that the scenario's steps share counts.
        const Scenario ofModel = *readScenario(R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b"}, "mesh": {"fsdp": 4, "tp": 2},
            "schedules": [{"step": "mesh"}, {"step": "ddp", "mesh": {"tp": 1}}]})");
        const auto has = [&](std::size_t i, const char* key) {
            const auto rows = optionRows(ofModel, i);
            return std::any_of(rows.begin(), rows.end(),
                               [&](const FormRow& row) { return row.parameter.key == key && row.idle.isEmpty(); });
        };
        QVERIFY(has(0, "overlap") && has(0, "prefetch_forward") && !has(0, "schedule"));
        QVERIFY(has(1, "buckets") && has(1, "bucket_mb") && !has(1, "bucket_bytes"));
        // In the form.
        Stepping desk(kCompared);
        emit desk.facet().form().steps()->entryChosen(0);
        ParameterForm& keys = *desk.facet().form().keys();
        QVERIFY(!keys.control("bucket_mb") && !keys.control("first_bucket_bytes"));
        QVERIFY(!keys.control("buckets")->isEnabled() && keys.control("buckets")->toolTip().contains("layer_bytes"));
        emit desk.facet().form().steps()->entryChosen(2);
        QVERIFY(keys.control("keep_last")->isEnabled());
        static_cast<QAbstractButton*>(keys.control("reshard_after_forward"))->click();
        desk.settle();
        QVERIFY(!keys.control("keep_last")->isEnabled() && !keys.control("prefetch_backward")->isEnabled());
        QVERIFY(keys.control("prefetch_forward")->isEnabled());
        QCOMPARE(keys.control("comm_lanes")->accessibleName(), "communicators");
    }

    void barsAddUp() {
        Stepping desk(kCompared);
        const QStringList lines = csvText(tableOf(desk.facet().spent())).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype(3));
        for (const QString& line : lines.mid(1)) {
            const QStringList cells = line.split(QRegularExpression(",(?! )"));
            double sum = 0;
            for (int i = 2; i < 6; ++i) sum += cells[i].toDouble();
            QVERIFY2(std::abs(sum - cells[1].toDouble()) < 1e-6, qPrintable(line));
        }
        QVERIFY(desk.facet().metrics().toCsv().startsWith("step,total_time,compute"));
    }

    void fitsASmallWindow() {
        Stepping desk(kCompared);
        desk.window.resize(900, 600);
        desk.settle();
        const auto combos = desk.facet().study().findChildren<QComboBox*>();
        QVERIFY(combos.size() >= 2);
        for (const QWidget* combo : combos)
            if (combo->isVisible()) QVERIFY2(combo->width() >= 64, qPrintable(combo->accessibleName()));
        for (const QLabel* label : desk.facet().study().findChildren<QLabel*>())
            for (const QWidget* combo : combos)
                if (label->isVisible() && combo->isVisible() && label->parent() == combo->parent())
                    QVERIFY2(!label->geometry().intersects(combo->geometry()), qPrintable(label->text()));
        // A legend that has no room beside the names begins at the edge.
        const SpentBars bars{{{QStringLiteral("a step with a long name"), {4, 3, 2, 1}, 10}}, "ms", {}};
        const BarsModel model = modelOf(bars, ThemeId::Light);
        for (const double width : {240.0, 320.0, 700.0}) {
            const BarsLayout layout = layoutBars(model, {width, 120});
            QCOMPARE(layout.keysX.size(), std::size_t(4));
            QVERIFY2(width < 300 || layout.keysX.back() + 30 <= width, qPrintable(QString::number(width)));
            QVERIFY(layout.keysX[0] >= 0 && layout.keysX[0] <= layout.left);
        }
    }

    void aLabelThatIsDraggedSlowsItsRank() {
        Stepping desk(kCompared);
        GanttWidget& gantt = desk.page().gantt();
        const auto labelOf = [&](int track, int worker) {
            const GanttTrack& t = desk.layout().tracks[std::size_t(track)];
            return QPoint(int(desk.layout().plotLeft) - 8, int(t.rowsTop + (worker + 0.4) * t.pitch - gantt.scroll()));
        };
        const Scenario before = desk.scenario();
        const int undos = desk.document().undoStack().count();
        // Of ranks that are one row it is the first.
        const QPoint at = labelOf(1, 0);
        QTest::mouseMove(gantt.viewport(), at);
        QCOMPARE(gantt.viewport()->cursor().shape(), Qt::SizeHorCursor);
        QTest::mousePress(gantt.viewport(), Qt::LeftButton, {}, at);
        for (int x = 10; x <= 100; x += 10) {
            QTest::mouseMove(gantt.viewport(), at + QPoint(x, 0));
            desk.settle();
        }
        QTest::mouseRelease(gantt.viewport(), Qt::LeftButton, {}, at + QPoint(100, 0));
        desk.settle();
        QCOMPARE(slowdownOf(desk.scenario()), (std::vector<double>{2, 1, 1.3, 1}));
        QCOMPARE(desk.layout().tracks[1].workers, (std::vector<QString>{"0 · 2×", "1, 3 ×2", "2 · 1.3×"}));
        QCOMPARE(desk.document().undoStack().count(), undos + 1);
        // A double-click makes it one of the others again; that what its first click did is undone.
        QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, labelOf(1, 0));
        QTest::mouseDClick(gantt.viewport(), Qt::LeftButton, {}, labelOf(1, 0));
        desk.settle();
        QVERIFY(desk.scenario() == before);
        QCOMPARE(desk.layout().tracks[1].rows, 2);
        // By keys: the row of what is picked.
        gantt.pick({1, LaneId(0), gantt.shown()[1].timeline->program->lanes[0].begin, 0});
        gantt.setFocus();
        QTest::keyClick(&gantt, Qt::Key_Right, Qt::ShiftModifier);
        desk.settle();
        QTest::keyClick(&gantt, Qt::Key_Right, Qt::ShiftModifier);
        desk.settle();
        QCOMPARE(slowdownOf(desk.scenario()), (std::vector<double>{1.2, 1, 1.3, 1}));
        desk.document().undoStack().undo();
        desk.settle();
        QVERIFY2(desk.scenario() == before, "keys in quick succession are one step");
    }

    /// Steps that run a pipeline look at the workload: what they look at can be changed here, where it stands.
    void pipelinesShowTheirWorkload() {
        Stepping desk(kCompared);
        const ParameterForm& sliders = *desk.facet().form().pipeline();
        QVERIFY(!sliders.isVisible());
        Scenario after = desk.scenario();
        after.schedules = readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "pp-dp", "schedule": "1f1b", "times": {"grad_sync": 12, "optimizer": 5}},
            {"step": "mesh", "mesh": {"pp": 2, "cp": 2}, "microbatches": 4, "comm": 2, "mask": "causal",
             "balance": "headtail", "times": {"attention_block": 4, "grad_sync": 6, "hop": 1, "layers_a_stage": 2,
             "mlp": 4, "optimizer": 3, "projections": 2}}]})")
                              ->schedules;
        desk.document().apply({after, QStringLiteral("Change"), 0});
        desk.settle();
        QVERIFY(sliders.isVisible());
        for (const char* key : {"devices", "microbatches", "forward", "backward", "comm"})
            QVERIFY2(sliders.slider(key), key);
        QVERIFY(!sliders.slider("chunks") && !sliders.slider("weight_fraction"));
        const QString before = desk.layout().tracks[1].total;
        emit sliders.slider("microbatches")->valueEdited(6, 0);
        desk.settle();
        QCOMPARE(desk.scenario().workload.microbatches, 6);
        QCOMPARE(desk.scenario().schedules[1].own.microbatches, std::optional(6));
        QVERIFY(desk.layout().tracks[1].total != before);
        emit sliders.slider("forward")->valueEdited(50, 0);
        desk.settle();
        QCOMPARE(std::get<double>(desk.scenario().workload.forward), 50.0);
        QVERIFY(!desk.scenario().schedules[1].own.forward);
        // A schedule with chunks has a slider for them.
        Scenario chunked = desk.scenario();
        setNamed(chunked.schedules[0].values, "schedule", {std::string("interleaved-1f1b")});
        desk.document().apply({chunked, QStringLiteral("Change"), 0});
        desk.settle();
        QVERIFY(sliders.slider("chunks"));
    }

    /// However long what a change costs is.
    void adviceStaysInItsColumn() {
        Stepping desk(
            R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"}, "schedules": [
            {"step": "ddp-blocking", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
             "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}}]})");
        QTRY_VERIFY(desk.results().advised() == std::optional<std::size_t>(0));
        desk.settle();
        const OpPanel& panel = desk.page().opPanel();
        // What would help is tried on another thread, and arrives when it is known.
        QTRY_VERIFY(std::ranges::any_of(panel.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith("exposed comm. unchanged");
        }));
        QTRY_VERIFY(panel.widget()->width() <= panel.viewport()->width());
    }

    /// Every preset of steps opens whole: nothing refused, and the form within its column.
    void presetsOpenWhole() {
        for (const char* name :
             {"course-data-parallel", "course-tensor-parallel", "mesh-fsdp-tp", "mesh-pp-cp", "training-steps"}) {
            Desk desk;
            desk.window.resize(1440, 900);
            QVERIFY2(desk.window.controller().files().open(QStringLiteral("preset:") + name), name);
            desk.settle();
            StepsFacet& steps = stepsFacetOf(desk.window);
            QVERIFY2(stepsOf(desk.window).isVisible(), name);
            const Scenario& scenario = desk.document().scenario();
            for (std::size_t step = 0; step < scenario.schedules.size(); ++step) {
                QVERIFY2(desk.results().outcomes()[step].run, name);
                emit steps.form().steps()->entryChosen(step);
                desk.settle();
                const QWidget& content = *steps.form().widget();
                QTRY_VERIFY2(content.width() <= steps.form().viewport()->width(),
                             qPrintable(QStringLiteral("%1 %2: %3").arg(name).arg(step).arg(content.width())));
            }
            // Each bar has a line, if need be beneath a scroll bar's edge.
            const BarChart& bars = steps.bars();
            QTRY_VERIFY(bars.height() >= 14 * static_cast<int>(scenario.schedules.size()));
            bars.actions().first()->trigger();
            QCOMPARE(QGuiApplication::clipboard()->text(), csvText(tableOf(steps.spent())));
            QVERIFY(wordsOf(pageOf(bars.picture())).contains("compute"));
            // A mesh without stages has no pipeline to set.
            QCOMPARE(steps.form().pipeline()->isEmpty(),
                     QByteArray(name) != "mesh-pp-cp" && QByteArray(name) != "training-steps");
        }
    }

    void equalRanksUnfoldAllAtOnce() {
        Stepping desk(kCompared);
        Choice& ranks = *desk.actions().ranks;
        const auto rowsOf = [&] {
            std::vector<int> rows;
            for (const GanttTrack& track : desk.layout().tracks) rows.push_back(track.rows);
            return rows;
        };
        QCOMPARE(ranks.current(), 0);
        QCOMPARE(rowsOf(), std::vector<int>({2, 2}));  // rank 2, and the others
        emit ranks.picked(1);
        QCOMPARE(rowsOf(), std::vector<int>({4, 4}));
        QCOMPARE(ranks.current(), 1);
        desk.facet().setUnfolded({desk.scenario().schedules[0].id}, false);
        QCOMPARE(rowsOf(), std::vector<int>({2, 4}));
        emit ranks.picked(0);
        QCOMPARE(rowsOf(), std::vector<int>({2, 2}));
        QCOMPARE(ranks.current(), 0);
        desk.actions().pages->actions().at(0)->trigger();
        QVERIFY2(!ranks.menu()->menuAction()->isEnabled(), "other pages fold nothing");
    }

    /// A model's step is made from its model, devices and mesh, and every edit is undone.
    void modelsHaveAFormOfTheirOwn() {
        Stepping desk;
        desk.document().start(*loadScenario("preset:llama-3-8b-on-8"), {QStringLiteral("models")});
        desk.settle();
        StepForm& form = desk.facet().form();
        QVERIFY(form.model()->isVisible() && !form.times()->isVisible() && !form.useModel()->isVisible());
        const Scenario before = desk.scenario();
        emit form.chosen(6);  // FSDP 2 x TP 4
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(6));
        form.model()->mesh()->size(2)->click();
        desk.settle();
        QCOMPARE(desk.layout().tracks[6].title, "FSDP 4 x TP 2");
        desk.document().undoStack().undo();
        desk.settle();
        QCOMPARE(desk.scenario(), before);
        QVERIFY(form.model()->mesh()->size(4)->isChecked());
        // Steps of the gallery come as steps of the model.
        desk.facet().gallery().chosen(0);
        desk.settle();
        QCOMPARE(modelStepsOf(desk.scenario()).size(), before.schedules.size() + 1);
    }

    void refusalsStandWhereTheyBelong() {
        Stepping desk(kCompared);
        Scenario after = desk.scenario();
        setNamed(after.schedules[0].values, "slowdown", {ParameterValue::List{{1.0}, {2.0}}});
        desk.document().apply({after, QStringLiteral("Change"), 0});
        desk.settle();
        QVERIFY(!desk.layout().tracks[0].refusal.isEmpty());
        QCOMPARE(desk.layout().tracks[1].total, "197\u202fms");
        desk.window.grab();
    }
};

QTEST_MAIN(TestStepsPage)

}  // namespace tst_steps_page
#include "tst_steps_page.moc"
