// The page Experiments in the real window: what a user does there, and what appears on screen.

#include "tests/app/desk.h"

#include "app/documents/load_scenario.h"
#include "app/settings/settings.h"
#include "engine/io/experiment_file.h"
#include "engine/study/run_experiment.h"
#include "engine/study/scenario_link.h"
#include "widgets/charts/curves_view.h"
#include "widgets/kit/page_rail.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text_edit.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/study/curves/experiment_chart.h"
#include "widgets/study/experiment_text.h"
#include "widgets/study/form/experiment_form.h"
#include "widgets/study/winners/winner_map_view.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiments_page {

namespace {

/// A window on its experiments page.
class Bench : public Desk {
public:
    explicit Bench(const char* experiment) : Desk(QLatin1String("preset:") + QLatin1String(experiment)) { await(); }
    ExperimentsPage& page() { return experimentsOf(window); }
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
        QCOMPARE(desk.window.shown().id, "schedules");
        QVERIFY(!experimentsOf(desk.window).runner().results());  // what nobody looks at is not run
        QTest::keyClick(&desk.window, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(desk.window.shown().id, "experiments");
        QTRY_VERIFY(experimentsOf(desk.window).runner().isCurrent());
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
        QCOMPARE(bench.window.shown().id, "experiments");
        const SharedResults results = bench.runner().results();
        const auto plan = planExperiment(bench.experiment().experiment());
        QVERIFY(plan);
        std::size_t checked = 0;
        runExperiment(*plan, [&](std::size_t point, StudyPoint result) {
            if (results->points[point] == result) ++checked;
            return true;
        });
        QCOMPARE(checked, results->points.size());
        const bool isMap = bench.experiment().experiment().view == View::WinnerMap;
        QCOMPARE(bench.page().map().isVisible(), isMap);
        QCOMPARE(bench.page().chart().isVisible(), !isMap);
        QCOMPARE(bench.named<PickCombo>("Experiment")->currentData().toString(), name);
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

    void whatWasStoppedIsNotTakenForTheAnswer() {
        Bench bench("recompute");
        const SharedResults before = bench.runner().results();
        Experiment after = bench.experiment().experiment();
        after.workload.imbalance = 0.3;
        bench.experiment().apply({after, "Change imbalance", 0});
        bench.page().stop();
        QCOMPARE(bench.runner().results(), before);
        QVERIFY2(bench.answer().startsWith("Stopped"), qPrintable(bench.answer()));
        bench.actions().undo->trigger();
        bench.await();
        QVERIFY(!bench.answer().contains("Stopped"));
    }

    void aMistakeKeepsThePicture() {
        Bench bench("recompute");
        const SharedResults before = bench.runner().results();
        Experiment after = bench.experiment().experiment();
        after.bindings[0].formula = "800/";
        emit bench.page().form().edited({after, "Change formula", 0});
        QTRY_VERIFY(bench.runner().error().has_value());
        QCOMPARE(bench.runner().results(), before);
        QVERIFY2(bench.answer().contains("the experiment has an error"), qPrintable(bench.answer()));
        QVERIFY(!bench.experiment().saveAs(path("bad.json")));
        bench.actions().undo->trigger();
        bench.await();
        QVERIFY(!bench.answer().contains("the experiment has an error"));
    }

    void aPointOpensInTheGanttsAndBackReturns() {
        Bench bench("comm-sensitivity");
        const ExperimentPlan& plan = *bench.runner().results()->plan;
        const std::size_t point = plan.pointAt({3, 1, 2, 4});  // D = 16, MBS/D = 2, interleaved, T_C = 16
        emit bench.page().chart().pointChosen(point);
        QCOMPARE(bench.window.shown().id, "schedules");
        Scenario expectedScenario = scenarioAround(plan, point);
        std::rotate(expectedScenario.schedules.begin(), expectedScenario.schedules.begin() + 2,
                    expectedScenario.schedules.begin() + 3);  // what was asked for stands on top
        QVERIFY(bench.document().scenario() == expectedScenario);
        verifyTotals(bench);
        QCOMPARE(bench.document().scenario().workload.devices, 16);
        const StudyPoint& expected = *bench.runner().results()->points[point];
        QCOMPARE(toUnits(bench.results().outcomes()[0].run->metrics.totalTime), expected.of(Quantity::TotalTime));
        QVERIFY2(bench.message().contains("D = 16"), qPrintable(bench.message()));
        QVERIFY(bench.document().isClean());
        bench.actions().back->trigger();
        QCOMPARE(bench.window.shown().id, "experiments");
        QVERIFY(bench.message().isEmpty());
        QCOMPARE(bench.document().scenario().workload.devices, 4);  // what was there before is there again
        bench.actions().back->trigger();
        QVERIFY(bench.window.windowTitle().startsWith("default"));
        bench.actions().redo->trigger();
        QVERIFY(bench.document().scenario() == expectedScenario);
        bench.actions().undo->trigger();
        QCOMPARE(bench.document().scenario().workload.devices, 4);
        QVERIFY(bench.window.windowTitle().startsWith("default"));
    }

    void backReturnsTheDocumentWithItsUndo() {
        Bench bench("comm-sensitivity");
        const Scenario first = bench.document().scenario();
        Scenario edited = first;
        edited.workload.microbatches = 40;
        edited.title.clear();  // that of the preset
        bench.document().apply({edited, "Change MBS", 0});
        for (const std::size_t point : {0, 9}) emit bench.page().chart().pointChosen(point);
        QVERIFY(bench.document().scenario() != edited);
        bench.actions().back->trigger();
        QCOMPARE(bench.window.shown().id, "experiments");
        QVERIFY(bench.document().scenario() == edited);
        QVERIFY(!bench.document().isClean());
        bench.document().undoStack().undo();
        QVERIFY(bench.document().scenario() == first);
        QVERIFY(bench.document().isClean());
        // Back alone turns pages.
        bench.actions().back->trigger();
        bench.actions().back->trigger();
        QVERIFY(bench.document().scenario() == first);
    }

    void figureAndHiddenSeriesOutliveTheWindow() {
        {
            Bench bench("comm-sensitivity");
            PickCombo* figures = bench.named<PickCombo>("Figure");
            figures->setCurrentIndex(3);
            emit figures->activated(3);
            bench.page().chart().setHiddenSeries({1, 5});
            emit bench.page().chart().hiddenSeriesChanged();
            QVERIFY(bench.window.close());
        }
        Desk again;
        QCOMPARE(again.window.shown().id, "experiments");
        ExperimentsPage& page = experimentsOf(again.window);
        QTRY_VERIFY(page.runner().isCurrent());
        const std::set<std::size_t> hidden{1, 5};
        QCOMPARE(page.chart().hiddenSeries(), hidden);
        QCOMPARE(page.map().hiddenSeries(), hidden);
        QCOMPARE(page.findChildren<PickCombo*>()[1]->currentIndex(), 3);
        QCOMPARE(again.window.controller().experiment().figure(), std::size_t(3));
    }

    void whatWasStoppedGoesOnByAButton() {
        Bench bench("recompute");
        auto* button = bench.window.findChild<QToolButton*>(QStringLiteral("goOn"));
        QVERIFY(!button->isVisible());
        Experiment after = bench.experiment().experiment();
        after.workload.imbalance = 0.3;
        bench.experiment().apply({after, "Change imbalance", 0});
        bench.page().stop();
        QTRY_VERIFY(button->isVisible());
        QVERIFY(bench.answer().startsWith("Stopped"));
        QTest::keyClick(&bench.window, Qt::Key_R, Qt::ControlModifier);
        bench.await();
        QVERIFY(!bench.answer().contains("Stopped"));
        QTRY_VERIFY(!button->isVisible());
    }

    void whereTheWinnerChangesStandsInTheAnswer() {
        Bench bench("comm-sensitivity");
        PickCombo* figures = bench.named<PickCombo>("Figure");
        QCOMPARE(figures->count(), 5);
        figures->setCurrentIndex(3);
        emit figures->activated(3);
        QTRY_VERIFY(!bench.runner().changes().empty());
        QTRY_VERIFY2(bench.answer().contains("GPipe beats ZB-H1 from"), qPrintable(bench.answer()));
        bench.page().chart().setHiddenSeries({5});  // ZB-H1
        emit bench.page().chart().hiddenSeriesChanged();
        QTRY_VERIFY2(bench.answer().contains("beats Interleaved 1F1B"), qPrintable(bench.answer()));
        QVERIFY(bench.page().map().hiddenSeries().contains(5));
    }

    /// What holds more than its limit is not best, and unequal work is no fair comparison.
    void theAnswerKeepsToTheLimit() {
        Bench bench("recompute");
        const auto ask = [&](const std::function<void(Experiment&)>& edit) {
            Experiment after;
            after.workload.comm = 4.0;
            after.x = {"comm", {0, 1}};
            after.series = std::vector<ScheduleEntry>{{"gpipe", {}, {}}, {"1f1b", {}, {}}, {"zb-h1", {}, {}}};
            after.quantities = {Quantity::TotalTime};
            edit(after);
            bench.experiment().apply({after, "Change", 0});
        };
        ask([](Experiment&) {});
        QTRY_COMPARE(bench.answer(), "ZB-H1 is best everywhere · 6 points");
        ask([](Experiment& e) { e.workload.memoryLimit = 3; });
        QTRY_COMPARE(bench.answer(), "No schedule fits in the memory limit · 6 points · 6 over the memory limit");
        ask([](Experiment& e) { e.workload.memoryLimit = 5; });
        QTRY_COMPARE(bench.answer(),
                     "ZB-H1 is best everywhere among schedules that fit in the memory limit · 6 points · 2 over the "
                     "memory limit");
        ask([](Experiment& e) { std::get<0>(e.series)[1].own.microbatches = 4; });
        QTRY_COMPARE(bench.answer(), "1F1B is fastest everywhere (unequal work) · 6 points");
        ask([](Experiment& e) {
            e.x = {"memory_limit", {3, 5}};
            std::get<0>(e.series).resize(2);
        });
        QTRY_COMPARE(bench.answer(),
                     "1F1B is best wherever a schedule fits in the memory limit · 4 points · 3 over the memory "
                     "limit");
        ask([](Experiment& e) {
            e.x = {"memory_limit", {5, 9}};
            std::get<0>(e.series).resize(2);
        });
        QTRY_COMPARE(
            bench.answer(),
            "GPipe beats 1F1B from memory limit = 8, where it starts to fit in the memory limit · 4 points · 1 "
            "over the memory limit");
    }

    void anotherExperimentBeginsWithItsFirstFigure() {
        Bench bench("comm-sensitivity");
        PickCombo* figures = bench.named<PickCombo>("Figure");
        figures->setCurrentIndex(3);
        emit figures->activated(3);
        bench.window.controller().files().open("preset:weak-scaling");
        bench.await();
        QCOMPARE(figures->currentIndex(), 0);
        QTRY_VERIFY(bench.page().chart().data().results == bench.runner().results());
        QCOMPARE(bench.page().chart().figure(), std::size_t(0));
    }

    void lookingIsNoChange() {
        Bench bench("comm-sensitivity");
        auto* view = bench.named<SegmentedControl>("Curves or winner map");
        QTest::mouseClick(view->button(1), Qt::LeftButton);
        QVERIFY(bench.page().map().isVisible());
        QVERIFY(bench.experiment().isClean());
        QCOMPARE(bench.named<PickCombo>("Experiment")->currentData().toString(), QString("comm-sensitivity"));
        QVERIFY(!bench.window.windowTitle().contains('*'));
        bench.experiment().setTitle("Mine");
        QVERIFY(!bench.experiment().isClean());
        QVERIFY(bench.window.windowTitle().contains('*'));
        bench.actions().undo->trigger();
        bench.actions().undo->trigger();
        QVERIFY(bench.page().chart().isVisible());
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
        const auto hasPinned = [&] {
            const CurvesLayout* layout = bench.page().chart().view().layout();
            return layout && layout->model->legend.back().text == "pinned";
        };
        QTRY_VERIFY(hasPinned());
        pin->trigger();
        QTRY_VERIFY(!hasPinned());
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
        QCOMPARE(again.window.shown().id, "experiments");
        QVERIFY(!again.window.controller().experiment().isClean());
    }

    void whatIsBeingTypedIsSaved() {
        Bench bench("chunks");
        QVERIFY(bench.experiment().saveAs(path("typed.json")));
        QVERIFY(QTest::qWaitForWindowActive(&bench.window));
        auto* title = bench.named<TextEdit>("Experiment title");
        title->setFocus();
        title->selectAll();
        QTest::keyClicks(title, "Mine");
        bench.actions().save->trigger();
        QCOMPARE(bench.experiment().experiment().title, std::string("Mine"));
        QVERIFY(bench.experiment().isClean());
        QVERIFY(title->hasFocus());
        QCOMPARE(loadExperiment(path("typed.json").toStdString())->title, std::string("Mine"));
    }

    void filesOpenOnTheirPage() {
        Bench bench("chunks");
        QVERIFY(bench.experiment().saveAs(path("mine.json")));
        QVERIFY(bench.runner().isCurrent());  // saving runs nothing anew
        QVERIFY(bench.document().saveAs(path("mine.bubble.json")));
        bench.drop(path("mine.bubble.json"));
        QCOMPARE(bench.window.shown().id, "schedules");
        bench.drop(path("mine.json"));
        QCOMPARE(bench.window.shown().id, "experiments");
        QVERIFY(bench.window.windowTitle().startsWith("mine"));
        QCOMPARE(bench.named<PickCombo>("Experiment")->currentIndex(), -1);
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

    /// Tab comes to every part of the page in the order of reading, and Shift+Tab back the same way.
    void tabGoesAroundOnce() {
        Bench bench("comm-sensitivity");
        QVERIFY(QTest::qWaitForWindowActive(&bench.window));
        QTRY_VERIFY(bench.page().chart().view().layout());
        auto* chooser = bench.named<PickCombo>("Experiment");
        const auto around = [&](Qt::Key key) {
            QList<QWidget*> stops;
            chooser->setFocus();
            do {
                stops += QApplication::focusWidget();
                QTest::keyClick(stops.back(), key);
            } while (QApplication::focusWidget() != chooser && stops.size() < 200);
            return stops;
        };
        QList<QWidget*> stops = around(Qt::Key_Tab);
        QVERIFY2(stops.size() < 200, qPrintable(stops.back()->accessibleName()));
        const auto placeOf = [&](const QWidget* wanted) { return stops.indexOf(const_cast<QWidget*>(wanted)); };
        std::vector<qsizetype> places{0, placeOf(bench.named<PickCombo>("Figure")),
                                      placeOf(bench.page().findChild<SegmentedControl*>()->button(0))};
        for (QWidget* each : bench.page().form().findChildren<QWidget*>())
            if (each->isVisible() && (each->focusPolicy() & Qt::TabFocus) && !each->focusProxy())
                QVERIFY2(stops.contains(each), qPrintable(each->accessibleName()));
        places.push_back(placeOf(bench.page().form().title()));
        places.push_back(placeOf(bench.page().form().workload()->param("recompute")->slider()));
        for (const char* series : {"GPipe", "ZB-H1"}) places.push_back(placeOf(bench.named<QAbstractButton>(series)));
        places.push_back(placeOf(&bench.page().chart().view()));
        const auto tools = bench.window.findChild<QToolBar*>()->findChildren<QToolButton*>();
        places.push_back(stops.indexOf(*std::find_if(tools.begin(), tools.end(), [](const QToolButton* tool) {
            return tool->isVisible() && tool->focusPolicy() & Qt::TabFocus;
        })));
        const auto* rail = bench.window.findChild<PageRail*>();
        places.push_back(stops.indexOf(*std::find_if(stops.begin(), stops.end() - 1,
                                                     [&](const QWidget* stop) { return rail->isAncestorOf(stop); })));
        const QString order = QDebug::toString(places);
        QVERIFY2(std::find(places.begin(), places.end(), -1) == places.end(), qPrintable(order));
        QVERIFY2(std::is_sorted(places.begin(), places.end()), qPrintable(order));
        QCOMPARE(stops.count(&bench.page().chart().view()), 1);
        QList<QWidget*> back = around(Qt::Key_Backtab);
        std::reverse(back.begin() + 1, back.end());
        QCOMPARE(back, stops);
    }

    void thePictureIsCopied() {
        Bench bench("weak-scaling");
        QGuiApplication::clipboard()->clear();
        bench.actions().copyImage->trigger();
        QCOMPARE(QGuiApplication::clipboard()->image().width(), 2400);
    }

    /// What the dialog saves opens again by drop, and its choices are remembered.
    void theDialogKeepsTheFigureOnScreen() {
        Bench bench("weak-scaling");
        auto* figures = bench.named<PickCombo>("Figure");
        figures->setCurrentIndex(2);
        emit figures->activated(2);
        bench.page().chart().setHiddenSeries({1});
        bench.actions().exportPicture->trigger();
        auto* dialog = bench.window.findChild<ExportDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->suffix(), "png");
        QCOMPARE(dialog->options().figures, std::vector<std::size_t>{2});
        PictureOptions options = dialog->options();
        options.width = 900;
        dialog->findChild<ExportOptionsPanel*>()->setOptions(options);
        QSignalSpy saved(dialog, &ExportDialog::saved);
        dialog->saveTo(path("kept.svg"));
        QVERIFY(saved.wait());
        dialog->close();
        const Settings settings = Settings::load();
        QCOMPARE(settings.exportWidth, QStringLiteral("900px"));
        QCOMPARE(settings.exportExperimentFormat, "svg");
        QCOMPARE(settings.exportFolder, m_home->path());

        const Experiment kept = bench.experiment().experiment();
        Bench other("chunks");
        other.drop(path("kept.svg"));
        QVERIFY(other.experiment().experiment() == kept);
    }

    void contextMenusKeepToo() {
        Bench bench("winner-d-comm");
        const auto trigger = [&](int entry) { bench.page().map().actions()[entry]->trigger(); };
        QGuiApplication::clipboard()->clear();
        trigger(0);
        QCOMPARE(QGuiApplication::clipboard()->image().width(), 2400);
        trigger(2);
        QCOMPARE(QGuiApplication::clipboard()->text(), bench.page().table());
        QVERIFY(bench.page().table().section('\n', 1, 1).startsWith("winner-d-comm,"));
        trigger(3);
        auto* dialog = bench.window.findChild<ExportDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->suffix(), "csv");
        dialog->close();
    }

    void withoutResultsThereIsNothingToKeep() {
        Desk desk;
        emit experimentsOf(desk.window).chart().keepWanted(Keep::SavePicture);
        QVERIFY(!desk.window.findChild<ExportDialog*>());
        QCOMPARE(experimentsOf(desk.window).table().count('\n'), 1);  // the heading
    }
};

QTEST_MAIN(TestExperimentsPage)

}  // namespace tst_experiments_page
#include "tst_experiments_page.moc"
