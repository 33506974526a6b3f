// Hanayo's orders, compared with a plain implementation of the slot grid of docs/model.md, slot by slot.

#include "engine/schedules/schedule.h"
#include "engine/sim/simulate.h"

#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_hanayo {

namespace {

/// Which slots of a device are taken, and the op that begins there.
using Slots = std::map<int, std::optional<Op>>;

/// Places one microbatch from `base`; returns where each op of its path begins.
std::vector<int> placePlainly(std::vector<Slots>& devices, int chunks, int microbatch, int base) {
    const int D = static_cast<int>(devices.size()), stages = D * chunks;
    std::vector<int> begins;
    int at = base;
    for (int step = 0; step < 2 * stages; ++step) {
        const bool isForward = step < stages;
        const int stage = isForward ? step : 2 * stages - 1 - step;
        Slots& device = devices[static_cast<std::size_t>(workerOfStage(Placement::Wave, D, stage))];
        int slot = at + 1;
        while (device.count(slot) || (!isForward && device.count(slot + 1))) ++slot;
        device[slot] = Op(isForward ? OpKind::Forward : OpKind::Backward, stage, microbatch);
        if (!isForward) device[slot + 1] = {};
        begins.push_back(slot);
        at = isForward ? slot : slot + 1;
    }
    return begins;
}

std::vector<Slots> plainGrid(int D, int microbatches, int chunks) {
    std::vector<Slots> devices(static_cast<std::size_t>(D));
    int base = -1;
    for (int first = 0; first < microbatches; first += D) {
        const std::vector<int> leader = placePlainly(devices, chunks, first, base);
        const auto reserve = [&](int stage, int step, int count) {
            Slots& device = devices[static_cast<std::size_t>(workerOfStage(Placement::Wave, D, stage))];
            for (int i = 1; i <= count; ++i) device.try_emplace(leader[static_cast<std::size_t>(step)] - i);
        };
        for (int d = 0; d < D; ++d) {
            const int second = stageOf(Placement::Wave, D, 1, d), last = stageOf(Placement::Wave, D, chunks - 1, d);
            reserve(second, second, D - 1 - d);
            reserve(last, 2 * D * chunks - 1 - last, d);
        }
        for (int m = first + 1; m < first + D; ++m) placePlainly(devices, chunks, m, base);
        base = leader.back() + 1;
    }
    return devices;
}

}  // namespace

class TestHanayo : public QObject {
    Q_OBJECT

private slots:
    void ordersAreThoseOfThePlainGrid() {
        Random random(propertySeed());
        for (int i = 0; i < rounds(400); ++i) {
            const int D = randomInt(random, 1, i % 20 == 0 ? 40 : 9);
            const int v = 2 * randomInt(random, 1, i % 20 == 0 ? 3 : 8);
            const int microbatches = D * randomInt(random, 1, 7);
            const auto program = kHanayo.generate({D, microbatches, v});
            QVERIFY(program);
            const std::vector<Slots> grid = plainGrid(D, microbatches, v);
            for (int d = 0; d < D; ++d) {
                std::vector<Op> expected;
                for (const auto& [slot, op] : grid[static_cast<std::size_t>(d)])
                    if (op) expected.push_back(*op);
                const auto lane = program->lane(LaneId(d));
                QVERIFY2(
                    std::equal(lane.begin(), lane.end(), expected.begin(), expected.end()),
                    qPrintable(QStringLiteral("D %1, MBS %2, v %3, device %4").arg(D).arg(microbatches).arg(v).arg(d)));
            }
        }
    }

    void stops() {
        std::stop_source source;
        source.request_stop();
        const auto program = kHanayo.generate({4, 400'000, 8, source.get_token()});
        QVERIFY(!program);
        QVERIFY(isCancelled(program.error()));
    }
};

QTEST_APPLESS_MAIN(TestHanayo)

}  // namespace tst_hanayo
#include "tst_hanayo.moc"
