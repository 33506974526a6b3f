// Pictures as authors need them: options that form a style, sizes on paper, what surrounds the rows, and highlights.

#include "engine/io/scenario_file.h"
#include "engine/style/style.h"
#include "tests/widgets/dialog_parts.h"
#include "tests/widgets/gantt_svg.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/kit/flat_style.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/picture_option.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/picture/picture_style.h"
#include "widgets/picture/picture_words.h"

#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_option {

namespace {

/// The founding schedules, of which one has chunks and one a split backward.
const Scenario& founding() {
    static const Scenario kScenario = [] {
        Scenario scenario = foundingScenario();
        scenario.title = "A title";
        return scenario;
    }();
    return kScenario;
}
const std::vector<Outcome>& outcomes() {
    static const std::vector<Outcome> kOutcomes = outcomesOf(founding());
    return kOutcomes;
}

/// Options with another value than the usual one for each key.
PictureOptions allChanged() {
    PictureOptions options;
    options.style = QStringLiteral("megatron");
    options.width = lengthOf(3.3, LengthUnit::Inch);
    options.height = lengthOf(9, LengthUnit::Inch);
    options.type = lengthOf(7, LengthUnit::Point);
    options.cellType = lengthOf(5, LengthUnit::Point);
    options.inset = lengthOf(0, LengthUnit::Point);
    options.font = QStringLiteral("serif");
    options.pattern = Pattern::Idle;
    options.scale = 3;
    options.theme = ThemeId::Dark;
    options.palette = QStringLiteral("deepseek");
    options.colorBy = ColorBy::Microbatch;
    options.labels = CellLabel::Stage;
    options.firstNumber = 0;
    options.bubble = Quantity::LongestSpanBubble;
    options.marks.critical = true;
    options.title = QStringLiteral("Another");
    options.caption = QStringLiteral("What it shows.");
    options.header = Header::None;
    options.hasDot = true;
    options.hasLetters = true;
    options.workers = QStringLiteral("P#");
    options.firstWorker = 2;
    options.axis = TimeAxis::None;
    options.notation = Notation::Papers;
    options.flush = Flush::Optimizer;
    options.xTitle = QStringLiteral("Devices");
    options.yTitle = QStringLiteral("none; Time (s)");
    options.xRange = {{.from = 2}};
    options.yRange = {{.from = 0, .to = 0.5}, {}, {.to = 400}};
    options.log = LogAxes::Both;
    options.shownDevices = ChartDevices::Overlaid;
    options.markers = Switch::Off;
    options.dashes = Switch::On;
    options.hasCrossings = false;
    options.hasPresent = false;
    options.legendPlace = LegendPlace::Inside;
    options.legend = false;
    options.legendWords = LegendWords::Letters;
    options.words = {{"F", "go"}, {"idle", "wait"}};
    options.hasChunkKey = true;
    options.schedules = {2, 0};
    options.sliders = {{"comm", "0..8"}, {"microbatches", "4, 8"}};
    options.begin = 100;
    options.end = 900;
    options.highlighted = {*opRefIn("2B7"), *opRefIn("#3:*F0")};
    options.dimmed = {*opRefIn("**1")};
    options.notes = {*noteIn("bracket 0F0 0F3 warm-up"), *noteIn("arrow 0F3 1F3"), *noteIn("note 2@350 here")};
    return options;
}

QByteArray file(const PictureFormat& format, const PictureOptions& options, const Scenario& scenario = founding()) {
    Scenario inside = scenario;
    inside.style = styleOf(options, scenario);
    const auto made = ganttFile(format, outcomesOf(scenario, options.theme), options, writeScenario(inside));
    return made ? *made : QByteArray::fromStdString(made.error().text());
}

Drawing svg(const PictureOptions& options, const Scenario& scenario = founding()) {
    return parsed(file(kSvg, options, scenario));
}

PictureOptions styled(std::string_view style, double inches) {
    ParameterValue::Object values;
    setNamed(values, "base", {std::string(style)});
    PictureOptions options = *pictureOptionsOf(values, founding());
    options.width = lengthOf(inches, LengthUnit::Inch);
    return options;
}

}  // namespace

class TestPictureOption : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    /// Keys of styles, options of the command line and fields of the dialog are one list.
    void theListsAreOne() {
        std::set<std::string_view> keys, options, fields;
        for (const Parameter& parameter : style_keys::kStyleKeys)
            if (parameter.key != "base") keys.insert(parameter.key);
        for (const PictureOption& option : pictureOptions()) {
            options.insert(option.key);
            QVERIFY(QByteArray(option.option).startsWith("--"));
        }
        QVERIFY(keys == options);
        Exportable curves, memory;
        curves.drawn.what = kOfLive, memory.drawn.what = kOfMemory;
        for (const Exportable& thing : {exportedGantts(founding(), outcomes()), curves, memory})
            for (const std::string_view key : ExportOptionsPanel(thing).keys()) fields.insert(key);
        QVERIFY(fields == keys);
    }

    void theWordsOfStylesAreThoseOfTheDrawing() {
        QCOMPARE(std::size(style_keys::kPalettes), opPalettes().size());
        for (std::size_t i = 0; i < opPalettes().size(); ++i)
            QCOMPARE(QByteArray(opPalettes()[i].id), QByteArray(style_keys::kPalettes[i].data()));
    }

    void optionsAreAStyleAndBack() {
        const PictureOptions all = allChanged();
        const ParameterValue::Object style = styleOf(all, founding());
        QVERIFY(checkStyle(style));
        QCOMPARE(style.size(), std::size(style_keys::kStyleKeys));
        QVERIFY(*pictureOptionsOf(style, founding()) == all);
        Scenario scenario = founding();
        scenario.style = style;
        QVERIFY(*readScenario(writeScenario(scenario)) == scenario);
        QVERIFY(styleOf(*pictureOptionsOf({}, founding()), founding()).empty());
        for (const NamedStyle& named : namedStyles())
            QVERIFY(styleOf(restyled({}, named.id, founding()), founding()).size() <= 2);
    }

    /// What was on screen stays in another look.
    void anotherStyleShowsTheSame() {
        PictureOptions options = *pictureOptionsOf({}, founding());
        options.until = 5 * kMicroUnits;
        options.seen = {{Highlight::As::Lit, 1, {3}}};
        options.caption = QStringLiteral("What it shows.");
        const PictureOptions other = restyled(options, "megatron", founding());
        QVERIFY(other.palette != options.palette);
        QCOMPARE(other.until, options.until);
        QVERIFY(other.seen == options.seen);
        QCOMPARE(other.caption, options.caption);
    }

    /// Words of one's own stand over those of a style, which an empty one takes away.
    void wordsAreOverThoseOfAStyle() {
        ParameterValue::Object style, own;
        setNamed(own, "F", {std::string("Forward")});
        setNamed(own, "idle", {std::string()});
        setNamed(style, "base", {std::string("zero-bubble")});
        setNamed(style, "words", {own});
        PictureOptions options = *pictureOptionsOf(style, founding());
        QCOMPARE(options.words.at("F"), QStringLiteral("Forward"));
        QCOMPARE(options.words.at("I"), QStringLiteral("B"));
        QVERIFY(!options.words.contains("idle"));
        QVERIFY(styleOf(options, founding()) == style);
        options.words.clear();
        QVERIFY(*pictureOptionsOf(styleOf(options, founding()), founding()) == options);
    }

    /// Each option in the words of the command line, and back.
    void wordsAreRead() {
        const PictureOptions all = allChanged();
        for (const PictureOption& option : pictureOptions()) {
            const auto value = valueIn(option, wordsOf(option, option.get(all)));
            QVERIFY2(value, option.option);
            QVERIFY2(*value == option.get(all), option.option);
        }
    }

    void printIsGreyUnlessSomebodySaysOtherwise() {
        ParameterValue::Object style;
        setNamed(style, "theme", {std::string("print")});
        PictureOptions options = *pictureOptionsOf(style, founding());
        QCOMPARE(options.palette, QStringLiteral("print"));
        options.palette = QStringLiteral("default");
        QVERIFY(*pictureOptionsOf(styleOf(options, founding()), founding()) == options);
    }

    void theDialogKeepsAllOptions() {
        const PictureOptions all = allChanged();
        ExportDialog dialog(exportedGantts(founding(), outcomes()), all);
        PictureOptions shown = dialog.options();
        QCOMPARE(shown.schedules, (std::vector<int>{0, 2}));  // ticks have no order
        shown.schedules = all.schedules;
        QVERIFY(shown == all);
    }

    void aStyleLeavesWhatIsShown() {
        ExportDialog dialog(exportedGantts(founding(), outcomes()), *pictureOptionsOf({}, founding()));
        named<QLineEdit>(dialog, "Width")->setText("3.3in");
        auto* const style = named<QComboBox>(dialog, "Style");
        style->setCurrentIndex(2);
        emit style->activated(2);
        const PictureOptions options = dialog.options();
        QCOMPARE(options.style, QStringLiteral("megatron"));
        QCOMPARE(options.workers, QStringLiteral("Device #"));
        QCOMPARE(options.width.number(), 3.3);
        // Figures of papers have no title, unless somebody gave one.
        QCOMPARE(options.title, QString());
        QCOMPARE(restyled(options, "default", founding()).title, QStringLiteral("A title"));
        PictureOptions own = options;
        own.title = QStringLiteral("My own");
        QCOMPARE(restyled(own, "default", founding()).title, QStringLiteral("My own"));
        QCOMPARE(restyled(restyled(own, "default", founding()), "zero-bubble", founding()).title,
                 QStringLiteral("My own"));
    }

    /// A text that is no value is marked, says why, and the last good picture stays.
    void errorsStandWhereTheyAre() {
        ExportDialog dialog(exportedGantts(founding(), outcomes()), {});
        dialog.QWidget::show();
        QTRY_VERIFY(!dialog.preview().image().isNull());
        const QImage before = dialog.preview().image();
        auto* const notes = named<QPlainTextEdit>(dialog, "Annotations");
        notes->setPlainText("arrow 0F3");
        QVERIFY2(dialog.message().contains("is not a note"), qPrintable(dialog.message()));
        QVERIFY(!button(dialog, "Save…")->isEnabled());
        notes->setPlainText("arrow 0F3 9F3");
        QVERIFY2(dialog.message().contains("9F3 matches no op"), qPrintable(dialog.message()));
        QVERIFY(dialog.preview().image() == before);
        notes->setPlainText("arrow 0F3 1F3");
        QCOMPARE(dialog.message(), QString());
        QVERIFY(button(dialog, "Save…")->isEnabled());
        auto* const dim = named<QLineEdit>(dialog, "Dim");
        dim->setText("7");
        QVERIFY(isMarked(dim));
        dim->setText("**7");
        QVERIFY(!isMarked(dim));
        QCOMPARE(dialog.options().dimmed.size(), std::size_t(1));
    }

    void sizesAreExact_data() {
        QTest::addColumn<QString>("width");
        QTest::addColumn<double>("points");
        for (const auto& [width, points] : std::vector<std::pair<const char*, double>>{
                 {"3.3in", 237.6}, {"84mm", 84 * 72 / 25.4}, {"252.3pt", 252.3}, {"7.16in", 515.52}, {"neurips", 396}})
            QTest::newRow(width) << width << points;
    }
    void sizesAreExact() {
        QFETCH(const QString, width);
        QFETCH(const double, points);
        for (const char* type : {"", "7pt", "9.5pt"}) {
            PictureOptions options;
            options.width = *lengthIn(width.toStdString());
            if (*type) options.type = *lengthIn(type);
            options.scale = 3;
            const QString svg = QString::fromUtf8(file(kSvg, options));
            const QRegularExpression side("<svg [^>]*width=\"([0-9.]+)pt\" height=\"([0-9.]+)pt\"");
            const auto match = side.match(svg);
            QVERIFY(match.hasMatch());
            QVERIFY(std::abs(match.captured(1).toDouble() - points) < 0.05);
            const QByteArray pdf = file(kPdf, options);
            const QRegularExpression box("/MediaBox \\[0 ([0-9.]+) ([0-9.]+) ([0-9.]+)\\]");
            const auto page = box.match(QString::fromLatin1(pdf));
            if (page.hasMatch()) {
                QVERIFY(std::abs(page.captured(2).toDouble() - points) < 0.05);
                const double height = page.captured(3).toDouble() - page.captured(1).toDouble();
                QVERIFY(std::abs(height - match.captured(2).toDouble()) < 0.05);
            } else {
                QVERIFY(pdf.contains("/MediaBox [0 0 " + QByteArray::number(points, 'f', 6)));
            }
            const QImage png = QImage::fromData(file(kPng, options));
            QVERIFY(std::abs(png.width() / (png.dotsPerMeterX() * 0.0254) * 72 - points) < 0.5 * 72 / 288 + 0.05);
        }
    }

    /// The program of an author reads the size that was asked for.
    void othersReadTheSize() {
        PictureOptions options;
        options.width = lengthOf(3.3, LengthUnit::Inch);
        const QString path = m_dir.filePath("a.pdf");
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(file(kPdf, options));
        out.close();
        const auto info = output("pdfinfo", {path});
        if (!info) QSKIP("pdfinfo is not installed");
        QVERIFY2(info->contains("237.6 x "), info->constData());
    }

    /// Type is in the size that was asked for: as many times the usual one as all lengths are.
    void typeIsInItsSize() {
        PictureOptions options;
        options.width = 1200, options.type = lengthOf(13 * 0.75 * 2, LengthUnit::Point);  // twice that of the screen
        QVERIFY(file(kSvg, options).contains("scale(2)"));
        options.type = lengthOf(300, LengthUnit::Point);
        const QByteArray why = file(kSvg, options);
        QVERIFY2(why.startsWith("type: is too large for this width"), why.constData());
    }

    void theSameBytesTwiceAndTheStyleInside_data() {
        QTest::addColumn<const PictureFormat*>("format");
        for (const PictureFormat* format : {&kPng, &kSvg, &kPdf}) QTest::newRow(format->suffix) << format;
    }
    void theSameBytesTwiceAndTheStyleInside() {
        QFETCH(const PictureFormat*, format);
        PictureOptions options = allChanged();
        options.height.reset();
        const QByteArray once = file(*format, options);
        QVERIFY(file(*format, options) == once);
        const auto inside = readScenario(*embeddedDocument(once));
        QVERIFY(inside);
        QVERIFY(*pictureOptionsOf(inside->style, *inside) == options);
    }

    /// Every style has all keys, whole, in a column and across a page.
    void legendsAreWhole_data() {
        QTest::addColumn<QByteArray>("style");
        QTest::addColumn<double>("inches");
        for (const NamedStyle& style : namedStyles())
            for (const double inches : {3.3, 7.0})
                QTest::addRow("%s at %g in", style.id.data(), inches) << QByteArray(style.id.data()) << inches;
    }
    void legendsAreWhole() {
        QFETCH(const QByteArray, style);
        QFETCH(const double, inches);
        PictureOptions options = styled(style.constData(), inches);
        options.hasChunkKey = true;
        const QByteArray text = file(kSvg, options);
        Drawing drawing = parsed(text);
        const QStringList keys = drawing.texts["key"];
        // F, B, I, W, two chunks, idle, and how the schedules end.
        QCOMPARE(keys.size(), options.flush == Flush::None ? 7 : 8);
        for (const QString& key : keys) QVERIFY(!key.isEmpty() && !key.contains(QChar(0x2026)));
        const QStringList names = drawing.texts["schedule-title"];
        QCOMPARE(names.size(), 5);
        for (const QString& name : names) QVERIFY(!name.contains(QChar(0x2026)));
        QCOMPARE(drawing.texts["device-label"].size(), 20);
        const int first = valueNamed(findStyle(style.constData())->values, "first_worker") ? 1 : 0;
        QVERIFY(drawing.texts["device-label"].first().endsWith(QString::number(first)));
    }

    void whatIsAroundTheRows() {
        PictureOptions options;
        options.header = Header::Name;
        QVERIFY(svg(options).texts["total"].isEmpty() && !svg(options).texts["schedule-title"].isEmpty());
        QVERIFY(file(kSvg, options).contains("class=\"dot\""));
        options.hasDot = false;
        QVERIFY(!file(kSvg, options).contains("class=\"dot\""));
        options.hasLetters = true;
        QCOMPARE(svg(options).texts["schedule-title"].first(), QStringLiteral("(a) GPipe"));
        options.header = Header::None;
        QCOMPARE(svg(options).texts["schedule-title"], (QStringList{"(a)", "(b)", "(c)", "(d)", "(e)"}));
        options.hasLetters = false;
        QVERIFY(svg(options).texts["schedule-title"].isEmpty());
        QVERIFY(!svg(options).texts["tick-label"].isEmpty());
        options.axis = TimeAxis::Arrow;
        QVERIFY(svg(options).texts["tick-label"].isEmpty());
        QCOMPARE(svg(options).texts["axis-title"], QStringList("time"));
        options.axis = TimeAxis::None;
        QVERIFY(svg(options).texts["axis-title"].isEmpty() && !file(kSvg, options).contains("class=\"axis\""));
        options.workers = QStringLiteral("Device #"), options.firstWorker = 1;
        QCOMPARE(svg(options).texts["device-label"].first(), QStringLiteral("Device 1"));
        options.legendWords = LegendWords::Letters;
        QCOMPARE(svg(options).texts["key"], (QStringList{"F", "B", "I", "W", "idle"}));
        options.words = {{"idle", "bubble"}, {"F", "forward pass"}};
        QCOMPARE(svg(options).texts["key"], (QStringList{"forward pass", "B", "I", "W", "bubble"}));
        options.legend = false;
        QVERIFY(svg(options).texts["key"].isEmpty());
    }

    /// What takes less room makes the picture lower.
    void whatIsLeftOutTakesNoRoom() {
        PictureOptions options;
        double height = ganttSize(outcomes(), options)->height();
        const auto isLower = [&] {
            const double before = std::exchange(height, ganttSize(outcomes(), options)->height());
            return height < before;
        };
        options.axis = TimeAxis::Arrow;
        QVERIFY(isLower());
        options.axis = TimeAxis::None;
        QVERIFY(isLower());
        options.header = Header::None;
        QVERIFY(isLower());
    }

    /// A stretch of time holds what runs in it, cut at its ends, and nothing stands outside.
    void aStretchOfTime() {
        PictureOptions options;
        options.schedules = {0};
        options.begin = 150, options.end = 450;
        options.marks.critical = true;
        const Drawing all = svg([] {
            PictureOptions plain;
            plain.schedules = {0};
            return plain;
        }()),
                      part = svg(options);
        QVERIFY(part.cells.size() > 4 && part.cells.size() < all.cells.size() / 2);
        double left = 1e9, right = 0;
        for (const Shape& idle : part.rows)
            left = std::min(left, idle.rect.left()), right = std::max(right, idle.rect.right());
        for (const Shape& cell : part.cells)
            QVERIFY(cell.rect.left() >= left - 0.01 && cell.rect.right() <= right + 0.01);
        options.begin = 1e6, options.end.reset();
        const auto why = [&] { return QString::fromUtf8(file(kSvg, options)); };
        QCOMPARE(why(), QStringLiteral("begin: must be before the finish at 3324, not 1000000"));
        options.begin = -5;  // nothing is before 0, and nothing drawn
        QVERIFY(svg(options).rows.front().rect == all.rows.front().rect);
        options.begin.reset(), options.end = -3;
        QCOMPARE(why(), QStringLiteral("end: must be after the start at 0, not -3"));
    }

    void opsArePointedOut() {
        PictureOptions options;
        options.schedules = {1};
        options.highlighted = {*opRefIn("2B7")};
        options.dimmed = {*opRefIn("**0"), *opRefIn("2**")};
        options.notes = {*noteIn("bracket 0F0 0F3 warm-up"), *noteIn("arrow 0F3 1F3 send"),
                         *noteIn("note 3B0 turns here"), *noteIn("note 2@350 idle")};
        const QByteArray drawn = file(kSvg, options);
        Drawing drawing = parsed(drawn);
        QCOMPARE(drawn.count("class=\"lit-op\""), 1);
        QCOMPARE(drawn.count("class=\"dimmed\""), 4);  // one a row
        QCOMPARE(drawn.count("class=\"bracket\""), 1);
        QCOMPARE(drawn.count("class=\"arrow\""), 1);
        QCOMPARE(drawn.count("class=\"note-dot\""), 2);
        QCOMPARE(drawing.texts["note"], (QStringList{"warm-up", "send", "turns here", "idle"}));
        PictureOptions plain = options;
        plain.notes.clear();
        QVERIFY2(svg(plain).size.height() < drawing.size.height(), "brackets and notes have room of their own");
        // The bracket spans its ops.
        const QRegularExpression path("class=\"bracket\" d=\"M([0-9.]+) [0-9.]+V[0-9.]+H([0-9.]+)");
        const auto match = path.match(QString::fromUtf8(drawn));
        QVERIFY(match.hasMatch());
        double left = 1e9, right = 0;
        for (const Shape& cell : drawing.cells)
            if (cell.device == 0 && cell.name == "F" && cell.op.section(' ', 0, 0).toInt() < 4)
                left = std::min(left, cell.rect.left()), right = std::max(right, cell.rect.right());
        constexpr double kGap = 1;  // between cells
        QVERIFY(std::abs(match.captured(1).toDouble() - left) < kGap);
        QVERIFY(std::abs(match.captured(2).toDouble() - right) < kGap);
    }

    void whatIsNotThereIsRefused_data() {
        QTest::addColumn<QString>("note");
        QTest::addColumn<QString>("why");
        QTest::newRow("no such op") << "note 9F0 x"
                                    << "notes: 9F0 matches no op in this picture";
        QTest::newRow("of a schedule that is not drawn") << "note #1:0F0 x"
                                                         << "notes: #1:0F0 matches no op in this picture";
        QTest::newRow("no such device") << "note 7@3 x"
                                        << "notes: there is no device 7";
        QTest::newRow("a time that is not drawn") << "note 1@1e6 x"
                                                  << "notes: \"note 1@1000000 x\" is at a time outside the picture";
        QTest::newRow("ends first") << "bracket 0B7 0F0 x"
                                    << "notes: \"bracket 0B7 0F0 x\" ends before it starts";
    }
    void whatIsNotThereIsRefused() {
        QFETCH(const QString, note);
        QFETCH(const QString, why);
        PictureOptions options;
        options.schedules = {1};
        options.notes = {*noteIn(note.toStdString())};
        QCOMPARE(QString::fromUtf8(file(kSvg, options)), why);
        options.notes.clear();
        options.highlighted = {*opRefIn("0I0")};
        QCOMPARE(file(kSvg, options), QByteArray("highlight: 0I0 matches no op in this picture"));
    }
};

QTEST_MAIN(TestPictureOption)

}  // namespace tst_picture_option
#include "tst_picture_option.moc"
