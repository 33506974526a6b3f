// The cost of summing lanes, laying out and drawing large Gantts, next to memory copies in the same run.

#include "engine/io/scenario_file.h"
#include "engine/schemes/scheme.h"
#include "tests/bench/baseline.h"
#include "tests/bench/mesh.h"
#include "tests/bench/suites.h"
#include "tests/engine/scenarios.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/highlights.h"
#include "widgets/shown/outcome.h"

#include <QPainter>

#include <cmath>

namespace bubblescope::bench {

namespace {

constexpr QSize kView(1600, 900);
constexpr int kViews = 40;
constexpr std::size_t kFrameBytes = std::size_t{4} * 1600 * 900;

struct Work {
    const char* name;
    int devices, microbatches;
    ScheduleEntry schedule;
};

/// The outcome of `work`. Kept until another is asked for: a hundred million cells take gigabytes.
const std::vector<Outcome>& outcomesOf(const Work& work) {
    static std::string kept;
    static std::vector<Outcome> outcomes;
    if (kept == work.name) return outcomes;
    outcomes.clear();
    Scenario scenario = test::foundingScenario(work.devices, work.microbatches);
    scenario.schedules = {work.schedule};
    auto whole = std::make_shared<Run>(*unfolded(orExit(run(scenario, 0)), kMaxOps));
    whole->sums = sumLanes(*whole->timeline);
    kept = work.name;
    outcomes = {{QString::fromStdString(whole->title), seriesColors(scenario.schedules, ThemeId::Light)[0], whole, {}}};
    return outcomes;
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
void frames(benchmark::State& state, const Work& work, ColorBy colorBy) {
    const std::vector<TrackData> shown = shownOf(outcomesOf(work));
    const TimeRange all = fittingRange(shown);
    const std::size_t opsOfALane = shown.front().timeline->program->lanes.front().size();
    GanttStyle style;
    style.colorBy = colorBy;
    GanttRenderer renderer;
    QImage picture;
    std::vector<std::vector<double>> times(kViews);
    for (auto _ : state) {
        double sum = 0;
        for (int view = 0; view < kViews; ++view) {
            const auto begin = Clock::now();
            const GanttLayout layout = layoutGantt(shown, {}, style, viewOf(all, opsOfALane, view), kView);
            picture = renderer.render(layout, shown, 0, 1, std::move(picture));
            benchmark::DoNotOptimize(picture.constBits());
            times[static_cast<std::size_t>(view)].push_back(seconds(Clock::now() - begin));
            sum += times[static_cast<std::size_t>(view)].back();
        }
        state.SetIterationTime(sum);
    }
    std::vector<double> medians;
    for (const std::vector<double>& ofView : times) medians.push_back(medianOf(ofView));
    const double worst = *std::max_element(medians.begin(), medians.end());
    state.counters["worst_ms"] = worst * 1e3;
    state.counters["median_ms"] = medianOf(medians) * 1e3;
    state.counters["copies"] = worst / copySeconds(kFrameBytes);
}

void layOut(benchmark::State& state, const Work& work) {
    const std::vector<TrackData> shown = shownOf(outcomesOf(work));
    const TimeRange all = fittingRange(shown);
    timeSteps(state, [&] { return layoutGantt(shown, {}, {}, all, kView); });
}

void sumUp(benchmark::State& state, const Work& work) {
    const Timeline& timeline = *outcomesOf(work).front().run->timeline;
    const auto ops = static_cast<double>(timeline.program->opCount());
    const double each = timeSteps(state, [&] { return sumLanes(timeline); });
    state.counters["ms"] = each * 1e3;
    state.counters["ns/op"] = each / ops * 1e9;
    state.counters["copies"] = each / copySeconds(timeline.program->opCount() * kBytesPerOp);
    state.counters["sums_MB"] = static_cast<double>(outcomesOf(work).front().run->sums->bytes()) / 1e6;
}

/// Points out all forwards of a run that is in sight.
void light(benchmark::State& state, const Work& work) {
    const std::vector<TrackData> shown = shownOf(outcomesOf(work));
    const Program& program = *shown.front().timeline->program;
    const GanttLayout layout = layoutGantt(shown, {}, {}, fittingRange(shown), kView);
    Highlight lit{Highlight::As::Lit, 0};
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row)
            if (program.ops[row].kind() == OpKind::Forward) lit.rows.push_back(row);
    QImage picture(kView, QImage::Format_RGB32);
    const double each = timeSteps(state, [&] {
        picture.fill(Qt::white);
        QPainter painter(&picture);
        paintHighlights(painter, layout, 0, shown, {lit});
        painter.end();
        return picture.constBits();
    });
    state.counters["ms"] = each * 1e3;
    state.counters["copies"] = each / copySeconds(kFrameBytes);
}

ScheduleEntry interleaved() {
    ScheduleEntry entry;
    entry.kind = "interleaved-1f1b";
    entry.own.chunks = 4;
    return entry;
}

/// Each worker computes eight stages of its own; where they fetch weights, half of an op's time.
ScheduleEntry looped(int batches, double fetch) {
    Scheme scheme;
    scheme.kind = "fs-looped-pp";
    scheme.workers = scheme.stages = 64;
    scheme.parameters = {{"group_size", 8}};
    scheme.batches = batches;
    scheme.fetch = fetch;
    return entryOf(scheme);
}

ScheduleEntry mesh() { return orExit(readScenario(kMesh)).schedules.front(); }

}  // namespace

void addGanttSuite() {
    const auto addWork = [](const std::string& step, const Work& work, auto body) {
        add(step + '/' + work.name, 3, [=](benchmark::State& state) {
            body(state, work);
        })->MinTime(6 * kRepetitionSeconds);  // several frames of each view
    };
    for (const Work& work :
         {Work{"10M/1f1b/D:64", 64, 78'125, {"1f1b", {}, {}}}, Work{"10M/interleaved/D:64", 64, 19'520, interleaved()},
          Work{"10M/1f1b/D:256", 256, 19'531, {"1f1b", {}, {}}},
          Work{"10M/interleaved/D:256", 256, 4'864, interleaved()},
          Work{"10M/fs-looped-pp/W:64", 64, 1, looped(78'080, 0)},
          Work{"10M/fs-looped-pp/W:64/fetches", 64, 1, looped(78'080, 0.5)}, Work{"1M/mesh/ranks:64", 64, 1, mesh()},
          Work{"100M/1f1b/D:64", 64, 781'250, {"1f1b", {}, {}}},
          Work{"100M/interleaved/D:64", 64, 195'328, interleaved()},
          Work{"100M/fs-looped-pp/W:64", 64, 1, looped(780'800, 0)}}) {
        addWork("sums", work, sumUp);
        addWork("layout", work, layOut);
        for (const auto& [color, by] : {std::pair{"kind", ColorBy::Kind}, {"microbatch", ColorBy::Microbatch}})
            addWork(std::string("frames/") + color, work,
                    [by = by](benchmark::State& state, const Work& w) { frames(state, w, by); });
    }
    addWork("highlights", Work{"243k/1f1b/D:64", 64, 1'900, {"1f1b", {}, {}}}, light);
}

}  // namespace bubblescope::bench
