// The real window, driven by real events: what a user does, and what must appear on screen.

#include "tests/app/desk.h"

#include "engine/io/scenario_file.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/curves_view.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/kit/entry_list.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/pair_table.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/picture/export_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_main_window {

class TestMainWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString path(const char* name) const { return m_home->filePath(QString::fromUtf8(name)); }

private slots:
    void init() { m_home = newHome(); }

    void opensWithTheDefaultComparison() {
        Desk desk;
        const auto& tracks = schedulesOf(desk.window).gantt().ganttLayout().tracks;
        QCOMPARE(tracks.size(), std::size_t(5));
        // model.md §7: GPipe (MBS+D-1)(F+B) + 2(D-1)C; 1F1B with C[(4D-6) + 2(D-1)(MBS/D-1)]
        QCOMPARE(tracks[0].total, formatTime(toTime(3324), "ms"));
        QCOMPARE(tracks[1].total, formatTime(toTime(3364), "ms"));
        verifyTotals(desk);
        QVERIFY(desk.answer().startsWith("5 schedules"));
        QVERIFY(desk.answer().contains("ZB-H1"));
        QVERIFY(desk.window.windowTitle().startsWith("default"));
        QCOMPARE(schedulesFacetOf(desk.window).charts().bars().model().rows.front().entry, std::size_t(4));
    }

    void theAxisHoldsUntilSomethingElseIsShown() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const auto end = [&] { return gantt.timeView().whole().end; };
        const double whole = end();
        Scenario after = desk.document().scenario();
        after.workload.microbatches = 4;
        desk.document().apply({after, "Change", 1});
        desk.settle();
        QCOMPARE(end(), whole);
        QTest::keyClick(&gantt, Qt::Key_F);
        QVERIFY(end() < whole);
        desk.document().undoStack().undo();
        desk.settle();
        QVERIFY(end() > 0.999 * whole);
        after.schedules.pop_back();
        desk.document().apply({after, "Remove", 0});
        desk.settle();
        QVERIFY(gantt.isFitted());
    }

    void whatDevicesHoldIsComputedWhereItIsSeen() {
        Desk desk;
        const auto hasHeld = [&] { return !!desk.results().outcomes()[1].run->held; };
        QVERIFY(!hasHeld());
        desk.actions().markHeld->trigger();
        QTRY_VERIFY(hasHeld());
        QVERIFY(!schedulesOf(desk.window).gantt().ganttLayout().tracks[1].held.empty());
        // On another page nobody looks at it.
        desk.actions().pages->actions()[2]->trigger();
        Scenario after = desk.document().scenario();
        after.workload.microbatches = 12;
        desk.document().apply({after, "Change", 0});
        desk.settle();
        QVERIFY(!hasHeld());
        desk.actions().pages->actions()[0]->trigger();
        QTRY_VERIFY(hasHeld());
    }

    void aSliderMovesEverythingAndUndoReturnsIt_data() {
        QTest::addColumn<QByteArray>("key");
        for (const char* key : {"devices", "microbatches", "forward", "backward", "weight_fraction", "comm", "chunks",
                                "recompute", "imbalance"})
            QTest::newRow(key) << QByteArray(key);
    }

    void aSliderMovesEverythingAndUndoReturnsIt() {
        QFETCH(QByteArray, key);
        Desk desk;
        const Scenario before = desk.document().scenario();
        const std::string text = writeScenario(before);
        SlimSlider* slider = desk.param(key.constData())->slider();
        const auto at = [&](double position) { return QPoint(qRound(slider->xOf(position)), slider->height() / 2); };
        const double from = slider->position(), to = from < 0.5 ? from + 0.3 : from - 0.3;
        QTest::mousePress(slider, Qt::LeftButton, {}, at(from));
        for (int step = 1; step <= 10; ++step) {
            QTest::mouseMove(slider, at(from + (to - from) * step / 10));
            QCoreApplication::processEvents();
        }
        QTest::mouseRelease(slider, Qt::LeftButton, {}, at(to));
        verifyTotals(desk);
        QVERIFY(desk.document().scenario() != before);
        QCOMPARE(desk.document().undoStack().count(), 1);  // a drag is one step
        QVERIFY(desk.window.windowTitle().contains('*'));
        const Scenario after = desk.document().scenario();

        desk.actions().undo->trigger();
        verifyTotals(desk);
        QCOMPARE(writeScenario(desk.document().scenario()), text);
        QVERIFY(qAbs(slider->position() - from) < 1e-9);
        QVERIFY(!desk.window.windowTitle().contains('*'));
        desk.actions().redo->trigger();
        verifyTotals(desk);
        QVERIFY(desk.document().scenario() == after);
    }

    void aTypedNumberDoesTheSame() {
        Desk desk;
        NumberField* field = desk.param("comm")->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "20");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(std::get<double>(desk.document().scenario().workload.comm), 20.0);
        verifyTotals(desk);
    }

    void whereNoScheduleRunsItSaysSo() {
        Desk desk;
        Scenario odd = desk.document().scenario();
        odd.schedules = {odd.schedules[3]};  // Hanayo
        odd.workload.chunks = 3;
        desk.document().apply({odd, "Change chunks", 0});
        desk.settle();
        QVERIFY2(desk.answer().endsWith("no selected schedule can run this workload"), qPrintable(desk.answer()));
    }

    void whatOneScheduleRefusesMarksItsCause() {
        Desk desk;
        Scenario odd = desk.document().scenario();
        odd.workload.chunks = 3;
        desk.document().apply({odd, "Change chunks", 0});
        verifyTotals(desk);
        QVERIFY(!schedulesOf(desk.window).gantt().ganttLayout().tracks[3].refusal.isEmpty());  // Hanayo
        QVERIFY(desk.param("chunks")->error().contains("Hanayo"));
        QVERIFY(desk.param("microbatches")->error().isEmpty());
        desk.document().undoStack().undo();
        verifyTotals(desk);
        QVERIFY(desk.param("chunks")->error().isEmpty());
    }

    void theMarkerOfTheChartIsASlider() {
        Desk desk;
        CurvesView& curves = schedulesFacetOf(desk.window).charts().curves();
        QTRY_VERIFY(desk.window.controller().background().curves() &&
                    desk.window.controller().background().curves()->isComplete());
        QCoreApplication::processEvents();
        QWidget& plot = curves.canvas();
        const auto at = [&](double x) {
            const CurvesPanel& panel = curves.layout()->panels[0];
            return QPoint(qRound(curves.layout()->xOf(panel, x)), qRound(panel.area.center().y()));
        };
        QTest::mousePress(&plot, Qt::LeftButton, {}, at(4));
        QTest::mouseMove(&plot, at(60));
        QTest::mouseMove(&plot, at(100));
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, at(100));
        const double comm = std::get<double>(desk.document().scenario().workload.comm);
        QVERIFY2(comm > 80 && comm < 120, qPrintable(QString::number(comm)));
        verifyTotals(desk);
        QCOMPARE(desk.document().undoStack().count(), 1);
    }

    void aClickExplainsAndAdvises() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const GanttLayout& layout = gantt.ganttLayout();
        // 1F1B, device 1, before its first backward: it waits for B0 of device 2.
        const QRectF lane = layout.laneRect(1, LaneId(1));
        const QPointF idle(layout.xOf(500e6), lane.center().y() - gantt.scroll());
        QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, idle.toPoint());
        QVERIFY(gantt.currentPick() && !gantt.currentPick()->op);
        const auto says = [&](const QString& text) {
            for (const QLabel* label : schedulesOf(desk.window).opPanel().findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(text, Qt::CaseInsensitive)) return true;
            return false;
        };
        QVERIFY(says("idle on device 1"));
        QVERIFY(says("formulas of 1F1B") && says("simulated") && says("964"));
        OpPanel& panel = schedulesOf(desk.window).opPanel();
        const std::vector<Highlight> chain{{Highlight::As::Chain, 1, panel.chain()}};
        QCOMPARE(panel.chain().size(), std::size_t(4));  // F0 and B0 of device 3, B0 of 2, B0 here
        QVERIFY(gantt.highlights() == chain);
        // What a term counts is lit while it is pointed at, and from a click to the next.
        const Run& run = *desk.results().outcomes()[1].run;
        const auto litTime = [&] {
            Time time = 0;
            for (const Highlight& lit : gantt.highlights())
                for (const Highlight::Span& span : lit.spans) time += span.end - span.begin;
            return time;
        };
        emit panel.notePointedAt("term:bubble");
        QCOMPARE(litTime(), run.metrics.workers[0].idleWaiting);
        emit panel.notePointedAt("term:work");
        QCOMPARE(litTime(), run.metrics.workers[0].busy);
        emit panel.notePointedAt("term:peak");
        QCOMPARE(gantt.highlights().at(0).rows.size(), std::size_t(4));
        emit panel.notePointedAt({});
        QVERIFY(gantt.highlights() == chain);
        // A mouse that leaves the panel from a term leaves the term.
        QLabel* const note = panel.findChild<QLabel*>(QStringLiteral("note"));
        for (int y = 2; y < note->height() && litTime() == 0; y += 4) QTest::mouseMove(note, {4, y});
        QVERIFY(litTime() > 0);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(note, &leave);
        QVERIFY(gantt.highlights() == chain);
        for (const bool isLit : {true, false}) {
            emit panel.noteFollowed("term:bubble");
            QCOMPARE(litTime() > 0, isLit);
        }
        QTRY_VERIFY(desk.results().advised() == std::optional<std::size_t>(1));
        QTRY_VERIFY(says("split backward"));
        QTRY_VERIFY(says("Doubling microbatches shrinks its share"));
        gantt.clearPick();
        QVERIFY(!says("idle on device 1"));
        QVERIFY(gantt.highlights().empty());
        QTRY_VERIFY(desk.results().advised() == std::optional<std::size_t>(4));  // the fastest again
        QTRY_VERIFY(says("formulas of ZB-H1"));
    }

    void anAdviceIsAppliedInOneStep() {
        Desk desk;
        const auto link = [&](const QString& text) -> QLabel* {
            for (QLabel* label : schedulesOf(desk.window).opPanel().findChildren<QLabel*>())
                if (label->text().contains("href=\"follow\"") && label->text().contains(text)) return label;
            return nullptr;
        };
        const Scenario before = desk.document().scenario();
        QTRY_VERIFY(link("free transfers"));
        emit link("free transfers")->linkActivated("follow");
        QCOMPARE(desk.document().scenario().workload.comm, Comm(0.0));
        QCOMPARE(desk.document().undoStack().count(), 1);
        QCOMPARE(desk.document().undoStack().undoText(), QString("Apply free transfers"));
        desk.settle();
        verifyTotals(desk);
        desk.document().undoStack().undo();
        QCOMPARE(desk.document().scenario(), before);
    }

    void theTableSaysTheSame() {
        Desk desk;
        desk.actions().table->trigger();
        QVERIFY(schedulesFacetOf(desk.window).metrics().isVisible());
        const QString csv = schedulesFacetOf(desk.window).metrics().toCsv();
        for (const Outcome& outcome : desk.results().outcomes())
            QVERIFY2(csv.contains(QString::number(toUnits(outcome.run->metrics.totalTime))), qPrintable(csv));
        desk.actions().copyMetrics->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains("ZB-H1"));
    }

    void aPinnedResultStaysWhileTheScenarioChanges() {
        Desk desk;
        const auto pinnedTotal = [&](std::size_t i) {
            const Run* pinned = desk.results().outcomes()[i].pinned();
            return pinned ? pinned->metrics.totalTime / static_cast<Time>(kMicroUnits) : -1;
        };
        desk.actions().pin->trigger();
        QCOMPARE(schedulesOf(desk.window).gantt().ganttLayout().tracks[1].difference, "same as pinned");
        Scenario changed = desk.document().scenario();
        changed.workload.comm = 30.0;
        changed.schedules.erase(changed.schedules.begin());
        desk.document().apply({changed, "Change", 0});
        desk.settle();
        QCOMPARE(pinnedTotal(0), 3364);  // 1F1B with T_C 4
        verifyTotals(desk);
        QVERIFY(schedulesOf(desk.window).gantt().ganttLayout().tracks[0].difference.contains("+12.4"));
        desk.document().undoStack().undo();
        desk.settle();
        QCOMPARE(pinnedTotal(1), 3364);

        desk.actions().pin->trigger();
        QVERIFY(!desk.actions().pin->isChecked());
        QCOMPARE(pinnedTotal(1), -1);
        desk.actions().pin->trigger();
        desk.actions().newDocument->trigger();
        desk.settle();
        QVERIFY2(!desk.actions().pin->isChecked(), "another document starts without");
        QTRY_COMPARE(pinnedTotal(1), -1);
    }

    void curvesThatFillUpLaterArePinnedToo() {
        Desk desk;
        desk.actions().pin->trigger();
        QTRY_VERIFY(desk.results().references().pinned()->curves.isComplete());
    }

    void twoSchedulesAreAligned() {
        Desk desk;
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        desk.actions().table->setChecked(true);
        QVERIFY(!schedulesFacetOf(desk.window).pairTable().isVisible());
        emit gantt.alignAsked(1, 4);
        QCOMPARE(gantt.ganttLayout().tracks[1].partner, 4);
        QVERIFY(schedulesFacetOf(desk.window).pairTable().isVisible());
        QVERIFY(schedulesOf(desk.window).table().contains("0,difference,616,0,616,"));
        desk.actions().copyMetrics->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("Device\t"));
        desk.rest();
        QTest::keyClick(&gantt, Qt::Key_Escape);
        QCOMPARE(gantt.ganttLayout().tracks[1].partner, -1);
        QVERIFY(schedulesFacetOf(desk.window).metrics().isVisible());
    }

    void thePictureIsCopied() {
        Desk desk;
        QGuiApplication::clipboard()->clear();
        desk.actions().copyImage->trigger();
        QVERIFY(QGuiApplication::clipboard()->image().width() >= 1200);
    }

    void theExportDialogSavesWhatIsShown() {
        Desk desk;
        desk.actions().exportPicture->trigger();
        auto* dialog = desk.window.findChild<ExportDialog*>();
        QVERIFY(dialog);
        QSignalSpy saved(dialog, &ExportDialog::saved);
        dialog->saveTo(path("from-dialog.svg"));
        QVERIFY(saved.wait());
        dialog->close();
        Desk other(path("from-dialog.svg"));
        Scenario opened = other.document().scenario();
        opened.style.clear();  // the dialog's, which rides inside
        QVERIFY(opened == desk.document().scenario());
    }

    void withNothingChosenItSaysWhatToDo() {
        Desk desk;
        EntryView* view = schedulesFacetOf(desk.window).scenarioPanel().schedules()->view();
        for (int row = 0; row < 5; ++row)
            view->model()->setData(view->model()->index(row, 0), Qt::Unchecked, Qt::CheckStateRole);
        desk.settle();
        QVERIFY(desk.document().scenario().schedules.empty());
        QVERIFY(schedulesOf(desk.window).gantt().ganttLayout().tracks.empty());
        QVERIFY(desk.answer().contains("No schedule"));
        QVERIFY(!desk.document().saveAs(path("none.bubble.json")));
        for (int i = 0; i < 5; ++i) desk.actions().undo->trigger();
        verifyTotals(desk);
        QCOMPARE(schedulesOf(desk.window).gantt().ganttLayout().tracks.size(), std::size_t(5));
    }

    void aPageIsBuiltWhenItIsFirstShown() {
        Desk desk;
        QCOMPARE(desk.window.findChildren<Page*>().size(), 1);
        const auto turns = desk.actions().pages->actions();
        QCOMPARE(turns.size(), static_cast<qsizetype>(pageKinds().size()));
        for (qsizetype i = 0; i < turns.size(); ++i) {
            QCOMPARE(turns[i]->shortcut(), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)));
            turns[i]->trigger();
            QCOMPARE(desk.window.findChildren<Page*>().size(), i + 1);
            QCOMPARE(desk.window.shown().shownTitle(), turns[i]->text());
        }
    }

    /// What would help one document's schedule is no link of another's.
    void adviceGoesWithItsDocument() {
        Desk desk;
        const auto says = [&] {
            QStringList texts;
            for (const QLabel* label : schedulesOf(desk.window).opPanel().findChildren<QLabel*>())
                if (label->isVisible()) texts += label->text();
            return texts.join('|');
        };
        QTRY_VERIFY2_WITH_TIMEOUT(says().contains("IMPROVE ZB-H1"), qPrintable(says()), 300'000);
        QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:chimera-fig-2")));
        desk.settle();
        QVERIFY2(!says().contains("IMPROVE ZB-H1"), qPrintable(says()));
    }

    void undoWorksFromTheFieldThatWasTypedIn() {
        Desk desk;
        NumberField* field = schedulesFacetOf(desk.window).scenarioPanel().workload()->param("devices")->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "6");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(desk.document().scenario().workload.devices, 6);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.document().scenario().workload.devices, 4);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(desk.document().scenario().workload.devices, 6);
    }

    void aRefusalGoesWithTheNextEdit() {
        Desk desk;
        const auto typeDevices = [&](const QString& devices) {
            NumberField* field = schedulesFacetOf(desk.window).scenarioPanel().workload()->param("devices")->field();
            field->setText(devices);
            QTest::keyClick(field, Qt::Key_Return);
        };
        ScenarioEdit edit{desk.document().scenario(), {}, 0};
        edit.after.workload.microbatches = 20'000;
        desk.document().apply(edit);
        desk.settle();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.window.controller().background().isBusy(), 600'000);
        typeDevices("4096");
        QVERIFY2(desk.message().contains("exceed the limit of"), qPrintable(desk.message()));
        QVERIFY2(!desk.window.controller().background().isBusy(), "nothing changed, so there is nothing to compute");
        QCOMPARE(desk.param("devices")->field()->text(), QStringLiteral("4"));
        typeDevices("3");
        QVERIFY2(desk.message().isEmpty(), qPrintable(desk.message()));
    }

    /// An error lies over the page, as wide as that, and nothing moves for it; a note stands above the page.
    void anErrorMovesNothing() {
        Desk desk;
        const QWidget& gantt = schedulesOf(desk.window).gantt();
        const auto place = [&] { return QRect(gantt.mapTo(&desk.window, QPoint()), gantt.size()); };
        const QRect before = place();
        MessageBar& bar = desk.window.messages();
        for (const QString& line : {QStringLiteral("short"), QStringLiteral("many words ").repeated(60)}) {
            bar.showError(line);
            QCoreApplication::processEvents();
            QCOMPARE(place(), before);
            QVERIFY(bar.isVisible() && !bar.visibleRegion().isEmpty());
            QCOMPARE(bar.width(), bar.parentWidget()->width() - bar.x());
        }
        QVERIFY(bar.height() > 3 * bar.fontMetrics().height());  // all of it can be read
        desk.window.resize(1000, 700);
        QCoreApplication::processEvents();
        QCOMPARE(bar.width(), bar.parentWidget()->width() - bar.x());
        const int top = place().top();
        bar.showNote(QStringLiteral("note"));
        QCoreApplication::processEvents();
        QCOMPARE(place().top(), top + bar.height());
        bar.clear();
        QCoreApplication::processEvents();
        QCOMPARE(place().top(), top);
        QVERIFY(desk.message().isEmpty());
    }

    void presentModeShowsThePictureAlone() {
        Desk desk;
        desk.actions().present->trigger();
        QVERIFY(!schedulesFacetOf(desk.window).scenarioPanel().isVisible());
        QVERIFY(schedulesOf(desk.window).gantt().isVisible());
        QVERIFY(desk.window.isFullScreen());
        desk.rest();
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QVERIFY(schedulesFacetOf(desk.window).scenarioPanel().isVisible());
        QVERIFY(!desk.window.isFullScreen());
    }

    void usableAtItsLeastSize() {
        Desk desk;
        desk.window.resize(900, 600);
        QCoreApplication::processEvents();
        QCOMPARE(desk.window.size(), QSize(900, 600));
        QVERIFY(schedulesOf(desk.window).gantt().width() >= 540);
        QVERIFY(schedulesOf(desk.window).gantt().height() >= 180);

        // One panel at a time: what is picked is explained where the sliders were.
        QVERIFY(schedulesFacetOf(desk.window).scenarioPanel().isVisible() &&
                !schedulesOf(desk.window).opPanel().isVisible());
        schedulesOf(desk.window).gantt().pick({1, LaneId(1), std::nullopt, toTime(600)});
        QVERIFY(!schedulesFacetOf(desk.window).scenarioPanel().isVisible() &&
                schedulesOf(desk.window).opPanel().isVisible());
        QVERIFY(schedulesOf(desk.window).gantt().width() >= 560);
        desk.rest();
        QTest::keyClick(&schedulesOf(desk.window).gantt(), Qt::Key_Escape);
        QVERIFY(schedulesFacetOf(desk.window).scenarioPanel().isVisible() &&
                !schedulesOf(desk.window).opPanel().isVisible());
    }
};

QTEST_MAIN(TestMainWindow)

}  // namespace tst_main_window
#include "tst_main_window.moc"
