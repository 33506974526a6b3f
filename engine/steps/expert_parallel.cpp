// Expert parallelism: each rank has some of the experts, and tokens travel to their experts and back.
//
// Source   Lepikhin et al. 2020, GShard; steps.md §1.3
// Shape    L layers; lanes `compute` and `ep`

#include "engine/steps/layer_chain.h"

namespace bubblescope {

namespace {

constexpr Parameter kExpertTimes[] = {
    layersNumber(),
    layerTime("attention", "attention of a layer"),
    layerTime("gate", "routing of tokens to experts"),
    layerTime("experts", "forward of the experts"),
    layerTime("all_to_all", "sends tokens to their experts, or back"),
    {.key = "shared_expert",
     .type = ParameterType::Numbers,
     .meaning = "forward of a shared expert, which overlaps with the dispatch",
     .least = 0,
     .usual = 0},
};

constexpr Parameter kExpertParameters[] = {
    kImbalanceParameter,
    backwardFactor("backward time divided by forward time"),
    kRanksParameter,
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    kMeasuredParameter,
    timesParameter(kExpertTimes),
};

std::vector<std::string_view> needed(const StepSetup&) {
    return {"layers", "attention", "gate", "experts", "all_to_all"};
}

Result<void> build(const StepSetup& setup, StepBuilder& out) {
    runLayers(setup, {.hasExperts = true}, out);
    return {};
}

StepFormula formOf(const StepSetup& setup) {
    FormInput in(setup);
    const double L = setup.layers, k = setup.number("backward_factor"), crowd = 1 + setup.number("imbalance");
    const double A = in.slowed("attention") + in.slowed("gate"), E = in.slowed("experts") * crowd,
                 c = in.of("all_to_all") * crowd, s = in.slowed("shared_expert");
    const bool isUsual = k == 2 && s == 0;
    if (isUsual)
        return std::move(in).form("L (3 A + 3 E + 4 c)",
                                  {{"3 L A", 3 * L * A}, {"3 L E", 3 * L * E}, {"4 L c", 4 * L * c}},
                                  {"A: attention and gate"});
    return std::move(in).form("L ((1+k) (A + E) + 2 c + max(c, s) + max(c, k s))",
                              {{"L (1+k) (A + E)", L * (1 + k) * (A + E)},
                               {"2 L c", 2 * L * c},
                               {"L max(c, s)", L * std::max(c, s)},
                               {"L max(c, k s)", L * std::max(c, k * s)}},
                              {"A: attention and gate, s: the shared expert", "k: backward time / forward time"});
}

constexpr MeshAxis kAxesOfExperts[] = {MeshAxis::Ep};

constexpr StepRules kRules = {
    .axes = kAxesOfExperts, .needed = needed, .build = build, .form = formOf, .ops = [](const StepSetup& setup) {
        return 10LL * setup.layers * setup.workload.microbatches;
    }};

}  // namespace

const ScheduleKind kEp = {
    .id = "ep",
    .title = "EP",
    .source = "Lepikhin et al. 2020, GShard: Scaling Giant Models with Conditional Computation and Automatic Sharding",
    .color = 7,
    .family = Family::Step,
    .parameters = kExpertParameters,
    .step = &kRules,
};

}  // namespace bubblescope
