#include "tests/bench/targets.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace bubblescope::bench {

namespace {

enum class Reach { AtMost, AtLeast };
enum class Of { Median, Worst };

/// A line of the table: a counter of a benchmark, over its repetitions, and what it is to reach.
struct Target {
    std::string what;
    const char* benchmark;
    const char* counter;
    double bar;
    const char* unit;
    Reach reach = Reach::AtMost;
    Of of = Of::Median;
};

const Target kTargets[] = {
    {"1F1B, 2.1 M ops: generate and simulate", "first/1f1b/D:256/MBS:4096", "ns/op", 8, "ns/op"},
    {"    replay after T_C changed", "replay/1f1b/D:256/MBS:4096", "ns/op", 2, "ns/op"},
    {"    beside a copy of the 20 bytes an op that it moves", "replay/1f1b/D:256/MBS:4096", "copies", 2.5, "copies"},
    {"interleaved v = 4, 1.05 M ops: generate and simulate", "first/interleaved-1f1b/D:64/MBS:2048/v:4", "ns/op", 15,
     "ns/op"},
    {"Hanayo v = 4, 1.05 M ops: generate and simulate", "first/hanayo/D:64/MBS:2048/v:4", "ns/op", 15, "ns/op"},
    {"    generate: an op of 16.8 M to one of 4.2 M", "growth/hanayo/D:64/v:4", "growth", 1.5, "times"},
    {"two directions, 2.1 M ops: generate and simulate, Chimera", "first/chimera/D:256/MBS:4096", "ns/op", 15, "ns/op"},
    {"    DualPipe", "first/dualpipe/D:256/MBS:4096", "ns/op", 15, "ns/op"},
    {"FS Looped PP with fetches, 65,536 ops: whole run", "scheme/fs-looped-pp/W:64/S:64/B:512", "ms", 60, "ms"},
    {"    1.05 M ops", "scheme/fs-looped-pp/W:64/S:64/B:8192", "ms", 1000, "ms"},
    {"training step, 1 M ops on 64 ranks: generate and simulate", "step/mesh/1M", "ms", 60, "ms"},
    {"    replay", "step/mesh/1M/replay", "ms", 15, "ms"},
    {"    4096 ranks, told as one", "step/mesh/4096", "ms", 5, "ms"},
    {"931 meshes of Llama 3 70B on 1,024 devices, two cores", "step/meshes/1024", "ms", 2000, "ms"},
    {"2,418 simulations of the notebook, one core", "notebook", "s", 0.15, "s"},
    {"all experiments in both time bases, one sweep", "sweep", "s", 0.3, "s"},
    {"Gantt frame, 10 M cells, worst of 40 views: by kind", "frames/kind/10M/1f1b/D:64", "worst_ms", 6, "ms"},
    {"    by microbatch", "frames/microbatch/10M/1f1b/D:64", "worst_ms", 6, "ms"},
    {"    interleaved v = 4, by kind", "frames/kind/10M/interleaved/D:64", "worst_ms", 6, "ms"},
    {"    interleaved v = 4, by microbatch", "frames/microbatch/10M/interleaved/D:64", "worst_ms", 6, "ms"},
    {"    256 devices, by kind", "frames/kind/10M/1f1b/D:256", "worst_ms", 6, "ms"},
    {"    256 devices, by microbatch", "frames/microbatch/10M/1f1b/D:256", "worst_ms", 6, "ms"},
    {"    interleaved v = 4 on 256 devices, by kind", "frames/kind/10M/interleaved/D:256", "worst_ms", 6, "ms"},
    {"    interleaved v = 4 on 256 devices, by microbatch", "frames/microbatch/10M/interleaved/D:256", "worst_ms", 6,
     "ms"},
    {"    first build of its summary", "sums/10M/1f1b/D:64", "ms", 100, "ms"},
    {"    FS Looped PP, by kind", "frames/kind/10M/fs-looped-pp/W:64", "worst_ms", 6, "ms"},
    {"    FS Looped PP, by microbatch", "frames/microbatch/10M/fs-looped-pp/W:64", "worst_ms", 6, "ms"},
    {"Gantt frame, training step, 64 ranks of 6 lanes, 1.2 M cells", "frames/kind/1M/mesh/ranks:64", "worst_ms", 6,
     "ms"},
    {"Gantt frame, 100 M cells, worst of 40 views: by kind", "frames/kind/100M/1f1b/D:64", "worst_ms", 16, "ms"},
    {"    by microbatch", "frames/microbatch/100M/1f1b/D:64", "worst_ms", 16, "ms"},
    {"    interleaved v = 4, by kind", "frames/kind/100M/interleaved/D:64", "worst_ms", 16, "ms"},
    {"    interleaved v = 4, by microbatch", "frames/microbatch/100M/interleaved/D:64", "worst_ms", 16, "ms"},
    {"    memory of its summary", "sums/100M/1f1b/D:64", "sums_MB", 500, "MB"},
    {"    FS Looped PP, by kind", "frames/kind/100M/fs-looped-pp/W:64", "worst_ms", 16, "ms"},
    {"    FS Looped PP, by microbatch", "frames/microbatch/100M/fs-looped-pp/W:64", "worst_ms", 16, "ms"},
    {"figure of 20,000 cells, to its bytes: SVG", "picture/20k/svg", "ms", 500, "ms"},
    {"    its size", "picture/20k/svg", "MB", 2, "MB"},
    {"    PDF", "picture/20k/pdf", "ms", 500, "ms"},
    {"    TikZ", "picture/20k/tex", "ms", 500, "ms"},
    {"web page of 20,000 ops: script until the first picture", "web/20k", "first_ms", 100, "ms"},
    {"    script per frame while its view moves, median", "web/20k", "frame_ms", 8, "ms"},
    {"GIF of 60 frames, 960 x 540", "picture/gif/960x540", "ms", 2000, "ms"},
    {"drag, 5 schedules, D 64, MBS 512: moves that were shown", "drag/curves:microbatches", "shown_%", 99, "%",
     Reach::AtLeast},
    {"    slider event to painted picture, median", "drag/curves:microbatches", "latency_ms", 16.7, "ms"},
    {"    event loop blocked, 99th percentile", "drag/curves:microbatches", "blocked_p99_ms", 16, "ms"},
    {"    event loop blocked, ever, in any repetition", "drag/curves:microbatches", "blocked_max_ms", 50, "ms",
     Reach::AtMost, Of::Worst},
    {"    curves over MBS whole after the last change", "drag/curves:microbatches", "curves_ms", 200, "ms"},
    {"    curves over D", "drag/curves:devices", "curves_ms", 200, "ms"},
    {"    curves over v", "drag/curves:chunks", "curves_ms", 200, "ms"},
    {"    curves over r", "drag/curves:recompute", "curves_ms", 200, "ms"},
    {"drag, all 21 kinds of training steps: slider event to painted picture, 99th percentile", "drag/steps",
     "latency_p99_ms", 50, "ms"},
    {"experiment, 5 schedules, 30 points, D 32: edit to picture", "experiment/redraw", "redraw_ms", 50, "ms"},
    {"gallery of all schedules, D 16, MBS 64: opened and whole", "gallery/D:16/MBS:64", "open_ms", 150, "ms"},
    {"    after a slider was moved", "gallery/D:16/MBS:64", "moved_ms", 150, "ms"},
    {"playback of 5 schedules, D 16, MBS 64, at 1920 x 1080: worst frame", "playback/D:16/MBS:64", "worst_ms", 16.7,
     "ms"},
    {"    while presenting", "playback/D:16/MBS:64/present", "worst_ms", 16.7, "ms"},
    {"    frame of the glide from MBS 60, median", "glide/D:16/MBS:64", "median_ms", 16.7, "ms"},
    {"stop of a run of 66 M ops, median: GPipe", "stops/gpipe", "stop_ms", 20, "ms"},
    {"    worst", "stops/gpipe", "stop_max_ms", 20, "ms"},
    {"    1F1B", "stops/1f1b", "stop_ms", 20, "ms"},
    {"    worst", "stops/1f1b", "stop_max_ms", 20, "ms"},
    {"    interleaved, v = 32", "stops/interleaved-1f1b", "stop_ms", 20, "ms"},
    {"    worst", "stops/interleaved-1f1b", "stop_max_ms", 20, "ms"},
    {"    its order and replay", "stops/replay/interleaved-1f1b", "stop_ms", 20, "ms"},
    {"    worst", "stops/replay/interleaved-1f1b", "stop_max_ms", 20, "ms"},
    {"    Hanayo, v = 64", "stops/hanayo", "stop_ms", 20, "ms"},
    {"    worst", "stops/hanayo", "stop_max_ms", 20, "ms"},
    {"    ZB-H1", "stops/zb-h1", "stop_ms", 20, "ms"},
    {"    worst", "stops/zb-h1", "stop_max_ms", 20, "ms"},
    {"memory of an op at most, five schedules, 10 M ops: runs", "memory/run", "B/op", 40, "B/op"},
    {"    loaded in the window, with curves and advice", "memory/window", "load_B/op", 40, "B/op"},
    {"    and dragged, with curves along every axis", "memory/window", "B/op", 40, "B/op"},
    {"    and with another MBS, while two programs are there", "memory/window", "shape_B/op", 40, "B/op"},
    {"    likewise one schedule alone: 1F1B", "memory/alone/1f1b", "shape_B/op", 40, "B/op"},
    {"    ZB-H1", "memory/alone/zb-h1", "shape_B/op", 40, "B/op"},
    {"ring all-reduce of 1,024 ranks: plan, numbers and cells", "collective/cells/ring/n:1024", "ms", 50, "ms"},
    {"    cost and crossings of 4,096 ranks", "collective/cost/n:4096", "ms", 1, "ms"},
    {"slots of 64 ranks, worst frame of an all-reduce by any algorithm", "collective/frames/all-reduce/n:64",
     "worst_ms", 16, "ms"},
    {"    with two pixels to each", "collective/frames/all-reduce/n:64", "worst_2x_ms", 16, "ms"},
    {"    of an all-to-all", "collective/frames/all-to-all/n:64", "worst_ms", 16, "ms"},
    {"    with two pixels to each", "collective/frames/all-to-all/n:64", "worst_2x_ms", 16, "ms"},
    {"start to first painted window", "start", "window_ms", 150, "ms"},
    {"    beside an empty Qt window", "start", "beside_empty", 3, "times"},
    {"    resident memory a second later", "start", "rss_MB", 90, "MB"},
};

/// Works on many devices: each step costs an op at most twice what it costs on 256.
constexpr const char* kWide[][2] = {
    {"GPipe on 1,024 devices", "wide/gpipe/D:1024/MBS:1024"},
    {"GPipe on 4,096 devices", "wide/gpipe/D:4096/MBS:1024"},
    {"1F1B on 1,024 devices", "wide/1f1b/D:1024/MBS:1024"},
    {"1F1B on 4,096 devices", "wide/1f1b/D:4096/MBS:1024"},
    {"interleaved v = 2 on 1,024 devices", "wide/interleaved-1f1b/D:1024/MBS:1024/v:2"},
    {"interleaved v = 2 on 4,096 devices", "wide/interleaved-1f1b/D:4096/MBS:4096/v:2"},
    {"Hanayo v = 2 on 1,024 devices", "wide/hanayo/D:1024/MBS:1024/v:2"},
    {"Hanayo v = 2 on 4,096 devices", "wide/hanayo/D:4096/MBS:4096/v:2"},
    {"ZB-H1 on 1,024 devices", "wide/zb-h1/D:1024/MBS:1024"},
    {"ZB-H1 on 4,096 devices", "wide/zb-h1/D:4096/MBS:1024"},
};

std::vector<Target> targets() {
    std::vector<Target> all(std::begin(kTargets), std::end(kTargets));
    for (const auto& [work, benchmark] : kWide) {
        all.push_back({std::string(work) + " beside 256: generate", benchmark, "generate_times", 2, "times"});
        all.push_back({"    simulate", benchmark, "simulate_times", 2, "times"});
        all.push_back({"    replay", benchmark, "replay_times", 2, "times"});
    }
    return all;
}

const double* counterOf(const benchmark::BenchmarkReporter::Run& run, const char* name) {
    const auto found = run.counters.find(name);
    return found == run.counters.end() ? nullptr : &found->second.value;
}

std::string copiesOf(const benchmark::BenchmarkReporter::Run& run) {
    const double* const copies = counterOf(run, "copies");
    if (!copies) return "";
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", *copies);
    return text;
}

}  // namespace

bool Reporter::ReportContext(const Context& context) {
    std::printf("%d cores at %.0f MHz, load %.2f; medians of the repetitions\n", context.cpu_info.num_cpus,
                context.cpu_info.cycles_per_second / 1e6,
                context.cpu_info.load_avg.empty() ? 0.0 : context.cpu_info.load_avg.front());
    return true;
}

void Reporter::ReportRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
        const std::string& name = run.run_name.function_name;
        if (run.error_occurred) std::printf("%-46s failed: %s\n", name.c_str(), run.error_message.c_str());
        if (run.run_type == Run::RT_Iteration)
            for (const auto& [counter, value] : run.counters) {
                double& worst = m_worst[name][counter];
                worst = std::max(worst, value.value);
            }
        const bool isAlone = run.run_type == Run::RT_Iteration && run.repetitions <= 1;
        if (run.error_occurred || !(isAlone || run.aggregate_name == "median")) continue;
        m_medians[name] = run;
        std::printf("%-46s %10.3f ms", name.c_str(), run.GetAdjustedRealTime());
        for (const auto& [counter, value] : run.counters) std::printf("  %s %.4g", counter.c_str(), value.value);
        std::printf("\n");
        std::fflush(stdout);
    }
}

void Reporter::Finalize() {
    int missing = 0;
    std::printf("\n%-58s %16s %16s %8s  %s\n", "", "measured", "to reach", "copies", "reached");
    for (const Target& target : targets()) {
        const auto found = m_medians.find(target.benchmark);
        const double* value = found == m_medians.end() ? nullptr : counterOf(found->second, target.counter);
        if (value && target.of == Of::Worst) value = &m_worst[target.benchmark][target.counter];
        if (!value) {
            ++missing;
            continue;
        }
        const bool isReached = target.reach == Reach::AtMost ? *value <= target.bar : *value >= target.bar;
        std::printf("%-58s %9.4g %-6s %2s %6.4g %-6s %8s  %s\n", target.what.c_str(), *value, target.unit,
                    target.reach == Reach::AtMost ? "<=" : ">=", target.bar, target.unit,
                    copiesOf(found->second).c_str(), isReached ? "yes" : "NO");
    }
    if (missing > 0) std::printf("%d more goals were not measured in this run\n", missing);
}

}  // namespace bubblescope::bench
