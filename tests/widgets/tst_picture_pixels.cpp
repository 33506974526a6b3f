// Pixels of pictures: everything is where it is in vector formats, for any size of type and pixels, and adjacent cells
// are separated by the background.

#include "engine/style/style.h"
#include "tests/contents.h"
#include "tests/widgets/gantt_svg.h"
#include "tests/widgets/placed_items.h"
#include "widgets/picture/picture_style.h"
#include "widgets/picture/picture_words.h"
#include "widgets/picture/save_file.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_pixels {

namespace {

/// The first, which is the whole picture.
QImage firstFrame(QByteArray gif) {
    QBuffer buffer(&gif);
    return QImageReader(&buffer, "gif").read();
}

/// A file of a picture as pixels, by the tool that reads it; null where that is not installed.
QImage rasterOf(const PictureFormat& format, const std::vector<Outcome>& outcomes, PictureOptions options,
                double scale) {
    options.scale = format.isOfPixels ? scale : 1;
    const auto file = ganttFile(format, outcomes, options, {});
    if (!file) qFatal("%s", file.error().text().c_str());
    if (&format == &kPng) return QImage::fromData(*file, "PNG");
    if (&format == &kGif) return firstFrame(*file);
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("a.") + QLatin1String(format.suffix)),
                  image = dir.filePath("a.png");
    if (!writeFile(path, *file)) return {};
    if (&format == &kSvg)
        output("rsvg-convert", {"-z", QString::number(scale), "-o", image, path});
    else
        output("pdftoppm", {"-r", QString::number(96 * scale), "-png", "-singlefile", path, dir.filePath("a")});
    return QImage(image);
}

/// Blocks of 8 x 8 pixels at a scale of 1, in their mean grey.
QImage blocksOf(const QImage& image, const QSizeF& size) {
    constexpr double kSide = 8;
    return image.convertToFormat(QImage::Format_Grayscale8)
        .scaled(qRound(size.width() / kSide), qRound(size.height() / kSide), Qt::IgnoreAspectRatio,
                Qt::SmoothTransformation);
}

PictureOptions styled(const Scenario& scenario, std::vector<std::pair<const char*, std::string>> values) {
    ParameterValue::Object style;
    for (const auto& [key, value] : values) setNamed(style, key, {value});
    return *pictureOptionsOf(style, scenario);
}

QRect pixelsOf(const QRectF& rect, double scale) {
    return QRectF(rect.topLeft() * scale, rect.size() * scale).toAlignedRect();
}

}  // namespace

class TestPicturePixels : public QObject {
    Q_OBJECT

private slots:
    void smallTypeStandsInItsPlace_data() {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<PictureOptions>("options");
        QTest::addColumn<const PictureFormat*>("format");
        const Scenario schedules = scenarioOf("zb-h1", 4, 8);
        const Scenario steps = *readScenario(contents(SOURCE_DIR "/presets/training-steps.bubble.json").toStdString());
        for (const PictureFormat* format : {&kPng, &kGif}) {
            for (const NamedStyle& style : namedStyles())
                if (format == &kPng || style.id == "print")
                    QTest::addRow("%s, %s", style.id.data(), format->suffix)
                        << schedules << styled(schedules, {{"base", std::string(style.id)}, {"width", "7in"}})
                        << format;
            QTest::addRow("6 points, %s", format->suffix)
                << schedules << styled(schedules, {{"type", "6pt"}, {"width", "3.3in"}}) << format;
            QTest::addRow("20 pixels, %s", format->suffix)
                << schedules << styled(schedules, {{"type", "20px"}, {"width", "900px"}}) << format;
            QTest::addRow("steps, %s", format->suffix)
                << steps << styled(steps, {{"type", "8pt"}, {"width", "7in"}}) << format;
        }
    }

    /// Pixel by pixel as at twice as many.
    void smallTypeStandsInItsPlace() {
        QFETCH(const Scenario, scenario);
        QFETCH(const PictureOptions, options);
        QFETCH(const PictureFormat*, format);
        const auto outcomes = outcomesOf(scenario, options.theme);
        const QSizeF size = ganttPicture(shownOf(outcomes, options.bubble), options)->size;
        const QImage once = rasterOf(*format, outcomes, options, 1), twice = rasterOf(kPng, outcomes, options, 2);
        QCOMPARE(once.size(), QSize(qRound(size.width()), qRound(size.height())));
        QCOMPARE(twice.size(), QSize(qRound(2 * size.width()), qRound(2 * size.height())));
        const QImage a = blocksOf(once, size), b = blocksOf(twice, size);
        constexpr int kSeen = 40;
        int others = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x) others += std::abs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > kSeen;
        QVERIFY2(100 * others <= a.width() * a.height(),
                 qPrintable(QStringLiteral("%1 of %2").arg(others).arg(a.width() * a.height())));
    }

    /// However thin, and wherever they are.
    void rulesAreDrawn() {
        for (const double ratio : {0.5, 0.82, 1.0, 1.5})
            for (double y = 2; y < 4; y += 0.1) {
                DisplayList list;
                list.size = {20, 20};
                list.add(DisplayRect{list.use(filled("ground", Qt::white)), {0, 0, 20, 20}});
                list.add(DisplayLine{list.use({.names = "axis", .stroke = Stroke{Qt::black, 1}}), {0, y, 20, y}});
                const QImage image = imageOf(list, ratio);
                int dark = 0;
                for (int row = 0; row < image.height(); ++row) dark += qGray(image.pixel(image.width() / 2, row)) < 128;
                QVERIFY2(dark >= 1, qPrintable(QStringLiteral("%1 at %2").arg(y).arg(ratio)));
            }
    }

    void everyCellHasItsNumber_data() {
        QTest::addColumn<PictureOptions>("options");
        const Scenario scenario = foundingScenario();
        for (const NamedStyle& style : namedStyles())
            for (const char* scale : {"1", "1.5", "3.125"}) {
                PictureOptions options =
                    styled(scenario, {{"base", std::string(style.id)}, {"width", "3.3in"}, {"type", "8pt"}});
                options.scale = QByteArray(scale).toDouble();
                QTest::addRow("%s at %s", style.id.data(), scale) << options;
            }
    }

    /// The numbers that shapes have are in pixels too: their thin strokes have most of the ink, whatever the ground.
    void everyCellHasItsNumber() {
        QFETCH(const PictureOptions, options);
        const auto outcomes = outcomesOf(foundingScenario(), options.theme);
        const QImage image = QImage::fromData(*ganttFile(kPng, outcomes, options, {}), "PNG");
        const DisplayList list = pageOf(*ganttPicture(shownOf(outcomes, options.bubble), options));
        int numbers = 0;
        for (const PlacedText& text : textsOf(list)) {
            if (!text.names.startsWith("label-")) continue;
            ++numbers;
            const QRect box = pixelsOf(text.box, options.scale);
            int nearest = 765, farthest = 0;  // from the ink, in steps of red, green and blue
            for (int y = box.top(); y <= box.bottom(); ++y)
                for (int x = box.left(); x <= box.right(); ++x) {
                    const QColor seen = image.pixelColor(x, y);
                    const int distance = std::abs(seen.red() - text.ink.red()) +
                                         std::abs(seen.green() - text.ink.green()) +
                                         std::abs(seen.blue() - text.ink.blue());
                    nearest = std::min(nearest, distance), farthest = std::max(farthest, distance);
                }
            QVERIFY2(3 * nearest < farthest, qPrintable(QStringLiteral("%1 at %2, %3: %4")
                                                            .arg(text.words)
                                                            .arg(text.box.left())
                                                            .arg(text.box.top())
                                                            .arg(nearest)));
        }
        QVERIFY(numbers > 200);
    }

    /// Wherever they stand, each row and column of pixels is there.
    void pixelsAreDrawnOneByOne() {
        for (const double ratio : {0.82, 1.0, 2.46})
            for (const double y : {0.0, 10.3, 33.7}) {
                const int side = qRound(50 * ratio);
                DisplayList list;
                list.size = {100, 100};
                list.add(DisplayPixels{{y / 2, y}, [&](double scale) {
                                           QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
                                           for (int row = 0; row < side; ++row)
                                               for (int column = 0; column < side; ++column)
                                                   image.setPixel(column, row, qRgb(row, column, 200));
                                           image.setDevicePixelRatio(scale);
                                           return image;
                                       }});
                const QImage image = imageOf(list, ratio).convertToFormat(QImage::Format_RGB32);
                std::set<QRgb> seen;
                for (int row = 0; row < image.height(); ++row)
                    for (int column = 0; column < image.width(); ++column)
                        if (qBlue(image.pixel(column, row)) == 200) seen.insert(image.pixel(column, row));
                QCOMPARE(seen.size(), std::size_t(side) * std::size_t(side));
            }
    }

    /// A column of a paper at what its printer asks for.
    void threeHundredDotsAnInch() {
        const Scenario scenario = scenarioOf("1f1b", 4, 8);
        PictureOptions options = styled(scenario, {{"base", "zero-bubble"}, {"width", "3.3in"}});
        options.scale = *std::get_if<double>(&valueIn(*findPictureOption("scale"), "3.125")->held);
        const QImage image = QImage::fromData(*ganttFile(kPng, outcomesOf(scenario), options, {}), "PNG");
        QCOMPARE(image.width(), 990);
        QCOMPARE(image.dotsPerMeterX(), qRound(300 / 0.0254));
        QVERIFY(!valueIn(*findPictureOption("scale"), "0.5"));
        QVERIFY(!valueIn(*findPictureOption("scale"), "12.5"));
    }

    void opsStandOnPlainGround_data() {
        QTest::addColumn<const PictureFormat*>("format");
        QTest::addColumn<std::string>("type");
        for (const PictureFormat* format : {&kPng, &kSvg, &kPdf})
            for (const char* type : {"8pt", "13px"})
                QTest::addRow("%s, %s", format->suffix, type) << format << std::string(type);
    }

    /// Neither between two that follow at once nor along their edges shows the hatch of idle time.
    void opsStandOnPlainGround() {
        QFETCH(const PictureFormat*, format);
        QFETCH(const std::string, type);
        constexpr double kScale = 5;
        const Scenario scenario = scenarioOf("gpipe", 4, 6);
        PictureOptions options = styled(scenario, {{"type", type}, {"width", "7in"}});
        options.labels = CellLabel::None;
        const auto outcomes = outcomesOf(scenario);
        for (const auto& [of, reader] : {std::pair{&kSvg, "rsvg-convert"}, std::pair{&kPdf, "pdftoppm"}})
            if (format == of && QStandardPaths::findExecutable(reader).isEmpty()) QSKIP("its reader is not installed");
        const QImage image = rasterOf(*format, outcomes, options, kScale);
        QVERIFY(!image.isNull());
        const QByteArray svg = *ganttFile(kSvg, outcomes, options, {});
        const double scale = kScale * scaleOf(svg);
        const std::vector<Shape> cells = parsed(svg).cells;
        QCOMPARE(cells.size(), std::size_t(48));
        int seams = 0;
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            const QRect box = pixelsOf(cells[i].rect, scale);
            for (const int y :
                 {box.top() - 1, box.top(), box.top() + 1, box.bottom() - 1, box.bottom(), box.bottom() + 1}) {
                const auto [least, most] = greys(image, QRect(box.left() + 4, y, box.width() - 8, 1));
                QVERIFY2(most - least <= 12,
                         qPrintable(QStringLiteral("%1: %2 to %3").arg(y - box.top()).arg(least).arg(most)));
            }
            const double apart = cells[i + 1].rect.left() - cells[i].rect.right();
            if (cells[i + 1].device != cells[i].device || apart > 1) continue;
            ++seams;
            int lightest = 0;
            const double middle = (cells[i].rect.right() + apart / 2) * scale;
            for (int x = int(middle - scale); x <= int(middle + scale); ++x)
                lightest = std::max(lightest, greys(image, QRect(x, box.top() + 3, 1, box.height() - 6)).first);
            QVERIFY2(lightest >= 215, qPrintable(QString::number(lightest)));
        }
        QVERIFY(seams >= 30);
    }

    /// Idle time alone has the ground of it: nothing is drawn below an op.
    void idleGroundIsWhereNothingRuns() {
        for (const char* kind : {"zb-h1", "1f1b", "hanayo"}) {
            const auto outcomes = outcomesOf(scenarioOf(kind, 4, 8));
            const Timeline& timeline = *outcomes.front().run->timeline;
            const DisplayList list = pageOf(*ganttPicture(shownOf(outcomes), {}));
            double width = 0, row = 0;
            for (const DisplayItem& item : list.items) {
                if (const auto* rect = std::get_if<DisplayRect>(&item);
                    rect && rect->look != kNoLook && list.looks[std::size_t(rect->look)].names == "row-ground")
                    row = rect->rect.width();
                if (const auto* rects = std::get_if<DisplayRects>(&item);
                    rects && list.looks[std::size_t(rects->look)].names == "idle")
                    for (const QRectF& rect : rects->rects) width += rect.width();
            }
            Time busy = 0;
            for (const auto& worker : outcomes.front().run->metrics.workers) busy += worker.busy;
            const double expected = row * (4 - double(busy) / double(timeline.totalTime()));
            QVERIFY2(std::abs(width - expected) < 0.1,
                     qPrintable(QStringLiteral("%1, not %2").arg(width).arg(expected)));
        }
    }

    void narrowOpsAreApart_data() {
        QTest::addColumn<std::string>("style");
        QTest::addColumn<std::string>("type");
        for (const NamedStyle& style : namedStyles())
            if (style.id != "print")  // whose cells have borders
                QTest::addRow("%s", style.id.data()) << std::string(style.id) << std::string();
        QTest::newRow("6 points") << std::string("default") << std::string("6pt");
    }

    /// On paper at 300 dots an inch, from three points on: what is a third of a point is seen.
    void narrowOpsAreApart() {
        QFETCH(const std::string, style);
        QFETCH(const std::string, type);
        const Scenario scenario = scenarioOf("hanayo", 4, 8, 0);
        std::vector<std::pair<const char*, std::string>> values{{"base", style}, {"width", "3.3in"}};
        if (!type.empty()) values.push_back({"type", type});
        const QByteArray svg = *ganttFile(kSvg, outcomesOf(scenario), styled(scenario, values), {});
        const double points = scaleOf(svg) * kPointsAPixel;
        const std::vector<Shape> cells = parsed(svg).cells;
        int pairs = 0;
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            const QRectF &a = cells[i].rect, &b = cells[i + 1].rect;
            const double apart = b.left() - a.right();
            if (cells[i].device != cells[i + 1].device || apart > 1) continue;
            if (std::min(a.width(), b.width()) + apart < 3 / points) continue;
            ++pairs;
            QVERIFY2(apart * points >= 0.35, qPrintable(QString::number(apart * points)));
        }
        QVERIFY(pairs > 20);
    }

private:
    /// How large an SVG draws its picture.
    static double scaleOf(const QByteArray& svg) {
        const auto match =
            QRegularExpression("class=\"scaled\" transform=\"scale\\(([0-9.]+)\\)\"").match(QString::fromUtf8(svg));
        return match.hasMatch() ? match.captured(1).toDouble() : 1;
    }

    static std::pair<int, int> greys(const QImage& image, const QRect& area) {
        std::pair<int, int> out{255, 0};
        for (int y = area.top(); y <= area.bottom(); ++y)
            for (int x = area.left(); x <= area.right(); ++x) {
                out.first = std::min(out.first, qGray(image.pixel(x, y)));
                out.second = std::max(out.second, qGray(image.pixel(x, y)));
            }
        return out;
    }
};

QTEST_MAIN(TestPicturePixels)

}  // namespace tst_picture_pixels
#include "tst_picture_pixels.moc"
