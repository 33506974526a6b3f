// Plays the founding schedules in a window and animates changes: the cost of a frame, from the moment its time is known
// until it is painted. At 60 frames per second, each has 16.7 ms.

#include <QCoreApplication>

#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"
#include "widgets/gantt/gantt_glide.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/outcome.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::bench {

namespace {

constexpr QSize kScreen(1920, 1080);
constexpr int kFrames = 300;

std::vector<TrackData> shownAt(int devices, int microbatches) {
    const Scenario scenario = test::foundingScenario(devices, microbatches);
    const auto colors = seriesColors(scenario.schedules, ThemeId::Light);
    std::vector<Outcome> outcomes;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
        outcomes.push_back(outcomeOf(scenario, i, run(scenario, i)));
        outcomes.back().color = colors[i];
    }
    return shownOf(outcomes);
}

void tell(benchmark::State& state, const std::vector<double>& frames) {
    state.counters["median_ms"] = medianOf(frames) * 1e3;
    state.counters["worst_ms"] = *std::max_element(frames.begin(), frames.end()) * 1e3;
}

/// What is due is painted in here.
double paintSeconds(const std::function<void()>& change) {
    const auto begin = Clock::now();
    change();
    QCoreApplication::sendPostedEvents();
    return seconds(Clock::now() - begin);
}

void play(benchmark::State& state, bool isPresenting) {
    applyTheme(ThemeId::Light);
    GanttWidget gantt;
    gantt.resize(kScreen);
    gantt.setShown(shownAt(16, 64));
    gantt.setPresentMode(isPresenting);
    gantt.show();
    QCoreApplication::processEvents();
    gantt.playback().open();
    QCoreApplication::processEvents();
    GanttPlayback& playback = gantt.playback();
    const TimeRange all = fittingRange(gantt.shown());
    std::vector<double> frames;
    for (auto _ : state) {
        double sum = 0;
        for (int frame = 0; frame < kFrames; ++frame) {
            const double share = static_cast<double>(frame) / kFrames;
            frames.push_back(paintSeconds([&] { playback.setTime(all.begin + share * all.span()); }));
            sum += frames.back();
        }
        state.SetIterationTime(sum);
    }
    tell(state, frames);
}

/// Every frame of the way from 60 microbatches to 64.
void glide(benchmark::State& state) {
    applyTheme(ThemeId::Light);
    const auto before = shownAt(16, 60), after = shownAt(16, 64);
    const std::vector<int> names{0, 1, 2, 3, 4};
    const auto laid = [](const std::vector<TrackData>& shown) {
        return layoutGantt(shown, {}, {}, fittingRange(shown), kScreen);
    };
    const GanttLayout one = laid(before), other = laid(after);
    GanttRenderer renderer;
    const QImage picture = renderer.render(other, after, 0, 1);
    GanttGlide way;
    way.setDuration(1);
    std::vector<double> frames;
    double began = 0;
    for (auto _ : state) {
        const auto begin = Clock::now();
        const auto from = glidePlaces(one, before, names, 0, kScreen.height(), GanttGlide::kMostGliding);
        const auto to = glidePlaces(other, after, names, 0, kScreen.height(), GanttGlide::kMostGliding);
        if (!from || !to) return state.SkipWithError("too many cells");
        way.start(glideBetween(*from, *to));
        began = seconds(Clock::now() - begin);
        for (int frame = 0; frame < 20; ++frame) {
            const auto start = Clock::now();
            benchmark::DoNotOptimize(way.frame(picture, other, after, 0).constBits());
            frames.push_back(seconds(Clock::now() - start));
        }
        state.SetIterationTime(seconds(Clock::now() - begin));
    }
    tell(state, frames);
    state.counters["begin_ms"] = began * 1e3;
}

}  // namespace

void addPlaybackSuite() {
    add("playback/D:16/MBS:64", 3, [](benchmark::State& state) { play(state, false); });
    add("playback/D:16/MBS:64/present", 3, [](benchmark::State& state) { play(state, true); });
    add("glide/D:16/MBS:64", 3, glide);
}

}  // namespace bubblescope::bench
