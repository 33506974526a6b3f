#include "engine/io/settings.h"

#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/io/json_text.h"
#include "engine/io/scenario_keys.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

/// Lower case, with "_" for spaces and hyphens: how typed names are compared with keys.
std::string plainName(std::string_view name) {
    std::string plain(name);
    for (char& c : plain) c = c == ' ' || c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return plain;
}

/// Whether a name means the key of a part: "Memory limit", or, for keys of the workload, a symbol such as T_C.
bool isNameOf(std::string_view name, const Parameter& part) {
    const std::string plain = plainName(name);
    if (plain == part.key) return true;
    const auto keys = workloadParameter().parts;
    const bool isOfWorkload =
        part.type == ParameterType::Formula || (&part >= keys.data() && &part < keys.data() + keys.size());
    return isOfWorkload && !part.symbol.empty() && plainName(part.symbol) == plain;
}

/// Whether only an object can be here, so that a missing one is created.
bool isObject(const Parameter* at) {
    if (!at) return false;
    return at->type == ParameterType::Names ||
           (!at->parts.empty() && (at->type == ParameterType::Object || at->type == ParameterType::Links));
}

/// The keys that a value can have here; none if it has no keys, or any.
std::vector<std::string_view> keysAt(const Parameter* at) {
    if (at && at->type == ParameterType::Entry) return {entryKeys().begin(), entryKeys().end()};
    return isObject(at) || (at && at->type == ParameterType::Series) ? keysOf(at->parts)
                                                                     : std::vector<std::string_view>();
}

/// A key that a file can have, outside lists.
struct KnownPath {
    std::string path;
    const Parameter* part;
};

/// Adds the keys of an object and those below it; formulas only if the file has them.
void addPaths(const json& at, const Parameter& object, const std::string& path, std::vector<KnownPath>& out) {
    for (const Parameter& part : object.parts) {
        const json* const member = at.is_object() ? memberOf(at, part.key) : nullptr;
        if (part.type == ParameterType::Formula && !member) continue;
        out.push_back({keyPath(path, part.key), &part});
        const std::string here = out.back().path;
        if (isObject(&part) && part.type != ParameterType::Names) addPaths(member ? *member : json(), part, here, out);
    }
}

/// Completes a path that begins at any key whose name is unique, so that it begins at the top of the file.
Result<std::string> wholePath(const json& root, std::string_view path, const Parameter& document) {
    const std::string_view first = path.substr(0, path.find_first_of(".["));
    const auto tops = keysOf(document.parts);
    if (first.empty() || std::find(tops.begin(), tops.end(), first) != tops.end()) return std::string(path);
    std::vector<KnownPath> known;
    addPaths(root, document, {}, known);
    std::vector<std::string> found;
    for (const KnownPath& one : known)
        if (isNameOf(first, *one.part)) found.push_back(one.path);
    if (found.size() == 1) return found.front() + std::string(path.substr(first.size()));
    if (found.empty()) {
        std::vector<std::string_view> names;
        for (const KnownPath& one : known) names.push_back(one.part->key);
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
    Walk(json& root, std::string_view path, const Parameter& document) : m_at(&root), m_rest(path), m_here(&document) {}

    Result<json*> toEnd() {
        if (m_rest.empty()) return Error{"needs PATH=VALUE, e.g. workload.devices=8", {}};
        while (!m_rest.empty())
            if (auto ok = m_rest.front() == '[' ? element() : key(); !ok) return ok.error();
        return m_at;
    }

    /// What the document has where toEnd() came to.
    const Parameter* here() const { return m_here; }

private:
    Result<void> key() {
        if (!m_done.empty()) {
            if (m_rest.front() != '.') return malformed();
            m_rest.remove_prefix(1);
        }
        std::string_view name = m_rest.substr(0, m_rest.find_first_of(".["));
        if (name.empty()) return malformed();
        const auto keys = keysAt(m_here);
        const bool isAnyName = m_here && m_here->type == ParameterType::Names;
        if (keys.empty() && !isAnyName) return Error{m_done + " has no keys", {}};
        const std::size_t length = name.size();
        if (!isAnyName && std::find(keys.begin(), keys.end(), name) == keys.end()) {
            const std::string_view meant = keyMeant(*m_here, name);
            if (meant.empty())
                return Error{
                    "unknown key \"" + shortened(name) + "\"; nearest: \"" + nearestName(name, proposed()) + '"', {}};
            name = meant;
        }
        if (!m_at->is_object()) return Error{m_done + " is " + described(*m_at) + ", not an object", {}};
        m_here = partOf(*m_at, *m_here, name);
        const auto [at, isNew] = m_at->get_ref<json::object_t&>().try_emplace(std::string(name));
        m_at = &at->second;
        m_done = keyPath(m_done, name);
        m_rest.remove_prefix(length);
        if (isNew && isObject(m_here)) *m_at = json::object();
        return {};
    }

    /// The keys to propose here: in an entry, those of its own kind.
    std::vector<std::string_view> proposed() const {
        for (const FamilyInfo& family : families()) {
            if (m_here->type != ParameterType::Entry || !m_at->is_object() || !m_at->contains(family.key)) continue;
            const json& id = (*m_at)[std::string(family.key)];
            if (id.is_string()) return keysOf(entryOf(family.family, id.get<std::string>()));
        }
        return keysAt(m_here);
    }

    /// The key that a name means among those of `at`; empty if there is none.
    static std::string_view keyMeant(const Parameter& at, std::string_view name) {
        if (at.type != ParameterType::Entry) {
            const auto part = std::ranges::find_if(at.parts, [&](const Parameter& one) { return isNameOf(name, one); });
            return part == at.parts.end() ? std::string_view() : part->key;
        }
        for (const std::string_view key : entryKeys()) {
            const Parameter* const own = find(workloadParameter().parts, key);
            if (own ? isNameOf(name, *own) : plainName(name) == key) return key;
        }
        return {};
    }

    static const Parameter* find(std::span<const Parameter> parts, std::string_view key) {
        const auto found = std::ranges::find(parts, key, &Parameter::key);
        return found == parts.end() ? nullptr : &*found;
    }

    /// What a value has under a key; null for a value without keys.
    static const Parameter* partOf(const json& value, const Parameter& at, std::string_view key) {
        if (at.type == ParameterType::Names) return &at.parts.front();
        if (at.type != ParameterType::Entry) return find(at.parts, key);
        const Parameter* const own = parameterOf(value, key);
        return own ? own : find(workloadParameter().parts, key);
    }

    /// The parameter of an entry's kind; of any kind if the entry does not state one.
    static const Parameter* parameterOf(const json& entry, std::string_view key) {
        for (const FamilyInfo& family : families())
            if (const auto id = entry.find(family.key); id != entry.end() && id->is_string())
                if (const ScheduleKind* kind = findKind(family.family, id->get_ref<const std::string&>()))
                    return kind->parameter(key);
        return findParameter(key);
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
        m_here = m_here && m_here->type == ParameterType::List     ? &m_here->parts.front()
                 : m_here && m_here->type == ParameterType::Series ? &m_here->parts.back()
                                                                   : nullptr;
        m_done = elementPath(m_done, index);
        m_rest.remove_prefix(close + 1);
        return {};
    }

    Error malformed() const {
        return {"not a path of keys and [n], e.g. workload.forward[2] or schedules[1].chunks", {}};
    }

    json* m_at;
    std::string_view m_rest;
    const Parameter* m_here;  // what the document has here; null for a value without keys
    std::string m_done;
};

/// The value as JSON, or as a string if it is not JSON.
Result<json> valueOf(const std::string& text) {
    bool isSyntax = false;
    auto value = parseJson(text, &isSyntax);
    if (!value && isSyntax && notUtf8At(text) == std::string_view::npos) return json(text);
    return value;
}

Result<void> apply(json& root, const Setting& setting, const Parameter& document) {
    const auto here = [&](Error error) {
        constexpr std::size_t kLongestPath = 80;
        const std::string path = shortened(setting.path, kLongestPath);
        error.field = path.empty() ? "--set" : "--set " + path;
        return error;
    };
    auto value = valueOf(setting.value);
    if (!value) return here(value.error());
    const auto path = wholePath(root, setting.path, document);
    if (!path) return here(path.error());
    auto at = Walk(root, *path, document).toEnd();
    if (!at) return here(at.error());
    **at = sizeOr(std::move(*value), *path);
    return {};
}

}  // namespace

Result<void> applySettings(json& root, std::span<const Setting> settings, const Parameter& document) {
    if (!root.is_object()) return {};  // refused later, with the proper reason
    for (const Setting& setting : settings)
        if (auto ok = apply(root, setting, document); !ok) return ok;
    return {};
}

Result<SettingPlace> settingAt(const json& root, std::string_view path, const Parameter& document) {
    json copy = root;  // which the walk may fill in
    auto whole = wholePath(copy, path, document);
    if (!whole) return whole.error();
    Walk walk(copy, *whole, document);
    auto at = walk.toEnd();
    if (!at) return at.error();
    if (!walk.here()) return Error{"leads to no single key of the document", {}};
    return SettingPlace{std::move(*whole), walk.here(), (*at)->dump()};
}

}  // namespace bubblescope
