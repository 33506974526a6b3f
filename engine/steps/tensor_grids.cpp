// Tensor parallelism on grids of ranks. One product Y = XA, whose blocks are broadcast along rows and columns (2D),
// the same on several layers of grids (2.5D), or gathered along the three sides of a cube (3D).
//
// Source   van de Geijn and Watts 1997, SUMMA; Xu et al. 2021; Wang et al. 2021; Bian et al. 2021; steps.md §1.2
// Shape    q steps; lanes `compute` and `comm`; one rank stands for all

#include "engine/steps/step.h"

namespace bubblescope {

namespace {

constexpr std::string_view kPasses[] = {"forward"};

#define GRID_TIMES                                                                                                 \
    oneTime("gemm", "whole product of a rank"), oneTime("broadcast_x", "broadcast of a block of X along its row"), \
        oneTime("broadcast_w", "broadcast of a block of W along its column")

constexpr Parameter kGridTimes[] = {GRID_TIMES};
constexpr Parameter kLayeredTimes[] = {GRID_TIMES, oneTime("all_reduce", "all-reduce of dW over the layers of grids")};
constexpr Parameter kCubeTimes[] = {
    oneTime("gemm", "product of a rank"),
    oneTime("all_gather_x", "all-gather of a block of X"),
    oneTime("all_gather_w", "all-gather of a block of W"),
    oneTime("reduce_scatter_y", "reduce-scatter of a block of Y"),
};

#define GRID_PARAMETERS                                                                                     \
    {.key = "q",                                                                                            \
     .word = "grid, q × q",                                                                                 \
     .meaning = "number of rows and columns of the grid",                                                   \
     .least = 1,                                                                                            \
     .most = 64,                                                                                            \
     .usual = 2},                                                                                           \
        {.key = "overlap",                                                                                  \
         .type = ParameterType::Flag,                                                                       \
         .meaning = "whether the next blocks are sent during the current product",                          \
         .usual = 0},                                                                                       \
    {                                                                                                       \
        .key = "pass", .type = ParameterType::Choice, .meaning = "which pass is shown", .choices = kPasses, \
        .without = "forward"                                                                                \
    }

constexpr Parameter kGridParameters[] = {GRID_PARAMETERS, kRanksParameter, kSlowdownParameter,
                                         timesParameter(kGridTimes)};
constexpr Parameter kLayeredParameters[] = {GRID_PARAMETERS,
                                            {.key = "depth",
                                             .meaning = "number of layers of grids, each with a share of X",
                                             .least = 1,
                                             .most = 64,
                                             .usual = 1},
                                            kRanksParameter,
                                            kSlowdownParameter,
                                            timesParameter(kLayeredTimes)};
constexpr Parameter kCubeParameters[] = {kRanksParameter, kSlowdownParameter, timesParameter(kCubeTimes)};

std::vector<std::string_view> neededByGrid(const StepSetup& setup) {
    std::vector<std::string_view> needed;
    for (const Parameter& time : setup.kind->parameter("times")->parts) needed.push_back(time.key);
    return needed;
}

Result<void> buildGrid(const StepSetup& setup, StepBuilder& out) {
    const int q = setup.whole("q");
    const bool overlaps = setup.flag("overlap");
    const Time whole = setup.timeOf("gemm");
    std::vector<Each> products(static_cast<std::size_t>(q));
    const auto productBefore = [&](int step) { return step < 0 ? Each{} : products[static_cast<std::size_t>(step)]; };
    for (int step = 0; step < q; ++step) {
        const Each x = out.collective(Op(OpKind::BroadcastX, step, 0), setup.timeOf("broadcast_x"), Group::Grad,
                                      Role::Collective, {productBefore(step - (overlaps ? 2 : 1))});
        const Each w = out.collective(Op(OpKind::BroadcastW, step, 0), setup.timeOf("broadcast_w"), Group::Grad,
                                      Role::Collective, {x});
        const Time share = whole / q + (whole % q * (step + 1) / q - whole % q * step / q);
        products[static_cast<std::size_t>(step)] = out.compute(Op(OpKind::Product, step, 0), share, {w});
    }
    if (setup.has("all_reduce"))
        out.collective(Op(OpKind::AllReduce, 0, 0), setup.timeOf("all_reduce"), Group::Grad, Role::Collective,
                       {products.back()});
    return {};
}

Result<void> buildCube(const StepSetup& setup, StepBuilder& out) {
    const auto send = [&](OpKind kind, std::string_view time, std::initializer_list<After> after) {
        return out.collective(Op(kind, 0, 0), setup.timeOf(time), Group::Grad, Role::Collective, after);
    };
    send(OpKind::GatherX, "all_gather_x", {});
    const Each w = send(OpKind::GatherW, "all_gather_w", {});
    const Each product = out.compute(Op(OpKind::Product, 0, 0), setup.timeOf("gemm"), {w});
    send(OpKind::ScatterY, "reduce_scatter_y", {product});
    return {};
}

StepFormula formOfGrid(const StepSetup& setup) {
    FormInput in(setup);
    const double q = setup.whole("q"), G = in.slowed("gemm"), c = in.of("broadcast_x") + in.of("broadcast_w");
    const bool sums = setup.has("all_reduce");
    std::vector<StepFormula::Term> terms;
    if (setup.flag("overlap"))
        terms = {{"c", c}, {"(q-1) max(c, G/q)", (q - 1) * std::max(c, G / q)}, {"G/q", G / q}};
    else
        terms = {{"q c", q * c}, {"G", G}};
    if (sums) terms.push_back({"w", in.of("all_reduce")});
    std::string formula;
    for (const StepFormula::Term& term : terms) formula += (formula.empty() ? "" : " + ") + term.text;
    std::vector<std::string> where = {"c: both broadcasts, G: the whole product"};
    if (sums) where.emplace_back("w: the all-reduce of dW");
    return std::move(in).form(formula, std::move(terms), std::move(where));
}

StepFormula formOfCube(const StepSetup& setup) {
    FormInput in(setup);
    const double x = in.of("all_gather_x"), w = in.of("all_gather_w"), G = in.slowed("gemm"),
                 y = in.of("reduce_scatter_y");
    return std::move(in).form("x + w + G + y", {{"x", x}, {"w", w}, {"G", G}, {"y", y}});
}

constexpr StepRules kGridRules = {
    .needed = neededByGrid, .build = buildGrid, .form = formOfGrid, .ops = [](const StepSetup& setup) {
        return 3LL * setup.whole("q") + 1;
    }};
constexpr StepRules kCubeRules = {.needed = neededByGrid,
                                  .build = buildCube,
                                  .names = [](const StepSetup&) { return StepNames{.hasOneOfEach = true}; },
                                  .form = formOfCube,
                                  .ops = [](const StepSetup&) { return 4LL; }};

}  // namespace

const ScheduleKind kTp2d = {
    .id = "tp-2d",
    .title = "TP, 2D",
    .source = "Xu et al. 2021, An Efficient 2D Method for Training Super-Large Deep Learning Models",
    .color = 1,
    .family = Family::Step,
    .parameters = kGridParameters,
    .step = &kGridRules,
};

const ScheduleKind kTp25d = {
    .id = "tp-2.5d",
    .title = "TP, 2.5D",
    .source = "Wang et al. 2021, 2.5-dimensional Distributed Model Training",
    .color = 2,
    .family = Family::Step,
    .parameters = kLayeredParameters,
    .step = &kGridRules,
};

const ScheduleKind kTp3d = {
    .id = "tp-3d",
    .title = "TP, 3D",
    .source = "Bian et al. 2021, Maximizing Parallelism in Distributed Training for Huge Neural Networks",
    .color = 3,
    .family = Family::Step,
    .parameters = kCubeParameters,
    .step = &kCubeRules,
};

}  // namespace bubblescope
