#include "engine/results/nearest_fits.h"

#include "engine/results/run.h"
#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_nearest_fits {

namespace {

/// Whether all of them run with a value of a key.
bool run(Scenario scenario, const std::vector<std::size_t>& schedules, std::string_view key, int value) {
    findNumberKey(key)->set(scenario.workload, value);
    return std::all_of(schedules.begin(), schedules.end(),
                       [&](std::size_t index) { return bubblescope::run(scenario, index).has_value(); });
}

}  // namespace

class TestNearestFits : public QObject {
    Q_OBJECT

private slots:
    void microbatchesInRounds() {
        Scenario scenario;
        scenario.workload.devices = 16;
        scenario.workload.microbatches = 20;
        scenario.schedules = {{"hanayo", {}, {}}, {"1f1b", {}, {}}};
        QVERIFY((nearestFits(scenario, std::vector<std::size_t>{0, 1}, "microbatches") == std::vector{16, 32}));
        scenario.workload.microbatches = 9;
        QVERIFY((nearestFits(scenario, std::vector<std::size_t>{0}, "microbatches") == std::vector{16}));
        QVERIFY(nearestFits(scenario, std::vector<std::size_t>{0}, "forward").empty());
    }

    void evenChunks() {
        Scenario scenario;
        scenario.workload.chunks = 3;
        scenario.schedules = {{"hanayo", {}, {}}};
        QVERIFY((nearestFits(scenario, std::vector<std::size_t>{0}, "chunks") == std::vector{2, 4}));
    }

    /// A schedule's own value is what is looked for, and without any that fits nothing is said.
    void theTextNamesThem() {
        Scenario scenario;
        scenario.workload.devices = 16;
        scenario.workload.microbatches = 20;
        scenario.schedules = {{"hanayo", {}, {}}, {"gpipe", {}, {}}, {"hanayo", {}, {}}};
        scenario.schedules[1].own.chunks = 2;
        scenario.schedules[2].own.chunks = 1;
        const auto text = [&](std::size_t index) {
            return refusalText(scenario, index, bubblescope::run(scenario, index).error());
        };
        QCOMPARE(text(0), std::string("needs a multiple of 16 microbatches, one per device, has 20; nearest: 16 "
                                      "and 32"));
        QCOMPARE(text(1), std::string("GPipe has no chunks; omit \"chunks\" or set it to 1, not 2"));
        scenario.workload.microbatches = 32;
        QCOMPARE(text(2), std::string("needs an even number of chunks, has 1; nearest: 2"));
        scenario.schedules[0].own.microbatches = 9;
        QCOMPARE(text(0), std::string("needs a multiple of 16 microbatches, one per device, has 9; nearest: 16"));
    }

    /// What is offered runs, and nothing between it and the present value does.
    void whatIsOfferedRuns() {
        Random random(propertySeed());
        int offered = 0;
        for (int i = 0; i < rounds(300); ++i) {
            Scenario scenario = randomScenario(random);
            for (std::size_t index = 0; index < scenario.schedules.size(); ++index) {
                // A group of one's own may deadlock, which is known once it runs, and so not where sizes are offered.
                if (kindOf(scenario.schedules[index])->parameter("group")) scenario.schedules[index].values.clear();
                if (scenario.schedules[index].own.chunks || bubblescope::run(scenario, index)) continue;
                for (const std::string_view key : {"microbatches", "chunks"}) {
                    const int now = static_cast<int>(*findNumberKey(key)->get(scenario.workload));
                    for (const int value : nearestFits(scenario, std::vector{index}, key)) {
                        ++offered;
                        QVERIFY(tst_nearest_fits::run(scenario, {index}, key, value));
                        for (int between = std::min(now, value) + 1; between < std::max(now, value); ++between)
                            QVERIFY(!tst_nearest_fits::run(scenario, {index}, key, between));
                    }
                }
            }
        }
        QVERIFY(offered > metIn(300, 50));
    }
};

QTEST_APPLESS_MAIN(TestNearestFits)

}  // namespace tst_nearest_fits
#include "tst_nearest_fits.moc"
