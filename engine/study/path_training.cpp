// A number of what steps share: their model, cluster and mesh, `model.sequence`, `mesh.tp`.

#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/steps/shared_keys.h"
#include "engine/study/scenario_path.h"
#include "engine/study/study_axes.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/trained_model.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The key before the first dot, and the rest.
std::pair<std::string_view, std::string_view> headOf(std::string_view path) {
    const auto dot = path.find('.');
    return {path.substr(0, dot), dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1)};
}

const Parameter* partOf(const Parameter& whole, std::string_view path) {
    const auto [key, rest] = headOf(path);
    for (const Parameter& part : whole.parts)
        if (part.key == key) return rest.empty() ? &part : partOf(part, rest);
    return nullptr;
}

void setIn(ParameterValue::Object& values, std::string_view path, ParameterValue value) {
    const auto [key, rest] = headOf(path);
    if (!rest.empty()) {
        const auto held = valueNamed(values, key);
        auto inner = held ? std::get<ParameterValue::Object>(held->held) : ParameterValue::Object();
        setIn(inner, rest, std::move(value));
        value = {std::move(inner)};
    }
    setNamed(values, key, std::move(value));
}

const Parameter* trainingPart(std::string_view path) {
    const auto [key, rest] = headOf(path);
    const SharedKey* shared = findSharedKey(key);
    const Parameter* part = shared && !rest.empty() ? partOf(shared->parameter, rest) : nullptr;
    const bool isNumber = part && (part->type == ParameterType::Whole || part->type == ParameterType::Number);
    return isNumber ? part : nullptr;
}

bool readTrainingNumber(ScenarioPath& path) {
    if (!trainingPart(path.text)) return false;
    path.key = path.text;
    return true;
}

bool isTrainingCount(const ScenarioPath& path) { return trainingPart(path.key)->type == ParameterType::Whole; }

void setTrainingNumber(Training& training, const ScenarioPath& path, double value) {
    const auto [key, rest] = headOf(path.key);
    constexpr double kLargest = 2e9;
    const int whole = static_cast<int>(std::clamp(value, -kLargest, kLargest));  // beyond all limits, which refuse it
    setIn(training.*findSharedKey(key)->member, rest,
          isTrainingCount(path) ? ParameterValue{whole} : ParameterValue{value});
}

/// Sets a number in all steps of a model, including steps that override it.
Scenario withTrainingNumber(Scenario scenario, const ScenarioPath& path, double x) {
    Training changed = scenario.training;
    setTrainingNumber(changed, path, x);
    if (!path.text.starts_with("model.") || !scenario.training.model.empty()) scenario.training = changed;
    Scenario alone;
    alone.training = changed;
    alone.schedules = {entryOf(Family::Step, "mesh")};
    const auto value = trainingValue(alone, 0, path.text);
    for (const std::size_t step : modelStepsOf(scenario))
        scenario = withTrainingValue(std::move(scenario), step, path.text, value);
    return scenario;
}

/// A number of a step of a model, or its default.
std::optional<double> trainingNumberOf(const Scenario& scenario, std::size_t step, const ScenarioPath& path) {
    const auto model = modelOf(modelOfStep(scenario, step));
    const auto hardware = hardwareOf(clusterOfStep(scenario, step));
    if (path == "model.sequence") return model ? std::optional<double>(model->sequence) : std::nullopt;
    if (path == "model.microbatch") return model ? std::optional<double>(model->microbatch) : std::nullopt;
    if (hardware && path == "cluster.inter.bandwidth_gbs") return hardware->cluster.inter.bandwidth;
    if (hardware && path == "cluster.intra.bandwidth_gbs") return hardware->cluster.intra.bandwidth;
    if (hardware && path == "cluster.device.efficiency") return hardware->efficiency;
    const auto value = trainingValue(scenario, step, path.text);
    if (!value) return std::nullopt;
    if (const int* whole = std::get_if<int>(&value->held)) return *whole;
    const double* number = std::get_if<double>(&value->held);
    return number ? std::optional(*number) : std::nullopt;
}

/// The number that all steps of a model agree on.
std::optional<double> trainingNumberOf(const Scenario& scenario, const ScenarioPath& path) {
    std::optional<double> all;
    for (const std::size_t step : modelStepsOf(scenario)) {
        const auto one = trainingNumberOf(scenario, step, path);
        if (!one || (all && *all != *one)) return std::nullopt;
        all = one;
    }
    return all;
}

/// The words of the numbers that curves of models offer: the symbol, and the title.
constexpr std::string_view kTrainingWords[][3] = {
    {"model.sequence", "s", "sequence length"},
    {"model.microbatch", "b", "microbatch size"},
    {"cluster.inter.bandwidth_gbs", "", "inter-node link, GB/s"},
    {"cluster.intra.bandwidth_gbs", "", "intra-node link, GB/s"},
    {"cluster.device.efficiency", "", "device efficiency"},
};

std::string trainingWord(const ScenarioPath& path, std::size_t column) {
    for (const auto& words : kTrainingWords)
        if (words[0] == path.text) return std::string(words[column]);
    return column == 2 ? path.text : std::string();
}

AxisRange trainingRange(const Scenario& scenario, const ScenarioPath& path) {
    const double now = trainingNumberOf(scenario, path).value_or(0);
    if (path == "model.sequence") return {std::min(1024.0, std::max(1.0, now)), std::max(65536.0, now)};
    if (path == "model.microbatch") return {1, std::max(16.0, now)};
    if (path == "cluster.device.efficiency") return {std::min(0.1, now), 1};
    if (isTrainingCount(path)) return {1, std::max(16.0, 2 * now)};
    return {now > 0 ? now / 4 : 1, now > 0 ? 2 * now : 100};
}

/// Whole numbers with equal ratios that divide well: powers of two with one value between neighbours.
std::vector<double> trainingValues(const Scenario&, const ScenarioPath& path, AxisRange range) {
    std::vector<double> values;
    if (!isTrainingCount(path)) return values;
    for (double value = std::exp2(std::ceil(std::log2(range.from))); value <= range.to; value *= 2) {
        values.push_back(value);
        if (value >= 2 && 1.5 * value <= range.to) values.push_back(1.5 * value);
    }
    return values;
}

}  // namespace

const PathKind kTrainingPath{
    .read = readTrainingNumber,
    .isWhole = isTrainingCount,
    .isLogarithmic = isTrainingCount,
    .isOfSteps = true,
    .symbol = [](const ScenarioPath& path) { return trainingWord(path, 1); },
    .title = [](const ScenarioPath& path) { return trainingWord(path, 2); },
    .name = [](const ScenarioPath& path) { return path.text; },
    .get = [](const Scenario& scenario, const ScenarioPath& path) { return trainingNumberOf(scenario, path); },
    .set = [](Scenario scenario, const ScenarioPath& path, double x,
              bool) { return withTrainingNumber(std::move(scenario), path, x); },
    .range = trainingRange,
    .values = trainingValues,
    .vary = [](Scenario& alone, const ScenarioPath& path, double x) { setTrainingNumber(alone.training, path, x); },
};

const Parameter* trainingNumberIn(const ScenarioPath& path) {
    return path.kind == &kTrainingPath ? trainingPart(path.key) : nullptr;
}

std::span<const std::string_view> usualTrainingNumbers() {
    static constexpr std::string_view kUsual[] = {"model.sequence",
                                                  "model.microbatch",
                                                  "model.global_batch",
                                                  "mesh.pp",
                                                  "mesh.dp",
                                                  "mesh.fsdp",
                                                  "mesh.cp",
                                                  "mesh.tp",
                                                  "mesh.ep",
                                                  "cluster.intra.bandwidth_gbs",
                                                  "cluster.inter.bandwidth_gbs",
                                                  "cluster.device.efficiency"};
    return kUsual;
}

}  // namespace bubblescope
