// The page of training steps in the real window: what a person does there, and what is on the screen then.

#include "tests/app/desk.h"

#include "engine/io/scenario_file.h"
#include "engine/steps/run_step.h"
#include "engine/steps/step_edits.h"
#include "widgets/charts/sweep_chart.h"
#include "widgets/panels/op_panel.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/schemes/scheme_gallery.h"
#include "widgets/steps/crossings.h"
#include "widgets/steps/spent_bars.h"
#include "widgets/steps/step_form.h"
#include "widgets/steps/step_keys.h"
#include "widgets/steps/step_table.h"
#include "widgets/steps/time_sliders.h"

#include <QAbstractButton>
#include <QMenu>

#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr int kPlaceOfSteps = 4;

constexpr char kCompared[] = R"({"format": "bubblescope-scenario", "version": 1, "workload": {"time_unit": "ms"},
 "schedules": [
 {"step": "ddp", "buckets": "layer", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
  "times": {"layers": 4, "forward": 10, "backward": 20, "all_reduce": 30, "optimizer": 5}},
 {"kind": "gpipe"},
 {"step": "fsdp", "label": "FSDP, split", "comm_lanes": "split", "ranks": 4, "slowdown": [1, 1, 1.3, 1],
  "times": {"layers": 4, "forward": 10, "backward": 20, "all_gather": 15, "reduce_scatter": 15, "optimizer": 5}}]})";

class Stepping : public Desk {
public:
    explicit Stepping(const char* scenario = nullptr) {
        actions().pages->actions().at(kPlaceOfSteps)->trigger();
        if (scenario) document().start(*readScenario(scenario), {QStringLiteral("steps")});
        settle();
    }
    StepsPage& page() { return stepsOf(window); }
    const Scenario& scenario() { return document().scenario(); }
    const GanttLayout& layout() { return page().gantt().ganttLayout(); }
    QString text(const char* name) { return page().opPanel().findChild<QLabel*>(QLatin1String(name))->text(); }
};

}  // namespace

class TestStepsPage : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    void beginsWithACard() {
        Stepping desk;
        QVERIFY(desk.page().gallery().isExpanded());
        const auto cards = desk.page().gallery().cards();
        QCOMPARE(cards.size(), kindsOf(Family::Step).size());
        static_cast<QAbstractButton*>(cards[1])->click();
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(1));
        QCOMPARE(desk.scenario().schedules[0].kind, std::string("ddp"));
        QVERIFY(!desk.page().gallery().isVisible());
        QCOMPARE(desk.layout().tracks.size(), std::size_t(1));
        // Another one comes from the menu, with the times of the first.
        desk.page().form().times()->row("forward")->valueEdited(14, 0);
        desk.settle();
        for (QAction* action : desk.page().form().steps()->addMenu()->actions())
            if (action->data() == "fsdp") action->trigger();
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), std::size_t(2));
        for (const StepTime& time : stepTimesOf(desk.scenario())) QVERIFY2(time.isOne(), time.key.c_str());
        QVERIFY(desk.document().undoStack().canUndo());
    }

    void showsStepsAlone() {
        Stepping desk(kCompared);
        QCOMPARE(desk.layout().tracks.size(), std::size_t(2));
        QCOMPARE(desk.layout().tracks[0].title, "DDP");
        QCOMPARE(desk.layout().tracks[1].total, "197\u202fms");
        QCOMPARE(desk.layout().tracks[1].workers, (std::vector<QString>{"0, 1, 3 ×3", "2 · 1.3×"}));
        QVERIFY(desk.answer().contains("FSDP, split is fastest: 197\u202fms"));
        const SchedulePanel& list = *desk.page().form().steps();
        QVERIFY(!list.view()->isRowHidden(0) && list.view()->isRowHidden(1) && !list.view()->isRowHidden(2));
        // The other pages show what they know.
        for (int page = 0; page < 5; ++page) {
            desk.actions().pages->actions().at(page)->trigger();
            QCoreApplication::processEvents();
            desk.window.grab();
        }
    }

    void timesHoldForAllSteps() {
        Stepping desk(kCompared);
        desk.page().form().times()->row("all_reduce")->valueEdited(50, 0);
        desk.settle();
        const auto times = stepTimesOf(desk.scenario());
        for (const StepTime& time : times)
            if (time.isHalf) QCOMPARE(time.least, 25.0);
        QCOMPARE(std::count_if(times.begin(), times.end(), [](const StepTime& one) { return one.isHalf; }), 2);
        for (std::size_t track = 0; track < 2; ++track) {
            const RunResult expected = run(desk.scenario(), 2 * track);
            QCOMPARE(desk.layout().tracks[track].total, formatTime((*expected)->metrics.totalTime, "ms"));
        }
        desk.page().form().times()->ranks()->valueEdited(8, 0);
        desk.settle();
        QCOMPARE(ranksOf(desk.scenario()), std::optional(8));
        QCOMPARE(slowdownOf(desk.scenario()).size(), std::size_t(8));
    }

    void ranksUnfold() {
        Stepping desk(kCompared);
        QCOMPARE(desk.layout().tracks[1].rows, 2);
        emit desk.page().gantt().rowsAsked(1);
        QCOMPARE(desk.layout().tracks[1].rows, 4);
        QCOMPARE(desk.layout().tracks[0].rows, 2);
        QCOMPARE(desk.layout().tracks[1].total, "197\u202fms");
        emit desk.page().gantt().rowsAsked(1);
        QCOMPARE(desk.layout().tracks[1].rows, 2);
    }

    void keysAreThoseOfTheKind() {
        Stepping desk(kCompared);
        emit desk.page().form().steps()->entryChosen(2);
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(2));
        StepKeys& keys = *desk.page().form().keys();
        for (const char* key : {"prefetch_forward", "rs_limit", "keep_last", "comm_lanes"})
            QVERIFY2(keys.control(key), key);
        QVERIFY(!keys.control("times") && !keys.control("slowdown") && !keys.control("mesh.tp"));
        static_cast<QAbstractButton*>(keys.control("keep_last"))->click();
        desk.settle();
        QVERIFY(!std::get<bool>(valueNamed(desk.scenario().schedules[2].values, "keep_last")->held));
    }

    void formulaStandsBesideTheRun() {
        Stepping desk(kCompared);
        emit desk.page().form().steps()->entryChosen(2);
        const RunResult expected = run(desk.scenario(), 2);
        const StepFormula& form = (*expected)->step->form;
        QVERIFY(form.holds());
        QVERIFY(desk.text("note").contains(toQString(form.formula).toHtmlEscaped()));
        QVERIFY(desk.text("note").contains("✓ as run") && desk.text("note").contains("197\u202fms"));
    }

    void opsSayWhatTheyWaitedFor() {
        Stepping desk(kCompared);
        const auto timeline = desk.comparison().outcomes()[2].run->timeline;
        const Program& program = *timeline->program;
        for (std::size_t lane = 0; lane < program.lanes.size(); ++lane)
            for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                desk.page().gantt().pick({1, LaneId(std::int64_t(lane)), row, timeline->startOf(row)});
                QVERIFY(!desk.text("headline").isEmpty());
                const QString lead = desk.text("lead");
                QVERIFY2(lead.contains(formatMoment(timeline->startOf(row))) || lead.startsWith("Starts at once"),
                         qPrintable(lead));
            }
        // Idle time too.
        desk.page().gantt().pick({1, LaneId(0), {}, toTime(2)});
        QVERIFY(desk.text("headline").startsWith("IDLE ON RANK"));
        QVERIFY(desk.text("facts").contains("exposed"));
    }

    void adviceRunsAsTold() {
        Stepping desk(kCompared);
        emit desk.page().form().steps()->entryChosen(2);
        QTRY_VERIFY_WITH_TIMEOUT(desk.comparison().advised() == std::optional<std::size_t>(2), 60'000);
        QVERIFY(!desk.comparison().advice().empty());
        for (const Advice& advice : desk.comparison().advice()) {
            const Scenario after = applied(desk.scenario(), 2, advice.change.trial);
            QCOMPARE(toUnits((*run(after, 2))->metrics.totalTime), advice.totalTime);
            QVERIFY(advice.relative < 0 && advice.exposed);
        }
    }

    void barsAddUp() {
        Stepping desk(kCompared);
        const QStringList lines = desk.page().bars().csv().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), qsizetype(3));
        for (const QString& line : lines.mid(1)) {
            const QStringList cells = line.split(QRegularExpression(",(?! )"));
            double sum = 0;
            for (int i = 2; i < 6; ++i) sum += cells[i].toDouble();
            QVERIFY2(std::abs(sum - cells[1].toDouble()) < 1e-6, qPrintable(line));
        }
        QVERIFY(desk.page().metrics().toCsv().startsWith("step,total_time,compute"));
    }

    void curvesFindTheirCrossings() {
        Stepping desk(kCompared);
        const Study study = [&] {
            Scenario steps = desk.scenario();
            std::erase_if(steps.schedules, [](const ScheduleEntry& entry) { return !entry.isStep; });
            Study made = liveStudy(steps, "times.all_reduce", true);
            fillStudy(made, [](std::size_t) {});
            return made;
        }();
        QVERIFY(study.isComplete());
        const auto changes = fastestChanges(study);
        QCOMPARE(changes.size(), std::size_t(1));
        QCOMPARE(changes[0].from, std::size_t(0));
        // On either side of it runs say the same.
        const auto faster = [&](double x) {
            const Scenario at = atValue(study.scenario, study.path, x, true);
            return (*run(at, 0))->metrics.totalTime <= (*run(at, 1))->metrics.totalTime;
        };
        const double x = changes[0].x;
        QVERIFY(faster(x * 0.9) && !faster(x * 1.1));
        QVERIFY(crossingText(study).startsWith("From about "));
        QTRY_VERIFY_WITH_TIMEOUT(desk.page().curves().csv().startsWith("times.all_reduce,\"DDP (total time, ms)\""),
                                 60'000);
    }

    void refusalsStandWhereTheyBelong() {
        Stepping desk(kCompared);
        Scenario after = desk.scenario();
        setValue(after.schedules[0], *kindOf(after.schedules[0])->parameter("slowdown"),
                 {ParameterValue::List{{1.0}, {2.0}}});
        desk.document().apply({after, QStringLiteral("Change"), 0});
        desk.settle();
        QVERIFY(!desk.layout().tracks[0].refusal.isEmpty());
        QCOMPARE(desk.layout().tracks[1].total, "197\u202fms");
        desk.window.grab();
    }
};

namespace tst_steps_page {
QTEST_MAIN(TestStepsPage)
}
#include "tst_steps_page.moc"
