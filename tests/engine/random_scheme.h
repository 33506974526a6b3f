#pragma once

#include "engine/schemes/scheme.h"

#include "tests/engine/random_scenario.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace bubblescope::test {

inline Scheme schemeOf(const char* kind, int workers, int stages, int batches,
                       std::vector<SchemeParameter> parameters = {}) {
    Scheme scheme;
    scheme.kind = kind;
    scheme.workers = workers;
    scheme.stages = stages;
    scheme.batches = batches;
    scheme.parameters = std::move(parameters);
    return scheme;
}

inline Scheme customScheme(std::string compute, std::string store, int workers, int stages, int batches) {
    Scheme scheme = schemeOf("custom", workers, stages, batches);
    scheme.compute = std::move(compute);
    scheme.store = std::move(store);
    return scheme;
}

/// The captured rows of placement_schemes.json.
inline nlohmann::json capturedSchemes() {
    std::ifstream file(std::string(SOURCE_DIR) + "/tests/data/reference/placement_schemes.json");
    return nlohmann::json::parse(file).at("rows");
}

/// The scheme of a captured row.
inline Scheme schemeOf(const nlohmann::json& row) {
    const std::string kind = row.at("scheme");
    Scheme scheme = schemeOf(kind.c_str(), row.at("workers"), row.at("stages"), row.at("batches"));
    scheme.priority = row.at("priority");
    if (row.contains("group_size")) scheme.parameters = {{"group_size", row.at("group_size")}};
    return scheme;
}

/// A custom scheme that runs unless it gets a cap.
inline Scheme randomCustom(Random& random) {
    const char* workers[] = {"(stage + batch) mod workers",
                             "stage mod workers",
                             "batch mod workers",
                             "0",
                             "(stage * 3 + batch * 5 + backward * 7) mod workers",
                             "(forward ? stage : batch) mod workers"};
    const auto any = [&](auto& list) { return list[randomInt(random, 0, int(std::size(list)) - 1)]; };
    const char* priorities[] = {"oldest-batch-first", "oldest-stage-first", "(stage * 7 + batch * 3) mod 5"};
    Scheme scheme = customScheme(any(workers), any(workers), randomInt(random, 1, 6), randomInt(random, 1, 6),
                                 randomInt(random, 1, 10));
    scheme.priority = any(priorities);
    return scheme;
}

}  // namespace bubblescope::test
