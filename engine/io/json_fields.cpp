#include "engine/io/json_fields.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/io/fields.h"
#include "engine/schemes/scheme.h"
#include "engine/steps/shared_keys.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// Reads -0 as 0, so that equal times are written alike.
double numberOf(const json& value) { return value.get<double>() + 0.0; }

}  // namespace

Result<void> checkFormat(const json& root, const FileFormat& wanted) {
    const std::string noun(wanted.noun), id(wanted.id);
    if (!root.is_object()) return expected("an object", root, {});
    const json *format = memberOf(root, "format"), *version = memberOf(root, "version");
    if (!format) return Error{"is missing; " + noun + " needs \"format\": \"" + id + '"', "format"};
    for (const FileFormat& other :
         {kScenarioFormat, kExperimentFormat, kCollectiveFormat, kStyleFormat, kLessonFormat, kAnswersFormat})
        if (other.id != wanted.id && *format == other.id)
            return Error{"this is " + std::string(other.noun) + ", not " + noun + "; \"bubblescope " +
                             std::string(other.verb) + "\" runs it",
                         "format"};
    if (*format != wanted.id) return expected('"' + id + '"', *format, "format");
    const std::string known = std::to_string(wanted.version);
    if (!version) return Error{"is missing; " + noun + " needs \"version\": " + known, "version"};
    const double number = version->is_number() ? numberOf(*version) : 0;
    std::string readable = "1";
    for (int each = 2; each <= wanted.version; ++each)
        readable += (each == wanted.version ? " or " : ", ") + std::to_string(each);
    if (number > wanted.version && number == std::floor(number))
        return Error{"is " + described(*version) + ", newer than this program can read; it reads version " + readable,
                     "version"};
    if (number < 1 || number > wanted.version || number != std::floor(number))
        return expected(readable, *version, "version");
    return {};
}

std::vector<Parameter> documentParts(const FileFormat& format, std::span<const Parameter> own) {
    constexpr std::string_view kNeeded = "it says what kind of file this is";
    std::vector<Parameter> parts = {
        {.key = "format", .type = ParameterType::Choice, .choices = {&format.id, 1}, .needed = kNeeded},
        {.key = "version", .least = 1, .most = double(format.version), .needed = kNeeded}};
    parts.insert(parts.end(), own.begin(), own.end());
    return parts;
}

Error expected(std::string_view what, const json& value, const std::string& path) {
    return {"must be " + std::string(what) + ", is " + described(value), path};
}

Result<void> checkObject(const json& value, const std::string& path, std::span<const std::string_view> keys) {
    if (!value.is_object()) return expected("an object", value, path);
    for (const auto& [key, unused] : value.get_ref<const json::object_t&>())
        if (std::find(keys.begin(), keys.end(), key) == keys.end())
            return Error{"unknown key; nearest: \"" + nearestName(key, keys) + '"', keyPath(path, key)};
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

Result<void> orNone(Result<void> result, const json& value) {
    if (result || !value.is_null()) return result;
    return Error{result.error().message + "; leave out the key for none", result.error().field};
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
    out = static_cast<int>(std::clamp<double>(number, -kPastWhole, kPastWhole));  // which the check refuses
    return {};
}

Result<void> read(const json& value, const std::string& path, bool& out) {
    if (!value.is_boolean()) return expected("true or false", value, path);
    out = value.get<bool>();
    return {};
}

Result<void> read(const json& value, const std::string& path, PerDevice& out) {
    if (value.is_number()) return read(value, path, out.emplace<0>());
    if (!value.is_array()) return expected("a number or a list with one number for each device", value, path);
    return read(value, path, out.emplace<1>());
}

Result<void> read(const json& value, const std::string& path, StageTimes& out) {
    if (!value.is_array() || value.size() != 2)
        return Error{"must be a list of two numbers, [forward, backward], is " + described(value) +
                         (value.is_array() ? " of " + std::to_string(value.size()) : std::string()),
                     path};
    if (auto ok = read(value[0], elementPath(path, 0), out.forward); !ok) return ok;
    return read(value[1], elementPath(path, 1), out.backward);
}

namespace {

const auto& fieldsOf(const NodeLinks&) {
    static const auto kFields = std::tuple{Field{kNodeLinkKeys[0], &NodeLinks::nodeSize, Writes::Always},
                                           Field{kNodeLinkKeys[1], &NodeLinks::inside, Writes::Always},
                                           Field{kNodeLinkKeys[2], &NodeLinks::between, Writes::Always}};
    return kFields;
}

}  // namespace

Result<void> read(const json& value, const std::string& path, Comm& out) {
    if (value.is_number()) return read(value, path, out.emplace<0>());
    if (value.is_object()) {
        auto& nodes = out.emplace<NodeLinks>();
        return readObject(value, path, fieldsOf(nodes), nodes);
    }
    if (!value.is_array())
        return expected("a number, a matrix [from][to], or an object with node_size, inside and between", value, path);
    auto& matrix = out.emplace<1>(value.size());
    for (std::size_t from = 0; from < matrix.size(); ++from)
        if (auto ok = read(value[from], elementPath(path, from), matrix[from]); !ok) return ok;
    return {};
}

Result<void> readWord(const json& value, const std::string& path, std::span<const std::string_view> words, int& out) {
    const auto found = std::find(words.begin(), words.end(), value);
    if (found == words.end()) return expected(choicesText(words), value, path);
    out = static_cast<int>(found - words.begin());
    return {};
}

Result<void> read(const json& value, const std::string& path, Workload& out) {
    Result<void> result = checkObject(value, path, keysOf(workloadParameter().parts));
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (result) result = readKey(value, path, key.key, out.*member);
    });
    return result ? readKey(value, path, "time_unit", out.timeUnit) : result;
}

namespace {

/// Refuses more elements than a parameter accepts before they are read, as values in memory are much larger than text.
Result<void> checkCount(std::size_t count, const std::string& path, const Parameter& parameter) {
    if (static_cast<double>(count) <= parameter.most) return {};
    return Error{"must have at most " + withThousands(static_cast<long long>(parameter.most)) + " elements, has " +
                     withThousands(static_cast<long long>(count)),
                 path};
}

Result<void> readList(const json& value, const std::string& path, const Parameter& parameter,
                      ParameterValue::List& out) {
    if (!value.is_array()) return expected("a list", value, path);
    if (auto ok = checkCount(value.size(), path, parameter); !ok) return ok;
    out.resize(value.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        if (auto ok = readValue(value[i], elementPath(path, i), parameter.parts.front(), out[i]); !ok) return ok;
    return {};
}

/// One number for all, or a list of numbers.
Result<void> readNumbers(const json& value, const std::string& path, ParameterValue& out) {
    if (value.is_number()) return read(value, path, out.held.emplace<double>());
    if (!value.is_array()) return expected("a number or a list of numbers", value, path);
    auto& list = out.held.emplace<ParameterValue::List>(value.size());
    for (std::size_t i = 0; i < list.size(); ++i)
        if (auto ok = read(value[i], elementPath(path, i), list[i].held.emplace<double>()); !ok) return ok;
    return {};
}

Result<void> readNames(const json& value, const std::string& path, const Parameter& parameter,
                       ParameterValue::Object& out) {
    const Parameter& element = parameter.parts.front();
    if (!value.is_object())
        return expected(element.type == ParameterType::Text ? "an object of names and texts"
                                                            : "an object of names and whole numbers",
                        value, path);
    if (auto ok = checkCount(value.size(), path, parameter); !ok) return ok;
    for (const auto& [name, member] : value.get_ref<const json::object_t&>()) {
        out.push_back({name, {}});
        if (auto ok = readValue(member, keyPath(path, name), element, out.back().value); !ok) return ok;
    }
    return {};
}

Result<void> readObject(const json& value, const std::string& path, const Parameter& parameter,
                        ParameterValue::Object& out) {
    if (auto ok = checkObject(value, path, keysOf(parameter.parts)); !ok) return ok;
    for (const auto& [name, member] : value.get_ref<const json::object_t&>()) {
        const auto part = std::find_if(parameter.parts.begin(), parameter.parts.end(),
                                       [&name = name](const Parameter& known) { return known.key == name; });
        out.push_back({name, {}});
        if (auto ok = readValue(member, keyPath(path, name), *part, out.back().value); !ok) return ok;
    }
    return {};
}

Result<void> readChoice(const json& value, const std::string& path, const Parameter& parameter, std::string& out) {
    if (std::find(parameter.choices.begin(), parameter.choices.end(), value) != parameter.choices.end())
        return read(value, path, out);
    std::string what = choicesText(parameter.choices);
    if (!parameter.without.empty()) what += ", or left out for " + std::string(parameter.without);
    return expected(what, value, path);
}

/// The id of a schedule, or an object with its kind and parameters. Workload keys in it are the entry's own.
Result<void> readOrder(const json& value, const std::string& path, ParameterValue& out) {
    if (!value.is_string() && !value.is_object()) return expected("a schedule, such as \"1f1b\"", value, path);
    const json* id = value.is_object() ? memberOf(value, "kind") : &value;
    const std::string idPath = value.is_object() ? keyPath(path, "kind") : path;
    if (!id) return Error{"is missing; a schedule needs a kind, such as \"1f1b\"", idPath};
    std::string kindId;
    if (auto ok = read(*id, idPath, kindId); !ok) return ok;
    const ScheduleKind* kind = findKind(Family::Schedule, kindId);
    if (!kind) return Error{unknownKind(Family::Schedule, kindId).message, idPath};
    if (value.is_string()) {
        out.held = std::move(kindId);
        return {};
    }
    std::vector<std::string_view> keys = keysOf(kind->parameters);
    keys.push_back("kind");
    const std::size_t count = keys.size();
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { keys.push_back(key.key); });
    if (auto ok = checkObject(value, path, keys); !ok) return ok;
    keys.resize(count);
    auto& object = out.held.emplace<ParameterValue::Object>();
    for (const auto& [name, member] : value.get_ref<const json::object_t&>()) {
        if (std::find(keys.begin(), keys.end(), name) == keys.end()) continue;
        object.push_back({name, {}});
        const Parameter* parameter = kind->parameter(name);
        if (!parameter)
            object.back().value.held = kindId;
        else if (auto ok = readValue(member, keyPath(path, name), *parameter, object.back().value); !ok)
            return ok;
    }
    return {};
}

}  // namespace

Result<void> readValue(const json& value, const std::string& path, const Parameter& parameter, ParameterValue& out) {
    switch (parameter.type) {
        case ParameterType::Whole: return read(value, path, out.held.emplace<int>());
        case ParameterType::Number: return read(value, path, out.held.emplace<double>());
        case ParameterType::Flag: return read(value, path, out.held.emplace<bool>());
        case ParameterType::Text: return read(value, path, out.held.emplace<std::string>());
        case ParameterType::Choice: return readChoice(value, path, parameter, out.held.emplace<std::string>());
        case ParameterType::Numbers:
        case ParameterType::Links: return readNumbers(value, path, out);  // links of a matrix: only the workload
        case ParameterType::Order: return readOrder(value, path, out);
        case ParameterType::List: return readList(value, path, parameter, out.held.emplace<ParameterValue::List>());
        case ParameterType::Object:
            return readObject(value, path, parameter, out.held.emplace<ParameterValue::Object>());
        case ParameterType::Names: return readNames(value, path, parameter, out.held.emplace<ParameterValue::Object>());
        case ParameterType::Formula:
        case ParameterType::Entry:
        case ParameterType::Series: break;  // documents read them as members
    }
    return {};
}

namespace {

Result<void> readParameters(const json& value, const std::string& path, std::span<const Parameter> parameters,
                            ScheduleEntry& out) {
    for (const Parameter& parameter : parameters) {
        const json* at = memberOf(value, parameter.key);
        if (!at) continue;
        ParameterValue given;
        if (auto ok = readValue(*at, keyPath(path, parameter.key), parameter, given); !ok) return ok;
        setNamed(out.values, parameter.key, std::move(given));
    }
    return {};
}

/// The family whose key an entry has; an entry has exactly one.
Result<const FamilyInfo*> familyIn(const json& value, const std::string& path) {
    const FamilyInfo* found = nullptr;
    for (const FamilyInfo& family : families()) {
        if (!value.is_object() || !value.contains(family.key)) continue;
        if (found)
            return Error{"has a \"" + std::string(found->key) + "\" and a \"" + std::string(family.key) +
                             "\"; a schedule needs exactly one of them",
                         path};
        found = &family;
    }
    if (found) return found;
    if (auto ok = checkObject(value, path, entryKeys()); !ok) return ok.error();
    std::string ids;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule)) ids += (ids.empty() ? "" : ", ") + std::string(kind->id);
    return Error{"is missing; must be one of " + ids, keyPath(path, "kind")};
}

}  // namespace

Result<void> read(const json& value, const std::string& path, ScheduleEntry& out) {
    const auto family = familyIn(value, path);
    if (!family) return family.error();
    std::string id;
    if (auto ok = readKey(value, path, (*family)->key, id); !ok) return ok;
    out = entryOf((*family)->family, std::move(id));
    const ScheduleKind* kind = kindOf(out);
    if (!kind && (*family)->family != Family::Schedule)
        return Error{unknownKind((*family)->family, out.kind).message, keyPath(path, (*family)->key)};
    const std::span<const Parameter> parameters = kind ? kind->parameters : std::span<const Parameter>();
    auto result = readParameters(value, path, parameters, out);
    if (auto ok = checkObject(value, path, keysOf(out)); !ok) return ok;
    for (const Parameter& parameter : parameters)
        if (result && !parameter.needed.empty() && !value.contains(parameter.key))
            result = Error{"is missing; " + std::string(parameter.needed), keyPath(path, parameter.key)};
    if (out.family == Family::Scheme) setScheme(out, schemeOf(out));
    if (result) result = readKey(value, path, "label", out.label);
    const json* order = kind && kind->family == Family::Step ? memberOf(value, "schedule") : nullptr;
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) {
        if (result) result = readKey(value, path, key.key, out.own.*own);
        if (!result || !order || !order->is_object() || !order->contains(key.key)) return;
        const std::string place = keyPath(path, "schedule");
        if (value.contains(key.key))
            result = Error{"is also set in the entry; remove one of them", keyPath(place, key.key)};
        else
            result = readKey(*order, place, key.key, out.own.*own);
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

ordered_json toJson(const PerDevice& times) {
    return std::visit([](const auto& value) { return ordered_json(value); }, times);
}

ordered_json toJson(const StageTimes& times) { return {times.forward, times.backward}; }

ordered_json toJson(const Comm& comm) {
    if (const auto* nodes = std::get_if<NodeLinks>(&comm)) return objectOf(fieldsOf(*nodes), *nodes);
    const auto* matrix = std::get_if<1>(&comm);
    return matrix ? ordered_json(*matrix) : ordered_json(std::get<0>(comm));
}

ordered_json toJson(const ParameterValue& value) {
    if (const auto* list = std::get_if<ParameterValue::List>(&value.held)) {
        ordered_json out = ordered_json::array();
        for (const ParameterValue& element : *list) out.push_back(toJson(element));
        return out;
    }
    if (const auto* object = std::get_if<ParameterValue::Object>(&value.held)) {
        ordered_json out = ordered_json::object();
        for (const auto& [name, member] : *object) out[name] = toJson(member);
        return out;
    }
    return std::visit([](const auto& held) { return WriteField()(held); }, value.held);
}

std::string trainingText(const Training& training) {
    std::string text;
    for (const SharedKey& key : sharedKeys())
        if (const auto& values = training.*key.member; !values.empty())
            text += ",\n " + quotedText(key.parameter.key) + ": " + toJson(ParameterValue{values}).dump();
    return text;
}

namespace {

/// Writes a key, or leaves it out if the value is not set.
template <class T>
void putSet(ordered_json& object, std::string_view key, const T& value) {
    object[std::string(key)] = WriteField()(value);
}
template <class T>
void putSet(ordered_json& object, std::string_view key, const std::optional<T>& value) {
    if (value) putSet(object, key, *value);
}

}  // namespace

ordered_json toJson(const Workload& workload, WorkloadKeys keys) {
    static const Workload kDefaults;
    ordered_json out = ordered_json::object();
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (keys == WorkloadKeys::All || workload.*member != kDefaults.*member) putSet(out, key.key, workload.*member);
    });
    out["time_unit"] = workload.timeUnit;
    return out;
}

ordered_json toJson(const ScheduleEntry& entry) {
    ordered_json out = {{std::string(infoOf(entry.family).key), entry.kind}};
    if (const ScheduleKind* kind = kindOf(entry))
        for (const Parameter& parameter : kind->parameters)
            if (const auto value = valueNamed(entry.values, parameter.key))
                out[std::string(parameter.key)] = toJson(*value);
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) { putSet(out, key.key, entry.own.*own); });
    if (entry.label) out["label"] = *entry.label;
    return out;
}

ordered_json toJson(const std::vector<ScheduleEntry>& entries) {
    ordered_json out = ordered_json::array();
    for (const ScheduleEntry& entry : entries) out.push_back(toJson(entry));
    return out;
}

}  // namespace bubblescope
