#pragma once

#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"
#include "engine/steps/closed_form.h"
#include "engine/steps/step_builder.h"
#include "engine/transformers/model_keys.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// What ops of a step take by their layer: a number each, or one for all.
///
/// Units  micro-units
struct StepTimes {
    Time one = 0;
    std::vector<Time> each;

    Time operator[](std::size_t i) const { return each.empty() ? one : each[i]; }
    Time operator[](int i) const { return (*this)[static_cast<std::size_t>(i)]; }
    bool isUniform() const;
};

/// How the numbers in names are made of an op's stage and microbatch.
enum class StepNaming { Layer, MicrobatchLayer, Microbatch };

/// How ops are called (steps.md §1).
struct StepNames {
    StepNaming naming = StepNaming::Layer;
    bool countsSteps = false;   // "s1." before the name of the second step
    int chunks = 1;             // of a device; with more, "F3.1"
    int devices = 1;            // of a pipeline whose stages are ops' stages
    int parts = 1;              // into which a layer's forward is cut: P, A_0.., M
    bool hasOneOfEach = false;  // "SYNC" and "G" without a number
    int lastBucket = -1;        // from which layer on, downwards, buckets of one each are counted

    friend bool operator==(const StepNames&, const StepNames&) = default;
};

/// "AGF3", "F0.1A2", "s1.OPT".
std::string nameOf(const StepNames& names, Op op);
/// The layer that an op is of, or its stage in a pipeline.
int layerOf(Op op);

struct ResolvedSchedule;
struct ModelStep;

/// A step with everything filled in: what its ops are made from.
///
/// Shapes      factors[rank], empty where all are 1; times of all that are there, by name, of a model those of
///             model_step.h too; model where they come from one, else null
/// Invariants  what a kind needs is there, and lists have one entry a layer
struct StepSetup {
    const ScheduleKind* kind = nullptr;
    std::vector<NamedValue> values;
    Workload workload;  // of a pipeline
    Mesh mesh;
    bool hasMesh = false;  // of its own
    int layers = 0;
    std::vector<double> factors;
    std::vector<std::pair<std::string_view, StepTimes>> times;
    std::shared_ptr<const ModelStep> model;
    bool hasCells = false;              // layers and stages of a mesh are ops that take what their chains do
    std::array<double, 4> cellBytes{};  // that a layer's then sends: by forward, backward, input and weight half

    bool has(std::string_view time) const;
    /// Of a time that is not there, 0.
    const StepTimes& timesOf(std::string_view time) const;
    Time timeOf(std::string_view time) const { return timesOf(time).one; }

    /// What the entry says, or what holds if it does not.
    int whole(std::string_view key) const;
    double number(std::string_view key) const;
    bool flag(std::string_view key) const;
    std::string choice(std::string_view key) const;
    /// The schedule of a pipeline with the values of its parameters.
    const ScheduleKind& order() const;
    std::vector<NamedValue> orderValues() const;

    int ranks() const { return static_cast<int>(mesh.ranks()); }
    /// On one device too, where its kind is of a pipeline.
    bool runsPipeline() const;
};

/// How the program of a kind of step is made.
struct StepRules {
    std::span<const MeshAxis> axes = {};  // that its mesh may have; the first is that of `ranks`
    bool takesOneAxis = false;            // of those, as it has but one group
    bool isPipeline = false;              // on one device too
    bool takesWorkload = false;           // its entries have keys of the workload
    bool trainsModel = true;              // all of it, and not a part that is looked at alone
    /// The times that must be there.
    std::vector<std::string_view> (*needed)(const StepSetup& setup) = nullptr;
    /// The times of which a list has one a bucket; null: none.
    bool (*isABucket)(const StepSetup& setup, std::string_view time) = nullptr;
    bool (*differsAlongCp)(const StepSetup& setup) = nullptr;  // null: it does not
    /// What it refuses beside, placed at a key of the entry; null: nothing.
    Result<void> (*check)(const StepSetup& setup) = nullptr;
    Result<void> (*build)(const StepSetup& setup, StepBuilder& out) = nullptr;
    StepNames (*names)(const StepSetup& setup) = nullptr;  // null: by layers
    /// Its step time by formula, or why none holds.
    StepFormula (*form)(const StepSetup& setup) = nullptr;
    Time (*bound)(const StepSetup& setup) = nullptr;  // no order is faster; null: the most that a rank computes
    /// Ops of a rank, at least; of which memory is thought.
    long long (*ops)(const StepSetup& setup) = nullptr;
};

#define BUBBLESCOPE_STEP(kind) extern const ScheduleKind kind;
#include "engine/steps/kinds.def"
#undef BUBBLESCOPE_STEP

/// All steps, in the order of kinds.def.
std::span<const ScheduleKind* const> stepKinds();

/// Whether a kind of step runs a pipeline, so that its entries take workload keys.
bool takesWorkload(std::string_view kind);

/// Fills in a step of a checked scenario.
///
/// Errors  placed at a key of the entry: `times.forward`, `mesh.tp`
Result<StepSetup> setUp(const ResolvedSchedule& schedule);

/// Layers of each bucket in the order in which buckets close, each with its last layer first.
std::vector<std::vector<int>> bucketsOf(const StepSetup& setup);

/// Whether collectives are of buckets, and not of layers.
bool hasBuckets(const StepSetup& setup);

// Parameters that several kinds have.
inline constexpr Parameter kFactorParts[] = {{.key = "", .type = ParameterType::Number, .least = 0, .most = 1000}};
constexpr Parameter axisSize(std::string_view key, std::string_view meaning) {
    return {.key = key, .meaning = meaning, .least = 1, .most = kMaxMeshRanks, .usual = 1};
}
inline constexpr Parameter kAxisParts[] = {
    axisSize("pp", "pipeline stages' devices"),
    axisSize("dp", "replicas of the parameters"),
    axisSize("fsdp", "ranks that shard the parameters"),
    axisSize("cp", "ranks that share every sequence"),
    axisSize("tp", "ranks that share every layer"),
    axisSize("ep", "ranks that share the experts; it divides fsdp * cp * tp"),
};
inline constexpr Parameter kRanksParameter = {
    .key = "ranks",
    .meaning = "how many ranks there are, where no mesh of the entry says so; one stands for all that do the same",
    .least = 1,
    .most = kMaxMeshRanks,
    .usual = 1};
inline constexpr Parameter kSlowdownParameter = {
    .key = "slowdown",
    .type = ParameterType::List,
    .meaning = "a factor a rank on what it computes; not on the optimizer, the host and collectives",
    .parts = kFactorParts};
inline constexpr Parameter kMeshParameter = {.key = "mesh",
                                             .type = ParameterType::Object,
                                             .meaning = "ranks along each axis, 1 where left out",
                                             .parts = kAxisParts};

/// A time of `times`, a number or one a layer; or a number alone.
constexpr Parameter layerTime(std::string_view key, std::string_view meaning) {
    return {.key = key, .type = ParameterType::Numbers, .meaning = meaning, .least = 0};
}
constexpr Parameter oneTime(std::string_view key, std::string_view meaning, std::optional<double> usual = {}) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .usual = usual};
}
inline constexpr int kMaxLayers = 100'000;
constexpr Parameter layersNumber(std::string_view meaning = "how many layers; numbers alone need it") {
    return {.key = "layers", .meaning = meaning, .least = 1, .most = kMaxLayers};
}
constexpr Parameter timesParameter(std::span<const Parameter> parts) {
    return {.key = "times",
            .type = ParameterType::Object,
            .meaning = "what ops take, in the unit of times: a number for all layers or a list with one a layer",
            .parts = parts};
}

}  // namespace bubblescope
