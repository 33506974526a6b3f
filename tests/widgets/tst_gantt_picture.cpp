// The contents of a picture of Gantts: cells, colours, texts.

#include "tests/widgets/gantt_svg.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/kit/format.h"

#include <QImage>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gantt_picture {

namespace {

constexpr const char* kDarkFills[] = {"#3662d7", "#f8c954", "#86300f", "#2bb694"};

}  // namespace

class TestGanttPicture : public QObject {
    Q_OBJECT
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
                const auto ground = std::find_if(svg.rows.begin(), svg.rows.end(), [&](const Shape& shape) {
                    return shape.schedule == kind && shape.device == device;
                });
                QVERIFY(ground != svg.rows.end());
                QCOMPARE(cells.size(), lane.size());
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    const Row row = lane.begin + i;
                    const Op op = timeline.program->ops[row];
                    QCOMPARE(cells[i].name.section(' ', 0, 0), toQString(letter(op.kind())));
                    QVERIFY(cells[i].title.startsWith(QStringLiteral("%1 %2, stage %3, ")
                                                          .arg(toQString(letter(op.kind())))
                                                          .arg(op.microbatch().value)
                                                          .arg(op.stage().value)));
                    // The ground reaches from the run's start to its end, so it tells the scale; at either side of an
                    // op as much of it is left out.
                    const double pixels = ground->rect.width() / double(timeline.totalTime());
                    const double from = double(timeline.startOf(row)) * pixels, to = double(timeline.end[row]) * pixels;
                    const double apart = to - from - cells[i].rect.width();
                    QVERIFY(std::abs(cells[i].rect.center().x() - ground->rect.left() - (from + to) / 2) < 0.01);
                    QVERIFY2(apart > -0.01 && apart < kCellGapShare + 0.01, qPrintable(QString::number(apart)));
                    QCOMPARE(cells[i].rect.top(), ground->rect.top());
                    QCOMPARE(cells[i].rect.height(), ground->rect.height());
                }
            }
        }
    }

    /// In every format, and as one line a schedule that ends where it does.
    void criticalPathsWhereWanted() {
        const auto outcomes = outcomesOf(foundingScenario());
        const QColor ink = themeOf(ThemeId::Light).error;
        PictureOptions options;
        for (const bool isWanted : {false, true}) {
            options.marks.critical = isWanted;
            const QByteArray svg = *ganttFile(kSvg, outcomes, options, "{}");
            QCOMPARE(svg.count("class=\"critical\""), isWanted ? std::ssize(outcomes) : 0);
            const QImage image = QImage::fromData(*ganttFile(kPng, outcomes, options, "{}"));
            int inked = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) inked += image.pixelColor(x, y) == ink;
            QVERIFY2(isWanted ? inked > 1000 : inked == 0, qPrintable(QString::number(inked)));
        }
    }

    /// Each backward shows the forward that it repeats, as long as that is.
    void recomputeIsShown() {
        Scenario scenario = scenarioOf("1f1b");
        for (const double share : {0.0, 0.5, 1.0}) {
            scenario.workload.recompute = share;
            const auto outcomes = outcomesOf(scenario);
            const auto shown = shownOf(outcomes);
            QCOMPARE(shown[0].recompute != nullptr, share > 0);
            const QByteArray svg = *ganttFile(kSvg, outcomes, {}, "{}");
            QCOMPARE(svg.contains("class=\"recompute\""), share > 0);
            QCOMPARE(svg.contains("recompute (R)"), share > 0);
            if (share == 0) continue;
            const Program& program = *shown[0].timeline->program;
            for (Row row = 0; row < program.ops.size(); ++row) {
                const bool isBackward = program.ops[row].kind() == OpKind::Backward;
                QCOMPARE(shown[0].recompute(row), isBackward ? toTime(100 * share) : 0);
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
        QCOMPARE(cells, std::size_t(opsOf(outcomes[0].run->schedule)));
    }

    void theTitleHasSubscripts() {
        PictureOptions options;
        options.title = QStringLiteral("1F1B, T_C = 4");
        const QString svg = QString::fromUtf8(*ganttFile(kSvg, outcomesOf(foundingScenario()), options, {}));
        static const QRegularExpression kTitle(QStringLiteral("class=\"title\"[^>]*>1F1B, T<tspan dy[^>]*>C</tspan>"));
        QVERIFY(svg.contains(kTitle));
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
        const QByteArray svg = *ganttFile(kSvg, outcomesOf(foundingScenario(), theme), options, {});
        for (int kind = 0; kind < int(kPipelineKinds); ++kind) {
            const QByteArray fill = (theme == ThemeId::Dark ? kDarkFills : kLightFills)[kind];
            const QByteArray name = toQString(letter(OpKind(kind))).toLatin1();
            const bool isHatched = kindHatch(opPalettes().front(), OpKind(kind)) != HatchLines::None;
            const QByteArray rule =
                "." + name + ",.key-" + name + "{fill:" + (isHatched ? "url(#hatch-" + name + ")" : fill) + "}";
            QVERIFY2(svg.contains(rule), rule);
            const QByteArray pattern = "<pattern id=\"hatch-" + name + "\"";
            const QByteArray drawn = svg.mid(svg.indexOf(pattern), svg.indexOf("</pattern>", svg.indexOf(pattern)));
            QVERIFY(!isHatched || drawn.contains("fill=\"" + fill + "\""));
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
        static const QRegularExpression kWhite(QStringLiteral("\\.F,[^{]*\\.key-F[^{]*\\{fill:#ffffff\\}"));
        QVERIFY(svg.style.contains(kWhite));
        for (const char kind : {'B', 'I', 'W'})
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
        QCOMPARE(svg.texts.at("key"), (QStringList{"forward", "backward", "grad input", "grad weight", "idle"}));
        QCOMPARE(svg.texts.at("device-label").size(), 20);
        QVERIFY(svg.texts.at("fact").contains("optimal here"));
    }

    /// T_F = 1, T_B = 2, T_C = 0: GPipe and 1F1B take 33, a bubble of 27.27 %.
    void whatPapersPrintStandsOnTitles() {
        Scenario scenario = foundingScenario(4, 8, 0);
        scenario.workload.forward = 1.0;
        scenario.workload.backward = 2.0;
        publish(scenario, 0, "total_time", "33");
        PictureOptions options;
        for (const int width : {317, 672, 1000}) {
            options.width = width;
            const Drawing svg = svgOf(scenario, options);
            QVERIFY2(svg.texts.at("fact").contains("paper 33 ✓"), qPrintable(QString::number(width)));
            QVERIFY(!svg.texts.count("paper"));
        }
        publish(scenario, 0, "bubble_ratio", "27 %");
        publish(scenario, 1, "total_time", "34");
        publish(scenario, 1, "bubble_ratio", "27.3 %");
        publish(scenario, 4, "peak_activations", "4");
        for (const int width : {672, 1000}) {
            options.width = width;
            const Drawing svg = svgOf(scenario, options);
            QVERIFY(svg.texts.at("fact").contains("paper 33 · 27% ✓"));
            QVERIFY(svg.texts.at("fact").contains("paper 4 act. ✓"));
            QCOMPARE(svg.texts.at("paper"), QStringList("paper 34, here 33 · paper 27.3% ✓"));
            QVERIFY(svg.style.contains(themeOf(ThemeId::Light).error.name()));
        }
        options.header = Header::Name;
        QVERIFY(!svgOf(scenario, options).texts.count("paper"));
        QVERIFY(!svgOf(scenario, options).texts.count("fact"));
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
        QCOMPARE(svg.texts.at("refusal"), QStringList("needs an even number of chunks, has 3; nearest: 2 and 4"));
        QCOMPARE(svg.texts.at("schedule-title").size(), 5);
    }

    void nothingToDrawSaysSo() {
        Scenario scenario = scenarioOf("hanayo", 4, 8);
        scenario.workload.chunks = 3;
        QCOMPARE(svgOf(scenario).texts.at("notice"), QStringList("No schedule can run this workload."));
        for (const PictureFormat* format : {&kPng, &kPdf}) QVERIFY(ganttFile(*format, outcomesOf(scenario), {}, "{}"));
        const Drawing none = parsed(*ganttFile(kSvg, {}, {}, "{}"));
        QCOMPARE(none.texts.at("notice"), QStringList("No schedule is selected."));
    }
};

QTEST_MAIN(TestGanttPicture)

}  // namespace tst_gantt_picture
#include "tst_gantt_picture.moc"
