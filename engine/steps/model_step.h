#pragma once

#include "engine/collectives/collective.h"
#include "engine/steps/mesh.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/layer_bytes.h"

#include <array>
#include <memory>

namespace bubblescope {

struct ChunkPlan;
struct StepSetup;

/// What an op or a stage of a step has of a model, on one rank of its mesh: the embedding, some layers, the head.
///
/// Units       FLOPs of a microbatch's forward; bytes of a microbatch
/// Invariants  parameters are those of a rank before they are sharded: cut by tp and ep
struct ModelUnit {
    double dense = 0, experts = 0;  // parameters
    LayerFlops layers;              // of all of its layers
    double head = 0;
    double activations = 0, recomputed = 0;  // kept; and there while a backward runs

    double parameters() const { return dense + experts; }
    double mlp() const { return layers.mlp + layers.router + head; }
    double forward() const { return layers.attention() + mlp(); }
    /// Of the backward that is due to weights: what is not is the input half.
    double weight() const { return layers.projections + mlp(); }
    void add(const ModelUnit& other);
};

/// Bytes that an update reads and writes of a parameter: gradient, fp32 copy and two moments, and the weights.
inline constexpr double kUpdateBytes = 28;

/// No time of an op is longer; a few of them can be added up and counted.
inline constexpr Time kLongestTime = Time{1} << 56;

/// How the ranks that have the same layers share what they keep: stages of ZeRO, 3 for FSDP.
enum class Sharded { Nothing, Optimizer, Gradients, All };

/// What a step keeps on the host or its disks: nothing, gradients and optimizer, all of it, or what chunks do not find
/// room for on the device.
enum class Offloaded { Nothing, Optimizer, All, Chunks };

/// Bytes that a rank has through the whole step.
struct StateParts {
    double parameters = 0, gradients = 0, optimizer = 0, host = 0;
};

/// A step's model on its mesh: what its ops take, and what a rank keeps.
///
/// Shapes      units by the numbers of ops: the embedding where it stands for itself, the layers, and the head, which
///             has one op each way; stages[stage] of a pipeline, else empty; devices[place on pp]: all that a
///             rank there has
/// Units       times in micro-units of the scenario's unit
struct ModelStep {
    TrainedModel model;
    Hardware hardware;
    Mesh mesh;
    Sharded sharded = Sharded::Nothing;
    Offloaded offloaded = Offloaded::Nothing;
    double unitsOfMicrosecond = 1;  // of the scenario's time
    bool isSequenceParallel = false;
    int microbatches = 1;  // of a rank in a step
    std::vector<ModelUnit> units, stages, devices;
    double headActivations = 0;               // of what the units keep
    std::shared_ptr<const ChunkPlan> chunks;  // where they are; its groups are the units
    bool hasEmbedding = false;                // among the units; else the first layer has its parameters
    std::array<GroupLink, 11> links;          // by Group

    /// Ranks over which the state of dense parameters and of experts is spread, as far as anything is.
    double denseShards() const;
    double expertShards() const;
    /// Whether a unit is no layer but one op: the embedding or the head.
    bool isPlain(int unit) const { return (hasEmbedding && unit == 0) || unit + 1 == static_cast<int>(units.size()); }

    Time timeOfFlops(double flops) const;
    /// A collective of a group of ranks on so many bytes of the whole buffer.
    Time timeOfMessage(Collective collective, Group group, double bytes) const;
    /// The same on messages of a unit's parameters, of which experts have groups of their own.
    Time timeOfParameters(Collective collective, const ModelUnit& unit, double bytesEach) const;
    /// Calls use(group, parameters) for each of those messages.
    template <class Use>
    void eachMessage(const ModelUnit& unit, Use use) const {
        const bool isSpread = unit.experts > 0 && mesh[MeshAxis::Ep] > 1, isSharded = sharded == Sharded::All;
        use(isSharded ? Group::Shard : Group::Grad, isSpread ? unit.dense : unit.parameters());
        if (!isSpread) return;
        use(Group::Experts, unit.experts);
        if (!isSharded) use(Group::Dp, unit.experts);
    }
    /// Bytes at so many GB/s.
    Time timeOfBytes(double bytes, double gbs) const;
    /// What updates parameters of a rank, shards of them where they are sharded.
    Time timeOfUpdate(const ModelUnit& unit) const;
    /// FLOPs that a backward repeats of the forward.
    double repeated(const ModelUnit& unit) const;
    double backward(const ModelUnit& unit) const;
    /// Bytes of a microbatch's activations between blocks, on a rank of cp; and from a stage to the next.
    double activationMessage() const;
    double hopMessage() const { return activationMessage() / (isSequenceParallel ? mesh[MeshAxis::Tp] : 1); }
    /// Bytes of a rank's keys and values, of its queries, and of its tokens as all their experts get them.
    double keyMessage() const;
    double queryMessage() const;
    double tokenMessage() const;

    /// Parameters of a rank's shard, as far as `from` or more is sharded.
    double shardOf(const ModelUnit& unit, Sharded from) const;
    StateParts stateOf(const ModelUnit& unit) const;
    /// Bytes of a unit's gradient before it is reduced.
    double gradientBytes(const ModelUnit& unit) const;
    /// Sequences of a step, over all ranks.
    double sequences() const;
    /// FLOPs of a step on all ranks: of the model, and with what is computed again.
    double modelFlops() const;
    double hardwareFlops() const;
};

/// Whether its ranks keep the model, or what stands in its place: not where a layer's attention is looked at alone.
bool keepsModel(const StepSetup& setup);

/// Fills in a step whose times come from a model: its layers, times and buckets, the pipeline's stages and hops.
///
/// Errors  placed at a key of the entry: `mesh.tp`, `model.global_batch`
Result<void> setUpModel(StepSetup& setup);

// Times that models alone give, beside those of files.
inline constexpr std::string_view kBlockReduce = "block_reduce", kBlockGather = "block_gather",
                                  kBlockScatter = "block_scatter", kGradientSum = "gradient_sum",
                                  kRepeatedCore = "repeated_core", kWeightHalf = "weight_half",
                                  kExchangeBack = "exchange_back", kStageForward = "stage_forward",
                                  kStageBackward = "stage_backward", kStageInput = "stage_input",
                                  kStageWeight = "stage_weight";

}  // namespace bubblescope
