#pragma once

#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/run_step.h"

#include "tests/engine/random_scenario.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace bubblescope::test {

/// The captured rows of training_steps.json.
inline nlohmann::json capturedSteps() {
    std::ifstream file(std::string(SOURCE_DIR) + "/tests/data/reference/training_steps.json");
    return nlohmann::json::parse(file);
}

/// A scenario with one entry.
inline Result<Scenario> scenarioWith(const nlohmann::json& entry) {
    return readScenario(
        nlohmann::json{{"format", "bubblescope-scenario"}, {"version", 1}, {"schedules", {entry}}}.dump(), {});
}

inline nlohmann::json anyTime(Random& random, int least = 0) { return randomInt(random, least, 30); }

/// One number for all layers, or one number per layer.
inline nlohmann::json anyTimes(Random& random, int layers, bool areAlike) {
    if (areAlike || randomInt(random, 0, 1) == 0) return anyTime(random);
    nlohmann::json list = nlohmann::json::array();
    for (int layer = 0; layer < layers; ++layer) list.push_back(anyTime(random));
    return list;
}

/// A step of a kind that takes its times only from a model: a small model, whose chunks may or may not fit on the
/// device.
inline nlohmann::json randomStepOfModel(Random& random, std::string_view id, bool areAlike) {
    using nlohmann::json;
    const int ranks = randomInt(random, 1, 4);
    json entry = {{"step", std::string(id)},
                  {"mesh", {{"fsdp", ranks}}},
                  {"model",
                   {{"layers", randomInt(random, 1, 4)},
                    {"hidden", 32},
                    {"heads", 4},
                    {"mlp", randomInt(random, 16, 64)},
                    {"vocabulary", 100},
                    {"sequence", 16},
                    {"tied", randomInt(random, 0, 1) == 1}}},
                  {"chunk_elements", randomInt(random, 300, 3000)}};
    if (randomInt(random, 0, 3) > 0) entry["device_memory"] = randomInt(random, 50, 300) * 1e-6;
    if (areAlike || randomInt(random, 0, 1) == 0) return entry;
    for (int rank = 0; rank < ranks; ++rank) entry["slowdown"].push_back(randomInt(random, 0, 3) == 0 ? 1.5 : 1);
    return entry;
}

/// A random entry of a kind that runs. `areAlike`: all layers and ranks are equal, so that its formula can hold.
inline nlohmann::json randomStep(Random& random, std::string_view id, bool areAlike) {
    using nlohmann::json;
    const ScheduleKind& kind = *findKind(Family::Step, id);
    if (!kind.parameter("times")) return randomStepOfModel(random, id, areAlike);
    const int layers = randomInt(random, 1, 6);
    const auto oneOf = [&](std::span<const std::string_view> list) {
        return std::string(list[std::size_t(randomInt(random, 0, int(list.size()) - 1))]);
    };
    json entry = {{"step", std::string(id)}}, times = json::object();
    for (const Parameter& part : kind.parameter("times")->parts) {
        const bool isOfABucket = id == "ddp" || id.starts_with("zero-1") || id == "zero-2";
        if (part.key == "layers")
            times["layers"] = layers;
        else if (part.key == "layers_a_stage")
            continue;
        else if (part.type == ParameterType::Numbers)
            times[std::string(part.key)] =
                anyTimes(random, layers,
                         areAlike || (isOfABucket && (part.key == "all_reduce" || part.key == "reduce_scatter" ||
                                                      part.key == "all_gather")));
        else
            times[std::string(part.key)] = anyTime(random);
    }
    for (const Parameter& parameter : kind.parameters) {
        const std::string key(parameter.key);
        const bool isMesh = id == "mesh" || id.starts_with("pp-");
        if (key == "times" || key == "layer_bytes" || key.ends_with("_bytes") || key.ends_with("_mb") ||
            key == "buckets" || key == "schedule" || key == "mesh" || key == "slowdown" || key == "prefetch")
            continue;
        if (key == "ranks")
            entry[key] = randomInt(random, 1, 6);
        else if (key == "sync_pieces")
            entry[key] = id == "mesh" ? 1 : randomInt(random, 1, 4);
        else if (key == "q" || key == "depth" || key == "pieces" || key == "active_limit")
            entry[key] = randomInt(random, 1, 5);
        else if (key == "steps")
            entry[key] = areAlike ? 1 : randomInt(random, 1, 4);
        else if (key.starts_with("prefetch_") || key == "rs_limit")
            entry[key] = randomInt(random, 0, 2);
        else if (parameter.type == ParameterType::Number)
            entry[key] = randomInt(random, 0, static_cast<int>(std::min(3.0, parameter.most)));
        else if (parameter.type == ParameterType::Flag)
            entry[key] = randomInt(random, 0, 1) == 1;
        else if (parameter.type == ParameterType::Choice)
            entry[key] = oneOf(parameter.choices);
        static_cast<void>(isMesh);
    }
    int ranks = entry.value("ranks", 1);
    if (kind.step->takesWorkload) {
        const int devices = randomInt(random, id == "mesh" ? 1 : 2, 4);
        json mesh = {{"pp", devices}};
        if (id == "mesh") {
            for (const char* axis : {"dp", "fsdp", "cp", "tp"})
                if (randomInt(random, 0, 1) == 1) mesh[axis] = randomInt(random, 2, 3);
            const int inner = mesh.value("fsdp", 1) * mesh.value("cp", 1) * mesh.value("tp", 1);
            if (randomInt(random, 0, 2) == 0) mesh["ep"] = inner;
            times["layers"] = layers * devices;
            for (auto& [key, value] : times.items())
                if (value.is_array()) value = anyTime(random);
            times.erase("layers_a_stage");
        } else {
            mesh["dp"] = randomInt(random, 1, 3);
        }
        entry["schedule"] = randomInt(random, 0, 2) == 0 ? "gpipe" : randomInt(random, 0, 2) == 0 ? "zb-h1" : "1f1b";
        entry["microbatches"] = randomInt(random, 1, 5);
        if (id.starts_with("pp-") && randomInt(random, 0, 3) == 0) {
            entry["schedule"] = "interleaved-1f1b";
            entry["chunks"] = 2;
            entry["time_basis"] = "chunk";
            entry["microbatches"] = devices * randomInt(random, 1, 3);
        }
        entry["forward"] = randomInt(random, 1, 10);
        entry["backward"] = randomInt(random, 2, 20);
        entry["comm"] = randomInt(random, 0, 5);
        entry["mesh"] = mesh;
        ranks = 1;
        for (const char* axis : {"pp", "dp", "fsdp", "cp", "tp"}) ranks *= mesh.value(axis, 1);
    }
    if (kind.parameter("slowdown") && !areAlike && randomInt(random, 0, 1) == 1) {
        entry["slowdown"] = json::array();
        for (int rank = 0; rank < ranks; ++rank) entry["slowdown"].push_back(randomInt(random, 0, 3) == 0 ? 1.5 : 1);
    }
    entry["times"] = times;
    return entry;
}

/// The ops of all ranks, one text per rank.
inline std::vector<std::string> toldOps(const StepRun& step) {
    std::vector<std::string> told;
    forEachStepOp(step, [&](const StepOp& op) {
        std::string text = op.name + " " + std::string(infoOf(op.role).id);
        for (const int rank : op.ranks) text += " " + std::to_string(rank);
        told.push_back(text + " " + std::to_string(op.start) + "-" + std::to_string(op.end));
        return true;
    });
    std::sort(told.begin(), told.end());
    return told;
}

}  // namespace bubblescope::test
