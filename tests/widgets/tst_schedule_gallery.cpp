// The gallery of schedules: its contents, their order, and what clicks and keys request.

#include "widgets/gallery/schedule_gallery.h"

#include <QTest>

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>

#include "tests/engine/scenarios.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/gantt_thumbnail.h"
#include "widgets/kit/chip_button.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/theme.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_schedule_gallery {

namespace {

/// The gallery of a scenario, as a page fills it.
std::vector<GalleryEntry> entriesOf(const Scenario& scenario) {
    const Scenario gallery = galleryOf(scenario);
    std::vector<GalleryEntry> entries;
    for (std::size_t i = 0; i < gallery.schedules.size(); ++i) {
        const RunResult result = run(gallery, i);
        GalleryEntry entry{galleryEntries()[i], outcomeOf(gallery, i, result), {}, false};
        if (!result) entry.offers = nearestSizes(gallery, i, result.error());
        entry.isCompared = entryOfGallery(scenario, entry.of).has_value();
        if (entry.isCompared) entry.outcome.color = Qt::blue;
        entries.push_back(std::move(entry));
    }
    return entries;
}

/// "gpipe", "zb-auto wave".
QString idOf(const ScheduleEntry& entry) {
    const QString kind = QString::fromStdString(entry.kind);
    return entry.values.empty() ? kind : kind + ' ' + QString::fromStdString(placementOf(entry));
}

/// On the screen, at the size that most kinds run at unless told otherwise.
struct OnScreen {
    explicit OnScreen(const Scenario& scenario = foundingScenario(4, 8), QSize size = {1160, 560})
        : entries(entriesOf(scenario)) {
        gallery.setEntries(entries, scenario.workload);
        gallery.resize(size);
        gallery.show();
        gallery.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&gallery));
    }

    QStringList ids() const {
        QStringList ids;
        for (const ScheduleEntry& one : gallery.shown()) ids += idOf(one);
        return ids;
    }
    QStringList sortedIds() const {
        QStringList sorted = ids();
        sorted.sort();
        return sorted;
    }
    const GalleryEntry& entry(const ScheduleEntry& of) const {
        return *std::find_if(entries.begin(), entries.end(), [&](const auto& one) { return one.of == of; });
    }
    GalleryCard& card(const char* id) {
        const qsizetype at = ids().indexOf(QLatin1String(id));
        if (at < 0) qFatal("%s is not shown", id);
        return gallery.cards().card(static_cast<std::size_t>(at));
    }
    static void choose(PickCombo& combo, const QString& text) { combo.setCurrentIndex(combo.findText(text)); }

    std::vector<GalleryEntry> entries;
    ScheduleGallery gallery;
};

}  // namespace

class TestScheduleGallery : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void itSortsByEveryQuantity() {
        OnScreen desk;
        const auto runs = [&] {
            std::vector<const Run*> shown;
            for (const ScheduleEntry& of : desk.gallery.shown())
                if (const auto& run = desk.entry(of).outcome.run) shown.push_back(run.get());
            return shown;
        };
        const auto isSorted = [&](auto value) {
            const auto shown = runs();
            return shown.size() > 10 && std::is_sorted(shown.begin(), shown.end(), [&](const Run* a, const Run* b) {
                       return value(*a) < value(*b);
                   });
        };
        QVERIFY(isSorted([](const Run& run) { return run.metrics.totalTime; }));
        desk.gallery.sort().setCurrentIndex(1);
        QVERIFY(isSorted([](const Run& run) { return run.metrics.bubbleRatio; }));
        desk.gallery.sort().setCurrentIndex(2);
        QVERIFY(isSorted([](const Run& run) { return run.metrics.peakActivations(); }));
        desk.gallery.sort().setCurrentIndex(3);
        QVERIFY(isSorted([](const Run& run) { return -run.schedule.kind->published.year; }));
    }

    /// At MBS = 6 on 4 devices four kinds do not run.
    void whatDoesNotRunComesLast() {
        OnScreen desk(foundingScenario(4, 6));
        const auto shown = desk.gallery.shown();
        bool isRefused = false;
        for (const ScheduleEntry& of : shown) {
            const bool ran = desk.entry(of).outcome.run != nullptr;
            QVERIFY(!(isRefused && ran));
            isRefused = !ran;
        }
        QVERIFY(isRefused && desk.entry(shown.front()).outcome.run);
    }

    void whatKeepsWithinTheLimitComesFirst() {
        Scenario scenario = foundingScenario(4, 8);
        scenario.workload.memoryLimit = 3;
        OnScreen desk(scenario);
        QStringList within, beyond;
        for (const ScheduleEntry& of : desk.gallery.shown()) {
            const bool fits = desk.entry(of).outcome.run->metrics.peakActivations() <= 3;
            (fits ? within : beyond) += idOf(of);
        }
        QVERIFY(within.contains("v-half") && within.contains("v-min") && beyond.contains("1f1b"));
        QCOMPARE(desk.ids(), within + beyond);
        QVERIFY(desk.gallery.count().contains(QString("%1 within the limit of 3").arg(within.size())));
        QVERIFY(desk.card("1f1b").accessibleDescription().contains("needs 4 activations, limit 3 (device 0)"));
        QVERIFY(!desk.card("v-half").accessibleDescription().contains("limit"));
        desk.gallery.within().click();
        QCOMPARE(desk.ids(), within);
        QVERIFY(desk.gallery.count().startsWith(QString("%1 of %2").arg(within.size()).arg(desk.entries.size())));
    }

    /// What peaks do not count.
    void twoCopiesOfTheParametersAreTold() {
        OnScreen desk;
        for (const GalleryEntry& entry : desk.entries) {
            const bool isTold =
                desk.card(qPrintable(idOf(entry.of))).accessibleDescription().contains("stores 2 copies");
            QCOMPARE(isTold, kindOf(entry.of)->placement == Placement::Opposite);
        }
    }

    void itFilters() {
        OnScreen desk;
        const QStringList all = desk.ids();
        QCOMPARE(std::size_t(all.size()), desk.entries.size());
        QVERIFY(!desk.gallery.within().isEnabled());
        const auto holds = [&](auto&& condition) {
            const auto shown = desk.gallery.shown();
            const auto count = std::count_if(desk.entries.begin(), desk.entries.end(),
                                             [&](const GalleryEntry& entry) { return condition(entry.of); });
            return !shown.empty() && count == std::ssize(shown) &&
                   std::all_of(shown.begin(), shown.end(), [&](const ScheduleEntry& of) { return condition(of); });
        };
        desk.choose(desk.gallery.placement(), "wave");
        QVERIFY(holds([](const ScheduleEntry& of) { return placementOf(of) == "wave"; }));
        desk.choose(desk.gallery.backward(), "whole");
        QCOMPARE(desk.ids(), QStringList{"hanayo"});
        desk.gallery.placement().setCurrentIndex(0);
        QVERIFY(holds([](const ScheduleEntry& of) { return !kindOf(of)->splitsBackward; }));
        desk.choose(desk.gallery.backward(), "split");
        QVERIFY(holds([](const ScheduleEntry& of) { return kindOf(of)->splitsBackward; }));
        desk.gallery.backward().setCurrentIndex(0);
        desk.choose(desk.gallery.needs(), "none");
        QVERIFY(holds([](const ScheduleEntry& of) { return kindOf(of)->published.needs.empty(); }));
        desk.choose(desk.gallery.needs(), "MBS ≥ 2D");
        QCOMPARE(desk.sortedIds(), (QStringList{"dualpipe", "dualpipe-v"}));
        desk.choose(desk.gallery.needs(), "even D");
        QCOMPARE(desk.sortedIds(), (QStringList{"chimera", "dualpipe"}));
        desk.choose(desk.gallery.placement(), "line");  // nothing is left, and there is a way back
        QVERIFY(desk.ids().isEmpty());
        const auto links = desk.gallery.findChildren<LinkButton*>();
        const auto showAll =
            std::find_if(links.begin(), links.end(), [](const LinkButton* link) { return link->text() == "Show all"; });
        QVERIFY((*showAll)->isVisible());
        (*showAll)->click();
        QCOMPARE(desk.ids(), all);
    }

    void aClickAsksToCompare() {
        OnScreen desk;
        QSignalSpy toggled(&desk.gallery, &ScheduleGallery::toggled);
        QVERIFY(desk.card("gpipe").isChecked() && !desk.card("zb-v").isChecked());
        QTest::mouseClick(&desk.card("zb-v"), Qt::LeftButton);
        QTest::mouseClick(&desk.card("gpipe"), Qt::LeftButton);
        QCOMPARE(toggled.size(), 2);
        QVERIFY(toggled[0][0].value<ScheduleEntry>().kind == "zb-v");
        QVERIFY(toggled[1][0].value<ScheduleEntry>().kind == "gpipe");
        QVERIFY(!desk.card("zb-v").isChecked());  // that is the scenario's to say
    }

    void refusalsOfferWhatWorks() {
        OnScreen desk(foundingScenario(4, 6));
        QSignalSpy asked(&desk.gallery, &ScheduleGallery::sizeAsked);
        GalleryCard& hanayo = desk.card("hanayo");
        QVERIFY(hanayo.accessibleDescription().contains("a multiple of 4 microbatches, one per device, has 6"));
        QCOMPARE(hanayo.parts().size(), 3u);  // two sizes and the source
        QCOMPARE(hanayo.parts()[0]->text(), QString("Use MBS 4"));
        QVERIFY(hanayo.parts()[1]->isVisible());
        QVERIFY(hanayo.rect().contains(hanayo.parts()[1]->geometry()));
        hanayo.parts()[1]->click();
        QCOMPARE(asked.size(), 1);
        QVERIFY(textOf(asked[0][0].value<OtherSize>()) == "MBS 8");
    }

    void theSourceIsALink() {
        OnScreen desk;
        QSignalSpy asked(&desk.gallery, &ScheduleGallery::linkAsked);
        QAbstractButton* link = desk.card("zb-v").parts().back();
        QVERIFY(link->text().startsWith("2024"));
        link->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toUrl(), QUrl("https://arxiv.org/abs/2405.15362"));
    }

    /// The cards are one stop of Tab with what can be clicked on the one at hand; arrows move, Return compares.
    void keysReachAll() {
        OnScreen desk;
        QSignalSpy toggled(&desk.gallery, &ScheduleGallery::toggled);
        desk.gallery.setFocus();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&desk.gallery.cards().card(0)));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&desk.gallery.cards().card(1)));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(toggled.size(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(desk.gallery.cards().card(1).parts().back()));
        for (QWidget* widget : desk.gallery.findChildren<QWidget*>())
            if (widget->focusPolicy() & Qt::TabFocus && widget->isVisible() &&
                !qobject_cast<LinkButton*>(widget))  // whose text says it
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }

    /// What has the focus keeps it while values change the order.
    void theFocusStaysWithItsSchedule() {
        OnScreen desk;
        desk.card("1f1b").setFocus();
        const qsizetype before = desk.ids().indexOf("1f1b");
        desk.gallery.sort().setCurrentIndex(2);
        QVERIFY(desk.ids().indexOf("1f1b") != before);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&desk.card("1f1b")));
    }

    void whatIsAwaitedSaysSo() {
        OnScreen desk;
        for (GalleryEntry& entry : desk.entries) entry.outcome.run = nullptr;
        desk.gallery.setEntries(desk.entries, foundingScenario().workload);
        QVERIFY(desk.card("1f1b").accessibleDescription().contains("computing"));
        QVERIFY(desk.card("1f1b").grab().width() > 0);
    }

    void cardsFitAnyWindow_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small window") << QSize(545, 320);
        QTest::newRow("usual") << QSize(1160, 560);
        QTest::newRow("large") << QSize(2200, 1200);
    }
    void cardsFitAnyWindow() {
        QFETCH(QSize, size);
        OnScreen desk(foundingScenario(4, 6), size);
        for (std::size_t i = 0; i < desk.entries.size(); ++i) {
            const GalleryCard& card = desk.gallery.cards().card(i);
            QVERIFY(card.width() >= 160 && card.height() >= 110);
            for (const QAbstractButton* part : card.parts()) QVERIFY(card.rect().contains(part->geometry()));
        }
        for (const QWidget* choice :
             {static_cast<QWidget*>(&desk.gallery.sort()), static_cast<QWidget*>(&desk.gallery.needs()),
              static_cast<QWidget*>(&desk.gallery.within())})
            QVERIFY(desk.gallery.rect().contains(choice->geometry()));
    }

    /// GPipe of one microbatch on two devices: F, then idle until B comes back; rows from edge to edge.
    void thumbnailsShowWhatGanttsDo() {
        Scenario scenario = scenarioOf("gpipe", 2, 1, 0);
        scenario.workload.forward = 1.0, scenario.workload.backward = 1.0;
        const Outcome outcome = outcomeOf(scenario, 0, run(scenario, 0));
        for (const double ratio : {1.0, 2.0}) {
            const QImage image = ganttThumbnail(shownOf(outcome), {}, {int(160 * ratio), int(41 * ratio)}, ratio);
            QCOMPARE(image.width(), int(160 * ratio));
            QVERIFY(image.height() <= 41 * ratio && image.height() >= 36 * ratio);
            const int upper = image.height() / 4, lower = image.height() * 3 / 4;
            const auto at = [&](double share, int y) { return image.pixelColor(int(share * image.width()), y); };
            const OpPalette& palette = opPalettes().front();
            const QColor forward = kindColor(palette, ThemeId::Light, OpKind::Forward, 0, 1);
            const QColor backward = kindColor(palette, ThemeId::Light, OpKind::Backward, 0, 1);
            QCOMPARE(at(0.1, upper), forward);
            QCOMPARE(at(0.35, lower), forward);
            QCOMPARE(at(0.6, lower), backward);
            QCOMPARE(at(0.85, upper), backward);
            for (const QColor& idle : {at(0.4, upper), at(0.1, lower), at(0.9, lower)})
                QVERIFY(idle != forward && idle != backward);
        }
    }

    /// Two schedules have one time axis: one of half the time ends in the middle.
    void thumbnailsOfSeveralShareAnAxis() {
        Scenario scenario = scenarioOf("gpipe", 2, 1, 0);
        scenario.workload.forward = 1.0, scenario.workload.backward = 1.0;
        const TrackData whole = shownOf(outcomeOf(scenario, 0, run(scenario, 0)));
        scenario.workload.forward = 0.5, scenario.workload.backward = 0.5;
        const TrackData half = shownOf(outcomeOf(scenario, 0, run(scenario, 0)));
        const QImage image = ganttThumbnail(std::vector{whole, half}, {}, {160, 85}, 1);
        QCOMPARE(image.size(), QSize(160, 85));
        QVERIFY(image.pixelColor(150, 10).alpha() == 255 && image.pixelColor(70, 60).alpha() == 255);
        QCOMPARE(image.pixelColor(90, 60).alpha(), 0);
    }

    /// More devices than pixels.
    void thumbnailsOfManyDevicesFit() {
        const Scenario scenario = scenarioOf("1f1b", 128, 4, 0);
        const Outcome outcome = outcomeOf(scenario, 0, run(scenario, 0));
        QCOMPARE(ganttThumbnail(shownOf(outcome), {}, {100, 40}, 1).size(), QSize(100, 40));
    }
};

QTEST_MAIN(TestScheduleGallery)

}  // namespace tst_schedule_gallery
#include "tst_schedule_gallery.moc"
