// What a frame of stacked Gantts costs at several zooms, beside a copy of its pixels in the same run.

#include "tests/bench/baseline.h"
#include "widgets/gantt/gantt_paint.h"

#include <benchmark/benchmark.h>

#include <QGuiApplication>

#include <cstdlib>
#include <iostream>

namespace {

using namespace bubblescope;

constexpr QSize kView(1440, 900);

std::vector<Outcome> outcomesOf(int microbatches, std::vector<ScheduleEntry> schedules) {
    Scenario scenario;
    scenario.workload.devices = 64;
    scenario.workload.microbatches = microbatches;
    scenario.workload.comm = 4.0;
    scenario.schedules = std::move(schedules);
    const std::vector<QColor> colors = seriesColors(scenario.schedules, ThemeId::Light);
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        const RunResult result = run(scenario, i);
        if (!result) {
            std::cerr << result.error().text() << '\n';
            std::exit(1);
        }
        outcomes.push_back({QString::fromStdString((*result)->title), colors[i], *result, {}});
    }
    return outcomes;
}

/// Draws the middle of the time axis, `zoom` times as large as fits, each frame a little further on: what
/// panning costs.
void frame(benchmark::State& state, const std::vector<Outcome>& outcomes, double zoom) {
    const TimeRange all = fittingRange(outcomes);
    const double span = all.span() / zoom, least = (all.begin + all.end - span) / 2;
    const GanttStyle style;
    GanttRenderer renderer;
    std::size_t ops = 0;
    for (const Outcome& outcome : outcomes) ops += outcome.run->timeline->program->opCount();

    double drawing = 0;
    int frames = 0;
    for (auto _ : state) {
        const double begin = least + span * 0.001 * (frames++ % 100);
        const auto started = Clock::now();
        const GanttLayout layout = layoutGantt(outcomes, {}, style, {begin, begin + span}, kView);
        benchmark::DoNotOptimize(renderer.render(layout, outcomes, 0, 1));
        drawing += seconds(Clock::now() - started);
    }
    const double each = drawing / static_cast<double>(state.iterations());
    state.counters["ops"] = static_cast<double>(ops);
    state.counters["copies"] = each / copySeconds(static_cast<std::size_t>(kView.width() * kView.height()) * 4);
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication app(argc, argv);
    const auto founding = outcomesOf(512, foundingSchedules());
    const auto tenMillion = outcomesOf(78'125, {{"1f1b", {}, {}}});
    for (const double zoom : {1.0, 8.0, 64.0, 512.0, 4096.0}) {
        const std::string suffix = "/zoom:" + std::to_string(static_cast<int>(zoom));
        for (const auto& [name, outcomes] : {std::pair{"five", &founding}, std::pair{"ten_million", &tenMillion}})
            benchmark::RegisterBenchmark((name + suffix).c_str(), [=, shown = outcomes](benchmark::State& state) {
                frame(state, *shown, zoom);
            })->Unit(benchmark::kMillisecond);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
