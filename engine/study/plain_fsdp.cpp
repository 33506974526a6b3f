#include "engine/study/plain_fsdp.h"

#include "engine/entries/resolve.h"
#include "engine/steps/model_step.h"
#include "engine/steps/step.h"

namespace bubblescope {

MeshChoice PlainFsdp::choice(Recompute recompute) const {
    MeshChoice out;
    out.mesh[MeshAxis::Fsdp] = question.devices;
    out.recompute = recompute;
    return out;
}

std::optional<Recompute> PlainFsdp::thatFits() const {
    std::optional<Recompute> best;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (outcomes[i].fits && (!best || outcomes[i].total < of(*best).total)) best = static_cast<Recompute>(i);
    return best;
}

PlainFsdp plainFsdp(const MeshQuestion& question, const std::stop_token& stop) {
    PlainFsdp out{.question = question, .outcomes = {}, .microbatches = 0};
    for (std::size_t i = 0; i < out.outcomes.size(); ++i)
        out.outcomes[i] = outcomeOf(question, out.choice(static_cast<Recompute>(i)), stop);
    const auto setup = setUp(resolve(scenarioOf(question, out.choice(Recompute::None)), 0));
    if (!setup || !setup->model) return out;
    const ModelStep& model = *setup->model;
    const ModelUnit& layer = model.units[1];  // the first layer may include the embedding
    out.microbatches = model.microbatches;
    out.layerForward = model.timeOfWork(layer.forward());
    out.layerGather = model.timeOfParameters(Collective::AllGather, layer, model.model.parameterMessageBytes());
    return out;
}

}  // namespace bubblescope
