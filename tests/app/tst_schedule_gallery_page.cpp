// The gallery in the window: a click adds or removes a schedule, one that cannot run offers a workload that can, and
// the chart against peak activations shows all of them.

#include "tests/app/desk.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/points_chart.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gallery/schedule_gallery.h"
#include "widgets/kit/link_button.h"
#include "widgets/panels/schedule_panel.h"

#include <QApplication>
#include <QUndoStack>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_schedule_gallery_page {

namespace {

struct GalleryDesk : Desk {
    GalleryDesk() {
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window)) qFatal("the window is not active");
    }

    ScenarioPage& page() { return schedulesOf(window); }
    SchedulesFacet& facet() { return schedulesFacetOf(window); }
    ScheduleGallery& gallery() { return facet().gallery(); }
    void openGallery() {
        actions().gallery->setChecked(true);
        settleGallery();
    }
    /// Waits until it is of the document as it is now, and all of it is there.
    void settleGallery() {
        constexpr int kHangAfterMs = 300'000;
        // What is done is shown before the rest, and the last part may still be on its way.
        const auto isWhole = [](const GalleryRuns& shown) {
            return std::none_of(shown.runs.begin(), shown.runs.end(),
                                [](const RunResult& run) { return run && !*run; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(facet().galleryJob().isNewest() && !facet().galleryJob().isBusy() &&
                                     facet().galleryJob().result()->scenario == galleryOf(document().scenario()) &&
                                     isWhole(*facet().galleryJob().result()),
                                 kHangAfterMs);
    }
    /// "gpipe", "zb-auto wave".
    static std::string idOf(const ScheduleEntry& entry) {
        return entry.values.empty() ? entry.kind : entry.kind + ' ' + placementOf(entry);
    }
    std::size_t placeOf(std::string_view id) {
        const auto shown = gallery().shown();
        const auto at =
            std::find_if(shown.begin(), shown.end(), [&](const ScheduleEntry& of) { return idOf(of) == id; });
        if (at == shown.end()) qFatal("%s is not in the gallery", std::string(id).c_str());
        return static_cast<std::size_t>(at - shown.begin());
    }
    GalleryCard& card(std::string_view id) { return gallery().cards().card(placeOf(id)); }
    void edit(const Workload& workload) {
        Scenario after = document().scenario();
        after.workload = workload;
        document().apply({after, QStringLiteral("Change")});
    }
    int steps() { return document().undoStack().index(); }
    std::vector<std::string> kinds() {
        std::vector<std::string> kinds;
        for (const ScheduleEntry& entry : document().scenario().schedules) kinds.push_back(entry.kind);
        return kinds;
    }
};

}  // namespace

class TestScheduleGalleryPage : public QObject {
    Q_OBJECT

private slots:
    void init() { m_home = newHome(); }

    void theLinkOpensIt() {
        GalleryDesk desk;
        LinkButton* link = desk.facet().scenarioPanel().schedules()->galleryLink();
        QVERIFY(link->isVisible());
        link->click();
        QVERIFY(desk.page().showsInstead() && desk.gallery().isVisible() && !desk.page().gantt().isVisible());
        QVERIFY(desk.actions().gallery->isChecked());
        desk.settleGallery();
        QCOMPARE(desk.gallery().shown().size(), galleryOf(desk.document().scenario()).schedules.size());
        QVERIFY(desk.gallery().heading() == "Schedules for 4 devices and 8 microbatches");
        QVERIFY(desk.gallery().isAncestorOf(QApplication::focusWidget()));  // the keyboard goes on there
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!desk.page().showsInstead() && desk.page().gantt().isVisible());
        QVERIFY(!desk.actions().gallery->isChecked());
    }

    /// What is compared is not run twice.
    void itSharesTheRunsOfTheGantts() {
        GalleryDesk desk;
        desk.openGallery();
        const auto& runs = *desk.facet().galleryJob().result();
        for (std::size_t i = 0; i < runs.runs.size(); ++i)
            if (const auto compared = entryOfGallery(desk.document().scenario(), galleryEntries()[i]))
                QVERIFY(*runs.runs[i] == desk.results().outcomes()[*compared].run);
    }

    /// The gallery seeks orders for a moment only; what is compared is shown as it came out.
    void whatSeeksIsShownAsItCameOut() {
        GalleryDesk desk;
        desk.openGallery();
        desk.card("zb-auto").click();
        desk.settle();
        const auto& run = desk.results().outcomes().back().run;
        QVERIFY(run && run->schedule.kind->id == "zb-auto");
        const QString total = formatTime(run->metrics.totalTime, "ms", 5);
        QVERIFY(desk.card("zb-auto").accessibleDescription().contains(total));
    }

    void aClickComparesAndASecondTakesItBack() {
        GalleryDesk desk;
        desk.openGallery();
        const auto before = desk.kinds();
        QVERIFY(!desk.card("zb-v").isChecked() && desk.card("gpipe").isChecked());
        QTest::mouseClick(&desk.card("zb-v"), Qt::LeftButton);
        QCOMPARE(desk.kinds().back(), std::string("zb-v"));
        QCOMPARE(desk.steps(), 1);
        QVERIFY(desk.card("zb-v").isChecked());
        QCOMPARE(desk.facet().scenarioPanel().schedules()->rows().size(), 6u);
        desk.settle();
        QTest::mouseClick(&desk.card("zb-v"), Qt::LeftButton);
        QVERIFY(desk.kinds() == before);
        QVERIFY(!desk.card("zb-v").isChecked());
        QCOMPARE(desk.steps(), 2);
        desk.actions().undo->trigger();
        QVERIFY(desk.card("zb-v").isChecked());
        QTest::mouseClick(&desk.card("gpipe"), Qt::LeftButton);  // one that was there all along
        QCOMPARE(desk.kinds().front(), std::string("1f1b"));
    }

    /// Behind others that fill the picture.
    void whatWasAddedIsSeenAmongTheGantts() {
        GalleryDesk desk;
        Workload workload = desk.document().scenario().workload;
        workload.devices = 16;
        workload.microbatches = 64;
        desk.edit(workload);
        desk.settle();
        const auto isLastInSight = [&] {
            const GanttWidget& gantt = desk.page().gantt();
            const GanttTrack& last = gantt.ganttLayout().tracks.back();
            return last.top >= gantt.scroll() && last.bottom <= gantt.scroll() + gantt.height();
        };
        QVERIFY(!isLastInSight());
        desk.openGallery();
        desk.card("v-half").click();
        desk.settle();
        desk.actions().gallery->setChecked(false);
        QTRY_VERIFY(isLastInSight());
        QCOMPARE(desk.page().gantt().shown().back().title, QString("V-Half"));
    }

    void keysCompare() {
        GalleryDesk desk;
        desk.openGallery();
        const std::string first = GalleryDesk::idOf(desk.gallery().shown().front());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);  // others came before it since it was opened
        const bool wasCompared = desk.card(first).isChecked();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(desk.card(first).isChecked(), !wasCompared);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(desk.card(first).isChecked(), wasCompared);
    }

    /// All may go, and come back.
    void anEmptyComparisonHasAGalleryToo() {
        GalleryDesk desk;
        desk.openGallery();
        for (const std::string& kind : desk.kinds()) desk.card(kind).click();
        QVERIFY(desk.document().scenario().schedules.empty());
        Workload workload = desk.document().scenario().workload;
        workload.microbatches = 12;
        desk.edit(workload);
        desk.settleGallery();
        desk.card("v-half").click();
        desk.settle();
        QCOMPARE(desk.results().outcomes().size(), 1u);
    }

    void itFollowsTheWorkload() {
        GalleryDesk desk;
        desk.openGallery();
        const QString before = desk.card("1f1b").accessibleDescription();
        Workload workload = desk.document().scenario().workload;
        workload.comm = 40.0;
        workload.memoryLimit = 3;
        desk.edit(workload);
        desk.settleGallery();
        QVERIFY(desk.card("1f1b").accessibleDescription() != before);
        QVERIFY(desk.card("1f1b").accessibleDescription().contains("needs 4 activations, limit 3"));
        QVERIFY(desk.gallery().count().contains("within the limit of 3"));
    }

    void whatIsRuledOutOffersAWorkload() {
        GalleryDesk desk;
        Workload workload = desk.document().scenario().workload;
        workload.microbatches = 6;
        desk.edit(workload);
        desk.openGallery();
        GalleryCard& dualpipe = desk.card("dualpipe");
        QVERIFY(dualpipe.accessibleDescription().contains("needs at least 8 microbatches, twice the 4 devices, has 6"));
        QCOMPARE(dualpipe.parts().front()->text(), QString("Use MBS 8"));
        const int steps = desk.steps();
        dualpipe.parts().front()->click();
        QCOMPARE(desk.document().scenario().workload.microbatches, 8);
        QCOMPARE(desk.steps(), steps + 1);
        desk.settleGallery();
        QVERIFY(!desk.card("dualpipe").accessibleDescription().contains("needs at least"));
        QCOMPARE(desk.card("dualpipe").parts().size(), 1u);  // its source alone
    }

    void theFrontierHasAllOfThem() {
        GalleryDesk desk;
        ChartsPanel& charts = desk.facet().charts();
        charts.setAgainstPeak(true);
        emit charts.againstPeakChanged(true);
        desk.settleGallery();
        PointsChart& chart = charts.frontier();
        const auto linesOf = [&](std::size_t point) { return chart.model().card(point).lines(); };
        QCOMPARE(charts.points().compared.size(), 5u);
        // All kinds, five of which are compared, run at D = 4, MBS = 8.
        const std::size_t all = galleryOf(desk.document().scenario()).schedules.size();
        for (std::size_t point = 0; point < all; ++point) QVERIFY(chart.pointOf(point));
        QVERIFY(!chart.pointOf(all));
        std::size_t vHalf = 0;
        for (std::size_t point = 5; point < all; ++point)
            if (linesOf(point).front() == "V-Half") vHalf = point;
        QVERIFY(vHalf > 0);
        emit chart.chosen(vHalf);
        QCOMPARE(desk.kinds().back(), std::string("v-half"));
        QCOMPARE(desk.steps(), 1);
        desk.settle();
        QCOMPARE(charts.points().compared.size(), 6u);
        QCOMPARE(linesOf(5).front(), QString("V-Half"));
        QVERIFY(chart.pointOf(all - 1) && !chart.pointOf(all));
        Workload workload = desk.document().scenario().workload;
        workload.memoryLimit = 3.5;
        desk.edit(workload);
        desk.settle();
        desk.settleGallery();
        for (std::size_t point = 0; point < all; ++point) {
            const QString lines = linesOf(point).join('\n');
            const bool isSmall = lines.startsWith("V-Half") || lines.startsWith("V-Min");
            if (isSmall || lines.startsWith("1F1B\n")) QVERIFY(lines.contains("over the memory limit") != isSmall);
        }
    }

    /// Where all that is compared holds too much, the status line says where to look.
    void theAnswerPointsToIt() {
        GalleryDesk desk;
        QVERIFY(!desk.answer().contains("gallery"));
        Workload workload = desk.document().scenario().workload;
        workload.memoryLimit = 3;
        desk.edit(workload);
        desk.settle();
        QVERIFY2(desk.answer().endsWith("the gallery (Ctrl+G) shows which schedules fit"), qPrintable(desk.answer()));
        desk.openGallery();
        QVERIFY(!desk.answer().contains("gallery"));
        desk.card("v-min").click();
        desk.settle();
        desk.actions().gallery->setChecked(false);
        QVERIFY(!desk.answer().contains("gallery"));
    }

    /// Nothing runs for views that nobody sees.
    void itRestsWhileNobodySeesIt() {
        GalleryDesk desk;
        Workload workload = desk.document().scenario().workload;
        workload.comm = 7.0;
        desk.edit(workload);
        desk.settle();
        QVERIFY(!desk.facet().galleryJob().result() && !desk.facet().galleryJob().isBusy());
    }

    void presentingShowsTheGantts() {
        GalleryDesk desk;
        desk.openGallery();
        desk.actions().present->setChecked(true);
        QVERIFY(!desk.page().showsInstead() && desk.page().gantt().isVisible());
        desk.actions().present->setChecked(false);
    }

    void aSmallWindowHoldsIt() {
        GalleryDesk desk;
        desk.window.resize(900, 600);
        desk.openGallery();
        QCOMPARE(desk.window.size(), QSize(900, 600));
        const QRect page(QPoint(), desk.page().size());
        QVERIFY(page.contains(QRect(desk.gallery().mapTo(&desk.page(), QPoint()), desk.gallery().size())));
        QVERIFY(desk.facet().scenarioPanel().isVisible());
        QVERIFY(desk.gallery().cards().card(0).visibleRegion().boundingRect().height() > 80);
    }

    /// Where something would take long it is left out, and says why.
    void hugeSchedulesAreLeftOut() {
        GalleryDesk desk;
        Workload workload = desk.document().scenario().workload;
        workload.devices = 32;
        workload.microbatches = 20'000;
        Scenario after = desk.document().scenario();
        after.workload = workload;
        after.schedules.clear();
        desk.document().apply({after, QStringLiteral("Change")});
        desk.openGallery();
        QVERIFY(desk.card("1f1b").accessibleDescription().contains("1,280,000 operations"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
};

QTEST_MAIN(TestScheduleGalleryPage)

}  // namespace tst_schedule_gallery_page
#include "tst_schedule_gallery_page.moc"
