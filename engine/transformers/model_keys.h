#pragma once

#include "engine/scenario/parameters.h"
#include "engine/transformers/trained_model.h"

namespace bubblescope {

// The keys of `model` and `cluster` in files. The reader, writer, limits, `--set` and schema all follow from them.

namespace model_keys {

inline constexpr int kMostLayers = 10'000, kMostWidth = 10'000'000, kMostSequence = 1'000'000'000,
                     kMostBatch = 100'000'000;

inline constexpr std::string_view kGradTypes[] = {"bf16", "fp32"}, kKernels[] = {"fused", "eager"},
                                  kHfus[] = {"run", "published"}, kStops[] = {"whole", "early"},
                                  kComputes[] = {"bf16", "fp8"}, kGatherTypes[] = {"bf16", "fp8"},
                                  kCosts[] = {"roofline", "flat"};
inline constexpr Parameter kModuleParts[] = {{.key = "", .type = ParameterType::Text, .choices = kRecomputeModules}};

inline constexpr Parameter whole(std::string_view key, std::string_view meaning, int most,
                                 std::optional<double> usual = {}) {
    return {.key = key, .meaning = meaning, .least = 1, .most = static_cast<double>(most), .usual = usual};
}
/// A number that may be 0, which it is by default.
inline constexpr Parameter count(std::string_view key, std::string_view meaning, int most) {
    return {.key = key, .meaning = meaning, .least = 0, .most = static_cast<double>(most), .usual = 0};
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
    {.key = "preset", .type = ParameterType::Text, .meaning = "a known model; other keys override its shape"},
    whole("layers", "number of layers", kMostLayers),
    whole("hidden", "width of the model", kMostWidth),
    whole("heads", "number of attention heads", kMostWidth),
    whole("kv_heads", "number of key and value heads; by default as many as heads", kMostWidth),
    whole("mlp", "width of the MLP, or of one expert", kMostWidth),
    whole("vocabulary", "number of tokens in the vocabulary", kMostWidth),
    flag("gated", "whether the MLP has three matrices", 0),
    whole("experts", "experts per layer", 10'000, 1),
    whole("top_k", "experts per token", 10'000, 1),
    flag("tied", "whether the output matrix is shared with the embedding", 1),
    flag("positions", "whether position embeddings are learned", 0),
    flag("bias", "whether matrices and norms have biases", 0),
    whole("head_dim", "width of a head; by default hidden / heads", kMostWidth),
    flag("qk_norm", "whether queries and keys have norms", 0),
    {.key = "norms", .meaning = "norms per layer: 2 or 4", .least = 2, .most = 4, .usual = 2},
    flag("attention_bias", "whether queries, keys and values have biases", 0),
    flag("output_bias", "whether the attention's output has a bias", 0),
    flag("sinks", "whether each head has an attention sink", 0),
    count("window", "keys that a query attends to in layers with a sliding window; 0: no window", kMostSequence),
    whole("window_every", "every n-th layer has no window; 1: all layers have it", kMostLayers, 1),
    count("q_lora", "width of the query latent in multi-head latent attention; 0: none", kMostWidth),
    count("kv_lora", "width of the latent of keys and values; above 0, attention is multi-head latent", kMostWidth),
    count("qk_nope", "with kv_lora, width of a head's queries and keys without positions", kMostWidth),
    count("qk_rope", "with kv_lora, width of a head's queries and keys with rotary positions", kMostWidth),
    count("v_dim", "with kv_lora, width of a head's values", kMostWidth),
    count("dense_layers", "first layers that have an MLP instead of experts", kMostLayers),
    whole("dense_mlp", "width of the MLP in the first dense_layers layers; by default mlp", kMostWidth),
    count("shared_mlp", "width of the expert that all tokens use; 0: none", kMostWidth),
    flag("router_bias", "whether the router has a bias per expert", 0),
    flag("expert_bias", "whether experts have biases", 0),
    count("mtp", "modules that predict further tokens: a layer and a head each", 100),
    {.key = "sequence",
     .symbol = "s",
     .word = "sequence length",
     .meaning = "tokens per sequence; by default the preset's",
     .definition = "s: tokens per sequence.",
     .least = 1,
     .most = kMostSequence,
     .slider = {.place = 1, .least = 512, .most = 131'072, .isLogarithmic = true, .usual = 8192}},
    countParameter({.key = "microbatch",
                    .symbol = "b",
                    .word = "microbatch size",
                    .meaning = "sequences per microbatch",
                    .definition = "b: sequences per microbatch, which a rank runs at once.",
                    .most = kMostBatch,
                    .usual = 1},
                   2),
    {.key = "global_batch",
     .word = "Global batch",
     .name = "global batch",
     .meaning = "sequences per step; more than all ranks process at once are accumulated",
     .definition =
         "Sequences per step, over all ranks. If they exceed one pass of all ranks, gradients are accumulated "
         "over several passes. Empty means one pass.",
     .least = 1,
     .most = kMostBatch},
    {.key = "attention",
     .type = ParameterType::Choice,
     .word = "Attention",
     .name = "attention",
     .meaning = "whether attention is one kernel, or stores its scores",
     .definition =
         "Whether attention is one kernel that computes its scores again in the backward (flash), or products "
         "and scores that are stored (core).",
     .choices = kAttentions,
     .without = kAttentions[0]},
    {.key = "recompute",
     .type = ParameterType::Choice,
     .word = "Recompute",
     .name = "recompute",
     .meaning = "what a backward recomputes: nothing, some modules, every second product, or the layer",
     .definition = "What the backward recomputes instead of storing it: nothing; the attention core, or the modules "
                   "that the file names (selective); every second product (ops); or whole layers.",
     .choices = kRecomputes,
     .without = kRecomputes[0]},
    {.key = "recompute_modules",
     .type = ParameterType::List,
     .meaning = "with recompute \"selective\", what is recomputed; by default core_attn",
     .most = std::size(kRecomputeModules),
     .parts = kModuleParts},
    whole("recompute_layers", "with recompute \"full\", only the first n layers of each chunk", kMostLayers),
    whole("recompute_unit", "with recompute \"full\", keeps one input for n layers", kMostLayers),
    whole("recompute_every", "with recompute \"full\", only every n-th layer", kMostLayers),
    choice("recompute_stop", "whether full recompute ends at the last tensor that the backward needs", kStops),
    flag("recompute_sharded", "whether tp shards the inputs that full recompute keeps", 0),
    {.key = "precision",
     .type = ParameterType::Choice,
     .word = "Precision",
     .name = "precision",
     .meaning = "bytes per parameter of weights, gradient and optimizer state",
     .choices = kPrecisions,
     .without = "what the kind of step usually has"},
    choice("optimizer", "the optimizer, which determines the bytes of its state and of an update", kOptimizers),
    {.key = "grad_dtype",
     .type = ParameterType::Choice,
     .meaning = "data type in which gradients are summed",
     .choices = kGradTypes,
     .without = "fp32 with precision fp32-grad or fp32-shard, else bf16"},
    choice("compute", "data type of the layers' products", kComputes),
    choice("gather_dtype", "data type in which parameters are gathered", kGatherTypes),
    choice("kernels", "whether norms, positions and activations are fused kernels", kKernels),
    choice("loss", "whether the loss is a fused kernel", kKernels),
    choice("mlp_kernel", "whether the gate's activation and product are fused", kKernels),
    {.key = "weight_buffers",
     .type = ParameterType::Flag,
     .meaning = "whether a layer's gradients need bf16 buffers; by default where gradients add up in fp32"},
    {.key = "dropout",
     .type = ParameterType::Flag,
     .meaning = "whether there is dropout; by default for presets with learned positions"},
    {.key = "causal_discount",
     .type = ParameterType::Number,
     .meaning = "share of the attention core that counts; 0.5 omits what a causal mask hides",
     .least = 0,
     .most = 1,
     .usual = 1},
    choice("hfu", "whether HFU counts what runs, or follows the formula published by Korthikanti et al.", kHfus),
    {.key = "sequence_parallel",
     .type = ParameterType::Flag,
     .meaning = "whether tp also shards activations between blocks; true by default"},
    choice("context", "how cp ranks get each other's keys", kContexts),
};

inline constexpr double kMostRate = 1e9;

inline constexpr Parameter rate(std::string_view key, std::string_view meaning, double usual) {
    return {
        .key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .most = kMostRate, .usual = usual};
}
/// A rate that the preset gives if it is left out.
inline constexpr Parameter optionalRate(std::string_view key, std::string_view meaning) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .most = kMostRate};
}
inline constexpr Parameter preset(std::string_view meaning) {
    return {.key = "preset", .type = ParameterType::Text, .meaning = meaning};
}
inline constexpr Parameter object(std::string_view key, std::string_view meaning, std::span<const Parameter> parts) {
    return {.key = key, .type = ParameterType::Object, .meaning = meaning, .parts = parts};
}

inline constexpr Parameter share(std::string_view key, std::string_view meaning, std::optional<double> usual = {}) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .most = 1, .usual = usual};
}
inline constexpr std::string_view kPorts[] = {"device", "node"};
inline constexpr Parameter kCalibratedKeys[] = {
    {.key = "title", .type = ParameterType::Text, .meaning = "the run"},
    {.key = "measured_ms", .type = ParameterType::Number, .meaning = "what a step took", .least = 0, .most = 1e15},
    {.key = "predicted_ms", .type = ParameterType::Number, .meaning = "what is predicted", .least = 0, .most = 1e15}};
inline constexpr Parameter kCalibratedRow[] = {
    {.key = "", .type = ParameterType::Object, .meaning = "a measured run", .parts = kCalibratedKeys}};
inline constexpr Parameter kDeviceKeys[] = {
    preset("a known device; other keys override its numbers"),
    rate("peak_tflops", "dense peak in TFLOP/s", 989),
    rate("fp8_tflops", "dense peak in fp8, in TFLOP/s", 0),
    share("gemm", "share of the peak that matrix products reach"),
    share("attention", "share of the peak that fused attention reaches"),
    share("memory", "share of the memory bandwidth that kernels reach"),
    share("efficiency", "with cost \"flat\", share of the peak that ops reach", 0.5),
    optionalRate("memory_gib", "memory that a process can use, in GiB (2^30 bytes)"),
    optionalRate("memory_gb", "the same in GB (1e9 bytes)"),
    rate("memory_gbs", "memory bandwidth in GB/s", 3350),
    rate("reserve_gb", "memory of the context, libraries and communicators, in GB", 1.6),
    share("fragmentation", "what the allocator reserves beyond the peak, as a share of it", 0.05),
    {.key = "calibrated",
     .type = ParameterType::List,
     .meaning = "the measured runs that gemm, attention, memory and links were fitted to",
     .most = 1000,
     .parts = kCalibratedRow},
};
inline constexpr Parameter kShareOfLink =
    share("efficiency", "share of the bandwidth that messages reach; by default the cluster's links");
inline constexpr Parameter kIntraKeys[] = {
    preset("a known link"), rate("latency_us", "latency of a message in microseconds", 3),
    rate("bandwidth_gbs", "bandwidth of a device in one direction, in GB/s", 450), kShareOfLink};
inline constexpr Parameter kInterKeys[] = {preset("a known link"),
                                           rate("latency_us", "latency of a message in microseconds", 8),
                                           rate("bandwidth_gbs", "bandwidth of a NIC in one direction, in GB/s", 50),
                                           {.key = "per",
                                            .type = ParameterType::Choice,
                                            .meaning = "whether NICs are one per device or one per node",
                                            .choices = kPorts,
                                            .without = "device"},
                                           kShareOfLink};
inline constexpr Parameter kHostKeys[] = {
    rate("h2d_gbs", "bandwidth from the host to a device, in GB/s", 50),
    rate("d2h_gbs", "bandwidth from a device to the host, in GB/s", 50),
    rate("memory_gbs", "host memory bandwidth per device, in GB/s", 200),
};
inline constexpr Parameter kNvmeKeys[] = {
    rate("read_gbs", "read bandwidth per device, in GB/s", 6),
    rate("write_gbs", "write bandwidth per device, in GB/s", 4),
    {.key = "duplex",
     .type = ParameterType::Flag,
     .meaning = "whether disks read and write at the same time",
     .usual = 1},
};
inline constexpr Parameter kClusterKeys[] = {
    {.key = "node_size", .meaning = "devices per node", .least = 1, .most = 1'000'000, .usual = 8},
    object("device", "the device", kDeviceKeys),
    object("intra", "the link inside a node", kIntraKeys),
    object("inter", "the link between nodes", kInterKeys),
    choice("cost", "whether ops are bound by FLOPs and bytes, or take FLOPs at one efficiency", kCosts),
    share("links", "share of their bandwidth that links reach; by default the device's"),
    share("contention", "by how much a collective beside an op slows it down; by default 0.25, with cost \"flat\" 0"),
    {.key = "link_rules",
     .meaning = "1: a group leaves a node by the port of one rank, and a layer keeps what its table of version 1 says; "
                "2: by the ports of all its ranks there, and keeps what frameworks keep",
     .least = 1,
     .most = 2,
     .usual = 2},
    rate("launch_us", "launch overhead of a collective in microseconds", 0),
    object("host", "the host's memory and the link to it", kHostKeys),
    object("nvme", "the disks", kNvmeKeys),
};

}  // namespace model_keys

inline constexpr Parameter kModelParameter = {.key = "model",
                                              .type = ParameterType::Object,
                                              .meaning = "the model that is trained; it determines times and memory",
                                              .parts = model_keys::kModelKeys};
inline constexpr Parameter kClusterParameter = {.key = "cluster",
                                                .type = ParameterType::Object,
                                                .meaning = "the devices and links that the model is trained on",
                                                .parts = model_keys::kClusterKeys};

}  // namespace bubblescope
