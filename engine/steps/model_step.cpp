#include "engine/steps/model_step.h"

#include "engine/steps/chunks.h"
#include "engine/steps/message_times.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/step.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// For numbers without a limit: a time past kLongestTime becomes just longer than it, and is refused later.
Time boundedTime(double units) {
    return units * kMicroUnits <= static_cast<double>(kLongestTime) ? toTime(units) : kLongestTime + 1;
}

constexpr double kMicrosecondsPerSecond = 1e6;

/// Of one layer and one sequence.
LayerFlops flopsOfSequence(const TrainedModel& model, int layer) {
    return layerFlops(model.shape, layer, model.sequence, model.sequence, model.causalDiscount);
}

}  // namespace

void ModelUnit::add(const ModelUnit& other) {
    dense += other.dense;
    vectors += other.vectors;
    experts += other.experts;
    layers.add(other.layers);
    plain.add(other.plain);
    muon.dense += other.muon.dense;
    muon.experts += other.muon.experts;
    hasHead = hasHead || other.hasHead;
    activations += other.activations;
    recomputed = std::max(recomputed, other.recomputed);  // layers are recomputed one after the other
}

double ModelStep::denseShards() const {
    return links[static_cast<std::size_t>(sharded == Sharded::All ? Group::Shard : Group::Grad)].ranks;
}

double ModelStep::expertShards() const {
    if (mesh[MeshAxis::Ep] == 1) return denseShards();
    return links[static_cast<std::size_t>(sharded == Sharded::All ? Group::Experts : Group::ExpertGrad)].ranks;
}

ActivationCut ModelStep::cut() const {
    const int ep = mesh[MeshAxis::Ep], tp = mesh[MeshAxis::Tp];
    return {tp, mesh[MeshAxis::Cp], isSequenceParallel, ep, ep > 1 ? mesh.expertCut : tp};
}

MachineRates ModelStep::rates() const {
    constexpr double kTera = 1e12;
    return {hardware.peakTflops * kTera, hardware.fp8Tflops * kTera, hardware.reached.gemm, hardware.reached.attention,
            hardware.memoryRate()};
}

LayerFlops ModelStep::flopsOfRank(int layer) const {
    const double share = mesh[MeshAxis::Tp] * mesh[MeshAxis::Cp];
    const LayerFlops flops = model.flopsOfLayer(layer);
    return {.projections = flops.projections / share,
            .latents = flops.latents / ranksBetween(),
            .core = flops.core / share,
            .mlp = flops.mlp / share,
            .shared = flops.shared / share,
            .router = flops.router / share};
}

std::pair<int, int> ModelStep::unitsOfStage(int stage, int of) const {
    const auto [first, end] = layersOfStage(stage, of);
    const int before = hasEmbedding ? 1 : 0;
    return {stage == 0 ? 0 : first + before, stage + 1 == of ? static_cast<int>(units.size()) : end + before};
}

std::pair<int, int> ModelStep::layersOfStage(int stage, int of) const {
    const int layers = model.shape.layers, counted = layers + (countsEmbedding ? 1 : 0) + (countsHead ? 1 : 0);
    const auto layerAt = [&](int at) {
        return std::clamp(firstLayerOf(at, counted, of) - (countsEmbedding ? 1 : 0), 0, layers);
    };
    return {layerAt(stage), layerAt(stage + 1)};
}

Time ModelStep::timeOfWork(double work) const {
    return boundedTime((hardware.isFlat ? hardware.timeOfFlops(work) : work) * 1e6 * unitsOfMicrosecond);
}

Time ModelStep::timeOfMessage(Collective collective, Group group, double bytes) const {
    const GroupLink& link = links[static_cast<std::size_t>(group)];
    return boundedTime(timeOf(collective, link, hardware.cluster, bytes) * unitsOfMicrosecond);
}

Time ModelStep::timeOfDispatch(int nodeLimit) const {
    const GroupLink& link = links[static_cast<std::size_t>(Group::Ep)];
    const double copies = tokenMessage(), once = copies / model.shape.topK;
    return boundedTime(timeOfOnce(link, hardware.cluster, once, model.shape.topK, nodeLimit) * unitsOfMicrosecond);
}

Time ModelStep::timeOfParameters(Collective collective, const ModelUnit& unit, double bytesEach) const {
    Time time = 0;
    eachMessage(unit, [&](Group group, double parameters) {
        if (parameters == 0) return;  // a stage without layers
        time += timeOfMessage(collective, group, bytesEach * parameters);
    });
    return time;
}

double ModelStep::secondsOfUpdate(const ModelUnit& unit) const {
    const double bytes = updateBytes(unit);
    if (offloaded == Offloaded::Optimizer || offloaded == Offloaded::All) return bytes / (hardware.hostMemoryGbs * 1e9);
    double seconds = bytes / hardware.memoryRate();
    if (model.optimizer != Optimizer::Muon || hardware.isFlat) return seconds;
    const ActivationCut parts = cut();
    const bool isShared = sharded != Sharded::Nothing;
    const double flops = unit.muon.dense / mesh[MeshAxis::Tp] / (isShared ? denseShards() : 1) +
                         unit.muon.experts / (parts.ep * parts.etp) / (isShared ? expertShards() : 1);
    seconds += flops / (hardware.peakTflops * 1e12 * hardware.reached.gemm);
    if (sharded < Sharded::Gradients) return seconds;
    ModelUnit matrices = unit;  // an update needs them whole
    matrices.dense -= unit.vectors;
    eachMessage(matrices, [&](Group group, double parameters) {
        const double message = model.gradientMessageBytes() * parameters;
        if (parameters > 0)
            seconds +=
                timeOf(Collective::AllGather, links[static_cast<std::size_t>(group)], hardware.cluster, message) /
                kMicrosecondsPerSecond;
    });
    return seconds;
}

Time ModelStep::timeOfUpdate(const ModelUnit& unit) const {
    if (model.optimizer == Optimizer::Muon)
        return boundedTime(secondsOfUpdate(unit) * kMicrosecondsPerSecond * unitsOfMicrosecond);
    const double bytes = bytesOfUpdate(model.optimizer) * shardOf(unit, Sharded::Optimizer);
    return timeOfBytes(bytes, hardware.memoryGbs * hardware.reached.memory);
}

Time ModelStep::timeOfBytes(double bytes, double gbs) const {
    return boundedTime(bytes / (gbs * 1e3) * unitsOfMicrosecond);
}

double ModelStep::activationMessage() const { return 2 * model.tokens() * model.shape.hidden / mesh[MeshAxis::Cp]; }

double ModelStep::keyMessage() const {
    return 2 * model.tokens() * (model.shape.keys() + model.shape.values()) / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::queryMessage() const {
    return 2 * model.tokens() * model.shape.queries() / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::outputMessage() const {
    return 2 * model.tokens() * model.shape.outputs() / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::tokenMessage() const {
    const bool isWhole =
        hardware.cluster.usesAllPorts && mesh.expertRanks() == mesh[MeshAxis::Ep] && !isSequenceParallel;
    return 2 * model.tokens() * model.shape.topK * model.shape.hidden / (isWhole ? 1 : mesh[MeshAxis::Tp]) /
           mesh[MeshAxis::Cp];
}

double ModelStep::shardOf(const ModelUnit& unit, Sharded from) const {
    if (sharded < from) return unit.parameters();
    return unit.dense / denseShards() + unit.experts / expertShards();
}

double ModelStep::ofVectors(const ModelUnit& unit, double bytes) const {
    if (model.optimizer != Optimizer::Muon) return 0;
    return bytes * unit.vectors / (sharded < Sharded::Optimizer ? 1 : denseShards());
}

double ModelStep::updateBytes(const ModelUnit& unit) const {
    const double more = bytesOfUpdate(Optimizer::Adam) - bytesOfUpdate(Optimizer::Muon);
    return bytesOfUpdate(model.optimizer) * shardOf(unit, Sharded::Optimizer) + ofVectors(unit, more);
}

StateParts ModelStep::stateOf(const ModelUnit& unit) const {
    const StateBytes bytes = model.state();
    StateParts out{bytes.weights * shardOf(unit, Sharded::All), 0, bytes.optimizer * shardOf(unit, Sharded::Optimizer),
                   0};
    out.optimizer += ofVectors(unit, kSecondMoment);
    if (keepsGradientShard()) out.gradients = gradientShardBytes(unit);
    if (offloaded == Offloaded::Nothing) return out;
    if (chunks) {  // gradients overwrite their parameters in chunks
        const double here = chunks->shareOnDevice(), all = out.parameters + out.optimizer;
        return {here * out.parameters, 0, here * out.optimizer, (1 - here) * all};
    }
    out.host = out.gradients + out.optimizer;
    out.gradients = out.optimizer = 0;
    if (offloaded == Offloaded::All) out.host += std::exchange(out.parameters, 0);
    return out;
}

bool ModelStep::keepsGradientShard() const {
    if (sharded < Sharded::Gradients) return false;
    return !addsUpWhole() || !stages.empty() || offloaded != Offloaded::Nothing || hasRulesOfVersionOne();
}

double ModelStep::gradientBytes(const ModelUnit& unit) const {
    const bool isKept = offloaded == Offloaded::Nothing && addsUpWhole() && !hasRulesOfVersionOne();
    const bool isAsSent = sharded == Sharded::All || (sharded == Sharded::Gradients && !isKept);
    return (isAsSent ? model.gradientMessageBytes() : model.state().gradients) * unit.parameters();
}

double ModelStep::gradientShardBytes(const ModelUnit& unit) const {
    return model.state().gradients * shardOf(unit, Sharded::Gradients);
}

double ModelStep::sequences() const {
    return static_cast<double>(model.microbatch) * microbatches * mesh[MeshAxis::Dp] * mesh[MeshAxis::Fsdp];
}

double ModelStep::modelFlops() const {
    const double tokens = model.sequence;
    double forward = forwardFlops(model.shape, tokens, tokens, model.causalDiscount);
    if (model.shape.predictors > 0)
        forward += model.shape.predictors * (flopsOfSequence(model, model.shape.lastLayer()).sum() +
                                             predictorFlops(model.shape, tokens) + headFlops(model.shape, tokens));
    return 3 * sequences() * forward;
}

double ModelStep::hardwareFlops() const {
    // The published HFU counts the recomputed core three times.
    const bool repeatsCore = model.attention == Attention::Flash || model.recompute == Recompute::Selective;
    const bool isTripled = model.isHfuPublished && repeatsCore && model.recompute != Recompute::Full;
    const auto ofLayer = [&](int layer) {
        const LayerFlops flops = flopsOfSequence(model, layer);
        if (isTripled) return 3 * flops.core;
        const LayerCase sequence{model.shape, layer, 1, static_cast<double>(model.sequence), {}, {}};
        return flatWork(model, recomputeOf(layer), sequence, flops).again();
    };
    double again = 0;
    for (int layer = 0; layer < model.shape.layers; ++layer) again += ofLayer(layer);
    if (const int predictors = model.shape.predictors; predictors > 0) {
        again += predictors * ofLayer(model.shape.lastLayer());
        if (recomputeOf(model.shape.lastLayer()) == Recompute::Full)
            again += predictors * predictorFlops(model.shape, model.sequence);
    }
    return modelFlops() + sequences() * again;
}

bool keepsModel(const StepSetup& setup) {
    return setup.model && (trainsModel(setup) || setup.model->offloaded != Offloaded::Nothing);
}

}  // namespace bubblescope
