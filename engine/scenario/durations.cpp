#include "engine/scenario/durations.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

struct DeviceTimes {
    double forward, backward, weight, recompute, pair;
};

/// The times of one op on a device in the user's unit, before rounding.
DeviceTimes timesOf(const Workload& workload, std::size_t device) {
    const bool isEnd = device == 0 || device + 1 == static_cast<std::size_t>(workload.devices);
    const double stretch = isEnd ? 1.0 + workload.imbalance : 1.0;
    const double parts = workload.timeBasis == TimeBasis::Microbatch ? workload.chunks * workload.pieces : 1.0;
    const double unscaledBackward = at(workload.backward, device);
    const double forward = at(workload.forward, device) * stretch;
    const double weight = workload.weight ? at(*workload.weight, device) : workload.weightFraction * unscaledBackward;
    const double pair = workload.forwardBackward ? at(*workload.forwardBackward, device) * stretch / parts : 0.0;
    return {forward / parts, unscaledBackward * stretch / parts, weight / parts, workload.recompute * forward / parts,
            pair};
}

/// The same times at an end of the model. The extra times belong to a stage, so they are not split among chunks, but
/// they are split among the pieces of a sequence.
DeviceTimes withExtra(DeviceTimes times, const StageTimes& extra, const Workload& workload) {
    times.forward += extra.forward / workload.pieces;
    times.backward += extra.backward / workload.pieces;
    times.weight += workload.weightFraction * extra.backward / workload.pieces;
    times.recompute += workload.recompute * extra.forward / workload.pieces;
    return times;
}

Durations::OpTimes roundedTimes(const DeviceTimes& times) {
    Durations::OpTimes out;
    const auto of = [&](OpKind kind) -> Time& { return out.op[static_cast<std::size_t>(kind)]; };
    out.recompute = toTime(times.recompute);
    const Time backward = toTime(times.backward) + out.recompute;
    // Rounding the parts of the backward separately can make W one micro-unit longer than the backward; the halves
    // still add up.
    const Time weight = std::min(toTime(times.weight), backward);
    of(OpKind::Forward) = toTime(times.forward);
    of(OpKind::Backward) = backward;
    of(OpKind::BackwardInput) = backward - weight;
    of(OpKind::BackwardWeight) = weight;
    return out;
}

void takeLinks(const Comm& comm, Durations& out) {
    if (const auto* nodes = std::get_if<NodeLinks>(&comm)) {
        out.nodes = {nodes->nodeSize, toTime(nodes->inside), toTime(nodes->between)};
    } else if (const auto* matrix = std::get_if<1>(&comm)) {
        out.commMatrix.reserve(matrix->size() * matrix->size());
        for (const auto& row : *matrix)
            for (double hop : row) out.commMatrix.push_back(toTime(hop));
    } else {
        out.comm = toTime(std::get<0>(comm));
    }
}

}  // namespace

Durations toDurations(const Workload& workload) {
    Durations out;
    out.workers = workload.devices;
    out.sendsBlock = workload.send == Send::Blocking;
    const bool haveEnds = workload.embedding != StageTimes() || workload.head != StageTimes();
    auto& [first, last, only] = out.ends;
    for (std::size_t d = 0; d < static_cast<std::size_t>(workload.devices); ++d) {
        const DeviceTimes times = timesOf(workload, d);
        out.inner.push_back(roundedTimes(times));
        if (workload.forwardBackward)
            out.pairMore.push_back(toTime(times.pair) - toTime(times.forward) - toTime(times.backward));
        if (!haveEnds) continue;
        const DeviceTimes withEmbedding = withExtra(times, workload.embedding, workload);
        first.push_back(roundedTimes(withEmbedding));
        last.push_back(roundedTimes(withExtra(times, workload.head, workload)));
        only.push_back(roundedTimes(withExtra(withEmbedding, workload.head, workload)));
    }
    takeLinks(workload.comm, out);
    return out;
}

TimeBound timeBound(const Workload& workload, long long ops) {
    double forward = 0, backward = 0, weight = 0, pair = 0;
    for (std::size_t d = 0; d < static_cast<std::size_t>(workload.devices); ++d) {
        const DeviceTimes times = timesOf(workload, d);
        forward += times.forward;
        backward += times.backward + times.recompute;
        weight += times.weight;
        pair += times.pair;
    }
    const double opsOfAKind = static_cast<double>(workload.microbatches) * workload.chunks * workload.pieces;
    const auto ofStage = [&](const StageTimes& extra) {
        const DeviceTimes times = withExtra({}, extra, workload);
        return (times.forward + times.backward + times.recompute + times.weight) * workload.microbatches *
               workload.pieces;
    };
    const std::pair<double, std::string_view> shares[] = {{forward * opsOfAKind, "forward"},
                                                          {backward * opsOfAKind, "backward"},
                                                          {weight * opsOfAKind, "weight"},
                                                          {pair * opsOfAKind, "forward_backward"},
                                                          {ofStage(workload.embedding), "embedding"},
                                                          {ofStage(workload.head), "head"},
                                                          {largest(workload.comm) * static_cast<double>(ops), "comm"}};
    TimeBound bound;
    double largest = -1;
    for (const auto& [share, key] : shares) {
        bound.microUnits += share * kMicroUnits;
        if (share > largest) largest = share, bound.largestKey = key;
    }
    return bound;
}

}  // namespace bubblescope
