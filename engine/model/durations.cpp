#include "engine/model/durations.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

struct DeviceTimes {
    double forward, backward, weight, recompute;
};

/// The times of one op on a device in the user's unit, before rounding.
DeviceTimes timesOf(const Workload& workload, std::size_t device) {
    const bool isEnd = device == 0 || device + 1 == static_cast<std::size_t>(workload.devices);
    const double stretch = isEnd ? 1.0 + workload.imbalance : 1.0;
    const double parts = workload.timeBasis == TimeBasis::Microbatch ? workload.chunks : 1.0;
    const double unscaledBackward = at(workload.backward, device);
    const double forward = at(workload.forward, device) * stretch;
    const double weight = workload.weight ? at(*workload.weight, device) : workload.weightFraction * unscaledBackward;
    return {forward / parts, unscaledBackward * stretch / parts, weight / parts, workload.recompute * forward / parts};
}

}  // namespace

Durations toDurations(const Workload& workload) {
    const auto n = static_cast<std::size_t>(workload.devices);
    Durations out;
    out.workers = workload.devices;
    for (auto& column : out.op) column.resize(n);
    out.recompute.resize(n);
    for (std::size_t d = 0; d < n; ++d) {
        const DeviceTimes times = timesOf(workload, d);
        const Time recompute = toTime(times.recompute);
        const Time backward = toTime(times.backward) + recompute;
        // Rounding the parts of B apart from W can leave W one micro-unit longer; the halves still add up.
        const Time weight = std::min(toTime(times.weight), backward);
        out.op[static_cast<std::size_t>(OpKind::Forward)][d] = toTime(times.forward);
        out.op[static_cast<std::size_t>(OpKind::Backward)][d] = backward;
        out.op[static_cast<std::size_t>(OpKind::BackwardInput)][d] = backward - weight;
        out.op[static_cast<std::size_t>(OpKind::BackwardWeight)][d] = weight;
        out.recompute[d] = recompute;
    }
    if (const auto* matrix = std::get_if<1>(&workload.comm)) {
        out.commMatrix.reserve(n * n);
        for (const auto& row : *matrix)
            for (double hop : row) out.commMatrix.push_back(toTime(hop));
    } else {
        out.comm = toTime(std::get<0>(workload.comm));
    }
    return out;
}

TimeBound timeBound(const Workload& workload, long long ops) {
    double forward = 0, backward = 0, weight = 0, hop = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(workload.devices); ++d) {
        const DeviceTimes times = timesOf(workload, d);
        forward += times.forward;
        backward += times.backward + times.recompute;
        weight += times.weight;
    }
    if (const auto* matrix = std::get_if<1>(&workload.comm)) {
        for (std::size_t from = 0; from < matrix->size(); ++from)
            for (std::size_t to = 0; to < (*matrix)[from].size(); ++to)
                if (from != to) hop = std::max(hop, (*matrix)[from][to]);
    } else {
        hop = std::get<0>(workload.comm);
    }
    const double opsOfAKind = static_cast<double>(workload.microbatches) * workload.chunks;
    const std::pair<double, std::string_view> shares[] = {{forward * opsOfAKind, "forward"},
                                                          {backward * opsOfAKind, "backward"},
                                                          {weight * opsOfAKind, "weight"},
                                                          {hop * static_cast<double>(ops), "comm"}};
    TimeBound bound;
    double largest = -1;
    for (const auto& [share, key] : shares) {
        bound.microUnits += share * kMicroUnits;
        if (share > largest) largest = share, bound.largestKey = key;
    }
    return bound;
}

}  // namespace bubblescope
