// The cost of an op in each step of the engine, next to a memory copy in the same run.

#include "engine/analysis/metrics.h"
#include "engine/collectives/collective_clock.h"
#include "engine/collectives/cost_lines.h"
#include "engine/entries/registry.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/sim/evaluation_order.h"
#include "engine/sim/simulate.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_choices.h"
#include "tests/bench/baseline.h"
#include "tests/bench/mesh.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"

namespace bubblescope::bench {

namespace {

constexpr int kRepetitions = 5;

struct Work {
    const ScheduleKind* kind;
    int devices, microbatches, chunks;

    std::string name() const {
        std::string text =
            std::string(kind->id) + "/D:" + std::to_string(devices) + "/MBS:" + std::to_string(microbatches);
        return kind->hasChunks ? text + "/v:" + std::to_string(chunks) : text;
    }
    std::size_t ops() const { return static_cast<std::size_t>(opCount(*kind, input())); }
    Scenario scenario(double comm = 4.0) const {
        return test::scenarioOf(kind->id.data(), devices, microbatches, comm, chunks);
    }
    ScheduleInput input() const { return {devices, microbatches, chunks}; }
    Durations durations(double comm = 4.0) const { return toDurations(resolve(scenario(comm), 0).workload); }
};

std::shared_ptr<const Program> programOf(const Work& work) {
    return std::make_shared<const Program>(orExit(work.kind->generate(work.input())));
}

/// Reports `each` seconds as ns an op and as a multiple of a copy of `bytesPerOp`.
void report(benchmark::State& state, double each, std::size_t ops, std::size_t bytesPerOp) {
    state.counters["ops"] = static_cast<double>(ops);
    state.counters["ns/op"] = each / static_cast<double>(ops) * 1e9;
    state.counters["copies"] = each / copySeconds(ops * bytesPerOp);
}

void copy(benchmark::State& state, const Work& work) {
    const std::vector<char> from(work.ops() * kBytesPerOp, 1);
    std::vector<char> to(from.size(), 2);
    const double each = timeSteps(state, [&] {
        std::memcpy(to.data(), from.data(), from.size());
        benchmark::ClobberMemory();
        return to.data();
    });
    state.counters["ops"] = static_cast<double>(work.ops());
    state.counters["ns/op"] = each / static_cast<double>(work.ops()) * 1e9;
    state.counters["GB/s"] = static_cast<double>(from.size()) / each / 1e9;
}

void generate(benchmark::State& state, const Work& work) {
    const double each = timeSteps(state, [&] { return work.kind->generate(work.input()); });
    report(state, each, work.ops(), sizeof(Op));
}

void simulateProgram(benchmark::State& state, const Work& work) {
    const Durations durations = work.durations();
    const auto program = programOf(work);
    const double each = timeSteps(state, [&] { return simulate(program, costsOf(*program, durations)); });
    report(state, each, work.ops(), kBytesPerOp);
}

void generateAndSimulate(benchmark::State& state, const Work& work) {
    const Durations durations = work.durations();
    const double each = timeSteps(state, [&] {
        const auto program = programOf(work);
        return simulate(program, costsOf(*program, durations));
    });
    report(state, each, work.ops(), kBytesPerOp);
}

/// An order that is kept, with other hops than it was found with. Each byte of the order is read once and each end
/// written once; the ends it looks up it has just written.
void replayOrder(benchmark::State& state, const Work& work) {
    constexpr std::size_t bytesMoved = sizeof(EvaluationOrder::Step) + sizeof(Time);
    const auto program = programOf(work);
    orExit(simulate(program, costsOf(*program, work.durations())));
    const auto order = findEvaluationOrder(program);
    if (!order) return state.SkipWithError("no order is kept of this program");
    const Durations changed = work.durations(5.0);
    const double each = timeSteps(state, [&] { return replay(*order, costsOf(*order->program, changed)); });
    report(state, each, work.ops(), bytesMoved);
}

void findOrder(benchmark::State& state, const Work& work) {
    const auto program = programOf(work);
    const double each = timeSteps(state, [&] { return findEvaluationOrder(program); });
    report(state, each, work.ops(), sizeof(EvaluationOrder::Step));
}

void load(benchmark::State& state, const Work& work) {
    const auto program = programOf(work);
    const double each = timeSteps(state, [&] { return loadOf(*program, {}); });
    report(state, each, work.ops(), sizeof(Op));
}

void measureTimeline(benchmark::State& state, const Work& work) {
    const auto whole = orExit(run(work.scenario(), 0));
    timeSteps(state, [&] { return measure(*whole->timeline, whole->durations, *whole->load); });
}

void wholeRun(benchmark::State& state, const Work& work) {
    const Scenario scenario = work.scenario();
    const double each = timeSteps(state, [&] { return run(scenario, 0); });
    report(state, each, work.ops(), kBytesPerOp);
}

/// Whether a generator is linear: what an op costs in a program four times as long, against one in the short one.
/// Both programs are larger than any cache.
void growth(benchmark::State& state, const Work& shorter) {
    Work longer = shorter;
    longer.microbatches *= 4;
    const auto secondsOf = [](const Work& work) {
        const auto begin = Clock::now();
        const auto made = work.kind->generate(work.input());
        benchmark::DoNotOptimize(&made);
        return seconds(Clock::now() - begin);
    };
    std::vector<double> ofShorter, ofLonger;
    for (auto _ : state) {
        ofShorter.push_back(secondsOf(shorter));
        ofLonger.push_back(secondsOf(longer));
        state.SetIterationTime(ofShorter.back() + ofLonger.back());
    }
    state.counters["growth"] = medianOf(ofLonger) / medianOf(ofShorter) / 4;
}

/// What an op costs in wide pipelines, beside one on 256 devices with as many ops in the same run: in all that makes a
/// timeline, and in its replay.
void wide(benchmark::State& state, const Work& work) {
    struct Costs {
        std::vector<double> generate, simulate, replay;
    };
    const auto measure = [](const Work& of, Costs& costs) {
        const Durations durations = of.durations();
        const auto nanoseconds = [&](Clock::time_point begin) {
            return seconds(Clock::now() - begin) / static_cast<double>(of.ops()) * 1e9;
        };
        auto begin = Clock::now();
        const auto program = programOf(of);
        costs.generate.push_back(nanoseconds(begin));
        begin = Clock::now();
        const auto timeline = orExit(simulate(program, costsOf(*program, durations)));
        costs.simulate.push_back(nanoseconds(begin));
        const auto order = findEvaluationOrder(program);
        if (!order) return;
        begin = Clock::now();
        const auto again = orExit(replay(*order, costsOf(*program, durations)));
        costs.replay.push_back(nanoseconds(begin));
    };
    Work narrow = work;
    narrow.devices = 256;
    narrow.microbatches = static_cast<int>(work.ops() / (narrow.ops() / static_cast<std::size_t>(work.microbatches)));
    narrow.microbatches -= narrow.microbatches % narrow.devices;
    Costs ofWide, ofNarrow;
    for (auto _ : state) {
        const auto begin = Clock::now();
        measure(narrow, ofNarrow);
        measure(work, ofWide);
        state.SetIterationTime(seconds(Clock::now() - begin));
    }
    state.counters["ops"] = static_cast<double>(work.ops());
    state.counters["generate_ns/op"] = medianOf(ofWide.generate);
    state.counters["simulate_ns/op"] = medianOf(ofWide.simulate);
    state.counters["replay_ns/op"] = medianOf(ofWide.replay);
    state.counters["generate_times"] = medianOf(ofWide.generate) / medianOf(ofNarrow.generate);
    state.counters["simulate_times"] = medianOf(ofWide.simulate) / medianOf(ofNarrow.simulate);
    state.counters["replay_times"] = medianOf(ofWide.replay) / medianOf(ofNarrow.replay);
}

/// A scheme on 64 workers with 64 stages: its formulas, the list scheduler and what its workers did.
void scheme(benchmark::State& state, const Scheme& scheme) {
    const Scenario scenario = test::scenarioOf(scheme);
    if (const auto ok = checkScenario(scenario); !ok) return state.SkipWithError(ok.error().message.c_str());
    const double each = timeSteps(state, [&] { return orExit(run(scenario, 0)); });
    state.counters["ms"] = each * 1e3;
    report(state, each, static_cast<std::size_t>(scheme.ops()), 2 * kBytesPerOp);
}

/// A plan of 2 M transfers, told in numbers and as cells.
void collectiveCells(benchmark::State& state) {
    CollectiveSetup setup;
    setup.ranks = setup.cluster.nodeSize = kMaxPlanRanks;  // on one node, so that the ring is one and has a plan
    const double each = timeSteps(state, [&] { return timelineOf(setup, orExit(runCollective(setup, "ring"))); });
    const auto ranks = static_cast<std::size_t>(setup.ranks), cells = ranks * 2 * (ranks - 1);
    state.counters["ms"] = each * 1e3;
    report(state, each, cells, sizeof(Transfer) + sizeof(std::uint32_t) + sizeof(Op) + 2 * sizeof(Time));
}

void collectiveCost(benchmark::State& state) {
    CollectiveSetup setup;
    setup.collective = Collective::AllToAll;  // has a closed form that follows the ranks
    setup.ranks = kMaxRanks;
    state.counters["ms"] = timeSteps(state, [&] { return verdictOf(setup, 1e3, 1e10); }) * 1e3;
}

/// The same on 4096 ranks.
constexpr const char* kLargeMesh =
    R"({"format": "bubblescope-scenario", "version": 1, "schedules": [
        {"step": "mesh", "mesh": {"fsdp": 256, "cp": 4, "tp": 4}, "comm_lanes": "split",
         "times": {"layers": 80, "projections": 2, "attention_block": 4, "hop": 1, "mlp": 4, "all_reduce": 2,
                   "all_gather": 5, "reduce_scatter": 5, "optimizer": 3}}]})";

/// Meshes of Llama 3 70B on 1,024 devices, global batch 1,024 sequences, on all cores: a thousand of them.
void chosenMeshes(benchmark::State& state) {
    MeshQuestion question;
    setNamed(question.model, "preset", {std::string("llama-3-70b")});
    setNamed(question.model, "global_batch", {1024});
    question.devices = 1024;
    question.recomputes = {Recompute::Full};
    question.schedules = {"1f1b"};
    const std::vector<MeshChoice> choices = meshChoices(question);
    state.counters["ms"] = 1e3 * timeSteps(state, [&] {
                               double tokens = 0;
                               runChoices(question, choices, [&](std::size_t, const MeshOutcome& outcome) {
                                   tokens += outcome.tokensPerSecond;
                                   return true;
                               });
                               return tokens;
                           });
    state.counters["meshes"] = static_cast<double>(choices.size());
}

void trainingStep(benchmark::State& state, const char* text, Folding folding) {
    const Scenario scenario = orExit(readScenario(text));
    double least = 1e9;
    for (auto _ : state) {
        const StepRun step = orExit(runStep(resolve(scenario, 0), folding));
        const double both = step.generateSeconds + step.simulateSeconds;
        least = std::min(least, both);
        state.SetIterationTime(both);
    }
    state.counters["ms"] = least * 1e3;
}

void replayedStep(benchmark::State& state) {
    const StepRun step = orExit(runStep(resolve(orExit(readScenario(kMesh)), 0), Folding::None));
    const auto order = findEvaluationOrder(step.timeline->program);
    Costs costs;
    costs.ofOp = step.durations;
    state.counters["ms"] = timeSteps(state, [&] { return orExit(replay(*order, costs)); }) * 1e3;
}

}  // namespace

void addEngineSuite() {
    const auto addWork = [](const char* step, void (*body)(benchmark::State&, const Work&), const Work& work) {
        add(std::string(step) + '/' + work.name(), kRepetitions, [=](benchmark::State& state) {
            body(state, work);
        })->MinTime(kRepetitionSeconds);
    };
    for (const ScheduleKind* kind : generatedSchedules()) {
        const Work work = kind->hasChunks ? Work{kind, 64, 2048, 4} : Work{kind, 256, 4096, 1};
        addWork("copy", copy, work);
        addWork("generate", generate, work);
        addWork("simulate", simulateProgram, work);
        addWork("first", generateAndSimulate, work);
        addWork("order", findOrder, work);
        addWork("replay", replayOrder, work);
        addWork("load", load, work);
        addWork("measure", measureTimeline, work);
        addWork("run", wholeRun, work);
    }
    for (const ScheduleKind* kind : {&kGpipe, &kOneFOneB, &kInterleavedOneFOneB, &kHanayo, &kZbH1})
        for (const int devices : {1024, 4096}) {
            // Kinds with chunks take groups of as many microbatches as devices.
            const Work work{kind, devices, kind->hasChunks ? devices : 1024, kind->hasChunks ? 2 : 1};
            add("wide/" + work.name(), 3, [=](benchmark::State& state) { wide(state, work); });
        }
    Scheme looped;
    looped.kind = "fs-looped-pp";
    looped.workers = looped.stages = 64;
    looped.parameters = {{"group_size", 8}};
    looped.fetch = 0.5;
    for (const int batches : {512, 8192}) {
        looped.batches = batches;
        add("scheme/fs-looped-pp/W:64/S:64/B:" + std::to_string(batches), kRepetitions,
            [=](benchmark::State& state) { scheme(state, looped); });
    }
    add("collective/cells/ring/n:1024", kRepetitions, collectiveCells);
    add("collective/cost/n:4096", kRepetitions, collectiveCost);
    add("step/mesh/1M", kRepetitions, [](benchmark::State& state) { trainingStep(state, kMesh, Folding::None); });
    add("step/mesh/1M/replay", kRepetitions, replayedStep);
    add("step/mesh/4096", kRepetitions,
        [](benchmark::State& state) { trainingStep(state, kLargeMesh, Folding::Equal); });
    add("step/meshes/1024", kRepetitions, chosenMeshes);
    add("growth/hanayo/D:64/v:4", kRepetitions, [](benchmark::State& state) {
        growth(state, {&kHanayo, 64, 8192, 4});
    });
}

}  // namespace bubblescope::bench
