#include "engine/study/key_number.h"

#include "engine/core/text.h"

#include <algorithm>
#include <charconv>
#include <type_traits>

namespace bubblescope {

namespace {

constexpr std::string_view kOfLinks[] = {"node_size", "inside", "between"};
constexpr std::string_view kOfStage[] = {"forward", "backward"};

const WorkloadKey* keyNamed(std::string_view name) {
    for (const WorkloadKey& key : workloadKeys())
        if (key.key == name) return &key;
    return nullptr;
}

std::optional<std::size_t> indexIn(std::string_view brackets) {
    std::size_t index = 0;
    const char* const end = brackets.data() + brackets.size();
    const auto [after, error] = std::from_chars(brackets.data() + 1, end, index);
    if (error != std::errc() || std::string_view(after, static_cast<std::size_t>(end - after)) != "]")
        return std::nullopt;
    return index;
}

Result<void> setIn(StageTimes& times, const KeyNumber& part, double value) {
    if (part.index > 1)
        return Error{part.key + " has only " + part.key + "[0] (forward) and " + part.key + "[1] (backward)", {}};
    (part.index == 0 ? times.forward : times.backward) = value;
    return {};
}

Result<void> setIn(PerDevice& times, const KeyNumber& part, double value) {
    auto* list = std::get_if<1>(&times);
    if (!list)
        return Error{part.key + " is one time for all devices here; make it a list, or vary " + part.key + " itself",
                     {}};
    if (part.index >= list->size())
        return Error{
            part.key + " has " + std::to_string(list->size()) + " times here, counted from " + part.key + "[0]", {}};
    (*list)[part.index] = value;
    return {};
}

Result<void> setIn(std::optional<PerDevice>& times, const KeyNumber& part, double value) {
    PerDevice one = times.value_or(PerDevice{0.0});
    auto ok = setIn(one, part, value);
    if (ok) times = std::move(one);
    return ok;
}

Result<void> setIn(Comm& comm, const KeyNumber& part, double value) {
    auto* links = std::get_if<NodeLinks>(&comm);
    if (!links) return Error{"comm is not by node here; set it with node_size, inside and between, or vary comm", {}};
    if (part.index == 0)
        links->nodeSize = static_cast<int>(value);
    else
        (part.index == 1 ? links->inside : links->between) = value;
    return {};
}

template <class Number>
Result<void> setIn(Number&, const KeyNumber& part, double) {
    return Error{part.key + " is a single number; vary it without an index", {}};
}

}  // namespace

bool KeyNumber::isWhole() const { return key == "comm" && index == 0; }

std::string KeyNumber::title() const {
    if (key == "comm") return index == 0 ? "devices per node" : index == 1 ? "T_C inside a node" : "T_C between nodes";
    const WorkloadKey& whole = *keyNamed(key);
    if (whole.symbol.empty()) return key + ' ' + std::string(kOfStage[std::min<std::size_t>(index, 1)]);
    return std::string(whole.symbol) + " of device " + std::to_string(index);
}

std::optional<KeyNumber> keyNumberIn(std::string_view path) {
    const std::size_t end = path.find_first_of(".[");
    if (end == std::string_view::npos || !keyNamed(path.substr(0, end))) return std::nullopt;
    const std::string key(path.substr(0, end));
    const std::string_view rest = path.substr(end);
    if (rest[0] == '.') {
        const auto name = std::ranges::find(kOfLinks, rest.substr(1));
        if (key != "comm" || name == std::end(kOfLinks)) return std::nullopt;
        return KeyNumber{key, static_cast<std::size_t>(name - std::begin(kOfLinks))};
    }
    const auto index = indexIn(rest);
    if (!index || key == "comm") return std::nullopt;
    return KeyNumber{key, *index};
}

Result<void> setPart(Workload& workload, const KeyNumber& part, double value) {
    Result<void> result;
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (key.key == part.key) result = setIn(workload.*member, part, value);
    });
    return result;
}

std::vector<std::string> partsOf(const Workload& workload) {
    std::vector<std::string> paths;
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if constexpr (std::is_same_v<decltype(member), StageTimes Workload::*>)
            for (const char* index : {"[0]", "[1]"}) paths.push_back(std::string(key.key) + index);
    });
    if (std::holds_alternative<NodeLinks>(workload.comm))
        for (const std::string_view name : kOfLinks) paths.push_back("comm." + std::string(name));
    return paths;
}

}  // namespace bubblescope
