// The notebook's eight experiments: 2,418 simulations on one core, as its code runs them, with T_C = 0, 4, 16.

#include "engine/results/run.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"

namespace bubblescope::bench {

namespace {

using test::entry;

/// GPipe; 1F1B; interleaved v = 2; Hanayo, one and two waves; ZB-H1 with T_B/2 as W.
Scenario scenarioOf(int devices, int microbatches, double comm) {
    Scenario scenario = test::foundingScenario(devices, microbatches, comm);
    scenario.workload.forward = 400.0 / devices;
    scenario.workload.backward = 800.0 / devices;
    scenario.workload.timeBasis = TimeBasis::Chunk;
    scenario.schedules = {entry("gpipe"),     entry("1f1b"),      entry("interleaved-1f1b", 2),
                          entry("hanayo", 2), entry("hanayo", 4), entry("zb-h1")};
    return scenario;
}

std::vector<Scenario> notebook() {
    const int devices[] = {2, 4, 8, 16, 32};
    const double comms[] = {0, 4, 16};
    std::vector<Scenario> all;
    for (int D : devices)
        for (double comm : comms) {
            all.push_back(scenarioOf(D, 2 * D, comm));  // weak scaling
            all.push_back(scenarioOf(D, 32, comm));     // strong scaling
            for (double recompute : {0.0, 0.2, 0.4, 0.6, 0.8, 1.0}) {
                all.push_back(scenarioOf(D, 2 * D, comm));
                all.back().workload.recompute = recompute;
            }
            for (int groups : {1, 2, 4, 8})  // microbatches
                if (D <= 16) all.push_back(scenarioOf(D, groups * D, comm));
            for (int chunks : {2, 4, 6, 8}) {
                all.push_back(scenarioOf(D, 2 * D, comm));
                all.back().schedules = {entry("interleaved-1f1b", chunks), entry("hanayo", chunks)};
            }
            for (double input : {0.2, 0.4, 0.5, 0.6, 0.8})  // T_B share in ZB
                for (int groups : {1, 2, 4, 8}) {
                    all.push_back(scenarioOf(D, groups * D, comm));
                    all.back().workload.weightFraction = 1 - input;
                    all.back().schedules = {entry("zb-h1")};
                }
            for (double imbalance : {0.0, 0.1, 0.2, 0.3, 0.4}) {
                all.push_back(scenarioOf(D, 2 * D, comm));
                all.back().workload.forward = 400.0;
                all.back().workload.backward = 800.0;
                all.back().workload.imbalance = imbalance;
            }
        }
    for (int D : devices)  // T_C sensitivity
        for (double comm : {0, 2, 4, 8, 16, 32})
            for (int groups : {1, 2, 4}) all.push_back(scenarioOf(D, groups * D, comm));
    return all;
}

void runAll(benchmark::State& state) {
    const std::vector<Scenario> all = notebook();
    std::size_t simulations = 0;
    long long ops = 0;
    const double each = timeSteps(state, [&] {
        simulations = 0;
        ops = 0;
        for (const Scenario& scenario : all)
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
                const RunResult result = run(scenario, i);
                if (!result) continue;
                ++simulations;
                ops += opsOf((*result)->schedule);
            }
        return ops;
    });
    if (simulations != 2418) state.SkipWithError("the experiments are not 2,418 simulations");
    state.counters["simulations"] = static_cast<double>(simulations);
    state.counters["ops"] = static_cast<double>(ops);
    state.counters["ns/op"] = each / static_cast<double>(ops) * 1e9;
    state.counters["s"] = each;
    state.counters["copies"] = each / copySeconds(static_cast<std::size_t>(ops) * kBytesPerOp);
}

}  // namespace

void addNotebookSuite() { add("notebook", 7, runAll)->MinTime(3 * kRepetitionSeconds); }

}  // namespace bubblescope::bench
