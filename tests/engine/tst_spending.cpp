#include "engine/analysis/spending.h"
#include "tests/rounds.h"

#include <QTest>

#include <random>

using namespace bubblescope;

namespace tst_spending {

namespace {

/// Some workers, each with lanes that compute, communicate and serve the host, on which ops of any kind stand anywhere
/// one after another.
Timeline randomLanes(std::mt19937& random) {
    const auto upTo = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    Program program;
    program.workers = 1 + upTo(3);
    program.stages = program.microbatches = 1;
    std::size_t end = 0;
    for (int worker = 0; worker < program.workers; ++worker)
        for (const Role role : {Role::Compute, Role::Fetch, Role::Collective})
            if (role == Role::Compute || upTo(2) > 0)
                addLane(program, WorkerId(worker), role, static_cast<std::size_t>(upTo(12)), end);
    program.ops.resize(end);
    Timeline timeline;
    timeline.start = Column<Time>(end);
    timeline.end = Column<Time>(end);
    timeline.earliestStart = -5;
    timeline.latestEnd = 120;
    constexpr OpKind kKinds[] = {OpKind::Forward, OpKind::Backward, OpKind::SendAcross, OpKind::SendInside};
    for (const Lane& lane : program.lanes) {
        Time now = -5 + upTo(4);
        for (Row row = lane.begin; row < lane.end; ++row) {
            program.ops[row] = Op(kKinds[upTo(3)], 0, 0);
            now += upTo(1) * upTo(6);
            timeline.start[row] = now;
            now += upTo(4);
            timeline.end[row] = now;
        }
    }
    timeline.program = std::make_shared<const Program>(std::move(program));
    return timeline;
}

/// What a worker spends one micro-unit on.
Spending plainSpending(const Timeline& timeline, WorkerId worker, Time at) {
    const Program& program = *timeline.program;
    bool computes = false, communicates = false;
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row) {
            if (lane.worker != worker || timeline.start[row] > at || timeline.end[row] <= at) continue;
            const OpKind kind = program.ops[row].kind();
            const bool isOwn = lane.role == Role::Compute && (kind == OpKind::Forward || kind == OpKind::Backward);
            (isOwn ? computes : communicates) = true;
        }
    if (computes) return Spending::Compute;
    return communicates ? Spending::ExposedCommunication : Spending::Idle;
}

}  // namespace

class TestSpending : public QObject {
    Q_OBJECT

private slots:
    void momentsOfRandomLanes() {
        std::mt19937 random(14);
        for (int n = 0; n < rounds(300); ++n) {
            const Timeline timeline = randomLanes(random);
            for (int worker = 0; worker < timeline.program->workers; ++worker) {
                const auto spans = spendingOf(timeline, WorkerId(worker)).spans;
                QCOMPARE(spans.front().begin, timeline.earliestStart);
                QCOMPARE(spans.back().end, timeline.latestEnd);
                for (std::size_t i = 0; i < spans.size(); ++i) {
                    QVERIFY(spans[i].begin < spans[i].end);
                    if (i > 0) QVERIFY(spans[i].begin == spans[i - 1].end && spans[i].on != spans[i - 1].on);
                    for (Time at = spans[i].begin; at < spans[i].end; ++at)
                        QVERIFY(plainSpending(timeline, WorkerId(worker), at) == spans[i].on);
                }
                const auto sums = sumsOf(spans);
                QCOMPARE(sums[0] + sums[1] + sums[2] + sums[3], timeline.totalTime());
            }
        }
    }

    void nothingRan() {
        Timeline timeline;
        auto program = std::make_shared<Program>();
        program->workers = 1;
        std::size_t end = 0;
        addLane(*program, WorkerId(0), Role::Compute, 0, end);
        timeline.program = program;
        QVERIFY(spendingOf(timeline, WorkerId(0)).spans.empty());
    }
};

QTEST_MAIN(TestSpending)

}  // namespace tst_spending
#include "tst_spending.moc"
