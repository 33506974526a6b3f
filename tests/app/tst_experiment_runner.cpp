// Experiments in the background: what is shown, and when.

#include "app/experiment_runner.h"
#include "app/load_scenario.h"
#include "engine/study/run_experiment.h"

#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;

namespace {

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
        QTRY_VERIFY(runner.isCurrent());
        const auto plan = planExperiment(experiment);
        std::vector<StudyPoint> expected(plan->size());
        runExperiment(*plan, [&](std::size_t point, StudyPoint result) {
            expected[point] = std::move(result);
            return true;
        });
        QCOMPARE(runner.results()->points.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) QVERIFY(runner.results()->points[i] == expected[i]);
        QVERIFY(!runner.error());
        QTRY_VERIFY(!runner.progress());
    }

    void whatCannotRunLeavesWhatWasShown() {
        ExperimentRunner runner;
        runner.request(preset("chunks"));
        QTRY_VERIFY(runner.isCurrent());
        const SharedResults before = runner.results();
        Experiment bad = preset("chunks");
        bad.bindings.push_back({"recompute", "7/0"});
        runner.request(bad);
        QTRY_VERIFY(runner.error().has_value());
        QCOMPARE(runner.error()->field, std::string("bindings.recompute"));
        QCOMPARE(runner.results(), before);
        QVERIFY(!runner.isCurrent());
        runner.request(preset("chunks"));
        QTRY_VERIFY(runner.isCurrent());
        QVERIFY(!runner.error());
    }

    void theNewestWins() {
        ExperimentRunner runner;
        runner.request(endless());
        Experiment moved = preset("recompute");
        for (int i = 0; i < 20; ++i) {
            moved.workload.imbalance = 0.01 * i;
            runner.request(moved);
        }
        QTRY_VERIFY(runner.isCurrent());
        QVERIFY(runner.results()->plan->experiment == moved);
    }

    void longWorkFillsAndStops() {
        ExperimentRunner runner;
        runner.request(preset("chunks"));
        QTRY_VERIFY(runner.isCurrent());
        const SharedResults before = runner.results();
        QSignalSpy added(&runner, &ExperimentRunner::pointsAdded);
        runner.request(endless());
        QTRY_VERIFY(runner.results() != before);  // it is not awaited whole
        QTRY_VERIFY(added.count() >= 2);
        QVERIFY(!runner.results()->isWhole());
        QVERIFY(runner.progress());
        runner.cancel();
        const std::size_t done = runner.results()->done;
        QVERIFY(done > 0);
        QTRY_VERIFY(!runner.progress());
        QVERIFY(runner.isCancelled());
        QCOMPARE(runner.results()->done, done);
        QCOMPARE(std::count_if(runner.results()->points.begin(), runner.results()->points.end(),
                               [](const auto& point) { return point.has_value(); }),
                 std::ptrdiff_t(done));
    }

    void changesOfTheWinnerAreThoseOfTheEngine() {
        ExperimentRunner runner;
        runner.request(preset("comm-sensitivity"));
        QTRY_VERIFY(runner.isCurrent());
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
        QTRY_VERIFY(runner.changes() == expected);
        QVERIFY(ready.count() >= 1);
        runner.requestChanges(0, {});
        QVERIFY(runner.changes().empty());  // none of another question while these are awaited
    }

    /// The form may show figures that the results on screen do not have yet.
    void changesPastTheLastFigureAreOfTheLast() {
        ExperimentRunner runner;
        runner.request(preset("comm-sensitivity"));
        QTRY_VERIFY(runner.isCurrent());
        const std::size_t last = runner.results()->plan->figures() - 1;
        QSignalSpy ready(&runner, &ExperimentRunner::changesReady);
        runner.requestChanges(last, {});
        QTRY_COMPARE(ready.count(), 2);
        const std::vector<WinnerChange> expected = runner.changes();
        QVERIFY(!expected.empty());
        runner.requestChanges(last + 7, {});
        QTRY_VERIFY(runner.changes() == expected);
    }
};

namespace tst_experiment_runner {
QTEST_GUILESS_MAIN(TestExperimentRunner)
}
#include "tst_experiment_runner.moc"
