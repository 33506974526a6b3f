#include "engine/core/divisors.h"
#include "engine/core/text.h"
#include "engine/steps/chunks.h"
#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"
#include "engine/steps/model_times.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/sharded_chain.h"
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
        if (auto ok = countEnds(); !ok) return ok;
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
        auto model = modelOf(objectAt("model"), usualPrecision());
        if (!model) return Error{model.error().message, "model." + model.error().field};
        auto hardware = hardwareOf(objectAt("cluster"), model->isFp8);
        if (!hardware) return Error{hardware.error().message, "cluster." + hardware.error().field};
        if (model->isFp8 && hardware->fp8Tflops == 0 && !hardware->isFlat)
            return Error{"\"fp8\" needs cluster.device.fp8_tflops, but it is 0 or missing", "model.compute"};
        m_step.model = std::move(*model);
        m_step.hardware = *hardware;
        // Parameters that replicas shard are those of fsdp. In version 1, each rank had all of ZeRO-Infinity's.
        const bool isOfDisks = isKind(kZeroInfinity) && hardware->cluster.usesAllPorts;
        const bool isShardedAnyway = m_setup.mesh[MeshAxis::Fsdp] > 1 && !m_setup.runsPipeline();
        if ((zeroOf(m_setup) == 3 && !isShardedAnyway) || isOfDisks)
            m_setup.mesh[MeshAxis::Fsdp] *= std::exchange(m_setup.mesh[MeshAxis::Dp], 1);
        m_step.mesh = m_setup.mesh;
        m_step.accumulates = accumulateOf(m_setup) == Accumulate::Last;
        if (isKind(kZeroInfinity) && !valueNamed(m_setup.values, "pass"))
            setNamed(m_setup.values, "pass", {std::string("step")});
        constexpr std::pair<std::string_view, double> kUnits[] = {{"ns", 1e3}, {"us", 1}, {"ms", 1e-3}, {"s", 1e-6}};
        for (const auto& [unit, factor] : kUnits)
            if (unit == m_setup.workload.timeUnit) {
                m_step.unitsOfMicrosecond = factor;
                return {};
            }
        return Error{"a model needs workload.time_unit to be ns, us, ms or s; it is empty", "model"};
    }

    /// What frameworks train with if nobody asks.
    Precision usualPrecision() const {
        const std::string_view id = m_setup.kind->id;
        const auto isOneOf = [id](std::initializer_list<const ScheduleKind*> kinds) {
            return std::any_of(kinds.begin(), kinds.end(), [id](const ScheduleKind* kind) { return kind->id == id; });
        };
        if (isOneOf({&kFsdp, &kHsdp, &kDdp, &kDdpBlocking, &kPpFsdp})) return Precision::Fp32Shard;
        if (isOneOf({&kPpDp, &kMeshStep})) return Precision::Fp32Grad;
        if (isOneOf({&kZero1, &kZero2, &kZeroOffload, &kZeroInfinity})) return Precision::DeepSpeed;
        return Precision::Mixed;
    }

    /// Refuses a mesh that cannot cut the model.
    Result<void> checkCut() const {
        const Transformer& shape = m_step.model.shape;
        const int tp = axis(MeshAxis::Tp), cp = axis(MeshAxis::Cp), ep = axis(MeshAxis::Ep);
        const int etp = m_step.mesh.expertRanks() / ep;
        const auto divides = [](int part, int whole, const std::string& rule, std::string_view key) -> Result<void> {
            if (whole % part == 0) return {};
            return Error{rule + nearestDivisors(whole, part), "mesh." + std::string(key)};
        };
        const auto counted = [](int heads) { return std::to_string(heads) + (heads == 1 ? " head" : " heads"); };
        if (auto ok = divides(tp, shape.heads, "TP must divide " + counted(shape.heads), "tp"); !ok) return ok;
        if (shape.experts == 1 && ep > 1)
            return Error{"EP must be 1, as the model has a single expert per layer", "mesh.ep"};
        if (shape.experts % ep != 0 || !m_step.mesh.takesExperts()) return expertError(m_step.mesh, shape.experts);
        if (auto ok =
                divides(etp, shape.mlp, "ETP must divide the experts' width, " + std::to_string(shape.mlp), "etp");
            !ok)
            return ok;
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
        m_step.cutsHops = m_step.isSequenceParallel;
        if (m_setup.kind->parameter("scatter_hops") && valueNamed(m_setup.values, "scatter_hops"))
            m_step.cutsHops = m_setup.flag("scatter_hops");
        const std::string_view id = m_setup.kind->id;
        if (id == kZero1.id) m_step.sharded = Sharded::Optimizer;
        if (id == kZero2.id || id == kZeroOffload.id) m_step.sharded = Sharded::Gradients;
        const bool isSharded =
            id == kFsdp.id || id == kHsdp.id || id == kPpFsdp.id || id == kZeroInfinity.id || id == kPatrickStar.id;
        if (id == kZeroOffload.id) m_step.offloaded = Offloaded::Optimizer;
        if (id == kZeroInfinity.id) m_step.offloaded = Offloaded::All;
        if (id == kPatrickStar.id) m_step.offloaded = Offloaded::Chunks;
        constexpr Sharded kStages[] = {Sharded::Nothing, Sharded::Optimizer, Sharded::Gradients, Sharded::All};
        const bool isAlone = m_step.links[static_cast<std::size_t>(Group::Grad)].ranks == 1;
        if ((isOfMesh() || isKind(kPpDp)) && !isAlone) m_step.sharded = kStages[zeroOf(m_setup)];
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
        const bool takesOneMicrobatch = isKind(kPatrickStar) || !trainsModel(m_setup);
        const auto pass = valueNamed(m_setup.values, "pass");
        if (takesOneMicrobatch && m_step.microbatches > 1)
            return Error{std::string(m_setup.kind->title) +
                             (pass ? " with pass \"" + std::get<std::string>(pass->held) + "\"" : std::string()) +
                             " runs one microbatch per rank: global_batch must be " + withThousands(each) + ", is " +
                             withThousands(*m_step.model.globalBatch),
                         "model.global_batch"};
        return {};
    }

    /// Reads whether the embedding and the head count as layers.
    Result<void> countEnds() {
        const auto said = valueNamed(m_setup.values, "account_for");
        if (!said || !m_setup.runsPipeline()) return {};
        for (const ParameterValue& one : std::get<ParameterValue::List>(said->held)) {
            const auto& name = std::get<std::string>(one.held);
            if (name != kEnds[0] && name != kEnds[1])
                return Error{"must list \"embedding\" or \"loss\", not \"" + shortened(name) + '"', "account_for"};
            (name == kEnds[0] ? m_step.countsEmbedding : m_step.countsHead) = true;
        }
        const int stages = m_setup.workload.devices * m_setup.workload.chunks;
        const int counted = model().shape.layers + (m_step.countsEmbedding ? 1 : 0) + (m_step.countsHead ? 1 : 0);
        if (counted % stages == 0) return {};
        return Error{"with it there are " + withThousands(counted) + " layers, which " + withThousands(stages) +
                         " stages must divide" + nearestDivisors(counted, stages),
                     "account_for"};
    }

    // Units.

    ActivationCut cut() const { return m_step.cut(); }
    LayerCase caseOf(int layer) const { return bubblescope::caseOf(m_step.model, layer, cut(), m_step.accumulates); }
    MachineRates rates() const { return m_step.rates(); }
    bool isFlat() const { return m_step.hardware.isFlat; }
    bool hasTable() const { return m_step.hasRulesOfVersionOne(); }

    /// What each layer's backward recomputes. Layers of a stage are counted from its first one.
    void chooseRecomputes() {
        const TrainedModel& model = m_step.model;
        const int layers = model.shape.layers;
        const int stages = m_setup.runsPipeline() ? m_setup.workload.devices * m_setup.workload.chunks : 1;
        m_step.recomputes.assign(static_cast<std::size_t>(layers), model.recompute);
        if (model.recompute != Recompute::Full) return;
        for (int stage = 0; stage < std::min(stages, layers); ++stage) {
            const auto [first, end] = m_step.layersOfStage(stage, stages);
            for (int layer = first; layer < end; ++layer)
                if ((model.recomputeLayers > 0 && layer - first >= model.recomputeLayers) ||
                    (model.recomputeEvery > 0 && (layer + 1) % model.recomputeEvery > 0))
                    m_step.recomputes[static_cast<std::size_t>(layer)] = Recompute::None;
        }
    }

    /// bf16 gradients of one layer's matrices.
    double buffersOf(int layer) const {
        const TrainedModel& model = m_step.model;
        const bool isUsual =
            !hasTable() && model.state().gradients == 4 && m_step.accumulates && axis(MeshAxis::Fsdp) == 1;
        return model.hasWeightBuffers.value_or(isUsual) ? weightBuffers(model.shape, layer, axis(MeshAxis::Tp)) : 0;
    }

    ModelUnit layerUnit(int layer) const {
        const TrainedModel& model = m_step.model;
        const LayerParameters parameters = layerParameters(model.shape, layer);
        ModelUnit unit;
        unit.dense = parameters.dense(axis(MeshAxis::Tp));
        unit.vectors = parameters.vectors(axis(MeshAxis::Tp));
        // In version 1, all of an expert was cut.
        unit.experts =
            hasTable() ? parameters.ofExperts(cut().ep * cut().etp, 1) : parameters.ofExperts(cut().ep, cut().etp);
        const Recompute recompute = m_step.recomputes[static_cast<std::size_t>(layer)];
        unit.layers = isFlat() ? flatWork(model, recompute, caseOf(layer), m_step.flopsOfRank(layer))
                               : timedWork(model, recompute, caseOf(layer), rates());
        if (model.optimizer == Optimizer::Muon) unit.muon = muonFlopsOfLayer(model.shape, layer);
        const KeptLayer kept = keptOf(model, recompute, caseOf(layer), hasTable());
        unit.activations = kept.kept;
        unit.recomputed = kept.back + buffersOf(layer);
        return unit;
    }
    ModelUnit embeddingUnit() const {
        ModelUnit unit;
        unit.isPlain = true;
        unit.dense = tableParameters(m_step.model.shape) / axis(MeshAxis::Tp) + positionParameters(m_step.model.shape);
        unit.vectors = unit.dense;
        if (!isFlat()) unit.plain = embeddingCosts(caseOf(0), rates());
        return unit;
    }
    /// A head on a stage of its own has another copy of the matrix that it shares with the embedding.
    ModelUnit headUnit(bool isApart) const {
        const Transformer& shape = m_step.model.shape;
        ModelUnit unit;
        unit.isPlain = true;
        unit.dense = finalNormParameters(shape);
        if (!shape.isTied || isApart) unit.dense += tableParameters(shape) / axis(MeshAxis::Tp);
        unit.vectors = unit.dense;
        unit.hasHead = true;
        const LayerCase of = caseOf(shape.lastLayer());
        const double flops = headFlops(shape, m_step.model.tokens()) / axis(MeshAxis::Tp) / axis(MeshAxis::Cp);
        unit.plain = isFlat() ? Passes{flops, flops, flops} : headCosts(of, rates());
        unit.activations = hasTable() ? headActivationBytes(m_step.model, cut()) : headBytes(of);
        return unit;
    }

    /// A module that predicts a further token: a layer, and a head with the model's matrices.
    void addPredictor() {
        const TrainedModel& model = m_step.model;
        ModelUnit layer = layerUnit(model.shape.lastLayer()), head = headUnit(false);
        layer.dense += predictorParameters(model.shape);
        const double flops = predictorFlops(model.shape, model.tokens()) / m_step.ranksBetween();
        const Passes joined =
            isFlat() ? Passes{flops, flops, flops} : predictorCosts(caseOf(model.shape.lastLayer()), rates());
        layer.layers.attention.add(joined);
        if (m_step.recomputes.back() == Recompute::Full) layer.layers.wholeAgain += joined.forward;
        head.dense = head.vectors = 0;
        layer.vectors += 3.0 * model.shape.hidden;  // norms
        layer.kind = ModelUnit::kPredictor;
        m_step.units.insert(m_step.units.end(), {layer, head});
    }

    const TrainedModel& model() const { return m_step.model; }

    /// Layers recomputed together keep one input, and come back together.
    void keepOneInputOfEach(int together) {
        if (together < 2) return;
        const std::size_t first = m_step.hasEmbedding ? 1 : 0;
        const int stages = m_setup.runsPipeline() ? m_setup.workload.devices * m_setup.workload.chunks : 1;
        const int layers = model().shape.layers;
        for (int stage = 0; stage < std::min(stages, layers); ++stage) {
            const auto [begin, end] = m_step.layersOfStage(stage, stages);
            for (int layer = begin; layer < end; ++layer) {
                ModelUnit& unit = m_step.units[first + static_cast<std::size_t>(layer)];
                const double all = unit.activations + unit.recomputed, input = unit.activations;
                const int count = std::min(together, end - (layer - (layer - begin) % together));
                if ((layer - begin) % together > 0) unit.activations = 0;
                unit.recomputed = count * all - input;
            }
        }
    }

    Result<void> makeUnits() {
        const Transformer& shape = m_step.model.shape;
        const int layers = shape.layers;
        const bool isOfBlocks = !isOfMesh() && m_setup.kind->step->axes.size() == 1;  // tp, cp, ep
        const int allStages = m_setup.workload.devices * m_setup.workload.chunks;
        m_step.hasEmbedding = m_setup.runsPipeline() ? m_step.layersOfStage(0, allStages).second == 0 : !isOfBlocks;
        if (m_step.hasEmbedding) m_step.units.push_back(embeddingUnit());
        chooseRecomputes();
        std::array<std::optional<ModelUnit>, ModelUnit::kKinds> kinds;
        for (int layer = 0; layer < layers; ++layer) {
            const bool isWhole = m_step.recomputes[static_cast<std::size_t>(layer)] == model().recompute;
            const int kind = 2 * shape.kindOf(layer) + (isWhole ? 0 : 1);
            auto& unit = kinds[static_cast<std::size_t>(kind)];
            if (!unit) {
                unit = layerUnit(layer);
                unit->kind = kind;
            }
            m_step.units.push_back(*unit);
        }
        keepOneInputOfEach(model().recomputeUnit);
        for (int i = 0; i < shape.predictors; ++i) addPredictor();
        if (!m_step.hasEmbedding) {
            m_step.units.front().add(embeddingUnit());
            m_step.units.front().kind = ModelUnit::kFirst;
        }
        m_step.units.push_back(headUnit(axis(MeshAxis::Pp) > 1));
        m_step.headActivations = m_step.units.back().activations * (1 + shape.predictors);
        m_setup.layers = static_cast<int>(m_step.units.size());
        m_step.devices.resize(static_cast<std::size_t>(axis(MeshAxis::Pp)));
        if (!m_setup.runsPipeline()) {
            for (const ModelUnit& unit : m_step.units) m_step.devices.front().add(unit);
            return {};
        }
        const int stages = m_setup.workload.devices * m_setup.workload.chunks;
        if (axis(MeshAxis::Pp) > layers)
            return Error{std::to_string(layers) + (layers == 1 ? " layer" : " layers") + " cannot fill " +
                             withThousands(axis(MeshAxis::Pp)) +
                             " devices; largest PP that fits: " + std::to_string(layers),
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
        const StateBytes bytes = model.state();
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
                m_step.hardware.usableBytes() - all.activations - recomputed - static_cast<double>(groups.count() + 1);
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
