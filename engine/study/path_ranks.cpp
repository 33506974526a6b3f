// How many ranks steps have, `ranks`, how slow one of them is, `slowdown[2]`, and how many devices the steps of a model
// use, `mesh.devices`.

#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/study/scenario_path.h"
#include "engine/study/study_axes.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kRanksName = "ranks", kSlowdown = "slowdown[", kDevicesName = "mesh.devices";
constexpr double kTimesOfDevices = 16;  // ratio to the present number, up and down

bool always(const ScenarioPath&) { return true; }
bool never(const ScenarioPath&) { return false; }

bool isNamed(ScenarioPath& path, std::string_view name) {
    if (path.text != name) return false;
    path.key = path.text;
    return true;
}

std::optional<double> ranksAt(const Scenario& scenario, const ScenarioPath&) {
    const auto ranks = ranksOf(scenario);
    return ranks ? std::optional<double>(*ranks) : std::nullopt;
}

bool readSlowdown(ScenarioPath& path) {
    const std::string_view text = path.text;
    if (!text.starts_with(kSlowdown)) return false;
    int rank = -1;
    const char* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(text.data() + kSlowdown.size(), end, rank);
    path.index = static_cast<std::size_t>(std::max(rank, 0));
    return error == std::errc() && rank >= 0 && std::string_view(after, static_cast<std::size_t>(end - after)) == "]";
}

std::optional<double> slowdownAt(const Scenario& scenario, const ScenarioPath& path) {
    const std::vector<double> factors = slowdownOf(scenario);
    return path.index < factors.size() ? std::optional(factors[path.index]) : std::nullopt;
}

/// Values that double to the present number.
std::vector<double> valuesOfDevices(const Scenario& scenario, const ScenarioPath&, AxisRange range) {
    const double now = devicesOf(scenario);
    std::vector<double> values;
    for (double value = now; value >= range.from; value /= 2)
        if (value == std::floor(value)) values.push_back(value);
    for (double value = 2 * now; value <= range.to; value *= 2) values.push_back(value);
    return values;
}

}  // namespace

const PathKind kRanksPath{
    .read = [](ScenarioPath& path) { return isNamed(path, kRanksName); },
    .isWhole = always,
    .isOfSteps = true,
    .symbol = [](const ScenarioPath&) { return std::string("n"); },
    .title = [](const ScenarioPath&) { return std::string("ranks"); },
    .get = ranksAt,
    .set = [](Scenario scenario, const ScenarioPath&, double x,
              bool) { return withRanks(std::move(scenario), toCount(x)); },
    .range = [](const Scenario& scenario, const ScenarioPath& path) -> AxisRange {
        return {1, std::max(16.0, 2 * ranksAt(scenario, path).value_or(1))};
    },
};

const PathKind kSlowdownPath{
    .read = readSlowdown,
    .isWhole = never,
    .isOfSteps = true,
    .title = [](const ScenarioPath& path) { return "slowdown of rank " + std::to_string(path.index); },
    .get = slowdownAt,
    .set = [](Scenario scenario, const ScenarioPath& path, double x,
              bool) { return withSlowdown(std::move(scenario), static_cast<int>(path.index), x); },
    .range = [](const Scenario& scenario, const ScenarioPath& path) -> AxisRange {
        const double now = slowdownAt(scenario, path).value_or(1);
        return {std::min(1.0, now), std::max(2.0, 2 * now)};
    },
};

const PathKind kDevicesPath{
    .read = [](ScenarioPath& path) { return isNamed(path, kDevicesName); },
    .isWhole = always,
    .isLogarithmic = always,
    .isOfSteps = true,
    .title = [](const ScenarioPath&) { return std::string("devices"); },
    .get = [](const Scenario& scenario, const ScenarioPath&) -> std::optional<double> { return devicesOf(scenario); },
    .set =
        [](Scenario scenario, const ScenarioPath&, double x, bool) {
            const int before = devicesOf(scenario);
            return withDeviceCount(std::move(scenario), before, toCount(x));
        },
    .range = [](const Scenario& scenario, const ScenarioPath&) -> AxisRange {
        const double now = devicesOf(scenario);
        return {std::max(1.0, now / kTimesOfDevices), std::min<double>(kMaxMeshRanks, now * kTimesOfDevices)};
    },
    .values = valuesOfDevices,
};

ScenarioPath pathOfSlowdown(int rank) { return std::string(kSlowdown) + std::to_string(rank) + "]"; }

}  // namespace bubblescope
