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

/// Of one layer and one sequence.
LayerFlops flopsOfSequence(const TrainedModel& model, int layer) {
    return layerFlops(model.shape, layer, model.sequence, model.sequence, model.causalDiscount);
}

}  // namespace

void ModelUnit::add(const ModelUnit& other) {
    dense += other.dense;
    experts += other.experts;
    layers.projections += other.layers.projections;
    layers.core += other.layers.core;
    layers.mlp += other.layers.mlp;
    layers.shared += other.layers.shared;
    layers.router += other.layers.router;
    head += other.head;
    activations += other.activations;
    recomputed = std::max(recomputed, other.recomputed);  // layers are recomputed one after the other
}

double ModelStep::denseShards() const {
    return links[static_cast<std::size_t>(sharded == Sharded::All ? Group::Shard : Group::Grad)].ranks;
}

double ModelStep::expertShards() const {
    if (mesh[MeshAxis::Ep] == 1) return denseShards();
    const double replicas = sharded == Sharded::All ? 1 : mesh[MeshAxis::Dp];
    return replicas * links[static_cast<std::size_t>(Group::Experts)].ranks;
}

std::pair<int, int> ModelStep::unitsOfStage(int stage, int stages) const {
    const int layers = model.shape.layers;
    return {firstLayerOf(stage, layers, stages),
            stage + 1 == stages ? static_cast<int>(units.size()) : firstLayerOf(stage + 1, layers, stages)};
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
    return timeOfBytes(kUpdateBytes * shardOf(unit, Sharded::Optimizer), hardware.memoryGbs);
}

Time ModelStep::timeOfBytes(double bytes, double gbs) const {
    return boundedTime(bytes / (gbs * 1e3) * unitsOfMicrosecond);
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
    return 2 * model.tokens() * (model.shape.keys() + model.shape.values()) / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::queryMessage() const {
    return 2 * model.tokens() * model.shape.queries() / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
}

double ModelStep::outputMessage() const {
    return 2 * model.tokens() * model.shape.outputs() / mesh[MeshAxis::Cp] / mesh[MeshAxis::Tp];
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
    if (chunks) {  // gradients overwrite their parameters in chunks
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
    const double tokens = model.sequence;
    double forward = forwardFlops(model.shape, tokens, tokens, model.causalDiscount);
    if (model.shape.predictors > 0)
        forward += model.shape.predictors * (flopsOfSequence(model, model.shape.lastLayer()).sum() +
                                             predictorFlops(model.shape, tokens) + headFlops(model.shape, tokens));
    return 3 * sequences() * forward;
}

double ModelStep::hardwareFlops() const {
    // The published HFU counts the recomputed core three times.
    const bool isTripled =
        model.isHfuPublished && model.recompute != Recompute::None && model.recompute != Recompute::Full;
    double again = 0;
    const auto add = [&](int layer, int count) {
        ModelUnit unit;
        unit.layers = flopsOfSequence(model, layer);
        again += count * (isTripled ? 3 * unit.layers.core : repeated(unit));
    };
    for (const std::vector<int>& alike : alikeLayers(model.shape)) add(alike.front(), static_cast<int>(alike.size()));
    if (const int predictors = model.shape.predictors; predictors > 0) {
        add(model.shape.lastLayer(), predictors);
        if (model.recompute == Recompute::Full) again += predictors * predictorFlops(model.shape, model.sequence);
    }
    return modelFlops() + sequences() * again;
}

bool keepsModel(const StepSetup& setup) {
    return setup.model && (setup.kind->step->trainsModel || setup.model->offloaded != Offloaded::Nothing);
}

}  // namespace bubblescope
