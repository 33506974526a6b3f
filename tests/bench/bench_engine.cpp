// What an op costs in each step of the engine, beside a memory copy of as many ops in the same run.

#include "engine/run/run.h"
#include "engine/sim/simulate.h"
#include "tests/bench/baseline.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iostream>

namespace {

using namespace bubblescope;

constexpr int kDevices = 64, kMicrobatches = 512;
/// An op's columns: the op, its start and its end.
constexpr std::size_t kBytesPerOp = sizeof(Op) + 2 * sizeof(Time);

Scenario scenarioOf(const ScheduleKind& kind) {
    Scenario scenario;
    scenario.workload.devices = kDevices;
    scenario.workload.microbatches = kMicrobatches;
    scenario.workload.chunks = kind.usualChunks;
    scenario.workload.comm = 4.0;
    scenario.schedules = {{std::string(kind.id), {}, {}}};
    return scenario;
}

template <class T>
T orExit(Result<T> result) {
    if (result) return std::move(result.value());
    std::cerr << result.error().text() << '\n';
    std::exit(1);
}

/// Runs `step` and reports its cost an op in ns, and as a multiple of the memory copy.
template <class F>
void perOp(benchmark::State& state, std::size_t ops, F step) {
    const double copy = copySeconds(ops * kBytesPerOp);
    const auto begin = Clock::now();
    for (auto _ : state) step();
    const double each = seconds(Clock::now() - begin) / static_cast<double>(state.iterations());
    state.counters["ops"] = static_cast<double>(ops);
    state.counters["ns/op"] = each / static_cast<double>(ops) * 1e9;
    state.counters["copies"] = each / copy;
}

void generate(benchmark::State& state, const ScheduleKind& kind) {
    const ScheduleInput input = resolve(scenarioOf(kind), 0).input();
    perOp(state, orExit(kind.generate(input)).opCount(), [&] { benchmark::DoNotOptimize(kind.generate(input)); });
}

void simulateProgram(benchmark::State& state, const ScheduleKind& kind) {
    const ResolvedSchedule schedule = resolve(scenarioOf(kind), 0);
    const Durations durations = toDurations(schedule.workload);
    const auto program = std::make_shared<const Program>(orExit(kind.generate(schedule.input())));
    perOp(state, program->opCount(), [&] { benchmark::DoNotOptimize(simulate(program, durations)); });
}

void measureTimeline(benchmark::State& state, const ScheduleKind& kind) {
    const auto whole = orExit(run(scenarioOf(kind), 0));
    perOp(state, whole->timeline->program->opCount(),
          [&] { benchmark::DoNotOptimize(measure(*whole->timeline, whole->durations, *loadOf(*whole->timeline->program, 1.0))); });
}

void wholeRun(benchmark::State& state, const ScheduleKind& kind) {
    const Scenario scenario = scenarioOf(kind);
    perOp(state, orExit(run(scenario, 0))->timeline->program->opCount(),
          [&] { benchmark::DoNotOptimize(run(scenario, 0)); });
}

}  // namespace

int main(int argc, char** argv) {
    for (const ScheduleKind* kind : scheduleKinds()) {
        const std::string id(kind->id);
        const auto add = [&](const std::string& step, void (*body)(benchmark::State&, const ScheduleKind&)) {
            benchmark::RegisterBenchmark((step + "/" + id).c_str(), [=](benchmark::State& state) {
                body(state, *kind);
            })->Unit(benchmark::kMillisecond);
        };
        add("generate", generate);
        add("simulate", simulateProgram);
        add("measure", measureTimeline);
        add("run", wholeRun);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
