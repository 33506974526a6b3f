// What summing up lanes, laying out and drawing Gantts cost at size, beside memory copies in the same run.

#include "tests/bench/baseline.h"
#include "widgets/gantt/gantt_paint.h"

#include <benchmark/benchmark.h>

#include <QGuiApplication>

#include <cmath>
#include <cstdlib>
#include <iostream>

namespace {

using namespace bubblescope;

constexpr QSize kView(1600, 900);
constexpr int kViews = 40;
constexpr std::size_t kFrameBytes = std::size_t{4} * 1600 * 900;
/// What sumLanes() reads of an op: who it is, once for its kind and once to count it.
constexpr std::size_t kBytesPerOp = 2 * sizeof(Op);

Outcome outcomeOf(int devices, int microbatches, const ScheduleEntry& schedule) {
    Scenario scenario;
    scenario.workload.devices = devices;
    scenario.workload.microbatches = microbatches;
    scenario.workload.comm = 4.0;
    scenario.schedules = {schedule};
    const RunResult result = run(scenario, 0);
    if (!result) {
        std::cerr << result.error().text() << '\n';
        std::exit(1);
    }
    auto whole = std::make_shared<Run>(**result);
    whole->sums = sumLanes(*whole->timeline);
    return {QString::fromStdString(whole->title), seriesColors(scenario.schedules, ThemeId::Light)[0], whole, {}};
}

ScheduleEntry interleaved() {
    ScheduleEntry entry;
    entry.kind = "interleaved-1f1b";
    entry.own.chunks = 4;
    return entry;
}

std::size_t opsOf(const std::vector<Outcome>& outcomes) {
    std::size_t ops = 0;
    for (const Outcome& outcome : outcomes) ops += outcome.run->timeline->program->opCount();
    return ops;
}

double medianOf(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// The view at `index` of kViews: from all to some ops, each elsewhere in the run.
TimeRange viewOf(const TimeRange& all, std::size_t opsOfALane, int index) {
    constexpr double kOpsShown = 20, kGolden = 0.6180339887;
    const double deepest = std::max(1.0, static_cast<double>(opsOfALane) / kOpsShown);
    const double span = all.span() / std::pow(deepest, index / (kViews - 1.0));
    const double begin = all.begin + (all.span() - span) * std::fmod(index * kGolden, 1.0);
    return {begin, begin + span};
}

/// Draws all views in turn; each one's time is the median of its frames.
void frames(benchmark::State& state, const std::vector<Outcome>& outcomes, ColorBy colorBy) {
    const TimeRange all = fittingRange(outcomes);
    const std::size_t opsOfALane = outcomes.front().run->timeline->program->lanes.front().size();
    GanttStyle style;
    style.colorBy = colorBy;
    GanttRenderer renderer;
    QImage picture;
    std::vector<std::vector<double>> times(kViews);
    for (auto _ : state) {
        for (int view = 0; view < kViews; ++view) {
            const auto begin = Clock::now();
            const GanttLayout layout = layoutGantt(outcomes, {}, style, viewOf(all, opsOfALane, view), kView);
            picture = renderer.render(layout, outcomes, 0, 1, std::move(picture));
            benchmark::DoNotOptimize(picture.constBits());
            times[static_cast<std::size_t>(view)].push_back(seconds(Clock::now() - begin));
        }
    }
    std::vector<double> medians;
    for (const std::vector<double>& ofView : times) medians.push_back(medianOf(ofView));
    const double worst = *std::max_element(medians.begin(), medians.end());
    state.counters["ops"] = static_cast<double>(opsOf(outcomes));
    state.counters["worst_ms"] = worst * 1e3;
    state.counters["median_ms"] = medianOf(medians) * 1e3;
    state.counters["copies"] = worst / copySeconds(kFrameBytes);
    std::size_t bytes = 0;
    for (const Outcome& outcome : outcomes) bytes += outcome.run->sums->bytes();
    state.counters["sums_bytes"] = static_cast<double>(bytes);
}

void sumUp(benchmark::State& state, const std::vector<Outcome>& outcomes) {
    const Timeline& timeline = *outcomes.front().run->timeline;
    const auto ops = static_cast<double>(opsOf(outcomes));
    std::vector<double> times;
    for (auto _ : state) {
        const auto begin = Clock::now();
        benchmark::DoNotOptimize(sumLanes(timeline));
        times.push_back(seconds(Clock::now() - begin));
    }
    const double each = medianOf(times);
    state.counters["ops"] = ops;
    state.counters["ns/op"] = each / ops * 1e9;
    state.counters["copies"] = each / copySeconds(opsOf(outcomes) * kBytesPerOp);
    state.counters["sums_bytes"] = static_cast<double>(outcomes.front().run->sums->bytes());
}

void layOut(benchmark::State& state, const std::vector<Outcome>& outcomes) {
    const TimeRange all = fittingRange(outcomes);
    for (auto _ : state) benchmark::DoNotOptimize(layoutGantt(outcomes, {}, {}, all, kView));
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;

    // One at a time: a hundred million cells take gigabytes.
    struct Work {
        const char* name;
        int devices, microbatches;
        ScheduleEntry schedule;
    };
    const Work works[] = {
        {"10M/1f1b/D:64", 64, 78'125, {"1f1b", {}, {}}},   {"10M/interleaved/D:64", 64, 19'520, interleaved()},
        {"10M/1f1b/D:256", 256, 19'531, {"1f1b", {}, {}}}, {"10M/interleaved/D:256", 256, 4'864, interleaved()},
        {"100M/1f1b/D:64", 64, 781'250, {"1f1b", {}, {}}},
    };
    for (const Work& work : works) {
        const std::string name = work.name;
        std::vector<Outcome> outcomes;
        const auto add = [&](const std::string& what, auto body) {
            benchmark::RegisterBenchmark((what + "/" + name).c_str(), [&, body](benchmark::State& state) {
                if (outcomes.empty()) outcomes.push_back(outcomeOf(work.devices, work.microbatches, work.schedule));
                body(state, outcomes);
            })->Unit(benchmark::kMillisecond);
        };
        add("sums", sumUp);
        add("layout", layOut);
        for (const auto& [color, colorBy] : {std::pair{"kind", ColorBy::Kind}, {"microbatch", ColorBy::Microbatch}})
            add(std::string("frames/") + color,
                [by = colorBy](benchmark::State& state, const auto& shown) { frames(state, shown, by); });
        benchmark::RunSpecifiedBenchmarks();
        benchmark::ClearRegisteredBenchmarks();
    }
    benchmark::Shutdown();
    return 0;
}
