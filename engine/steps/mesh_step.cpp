// A mesh: ranks along several axes, each with its own collectives. Layers are chains of ops. The axes that shard and
// replicate layers gather before them and sum after them, and pp cuts the layers into stages.
//
// Source   torchtitan's mesh, Megatron's tp-cp-ep-dp-pp; steps.md §4
// Shape    one lane per axis besides `compute`: `ag`, `rs`, `ar` (or `comm`), `tp`, `p2p` and `p2pg`, `ep`

#include "engine/core/text.h"
#include "engine/schedules/schedule.h"
#include "engine/steps/layer_chain.h"
#include "engine/steps/model_step.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

constexpr Parameter kTimes[] = {
    layersNumber(),
    {.key = "layers_a_stage", .meaning = "layers per stage along pp", .least = 1, .most = kMaxLayers},
    layerTime("forward", "a layer's forward, if no axis cuts it"),
    layerTime("backward", "a layer's backward, if no axis cuts it"),
    layerTime("attention_forward", "forward of the attention block"),
    layerTime("mlp_forward", "forward of the MLP"),
    layerTime("attention_input", "grad input (B) of the attention block"),
    layerTime("attention_weight", "grad weight (W) of the attention block"),
    layerTime("mlp_input", "grad input (B) of the MLP"),
    layerTime("mlp_weight", "grad weight (W) of the MLP"),
    layerTime("projections", "with cp, a layer's forward before its attention"),
    layerTime("attention_block", "with cp, attention of one rank's queries to one rank's keys"),
    layerTime("hop", "with cp, sends a rank's keys and values to the next rank"),
    layerTime("mlp", "with cp, forward of the MLP"),
    layerTime("attention", "with ep, attention of a layer"),
    layerTime("gate", "with ep, routing of tokens to experts"),
    layerTime("experts", "with ep, forward of the experts"),
    layerTime("all_to_all", "with ep, sends tokens to their experts, or back"),
    {.key = "shared_expert",
     .type = ParameterType::Numbers,
     .meaning = "with ep, forward of a shared expert, which overlaps with the dispatch",
     .least = 0,
     .usual = 0},
    layerTime("all_reduce", "with tp, all-reduce of a block's activations; with dp alone, of a layer's gradients"),
    layerTime("all_gather",
              "with fsdp, all-gather of a layer's parameters (with pp, of a chunk's); with tp alone, of a block's "
              "activations"),
    layerTime("reduce_scatter",
              "with fsdp, reduce-scatter of a layer's gradients; with tp alone, of a block's activations"),
    oneTime("grad_sync", "sum of the gradients of a device's layers"),
    oneTime("optimizer", "optimizer update of a rank's share"),
};

constexpr Parameter kOwn[] = {
    {.key = "overlap",
     .type = ParameterType::Choice,
     .meaning =
         "what overlaps with the collectives of a block: nothing, grad weight (W), or, with a model, its products",
     .choices = kOverlaps,
     .choiceWords = kOverlapWords,
     .without = "none",
     .use = withTp},
    {.key = "overlap_share",
     .type = ParameterType::Number,
     .meaning = "with overlap \"pipelined\", share of a block's collectives that is hidden",
     .least = 0,
     .most = 1,
     .usual = 0.5},
    {.key = "dispatch",
     .type = ParameterType::Choice,
     .meaning = "with ep, whether a token is sent to each of its experts, or once to each of their nodes",
     .choices = kDispatches,
     .without = "all-to-all"},
    {.key = "node_limit",
     .meaning = "with dispatch \"deduplicated\", most nodes that a token is sent to",
     .least = 1,
     .most = kMaxMeshRanks},
    {.key = "exchange_hidden",
     .type = ParameterType::Number,
     .meaning = "with ep, share of dispatch and combine that other work hides",
     .least = 0,
     .most = 1,
     .usual = 0},
    {.key = "scatter_hops",
     .type = ParameterType::Flag,
     .meaning = "with a model, whether tp also cuts transfers between stages; by default with sequence parallelism"},
    {.key = "mask",
     .type = ParameterType::Choice,
     .meaning = "whether queries attend to all keys or only to earlier ones",
     .choices = kMasks,
     .without = "full",
     .use = withCp},
    {.key = "balance",
     .type = ParameterType::Choice,
     .meaning = "parts of a sequence per rank: adjacent, or one from the head and one from the tail",
     .choices = kBalances,
     .choiceWords = kBalanceWords,
     .without = "none",
     .use = whenMasked},
    kImbalanceParameter,
    backwardFactor("with ep, backward time divided by forward time"),
    BUBBLESCOPE_PIPELINE_PARAMETERS(kSyncsOfMesh),
    BUBBLESCOPE_UNSHARD_PARAMETERS,
    kAccumulateParameter,
    kZeroParameter,
    kUpdateParameter,
    kAccountParameter,
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    kMeasuredParameter,
    timesParameter(kTimes),
};
constexpr auto kParameters = joined(kShardingParameters, kOwn);

/// How the layers of a mesh are made, given its axes and the times that are present.
struct Made {
    LayerShape shape;
    bool hasPipeline = false, isSharded = false, sumsGradients = false, hasWholeStages = false;

    bool isCut() const { return shape.hasRing || shape.hasTensor || shape.hasExperts; }
};

Made madeOf(const StepSetup& setup) {
    const Mesh& mesh = setup.mesh;
    Made made;
    made.hasPipeline = mesh[MeshAxis::Pp] > 1;
    made.isSharded = mesh[MeshAxis::Fsdp] > 1;
    made.sumsGradients = mesh[MeshAxis::Dp] > 1 || made.isSharded || mesh[MeshAxis::Cp] > 1;
    made.shape = shapeOf(setup);
    made.hasWholeStages = made.hasPipeline && !made.isCut() &&
                          (setup.model || (!setup.has("forward") && !setup.has("attention_forward")));
    return made;
}

std::vector<std::string_view> needed(const StepSetup& setup) {
    const Made made = madeOf(setup);
    std::vector<std::string_view> names;
    const auto need = [&](std::initializer_list<std::string_view> more) {
        for (const std::string_view name : more)
            if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    if (!made.hasWholeStages && !setup.has("layers_a_stage")) need({"layers"});
    if (made.shape.hasRing) need({"projections", "attention_block", "hop"});
    if (made.shape.hasRing && !made.shape.hasExperts) need({"mlp"});
    if (made.shape.hasExperts) {
        if (!made.shape.hasRing) need({"attention"});
        need({"gate", "experts", "all_to_all"});
    }
    if (!made.shape.hasRing && !made.shape.hasExperts && (made.shape.hasTensor || setup.has("attention_forward")))
        need({"attention_forward", "mlp_forward", "attention_input", "attention_weight", "mlp_input", "mlp_weight"});
    if (made.shape.hasTensor && made.shape.gathersBlocks) need({"all_gather", "reduce_scatter"});
    if (made.shape.hasTensor && !made.shape.gathersBlocks) need({"all_reduce"});
    if (!made.isCut() && !made.hasWholeStages && !setup.has("attention_forward")) need({"forward", "backward"});
    if (made.isSharded) need({"all_gather"});
    if (made.isSharded && !made.hasPipeline) need({"reduce_scatter"});
    const bool sumsReplicas = !made.hasPipeline && (made.isSharded ? setup.mesh[MeshAxis::Dp] > 1 : made.sumsGradients);
    if (sumsReplicas && !setup.has("grad_sync") && !made.shape.hasTensor) need({"all_reduce"});
    if (made.hasPipeline ? made.sumsGradients : sumsReplicas && (made.shape.hasTensor || setup.has("grad_sync")))
        need({"grad_sync"});
    need({"optimizer"});
    return names;
}

/// Limit on the parts of all layers of a stage or, without pp, of the model: an op stores the number of a part.
constexpr long long kMostParts = 1 << 24;

Result<void> check(const StepSetup& setup) {
    const Made made = madeOf(setup);
    const long long layers = std::max<long long>(setup.layers, setup.timeOf("layers_a_stage"));
    if (const long long parts = layers * (setup.mesh[MeshAxis::Cp] + 2); parts >= kMostParts)
        return Error{"layers and ranks along CP make " + withThousands(parts) + " parts of a forward, the limit is " +
                         withThousands(kMostParts - 1),
                     "mesh.cp"};
    if (!made.hasPipeline) return {};
    const int stages = setup.workload.devices * setup.workload.chunks;
    if (const long long given = setup.timeOf("layers_a_stage");
        given > 0 && setup.layers > 0 && setup.layers != given * stages)
        return Error{"times.layers must be " + std::to_string(given * stages) + " for " + std::to_string(stages) +
                         " stages with layers_a_stage " + std::to_string(given) + ", is " +
                         std::to_string(setup.layers),
                     "times.layers"};
    if (!setup.model && !made.hasWholeStages && !setup.has("layers_a_stage") && setup.layers < stages)
        return Error{"times.layers must be at least " + std::to_string(stages) + ", one per stage, is " +
                         std::to_string(setup.layers),
                     "times.layers"};
    const ScheduleKind& order = setup.order();
    if (!order.fits) return {};
    const std::vector<NamedValue> values = setup.orderValues();
    return order.fits({setup.workload.devices, setup.workload.microbatches, setup.workload.chunks, {}, {}, values});
}

/// The time of one layer's share of the gradient sum.
Time reduceTime(const StepSetup& setup, int layer) {
    if (setup.model) return setup.timesOf(kGradientSum)[layer];
    if (!setup.has("grad_sync")) return setup.timesOf("all_reduce")[layer];
    return pieceOf(setup.timeOf("grad_sync"), setup.layers, layer);
}

/// Layers without shards of their parameters. Gradients are summed, or scattered where their updates are sharded.
void buildReplicas(const StepSetup& setup, const Made& made, LayerChain& chain, StepBuilder& out) {
    const int microbatches = setup.workload.microbatches, layers = setup.layers;
    const bool isScattered = setup.model && setup.model->sharded != Sharded::Nothing;
    const bool reducesEach = accumulateOf(setup) == Accumulate::Each;
    // With ZeRO-2, each layer's gradient is scattered at once, and backwards wait for it as in FSDP.
    const bool scattersAtOnce = setup.model && setup.model->sharded == Sharded::Gradients;
    const bool atEnd = !scattersAtOnce && setup.choice("sync") == "end";
    const int limit = setup.whole("rs_limit");
    const bool isAhead = isScattered && setup.choice("gather") == "overlap";
    UnitMemory memory(setup, layers, microbatches, out);
    SentNotes sent(setup, layers, out);
    const auto gather = [&](int layer, std::span<const After> after) {
        sent.weights(layer, Group::Grad);
        return out.collective(Op(OpKind::AllGather, layer, 0), setup.timesOf("all_gather")[layer], Group::Grad,
                              Role::Collective, after);
    };
    Each summed;
    std::vector<Each> reduced(static_cast<std::size_t>(layers));  // in this microbatch
    const auto reduce = [&](int layer, int microbatch, const Element& done) {
        const OpKind kind = isScattered ? OpKind::ReduceScatter : OpKind::AllReduce;
        summed = out.collective(Op(kind, layer, reducesEach ? microbatch : 0), reduceTime(setup, layer), Group::Grad,
                                atEnd ? Role::Compute : Role::Collective, {done.computed, done.sent});
        reduced[static_cast<std::size_t>(layer)] = summed;
        memory.reduced(layer, summed);
        sent.gradients(isScattered ? Collective::ReduceScatter : Collective::AllReduce, layer, Group::Grad);
    };
    std::vector<Each> gathered(static_cast<std::size_t>(layers));
    for (int layer = 0; isAhead && layer < layers && out.goesOn(); ++layer)
        gathered[static_cast<std::size_t>(layer)] = gather(layer, {});
    for (int microbatch = 0; microbatch < microbatches; ++microbatch) {
        for (int layer = 0; layer < layers && out.goesOn(); ++layer) {
            const After after[] = {microbatch == 0 ? gathered[static_cast<std::size_t>(layer)] : Each{},
                                   layer == 0 ? std::exchange(summed, {}) : Each{}};
            memory.forward(layer, microbatch, chain.forward(layer, layer, microbatch, after));
        }
        const bool reduces = made.sumsGradients && (reducesEach || microbatch + 1 == microbatches);
        reduced.assign(reduced.size(), {});
        for (int layer = layers; layer-- > 0 && out.goesOn();) {
            std::vector<After> after;
            if (const int first = layer + 1 + limit; scattersAtOnce && reduces && first < layers)
                after.emplace_back(reduced[static_cast<std::size_t>(first)]);
            const Element done = chain.backward(layer, layer, microbatch, after);
            memory.backward(layer, microbatch, done);
            if (reduces && !atEnd) reduce(layer, microbatch, done);
        }
        for (int layer = layers; reduces && atEnd && layer-- > 0 && out.goesOn();)
            reduce(layer, microbatch, chain.ended());
    }
    const Each updated =
        out.compute(Op(OpKind::Optimizer, 0, 0), setup.timeOf("optimizer"), {chain.ended().sent, summed});
    const After after[] = {updated};
    for (int layer = 0; isScattered && !isAhead && layer < layers && out.goesOn(); ++layer) gather(layer, after);
}

void buildChain(const StepSetup& setup, const Made& made, StepBuilder& out) {
    const int microbatches = setup.workload.microbatches, layers = setup.layers;
    LayerChain chain(setup, made.shape, out);
    if (made.isSharded) {
        Sharding sharding = shardingOf(setup);
        sharding.reducesReplicas = setup.mesh[MeshAxis::Dp] > 1;
        StepTimes reduce;
        for (int layer = 0; sharding.reducesReplicas && layer < layers; ++layer)
            reduce.each.push_back(reduceTime(setup, layer));
        const ChainOps ops = {[&](bool isForward, int layer, int microbatch, std::span<const After> after) {
                                  return isForward ? chain.forward(layer, layer, microbatch, after)
                                                   : chain.backward(layer, layer, microbatch, after);
                              },
                              setup.timesOf("all_gather"), setup.timesOf("reduce_scatter"), reduce};
        const auto last = runShardedChain(setup, sharding, layers, microbatches, ops, out);
        out.compute(Op(OpKind::Optimizer, 0, 0), setup.timeOf("optimizer"), last);
        return;
    }
    buildReplicas(setup, made, chain, out);
}

Result<void> buildStages(const StepSetup& setup, const Made& made, StepBuilder& out) {
    PipelineSharing sharing = sharingOf(setup, made.isSharded);
    sharing.syncs = made.sumsGradients || setup.has("grad_sync");
    if (sharing.group == Group::Shard && setup.mesh[MeshAxis::Dp] > 1) sharing.group = Group::Grad;
    if (made.hasWholeStages) return runPipeline(setup, sharing, WholeStages(setup, out), out);
    LayerChain chain(setup, made.shape, out);
    const int stages = setup.workload.devices * setup.workload.chunks;
    const int given = static_cast<int>(setup.timeOf("layers_a_stage"));
    const auto firstLayer = [&](int stage) {
        if (given > 0) return stage * given;
        if (!setup.model) return firstLayerOf(stage, setup.layers, stages);
        return stage == stages ? setup.layers : setup.model->unitsOfStage(stage, stages).first;
    };
    const bool hasLists = setup.layers > 0;
    const StageOp stageOp = [&](Op op, WorkerId device, std::span<const After> after, std::span<const After> gathered,
                                const PartOfOp& part) {
        const int stage = op.stage().value % stages, microbatch = op.microbatch().value;
        const int first = firstLayer(stage), end = firstLayer(stage + 1);
        chain.turnTo(device.value);
        chain.waitFor(after);
        if (first == end) return chain.nothing(op.kind(), microbatch, gathered);
        Element all;
        for (int number = 0; number < end - first; ++number) {
            const bool isForward = op.kind() == OpKind::Forward;
            const int layer = hasLists ? (isForward ? first + number : end - 1 - number) : 0;
            const std::span<const After> own = number == 0 ? gathered : std::span<const After>();
            Element element;
            switch (op.kind()) {
                case OpKind::Forward: element = chain.forward(layer, number, microbatch, own); break;
                case OpKind::Backward: element = chain.backward(layer, number, microbatch, own); break;
                case OpKind::BackwardInput: element = chain.input(layer, number, microbatch, own); break;
                default: element = chain.weight(layer, number, microbatch, own); break;
            }
            if (number == 0) all.started = element.started;
            all.computed = element.computed;
            all.sent = element.sent;
            if (part) part(number + 1, end - first, all);
        }
        return all;
    };
    return runPipeline(setup, sharing, stageOp, out);
}

Result<void> build(const StepSetup& setup, StepBuilder& out) {
    const Made made = madeOf(setup);
    if (made.hasPipeline) return buildStages(setup, made, out);
    buildChain(setup, made, out);
    return {};
}

StepNames namesOf(const StepSetup& setup) {
    const Made made = madeOf(setup);
    StepNames names;
    names.parts = setup.mesh[MeshAxis::Cp] + 2;
    names.chunks = setup.workload.chunks;
    names.devices = setup.workload.devices;
    names.hasOneOfEach = setup.workload.chunks == 1;
    if (made.hasPipeline || setup.workload.microbatches > 1) names.naming = StepNaming::MicrobatchLayer;
    if (made.hasWholeStages) names.naming = StepNaming::Microbatch;
    return names;
}

/// "4 + 6 + 4 = 14".
std::string sumOf(const std::vector<std::string>& parts, double sum) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : " + ") + part;
    return text + " = " + numberOf(sum);
}

/// The time of a layer's chain in each direction, on ranks that all arrive together; and of a pipeline's stage.
StepFormula formOf(const StepSetup& setup) {
    const Made made = madeOf(setup);
    FormInput in(setup);
    if (made.shape.hasExperts || (made.shape.hasTensor && made.shape.hasRing) || made.shape.gathersBlocks)
        return noForm("this combination of axes is not covered");
    double f = 0, b = 0;
    if (made.shape.hasRing) {
        if (ringDiffers(setup)) in.refuse("ranks have unequal shares of the attention");
        const double n = setup.mesh[MeshAxis::Cp], P = in.slowed("projections"), M = in.slowed("mlp"), c = in.of("hop");
        const bool isCausal = setup.choice("mask") == "causal";
        const double a = in.slowed("attention_block") * (isCausal ? 0.5 : 1);
        f = P + (n - 1) * std::max(a, c) + a + M;
        b = 2 * M + (n - 1) * std::max(2 * a, c) + 2 * a + c + 2 * P;
        const std::string hops = numberText(n - 1) + "·max(";
        in.explain("f = P + (n-1) max(a, c) + a + M = " +
                   sumOf({numberOf(P), hops + numberOf(a) + ", " + numberOf(c) + ")", numberOf(a), numberOf(M)}, f));
        in.explain("b = 2 M + (n-1) max(2 a, c) + 2 a + c + 2 P = " +
                   sumOf({numberOf(2 * M), hops + numberOf(2 * a) + ", " + numberOf(c) + ")", numberOf(2 * a),
                          numberOf(c), numberOf(2 * P)},
                         b));
        in.explain(isCausal ? "a: half an attention block, as half of it is masked" : "a: an attention block");
        in.explain("c: a hop, P: projections, M: the MLP");
    } else if (made.shape.hasTensor) {
        const double c = in.of("all_reduce"), Mw = in.slowed("mlp_weight"), Aw = in.slowed("attention_weight");
        const double Af = in.slowed("attention_forward"), Mf = in.slowed("mlp_forward"),
                     Ai = in.slowed("attention_input"), Mi = in.slowed("mlp_input");
        f = Af + Mf + 2 * c;
        in.explain("f = A_f + M_f + 2 c = " + sumOf({numberOf(Af), numberOf(Mf), numberOf(2 * c)}, f));
        if (made.shape.overlapsWeights) {
            b = Mi + std::max(Mw, c) + Ai + std::max(Aw, c);
            const auto longer = [&](double w) { return "max(" + numberOf(w) + ", " + numberOf(c) + ")"; };
            in.explain("b = M_i + max(M_w, c) + A_i + max(A_w, c) = " +
                       sumOf({numberOf(Mi), longer(Mw), numberOf(Ai), longer(Aw)}, b));
        } else {
            b = Mi + Mw + Ai + Aw + 2 * c;
            in.explain("b = M_i + M_w + A_i + A_w + 2 c = " +
                       sumOf({numberOf(Mi), numberOf(Mw), numberOf(Ai), numberOf(Aw), numberOf(2 * c)}, b));
        }
        in.explain("c: all-reduce of a block; A, M: attention, MLP (forward, grad input, grad weight)");
    } else if (setup.has("attention_forward")) {
        const double Af = in.slowed("attention_forward"), Mf = in.slowed("mlp_forward"),
                     Ai = in.slowed("attention_input"), Mi = in.slowed("mlp_input"), Aw = in.slowed("attention_weight"),
                     Mw = in.slowed("mlp_weight");
        f = Af + Mf;
        b = Mi + Ai + Mw + Aw;
        in.explain("f = A_f + M_f = " + sumOf({numberOf(Af), numberOf(Mf)}, f));
        in.explain("b = M_i + M_w + A_i + A_w = " + sumOf({numberOf(Mi), numberOf(Mw), numberOf(Ai), numberOf(Aw)}, b));
    } else if (!made.hasWholeStages) {
        f = in.slowed("forward");
        b = in.slowed("backward");
    }
    if (made.hasPipeline) {
        if (made.hasWholeStages) return noForm("stages are single ops; see pp-dp and pp-fsdp");
        const Time given = setup.timeOf("layers_a_stage");
        const int stages = setup.workload.devices * setup.workload.chunks;
        if (given == 0 && setup.layers % stages != 0) in.refuse("stages have different numbers of layers");
        const double layers = given > 0 ? double(given) : setup.layers / stages;
        if (!made.sumsGradients && !setup.has("grad_sync")) return noForm("no gradients are summed");
        const std::string of = numberText(layers) + "·";
        in.explain("F = " + of + "f = " + numberOf(f * layers) + ", B = " + of + "b = " + numberOf(b * layers) +
                   ": all layers of a stage");
        return formOfPipeline(setup, std::move(in), static_cast<Time>(f * layers), static_cast<Time>(b * layers),
                              made.isSharded);
    }
    if (!made.isSharded) return noForm("a mesh without fsdp is not covered");
    if (setup.mesh[MeshAxis::Dp] > 1) return noForm("dp together with other axes is not covered");
    return formOfChain(setup, std::move(in), f, b);
}

long long opsOf(const StepSetup& setup) {
    const Made made = madeOf(setup);
    const long long ofALayer = 20 + (made.shape.hasRing ? 5LL * setup.mesh[MeshAxis::Cp] : 0);
    long long layers = setup.layers;
    if (const Time given = setup.timeOf("layers_a_stage"); given > 0)
        layers = given * setup.workload.chunks;
    else if (made.hasPipeline)
        layers = layers / setup.mesh[MeshAxis::Pp] + 2;
    if (made.hasWholeStages) layers = setup.workload.chunks;
    return std::min<long long>(layers * ofALayer, kMaxOps) * setup.workload.microbatches + 3 * layers + 2;
}

constexpr MeshAxis kAxesOfMesh[] = {MeshAxis::Pp, MeshAxis::Dp, MeshAxis::Fsdp,
                                    MeshAxis::Cp, MeshAxis::Tp, MeshAxis::Ep};

constexpr StepRules kRules = {.axes = kAxesOfMesh,
                              .takesWorkload = true,
                              .needed = needed,
                              .differsAlongCp = ringDiffers,
                              .check = check,
                              .build = build,
                              .names = namesOf,
                              .form = formOf,
                              .ops = opsOf};

}  // namespace

const ScheduleKind kMeshStep = {
    .id = "mesh",
    .title = "Mesh",
    .source = "Liang et al. 2024, TorchTitan; Narayanan et al. 2021, Megatron-LM: ranks along several axes",
    .color = 0,
    .family = Family::Step,
    .parameters = kParameters,
    .step = &kRules,
};

}  // namespace bubblescope
