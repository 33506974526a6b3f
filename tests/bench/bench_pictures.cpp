// The cost of a picture with the most cells that are still drawn one by one, in each vector format, from its layout to
// its bytes, and of an animation of it, next to memory copies in the same run.

#include "engine/io/scenario_file.h"
#include "tests/bench/baseline.h"
#include "tests/bench/suites.h"
#include "tests/widgets/gantt_pictures.h"

namespace bubblescope::bench {

namespace {

/// Two ops of each of 625 microbatches on 16 devices: 20,000 cells.
const Scenario& figure() {
    static const Scenario kFigure = test::scenarioOf("1f1b", 16, 625);
    return kFigure;
}

void write(benchmark::State& state, const PictureFormat& format, const Scenario& scenario,
           const PictureOptions& options) {
    const std::vector<Outcome> outcomes = test::outcomesOf(scenario);
    const std::string json = writeScenario(scenario);
    std::size_t bytes = 0;
    const double each = timeSteps(state, [&] {
        const auto picture = ganttPicture(shownOf(outcomes), options);
        auto file = orExit(pictureFile(format, orExit(picture), 1, json));
        bytes = static_cast<std::size_t>(file.size());
        return file;
    });
    state.counters["ms"] = each * 1e3;
    state.counters["MB"] = static_cast<double>(bytes) / 1e6;
    state.counters["copies"] = each / copySeconds(bytes);
}

}  // namespace

void addPictureSuite() {
    for (const PictureFormat* format : pictureFormats(PictureFormats::Drawn))
        if (!format->isOfPixels)
            add(std::string("picture/20k/") + format->suffix, 3,
                [=](benchmark::State& state) { write(state, *format, figure(), {}); });
    PictureOptions slide;
    slide.width = 960, slide.height = 540;
    add("picture/gif/960x540", 3,
        [=](benchmark::State& state) { write(state, kGif, test::foundingScenario(), slide); });
}

}  // namespace bubblescope::bench
