#pragma once

#include "engine/steps/sharded_chain.h"

namespace bubblescope {

struct ModelUnit;

/// Records what the units of a step keep while its ops are issued: activations, gradients, gathered parameters. Records
/// nothing without a model.
///
/// Source  docs/models.md: from the start of the op that brings it to the end of the op that frees it
class UnitMemory {
public:
    /// `units` and `microbatches`, by which ops are numbered.
    UnitMemory(const StepSetup& setup, int units, int microbatches, StepBuilder& out);

    void forward(int unit, int microbatch, const Element& element);
    void backward(int unit, int microbatch, const Element& element);
    /// A stage op of a pipeline, of any kind; each half of a backward frees its share.
    void ran(Op op, const Element& element);
    /// The gathered parameters of a unit are freed with an element.
    void free(int unit, Each gather, const Element& last);
    /// The gradient of a unit exists from its first call on; reduced() frees it after its reduction.
    void beginGradient(int unit, Each started);
    void reduced(int unit, Each end);

private:
    const ModelUnit& unitAt(int unit) const;
    void freeActivations(int unit, int microbatch, double share, const Element& element);

    const ModelStep* m_model;
    const std::vector<ModelUnit>* m_units = nullptr;
    double m_weightHold;
    std::size_t m_microbatches;
    StepBuilder& m_out;
    std::vector<Each> m_forwards;   // [unit * microbatches + microbatch]
    std::vector<Each> m_gradients;  // by unit
};

}  // namespace bubblescope
