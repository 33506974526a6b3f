// Activation memory over time, compared with a plain count and with the peaks of the list scheduler.

#include "engine/results/run.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"

#include "tests/engine/random_scheme.h"
#include "tests/rounds.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_held_activations {

namespace {

struct PlainEvent {
    Time at;
    int change;
};

/// What comes to a worker and what leaves it, in no order.
std::vector<PlainEvent> plainEvents(const Timeline& timeline, int worker) {
    const Program& program = *timeline.program;
    std::vector<PlainEvent> events;
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        if (program.lanes[lane].role != Role::Compute) continue;
        for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
            const Op op = program.ops[row];
            const Op backward(OpKind::Backward, op.stage().value, op.microbatch().value);
            if (program.workerOfRow(*findOp(program, backward)).value == worker)
                events.push_back({timeline.startOf(row), op.kind() == OpKind::Forward ? 1 : -1});
        }
    }
    return events;
}

int plainCount(const std::vector<PlainEvent>& events, Time at) {
    int count = 0;
    for (const PlainEvent& event : events) count += event.at <= at ? event.change : 0;
    return count;
}

bool sharesWorkers(const Program& program) {
    for (int batch = 0; batch < program.microbatches; ++batch)
        for (int stage = 0; stage < program.stages; ++stage)
            if (program.workerOfRow(*findOp(program, Op(OpKind::Forward, stage, batch))) !=
                program.workerOfRow(*findOp(program, Op(OpKind::Backward, stage, batch))))
                return false;
    return true;
}

}  // namespace

class TestHeldActivations : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_random.seed(propertySeed()); }

    /// One worker, one stage, two batches: F F B B.
    void byHand() {
        Scheme scheme = customScheme("0", "0", 1, 1, 2);
        const auto run = runScheme(scheme, unitDurations(1));
        QVERIFY(run);
        QCOMPARE(run->held.size(), std::size_t(1));
        const HeldActivations& held = run->held[0];
        QVERIFY(held.at == Column<Time>({toTime(0), toTime(1), toTime(3), toTime(4)}));
        QVERIFY(held.held == Column<float>({1, 0, 1, 0}));
        QCOMPARE(held.heldAt(-1), 0.0);
        QCOMPARE(held.heldAt(toTime(0.5)), 1.0);
        QCOMPARE(held.heldAt(toTime(100)), 0.0);
        QCOMPARE(held.mostWithin(toTime(1), toTime(3) - 1), 0);
        QCOMPARE(held.mostWithin(toTime(1), toTime(3)), 1);
        QCOMPARE(held.most(), 1.0);
    }

    void samePlainCount() {
        int fetching = 0, capped = 0;
        for (int i = 0; i < rounds(1500); ++i) {
            Scheme scheme = randomCustom(m_random);
            if (randomInt(m_random, 0, 3) == 0) scheme.batches *= 20;
            if (randomInt(m_random, 0, 2) == 0) scheme.fetch = randomTime(m_random);
            if (randomInt(m_random, 0, 2) == 0) scheme.activationCap = randomInt(m_random, 2, 9);
            const auto run = runScheme(scheme, randomDurations(scheme.workers, 0));
            if (!run) continue;
            fetching += run->timeline->program->lanes.size() > run->workers.size();
            capped += scheme.activationCap.has_value();
            for (int worker = 0; worker < scheme.workers; ++worker)
                if (!isPlain(*run->timeline, run->held[static_cast<std::size_t>(worker)], worker)) return;
        }
        QVERIFY(fetching > metIn(1500, 100) && capped > metIn(1500, 100));
    }

    /// What the header says of the peaks, with ops that take time.
    void peaks() {
        int equal = 0, more = 0;
        for (int i = 0; i < rounds(3000); ++i) {
            Scheme scheme = randomCustom(m_random);
            if (randomInt(m_random, 0, 2) == 0) scheme.fetch = randomTime(m_random);
            if (randomInt(m_random, 0, 2) == 0) scheme.activationCap = randomInt(m_random, 2, 9);
            const auto run = runScheme(scheme, randomDurations(scheme.workers, 1));
            if (!run) continue;
            const bool shares = sharesWorkers(*run->timeline->program);
            for (std::size_t worker = 0; worker < run->workers.size(); ++worker) {
                const double most = run->held[worker].most();
                const int peak = run->workers[worker].peakActivations;
                if (shares) QCOMPARE(most, peak);
                if (!scheme.activationCap) QVERIFY(most >= peak);
                equal += most == peak, more += most > peak;
            }
        }
        QVERIFY(equal > metIn(3000, 1000) && more > metIn(3000, 100));
    }

    void capturedRows() {
        for (const auto& row : capturedSchemes()) {
            const Scheme scheme = schemeOf(row);
            const auto run = runScheme(scheme, unitDurations(scheme.workers));
            QVERIFY(run);
            for (std::size_t worker = 0; worker < run->workers.size(); ++worker) {
                const double most = run->held[worker].most();
                const int peak = run->workers[worker].peakActivations;
                QVERIFY2(scheme.kind == "cuckoo" ? most >= peak : most == peak, row.dump().c_str());
            }
        }
    }

    /// Of pipelines: at every moment what the rule of the peaks counts, and the most of it is the peak.
    void pipelinesHoldWhatTheirPeaksCount() {
        int compared = 0;
        for (int i = 0; i < rounds(400); ++i) {
            const Scenario scenario = randomScenario(m_random);
            for (std::size_t index = 0; index < scenario.schedules.size(); ++index) {
                const auto result = bubblescope::run(scenario, index);
                if (!result) continue;
                const Run& run = **result;
                const auto held = heldActivations(*run.timeline, run.load->holding);
                QCOMPARE(held.size(), run.metrics.workers.size());
                bool allTakeTime = true;
                const Timeline& timeline = *run.timeline;
                for (const Lane& lane : timeline.program->lanes)
                    for (Row row = lane.begin; row < lane.end; ++row)
                        allTakeTime = allTakeTime && timeline.end[row] > timeline.startOf(row);
                for (std::size_t worker = 0; worker < held.size(); ++worker) {
                    const HeldActivations& one = held[worker];
                    QVERIFY(std::adjacent_find(one.at.begin(), one.at.end(), std::greater_equal<>()) == one.at.end());
                    QVERIFY(std::abs(one.held.back()) < 1e-5f);
                    const auto peak = static_cast<float>(run.metrics.workers[worker].peakActivations);
                    QVERIFY(one.most() <= peak);
                    if (allTakeTime) QCOMPARE(static_cast<float>(one.most()), peak);
                    compared += allTakeTime;
                }
            }
        }
        QVERIFY(compared > 1000);
    }

    void stoppedWorkHasNoResult() {
        const auto run = runScheme(schemeOf("ddp", 6, 6, 6), unitDurations(6));
        QVERIFY(run);
        std::stop_source source;
        source.request_stop();
        QVERIFY(heldActivations(*run->timeline, {}, source.get_token()).empty());
    }

private:
    Durations randomDurations(int workers, double least) {
        Workload workload;
        workload.devices = workers;
        workload.chunks = 1;
        workload.forward = randomPerDevice(m_random, workers, least);
        workload.backward = randomPerDevice(m_random, workers, least);
        workload.weight = 0.0;
        if (randomInt(m_random, 0, 1) == 0) workload.comm = randomTime(m_random);
        return toDurations(workload);
    }

    bool isPlain(const Timeline& timeline, const HeldActivations& held, int worker) {
        const std::vector<PlainEvent> events = plainEvents(timeline, worker);
        const auto compare = [&] {
            QVERIFY(std::adjacent_find(held.at.begin(), held.at.end(), std::greater_equal<>()) == held.at.end());
            QCOMPARE(held.held.size(), held.at.size());
            if (!held.held.empty()) QCOMPARE(held.held.back(), 0.0f);
            double most = 0;
            for (std::size_t step = 0; step < held.at.size(); ++step) {
                QCOMPARE(double(held.held[step]), double(plainCount(events, held.at[step])));
                most = std::max<double>(most, held.held[step]);
            }
            QCOMPARE(held.most(), most);
            for (int n = 0; n < 20; ++n) {
                const Time a = randomMoment(timeline, held), b = randomMoment(timeline, held);
                const Time begin = std::min(a, b), end = std::max(a, b);
                double within = plainCount(events, begin);
                for (std::size_t step = 0; step < held.at.size(); ++step)
                    if (held.at[step] >= begin && held.at[step] <= end)
                        within = std::max<double>(within, held.held[step]);
                QCOMPARE(held.heldAt(begin), double(plainCount(events, begin)));
                QCOMPARE(held.mostWithin(begin, end), within);
            }
        };
        compare();
        return !QTest::currentTestFailed();
    }

    /// Often a step itself, sometimes before all or after all.
    Time randomMoment(const Timeline& timeline, const HeldActivations& held) {
        if (!held.at.empty() && randomInt(m_random, 0, 1) == 0)
            return held.at[static_cast<std::size_t>(randomInt(m_random, 0, static_cast<int>(held.at.size()) - 1))];
        return std::uniform_int_distribution<Time>(-5, timeline.latestEnd + 5)(m_random);
    }

    Random m_random;
};

QTEST_APPLESS_MAIN(TestHeldActivations)

}  // namespace tst_held_activations
#include "tst_held_activations.moc"
