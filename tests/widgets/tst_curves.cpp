// The picture of an experiment's curves: points, axes, layout and files.

#include "tests/widgets/experiment_results.h"
#include "widgets/charts/curve_marks.h"
#include "widgets/charts/curves_items.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/curves/experiment_curves.h"
#include "widgets/study/experiment_text.h"

#include <QDir>
#include <QTest>
#include <QXmlStreamReader>

#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_curves {

namespace {

StudyPoint bubblePoint(double bubble) {
    StudyPoint point;
    point.of(Quantity::BubbleRatio) = bubble;
    return point;
}

CurvesLayout layoutOf(const CurvesData& data, const PictureOptions& options = {}) {
    return layoutCurves(modelOf(data, options.figures, options.theme), options);
}

CurvesLayout layoutOf(const char* preset, const PictureOptions& options = {}) {
    return layoutOf({resultsOf(presetExperiment(preset)), nullptr, {}, {}}, options);
}

std::vector<SeriesLook> looksOf(const CurvesLayout& layout) {
    std::vector<SeriesLook> looks;
    for (const CurveSeries& series : layout.model->series) looks.push_back(series.look);
    return looks;
}

QStringList labelsOf(const std::vector<CurveTick>& ticks) {
    QStringList labels;
    for (const CurveTick& tick : ticks) labels += tick.label;
    return labels;
}

/// What the text elements of an SVG say, one after another.
QString textOf(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    QString text;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            text += reader.readElementText(QXmlStreamReader::IncludeChildElements) + '\n';
    return reader.hasError() ? QString() : text;
}

}  // namespace

class TestCurves : public QObject {
    Q_OBJECT

private slots:
    void theAxis_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<bool>("isLog");
        QTest::newRow("devices double") << std::vector<double>{2, 4, 8, 16, 32} << true;
        QTest::newRow("in any order") << std::vector<double>{8, 2, 32, 4, 16} << true;
        QTest::newRow("about geometric") << std::vector<double>{1, 2, 5, 10, 20, 50} << true;
        QTest::newRow("equal steps") << std::vector<double>{2, 4, 6, 8} << false;
        QTest::newRow("with zero") << std::vector<double>{0, 2, 4, 8, 16, 32} << false;
        QTest::newRow("shares") << std::vector<double>{0.2, 0.4, 0.5, 0.6, 0.8} << false;
        QTest::newRow("two values say nothing") << std::vector<double>{2, 4} << false;
        QTest::newRow("one value") << std::vector<double>{7} << false;
        QTest::newRow("one value twice") << std::vector<double>{7, 7} << false;
    }

    void theAxis() {
        QFETCH(const std::vector<double>, values);
        QFETCH(const bool, isLog);
        const CurveAxis axis = CurveAxis::of(values);
        QCOMPARE(axis.isLog, isLog);
        QCOMPARE(axis.from, *std::min_element(values.begin(), values.end()));
        QCOMPARE(axis.to, *std::max_element(values.begin(), values.end()));
        for (std::size_t i = 1; i < axis.order.size(); ++i) QVERIFY(values[axis.order[i - 1]] <= values[axis.order[i]]);
        if (axis.from == axis.to) {
            QCOMPARE(axis.shareOf(values[0]), 0.5);
            return;
        }
        QCOMPARE(axis.shareOf(axis.from), 0.0);
        QCOMPARE(axis.shareOf(axis.to), 1.0);
    }

    void refusedIsAGapAndAwaitedIsMissing() {
        const auto results = madeUp(5, [](std::size_t i) { return i == 1 ? refusedPoint("no") : bubblePoint(0.25); });
        results->points[3].reset();
        const CurveAxis axis = CurveAxis::of(results->plan->experiment.x.values);
        const CurvePoints curve = curveOf(*results, {}, Quantity::BubbleRatio, axis);
        QCOMPARE(curve.x, QVector<double>({0, 1, 2, 4}));
        QCOMPARE(curve.y[0], 0.25);
        QVERIFY(std::isnan(curve.y[1]));
        QCOMPARE(curve.y[3], 0.25);
        QCOMPARE(lonePoints(curve).x, QVector<double>({0}));
    }

    void linesThatLieOnOthersAreApart() {
        const double gap = std::numeric_limits<double>::quiet_NaN();
        const CurvePoints first{{0, 1, 2, 3, 4}, {5, 5, 5, 5, 5}}, second{{0, 1, 2, 3, 4}, {5, 5, 6, 5, 5}};
        const CurvePoints top{{0, 1, 2, 3, 4}, {5, 5, 6, 7, gap}};
        const auto isAlone = partsOver(first, {});
        QCOMPARE(isAlone.apart.x, first.x);
        QVERIFY(isAlone.together.x.isEmpty() && isAlone.most == 0);
        const CurvePoints beneath[] = {first, second};
        const auto one = partsOver(second, {beneath, 1});  // it leaves the first and comes back to it
        QCOMPARE(one.together.x, QVector<double>({0, 1, 3, 3, 4}));
        QVERIFY(std::isnan(one.together.y[2]));
        QCOMPARE(one.apart.x, QVector<double>({1, 2, 3}));
        QCOMPARE(one.most, 1);
        const auto two = partsOver(top, beneath);
        QCOMPARE(two.together.x, QVector<double>({0, 1, 2}));
        QCOMPARE(two.apart.x, QVector<double>({2, 3}));
        QCOMPARE(two.most, 2);
    }

    /// Steps have two points at an instant: parts end and begin at the same one, and no line joins two levels.
    void stepsLieOnOthersWithoutDiagonals() {
        const CurvePoints beneath{{0, 1, 1, 2, 2, 3}, {4, 4, 3, 3, 1, 1}}, top{{0, 2, 2, 3}, {4, 4, 1, 1}};
        const auto parts = partsOver(top, {&beneath, 1});
        for (const CurvePoints& part : {parts.apart, parts.together})
            for (qsizetype i = 1; i < part.x.size(); ++i)
                if (!std::isnan(part.y[i - 1]) && !std::isnan(part.y[i]))
                    QVERIFY(part.x[i - 1] == part.x[i] || part.y[i - 1] == part.y[i]);
        QCOMPARE(parts.together.x, QVector<double>({2, 3}));
    }

    void curvesOfAStudyHaveGapsToo() {
        Scenario scenario;
        scenario.schedules = {{"gpipe", {}, {}}};
        Study study = liveStudy(scenario, "recompute", true);
        study.values = {0, 1, 2, 3, 4, 5};
        study.series = {{bubblePoint(1), refusedPoint("no"), bubblePoint(2), std::nullopt, bubblePoint(3), {}}};
        const CurvePoints curve = curveOf(study, 0, Quantity::BubbleRatio);
        QCOMPARE(curve.x, QVector<double>({0, 1, 2, 4}));
        QCOMPARE(withoutGaps(curve).x, QVector<double>({0, 2, 4}));
        QCOMPARE(withoutGaps(curve).y, QVector<double>({1, 2, 3}));
        QCOMPARE(lonePoints(curve).x, QVector<double>({0}));
        const CurvePoints links = overGaps(curve);
        QCOMPARE(links.x, QVector<double>({0, 2, 2}));
        QCOMPARE(links.y.first(2), QVector<double>({1, 2}));
        QVERIFY(std::isnan(links.y[2]));
    }

    void anAxisHasRoomAroundItsValues() {
        for (const bool isLog : {false, true}) {
            const CurveAxis axis{isLog, 2, 32};
            const auto [from, to] = axis.padded(220, 10);
            const CurveAxis whole{isLog, from, to};
            QVERIFY(std::abs(whole.shareOf(2) * 220 - 10) < 1e-9);
            QVERIFY(std::abs(whole.shareOf(32) * 220 - 210) < 1e-9);
        }
        QVERIFY(CurveAxis({false, 7, 7}).padded(220, 10) == std::pair(6.0, 8.0));
    }

    void valuesInAnyOrderMakeOneCurve() {
        const auto results = madeUp(3, [](std::size_t i) { return bubblePoint(static_cast<double>(i)); });
        auto plan = *results->plan;
        plan.experiment.x.values = {5, 1, 3};
        results->plan = std::make_shared<const ExperimentPlan>(plan);
        const CurvePoints curve = curveOf(*results, {}, Quantity::BubbleRatio, CurveAxis::of({5, 1, 3}));
        QCOMPARE(curve.x, QVector<double>({1, 3, 5}));
        QCOMPARE(curve.y, QVector<double>({1, 2, 0}));
    }

    /// In each column of pixels the first, the last and the extremes are those of the whole curve.
    void thinningKeepsWhatShows() {
        std::mt19937 random(20240229);
        for (const int count : {10, 999, 5'000, 40'000}) {
            CurvePoints whole;
            for (int i = 0; i < count; ++i) {
                whole.x.push_back(i);
                const bool isGap = random() % 7 == 0 || (i > count / 2 && i < count / 2 + count / 5);
                whole.y.push_back(isGap ? qQNaN() : static_cast<double>(random() % 100'000));
            }
            CurveAxis axis;
            axis.to = count - 1;
            constexpr int kColumns = 200;
            const CurvePoints few = thinned(whole, axis, kColumns);
            QVERIFY(few.x.size() <= 6 * kColumns);
            QVERIFY(std::is_sorted(few.x.begin(), few.x.end()));
            struct Seen {
                QVector<double> values;
                bool hasGap = false;
            };
            const auto columns = [&](const CurvePoints& curve) {
                std::map<int, Seen> seen;
                for (qsizetype i = 0; i < curve.x.size(); ++i) {
                    Seen& column = seen[static_cast<int>(std::floor(axis.shareOf(curve.x[i]) * kColumns))];
                    if (std::isnan(curve.y[i]))
                        column.hasGap = true;
                    else
                        column.values += curve.y[i];
                }
                return seen;
            };
            const auto before = columns(whole), after = columns(few);
            QCOMPARE(after.size(), before.size());
            for (const auto& [column, seen] : before) {
                const Seen& kept = after.at(column);
                QCOMPARE(kept.values.isEmpty(), seen.values.isEmpty());
                if (seen.values.isEmpty()) {
                    QVERIFY(kept.hasGap);
                    continue;
                }
                QCOMPARE(kept.values.first(), seen.values.first());
                QCOMPARE(kept.values.last(), seen.values.last());
                QCOMPARE(*std::min_element(kept.values.begin(), kept.values.end()),
                         *std::min_element(seen.values.begin(), seen.values.end()));
                QCOMPARE(*std::max_element(kept.values.begin(), kept.values.end()),
                         *std::max_element(seen.values.begin(), seen.values.end()));
            }
        }
    }

    /// Few points where a curve is smooth, every turn where it is not, and no line away from what was computed.
    void straighteningKeepsThePicture() {
        CurvePoints curve;
        for (int i = 0; i < 5000; ++i) {
            curve.x.push_back(i);
            const double smooth = 0.3 + 0.2 * std::sin(i / 900.0);
            curve.y.push_back(i == 4000 ? 0.9 : i >= 2000 && i < 2100 ? qQNaN() : smooth);
        }
        const auto placeOf = [](double x, double y) { return QPointF(x * 380 / 5000, 200 * (1 - y)); };
        const CurvePoints few = straightened(curve, placeOf);
        QVERIFY2(few.x.size() < 60 + 100, qPrintable(QString::number(few.x.size())));  // the gap is whole
        QCOMPARE(few.x.first(), 0.0);
        QCOMPARE(few.x.last(), 4999.0);
        QVERIFY(few.x.contains(1999) && few.x.contains(2100));
        qsizetype at = 0;
        for (qsizetype i = 0; i < curve.x.size(); ++i) {
            while (few.x[at] < curve.x[i]) ++at;
            if (few.x[at] == curve.x[i] || std::isnan(curve.y[i])) continue;
            const QPointF left = placeOf(few.x[at - 1], few.y[at - 1]), right = placeOf(few.x[at], few.y[at]);
            const QPointF here = placeOf(curve.x[i], curve.y[i]);
            const double share = (here.x() - left.x()) / (right.x() - left.x());
            QVERIFY(std::abs(left.y() + share * (right.y() - left.y()) - here.y()) < 0.25);
        }
        QVERIFY(few.y[few.x.indexOf(4000)] == 0.9);
    }

    /// The notebook's layout: a panel for each metric, or for each T_C or MBS/D; a figure for each value of the third.
    void presets_data() {
        QTest::addColumn<int>("figures");
        QTest::addColumn<int>("panels");
        QTest::addColumn<QString>("firstTitle");
        QTest::addColumn<QString>("xCaption");
        QTest::addColumn<QStringList>("ticks");
        const QString tc0 = QStringLiteral("T_C = 0") + QChar(0x202f) + "ms";
        QTest::newRow("weak-scaling") << 3 << 2 << QString() << "D devices, log scale"
                                      << QStringList{"2", "4", "8", "16", "32"};
        QTest::newRow("strong-scaling") << 3 << 2 << QString() << "D devices, log scale"
                                        << QStringList{"2", "4", "8", "16", "32"};
        QTest::newRow("recompute") << 5 << 3 << tc0 << "r recompute ratio"
                                   << QStringList{"0", "0.2", "0.4", "0.6", "0.8", "1"};
        QTest::newRow("microbatches") << 4 << 3 << tc0 << "MBS / D, log scale" << QStringList{"1", "2", "4", "8"};
        QTest::newRow("chunks") << 5 << 3 << tc0 << "v chunks" << QStringList{"2", "4", "6", "8"};
        QTest::newRow("zb-split") << 4 << 3 << tc0 << "T_I / (T_I + T_W)"
                                  << QStringList{"0.2", "0.4", "0.5", "0.6", "0.8"};
        QTest::newRow("comm-sensitivity") << 5 << 3 << "MBS / D = 1"
                                          << "T_C communication, ms" << QStringList{"0", "2", "4", "8", "16", "32"};
        QTest::newRow("imbalance") << 5 << 3 << tc0 << "x extra end load"
                                   << QStringList{"0", "0.1", "0.2", "0.3", "0.4"};
    }

    void presets() {
        QFETCH(const int, figures);
        QFETCH(const int, panels);
        QFETCH(const QString, firstTitle);
        const CurvesLayout layout = layoutOf(QTest::currentDataTag());
        QCOMPARE(static_cast<int>(layout.panels.size()), figures * panels);
        QCOMPARE(static_cast<int>(layout.headings.size()), figures);
        QCOMPARE(layout.panels.front().of->title, firstTitle);
        QTEST(layout.xCaption, "xCaption");
        QTEST(labelsOf(layout.xTicks), "ticks");
        // Panels of a figure stand side by side, figures below; nothing overlaps or leaves the picture.
        const QRectF all(QPointF(), QSizeF(layout.size));
        for (std::size_t i = 0; i < layout.panels.size(); ++i) {
            const CurvesPanel& panel = layout.panels[i];
            QVERIFY(all.contains(panel.box));
            QVERIFY(panel.box.contains(panel.area));
            QCOMPARE(panel.box.top(), layout.panels[i - i % static_cast<std::size_t>(panels)].box.top());
            for (std::size_t k = 0; k < i; ++k) QVERIFY(!layout.panels[k].box.intersects(panel.box));
        }
    }

    void panelsOfOneMeasureShareTheirRange() {
        const CurvesLayout layout = layoutOf("comm-sensitivity");
        for (const CurvesPanel& panel : layout.panels) {
            const CurvesPanel& first = layout.panels[3 * panel.figure];
            QCOMPARE(panel.range, first.range);
            QCOMPARE(layout.yOf(panel, 0.1) - panel.area.top(), layout.yOf(first, 0.1) - first.area.top());
        }
        QVERIFY(layout.panels[0].range != layout.panels[3].range);
    }

    /// `scale` is for times and activations; a bubble is linear whatever it says.
    void logarithmicTimesAndLinearBubbles() {
        const auto shared = resultsOf(presetExperiment("strong-scaling"));
        const CurvesLayout layout = layoutOf({shared, nullptr, {}, {}});
        const ExperimentResults& results = *shared;
        const auto& measures = results.plan->experiment.quantities;
        for (const CurvesPanel& panel : layout.panels) {
            const CurvesRange& range = layout.rangeOf(panel);
            const Quantity measure = measures[panel.range % measures.size()];
            QCOMPARE(range.isLog, measure == Quantity::TotalTime);
            QVERIFY(range.isLog ? range.from > 0 : range.from == 0);
            QVERIFY(range.ticks.size() >= 2);
            for (PointPlace place{panel.figure, 0, 0, 0}; place.series < 6; ++place.series) {
                const double value = results.points[results.plan->pointAt(place)]->of(measure);
                QVERIFY(panel.area.contains(layout.xOf(panel, results.plan->xOf(place)), layout.yOf(panel, value)));
            }
        }
        QCOMPARE(layout.ranges[1].caption, "bubble, of total");
        QCOMPARE(layout.ranges[0].caption, "total time, s");
    }

    void manyValuesHaveRoundTicks() {
        const auto results = madeUp(100'000, [](std::size_t) { return bubblePoint(0.5); });
        const CurvesLayout layout = layoutOf({results, nullptr, {}, {}}, {});
        QVERIFY(layout.xTicks.size() >= 5 && layout.xTicks.size() <= 12);
        QVERIFY(labelsOf(layout.xTicks).contains("50,000"));
    }

    void hiddenSeriesTakeNoRoom() {
        const auto results = resultsOf(presetExperiment("weak-scaling"));
        const auto end = [&](std::set<std::size_t> hidden) {
            PictureOptions options;
            options.figures = {2};
            return layoutOf({results, nullptr, {}, std::move(hidden)}, options).ranges[0].to;
        };
        QVERIFY(end({4}) < end({}));
        QVERIFY(end({0, 1, 2, 3, 4, 5}) > 0);
    }

    void oneScheduleAtSeveralValuesHasOrderedColours() {
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark})
            for (const std::size_t count : {1u, 2u, 5u, 12u}) {
                const std::vector<QColor> colors = orderedColors(count, theme);
                QCOMPARE(colors.size(), count);
                for (std::size_t i = 0; i < count; ++i) {
                    QVERIFY(contrast(colors[i], themeOf(theme).window) > 1.5);
                    if (i > 0) QVERIFY(contrast(colors[i], Qt::black) > contrast(colors[i - 1], Qt::black) * 1.02);
                }
            }
        const auto looks = looksOf(layoutOf("zb-split"));
        for (std::size_t i = 1; i < looks.size(); ++i) QVERIFY(looks[i].color != looks[i - 1].color);
    }

    void onPaperLinesDifferWithoutColour() {
        PictureOptions options;
        options.theme = ThemeId::Print;
        const auto looks = looksOf(layoutOf("weak-scaling", options));
        std::set<QList<qreal>> dashes;
        for (const SeriesLook& look : looks) {
            QCOMPARE(look.color, QColor(Qt::black));
            dashes.insert(look.dashes);
        }
        QCOMPARE(dashes.size(), looks.size());
    }

    void theSameInEveryFormat() {
        const Experiment experiment = presetExperiment("zb-split");
        const auto picture = curvesPicture({resultsOf(experiment), nullptr, {}, {}}, {});
        QVERIFY(picture);
        const std::string json = writeExperiment(experiment);
        const QByteArray png = *pictureFile(kPng, *picture, 1, json);
        const QByteArray svg = *pictureFile(kSvg, *picture, 1, json);
        const QByteArray pdf = *pictureFile(kPdf, *picture, 1, json);
        QCOMPARE(QImage::fromData(png).size(), picture->size.toSize());
        const QByteArray box = "viewBox=\"0 0 " + QByteArray::number(picture->size.width()) + ' ' +
                               QByteArray::number(picture->size.height()) + '"';
        QVERIFY(svg.contains(box));
        const QByteArray page = "/MediaBox [0 0 " + QByteArray::number(picture->size.width() * 0.75, 'f', 6) + ' ' +
                                QByteArray::number(picture->size.height() * 0.75, 'f', 6) + ']';
        QVERIFY2(pdf.contains(page), page);
        for (const QByteArray& file : {png, svg, pdf}) {
            const auto inside = embeddedDocument(file);
            QVERIFY(inside);
            QVERIFY(*readExperiment(*inside) == experiment);
        }
    }

    void textInAnSvgIsText() {
        const auto picture = curvesPicture({resultsOf(presetExperiment("recompute")), nullptr, {}, {}}, {});
        const QByteArray svg = *pictureFile(kSvg, *picture, 1, {});
        QVERIFY(!svg.contains("<image"));
        const QString text = textOf(svg);
        for (const char* words : {"Recompute", "D = 32", "bubble, of total", "Interleaved 1F1B, v = 2", "0.6"})
            QVERIFY2(text.contains(words), words);
    }

    void onlyTheChosenFigure() {
        PictureOptions options;
        options.figures = {1};
        const CurvesLayout layout = layoutOf("recompute", options);
        QCOMPARE(layout.title, "Recompute, D = 4");
        QVERIFY(layout.headings.empty());
        QCOMPARE(layout.panels.size(), std::size_t(3));
        for (const ModelPanel& panel : layout.model->panels) QVERIFY(panel.title.startsWith("T_C"));
    }

    void sizes_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<QString>("error");
        QTest::newRow("as asked") << 900 << 1500 << "";
        QTest::newRow("narrow") << 200 << 4000 << "";
        QTest::newRow("too narrow") << 100 << 0 << "width: must be from 200 to 32,768 pixels, not 100";
        QTest::newRow("too wide") << 99'999 << 0 << "width: must be from 200 to 32,768 pixels, not 99,999";
        QTest::newRow("no height") << 900 << -1 << "height: must be from 1 to 32,768 pixels, not -1";
        QTest::newRow("too low") << 900 << 300 << "height: 300 pixels are too few for these panels, which need ";
    }

    void sizes() {
        QFETCH(const int, width);
        QFETCH(const int, height);
        QFETCH(const QString, error);
        PictureOptions options;
        options.width = width;
        if (height != 0) options.height = height;
        const auto picture = curvesPicture({resultsOf(presetExperiment("weak-scaling")), nullptr, {}, {}}, options);
        if (error.isEmpty()) {
            QVERIFY2(picture, picture ? "" : picture.error().text().c_str());
            QCOMPARE(picture->size, QSizeF(width, height));
        } else {
            QVERIFY(!picture);
            QVERIFY2(QString::fromStdString(picture.error().text()).startsWith(error), picture.error().text().c_str());
        }
    }

    /// GPipe holds all microbatches: over a limit of 10 its curve is faint and its points are hollow.
    void whatIsOverTheLimitIsHollow() {
        Experiment experiment = experimentOf();
        experiment.x = {"microbatches", {4, 8, 12, 16, 20}};
        experiment.series = std::vector<ScheduleEntry>{{"1f1b", {}, {}}, {"gpipe", {}, {}}};
        experiment.quantities = {Quantity::TotalTime};
        const auto svgOf = [&](std::set<std::size_t> hidden = {}) {
            const auto picture = curvesPicture({resultsOf(experiment), nullptr, {}, std::move(hidden)}, {});
            return *pictureFile(kSvg, *picture, 1, {});
        };
        QVERIFY(!svgOf().contains("over-limit") && !textOf(svgOf()).contains("limit"));
        experiment.workload.memoryLimit = 10;
        const CurvesLayout layout = layoutOf({resultsOf(experiment), nullptr, {}, {}}, {});
        QVERIFY(layout.legend.back().isOverLimit);
        const auto curves = panelCurves(layout, layout.panels[0]);
        const auto pointsOf = [](const CurvePoints& points) { return withoutGaps(points).x; };
        QVERIFY(pointsOf(curves[0].hollow).isEmpty());
        QCOMPARE(pointsOf(curves[1].hollow), (QVector<double>{12, 16, 20}));
        QCOMPARE(pointsOf(curves[1].markers), (QVector<double>{4, 8}));
        QCOMPARE(pointsOf(curves[1].line), (QVector<double>{4, 8}));
        QCOMPARE(pointsOf(curves[1].faint).first(), 8.0);  // where the way there begins
        QCOMPARE(pointsOf(curves[1].faint).last(), 20.0);
        QCOMPARE(svgOf().count("class=\"point s1 over-limit\""), 3);
        QCOMPARE(svgOf().count("class=\"curve over-limit s1\""), 1);
        QCOMPARE(textOf(svgOf()).count("over the memory limit"), 1);
        QVERIFY(!textOf(svgOf({1})).contains("over the memory limit"));
        const auto rows = layout.model->readings({.panel = 0, .x = 3});
        QCOMPARE(lineOf(rows[1].row).section(", ", 1), "needs 16 activations, limit 10 (device 0)");
        QVERIFY(rows[1].isOver && !rows[1].row.value.isEmpty() && !rows[0].isOver && rows[0].row.reason.isEmpty());
        experiment.workload.memoryLimit = 1;  // the best of those within comes first, of the rest too
        const CurvesLayout none = layoutOf({resultsOf(experiment), nullptr, {}, {}}, {});
        QVERIFY(none.model->readings({})[0].isOver);
    }

    void winnerChangesAreMarked() {
        const auto results = resultsOf(presetExperiment("weak-scaling"));
        WinnerChange change;
        change.measure = Quantity::TotalTime;
        change.from = 5, change.to = 0;
        change.below = 4, change.above = 8;
        PictureOptions options;
        options.figures = {0};
        const auto svg = [&](std::vector<WinnerChange> changes) {
            const auto picture = curvesPicture({results, nullptr, std::move(changes), {}}, options);
            return textOf(*pictureFile(kSvg, *picture, 1, {}));
        };
        QCOMPARE(svg({change}).count("GPipe from 4 – 8"), 1);
        change.below = 5.1231, change.above = 5.1232;
        QCOMPARE(svg({change}).count("GPipe from 5.12\n"), 1);
        change.figure = 1;
        QVERIFY(!svg({change}).contains("5.12"));
    }

    void aNarrowBracketIsOneNumber_data() {
        QTest::addColumn<double>("below");
        QTest::addColumn<double>("above");
        QTest::addColumn<QString>("text");
        QTest::newRow("refined, over a step of rounding") << 25.6497 << 25.6515 << "25.7";
        QTest::newRow("refined") << 26.7601 << 26.7612 << "26.8";
        QTest::newRow("not refined") << 25.5 << 26.25 << "25.5 – 26.3";
        QTest::newRow("neighbours") << 18.0 << 19.0 << "18 – 19";
        QTest::newRow("many devices") << 1023.0 << 1024.0 << "1024";
        QTest::newRow("from nothing") << 0.0 << 0.5 << "0 – 0.5";
    }

    void aNarrowBracketIsOneNumber() {
        QFETCH(double, below);
        QFETCH(double, above);
        WinnerChange change;
        change.below = below, change.above = above;
        QTEST(changeText(change), "text");
    }

    /// Words where they have room, else the place alone; never over each other or outside of the panel.
    void labelsOfMarksKeepApart() {
        const auto results = resultsOf(presetExperiment("weak-scaling"));
        std::vector<WinnerChange> changes;
        for (const double x : {2.05, 4.0, 4.2, 4.4, 20.0, 31.9}) {
            WinnerChange change;
            change.measure = Quantity::TotalTime;
            change.from = 5, change.to = 0;
            change.below = x - 1e-4, change.above = x;
            changes.push_back(change);
        }
        for (const int width : {320, 700, 1400}) {
            PictureOptions options;
            options.width = width;
            options.figures = {0};
            const CurvesLayout layout = layoutOf({results, nullptr, changes, {}}, options);
            const CurvesPanel& panel = layout.panels.front();
            const std::vector<CurveMark> marks = curveMarks(layout, panel);
            QCOMPARE(marks.size(), changes.size());
            int worded = 0;
            for (std::size_t i = 0; i < marks.size(); ++i) {
                QVERIFY2(panel.area.contains(marks[i].label), qPrintable(marks[i].text));
                for (std::size_t k = 0; k < i; ++k) QVERIFY(!marks[i].label.intersects(marks[k].label));
                if (marks[i].text.startsWith("GPipe from ")) ++worded;
                QVERIFY(marks[i].text.endsWith(changeText(changes[i])));
            }
            QVERIFY2(worded >= (width == 1400 ? 3 : 1), qPrintable(QStringLiteral("%1 at %2").arg(worded).arg(width)));
        }
    }

    void seriesAndAxesAreGroups() {
        const CurvesData data{resultsOf(presetExperiment("weak-scaling")), nullptr, {}, {}};
        const ExperimentPlan& plan = *data.results->plan;
        PictureOptions options;
        options.figures = {0};
        const QByteArray svg = *pictureFile(kSvg, *curvesPicture(data, options), 1, {});
        const auto panels = qsizetype(plan.panels() * plan.experiment.quantities.size());
        QCOMPARE(svg.count("<g class=\"panel\""), panels);
        QCOMPARE(svg.count("<g class=\"axis x\">"), panels);
        QCOMPARE(svg.count("<g class=\"axis y\">"), panels);
        for (const auto& series : plan.series) {
            const QByteArray name = QByteArray::fromStdString(series.title);
            QCOMPARE(svg.count("<g class=\"series\" data-series=\"" + name + "\">"), panels);
        }
        QXmlStreamReader xml(svg);
        while (!xml.atEnd()) xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    }

    void severalPicturesOneBelowAnother() {
        // What has one name in both looks different.
        const auto plain = [](const QSize& size, const QColor& color) {
            return Picture{
                size, "p", {[=](bool) {
                    DisplayList list;
                    list.add(DisplayRect{list.use(filled("ground", color)), QRectF(QPointF(), QSizeF(size))});
                    return list;
                }}};
        };
        const Picture all = stacked({plain({40, 30}, Qt::red), plain({60, 10}, Qt::blue), plain({60, 5}, Qt::red)});
        QCOMPARE(all.size, QSize(60, 45));
        const QImage image = *pictureImage(all, 1);
        QCOMPARE(image.pixelColor(39, 29), QColor(Qt::red));
        QCOMPARE(image.pixelColor(41, 29), QColor(Qt::white));
        QCOMPARE(image.pixelColor(59, 39), QColor(Qt::blue));
        QCOMPARE(image.pixelColor(59, 44), QColor(Qt::red));
        const QByteArray svg = *pictureFile(kSvg, all, 1, {});
        QCOMPARE(svg.count("<rect class=\"ground\""), 2);
        QCOMPARE(svg.count("<rect class=\"ground n2\""), 1);
    }

    void pinnedCurvesShareTheRange() {
        Experiment experiment = presetExperiment("weak-scaling");
        const auto now = resultsOf(experiment);
        experiment.bindings[0].formula = "8000/D";
        const auto slow = resultsOf(experiment);
        const CurvesLayout alone = layoutOf({now, nullptr, {}, {}}, {});
        const CurvesLayout both = layoutOf({now, slow, {}, {}}, {});
        QVERIFY(both.ranges[0].to > 2 * alone.ranges[0].to);
        QCOMPARE(both.legend.size(), alone.legend.size() + 1);
        experiment.x.variable = "microbatches";
        experiment.bindings.pop_back();
        const CurvesLayout other = layoutOf({now, resultsOf(experiment), {}, {}}, {});
        QCOMPARE(other.ranges[0].to, alone.ranges[0].to);
    }
};

QTEST_MAIN(TestCurves)

}  // namespace tst_curves
#include "tst_curves.moc"
