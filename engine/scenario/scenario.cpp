#include "engine/scenario/scenario.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace bubblescope {

void forgetIds(std::vector<ScheduleEntry>& entries) {
    for (ScheduleEntry& entry : entries) entry.id = {}, entry.color = kNoColor;
}

Workload patched(Workload workload, const WorkloadPatch& patch) {
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto own) {
        if (patch.*own) workload.*member = *(patch.*own);
    });
    return workload;
}

double at(const Comm& comm, std::size_t from, std::size_t to) {
    if (const auto* nodes = std::get_if<NodeLinks>(&comm)) {
        const auto size = static_cast<std::size_t>(nodes->nodeSize);
        return from / size == to / size ? nodes->inside : nodes->between;
    }
    const auto* matrix = std::get_if<1>(&comm);
    return matrix ? (*matrix)[from][to] : std::get<0>(comm);
}

double largest(const Comm& comm) {
    if (const auto* nodes = std::get_if<NodeLinks>(&comm)) return std::max(nodes->inside, nodes->between);
    const auto* matrix = std::get_if<1>(&comm);
    if (!matrix) return std::get<0>(comm);
    double most = 0;
    for (std::size_t from = 0; from < matrix->size(); ++from)
        for (std::size_t to = 0; to < (*matrix)[from].size(); ++to)
            if (from != to) most = std::max(most, (*matrix)[from][to]);
    return most;
}

PerDevice pairTimes(const Workload& workload) {
    if (workload.forwardBackward) return *workload.forwardBackward;
    if (workload.forward.index() == 0 && workload.backward.index() == 0)
        return std::get<double>(workload.forward) + std::get<double>(workload.backward);
    std::vector<double> sums;
    for (std::size_t d = 0; d < static_cast<std::size_t>(workload.devices); ++d)
        sums.push_back(at(workload.forward, d) + at(workload.backward, d));
    return sums;
}

namespace {

std::size_t listed(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    return list ? list->size() : 0;
}

std::size_t listed(const Comm& comm) {
    std::size_t count = 0;
    if (const auto* matrix = std::get_if<1>(&comm))
        for (const auto& row : *matrix) count += row.size();
    return count;
}

std::size_t listed(const std::optional<PerDevice>& times) { return times ? listed(*times) : 0; }

template <class NoTimes>
std::size_t listed(const NoTimes&) {
    return 0;
}

}  // namespace

long long listedTimes(const Workload& workload) {
    std::size_t count = 0;
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto) { count += listed(workload.*member); });
    return static_cast<long long>(count);
}

bool hasKey(const WorkloadPatch& patch, std::string_view key) {
    bool found = false;
    forEachWorkloadKey(
        [&](const WorkloadKey& known, auto, auto own) { found |= key == known.key && (patch.*own).has_value(); });
    return found;
}

namespace {

/// Which of `old` devices the new device corresponds to when there are `devices` of them: the ends keep their values,
/// and in the middle one device is repeated, or some are dropped.
std::size_t oldPlace(std::size_t device, std::size_t old, std::size_t devices) {
    const std::size_t begin = (std::min(old, devices) + 1) / 2, end = std::min(old, devices) - begin;
    if (device < begin) return device;
    return device + end >= devices ? old - (devices - device) : begin - 1;
}

void resize(PerDevice& times, std::size_t devices) {
    auto* list = std::get_if<1>(&times);
    if (!list || list->empty()) return;
    std::vector<double> resized(devices);
    for (std::size_t d = 0; d < devices; ++d) resized[d] = (*list)[oldPlace(d, list->size(), devices)];
    *list = std::move(resized);
}

void resize(std::optional<PerDevice>& times, std::size_t devices) {
    if (times) resize(*times, devices);
}

void resize(Comm& comm, std::size_t devices) {
    auto* matrix = std::get_if<1>(&comm);
    if (!matrix || matrix->empty()) return;
    const auto old = matrix->size();
    if (devices > static_cast<std::size_t>(kMaxMatrixDevices)) {
        comm = largest(comm);
        return;
    }
    // Two devices that come from the same old one are as far apart as that one and its neighbour were.
    const auto hop = [&](std::size_t a, std::size_t b) {
        if (a != b) return (*matrix)[a][b];
        return old == 1 ? 0.0 : a > 0 ? (*matrix)[a - 1][a] : (*matrix)[0][1];
    };
    std::vector<std::vector<double>> resized(devices, std::vector<double>(devices));
    for (std::size_t from = 0; from < devices; ++from)
        for (std::size_t to = 0; to < devices; ++to) {
            const std::size_t a = oldPlace(from, old, devices), b = oldPlace(to, old, devices);
            resized[from][to] = from == to ? (*matrix)[a][a] : hop(a, b);
        }
    *matrix = std::move(resized);
}

template <class NoTimes>
void resize(NoTimes&, std::size_t) {}

std::string index(std::size_t i) {
    std::string text = "[";  // += because GCC 12 warns about its own operator+ (bug 105651)
    return text.append(std::to_string(i)).append("]");
}

/// Adds the place to the error of a list element. Only done on failure, because most lists have no bad element.
Error within(Error error, std::size_t i) {
    error.field = index(i) + error.field;
    return error;
}

bool isTime(double value) { return std::isfinite(value) && value >= 0; }

Error noTime(double value) { return {"must be a finite time, 0 or more, is " + numberText(value), {}}; }

// Each of these checks one value of a workload for `devices`. The `field` of an error is what follows the key: "[2]",
// or nothing.

Result<void> check(int value, const WorkloadKey& key, int) {
    if (value >= key.least && value <= key.most) return {};
    return Error{"must be from " + std::to_string(static_cast<int>(key.least)) + " to " +
                     std::to_string(static_cast<int>(key.most)) + ", is " + wholeText(value),
                 {}};
}

Result<void> check(double value, const WorkloadKey& key, int) {
    if (std::isfinite(value) && value >= key.least && value <= key.most) return {};
    const std::string is = ", is " + numberText(value);
    if (key.most == WorkloadKey::kNoLimit) return Error{"must be a finite number, 0 or more" + is, {}};
    return Error{"must be from 0 to " + std::to_string(static_cast<int>(key.most)) + is, {}};
}

Result<void> check(const std::optional<double>& value, const WorkloadKey& key, int devices) {
    return value ? check(*value, key, devices) : Result<void>();
}

Result<void> check(const StageTimes& times, const WorkloadKey&, int) {
    if (!isTime(times.forward)) return within(noTime(times.forward), 0);
    return isTime(times.backward) ? Result<void>() : within(noTime(times.backward), 1);
}

template <class T>
requires isChosenWord<T> Result<void> check(T, const WorkloadKey&, int) { return {}; }

Result<void> check(const std::string& value, const WorkloadKey& key, int) {
    if (std::find(key.choices.begin(), key.choices.end(), value) != key.choices.end()) return {};
    return Error{"must be " + choicesText(key.choices), {}};
}

Result<void> checkLength(std::size_t length, int devices) {
    if (length == static_cast<std::size_t>(devices)) return {};
    return Error{"needs " + std::to_string(devices) + (devices == 1 ? " entry" : " entries") +
                     ", one per device, has " + std::to_string(length),
                 {}};
}

Result<void> checkTimes(const std::vector<double>& times, int devices) {
    if (auto ok = checkLength(times.size(), devices); !ok) return ok;
    const auto bad = std::find_if_not(times.begin(), times.end(), isTime);
    if (bad == times.end()) return {};
    return within(noTime(*bad), static_cast<std::size_t>(bad - times.begin()));
}

Result<void> check(const PerDevice& times, const WorkloadKey&, int devices) {
    if (const auto* list = std::get_if<1>(&times)) return checkTimes(*list, devices);
    return isTime(std::get<0>(times)) ? Result<void>() : noTime(std::get<0>(times));
}

Result<void> check(const std::optional<PerDevice>& times, const WorkloadKey& key, int devices) {
    return times ? check(*times, key, devices) : Result<void>();
}

Result<void> check(const Comm& comm, const WorkloadKey&, int devices) {
    if (const auto* nodes = std::get_if<NodeLinks>(&comm)) {
        const auto at = [](std::string_view part, Error error) {
            error.field = "." + std::string(part);
            return error;
        };
        if (nodes->nodeSize < 1 || nodes->nodeSize > kMaxDevices)
            return at("node_size",
                      {"must be from 1 to " + std::to_string(kMaxDevices) + ", is " + wholeText(nodes->nodeSize) +
                           "; with " + std::to_string(devices) + " all devices are on one node",
                       {}});
        if (!isTime(nodes->inside)) return at("inside", noTime(nodes->inside));
        return isTime(nodes->between) ? Result<void>() : at("between", noTime(nodes->between));
    }
    const auto* matrix = std::get_if<1>(&comm);
    if (!matrix) return isTime(std::get<0>(comm)) ? Result<void>() : noTime(std::get<0>(comm));
    if (devices > kMaxMatrixDevices)
        return Error{"a matrix can have at most " + std::to_string(kMaxMatrixDevices) + " devices, the workload has " +
                         std::to_string(devices),
                     {}};
    if (auto ok = checkLength(matrix->size(), devices); !ok) return ok;
    for (std::size_t from = 0; from < matrix->size(); ++from)
        if (auto ok = checkTimes((*matrix)[from], devices); !ok) return within(ok.error(), from);
    return {};
}

Result<void> checkWeightHalf(const Workload& workload, const KeyPath& pathOf) {
    if (!workload.weight) return {};
    for (std::size_t d = 0; d < static_cast<std::size_t>(workload.devices); ++d) {
        const bool isEnd = d == 0 || d + 1 == static_cast<std::size_t>(workload.devices);
        const double stretch = isEnd ? 1.0 + workload.imbalance : 1.0;
        const double backward =
            at(workload.backward, d) * stretch + workload.recompute * at(workload.forward, d) * stretch;
        if (at(*workload.weight, d) <= backward) continue;
        return Error{"T_W exceeds the whole backward on device " + std::to_string(d),
                     pathOf("weight") + (workload.weight->index() == 1 ? index(d) : std::string())};
    }
    return {};
}

}  // namespace

Workload withDevices(Workload workload, int devices) {
    workload.devices = devices;
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto) {
        resize(workload.*member, static_cast<std::size_t>(std::max(devices, 1)));
    });
    return workload;
}

Result<void> checkWorkload(const Workload& workload, const KeyPath& pathOf) {
    Result<void> result;
    const auto take = [&](const WorkloadKey& key, const auto& value) {
        if (!result) return;
        if (auto ok = check(value, key, workload.devices); !ok)
            result = Error{ok.error().message, pathOf(key.key) + ok.error().field};
    };
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) { take(key, workload.*member); });
    take(workloadKeys().back(), workload.timeUnit);
    return result ? checkWeightHalf(workload, pathOf) : result;
}

}  // namespace bubblescope
