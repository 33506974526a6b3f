// Experiments in the background: what is shown, and when.

#include "app/documents/load_scenario.h"
#include "app/jobs/experiment_runner.h"
#include "engine/study/run_experiment.h"

#include <QSignalSpy>
#include <QTest>

#include <stdexcept>

using namespace bubblescope;

namespace tst_experiment_runner {

namespace {

constexpr int kHangAfterMs = 300'000;  // to end a hang, not to measure: a refined change takes seconds in slow builds

Experiment preset(const char* name) {
    const auto experiment = loadExperiment(std::string("preset:") + name);
    if (!experiment) qFatal("%s", experiment.error().text().c_str());
    return *experiment;
}

/// Points that take a while: minutes in all.
Experiment endless() {
    Experiment experiment;
    experiment.workload.devices = 64;
    experiment.workload.microbatches = 4096;
    experiment.series = std::vector<ScheduleEntry>{{"gpipe", {}, {}}, {"zb-h1", {}, {}}};
    experiment.x.variable = "comm";
    for (int i = 0; i < 20'000; ++i) experiment.x.values.push_back(i);
    return experiment;
}

}  // namespace

class TestExperimentRunner : public QObject {
    Q_OBJECT

private slots:
    void showsWhatRunningGives() {
        ExperimentRunner runner;
        const Experiment experiment = preset("chunks");
        runner.request(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        const auto plan = planExperiment(experiment);
        std::vector<StudyPoint> expected(plan->size());
        runExperiment(*plan, [&](std::size_t point, StudyPoint result) {
            expected[point] = std::move(result);
            return true;
        });
        QCOMPARE(runner.results()->points.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) QVERIFY(runner.results()->points[i] == expected[i]);
        QVERIFY(!runner.error());
        QTRY_VERIFY_WITH_TIMEOUT(!runner.progress(), kHangAfterMs);
    }

    void whatCannotRunLeavesWhatWasShown() {
        ExperimentRunner runner;
        runner.request(preset("chunks"));
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        const SharedResults before = runner.results();
        Experiment bad = preset("chunks");
        bad.bindings.push_back({"recompute", "7/0"});
        runner.request(bad);
        QTRY_VERIFY_WITH_TIMEOUT(runner.error().has_value(), kHangAfterMs);
        QCOMPARE(runner.error()->field, std::string("bindings.recompute"));
        QCOMPARE(runner.results(), before);
        QVERIFY(!runner.isCurrent());
        runner.request(preset("chunks"));
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        QVERIFY(!runner.error());
    }

    void whatIsThrownIsSaid() {
        ExperimentRunner runner(nullptr, [](Experiment, std::stop_token) -> Result<ExperimentPlan> {
            throw std::runtime_error("thrown in planning");
        });
        runner.request(preset("chunks"));
        QTRY_VERIFY_WITH_TIMEOUT(runner.error().has_value(), kHangAfterMs);
        QCOMPARE(runner.error()->text(), std::string("thrown in planning"));
        QVERIFY(!runner.results());
    }

    void theNewestWins() {
        ExperimentRunner runner;
        runner.request(endless());
        Experiment moved = preset("recompute");
        for (int i = 0; i < 20; ++i) {
            moved.workload.imbalance = 0.01 * i;
            runner.request(moved);
        }
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        QVERIFY(runner.results()->plan->experiment == moved);
    }

    void longWorkFillsAndStops() {
        ExperimentRunner runner;
        runner.request(preset("chunks"));
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        const SharedResults before = runner.results();
        QSignalSpy added(&runner, &ExperimentRunner::pointsAdded);
        runner.request(endless());
        QTRY_VERIFY_WITH_TIMEOUT(runner.results() != before, kHangAfterMs);  // it is not awaited whole
        QTRY_VERIFY_WITH_TIMEOUT(added.count() >= 2, kHangAfterMs);
        QVERIFY(!runner.results()->isWhole());
        QVERIFY(runner.progress());
        runner.cancel();
        const std::size_t done = runner.results()->done;
        QVERIFY(done > 0);
        QTRY_VERIFY_WITH_TIMEOUT(!runner.progress(), kHangAfterMs);
        QVERIFY(runner.isCancelled());
        QCOMPARE(runner.results()->done, done);
        QCOMPARE(std::count_if(runner.results()->points.begin(), runner.results()->points.end(),
                               [](const auto& point) { return point.has_value(); }),
                 std::ptrdiff_t(done));
    }

    /// Title, note, view, scale and which quantities are drawn: points have them all.
    void whatIsOnlyShownOtherwiseIsNotRunAgain() {
        static int plans = 0;
        ExperimentRunner runner(nullptr, [](Experiment experiment, std::stop_token stop) {
            ++plans;
            return planExperiment(std::move(experiment), stop);
        });
        Experiment experiment = preset("chunks");
        runner.request(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        const auto points = runner.results()->points;
        experiment.title = "Mine";
        experiment.note = "of my own";
        experiment.scale = Scale::Log;
        experiment.view = View::WinnerMap;
        experiment.quantities = {Quantity::TotalTime, Quantity::BubbleRatio};
        runner.request(experiment);
        QVERIFY(runner.isCurrent());
        QVERIFY(runner.results()->plan->experiment == experiment);
        QVERIFY(runner.results()->points == points);
        QTRY_VERIFY_WITH_TIMEOUT(!runner.progress(), kHangAfterMs);
        QCOMPARE(plans, 1);
        // While points come, too.
        runner.request(endless());
        QTRY_VERIFY_WITH_TIMEOUT(runner.results()->plan->experiment == endless(), kHangAfterMs);
        Experiment titled = endless();
        titled.title = "Mine";
        runner.request(titled);
        const std::size_t done = runner.results()->done;
        QVERIFY(done > 0);
        QVERIFY(runner.results()->plan->experiment == titled);
        QTRY_VERIFY_WITH_TIMEOUT(runner.results()->done > done, kHangAfterMs);
        QCOMPARE(plans, 2);
        titled.workload.imbalance = 0.5;
        runner.request(titled);
        QTRY_COMPARE_WITH_TIMEOUT(plans, 3, kHangAfterMs);
    }

    void whatWasStoppedGoesOn() {
        ExperimentRunner runner;
        Experiment experiment = endless();
        runner.request(experiment);
        QTRY_VERIFY_WITH_TIMEOUT(runner.results(), kHangAfterMs);
        runner.cancel();
        const auto before = runner.results()->points;
        const std::size_t done = runner.results()->done;
        QVERIFY(!runner.results()->isWhole());
        experiment.title = "Mine";
        runner.request(experiment);
        QVERIFY(runner.isCancelled());  // a title is no reason to go on
        runner.goOn();
        QVERIFY(!runner.isCancelled());
        QTRY_VERIFY_WITH_TIMEOUT(runner.results()->done > done, kHangAfterMs);
        runner.cancel();
        // What was there stays and does not run again; what comes is what the engine computes.
        const auto& after = runner.results()->points;
        std::vector<bool> known(after.size(), true);
        std::size_t come = 0;
        for (std::size_t i = 0; i < after.size(); ++i) {
            if (before[i]) QVERIFY(before[i] == after[i]);
            if (before[i] || !after[i]) continue;
            if (++come <= 10) known[i] = false;
        }
        QCOMPARE(runner.results()->done, done + come);
        std::size_t same = 0;
        runExperiment(
            *runner.results()->plan,
            [&](std::size_t point, StudyPoint result) {
                same += after[point] == result;
                return true;
            },
            {}, {}, 0, known);
        QCOMPARE(same, std::min<std::size_t>(come, 10));
    }

    void whatWasStoppedBeforeItBeganGoesOn() {
        ExperimentRunner runner;
        runner.request(preset("chunks"));
        runner.cancel();
        QVERIFY(runner.isCancelled() && !runner.results());
        runner.goOn();
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
    }

    void changesOfTheWinnerAreThoseOfTheEngine() {
        ExperimentRunner runner;
        runner.request(preset("comm-sensitivity"));
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        QSignalSpy ready(&runner, &ExperimentRunner::changesReady);
        const ExperimentPlan& plan = *runner.results()->plan;
        const std::set<std::size_t> hidden = {5};  // ZB-H1
        std::vector<std::size_t> shown = {0, 1, 2, 3, 4};
        std::vector<WinnerChange> expected;
        for (std::size_t panel = 0; panel < plan.panels(); ++panel)
            for (const WinnerChange& change :
                 winnerChanges(plan, runner.results()->points, 1, panel, plan.experiment.quantities[0], shown))
                for (const WinnerChange& sharp : refined(plan, change, shown)) expected.push_back(sharp);
        QVERIFY(!expected.empty());
        runner.requestChanges(1, hidden);
        QTRY_VERIFY_WITH_TIMEOUT(runner.changes() == expected, kHangAfterMs);
        QVERIFY(ready.count() >= 1);
        runner.requestChanges(0, {});
        QVERIFY(runner.changes().empty());  // none of another question while these are awaited
    }

    /// The form may show figures that the results on screen do not have yet.
    void changesPastTheLastFigureAreOfTheLast() {
        ExperimentRunner runner;
        runner.request(preset("comm-sensitivity"));
        QTRY_VERIFY_WITH_TIMEOUT(runner.isCurrent(), kHangAfterMs);
        const std::size_t last = runner.results()->plan->figures() - 1;
        QSignalSpy ready(&runner, &ExperimentRunner::changesReady);
        runner.requestChanges(last, {});
        QTRY_COMPARE_WITH_TIMEOUT(ready.count(), 2, kHangAfterMs);
        const std::vector<WinnerChange> expected = runner.changes();
        QVERIFY(!expected.empty());
        runner.requestChanges(last + 7, {});
        QTRY_VERIFY_WITH_TIMEOUT(runner.changes() == expected, kHangAfterMs);
    }
};

QTEST_GUILESS_MAIN(TestExperimentRunner)

}  // namespace tst_experiment_runner
#include "tst_experiment_runner.moc"
