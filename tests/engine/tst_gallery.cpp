// The gallery's schedules, and the sizes it offers for schedules that cannot run at the current size.

#include "engine/entries/registry.h"
#include "engine/results/gallery.h"
#include "engine/results/run.h"
#include "engine/schedules/efforts.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_gallery {

namespace {

Scenario sized(const char* kind, int devices, int microbatches, int chunks = 2) {
    return scenarioOf(kind, devices, microbatches, 4, chunks);
}

std::vector<std::string> offersOf(const Scenario& scenario) {
    const RunResult result = run(scenario, 0);
    if (result) return {"runs"};
    std::vector<std::string> texts;
    for (const OtherSize& size : nearestSizes(scenario, 0, result.error())) texts.push_back(textOf(size));
    return texts;
}

}  // namespace

class TestGallery : public QObject {
    Q_OBJECT

private slots:
    void itHasThePublishedKinds() {
        Scenario scenario = foundingScenario();
        scenario.workload.memoryLimit = 3;
        const Scenario gallery = galleryOf(scenario);
        QVERIFY(gallery.workload == scenario.workload);
        QVERIFY(gallery.schedules.size() >= 17);
        for (const ScheduleEntry& entry : gallery.schedules) {
            QVERIFY(kindOf(entry)->published.year > 0);
            ScheduleEntry usual = entryOf(Family::Schedule, entry.kind);
            limitEffort(usual, kGalleryEffort);
            QVERIFY(entry == usual || placementOf(entry) == "wave");
        }
        const auto sought = std::count_if(gallery.schedules.begin(), gallery.schedules.end(),
                                          [](const ScheduleEntry& entry) { return entry.kind == "zb-auto"; });
        QCOMPARE(sought, 2);  // a line, and a wave
    }

    void anEntryWithNothingOfItsOwnIsThatOfTheGallery() {
        Scenario scenario = foundingScenario();
        scenario.schedules = {entry("interleaved-1f1b", 4), entry("1f1b", {}, "ours"), entry("interleaved-1f1b")};
        QVERIFY(entryOfGallery(scenario, entry("interleaved-1f1b")) == 2u);  // not that with chunks of its own
        QVERIFY(entryOfGallery(scenario, entry("1f1b")) == 1u);              // whatever it is called
        QVERIFY(!entryOfGallery(scenario, entry("gpipe")));
    }

    void theNearestSizesAreOffered_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("devices");
        QTest::addColumn<int>("microbatches");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<QStringList>("offers");
        const auto row = [](const char* kind, int devices, int microbatches, int chunks, const QStringList& offers) {
            QTest::addRow("%s, D %d, MBS %d, v %d", kind, devices, microbatches, chunks)
                << QByteArray(kind) << devices << microbatches << chunks << offers;
        };
        row("dualpipe-v", 16, 20, 2, {"MBS 32"});
        row("hanayo", 4, 10, 2, {"MBS 8", "MBS 12"});
        row("hanayo", 4, 8, 3, {"v 2", "v 4"});
        row("chimera", 5, 8, 2, {"D 4", "D 6"});
        row("chimera", 5, 7, 2, {"D 6, MBS 8"});       // an even number of either alone does not do
        row("dualpipe", 15, 15, 2, {"D 14, MBS 28"});  // nearer than 16 and 32
        row("1f1b", 5, 7, 2, {"runs"});
    }
    void theNearestSizesAreOffered() {
        QFETCH(QByteArray, kind);
        QFETCH(int, devices);
        QFETCH(int, microbatches);
        QFETCH(int, chunks);
        QStringList offers;
        for (const std::string& text : offersOf(sized(kind, devices, microbatches, chunks)))
            offers += QString::fromStdString(text);
        QTEST(offers, "offers");
    }

    /// Whatever is refused for its size is offered one, and runs there.
    void whatIsOfferedRuns() {
        int offered = 0;
        for (int devices = 1; devices <= 9; devices += kIsSecondRun ? 4 : 1)
            for (int microbatches = 1; microbatches <= 20; microbatches += kIsSecondRun ? 9 : 3)
                for (const int chunks : {1, 2, 3}) {
                    const Scenario gallery = galleryOf(sized("1f1b", devices, microbatches, chunks));
                    for (std::size_t i = 0; i < gallery.schedules.size(); ++i) {
                        const RunResult result = run(gallery, i);
                        if (result || result.error().message.starts_with("deadlock")) continue;
                        const auto sizes = nearestSizes(gallery, i, result.error());
                        QVERIFY2(!sizes.empty(), gallery.schedules[i].kind.c_str());
                        for (const OtherSize& size : sizes) {
                            Scenario there = gallery;
                            there.workload = atSize(there.workload, size);
                            QVERIFY2(run(there, i), gallery.schedules[i].kind.c_str());
                            ++offered;
                        }
                    }
                }
        QVERIFY(offered > fewer(500) / 2);
    }

    void listsFollowTheDevices() {
        Workload workload = foundingScenario().workload;
        workload.forward = std::vector<double>{1, 2, 3, 4};
        const Workload there = atSize(workload, {{{findNumberKey("devices"), 6}, {findNumberKey("microbatches"), 12}}});
        QCOMPARE(there.devices, 6);
        QCOMPARE(there.microbatches, 12);
        QCOMPARE(std::get<std::vector<double>>(there.forward).size(), 6u);
    }
};

QTEST_MAIN(TestGallery)

}  // namespace tst_gallery
#include "tst_gallery.moc"
