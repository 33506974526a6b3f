#include "engine/io/json_fields.h"

#include "engine/core/text.h"
#include "engine/io/scenario_keys.h"
#include "engine/schedules/resolve.h"
#include "engine/schemes/scheme.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// -0 reads as 0, so that equal times are written alike.
double numberOf(const json& value) { return value.get<double>() + 0.0; }

}  // namespace

Result<void> checkFormat(const json& root, const FileFormat& wanted) {
    const std::string noun(wanted.noun), id(wanted.id);
    if (!root.is_object()) return expected("an object", root, {});
    const json *format = memberOf(root, "format"), *version = memberOf(root, "version");
    if (!format) return Error{"is missing; " + noun + " has \"format\": \"" + id + '"', "format"};
    for (const FileFormat& other : {kScenarioFormat, kExperimentFormat})
        if (other.id != wanted.id && *format == other.id)
            return Error{"this is " + std::string(other.noun) + ", not " + noun + "; \"bubblescope " +
                             std::string(other.verb) + "\" runs it",
                         "format"};
    if (*format != wanted.id) return expected('"' + id + '"', *format, "format");
    const std::string known = std::to_string(wanted.version);
    if (!version) return Error{"is missing; " + noun + " has \"version\": " + known, "version"};
    const double number = version->is_number() ? numberOf(*version) : 0;
    if (number > wanted.version && number == std::floor(number))
        return Error{"is " + described(*version) + ", newer than this program can read; it reads version " + known,
                     "version"};
    if (number != wanted.version) return expected(known, *version, "version");
    return {};
}

Error expected(std::string_view what, const json& value, const std::string& path) {
    return {"must be " + std::string(what) + ", is " + described(value), path};
}

Result<void> checkObject(const json& value, const std::string& path, std::span<const std::string_view> keys) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [key, unused] : value.get_ref<const json::object_t&>())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            return Error{"unknown key; the nearest known one is \"" + nearestName(key, keys) + '"', keyPath(path, key)};
    return {};
}

const json* memberOf(const json& object, std::string_view key) {
    const auto at = object.find(key);
    return at == object.end() ? nullptr : &*at;
}

Result<void> read(const json& value, const std::string& path, double& out) {
    if (!value.is_number()) return expected("a number", value, path);
    out = numberOf(value);
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

Result<void> read(const json& value, const std::string& path, int& out) {
    const double number = value.is_number() ? numberOf(value) : 0.5;
    if (number != std::floor(number)) return expected("a whole number", value, path);
    constexpr double kLargest = 1e9;  // past every limit, and still an int
    if (std::abs(number) > kLargest)
        return expected("a whole number from 1 to " + withThousands(kMaxMicrobatches), value, path);
    out = static_cast<int>(number);
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

Result<void> read(const json& value, const std::string& path, TimeBasis& out) {
    const auto found = std::find(std::begin(kTimeBases), std::end(kTimeBases), value);
    if (found == std::end(kTimeBases)) return expected(choicesText(kTimeBases), value, path);
    out = static_cast<TimeBasis>(found - std::begin(kTimeBases));
    return {};
}

Result<void> read(const json& value, const std::string& path, Workload& out) {
    Result<void> result = checkObject(value, path, keysOfWorkload());
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (result) result = readKey(value, path, key.key, out.*member);
    });
    return result ? readKey(value, path, "time_unit", out.timeUnit) : result;
}

namespace {

/// The keys that an entry with a scheme of this kind may have.
std::vector<std::string_view> keysOf(const SchemeKind& kind, bool workloadTimes) {
    std::vector<std::string_view> keys(schemeKeys().begin(), schemeKeys().end());
    for (const auto& parameter : kind.parameters) keys.push_back(parameter.name);
    if (kind.isCustom()) keys.insert(keys.end(), {"compute", "store", "parameters"});
    if (workloadTimes)
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) {
            if (!key.isWhole()) keys.push_back(key.key);  // a scheme has sizes of its own
        });
    return keys;
}

Result<void> readParameters(const json& value, const std::string& path, std::vector<SchemeParameter>& out) {
    if (!value.is_object()) return expected("an object of names and whole numbers", value, path);
    for (const auto& [name, number] : value.get_ref<const json::object_t&>()) {
        out.push_back({name, 0});
        if (auto ok = read(number, keyPath(path, name), out.back().value); !ok) return ok;
    }
    return {};
}

Result<void> readFormulas(const json& value, const std::string& path, Scheme& out) {
    for (const char* key : {"compute", "store"})
        if (!value.contains(key))
            return Error{"is missing; \"custom\" needs a formula for it, like \"stage mod workers\"",
                         keyPath(path, key)};
    Result<void> result = readKey(value, path, "compute", out.compute);
    if (result) result = readKey(value, path, "store", out.store);
    const json* parameters = memberOf(value, "parameters");
    return result && parameters ? readParameters(*parameters, keyPath(path, "parameters"), out.parameters) : result;
}

Result<void> readScheme(const json& value, const std::string& path, ScheduleEntry& out) {
    Scheme& scheme = out.scheme.emplace();
    if (auto ok = readKey(value, path, "scheme", scheme.kind); !ok) return ok;
    out.kind = scheme.kind;
    const SchemeKind* kind = findSchemeKind(scheme.kind);
    if (!kind) return Error{checkScheme(scheme).error().message, keyPath(path, "scheme")};
    const json* times = memberOf(value, "times");
    if (times && *times != "workload")
        return expected("\"workload\", or left out for times 1 and 2", *times, keyPath(path, "times"));
    scheme.workloadTimes = times != nullptr;
    Result<void> result = checkObject(value, path, keysOf(*kind, scheme.workloadTimes));
    const auto take = [&](std::string_view key, auto& member) {
        if (result) result = readKey(value, path, key, member);
    };
    take("label", out.label);
    take("workers", scheme.workers);
    take("stages", scheme.stages);
    take("batches", scheme.batches);
    take("priority", scheme.priority);
    take("fetch", scheme.fetch);
    take("activation_cap", scheme.activationCap);
    for (const auto& parameter : kind->parameters) {
        const std::string name(parameter.name);
        if (!result || !value.contains(name)) continue;
        take(name, scheme.parameters.emplace_back(SchemeParameter{name, 0}).value);
    }
    if (result && kind->isCustom()) result = readFormulas(value, path, scheme);
    if (scheme.workloadTimes)
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) { take(key.key, out.own.*own); });
    return result;
}

}  // namespace

Result<void> read(const json& value, const std::string& path, ScheduleEntry& out) {
    if (value.is_object() && value.contains("scheme")) {
        if (!value.contains("kind")) return readScheme(value, path, out);
        return Error{"has a \"kind\" and a \"scheme\"; a schedule has exactly one of them", path};
    }
    Result<void> result = checkObject(value, path, value.contains("kind") ? scheduleKeys() : scheduleAndSchemeKeys());
    if (result && !value.contains("kind")) {
        std::string ids;
        for (const ScheduleKind* kind : scheduleKinds()) ids += (ids.empty() ? "" : ", ") + std::string(kind->id);
        result = Error{"is missing; must be one of " + ids, keyPath(path, "kind")};
    }
    if (result) result = readKey(value, path, "kind", out.kind);
    if (result) result = readKey(value, path, "label", out.label);
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) {
        if (result) result = readKey(value, path, key.key, out.own.*own);
    });
    return result;
}

Result<void> read(const json& value, const std::string& path, std::vector<ScheduleEntry>& out) {
    if (!value.is_array()) return expected("a list of schedules", value, path);
    if (auto ok = checkScheduleCount(value.size()); !ok)
        return Error{ok.error().message, path};  // an entry in memory is much larger than its text
    out.assign(value.size(), {});
    for (std::size_t i = 0; i < out.size(); ++i)
        if (auto ok = read(value[i], elementPath(path, i), out[i]); !ok) return ok;
    return {};
}

namespace {

ordered_json toJson(int number) { return number; }
ordered_json toJson(double number) { return number; }
ordered_json toJson(TimeBasis basis) { return kTimeBases[static_cast<std::size_t>(basis)]; }
ordered_json toJson(const PerDevice& times) {
    return std::visit([](const auto& value) { return ordered_json(value); }, times);
}
ordered_json toJson(const Comm& comm) {
    return std::visit([](const auto& value) { return ordered_json(value); }, comm);
}

/// Writes a key, or leaves it out where the value is unset.
template <class T>
void put(ordered_json& object, std::string_view key, const T& value) {
    object[std::string(key)] = toJson(value);
}
template <class T>
void put(ordered_json& object, std::string_view key, const std::optional<T>& value) {
    if (value) put(object, key, *value);
}

}  // namespace

ordered_json toJson(const Workload& workload, WorkloadKeys keys) {
    static const Workload kDefaults;
    ordered_json out = ordered_json::object();
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (keys == WorkloadKeys::All || workload.*member != kDefaults.*member) put(out, key.key, workload.*member);
    });
    out["time_unit"] = workload.timeUnit;
    return out;
}

namespace {

ordered_json toJson(const Scheme& scheme) {
    ordered_json out = {{"scheme", scheme.kind},
                        {"workers", scheme.workers},
                        {"stages", scheme.stages},
                        {"batches", scheme.batches},
                        {"priority", scheme.priority}};
    if (findSchemeKind(scheme.kind)->isCustom()) {
        out["compute"] = scheme.compute;
        out["store"] = scheme.store;
        out["parameters"] = ordered_json::object();
        for (const auto& [name, value] : scheme.parameters) out["parameters"][name] = value;
    } else {
        for (const auto& [name, value] : scheme.parameters) out[name] = value;
    }
    if (scheme.fetch != 0) out["fetch"] = scheme.fetch;
    if (scheme.activationCap) out["activation_cap"] = *scheme.activationCap;
    if (scheme.workloadTimes) out["times"] = "workload";
    return out;
}

}  // namespace

ordered_json toJson(const ScheduleEntry& entry) {
    ordered_json out = entry.scheme ? toJson(*entry.scheme) : ordered_json{{"kind", entry.kind}};
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) { put(out, key.key, entry.own.*own); });
    if (entry.label) out["label"] = *entry.label;
    return out;
}

ordered_json toJson(const std::vector<ScheduleEntry>& entries) {
    ordered_json out = ordered_json::array();
    for (const ScheduleEntry& entry : entries) out.push_back(toJson(entry));
    return out;
}

}  // namespace bubblescope
