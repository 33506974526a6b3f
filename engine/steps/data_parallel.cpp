// Data parallelism: every rank has all layers, and the gradients are summed. Blocking after the backward, or bucket by
// bucket beside it; with ZeRO each rank keeps the optimizer's state of its share alone, and parameters are gathered.
//
// Source   Li et al. 2020, PyTorch Distributed; Rajbhandari et al. 2020, ZeRO; steps.md §1.1
// Shape    L layers; a lane `compute`, and `comm` where collectives run beside it

#include "engine/steps/sent_notes.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

using Kind = OpKind;

constexpr std::string_view kBuckets[] = {"bytes", "layer"}, kGather[] = {"after", "overlap"},
                           kReduce[] = {"reduce-scatter", "all-reduce"};
constexpr Parameter kBytes[] = {{.key = "", .type = ParameterType::Number, .least = 0, .most = 1e15}};

constexpr Parameter bytesNumber(std::string_view key, std::string_view meaning, std::optional<double> usual = {}) {
    return {.key = key, .type = ParameterType::Number, .meaning = meaning, .least = 0, .most = 1e15, .usual = usual};
}

#define BUCKET_PARAMETERS                                                                                  \
    {.key = "buckets",                                                                                     \
     .type = ParameterType::Choice,                                                                        \
     .meaning = "what a bucket of gradients is: so many bytes, or a layer",                                \
     .choices = kBuckets,                                                                                  \
     .without = "a layer each, or by layer_bytes"},                                                        \
        {.key = "layer_bytes",                                                                             \
         .type = ParameterType::List,                                                                      \
         .meaning = "the bytes of each layer's gradients",                                                 \
         .parts = kBytes},                                                                                 \
        bytesNumber("bucket_bytes", "the bytes at which a bucket closes"),                                 \
        bytesNumber("first_bucket_bytes", "the bytes at which the first bucket closes"),                   \
        bytesNumber("bucket_mb", "the MiB at which a bucket closes, where bucket_bytes does not say", 25), \
        bytesNumber("first_bucket_mb", "the MiB at which the first bucket closes", 1)

constexpr Parameter kReduceTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("all_reduce", "sums a layer's or a bucket's gradients; a list has one a bucket, as they are issued"),
    oneTime("optimizer", "updates the parameters"),
};
constexpr Parameter kShardTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("reduce_scatter", "sums a layer's gradients, a share to each rank"),
    layerTime("all_gather", "brings a layer's parameters together"),
    oneTime("optimizer", "updates a rank's share of the parameters"),
};

constexpr Parameter kBlockingParameters[] = {kRanksParameter, kSlowdownParameter, kMeshParameter,
                                             kModelParameter, kClusterParameter,  timesParameter(kReduceTimes)};
constexpr Parameter kDdpParameters[] = {
    BUCKET_PARAMETERS, kRanksParameter,   kSlowdownParameter,          kMeshParameter,
    kModelParameter,   kClusterParameter, timesParameter(kReduceTimes)};
constexpr Parameter gatherParameter() {
    return {.key = "gather",
            .type = ParameterType::Choice,
            .meaning =
                "when parameters are brought together: after the optimizer, or layer by layer before the next "
                "step's forwards",
            .choices = kGather,
            .without = "after the optimizer"};
}
constexpr Parameter kZero1Parameters[] = {
    gatherParameter(),
    {.key = "reduce",
     .type = ParameterType::Choice,
     .meaning = "how gradients are summed; early stage 1 reduced all of them on all "
                "ranks, which takes as long as scattering and gathering",
     .choices = kReduce,
     .without = "reduce-scatter"},
    BUCKET_PARAMETERS,
    kRanksParameter,
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    timesParameter(kShardTimes)};
constexpr Parameter kZero2Parameters[] = {
    gatherParameter(), BUCKET_PARAMETERS, kRanksParameter,   kSlowdownParameter,
    kMeshParameter,    kModelParameter,   kClusterParameter, timesParameter(kShardTimes)};

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

/// What the ops of such a step share while they are issued.
struct Passes {
    const StepSetup& setup;
    StepBuilder& out;
    UnitMemory memory{setup, setup.layers, setup.workload.microbatches, out};
    SentNotes sent{setup, setup.layers, out};

    int last() const { return setup.workload.microbatches - 1; }

    /// The forwards of a microbatch, each after what was gathered for it.
    void forwards(int microbatch, std::span<const Each> gathered = {}) {
        const StepTimes& forward = setup.timesOf("forward");
        for (int layer = 0; layer < setup.layers && out.goesOn(); ++layer) {
            const Each whole = gathered.empty() ? Each{} : gathered[static_cast<std::size_t>(layer)];
            const Each done = out.compute(Op(Kind::Forward, layer, microbatch), forward[layer], {whole});
            memory.forward(layer, microbatch, {done, done, {}});
        }
    }
    Each backward(int layer, int microbatch) {
        const Each done = out.compute(Op(Kind::Backward, layer, microbatch), setup.timesOf("backward")[layer]);
        memory.backward(layer, microbatch, {done, done, {}});
        return done;
    }
    /// All but the last backwards: gradients are summed after those.
    void accumulate(std::span<const Each> gathered = {}) {
        for (int microbatch = 0; microbatch <= last() && out.goesOn(); ++microbatch) {
            forwards(microbatch, microbatch == 0 ? gathered : std::span<const Each>());
            if (microbatch == last()) return;
            for (int layer = setup.layers; layer-- > 0 && out.goesOn();) backward(layer, microbatch);
        }
    }
    /// The last backwards, each bucket's reduction after that of its lowest layer. Returns the last of these.
    template <class Reduce>
    Each reduceBuckets(Collective collective, Reduce reduce) {
        Each end;
        const auto buckets = bucketsOf(setup);
        for (std::size_t bucket = 0; bucket < buckets.size() && out.goesOn(); ++bucket) {
            Each done;
            for (const int layer : buckets[bucket]) done = backward(layer, last());
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
    passes.accumulate();
    for (int layer = setup.layers; layer-- > 0 && out.goesOn();) passes.backward(layer, passes.last());
    for (int layer = 0; layer < setup.layers && out.goesOn(); ++layer) {
        out.collective(Op(Kind::AllReduce, layer, 0), reduce[layer], Group::Grad, Role::Compute);
        passes.sent.gradients(Collective::AllReduce, layer, Group::Grad);
    }
    out.compute(Op(Kind::Optimizer, 0, 0), setup.timeOf("optimizer"));
    return {};
}

/// Whether a bucket can be called by its layer.
bool isBucketALayer(const StepSetup& setup) {
    const auto buckets = bucketsOf(setup);
    return std::all_of(buckets.begin(), buckets.end(), [](const auto& bucket) { return bucket.size() == 1; });
}

Result<void> buildDdp(const StepSetup& setup, StepBuilder& out) {
    const StepTimes& reduce = setup.timesOf("all_reduce");
    Passes passes{setup, out};
    passes.accumulate();
    const bool areLayers = isBucketALayer(setup);
    const Each last = passes.reduceBuckets(Collective::AllReduce, [&](int bucket, int layer, Each done) {
        const Op op = areLayers ? Op(Kind::AllReduce, layer, 0) : Op(Kind::BucketReduce, bucket, 0);
        return out.collective(op, reduce[bucket], Group::Grad, Role::Collective, {done});
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
    passes.accumulate(gathered);
    const Collective reduce = isWhole ? Collective::AllReduce : Collective::ReduceScatter;
    const Each last = passes.reduceBuckets(reduce, [&](int bucket, int layer, Each done) {
        const int number = overlaps ? layer : bucket;
        const Time time = scatter[number] * (isWhole ? 2 : 1);
        const Kind ofLayer = isWhole ? Kind::AllReduce : Kind::ReduceScatter,
                   ofBucket = isWhole ? Kind::BucketReduce : Kind::BucketScatter;
        const Op op = areLayers ? Op(ofLayer, layer, 0) : Op(ofBucket, bucket, 0);
        return out.collective(op, time, Group::Grad, Role::Collective, {done});
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

/// The backwards with the reductions of k equal buckets beside them.
struct BucketForm {
    double k = 0, value = 0;

    BucketForm(const StepSetup& setup, FormInput& in, double b, double c) {
        const auto buckets = bucketsOf(setup);
        k = static_cast<double>(buckets.size());
        const bool areEqual = std::all_of(buckets.begin(), buckets.end(),
                                          [&](const auto& bucket) { return bucket.size() == buckets.front().size(); });
        if (!areEqual) in.refuse("buckets differ: they have from few to many layers");
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
                              {"k = " + std::to_string(static_cast<int>(reduced.k)) + " buckets of c each"});
}

StepFormula formOfZero(const StepSetup& setup) {
    FormInput in(setup);
    const bool isWhole = setup.kind->parameter("reduce") && setup.choice("reduce") == "all-reduce";
    const double L = setup.layers, f = in.slowed("forward"), b = in.slowed("backward"),
                 c = in.of("reduce_scatter") * (isWhole ? 2 : 1), g = in.of("all_gather"), o = in.of("optimizer");
    const BucketForm reduced(setup, in, b, c);
    const std::string r = isWhole ? "2r" : "r", max = "max(L b + " + r + ", b L/k + k " + r + ")";
    const std::string k = "k = " + std::to_string(static_cast<int>(reduced.k)) + " buckets of " + r + " each";
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
    .source = "the data parallel sample of courses: every gradient's all-reduce after the backward",
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
