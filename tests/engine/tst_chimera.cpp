// Chimera's order follows its rule, op by op, although the program copies repeated parts.

#include "engine/entries/registry.h"
#include "engine/schedules/schedule.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <tuple>

using namespace bubblescope;

namespace tst_chimera {

namespace {

/// Of all ops that can start, the one that starts first, with F = 1 and B = 2; of equal ones backwards first, then the
/// lower microbatch of its line, then down. A stage s holds at most D-s of its line.
std::vector<std::vector<Op>> plainOrder(int D, int MBS) {
    const int count = MBS / 2;
    const auto at = [&](int line, int stage, int m) { return std::size_t((line * D + stage) * count + m); };
    std::vector<int> forwardEnd(std::size_t(2 * D * count), -1), backwardEnd(forwardEnd), free(std::size_t(D), 0);
    std::vector<int> forwards(std::size_t(2 * D), 0), backwards(forwards);
    std::vector<std::vector<Op>> lanes(static_cast<std::size_t>(D));
    for (int left = 2 * MBS * D; left > 0; --left) {
        using Choice = std::tuple<int, bool, int, int, int>;  // start, whether a forward, microbatch, line, device
        std::optional<Choice> best;
        for (int d = 0; d < D; ++d)
            for (int line = 0; line < 2; ++line) {
                const int s = line == 0 ? d : D - 1 - d, f = forwards[std::size_t(line * D + s)],
                          b = backwards[std::size_t(line * D + s)];
                const auto consider = [&](bool isForward, int m, int ready) {
                    if (ready < 0) return;
                    const Choice choice{std::max(ready, free[std::size_t(d)]), isForward, m, line, d};
                    if (!best || choice < *best) best = choice;
                };
                if (b < f) consider(false, b, s + 1 < D ? backwardEnd[at(line, s + 1, b)] : forwardEnd[at(line, s, b)]);
                if (f < count && f - b < D - s) consider(true, f, s > 0 ? forwardEnd[at(line, s - 1, f)] : 0);
            }
        const auto [start, isForward, m, line, d] = *best;
        const int s = line == 0 ? d : D - 1 - d;
        ++(isForward ? forwards : backwards)[std::size_t(line * D + s)];
        free[std::size_t(d)] = (isForward ? forwardEnd : backwardEnd)[at(line, s, m)] = start + (isForward ? 1 : 2);
        lanes[std::size_t(d)].emplace_back(isForward ? OpKind::Forward : OpKind::Backward, line * D + s,
                                           line * count + m);
    }
    return lanes;
}

}  // namespace

class TestChimera : public QObject {
    Q_OBJECT

private slots:
    void theOrderIsThatOfTheRule() {
        const ScheduleKind& kind = *findKind(Family::Schedule, "chimera");
        for (const int D : {2, 4, 6, 8, 10, 12, 16})
            for (const int MBS : {2, 4, D, 2 * D, 4 * D - 2, 8 * D, 20 * D, 20 * D + 2, 41 * D + 6, 64 * D}) {
                const auto plain = plainOrder(D, MBS);
                const Result<Program> program = kind.generate({D, MBS, 1});
                QVERIFY(program);
                for (int d = 0; d < D; ++d) {
                    const auto lane = program->lane(LaneId(d));
                    QVERIFY2(std::equal(lane.begin(), lane.end(), plain[std::size_t(d)].begin(),
                                        plain[std::size_t(d)].end()),
                             qPrintable(QString("D %1, MBS %2, device %3").arg(D).arg(MBS).arg(d)));
                }
            }
    }
};

QTEST_APPLESS_MAIN(TestChimera)

}  // namespace tst_chimera
#include "tst_chimera.moc"
