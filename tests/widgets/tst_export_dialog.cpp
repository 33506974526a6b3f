#include "engine/io/scenario_file.h"
#include "tests/contents.h"
#include "tests/widgets/collective_desk.h"
#include "tests/widgets/dialog_parts.h"
#include "tests/widgets/gantt_pictures.h"
#include "widgets/collectives/collective_picture.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/picture/save_file.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QImageReader>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_export_dialog {

class TestExportDialog : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    const Scenario m_scenario = foundingScenario();
    const std::vector<Outcome> m_outcomes = outcomesOf(m_scenario);

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void optionsComeBackAsGiven() {
        PictureOptions options;
        options.width = 700;
        options.height = 900;
        options.scale = 3;
        options.theme = ThemeId::Dark;
        options.palette = QStringLiteral("megatron");
        options.colorBy = ColorBy::Microbatch;
        options.labels = CellLabel::Stage;
        options.firstNumber = 1;
        options.bubble = Quantity::LongestSpanBubble;
        options.title = QStringLiteral("A title");
        options.legend = false;
        options.schedules = {1, 3};
        QVERIFY(ExportDialog(exportedGantts(m_scenario, m_outcomes), options).options() == options);
        QVERIFY(ExportDialog(exportedGantts(m_scenario, m_outcomes), {}).options() == PictureOptions());
    }

    void schemesOfferMarks() {
        const auto box = [](ExportDialog& dialog, const char* text) { return button(dialog, QLatin1String(text)); };
        ExportDialog plain(exportedGantts(m_scenario, m_outcomes), {});
        QVERIFY(box(plain, "Activations in memory") && !box(plain, "Weight fetches"));
        const Scenario scenario = schemeScenario("cuckoo", 12);
        PictureOptions options;
        options.labels = CellLabel::Operation;
        options.marks.transfers = options.marks.held = true;
        ExportDialog dialog(exportedGantts(scenario, outcomesOf(scenario)), options);
        QVERIFY(dialog.options() == options);
        QSignalSpy drawn(&dialog.preview(), &PicturePreview::drawn);
        QTRY_VERIFY_WITH_TIMEOUT(!drawn.isEmpty(), 300000);
        const QImage before = dialog.preview().image();
        QAbstractButton* const fetches = box(dialog, "Weight fetches");
        QVERIFY(fetches && !fetches->isChecked() && !fetches->toolTip().isEmpty());
        fetches->click();
        QVERIFY(dialog.options().marks.fetches);
        QTRY_VERIFY_WITH_TIMEOUT(dialog.preview().image() != before, 300000);
        box(dialog, "Activations in memory")->click();
        QVERIFY(!dialog.options().marks.held);
    }

    /// Steps tell no bubble of a definition and no activations, and their ops are of layers.
    void stepsHaveWordsOfTheirOwn() {
        const Scenario steps = *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
            {"step": "ddp", "ranks": 2, "times": {"layers": 2, "forward": 1, "backward": 2, "all_reduce": 1,
                "optimizer": 1}}]})");
        const auto words = [](ExportDialog& dialog) {
            QStringList all;
            for (const QLabel* label : dialog.findChildren<QLabel*>()) all += label->text();
            return all;
        };
        PictureOptions options;
        options.labels = CellLabel::Stage;
        ExportDialog dialog(exportedGantts(steps, outcomesOf(steps)), options);
        QVERIFY(dialog.options() == options);
        QVERIFY(!button(dialog, QStringLiteral("Activations in memory")));
        QVERIFY(!words(dialog).contains("Bubble") && !words(dialog).contains("Overlays"));
        QVERIFY2(!words(dialog).filter("steps", Qt::CaseInsensitive).isEmpty(), qPrintable(words(dialog).join(",")));
        QVERIFY(words(dialog).filter("schedules", Qt::CaseInsensitive).isEmpty());
        ExportDialog other(exportedGantts(m_scenario, m_outcomes), {});
        QVERIFY(words(other).contains("Bubble") && !words(other).filter("schedules", Qt::CaseInsensitive).isEmpty());
    }

    /// Sizes of type in a column are points.
    void typeHasTheUnitOfTheWidth() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        const auto unitOf = [&](const char* name) {
            return named<QComboBox>(dialog, QStringLiteral("Unit of %1").arg(name))->currentText();
        };
        QCOMPARE(unitOf("Type size"), QStringLiteral("px"));
        auto* const widths = named<QComboBox>(dialog, "Publisher widths");
        widths->setCurrentIndex(1);
        emit widths->activated(1);
        for (const char* name : {"Type size", "Cell type size", "Inset"}) QCOMPARE(unitOf(name), QStringLiteral("pt"));
        named<QLineEdit>(dialog, "Type size")->setText("8");
        QVERIFY(dialog.options().type == lengthOf(8, LengthUnit::Point));
    }

    void thePreviewFollowsTheOptions() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        QSignalSpy drawn(&dialog.preview(), &PicturePreview::drawn);
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.preview().image().isNull(), 300000);
        QCOMPARE(dialog.preview().image().pixelColor(2, 2), QColor(Qt::white));
        auto* dark = button(dialog, "Dark");
        QVERIFY(dark);
        dark->click();
        QTRY_COMPARE_WITH_TIMEOUT(dialog.preview().image().pixelColor(2, 2), themeOf(ThemeId::Dark).window, 300000);
        const double shapeBefore = dialog.preview().image().height() / double(dialog.preview().image().width());
        button(dialog, "ZB-H1")->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog.preview().image().height() / double(dialog.preview().image().width()) < shapeBefore, 300000);
        QCOMPARE(dialog.options().schedules, (std::vector<int>{0, 1, 2, 3}));
    }

    void savesEachFormatWithTheScenarioInside_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"a.png", "a.svg", "a.pdf", "a.tex", "a.html", "a.gif", "a.trace.json"})
            QTest::newRow(name) << QString(name);
    }

    void savesEachFormatWithTheScenarioInside() {
        QFETCH(const QString, name);
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        QSignalSpy saved(&dialog, &ExportDialog::saved);
        dialog.saveTo(m_dir.filePath(name));
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 300000);
        QCOMPARE(dialog.message(), "Saved " + name);
        const auto text = embeddedDocument(contents(m_dir.filePath(name)));
        QVERIFY(text);
        QVERIFY(*readScenario(*text) == m_scenario);
    }

    /// What runs has no look: only which schedules it is of can be chosen.
    void aTraceIsOfTheChosenSchedules() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        dialog.setSuffix("trace.json");
        QCOMPARE(dialog.suffix(), QStringLiteral("trace.json"));
        QVERIFY(!button(dialog, "Dark")->isEnabled() && button(dialog, "ZB-H1")->isEnabled());
        for (const char* other : {"GPipe", "1F1B", "ZB-H1"}) button(dialog, QLatin1String(other))->click();
        QSignalSpy saved(&dialog, &ExportDialog::saved);
        dialog.saveTo(m_dir.filePath("two.trace.json"));
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 300000);
        const QByteArray trace = contents(m_dir.filePath("two.trace.json"));
        QVERIFY(!trace.contains("\"GPipe, device 0\"") && trace.contains("v = 2, device 0\""));
        dialog.copy();
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), trace);
        dialog.setSuffix("png");
        QVERIFY(button(dialog, "Dark")->isEnabled());
    }

    /// The order of one schedule goes into a file; of several it says so beside the buttons.
    void anOrderIsOfOneSchedule() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        dialog.setSuffix("csv");
        QVERIFY(dialog.message().contains("the order of one schedule"));
        QVERIFY(!button(dialog, "Save…")->isEnabled());
        for (const char* other : {"GPipe", "Interleaved 1F1B, v = 2", "Hanayo, 1 wave", "ZB-H1"})
            button(dialog, QLatin1String(other))->click();
        QVERIFY2(button(dialog, "Save…")->isEnabled(), qPrintable(dialog.message()));
        QSignalSpy saved(&dialog, &ExportDialog::saved);
        for (const char* name : {"a.csv", "a.comms.csv", "a.ops.csv"}) {
            dialog.saveTo(m_dir.filePath(name));
            QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 300000);
            saved.clear();
        }
        QVERIFY(contents(m_dir.filePath("a.csv")).startsWith("0F0,0F1,0F2,0F3,0B0,"));
        QVERIFY(contents(m_dir.filePath("a.comms.csv")).startsWith("0F0,0SEND_F0,0F1,"));
        QVERIFY(contents(m_dir.filePath("a.ops.csv")).startsWith("schedule,label,worker,kind,stage,"));
    }

    void aFailureStandsBesideTheButtons() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        QSignalSpy failed(&dialog, &ExportDialog::saveFailed);
        const QString path = m_dir.filePath("none/a.png");
        dialog.saveTo(path);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 300000);
        QCOMPARE(dialog.message(), path + ": the folder " + m_dir.filePath("none") + " does not exist");
        QVERIFY(button(dialog, "Save…")->isEnabled());
    }

    void aSizeThatCannotBeSaysSoAndCannotBeSaved() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        auto* height = named<QLineEdit>(dialog, "Height");
        QVERIFY(height);
        height->setText("100");
        QVERIFY2(dialog.message().startsWith("Height: 100 pixels are too few"), qPrintable(dialog.message()));
        QVERIFY(!button(dialog, "Save…")->isEnabled());
        height->clear();
        QCOMPARE(dialog.message(), QString());
        QVERIFY(button(dialog, "Save…")->isEnabled());
    }

    /// By the names that stand beside the fields, whether a text is none or names what is not drawn.
    void problemsAreCalledAsTheirFields() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        for (const auto& [name, text] : {std::pair("Dim", "what"),
                                         {"Dim", "99F99"},
                                         {"Resolution", "0.5"},
                                         {"Resolution", "many"},
                                         {"Type size", "8 cubits"}}) {
            auto* const field = named<QLineEdit>(dialog, QLatin1String(name));
            QVERIFY2(field, name);
            const QString before = field->text();
            field->setText(QLatin1String(text));
            QVERIFY2(dialog.message().startsWith(QLatin1String(name) + ": "), qPrintable(dialog.message()));
            QVERIFY(!button(dialog, "Save…")->isEnabled());
            field->setText(before);
            QCOMPARE(dialog.message(), QString());
        }
    }

    /// As many pixels as 300 dots an inch take.
    void theResolutionMayHaveAFraction() {
        PictureOptions options;
        options.width = lengthOf(3.3, LengthUnit::Inch);
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), options);
        named<QLineEdit>(dialog, "Resolution")->setText("3.125");
        QCOMPARE(dialog.options().scale, 3.125);
        QStringList notes;
        for (const QLabel* label : dialog.findChildren<QLabel*>()) notes += label->text();
        QVERIFY2(!notes.filter("300 dpi").isEmpty(), qPrintable(notes.join(',')));
        QSignalSpy saved(&dialog, &ExportDialog::saved);
        dialog.saveTo(m_dir.filePath("dots.png"));
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 300000);
        QCOMPARE(QImage(m_dir.filePath("dots.png")).width(), 990);
    }

    void stylesGoIntoFilesAndComeFromThem() {
        const auto panelOf = [](ExportDialog& dialog) { return dialog.findChild<ExportOptionsPanel*>(); };
        PictureOptions options;
        options.palette = QStringLiteral("megatron");
        options.hasLetters = true;
        options.width = 900;
        options.schedules = {1};
        options.title = QStringLiteral("Of this document");
        ExportDialog from(exportedGantts(m_scenario, m_outcomes), options);
        const QString path = m_dir.filePath("look.json");
        panelOf(from)->saveStyle(path);
        QCOMPARE(from.message(), QStringLiteral("Saved look.json"));

        PictureOptions other;
        other.width = 700;
        ExportDialog to(exportedGantts(m_scenario, m_outcomes), other);
        QVERIFY(button(to, "Load style…") && button(to, "Save style…"));
        panelOf(to)->loadStyle(path);
        QCOMPARE(to.message(), QStringLiteral("Applied the style of look.json"));
        PictureOptions expected = other;
        expected.palette = options.palette, expected.hasLetters = true;
        QVERIFY(to.options() == expected);

        // Of one's own, with a size too.
        QVERIFY(writeFile(path, R"({"format": "bubblescope-style", "version": 1, "base": "zero-bubble",
            "width": "3.3in", "type": "7pt"})"));
        panelOf(to)->loadStyle(path);
        QCOMPARE(to.options().style, QStringLiteral("zero-bubble"));
        QVERIFY(to.options().width == lengthOf(3.3, LengthUnit::Inch));
        QVERIFY(*to.options().type == lengthOf(7, LengthUnit::Point));
        QCOMPARE(named<QComboBox>(to, "Style")->currentText(), QStringLiteral("Zero Bubble"));

        const PictureOptions before = to.options();
        for (const char* bad : {"", "{}", R"({"format": "bubblescope-style", "version": 1, "palete": "print"})",
                                R"({"format": "bubblescope-style", "version": 1, "schedules": ["none"]})"}) {
            QVERIFY(writeFile(path, bad));
            panelOf(to)->loadStyle(path);
            QVERIFY2(to.message().startsWith(path + ": ") || to.message().startsWith("schedules: "),
                     qPrintable(to.message()));
            QVERIFY(to.options() == before);
        }
        panelOf(to)->loadStyle(m_dir.filePath("none.json"));
        QVERIFY2(to.message().startsWith(m_dir.filePath("none.json") + ": "), qPrintable(to.message()));
        panelOf(to)->saveStyle(m_dir.filePath("none/a.json"));
        QVERIFY2(to.message().contains("does not exist"), qPrintable(to.message()));
    }

    /// Each as itself, those that play with all steps, though one step is chosen.
    void aCollectiveIsSavedInEachFormatThatIsOffered() {
        const CollectiveSetup setup = setupOfEight();
        const Exportable thing = exportedCollective(playbackOf(setup), setup, 3);
        PictureOptions options;
        options.width = 640, options.height = 360, options.figures = {3};
        ExportDialog dialog(thing, options);
        const auto formats = pictureFormats(thing.formats());
        QVERIFY(formats.size() >= 6);
        for (const PictureFormat* format : formats) {
            const QString suffix = QLatin1String(format->suffix), path = m_dir.filePath("ring." + suffix);
            dialog.setSuffix(suffix);
            QSignalSpy saved(&dialog, &ExportDialog::saved);
            dialog.saveTo(path);
            QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, 300000);
            QByteArray file = contents(path);
            if (format->isFile) QVERIFY2(format->isFile(file), format->suffix);
            if (format == &kPdf) QVERIFY(file.contains("/Count 1\n"));
            if (format == &kStepsPdf) QVERIFY(file.contains("/Count 15\n"));
            QBuffer buffer(&file);
            if (format == &kGif) QCOMPARE(QImageReader(&buffer, "gif").imageCount(), 15);
        }
    }

    void withoutAScheduleThereIsNothingToSave() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        for (const Outcome& outcome : m_outcomes) button(dialog, outcome.title)->click();
        QCOMPARE(dialog.message(), QStringLiteral("Select at least one schedule to draw."));
        QVERIFY(!button(dialog, "Save…")->isEnabled());
        QVERIFY(!button(dialog, "Copy")->isEnabled());
    }

    void copiesTheImage() {
        PictureOptions options;
        options.width = 400;
        options.scale = 2;
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), options);
        dialog.copy();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), *ganttSize(m_outcomes, options) * 2);
        QCOMPARE(dialog.message(), QStringLiteral("Copied."));
    }

    void printBringsItsPaletteAndTakesItAway() {
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
        button(dialog, "Print")->click();
        QCOMPARE(dialog.options().palette, QStringLiteral("print"));
        button(dialog, "Light")->click();
        QCOMPARE(dialog.options().palette, QStringLiteral("default"));
    }

    void theKeyboardReachesEveryChoice() {
        PictureOptions options;
        options.title = QStringLiteral("A title");
        ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), options);
        dialog.QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        std::set<QWidget*> reached;
        for (int i = 0; i < 90; ++i) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const char* name : {"Format", "Resolution", "Width", "Height", "Type size", "Style", "Palette", "Bubble",
                                 "Picture title", "Row names", "Legend text", "Highlight", "Annotations"})
            QVERIFY2(reached.count(named<QWidget>(dialog, name)), name);
        for (const char* text :
             {"Light", "Kind", "from 0", "Title", "Legend", "GPipe", "ZB-H1", "Copy", "Close", "Save…"})
            QVERIFY2(reached.count(button(dialog, text)), text);
    }

    void closingWhileSavingWaitsForTheFile() {
        const QString path = m_dir.filePath("late.svg");
        {
            ExportDialog dialog(exportedGantts(m_scenario, m_outcomes), {});
            dialog.saveTo(path);
        }
        QVERIFY(embeddedDocument(contents(path)));
    }
};

QTEST_MAIN(TestExportDialog)

}  // namespace tst_export_dialog
#include "tst_export_dialog.moc"
