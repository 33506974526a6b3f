#include "engine/study/training_number.h"

#include "engine/steps/shared_keys.h"

#include <algorithm>

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

}  // namespace

const Parameter* trainingNumberIn(std::string_view path) {
    const auto [key, rest] = headOf(path);
    const SharedKey* shared = findSharedKey(key);
    const Parameter* part = shared && !rest.empty() ? partOf(shared->parameter, rest) : nullptr;
    const bool isNumber = part && (part->type == ParameterType::Whole || part->type == ParameterType::Number);
    return isNumber ? part : nullptr;
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

void setTrainingNumber(Training& training, std::string_view path, double value) {
    const auto [key, rest] = headOf(path);
    const bool isWhole = trainingNumberIn(path)->type == ParameterType::Whole;
    constexpr double kLargest = 2e9;
    const int whole = static_cast<int>(std::clamp(value, -kLargest, kLargest));  // beyond all limits, which refuse it
    setIn(training.*findSharedKey(key)->member, rest, isWhole ? ParameterValue{whole} : ParameterValue{value});
}

}  // namespace bubblescope
