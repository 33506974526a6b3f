// Offload: the optimizer runs on the host alongside the device; or all state is on disks and is loaded layer by layer.
//
// Source   Ren et al. 2021, ZeRO-Offload; Rajbhandari et al. 2021, ZeRO-Infinity; steps.md §1.5
// Shape    L layers, some steps; lanes `compute`, `d2h`, `h2d`, `host`; or `comm`, `h2d`, `host`, `nvme`, `nvme_w`

#include "engine/steps/model_step.h"
#include "engine/steps/sent_notes.h"
#include "engine/steps/unit_memory.h"

namespace bubblescope {

namespace {

constexpr int kMostSteps = 1000, kMostPieces = 100'000;
constexpr std::string_view kHosts[] = {"after-backward", "streamed"}, kPasses[] = {"forward", "optimizer", "step"};

constexpr Parameter kHostTimes[] = {
    layersNumber(),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("d2h", "copies a layer's gradients to the host"),
    layerTime("adam", "optimizer update of a layer on the host"),
    layerTime("h2d", "copies a layer's parameters to the device"),
};
constexpr std::string_view kHostWords[] = {"after backwards", "overlap backwards"};
constexpr Parameter kHostParameters[] = {
    {.key = "host",
     .type = ParameterType::Choice,
     .meaning = "when the host starts: after the whole backward, as clipping requires, or with each layer's gradients",
     .choices = kHosts,
     .choiceWords = kHostWords,
     .without = "after-backward"},
    {.key = "steps",
     .word = "steps shown",
     .meaning = "number of steps shown",
     .least = 1,
     .most = kMostSteps,
     .usual = 1},
    {.key = "delayed",
     .type = ParameterType::Flag,
     .word = "update one step late",
     .meaning = "delayed update: a step uses the parameters from two steps before, so the host overlaps with it",
     .usual = 0,
     .use = whenSeveral},
    kAccumulateParameter,
    kRanksParameter,
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    kMeasuredParameter,
    timesParameter(kHostTimes),
};

constexpr Parameter kDiskTimes[] = {
    layersNumber(),
    layerTime("nvme", "reads a layer's parameters from disk to host"),
    layerTime("h2d", "copies them from host to device"),
    layerTime("all_gather", "all-gather of a layer's parameters"),
    layerTime("forward", "a layer's forward"),
    layerTime("backward", "a layer's backward"),
    layerTime("reduce_scatter", "reduce-scatter of a layer's gradients"),
    layerTime("d2h", "copies a rank's share of them to the host"),
    oneTime("read", "reads a piece of the optimizer state"),
    oneTime("adam", "updates a piece on the host"),
    oneTime("write", "writes a piece to disk"),
};
constexpr Parameter kDepth[] = {{.key = "", .least = 0, .most = kMaxLayers}};
constexpr Parameter kDiskParameters[] = {
    {.key = "pass",
     .type = ParameterType::Choice,
     .meaning = "what is shown: the forwards, the optimizer or, with a model the default, the whole step",
     .choices = kPasses,
     .without = "forward"},
    {.key = "pieces",
     .word = "pieces of state",
     .meaning = "number of pieces of the optimizer state",
     .least = 1,
     .most = kMostPieces,
     .usual = 4,
     .use = whenUpdating},
    {.key = "duplex",
     .type = ParameterType::Flag,
     .word = "read and write at once",
     .meaning = "whether the disk reads and writes at the same time",
     .usual = 1,
     .use = whenUpdating},
    {.key = "prefetch",
     .type = ParameterType::List,
     .meaning = "how many forwards ahead disk, copy and gather may start; default [3, 2, 1]",
     .parts = kDepth},
    kAccumulateParameter,
    kRanksParameter,
    kSlowdownParameter,
    kMeshParameter,
    kModelParameter,
    kClusterParameter,
    kMeasuredParameter,
    timesParameter(kDiskTimes),
};

std::vector<std::string_view> neededByHost(const StepSetup&) {
    return {"layers", "forward", "backward", "d2h", "adam", "h2d"};
}

/// Copies of gradients to the host, in order. A backward waits until the gradient two before its own has gone, so two
/// whole ones are there at most.
class GradientsToHost {
public:
    void add(Each download) { m_before = std::exchange(m_last, download); }
    Each awaited() const { return m_before; }
    Each last() const { return m_last; }

private:
    Each m_before, m_last;
};

Result<void> buildHost(const StepSetup& setup, StepBuilder& out) {
    const StepTimes &forward = setup.timesOf("forward"), &backward = setup.timesOf("backward"),
                    &down = setup.timesOf("d2h"), &adam = setup.timesOf("adam"), &up = setup.timesOf("h2d");
    const bool streams = setup.choice("host") == "streamed";
    const StepTimes &scatter = setup.timesOf("reduce_scatter"), &gather = setup.timesOf("all_gather");
    const bool isShared = setup.has("reduce_scatter");  // with a model on several ranks
    const int layers = setup.layers, lag = setup.flag("delayed") ? 2 : 1, steps = setup.whole("steps");
    const int microbatches = setup.workload.microbatches;
    const bool reducesEach = accumulateOf(setup) == Accumulate::Each;
    UnitMemory memory(setup, layers, steps * microbatches, out);
    SentNotes sent(setup, layers, out);
    std::vector<std::vector<Each>> uploads;
    // With times, and in version 1, backwards go on.
    const bool waits = setup.model && !setup.model->hasRulesOfVersionOne();
    GradientsToHost toHost;
    for (int step = 0; step < steps; ++step) {
        std::vector<Each> downloads(static_cast<std::size_t>(layers)), updates = downloads, loaded = downloads;
        const int end = (step + 1) * microbatches;
        Each summed;
        for (int microbatch = end - microbatches; microbatch < end; ++microbatch) {
            for (int layer = 0; layer < layers && out.goesOn(); ++layer) {
                Each before;
                if (step >= lag)
                    before = uploads[static_cast<std::size_t>(step - lag)][static_cast<std::size_t>(layer)];
                const Each done = out.compute(Op(OpKind::Forward, layer, microbatch), forward[layer],
                                              {before, std::exchange(summed, {})});
                memory.forward(layer, microbatch, {done, done, {}});
            }
            for (int layer = layers; layer-- > 0 && out.goesOn();) {
                const bool reduces = reducesEach || microbatch + 1 == end;
                const Each before = waits && reduces ? toHost.awaited() : Each{};
                const Each done = out.compute(Op(OpKind::Backward, layer, microbatch), backward[layer], {before});
                memory.backward(layer, microbatch, {done, done, {}});
                if (!reduces) continue;
                summed = isShared ? out.collective(Op(OpKind::ReduceScatter, layer, microbatch), scatter[layer],
                                                   Group::Grad, Role::Collective, {done})
                                  : done;
                downloads[static_cast<std::size_t>(layer)] =
                    out.compute(Op(OpKind::Download, layer, microbatch), down[layer], {summed}, Role::ToHost);
                toHost.add(downloads[static_cast<std::size_t>(layer)]);
                memory.reduced(layer, toHost.last());
                if (isShared) sent.gradients(Collective::ReduceScatter, layer, Group::Grad);
            }
        }
        const auto update = [&](int layer, Each after) {
            const auto at = static_cast<std::size_t>(layer);
            updates[at] = out.compute(Op(OpKind::HostOptimizer, layer, end - 1), adam[layer], {after}, Role::Host);
            loaded[at] = out.compute(Op(OpKind::Upload, layer, end - 1), up[layer], {updates[at]}, Role::FromHost);
            if (!isShared) return;
            loaded[at] = out.collective(Op(OpKind::AllGather, layer, end - 1), gather[layer], Group::Grad,
                                        Role::Collective, {loaded[at]});
            sent.weights(layer, Group::Grad);
        };
        if (streams)
            for (int layer = layers; layer-- > 0 && out.goesOn();)
                update(layer, downloads[static_cast<std::size_t>(layer)]);
        else
            for (int layer = 0; layer < layers && out.goesOn(); ++layer) update(layer, downloads.front());
        uploads.push_back(std::move(loaded));
    }
    return {};
}

bool isOptimizer(const StepSetup& setup) { return setup.choice("pass") == "optimizer"; }
bool isWholeStep(const StepSetup& setup) { return setup.choice("pass") == "step"; }

std::vector<std::string_view> neededByDisk(const StepSetup& setup) {
    if (isOptimizer(setup)) return {"read", "adam", "write"};
    if (!isWholeStep(setup)) return {"layers", "nvme", "h2d", "all_gather", "forward"};
    return {"layers",         "nvme", "h2d",  "all_gather", "forward", "backward",
            "reduce_scatter", "d2h",  "read", "adam",       "write"};
}

Result<void> checkDisk(const StepSetup& setup) {
    const auto depths = valueNamed(setup.values, "prefetch");
    if (!depths) return {};
    const auto count = std::get<ParameterValue::List>(depths->held).size();
    if (count == 3) return {};
    return Error{"prefetch needs 3 entries (disk, copy, gather), has " + std::to_string(count), "prefetch"};
}

/// The forwards and, of a whole step, the backwards in reverse, whose gradients go to the host; all of it for each
/// microbatch. The parameters of each op come from the disk again. Those of a microbatch's first ops wait for the last
/// backward of the one before, its first forward also for the reductions. Returns when the last gradient is on the
/// host.
Each buildDiskPasses(const StepSetup& setup, StepBuilder& out) {
    const StepTimes &disk = setup.timesOf("nvme"), &copy = setup.timesOf("h2d"), &gather = setup.timesOf("all_gather"),
                    &forward = setup.timesOf("forward"), &backward = setup.timesOf("backward");
    int depths[] = {3, 2, 1};
    if (const auto own = valueNamed(setup.values, "prefetch"))
        for (std::size_t i = 0; i < 3; ++i)
            depths[i] = std::get<int>(std::get<ParameterValue::List>(own->held)[i].held);
    const bool isWhole = isWholeStep(setup), reducesEach = accumulateOf(setup) == Accumulate::Each;
    const int layers = setup.layers, length = isWhole ? 2 * layers : layers, microbatches = setup.workload.microbatches;
    const long long count = 1LL * length * microbatches;
    const auto isForward = [&](long long k) { return k % length < layers; };
    const auto layerOf = [&](long long k) {
        return static_cast<int>(isForward(k) ? k % length : length - 1 - k % length);
    };
    const auto microbatchOf = [&](long long k) { return static_cast<int>(k / length); };
    UnitMemory memory(setup, layers, microbatches, out);
    SentNotes sent(setup, layers, out);
    std::vector<Each> computed;
    const auto lets = [&](long long k, int depth) -> After {
        const long long begin = k / length * length, before = depth == 0 ? k : begin;
        if (depth > 0 && k - depth >= begin) return startOf(computed[static_cast<std::size_t>(k - depth)]);
        return before > 0 ? After(computed[static_cast<std::size_t>(before) - 1]) : After(Each{});
    };
    Each copied, gathered, summed;
    GradientsToHost toHost;
    const auto fetch = [&](long long k) {
        const int layer = layerOf(k), microbatch = microbatchOf(k);
        const Each read =
            out.compute(Op(OpKind::ReadWeights, layer, microbatch), disk[layer], {lets(k, depths[0])}, Role::Nvme);
        copied = out.compute(Op(OpKind::CopyWeights, layer, microbatch), copy[layer], {read, lets(k, depths[1])},
                             Role::FromHost);
        gathered = out.collective(Op(OpKind::GatherWeights, layer, microbatch), gather[layer], Group::Grad,
                                  Role::Collective, {copied, lets(k, depths[2])});
        sent.weights(layer, Group::Grad);
    };
    fetch(0);
    for (long long k = 0; k < count && out.goesOn(); ++k) {
        const int layer = layerOf(k), microbatch = microbatchOf(k);
        const bool reduces = !isForward(k) && (reducesEach || microbatch + 1 == microbatches);
        const Each before = k % length == 0 ? summed : reduces ? toHost.awaited() : Each{};
        const Each done =
            isForward(k) ? out.compute(Op(OpKind::Forward, layer, microbatch), forward[layer], {gathered, before})
                         : out.compute(Op(OpKind::Backward, layer, microbatch), backward[layer], {gathered, before});
        computed.push_back(done);
        const Element element{done, done, {}};
        memory.free(layer, copied, element);
        // The next gather goes before the reduction that waits for this backward.
        if (k + 1 < count) fetch(k + 1);
        if (!isWhole) continue;
        isForward(k) ? memory.forward(layer, microbatch, element) : memory.backward(layer, microbatch, element);
        if (!reduces) continue;
        summed = out.collective(Op(OpKind::ReduceScatter, layer, microbatch), setup.timesOf("reduce_scatter")[layer],
                                Group::Grad, Role::Collective, {done});
        sent.gradients(Collective::ReduceScatter, layer, Group::Grad);
        toHost.add(
            out.compute(Op(OpKind::Download, layer, microbatch), setup.timesOf("d2h")[layer], {summed}, Role::ToHost));
        memory.reduced(layer, toHost.last());
    }
    return toHost.last();
}

void buildDiskOptimizer(const StepSetup& setup, Each after, StepBuilder& out) {
    const int pieces = setup.whole("pieces");
    const Role writing = setup.flag("duplex") ? Role::NvmeWrite : Role::Nvme;
    Each updated;
    const auto write = [&](int piece) {
        out.compute(Op(OpKind::WriteState, piece, 0), setup.timeOf("write"), {updated}, writing);
    };
    for (int piece = 0; piece < pieces && out.goesOn(); ++piece) {
        const Each read = out.compute(Op(OpKind::ReadState, piece, 0), setup.timeOf("read"), {after}, Role::Nvme);
        if (piece > 0) write(piece - 1);
        updated = out.compute(Op(OpKind::HostOptimizer, piece, 0), setup.timeOf("adam"), {read}, Role::Host);
    }
    write(pieces - 1);
}

Result<void> buildDisk(const StepSetup& setup, StepBuilder& out) {
    const Each passed = isOptimizer(setup) ? Each{} : buildDiskPasses(setup, out);
    if (isOptimizer(setup) || isWholeStep(setup)) buildDiskOptimizer(setup, passed, out);
    return {};
}

StepFormula formOfHost(const StepSetup& setup) {
    FormInput in(setup);
    const double L = setup.layers, f = in.slowed("forward"), b = in.slowed("backward"), d = in.of("d2h"),
                 a = in.of("adam"), h = in.of("h2d");
    const bool streams = setup.choice("host") == "streamed", isUniform = in.holds();
    std::optional<double> period;
    if (!streams && isUniform) {
        // X: from a forward's parameters to those of the next step; the maximum over the pairs of layers on the path.
        double X = 0;
        const double down = std::max(L * b + d, b + L * d);
        for (int l = 0; l < setup.layers; ++l)
            for (const int j : {0, l})  // linear in j
                X = std::max(X, (L - l) * f + down + (j + 1) * a + (l - j + 1) * h);
        period = std::max({L * (f + b), L * a, L * d, L * h, setup.flag("delayed") ? X / 2 : X});
    }
    if (setup.whole("steps") > 1) in.refuse("the formula covers one step; over many, each takes the period");
    StepFormula out = streams ? std::move(in).form("L f + b + d + a + h + (L-1) max(b, d, a, h)",
                                                   {{"L f", L * f},
                                                    {"b + d + a + h", b + d + a + h},
                                                    {"(L-1) max(b, d, a, h)", (L - 1) * std::max({b, d, a, h})}})
                              : std::move(in).form("L f + max(L b + d, b + L d) + max(L a + h, a + L h)",
                                                   {{"L f", L * f},
                                                    {"max(L b + d, b + L d)", std::max(L * b + d, b + L * d)},
                                                    {"max(L a + h, a + L h)", std::max(L * a + h, a + L * h)}});
    out.period = period;
    return out;
}

StepFormula formOfDisk(const StepSetup& setup) {
    if (isWholeStep(setup)) return noForm("gathers and reductions share a lane, and their order depends on the times");
    FormInput in(setup);
    if (!isOptimizer(setup)) {
        const double L = setup.layers, n = in.of("nvme"), c = in.of("h2d"), g = in.of("all_gather"),
                     f = in.slowed("forward");
        if (valueNamed(setup.values, "prefetch")) in.refuse("the formula assumes prefetch depths of 3, 2 and 1");
        return std::move(in).form(
            "n + c + g + f + (L-1) max(n, c, g, f)",
            {{"n + c + g + f", n + c + g + f}, {"(L-1) max(n, c, g, f)", (L - 1) * std::max({n, c, g, f})}});
    }
    const double N = setup.whole("pieces"), r = in.of("read"), a = in.of("adam"), w = in.of("write");
    if (setup.flag("duplex") || N == 1)
        return std::move(in).form("r + a + w + (N-1) max(r, a, w)",
                                  {{"r + a + w", r + a + w}, {"(N-1) max(r, a, w)", (N - 1) * std::max({r, a, w})}});
    if (a > std::min(r, w)) in.refuse("the host takes longer than a read or a write");
    return std::move(in).form("N (r + w)", {{"N r", N * r}, {"N w", N * w}});
}

long long reductionsOf(const StepSetup& setup) {
    return accumulateOf(setup) == Accumulate::Each ? setup.workload.microbatches : 1;
}

/// Ranks that share a model also reduce and gather its layers.
long long opsOfHost(const StepSetup& setup) {
    const long long shared = setup.has("reduce_scatter") ? 1 : 0;
    const long long ofALayer = 2LL * setup.workload.microbatches + reductionsOf(setup) * (1 + shared) + 2 + shared;
    return ofALayer * setup.layers * setup.whole("steps");
}

constexpr MeshAxis kAxesOfReplicas[] = {MeshAxis::Dp, MeshAxis::Fsdp};

constexpr StepRules kHostRules = {
    .axes = kAxesOfReplicas,
    .takesOneAxis = true,
    .needed = neededByHost,
    .build = buildHost,
    .names =
        [](const StepSetup& setup) {
            StepNames names;
            const int microbatches = setup.workload.microbatches;
            if (setup.whole("steps") > 1) names.microbatchesOfStep = microbatches;
            if (microbatches > 1) names.naming = StepNaming::MicrobatchLayer;
            return names;
        },
    .form = formOfHost,
    .ops = opsOfHost,
};
constexpr StepRules kDiskRules = {.axes = kAxesOfReplicas,
                                  .takesOneAxis = true,
                                  .isPart = [](const StepSetup& setup) { return !isWholeStep(setup); },
                                  .needed = neededByDisk,
                                  .check = checkDisk,
                                  .build = buildDisk,
                                  .form = formOfDisk,
                                  .ops =
                                      [](const StepSetup& setup) {
                                          const long long update = 3LL * setup.whole("pieces");
                                          const long long ofALayer =
                                              8LL * setup.workload.microbatches + 2 * reductionsOf(setup);
                                          if (isWholeStep(setup)) return update + ofALayer * setup.layers;
                                          return isOptimizer(setup) ? update : 4LL * setup.layers;
                                      }};

}  // namespace

const ScheduleKind kZeroOffload = {
    .id = "zero-offload",
    .title = "ZeRO-Offload",
    .source = "Ren et al. 2021, ZeRO-Offload: Democratizing Billion-Scale Model Training",
    .color = 8,
    .family = Family::Step,
    .parameters = kHostParameters,
    .step = &kHostRules,
};

const ScheduleKind kZeroInfinity = {
    .id = "zero-infinity",
    .title = "ZeRO-Infinity",
    .source = "Rajbhandari et al. 2021, ZeRO-Infinity: Breaking the GPU Memory Wall for Extreme Scale Deep Learning",
    .color = 9,
    .family = Family::Step,
    .parameters = kDiskParameters,
    .step = &kDiskRules,
};

}  // namespace bubblescope
