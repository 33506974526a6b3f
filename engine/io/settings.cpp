#include "engine/io/settings.h"

#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/io/json_text.h"
#include "engine/io/scenario_keys.h"
#include "engine/results/published.h"
#include "engine/scenario/parameters.h"
#include "engine/steps/shared_keys.h"
#include "engine/style/style_keys.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace bubblescope {

using nlohmann::json;

namespace {

/// What is at a place of the file, according to its format.
enum class Place {
    Scenario,
    Experiment,
    Workload,
    Bindings,
    Variables,
    Variable,
    Axis,
    Schedules,
    Series,
    Schedule,
    Links,
    Collective,
    Cluster,
    IntraLink,
    InterLink,
    Parameter,
    Value
};

std::span<const std::string_view> keysAt(Place place) {
    switch (place) {
        case Place::Scenario: return scenarioKeys();
        case Place::Experiment: return experimentKeys();
        case Place::Workload:
        case Place::Bindings: return keysOfWorkload();
        case Place::Variable: return variableKeys();
        case Place::Axis: return axisKeys();
        case Place::Series: return variedScheduleKeys();
        case Place::Schedule: return entryKeys();
        case Place::Links: return linkKeys();
        case Place::Collective: return collectiveKeys();
        case Place::Cluster: return clusterKeys();
        case Place::IntraLink: return clusterLinkKeys(false);
        case Place::InterLink: return clusterLinkKeys(true);
        default: return {};
    }
}

Place below(Place place, std::string_view key) {
    static const std::map<std::pair<Place, std::string_view>, Place> kPlaces = {
        {{Place::Scenario, "workload"}, Place::Workload},
        {{Place::Scenario, "schedules"}, Place::Schedules},
        {{Place::Experiment, "workload"}, Place::Workload},
        {{Place::Experiment, "bindings"}, Place::Bindings},
        {{Place::Experiment, "variables"}, Place::Variables},
        {{Place::Experiment, "x"}, Place::Axis},
        {{Place::Experiment, "panels"}, Place::Axis},
        {{Place::Experiment, "figures"}, Place::Axis},
        {{Place::Experiment, "series"}, Place::Series},
        {{Place::Series, "schedule"}, Place::Schedule},
        {{Place::Workload, "comm"}, Place::Links},
        {{Place::Schedule, "comm"}, Place::Links},
        {{Place::Collective, "cluster"}, Place::Cluster},
        {{Place::Cluster, "intra"}, Place::IntraLink},
        {{Place::Cluster, "inter"}, Place::InterLink},
    };
    if (place == Place::Variables) return Place::Variable;
    const auto found = kPlaces.find({place, key});
    return found == kPlaces.end() ? Place::Value : found->second;
}

/// Lower case, with "_" for spaces and hyphens: how typed names are compared with keys.
std::string plainName(std::string_view name) {
    std::string plain(name);
    for (char& c : plain) c = c == ' ' || c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return plain;
}

bool hasSymbols(Place place) {
    return place == Place::Workload || place == Place::Bindings || place == Place::Schedule;
}

/// Whether a name means a key: "Memory limit", or a symbol of the workload such as T_C.
bool isNameOf(std::string_view name, std::string_view key, Place place) {
    const std::string plain = plainName(name);
    if (plain == key) return true;
    return hasSymbols(place) && std::ranges::any_of(workloadKeys(), [&](const WorkloadKey& known) {
               return known.key == key && !known.symbol.empty() && plainName(known.symbol) == plain;
           });
}

/// Whether only an object can be here, so that a missing one is created.
bool isObject(Place place) {
    return place != Place::Value && place != Place::Schedules && place != Place::Series && place != Place::Schedule;
}

/// The parameter of a scenario or an experiment with this key, or null.
const Parameter* rootParameter(Place place, std::string_view key) {
    if (place == Place::Scenario && key == kStyleParameter.key) return &kStyleParameter;
    if (place == Place::Scenario && key == publishedParameter().key) return &publishedParameter();
    const bool isRoot = place == Place::Scenario || place == Place::Experiment;
    const SharedKey* known = isRoot ? findSharedKey(key) : nullptr;
    return known ? &known->parameter : nullptr;
}

/// A key that a file of a format can have, outside lists.
struct KnownPath {
    std::string path;
    std::string_view key;
    Place place;  // whose key it is
};

void addParts(std::span<const Parameter> parts, const std::string& path, std::vector<KnownPath>& out) {
    for (const Parameter& part : parts) {
        out.push_back({keyPath(path, part.key), part.key, Place::Parameter});
        const std::string here = out.back().path;
        if (part.type == ParameterType::Object) addParts(part.parts, here, out);
    }
}

/// Adds the keys of a place and those below it; formulas only if the file has them.
void addPaths(const json& at, Place place, const std::string& path, std::vector<KnownPath>& out) {
    for (const std::string_view key : keysAt(place)) {
        const Place inside = below(place, key);
        const json* const member = memberOf(at, key);
        if (place == Place::Bindings && !member) continue;
        out.push_back({keyPath(path, key), key, place});
        const std::string here = out.back().path;
        if (const Parameter* const parameter = rootParameter(place, key)) {
            if (parameter->type == ParameterType::Object) addParts(parameter->parts, here, out);
        } else if (isObject(inside) && inside != Place::Variables) {
            addPaths(member ? *member : json(), inside, here, out);
        }
    }
}

/// Completes a path that begins at any key whose name is unique, so that it begins at the top of the file.
Result<std::string> wholePath(const json& root, std::string_view path, Place place) {
    const std::string_view first = path.substr(0, path.find_first_of(".["));
    const auto tops = keysAt(place);
    if (first.empty() || std::find(tops.begin(), tops.end(), first) != tops.end()) return std::string(path);
    std::vector<KnownPath> known;
    addPaths(root, place, {}, known);
    std::vector<std::string> found;
    for (const KnownPath& one : known)
        if (isNameOf(first, one.key, one.place)) found.push_back(one.path);
    if (found.size() == 1) return found.front() + std::string(path.substr(first.size()));
    if (found.empty()) {
        std::vector<std::string_view> names;
        for (const KnownPath& one : known) names.push_back(one.key);
        return Error{"unknown key \"" + shortened(first) + "\"; nearest: \"" + nearestName(first, names) + '"', {}};
    }
    std::string all;
    for (std::size_t i = 0; i < found.size(); ++i)
        all += (i == 0 ? "" : i + 1 == found.size() ? " or " : ", ") + found[i];
    return Error{"\"" + shortened(first) + "\" is ambiguous; write " + all, {}};
}

/// Replaces a size such as "500MB" by its number, under a key in bytes or GB.
json sizeOr(json value, std::string_view path) {
    const std::string_view key = path.substr(std::min(path.find_last_of('.') + 1, path.size()));
    const bool isGb = key.ends_with("_gb");
    if (!value.is_string() || (key != "bytes" && !isGb)) return value;
    const auto bytes = bytesIn(value.get_ref<const std::string&>());
    return bytes ? json(isGb ? *bytes / 1e9 : *bytes) : value;
}

/// Follows a path into the file, one key or [n] at a time, and creates what is missing on the way, if allowed.
class Walk {
public:
    Walk(json& root, std::string_view path, Place place) : m_at(&root), m_rest(path), m_place(place) {}

    Result<json*> toEnd() {
        if (m_rest.empty()) return Error{"needs PATH=VALUE, e.g. workload.devices=8", {}};
        while (!m_rest.empty())
            if (auto ok = m_rest.front() == '[' ? element() : key(); !ok) return ok.error();
        return m_at;
    }

private:
    Result<void> key() {
        if (!m_done.empty()) {
            if (m_rest.front() != '.') return malformed();
            m_rest.remove_prefix(1);
        }
        std::string_view name = m_rest.substr(0, m_rest.find_first_of(".["));
        if (name.empty()) return malformed();
        std::vector<std::string_view> parts;
        if (m_parameter) parts = keysOf(m_parameter->parts);
        const auto keys = m_parameter ? std::span<const std::string_view>(parts) : keysAt(m_place);
        const bool isAnyName =
            m_place == Place::Variables || (m_parameter && m_parameter->type == ParameterType::Names);
        if (keys.empty() && !isAnyName) return Error{m_done + " has no keys", {}};
        const std::size_t length = name.size();
        if (!isAnyName && std::find(keys.begin(), keys.end(), name) == keys.end()) {
            const auto meant = std::find_if(keys.begin(), keys.end(), [&](std::string_view key) {
                return isNameOf(name, key, m_parameter ? Place::Parameter : m_place);
            });
            if (meant == keys.end())
                return Error{"unknown key \"" + shortened(name) + "\"; nearest: \"" + nearestName(name, keys) + '"',
                             {}};
            name = *meant;
        }
        if (!m_at->is_object()) return Error{m_done + " is " + described(*m_at) + ", not an object", {}};
        const Parameter* const parameter =
            m_place == Place::Schedule ? parameterOf(*m_at, name) : rootParameter(m_place, name);
        const auto [at, isNew] = m_at->get_ref<json::object_t&>().try_emplace(std::string(name));
        m_at = &at->second;
        goBelow(name, parameter);
        m_done = keyPath(m_done, name);
        m_rest.remove_prefix(length);
        if (isNew && isObject(m_place)) *m_at = json::object();
        return {};
    }

    /// The parameter of an entry's kind; of any kind if the entry does not state one.
    static const Parameter* parameterOf(const json& entry, std::string_view key) {
        for (const FamilyInfo& family : families())
            if (const auto id = entry.find(family.key); id != entry.end() && id->is_string())
                if (const ScheduleKind* kind = findKind(family.family, id->get_ref<const std::string&>()))
                    return kind->parameter(key);
        return findParameter(key);
    }

    void goBelow(std::string_view name, const Parameter* parameter) {
        if (m_parameter && m_parameter->type == ParameterType::Object)
            for (const Parameter& part : m_parameter->parts)
                if (part.key == name) parameter = &part;
        goTo(parameter, below(m_place, name));
    }

    /// Goes to a value of `parameter`, if there is one; else to `place`.
    void goTo(const Parameter* parameter, Place place) {
        const bool isObject =
            parameter && (parameter->type == ParameterType::Object || parameter->type == ParameterType::Names);
        m_parameter = isObject ? parameter : nullptr;
        m_place = isObject ? Place::Parameter : place;
        m_element = parameter && parameter->type == ParameterType::List ? &parameter->parts.front() : nullptr;
    }

    Result<void> element() {
        const std::size_t close = m_rest.find(']');
        std::size_t index = 0;
        const char *first = m_rest.data() + 1, *last = m_rest.data() + close;
        if (m_done.empty() || close == std::string_view::npos) return malformed();
        const auto [end, code] = std::from_chars(first, last, index);
        if (end != last || (code != std::errc() && code != std::errc::result_out_of_range)) return malformed();
        if (m_at->is_null()) return Error{m_done + " has no elements here; set the whole list", {}};
        if (!m_at->is_array())
            return Error{m_done + " is " + described(*m_at) + ", not a list; set the whole list", {}};
        if (code != std::errc() || index >= m_at->size())
            return Error{m_done + " has " + std::to_string(m_at->size()) +
                             (m_at->size() == 1 ? " element" : " elements") +
                             ", counted from 0; to add one, set the whole list",
                         {}};
        m_at = &(*m_at)[index];
        const bool isSchedule = m_place == Place::Schedules || m_place == Place::Series;
        goTo(m_element, isSchedule ? Place::Schedule : Place::Value);
        m_done = elementPath(m_done, index);
        m_rest.remove_prefix(close + 1);
        return {};
    }

    Error malformed() const {
        return {"not a path of keys and [n], e.g. workload.forward[2] or schedules[1].chunks", {}};
    }

    json* m_at;
    std::string_view m_rest;
    Place m_place;
    const Parameter* m_parameter = nullptr;  // at Place::Parameter
    const Parameter* m_element = nullptr;    // of the list here, if it belongs to a parameter
    std::string m_done;
};

/// The value as JSON, or as a string if it is not JSON.
Result<json> valueOf(const std::string& text) {
    bool isSyntax = false;
    auto value = parseJson(text, &isSyntax);
    if (!value && isSyntax && notUtf8At(text) == std::string_view::npos) return json(text);
    return value;
}

Result<void> apply(json& root, const Setting& setting, Place place) {
    const auto here = [&](Error error) {
        constexpr std::size_t kLongestPath = 80;
        const std::string path = shortened(setting.path, kLongestPath);
        error.field = path.empty() ? "--set" : "--set " + path;
        return error;
    };
    auto value = valueOf(setting.value);
    if (!value) return here(value.error());
    const auto path = wholePath(root, setting.path, place);
    if (!path) return here(path.error());
    auto at = Walk(root, *path, place).toEnd();
    if (!at) return here(at.error());
    **at = sizeOr(std::move(*value), *path);
    return {};
}

}  // namespace

Result<void> applySettings(json& root, std::span<const Setting> settings, const FileFormat& format) {
    if (!root.is_object()) return {};  // refused later, with the proper reason
    const Place place = format.id == kExperimentFormat.id   ? Place::Experiment
                        : format.id == kCollectiveFormat.id ? Place::Collective
                                                            : Place::Scenario;
    for (const Setting& setting : settings)
        if (auto ok = apply(root, setting, place); !ok) return ok;
    return {};
}

}  // namespace bubblescope
