// Pictures as files: the same bytes, the same picture in every format, and the scenario inside.

#include "tests/widgets/gantt_svg.h"
#include "tests/widgets/hatched.h"

#include "tests/built.h"
#include "tests/contents.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/save_file.h"

#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_files {

class TestPictureFiles : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

private slots:
    /// At another second, in another process.
    void theSameScenarioIsTheSameFile() {
        for (const char* name : {"once.", "again."}) {
            if (name == std::string_view("again.")) QTest::qSleep(1100);
            for (const PictureFormat* format : pictureFormats()) {
                QProcess program;
                QStringList args{"render", "preset:default", "--schedule", "1f1b", "-o"};
                args += m_dir.filePath(QString(name) + format->suffix);
                if (!format->isOfOps()) args += {"--labels", "operation"};
                program.start(QString::fromUtf8(test::kProgram), args);
                QVERIFY2(program.waitForFinished(300'000) && program.exitCode() == 0, format->title);
            }
        }
        for (const PictureFormat* format : pictureFormats()) {
            const QByteArray once = contents(m_dir.filePath(QString("once.") + format->suffix));
            QVERIFY2(!once.isEmpty() && once == contents(m_dir.filePath(QString("again.") + format->suffix)),
                     format->title);
        }
    }

    void theScenarioReopens_data() {
        QTest::addColumn<const PictureFormat*>("format");
        for (const PictureFormat* format : pictureFormats())
            if (format->document) QTest::newRow(format->title) << format;
    }

    void theScenarioReopens() {
        QFETCH(const PictureFormat*, format);
        Scenario scenario = foundingScenario();
        scenario.title = "\u00bb<x>\u00ab & ]]> \U0001F9EA \uffff";
        scenario.workload.forward = std::vector{1.5, 2.0, 1e-6, 100.25};
        scenario.schedules[2].label = "1F1B \"vpp\"";
        scenario.schedules[2].own.chunks = 4;
        PictureOptions options;
        options.schedules = {1};
        const auto file = ganttFile(*format, outcomesOf(scenario), options, writeScenario(scenario));
        QVERIFY(file);
        const auto text = embeddedDocument(*file);
        QVERIFY(text);
        const auto back = readScenario(*text);
        QVERIFY2(back.has_value(), back ? "" : back.error().text().c_str());
        QVERIFY2(*back == scenario, "the whole scenario, whichever schedules the picture shows");
    }

    void otherProgramsReadThePdf() {
        const QString path = m_dir.filePath("a.pdf");
        const Scenario scenario = foundingScenario();
        PictureOptions options;
        options.title = QStringLiteral("Weak scaling, D = 4");
        const auto file = ganttFile(kPdf, outcomesOf(scenario), options, writeScenario(scenario));
        QVERIFY(writeFile(path, *file));
        const QSize size = *ganttSize(outcomesOf(scenario), options);
        const auto info = output("pdfinfo", {path});
        if (!info) QSKIP("pdfinfo (poppler-utils) is not installed");
        const QString page = QStringLiteral("%1 x %2 pts").arg(size.width() * 0.75).arg(size.height() * 0.75);
        QVERIFY2(info->contains(page.toUtf8()), qPrintable(page));
        QVERIFY(output("pdfinfo", {"-meta", path})->contains("bubblescope-scenario"));
        const QString text = QString::fromUtf8(*output("pdftotext", {"-layout", path, "-"}));
        for (const char* words :
             {"Weak scaling, D = 4", "Interleaved 1F1B, v = 2", "ZB-H1", "optimal here", "grad weight"})
            QVERIFY2(text.contains(QLatin1String(words)), words);
        QVERIFY(output("pdffonts", {path})->split('\n').size() > 3);
        QVERIFY(!output("pdfimages", {"-list", path})->contains("image"));
    }

    void everyFormatIsTheSamePicture() {
        const Scenario scenario = foundingScenario();
        const auto outcomes = outcomesOf(scenario);
        const QByteArray svg = *ganttFile(kSvg, outcomes, {}, "{}");
        QVERIFY(writeFile(m_dir.filePath("s.svg"), svg));
        QVERIFY(writeFile(m_dir.filePath("s.pdf"), *ganttFile(kPdf, outcomes, {}, "{}")));
        if (!output("rsvg-convert", {m_dir.filePath("s.svg"), "-o", m_dir.filePath("svg.png")}))
            QSKIP("rsvg-convert (librsvg2-bin) is not installed");
        if (!output("pdftoppm", {"-r", "96", "-png", "-singlefile", m_dir.filePath("s.pdf"), m_dir.filePath("pdf")}))
            QSKIP("pdftoppm (poppler-utils) is not installed");
        const QImage pictures[] = {QImage::fromData(*ganttFile(kPng, outcomes, {}, "{}")),
                                   QImage(m_dir.filePath("svg.png")), QImage(m_dir.filePath("pdf.png"))};
        const QMap<QString, QString> fills{
            {"F", kLightFills[0]}, {"B", kLightFills[1]}, {"I", kLightFills[2]}, {"W", kLightFills[3]}};
        int compared = 0;
        for (const Shape& cell : parsed(svg).cells) {
            if (!fills.contains(cell.name) || cell.rect.width() < 12) continue;
            ++compared;
            // Near a corner, where no number stands.
            const QPoint at(int(cell.rect.left()) + 3, int(cell.rect.top()) + 3);
            for (const QImage& picture : pictures) {
                QCOMPARE(picture.size(), pictures[0].size());
                QVERIFY(isOf(picture.pixelColor(at), fills[cell.name]));
            }
        }
        QVERIFY(compared > 300);
    }
};

QTEST_MAIN(TestPictureFiles)

}  // namespace tst_picture_files
#include "tst_picture_files.moc"
