#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::test {

/// The text of a scenario file with one step of a model.
inline std::string fileOf(const std::string& model, const std::string& mesh, const std::string& step,
                          const std::string& cluster = "{}") {
    return R"({"format": "bubblescope-scenario", "version": 1, "workload": {"microbatches": 4}, "model": )" + model +
           R"(, "cluster": )" + cluster + R"(, "mesh": )" + mesh + R"(, "schedules": [)" + step + "]}";
}

using Keys = std::vector<std::pair<std::string, std::string>>;

inline std::string quoted(const std::string& text) { return '\x22' + text + '\x22'; }

/// {"key": value, ...}
inline std::string object(const Keys& keys) {
    std::string text;
    for (const auto& [key, value] : keys) text += (text.empty() ? "{" : ", ") + quoted(key) + ": " + value;
    return text + "}";
}

/// A step of a random model on a random mesh. Most models can be cut by their mesh.
inline std::string randomModelStep(std::mt19937& random) {
    const auto oneOf = [&](const std::vector<std::string>& all) { return all[random() % all.size()]; };
    const auto wordOf = [&](const std::vector<std::string>& all) { return quoted(oneOf(all)); };
    const auto flag = [&] { return oneOf({"true", "false"}); };
    const bool isMixture = random() % 4 == 0;
    Keys model = {{"layers", oneOf({"4", "5", "8"})},
                  {"hidden", "64"},
                  {"heads", "8"},
                  {"kv_heads", oneOf({"2", "8"})},
                  {"mlp", "96"},
                  {"vocabulary", "1000"},
                  {"sequence", oneOf({"64", "256"})},
                  {"gated", flag()},
                  {"tied", flag()},
                  {"recompute", wordOf({"none", "selective", "flash", "full"})},
                  {"precision", wordOf({"mixed", "fp32-grad", "fp32-shard", "deepspeed"})},
                  {"sequence_parallel", flag()},
                  {"context", wordOf({"ring", "gather", "ulysses"})}};
    if (isMixture) model.insert(model.end(), {{"experts", "4"}, {"top_k", "2"}});
    if (isMixture && random() % 2 == 0)
        model.insert(model.end(), {{"dense_layers", "1"}, {"dense_mlp", "160"}, {"shared_mlp", oneOf({"0", "32"})}});
    switch (random() % 6) {
        case 0:
            model[3].second = "8";
            model.insert(model.end(), {{"q_lora", oneOf({"0", "24"})},
                                       {"kv_lora", "16"},
                                       {"qk_nope", "8"},
                                       {"qk_rope", "4"},
                                       {"v_dim", "8"}});
            break;
        case 1:
            model.insert(model.end(), {{"window", "16"}, {"window_every", oneOf({"1", "2"})}, {"norms", "4"}});
            break;
        case 2: model.insert(model.end(), {{"head_dim", "16"}, {"qk_norm", "true"}, {"mtp", "1"}}); break;
        default: break;
    }
    if (random() % 4 == 0) model.emplace_back("global_batch", oneOf({"8", "16"}));
    Keys mesh, step;
    switch (random() % 7) {
        case 0:
            mesh = {{"fsdp", "4"}};
            step = {{"step", wordOf({"ddp", "zero-1", "zero-2", "fsdp", "zero-offload", "patrickstar"})}};
            if (step.front().second == quoted("zero-offload"))
                step.insert(step.end(), {{"steps", oneOf({"1", "3"})}, {"delayed", flag()}});
            if (step.front().second != quoted("patrickstar")) break;
            step.emplace_back("chunk_elements", oneOf({"4096", "10000"}));
            if (random() % 3 > 0) step.emplace_back("device_memory", oneOf({"3e-4", "6e-4"}));
            break;
        case 1:
            mesh = {{"dp", "2"}, {"fsdp", "4"}};
            step = {{"step", quoted("hsdp")},
                    {"reshard_after_forward", flag()},
                    {"accumulate", wordOf({"last", "each", "scatter"})}};
            break;
        case 2:
            mesh = {{"tp", "2"}};
            step = {{"step", wordOf({"tp-1d", "tp-sp", "tp-gather"})}};
            break;
        case 3:
            mesh = {{"pp", "2"}, {"dp", "2"}};
            step = {{"step", quoted("pp-dp")},
                    {"sync_pieces", oneOf({"1", "3"})},
                    {"schedule", wordOf({"1f1b", "gpipe", "zb-h1", "interleaved-1f1b"})}};
            break;
        case 4:
            mesh = {{"pp", "2"}, {"fsdp", "2"}};
            step = {{"step", quoted("pp-fsdp")},
                    {"unshard", wordOf({"once", "always", "actions"})},
                    {"schedule", quoted("interleaved-1f1b")}};
            break;
        case 5:
            if (isMixture) {
                mesh = {{"ep", oneOf({"2", "4"})}};
                step = {{"step", quoted("ep")}};
                break;
            }
            mesh = {{"fsdp", "4"}};
            step = {{"step", wordOf({"ddp-blocking", "zero-infinity"})}};
            if (step.front().second == quoted("zero-infinity")) step.emplace_back("pass", wordOf({"forward", "step"}));
            break;
        default:
            mesh = {{"pp", oneOf({"1", "1", "2"})}, {"dp", oneOf({"1", "2"})},      {"fsdp", oneOf({"1", "2", "4"})},
                    {"cp", oneOf({"1", "1", "2"})}, {"tp", oneOf({"1", "2", "4"})}, {"ep", "1"}};
            if (isMixture) mesh.back().second = oneOf({"1", "1", "2"});
            step = {{"step", quoted("mesh")}, {"schedule", wordOf({"1f1b", "zb-h1"})}};
    }
    return fileOf(object(model), object(mesh), object(step));
}

}  // namespace bubblescope::test
