#include "engine/steps/sharded_chain.h"

#include "engine/steps/model_step.h"
#include "engine/steps/sent_notes.h"
#include "engine/steps/unit_memory.h"

#include <algorithm>

namespace bubblescope {

Sharding shardingOf(const StepSetup& setup) {
    Sharding out{
        setup.whole("prefetch_forward"), setup.whole("prefetch_backward"),
        setup.whole("rs_limit"),         setup.flag("reshard_after_forward"),
        setup.flag("keep_last"),         setup.choice("comm_lanes") == "one",
        setup.kind->id == kHsdp.id,      setup.model && setup.model->model.shape.isTied && setup.flag("keep_last")};
    out.accumulate = accumulateOf(setup);
    return out;
}

Accumulate accumulateOf(const StepSetup& setup) {
    if (!valueNamed(setup.values, "accumulate")) {
        const ScheduleKind* const kind = setup.kind;
        const bool reducesEach = kind == &kFsdp || kind == &kHsdp || kind == &kZero2 || kind == &kZeroOffload ||
                                 kind == &kZeroInfinity ||
                                 (kind == &kMeshStep && setup.mesh[MeshAxis::Fsdp] > 1 && !setup.runsPipeline());
        return reducesEach ? Accumulate::Each : Accumulate::Last;
    }
    const std::string chosen = setup.choice("accumulate");
    return static_cast<Accumulate>(std::find(std::begin(kAccumulates), std::end(kAccumulates), chosen) - kAccumulates);
}

std::vector<After> runShardedChain(const StepSetup& setup, const Sharding& sharding, int layers, int microbatches,
                                   const ChainOps& ops, StepBuilder& out) {
    const int length = 2 * layers;
    const long long count = 1LL * length * microbatches;
    const Role gatherLane = sharding.hasOneLane ? Role::Collective : Role::Gather;
    const Role scatterLane = sharding.hasOneLane ? Role::Collective : Role::Scatter;
    const auto isForward = [&](long long k) { return k % length < layers; };
    const auto layerOf = [&](long long k) {
        const int within = static_cast<int>(k % length);
        return within < layers ? within : length - 1 - within;
    };
    const auto isGathered = [&](long long k) {
        if (isForward(k)) return true;
        const bool isKept =
            (sharding.keepsLast && layerOf(k) == layers - 1) || (sharding.keepsFirst && layerOf(k) == 0);
        return sharding.reshards && !isKept;
    };
    UnitMemory memory(setup, layers, microbatches, out);
    SentNotes sent(setup, layers, out);
    const auto note = [&](long long k, const std::vector<Each>& gathers, const Element& element) {
        const int layer = layerOf(k), microbatch = static_cast<int>(k / length);
        const long long mirror = k / length * length + (isForward(k) ? length - 1 - k % length : layer);
        if (isForward(k)) {
            memory.forward(layer, microbatch, element);
            if (isGathered(mirror)) memory.free(layer, gathers[static_cast<std::size_t>(k)], element);
            return;
        }
        memory.backward(layer, microbatch, element);
        memory.free(layer, gathers[static_cast<std::size_t>(isGathered(k) ? k : mirror)], element);
    };
    const auto depthOf = [&](long long k) {
        return isForward(k) ? sharding.prefetchForward : sharding.prefetchBackward;
    };
    std::vector<Element> elements;
    std::vector<Each> gathers(static_cast<std::size_t>(count)), scatters(static_cast<std::size_t>(layers));
    elements.reserve(static_cast<std::size_t>(count));
    const auto gather = [&](long long k, std::span<const After> after) {
        const int layer = layerOf(k), microbatch = static_cast<int>(k / length);
        gathers[static_cast<std::size_t>(k)] =
            out.collective(Op(isForward(k) ? OpKind::GatherForward : OpKind::GatherBackward, layer, microbatch),
                           ops.gather[layer], Group::Shard, gatherLane, after);
        sent.weights(layer, Group::Shard);
    };
    const bool reducesEach = sharding.accumulate != Accumulate::Last;
    // A microbatch's first gathers wait for the last backward before it; in version 1, only if that was reduced.
    const bool waits = reducesEach || (setup.model && !setup.model->hasRulesOfVersionOne());
    const auto isBeside = [&](long long k, long long next) {
        return next < count && (!waits || next / length == k / length);
    };
    // What may start before element k, and what an element releases: the gathers up to its depth ahead.
    const int deepest = std::max(sharding.prefetchForward, sharding.prefetchBackward);
    const auto gatherAhead = [&](long long k, std::span<const After> after) {
        for (int ahead = 0; ahead < deepest; ++ahead)
            if (isBeside(k, k + ahead) && isGathered(k + ahead) && depthOf(k + ahead) > ahead) gather(k + ahead, after);
    };
    gatherAhead(0, {});
    std::vector<After> last;
    Each lastScatter, lastReduce;
    for (long long k = 0; k < count && out.goesOn(); ++k) {
        const int layer = layerOf(k), microbatch = static_cast<int>(k / length);
        const auto at = static_cast<std::size_t>(k);
        if (isGathered(k) && depthOf(k) == 0) {
            std::vector<After> ended;
            if (k > 0) ended = {elements[at - 1].computed, elements[at - 1].sent};
            gather(k, ended);
        }
        const bool isNext = waits && k > 0 && k % length == 0;
        if (isNext) {
            gatherAhead(k, std::vector<After>{elements[at - 1].computed, elements[at - 1].sent});
            scatters.assign(scatters.size(), {});
        }
        std::vector<After> after = {gathers[at]};
        if (isNext) after.insert(after.end(), {lastScatter, lastReduce});
        const bool isLast = microbatch + 1 == microbatches, reduces = (reducesEach || isLast) && !isForward(k);
        if (const long long limit = 1LL + layer + sharding.scatterLimit; reduces && limit < layers)
            after.push_back(scatters[static_cast<std::size_t>(limit)]);
        elements.push_back(ops.element(isForward(k), layer, microbatch, after));
        note(k, gathers, elements.back());
        const After started[] = {startOf(elements.back().started)};
        for (const int depth : {sharding.prefetchForward, sharding.prefetchBackward}) {
            const long long next = k + depth;
            const bool isTwice = depth == sharding.prefetchBackward && depth == sharding.prefetchForward;
            if (depth > 0 && isBeside(k, next) && depthOf(next) == depth && isGathered(next) &&
                !gathers[static_cast<std::size_t>(next)].isSet())
                gather(next, started);
            if (isTwice) break;
        }
        if (!reduces) continue;
        lastScatter = out.collective(Op(OpKind::ReduceScatter, layer, reducesEach ? microbatch : 0), ops.scatter[layer],
                                     Group::Shard, scatterLane, {elements.back().computed, elements.back().sent});
        scatters[static_cast<std::size_t>(layer)] = lastScatter;
        memory.reduced(layer, lastScatter);
        sent.gradients(Collective::ReduceScatter, layer, Group::Shard);
        if (!sharding.reducesReplicas || (sharding.accumulate == Accumulate::Scatter && !isLast)) continue;
        lastReduce = out.collective(Op(OpKind::AllReduce, layer, reducesEach ? microbatch : 0), ops.reduce[layer],
                                    Group::Dp, Role::Replicas, {lastScatter});
        sent.replicas(layer);
    }
    if (!elements.empty()) last = {elements.back().sent, lastScatter, lastReduce};
    return last;
}

StepFormula formOfChain(const StepSetup& setup, FormInput in, double f, double b) {
    const Sharding sharding = shardingOf(setup);
    const double L = setup.layers, g = in.of("all_gather"), r = in.of("reduce_scatter"),
                 q = sharding.reducesReplicas ? in.of("all_reduce") : 0, o = in.of("optimizer");
    std::vector<StepFormula::Term> terms;
    std::vector<std::string> where;
    std::string formula;
    const auto add = [&](const std::string& text, double value) {
        formula += (formula.empty() ? "" : " + ") + text;
        terms.push_back({text, value});
    };
    const bool gathersBack = sharding.reshards, isAhead = sharding.prefetchBackward > 0;
    if (sharding.scatterLimit == 0 && L > 1) in.refuse("every backward waits for the reduce-scatter before it");
    if (sharding.hasOneLane && sharding.reducesReplicas) in.refuse("collectives share one communicator");
    // A single unit's backward then gathers before its forward does.
    const bool gathersFirst = sharding.prefetchForward == 0 && !sharding.keepsLast;
    if (sharding.prefetchBackward > 1 && gathersBack && (L > 1 || gathersFirst))
        in.refuse("backward gathers start more than one unit ahead");
    if (sharding.prefetchForward > 0) {
        add("E", std::max(g + L * f, L * g + f));
        where.push_back(gatheredForward(L, f, g));
    } else {
        add("L (g + f)", L * (g + f));
    }
    if (gathersBack && !sharding.keepsLast) isAhead ? add("max(0, g - f)", std::max(0.0, g - f)) : add("g", g);
    const std::string qText = sharding.reducesReplicas ? ", q" : "";
    if (!gathersBack) {
        add("b", b);
        add("(L-1) max(b, r" + qText + ")", (L - 1) * std::max({b, r, q}));
    } else if (!sharding.hasOneLane) {
        add("b", b);
        if (isAhead)
            add("(L-1) max(b, g, r" + qText + ")", (L - 1) * std::max({b, g, r, q}));
        else
            add("(L-1) max(b + g, r" + qText + ")", (L - 1) * std::max({b + g, r, q}));
    } else if (!isAhead) {
        add("b", b);
        add("(L-1) (r + g + b)", (L - 1) * (r + g + b));
    } else if (L < 2) {
        add("b", b);
    } else {
        add("max(b, g)", std::max(b, g));
        add("(L-2) max(b, g + r)", (L - 2) * std::max(b, g + r));
        add("max(b, r)", std::max(b, r));
    }
    add("r", r);
    if (sharding.reducesReplicas) add("q", q);
    add("o", o);
    return std::move(in).form(formula, std::move(terms), std::move(where));
}

}  // namespace bubblescope
