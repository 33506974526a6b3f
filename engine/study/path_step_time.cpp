// A time that all steps share, `times.all_reduce`.

#include "engine/entries/step_edits.h"
#include "engine/study/scenario_path.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr std::string_view kTimes = "times.";

bool readTime(ScenarioPath& path) {
    if (!path.text.starts_with(kTimes)) return false;
    path.key = path.text.substr(kTimes.size());
    return true;
}

bool isTimeCount(const ScenarioPath& path) { return isCountOfLayers(path.key); }

std::optional<StepTime> timeAt(const Scenario& scenario, const ScenarioPath& path) {
    for (StepTime& time : stepTimesOf(scenario))
        if (time.key == path.key) return std::move(time);
    return std::nullopt;
}

}  // namespace

const PathKind kStepTimePath{
    .read = readTime,
    .isWhole = isTimeCount,
    .isTime = [](const ScenarioPath& path) { return !isTimeCount(path); },
    .isOfSteps = true,
    .symbol = [](const ScenarioPath& path) { return std::string(stepTimeSymbol(path.key)); },
    .title = [](const ScenarioPath& path) { return titleOfStepTime(path.key); },
    .get =
        [](const Scenario& scenario, const ScenarioPath& path) {
            const auto present = timeAt(scenario, path);
            return present && present->isOne() ? std::optional(present->least) : std::nullopt;
        },
    .set = [](Scenario scenario, const ScenarioPath& path, double x,
              bool) { return withStepTime(std::move(scenario), path.key, x); },
    .range = [](const Scenario& scenario, const ScenarioPath& path) -> AxisRange {
        const auto present = timeAt(scenario, path);
        const double most = present ? present->most : 0;
        if (isTimeCount(path)) return {1, std::max(8.0, 2 * most)};
        return {0, most > 0 ? 2 * most : 1};
    },
    .vary =
        [](Scenario& alone, const ScenarioPath& path, double x) {
            alone.schedules.front() = withTime(std::move(alone.schedules.front()), {path.key, path.halves}, x);
        },
};

ScenarioPath pathOfStepTime(std::string_view key) { return std::string(kTimes) += key; }

}  // namespace bubblescope
