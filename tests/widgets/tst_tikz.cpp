// TikZ: characters that are commands in LaTeX are escaped, lengths are exact, looks are styles, and the embedded
// scenario survives edits of the lines. tst_slow_latex tests that pdflatex compiles it.

#include "tests/contents.h"
#include "tests/widgets/gantt_svg.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/latex_text.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_tikz {

namespace {

QByteArray texOf(const Scenario& scenario, const PictureOptions& options = {}) {
    return *ganttFile(kTikz, outcomesOf(scenario, options.theme), options, writeScenario(scenario));
}

}  // namespace

class TestTikz : public QObject {
    Q_OBJECT

private slots:
    void textsStandForThemselves_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("latex");
        QTest::newRow("commands") << "50 % & $1 #2 {x} a_b ~ ^ \\"
                                  << QByteArray(
                                         "50 \\% \\& \\$1 \\#2 \\ensuremath{\\{}x\\ensuremath{\\}} a\\_b "
                                         "\\textasciitilde{} \\textasciicircum{} \\ensuremath{\\backslash}");
        QTest::newRow("signs that text fonts lack")
            << "a<b|c>d" << QByteArray("a\\ensuremath{<}b\\ensuremath{|}c\\ensuremath{>}d");
        QTest::newRow("mathematics") << QString::fromUtf8("3 · 2 − 1 ≥ ∇ × T")
                                     << QByteArray(
                                            "3 \\ensuremath{\\cdot} 2 \\ensuremath{-} 1 \\ensuremath{\\geq} "
                                            "\\ensuremath{\\nabla} \\ensuremath{\\times} T");
        QTest::newRow("dashes and dots") << QString::fromUtf8("1–2 — …")
                                         << QByteArray("1\\textendash{}2 \\textemdash{} \\dots{}");
        QTest::newRow("hyphens stay two") << "a--b ---" << QByteArray("a-{}-b -{}-{}-");
        QTest::newRow("so do others beside them")
            << QString::fromUtf8("a\u2010-b \u2011\u2010") << QByteArray("a-{}-b -{}-");
        QTest::newRow("apostrophes stay two") << "f''(x), 'a'" << QByteArray("f'{}'(x), 'a'");
        QTest::newRow("commas stay two") << QString::fromUtf8("a,,b, ,\u201a") << QByteArray("a,{},b, ,{},");
        QTest::newRow("quotation marks") << QString::fromUtf8("„a“ ‚b‘ «c» ‹d›")
                                         << QByteArray(
                                                ",,a\\textquotedblleft{} ,b\\textquoteleft{} \\ensuremath{\\ll}c"
                                                "\\ensuremath{\\gg} \\ensuremath{<}d\\ensuremath{>}");
        QTest::newRow("controls go") << QString::fromUtf8("a\001\007b\177\u0085\u200ec\td") << QByteArray("ab c d");
        QTest::newRow("Greek") << QString::fromUtf8("αΩΑ µs")
                               << QByteArray(
                                      "\\ensuremath{\\alpha}\\ensuremath{\\Omega}A "
                                      "\\ensuremath{\\mu}s");
        QTest::newRow("accents") << QString::fromUtf8("Zoë Łukaš") << QByteArray("Zo\\\"{e} \\L{}uka\\v{s}");
        QTest::newRow("accents of their own") << QString::fromUtf8("e\u0301") << QByteArray("\\'{e}");
        QTest::newRow("spaces") << QString::fromUtf8(" a  b\u00a0c\u202fd ") << QByteArray("\\ a \\ b~c\\,d\\ ");
        QTest::newRow("what no font has") << QString::fromUtf8("中 \U0001F9EA") << QByteArray("? ?");
    }

    void textsStandForThemselves() {
        QFETCH(const QString, text);
        QFETCH(const QByteArray, latex);
        QCOMPARE(latexText(text), latex);
    }

    void whatNoFontHasIsTold() {
        const QString text = QString::fromUtf8("a 中? \U0001F9EA中 й é \001¿");
        QCOMPARE(missingInLatex(text), QString::fromUtf8("中\U0001F9EAй"));
        Scenario scenario = scenarioOf("1f1b", 2, 2);
        PictureOptions options;
        options.title = QStringLiteral("Plain");
        QVERIFY(!texOf(scenario, options).contains("question marks"));
        options.title = QString::fromUtf8("\001中 文");
        const QByteArray tex = texOf(scenario, options);
        QVERIFY(tex.contains(QString::fromUtf8("which become question marks: 中文\n").toUtf8()));
        QVERIFY(!tex.contains('\x01'));
    }

    /// All that is defined is defined within the picture, so that several stand in one paper.
    void allButPackagesIsInThePicture() {
        const QByteArray tex = texOf(scenarioOf("zb-h1", 2, 2));
        QVERIFY(tex.indexOf("\n\\documentclass") < tex.indexOf("\n\\usepackage"));
        const qsizetype begin = tex.indexOf("\\begin{tikzpicture}");
        for (const char* definition : {"\\definecolor", "\\tikzset", "\\def", "\\pgfdeclarepattern"})
            QVERIFY2(tex.indexOf(definition) > begin, definition);
        QVERIFY(!tex.contains("\\RequirePackage") && !tex.contains("\\newcommand"));
    }

    void subscriptsAreSet() {
        QCOMPARE(latexSymbols("at T_F = 2 T_C"), QByteArray("at T\\textsubscript{F} = 2 T\\textsubscript{C}"));
    }

    /// Every word that any preset's picture has.
    void everySignOfPicturesIsKnown() {
        int texts = 0;
        for (const char* name : {"default", "placement-schemes", "training-steps", "llama-3-8b-on-8", "uneven-stages",
                                 "two-nodes", "sharding"}) {
            const Scenario scenario =
                *readScenario(contents(QStringLiteral(SOURCE_DIR "/presets/%1.bubble.json").arg(name)).toStdString());
            PictureOptions options;
            options.title = QString::fromStdString(scenario.title);
            options.labels = CellLabel::Operation;
            const auto picture = ganttPicture(shownOf(outcomesOf(scenario)), options);
            QVERIFY2(picture, name);
            for (const DisplayItem& item : pageOf(*picture).items)
                if (const auto* const text = std::get_if<DisplayText>(&item)) {
                    ++texts;
                    QVERIFY2(latexText(text->words).count('?') == text->words.count('?'), qPrintable(text->words));
                }
        }
        QVERIFY(texts > 1000);
    }

    /// 1/96 inch of ours are 0.75 of LaTeX's bp, and y grows downwards.
    void lengthsAreExact() {
        PictureOptions options;
        options.width = 317;
        const Scenario scenario = scenarioOf("1f1b", 4, 8, 0);
        const QSize size = *ganttSize(outcomesOf(scenario), options);
        const QString box = QString("\\useasboundingbox (0,0) rectangle (237.75,%1);").arg(size.height() * 0.75);
        const QByteArray tex = texOf(scenario, options);
        QVERIFY2(tex.contains(box.toUtf8()), qPrintable(box));
        QVERIFY(tex.contains("x=1bp,y=-1bp") && tex.contains("border=0pt"));
    }

    /// A path for each look of a row, and a node for each number that the SVG has.
    void cellsOfALookAreOnePath() {
        const Scenario scenario = scenarioOf("1f1b", 4, 8, 0);
        const QByteArray tex = texOf(scenario);
        QCOMPARE(tex.count("\\path[bs F]"), 4);
        QCOMPARE(tex.count("\\path[bs B]"), 4);
        const Drawing svg = svgOf(scenario);
        qsizetype labels = 0, boxes = 0;
        for (const auto& [name, texts] : svg.texts)
            if (name.startsWith("label-")) labels += texts.size();
        QCOMPARE(labels, 4 * 8 * 2);
        QCOMPARE(tex.count("\\node[bs label-F text] at") + tex.count("\\node[bs label-B text] at"), labels);
        for (const QByteArray& line : tex.split(';'))
            if (line.contains("\\path[bs F]") || line.contains("\\path[bs B]")) boxes += line.count(" rectangle ");
        QCOMPARE(boxes, qsizetype(svg.cells.size()));
    }

    /// To restyle, an author changes a colour or a style on top.
    void looksAreStyles() {
        const QByteArray tex = texOf(foundingScenario());
        const qsizetype begin = tex.indexOf("\n\\useasboundingbox");
        QVERIFY(tex.indexOf("\\definecolor{bs-F}{HTML}{265AD2}") < begin && tex.contains("\\definecolor{bs-F}{HTML}"));
        QVERIFY(tex.contains("bs F/.style={fill=bs-F}") || tex.contains("bs F/.style={preaction={fill=bs-F}"));
        static const QRegularExpression kUse("\\\\(?:path|node)\\[([^\\]]*)\\]");
        for (auto it = kUse.globalMatch(QString::fromUtf8(tex.mid(begin))); it.hasNext();)
            for (const QString& style : it.next().captured(1).split(','))
                if (style.startsWith("bs "))
                    QVERIFY2(tex.left(begin).contains((style + "/.style={").toUtf8()), qPrintable(style));
        QCOMPARE(tex.count("\\begin{scope}"), tex.count("\\end{scope}"));
        QVERIFY(tex.contains("% schedule: kind 1f1b"));
        QVERIFY(std::all_of(tex.begin(), tex.end(), [](char c) { return c == '\n' || (c >= ' ' && c < 0x7f); }));
    }

    void theScenarioSurvivesEditors() {
        const Scenario scenario = foundingScenario();
        const QByteArray tex = texOf(scenario);
        const auto opens = [&](const QByteArray& file) {
            const auto text = embeddedDocument(file);
            const auto back = text ? readScenario(*text) : Result<Scenario>(Error{});
            return back && *back == scenario;
        };
        QVERIFY(opens(tex));
        QVERIFY2(opens(QByteArray(tex).replace('\n', "\r\n")), "other ends of lines");
        QVERIFY2(opens("% !TeX program = pdflatex\n" + tex + "\n% end\n"), "more lines around");
        const qsizetype at = tex.indexOf("% bubblescope-scenario\n");
        QVERIFY2(opens(tex.left(at + 40) + "\n%" + tex.mid(at + 40)), "lines cut in two");
        QVERIFY2(!opens(tex.left(at + 300)), "cut off");
        QVERIFY2(!opens(QByteArray(tex).insert(at + 40, '!')), "damaged");
        QVERIFY2(!opens(tex.left(at)), "removed");
        QVERIFY2(isPicture(tex) && !isPicture("\\documentclass{article}"), "told by its first line");
    }
};

QTEST_MAIN(TestTikz)

}  // namespace tst_tikz
#include "tst_tikz.moc"
