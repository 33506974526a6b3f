// Data parallelism: every rank has all layers, and gradients are summed, either after the backward (blocking) or
// bucket by bucket alongside it. With ZeRO each rank keeps only its share of the optimizer state, and parameters are
// gathered.
//
// Source   Li et al. 2020, PyTorch Distributed; Rajbhandari et al. 2020, ZeRO; steps.md §1.1
// Shape    L layers; a lane `compute`, and `comm` if collectives overlap with it

#include "engine/steps/sent_notes.h"
#include "engine/steps/sharded_chain.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

using Kind = OpKind;

constexpr std::string_view kBuckets[] = {"bytes", "layer"}, kGather[] = {"after", "overlap"},
                           kReduce[] = {"reduce-scatter", "all-reduce"};
constexpr std::string_view kBucketWords[] = {"by size", "one per layer"};
constexpr Parameter kBytes[] = {{.key = "", .type = ParameterType::Number, .least = 0, .most = 1e15}};

constexpr Parameter bytesNumber(std::string_view key, std::string_view word, std::string_view meaning,
                                ParameterUse (*use)(const EntryValues&), std::optional<double> usual = {}) {
    return {.key = key,
            .type = ParameterType::Number,
            .word = word,
            .meaning = meaning,
            .least = 0,
            .most = 1e15,
            .usual = usual,
            .use = use};
}

#define BUCKET_PARAMETERS                                                                                          \
    {.key = "buckets",                                                                                             \
     .type = ParameterType::Choice,                                                                                \
     .meaning = "how gradients are bucketed: by bytes, or one bucket per layer",                                   \
     .choices = kBuckets,                                                                                          \
     .choiceWords = kBucketWords,                                                                                  \
     .without = "one per layer, or by layer_bytes",                                                                \
     .use = whenSized},                                                                                            \
        {.key = "layer_bytes",                                                                                     \
         .type = ParameterType::List,                                                                              \
         .meaning = "gradient bytes of each layer",                                                                \
         .parts = kBytes},                                                                                         \
        bytesNumber("bucket_bytes", "bucket size, bytes", "size in bytes at which a bucket closes", inBytes),      \
        bytesNumber("first_bucket_bytes", "first bucket, bytes", "size in bytes at which the first bucket closes", \
                    firstInBytes),                                                                                 \
        bytesNumber("bucket_mb", "bucket size, MiB",                                                               \
                    "size in MiB at which a bucket closes, unless bucket_bytes is set", inMebibytes, 25),          \
        bytesNumber("first_bucket_mb", "first bucket, MiB", "size in MiB at which the first bucket closes",        \
                    firstInMebibytes, 1)

constexpr Parameter kReduceTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("all_reduce", "all-reduce of a layer's or bucket's gradients; a list has one per bucket, in issue order"),
    oneTime("optimizer", "optimizer update"),
};
constexpr Parameter kShardTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("reduce_scatter", "reduce-scatter of a layer's gradients"),
    layerTime("all_gather", "all-gather of a layer's parameters"),
    oneTime("optimizer", "optimizer update of a rank's share"),
};

constexpr Parameter kBlockingParameters[] = {
    kAccumulateParameter, kRanksParameter,   kSlowdownParameter, kMeshParameter,
    kModelParameter,      kClusterParameter, kMeasuredParameter, timesParameter(kReduceTimes)};
constexpr Parameter kDdpParameters[] = {BUCKET_PARAMETERS,  kAccumulateParameter, kRanksParameter,
                                        kSlowdownParameter, kMeshParameter,       kModelParameter,
                                        kClusterParameter,  kMeasuredParameter,   timesParameter(kReduceTimes)};
constexpr Parameter gatherParameter() {
    return {.key = "gather",
            .type = ParameterType::Choice,
            .word = "gathers",
            .meaning = "when parameters are gathered: after the optimizer, or layer by layer before the next forwards",
            .choices = kGather,
            .choiceWords = kGatherWords,
            .without = "after the optimizer"};
}
constexpr Parameter kZero1Parameters[] = {
    gatherParameter(),
    {.key = "reduce",
     .type = ParameterType::Choice,
     .word = "gradients",
     .meaning = "how gradients are summed; early ZeRO-1 ran an all-reduce, which takes as long as a reduce-scatter "
                "and an all-gather",
     .choices = kReduce,
     .without = "reduce-scatter"},
    BUCKET_PARAMETERS,
    kAccumulateParameter,
    kRanksParameter,
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    kMeasuredParameter,
    timesParameter(kShardTimes)};
constexpr Parameter kZero2Parameters[] = {
    gatherParameter(), BUCKET_PARAMETERS, kAccumulateParameter, kRanksParameter,    kSlowdownParameter,
    kMeshParameter,    kModelParameter,   kClusterParameter,    kMeasuredParameter, timesParameter(kShardTimes)};

std::vector<std::string_view> neededToReduce(const StepSetup&) {
    return {"layers", "forward", "backward", "all_reduce", "optimizer"};
}

std::vector<std::string_view> neededToShard(const StepSetup&) {
    return {"layers", "forward", "backward", "reduce_scatter", "all_gather", "optimizer"};
}

bool overlapsGather(const StepSetup& setup) { return setup.choice("gather") == "overlap"; }

bool isOfABucket(const StepSetup&, std::string_view time) { return time == "all_reduce"; }

bool isOfAShardBucket(const StepSetup& setup, std::string_view time) {
    return !overlapsGather(setup) && (time == "reduce_scatter" || time == "all_gather");
}

/// Shared state of the ops of a step while they are issued.
struct Passes {
    const StepSetup& setup;
    StepBuilder& out;
    UnitMemory memory{setup, setup.layers, setup.workload.microbatches, out};
    SentNotes sent{setup, setup.layers, out};
    bool reducesEach = accumulateOf(setup) == Accumulate::Each;

    int last() const { return setup.workload.microbatches - 1; }
    /// Of the ops that reduce a microbatch's gradients.
    int numberOf(int microbatch) const { return reducesEach ? microbatch : 0; }

    /// The forwards of a microbatch; each waits for what was gathered for it, the first one for `after` as well.
    void forwards(int microbatch, std::span<const Each> gathered, Each after) {
        const StepTimes& forward = setup.timesOf("forward");
        for (int layer = 0; layer < setup.layers && out.goesOn(); ++layer) {
            const Each whole = gathered.empty() ? Each{} : gathered[static_cast<std::size_t>(layer)];
            const Each done =
                out.compute(Op(Kind::Forward, layer, microbatch), forward[layer], {whole, std::exchange(after, {})});
            memory.forward(layer, microbatch, {done, done, {}});
        }
    }
    Each backward(int layer, int microbatch) {
        const Each done = out.compute(Op(Kind::Backward, layer, microbatch), setup.timesOf("backward")[layer]);
        memory.backward(layer, microbatch, {done, done, {}});
        return done;
    }
    /// All microbatches. reduced(microbatch) emits the backwards of one whose gradients are reduced, and returns the
    /// last reduction, for which the next microbatch waits.
    template <class Reduced>
    Each run(std::span<const Each> gathered, const Reduced& reduced) {
        Each end;
        for (int microbatch = 0; microbatch <= last() && out.goesOn(); ++microbatch) {
            forwards(microbatch, microbatch == 0 ? gathered : std::span<const Each>(), end);
            if (microbatch == last() || reducesEach)
                end = reduced(microbatch);
            else
                for (int layer = setup.layers; layer-- > 0 && out.goesOn();) backward(layer, microbatch);
        }
        return end;
    }
    /// Each bucket of a microbatch is reduced after the backward of its lowest layer. Returns the last reduction.
    template <class Reduce>
    Each reduceBuckets(int microbatch, Collective collective, Reduce reduce) {
        Each end;
        const auto buckets = bucketsOf(setup);
        for (std::size_t bucket = 0; bucket < buckets.size() && out.goesOn(); ++bucket) {
            Each done;
            for (const int layer : buckets[bucket]) done = backward(layer, microbatch);
            end = reduce(static_cast<int>(bucket), buckets[bucket].back(), done);
            for (const int layer : buckets[bucket]) {
                memory.reduced(layer, end);
                sent.gradients(collective, layer, Group::Grad);
            }
        }
        return end;
    }
};

Result<void> buildBlocking(const StepSetup& setup, StepBuilder& out) {
    const StepTimes& reduce = setup.timesOf("all_reduce");
    Passes passes{setup, out};
    passes.run({}, [&](int microbatch) {
        Each end;
        for (int layer = setup.layers; layer-- > 0 && out.goesOn();) passes.backward(layer, microbatch);
        for (int layer = 0; layer < setup.layers && out.goesOn(); ++layer) {
            end = out.collective(Op(Kind::AllReduce, layer, passes.numberOf(microbatch)), reduce[layer], Group::Grad,
                                 Role::Compute);
            passes.sent.gradients(Collective::AllReduce, layer, Group::Grad);
        }
        return end;
    });
    out.compute(Op(Kind::Optimizer, 0, 0), setup.timeOf("optimizer"));
    return {};
}

/// Whether a bucket can be named after its layer.
bool isBucketALayer(const StepSetup& setup) {
    const auto buckets = bucketsOf(setup);
    return std::all_of(buckets.begin(), buckets.end(), [](const auto& bucket) { return bucket.size() == 1; });
}

Result<void> buildDdp(const StepSetup& setup, StepBuilder& out) {
    const StepTimes& reduce = setup.timesOf("all_reduce");
    Passes passes{setup, out};
    const bool areLayers = isBucketALayer(setup);
    const Each last = passes.run({}, [&](int microbatch) {
        return passes.reduceBuckets(microbatch, Collective::AllReduce, [&](int bucket, int layer, Each done) {
            const int number = passes.numberOf(microbatch);
            const Op op = areLayers ? Op(Kind::AllReduce, layer, number) : Op(Kind::BucketReduce, bucket, number);
            return out.collective(op, reduce[bucket], Group::Grad, Role::Collective, {done});
        });
    });
    out.compute(Op(Kind::Optimizer, 0, 0), setup.timeOf("optimizer"), {last});
    return {};
}

Result<void> buildZero(const StepSetup& setup, StepBuilder& out) {
    const StepTimes &scatter = setup.timesOf("reduce_scatter"), &gather = setup.timesOf("all_gather");
    const bool overlaps = overlapsGather(setup);
    const bool isWhole = setup.kind->parameter("reduce") && setup.choice("reduce") == "all-reduce";
    Passes passes{setup, out};
    const bool areLayers = overlaps || isBucketALayer(setup);
    const auto gatherOf = [&](int number, std::span<const After> after) {
        return out.collective(Op(areLayers ? Kind::AllGather : Kind::BucketGather, number, 0), gather[number],
                              Group::Grad, Role::Collective, after);
    };
    for (int layer = 0; layer < setup.layers; ++layer) passes.sent.weights(layer, Group::Grad);
    std::vector<Each> gathered;
    for (int layer = 0; overlaps && layer < setup.layers && out.goesOn(); ++layer)
        gathered.push_back(gatherOf(layer, {}));
    const Collective reduce = isWhole ? Collective::AllReduce : Collective::ReduceScatter;
    const Kind ofLayer = isWhole ? Kind::AllReduce : Kind::ReduceScatter,
               ofBucket = isWhole ? Kind::BucketReduce : Kind::BucketScatter;
    const Each last = passes.run(gathered, [&](int microbatch) {
        return passes.reduceBuckets(microbatch, reduce, [&](int bucket, int layer, Each done) {
            const int number = passes.numberOf(microbatch);
            const Time time = scatter[overlaps ? layer : bucket] * (isWhole ? 2 : 1);
            const Op op = areLayers ? Op(ofLayer, layer, number) : Op(ofBucket, bucket, number);
            return out.collective(op, time, Group::Grad, Role::Collective, {done});
        });
    });
    const Each updated = out.compute(Op(Kind::Optimizer, 0, 0), setup.timeOf("optimizer"), {last});
    if (overlaps) return {};
    const After after[] = {updated};
    const auto buckets = static_cast<int>(bucketsOf(setup).size());
    for (int bucket = 0; bucket < buckets && out.goesOn(); ++bucket) gatherOf(bucket, after);
    return {};
}

long long opsOf(const StepSetup& setup) { return 2LL * setup.layers * (setup.workload.microbatches + 1) + 1; }

StepFormula formOfBlocking(const StepSetup& setup) {
    FormInput in(setup);
    const double L = setup.layers, f = in.slowed("forward"), b = in.slowed("backward"), c = in.of("all_reduce"),
                 o = in.of("optimizer");
    return std::move(in).form("L (f + b + c) + o", {{"L f", L * f}, {"L b", L * b}, {"L c", L * c}, {"o", o}});
}

/// The backwards overlapped with the reductions of k equal buckets.
struct BucketForm {
    double k = 0, value = 0;

    BucketForm(const StepSetup& setup, FormInput& in, double b, double c) {
        const auto buckets = bucketsOf(setup);
        k = static_cast<double>(buckets.size());
        const bool areEqual = std::all_of(buckets.begin(), buckets.end(),
                                          [&](const auto& bucket) { return bucket.size() == buckets.front().size(); });
        if (!areEqual) in.refuse("buckets have different numbers of layers");
        const double L = setup.layers;
        value = std::max(L * b + c, b * L / k + k * c);
    }
};

StepFormula formOfDdp(const StepSetup& setup) {
    FormInput in(setup);
    const double L = setup.layers, f = in.slowed("forward"), b = in.slowed("backward"), c = in.of("all_reduce"),
                 o = in.of("optimizer");
    const BucketForm reduced(setup, in, b, c);
    return std::move(in).form("L f + max(L b + c, b L/k + k c) + o",
                              {{"L f", L * f}, {"max(L b + c, b L/k + k c)", reduced.value}, {"o", o}},
                              {"k = " + std::to_string(static_cast<int>(reduced.k)) + " buckets, c each"});
}

StepFormula formOfZero(const StepSetup& setup) {
    FormInput in(setup);
    const bool isWhole = setup.kind->parameter("reduce") && setup.choice("reduce") == "all-reduce";
    const double L = setup.layers, f = in.slowed("forward"), b = in.slowed("backward"),
                 c = in.of("reduce_scatter") * (isWhole ? 2 : 1), g = in.of("all_gather"), o = in.of("optimizer");
    const BucketForm reduced(setup, in, b, c);
    const std::string r = isWhole ? "2r" : "r", max = "max(L b + " + r + ", b L/k + k " + r + ")";
    const std::string k = "k = " + std::to_string(static_cast<int>(reduced.k)) + " buckets, " + r + " each";
    if (overlapsGather(setup))
        return std::move(in).form("E + " + max + " + o",
                                  {{"E", std::max(g + L * f, L * g + f)}, {max, reduced.value}, {"o", o}},
                                  {gatheredForward(L, f, g), k});
    return std::move(in).form("L f + " + max + " + o + k g",
                              {{"L f", L * f}, {max, reduced.value}, {"o", o}, {"k g", reduced.k * g}}, {k});
}

constexpr MeshAxis kAxesOfData[] = {MeshAxis::Dp, MeshAxis::Fsdp};

constexpr StepRules kBlockingRules = {.axes = kAxesOfData,
                                      .takesOneAxis = true,
                                      .needed = neededToReduce,
                                      .build = buildBlocking,
                                      .form = formOfBlocking,
                                      .ops = opsOf};
constexpr StepRules kDdpRules = {.axes = kAxesOfData,
                                 .takesOneAxis = true,
                                 .needed = neededToReduce,
                                 .isABucket = isOfABucket,
                                 .build = buildDdp,
                                 .form = formOfDdp,
                                 .ops = opsOf};
constexpr StepRules kZeroRules = {.axes = kAxesOfData,
                                  .takesOneAxis = true,
                                  .needed = neededToShard,
                                  .isABucket = isOfAShardBucket,
                                  .build = buildZero,
                                  .form = formOfZero,
                                  .ops = opsOf};

}  // namespace

const ScheduleKind kDdpBlocking = {
    .id = "ddp-blocking",
    .title = "DDP, blocking",
    .source = "the data-parallel example of courses: all gradients are all-reduced after the backward",
    .color = 5,
    .family = Family::Step,
    .parameters = kBlockingParameters,
    .step = &kBlockingRules,
};

const ScheduleKind kDdp = {
    .id = "ddp",
    .title = "DDP",
    .source = "Li et al. 2020, PyTorch Distributed: Experiences on Accelerating Data Parallel Training",
    .color = 0,
    .family = Family::Step,
    .parameters = kDdpParameters,
    .step = &kDdpRules,
};

const ScheduleKind kZero1 = {
    .id = "zero-1",
    .title = "ZeRO-1",
    .source = "Rajbhandari et al. 2020, ZeRO: Memory Optimizations Toward Training Trillion Parameter Models",
    .color = 2,
    .family = Family::Step,
    .parameters = kZero1Parameters,
    .step = &kZeroRules,
};

const ScheduleKind kZero2 = {
    .id = "zero-2",
    .title = "ZeRO-2",
    .source = "Rajbhandari et al. 2020, ZeRO: Memory Optimizations Toward Training Trillion Parameter Models",
    .color = 4,
    .family = Family::Step,
    .parameters = kZero2Parameters,
    .step = &kZeroRules,
};

}  // namespace bubblescope
