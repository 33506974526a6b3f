// Pictures for papers in every style: they show the same in every format.

#include "engine/style/style.h"
#include "tests/widgets/gantt_svg.h"
#include "tests/widgets/placed_items.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/kit/format.h"
#include "widgets/picture/picture_style.h"

#include <QFontMetricsF>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_styles {

namespace {

constexpr int kColumn = 317, kPage = 672;  // 3.3 in and 7 in
constexpr double kPixels = 2;              // of a raster, a pixel of the picture

double lightOf(int value) {
    const double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * lightOf(color.red()) + 0.7152 * lightOf(color.green()) + 0.0722 * lightOf(color.blue());
}

/// The mean luminance of an area, as an eye has it that does not see the lines.
double luminance(const QImage& image, const QRect& area) {
    double sum = 0;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x) sum += luminance(image.pixelColor(x, y));
    return sum / (area.width() * area.height());
}

/// WCAG's ratio, with light of the room on the screen.
double ratioOf(double a, double b, double ambient = 0) {
    return (std::max(a, b) + 0.05 + ambient) / (std::min(a, b) + 0.05 + ambient);
}

/// A picture in a format as pixels, by the tool that reads it; null where that is not installed.
QImage rasterOf(const PictureFormat& format, const Scenario& scenario, const PictureOptions& options) {
    const auto outcomes = outcomesOf(scenario, options.theme);
    if (&format == &kPng) return *ganttImage(outcomes, options, kPixels);
    QTemporaryDir dir;
    const QString file = dir.filePath(QStringLiteral("a.") + QLatin1String(format.suffix));
    QFile out(file);
    if (!out.open(QIODevice::WriteOnly)) return {};
    out.write(*ganttFile(format, outcomes, options, {}));
    out.close();
    const QString image = dir.filePath("a.png");
    if (&format == &kSvg) {
        output("rsvg-convert", {"-z", QString::number(kPixels), "-o", image, file});
    } else {
        output("pdftoppm", {"-r", QString::number(96 * kPixels), "-png", "-singlefile", file, dir.filePath("a")});
    }
    return QImage(image);
}

PictureOptions optionsOf(const char* palette, ThemeId theme, int width) {
    PictureOptions options;
    options.palette = QLatin1String(palette);
    options.theme = opPalette(options.palette).isPrint ? ThemeId::Print : theme;
    options.width = width;
    return options;
}

QRect pixelsOf(const QRectF& rect) { return QRectF(rect.topLeft() * kPixels, rect.size() * kPixels).toAlignedRect(); }

/// Blocks of 12 x 12 pixels of the picture, two periods of the hatches, in their mean grey.
QImage blocksOf(const QImage& image) {
    constexpr int kSide = static_cast<int>(12 * kPixels);
    QImage blocks(image.width() / kSide, image.height() / kSide, QImage::Format_Grayscale8);
    for (int y = 0; y < blocks.height(); ++y)
        for (int x = 0; x < blocks.width(); ++x) {
            int sum = 0;
            for (int i = 0; i < kSide * kSide; ++i)
                sum += qGray(image.pixel(x * kSide + i % kSide, y * kSide + i / kSide));
            blocks.scanLine(y)[x] = static_cast<uchar>(sum / (kSide * kSide));
        }
    return blocks;
}

void eachStyle() {
    QTest::addColumn<QByteArray>("palette");
    QTest::addColumn<int>("width");
    for (const OpPalette& palette : opPalettes())
        for (const int width : {kColumn, kPage})
            QTest::addRow("%s, %d px", palette.id, width) << QByteArray(palette.id) << width;
}

/// The founding comparison, or one schedule on its work.
Scenario scenarioOfKind(const QByteArray& kind) {
    Scenario scenario = foundingScenario();
    if (!kind.isEmpty()) scenario.schedules = {entry(kind.constData())};
    return scenario;
}

}  // namespace

class TestPictureStyles : public QObject {
    Q_OBJECT
private:
    /// A key for every kind and for idle time, whole names, and of the numbers of a kind all or none.
    void verifyWhole(const Scenario& scenario, const PictureOptions& options) {
        const auto shown = shownOf(outcomesOf(scenario), options.bubble);
        const auto picture = ganttPicture(shown, options);
        QVERIFY(picture);
        const auto texts = textsOf(pageOf(*picture));

        QStringList expected, names, titles, wholeTitles;
        const auto keyOf = [&](const QString& id, const QString& usual) {
            const auto word = options.words.find(id);
            return word == options.words.end() ? usual : word->second;
        };
        for (const OpKind op : {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight})
            if (std::any_of(shown.begin(), shown.end(),
                            [&](const TrackData& one) { return one.timeline->program->kinds.has(op); }))
                expected += keyOf(toQString(infoOf(op).id),
                                  options.legendWords == LegendWords::Letters ? toQString(letter(op)) : kindName(op));
        if (std::any_of(shown.begin(), shown.end(),
                        [](const TrackData& one) { return one.timeline->program->hasPairs; }))
            expected += "fused F+B";
        expected += keyOf("idle", "idle");
        if (options.flush == Flush::Line) expected += "flush";
        if (options.flush == Flush::Optimizer) expected += "optimizer";
        // All words are in the case of the style's own.
        if (std::ranges::any_of(options.words, [](const auto& word) {
                return word.second.size() > 1 && word.second[0].isUpper() && word.second[1].isLower();
            }))
            for (QString& word : expected) word[0] = word[0].toUpper();
        std::map<QByteArray, int> numbers;
        for (const PlacedText& text : texts) {
            QVERIFY2(text.box.left() >= 0 && text.box.right() <= options.width + 0.5, qPrintable(text.words));
            if (text.names == "key") names += text.words;
            if (text.names == "schedule-title") titles += text.words;
            const QByteArray label = text.names.split(' ').first();
            if (label.startsWith("label-")) ++numbers[label.mid(6)];
        }
        QCOMPARE(names, expected);
        for (const TrackData& one : shown) wholeTitles += one.title;
        if (options.header != Header::None) QCOMPARE(titles, wholeTitles);
        for (std::size_t i = 0; i < texts.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!texts[i].box.intersects(texts[j].box), qPrintable(texts[i].words + " on " + texts[j].words));
        if (shown.size() > 1) return;
        const Program& program = *shown.front().timeline->program;
        for (const auto& [name, count] : numbers) {
            int ops = 0;
            for (const Lane& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row)
                    ops += infoOf(program.ops[row].kind()).id == name.toStdString();
            QCOMPARE(count, ops);
        }
        const std::size_t numberless = options.flush == Flush::None ? 1 : 2;  // idle time, and the end
        const auto founding = foundingSchedules();
        const bool isFounding = std::ranges::any_of(
            founding, [&](const ScheduleEntry& entry) { return entry.kind == scenario.schedules[0].kind; });
        QVERIFY2(!isFounding || options.width < kPage || numbers.size() + numberless == std::size_t(expected.size()),
                 "there is room for all of them");
    }

private slots:
    void idleTimeStandsOut_data() {
        QTest::addColumn<const PictureFormat*>("format");
        QTest::addColumn<int>("theme");
        for (const PictureFormat* format : {&kPng, &kSvg, &kPdf})
            for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Print})
                QTest::addRow("%s, theme %d", format->suffix, int(theme)) << format << int(theme);
    }

    /// Its mean light, lines and ground, against the page's.
    void idleTimeStandsOut() {
        QFETCH(const PictureFormat*, format);
        QFETCH(const int, theme);
        PictureOptions options;
        options.theme = ThemeId(theme);
        const Scenario scenario = scenarioOf("gpipe", 4, 8);
        const QImage image = rasterOf(*format, scenario, options);
        if (image.isNull()) QSKIP("its reader is not installed");
        const Drawing svg = svgOf(scenario, options);
        const Shape* first = nullptr;
        for (const Shape& cell : svg.cells)
            if (cell.device == 3 && !first) first = &cell;
        const QRectF idle(svg.rows[3].rect.topLeft(), first->rect.bottomLeft() - QPointF(2, 0));
        const double seen = luminance(image, pixelsOf(idle.adjusted(1, 1, -1, -1)));
        const double page = luminance(themeOf(ThemeId(theme)).window);
        QVERIFY2(ratioOf(seen, page) >= 1.5, qPrintable(QString::number(ratioOf(seen, page))));
        QVERIFY2(ratioOf(seen, page, 0.1) >= 1.3, qPrintable(QString::number(ratioOf(seen, page, 0.1))));
    }

    void idleTimeStandsOutOnScreens_data() {
        QTest::addColumn<int>("theme");
        QTest::addColumn<double>("pixels");
        for (const double pixels : {1.0, 1.5, 2.0}) {
            QTest::addRow("light at %g", pixels) << int(ThemeId::Light) << pixels;
            QTest::addRow("dark at %g", pixels) << int(ThemeId::Dark) << pixels;
        }
    }

    void idleTimeStandsOutOnScreens() {
        QFETCH(const int, theme);
        QFETCH(const double, pixels);
        GanttStyle style;
        style.theme = ThemeId(theme);
        const auto shown = shownOf(outcomesOf(scenarioOf("gpipe", 4, 8)), PictureOptions().bubble);
        const GanttLayout layout = layoutGantt(shown, {}, style, fittingRange(shown), {900, 200});
        const QImage image = GanttRenderer().render(layout, shown, 0, pixels);
        const QRectF row = layout.laneRect(0, LaneId(3));
        const double first = layout.xOf(double(shown[0].timeline->startOf(shown[0].timeline->program->lanes[3].begin)));
        const QRectF idle(row.left() + 1, row.top() + 1, first - row.left() - 3, row.height() - 2);
        const double seen = luminance(image, QRectF(idle.topLeft() * pixels, idle.size() * pixels).toAlignedRect());
        const double page = luminance(style.ground());
        QVERIFY2(ratioOf(seen, page) >= 1.5, qPrintable(QString::number(ratioOf(seen, page))));
        QVERIFY2(ratioOf(seen, page, 0.1) >= 1.3, qPrintable(QString::number(ratioOf(seen, page, 0.1))));
    }

    void everyFormatLooksAlike_data() { eachStyle(); }
    void everyFormatLooksAlike() {
        constexpr double kMean = 4;  // of 255
        QFETCH(const QByteArray, palette);
        QFETCH(const int, width);
        const PictureOptions options = optionsOf(palette, ThemeId::Light, width);
        const QImage png = blocksOf(rasterOf(kPng, foundingScenario(), options));
        for (const PictureFormat* format : {&kSvg, &kPdf}) {
            const QImage other = rasterOf(*format, foundingScenario(), options);
            if (other.isNull()) QSKIP("its reader is not installed");
            const QImage blocks = blocksOf(other);
            QVERIFY(std::abs(blocks.width() - png.width()) <= 1 && std::abs(blocks.height() - png.height()) <= 1);
            constexpr int kSeen = 32;  // how much another grey of a whole block is seen at a glance
            double sum = 0;
            int seen = 0;
            const int columns = std::min(blocks.width(), png.width()), rows = std::min(blocks.height(), png.height());
            for (int y = 0; y < rows; ++y)
                for (int x = 0; x < columns; ++x) {
                    const int apart = std::abs(qGray(blocks.pixel(x, y)) - qGray(png.pixel(x, y)));
                    sum += apart;
                    seen += apart > kSeen;
                }
            const double mean = sum / (columns * rows);
            QVERIFY2(mean < kMean, qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(format->suffix)).arg(mean)));
            QVERIFY2(100 * seen <= columns * rows, qPrintable(QStringLiteral("%1: %2 of %3 blocks are others")
                                                                  .arg(QLatin1String(format->suffix))
                                                                  .arg(seen)
                                                                  .arg(columns * rows)));
        }
    }

    void keysAndNamesAreWhole_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("palette");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("theme");
        QByteArrayList kinds{"", "zb-v", "dualpipe"};
        for (const ScheduleEntry& entry : foundingSchedules()) kinds += QByteArray::fromStdString(entry.kind);
        for (const OpPalette& palette : opPalettes())
            for (const int width : {kColumn, kPage})
                for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark})
                    for (const QByteArray& kind : kinds)
                        if (!palette.isPrint || theme == ThemeId::Light)
                            QTest::addRow("%s, %s, %d px, theme %d", kind.isEmpty() ? "all" : kind.constData(),
                                          palette.id, width, int(theme))
                                << kind << QByteArray(palette.id) << width << int(theme);
    }

    void keysAndNamesAreWhole() {
        QFETCH(const QByteArray, kind);
        QFETCH(const QByteArray, palette);
        QFETCH(const int, width);
        QFETCH(const int, theme);
        verifyWhole(scenarioOfKind(kind), optionsOf(palette, ThemeId(theme), width));
    }

    void eachStyleIsWhole_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<std::string>("style");
        QTest::addColumn<std::string>("width");
        QByteArrayList kinds{"", "zb-v", "dualpipe"};
        for (const ScheduleEntry& entry : foundingSchedules()) kinds += QByteArray::fromStdString(entry.kind);
        for (const NamedStyle& style : namedStyles())
            for (const char* width : {"3.3in", "7in"})
                for (const QByteArray& kind : kinds)
                    QTest::addRow("%s, %s, %s", kind.isEmpty() ? "all" : kind.constData(), style.id.data(), width)
                        << kind << std::string(style.id) << std::string(width);
    }

    void eachStyleIsWhole() {
        QFETCH(const QByteArray, kind);
        QFETCH(const std::string, style);
        QFETCH(const std::string, width);
        const Scenario scenario = scenarioOfKind(kind);
        const auto options = pictureOptionsOf({{"base", {style}}, {"width", {width}}}, scenario);
        QVERIFY(options);
        verifyWhole(scenario, *options);
    }

    /// With a border around each cell, and lines in it.
    void numbersEraseNothing_data() {
        QTest::addColumn<int>("width");
        for (const int width : {kColumn, kPage}) QTest::addRow("%d px", width) << width;
    }

    void numbersEraseNothing() {
        QFETCH(const int, width);
        constexpr double kRatio = 4;
        const auto outcomes = outcomesOf(foundingScenario());
        PictureOptions options = optionsOf("print", ThemeId::Print, width);
        const QImage with = *ganttImage(outcomes, options, kRatio);
        const Drawing svg = svgOf(foundingScenario(), options);
        options.labels = CellLabel::None;
        const QImage without = *ganttImage(outcomes, options, kRatio);
        int changed = 0;
        for (const Shape& cell : svg.cells) {
            const QRect box = QRectF(cell.rect.topLeft() * kRatio, cell.rect.size() * kRatio).toAlignedRect();
            const QRect inner = box.adjusted(4, 4, -4, -4);
            int lines = 0, erased = 0;
            const QRgb ground = without.pixel(inner.center());
            for (int y = box.top(); y <= box.bottom(); ++y)
                for (int x = box.left(); x <= box.right(); ++x) {
                    const bool isSame = with.pixel(x, y) == without.pixel(x, y);
                    changed += !isSame;
                    if (!inner.contains(x, y)) QVERIFY2(isSame, qPrintable(cell.title));
                    if (!inner.contains(x, y) || without.pixel(x, y) == ground) continue;
                    ++lines;
                    erased += !isSame;
                }
            QVERIFY2(2 * erased <= lines, qPrintable(cell.title));
        }
        QVERIFY(changed > 1000);
    }

    void chunksDifferOnPaper() {
        const OpPalette& print = opPalette(QStringLiteral("print"));
        for (const OpKind kind : {OpKind::Forward, OpKind::Backward, OpKind::BackwardInput, OpKind::BackwardWeight})
            for (const int chunks : {2, 4})
                for (int chunk = 1; chunk < chunks; ++chunk) {
                    const auto grey = [&](int of) {
                        return qGray(kindColor(print, ThemeId::Print, kind, of, chunks).rgb());
                    };
                    QVERIFY(std::abs(grey(chunk) - grey(chunk - 1)) >= 12 * 2 / chunks);
                }
    }
};

QTEST_MAIN(TestPictureStyles)

}  // namespace tst_picture_styles
#include "tst_picture_styles.moc"
