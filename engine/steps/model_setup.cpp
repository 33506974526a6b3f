#include "engine/core/divisors.h"
#include "engine/core/text.h"
#include "engine/steps/chunks.h"
#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"
#include "engine/steps/model_times.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace bubblescope {

namespace {

/// Makes the model of a step on its mesh: its cut, units, microbatches and chunks.
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
        if (auto ok = fillTimes(m_setup, m_step); !ok) return ok;
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
        return Error{"a model needs workload.time_unit to be ns, us, ms or s; it is empty", "model"};
    }

    /// Refuses a mesh that cannot cut the model.
    Result<void> checkCut() const {
        const Transformer& shape = m_step.model.shape;
        const int tp = axis(MeshAxis::Tp), cp = axis(MeshAxis::Cp), ep = axis(MeshAxis::Ep);
        const auto divides = [](int part, int whole, const std::string& rule, std::string_view key) -> Result<void> {
            if (whole % part == 0) return {};
            return Error{rule + nearestDivisors(whole, part), "mesh." + std::string(key)};
        };
        const auto counted = [](int heads) { return std::to_string(heads) + (heads == 1 ? " head" : " heads"); };
        if (auto ok = divides(tp, shape.heads, "TP must divide " + counted(shape.heads), "tp"); !ok) return ok;
        const int inner = axis(MeshAxis::Fsdp) * cp * tp;
        if (shape.experts == 1 && ep > 1)
            return Error{"EP must be 1, as the model has a single expert per layer", "mesh.ep"};
        if (shape.experts % ep != 0 || inner % ep != 0)
            return Error{"EP must divide " + std::to_string(shape.experts) + " experts and FSDP × CP × TP = " +
                             std::to_string(inner) + nearestDivisors(std::gcd(shape.experts, inner), ep),
                         "mesh.ep"};
        const int sequence = m_step.model.sequence;
        const std::string ruleOfTokens = "CP must divide a sequence of " + std::to_string(sequence) + " tokens";
        if (auto ok = divides(cp, sequence, ruleOfTokens, "cp"); !ok) return ok;
        const bool exchangesHeads =
            isKind(kCpUlysses) || (cp > 1 && isOfMesh() && m_step.model.context == Context::Ulysses);
        if (exchangesHeads) {
            const int heads = shape.heads / tp;
            return divides(cp, heads, "CP must divide " + counted(heads) + " per rank", "cp");
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
                return Error{"global_batch must be a multiple of " + withThousands(each) +
                                 ", the sequences that all ranks take at once; nearest: " +
                                 (below > 0 ? withThousands(below) + " and " : std::string()) +
                                 withThousands(below + each),
                             "model.global_batch"};
            }
            const long long count = *batch / each;
            if (count > kMaxMicrobatches)
                return Error{"global_batch makes " + withThousands(count) + " microbatches, the limit is " +
                                 withThousands(kMaxMicrobatches) +
                                 "; largest that fits: " + withThousands(kMaxMicrobatches * each),
                             "model.global_batch"};
            m_setup.workload.microbatches = static_cast<int>(count);
        }
        m_step.microbatches = m_setup.workload.microbatches;
        const bool isOfOne = isKind(kZeroOffload) || isKind(kPatrickStar) || !m_setup.kind->step->trainsModel;
        if (isOfOne && m_step.microbatches > 1)
            return Error{std::string(m_setup.kind->title) + " runs one microbatch per rank: global_batch must be " +
                             withThousands(each) + ", is " + withThousands(*m_step.model.globalBatch),
                         "model.global_batch"};
        return {};
    }

    // Units.

    ActivationCut cut() const { return {axis(MeshAxis::Tp), axis(MeshAxis::Cp), m_step.isSequenceParallel}; }

    /// Ranks that share what is between the blocks.
    double ranksBetween() const { return axis(MeshAxis::Cp) * (m_step.isSequenceParallel ? axis(MeshAxis::Tp) : 1); }

    ModelUnit layerUnit(int layer) const {
        const TrainedModel& model = m_step.model;
        const double share = axis(MeshAxis::Tp) * axis(MeshAxis::Cp);
        const LayerParameters parameters = layerParameters(model.shape, layer);
        const LayerFlops flops = model.flopsOfLayer(layer);
        ModelUnit unit;
        unit.dense = parameters.dense(axis(MeshAxis::Tp));
        unit.experts = parameters.ofExperts(axis(MeshAxis::Tp), axis(MeshAxis::Ep));
        unit.layers = {.projections = flops.projections / share + flops.latents / ranksBetween(),
                       .core = flops.core / share,
                       .mlp = flops.mlp / share,
                       .shared = flops.shared / share,
                       .router = flops.router / share};
        unit.activations = activationBytes(model, layer, cut());
        unit.recomputed = recomputedBytes(model, layer, cut());
        return unit;
    }
    ModelUnit embeddingUnit() const {
        ModelUnit unit;
        unit.isPlain = true;
        unit.dense = tableParameters(m_step.model.shape) / axis(MeshAxis::Tp) + positionParameters(m_step.model.shape);
        return unit;
    }
    /// A head on a stage of its own has another copy of the matrix that it shares with the embedding.
    ModelUnit headUnit(bool isApart) const {
        const Transformer& shape = m_step.model.shape;
        ModelUnit unit;
        unit.isPlain = true;
        unit.dense = finalNormParameters(shape);
        if (!shape.isTied || isApart) unit.dense += tableParameters(shape) / axis(MeshAxis::Tp);
        unit.head = headFlops(shape, m_step.model.tokens()) / axis(MeshAxis::Tp) / axis(MeshAxis::Cp);
        unit.activations = headActivationBytes(m_step.model, cut());
        return unit;
    }

    /// A module that predicts a further token: a layer, and a head with the model's matrices.
    void addPredictor() {
        const TrainedModel& model = m_step.model;
        ModelUnit layer = layerUnit(model.shape.lastLayer()), head = headUnit(false);
        layer.dense += predictorParameters(model.shape);
        layer.layers.projections += predictorFlops(model.shape, model.tokens()) / ranksBetween();
        head.dense = 0;
        m_step.units.insert(m_step.units.end(), {layer, head});
    }

    Result<void> makeUnits() {
        const Transformer& shape = m_step.model.shape;
        const int layers = shape.layers;
        const bool isOfBlocks = !isOfMesh() && m_setup.kind->step->axes.size() == 1;  // tp, cp, ep
        m_step.hasEmbedding = !m_setup.runsPipeline() && !isOfBlocks;
        if (m_step.hasEmbedding) m_step.units.push_back(embeddingUnit());
        std::array<std::optional<ModelUnit>, Transformer::kKinds> kinds;
        for (int layer = 0; layer < layers; ++layer) {
            auto& unit = kinds[static_cast<std::size_t>(shape.kindOf(layer))];
            if (!unit) unit = layerUnit(layer);
            m_step.units.push_back(*unit);
        }
        for (int i = 0; i < shape.predictors; ++i) addPredictor();
        if (!m_step.hasEmbedding) m_step.units.front().add(embeddingUnit());
        m_step.units.push_back(headUnit(axis(MeshAxis::Pp) > 1));
        m_step.headActivations = m_step.units.back().activations * (1 + shape.predictors);
        m_setup.layers = static_cast<int>(m_step.units.size());
        m_step.devices.resize(static_cast<std::size_t>(axis(MeshAxis::Pp)));
        if (!m_setup.runsPipeline()) {
            for (const ModelUnit& unit : m_step.units) m_step.devices.front().add(unit);
            return {};
        }
        const int stages = m_setup.workload.devices * m_setup.workload.chunks;
        if (stages > layers)
            return Error{std::to_string(layers) + (layers == 1 ? " layer" : " layers") + " cannot fill " +
                             withThousands(stages) + " stages; largest PP that fits: " +
                             std::to_string(std::max(1, layers / m_setup.workload.chunks)),
                         "mesh.pp"};
        for (int stage = 0; stage < stages; ++stage) {
            ModelUnit all;
            const auto [first, end] = m_step.unitsOfStage(stage, stages);
            for (int at = first; at < end; ++at) all.add(m_step.units[static_cast<std::size_t>(at)]);
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

    /// From here on, units are groups of chunks.
    Result<void> cutInChunks() {
        const TrainedModel& model = m_step.model;
        const int ranks = static_cast<int>(m_step.denseShards()), chunk = m_setup.whole("chunk_elements");
        const ModelUnit& all = m_step.devices.front();
        const double least = std::ceil(all.parameters() / ranks / kMaxLayers);
        if (chunk < least)
            return Error{"chunk_elements must be at least " + withThousands(static_cast<long long>(least)) +
                             " to make at most " + withThousands(kMaxLayers) + " groups of chunks, is " +
                             withThousands(chunk),
                         "chunk_elements"};
        if (model.precision != Precision::Mixed)
            return Error{"gradients overwrite parameters in a chunk, which needs precision \"mixed\"; it is \"" +
                             std::string(kPrecisions[static_cast<std::size_t>(model.precision)]) + "\"",
                         "model.precision"};
        if (model.hasFp32Messages)
            return Error{"gradients overwrite parameters in a chunk, which needs grad_dtype \"bf16\"; it is \"fp32\"",
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
                                 " GB, which a single op needs, is " + numberText(given) +
                                 "; smaller chunk_elements need less",
                             "device_memory"};
        } else {
            double recomputed = 0;
            for (const ModelUnit& unit : m_step.units) recomputed = std::max(recomputed, unit.recomputed);
            // Activations are rounded for each group.
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

    StepSetup& m_setup;
    std::shared_ptr<ModelStep> m_made;
    ModelStep& m_step;
};

}  // namespace

Result<void> setUpModel(StepSetup& setup) { return ModelSetup(setup).run(); }

}  // namespace bubblescope
