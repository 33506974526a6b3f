// How long a run of very many ops continues after a stop request: during generation, simulation, metrics, sums for
// pictures, or the order and its replay, stopped at moments spread over each.

#include "engine/results/run_each.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"

#include <atomic>
#include <thread>

namespace bubblescope::bench {

namespace {

/// Fractions of 1 that fill it evenly, however many are asked for.
double spread(int n) {
    constexpr double kGolden = 0.6180339887498949;
    const double at = n * kGolden;
    return at - static_cast<double>(static_cast<long long>(at));
}

struct Work {
    const char* kind;
    int devices, microbatches, chunks;
    bool isReplay;

    std::string name() const { return std::string("stops/") + (isReplay ? "replay/" : "") + kind; }
    Scenario scenario(double comm) const { return test::scenarioOf(kind, devices, microbatches, comm, chunks); }
};

RunResult runFor(const Scenario& scenario, const std::shared_ptr<const Run>& before, const std::stop_token& stop) {
    RunPlan plan = planAll(scenario);
    plan.forDrawing = true;
    plan.before = {before};
    RunResult out = std::shared_ptr<const Run>();
    runEach(
        scenario, plan,
        [&](std::size_t, RunResult result) {
            out = std::move(result);
            return true;
        },
        stop);
    return out;
}

/// Seconds from the request to the end, or less than 0 if the run ended before it.
double stopAfter(double delay, const Scenario& scenario, const std::shared_ptr<const Run>& before) {
    std::stop_source source;
    std::atomic<bool> isOver = false;
    Clock::time_point end;
    std::jthread runner([&] {
        const bool isStopped = !runFor(scenario, before, source.get_token());
        end = isStopped ? Clock::now() : Clock::time_point::min();
        isOver = true;
    });
    const auto begin = Clock::now();
    while (!isOver && seconds(Clock::now() - begin) < delay)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    const auto asked = Clock::now();
    source.request_stop();
    runner.join();
    return end == Clock::time_point::min() ? -1 : seconds(end - asked);
}

void stops(benchmark::State& state, const Work& work) {
    std::shared_ptr<const Run> before;
    if (work.isReplay) before = *runFor(work.scenario(4), nullptr, {});
    const Scenario scenario = work.scenario(5);
    const auto begin = Clock::now();
    benchmark::DoNotOptimize(runFor(scenario, before, {}));
    const double whole = seconds(Clock::now() - begin);
    std::vector<double> latency;
    int n = 0;
    for (auto _ : state) {
        const double took = stopAfter(spread(++n) * whole, scenario, before);
        if (took >= 0) latency.push_back(took * 1e3);
        state.SetIterationTime(std::max(took, 1e-9));
    }
    state.counters["ops"] = static_cast<double>(opsOf(resolve(scenario, 0)));
    state.counters["stops"] = static_cast<double>(latency.size());
    state.counters["stop_ms"] = medianOf(latency);
    state.counters["stop_max_ms"] = quantile(latency, 1);
}

}  // namespace

void addStopSuite() {
    constexpr int kStops = 10;
    for (const Work& work : {Work{"gpipe", 512, 65'536, 1, false}, Work{"1f1b", 512, 65'536, 1, false},
                             Work{"interleaved-1f1b", 512, 2048, 32, false}, Work{"hanayo", 128, 4096, 64, false},
                             Work{"zb-h1", 256, 86'016, 1, false}, Work{"interleaved-1f1b", 512, 2048, 32, true}})
        add(work.name(), 1, [work](benchmark::State& state) { stops(state, work); })->Iterations(kStops);
}

}  // namespace bubblescope::bench
