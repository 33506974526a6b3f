#include "engine/steps/model_step.h"

#include "engine/core/divisors.h"
#include "engine/core/text.h"
#include "engine/steps/chunks.h"
#include "engine/steps/message_times.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

/// Bytes that an update reads and writes of a parameter: gradient, fp32 copy and two moments, and the weights.
constexpr double kUpdateBytes = 28;

/// No time of an op is longer; a few of them can be added up and counted.
constexpr Time kLongestTime = Time{1} << 56;

/// Of numbers that nothing bounds; just past the longest where it is longer, which is refused.
Time boundedTime(double units) {
    return units * kMicroUnits <= static_cast<double>(kLongestTime) ? toTime(units) : kLongestTime + 1;
}

}  // namespace

void ModelUnit::add(const ModelUnit& other) {
    dense += other.dense;
    experts += other.experts;
    layers.projections += other.layers.projections;
    layers.core += other.layers.core;
    layers.mlp += other.layers.mlp;
    layers.router += other.layers.router;
    head += other.head;
    activations += other.activations;
    recomputed = std::max(recomputed, other.recomputed);  // one layer after the other
}

double ModelStep::denseShards() const {
    return links[static_cast<std::size_t>(sharded == Sharded::All ? Group::Shard : Group::Grad)].ranks;
}

double ModelStep::expertShards() const {
    if (mesh[MeshAxis::Ep] == 1) return denseShards();
    const double replicas = sharded == Sharded::All ? 1 : mesh[MeshAxis::Dp];
    return replicas * links[static_cast<std::size_t>(Group::Experts)].ranks;
}

Time ModelStep::timeOfFlops(double flops) const {
    return boundedTime(hardware.timeOfFlops(flops) * 1e6 * unitsOfMicrosecond);
}

Time ModelStep::timeOfMessage(Collective collective, Group group, double bytes) const {
    const GroupLink& link = links[static_cast<std::size_t>(group)];
    return boundedTime(timeOf(collective, link, hardware.cluster, bytes) * unitsOfMicrosecond);
}

Time ModelStep::timeOfParameters(Collective collective, const ModelUnit& unit, double bytesEach) const {
    Time time = 0;
    eachMessage(unit, [&](Group group, double parameters) {
        time += timeOfMessage(collective, group, bytesEach * parameters);
    });
    return time;
}

Time ModelStep::timeOfUpdate(const ModelUnit& unit) const {
    const double bytes = kUpdateBytes * shardOf(unit, Sharded::Optimizer);
    return boundedTime(bytes / (hardware.memoryGbs * 1e3) * unitsOfMicrosecond);
}

double ModelStep::repeated(const ModelUnit& unit) const {
    switch (model.recompute) {
        case Recompute::None: return 0;
        case Recompute::Selective: return unit.layers.core;
        case Recompute::Flash: return unit.layers.core / 2;
        case Recompute::Full: break;
    }
    return unit.layers.sum();
}

double ModelStep::backward(const ModelUnit& unit) const { return 2 * unit.forward() + repeated(unit); }

double ModelStep::activationMessage() const { return 2 * model.tokens() * model.shape.hidden / mesh[MeshAxis::Cp]; }

double ModelStep::keyMessage() const {
    return 2 * 2 * model.tokens() * model.shape.keys() / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::queryMessage() const {
    return 2 * model.tokens() * model.shape.queries() / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::tokenMessage() const {
    return 2 * model.tokens() * model.shape.topK * model.shape.hidden / mesh[MeshAxis::Tp] / mesh[MeshAxis::Cp];
}

double ModelStep::shardOf(const ModelUnit& unit, Sharded from) const {
    if (sharded < from) return unit.parameters();
    return unit.dense / denseShards() + unit.experts / expertShards();
}

StateParts ModelStep::stateOf(const ModelUnit& unit) const {
    const StateBytes bytes = stateBytes(model.precision);
    StateParts out{bytes.weights * shardOf(unit, Sharded::All), 0, bytes.optimizer * shardOf(unit, Sharded::Optimizer),
                   0};
    if (sharded >= Sharded::Gradients) out.gradients = bytes.gradients * shardOf(unit, Sharded::Gradients);
    if (offloaded == Offloaded::Nothing) return out;
    if (chunks) {  // in which gradients take the place of their parameters
        const double here = chunks->shareOnDevice(), all = out.parameters + out.optimizer;
        return {here * out.parameters, 0, here * out.optimizer, (1 - here) * all};
    }
    out.host = out.gradients + out.optimizer;
    out.gradients = out.optimizer = 0;
    if (offloaded == Offloaded::All) out.host += std::exchange(out.parameters, 0);
    return out;
}

double ModelStep::gradientBytes(const ModelUnit& unit) const {
    const double each =
        sharded >= Sharded::Gradients ? model.gradientMessageBytes() : stateBytes(model.precision).gradients;
    return each * unit.parameters();
}

double ModelStep::sequences() const {
    return static_cast<double>(model.microbatch) * microbatches * mesh[MeshAxis::Dp] * mesh[MeshAxis::Fsdp];
}

double ModelStep::modelFlops() const {
    return 3 * sequences() * forwardFlops(model.shape, model.sequence, model.sequence, model.causalDiscount);
}

double ModelStep::hardwareFlops() const {
    ModelUnit layer;
    layer.layers = layerFlops(model.shape, model.sequence, model.sequence, model.causalDiscount);
    // The recomputed core, counted three times in print.
    const bool isTripled = model.isHfuPublished && model.recompute != Recompute::None;
    const double again = isTripled && model.recompute != Recompute::Full ? 3 * layer.layers.core : repeated(layer);
    return modelFlops() + sequences() * model.shape.layers * again;
}

namespace {

/// Fills in the times of a step from its model.
class ModelSetup {
public:
    explicit ModelSetup(StepSetup& setup) : m_setup(setup), m_made(std::make_shared<ModelStep>()), m_step(*m_made) {}

    Result<void> run() {
        if (auto ok = read(); !ok) return ok;
        if (auto ok = checkCut(); !ok) return ok;
        measureGroups();
        if (auto ok = countMicrobatches(); !ok) return ok;
        if (auto ok = makeUnits(); !ok) return ok;
        if (auto ok = countActivations(); !ok) return Error{ok.error().message, "model." + ok.error().field};
        if (isKind(kPatrickStar))
            if (auto ok = cutInChunks(); !ok) return ok;
        makeTimes();
        if (auto ok = checkTimes(); !ok) return ok;
        m_setup.model = std::move(m_made);
        return {};
    }

private:
    ParameterValue::Object objectAt(std::string_view key) const {
        const auto value = valueNamed(m_setup.values, key);
        return value ? std::get<ParameterValue::Object>(value->held) : ParameterValue::Object();
    }
    int axis(MeshAxis axis) const { return m_step.mesh[axis]; }
    bool isKind(const ScheduleKind& kind) const { return m_setup.kind == &kind; }
    bool isOfMesh() const { return isKind(kMeshStep); }
    bool isPipelined() const { return m_setup.kind->step->isPipeline || axis(MeshAxis::Pp) > 1; }

    Result<void> read() {
        auto model = modelOf(objectAt("model"));
        if (!model) return Error{model.error().message, "model." + model.error().field};
        auto hardware = hardwareOf(objectAt("cluster"));
        if (!hardware) return Error{hardware.error().message, "cluster." + hardware.error().field};
        m_step.model = std::move(*model);
        m_step.hardware = *hardware;
        m_step.mesh = m_setup.mesh;
        constexpr std::pair<std::string_view, double> kUnits[] = {{"ns", 1e3}, {"us", 1}, {"ms", 1e-3}, {"s", 1e-6}};
        for (const auto& [unit, factor] : kUnits)
            if (unit == m_setup.workload.timeUnit) {
                m_step.unitsOfMicrosecond = factor;
                return {};
            }
        return Error{"the times of a model need workload.time_unit to be ns, us, ms or s; it is empty", "model"};
    }

    /// Refuses what a mesh cannot cut.
    Result<void> checkCut() const {
        const Transformer& shape = m_step.model.shape;
        const int tp = axis(MeshAxis::Tp), cp = axis(MeshAxis::Cp), ep = axis(MeshAxis::Ep);
        const auto divides = [](int part, int whole, const std::string& what, std::string_view key) -> Result<void> {
            if (whole % part == 0) return {};
            return Error{std::string(key) + " must divide " + what + ", is " + std::to_string(part) +
                             nearestDivisors(whole, part),
                         "mesh." + std::string(key)};
        };
        if (auto ok = divides(tp, shape.heads, "the " + std::to_string(shape.heads) + " heads", "tp"); !ok) return ok;
        const int inner = axis(MeshAxis::Fsdp) * cp * tp;
        if (shape.experts % ep != 0 || inner % ep != 0)
            return Error{
                "ep must divide the " +
                    (shape.experts == 1 ? "experts, of which the model has 1"
                                        : std::to_string(shape.experts) + " experts and fsdp * cp * tp, which is " +
                                              std::to_string(inner)) +
                    ", is " + std::to_string(ep) + nearestDivisors(std::gcd(shape.experts, inner), ep),
                "mesh.ep"};
        if (auto ok = divides(cp, m_step.model.sequence,
                              "the sequence of " + std::to_string(m_step.model.sequence) + " tokens", "cp");
            !ok)
            return ok;
        const bool exchangesHeads =
            isKind(kCpUlysses) || (cp > 1 && isOfMesh() && m_step.model.context == Context::Ulysses);
        if (exchangesHeads) {
            const int heads = shape.heads / tp;
            return divides(cp, heads, "the " + std::to_string(heads) + " heads of a rank", "cp");
        }
        return {};
    }

    void measureGroups() {
        for (std::size_t group = 0; group < m_step.links.size(); ++group)
            m_step.links[group] = linkOf(m_step.mesh, static_cast<Group>(group), m_step.hardware.cluster.nodeSize);
        m_step.isSequenceParallel = axis(MeshAxis::Tp) > 1 && !isKind(kTp1d) && !isKind(kTpGather) &&
                                    m_step.model.sequenceParallel.value_or(true);
        const std::string_view id = m_setup.kind->id;
        if (id == kZero1.id) m_step.sharded = Sharded::Optimizer;
        if (id == kZero2.id || id == kZeroOffload.id) m_step.sharded = Sharded::Gradients;
        const bool isSharded =
            id == kFsdp.id || id == kHsdp.id || id == kPpFsdp.id || id == kZeroInfinity.id || id == kPatrickStar.id;
        if (id == kZeroOffload.id) m_step.offloaded = Offloaded::Optimizer;
        if (id == kZeroInfinity.id) m_step.offloaded = Offloaded::All;
        if (id == kPatrickStar.id) m_step.offloaded = Offloaded::Chunks;
        if (isSharded || (isOfMesh() && axis(MeshAxis::Fsdp) > 1)) m_step.sharded = Sharded::All;
    }

    Result<void> countMicrobatches() {
        const long long ranks = 1LL * axis(MeshAxis::Dp) * axis(MeshAxis::Fsdp), each = m_step.model.microbatch * ranks;
        if (const auto batch = m_step.model.globalBatch) {
            if (*batch % each != 0) {
                const long long below = *batch / each * each;
                return Error{
                    "global_batch must be a multiple of the " + withThousands(each) +
                        " sequences that all ranks take at once, is " + withThousands(*batch) +
                        (below > 0 ? "; the nearest are " + withThousands(below) + " and " + withThousands(below + each)
                                   : "; the nearest is " + withThousands(each)),
                    "model.global_batch"};
            }
            const long long count = *batch / each;
            if (count > kMaxMicrobatches)
                return Error{"global_batch makes " + withThousands(count) + " microbatches, the limit is " +
                                 withThousands(kMaxMicrobatches) + "; with " + withThousands(kMaxMicrobatches * each) +
                                 " it keeps to that",
                             "model.global_batch"};
            m_setup.workload.microbatches = static_cast<int>(count);
        }
        m_step.microbatches = m_setup.workload.microbatches;
        const bool isOfOne = isKind(kZeroOffload) || isKind(kPatrickStar) || !m_setup.kind->step->trainsModel;
        if (isOfOne && m_step.microbatches > 1)
            return Error{std::string(m_setup.kind->title) + " is of one microbatch a rank: global_batch must be " +
                             withThousands(each) + ", is " + withThousands(*m_step.model.globalBatch),
                         "model.global_batch"};
        return {};
    }

    // Units.

    ActivationCut cut() const { return {axis(MeshAxis::Tp), axis(MeshAxis::Cp), m_step.isSequenceParallel}; }

    ModelUnit layerUnit() const {
        const TrainedModel& model = m_step.model;
        const double share = axis(MeshAxis::Tp) * axis(MeshAxis::Cp);
        const LayerParameters parameters = layerParameters(model.shape);
        const LayerFlops flops = model.flopsOfLayer();
        ModelUnit unit;
        unit.dense = parameters.dense(axis(MeshAxis::Tp));
        unit.experts = parameters.ofExperts(axis(MeshAxis::Tp), axis(MeshAxis::Ep));
        unit.layers = {flops.projections / share, flops.core / share, flops.mlp / share, flops.router / share};
        unit.activations = activationBytes(model, cut());
        unit.recomputed = recomputedBytes(model, cut());
        return unit;
    }
    ModelUnit embeddingUnit() const {
        ModelUnit unit;
        unit.dense = tableParameters(m_step.model.shape) / axis(MeshAxis::Tp) + positionParameters(m_step.model.shape);
        return unit;
    }
    /// A stage of its own has the matrix that it shares with the embedding once more.
    ModelUnit headUnit(bool isApart) const {
        const Transformer& shape = m_step.model.shape;
        ModelUnit unit;
        unit.dense = finalNormParameters(shape);
        if (!shape.isTied || isApart) unit.dense += tableParameters(shape) / axis(MeshAxis::Tp);
        unit.head = headFlops(shape, m_step.model.tokens()) / axis(MeshAxis::Tp) / axis(MeshAxis::Cp);
        unit.activations = headActivationBytes(m_step.model, cut());
        return unit;
    }

    Result<void> makeUnits() {
        const int layers = m_step.model.shape.layers;
        const bool isOfBlocks = !isOfMesh() && m_setup.kind->step->axes.size() == 1;  // tp, cp, ep
        m_step.hasEmbedding = !isPipelined() && !isOfBlocks;
        if (m_step.hasEmbedding) m_step.units.push_back(embeddingUnit());
        m_step.units.insert(m_step.units.end(), static_cast<std::size_t>(layers), layerUnit());
        if (!m_step.hasEmbedding) m_step.units.front().add(embeddingUnit());
        m_step.units.push_back(headUnit(axis(MeshAxis::Pp) > 1));
        m_step.headActivations = m_step.units.back().activations;
        m_setup.layers = static_cast<int>(m_step.units.size());
        m_step.devices.resize(static_cast<std::size_t>(axis(MeshAxis::Pp)));
        if (!isPipelined()) {
            for (const ModelUnit& unit : m_step.units) m_step.devices.front().add(unit);
            return {};
        }
        const int stages = m_setup.workload.devices * m_setup.workload.chunks;
        if (stages > layers)
            return Error{"the " + std::to_string(layers) + " layers do not fill " + withThousands(stages) +
                             " stages; " + std::to_string(std::max(1, layers / m_setup.workload.chunks)) +
                             " devices along pp are the most",
                         "mesh.pp"};
        for (int stage = 0; stage < stages; ++stage) {
            ModelUnit all;
            for (int at = firstLayerOf(stage, layers, stages); at < firstLayerOf(stage + 1, layers, stages); ++at)
                all.add(m_step.units[static_cast<std::size_t>(at)]);
            if (stage + 1 == stages) all.add(m_step.units.back());
            m_step.stages.push_back(all);
        }
        const auto order = orderOf(m_setup);
        if (!order) return order.error();
        for (int stage = 0; stage < order->stagesOfAllLines(); ++stage)
            m_step.devices[order->workerOf(StageId(stage)).index()].add(
                m_step.stages[static_cast<std::size_t>(stage % stages)]);
        return {};
    }

    Result<void> countActivations() const {
        double bytes = 0;
        for (const ModelUnit& unit : m_step.units) bytes += unit.activations + unit.recomputed;
        return checkActivations(bytes * m_step.microbatches);
    }

    /// Units are groups of chunks from here on.
    Result<void> cutInChunks() {
        const TrainedModel& model = m_step.model;
        const int ranks = static_cast<int>(m_step.denseShards()), chunk = m_setup.whole("chunk_elements");
        const ModelUnit& all = m_step.devices.front();
        const double least = std::ceil(all.parameters() / ranks / kMaxLayers);
        if (chunk < least)
            return Error{"chunk_elements must be at least " + withThousands(static_cast<long long>(least)) +
                             " for no more than " + withThousands(kMaxLayers) + " groups of chunks, is " +
                             withThousands(chunk),
                         "chunk_elements"};
        if (model.precision != Precision::Mixed)
            return Error{
                "gradients take the place of their parameters in a chunk, which needs precision \"mixed\", is "
                "\"" +
                    std::string(kPrecisions[static_cast<std::size_t>(model.precision)]) + "\"",
                "model.precision"};
        if (model.hasFp32Messages)
            return Error{
                "gradients take the place of their parameters in a chunk, which needs grad_dtype \"bf16\", is "
                "\"fp32\"",
                "model.grad_dtype"};
        const StateBytes bytes = stateBytes(model.precision);
        const double tied = model.shape.isTied ? m_step.units.front().parameters() : 0;
        ChunkGroups groups = chunkGroups(all.parameters(), tied, chunk, ranks, bytes.weights);
        const std::int64_t needed = groups.least();
        const auto own = valueNamed(m_setup.values, "device_memory");
        constexpr double kGiga = 1e9;
        std::int64_t room = 0;
        if (own) {
            const double given = std::get<double>(own->held);
            room = std::llround(given * kGiga);
            if (room < needed)
                return Error{"device_memory must be at least " + numberText(static_cast<double>(needed) / kGiga) +
                                 " GB, which one op needs at once, is " + numberText(given) +
                                 "; smaller chunk_elements need less",
                             "device_memory"};
        } else {
            double recomputed = 0;
            for (const ModelUnit& unit : m_step.units) recomputed = std::max(recomputed, unit.recomputed);
            // Activations are rounded group by group.
            const double left =
                m_step.hardware.memoryBytes() - all.activations - recomputed - static_cast<double>(groups.count() + 1);
            room = std::max(needed, static_cast<std::int64_t>(left));
        }
        m_step.units = cutInPieces(m_step.units, 1.0 * chunk * ranks);
        m_step.hasEmbedding = false;
        m_setup.layers = static_cast<int>(m_step.units.size());
        m_step.chunks = std::make_shared<ChunkPlan>(planOf(std::move(groups), room, bytes.optimizer / bytes.weights));
        return {};
    }

    // Times.

    template <class TimeOf>
    void put(std::string_view name, const std::vector<ModelUnit>& units, const TimeOf& timeOf) {
        StepTimes times;
        for (const ModelUnit& unit : units) times.each.push_back(timeOf(unit));
        m_setup.times.emplace_back(name, std::move(times));
    }
    template <class TimeOf>
    void put(std::string_view name, const TimeOf& timeOf) {
        put(name, m_step.units, timeOf);
    }
    void putOne(std::string_view name, Time time) { m_setup.times.emplace_back(name, StepTimes{time, {}}); }
    auto ofFlops(double (*flops)(const ModelUnit&)) const {
        return [this, flops](const ModelUnit& unit) { return m_step.timeOfFlops(flops(unit)); };
    }
    auto gather() const {
        return [this](const ModelUnit& unit) {
            return m_step.timeOfParameters(Collective::AllGather, unit, TrainedModel::kParameterMessageBytes);
        };
    }
    auto reduce(Collective collective) const {
        return [this, collective](const ModelUnit& unit) {
            return m_step.timeOfParameters(collective, unit, m_step.model.gradientMessageBytes());
        };
    }
    /// Of a unit's shard among replicas.
    Time replicaSum(const ModelUnit& unit) const {
        return m_step.timeOfMessage(Collective::AllReduce, Group::Dp,
                                    m_step.model.gradientMessageBytes() * m_step.shardOf(unit, Sharded::All));
    }

    /// All, but for chunks that the host updates.
    ModelUnit updatedOnDevice() const {
        if (!m_step.chunks) return m_step.devices.front();
        ModelUnit all;
        for (int group = 0; group < m_step.chunks->updatedOnDevice; ++group)
            all.add(m_step.units[static_cast<std::size_t>(group)]);
        return all;
    }

    void makeTimes() {
        const std::string_view id = m_setup.kind->id;
        if (id == kZeroInfinity.id) return putDisk();
        if (id == kCpRing.id || id == kCpGather.id || id == kCpUlysses.id) return putContext();
        if (!m_step.stages.empty()) putStages();
        if (id == kPpDp.id || id == kPpFsdp.id) return;
        putCompute();
        putBlocks();
        if (id == kTp1d.id || id == kTpSp.id || id == kTpGather.id || id == kEp.id) return;
        if (!isPipelined()) putOne("optimizer", m_step.timeOfUpdate(updatedOnDevice()));
        if (id == kZeroOffload.id || id == kPatrickStar.id) return putHost();
        const bool isBucketed = m_setup.kind->parameter("buckets");
        if (isBucketed) return putBuckets();
        if (id == kDdpBlocking.id) return put("all_reduce", reduce(Collective::AllReduce));
        if (m_step.sharded == Sharded::All) {
            if (!isPipelined()) put("all_gather", gather());
            put("reduce_scatter", reduce(Collective::ReduceScatter));
            put(isOfMesh() ? kGradientSum : "all_reduce", [&](const ModelUnit& unit) { return replicaSum(unit); });
        } else {
            put(kGradientSum, reduce(Collective::AllReduce));
        }
    }

    Result<void> checkTimes() const {
        const auto longest = static_cast<long long>(toUnits(kLongestTime));
        const auto tooLong = [&](std::string what) {
            std::replace(what.begin(), what.end(), '_', ' ');
            return Error{"the model's " + what + " would take more than " + withThousands(longest) + ' ' +
                             m_setup.workload.timeUnit + "; check the cluster's rates, or use a larger time_unit",
                         "cluster"};
        };
        for (const auto& [name, times] : m_setup.times)
            if (times.one > kLongestTime ||
                std::any_of(times.each.begin(), times.each.end(), [](Time time) { return time > kLongestTime; }))
                return tooLong(std::string(name));
        if (!m_step.stages.empty() && !(largest(m_setup.workload.comm) <= static_cast<double>(longest)))
            return tooLong("message between stages");
        return {};
    }

    /// What layers take whole, by block, and by half.
    void putCompute() {
        const ModelStep& step = m_step;
        const auto inputCore = [&step](const ModelUnit& unit) {
            const double again = step.model.recompute == Recompute::Full ? 0 : step.repeated(unit);
            return unit.layers.projections + 2 * unit.layers.core + again;
        };
        const bool isCut = axis(MeshAxis::Tp) > 1 || axis(MeshAxis::Cp) > 1 || axis(MeshAxis::Ep) > 1;
        const bool isOfBlocks = isKind(kTp1d) || isKind(kTpSp) || (isOfMesh() && isCut);
        put("forward", ofFlops([](const ModelUnit& unit) { return unit.forward(); }));
        put("backward", [&](const ModelUnit& unit) { return step.timeOfFlops(step.backward(unit)); });
        put(kWeightHalf, ofFlops([](const ModelUnit& unit) { return unit.weight(); }));
        if (!isOfBlocks && !isKind(kEp)) return;
        put("attention_forward", ofFlops([](const ModelUnit& unit) { return unit.layers.attention(); }));
        put("mlp_forward", ofFlops([](const ModelUnit& unit) { return unit.mlp(); }));
        put("attention_input", [&](const ModelUnit& unit) { return step.timeOfFlops(inputCore(unit)); });
        put("attention_weight", ofFlops([](const ModelUnit& unit) { return unit.layers.projections; }));
        put("mlp_input", ofFlops([](const ModelUnit& unit) { return unit.mlp(); }));
        put("mlp_weight", ofFlops([](const ModelUnit& unit) { return unit.mlp(); }));
        put(kRepeatedCore, [&](const ModelUnit& unit) {
            return step.model.recompute == Recompute::Full ? 0 : step.timeOfFlops(step.repeated(unit));
        });
        // With cp and ep the gate has no op of its own.
        const bool hasGate = axis(MeshAxis::Cp) > 1 && axis(MeshAxis::Ep) > 1;
        put("projections", [&](const ModelUnit& unit) {
            return step.timeOfFlops(unit.layers.projections + (hasGate ? unit.layers.router : 0));
        });
        put("mlp", ofFlops([](const ModelUnit& unit) { return unit.mlp(); }));
        put("attention", ofFlops([](const ModelUnit& unit) { return unit.layers.attention(); }));
        put("gate", ofFlops([](const ModelUnit& unit) { return unit.layers.router; }));
        put("experts", ofFlops([](const ModelUnit& unit) { return unit.layers.mlp; }));
    }

    /// Collectives of blocks, one for all layers.
    void putBlocks() {
        const double message = m_step.activationMessage(), tp = axis(MeshAxis::Tp), cp = axis(MeshAxis::Cp);
        const auto ofTensor = [&](Collective collective) {
            return m_step.timeOfMessage(collective, Group::Tp, message);
        };
        if (isKind(kTpGather)) {
            putOne("all_gather", ofTensor(Collective::AllGather));
            putOne("reduce_scatter", ofTensor(Collective::ReduceScatter));
            return;
        }
        if (tp > 1 && m_step.isSequenceParallel) {
            putOne(kBlockGather, ofTensor(Collective::AllGather));
            putOne(kBlockScatter, ofTensor(Collective::ReduceScatter));
        } else if (tp > 1) {
            putOne(kBlockReduce, ofTensor(Collective::AllReduce));
        }
        if (axis(MeshAxis::Ep) > 1)
            putOne("all_to_all", m_step.timeOfMessage(Collective::AllToAll, Group::Ep, m_step.tokenMessage()));
        if (cp == 1) return;
        put("attention_block", [&](const ModelUnit& unit) { return m_step.timeOfFlops(unit.layers.core / cp); });
        const double keys = m_step.keyMessage(), queries = m_step.queryMessage();
        switch (m_step.model.context) {
            case Context::Ring: putOne("hop", m_step.timeOfMessage(Collective::Send, Group::Cp, keys)); return;
            case Context::Gather:
                putOne("hop", m_step.timeOfMessage(Collective::AllGather, Group::Cp, keys * cp));
                return;
            case Context::Ulysses: break;
        }
        putOne("hop", m_step.timeOfMessage(Collective::AllToAll, Group::Cp, queries + keys));
        putOne(kExchangeBack, m_step.timeOfMessage(Collective::AllToAll, Group::Cp, queries));
    }

    /// Of one layer's attention.
    void putContext() {
        const ModelUnit& layer = m_step.units.front();
        const double cp = axis(MeshAxis::Cp), keys = m_step.keyMessage();
        putOne("block", m_step.timeOfFlops(layer.layers.core / cp));
        putOne("hop", m_step.timeOfMessage(Collective::Send, Group::Cp, keys));
        putOne("all_gather", m_step.timeOfMessage(Collective::AllGather, Group::Cp, keys * cp));
        putOne("reduce_scatter", m_step.timeOfMessage(Collective::ReduceScatter, Group::Cp, keys * cp));
        putOne("all_to_all", m_step.timeOfMessage(Collective::AllToAll, Group::Cp, m_step.queryMessage()));
    }

    /// Buckets by the bytes of gradients, unless the entry has its own.
    void putBuckets() {
        const ModelStep& step = m_step;
        const bool isByLayer = valueNamed(m_setup.values, "buckets") && m_setup.choice("buckets") == "layer";
        const bool overlaps = m_setup.kind->parameter("gather") && m_setup.choice("gather") == "overlap";
        if (!isByLayer && !overlaps) {
            ParameterValue::List bytes;
            for (const ModelUnit& unit : step.units)
                bytes.push_back({step.model.gradientMessageBytes() * unit.parameters()});
            setNamed(m_setup.values, "layer_bytes", {std::move(bytes)});
        }
        if (overlaps) {
            setNamed(m_setup.values, "buckets", {std::string("layer")});
            put("reduce_scatter", reduce(Collective::ReduceScatter));
            put("all_gather", gather());
            return;
        }
        std::vector<ModelUnit> buckets;
        for (const std::vector<int>& layers : bucketsOf(m_setup)) {
            buckets.emplace_back();
            for (const int layer : layers) buckets.back().add(step.units[static_cast<std::size_t>(layer)]);
        }
        put(isKind(kDdp) ? "all_reduce" : "reduce_scatter", buckets,
            reduce(isKind(kDdp) ? Collective::AllReduce : Collective::ReduceScatter));
        std::reverse(buckets.begin(), buckets.end());  // gathers go forward
        put("all_gather", buckets, gather());
    }

    Time timeAt(double bytes, double gbs) const { return boundedTime(bytes / (gbs * 1e3) * m_step.unitsOfMicrosecond); }

    void putHost() {
        const ModelStep& step = m_step;
        const auto share = [&step](const ModelUnit& unit) { return step.shardOf(unit, Sharded::Gradients); };
        put("d2h", [&](const ModelUnit& unit) {
            return timeAt(step.model.gradientMessageBytes() * share(unit), step.hardware.d2hGbs);
        });
        put("adam",
            [&](const ModelUnit& unit) { return timeAt(kUpdateBytes * share(unit), step.hardware.hostMemoryGbs); });
        put("h2d", [&](const ModelUnit& unit) {
            return timeAt(TrainedModel::kParameterMessageBytes * share(unit), step.hardware.h2dGbs);
        });
        if (step.mesh.ranks() == 1) return;
        put("reduce_scatter", reduce(Collective::ReduceScatter));
        put("all_gather", gather());
    }

    void putDisk() {
        const ModelStep& step = m_step;
        const auto weights = [&step](const ModelUnit& unit) {
            return TrainedModel::kParameterMessageBytes * step.shardOf(unit, Sharded::All);
        };
        put("forward", ofFlops([](const ModelUnit& unit) { return unit.forward(); }));
        put("nvme", [&](const ModelUnit& unit) { return timeAt(weights(unit), step.hardware.nvmeReadGbs); });
        put("h2d", [&](const ModelUnit& unit) { return timeAt(weights(unit), step.hardware.h2dGbs); });
        put("all_gather", gather());
        const double piece = step.shardOf(step.devices.front(), Sharded::All) / m_setup.whole("pieces");
        const StateBytes bytes = stateBytes(step.model.precision);
        putOne("read", timeAt(bytes.optimizer * piece, step.hardware.nvmeReadGbs));
        putOne("adam", timeAt(kUpdateBytes * piece, step.hardware.hostMemoryGbs));
        putOne("write", timeAt((bytes.optimizer + bytes.weights) * piece, step.hardware.nvmeWriteGbs));
        if (!valueNamed(m_setup.values, "duplex")) setNamed(m_setup.values, "duplex", {step.hardware.isNvmeDuplex});
    }

    /// Stages as single ops, their messages, and what passes between devices.
    void putStages() {
        const ModelStep& step = m_step;
        put(kStageForward, step.stages, ofFlops([](const ModelUnit& unit) { return unit.forward(); }));
        put(kStageBackward, step.stages, [&](const ModelUnit& unit) { return step.timeOfFlops(step.backward(unit)); });
        put(kStageInput, step.stages,
            [&](const ModelUnit& unit) { return step.timeOfFlops(step.backward(unit) - unit.weight()); });
        put(kStageWeight, step.stages, ofFlops([](const ModelUnit& unit) { return unit.weight(); }));
        put("all_gather", step.stages, gather());
        const bool isSharded = step.sharded == Sharded::All;
        put("grad_sync", step.stages, [&](const ModelUnit& unit) {
            return isSharded ? reduce(Collective::ReduceScatter)(unit) + replicaSum(unit)
                             : reduce(Collective::AllReduce)(unit);
        });
        put("optimizer", step.devices, [&](const ModelUnit& unit) { return step.timeOfUpdate(unit); });
        m_setup.workload.comm = hops();
    }

    /// From a device to the next: of nodes where whole devices of the pipeline stand on each.
    Comm hops() const {
        const double bytes = m_step.hopMessage();
        const Cluster& cluster = m_step.hardware.cluster;
        const int apart = static_cast<int>(m_step.mesh.ranks()) / axis(MeshAxis::Pp);
        GroupLink link = m_step.links[static_cast<std::size_t>(Group::Pp)];
        link.ranks = 2;
        const auto units = [&](bool isInter) {
            link.isInter = isInter;
            return timeOf(Collective::Send, link, cluster, bytes) * m_step.unitsOfMicrosecond;
        };
        if (apart < cluster.nodeSize && cluster.nodeSize % apart == 0)
            return NodeLinks{std::min(cluster.nodeSize / apart, kMaxDevices), units(false), units(true)};
        return units(link.isInter);
    }

    StepSetup& m_setup;
    std::shared_ptr<ModelStep> m_made;
    ModelStep& m_step;
};

}  // namespace

bool keepsModel(const StepSetup& setup) {
    return setup.model && (setup.kind->step->trainsModel || setup.model->offloaded != Offloaded::Nothing);
}

Result<void> setUpModel(StepSetup& setup) { return ModelSetup(setup).run(); }

}  // namespace bubblescope
