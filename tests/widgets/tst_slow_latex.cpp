// Pictures as TikZ, compiled by pdflatex as an author would: there are no warnings, the page is as large as the
// picture, text is text, and it looks like our own PDF. Runs only in `./dev test slow`, because it needs TeX.

#include "tests/contents.h"
#include "tests/widgets/gantt_svg.h"
#include "widgets/picture/save_file.h"

#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_slow_latex {

namespace {

Scenario preset(const char* name) {
    return *readScenario(contents(QStringLiteral(SOURCE_DIR "/presets/%1.bubble.json").arg(name)).toStdString());
}

}  // namespace

class TestSlowLatex : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    QString at(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

    /// What pdflatex says; empty where it fails.
    std::optional<QByteArray> compile(const QByteArray& tex) {
        if (!writeFile(at("a.tex"), tex)) return std::nullopt;
        QFile::remove(at("a.pdf"));
        int code = 0;
        return output("pdflatex",
                      {"-interaction=nonstopmode", "-halt-on-error", "-output-directory", m_dir.path(), at("a.tex")},
                      &code);
    }

private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("pdflatex").isEmpty())
            QSKIP("pdflatex (texlive-latex-extra, texlive-pictures) is not installed");
    }

    void compiles_data() {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<PictureOptions>("options");
        PictureOptions options;
        QTest::newRow("default") << preset("default") << options;
        options.width = 317;  // 3.3 in
        options.theme = ThemeId::Print;
        options.palette = QStringLiteral("print");
        options.title = QString::fromUtf8("T_F − 3 · \"50 %\" & {a_b} #1 $ ~^\\ é ∇ ≥ „a“ 中");
        QTest::newRow("ZB-H1, print, 3.3 in") << scenarioOf("zb-h1", 4, 8, 0) << options;
        options = {};
        options.width = 672;  // 7 in
        options.palette = QStringLiteral("megatron");
        options.labels = CellLabel::Operation;
        options.theme = ThemeId::Dark;
        QTest::newRow("schemes") << preset("placement-schemes") << options;
        QTest::newRow("steps") << preset("training-steps") << PictureOptions();
    }

    void compiles() {
        QFETCH(const Scenario, scenario);
        QFETCH(const PictureOptions, options);
        const auto outcomes = outcomesOf(scenario, options.theme);
        const auto said = compile(*ganttFile(kTikz, outcomes, options, writeScenario(scenario)));
        QVERIFY2(said && QFile::exists(at("a.pdf")), said ? said->right(2'000).constData() : "pdflatex");
        const QByteArray log = contents(at("a.log"));
        for (const char* amiss : {"Warning", "Overfull", "Missing character"}) {
            const qsizetype found = log.indexOf(amiss);
            QVERIFY2(found < 0, log.mid(found, 200).constData());
        }
        const QSize size = *ganttSize(outcomes, options);
        const QString info = QString::fromUtf8(*output("pdfinfo", {at("a.pdf")}));
        const auto match = QRegularExpression("Page size: +([0-9.]+) x ([0-9.]+) pts").match(info);
        QVERIFY2(std::abs(match.captured(1).toDouble() - size.width() * 0.75) < 0.1, qPrintable(match.captured(0)));
        QVERIFY2(std::abs(match.captured(2).toDouble() - size.height() * 0.75) < 0.1, qPrintable(match.captured(0)));
        const QString text = QString::fromUtf8(*output("pdftotext", {at("a.pdf"), "-"}));
        for (const Outcome& outcome : outcomes)
            if (options.width > 600) QVERIFY2(text.contains(outcome.title.section(' ', 0, 0)), qPrintable(text));
        QVERIFY(writeFile(at("ours.pdf"), *ganttFile(kPdf, outcomes, options, {})));
        QImage pictures[2];
        for (const bool isOurs : {false, true}) {
            const QString name = at(isOurs ? "ours" : "a");
            QVERIFY(output("pdftoppm", {"-r", "96", "-png", "-singlefile", name + ".pdf", name}));
            pictures[isOurs] = QImage(name + ".png").convertToFormat(QImage::Format_RGB32);
        }
        // Seen from so far that letters of another font, and phases of hatches, are grey.
        const QSize far = size / 12;
        const QImage a = pictures[0].scaled(far, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        const QImage b = pictures[1].scaled(far, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        int apart = 0;
        for (int y = 0; y < far.height(); ++y)
            for (int x = 0; x < far.width(); ++x) apart += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 40;
        QVERIFY2(apart * 100 < far.width() * far.height(), qPrintable(QString::number(apart)));
    }

    /// As they are, two in one paper, in other styles that have the same names; the paper's own text stays.
    void twoFiguresOfAPaper_data() {
        QTest::addColumn<QByteArray>("preamble");
        QTest::newRow("as docs/figures.md says")
            << QByteArray("\\usepackage{fix-cm,standalone,tikz} \\usetikzlibrary{patterns}");
        QTest::newRow("preambles taken over") << QByteArray("\\usepackage[subpreambles=true]{standalone}");
    }

    void twoFiguresOfAPaper() {
        QFETCH(const QByteArray, preamble);
        const auto outcomes = outcomesOf(scenarioOf("zb-h1", 4, 8));
        PictureOptions options;
        options.width = lengthOf(3.3, LengthUnit::Inch);
        for (const char* palette : {"zero-bubble", "print"}) {
            options.palette = QLatin1String(palette);
            options.type = lengthOf(options.palette == "print" ? 7 : 8, LengthUnit::Point);
            QVERIFY(writeFile(at(palette) + ".tex", *ganttFile(kTikz, outcomes, options, "{}")));
        }
        const QByteArray paper =
            "\\documentclass[twocolumn]{article}\n" + preamble +
            "\n\\begin{document}Before.\n\\begin{figure}\\input{zero-bubble}\\caption{One}\\end{figure}\n"
            "\\begin{figure}\\input{print}\\caption{Two}\\end{figure}\nAfter.\\end{document}\n";
        const QByteArray had = qgetenv("TEXINPUTS");
        qputenv("TEXINPUTS", m_dir.path().toUtf8() + ":");
        std::optional<QByteArray> said;
        for (int run = 0; run < 2; ++run) said = compile(paper);  // the second has the preambles
        qputenv("TEXINPUTS", had);
        QVERIFY2(said && QFile::exists(at("a.pdf")), said ? said->right(2'000).constData() : "pdflatex");
        QVERIFY2(!contents(at("a.log")).contains("\n! "), "an error");
        const QString text = QString::fromUtf8(*output("pdftotext", {at("a.pdf"), "-"}));
        for (const char* words : {"Before.", "After.", "ZB-H1", "One", "Two"})
            QVERIFY2(text.contains(QLatin1String(words)), words);
    }

    void twentyThousandCells() {
        Scenario scenario = scenarioOf("1f1b", 16, 625, 0);
        const auto said = compile(*ganttFile(kTikz, outcomesOf(scenario), {}, {}));
        QVERIFY2(said && QFile::exists(at("a.pdf")), said ? said->right(2'000).constData() : "pdflatex");
    }
};

QTEST_MAIN(TestSlowLatex)

}  // namespace tst_slow_latex
#include "tst_slow_latex.moc"
