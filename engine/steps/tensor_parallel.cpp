// Tensor parallelism: every rank has a share of each layer's matrices. Activations are summed or gathered between
// blocks, and the next block waits for them.
//
// Source   Shoeybi et al. 2019, Megatron-LM; Korthikanti et al. 2022, Reducing Activation Recomputation; steps.md §1.2
// Shape    L layers of two blocks; lanes `compute` and `tp`; the example of courses has only `compute`

#include "engine/steps/layer_chain.h"
#include "engine/steps/model_step.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

#define BLOCK_TIMES                                                                   \
    layersNumber(), layerTime("attention_forward", "forward of the attention block"), \
        layerTime("mlp_forward", "forward of the MLP"),                               \
        layerTime("attention_input", "grad input (B) of the attention block"),        \
        layerTime("attention_weight", "grad weight (W) of the attention block"),      \
        layerTime("mlp_input", "grad input (B) of the MLP"), layerTime("mlp_weight", "grad weight (W) of the MLP")

constexpr Parameter kReduceTimes[] = {BLOCK_TIMES, layerTime("all_reduce", "all-reduce of a block's activations")};
constexpr Parameter kShareTimes[] = {BLOCK_TIMES, layerTime("all_gather", "all-gather of a block's activations"),
                                     layerTime("reduce_scatter", "reduce-scatter of a block's activations")};
constexpr Parameter kColumnTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("all_gather", "all-gather of a layer's activations"),
    layerTime("reduce_scatter", "reduce-scatter of their gradients"),
};

constexpr Parameter overlapParameter() {
    return {.key = "overlap",
            .type = ParameterType::Choice,
            .meaning = "whether grad weight (W) overlaps with the collectives of a block",
            .choices = kWeightOverlaps,
            .choiceWords = std::span(kOverlapWords).first(2),
            .without = "none"};
}
constexpr Parameter kReduceParameters[] = {
    overlapParameter(), kRanksParameter,   kSlowdownParameter, kMeshParameter,
    kModelParameter,    kClusterParameter, kMeasuredParameter, timesParameter(kReduceTimes)};
constexpr Parameter kShareParameters[] = {
    overlapParameter(), kRanksParameter,   kSlowdownParameter, kMeshParameter,
    kModelParameter,    kClusterParameter, kMeasuredParameter, timesParameter(kShareTimes)};
constexpr Parameter kColumnParameters[] = {
    kRanksParameter,    kSlowdownParameter,          kMeshParameter, kModelParameter, kClusterParameter,
    kMeasuredParameter, timesParameter(kColumnTimes)};

std::vector<std::string_view> neededOf(std::span<const Parameter> times) {
    std::vector<std::string_view> needed;
    for (const Parameter& time : times) needed.push_back(time.key);
    return needed;
}

Result<void> build(const StepSetup& setup, StepBuilder& out) {
    const bool gathers = setup.kind->parameter("times")->parts.size() == std::size(kShareTimes) &&
                         (!setup.model || setup.model->isSequenceParallel);
    const LayerShape shape = {.hasTensor = true,
                              .gathersBlocks = gathers,
                              .gathersInputs = gathers,
                              .overlapsWeights = setup.choice("overlap") == "wgrad"};
    runLayers(setup, shape, out);
    return {};
}

Result<void> buildColumns(const StepSetup& setup, StepBuilder& out) {
    const StepTimes &forward = setup.timesOf("forward"), &backward = setup.timesOf("backward"),
                    &gather = setup.timesOf("all_gather"), &scatter = setup.timesOf("reduce_scatter");
    UnitMemory memory(setup, setup.layers, setup.workload.microbatches, out);
    SentNotes sent(setup, setup.layers, out);
    const auto isLayer = [&](int unit) { return !setup.model || !setup.model->isPlain(unit); };
    for (int microbatch = 0; microbatch < setup.workload.microbatches; ++microbatch) {
        for (int layer = 0; layer < setup.layers && out.goesOn(); ++layer) {
            const Each done = out.compute(Op(OpKind::Forward, layer, microbatch), forward[layer]);
            memory.forward(layer, microbatch, {done, done, {}});
            if (!isLayer(layer)) continue;
            out.collective(Op(OpKind::AllGather, layer, microbatch), gather[layer], Group::Tp, Role::Compute);
            sent.block(Collective::AllGather);
        }
        for (int layer = setup.layers; layer-- > 0 && out.goesOn();) {
            const Each done = out.compute(Op(OpKind::Backward, layer, microbatch), backward[layer]);
            memory.backward(layer, microbatch, {done, done, {}});
            if (layer == 0 || !isLayer(layer)) continue;
            out.collective(Op(OpKind::ReduceScatter, layer, microbatch), scatter[layer], Group::Tp, Role::Compute);
            sent.block(Collective::ReduceScatter);
        }
    }
    return {};
}

/// A layer's blocks on the slowest rank.
struct Blocks {
    double attention, mlp, attentionInput, attentionWeight, mlpInput, mlpWeight;

    explicit Blocks(FormInput& in)
        : attention(in.slowed("attention_forward")),
          mlp(in.slowed("mlp_forward")),
          attentionInput(in.slowed("attention_input")),
          attentionWeight(in.slowed("attention_weight")),
          mlpInput(in.slowed("mlp_input")),
          mlpWeight(in.slowed("mlp_weight")) {}
    double sum() const { return attention + mlp + attentionInput + attentionWeight + mlpInput + mlpWeight; }
};

StepFormula formOfReduced(const StepSetup& setup) {
    FormInput in(setup);
    const Blocks t(in);
    const double L = setup.layers, c = in.of("all_reduce");
    if (setup.choice("overlap") == "none")
        return std::move(in).form("L (sum + 4 c)", {{"L sum", L * t.sum()}, {"4 L c", 4 * L * c}},
                                  {"sum: forward, grad input and grad weight of both blocks"});
    return std::move(in).form("L (A_f + M_f + 2 c + M_i + max(M_w, c) + A_i + max(A_w, c))",
                              {{"L (A_f + M_f)", L * (t.attention + t.mlp)},
                               {"2 L c", 2 * L * c},
                               {"L (M_i + max(M_w, c))", L * (t.mlpInput + std::max(t.mlpWeight, c))},
                               {"L (A_i + max(A_w, c))", L * (t.attentionInput + std::max(t.attentionWeight, c))}});
}

StepFormula formOfShared(const StepSetup& setup) {
    FormInput in(setup);
    const Blocks t(in);
    const double L = setup.layers, g = in.of("all_gather"), r = in.of("reduce_scatter");
    if (setup.choice("overlap") == "none")
        return std::move(in).form("L (sum + 6 g + 4 r)",
                                  {{"L sum", L * t.sum()}, {"6 L g", 6 * L * g}, {"4 L r", 4 * L * r}},
                                  {"sum: forward, grad input and grad weight of both blocks"});
    if (g > std::min(t.attentionInput, t.mlpInput)) in.refuse("an all-gather takes longer than a grad input");
    return std::move(in).form(
        "L (A_f + M_f + 2 (g + r) + M_i + A_i) + g + L max(M_w, r + g) + (L-1) max(A_w, r + g) + max(A_w, r)",
        {{"L (A_f + M_f + 2 (g + r) + M_i + A_i)",
          L * (t.attention + t.mlp + 2 * (g + r) + t.mlpInput + t.attentionInput)},
         {"g", g},
         {"L max(M_w, r + g)", L * std::max(t.mlpWeight, r + g)},
         {"(L-1) max(A_w, r + g)", (L - 1) * std::max(t.attentionWeight, r + g)},
         {"max(A_w, r)", std::max(t.attentionWeight, r)}});
}

StepFormula formOfColumns(const StepSetup& setup) {
    FormInput in(setup);
    const double L = setup.layers, f = in.slowed("forward"), g = in.of("all_gather"), b = in.slowed("backward"),
                 r = in.of("reduce_scatter");
    return std::move(in).form("L (f + g + b) + (L-1) r",
                              {{"L f", L * f}, {"L g", L * g}, {"L b", L * b}, {"(L-1) r", (L - 1) * r}});
}

constexpr MeshAxis kAxesOfTensors[] = {MeshAxis::Tp};

constexpr StepRules kReduceRules = {
    .axes = kAxesOfTensors,
    .needed = [](const StepSetup&) { return neededOf(kReduceTimes); },
    .build = build,
    .form = formOfReduced,
    .ops = [](const StepSetup& setup) { return 10LL * setup.layers * setup.workload.microbatches; }};
constexpr StepRules kShareRules = {
    .axes = kAxesOfTensors,
    .needed = [](const StepSetup&) { return neededOf(kShareTimes); },
    .build = build,
    .form = formOfShared,
    .ops = [](const StepSetup& setup) { return 16LL * setup.layers * setup.workload.microbatches; }};
constexpr StepRules kColumnRules = {
    .axes = kAxesOfTensors,
    .needed = [](const StepSetup&) { return neededOf(kColumnTimes); },
    .build = buildColumns,
    .form = formOfColumns,
    .ops = [](const StepSetup& setup) { return 4LL * setup.layers * setup.workload.microbatches; }};

}  // namespace

const ScheduleKind kTp1d = {
    .id = "tp-1d",
    .title = "TP",
    .source =
        "Shoeybi et al. 2019, Megatron-LM: Training Multi-Billion Parameter Language Models Using Model Parallelism",
    .color = 7,
    .family = Family::Step,
    .parameters = kReduceParameters,
    .step = &kReduceRules,
};

const ScheduleKind kTpSp = {
    .id = "tp-sp",
    .title = "TP + SP",
    .source = "Korthikanti et al. 2022, Reducing Activation Recomputation in Large Transformer Models",
    .color = 8,
    .family = Family::Step,
    .parameters = kShareParameters,
    .step = &kShareRules,
};

const ScheduleKind kTpGather = {
    .id = "tp-gather",
    .title = "TP, all-gather",
    .source = "the tensor-parallel example of courses: every layer is split by columns, its output gathered",
    .color = 9,
    .family = Family::Step,
    .parameters = kColumnParameters,
    .step = &kColumnRules,
};

}  // namespace bubblescope
