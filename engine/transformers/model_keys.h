#pragma once

#include "engine/scenario/parameters.h"
#include "engine/transformers/trained_model.h"

namespace bubblescope {

// The keys of `model` and `cluster` in files: reader, writer, limits, `--set` and schema follow.

namespace model_keys {

inline constexpr int kMostLayers = 10'000, kMostWidth = 10'000'000, kMostSequence = 1'000'000'000,
                     kMostBatch = 100'000'000;

inline constexpr std::string_view kGradTypes[] = {"bf16", "fp32"}, kKernels[] = {"fused", "eager"},
                                  kHfus[] = {"run", "published"};

inline constexpr Parameter whole(std::string_view key, std::string_view meaning, int most,
                                 std::optional<double> usual = {}) {
    return {.key = key, .meaning = meaning, .least = 1, .most = static_cast<double>(most), .usual = usual};
}
inline constexpr Parameter flag(std::string_view key, std::string_view meaning, double usual) {
    return {.key = key, .type = ParameterType::Flag, .meaning = meaning, .usual = usual};
}
inline constexpr Parameter choice(std::string_view key, std::string_view meaning,
                                  std::span<const std::string_view> choices) {
    return {
        .key = key, .type = ParameterType::Choice, .meaning = meaning, .choices = choices, .without = choices.front()};
}

inline constexpr Parameter kModelKeys[] = {
    {.key = "preset",
     .type = ParameterType::Text,
     .meaning = "a known model, whose shape holds where no key of one's own says otherwise"},
    whole("layers", "layers of a model of one's own", kMostLayers),
    whole("hidden", "its width", kMostWidth),
    whole("heads", "its attention heads", kMostWidth),
    whole("kv_heads", "its heads of keys and values; as many as heads where left out", kMostWidth),
    whole("mlp", "the width of its MLP, or of one expert", kMostWidth),
    whole("vocabulary", "its tokens", kMostWidth),
    flag("gated", "whether its MLP has three matrices", 0),
    whole("experts", "experts of a layer", 10'000, 1),
    whole("top_k", "experts that a token goes to", 10'000, 1),
    flag("tied", "whether the output matrix is that of the embedding", 1),
    flag("positions", "whether positions are learned", 0),
    flag("bias", "whether matrices have biases", 0),
    whole("sequence", "tokens of a sequence; the preset's where left out", kMostSequence),
    whole("microbatch", "sequences of a microbatch", kMostBatch, 1),
    whole("global_batch", "sequences of a step; what is more than one pass of all ranks is accumulated", kMostBatch),
    choice("recompute", "what a backward computes again", kRecomputes),
    flag("recompute_sharded", "whether the inputs that full recompute keeps are cut by tp", 0),
    choice("precision", "the bytes of a parameter's weights, gradient and optimizer state", kPrecisions),
    choice("grad_dtype", "the type in which gradients are summed", kGradTypes),
    choice("mlp_kernel", "whether the gate's activation and product are one kernel", kKernels),
    flag("dropout", "whether masks of dropout are kept", 1),
    {.key = "causal_discount",
     .type = ParameterType::Number,
     .meaning = "the share of the attention's core that counts: 0.5 leaves out what a causal mask does",
     .least = 0,
     .most = 1,
     .usual = 1},
    choice("hfu", "whether HFU counts what is run, or as Korthikanti et al. published it", kHfus),
    {.key = "sequence_parallel",
     .type = ParameterType::Flag,
     .meaning = "whether tp shares what stands between blocks too; true where left out"},
    choice("context", "how ranks of cp meet each other's keys", kContexts),
};

inline constexpr double kMostRate = 1e9;

inline constexpr Parameter rate(std::string_view key, std::string_view meaning, double usual) {
    return {
        .key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .most = kMostRate, .usual = usual};
}
inline constexpr Parameter preset(std::string_view meaning) {
    return {.key = "preset", .type = ParameterType::Text, .meaning = meaning};
}
inline constexpr Parameter object(std::string_view key, std::string_view meaning, std::span<const Parameter> parts) {
    return {.key = key, .type = ParameterType::Object, .meaning = meaning, .parts = parts};
}

inline constexpr std::string_view kPorts[] = {"device", "node"};
inline constexpr Parameter kDeviceKeys[] = {
    preset("a known device, whose numbers hold where no key of one's own says otherwise"),
    rate("peak_tflops", "what it computes at most, dense, in TFLOP/s", 989),
    {.key = "efficiency",
     .type = ParameterType::Number,
     .meaning = "the share of the peak that ops reach",
     .least = 0,
     .most = 1,
     .usual = 0.5},
    rate("memory_gb", "its memory, in GB of 1e9 bytes", 80),
    rate("memory_gbs", "the bandwidth of its memory, in GB/s", 3350),
};
inline constexpr Parameter kIntraKeys[] = {preset("a known link"), rate("latency_us", "what a message waits", 3),
                                           rate("bandwidth_gbs", "of a device in one direction", 450)};
inline constexpr Parameter kInterKeys[] = {preset("a known link"),
                                           rate("latency_us", "what a message waits", 8),
                                           rate("bandwidth_gbs", "of a port in one direction", 50),
                                           {.key = "per",
                                            .type = ParameterType::Choice,
                                            .meaning = "whether each device has a port of its own, or each node one",
                                            .choices = kPorts,
                                            .without = "device"}};
inline constexpr Parameter kHostKeys[] = {
    rate("h2d_gbs", "from the host to a device", 50),
    rate("d2h_gbs", "from a device to the host", 50),
    rate("memory_gbs", "the bandwidth of the host's memory, a device's share", 200),
};
inline constexpr Parameter kNvmeKeys[] = {
    rate("read_gbs", "what a device's share of the disks reads", 6),
    rate("write_gbs", "and writes", 4),
    {.key = "duplex", .type = ParameterType::Flag, .meaning = "whether it does both at once", .usual = 1},
};
inline constexpr Parameter kClusterKeys[] = {
    {.key = "node_size", .meaning = "devices of a node", .least = 1, .most = 1'000'000, .usual = 8},
    object("device", "the device", kDeviceKeys),
    object("intra", "the link inside a node", kIntraKeys),
    object("inter", "the link between nodes", kInterKeys),
    rate("launch_us", "what a collective's call takes beside", 0),
    object("host", "the host's memory and the way to it", kHostKeys),
    object("nvme", "the disks", kNvmeKeys),
};

}  // namespace model_keys

inline constexpr Parameter kModelParameter = {.key = "model",
                                              .type = ParameterType::Object,
                                              .meaning = "the model that is trained, of which times and memory come",
                                              .parts = model_keys::kModelKeys};
inline constexpr Parameter kClusterParameter = {.key = "cluster",
                                                .type = ParameterType::Object,
                                                .meaning = "the devices and links that a model is trained on",
                                                .parts = model_keys::kClusterKeys};

}  // namespace bubblescope
