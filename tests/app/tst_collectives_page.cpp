// The page of collectives in the window: presets, edits with undo, reversing, export.

#include "tests/app/desk.h"
#include "tests/rounds.h"
#include "tests/widgets/dialog_parts.h"
#include "widgets/collectives/algorithm_clock.h"
#include "widgets/collectives/arrival_editor.h"
#include "widgets/collectives/collective_form.h"
#include "widgets/collectives/cost_chart.h"
#include "widgets/collectives/explain_panel.h"
#include "widgets/collectives/slots_view.h"
#include "widgets/collectives/step_clock.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/picture/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_collectives_page {

namespace {

/// A window that shows a collective.
struct CollectiveDesk {
    std::unique_ptr<QTemporaryDir> home = newHome();
    Desk desk;
    CollectiveDesk() { desk.actions().pages->actions().at(3)->trigger(); }

    CollectivesPage& page() { return collectivesOf(desk.window); }
    CollectiveDocument& document() { return desk.window.controller().collective(); }
    void open(const char* preset) {
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:") + QLatin1String(preset)));
    }
};

}  // namespace

class TestCollectivesPage : public QObject {
    Q_OBJECT

private slots:
    void itBeginsWithAnAllReduce() {
        CollectiveDesk all;
        QCOMPARE(&all.desk.window.shown(), &kCollectivesPage);
        QVERIFY(all.desk.window.windowTitle().startsWith("all-reduce"));
        QVERIFY2(all.desk.answer().contains("ring: 14 steps, 224 transfers"), qPrintable(all.desk.answer()));
        QVERIFY2(all.desk.answer().contains("hierarchical is fastest: "), qPrintable(all.desk.answer()));
        QVERIFY(!all.desk.actions().pin->isEnabled() && !all.desk.actions().fit->isEnabled());
    }

    void everyPresetIsShown() {
        CollectiveDesk all;
        for (const Preset& preset : presets(kCollectiveKind)) {
            all.open(qPrintable(preset.name));
            QCOMPARE(&all.desk.window.shown(), &kCollectivesPage);
            QVERIFY2(!all.page().view().moment().done.empty(), qPrintable(preset.name));
            QVERIFY(all.document().isClean());
        }
    }

    /// Whoever turns to another algorithm goes along its steps at once.
    void keysGoAlongStepsAfterAChoice() {
        CollectiveDesk all;
        const auto segments = all.page().findChildren<SegmentedControl*>();
        const auto chooser = std::find_if(segments.begin(), segments.end(),
                                          [](auto* one) { return one->accessibleName() == "Algorithm shown"; });
        QVERIFY(chooser != segments.end());
        QTest::mouseClick((*chooser)->button((*chooser)->chosen() == 0 ? 1 : 0), Qt::LeftButton);
        QCoreApplication::processEvents();
        QCOMPARE(all.desk.window.focusWidget(), static_cast<QWidget*>(&all.page().view()));
        QTest::keyClick(&all.page().view(), Qt::Key_End);
        const auto& done = all.page().view().moment().done;
        QVERIFY(*std::min_element(done.begin(), done.end()) > 0);
    }

    void editsAreStepsOfUndo() {
        CollectiveDesk all;
        CollectiveForm& form = all.page().form();
        emit form.ranks()->valueEdited(12, 0);
        QCOMPARE(all.page().view().moment().done.size(), std::size_t(12));
        form.algorithm("direct")->click();
        emit form.collective()->activated(static_cast<int>(Collective::Barrier));
        QCOMPARE(all.document().undoStack().count(), 3);
        for (int i = 0; i < 3; ++i) all.desk.actions().undo->trigger();
        QCOMPARE(all.page().view().moment().done.size(), std::size_t(8));
        QVERIFY(all.document().isClean());
    }

    /// The same number of steps of another collective is another thing; one that was seen is compared as it was.
    void anotherCollectiveBeginsAtItsStart() {
        CollectiveDesk all;
        CollectiveForm& form = all.page().form();
        const auto algorithms = all.document().setup().algorithms;
        for (int i = 0; i < 3; ++i) all.page().clock().go(StepKey::Forth);
        emit form.ranks()->valueEdited(12, 0);
        QCOMPARE(all.page().view().moment().steps(), std::size_t(3));
        emit form.collective()->activated(static_cast<int>(Collective::AllGather));
        QCOMPARE(all.page().view().moment().steps(), std::size_t(0));
        form.algorithm("bruck")->click();
        const auto ofGather = all.document().setup().algorithms;
        emit form.collective()->activated(static_cast<int>(Collective::AllReduce));
        QCOMPARE(all.document().setup().algorithms, algorithms);
        emit form.collective()->activated(static_cast<int>(Collective::AllGather));
        QCOMPARE(all.document().setup().algorithms, ofGather);
    }

    /// Ranks, cells and pictures have the colours of the palette that people chose.
    void thePaletteIsThatOfTheMenu() {
        CollectiveDesk all;
        const auto shot = [&] { return all.page().view().grab().toImage(); };
        const QImage before = shot();
        QVERIFY(all.desk.actions().palette->menu()->isEnabled());
        all.desk.actions().palette->menu()->actions().at(2)->trigger();
        QVERIFY(shot() != before);
        all.desk.actions().exportPicture->trigger();
        QCOMPARE(all.page().findChild<ExportDialog*>()->options().palette, QString(opPalettes()[2].id));
        all.desk.actions().palette->menu()->actions().at(0)->trigger();
        QVERIFY(shot() == before);
    }

    void lateRanksAreTold() {
        CollectiveDesk all;
        CollectiveSetup setup = all.document().setup();
        setup.algorithms = {"ring"};
        setup.arrival = {0, 0, 0, 5000, 0, 0, 0, 0};
        all.document().apply({setup, "late", 0});
        const double punctual = timeByForm(setup, *findAlgorithm(Collective::AllReduce, "ring"));
        const QString wanted = QStringLiteral("rank 3 arrives last, at %1; without delays ring takes %2")
                                   .arg(formatMicroseconds(5000), formatMicroseconds(punctual));
        QVERIFY2(all.desk.answer().contains(wanted), qPrintable(all.desk.answer()));
    }

    /// They show its time and its setup, and set both.
    void algorithmsBelowAreControls() {
        CollectiveDesk all;
        AlgorithmClock& algorithms = all.page().algorithms();
        all.page().clock().go(StepKey::Forth);
        QVERIFY(all.page().clock().time() > 0);
        QCOMPARE(algorithms.gantt().instant(),
                 std::optional(toTime(all.page().clock().time() / algorithms.microsecondsAUnit())));
        emit algorithms.timePicked(8000);
        QCOMPARE(all.page().clock().time(), 8000.0);
        emit algorithms.algorithmPicked(QStringLiteral("hierarchical"));
        QCOMPARE(all.document().algorithm(), std::string("hierarchical"));
        QVERIFY(all.document().isClean());
        emit all.page().cost().bytesPicked(1e6, 5);
        emit all.page().cost().bytesPicked(2e6, 5);
        emit all.page().cost().ranksPicked(16, 6);
        QCOMPARE(all.document().undoStack().count(), 2);  // a step a gesture
        QCOMPARE(all.document().setup().bytes, 2e6);
        QCOMPARE(all.page().view().moment().done.size(), std::size_t(16));
        QCOMPARE(algorithms.gantt().shown().front().timeline->program->workers, 16);
        QVERIFY(all.page().cost().sentence().contains(QStringLiteral("2 MB")));
    }

    /// A broadcast becomes a reduce, seen from the other end; once more, and it is what it was.
    void reversed() {
        CollectiveDesk all;
        all.open("broadcast");
        const CollectiveSetup before = all.document().setup();
        all.page().clock().go(StepKey::Forth);
        const double rest = all.page().clock().time();
        all.page().explanation().reverse()->click();
        QVERIFY(all.document().setup().collective == Collective::Reduce);
        QCOMPARE(all.document().algorithm(), std::string("binomial"));
        QCOMPARE(all.document().title(), QString("Reduce"));
        QCOMPARE(all.page().view().moment().steps(), std::size_t(2));
        all.page().explanation().reverse()->click();
        QVERIFY(all.document().setup() == before);
        QVERIFY(std::abs(all.page().clock().time() - rest) < 1e-6);
        QCOMPARE(all.document().undoStack().count(), 2);
    }

    void refusalsAndGiantsAreTold() {
        CollectiveDesk all;
        all.open("all-gather");
        CollectiveForm& form = all.page().form();
        emit form.ranks()->valueEdited(6, 0);
        all.document().setAlgorithm("recursive-doubling");
        QVERIFY(all.page().view().moment().done.empty());
        QVERIFY2(all.desk.answer().contains("1 cannot run"), qPrintable(all.desk.answer()));
        all.document().setAlgorithm("ring");
        QCOMPARE(all.page().view().moment().done.size(), std::size_t(6));
        emit form.ranks()->valueEdited(128, 0);  // drawn by node, with nothing to pick
        QCOMPARE(all.page().view().moment().done.size(), std::size_t(128));
        QCOMPARE(all.page().view().slotsLayout().ranks, 128 / all.document().setup().cluster.nodeSize);
        QTest::mouseClick(&all.page().view(), Qt::LeftButton, {},
                          all.page().view().slotsLayout().cellRect(1, 3).center().toPoint());
        QVERIFY(!all.page().view().picked());
        QVERIFY(all.page().explanation().text().contains("Drawn by node"));
        emit form.ranks()->valueEdited(1024, 0);
        QVERIFY(all.page().view().moment().done.empty());
        QVERIFY2(all.desk.answer().contains("takes") || all.desk.answer().contains("fastest"),
                 qPrintable(all.desk.answer()));
        all.desk.actions().copyImage->trigger();
        QVERIFY(all.desk.message().contains("cannot be drawn"));
        all.desk.actions().exportPicture->trigger();
        auto* dialog = all.page().findChild<ExportDialog*>();
        QVERIFY(dialog && named<QComboBox>(*dialog, "Part")->findText("Storyboard") < 0);
        dialog->reject();
        emit form.ranks()->valueEdited(4096, 0);
        QVERIFY(!all.page().table().isEmpty());
    }

    /// Files, pictures and sessions bring it back, with the algorithm that was looked at.
    void itComesBack() {
        CollectiveDesk all;
        QTemporaryDir folder;
        const QString path = folder.filePath("mine.json");
        emit all.page().form().ranks()->valueEdited(6, 0);
        all.document().setAlgorithm("halving-doubling");
        QVERIFY(all.document().saveAs(path));
        all.open("scatter");
        all.desk.drop(path);
        QCOMPARE(all.document().setup().ranks, 6);
        QCOMPARE(all.document().path(), path);
        QVERIFY(all.document().isClean());
    }

    /// Whatever is seen can be kept, from the one dialog, as each format and as numbers.
    void exportOffersAllThatIsShown() {
        CollectiveDesk all;
        QTemporaryDir folder;
        all.page().clock().go(StepKey::Forth);
        all.desk.actions().exportPicture->trigger();
        auto* dialog = all.page().findChild<ExportDialog*>();
        QVERIFY(dialog);
        auto* what = named<QComboBox>(*dialog, "Part");
        QCOMPARE(what->count(), 5);
        QSignalSpy saved(dialog, &ExportDialog::saved), failed(dialog, &ExportDialog::saveFailed);
        int files = 0;
        for (int part = 0; part < what->count(); ++part) {
            what->setCurrentIndex(part);
            for (const char* suffix : {"svg", "csv", "png", "pdf", "json"}) {
                if (part > 0 && suffix == QByteArray("png") && !hasAllRounds()) break;
                dialog->setSuffix(suffix);
                const QString path = folder.filePath(QStringLiteral("%1.%2").arg(part).arg(QLatin1String(suffix)));
                dialog->saveTo(path);
                ++files;
                QTRY_COMPARE(saved.size() + failed.size(), files);
                QVERIFY2(failed.isEmpty(), qPrintable(dialog->message()));
                QVERIFY(QFileInfo(path).size() > 200);
            }
        }
        QFile svg(folder.filePath("1.svg")), csv(folder.filePath("2.csv"));
        QVERIFY(svg.open(QIODevice::ReadOnly) && csv.open(QIODevice::ReadOnly));
        const QByteArray clock = svg.readAll();
        QVERIFY(clock.contains("hierarchical") && clock.contains("node 1"));
        QVERIFY(csv.readLine().startsWith("bytes,direct"));
    }

    /// By the mouse and keys alone, as people do it.
    void pressedAndDragged() {
        CollectiveDesk all;
        CollectivesPage& page = all.page();
        all.desk.window.resize(1440, 900);
        all.desk.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&all.desk.window));
        SlotsView& view = page.view();
        view.setFocus();
        for (int i = 0; i < 5; ++i) QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.moment().steps(), std::size_t(5));
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.slotsLayout().cellRect(1, 3).center().toPoint());
        QVERIFY2(page.explanation().text().contains("After step 5: six of eight parts"),
                 qPrintable(page.explanation().text()));
        ArrivalEditor& arrival = *page.form().arrival();
        const QPoint knob = arrival.knobAt(4).toPoint();
        QTest::mousePress(&arrival, Qt::LeftButton, {}, knob);
        for (int y = 1; y <= 20; ++y) QTest::mouseMove(&arrival, knob + QPoint(0, y));
        QTest::mouseRelease(&arrival, Qt::LeftButton, {}, knob + QPoint(0, 20));
        QVERIFY(all.document().setup().arrival.size() == 8 && all.document().setup().arrival[4] > 0);
        QCOMPARE(all.document().undoStack().count(), 1);
        all.desk.actions().undo->trigger();
        QVERIFY(all.document().setup().arrival.empty());
        all.open("broadcast");
        QTest::mouseClick(page.explanation().reverse(), Qt::LeftButton);
        QVERIFY(all.document().setup().collective == Collective::Reduce);
        qobject_cast<QAbstractButton*>(page.form().size()->control("labels"))->click();
        QVERIFY(all.document().setup().isRootOutside);
        all.desk.actions().undo->trigger();
        QVERIFY(!all.document().setup().isRootOutside);
    }

    void whereThereIsNoPanelTheLineTellsOfASlot() {
        CollectiveDesk all;
        all.desk.window.resize(900, 600);
        all.desk.window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&all.desk.window));
        QVERIFY(all.page().explanation().isHidden());
        all.page().clock().go(StepKey::Forth);
        all.page().view().setPicked(std::pair(1, 0));
        QVERIFY2(all.page().explanation().ofSlot().startsWith("Slot 0 on rank 1. After step 1"),
                 qPrintable(all.page().explanation().ofSlot()));
        bool isTold = false;
        for (const QLabel* label : all.page().findChildren<QLabel*>())
            isTold = isTold || (label->isVisible() && label->text().startsWith("Slot 0 on rank 1"));
        QVERIFY(isTold);
    }

    /// The step that is under way, as it ends: what is exported is what people look at.
    void theStepOnScreenIsExported() {
        CollectiveDesk all;
        StepClock& clock = all.page().clock();
        for (int i = 0; i < 2; ++i) clock.go(StepKey::Forth);
        clock.setTime(clock.time() * 1.2);
        QVERIFY(all.page().view().moment().isMoving());
        all.desk.actions().exportPicture->trigger();
        const auto* dialog = all.page().findChild<ExportDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->options().figures, std::vector<std::size_t>{3});
        QVERIFY2(dialog->suggestedPath().endsWith("/all-reduce-ring-step-3"), qPrintable(dialog->suggestedPath()));
    }

    /// A preset's name says nothing of what became of it.
    void whatIsExportedIsCalledByWhatItIs() {
        CollectiveDesk all;
        all.open("scatter");
        all.page().explanation().reverse()->click();
        all.desk.actions().exportPicture->trigger();
        const auto* dialog = all.page().findChild<ExportDialog*>();
        QVERIFY(dialog);
        QVERIFY2(dialog->suggestedPath().contains("/gather-"), qPrintable(dialog->suggestedPath()));
    }

    void pickingGoesAlongTheHistory() {
        CollectiveDesk all;
        CollectivesPage& page = all.page();
        page.clock().go(StepKey::ToEnd);
        page.view().setPicked(std::pair(1, 3));
        QVERIFY(page.explanation().text().contains("the complete sum"));
        emit page.explanation().originChosen(0, 3, 4);
        QCOMPARE(page.view().moment().steps(), std::size_t(4));
        QVERIFY(page.explanation().text().contains("After step 4"));
        all.open("gather");
        QVERIFY(!page.view().picked());
    }
};

QTEST_MAIN(TestCollectivesPage)

}  // namespace tst_collectives_page
#include "tst_collectives_page.moc"
