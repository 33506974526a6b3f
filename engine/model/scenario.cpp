#include "engine/model/scenario.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace bubblescope {

Workload patched(Workload workload, const WorkloadPatch& patch) {
    forEachWorkloadKey([&](const char*, auto member, auto own) {
        if (patch.*own) workload.*member = *(patch.*own);
    });
    return workload;
}

long long listedTimes(const Workload& workload) {
    std::size_t count = 0;
    for (const PerDevice* times :
         {&workload.forward, &workload.backward, workload.weight ? &*workload.weight : nullptr})
        if (const auto* list = times ? std::get_if<1>(times) : nullptr) count += list->size();
    if (const auto* matrix = std::get_if<1>(&workload.comm))
        for (const auto& row : *matrix) count += row.size();
    return static_cast<long long>(count);
}

bool hasKey(const WorkloadPatch& patch, std::string_view key) {
    bool found = false;
    forEachWorkloadKey([&](const char* name, auto, auto own) { found |= key == name && (patch.*own).has_value(); });
    return found;
}

namespace {

void resizeList(PerDevice& times, std::size_t devices) {
    if (auto* list = std::get_if<1>(&times)) list->resize(devices, list->empty() ? 0.0 : list->back());
}

void resizeMatrix(Comm& comm, std::size_t devices) {
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

std::string index(std::size_t i) {
    std::string text = "[";  // += because GCC 12 warns of its own operator+ (bug 105651)
    return text.append(std::to_string(i)).append("]");
}

/// The error of an element of a list, whose place is made only now: most lists have no bad element.
Error within(Error error, std::size_t i) {
    error.field = index(i) + error.field;
    return error;
}

// These return the place of an error as it follows the key: "[2]", or nothing.

Result<void> checkInteger(int value, int limit) {
    if (value >= 1 && value <= limit) return {};
    return Error{"must be from 1 to " + std::to_string(limit) + ", is " + std::to_string(value), {}};
}

bool isTime(double value) { return std::isfinite(value) && value >= 0; }

Error noTime() { return {"must be a finite time, 0 or more", {}}; }

Result<void> checkRatio(double value) {
    if (value >= 0 && value <= 1) return {};
    return Error{"must be from 0 to 1", {}};
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

Result<void> checkPerDevice(const PerDevice& times, int devices) {
    if (const auto* list = std::get_if<1>(&times)) return checkTimes(*list, devices);
    return isTime(std::get<0>(times)) ? Result<void>() : noTime();
}

Result<void> checkComm(const Comm& comm, int devices) {
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
    const auto n = static_cast<std::size_t>(std::max(devices, 1));
    workload.devices = devices;
    resizeList(workload.forward, n);
    resizeList(workload.backward, n);
    if (workload.weight) resizeList(*workload.weight, n);
    resizeMatrix(workload.comm, n);
    return workload;
}

Result<void> checkWorkload(const Workload& workload, const KeyPath& pathOf) {
    Result<void> result;
    const auto take = [&](const Result<void>& checked, const char* key) {
        if (!checked) result = Error{checked.error().message, pathOf(key) + checked.error().field};
    };
    const auto check = [&](auto checker, const auto& value, auto limit, const char* key) {
        if (result) take(checker(value, limit), key);
    };
    check(checkInteger, workload.devices, kMaxDevices, "devices");
    check(checkInteger, workload.microbatches, kMaxMicrobatches, "microbatches");
    check(checkInteger, workload.chunks, kMaxChunks, "chunks");
    check(checkPerDevice, workload.forward, workload.devices, "forward");
    check(checkPerDevice, workload.backward, workload.devices, "backward");
    if (workload.weight) check(checkPerDevice, *workload.weight, workload.devices, "weight");
    check(checkComm, workload.comm, workload.devices, "comm");
    const auto ratio = [&](double value, const char* key) {
        if (result) take(checkRatio(value), key);
    };
    ratio(workload.weightFraction, "weight_fraction");
    ratio(workload.recompute, "recompute");
    ratio(workload.weightHold, "weight_hold");
    if (result && !(std::isfinite(workload.imbalance) && workload.imbalance >= 0))
        result = Error{"must be a finite number, 0 or more", pathOf("imbalance")};
    if (result && workload.timeUnit != "ns" && workload.timeUnit != "us" && workload.timeUnit != "ms" &&
        workload.timeUnit != "s" && !workload.timeUnit.empty())
        result = Error{"must be \"ns\", \"us\", \"ms\", \"s\" or empty", pathOf("time_unit")};
    if (result) result = checkWeightHalf(workload, pathOf);
    return result;
}

}  // namespace bubblescope
