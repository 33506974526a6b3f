#pragma once

#include "engine/entries/resolve.h"

#include <QTest>

#include <random>

namespace bubblescope::test {

/// The seed of a property test: BUBBLESCOPE_SEED if set, else a new one; printed so that a failure can be replayed.
inline std::uint64_t propertySeed() {
    bool given = false;
    std::uint64_t seed = qEnvironmentVariable("BUBBLESCOPE_SEED").toULongLong(&given);
    if (!given) seed = std::random_device{}();
    qInfo("replay with BUBBLESCOPE_SEED=%llu", static_cast<unsigned long long>(seed));
    return seed;
}

using Random = std::mt19937_64;

inline int randomInt(Random& random, int from, int to) { return std::uniform_int_distribution<int>(from, to)(random); }

/// A time that is often 0, often whole and sometimes needs rounding.
inline double randomTime(Random& random) {
    switch (randomInt(random, 0, 5)) {
        case 0: return 0.0;
        case 1: return std::uniform_real_distribution<double>(0, 1)(random);
        default: return randomInt(random, 1, 40);
    }
}

inline PerDevice randomPerDevice(Random& random, int devices, double least = 0) {
    if (randomInt(random, 0, 1) == 0) return least + randomTime(random);
    std::vector<double> list;
    for (int d = 0; d < devices; ++d) list.push_back(least + randomTime(random));
    return list;
}

/// A valid workload. The microbatches are a multiple of the devices half of the time, so that schedules that need this
/// are tested as much as others.
inline Workload randomWorkload(Random& random) {
    Workload workload;
    workload.devices = randomInt(random, 1, 9);
    workload.microbatches =
        randomInt(random, 0, 1) == 0 ? workload.devices * randomInt(random, 1, 5) : randomInt(random, 1, 30);
    workload.chunks = randomInt(random, 1, 6);
    workload.forward = randomPerDevice(random, workload.devices);
    workload.backward = randomPerDevice(random, workload.devices, 40);
    if (randomInt(random, 0, 2) == 0) workload.weight = randomPerDevice(random, workload.devices);
    workload.weightFraction = std::uniform_real_distribution<double>(0, 1)(random);
    workload.comm = randomTime(random);
    if (randomInt(random, 0, 2) == 0) {
        std::vector<std::vector<double>> matrix;
        for (int from = 0; from < workload.devices; ++from) {
            matrix.emplace_back();
            for (int to = 0; to < workload.devices; ++to) matrix.back().push_back(randomTime(random));
        }
        workload.comm = matrix;
    }
    workload.recompute = randomInt(random, 0, 1) == 0 ? 0.0 : std::uniform_real_distribution<double>(0, 1)(random);
    workload.imbalance = randomInt(random, 0, 1) == 0 ? 0.0 : std::uniform_real_distribution<double>(0, 1)(random);
    workload.weightHold = randomInt(random, 0, 1) == 0 ? 1.0 : std::uniform_real_distribution<double>(0, 1)(random);
    workload.timeBasis = randomInt(random, 0, 1) == 0 ? TimeBasis::Microbatch : TimeBasis::Chunk;
    if (randomInt(random, 0, 3) == 0)
        workload.comm = NodeLinks{randomInt(random, 1, workload.devices), randomTime(random), randomTime(random)};
    if (randomInt(random, 0, 1) == 0) workload.recomputeKeep = std::uniform_real_distribution<double>(0, 1)(random);
    if (randomInt(random, 0, 3) == 0) workload.memoryLimit = randomTime(random);
    if (randomInt(random, 0, 4) == 0) workload.send = Send::Blocking;
    for (StageTimes* end : {&workload.embedding, &workload.head})
        if (randomInt(random, 0, 2) == 0) *end = {randomTime(random), randomTime(random)};
    return workload;
}

/// Every kind, or the first ones, on one random workload.
inline Scenario randomScenario(Random& random, std::size_t kinds = SIZE_MAX) {
    Scenario scenario;
    scenario.workload = randomWorkload(random);
    for (const ScheduleKind* kind : generatedSchedules()) {
        if (scenario.schedules.size() == kinds) break;
        ScheduleEntry entry{std::string(kind->id), {}, {}};
        if (kind->parameter("effort"))
            entry.values = {{"effort", {0.001}}, {"placement", {randomInt(random, 0, 1) == 0 ? "line" : "wave"}}};
        if (kind->parameter("group") && randomInt(random, 0, 2) == 0)  // some deadlock
            entry.values = {{"group", {randomInt(random, 1, scenario.workload.microbatches)}}};
        if (kind->parameter("warmup") && randomInt(random, 0, 3) == 0)
            setNamed(entry.values, "warmup", {randomInt(random, 1, 3)});
        if (kind->parameter("pieces")) entry.values = {{"pieces", {randomInt(random, 1, 4)}}};
        if (kind->hasChunks && randomInt(random, 0, 1) == 0) entry.own.chunks = 2 * randomInt(random, 1, 3);
        scenario.schedules.push_back(entry);
    }
    return scenario;
}

/// A scenario as text, to show what failed.
inline QByteArray words(const Workload& w) {
    return "D " + QByteArray::number(w.devices) + " MBS " + QByteArray::number(w.microbatches) + " v " +
           QByteArray::number(w.chunks);
}

}  // namespace bubblescope::test
