// Fully sharded data parallelism: ranks keep shards of the parameters, gather them before a unit computes and free them
// after it. Hybrid: the shards are spread over a group of ranks, and replicas of the group then sum their shards.
//
// Source   Zhao et al. 2023, PyTorch FSDP; torch.distributed.fsdp.fully_shard; steps.md §1.1
// Shape    L units; lanes `compute` and `comm`, or `ag` and `rs`; hybrid also `ar`

#include "engine/steps/sharded_chain.h"

namespace bubblescope {

namespace {

constexpr Parameter kShardTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("reduce_scatter", "reduce-scatter of a layer's gradients"),
    layerTime("all_gather", "all-gather of a layer's parameters"),
    oneTime("optimizer", "optimizer update of a rank's share"),
};
constexpr Parameter kHybridTimes[] = {
    kShardTimes[0], kShardTimes[1], kShardTimes[2],
    kShardTimes[3], kShardTimes[4], layerTime("all_reduce", "all-reduce of a gradient shard over the replicas"),
    kShardTimes[5],
};

constexpr Parameter kAccumulateShards = {
    .key = "accumulate",
    .type = ParameterType::Choice,
    .meaning =
        "when the gradients of several microbatches are reduced: after the last one, after each, or over shards "
        "after each and over replicas after the last one",
    .choices = kAccumulates,
    .without = "after each"};
constexpr Parameter kShardOwn[] = {
    kAccumulateParameter, kRanksParameter,   kSlowdownParameter, kMeshParameter,
    kModelParameter,      kClusterParameter, kMeasuredParameter, timesParameter(kShardTimes)};
constexpr Parameter kHybridOwn[] = {
    kAccumulateShards, kRanksParameter,   kSlowdownParameter, kMeshParameter,
    kModelParameter,   kClusterParameter, kMeasuredParameter, timesParameter(kHybridTimes)};
constexpr auto kShardParameters = joined(kShardingParameters, kShardOwn),
               kHybridParameters = joined(kShardingParameters, kHybridOwn);

std::vector<std::string_view> needed(const StepSetup&) {
    return {"layers", "forward", "backward", "reduce_scatter", "all_gather", "optimizer"};
}

std::vector<std::string_view> neededByHybrid(const StepSetup& setup) {
    std::vector<std::string_view> all = needed(setup);
    all.push_back("all_reduce");
    return all;
}

Result<void> build(const StepSetup& setup, StepBuilder& out) {
    const StepTimes &forward = setup.timesOf("forward"), &backward = setup.timesOf("backward");
    const ChainOps ops = {[&](bool isForward, int layer, int microbatch, std::span<const After> after) {
                              const Each each =
                                  out.compute(Op(isForward ? OpKind::Forward : OpKind::Backward, layer, microbatch),
                                              (isForward ? forward : backward)[layer], after);
                              return Element{each, each, {}};
                          },
                          setup.timesOf("all_gather"), setup.timesOf("reduce_scatter"), setup.timesOf("all_reduce")};
    const std::vector<After> last =
        runShardedChain(setup, shardingOf(setup), setup.layers, setup.workload.microbatches, ops, out);
    out.compute(Op(OpKind::Optimizer, 0, 0), setup.timeOf("optimizer"), last);
    return {};
}

StepFormula formOf(const StepSetup& setup) {
    FormInput in(setup);
    const double f = in.slowed("forward"), b = in.slowed("backward");
    return formOfChain(setup, std::move(in), f, b);
}

long long opsOf(const StepSetup& setup) { return 6LL * setup.layers * setup.workload.microbatches + 1; }

constexpr MeshAxis kAxesOfShards[] = {MeshAxis::Fsdp, MeshAxis::Dp};

constexpr StepRules kShardRules = {
    .axes = kAxesOfShards, .takesOneAxis = true, .needed = needed, .build = build, .form = formOf, .ops = opsOf};
constexpr StepRules kHybridRules = {
    .axes = kAxesOfShards, .needed = neededByHybrid, .build = build, .form = formOf, .ops = opsOf};

}  // namespace

const ScheduleKind kFsdp = {
    .id = "fsdp",
    .title = "FSDP (ZeRO-3)",
    .source = "Zhao et al. 2023, PyTorch FSDP: Experiences on Scaling Fully Sharded Data Parallel",
    .color = 6,
    .family = Family::Step,
    .parameters = kShardParameters,
    .step = &kShardRules,
};

const ScheduleKind kHsdp = {
    .id = "hsdp",
    .title = "HSDP",
    .source = "Zhao et al. 2023, PyTorch FSDP: Experiences on Scaling Fully Sharded Data Parallel",
    .color = 3,
    .family = Family::Step,
    .parameters = kHybridParameters,
    .step = &kHybridRules,
};

}  // namespace bubblescope
