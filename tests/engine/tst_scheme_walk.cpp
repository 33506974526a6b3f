// Interpolations of schemes along one of their numbers, and which numbers they have.

#include "engine/schemes/scheme.h"
#include "engine/study/study.h"

#include "tests/engine/random_scheme.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scheme_walk {

namespace {

using Numbers = std::vector<std::string>;

StudyPoint totalsOf(const Scheme& scheme) {
    const RunResult result = run(scenarioOf(scheme), 0);
    return result ? pointOf(**result) : StudyPoint{};
}

Study walkOf(const Scheme& scheme, std::string_view number) { return walkStudy(scenarioOf(scheme), 0, number); }

std::vector<int> values(const Study& walk) { return {walk.values.begin(), walk.values.end()}; }

std::vector<int> firstValues(int count) {
    std::vector<int> all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), 1);
    return all;
}

/// A walk that was walked, and its values in the order in which their points came.
struct Walked {
    Study walk;
    std::vector<int> order;
};

Walked walked(const Scheme& scheme, std::string_view number, const StudyResources& resources = {}) {
    Walked out{walkOf(scheme, number), {}};
    fillStudy(
        out.walk,
        [&](std::size_t count) {
            for (std::size_t i = 0; i < out.walk.values.size(); ++i) {
                const auto value = static_cast<int>(out.walk.values[i]);
                const bool isNew = std::find(out.order.begin(), out.order.end(), value) == out.order.end();
                if (out.walk.at(0, i) && isNew) out.order.push_back(value);
            }
            QCOMPARE(out.order.size(), count);
        },
        {}, resources);
    return out;
}

std::size_t indexOf(const Study& walk, int value) {
    return std::size_t(std::find(walk.values.begin(), walk.values.end(), value) - walk.values.begin());
}

const StudyPoint* ranAt(const Study& walk, int value) { return walk.ran(0, indexOf(walk, value)); }
std::string refusalAt(const Study& walk, int value) { return walk.at(0, indexOf(walk, value))->refusal; }

}  // namespace

class TestSchemeWalk : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_random.seed(propertySeed()); }

    void numbers() {
        const Scheme looped = schemeOf("looped-pp", 6, 5, 12);
        QCOMPARE(numbersOf(looped), (Numbers{"group_size", "batches", "stages", "workers"}));
        QCOMPARE(numberOf(looped, "group_size"), 3);
        QCOMPARE(numberOf(looped, "batches"), 12);
        QCOMPARE(numberOf(looped, "stages"), 5);
        QCOMPARE(numberOf(looped, "workers"), 6);
        QCOMPARE(numbersOf(schemeOf("ddp", 6, 6, 6)), (Numbers{"batches", "stages", "workers"}));
        Scheme custom = customScheme("0", "0", 1, 1, 1);
        custom.parameters = {{"a", 4}, {"b", -2}};
        QCOMPARE(numbersOf(custom), (Numbers{"a", "b", "batches", "stages", "workers"}));
        QCOMPARE(numberOf(custom, "b"), -2);
    }

    void numbersAreSetAlone() {
        for (const char* kind : {"looped-pp", "ddp"})
            for (const std::string& name : numbersOf(schemeOf(kind, 6, 5, 12))) {
                const Scheme before = schemeOf(kind, 6, 5, 12), after = withNumber(before, name, 18);
                for (const std::string& other : numbersOf(before))
                    QCOMPARE(numberOf(after, other), other == name ? 18 : numberOf(before, other));
            }
        Scheme custom = customScheme("a", "b", 6, 1, 1);
        custom.parameters = {{"a", 4}, {"b", -2}};
        QVERIFY(withNumber(custom, "a", 5).parameters == (std::vector<SchemeParameter>{{"a", 5}, {"b", -2}}));
        QCOMPARE(withNumber(custom, "workers", 5).parameters, custom.parameters);
        QCOMPARE(withNumber(withNumber(custom, "stages", 9), "stages", 1), custom);
    }

    /// New workers take the groups along, so that what runs goes on to run.
    void groupsGoOnToDivideTheWorkers() {
        const auto groupOf = [](int workers, int group, int newWorkers) {
            const Scheme scheme = schemeOf("fs-looped-pp", workers, 6, 12, {{"group_size", group}});
            return numberOf(withNumber(scheme, "workers", newWorkers), "group_size");
        };
        QCOMPARE(groupOf(6, 3, 9), 3);
        QCOMPARE(groupOf(6, 3, 8), 2);
        QCOMPARE(groupOf(6, 3, 7), 1);
        QCOMPARE(groupOf(6, 6, 4), 4);
        QCOMPARE(groupOf(6, 3, 1), 1);
    }

    void pointsOfAWalk() {
        Scheme scheme = schemeOf("looped-pp", 6, 6, 12);
        QCOMPARE(values(walkOf(scheme, "group_size")), firstValues(6));
        QCOMPARE(values(walkOf(scheme, "workers")), firstValues(16));
        QCOMPARE(values(walkOf(scheme, "batches")), firstValues(24));
        scheme.workers = 30;
        QCOMPARE(values(walkOf(scheme, "group_size")), firstValues(30));
        scheme = customScheme("g", "g", 6, 6, 6);
        scheme.parameters = {{"g", -3}};
        QCOMPARE(values(walkOf(scheme, "g")), (std::vector<int>{-3, 1, 2, 3, 4, 5, 6}));
        scheme.batches = kMaxMicrobatches;
        QCOMPARE(values(walkOf(scheme, "batches")).back(), kMaxMicrobatches);
    }

    void longWalks() {
        for (int n = 0; n < rounds(300); ++n) {
            const int workers = randomInt(m_random, 31, kMaxDevices), group = randomInt(m_random, 1, workers);
            const Scheme scheme = schemeOf("looped-pp", workers, 6, 12, {{"group_size", group}});
            const std::vector<int> along = values(walkOf(scheme, "group_size"));
            QVERIFY(along.size() <= kMaxStudyValues && along.size() > 12);
            QVERIFY(std::is_sorted(along.begin(), along.end(), std::less_equal<>()));
            const auto has = [&](int value) { return std::binary_search(along.begin(), along.end(), value); };
            QVERIFY(has(1) && has(workers) && has(group));
            std::vector<int> divisors;
            for (int value = 1; value <= workers; ++value)
                if (workers % value == 0) divisors.push_back(value);
            if (divisors.size() < kMaxStudyValues) QVERIFY(std::all_of(divisors.begin(), divisors.end(), has));
        }
        for (const char* number : {"batches", "stages", "workers"}) {
            const auto along = values(walkOf(schemeOf("ddp", 700, 800, 900), number));
            QVERIFY(along.size() <= kMaxStudyValues && along.size() > 12);
        }
    }

    void totalsByHand() {
        const StudyPoint ddp = totalsOf(schemeOf("ddp", 6, 6, 6));
        const std::pair<Quantity, double> expected[] = {{Quantity::Latency, 18},
                                                        {Quantity::Throughput, 2 / 3.0},
                                                        {Quantity::ThroughputBound, 1},
                                                        {Quantity::MeanPeakActivations, 6},
                                                        {Quantity::MostPeakActivations, 6},
                                                        {Quantity::MeanWeightStorage, 6},
                                                        {Quantity::WeightTransmissions, 0},
                                                        {Quantity::ActivationTransmissions, 0}};
        for (const auto& [quantity, value] : expected) QCOMPARE(ddp.of(quantity), value);
        const StudyPoint looped = totalsOf(schemeOf("fs-looped-pp", 6, 6, 12));
        QCOMPARE(looped.of(Quantity::Latency), 46.0);
        QCOMPARE(looped.of(Quantity::Throughput), 144 / 46.0 / 6);
        QCOMPARE(looped.of(Quantity::MeanPeakActivations), 40 / 6.0);
        QCOMPARE(looped.of(Quantity::MostPeakActivations), 9.0);
        QCOMPARE(looped.of(Quantity::WeightTransmissions), 72.0);
        QCOMPARE(looped.of(Quantity::ThroughputBound), 40 / 6.0 / 6);
    }

    void boundsHoldForOwnTimesAlone() {
        Scheme scheme = schemeOf("fs-looped-pp", 6, 6, 12);
        QVERIFY(!std::isnan(totalsOf(scheme).of(Quantity::ThroughputBound)));
        scheme.fetch = 1;
        QVERIFY(std::isnan(totalsOf(scheme).of(Quantity::ThroughputBound)));
        scheme.fetch = 0;
        scheme.workloadTimes = true;
        QVERIFY(std::isnan(totalsOf(scheme).of(Quantity::ThroughputBound)));
    }

    /// Forwards that come in one by one fill a pipeline without filling its memory: throughput passes M / stages.
    void fetchesPassTheBound() {
        Scheme scheme = customScheme("stage", "stage == 0 && forward ? 1 : stage", 6, 6, 200);
        scheme.fetch = 3;
        const StudyPoint totals = totalsOf(scheme);
        QVERIFY(totals.of(Quantity::Throughput) > totals.of(Quantity::MeanPeakActivations) / scheme.stages);
    }

    /// Worker 2 gets what others bring after it looked, and nobody counts the rest: the peaks' mean is no bound.
    void peaksMissWhatOthersBring() {
        const Scheme scheme = customScheme("forward ? stage : stages - 1 - stage", "stage", 4, 2, 1);
        const StudyPoint totals = totalsOf(scheme);
        QVERIFY(totals.of(Quantity::Throughput) > totals.of(Quantity::MeanPeakActivations) / scheme.stages);
        QVERIFY(totals.of(Quantity::Throughput) <= totals.of(Quantity::ThroughputBound));
    }

    void throughputDoesNotPassTheBound() {
        for (const auto& row : capturedSchemes()) {
            const Scheme scheme = schemeOf(row);
            const StudyPoint totals = totalsOf(scheme);
            QVERIFY2(totals.of(Quantity::Throughput) <= totals.of(Quantity::ThroughputBound) + 1e-12,
                     row.dump().c_str());
            const double meanOfPeaks = totals.of(Quantity::MeanPeakActivations) / scheme.stages;
            QVERIFY2(totals.of(Quantity::Throughput) <= meanOfPeaks + 1e-12, row.dump().c_str());
            if (scheme.kind != "cuckoo") QCOMPARE(totals.of(Quantity::ThroughputBound), meanOfPeaks);
        }
        for (int n = 0; n < rounds(3000); ++n) {
            Scheme scheme = randomCustom(m_random);
            if (randomInt(m_random, 0, 2) == 0) scheme.activationCap = randomInt(m_random, 1, 9);
            const RunResult result = run(scenarioOf(scheme), 0);
            if (!result) continue;
            const StudyPoint totals = pointOf(**result);
            QVERIFY2(totals.of(Quantity::Throughput) <= totals.of(Quantity::ThroughputBound) + 1e-12,
                     scheme.compute.c_str());
        }
    }

    /// A walk along the group size goes from data parallel to a pipeline. With one worker these are the same, but for
    /// the virtual stage, which a pipeline places on no worker and so counts as a transmission.
    void endsOfTheGroupWalk() {
        for (int n = 0; n < 100; ++n) {
            const int workers = randomInt(m_random, 2, 8), stages = randomInt(m_random, 1, workers);
            const int batches = randomInt(m_random, 1, 20);
            for (const char* kind : {"looped-pp", "fs-looped-pp"}) {
                Scheme scheme = schemeOf(kind, workers, stages, batches, {{"group_size", 1}});
                if (randomInt(m_random, 0, 1) == 0) scheme.priority = kOldestStageFirst;
                const Study walk = walked(scheme, "group_size").walk;
                const bool isSharded = scheme.kind == "fs-looped-pp";
                Scheme data = customScheme("batch mod workers", isSharded ? "stage mod workers" : "batch mod workers",
                                           workers, stages, batches);
                Scheme pipeline = schemeOf("gpipe-placement", workers, stages, batches);
                data.priority = pipeline.priority = scheme.priority;
                QVERIFY(*ranAt(walk, 1) == totalsOf(data));
                QVERIFY(*ranAt(walk, workers) == totalsOf(pipeline));
            }
        }
    }

    void walksAreRunsOfTheirPoints() {
        const Scheme scheme = schemeOf("looped-pp", 6, 6, 12);
        for (const char* number : {"group_size", "workers", "batches"})
            for (const std::size_t threads : {1u, 3u}) {
                const Walked out = walked(scheme, number, {threads, availableMemory(), nullptr, {}});
                QCOMPARE(out.order.size(), out.walk.values.size());
                for (const int value : values(out.walk)) {
                    const RunResult result = run(scenarioOf(withNumber(scheme, number, value)), 0);
                    QCOMPARE((ranAt(out.walk, value) != nullptr), result.has_value());
                    if (result) QVERIFY(*ranAt(out.walk, value) == pointOf(**result));
                    if (!result) QCOMPARE(refusalAt(out.walk, value), result.error().message);
                }
            }
    }

    void presentValueComesFirst() {
        const Walked out = walked(schemeOf("looped-pp", 6, 6, 12), "group_size");
        QCOMPARE(out.order.front(), 3);
        QCOMPARE(out.order[1], 1);
        QCOMPARE(out.order[2], 6);
        QCOMPARE(refusalAt(out.walk, 4), std::string("worker 6 for (stage 2, batch 1, forward), but there are only 6"));
    }

    /// A list of times has an entry for each of the workers there are, and for no others.
    void refusalsOfTheScenario() {
        Scheme scheme = schemeOf("gpipe-placement", 2, 2, 4);
        scheme.workloadTimes = true;
        Scenario scenario = scenarioOf(scheme);
        scenario.workload.devices = 2;
        scenario.workload.forward = std::vector<double>{1, 2};
        QVERIFY(checkScenario(scenario));
        Study walk = walkStudy(scenario, 0, "workers");
        fillStudy(walk, [](std::size_t) {});
        QVERIFY(walk.isComplete());
        QCOMPARE(walk.values.size(), std::size_t(16));
        for (const int value : values(walk)) QCOMPARE((ranAt(walk, value) != nullptr), value == 2);
    }

    void largePointsAreRefused() {
        const Scheme scheme = customScheme("0", "0", 1, 20'000, 400);
        const Walked out = walked(scheme, "batches", {2, 1'000'000, nullptr, {}});
        QCOMPARE(refusalAt(out.walk, 800), std::string("32,000,000 ops, the limit for curves is 20,000,000"));
        QVERIFY(refusalAt(out.walk, 400).find("of memory") != std::string::npos);
        QVERIFY(out.walk.at(0, indexOf(out.walk, 1)));
    }

    void stoppedWalksEnd() {
        std::stop_source source;
        std::size_t ready = 0;
        Study walk = walkOf(schemeOf("looped-pp", 6, 6, 12), "batches");
        fillStudy(
            walk,
            [&](std::size_t count) {
                QCOMPARE(count, ++ready);
                if (ready == 3) source.request_stop();
            },
            source.get_token());
        QCOMPARE(ready, std::size_t(3));
    }

private:
    Random m_random;
};

QTEST_APPLESS_MAIN(TestSchemeWalk)

}  // namespace tst_scheme_walk
#include "tst_scheme_walk.moc"
