#include "engine/model/scenario.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace bubblescope {

Workload patched(Workload workload, const WorkloadPatch& patch) {
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto own) {
        if (patch.*own) workload.*member = *(patch.*own);
    });
    return workload;
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

void resize(PerDevice& times, std::size_t devices) {
    if (auto* list = std::get_if<1>(&times)) list->resize(devices, list->empty() ? 0.0 : list->back());
}

void resize(std::optional<PerDevice>& times, std::size_t devices) {
    if (times) resize(*times, devices);
}

void resize(Comm& comm, std::size_t devices) {
    auto* matrix = std::get_if<1>(&comm);
    if (!matrix || matrix->empty()) return;
    const auto old = matrix->size();
    if (devices > static_cast<std::size_t>(kMaxMatrixDevices)) {
        double largest = 0;
        for (std::size_t from = 0; from < old; ++from)
            for (std::size_t to = 0; to < old; ++to)
                if (from != to) largest = std::max(largest, (*matrix)[from][to]);
        comm = largest;
        return;
    }
    // A new device stands where the last one stands; two that share a place are as far apart as the
    // last device and its neighbour.
    const double between = old > 1 ? (*matrix)[old - 2][old - 1] : 0.0;
    std::vector<std::vector<double>> grown(devices, std::vector<double>(devices));
    for (std::size_t from = 0; from < devices; ++from)
        for (std::size_t to = 0; to < devices; ++to) {
            const auto a = std::min(from, old - 1), b = std::min(to, old - 1);
            grown[from][to] = a == b && from != to ? between : (*matrix)[a][b];
        }
    *matrix = std::move(grown);
}

template <class NoTimes>
void resize(NoTimes&, std::size_t) {}

std::string index(std::size_t i) {
    std::string text = "[";  // += because GCC 12 warns of its own operator+ (bug 105651)
    return text.append(std::to_string(i)).append("]");
}

/// The error of an element of a list, whose place is made only now: most lists have no bad element.
Error within(Error error, std::size_t i) {
    error.field = index(i) + error.field;
    return error;
}

bool isTime(double value) { return std::isfinite(value) && value >= 0; }

Error noTime() { return {"must be a finite time, 0 or more", {}}; }

// Each checks one value of a workload for `devices`. The place of an error is what follows the key: "[2]", or nothing.

Result<void> check(int value, const WorkloadKey& key, int) {
    if (value >= key.least && value <= key.most) return {};
    return Error{"must be from " + std::to_string(static_cast<int>(key.least)) + " to " +
                     std::to_string(static_cast<int>(key.most)) + ", is " + std::to_string(value),
                 {}};
}

Result<void> check(double value, const WorkloadKey& key, int) {
    if (std::isfinite(value) && value >= key.least && value <= key.most) return {};
    if (key.most == WorkloadKey::kNoLimit) return Error{"must be a finite number, 0 or more", {}};
    return Error{"must be from 0 to " + std::to_string(static_cast<int>(key.most)), {}};
}

Result<void> check(TimeBasis, const WorkloadKey&, int) { return {}; }

Result<void> check(const std::string& value, const WorkloadKey& key, int) {
    if (std::find(key.choices.begin(), key.choices.end(), value) != key.choices.end()) return {};
    return Error{"must be " + choicesText(key.choices), {}};
}

Result<void> checkLength(std::size_t length, int devices) {
    if (length == static_cast<std::size_t>(devices)) return {};
    return Error{"needs " + std::to_string(devices) + (devices == 1 ? " entry" : " entries") +
                     ", one for each device, has " + std::to_string(length),
                 {}};
}

Result<void> checkTimes(const std::vector<double>& times, int devices) {
    if (auto ok = checkLength(times.size(), devices); !ok) return ok;
    const auto bad = std::find_if_not(times.begin(), times.end(), isTime);
    if (bad == times.end()) return {};
    return within(noTime(), static_cast<std::size_t>(bad - times.begin()));
}

Result<void> check(const PerDevice& times, const WorkloadKey&, int devices) {
    if (const auto* list = std::get_if<1>(&times)) return checkTimes(*list, devices);
    return isTime(std::get<0>(times)) ? Result<void>() : noTime();
}

Result<void> check(const std::optional<PerDevice>& times, const WorkloadKey& key, int devices) {
    return times ? check(*times, key, devices) : Result<void>();
}

Result<void> check(const Comm& comm, const WorkloadKey&, int devices) {
    const auto* matrix = std::get_if<1>(&comm);
    if (!matrix) return isTime(std::get<0>(comm)) ? Result<void>() : noTime();
    if (devices > kMaxMatrixDevices)
        return Error{"a matrix is for at most " + std::to_string(kMaxMatrixDevices) + " devices, here are " +
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
        return Error{"the weight half is longer than the whole backward on device " + std::to_string(d),
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
