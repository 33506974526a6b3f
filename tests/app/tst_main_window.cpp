// The real window, moved by real events: what a person does and what must be on the screen then.

#include "app/actions.h"
#include "app/main_window.h"
#include "app/message_bar.h"
#include "app/pages/schedules_page.h"
#include "app/presets.h"
#include "engine/io/scenario_file.h"
#include "engine/schedules/resolve.h"
#include "widgets/basics/format.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/sweep_chart.h"
#include "widgets/figure/export_dialog.h"
#include "widgets/figure/figure.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/panels/metrics_table.h"
#include "widgets/panels/op_panel.h"
#include "widgets/panels/pair_table.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/schedule_list.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"

#include <qcustomplot.h>

#include <QClipboard>
#include <QDropEvent>
#include <QInputDialog>
#include <QLabel>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;

namespace {

/// A window whose settings and session nobody else has.
class Desk {
public:
    explicit Desk(const QString& file = {}) {
        window.resize(1440, 900);
        window.start(file);
        window.show();
        settle();
    }
    /// Waits until what is shown is what the document says.
    void settle() { QTRY_VERIFY(comparison().isCurrent() && comparison().isWhole()); }

    ScenarioDocument& document() { return window.controller().scenario(); }
    Comparison& comparison() { return window.controller().comparison(); }
    Actions& actions() { return window.controller().actions(); }
    ParamSlider* param(const char* key) {
        return window.schedules().scenarioPanel().workload()->param(QLatin1String(key));
    }
    QString message() { return window.messages().text(); }
    QString answer() { return window.findChild<QLabel*>(QStringLiteral("answer"))->text(); }

    void drop(const QString& path) {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(path)});
        const QPoint at(700, 300);
        QDragEnterEvent enter(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        if (!enter.isAccepted()) return;
        QDropEvent drop(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
    }

    MainWindow window;
};

/// The totals on the title lines of the Gantts are those that the engine computes for the document.
void verifyTotals(Desk& desk) {
    desk.settle();
    const Scenario& scenario = desk.document().scenario();
    const auto& tracks = desk.window.schedules().gantt().ganttLayout().tracks;
    QCOMPARE(tracks.size(), scenario.schedules.size());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const RunResult expected = run(scenario, i);
        QCOMPARE(tracks[i].title, QString::fromStdString(displayTitle(scenario, i)));
        if (!expected) {
            QCOMPARE(tracks[i].refusal, QString::fromStdString(expected.error().message));
            continue;
        }
        QCOMPARE(tracks[i].total,
                 formatTime((*expected)->metrics.totalTime, QString::fromStdString(scenario.workload.timeUnit)));
        QVERIFY(tracks[i].bubble.contains(formatPercent((*expected)->metrics.bubbleRatio)));
    }
}

Scenario largeScenario() {
    Scenario large;
    large.workload.devices = 512;
    large.workload.microbatches = 8192;
    large.schedules = foundingSchedules();
    return large;
}

/// Answers the next message box, which must come.
void answerNext(QMessageBox::StandardButton button, bool& came) {
    QTimer::singleShot(0, [button, &came] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        came = box != nullptr;
        if (box) QTest::mouseClick(box->button(button), Qt::LeftButton);
    });
}

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString path(const char* name) const { return m_home->filePath(QString::fromUtf8(name)); }

    /// Whether a session on the disk has changes that no file has.
    static bool isUnsavedWorkKept() {
        const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
        for (const QString& name : folder.entryList({"session-*.json"})) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains("\"clean\": false")) return true;
        }
        return false;
    }

private slots:
    void init() {
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", m_home->filePath("config").toLocal8Bit());
        qputenv("XDG_DATA_HOME", m_home->filePath("data").toLocal8Bit());
    }

    void opensWithTheDefaultComparison() {
        Desk desk;
        const auto& tracks = desk.window.schedules().gantt().ganttLayout().tracks;
        QCOMPARE(tracks.size(), std::size_t(5));
        // model.md §7: GPipe (MBS+D-1)(F+B) + 2(D-1)C; 1F1B with C[(4D-6) + 2(D-1)(MBS/D-1)]
        QCOMPARE(tracks[0].total, formatTime(toTime(3324), "ms"));
        QCOMPARE(tracks[1].total, formatTime(toTime(3364), "ms"));
        verifyTotals(desk);
        QVERIFY(desk.answer().startsWith("5 schedules"));
        QVERIFY(desk.answer().contains("ZB-H1"));
        QVERIFY(desk.window.windowTitle().startsWith("default"));
        QCOMPARE(desk.window.schedules().charts().bars().order().front(), std::size_t(4));
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

    void whatOneScheduleRefusesMarksItsCause() {
        Desk desk;
        Scenario odd = desk.document().scenario();
        odd.workload.chunks = 3;
        desk.document().apply({odd, "Change chunks", 0});
        verifyTotals(desk);
        QVERIFY(!desk.window.schedules().gantt().ganttLayout().tracks[3].refusal.isEmpty());  // Hanayo
        QVERIFY(desk.param("chunks")->error().contains("Hanayo"));
        QVERIFY(desk.param("microbatches")->error().isEmpty());
        desk.document().undoStack().undo();
        verifyTotals(desk);
        QVERIFY(desk.param("chunks")->error().isEmpty());
    }

    void theMarkerOfTheChartIsASlider() {
        Desk desk;
        SweepChart& curves = desk.window.schedules().charts().curves();
        QTRY_VERIFY(desk.window.controller().background().curves() &&
                    desk.window.controller().background().curves()->data.complete);
        QTRY_VERIFY(curves.plot().graphCount() > 0);
        QCoreApplication::processEvents();
        QCustomPlot& plot = curves.plot();
        const auto at = [&](double x) {
            return QPoint(qRound(plot.xAxis->coordToPixel(x)), plot.axisRect()->rect().center().y());
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
        GanttWidget& gantt = desk.window.schedules().gantt();
        const GanttLayout& layout = gantt.ganttLayout();
        // 1F1B, device 1, before its first backward: it waits for B0 of device 2.
        const QRectF lane = layout.laneRect(1, LaneId(1));
        const QPointF idle(layout.xOf(500e6), lane.center().y() - gantt.scroll());
        QTest::mouseClick(gantt.viewport(), Qt::LeftButton, {}, idle.toPoint());
        QVERIFY(gantt.currentPick() && !gantt.currentPick()->op);
        const auto says = [&](const QString& text) {
            for (const QLabel* label : desk.window.schedules().opPanel().findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(text, Qt::CaseInsensitive)) return true;
            return false;
        };
        QVERIFY(says("idle on device 1"));
        QTRY_VERIFY(desk.comparison().advised() == std::optional<std::size_t>(1));
        QTRY_VERIFY(says("split backward"));
        gantt.clearPick();
        QVERIFY(!says("idle on device 1"));
        QTRY_VERIFY(desk.comparison().advised() == std::optional<std::size_t>(4));  // the fastest again
    }

    void theTableSaysTheSame() {
        Desk desk;
        desk.actions().table->trigger();
        QVERIFY(desk.window.schedules().metrics().isVisible());
        const QString csv = desk.window.schedules().metrics().toCsv();
        for (const Outcome& outcome : desk.comparison().outcomes())
            QVERIFY2(csv.contains(QString::number(toUnits(outcome.run->metrics.totalTime))), qPrintable(csv));
        desk.actions().copyMetrics->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains("ZB-H1"));
    }

    void aPinnedResultStaysWhileTheScenarioChanges() {
        Desk desk;
        const auto pinnedTotal = [&](std::size_t i) {
            const Run* pinned = desk.comparison().outcomes()[i].pinned();
            return pinned ? pinned->metrics.totalTime / static_cast<Time>(kMicroUnits) : -1;
        };
        desk.actions().pin->trigger();
        QCOMPARE(desk.window.schedules().gantt().ganttLayout().tracks[1].difference, "as pinned");
        Scenario changed = desk.document().scenario();
        changed.workload.comm = 30.0;
        changed.schedules.erase(changed.schedules.begin());
        desk.document().apply({changed, "Change", 0});
        desk.settle();
        QCOMPARE(pinnedTotal(0), 3364);  // 1F1B with T_C 4
        verifyTotals(desk);
        QVERIFY(desk.window.schedules().gantt().ganttLayout().tracks[0].difference.contains("+12.4"));
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
        QCOMPARE(pinnedTotal(1), -1);
    }

    void curvesThatFillUpLaterArePinnedToo() {
        Desk desk;
        desk.actions().pin->trigger();
        QTRY_VERIFY(desk.comparison().references().pinned()->curves.complete);
    }

    void twoSchedulesAreAligned() {
        Desk desk;
        GanttWidget& gantt = desk.window.schedules().gantt();
        desk.actions().table->setChecked(true);
        QVERIFY(!desk.window.schedules().pairTable().isVisible());
        emit gantt.alignAsked(1, 4);
        QCOMPARE(gantt.ganttLayout().tracks[1].partner, 4);
        QVERIFY(desk.window.schedules().pairTable().isVisible());
        QVERIFY(desk.window.schedules().table().contains("0,difference,616,0,616,"));
        desk.actions().copyMetrics->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("Device\t"));
        QTest::keyClick(&gantt, Qt::Key_Escape);
        QCOMPARE(gantt.ganttLayout().tracks[1].partner, -1);
        QVERIFY(desk.window.schedules().metrics().isVisible());
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
        QVERIFY(other.document().scenario() == desk.document().scenario());
    }

    void escapeStopsLongWorkAndKeepsThePicture() {
        Desk desk;
        Scenario large = desk.document().scenario();
        large.workload.devices = 512;
        large.workload.microbatches = 8192;
        desk.document().apply({large, "Change", 0});
        auto* stop = desk.window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY(stop->isVisible());
        const QString total = desk.window.schedules().gantt().ganttLayout().tracks[0].total;
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QTRY_VERIFY(!stop->isVisible());
        QVERIFY(desk.answer().contains("stopped", Qt::CaseInsensitive));
        QCOMPARE(desk.window.schedules().gantt().ganttLayout().tracks[0].total, total);
        desk.actions().undo->trigger();
        QTRY_VERIFY(!desk.answer().contains("stopped", Qt::CaseInsensitive));
        verifyTotals(desk);
    }

    void aLargeFileShowsNothingOfAnotherDocument() {
        Desk desk;
        desk.document().start(largeScenario(), "large");
        auto* stop = desk.window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY(stop->isVisible());
        QVERIFY(desk.comparison().isCurrent());
        const auto& tracks = desk.window.schedules().gantt().ganttLayout().tracks;
        QCOMPARE(tracks.size(), std::size_t(5));
        QVERIFY(!desk.comparison().isWhole());
        QVERIFY2(desk.answer().contains("computing"), qPrintable(desk.answer()));
        QVERIFY(!tracks[4].awaited.isEmpty());
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QTRY_VERIFY(!stop->isVisible());
        QVERIFY2(desk.answer().contains("stopped"), qPrintable(desk.answer()));
        QVERIFY(tracks[4].awaited.contains("stopped"));
        Scenario small = desk.document().scenario();
        small.workload.devices = 4;
        small.workload.microbatches = 8;
        desk.document().apply({small, "Change", 0});
        QVERIFY(!desk.answer().contains("stopped"));
        verifyTotals(desk);
    }

    void aLargeFileAtStartIsAwaited() {
        QFile file(path("large.bubble.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeScenario(largeScenario())));
        file.close();
        MainWindow window;
        bool isOther = false;
        connect(&window.controller().comparison(), &Comparison::outcomesChanged, &window, [&] {
            for (const Outcome& outcome : window.controller().comparison().outcomes())
                isOther |= outcome.run && outcome.run->schedule.workload.devices != 512;
        });
        window.start(path("large.bubble.json"));
        window.show();
        QCOMPARE(window.schedules().gantt().outcomes().size(), std::size_t(5));
        QVERIFY(!window.controller().comparison().summary().contains("No schedule"));
        auto* stop = window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY(stop->isVisible());
        QVERIFY2(!isOther, "nothing of the default document lands");
        QTest::keyClick(&window, Qt::Key_Escape);
        QTRY_VERIFY(!window.controller().background().isBusy());
    }

    void openedFilesAreRemembered() {
        {
            Desk desk;
            QVERIFY(desk.document().saveAs(path("kept.bubble.json")).has_value());
            desk.drop(path("kept.bubble.json"));
        }
        Desk desk;
        QCOMPARE(desk.actions().recent->actions().size(), 1);
        desk.actions().presets->actions()[2]->trigger();
        desk.actions().recent->actions().front()->trigger();
        QTRY_VERIFY(desk.window.windowTitle().startsWith("kept"));
    }

    void aDamagedSessionIsOneLine() {
        {
            Desk desk;
            QVERIFY(desk.window.close());
        }
        const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
        const QStringList files = folder.entryList({"*.json"});
        QCOMPARE(files.size(), 1);
        QFile file(folder.filePath(files.front()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[[[[");
        file.close();
        Desk desk;
        QVERIFY(desk.message().contains(".broken"));
        verifyTotals(desk);
    }

    void withNothingChosenItSaysWhatToDo() {
        Desk desk;
        ScheduleView* view = desk.window.schedules().scenarioPanel().schedules()->view();
        for (int row = 0; row < 5; ++row)
            view->model()->setData(view->model()->index(row, 0), Qt::Unchecked, Qt::CheckStateRole);
        desk.settle();
        QVERIFY(desk.document().scenario().schedules.empty());
        QVERIFY(desk.window.schedules().gantt().ganttLayout().tracks.empty());
        QVERIFY(desk.answer().contains("No schedule"));
        QVERIFY(!desk.document().saveAs(path("none.bubble.json")));
        for (int i = 0; i < 5; ++i) desk.actions().undo->trigger();
        verifyTotals(desk);
        QCOMPARE(desk.window.schedules().gantt().ganttLayout().tracks.size(), std::size_t(5));
    }

    void everyFormatReopensByDrop_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"picture.png", "picture.svg", "picture.pdf", "scenario.bubble.json"})
            QTest::newRow(name) << QString::fromUtf8(name);
    }

    void everyFormatReopensByDrop() {
        QFETCH(QString, name);
        const QString file = m_home->filePath(name);
        Scenario made;
        {
            Desk desk;
            made = desk.document().scenario();
            made.workload.microbatches = 12;
            made.title = "Träger & <Söhne>";
            desk.document().apply({made, "Change", 0});
            desk.settle();
            if (const auto format = figureFormatOf(name)) {
                const auto bytes = figureFile(*format, desk.comparison().outcomes(), {}, writeScenario(made));
                QVERIFY(bytes.has_value());
                QFile out(file);
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(*bytes);
            } else {
                QVERIFY(desk.document().saveAs(file).has_value());
            }
            QVERIFY(desk.document().undoToClean());
        }
        Desk other;
        other.document().undoToClean();
        other.drop(file);
        verifyTotals(other);
        QVERIFY(other.document().scenario() == made);
        QVERIFY(other.message().isEmpty());
        // Saving must not overwrite a picture with a scenario.
        QCOMPARE(other.document().path().isEmpty(), figureFormatOf(name).has_value());
    }

    void aBadFileSaysOneLineAndChangesNothing() {
        QFile bad(path("bad.bubble.json"));
        QVERIFY(bad.open(QIODevice::WriteOnly));
        bad.write(R"({"format": "bubblescope-scenario", "version": 1, "workload": {"devices": -4}})");
        bad.close();
        Desk desk;
        const Scenario before = desk.document().scenario();
        desk.drop(bad.fileName());
        QVERIFY2(desk.message().contains("workload.devices"), qPrintable(desk.message()));
        QVERIFY(!desk.message().contains('\n'));
        QVERIFY(desk.document().scenario() == before);
        QCOMPARE(QApplication::activeModalWidget(), nullptr);
        QVERIFY(desk.document().saveAs(path("good.bubble.json")).has_value());
        desk.drop(path("good.bubble.json"));
        QVERIFY(desk.message().isEmpty());  // outdated by what went well
    }

    void everyPresetOpens() {
        Desk desk;
        const auto list = presets();
        QVERIFY(list.size() >= 8);
        const auto actions = desk.actions().presets->actions();
        QCOMPARE(actions.size(), static_cast<qsizetype>(list.size()) + 2);  // a line, and the experiments' menu
        QCOMPARE(actions.back()->menu()->actions().size(),
                 static_cast<qsizetype>(presets(PresetKind::Experiment).size()));
        for (std::size_t i = 0; i < list.size(); ++i) {
            actions[static_cast<qsizetype>(i)]->trigger();
            verifyTotals(desk);
            QVERIFY(desk.window.windowTitle().startsWith(list[i].name));
            QVERIFY(desk.document().path().isEmpty());  // read-only: saving asks for a name
            QVERIFY(desk.document().isClean());
        }
    }

    void aCrashLosesNothing() {
        Scenario edited;
        {
            Desk desk;
            edited = desk.document().scenario();
            edited.workload.microbatches = 40;
            desk.document().apply({edited, "Change", 0});
            QTRY_VERIFY(isUnsavedWorkKept());
        }  // destroyed without closing, as by a crash
        Desk again;
        QVERIFY(again.document().scenario() == edited);
        QVERIFY(!again.document().isClean());
        QVERIFY(again.window.windowTitle().contains('*'));
        verifyTotals(again);
    }

    void aFileOnTheCommandLineWinsOverTheSession() {
        {
            Desk desk;
            Scenario edited = desk.document().scenario();
            edited.workload.microbatches = 40;
            desk.document().apply({edited, "Change", 0});
            QTRY_VERIFY(isUnsavedWorkKept());
        }
        {
            Desk desk(QStringLiteral("preset:notebook-d8"));
            QCOMPARE(desk.document().scenario().workload.devices, 8);
        }
        Desk desk;  // and the session with unsaved changes is still there
        QCOMPARE(desk.document().scenario().workload.microbatches, 40);
    }

    void closingWithUnsavedChangesAsks() {
        Desk desk;
        QVERIFY(desk.window.close());
        desk.window.show();
        Scenario edited = desk.document().scenario();
        edited.workload.microbatches = 40;
        desk.document().apply({edited, "Change", 0});
        bool came = false;
        answerNext(QMessageBox::Cancel, came);
        QVERIFY(!desk.window.close());
        QVERIFY(came);
        QVERIFY(desk.document().scenario() == edited);
        came = false;
        answerNext(QMessageBox::Discard, came);
        QVERIFY(desk.window.close());
        QVERIFY(came);
    }

    void savingWritesTheFileThatTheDocumentHas() {
        Desk desk;
        QVERIFY(desk.document().saveAs(path("mine.bubble.json")).has_value());
        QVERIFY(desk.window.windowTitle().startsWith("mine"));
        Scenario edited = desk.document().scenario();
        edited.workload.microbatches = 40;
        desk.document().apply({edited, "Change", 0});
        desk.actions().save->trigger();
        QVERIFY(desk.document().isClean());
        QFile file(path("mine.bubble.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(*readScenario(file.readAll().toStdString()) == edited);
    }

    void everyEntryOfTheViewMenuHasALetterOfItsOwn() {
        Desk desk;
        for (const QAction* menu : desk.window.menuBar()->actions()) {
            if (!menu->text().contains("View")) continue;
            QStringList letters;
            for (const QAction* action : menu->menu()->actions()) {
                if (action->isSeparator()) continue;
                const auto at = action->text().indexOf('&');
                QVERIFY2(at >= 0, qPrintable(action->text()));
                letters += action->text().at(at + 1).toLower();
            }
            QVERIFY(letters.size() > 10);
            QCOMPARE(letters.removeDuplicates(), 0);
        }
        QVERIFY(!desk.actions().colorBy->text().contains('&'));
    }

    void choicesChangeThePictureAndSurvive() {
        const auto choose = [](Choice* choice, int index) { choice->menu()->actions()[index]->trigger(); };
        {
            Desk desk;
            choose(desk.actions().bubble, 2);
            choose(desk.actions().colorBy, 1);
            choose(desk.actions().labels, 1);
            choose(desk.actions().numbering, 1);
            choose(desk.actions().theme, 2);
            desk.settle();
            const GanttStyle& style = desk.window.schedules().gantt().ganttLayout().style;
            QCOMPARE(style.bubble, BubbleKind::LongestSpan);
            QCOMPARE(style.colorBy, ColorBy::Microbatch);
            QCOMPARE(style.labels, CellLabel::Stage);
            QCOMPARE(style.firstNumber, 1);
            QCOMPARE(themeOf(desk.window.palette()).id, ThemeId::Dark);
            QVERIFY(desk.actions().bubble->text().contains("longest span"));
        }
        Desk desk;
        QCOMPARE(desk.window.schedules().gantt().ganttLayout().style.bubble, BubbleKind::LongestSpan);
        QCOMPARE(themeOf(desk.window.palette()).id, ThemeId::Dark);
    }

    void undoWorksFromTheFieldThatWasTypedIn() {
        Desk desk;
        NumberField* field = desk.window.schedules().scenarioPanel().workload()->param("devices")->field();
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
            NumberField* field = desk.window.schedules().scenarioPanel().workload()->param("devices")->field();
            field->setText(devices);
            QTest::keyClick(field, Qt::Key_Return);
        };
        ScenarioEdit edit{desk.document().scenario(), {}, 0};
        edit.after.workload.microbatches = 50'000;
        desk.document().apply(edit);
        desk.settle();
        QTRY_VERIFY(!desk.window.controller().background().isBusy());
        typeDevices("4096");
        QVERIFY2(desk.message().contains("the limit is"), qPrintable(desk.message()));
        QVERIFY2(!desk.window.controller().background().isBusy(), "nothing changed, so there is nothing to compute");
        QCOMPARE(desk.param("devices")->field()->text(), QStringLiteral("4"));
        typeDevices("3");
        QVERIFY2(desk.message().isEmpty(), qPrintable(desk.message()));
    }

    void presentModeShowsThePictureAlone() {
        Desk desk;
        desk.actions().present->trigger();
        QVERIFY(!desk.window.schedules().scenarioPanel().isVisible());
        QVERIFY(desk.window.schedules().gantt().isVisible());
        QVERIFY(desk.window.isFullScreen());
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QVERIFY(desk.window.schedules().scenarioPanel().isVisible());
        QVERIFY(!desk.window.isFullScreen());
    }

    void usableAtItsLeastSize() {
        Desk desk;
        desk.window.resize(900, 600);
        QCoreApplication::processEvents();
        QCOMPARE(desk.window.size(), QSize(900, 600));
        QVERIFY(desk.window.schedules().gantt().width() >= 540);
        QVERIFY(desk.window.schedules().gantt().height() >= 180);

        // One panel at a time: what is picked is explained where the sliders were.
        QVERIFY(desk.window.schedules().scenarioPanel().isVisible() && !desk.window.schedules().opPanel().isVisible());
        desk.window.schedules().gantt().pick({1, LaneId(1), std::nullopt, toTime(600)});
        QVERIFY(!desk.window.schedules().scenarioPanel().isVisible() && desk.window.schedules().opPanel().isVisible());
        QVERIFY(desk.window.schedules().gantt().width() >= 560);
        QTest::keyClick(&desk.window.schedules().gantt(), Qt::Key_Escape);
        QVERIFY(desk.window.schedules().scenarioPanel().isVisible() && !desk.window.schedules().opPanel().isVisible());
    }

    void titleIsChangedAndUndone() {
        Desk desk;
        const std::string before = desk.document().scenario().title;
        QTimer::singleShot(0, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setTextValue(QStringLiteral("Six of a kind"));
            dialog->accept();
        });
        desk.actions().rename->trigger();
        QCOMPARE(desk.document().scenario().title, std::string("Six of a kind"));
        desk.actions().undo->trigger();
        QCOMPARE(desk.document().scenario().title, before);
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
