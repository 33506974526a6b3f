#pragma once

#include "engine/collectives/collective.h"
#include "engine/steps/mesh.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/layer_work.h"

#include <array>
#include <memory>

namespace bubblescope {

struct ChunkPlan;
struct StepSetup;

/// The part of a model that an op or stage has on one rank of the mesh: the embedding, some layers, the head.
///
/// Units       work and bytes of one microbatch
/// Invariants  parameters are counted per rank, cut by tp and ep but not yet sharded
struct ModelUnit {
    double dense = 0, experts = 0;  // parameters
    double vectors = 0;             // dense ones that are no matrices of layers, which Muon leaves to Adam
    LayerWork layers;               // all of its layers
    Passes plain;                   // the embedding's and the head's work
    MuonFlops muon;                 // of an update of its matrices, on all ranks that have them
    bool hasHead = false;
    double activations = 0, recomputed = 0;  // kept; and present while a backward runs
    bool isPlain = false;                    // one op in each direction: the embedding, or a head
    static constexpr int kFirst = 2 * Transformer::kKinds, kPredictor = kFirst + 1, kKinds = kPredictor + 1;
    int kind = 0;  // of a layer, of one with the embedding, or of a predictor: those with the same have the same ops

    double parameters() const { return dense + experts; }
    double forward() const { return layers.sum().forward + plain.forward; }
    double backward() const { return layers.sum().back() + plain.back() + layers.again(); }
    /// Work of grad weight in a backward; the rest is grad input.
    double weight() const { return layers.sum().weight + plain.weight; }
    void add(const ModelUnit& other);
};

/// Bytes of Adam's second moment.
inline constexpr double kSecondMoment = 4;

/// The longest time of an op, so that a few of them can still be added up.
inline constexpr Time kLongestTime = Time{1} << 56;

/// What the ranks that have the same layers shard among them: the stages of ZeRO; All for FSDP.
enum class Sharded { Nothing, Optimizer, Gradients, All };

/// What a step keeps on the host or its disks: nothing; gradients and optimizer; everything; or the chunks that do not
/// fit on the device.
enum class Offloaded { Nothing, Optimizer, All, Chunks };

/// Bytes that a rank has for the whole step.
struct StateParts {
    double parameters = 0, gradients = 0, optimizer = 0, host = 0;
};

/// The model of a step on its mesh: op times and memory per rank.
///
/// Shapes      units, by the numbers of ops: the embedding if it is a unit of its own, the layers, and the head, which
///             is one op in each direction; stages[stage] of a pipeline, else empty; devices[place on pp]:
///             everything that a rank there has
/// Units       times in micro-units of the scenario's time unit
struct ModelStep {
    TrainedModel model;
    Hardware hardware;
    Mesh mesh;
    Sharded sharded = Sharded::Nothing;
    Offloaded offloaded = Offloaded::Nothing;
    double unitsOfMicrosecond = 1;                      // scenario time units per microsecond
    bool isSequenceParallel = false, cutsHops = false;  // by tp: activations between blocks; and between stages
    int microbatches = 1;                               // per rank and step
    bool accumulates = false;                           // gradients of several microbatches, before they are reduced
    std::vector<ModelUnit> units, stages, devices;
    bool countsEmbedding = false, countsHead = false;  // as layers, where layers are divided among stages
    std::vector<Recompute> recomputes;                 // of each layer; empty if all have the model's
    double headActivations = 0;                        // the head's part of the units' activations
    std::shared_ptr<const ChunkPlan> chunks;           // if the step uses chunks; the units are then their groups
    bool hasEmbedding = false;                         // whether it is a unit; else the first layer has its parameters
    std::array<GroupLink, kAllGroups> links;           // by Group

    /// Ranks over which the state of dense and expert parameters is sharded, if any of it is.
    double denseShards() const;
    double expertShards() const;
    Recompute recomputeOf(int layer) const {
        return recomputes.empty() ? model.recompute : recomputes[static_cast<std::size_t>(layer)];
    }
    /// How its ranks cut a layer's activations, and what its device reaches.
    ActivationCut cut() const;
    MachineRates rates() const;
    /// Ranks that share what is between the blocks.
    double ranksBetween() const { return mesh[MeshAxis::Cp] * (isSequenceParallel ? mesh[MeshAxis::Tp] : 1.0); }
    /// Of a layer's forward of one microbatch on one rank.
    LayerFlops flopsOfRank(int layer) const;
    bool isPlain(int unit) const { return units[static_cast<std::size_t>(unit)].isPlain; }

    /// The units of one of the stages `of` a pipeline, from the first to before the second. Predictors and the head
    /// follow the last stage's layers.
    std::pair<int, int> unitsOfStage(int stage, int of) const;
    /// The layers of a stage. The embedding or the head may count as layers of the first or the last one.
    std::pair<int, int> layersOfStage(int stage, int of) const;

    Time timeOfWork(double work) const;
    /// The time of a collective of a group on a whole buffer of `bytes`.
    Time timeOfMessage(Collective collective, Group group, double bytes) const;
    /// The same for messages of a unit's parameters; experts have their own groups.
    Time timeOfParameters(Collective collective, const ModelUnit& unit, double bytesEach) const;
    /// The time of tokens that are sent to each node of their experts once, at most to so many nodes.
    Time timeOfDispatch(int nodeLimit) const;
    /// Calls use(group, parameters) for each of those messages.
    template <class Use>
    void eachMessage(const ModelUnit& unit, Use use) const {
        const bool isSpread = unit.experts > 0 && mesh[MeshAxis::Ep] > 1, isSharded = sharded == Sharded::All;
        use(isSharded ? Group::Shard : Group::Grad, isSpread ? unit.dense : unit.parameters());
        if (!isSpread) return;
        if (isSharded) return use(Group::Experts, unit.experts);
        if (hardware.cluster.usesAllPorts) return use(Group::ExpertGrad, unit.experts);
        use(Group::Experts, unit.experts);
        use(Group::ExpertReplicas, unit.experts);
    }
    /// The time of `bytes` at `gbs` GB/s.
    Time timeOfBytes(double bytes, double gbs) const;
    /// The time to update a rank's parameters, or its shard of them if they are sharded.
    Time timeOfUpdate(const ModelUnit& unit) const;
    /// The same in seconds; on the host if the optimizer is there.
    double secondsOfUpdate(const ModelUnit& unit) const;
    /// Bytes of a microbatch's activations between blocks, per rank of cp; and between stages.
    double activationMessage() const;
    double hopMessage() const { return activationMessage() / (cutsHops ? mesh[MeshAxis::Tp] : 1); }
    /// Bytes of a rank's keys and values, of its queries, of attention's outputs, and of its tokens with a copy for
    /// each of their experts.
    double keyMessage() const;
    double queryMessage() const;
    double outputMessage() const;
    double tokenMessage() const;

    /// Parameters of a rank's shard if sharding covers at least `from`.
    double shardOf(const ModelUnit& unit, Sharded from) const;
    /// With Muon, `bytes` for each of the rank's vectors; else 0.
    double ofVectors(const ModelUnit& unit, double bytes) const;
    /// What an update moves, of the rank's shard.
    double updateBytes(const ModelUnit& unit) const;
    StateParts stateOf(const ModelUnit& unit) const;
    /// Whether gradients of several microbatches add up whole before they are reduced.
    bool addsUpWhole() const { return accumulates && microbatches > 1; }
    bool hasRulesOfVersionOne() const { return !hardware.cluster.usesAllPorts; }
    /// Whether a rank has its shard of gradients for the whole step, instead of from their reduction on.
    bool keepsGradientShard() const;
    /// Bytes of a unit's gradient before it is reduced, and of a rank's shard of it.
    double gradientBytes(const ModelUnit& unit) const;
    double gradientShardBytes(const ModelUnit& unit) const;
    /// Sequences per step, over all ranks.
    double sequences() const;
    /// FLOPs per step on all ranks: of the model, and including recompute.
    double modelFlops() const;
    double hardwareFlops() const;
};

/// Whether the step's ranks keep the model's state; false if only a layer's attention is simulated.
bool keepsModel(const StepSetup& setup);

/// Completes a step whose times come from a model: its layers, times and buckets, and the stages and hops of pipelines.
///
/// Errors  placed at a key of the entry: `mesh.tp`, `model.global_batch`
Result<void> setUpModel(StepSetup& setup);

// Times that only models give, in addition to those of files.
inline constexpr std::string_view kBlockReduce = "block_reduce", kBlockGather = "block_gather",
                                  kBlockScatter = "block_scatter", kGradientSum = "gradient_sum",
                                  kWeightHalf = "weight_half", kExchangeBack = "exchange_back",
                                  kNotRepeated = "not_repeated", kProjectionsInput = "projections_input",
                                  kProjectionsWeight = "projections_weight", kBlockBack = "block_back",
                                  kGateInput = "gate_input", kGateWeight = "gate_weight", kGateBack = "gate_back",
                                  kExpertsInput = "experts_input", kExpertsWeight = "experts_weight",
                                  kSharedInput = "shared_input", kSharedWeight = "shared_weight",
                                  kStageForward = "stage_forward", kStageBackward = "stage_backward",
                                  kStageInput = "stage_input", kStageWeight = "stage_weight";

}  // namespace bubblescope
