// Opening, saving and dropping files in the window, and crashes.

#include "tests/app/desk.h"

#include "app/commands/unsaved_dialog.h"
#include "engine/io/scenario_file.h"
#include "tests/widgets/gantt_pictures.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/picture_style.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_window_files {

namespace {

/// Answers the next message box, which must come.
void answerNext(QMessageBox::StandardButton button, bool& came) {
    QTimer::singleShot(0, [button, &came] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        came = box != nullptr;
        if (box) QTest::mouseClick(box->button(button), Qt::LeftButton);
    });
}

}  // namespace

class TestWindowFiles : public QObject {
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
    void init() { m_home = newHome(); }

    void openedFilesAreRemembered() {
        {
            Desk desk;
            QVERIFY(desk.document().saveAs(path("kept.bubble.json")).has_value());
            desk.drop(path("kept.bubble.json"));
        }
        Desk desk;
        QCOMPARE(desk.actions().recent->actions().size(), 1);
        desk.presetActions()[1]->trigger();
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

    void everyFormatReopensByDrop_data() {
        QTest::addColumn<QString>("name");
        for (const char* name :
             {"picture.png", "picture.svg", "picture.pdf", "picture.trace.json", "scenario.bubble.json"})
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
            if (const auto format = pictureFormatOf(name)) {
                const auto bytes = ganttFile(*format, desk.results().outcomes(), {}, writeScenario(made));
                QVERIFY(bytes.has_value());
                QFile out(file);
                QVERIFY(out.open(QIODevice::WriteOnly));
                out.write(*bytes);
            } else {
                QVERIFY(desk.document().saveAs(file).has_value());
            }
        }
        const auto home = newHome();  // where no session is, which a slow run may have left unsaved
        Desk other;
        other.drop(file);
        verifyTotals(other);
        QVERIFY(other.document().scenario() == made);
        QVERIFY(other.message().isEmpty());
        // Saving must not overwrite a picture with a scenario.
        QCOMPARE(other.document().path().isEmpty(), pictureFormatOf(name) != nullptr);
    }

    /// A picture in a style opens with it: on screen as far as a window has it, in the export dialog whole.
    void aStyledPictureOpensInItsStyle() {
        const QString file = m_home->filePath("styled.svg");
        Scenario made = foundingScenario();
        setNamed(made.style, "base", {std::string("megatron")});
        setNamed(made.style, "width", {std::string("3.3in")});
        const PictureOptions options = *pictureOptionsOf(made.style, made);
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(*ganttFile(kSvg, outcomesOf(made), options, writeScenario(made)));
        out.close();
        Desk desk;
        desk.drop(file);
        verifyTotals(desk);
        QVERIFY(desk.document().scenario().style == made.style);
        QCOMPARE(desk.window.controller().settings().palette, QStringLiteral("megatron"));
        QCOMPARE(desk.window.controller().settings().firstNumber, 1);
        desk.actions().exportPicture->trigger();
        auto* dialog = desk.window.findChild<ExportDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->options() == options);
        // Its width is no habit of the reader's.
        const QString width = desk.window.controller().settings().exportWidth;
        dialog->accept();
        QCOMPARE(desk.window.controller().settings().exportWidth, width);
        QCOMPARE(Settings::load().exportWidth, width);
    }

    /// A file says how it looks itself, not how all that follows does; what people choose meanwhile is theirs.
    void aFilesStyleIsOfThatFileAlone() {
        const QString file = path("styled.bubble.json");
        Scenario styled = foundingScenario();
        setNamed(styled.style, "base", {std::string("megatron")});
        setNamed(styled.style, "labels", {std::string("stage")});
        QFile out(file);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(writeScenario(styled)));
        out.close();
        const auto pick = [](Choice* choice, int index) { choice->menu()->actions()[index]->trigger(); };
        {
            Desk desk;
            const Settings& shown = desk.window.controller().settings();
            pick(desk.actions().palette, 3);
            const QString own = shown.palette;
            desk.drop(file);
            desk.settle();
            QCOMPARE(shown.palette, QStringLiteral("megatron"));
            QCOMPARE(shown.schedulesLook.labels, CellLabel::Stage);
            QCOMPARE(Settings::load().palette, own);
            QCOMPARE(Settings::load().firstNumber, 0);
            QCOMPARE(Settings::load().schedulesLook.labels, CellLabel::Microbatch);
            pick(desk.actions().colorBy, static_cast<int>(ColorBy::Microbatch));
            QCOMPARE(Settings::load().schedulesLook.colorBy, ColorBy::Microbatch);
            QCOMPARE(Settings::load().palette, own);
            desk.drop(path("none.bubble.json"));  // which cannot be opened
            QCOMPARE(shown.palette, QStringLiteral("megatron"));
            QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:notebook-d8")));
            QCOMPARE(shown.palette, own);
            QCOMPARE(shown.firstNumber, 0);
            QCOMPARE(shown.schedulesLook.labels, CellLabel::Microbatch);
            QCOMPARE(shown.schedulesLook.colorBy, ColorBy::Microbatch);
            desk.drop(file);
            // A lesson marks what it wants, and leaves the style as it was.
            QVERIFY(desk.window.controller().files().open(QStringLiteral("preset:lesson-1-one-device")));
            desk.window.controller().lesson().end();
            QCOMPARE(shown.palette, QStringLiteral("megatron"));
            QVERIFY(desk.window.close());
        }
        Desk again;
        QCOMPARE(again.window.controller().settings().palette, QStringLiteral("megatron"));
        QCOMPARE(again.window.controller().settings().schedulesLook.labels, CellLabel::Stage);
        QVERIFY(Settings::load().palette != QStringLiteral("megatron"));
    }

    /// Of a file with a style too: as people have changed it since, up to the cursor.
    void aStyledPictureIsAsOnScreen() {
        Scenario styled = foundingScenario();
        setNamed(styled.style, "base", {std::string("megatron")});
        setNamed(styled.style, "width", {std::string("3.3in")});
        Desk desk;
        QFile out(path("styled.bubble.json"));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(QByteArray::fromStdString(writeScenario(styled)));
        out.close();
        desk.drop(out.fileName());
        desk.settle();
        desk.actions().numbering->menu()->actions()[0]->trigger();
        desk.actions().labels->menu()->actions()[static_cast<int>(CellLabel::Operation)]->trigger();
        desk.actions().markCritical->trigger();
        schedulesOf(desk.window).gantt().playback().setTime(400.0 * kMicroUnits);
        desk.actions().exportPicture->trigger();
        const PictureOptions options = desk.window.findChild<ExportDialog*>()->options();
        QCOMPARE(options.palette, QStringLiteral("megatron"));
        QCOMPARE(options.workers, QStringLiteral("Device #"));
        QCOMPARE(options.firstNumber, 0);
        QCOMPARE(options.labels, CellLabel::Operation);
        QVERIFY(options.marks.critical);
        QCOMPARE(options.until, 400.0 * kMicroUnits);
        QCOMPARE(options.width, *lengthIn("3.3in"));
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

    void aCrashLosesNothing() {
        Scenario edited;
        {
            Desk desk;
            edited = desk.document().scenario();
            edited.workload.microbatches = 40;
            edited.title.clear();  // that of the preset
            desk.document().apply({edited, "Change", 0});
            QTRY_VERIFY(isUnsavedWorkKept());
        }  // destroyed without closing, as by a crash
        Desk again;
        QVERIFY(again.document().scenario() == edited);
        QVERIFY(!again.document().isClean());
        QVERIFY(again.window.windowTitle().contains('*'));
        verifyTotals(again);
    }

    void whatWasInAFileThatIsGoneIsUnsaved() {
        const QString file = path("gone.bubble.json");
        Scenario edited;
        {
            Desk desk;
            edited = desk.document().scenario();
            edited.workload.microbatches = 40;
            edited.title.clear();  // that of the preset
            desk.document().apply({edited, "Change", 0});
            QVERIFY(desk.document().saveAs(file).has_value());
            QVERIFY(desk.window.close());
        }
        QVERIFY(QFile::remove(file));
        Desk again;
        QVERIFY(again.document().scenario() == edited);
        QVERIFY(!again.document().isClean());
    }

    void aFileOnTheCommandLineWinsOverTheSession() {
        {
            Desk desk;
            Scenario edited = desk.document().scenario();
            edited.workload.microbatches = 40;
            edited.title.clear();  // that of the preset
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
        edited.title.clear();  // that of the preset
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

    /// One question about all of them, and each may be kept or not.
    void closingAsksAboutAllAtOnce() {
        {
            Desk desk;
            QVERIFY(desk.document().saveAs(path("mine.bubble.json")).has_value());
            Scenario edited = desk.document().scenario();
            edited.workload.microbatches = 40;
            edited.title.clear();  // that of the preset
            desk.document().apply({edited, "Change", 0});
            desk.window.controller().experiment().setTitle("Mine");
            QStringList asked;
            const auto answer = [&](auto&& with) {
                QTimer::singleShot(0, [&asked, with] {
                    auto* dialog = qobject_cast<UnsavedDialog*>(QApplication::activeModalWidget());
                    if (!dialog) return;
                    for (const QCheckBox* box : dialog->findChildren<QCheckBox*>()) asked += box->text();
                    with(*dialog, *dialog->findChild<QDialogButtonBox*>());
                });
            };
            answer([](QDialog&, QDialogButtonBox& buttons) { buttons.button(QDialogButtonBox::Cancel)->click(); });
            QVERIFY(!desk.window.close());
            QCOMPARE(asked, (QStringList{"mine, a scenario", "comm-sensitivity, an experiment"}));
            QVERIFY(desk.document().scenario() == edited);
            answer([](QDialog& dialog, QDialogButtonBox& buttons) {
                dialog.findChildren<QCheckBox*>()[1]->setChecked(false);
                buttons.button(QDialogButtonBox::Save)->click();
            });
            QVERIFY(desk.window.close());
            QCOMPARE(asked.size(), 4);
        }
        Desk again;
        QCOMPARE(again.document().scenario().workload.microbatches, 40);
        QCOMPARE(again.document().name(), "mine");
        QVERIFY(again.document().isClean());
        QVERIFY(again.window.controller().experiment().title() != "Mine");
        QVERIFY(again.window.controller().experiment().isClean());
    }

    /// A draft of before has no history to go back in; the other document stays as it is.
    void discardingOneForgetsNoOther() {
        {
            Desk desk;
            QVERIFY(desk.document().saveAs(path("mine.bubble.json")).has_value());
            desk.window.controller().experiment().setTitle("Mine");
            QTRY_VERIFY(isUnsavedWorkKept());
        }
        {
            Desk desk;
            QVERIFY(!desk.window.controller().experiment().isClean());
            QCOMPARE(desk.document().name(), "mine");
            bool came = false;
            answerNext(QMessageBox::Discard, came);
            QVERIFY(desk.window.close());
            QVERIFY(came);
        }
        Desk again;
        QCOMPARE(again.document().name(), "mine");
        QVERIFY(again.window.controller().experiment().isClean());
        QVERIFY(again.window.controller().experiment().title() != "Mine");
    }

    void savingWritesTheFileThatTheDocumentHas() {
        Desk desk;
        QVERIFY(desk.document().saveAs(path("mine.bubble.json")).has_value());
        QVERIFY(desk.window.windowTitle().startsWith("mine"));
        Scenario edited = desk.document().scenario();
        edited.workload.microbatches = 40;
        edited.title.clear();  // that of the preset
        desk.document().apply({edited, "Change", 0});
        desk.actions().save->trigger();
        QVERIFY(desk.document().isClean());
        QFile file(path("mine.bubble.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(*readScenario(file.readAll().toStdString()) == edited);
    }
};

QTEST_MAIN(TestWindowFiles)

}  // namespace tst_window_files
#include "tst_window_files.moc"
