// Winner maps: the places of cells and texts, their painting, and what the texts say.

#include "widgets/study/winners/winner_map_view.h"

#include <QTest>

#include <QSignalSpy>
#include <QSvgRenderer>

#include "tests/widgets/winner_maps.h"
#include "widgets/picture/picture_format.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/winners/winner_card.h"
#include "widgets/study/winners/winner_paint.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_winner_map {

namespace {

QColor colorOf(const WinnerMaps& maps, const WinnerCell& cell) {
    return shaded(maps.colors[cell.winner], shadeOf(cell.margin), maps.theme);
}

}  // namespace

class TestWinnerMap : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void axisCells_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::addColumn<std::vector<double>>("widths");
        using V = std::vector<double>;
        QTest::newRow("even") << V{10, 20, 30, 40} << V{.25, .25, .25, .25};
        QTest::newRow("by a factor") << V{2, 4, 8, 16, 32} << V{.2, .2, .2, .2, .2};
        QTest::newRow("by a factor, after a 0") << V{0, 2, 4, 8} << V{.25, .25, .25, .25};
        QTest::newRow("0 and one more") << V{0, 7} << V{.5, .5};
        QTest::newRow("not sorted") << V{32, 2, 8} << V{1. / 3, 1. / 3, 1. / 3};
        QTest::newRow("below 0") << V{-1, 0, 1} << V{1. / 3, 1. / 3, 1. / 3};
        QTest::newRow("one") << V{5} << V{1};
        QTest::newRow("one twice") << V{5, 5, 6} << V{1. / 3, 1. / 3, 1. / 3};
        QTest::newRow("each reaches half way") << V{-10, 0, 10, 30} << V{10. / 55, 10. / 55, 15. / 55, 20. / 55};
    }

    void axisCells() {
        QFETCH(std::vector<double>, values);
        QFETCH(std::vector<double>, widths);
        const AxisCells cells = AxisCells::of(values);
        QCOMPARE(cells.order.size(), values.size());
        QCOMPARE(cells.edges.size(), values.size() + 1);
        QCOMPARE(cells.edges.front(), 0.0);
        QCOMPARE(cells.edges.back(), 1.0);
        for (std::size_t i = 0; i < values.size(); ++i) {
            QVERIFY2(std::abs(cells.edges[i + 1] - cells.edges[i] - widths[i]) < 1e-9,
                     qPrintable(QString("cell %1 is %2 wide").arg(i).arg(cells.edges[i + 1] - cells.edges[i])));
            QCOMPARE(cells.cellAt((cells.edges[i] + cells.edges[i + 1]) / 2), i);
            if (i > 0) QVERIFY(values[cells.order[i - 1]] <= values[cells.order[i]]);
        }
        QCOMPARE(cells.cellAt(1), values.size() - 1);
    }

    void shades() {
        const double infinite = std::numeric_limits<double>::infinity();
        const std::vector<std::pair<double, std::size_t>> expected = {
            {0, 0}, {1e-9, 1}, {0.0099, 1}, {0.01, 2}, {0.029, 2}, {0.03, 3}, {0.099, 3}, {0.1, 4}, {infinite, 4}};
        for (const auto& [margin, shade] : expected) QCOMPARE(shadeOf(margin), shade);
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Print})
            for (std::size_t shade = 1; shade < kShades; ++shade) {
                const QColor ground = themeOf(theme).window, ink("#27a689");
                QVERIFY(contrast(shaded(ink, shade, theme), ground) > contrast(shaded(ink, shade - 1, theme), ground));
            }
        QCOMPARE(shaded("#265ad2", kShades - 1, ThemeId::Light), QColor("#265ad2"));
    }

    void everythingHasItsPlace_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(1400, 500);
        QTest::newRow("usual") << QSize(900, 520);
        QTest::newRow("narrow") << QSize(420, 420);
    }

    void everythingHasItsPlace() {
        QFETCH(QSize, size);
        const WinnerMaps maps = winnerMapsOf(resultsOf(threeMaps()), 0, {}, ThemeId::Light);
        const WinnerLayout layout = layoutWinnerMaps(maps, size);
        QCOMPARE(layout.maps.size(), std::size_t(3));
        const QRectF all(0, 0, size.width(), size.height());
        double legendTop = size.height();
        for (std::size_t i = 0; i < layout.legend.size(); ++i) {
            QVERIFY(all.contains(layout.legend[i].rect));
            legendTop = std::min(legendTop, layout.legend[i].rect.top());
            for (std::size_t j = 0; j < i; ++j) QVERIFY(!layout.legend[i].rect.intersects(layout.legend[j].rect));
        }
        for (std::size_t map = 0; map < 3; ++map) {
            QVERIFY(layout.maps[map].width() > 80 && layout.maps[map].height() > 80);
            QVERIFY(all.contains(layout.maps[map]) && layout.maps[map].bottom() < legendTop);
            if (map > 0) QVERIFY(layout.maps[map - 1].right() < layout.maps[map].left());
        }
        forEachCell(layout, [&](const MapCell& cell) {
            QCOMPARE(layout.cellAt(layout.cellRect(cell).center()), std::optional(cell));
        });
        // The largest panel is on top, and x runs to the right.
        QCOMPARE(placeOf(maps, layout, {0, 4, 2}).panel, std::size_t(1));
        QCOMPARE(placeOf(maps, layout, {0, 4, 2}).x, std::size_t(4));
        QVERIFY(layout.cellRect({0, 0, 2}).top() < layout.cellRect({0, 0, 0}).top());
        QVERIFY(!layout.cellAt({1, 1}));
    }

    void equalsAreNamedTogetherWhereThereIsRoom() {
        Experiment experiment = threeMaps();
        experiment.quantities = {Quantity::TotalTime};
        ScheduleEntry first{"gpipe", {}, {}}, again{"gpipe", {}, {}};
        again.label = "again";
        experiment.series = std::vector<ScheduleEntry>{first, again};
        const WinnerMaps maps = winnerMapsOf(resultsOf(experiment), 0, {}, ThemeId::Light);
        const auto namesAt = [&](const WinnerMaps& of, QSizeF size) {
            QStringList names;
            for (const RegionName& region : layoutWinnerMaps(of, size).names) names += region.text;
            return names;
        };
        QCOMPARE(namesAt(maps, {900, 520}), QStringList("GPipe and again"));
        double width = 900;
        while (width > 60 && namesAt(maps, {width, 520}) == QStringList("GPipe and again")) width -= 2;
        QCOMPARE(namesAt(maps, {width, 520}), QStringList("GPipe, tied"));
        QCOMPARE(namesAt(winnerMapsOf(resultsOf(experiment), 0, {1}, ThemeId::Light), {900, 520}),
                 QStringList("GPipe"));
    }

    void namesStandOnTheirOwnLand() {
        for (const char* name : {"winner-d-comm", "winner-microbatches-comm", "winner-comm-weight"})
            for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
                const WinnerMaps maps = winnerMapsOf(resultsOf(presetExperiment(name)), 0, {}, theme);
                const WinnerLayout layout = layoutWinnerMaps(maps, {900, 520});
                QVERIFY(layout.names.size() >= 3);
                for (const RegionName& region : layout.names) {
                    QVERIFY(region.rect.width() >= QFontMetricsF(winner_fonts::name()).horizontalAdvance(region.text));
                    const auto middle = layout.cellAt(region.rect.center());
                    QVERIFY(middle);
                    const QColor ink = textOn(colorOf(maps, cellOf(maps, layout, *middle)));
                    forEachCell(layout, [&](const MapCell& cell) {
                        if (!region.rect.adjusted(1, 1, -1, -1).intersects(layout.cellRect(cell))) return;
                        QCOMPARE(cellOf(maps, layout, cell).winner, region.series);
                        QVERIFY(contrast(ink, colorOf(maps, cellOf(maps, layout, cell))) >= 4.5);
                    });
                }
            }
    }

    void noticesSayWhyThereIsNothing() {
        const auto noticeOf = [](SharedResults results, const std::set<std::size_t>& hidden) {
            return layoutWinnerMaps(winnerMapsOf(std::move(results), 0, hidden, ThemeId::Light), {600, 400}).notice;
        };
        QCOMPARE(noticeOf(resultsOf(threeMaps()), {}), QString());
        QCOMPARE(noticeOf(awaitedResults(threeMaps()), {}), QString());  // awaited
        QVERIFY(noticeOf(resultsOf(threeMaps()), {0, 1, 2, 3, 4}).startsWith("All series are hidden."));
        Experiment refused = withRefusals();
        refused.x.values = {6};
        refused.panels->values = {4};
        QVERIFY(noticeOf(resultsOf(refused), {}).startsWith("No schedule can run here."));
        Experiment over = withLimits();
        QCOMPARE(noticeOf(resultsOf(over), {}), QString());
        over.panels->values = {1, 2};
        QVERIFY(noticeOf(resultsOf(over), {}).startsWith("No schedule fits in the memory limit here."));
    }

    void cellsHaveTheirColours_data() {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<int>("theme");
        QTest::addColumn<QSize>("size");
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark})
            for (const double ratio : {1.0, 2.0})
                for (const QSize size : {QSize(900, 420), QSize(330, 180)})
                    QTest::addRow("theme %d at %gx, %d wide", int(theme), ratio, size.width())
                        << ratio << int(theme) << size;
    }

    void cellsHaveTheirColours() {
        QFETCH(double, ratio);
        QFETCH(int, theme);
        QFETCH(QSize, size);
        const auto results = resultsOf(withRefusals());
        results->points[results->plan->pointAt({0, 1, 0, 4})].reset();
        const WinnerMaps maps = winnerMapsOf(results, 0, {}, ThemeId(theme));
        const WinnerLayout layout = layoutWinnerMaps(maps, size);
        QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(ratio);
        QPainter painter(&image);
        paintWinnerMap(painter, maps, layout);
        painter.end();
        const Theme& colors = themeOf(maps.theme);
        std::set<WinnerCell::State> seen;
        forEachCell(layout, [&](const MapCell& at) {
            const WinnerCell& cell = cellOf(maps, layout, at);
            // Off the middle, where a name's letters might be.
            const QColor color = image.pixelColor(((layout.cellRect(at).topLeft() + QPointF(2, 2)) * ratio).toPoint());
            seen.insert(cell.state);
            if (cell.state == WinnerCell::State::Won) QCOMPARE(color, colorOf(maps, cell));
            if (cell.state == WinnerCell::State::Awaited) QCOMPARE(color, colors.canvas);
            if (cell.state == WinnerCell::State::Refused)
                QVERIFY(contrast(color, colors.quiet) <= contrast(colors.idleHatch, colors.quiet));
        });
        QCOMPARE(seen.size(), std::size_t(3));
    }

    /// On paper series differ by their hatches, whatever a printer makes of colours.
    void paperNeedsNoColours() {
        const WinnerMaps maps = winnerMapsOf(resultsOf(presetExperiment("winner-d-comm")), 0, {}, ThemeId::Print);
        const WinnerLayout layout = layoutWinnerMaps(maps, {900, 520});
        QImage image(900, 520, QImage::Format_RGB32);
        QPainter painter(&image);
        paintWinnerMap(painter, maps, layout);
        painter.end();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) QVERIFY(qIsGray(image.pixel(x, y)));
        std::vector<QImage> hatches;
        for (std::size_t series = 0; series < maps.names.size(); ++series) {
            WinnerMaps other = maps;
            for (WinnerCell& cell : other.cells[0]) cell = {WinnerCell::State::Won, series, 1};
            WinnerLayout nameless = layout;
            nameless.names.clear();
            painter.begin(&image);
            paintWinnerMap(painter, other, nameless);
            painter.end();
            hatches.push_back(image.copy(layout.cellRect({0, 2, 2}).toRect()));
            for (std::size_t before = 0; before < series; ++before) QVERIFY(hatches[before] != hatches[series]);
        }
    }

    void withoutALegendThereIsMoreRoom() {
        const WinnerMaps maps = winnerMapsOf(resultsOf(threeMaps()), 0, {}, ThemeId::Light);
        const WinnerLayout with = layoutWinnerMaps(maps, {900, 420}),
                           without = layoutWinnerMaps(maps, {900, 420}, false);
        QVERIFY(without.legend.empty() && !with.legend.empty());
        QVERIFY(without.maps[0].height() > with.maps[0].height() + 20);
    }

    /// Text stays text, cells of one colour are one path, and the picture is that of the screen.
    void vectorFilesAreLean() {
        const QSize size(900, 520);
        const auto results = resultsOf(presetExperiment("winner-comm-weight"));
        const WinnerMaps maps = winnerMapsOf(results, 0, {}, ThemeId::Light);
        const WinnerLayout layout = layoutWinnerMaps(maps, size);
        DisplayList list;
        addWinnerMaps(list, maps, layout, false);
        const QByteArray bytes = svgOf(list, size);
        for (const char* text : {"Lowest total time", "ZB-H1", "Lead over runner-up", "64"})
            QVERIFY2(bytes.contains(QByteArray(">") + text), text);
        QVERIFY(!bytes.contains("<image"));
        QVERIFY2(bytes.size() < 100'000, qPrintable(QString::number(bytes.size())));

        QSvgRenderer renderer(bytes);
        QVERIFY(renderer.isValid());
        QImage image(size, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::red);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        forEachCell(layout, [&](const MapCell& at) {
            const QPointF corner = layout.cellRect(at).topLeft() + QPointF(2, 1);  // beside the names
            QCOMPARE(image.pixelColor(corner.toPoint()), colorOf(maps, cellOf(maps, layout, at)));
        });
    }

    void cardsRankTheSeries() {
        const WinnerMaps maps = winnerMapsOf(resultsOf(threeMaps()), 0, {}, ThemeId::Light);
        const WinnerLayout layout = layoutWinnerMaps(maps, {900, 420});
        const RankingCard card = rankingCard(maps, layout, {0, 2, 1});
        QCOMPARE(card.title, "MBS = 8, D = 4");
        QCOMPARE(card.measure, "total time, ms");
        QCOMPARE(card.rows.size(), std::size_t(5));
        QCOMPARE(maps.names[card.rows[0].series], "ZB-H1");
        QCOMPARE(card.rows[0].value, QString("2748") + QChar(0x202f) + "ms");
        QVERIFY(card.rows[0].isBest && card.rows[0].behind.isEmpty());
        QCOMPARE(card.rows[1].behind, "+5.7%");  // interleaved, 2906 ms
        QVERIFY(!card.rows[1].isBest);
        QVERIFY(spoken(card, maps).startsWith("MBS = 8, D = 4, total time, ms: ZB-H1 2748"));
        // With one microbatch a device GPipe holds no more than the others.
        const RankingCard tie = rankingCard(maps, layout, {2, 0, 1});
        QVERIFY(tie.rows[0].isBest && tie.rows[1].isBest);
        QCOMPARE(tie.rows[0].behind, "tie");
    }

    /// Nobody keeps within 3 activations, 1F1B alone within 5, both within 9.
    void whatIsOverTheLimitWinsNothing() {
        const auto results = resultsOf(withLimits());
        const WinnerMaps maps = winnerMapsOf(results, 0, {}, ThemeId::Light);
        const WinnerLayout layout = layoutWinnerMaps(maps, {900, 420});
        using State = WinnerCell::State;
        const auto cellAt = [&](std::size_t row) { return cellOf(maps, layout, {0, 1, row}); };
        QCOMPARE(int(cellAt(0).state), int(State::OverLimit));
        QCOMPARE(int(cellAt(1).state), int(State::Won));
        QCOMPARE(cellAt(1).winner, std::size_t(0));
        QCOMPARE(cellAt(2).winner, std::size_t(1));
        const auto words = std::find_if(layout.legend.begin(), layout.legend.end(), [](const LegendItem& item) {
            return item.kind == LegendItem::Kind::OverLimit;
        });
        QVERIFY(words != layout.legend.end());
        QCOMPARE(words->text, "none fits in the memory limit");
        const RankingCard none = rankingCard(maps, layout, {0, 1, 0});
        QCOMPARE(none.rows.size(), std::size_t(2));
        QCOMPARE(none.rows[1].reason, "needs 8 activations, limit 3 (device 0)");
        QVERIFY(!none.rows[0].isBest && !none.rows[0].value.isEmpty());
        QVERIFY2(spoken(none, maps).contains("ms, needs 4 activations, limit 3 (device 0)"),
                 qPrintable(spoken(none, maps)));
        const RankingCard one = rankingCard(maps, layout, {0, 1, 1});
        QVERIFY(one.rows[0].isBest && one.rows[0].reason.isEmpty());
        QCOMPARE(one.rows[1].reason, "needs 8 activations, limit 5 (device 0)");
        // Nobody can be opened there, and its cell looks like no other.
        MapOnScreen view(results);
        QSignalSpy chosen(&view.view, &WinnerMapView::pointChosen);
        QTest::mouseClick(&view.view, Qt::LeftButton, {}, view.at({0, 1, 0}));
        QCOMPARE(chosen.count(), 0);
        for (const ThemeId theme : {ThemeId::Light, ThemeId::Dark, ThemeId::Print}) {
            DisplayList list;
            addWinnerMaps(list, winnerMapsOf(results, 0, {}, theme), layout, false);
            const QByteArray svg = svgOf(list);
            for (const char* name : {"over-limit", "over-limit-lines", "key-over-limit"})
                QVERIFY2(svg.contains(QByteArray("\"") + name + '"'), name);
        }
    }

    void mapsOfUnequalWorkSaySo() {
        Experiment experiment = withLimits();
        experiment.panels = Axis{"comm", {0, 4}};
        experiment.quantities = {Quantity::TotalTime, Quantity::TimePerMicrobatch};
        std::get<0>(experiment.series)[1].own.microbatches = 4;
        const WinnerMaps maps = winnerMapsOf(resultsOf(experiment), 0, {}, ThemeId::Light);
        const WinnerLayout layout = layoutWinnerMaps(maps, {900, 420});
        QVERIFY(maps.isOfOtherWork(0) && !maps.isOfOtherWork(1));
        QCOMPARE(rankingCard(maps, layout, {0, 1, 0}).measure, "total time, ms (unequal work)");
        QCOMPARE(rankingCard(maps, layout, {0, 0, 0}).measure, "total time, ms");  // both run 4
        DisplayList list;
        addWinnerMaps(list, maps, layout, false);
        QVERIFY(svgOf(list).contains(">Lowest total time (unequal work)"));
    }

    void cardsTellRefusalsAndWhatIsAwaited() {
        const auto results = resultsOf(withRefusals());
        const auto card = [&] {
            const WinnerMaps maps = winnerMapsOf(results, 0, {}, ThemeId::Light);
            return rankingCard(maps, layoutWinnerMaps(maps, {900, 420}), {0, 1, 1});  // MBS 6, D 4
        };
        QCOMPARE(card().rows.size(), std::size_t(2));
        QVERIFY(card().rows[0].reason.contains("multiple of"));
        QVERIFY(card().rows[0].value.isEmpty());
        results->points[results->plan->pointAt({0, 2, 0, 1})].reset();
        QCOMPARE(card().rows[1].value, "not run yet");
    }
};

QTEST_MAIN(TestWinnerMap)

}  // namespace tst_winner_map
#include "tst_winner_map.moc"
