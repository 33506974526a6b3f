#include "engine/steps/unit_memory.h"

#include "engine/steps/model_step.h"

namespace bubblescope {

UnitMemory::UnitMemory(const StepSetup& setup, int units, int microbatches, StepBuilder& out)
    : m_model(setup.model.get()),
      m_weightHold(setup.workload.weightHold),
      m_microbatches(static_cast<std::size_t>(microbatches)),
      m_out(out) {
    if (!m_model) return;
    m_units = m_model->stages.empty() ? &m_model->units : &m_model->stages;
    m_forwards.resize(static_cast<std::size_t>(units) * m_microbatches);
    m_gradients.resize(static_cast<std::size_t>(units));
}

const ModelUnit& UnitMemory::unitAt(int unit) const {
    return (*m_units)[static_cast<std::size_t>(unit) % m_units->size()];
}

void UnitMemory::forward(int unit, int microbatch, const Element& element) {
    if (!m_model) return;
    m_forwards[static_cast<std::size_t>(unit) * m_microbatches + static_cast<std::size_t>(microbatch)] =
        element.started;
}

void UnitMemory::freeActivations(int unit, int microbatch, double share, const Element& element) {
    const std::size_t at = static_cast<std::size_t>(unit) * m_microbatches + static_cast<std::size_t>(microbatch);
    m_out.hold(MemoryPart::Activations, share * unitAt(unit).activations, m_forwards[at], element.computed,
               element.sent);
}

void UnitMemory::beginGradient(int unit, Each started) {
    if (!m_model) return;
    Each& begun = m_gradients[static_cast<std::size_t>(unit)];
    if (begun.isSet()) return;
    begun = started;
    if (m_model->sharded < Sharded::Gradients)
        m_out.hold(MemoryPart::Gradients, m_model->gradientBytes(unitAt(unit)), started);
}

void UnitMemory::backward(int unit, int microbatch, const Element& element) {
    if (!m_model) return;
    beginGradient(unit, element.started);
    freeActivations(unit, microbatch, 1, element);
    m_out.hold(MemoryPart::Activations, unitAt(unit).recomputed, element.started, element.computed, element.sent);
}

void UnitMemory::ran(Op op, const Element& element) {
    if (!m_model) return;
    const int unit = op.stage().value, microbatch = op.microbatch().value;
    switch (op.kind()) {
        case OpKind::Forward: return forward(unit, microbatch, element);
        case OpKind::Backward: return backward(unit, microbatch, element);
        case OpKind::BackwardInput:
            m_out.hold(MemoryPart::Activations, unitAt(unit).recomputed, element.started, element.computed,
                       element.sent);
            return freeActivations(unit, microbatch, 1 - m_weightHold, element);
        default: break;
    }
    beginGradient(unit, element.started);
    freeActivations(unit, microbatch, m_weightHold, element);
}

void UnitMemory::free(int unit, Each gather, const Element& last) {
    if (!m_model || !gather.isSet()) return;
    m_out.hold(MemoryPart::Gathered, m_model->model.state().gathered * unitAt(unit).parameters(), gather, last.computed,
               last.sent);
}

void UnitMemory::reduced(int unit, Each end) {
    if (!m_model || m_model->sharded < Sharded::Gradients) return;
    Each& begun = m_gradients[static_cast<std::size_t>(unit)];
    m_out.hold(MemoryPart::Gradients, m_model->gradientBytes(unitAt(unit)), begun, end);
    if (!m_model->keepsGradientShard())
        m_out.hold(MemoryPart::Gradients, m_model->gradientShardBytes(unitAt(unit)), end);
    begun = {};  // the next step has another one
}

}  // namespace bubblescope
