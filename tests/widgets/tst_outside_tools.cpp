// Pictures in every theme and palette, at the widths of a column and of a page, read by programs that did not write
// them: SVG by rsvg-convert and an XML parser, PDF by pdftotext and pdftoppm, GIF by ImageMagick.

#include "tests/widgets/gantt_svg.h"
#include "widgets/picture/save_file.h"

#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_outside_tools {

namespace {

constexpr int kColumn = 317, kPage = 672;  // 3.3 and 7 inches

/// Without the spaces, which programs guess.
QString dense(QString text) {
    return text.removeIf([](QChar c) { return c.isSpace(); });
}

}  // namespace

class TestOutsideTools : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    QString at(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

private slots:
    void initTestCase() {
        for (const char* program : {"rsvg-convert", "pdftotext", "pdftoppm", "identify"})
            if (QStandardPaths::findExecutable(program).isEmpty())
                QSKIP("librsvg2-bin, poppler-utils or imagemagick is not installed");
    }

    void everyLook_data() {
        QTest::addColumn<PictureOptions>("options");
        const std::pair<const char*, ThemeId> themes[] = {
            {"light", ThemeId::Light}, {"dark", ThemeId::Dark}, {"print", ThemeId::Print}};
        for (const auto& [name, theme] : themes)
            for (const OpPalette& palette : opPalettes())
                for (const int width : {kColumn, kPage}) {
                    PictureOptions options;
                    options.width = width;
                    options.theme = theme;
                    options.palette = QLatin1String(palette.id);
                    options.title = QStringLiteral("All schedules");
                    QTest::addRow("%s, %s, %d", name, palette.id, width) << options;
                }
    }

    void everyLook() {
        QFETCH(const PictureOptions, options);
        const Scenario scenario = foundingScenario();
        const auto outcomes = outcomesOf(scenario, options.theme);
        const QSize size = *ganttSize(outcomes, options);
        const QByteArray svg = *ganttFile(kSvg, outcomes, options, writeScenario(scenario));
        QXmlStreamReader xml(svg);
        while (!xml.atEnd()) xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(writeFile(at("a.svg"), svg));
        int code = -1;
        QVERIFY(output("rsvg-convert", {at("a.svg"), "-o", at("svg.png")}, &code));
        QCOMPARE(code, 0);
        QCOMPARE(QImage(at("svg.png")).size(), size);

        QVERIFY(writeFile(at("a.pdf"), *ganttFile(kPdf, outcomes, options, writeScenario(scenario))));
        QVERIFY(output("pdftoppm", {"-r", "96", "-png", "-singlefile", at("a.pdf"), at("pdf")}, &code));
        QCOMPARE(code, 0);
        const QSize page = QImage(at("pdf.png")).size();
        QVERIFY(std::abs(page.width() - size.width()) <= 1 && std::abs(page.height() - size.height()) <= 1);
        const QString text = dense(QString::fromUtf8(*output("pdftotext", {"-layout", at("a.pdf"), "-"})));
        const Drawing drawing = parsed(svg);
        QVERIFY(!drawing.texts.empty());
        for (const auto& [name, texts] : drawing.texts)
            for (const QString& words : texts) QVERIFY2(text.contains(dense(words)), qPrintable(name + ": " + words));
    }

    void everyThemeMoves_data() {
        QTest::addColumn<ThemeId>("theme");
        QTest::newRow("light") << ThemeId::Light;
        QTest::newRow("dark") << ThemeId::Dark;
        QTest::newRow("print") << ThemeId::Print;
    }

    void everyThemeMoves() {
        QFETCH(const ThemeId, theme);
        PictureOptions options;
        options.width = kColumn;
        options.theme = theme;
        const auto outcomes = outcomesOf(scenarioOf("zb-h1"), theme);
        QVERIFY(writeFile(at("a.gif"), *ganttFile(kGif, outcomes, options, {})));
        const QSize size = *ganttSize(outcomes, options);
        int code = -1;
        const auto frames = output("identify", {"-format", "%W %H\n", at("a.gif")}, &code);
        QCOMPARE(code, 0);
        const QByteArray each = QByteArray::number(size.width()) + ' ' + QByteArray::number(size.height()) + '\n';
        QCOMPARE(*frames, each.repeated(60));
    }
};

QTEST_MAIN(TestOutsideTools)

}  // namespace tst_outside_tools
#include "tst_outside_tools.moc"
