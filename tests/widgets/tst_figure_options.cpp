// The options of figures for papers: patterns, the size of labels in cells, the margin, the font.

#include "engine/style/style.h"
#include "tests/contents.h"
#include "tests/widgets/gantt_svg.h"
#include "tests/widgets/placed_items.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/kit/format.h"
#include "widgets/picture/picture_style.h"
#include "widgets/picture/typeface.h"

#include <QFontDatabase>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_figure_options {

namespace {

/// DeepSeek's figure: D 8, MBS 20, a forward takes 1.
Scenario dualPipe() {
    Scenario scenario;
    scenario.workload.devices = 8;
    scenario.workload.microbatches = 20;
    scenario.workload.chunks = 2;
    scenario.workload.forward = 1.0;
    scenario.workload.backward = 2.0;
    scenario.workload.weight = 1.0;
    scenario.workload.comm = 0.0;
    scenario.schedules = {entry("dualpipe")};
    return scenario;
}

PictureOptions optionsOf(const char* style, std::string_view width, double type) {
    PictureOptions options = restyled({}, style, {});
    options.width = *lengthIn(width);
    options.type = lengthOf(type, LengthUnit::Point);
    return options;
}

DisplayList listOf(const Scenario& scenario, const PictureOptions& options) {
    const auto picture = ganttPicture(shownOf(outcomesOf(scenario, options.theme), options.bubble), options);
    return picture ? pageOf(*picture) : DisplayList();
}

QString refusalOf(const PictureOptions& options) {
    const auto picture = ganttPicture(shownOf(outcomesOf(foundingScenario()), options.bubble), options);
    return picture ? QString() : QString::fromStdString(picture.error().text());
}

/// The labels of cells, and the share of a pixel by which the smallest is scaled to points.
struct Labels {
    int count = 0;
    double least = 1e9, most = 0;  // points
};
Labels labelsOf(const DisplayList& list) {
    double scale = 1;
    if (const auto* group = std::get_if<DisplayGroup>(&list.items.front())) scale = group->scale;
    Labels out;
    double around = 0;
    for (const DisplayItem& item : list.items) {
        if (const auto* group = std::get_if<DisplayGroup>(&item); group && group->look != kNoLook)
            if (const Look& look = list.looks[std::size_t(group->look)]; look.names == "labels")
                around = look.lettering->font.pixelSize();
        const auto* text = std::get_if<DisplayText>(&item);
        if (!text || text->look == kNoLook || !list.looks[std::size_t(text->look)].names.startsWith("label-")) continue;
        const double points = (text->pixels > 0 ? text->pixels : around) * scale * kPointsAPixel;
        ++out.count;
        out.least = std::min(out.least, points), out.most = std::max(out.most, points);
    }
    return out;
}

int opsOf(const Scenario& scenario) {
    return static_cast<int>(outcomesOf(scenario).front().run->timeline->program->opCount());
}

/// The ends of all that is drawn, without the ground.
std::pair<double, double> endsOf(const DisplayList& list) {
    double left = 1e9, right = -1e9;
    const auto include = [&](const QByteArray& names, const QRectF& box) {
        if (names.startsWith("ground") || names.startsWith("row-ground")) return;
        left = std::min(left, box.left()), right = std::max(right, box.right());
    };
    for (const PlacedText& text : textsOf(list)) include(text.names, text.box);
    for (const PlacedShape& shape : shapesOf(list)) include(shape.names, shape.box());
    return {left, right};
}

}  // namespace

class TestFigureOptions : public QObject {
    Q_OBJECT

private slots:
    /// Blocks of the optimizer end the rows, one per device; a line is where the schedule ends. Neither takes time.
    void schedulesEndWithWhatPapersDraw() {
        Scenario scenario = dualPipe();
        scenario.schedules = {entry("1f1b"), entry("gpipe")};
        const auto countOf = [&](PictureOptions options, const QByteArray& name) {
            int count = 0;
            const DisplayList list = listOf(scenario, options);
            for (const DisplayItem& item : list.items) {
                const auto* rect = std::get_if<DisplayRect>(&item);
                const auto* line = std::get_if<DisplayLine>(&item);
                const LookId look = rect ? rect->look : line ? line->look : kNoLook;
                if (look != kNoLook && list.looks[std::size_t(look)].names == name) ++count;
            }
            return count;
        };
        PictureOptions options;
        QCOMPARE(countOf(options, "optimizer"), 0);
        options.flush = Flush::Optimizer;
        QCOMPARE(countOf(options, "optimizer"), 2 * 8);
        options.end = 30;
        QCOMPARE(countOf(options, "optimizer"), 0);  // what is cut has no end
        options.end.reset();
        for (int width = 300; width < 1200; width += 37) {  // whatever is rounded
            options.width = width;
            QCOMPARE(countOf(options, "optimizer"), 2 * 8);
        }
        options.flush = Flush::Line;
        QCOMPARE(countOf(options, "seam"), 2 + 1);  // with that of the legend
        // Steps have ops of the optimizer instead.
        scenario = Scenario();
        scenario.schedules = {entryOf(Family::Step, "ddp")};
        for (const Flush flush : {Flush::None, Flush::Line, Flush::Optimizer}) {
            options.flush = flush;
            QCOMPARE(countOf(options, "optimizer") + countOf(options, "seam"), 0);
        }
    }

    /// The axis title has no line of its own: where the legend leaves no space, it is beside the labels of ticks, and
    /// covers none of them.
    void axisTitlesNeedNoLine() {
        int beside = 0;
        for (int width = 260; width < 640; width += 7) {
            PictureOptions options;
            options.width = width;
            const DisplayList list = listOf(foundingScenario(), options);
            QRectF title;
            std::vector<QRectF> keys, ticks;
            for (const PlacedText& text : textsOf(list)) {
                if (text.names == "axis-title") title = text.box;
                if (text.names == "key") keys.push_back(text.box);
                if (text.names == "tick-label") ticks.push_back(text.box);
            }
            const auto isLevel = [&](const QRectF& box) { return std::abs(box.center().y() - title.center().y()) < 4; };
            const bool isBesideTicks = std::ranges::any_of(ticks, isLevel);
            beside += isBesideTicks;
            QVERIFY2(isBesideTicks || std::ranges::any_of(keys, isLevel), qPrintable(QString::number(width)));
            for (const auto& all : {keys, ticks})
                for (const QRectF& box : all) QVERIFY(!box.intersects(title));
        }
        QVERIFY(beside > 0);
    }

    void stylesOfPapersAreSolid() {
        for (const NamedStyle& style : namedStyles()) {
            const Pattern pattern = restyled({}, style.id, {}).pattern;
            const bool isOfPaper = style.id != "default" && style.id != "print";
            QCOMPARE(pattern, isOfPaper ? Pattern::Off : Pattern::On);
        }
    }

    void patternsAreAsChosen() {
        Scenario scenario = foundingScenario();
        scenario.schedules = {entry("zb-h1")};
        PictureOptions options;
        const auto hatches = [&] { return svgOf(scenario, options).style.count("url(#hatch-"); };
        QVERIFY(hatches() > 1);
        options.pattern = Pattern::Idle;
        QCOMPARE(hatches(), 1);
        options.pattern = Pattern::Off;
        QCOMPARE(hatches(), 0);
        // Also where cells are pixels or columns.
        scenario.workload.microbatches = 6'000;
        const QImage image = *ganttImage(outcomesOf(scenario), options, 1);
        std::map<QRgb, int> inks;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) ++inks[image.pixel(x, y)];
        QCOMPARE(inks.count(themeOf(ThemeId::Light).idleHatch.rgb()), std::size_t(0));
    }

    /// White forwards of the print palette need their borders also without hatches.
    void printKeepsItsBorders() {
        PictureOptions options = restyled({}, "print", {});
        for (const Pattern pattern : {Pattern::On, Pattern::Off, Pattern::Idle}) {
            options.pattern = pattern;
            QVERIFY(
                svgOf(foundingScenario(), options).style.contains(QStringLiteral("stroke:#000000;stroke-width:0.75")));
        }
    }

    /// Transfers that share a lane and nearly their lightness begin with a letter where hatches are off.
    void transfersOfStepsHaveLetters() {
        const Scenario scenario =
            *readScenario(contents(QStringLiteral(SOURCE_DIR "/presets/sharding.bubble.json")).toStdString());
        PictureOptions options;
        const auto labels = [&] {
            std::map<QByteArray, QStringList> words;
            for (const PlacedText& text : textsOf(listOf(scenario, options)))
                if (text.names.startsWith("label-")) words[text.names.mid(6)] += text.words;
            return words;
        };
        const auto usual = labels();
        options.pattern = Pattern::Off;
        for (const auto& [kind, words] : labels()) {
            const QString sign = kind == "F" || kind == "B" ? QString()
                                 : kind.contains("gather")  ? QStringLiteral("g")
                                 : kind.contains("scatter") ? QStringLiteral("r")
                                                            : QStringLiteral("a");
            QVERIFY2(usual.count(kind), kind.constData());
            QCOMPARE(words.size(), usual.at(kind).size());
            for (qsizetype i = 0; i < words.size(); ++i) QCOMPARE(words[i], sign + usual.at(kind)[i]);
        }
        QVERIFY(usual.count("all-gather") + usual.count("gather-forward") > 0);
    }

    void dualPipeHasItsDigits_data() {
        QTest::addColumn<QString>("width");
        QTest::addColumn<double>("type");
        QTest::addColumn<QString>("cellType");
        QTest::addColumn<double>("least");
        QTest::newRow("two columns, 6 points") << "icml-text" << 6.0 << "" << 3.6;
        QTest::newRow("two columns, 7 points") << "icml-text" << 7.0 << "" << 4.3;
        QTest::newRow("two columns, 8 points") << "icml-text" << 8.0 << "" << 4.5;
        // An op is 2.9 points wide there.
        QTest::newRow("one column") << "icml-column" << 7.0 << "1.6pt" << 1.5;
    }

    void dualPipeHasItsDigits() {
        QFETCH(const QString, width);
        QFETCH(const double, type);
        QFETCH(const QString, cellType);
        QFETCH(const double, least);
        PictureOptions options = optionsOf("deepseek", width.toStdString(), type);
        options.inset = lengthOf(0, LengthUnit::Point);
        if (!cellType.isEmpty()) options.cellType = *lengthIn(cellType.toStdString());
        const Labels labels = labelsOf(listOf(dualPipe(), options));
        QCOMPARE(labels.count, opsOf(dualPipe()));
        QVERIFY2(labels.least >= least - 1e-6, qPrintable(QString::number(labels.least)));
    }

    /// The size of labels is apart from that of names, and less only where cells are narrow.
    void cellTypeIsItsOwn() {
        Scenario scenario = foundingScenario();
        scenario.schedules = {entry("1f1b")};
        PictureOptions options = optionsOf("default", "icml-text", 8);
        const Labels usual = labelsOf(listOf(scenario, options));
        QCOMPARE(usual.count, opsOf(scenario));
        for (const double points : {4.0, 5.5}) {
            options.cellType = lengthOf(points, LengthUnit::Point);
            const Labels labels = labelsOf(listOf(scenario, options));
            QCOMPARE(labels.count, usual.count);
            QVERIFY2(std::abs(labels.most - points) < 1e-6, qPrintable(QString::number(labels.most)));
        }
        options.cellType = lengthOf(0.9, LengthUnit::Point);
        QCOMPARE(refusalOf(options), QStringLiteral("cell_type: must be at least 1pt, not 0.9pt"));
    }

    void withoutMarginFiguresAreFlush_data() {
        QTest::addColumn<QByteArray>("style");
        QTest::addColumn<bool>("hasTitle");
        for (const NamedStyle& style : namedStyles())
            for (const bool hasTitle : {false, true})
                QTest::addRow("%s%s", style.id.data(), hasTitle ? ", title" : "")
                    << QByteArray(style.id.data()) << hasTitle;
    }

    void withoutMarginFiguresAreFlush() {
        QFETCH(const QByteArray, style);
        QFETCH(const bool, hasTitle);
        PictureOptions options = optionsOf(style, "icml-text", 8);
        options.title = hasTitle ? QStringLiteral("A title") : QString();
        options.caption = QStringLiteral("What it shows");
        for (const bool hasNames : {false, true}) {
            options.workers = hasNames ? QStringLiteral("Device #") : QStringLiteral("#");
            for (const double inset : {0.0, 12.0}) {
                options.inset = Length(inset);
                const auto [left, right] = endsOf(listOf(foundingScenario(), options));
                QVERIFY2(left >= inset - 0.7 && left <= inset + 1.5, qPrintable(QString::number(left)));
                const double gap = options.width - right;
                QVERIFY2(gap >= inset - 8 && gap <= inset + 1, qPrintable(QString::number(gap)));
                QVERIFY(gap >= -0.5);
            }
        }
        options.inset = Length(options.width / 3);
        QVERIFY(refusalOf(options).startsWith("inset: must be at most a quarter of the width, not "));
    }

    /// Without a dot, the header begins where the names of rows do.
    void headersAreNotIndentedByAMissingDot() {
        PictureOptions options = optionsOf("megatron", "icml-text", 8);
        const auto leftOf = [&](const char* names) {
            double left = 1e9;
            for (const PlacedText& text : textsOf(listOf(foundingScenario(), options)))
                if (text.names.startsWith(names)) left = std::min(left, text.box.left());
            return left;
        };
        QVERIFY(std::abs(leftOf("schedule-title") - leftOf("device-label")) < 1.5);
        options.hasDot = true;
        QVERIFY(leftOf("schedule-title") > leftOf("device-label") + 8);
    }

    void fontsAreAsChosen_data() {
        QTest::addColumn<QString>("font");
        QTest::addColumn<QByteArray>("stack");
        QTest::addColumn<QByteArray>("latex");
        QTest::newRow("sans") << "sans" << QByteArray("font-family:'Inter','Helvetica Neue',Arial,sans-serif")
                              << QByteArray("\\sffamily");
        QTest::newRow("serif") << "serif" << QByteArray("font-family:'TeX Gyre Termes','Times New Roman',Times,serif")
                               << QByteArray("\\rmfamily");
        QTest::newRow("Computer Modern") << "computer-modern"
                                         << QByteArray(
                                                "font-family:'CMU Serif','Latin Modern Roman','Computer Modern',serif")
                                         << QByteArray("\\rmfamily");
        QTest::newRow("any installed") << "DejaVu Sans"
                                       << QByteArray("font-family:'DejaVu Sans','Helvetica Neue',Arial,sans-serif")
                                       << QByteArray("\\sffamily");
    }

    void fontsAreAsChosen() {
        QFETCH(const QString, font);
        QFETCH(const QByteArray, stack);
        QFETCH(const QByteArray, latex);
        const auto outcomes = outcomesOf(foundingScenario());
        PictureOptions options;
        const QByteArray usual = *ganttFile(kPng, outcomes, options, {});
        options.font = font;
        QVERIFY((*ganttFile(kSvg, outcomes, options, {})).contains(stack));
        QVERIFY((*ganttFile(kTikz, outcomes, options, {})).contains(latex));
        QCOMPARE(*ganttFile(kPng, outcomes, options, {}) == usual, font == "sans");
        QCOMPARE(uiFamily(), QStringLiteral("Inter"));  // the window's, as before
        QTemporaryDir dir;
        QFile file(dir.filePath("a.pdf"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(*ganttFile(kPdf, outcomes, options, {}));
        file.close();
        QByteArray name = stack.split('\'')[1];
        if (const auto fonts = output("pdffonts", {file.fileName()})) QVERIFY(fonts->contains(name.replace(" ", "")));
    }

    void missingFontsAreTold() {
        PictureOptions options;
        options.font = QStringLiteral("Commic Sans");
        QVERIFY(refusalOf(options).startsWith("font: the font \"Commic Sans\" is not installed; nearest: \""));
        for (const Typeface& face : typefaces()) QVERIFY2(familyOf(QLatin1String(face.id)), face.package);
    }

    /// What is read aloud, and named in lists of files.
    void untitledPicturesAreCalledAfterTheirSchedules() {
        Scenario scenario = foundingScenario();
        scenario.schedules = {entry("gpipe"), entry("1f1b")};
        PictureOptions options;
        const auto svg = [&] { return *ganttFile(kSvg, outcomesOf(scenario), options, {}); };
        options.header = Header::None;
        QVERIFY(svg().contains("<title>GPipe, 1F1B</title>"));
        options.title = QStringLiteral("Two schedules");
        QVERIFY(svg().contains("<title>Two schedules</title>"));
    }

    void percentagesHaveNoSpace() {
        PictureOptions options;
        options.title = QStringLiteral("27.3% idle");
        for (const PictureFormat* format : {&kSvg, &kTikz}) {
            const QByteArray file = *ganttFile(*format, outcomesOf(foundingScenario()), options, {});
            QVERIFY(file.contains(format == &kSvg ? "27.3%" : "27.3\\%"));
            for (const char* space : {" %<", " \\%", "\xc2\xa0%", "\xe2\x80\xaf%", "~\\%", "\\,\\%"})
                QVERIFY2(!file.contains(space), space);
        }
    }
};

QTEST_MAIN(TestFigureOptions)

}  // namespace tst_figure_options
#include "tst_figure_options.moc"
