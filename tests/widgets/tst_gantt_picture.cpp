#include "tests/widgets/gantt_pictures.h"
#include "tests/widgets/parsed_svg.h"

#include "engine/io/scenario_file.h"
#include "tests/built.h"
#include "widgets/gantt/lane_coverage.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/save_file.h"
#include "widgets/shown/format.h"

#include <QImage>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <span>

using namespace bubblescope;
using namespace bubblescope::test;

Q_DECLARE_METATYPE(bubblescope::PictureOptions)

namespace {

Drawing svgOf(const Scenario& scenario, const PictureOptions& options = {}) {
    return parsed(*ganttFile(kSvg, outcomesOf(scenario, options.theme), options, writeScenario(scenario)));
}

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

/// What a program prints; nothing where it is not installed.
std::optional<QByteArray> output(const QString& program, const QStringList& args) {
    if (QStandardPaths::findExecutable(program).isEmpty()) return std::nullopt;
    QProcess process;
    process.start(program, args);
    process.waitForFinished(60'000);
    return process.readAllStandardOutput();
}

const char* kLightFills[] = {"#265ad2", "#ebb041", "#c05330", "#27a689"};
const char* kDarkFills[] = {"#3662d7", "#f8c954", "#c35028", "#2bb694"};

}  // namespace

class TestGanttPicture : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;

private slots:
    void everyOpIsACellOfItsDevice_data() {
        QTest::addColumn<QString>("kind");
        for (const ScheduleEntry& entry : foundingSchedules())
            QTest::newRow(entry.kind.c_str()) << QString::fromStdString(entry.kind);
    }

    void everyOpIsACellOfItsDevice() {
        QFETCH(const QString, kind);
        const Scenario scenario = foundingScenario();
        const Drawing svg = svgOf(scenario);
        for (const Outcome& outcome : outcomesOf(scenario)) {
            if (QString::fromUtf8(outcome.run->schedule.kind->id.data()) != kind) continue;
            const Timeline& timeline = *outcome.run->timeline;
            for (const Lane& lane : timeline.program->lanes) {
                const int device = lane.worker.value;
                std::vector<Shape> cells;
                for (const Shape& cell : svg.cells)
                    if (cell.schedule == kind && cell.device == device) cells.push_back(cell);
                const auto idle = std::find_if(svg.idle.begin(), svg.idle.end(), [&](const Shape& shape) {
                    return shape.schedule == kind && shape.device == device;
                });
                QVERIFY(idle != svg.idle.end());
                QCOMPARE(cells.size(), lane.size());
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    const Row row = lane.begin + i;
                    const Op op = timeline.program->ops[row];
                    QCOMPARE(cells[i].name.section(' ', 0, 0), toQString(letter(op.kind())));
                    QVERIFY(cells[i].title.startsWith(QStringLiteral("%1 %2, stage %3, ")
                                                          .arg(toQString(letter(op.kind())))
                                                          .arg(op.microbatch().value)
                                                          .arg(op.stage().value)));
                    // The idle ground reaches from the run's start to its end, so it tells the scale.
                    const double pixels = idle->rect.width() / double(timeline.totalTime());
                    QVERIFY(std::abs(cells[i].rect.left() - idle->rect.left() -
                                     double(timeline.startOf(row)) * pixels) < 0.01);
                    QVERIFY(std::abs(cells[i].rect.width() -
                                     double(timeline.end[row] - timeline.startOf(row)) * pixels) < 0.01);
                    QCOMPARE(cells[i].rect.top(), idle->rect.top());
                }
            }
        }
    }

    /// Whatever number is written in them.
    void cellsSayWhatTheyAre() {
        PictureOptions options;
        options.firstNumber = 1;
        const auto outcomes = outcomesOf(scenarioOf("interleaved-1f1b", 2, 2));
        QXmlStreamReader xml(*ganttFile(kSvg, outcomes, options, "{}"));
        const Program& program = *outcomes[0].run->timeline->program;
        std::size_t cells = 0, lane = 0;
        int device = -1;
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement) continue;
            if (attribute(xml, "class") == "device") device = attribute(xml, "data-device").toInt(), lane = 0;
            if (attribute(xml, "class") == "row") QCOMPARE(attribute(xml, "data-lane"), QString("compute"));
            if (attribute(xml, "data-microbatch").isEmpty()) continue;
            const Op op = program.lane(LaneId(device))[lane++];
            QCOMPARE(attribute(xml, "data-microbatch").toInt(), op.microbatch().value);
            QCOMPARE(attribute(xml, "data-stage").toInt(), op.stage().value);
            QCOMPARE(attribute(xml, "data-chunk").toInt(), op.stage().value / 2);
            ++cells;
        }
        QCOMPARE(cells, std::size_t(outcomes[0].run->schedule.ops()));
    }

    void theSameScenarioIsTheSameFile_data() {
        QTest::addColumn<QString>("suffix");
        for (const PictureFormat* format : pictureFormats()) QTest::newRow(format->title) << QString(format->suffix);
    }

    /// At another second, in another process.
    void theSameScenarioIsTheSameFile() {
        QFETCH(const QString, suffix);
        QByteArrayList files;
        for (const char* name : {"once.", "again."}) {
            const QString path = m_dir.filePath(name + suffix);
            if (!files.isEmpty()) QTest::qSleep(1100);
            QProcess program;
            program.start(QString::fromUtf8(test::kProgram),
                          {"render", "preset:default", "--labels", "operation", "-o", path});
            QVERIFY(program.waitForFinished(60'000) && program.exitCode() == 0);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            files += file.readAll();
        }
        QVERIFY(!files[0].isEmpty() && files[0] == files[1]);
    }

    void titlesSayWhatRunsWhen() {
        const Drawing svg = svgOf(scenarioOf("gpipe", 2, 2));
        QStringList titles;
        for (const Shape& cell : svg.cells)
            if (cell.device == 1) titles.append(cell.title);
        QCOMPARE(titles, (QStringList{"F 0, stage 1, 104 – 204 ms", "F 1, stage 1, 204 – 304 ms",
                                      "B 0, stage 1, 304 – 504 ms", "B 1, stage 1, 504 – 704 ms"}));
    }

    void coloursAreThePalettes_data() {
        QTest::addColumn<ThemeId>("theme");
        QTest::newRow("light") << ThemeId::Light;
        QTest::newRow("dark") << ThemeId::Dark;
    }

    void coloursAreThePalettes() {
        QFETCH(const ThemeId, theme);
        PictureOptions options;
        options.theme = theme;
        const Drawing svg = svgOf(foundingScenario(), options);
        for (int kind = 0; kind < int(kPipelineKinds); ++kind) {
            const QString fill = QLatin1String((theme == ThemeId::Dark ? kDarkFills : kLightFills)[kind]);
            const QString rule = QStringLiteral(".%1,.key-%1{fill:%2}").arg(toQString(letter(OpKind(kind)))).arg(fill);
            QVERIFY2(svg.style.contains(rule), qPrintable(rule));
        }
    }

    void coloursByMicrobatchTellKindsApartToo() {
        PictureOptions options;
        options.colorBy = ColorBy::Microbatch;
        const Drawing svg = svgOf(scenarioOf("gpipe", 2, 3), options);
        QStringList names;
        for (const Shape& cell : svg.cells)
            if (cell.device == 0) names.append(cell.name);
        QCOMPARE(names, (QStringList{"F m0", "F m1", "F m2", "B m0", "B m1", "B m2"}));
        for (const QString& name : names)
            QVERIFY(svg.style.contains(
                QStringLiteral(".F.m0,.key-F.m0{fill:").replace("F.m0", QString(name).replace(' ', '.'))));
    }

    void printTellsKindsApartWithoutColour() {
        PictureOptions options;
        options.theme = ThemeId::Print;
        options.palette = QStringLiteral("print");
        const Drawing svg = svgOf(foundingScenario(), options);
        for (const char kind : {'F', 'B', 'I', 'W'})
            QVERIFY(svg.style.contains(QStringLiteral(".%1,.key-%1{fill:url(#hatch-%1)}").arg(QLatin1Char(kind))));
        const QRegularExpression color(QStringLiteral("#([0-9a-f]{2})(?!\\1\\1)[0-9a-f]{4}"));
        QVERIFY2(!color.match(svg.style).hasMatch(), "a colour that is no grey");
    }

    void hatchesAreAsWideAtEveryResolution() {
        PictureOptions options;
        options.theme = ThemeId::Print;
        options.palette = QStringLiteral("print");
        options.labels = CellLabel::None;
        const auto edges = [&](double ratio) {
            const auto image = ganttImage(outcomesOf(scenarioOf("gpipe", 2, 2)), options, ratio);
            if (!image) return -1.0;
            int count = 0;
            for (int y = 0; y < image->height(); ++y)
                for (int x = 1; x < image->width(); ++x)
                    count += std::abs(qGray(image->pixel(x, y)) - qGray(image->pixel(x - 1, y))) > 128;
            return count / ratio;
        };
        const double once = edges(1), twice = edges(2);
        QVERIFY2(once > 1000 && twice < 1.3 * once, qPrintable(QString("%1, %2").arg(once).arg(twice)));
    }

    void textIsText() {
        PictureOptions options;
        options.title = QStringLiteral("Weak <scaling> & \"more\" \u00e9 \U0001F9EA");
        const Drawing svg = svgOf(foundingScenario(), options);
        QCOMPARE(svg.texts.at("title"), QStringList(options.title));
        QCOMPARE(svg.texts.at("schedule-title"),
                 (QStringList{"GPipe", "1F1B", "Interleaved 1F1B, v = 2", "Hanayo, 1 wave", "ZB-H1"}));
        QCOMPARE(svg.texts.at("total").first(), QStringLiteral("3324\u202fms"));
        QCOMPARE(svg.texts.at("axis-title"), QStringList("time, ms"));
        QCOMPARE(svg.texts.at("key"), (QStringList{"forward", "backward", "input half", "weight half", "idle"}));
        QCOMPARE(svg.texts.at("device-label").size(), 20);
        QVERIFY(svg.texts.at("fact").contains("at the bound"));
    }

    void optionsAreObeyed() {
        PictureOptions options;
        options.legend = false;
        options.labels = CellLabel::None;
        options.bubble = Quantity::BubbleOverIdeal;
        options.schedules = {4, 0};
        const Drawing bare = svgOf(foundingScenario(), options);
        QVERIFY(!bare.texts.count("key"));
        QVERIFY(!bare.texts.count("label-F"));
        QVERIFY(!bare.texts.count("title"));
        QCOMPARE(bare.texts.at("schedule-title"), (QStringList{"ZB-H1", "GPipe"}));
        QVERIFY(bare.texts.at("fact").first().endsWith("over ideal"));

        options.labels = CellLabel::Stage;
        options.firstNumber = 1;
        const Drawing stages = svgOf(foundingScenario(), options);
        QCOMPARE(stages.texts.at("label-W").first(), QStringLiteral("1"));
        QCOMPARE(stages.texts.at("label-W").last(), QStringLiteral("4"));
    }

    void refusalsStandInTheirPlace() {
        Scenario scenario = foundingScenario();
        scenario.workload.chunks = 3;
        const Drawing svg = svgOf(scenario);
        QCOMPARE(svg.texts.at("refusal"), QStringList("needs an even number of chunks, has 3"));
        QCOMPARE(svg.texts.at("schedule-title").size(), 5);
    }

    void nothingToDrawSaysSo() {
        Scenario scenario = scenarioOf("hanayo", 4, 8);
        scenario.workload.chunks = 3;
        QCOMPARE(svgOf(scenario).texts.at("notice"), QStringList("No schedule can run this workload."));
        for (const PictureFormat* format : {&kPng, &kPdf}) QVERIFY(ganttFile(*format, outcomesOf(scenario), {}, "{}"));
        const Drawing none = parsed(*ganttFile(kSvg, {}, {}, "{}"));
        QCOMPARE(none.texts.at("notice"), QStringList("No schedule is chosen."));
    }

    void sizesAreAsAsked() {
        const auto outcomes = outcomesOf(foundingScenario());
        PictureOptions options;
        options.width = 640;
        const QSize natural = *ganttSize(outcomes, options);
        QCOMPARE(natural.width(), 640);
        options.scale = 2;
        QCOMPARE(QImage::fromData(*ganttFile(kPng, outcomes, options, "{}")).size(), natural * 2);
        QCOMPARE(svgOf(foundingScenario(), options).size, natural);
        for (const int height : {400, 1500}) {
            options.height = height;
            const Drawing svg = svgOf(foundingScenario(), options);
            QCOMPARE(svg.size, QSize(640, height));
            QVERIFY(svg.cells.back().rect.bottom() < height - 50);
        }
        // Rows take up what a given height leaves.
        QVERIFY(svgOf(foundingScenario(), options).cells.back().rect.bottom() > 1350);
    }

    void badSizesAreRefused_data() {
        QTest::addColumn<const PictureFormat*>("format");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("scale");
        QTest::addColumn<QString>("message");
        QTest::newRow("too narrow") << &kSvg << 199 << 0 << 1 << "width: must be from 200 to 32,768 pixels, is 199";
        QTest::newRow("too wide") << &kSvg << 40'000 << 0 << 1 << "width: must be from 200 to 32,768 pixels, is 40,000";
        QTest::newRow("too high") << &kSvg << 1200 << 40'000 << 1
                                  << "height: must be from 1 to 32,768 pixels, is 40,000";
        QTest::newRow("PNG of more pixels than memory should hold")
            << &kPng << 30'000 << 30'000 << 1
            << "30,000 x 30,000 is too large for a PNG: at most 32,768 pixels a side and 64,000,000 in all";
        QTest::newRow("PNG too large by its scale")
            << &kPng << 20'000 << 1000 << 3
            << "60,000 x 3,000 is too large for a PNG: at most 32,768 pixels a side and 64,000,000 in all";
        QTest::newRow("PDF past its largest page")
            << &kPdf << 20'000 << 1000 << 1
            << "a page of PDF is at most 19,200 pixels wide and high, this picture is 20,000 x 1,000";
    }

    void badSizesAreRefused() {
        QFETCH(const PictureFormat*, format);
        QFETCH(const int, width);
        QFETCH(const int, height);
        QFETCH(const int, scale);
        QFETCH(const QString, message);
        PictureOptions options;
        options.width = width;
        if (height > 0) options.height = height;
        options.scale = scale;
        const auto file = ganttFile(*format, outcomesOf(foundingScenario()), options, "{}");
        QVERIFY(!file);
        QCOMPARE(QString::fromStdString(file.error().text()), message);
    }

    void tooLowForItsRowsIsRefused() {
        PictureOptions options;
        options.height = 100;
        const auto low = ganttSize(outcomesOf(foundingScenario()), options);
        QVERIFY(!low);
        QCOMPARE(low.error().field, std::string("height"));
        // The height that the refusal names is enough.
        options.height = QString::fromStdString(low.error().message).section(' ', -1).toInt();
        QVERIFY(ganttSize(outcomesOf(foundingScenario()), options));
        options.height = *options.height - 1;
        QVERIFY(!ganttSize(outcomesOf(foundingScenario()), options));
    }

    void manyDevicesGetLowerRowsBeforeTheyAreRefused() {
        QVERIFY(ganttSize(outcomesOf(scenarioOf("gpipe", 4096, 1)), {}));
        Scenario two = scenarioOf("gpipe", 4096, 1);
        two.schedules.assign(2, two.schedules.front());
        const auto size = ganttSize(outcomesOf(two), {});
        QVERIFY(!size);
        QVERIFY(size.error().message.find("choose fewer schedules") != std::string::npos);
    }

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
            QCOMPARE(svg.cells.size(), std::size_t(run.schedule.ops()));
            return;
        }
        QVERIFY(svg.cells.empty());
        // 3 MB for 100,000 cells
        QVERIFY2(double(file.size()) < 30.0 * double(run.schedule.ops()), qPrintable(QString::number(file.size())));
        const double pixels = svg.idle.front().rect.width() / double(run.timeline->totalTime());
        std::map<int, double> busy;
        for (const Shape& path : svg.paths) busy[path.device] += widthOf(path.data);
        for (const auto& [device, width] : busy) {
            const double expected = double(run.metrics.workers[std::size_t(device)].busy) * pixels;
            QVERIFY2(std::abs(width - expected) < 0.02 * expected, qPrintable(QString::number(width / expected)));
        }
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
        QCOMPARE(svg.idle.size(), std::size_t(100));
        const QImage png = *ganttImage(outcomes, options, 1);
        // The last device waits first.
        const QRect waiting = svg.idle.back().rect.toAlignedRect();
        const Mix ground = meanColumns(png, waiting.top(), waiting.top() + 12)[std::size_t(waiting.left()) + 1];
        for (const Shape& idle : svg.idle) {
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
        for (const double zoom : {1.0, 2.0, 1.25}) QTest::addRow("%g times", zoom) << zoom;
    }

    void largeRunsAreTheSamePicture() {
        QFETCH(const double, zoom);
        const auto outcomes = outcomesOf(largeScenario("1f1b"));
        const QByteArray svg = *ganttFile(kSvg, outcomes, {}, "{}");
        QVERIFY(writeFile(m_dir.filePath("l.svg"), svg));
        QVERIFY(writeFile(m_dir.filePath("l.pdf"), *ganttFile(kPdf, outcomes, {}, "{}")));
        if (!output("rsvg-convert",
                    {"-z", QString::number(zoom), m_dir.filePath("l.svg"), "-o", m_dir.filePath("lsvg.png")}))
            QSKIP("rsvg-convert (librsvg2-bin) is not installed");
        if (!output("pdftoppm", {"-r", QString::number(96 * zoom), "-png", "-singlefile", m_dir.filePath("l.pdf"),
                                 m_dir.filePath("lpdf")}))
            QSKIP("pdftoppm (poppler-utils) is not installed");
        const QImage png = *ganttImage(outcomes, {}, 1);
        const std::vector<Shape> rows = parsed(svg).idle;
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

    void theScenarioReopens_data() {
        QTest::addColumn<const PictureFormat*>("format");
        QTest::newRow("PNG") << &kPng;
        QTest::newRow("SVG") << &kSvg;
        QTest::newRow("PDF") << &kPdf;
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
             {"Weak scaling, D = 4", "Interleaved 1F1B, v = 2", "ZB-H1", "at the bound", "weight half"})
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
                QCOMPARE(picture.pixelColor(at).name(), fills[cell.name]);
            }
        }
        QVERIFY(compared > 300);
    }
};

namespace tst_gantt_picture {
QTEST_MAIN(TestGanttPicture)
}
#include "tst_gantt_picture.moc"
