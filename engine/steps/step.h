#pragma once

#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"
#include "engine/steps/closed_form.h"
#include "engine/steps/key_use.h"
#include "engine/steps/step_builder.h"
#include "engine/transformers/model_keys.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Op times by layer: one number per layer, or one for all.
///
/// Units  micro-units
struct StepTimes {
    Time one = 0;
    std::vector<Time> each;

    Time operator[](std::size_t i) const { return each.empty() ? one : each[i]; }
    Time operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    bool isUniform() const;
};

/// How the numbers in an op's name follow from its stage and microbatch.
enum class StepNaming { Layer, MicrobatchLayer, Microbatch };

/// How ops are named (steps.md §1).
struct StepNames {
    StepNaming naming = StepNaming::Layer;
    int microbatchesOfStep = 0;  // if several steps are shown: "s1." before the names of the second one
    int chunks = 1;              // per device; with more than one, "F3.1"
    int devices = 1;             // of a pipeline whose stages are the ops' stages
    int parts = 1;               // parts of a layer's forward: P, A_0.., M
    bool hasOneOfEach = false;   // "SYNC" and "G" without a number
    int lastBucket = -1;         // from this layer downwards, single-op buckets are counted

    friend bool operator==(const StepNames&, const StepNames&) = default;
};

/// "AGF3", "F0.1A2", "s1.OPT".
std::string nameOf(const StepNames& names, Op op);
/// The layer of an op, or its stage in a pipeline.
int layerOf(Op op);

struct ResolvedSchedule;
struct ModelStep;
struct CellChain;

/// A step with all values filled in, ready to make its ops.
///
/// Shapes      factors[rank], empty if all are 1; times of all keys that are present, by name, with a model also those
///             of model_step.h; model is null if times are given
/// Invariants  everything that the kind needs is present, and lists have one entry per layer
struct StepSetup {
    const ScheduleKind* kind = nullptr;
    std::vector<NamedValue> values;
    Workload workload;  // of a pipeline
    Mesh mesh;
    bool hasMesh = false;  // whether the entry has a mesh
    int layers = 0;
    std::vector<double> factors;
    std::vector<std::pair<std::string_view, StepTimes>> times;
    std::shared_ptr<const ModelStep> model;
    bool hasCells = false;  // layers and stages of a mesh are single ops with the duration of their chains
    std::vector<std::array<double, 4>> cellBytes;  // a unit then sends: forward, backward, grad input, grad weight
    /// What a unit then stands for, where its ops may take longer: in a forward, in a backward.
    std::vector<std::array<std::shared_ptr<const CellChain>, 2>> cellChains;

    bool has(std::string_view time) const;
    /// 0 for a time that is not present.
    const StepTimes& timesOf(std::string_view time) const;
    Time timeOf(std::string_view time) const { return timesOf(time).one; }

    /// The value in the entry, or its default.
    int whole(std::string_view key) const;
    double number(std::string_view key) const;
    bool flag(std::string_view key) const;
    std::string choice(std::string_view key) const;
    /// The schedule of a pipeline and the values of its parameters.
    const ScheduleKind& order() const;
    std::vector<NamedValue> orderValues() const;

    int ranks() const { return static_cast<int>(mesh.ranks()); }
    /// True on one device too if its kind is a pipeline.
    bool runsPipeline() const;
};

/// How the program of a kind of step is made.
struct StepRules {
    std::span<const MeshAxis> axes = {};               // that its mesh may have; `ranks` sets the first
    bool takesOneAxis = false;                         // only one of them, as the step has one group
    bool isPipeline = false;                           // on one device too
    bool takesWorkload = false;                        // its entries have workload keys
    bool (*isPart)(const StepSetup& setup) = nullptr;  // whether it shows a part of a step only; null: never
    /// The times that must be present.
    std::vector<std::string_view> (*needed)(const StepSetup& setup) = nullptr;
    /// Whether a list of this time has one entry per bucket; null: never.
    bool (*isABucket)(const StepSetup& setup, std::string_view time) = nullptr;
    bool (*differsAlongCp)(const StepSetup& setup) = nullptr;  // null: it does not
    /// Further checks, with errors placed at a key of the entry; null: none.
    Result<void> (*check)(const StepSetup& setup) = nullptr;
    Result<void> (*build)(const StepSetup& setup, StepBuilder& out) = nullptr;
    StepNames (*names)(const StepSetup& setup) = nullptr;  // null: by layers
    /// The step time by formula, or why none holds.
    StepFormula (*form)(const StepSetup& setup) = nullptr;
    Time (*bound)(const StepSetup& setup) = nullptr;  // no order is faster; null: the most that a rank computes
    /// A lower bound for the ops of a rank, for an estimate of memory.
    long long (*ops)(const StepSetup& setup) = nullptr;
};

#define BUBBLESCOPE_STEP(kind) extern const ScheduleKind kind;
#include "engine/steps/kinds.def"
#undef BUBBLESCOPE_STEP

/// All steps, in the order of kinds.def.
std::span<const ScheduleKind* const> stepKinds();

/// Whether a step trains its whole model, not a part of it.
bool trainsModel(const StepSetup& setup);

/// Whether a kind of step runs a pipeline, so that its entries take workload keys.
bool takesWorkload(std::string_view kind);

/// Completes a step of a checked scenario.
///
/// Errors  placed at a key of the entry: `times.forward`, `mesh.tp`
Result<StepSetup> setUp(const ResolvedSchedule& schedule);

/// Layers of each bucket, in the order in which buckets close; each bucket starts with its last layer.
std::vector<std::vector<int>> bucketsOf(const StepSetup& setup);

/// Whether collectives run per bucket instead of per layer.
bool hasBuckets(const StepSetup& setup);

// Parameters that several kinds share.
inline constexpr Parameter kFactorParts[] = {{.key = "", .type = ParameterType::Number, .least = 0, .most = 1000}};
inline constexpr std::string_view kGatherWords[] = {"at the end", "overlap forwards"};
constexpr Parameter axisSize(std::string_view key, std::string_view word, std::string_view meaning) {
    return {.key = key, .word = word, .meaning = meaning, .least = 1, .most = kMaxMeshRanks, .usual = 1};
}
inline constexpr Parameter kAxisParts[] = {
    axisSize("pp", "pp · pipeline", "devices of the pipeline"),
    axisSize("dp", "dp · replicas", "replicas of the parameters"),
    axisSize("fsdp", "fsdp · shards", "ranks that shard the parameters"),
    axisSize("cp", "cp · context", "ranks that share every sequence"),
    axisSize("tp", "tp · tensor", "ranks that share every layer"),
    axisSize("ep", "ep · experts",
             "ranks that share the experts; divides fsdp * cp * tp, or is a multiple of it beside dp"),
    axisSize(kExpertCutKey, {}, "with ep, ranks that share each expert"),
};
inline constexpr Parameter kRanksParameter = {
    .key = "ranks",
    .meaning = "number of ranks if the entry has no mesh; ranks that do the same are simulated once",
    .least = 1,
    .most = kMaxMeshRanks,
    .usual = 1};
inline constexpr Parameter kSlowdownParameter = {
    .key = "slowdown",
    .type = ParameterType::List,
    .meaning = "one factor per rank on its compute time; optimizer, host and collectives are unaffected",
    .parts = kFactorParts};
inline constexpr Parameter kMeshParameter = {.key = "mesh",
                                             .type = ParameterType::Object,
                                             .meaning = "ranks along each axis, 1 by default",
                                             .parts = kAxisParts};

constexpr Parameter measuredNumber(std::string_view key, std::string_view meaning, double most = 1e15) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .most = most};
}
inline constexpr Parameter kMeasuredKeys[] = {
    measuredNumber("step_ms", "time of a step in milliseconds"),
    measuredNumber("step_seconds", "time of a step in seconds"),
    measuredNumber("tokens_per_second", "tokens per second and device"),
    measuredNumber("mfu", "MFU, as a share from 0 to 1, with the model's causal_discount", 1),
    measuredNumber("allocated_gib", "peak of allocated memory in GiB"),
    measuredNumber("reserved_gib", "peak of the allocator's reserved memory in GiB"),
};
inline constexpr Parameter kMeasuredParameter = {.key = "measured",
                                                 .type = ParameterType::Object,
                                                 .meaning = "what was measured of this step, which has a model",
                                                 .parts = kMeasuredKeys};

/// A time of `times`: one number or one per layer; oneTime() is a single number.
constexpr Parameter layerTime(std::string_view key, std::string_view meaning) {
    return {.key = key, .type = ParameterType::Numbers, .meaning = meaning, .least = 0};
}
constexpr Parameter oneTime(std::string_view key, std::string_view meaning, std::optional<double> usual = {}) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .usual = usual};
}
inline constexpr int kMaxLayers = 100'000;
constexpr Parameter layersNumber(std::string_view meaning = "number of layers; required unless a time is a list") {
    return {.key = "layers", .meaning = meaning, .least = 1, .most = kMaxLayers};
}
constexpr Parameter timesParameter(std::span<const Parameter> parts) {
    return {.key = "times",
            .type = ParameterType::Object,
            .meaning = "op times in the unit of times: one number for all layers, or a list with one per layer",
            .parts = parts};
}

}  // namespace bubblescope
