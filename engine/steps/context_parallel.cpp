// Context parallelism: every rank has a share of each sequence. Either keys and values go around the ring while each
// rank attends to those it has; or all of them are gathered; or ranks switch from shares of the sequence to shares of
// the heads and back.
//
// Source   Liu et al. 2023, Ring Attention; Llama Team 2024, The Llama 3 Herd of Models; Jacobs et al. 2023, DeepSpeed
//          Ulysses; steps.md §1.3
// Shape    n ranks; lanes `compute`, `p2p` and, for backwards, `p2pg`; or `compute` and `comm`

#include "engine/steps/layer_chain.h"

namespace bubblescope {

namespace {

constexpr std::string_view kPasses[] = {"both", "forward", "backward"};

constexpr Parameter kRingTimes[] = {
    oneTime("block", "attention of one rank's queries to one rank's keys"),
    oneTime("hop", "sends a rank's keys and values to the next rank"),
};
constexpr Parameter kGatherTimes[] = {
    oneTime("block", "attention of one rank's queries to one rank's keys"),
    oneTime("all_gather", "all-gather of keys and values"),
    oneTime("reduce_scatter", "reduce-scatter of their gradients"),
};
constexpr Parameter kUlyssesTimes[] = {
    oneTime("block", "attention of one rank's queries to one rank's keys"),
    oneTime("all_to_all", "all-to-all of queries, keys, values or outputs between sequence and head shares"),
};

#define CONTEXT_PARAMETERS                                                                                \
    {.key = "mask",                                                                                       \
     .type = ParameterType::Choice,                                                                       \
     .meaning = "whether queries attend to all keys or only to earlier ones",                             \
     .choices = kMasks,                                                                                   \
     .without = "full"},                                                                                  \
        {.key = "balance",                                                                                \
         .type = ParameterType::Choice,                                                                   \
         .meaning = "parts of a sequence per rank: adjacent, or one from the head and one from the tail", \
         .choices = kBalances,                                                                            \
         .choiceWords = kBalanceWords,                                                                    \
         .without = "none",                                                                               \
         .use = whenMasked},                                                                              \
        {.key = "pass",                                                                                   \
         .type = ParameterType::Choice,                                                                   \
         .meaning = "which passes are shown",                                                             \
         .choices = kPasses,                                                                              \
         .without = "both"},                                                                              \
        kRanksParameter, kSlowdownParameter, kMeshParameter, kModelParameter, kClusterParameter

constexpr Parameter kRingParameters[] = {CONTEXT_PARAMETERS, timesParameter(kRingTimes)};
constexpr Parameter kGatherParameters[] = {CONTEXT_PARAMETERS, timesParameter(kGatherTimes)};
constexpr Parameter kUlyssesParameters[] = {CONTEXT_PARAMETERS, timesParameter(kUlyssesTimes)};

std::vector<std::string_view> neededOf(const StepSetup& setup) {
    std::vector<std::string_view> needed;
    for (const Parameter& time : setup.kind->parameter("times")->parts) needed.push_back(time.key);
    return needed;
}

Result<void> check(const StepSetup& setup) {
    if (setup.hasMesh || setup.model || valueNamed(setup.values, "ranks")) return {};
    return Error{"needs \"ranks\", or a mesh with cp, to know how many ranks share a sequence", "ranks"};
}

bool goesForward(const StepSetup& setup) { return setup.choice("pass") != "backward"; }
bool goesBackward(const StepSetup& setup) { return setup.choice("pass") != "forward"; }

/// The time of each rank's attention for steps `first` to `last`.
std::vector<Time> sharesOf(const StepSetup& setup, const StepBuilder& out, int first, int last, double passes) {
    std::vector<Time> shares(out.crew().workers.size());
    for (std::size_t place = 0; place < shares.size(); ++place) {
        double sum = 0;
        for (int step = first; step <= last; ++step) sum += ringShare(setup, out.rankOf(place), step);
        shares[place] = stretched(setup.timeOf("block"), sum * passes);
    }
    return shares;
}

Result<void> buildRing(const StepSetup& setup, StepBuilder& out) {
    const int n = setup.mesh[MeshAxis::Cp];
    const Time hop = setup.timeOf("hop");
    SentNotes sent(setup, 1, out);
    const auto go = [&](OpKind kind, bool isBackward) {
        Each keys, gradients;
        for (int step = 0; step < n && out.goesOn(); ++step) {
            const After after[] = {keys};
            const Each attended =
                out.computeEach(Op(kind, step, 0), sharesOf(setup, out, step, step, isBackward ? 2 : 1), after);
            if (step + 1 < n) {
                keys = out.collective(Op(OpKind::HopKeys, step, 0), hop, Group::Cp, Role::Ring, {startOf(attended)});
                sent.keys(Collective::Send);
            }
            if (!isBackward) continue;
            gradients = out.collective(Op(OpKind::HopGradients, step, 0), hop, Group::Cp, Role::RingBack,
                                       {attended, gradients});
            sent.keys(Collective::Send);
        }
    };
    if (goesForward(setup)) go(OpKind::Attend, false);
    if (goesBackward(setup)) go(OpKind::AttendBackward, true);
    return {};
}

Result<void> buildGather(const StepSetup& setup, StepBuilder& out) {
    const int last = setup.mesh[MeshAxis::Cp] - 1;
    SentNotes sent(setup, 1, out);
    if (goesForward(setup)) {
        sent.keys(Collective::AllGather);
        const After gathered[] = {
            out.collective(Op(OpKind::AllGather, 0, 0), setup.timeOf("all_gather"), Group::Cp, Role::Collective)};
        out.computeEach(Op(OpKind::Attend, 0, 0), sharesOf(setup, out, 0, last, 1), gathered);
    }
    if (!goesBackward(setup)) return {};
    const Each done = out.computeEach(Op(OpKind::AttendBackward, 0, 0), sharesOf(setup, out, 0, last, 2), {});
    out.collective(Op(OpKind::ReduceScatter, 0, 0), setup.timeOf("reduce_scatter"), Group::Cp, Role::Collective,
                   {done});
    sent.keys(Collective::ReduceScatter);
    return {};
}

/// Every rank attends to whole sequences with its share of the heads.
Result<void> buildUlysses(const StepSetup& setup, StepBuilder& out) {
    const double half = setup.choice("mask") == "causal" ? 0.5 : 1;
    const Time whole = stretched(setup.timeOf("block"), half * setup.mesh[MeshAxis::Cp]),
               share = setup.timeOf("all_to_all");
    int number = 0;
    SentNotes sent(setup, 1, out);
    const auto send = [&](int shares, Each after) {
        sent.heads(shares);
        return out.collective(Op(OpKind::AllToAll, number++, 0), shares * share, Group::Cp, Role::Collective, {after});
    };
    Each last;
    if (goesForward(setup)) {
        last = out.compute(Op(OpKind::Attend, 0, 0), whole, {send(3, {})});
        last = send(1, last);
    }
    if (!goesBackward(setup)) return {};
    last = out.compute(Op(OpKind::AttendBackward, 0, 0), 2 * whole, {send(1, last)});
    send(3, last);
    return {};
}

/// A balanced ring step as a share of a full step.
double balancedShare(const StepSetup& setup) { return setup.choice("mask") == "full" ? 1 : 0.5; }

StepFormula formOfRing(const StepSetup& setup) {
    FormInput in(setup);
    const double n = setup.mesh[MeshAxis::Cp], c = in.of("hop"), a = in.slowed("block");
    std::string formula;
    std::vector<StepFormula::Term> terms;
    std::vector<std::string> where;
    const auto add = [&](const std::string& text, double value) {
        formula += (formula.empty() ? "" : " + ") + text;
        terms.push_back({text, value});
    };
    const bool isContiguous = ringDiffers(setup);
    if (isContiguous && !setup.factors.empty()) in.refuse("ranks differ in both share and speed");
    if (goesForward(setup)) {
        if (isContiguous) {
            add("max(a/2, c)", std::max(a / 2, c));
            add("(n-2) max(a, c)", (n - 2) * std::max(a, c));
            add("a", a);
        } else {
            const double w = balancedShare(setup) * a;
            add(w == a ? "(n-1) max(a, c)" : "(n-1) max(a/2, c)", (n - 1) * std::max(w, c));
            add(w == a ? "a" : "a/2", w);
        }
    }
    if (goesBackward(setup)) {
        if (isContiguous) in.refuse("ranks have unequal shares");
        const double w = balancedShare(setup) * a * 2;
        where.emplace_back(w == a ? "a backward step takes a" : "a backward step takes A = 2 a");
        add(w == a ? "(n-1) max(a, c)" : "(n-1) max(A, c)", (n - 1) * std::max(w, c));
        add(w == a ? "a + c" : "A + c", w + c);
    }
    return std::move(in).form(formula, std::move(terms), std::move(where));
}

StepFormula formOfGather(const StepSetup& setup) {
    FormInput in(setup);
    const double n = setup.mesh[MeshAxis::Cp], g = in.of("all_gather"), r = in.of("reduce_scatter");
    if (ringDiffers(setup) && !setup.factors.empty()) in.refuse("ranks differ in both share and speed");
    // The last rank's share is the largest.
    const double W = (ringDiffers(setup) ? n - 0.5 : n * balancedShare(setup)) * in.slowed("block");
    std::vector<StepFormula::Term> terms;
    if (goesForward(setup)) terms = {{"g", g}, {"W", W}};
    if (goesBackward(setup)) terms.insert(terms.end(), {{"2 W", 2 * W}, {"r", r}});
    std::string formula;
    for (const StepFormula::Term& term : terms) formula += (formula.empty() ? "" : " + ") + term.text;
    return std::move(in).form(formula, std::move(terms), {"W: all steps of the most loaded rank"});
}

StepFormula formOfUlysses(const StepSetup& setup) {
    FormInput in(setup);
    const bool isBoth = goesForward(setup) && goesBackward(setup);
    const double x = in.of("all_to_all"), W = setup.mesh[MeshAxis::Cp] * balancedShare(setup) * in.slowed("block");
    const double passes = isBoth ? 3 : goesBackward(setup) ? 2 : 1;
    const std::string sent = isBoth ? "8 x" : "4 x", attended = isBoth ? "3 W" : goesBackward(setup) ? "2 W" : "W";
    return std::move(in).form(sent + " + " + attended, {{sent, (isBoth ? 8 : 4) * x}, {attended, passes * W}},
                              {"W: attention of a rank's heads over whole sequences"});
}

constexpr MeshAxis kAxesOfContext[] = {MeshAxis::Cp};

constexpr StepRules kRingRules = {.axes = kAxesOfContext,
                                  .isPart = [](const StepSetup&) { return true; },
                                  .needed = neededOf,
                                  .differsAlongCp = ringDiffers,
                                  .check = check,
                                  .build = buildRing,
                                  .form = formOfRing,
                                  .ops = [](const StepSetup& setup) { return 5LL * setup.mesh[MeshAxis::Cp]; }};
constexpr StepRules kGatherRules = {.axes = kAxesOfContext,
                                    .isPart = [](const StepSetup&) { return true; },
                                    .needed = neededOf,
                                    .differsAlongCp = ringDiffers,
                                    .check = check,
                                    .build = buildGather,
                                    .form = formOfGather,
                                    .ops = [](const StepSetup&) { return 4LL; }};
constexpr StepRules kUlyssesRules = {.axes = kAxesOfContext,
                                     .isPart = [](const StepSetup&) { return true; },
                                     .needed = neededOf,
                                     .check = check,
                                     .build = buildUlysses,
                                     .form = formOfUlysses,
                                     .ops = [](const StepSetup&) { return 6LL; }};

}  // namespace

const ScheduleKind kCpRing = {
    .id = "cp-ring",
    .title = "CP, ring",
    .source = "Liu et al. 2023, Ring Attention with Blockwise Transformers for Near-Infinite Context",
    .color = 4,
    .family = Family::Step,
    .parameters = kRingParameters,
    .step = &kRingRules,
};

const ScheduleKind kCpGather = {
    .id = "cp-gather",
    .title = "CP, all-gather",
    .source = "Llama Team 2024, The Llama 3 Herd of Models",
    .color = 5,
    .family = Family::Step,
    .parameters = kGatherParameters,
    .step = &kGatherRules,
};

const ScheduleKind kCpUlysses = {
    .id = "cp-ulysses",
    .title = "CP, Ulysses",
    .source =
        "Jacobs et al. 2023, DeepSpeed Ulysses: System Optimizations for Enabling Training of Extreme Long Sequence "
        "Transformer Models",
    .color = 6,
    .family = Family::Step,
    .parameters = kUlyssesParameters,
    .step = &kUlyssesRules,
};

}  // namespace bubblescope
