// The experiments page in the real window: what a person does there, and what is on the screen then.

#include "tests/app/desk.h"

#include "app/pages/experiments_page.h"
#include "engine/experiment/run_experiment.h"
#include "engine/experiment/scenario_link.h"
#include "engine/io/experiment_file.h"
#include "widgets/basics/symbol_combo.h"
#include "widgets/experiments/experiment_chart.h"
#include "widgets/experiments/experiment_form.h"
#include "widgets/experiments/experiment_text.h"
#include "widgets/experiments/winner_map_view.h"

#include <QClipboard>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// A window on its experiments page.
class Bench : public Desk {
public:
    explicit Bench(const char* experiment) : Desk(QLatin1String("preset:") + QLatin1String(experiment)) { await(); }
    ExperimentsPage& page() { return window.experiments(); }
    ExperimentDocument& experiment() { return window.controller().experiment(); }
    ExperimentRunner& runner() { return page().runner(); }
    /// Waits until what is shown is what the document says.
    void await() {
        QTRY_VERIFY(runner().isCurrent() && runner().results()->plan->experiment == experiment().experiment());
    }
    template <class Widget>
    Widget* named(const char* name) {
        for (Widget* widget : page().findChildren<Widget*>())
            if (widget->accessibleName() == QLatin1String(name)) return widget;
        return nullptr;
    }
};

}  // namespace

class TestExperimentsPage : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString path(const char* name) const { return m_home->filePath(QString::fromUtf8(name)); }

private slots:
    void init() { m_home = newHome(); }

    void eachPageHasItsDocument() {
        Desk desk;
        QCOMPARE(desk.window.page().id(), QStringLiteral("schedules"));
        QVERIFY(!desk.window.experiments().runner().results());  // what nobody looks at is not run
        QTest::keyClick(&desk.window, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(desk.window.page().id(), QStringLiteral("experiments"));
        QTRY_VERIFY(desk.window.experiments().runner().isCurrent());
        QVERIFY(desk.window.windowTitle().startsWith("comm-sensitivity"));
        QVERIFY(!desk.actions().find->isEnabled());
        QVERIFY(!desk.actions().undo->isEnabled());
        desk.window.controller().experiment().setTitle("Mine");
        QVERIFY(desk.actions().undo->isEnabled());
        QVERIFY(desk.window.windowTitle().startsWith("comm-sensitivity*"));
        QTest::keyClick(&desk.window, Qt::Key_1, Qt::ControlModifier);
        QVERIFY(!desk.actions().undo->isEnabled());
        QVERIFY(desk.actions().find->isEnabled());
        QVERIFY(desk.window.windowTitle().startsWith("default"));
        QVERIFY(desk.window.controller().experiment().undoToClean());
    }

    void everyPresetGivesWhatTheEngineGives_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"weak-scaling", "strong-scaling", "recompute", "microbatches", "chunks", "zb-split",
                                 "comm-sensitivity", "imbalance", "winner-d-comm"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }

    void everyPresetGivesWhatTheEngineGives() {
        QFETCH(QString, name);
        Bench bench(qPrintable(name));
        QCOMPARE(bench.window.page().id(), QStringLiteral("experiments"));
        const SharedResults results = bench.runner().results();
        const auto plan = planExperiment(bench.experiment().experiment());
        QVERIFY(plan);
        std::size_t checked = 0;
        runExperiment(*plan, [&](std::size_t point, SweepPoint result) {
            if (results->points[point] == result) ++checked;
            return true;
        });
        QCOMPARE(checked, results->points.size());
        const bool isMap = bench.experiment().experiment().view == View::WinnerMap;
        QCOMPARE(bench.page().map().isVisible(), isMap);
        QCOMPARE(bench.page().chart().isVisible(), !isMap);
        QCOMPARE(bench.named<SymbolCombo>("Experiment")->currentData().toString(), name);
    }

    void anEditRedrawsAndUndoReturns() {
        Bench bench("recompute");
        const SharedResults before = bench.runner().results();
        Experiment after = bench.experiment().experiment();
        after.workload.imbalance = 0.3;
        emit bench.page().form().edited({after, "Change imbalance", 0});
        QVERIFY(bench.experiment().experiment() == after);
        bench.await();
        QVERIFY(bench.runner().results() != before);
        QVERIFY(bench.runner().results()->points[0] != before->points[0]);
        bench.actions().undo->trigger();
        bench.await();
        QVERIFY(bench.runner().results()->points == before->points);
    }

    void aMistakeKeepsThePicture() {
        Bench bench("recompute");
        const SharedResults before = bench.runner().results();
        Experiment after = bench.experiment().experiment();
        after.bindings[0].formula = "800/";
        emit bench.page().form().edited({after, "Change formula", 0});
        QTRY_VERIFY(bench.runner().error().has_value());
        QCOMPARE(bench.runner().results(), before);
        QVERIFY2(bench.answer().contains("bindings.backward"), qPrintable(bench.answer()));
        QVERIFY(!bench.experiment().saveAs(path("bad.json")));
        bench.actions().undo->trigger();
        bench.await();
        QVERIFY(!bench.answer().contains("bindings"));
    }

    void aPointOpensInTheGanttsAndBackReturns() {
        Bench bench("comm-sensitivity");
        const ExperimentPlan& plan = *bench.runner().results()->plan;
        const std::size_t point = plan.pointAt({3, 1, 2, 4});  // D = 16, MBS/D = 2, interleaved, T_C = 16
        emit bench.page().chart().pointChosen(point);
        QCOMPARE(bench.window.page().id(), QStringLiteral("schedules"));
        QVERIFY(bench.document().scenario() == scenarioAround(plan, point));
        verifyTotals(bench);
        QCOMPARE(bench.document().scenario().workload.devices, 16);
        const SweepPoint& expected = *bench.runner().results()->points[point];
        QCOMPARE(toUnits(bench.comparison().outcomes()[2].run->metrics.totalTime), expected.totalTime);
        QVERIFY2(bench.message().contains("D = 16"), qPrintable(bench.message()));
        QVERIFY(bench.document().isClean());
        bench.actions().back->trigger();
        QCOMPARE(bench.window.page().id(), QStringLiteral("experiments"));
        bench.actions().back->trigger();
        bench.actions().undo->trigger();  // what was there before is not lost
        QCOMPARE(bench.document().scenario().workload.devices, 4);
        QVERIFY(bench.window.windowTitle().startsWith("default"));
    }

    void whereTheWinnerChangesStandsInTheAnswer() {
        Bench bench("comm-sensitivity");
        SymbolCombo* figures = bench.named<SymbolCombo>("Figure");
        QCOMPARE(figures->count(), 5);
        figures->setCurrentIndex(3);
        emit figures->activated(3);
        QTRY_VERIFY(!bench.runner().changes().empty());
        QTRY_VERIFY2(bench.answer().contains("GPipe in place of ZB-H1 from"), qPrintable(bench.answer()));
        bench.page().chart().setHiddenSeries({5});  // ZB-H1
        emit bench.page().chart().hiddenSeriesChanged();
        QTRY_VERIFY2(bench.answer().contains("in place of Interleaved 1F1B"), qPrintable(bench.answer()));
        QVERIFY(bench.page().map().hiddenSeries().contains(5));
    }

    void theMapIsTheSameExperiment() {
        Bench bench("comm-sensitivity");
        Experiment after = bench.experiment().experiment();
        after.view = View::WinnerMap;
        emit bench.page().form().edited({after, "Change view", 0});
        bench.await();
        QVERIFY(bench.page().map().isVisible());
        bench.actions().undo->trigger();
        QVERIFY(bench.page().chart().isVisible());
    }

    void whatIsPinnedStaysBesideWhatFollows() {
        Bench bench("recompute");
        QAction* pin = bench.actions().pin;
        pin->trigger();
        bench.window.controller().actions().pages->actions()[0]->trigger();
        QVERIFY(!pin->isChecked());
        bench.actions().back->trigger();
        QVERIFY(pin->isChecked());
        Experiment after = bench.experiment().experiment();
        after.workload.imbalance = 0.3;
        emit bench.page().form().edited({after, "Change imbalance", 0});
        bench.await();
        QTRY_VERIFY(bench.page().chart().layout() && bench.page().chart().layout()->pinned);
        pin->trigger();
        QTRY_VERIFY(!bench.page().chart().layout()->pinned);
    }

    void aCrashLosesNoDraft() {
        Experiment draft;
        {
            Bench bench("chunks");
            draft = bench.experiment().experiment();
            draft.bindings[0].formula = "800/";
            bench.experiment().apply({draft, "Change", 0});
            QTest::qWait(400);  // the session is written soon, not at once
        }                       // destroyed without closing, as by a crash
        Desk again;
        QVERIFY(again.window.controller().experiment().experiment() == draft);
        QCOMPARE(again.window.page().id(), QStringLiteral("experiments"));
        QVERIFY(!again.window.controller().experiment().isClean());
    }

    void filesOpenOnTheirPage() {
        Bench bench("chunks");
        QVERIFY(bench.experiment().saveAs(path("mine.json")));
        QVERIFY(bench.document().saveAs(path("mine.bubble.json")));
        bench.drop(path("mine.bubble.json"));
        QCOMPARE(bench.window.page().id(), QStringLiteral("schedules"));
        bench.drop(path("mine.json"));
        QCOMPARE(bench.window.page().id(), QStringLiteral("experiments"));
        QVERIFY(bench.window.windowTitle().startsWith("mine"));
        QCOMPARE(bench.named<SymbolCombo>("Experiment")->currentIndex(), -1);
    }

    void aNewOneIsAboutTheOpenScenario() {
        Bench bench("chunks");
        Scenario scenario = bench.document().scenario();
        scenario.workload.devices = 12;
        scenario.workload.microbatches = 24;
        bench.document().apply({scenario, "Change", 0});
        bench.actions().newDocument->trigger();
        bench.await();
        QCOMPARE(bench.experiment().experiment().workload.devices, 12);
        QCOMPARE(bench.experiment().experiment().x.variable, std::string("comm"));
        QVERIFY(bench.document().undoToClean());
    }

    void thePictureIsCopied() {
        Bench bench("weak-scaling");
        QGuiApplication::clipboard()->clear();
        bench.actions().copyImage->trigger();
        QCOMPARE(QGuiApplication::clipboard()->image().width(), 2400);
    }
};

QTEST_MAIN(TestExperimentsPage)
#include "tst_experiments_page.moc"
