// The dialog that exports an experiment as pictures and as numbers.

#include "engine/io/experiment_rows.h"
#include "tests/app/run_program.h"
#include "tests/contents.h"
#include "tests/widgets/collective_desk.h"
#include "tests/widgets/dialog_parts.h"
#include "tests/widgets/experiment_results.h"
#include "widgets/collectives/collective_picture.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/picture_option.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/study/pictures/experiment_picture.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_experiment_export_dialog {

namespace {

CurvesData dataOf(const QString& preset) {
    return {resultsOf(presetExperiment(preset.toStdString())), nullptr, {}, {}};
}

PictureOptions thisFigure(std::size_t figure = 0) {
    PictureOptions options;
    options.figures = {figure};
    return options;
}

}  // namespace

class TestExperimentExportDialog : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

    /// The bytes that a dialog saves.
    QByteArray saved(ExportDialog& dialog, const QString& name) {
        QSignalSpy spy(&dialog, &ExportDialog::saved);
        dialog.saveTo(m_dir.filePath(name));
        if (!QTest::qWaitFor([&] { return spy.size() == 1; })) qWarning("%s", qPrintable(dialog.message()));
        return contents(m_dir.filePath(name));
    }
    QByteArray svgOf(const CurvesData& data, std::size_t figure, const PictureOptions& options) {
        ExportDialog dialog(exportedExperiment(data, figure, "an experiment"), options);
        return saved(dialog, "a.svg");
    }

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void optionsComeBackAsGiven() {
        PictureOptions options;
        options.scale = 3;
        options.width = 700;
        options.height = 900;
        options.theme = ThemeId::Print;
        options.figures = {2};
        options.ownTitle = options.legend = false;
        const PictureOptions back = ExportDialog(exportedExperiment(dataOf("weak-scaling"), 2, "x"), options).options();
        QCOMPARE(back.scale, 3);
        QCOMPARE(back.width.pixels, 700.0);
        QVERIFY(back.height == std::optional<Length>(900));
        QCOMPARE(back.theme, ThemeId::Print);
        QCOMPARE(back.figures, std::vector<std::size_t>{2});
        QVERIFY(!back.ownTitle && !back.legend);
        QVERIFY(ExportDialog(exportedExperiment(dataOf("weak-scaling"), 2, "x"), {}).options().figures.empty());
    }

    /// The command line has these of each experiment and collective, and no others.
    void itHasTheOptionsOfItsPicture() {
        const CollectiveSetup setup = setupOfEight();
        for (const auto& [thing, what] : {std::pair(exportedExperiment(dataOf("weak-scaling"), 2, "x"), kOfStudies),
                                          std::pair(exportedExperiment(dataOf("winner-d-comm"), 0, "x"), kOfOthers),
                                          std::pair(exportedCollective(playbackOf(setup), setup, 0), kOfOthers)}) {
            std::set<std::string_view> expected;
            for (const PictureOption& option : pictureOptions())
                if (option.isOf(what)) expected.insert(option.key);
            const auto keys = ExportOptionsPanel(thing).keys();
            QCOMPARE(std::set(keys.begin(), keys.end()), expected);
        }
    }

    void thePreviewFollowsTheOptions_data() {
        QTest::addColumn<QString>("preset");
        for (const char* name : {"chunks", "winner-d-comm"}) QTest::newRow(name) << QString(name);
    }

    void thePreviewFollowsTheOptions() {
        QFETCH(const QString, preset);
        ExportDialog dialog(exportedExperiment(dataOf(preset), 0, preset), thisFigure());
        QTRY_VERIFY(!dialog.preview().image().isNull());
        QCOMPARE(dialog.preview().image().pixelColor(2, 2), QColor(Qt::white));
        button(dialog, "Dark")->click();
        QTRY_COMPARE(dialog.preview().image().pixelColor(2, 2), themeOf(ThemeId::Dark).window);
        named<QLineEdit>(dialog, "Width")->setText("400");
        named<QLineEdit>(dialog, "Height")->setText("1000");
        const auto isUpright = [&] {  // in the pixels of the screen
            const QSizeF size = dialog.preview().image().size();
            return std::abs(size.height() / size.width() - 2.5) < 0.02;
        };
        QTRY_VERIFY(isUpright());
        for (const char* part : {"Title", "Legend"}) {
            const QImage before = dialog.preview().image();
            button(dialog, part)->click();
            QTRY_VERIFY2(dialog.preview().image() != before, part);
        }
    }

    /// What is drawn is what the screen shows: ghosts, what is hidden, where the winner changes.
    void picturesShowWhatTheScreenShows() {
        Experiment experiment = presetExperiment("weak-scaling");
        CurvesData data = dataOf("weak-scaling");
        experiment.bindings[0].formula = "720/D";
        data.pinned = data.results;
        data.results = resultsOf(experiment);
        data.hidden = {1};
        data.changes = {{1, 0, experiment.quantities[0], 0, 2, 4, 8}};
        const PictureOptions options = thisFigure(1);
        const auto expected = experimentPicture(data, options);
        QVERIFY(expected);
        QCOMPARE(svgOf(data, 1, options), *pictureFile(kSvg, *expected, 1, writeExperiment(experiment)));
        QVERIFY(svgOf(data, 1, options).contains("pinned"));
    }

    void figuresAloneAndAll() {
        const CurvesData data = dataOf("weak-scaling");
        PictureOptions options = thisFigure(1);
        ExportDialog dialog(exportedExperiment(data, 1, "weak-scaling"), options);
        const QByteArray one = saved(dialog, "one.svg");
        QVERIFY(button(dialog, "All 3"));
        button(dialog, "All 3")->click();
        const QByteArray all = saved(dialog, "all.svg");
        const auto count = [](const QByteArray& svg) { return svg.count(">total time"); };
        QVERIFY(count(one) > 0);
        QCOMPARE(count(all), 3 * count(one));
        ExportDialog single(exportedExperiment(dataOf("winner-d-comm"), 0, "x"), {});
        QVERIFY(!button(single, "This one"));
    }

    void titleAndLegend_data() {
        QTest::addColumn<QString>("preset");
        QTest::newRow("curves") << "strong-scaling";
        QTest::newRow("map") << "winner-comm-weight";
    }

    void titleAndLegend() {
        QFETCH(const QString, preset);
        const CurvesData data = dataOf(preset);
        const QByteArray title = ">" + QByteArray::fromStdString(data.results->plan->experiment.title).left(8);
        PictureOptions options = thisFigure();
        options.theme = ThemeId::Print;
        const auto gpipes = [](const QByteArray& svg) { return svg.count(">GPipe<"); };
        const QByteArray both = svgOf(data, 0, options);
        QVERIFY(both.contains(title));
        options.ownTitle = false;
        QVERIFY(!svgOf(data, 0, options).contains(title));
        options.legend = false;
        QVERIFY(gpipes(svgOf(data, 0, options)) < gpipes(both));
        QVERIFY(!svgOf(data, 0, options).contains("Lead over runner-up"));
    }

    void savesEachPictureWithTheExperimentInside_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("name");
        for (const char* preset : {"chunks", "winner-d-comm"})
            for (const char* name : {"a.png", "a.svg", "a.pdf"})
                QTest::addRow("%s %s", preset, name) << QString(preset) << QString(name);
    }

    void savesEachPictureWithTheExperimentInside() {
        QFETCH(const QString, preset);
        QFETCH(const QString, name);
        const CurvesData data = dataOf(preset);
        ExportDialog dialog(exportedExperiment(data, 0, preset), {.scale = 2});
        const QByteArray file = saved(dialog, name);
        QCOMPARE(dialog.message(), "Saved " + name);
        QVERIFY(isPicture(file));
        const auto text = embeddedDocument(file);
        QVERIFY(text);
        QVERIFY(*readExperiment(*text) == data.results->plan->experiment);
        if (!name.endsWith("png")) return;
        QCOMPARE(QImage::fromData(file).width(), 2400);
        named<QLineEdit>(dialog, "Resolution")->setText("1");
        QCOMPARE(QImage::fromData(saved(dialog, name)).width(), 1200);
    }

    void valuesAreThoseOfSweep_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("suffix");
        for (const char* preset : {"weak-scaling", "chunks", "winner-d-comm"})
            for (const char* suffix : {"csv", "json"})
                QTest::addRow("%s %s", preset, suffix) << QString(preset) << QString(suffix);
    }

    void valuesAreThoseOfSweep() {
        QFETCH(const QString, preset);
        QFETCH(const QString, suffix);
        ExportDialog dialog(exportedExperiment(dataOf(preset), 0, preset), {});
        const QByteArray file = saved(dialog, "a." + suffix);
        const Ran sweep = runProgram({"sweep", "preset:" + preset, "--" + suffix});
        QCOMPARE(sweep.code, 0);
        QCOMPARE(file, sweep.out);
        QVERIFY(file.size() > 500);
        dialog.setSuffix(suffix);
        dialog.copy();
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), file);
    }

    void valuesAreShownAsText() {
        const CurvesData data = dataOf("weak-scaling");
        ExportDialog dialog(exportedExperiment(data, 0, "weak-scaling"), {});
        QTRY_VERIFY(!dialog.preview().image().isNull());
        QVERIFY(dialog.preview().text().isEmpty());
        dialog.setSuffix("csv");
        const QStringList lines = dialog.preview().text().split('\n');
        const Experiment* const experiment = &data.results->plan->experiment;
        QCOMPARE(lines.front() + '\n', QString::fromStdString(csvHeading(columnsOf(std::span(&experiment, 1)))));
        QCOMPARE(lines.size(), 1 + static_cast<int>(data.results->points.size()) + 1);
        const auto labels = dialog.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](QLabel* label) { return label->text() == "90 rows"; }));
        for (const char* name : {"Width", "Height", "Theme", "Figures"})
            QVERIFY2(!named<QWidget>(dialog, name)->isEnabled(), name);
        for (const char* text : {"Title", "Legend"}) QVERIFY2(!button(dialog, text)->isEnabled(), text);
        QVERIFY(named<QWidget>(dialog, "Format")->isEnabled() && button(dialog, "Save…")->isEnabled());
        QTest::qWait(20);  // a picture that was asked for does not come over it
        QVERIFY(!dialog.preview().text().isEmpty());
        dialog.setSuffix("svg");
        QTRY_VERIFY(dialog.preview().text().isEmpty());
        QVERIFY(named<QWidget>(dialog, "Width")->isEnabled());
    }

    /// Of results that still grow what was there when the dialog opened.
    void rowsAreThoseThatAreThere() {
        const auto whole = resultsOf(presetExperiment("chunks"));
        const auto growing = awaitedResults(whole->plan->experiment);
        growing->points[1] = whole->points[1];
        growing->done = 1;
        ExportDialog dialog(exportedExperiment({growing, nullptr, {}, {}}, 0, "mine"), thisFigure());
        *growing = *whole;
        const Experiment* const experiment = &whole->plan->experiment;
        const RowColumns columns = columnsOf(std::span(&experiment, 1));
        std::string expected = csvHeading(columns);
        appendCsvRow(*whole->plan, 1, *whole->points[1], "mine", expected, columns);
        QCOMPARE(saved(dialog, "a.csv").toStdString(), expected);
    }

    void aFailureStandsBesideTheButtons_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"a.png", "a.pdf", "a.csv"}) QTest::newRow(name) << QString(name);
    }

    void aFailureStandsBesideTheButtons() {
        QFETCH(const QString, name);
        ExportDialog dialog(exportedExperiment(dataOf("chunks"), 0, "chunks"), {});
        QSignalSpy failed(&dialog, &ExportDialog::saveFailed);
        const QString path = m_dir.filePath("none/" + name);
        dialog.saveTo(path);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(dialog.message(), path + ": the folder " + m_dir.filePath("none") + " does not exist");
        QVERIFY(button(dialog, "Save…")->isEnabled());
    }

    void aSizeThatCannotBeSaysSoAndCannotBeSaved_data() {
        QTest::addColumn<QString>("preset");
        QTest::newRow("curves") << "chunks";
        QTest::newRow("map") << "winner-d-comm";
    }

    void aSizeThatCannotBeSaysSoAndCannotBeSaved() {
        QFETCH(const QString, preset);
        PictureOptions options;
        options.scale = 2;
        ExportDialog dialog(exportedExperiment(dataOf(preset), 0, preset), options);
        named<QLineEdit>(dialog, "Height")->setText("100");
        QVERIFY2(dialog.message().startsWith("Height: 100 pixels are too few"), qPrintable(dialog.message()));
        QVERIFY(!button(dialog, "Save…")->isEnabled() && !button(dialog, "Copy")->isEnabled());
        named<QLineEdit>(dialog, "Height")->setText("20000");
        QVERIFY2(dialog.message().contains("too large for a PNG"), qPrintable(dialog.message()));
        dialog.setSuffix("svg");
        QCOMPARE(dialog.message(), QString());
        QVERIFY(button(dialog, "Save…")->isEnabled());
        named<QLineEdit>(dialog, "Height")->clear();
        dialog.setSuffix("png");
        QCOMPARE(dialog.message(), QString());
    }

    void copiesTheImage() {
        PictureOptions options = thisFigure();
        options.scale = 2;
        options.width = 400;
        const CurvesData data = dataOf("winner-d-comm");
        ExportDialog dialog(exportedExperiment(data, 0, "x"), options);
        dialog.copy();
        QCOMPARE(QGuiApplication::clipboard()->image().size(), (experimentPicture(data, options)->size * 2).toSize());
        QCOMPARE(dialog.message(), QStringLiteral("Copied."));
    }

    void theKeyboardReachesEveryChoice() {
        PictureOptions options;
        options.scale = 2;
        ExportDialog dialog(exportedExperiment(dataOf("weak-scaling"), 0, "x"), options);
        dialog.QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        std::set<QWidget*> reached;
        for (int i = 0; i < 40; ++i) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const char* name : {"Format", "Width", "Height"})
            QVERIFY2(reached.count(named<QWidget>(dialog, name)), name);
        for (const char* text : {"All 3", "Light", "Title", "Legend", "Copy", "Close", "Save…"})
            QVERIFY2(reached.count(button(dialog, text)), text);
    }

    void grabs();
};

void TestExperimentExportDialog::grabs() {
    const QString folder = qEnvironmentVariable("BUBBLESCOPE_GRABS");
    if (folder.isEmpty()) QSKIP("set BUBBLESCOPE_GRABS to a folder to look at the dialog");
    for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
        applyTheme(theme);
        const auto grab = [&](const QString& preset, PictureOptions options, const QString& name,
                              const char* format = "png") {
            options.theme = options.theme == ThemeId::Print ? ThemeId::Print : theme;
            ExportDialog dialog(exportedExperiment(dataOf(preset), 0, preset), options);
            dialog.setSuffix(format);
            dialog.QWidget::show();
            QTRY_VERIFY(!dialog.preview().image().isNull() || !dialog.preview().text().isEmpty());
            dialog.grab().save(folder + (theme == ThemeId::Light ? "/light-" : "/dark-") + name + ".png");
            if (theme == ThemeId::Dark || !dialog.preview().text().isEmpty()) return;
            for (const char* suffix : {"png", "svg", "pdf"}) {
                QSignalSpy spy(&dialog, &ExportDialog::saved);
                dialog.saveTo(folder + "/" + name + "." + suffix);
                QTRY_COMPARE(spy.size(), 1);
            }
        };
        PictureOptions all;
        all.figures.clear();
        grab("weak-scaling", all, "all");
        grab("comm-sensitivity", thisFigure(), "curves");
        grab("winner-d-comm", thisFigure(), "map");
        PictureOptions print = thisFigure();
        print.theme = ThemeId::Print;
        for (const char* name : {"winner-d-comm", "winner-comm-weight", "winner-microbatches-comm", "weak-scaling"})
            grab(name, print, QStringLiteral("print-") + name);
        grab("weak-scaling", thisFigure(), "csv", "csv");
        grab("weak-scaling", thisFigure(), "json", "json");
    }
    applyTheme(ThemeId::Light);
}

QTEST_MAIN(TestExperimentExportDialog)

}  // namespace tst_experiment_export_dialog
#include "tst_experiment_export_dialog.moc"
