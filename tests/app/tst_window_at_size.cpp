// What the window shows while long runs are in progress.

#include "tests/app/desk.h"

#include "engine/io/scenario_file.h"
#include "tests/engine/scenarios.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/panels/metrics_table.h"

#include <QToolButton>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_window_at_size {

namespace {

/// Devices and microbatches that take longer than people wait without a word, on quick machines too.
constexpr int kLarge = 512, kMany = 16'384;

}  // namespace

class TestWindowAtSize : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString path(const char* name) const { return m_home->filePath(QString::fromUtf8(name)); }

private slots:
    void init() { m_home = newHome(); }

    void escapeStopsLongWorkAndKeepsThePicture() {
        Desk desk;
        Scenario large = desk.document().scenario();
        large.workload.devices = kLarge;
        large.workload.microbatches = kMany;
        desk.document().apply({large, "Change", 0});
        auto* stop = desk.window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY(stop->isVisible());
        const QString total = schedulesOf(desk.window).gantt().ganttLayout().tracks[0].total;
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QTRY_VERIFY(!stop->isVisible());
        QVERIFY(desk.answer().contains("stopped", Qt::CaseInsensitive));
        QCOMPARE(schedulesOf(desk.window).gantt().ganttLayout().tracks[0].total, total);
        desk.actions().undo->trigger();
        QTRY_VERIFY(!desk.answer().contains("stopped", Qt::CaseInsensitive));
        verifyTotals(desk);
    }

    void whatWasStoppedGoesOn() {
        Desk desk;
        Scenario large = desk.document().scenario();
        large.workload.devices = 64;
        large.workload.microbatches = 512;
        large.title.clear();  // that of the preset
        desk.document().apply({large, "Change", 0});
        schedulesOf(desk.window).stop();
        auto* goOn = desk.window.findChild<QToolButton*>(QStringLiteral("goOn"));
        QTRY_VERIFY(goOn->isVisible());
        QVERIFY(!desk.results().isCurrent());
        goOn->click();
        verifyTotals(desk);
        QVERIFY(desk.document().scenario() == large);
        QTRY_VERIFY_WITH_TIMEOUT(!goOn->isVisible(), 300'000);
    }

    void whatIsOldIsDimmedAndSaid() {
        Desk desk;
        QWidget& gantt = *schedulesOf(desk.window).gantt().viewport();
        SchedulesFacet& facet = schedulesFacetOf(desk.window);
        const auto isDimmed = [](QWidget& shown) {
            const auto* overlay = shown.findChild<StaleOverlay*>({}, Qt::FindDirectChildrenOnly);
            return overlay && !overlay->isHidden() && overlay->size() == shown.size();
        };
        const auto areDimmed = [&] {
            return isDimmed(gantt) && isDimmed(facet.charts().bars()) && isDimmed(facet.metrics());
        };
        QVERIFY(!isDimmed(gantt));
        bool wereDimmed = false;
        QString said;
        const auto look = [&] {
            if (!desk.results().isOld()) return;
            wereDimmed = areDimmed();
            said = desk.answer();
        };
        connect(&desk.results(), &Results::ageChanged, &desk.window, look, Qt::QueuedConnection);
        Scenario large = desk.document().scenario();
        large.workload.devices = kLarge;
        large.workload.microbatches = kMany;
        desk.document().apply({large, "Change", 0});
        QVERIFY2(!areDimmed(), "not at once");
        QTRY_VERIFY(wereDimmed);
        QCOMPARE(said, "Computing… · dimmed parts show the previous values");
        desk.actions().undo->trigger();
        desk.settle();
        QVERIFY(!isDimmed(gantt) && !isDimmed(facet.charts().bars()) && !isDimmed(facet.metrics()));
        QVERIFY(!desk.answer().contains("dimmed"));
    }

    void aLargeFileShowsNothingOfAnotherDocument() {
        Desk desk;
        desk.document().start(foundingScenario(kLarge, kMany, 0), {"large"});
        auto* stop = desk.window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY(stop->isVisible());
        QVERIFY(desk.results().isCurrent());
        const auto& tracks = schedulesOf(desk.window).gantt().ganttLayout().tracks;
        QCOMPARE(tracks.size(), std::size_t(5));
        QVERIFY(!desk.results().isWhole());
        QVERIFY2(desk.answer().contains("computing"), qPrintable(desk.answer()));
        QVERIFY(!tracks[4].awaited.isEmpty());
        QTest::keyClick(&desk.window, Qt::Key_Escape);
        QTRY_VERIFY(!stop->isVisible());
        QVERIFY2(desk.answer().contains("stopped"), qPrintable(desk.answer()));
        QVERIFY(tracks[4].awaited.contains("stopped"));
        Scenario small = desk.document().scenario();
        small.workload.devices = 4;
        small.workload.microbatches = 8;
        desk.document().apply({small, "Change", 0});
        QVERIFY(!desk.answer().contains("stopped"));
        verifyTotals(desk);
    }

    void aLargeFileAtStartIsAwaited() {
        QFile file(path("large.bubble.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeScenario(foundingScenario(kLarge, kMany, 0))));
        file.close();
        MainWindow window;
        bool isOther = false;
        connect(&window.controller().results(), &Results::outcomesChanged, &window, [&] {
            for (const Outcome& outcome : window.controller().results().outcomes())
                isOther |= outcome.run && outcome.run->schedule.workload.devices != kLarge;
        });
        window.start(path("large.bubble.json"));
        window.show();
        QCOMPARE(schedulesOf(window).gantt().shown().size(), std::size_t(5));
        QVERIFY(!window.controller().results().summary().contains("No schedule"));
        auto* stop = window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY(stop->isVisible());
        QVERIFY2(!isOther, "nothing of the default document lands");
        QTest::keyClick(&window, Qt::Key_Escape);
        QTRY_VERIFY(!window.controller().background().isBusy());
    }
};

QTEST_MAIN(TestWindowAtSize)

}  // namespace tst_window_at_size
#include "tst_window_at_size.moc"
