// The cost of a frame of the slots of 64 ranks, for every algorithm.

#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "widgets/collectives/slots_view.h"

#include <QImage>

namespace bubblescope::bench {

namespace {

constexpr int kRanks = 64, kFrames = 10, kTimesEach = 3;
constexpr QSize kView(1100, 560);  // of a page without its lower part

CollectiveSetup setupOf(Collective collective, std::string_view algorithm) {
    CollectiveSetup setup;
    setup.collective = collective;
    setup.ranks = kRanks;
    setup.algorithms = {std::string(algorithm)};
    return setup;
}

/// The worst frame of the steps of all algorithms of a collective, each the median of its times; in seconds.
double worstFrame(Collective collective, int pixelRatio) {
    double worst = 0;
    QImage image(kView * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    for (const Algorithm& algorithm : algorithmsOf(collective)) {
        const CollectiveSetup setup = setupOf(collective, algorithm.id);
        auto playback = Playback::of(setup, algorithm.id);
        if (!playback || playback->states.rows() > kRanks) continue;
        SlotsView view;
        view.resize(kView);
        const double duration = playback->duration;
        view.setPlayback(std::make_shared<const Playback>(std::move(*playback)), setup, {});
        for (int frame = 0; frame <= kFrames; ++frame) {
            std::vector<double> times;
            for (int i = 0; i < kTimesEach; ++i) {
                const auto begin = Clock::now();
                view.setTime(duration * frame / kFrames);
                view.render(&image);
                times.push_back(seconds(Clock::now() - begin));
            }
            worst = std::max(worst, medianOf(times));
        }
    }
    return worst;
}

void frames(benchmark::State& state, Collective collective) {
    double worst = 0, worstAt2 = 0;
    for (auto _ : state) {
        const auto begin = Clock::now();
        worst = worstFrame(collective, 1);
        worstAt2 = worstFrame(collective, 2);
        state.SetIterationTime(seconds(Clock::now() - begin));
    }
    state.counters["worst_ms"] = worst * 1e3;
    state.counters["worst_2x_ms"] = worstAt2 * 1e3;
    const auto bytes = std::size_t{4} * static_cast<std::size_t>(kView.width() * kView.height());
    state.counters["copies"] = worst / copySeconds(bytes);
}

}  // namespace

void addCollectiveSuite() {
    for (const CollectiveInfo& info : collectives())
        add("collective/frames/" + std::string(info.id) + "/n:64", 1,
            [collective = info.collective](benchmark::State& state) { frames(state, collective); })
            ->Iterations(1);
}

}  // namespace bubblescope::bench
