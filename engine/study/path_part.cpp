// A number inside a workload key with several numbers: `head[0]` and `embedding[1]`, the forward and the backward;
// `comm.node_size`, `comm.inside` and `comm.between` of links by node; `forward[3]`, one time of a list.

#include "engine/study/scenario_path.h"

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

Result<void> setIn(StageTimes& times, const ScenarioPath& part, double value) {
    if (part.index > 1)
        return Error{part.key + " has only " + part.key + "[0] (forward) and " + part.key + "[1] (backward)", {}};
    (part.index == 0 ? times.forward : times.backward) = value;
    return {};
}

Result<void> setIn(PerDevice& times, const ScenarioPath& part, double value) {
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

Result<void> setIn(std::optional<PerDevice>& times, const ScenarioPath& part, double value) {
    PerDevice one = times.value_or(PerDevice{0.0});
    auto ok = setIn(one, part, value);
    if (ok) times = std::move(one);
    return ok;
}

Result<void> setIn(Comm& comm, const ScenarioPath& part, double value) {
    auto* links = std::get_if<NodeLinks>(&comm);
    if (!links) return Error{"comm is not by node here; set it with node_size, inside and between, or vary comm", {}};
    if (part.index == 0)
        links->nodeSize = static_cast<int>(value);
    else
        (part.index == 1 ? links->inside : links->between) = value;
    return {};
}

template <class Number>
Result<void> setIn(Number&, const ScenarioPath& part, double) {
    return Error{part.key + " is a single number; vary it without an index", {}};
}

bool isPartCount(const ScenarioPath& part) { return part.key == "comm" && part.index == 0; }

std::string titleOfPart(const ScenarioPath& part) {
    if (part.key == "comm")
        return part.index == 0 ? "devices per node" : part.index == 1 ? "T_C inside a node" : "T_C between nodes";
    const WorkloadKey& whole = *keyNamed(part.key);
    if (whole.symbol.empty()) return part.key + ' ' + std::string(kOfStage[std::min<std::size_t>(part.index, 1)]);
    return std::string(whole.symbol) + " of device " + std::to_string(part.index);
}

bool readPart(ScenarioPath& path) {
    const std::string_view text = path.text;
    const std::size_t end = text.find_first_of(".[");
    if (end == std::string_view::npos || !keyNamed(text.substr(0, end))) return false;
    path.key = text.substr(0, end);
    const std::string_view rest = text.substr(end);
    const bool isOfLinks = path.key == "comm";
    if (rest[0] == '.') {
        const auto name = std::ranges::find(kOfLinks, rest.substr(1));
        path.index = static_cast<std::size_t>(name - std::begin(kOfLinks));
        return isOfLinks && name != std::end(kOfLinks);
    }
    const auto index = indexIn(rest);
    path.index = index.value_or(0);
    return index && !isOfLinks;
}

}  // namespace

const PathKind kPartPath{
    .read = readPart,
    .isWhole = isPartCount,
    .title = titleOfPart,
    // A workload that does not have the number is refused before.
    .vary = [](Scenario& alone, const ScenarioPath& path, double x) { (void)setPart(alone.workload, path, x); },
};

Result<void> setPart(Workload& workload, const ScenarioPath& part, double value) {
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
