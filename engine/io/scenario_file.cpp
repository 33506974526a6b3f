#include "engine/io/scenario_file.h"

#include "engine/core/text.h"
#include "engine/io/json_text.h"
#include "engine/io/scenario_keys.h"
#include "engine/io/settings.h"
#include "engine/schedules/resolve.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

Error expected(std::string_view what, const json& value, const std::string& path) {
    return {"must be " + std::string(what) + ", is " + described(value), path};
}

/// Refuses a value that is no object, and keys that are none of `keys`.
Result<void> checkObject(const json& value, const std::string& path, std::span<const std::string_view> keys) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [key, unused] : value.get_ref<const json::object_t&>())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            return Error{"unknown key; the nearest known one is \"" + nearestName(key, keys) + '"', keyPath(path, key)};
    return {};
}

/// -0 reads as 0, so that equal times are written alike.
double numberOf(const json& value) { return value.get<double>() + 0.0; }

Result<void> read(const json& value, const std::string& path, double& out) {
    if (!value.is_number()) return expected("a number", value, path);
    out = numberOf(value);
    return {};
}

Result<void> read(const json& value, const std::string& path, int& out) {
    const double number = value.is_number() ? numberOf(value) : 0.5;
    if (number != std::floor(number)) return expected("a whole number", value, path);
    constexpr double kLargest = 1e9;  // past every limit, and still an int
    if (std::abs(number) > kLargest)
        return expected("a whole number from 1 to " + withThousands(kMaxMicrobatches), value, path);
    out = static_cast<int>(number);
    return {};
}

Result<void> read(const json& value, const std::string& path, std::string& out) {
    if (!value.is_string()) return expected("text in quotes", value, path);
    out = value.get_ref<const std::string&>();
    return {};
}

Result<void> read(const json& value, const std::string& path, std::vector<double>& out) {
    if (!value.is_array()) return expected("a list of numbers", value, path);
    out.reserve(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (!value[i].is_number()) return expected("a number", value[i], elementPath(path, i));
        out.push_back(numberOf(value[i]));
    }
    return {};
}

Result<void> read(const json& value, const std::string& path, PerDevice& out) {
    if (value.is_number()) return read(value, path, out.emplace<0>());
    if (!value.is_array()) return expected("a number, or a list with one number for each device", value, path);
    return read(value, path, out.emplace<1>());
}

Result<void> read(const json& value, const std::string& path, Comm& out) {
    if (value.is_number()) return read(value, path, out.emplace<0>());
    if (!value.is_array()) return expected("a number, or a list of lists [from][to] of numbers", value, path);
    auto& matrix = out.emplace<1>(value.size());
    for (std::size_t from = 0; from < matrix.size(); ++from)
        if (auto ok = read(value[from], elementPath(path, from), matrix[from]); !ok) return ok;
    return {};
}

constexpr std::string_view nameOf(TimeBasis basis) { return basis == TimeBasis::Chunk ? "chunk" : "microbatch"; }

Result<void> read(const json& value, const std::string& path, TimeBasis& out) {
    for (const TimeBasis basis : {TimeBasis::Microbatch, TimeBasis::Chunk})
        if (value == nameOf(basis)) return out = basis, Result<void>();
    return expected("\"microbatch\" or \"chunk\"", value, path);
}

template <class T>
Result<void> read(const json& value, const std::string& path, std::optional<T>& out) {
    return read(value, path, out.emplace());
}

Result<void> read(const json& value, const std::string& path, Workload& out);
Result<void> read(const json& value, const std::string& path, std::vector<ScheduleEntry>& out);

/// Reads `key` if it is there.
template <class T>
Result<void> readKey(const json& object, const std::string& path, const char* key, T& out) {
    const auto at = object.find(key);
    return at == object.end() ? Result<void>() : read(*at, keyPath(path, key), out);
}

Result<void> read(const json& value, const std::string& path, Workload& out) {
    Result<void> result = checkObject(value, path, workloadKeys());
    forEachWorkloadKey([&](const char* key, auto member, auto) {
        if (result) result = readKey(value, path, key, out.*member);
    });
    return result ? readKey(value, path, "time_unit", out.timeUnit) : result;
}

Result<void> read(const json& value, const std::string& path, ScheduleEntry& out) {
    Result<void> result = checkObject(value, path, scheduleKeys());
    if (result && !value.contains("kind")) {
        std::string ids;
        for (const ScheduleKind* kind : scheduleKinds()) ids += (ids.empty() ? "" : ", ") + std::string(kind->id);
        result = Error{"is missing; must be one of " + ids, keyPath(path, "kind")};
    }
    if (result) result = readKey(value, path, "kind", out.kind);
    if (result) result = readKey(value, path, "label", out.label);
    forEachWorkloadKey([&](const char* key, auto, auto own) {
        if (result) result = readKey(value, path, key, out.own.*own);
    });
    return result;
}

Result<void> read(const json& value, const std::string& path, std::vector<ScheduleEntry>& out) {
    if (!value.is_array()) return expected("a list of schedules", value, path);
    if (auto ok = checkScheduleCount(value.size()); !ok) return ok;  // an entry in memory is much larger than its text
    out.assign(value.size(), {});
    for (std::size_t i = 0; i < out.size(); ++i)
        if (auto ok = read(value[i], elementPath(path, i), out[i]); !ok) return ok;
    return {};
}

/// Whether this is a scenario at all, and one that this program is new enough for.
Result<void> checkFormat(const json& root) {
    if (!root.is_object()) return expected("an object", root, {});
    const auto format = root.find("format"), version = root.find("version");
    if (format == root.end()) return Error{"is missing; a scenario has \"format\": \"bubblescope-scenario\"", "format"};
    if (*format != kScenarioFormat) return expected("\"" + std::string(kScenarioFormat) + "\"", *format, "format");
    if (version == root.end()) return Error{"is missing; a scenario has \"version\": 1", "version"};
    const double number = version->is_number() ? numberOf(*version) : 0;
    if (number > kScenarioVersion && number == std::floor(number))
        return Error{"is " + described(*version) + ", newer than this program can read; it reads version " +
                         std::to_string(kScenarioVersion),
                     "version"};
    if (number != kScenarioVersion) return expected(std::to_string(kScenarioVersion), *version, "version");
    return {};
}

Result<Scenario> toScenario(const json& root) {
    Scenario out;
    out.schedules = foundingSchedules();
    Result<void> result = checkFormat(root);
    if (result) result = checkObject(root, {}, scenarioKeys());
    if (result) result = readKey(root, {}, "title", out.title);
    if (result) result = readKey(root, {}, "workload", out.workload);
    if (result) result = readKey(root, {}, "schedules", out.schedules);
    if (result) result = checkScenario(out);
    if (!result) return result.error();
    return out;
}

ordered_json toJson(int number) { return number; }
ordered_json toJson(double number) { return number; }
ordered_json toJson(TimeBasis basis) { return nameOf(basis); }
ordered_json toJson(const PerDevice& times) {
    return std::visit([](const auto& value) { return ordered_json(value); }, times);
}
ordered_json toJson(const Comm& comm) {
    return std::visit([](const auto& value) { return ordered_json(value); }, comm);
}

/// Writes a key, or leaves it out where the value is unset.
template <class T>
void put(ordered_json& object, const char* key, const T& value) {
    object[key] = toJson(value);
}
template <class T>
void put(ordered_json& object, const char* key, const std::optional<T>& value) {
    if (value) put(object, key, *value);
}

}  // namespace

Result<Scenario> readScenario(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (root->is_object())
        for (const Setting& setting : settings)
            if (auto ok = applySetting(*root, setting); !ok) return ok.error();
    return toScenario(*root);
}

std::string writeScenario(const Scenario& scenario) {
    ordered_json workload;
    forEachWorkloadKey([&](const char* key, auto member, auto) { put(workload, key, scenario.workload.*member); });
    workload["time_unit"] = scenario.workload.timeUnit;

    ordered_json schedules = ordered_json::array();
    for (const ScheduleEntry& entry : scenario.schedules) {
        ordered_json out = {{"kind", entry.kind}};
        forEachWorkloadKey([&](const char* key, auto, auto own) { put(out, key, entry.own.*own); });
        if (entry.label) out["label"] = *entry.label;
        schedules.push_back(std::move(out));
    }
    return tidyJson({{"format", kScenarioFormat},
                     {"version", kScenarioVersion},
                     {"title", scenario.title},
                     {"workload", std::move(workload)},
                     {"schedules", std::move(schedules)}});
}

}  // namespace bubblescope
