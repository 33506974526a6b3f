// Pictures with more cells than a file should contain.

#include "tests/rounds.h"
#include "tests/widgets/gantt_svg.h"

#include "engine/style/style.h"
#include "widgets/gantt/column_mixer.h"
#include "widgets/picture/picture_style.h"
#include "widgets/picture/save_file.h"

#include <QImage>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <span>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_picture_of_many {

namespace {

/// How wide all the cells of a path are together.
double widthOf(const QString& path) {
    static const QRegularExpression kWidth(QStringLiteral("h([0-9.]+)v"));
    double sum = 0;
    for (auto match = kWidth.globalMatch(path); match.hasNext();) sum += match.next().captured(1).toDouble();
    return sum;
}

/// The mean colour of each column of pixels between two rows; hatches are even then.
std::vector<Mix> meanColumns(const QImage& picture, int top, int bottom) {
    std::vector<Mix> mean(std::size_t(picture.width()), Mix{});
    for (int y = top; y < bottom; ++y)
        for (int x = 0; x < picture.width(); ++x)
            mean[std::size_t(x)] += toMix(picture.pixel(x, y)) / float(bottom - top);
    return mean;
}

/// How far the blue, green and red of two colours are apart at most.
float distance(Mix a, Mix b) {
    const Mix apart = a - b;
    return std::max({std::abs(apart[0]), std::abs(apart[1]), std::abs(apart[2])});
}

/// How far a colour is from lying between the given ones.
float strayOf(Mix color, std::span<const Mix> between) {
    float stray = 0;
    for (int part = 0; part < 3; ++part) {
        const auto less = [&](Mix a, Mix b) { return a[part] < b[part]; };
        const auto [least, most] = std::minmax_element(between.begin(), between.end(), less);
        stray = std::max({stray, (*least)[part] - color[part], color[part] - (*most)[part]});
    }
    return stray;
}

/// A run of more cells than any file should hold, short enough to have ramps that one sees.
Scenario largeScenario(const char* kind) { return scenarioOf(kind, 100, 2200); }

}  // namespace

class TestPictureOfMany : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

private slots:
    void manyCellsBecomePaths_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<int>("paths");  // a device
        QTest::newRow("20,000 cells: each its own") << "gpipe" << 10 << 1000 << 0;
        QTest::newRow("20,020 cells: a path a device and kind") << "gpipe" << 10 << 1001 << 2;
        QTest::newRow("100,000 cells") << "1f1b" << 50 << 1000 << 2;
        QTest::newRow("150,000 cells of three kinds") << "zb-h1" << 50 << 1000 << 3;
    }

    void manyCellsBecomePaths() {
        QFETCH(const QString, kind);
        QFETCH(const int, devices);
        QFETCH(const int, microbatches);
        QFETCH(const int, paths);
        const Scenario scenario = scenarioOf(qPrintable(kind), devices, microbatches);
        const auto outcomes = outcomesOf(scenario);
        const QByteArray file = *ganttFile(kSvg, outcomes, {}, "{}");
        const Drawing svg = parsed(file);
        QCOMPARE(svg.paths.size(), std::size_t(paths * devices));
        const Run& run = *outcomes.front().run;
        if (paths == 0) {
            QVERIFY2(file.size() < 2'000'000, qPrintable(QString::number(file.size())));
            QCOMPARE(svg.cells.size(), std::size_t(opsOf(run.schedule)));
            return;
        }
        QVERIFY(svg.cells.empty());
        // 3 MB for 100,000 cells
        QVERIFY2(double(file.size()) < 30.0 * double(opsOf(run.schedule)), qPrintable(QString::number(file.size())));
        const double pixels = svg.rows.front().rect.width() / double(run.timeline->totalTime());
        std::map<int, double> busy;
        for (const Shape& path : svg.paths) busy[path.device] += widthOf(path.data);
        for (const auto& [device, width] : busy) {
            const double expected = double(run.metrics.workers[std::size_t(device)].busy) * pixels;
            QVERIFY2(std::abs(width - expected) < 0.02 * expected, qPrintable(QString::number(width / expected)));
        }
    }

    /// Cells that are each their own, in every style and colour.
    void filesOfCellsStaySmall() {
        const Scenario scenario = scenarioOf("1f1b", 64, 156);
        const auto outcomes = outcomesOf(scenario);
        const auto verifySize = [&](const char* name, const PictureOptions& options) {
            const QByteArray file = *ganttFile(kSvg, outcomes, options, "{}");
            QVERIFY(parsed(file).cells.size() == std::size_t(opsOf(outcomes.front().run->schedule)));
            QVERIFY2(file.size() < 2'000'000, qPrintable(QStringLiteral("%1: %2").arg(name).arg(file.size())));
        };
        for (const NamedStyle& style : namedStyles()) verifySize(style.id.data(), *pictureOptionsOf(style.values, {}));
        PictureOptions microbatches;
        microbatches.colorBy = ColorBy::Microbatch;
        verifySize("by microbatch", microbatches);
        // So wide that each has its number, too.
        PictureOptions wide;
        wide.width = 12'000;
        const QByteArray file = *ganttFile(kSvg, outcomes, wide, "{}");
        const long long ops = opsOf(outcomes.front().run->schedule);
        QCOMPARE(file.count("<path class=\"F\""), ops / 2);
        for (int number = 70; number < 156; ++number)  // lower ones devices have, too
            QCOMPARE(file.count(">" + QByteArray::number(number) + "</tspan>"), 2 * 64);
        QXmlStreamReader reader(file);
        while (!reader.atEnd()) reader.readNext();
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY2(file.size() < 2'000'000, qPrintable(QString::number(file.size())));
    }

    void largeRunsHaveTheColumnsOfThePng_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<PictureOptions>("options");
        PictureOptions dark, microbatches, print;
        dark.theme = ThemeId::Dark;
        microbatches.colorBy = ColorBy::Microbatch;
        print.theme = ThemeId::Print;
        print.palette = QStringLiteral("print");
        QTest::newRow("1F1B") << "1f1b" << PictureOptions();
        QTest::newRow("ZB-H1, dark") << "zb-h1" << dark;
        QTest::newRow("GPipe by microbatch") << "gpipe" << microbatches;
        QTest::newRow("GPipe in print") << "gpipe" << print;
    }

    /// Drawn one over another in their order, the shapes of a device are the pixels of its row.
    void largeRunsHaveTheColumnsOfThePng() {
        QFETCH(const QString, kind);
        QFETCH(const PictureOptions, options);
        const auto outcomes = outcomesOf(largeScenario(qPrintable(kind)), options.theme);
        const QByteArray file = *ganttFile(kSvg, outcomes, options, "{}");
        QVERIFY2(file.size() < 12'000'000, qPrintable(QString::number(file.size())));
        const Drawing svg = parsed(file);
        QVERIFY(svg.cells.empty() && svg.paths.empty());
        QCOMPARE(svg.rows.size(), std::size_t(100));
        const QImage png = *ganttImage(outcomes, options, 1);
        // The last device waits first.
        const QRect waiting = svg.rows.back().rect.toAlignedRect();
        const Mix ground = meanColumns(png, waiting.top(), waiting.top() + 12)[std::size_t(waiting.left()) + 1];
        for (const Shape& idle : svg.rows) {
            std::vector<std::optional<Mix>> row(std::size_t(png.width()));
            for (const Shape& stretch : svg.stretches) {
                if (stretch.device != idle.device) continue;
                QCOMPARE(stretch.rect.top(), idle.rect.top());
                QCOMPARE(stretch.rect.height(), idle.rect.height());
                for (int x = int(stretch.rect.left()); x < stretch.rect.right(); ++x)
                    row[std::size_t(x)] = toMix(QColor(stretch.fill).rgb());
            }
            // As high as whole periods of the hatch.
            const int top = qRound(idle.rect.top()), height = qRound(idle.rect.height()) / 6 * 6;
            const std::vector<Mix> expected = meanColumns(png, top, top + height);
            for (int x = qRound(idle.rect.left()); x < qRound(idle.rect.right()); ++x) {
                const Mix drawn = row[std::size_t(x)].value_or(ground);
                QVERIFY2(distance(drawn, expected[std::size_t(x)]) < 3,
                         qPrintable(QStringLiteral("device %1, column %2").arg(idle.device).arg(x)));
            }
        }
    }

    /// No stripes either, whatever the viewer's pixels.
    void largeRunsAreTheSamePicture_data() {
        QTest::addColumn<double>("zoom");
        for (const double zoom : {1.25, 1.0, 2.0})
            if (zoom == 1.25 || hasAllRounds()) QTest::addRow("%g times", zoom) << zoom;
    }

    void largeRunsAreTheSamePicture() {
        QFETCH(const double, zoom);
        static const auto outcomes = outcomesOf(largeScenario("1f1b"));
        static const QByteArray svg = *ganttFile(kSvg, outcomes, {}, "{}");
        static const QByteArray pdf = *ganttFile(kPdf, outcomes, {}, "{}");
        QVERIFY(writeFile(m_dir.filePath("l.svg"), svg) && writeFile(m_dir.filePath("l.pdf"), pdf));
        if (!output("rsvg-convert",
                    {"-z", QString::number(zoom), m_dir.filePath("l.svg"), "-o", m_dir.filePath("lsvg.png")}))
            QSKIP("rsvg-convert (librsvg2-bin) is not installed");
        if (!output("pdftoppm", {"-r", QString::number(96 * zoom), "-png", "-singlefile", m_dir.filePath("l.pdf"),
                                 m_dir.filePath("lpdf")}))
            QSKIP("pdftoppm (poppler-utils) is not installed");
        static const QImage png = *ganttImage(outcomes, {}, 1);
        static const std::vector<Shape> rows = parsed(svg).rows;
        for (const char* viewer : {"lsvg.png", "lpdf.png"}) {
            const QImage picture(m_dir.filePath(viewer));
            QCOMPARE(picture.width(), int(png.width() * zoom));
            for (const Shape& idle : rows) {
                // Within the row, as high as whole periods of the hatch.
                const int top = qRound(idle.rect.top()) + 1, height = (qRound(idle.rect.height()) - 2) / 6 * 6;
                const auto expected = meanColumns(png, top, top + height);
                const auto drawn = meanColumns(picture, int(std::ceil(top * zoom)), int((top + height) * zoom));
                const double left = std::round(idle.rect.left()), right = std::round(idle.rect.right());
                const auto around = [&](int x) {
                    const int first = std::max(int(left), int(x / zoom) - 1);
                    const int last = std::min(int(right) - 1, int((x + 1) / zoom) + 1);
                    return std::span(expected).subspan(std::size_t(first), std::size_t(last - first + 1));
                };
                Mix sum{}, sumDrawn{};
                for (int x = int(left); x < int(right); ++x) sum += expected[std::size_t(x)];
                for (int x = int(left * zoom); x < int(right * zoom); ++x) {
                    sumDrawn += drawn[std::size_t(x)];
                    const float stray = strayOf(drawn[std::size_t(x)], around(x));
                    QVERIFY2(stray < 4, qPrintable(QStringLiteral("%1, device %2, pixel %3: %4")
                                                       .arg(viewer)
                                                       .arg(idle.device)
                                                       .arg(x)
                                                       .arg(stray)));
                }
                const float columns = float(right - left);
                const float apart = distance(sumDrawn / (columns * float(zoom)), sum / columns);
                QVERIFY2(apart < 2,
                         qPrintable(QStringLiteral("%1, device %2: %3").arg(viewer).arg(idle.device).arg(apart)));
            }
        }
    }

    void largePdfsStaySmall() {
        const auto outcomes = outcomesOf(scenarioOf("1f1b", 50, 1000));
        const auto pdf = ganttFile(kPdf, outcomes, {}, "{}");
        QVERIFY(pdf);
        QVERIFY2(pdf->size() < 3'000'000, qPrintable(QString::number(pdf->size())));
    }
};

QTEST_MAIN(TestPictureOfMany)

}  // namespace tst_picture_of_many
#include "tst_picture_of_many.moc"
