// Winner maps on screen: mouse and keys, points that arrive later, and the marker of the current place.

#include "widgets/study/winners/winner_map_view.h"

#include <QTest>

#include <QAbstractButton>
#include <QSignalSpy>

#include "tests/widgets/winner_maps.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_winner_map_view {

class TestWinnerMapView : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void theRingStandsWherePresentValuesAre() {
        WinnerMapView map;
        map.resize(700, 400);
        map.setResults(resultsOf(threeMaps()));
        map.show();
        const QImage without = map.grab().toImage();
        const Experiment experiment = threeMaps();
        const double most = *std::max_element(experiment.x.values.begin(), experiment.x.values.end());
        map.setPresent(QPointF(most * 1.1, 0));
        const QImage with = map.grab().toImage();
        QRect changed;
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x)
                if (with.pixel(x, y) != without.pixel(x, y)) changed |= QRect(x, y, 1, 1);
        const WinnerLayout& layout = map.geometryOfMaps();
        const QRectF first = layout.cellRect({0, layout.x.order.size() - 1, 0});
        QVERIFY(QRectF(changed).contains(first.center()));
        QVERIFY(changed.width() >= 10);
        map.setPresent(std::nullopt);
        QCOMPARE(map.grab().toImage(), without);
    }

    void theMenuOffersWhatCanBeKept() {
        WinnerMapView view;
        QSignalSpy wanted(&view, &WinnerMapView::keepWanted);
        QCOMPARE(view.contextMenuPolicy(), Qt::ActionsContextMenu);
        QCOMPARE(view.actions().size(), 4);
        view.actions()[1]->trigger();
        QCOMPARE(wanted.takeFirst()[0].value<Keep>(), Keep::SavePicture);
    }

    void pointingAndClicking() {
        const auto results = resultsOf(withRefusals());
        MapOnScreen shown(results);
        QSignalSpy chosen(&shown.view, &WinnerMapView::pointChosen);
        const MapCell won{2, 2, 1}, refused{2, 1, 1};
        QTest::mouseMove(&shown.view, shown.at(won));
        QCOMPARE(shown.view.current(), std::optional(won));
        QVERIFY(shown.view.accessibleDescription().startsWith("MBS = 8, D = 4, peak activations"));
        QCOMPARE(shown.view.cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.at(won));
        QCOMPARE(chosen.count(), 1);
        const PointPlace place = results->plan->placeOf(chosen[0][0].value<std::size_t>());
        QCOMPARE(results->plan->panelOf(place), std::optional(4.0));
        QCOMPARE(results->plan->xOf(place), 8.0);
        QCOMPARE(place.series, std::size_t(1));  // Hanayo holds fewer

        QTest::mouseMove(&shown.view, shown.at(refused));
        QCOMPARE(shown.view.cursor().shape(), Qt::ArrowCursor);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.at(refused));
        QTest::mouseClick(&shown.view, Qt::RightButton, {}, shown.at(won));
        QTest::mousePress(&shown.view, Qt::LeftButton, {}, shown.at(won));
        QTest::mouseRelease(&shown.view, Qt::LeftButton, {}, shown.at(refused));
        QCOMPARE(chosen.count(), 1);
        QTest::mouseMove(&shown.view, {2, 2});
        QVERIFY(!shown.view.current());
    }

    void keysMoveTheCell() {
        MapOnScreen shown(resultsOf(threeMaps()));
        QSignalSpy chosen(&shown.view, &WinnerMapView::pointChosen);
        const auto press = [&](Qt::Key key, int times = 1) {
            for (int i = 0; i < times; ++i) QTest::keyClick(&shown.view, key);
            return shown.view.current().value_or(MapCell{9, 9, 9});
        };
        press(Qt::Key_Return);
        QCOMPARE(chosen.count(), 0);
        QCOMPARE(press(Qt::Key_Right), (MapCell{0, 0, 2}));
        QCOMPARE(press(Qt::Key_Right), (MapCell{0, 1, 2}));
        QCOMPARE(press(Qt::Key_Down, 5), (MapCell{0, 1, 0}));
        QCOMPARE(press(Qt::Key_Up), (MapCell{0, 1, 1}));
        QCOMPARE(press(Qt::Key_End), (MapCell{0, 4, 1}));
        QCOMPARE(press(Qt::Key_Right), (MapCell{1, 0, 1}));
        QCOMPARE(press(Qt::Key_Left, 2), (MapCell{0, 3, 1}));
        QCOMPARE(press(Qt::Key_Home), (MapCell{0, 0, 1}));
        QCOMPARE(press(Qt::Key_Left), (MapCell{0, 0, 1}));
        QCOMPARE(press(Qt::Key_Right, 99), (MapCell{2, 4, 1}));
        press(Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        press(Qt::Key_Escape);
        QVERIFY(!shown.view.current());
    }

    void theLegendHidesSeries() {
        MapOnScreen shown(resultsOf(presetExperiment("winner-d-comm")));
        QSignalSpy changed(&shown.view, &WinnerMapView::hiddenSeriesChanged);
        QCOMPARE(shown.legend().size(), qsizetype(8));
        QAbstractButton* const zeroBubble = shown.legend()[7];
        QCOMPARE(zeroBubble->accessibleName(), "Show ZB-H1");
        QVERIFY(zeroBubble->isChecked() && zeroBubble->focusPolicy() != Qt::NoFocus);
        const QImage before = shown.view.grab().toImage();
        QTest::keyClick(zeroBubble, Qt::Key_Space);
        QCOMPARE(changed.count(), 1);
        QVERIFY(shown.view.hiddenSeries() == std::set<std::size_t>{7});
        QVERIFY(shown.view.grab().toImage() != before);
        QVERIFY(!zeroBubble->isChecked());
        QTest::mouseClick(zeroBubble, Qt::LeftButton);
        QVERIFY(shown.view.hiddenSeries().empty());
        // What others hide is no news to them.
        shown.view.setHiddenSeries({0});
        QCOMPARE(changed.count(), 2);
    }

    void pointsFillTheMapAsTheyCome() {
        const auto whole = resultsOf(threeMaps());
        const auto growing = awaitedResults(threeMaps());
        MapOnScreen shown(growing);
        const QImage empty = shown.view.grab().toImage();
        for (std::size_t i = 0; i < growing->points.size(); ++i) growing->points[i] = whole->points[i];
        shown.view.setResults(growing);
        const QImage full = shown.view.grab().toImage();
        QVERIFY(full != empty);
        shown.view.setResults(whole);
        QCOMPARE(shown.view.grab().toImage(), full);
    }

    void survivesOddInput() {
        MapOnScreen shown(nullptr);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QTest::keyClick(&shown.view, Qt::Key_Return);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, {50, 50});
        shown.view.setResults(resultsOf(threeMaps()));
        for (int i = 0; i < 99; ++i) QTest::keyClick(&shown.view, Qt::Key_Right);
        QVERIFY(shown.view.current());
        shown.view.setFigure(7);  // not there
        shown.view.grab();
        shown.view.setFigure(0);
        Experiment small = experimentOf("\"panels\": {\"variable\": \"comm\", \"values\": [1]}");
        shown.view.setResults(resultsOf(small));
        shown.view.grab();
        QVERIFY(!shown.view.current());
        shown.view.setMinimumSize(1, 1);
        for (const QSize size : {QSize(1, 1), QSize(40, 500), QSize(500, 40), QSize(120, 120)}) {
            shown.view.resize(size);
            QTest::keyClick(&shown.view, Qt::Key_Right);
            shown.view.grab();
        }
        shown.view.setResults(nullptr);
        shown.view.grab();
        small.panels.reset();  // one row
        MapOnScreen row(resultsOf(small));
        QCOMPARE(row.view.geometryOfMaps().y.order.size(), std::size_t(1));
        QTest::keyClick(&row.view, Qt::Key_Right);
        QVERIFY(row.view.accessibleDescription().startsWith("D = 2, bubble, of total: "));
    }

    void followsTheTheme() {
        MapOnScreen shown(resultsOf(threeMaps()));
        applyTheme(ThemeId::Dark);
        QCoreApplication::processEvents();
        QCOMPARE(shown.view.grab().toImage().pixelColor(1, 1), themeOf(ThemeId::Dark).window);
        applyTheme(ThemeId::Light);
    }

    void grabs();
};

void TestWinnerMapView::grabs() {
    const QString folder = qEnvironmentVariable("BUBBLESCOPE_GRABS");
    if (folder.isEmpty()) QSKIP("set BUBBLESCOPE_GRABS to a folder to look at the maps");
    for (ThemeId theme : {ThemeId::Light, ThemeId::Dark}) {
        applyTheme(theme);
        const auto grab = [&](SharedResults results, QSize size, QPointF hover, const QString& name,
                              const std::set<std::size_t>& hidden = {}) {
            MapOnScreen shown(std::move(results), size);
            shown.view.setHiddenSeries(hidden);
            const QRectF area = shown.view.geometryOfMaps().maps.back();
            const QPointF at = area.topLeft() + QPointF(hover.x() * area.width(), hover.y() * area.height());
            if (!hover.isNull()) QTest::mouseMove(&shown.view, at.toPoint());
            QCoreApplication::processEvents();
            shown.view.grab().save(folder + (theme == ThemeId::Light ? "/light-" : "/dark-") + name + ".png");
        };
        for (const char* name : {"winner-d-comm", "winner-microbatches-comm", "winner-comm-weight"})
            grab(resultsOf(presetExperiment(name)), {900, 520}, {0.4, 0.4}, name);
        const auto comm = resultsOf(presetExperiment("winner-d-comm"));
        grab(comm, {900, 520}, {}, "hidden", {7});
        grab(comm, {420, 260}, {0.9, 0.9}, "small");
        grab(resultsOf(threeMaps()), {1100, 420}, {0.5, 0.2}, "three");
        grab(resultsOf(withRefusals()), {900, 420}, {0.3, 0.2}, "refused");
        grab(resultsOf(withLimits()), {900, 420}, {0.7, 0.7}, "over-limit");
        Experiment fine = presetExperiment("winner-comm-weight");
        fine.x.values.clear();
        fine.panels->values.clear();
        for (int i = 0; i < 150; ++i) fine.x.values.push_back(i * 0.4);
        for (int i = 0; i <= 100; ++i) fine.panels->values.push_back(i / 100.0);
        const auto many = resultsOf(fine);
        for (std::size_t i = 0; i < many->points.size(); ++i)
            if (many->plan->placeOf(i).panel > 80) many->points[i].reset();
        grab(many, {900, 520}, {0.5, 0.1}, "fine");
    }
}

QTEST_MAIN(TestWinnerMapView)

}  // namespace tst_winner_map_view
#include "tst_winner_map_view.moc"
