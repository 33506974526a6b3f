#pragma once

#include "engine/transformers/layer_costs.h"

namespace bubblescope {

/// What a layer's ops have to do on one rank, for one microbatch, by the blocks that ops are made of.
///
/// Units  FLOPs where ops take their FLOPs at one efficiency, else seconds
struct LayerWork {
    Passes attention, core;  // without its core; the core
    Passes mlp, shared, router;
    double attentionAgain = 0, mlpAgain = 0;  // what the blocks' backwards repeat
    double wholeAgain = 0;                    // of the forward, if the layer's backward repeats it first
    bool repeatsExchanges = false;            // of tokens with their experts

    double again() const { return attentionAgain + mlpAgain + wholeAgain; }
    Passes ofAttention() const;
    Passes ofMlp() const;
    Passes sum() const;
    void add(const LayerWork& other);
    LayerWork scaled(double factor) const;
};

/// A layer of a model on one rank. `model` outlives it; `accumulates`: gradients of several microbatches are added up.
LayerCase caseOf(const TrainedModel& model, int layer, const ActivationCut& cut, bool accumulates = false);

/// Bytes that a layer keeps: as frameworks do, or by the table of version 1.
KeptLayer keptOf(const TrainedModel& model, Recompute recompute, const LayerCase& layer, bool isByTable);

/// At one efficiency: `flops` are those of the rank.
LayerWork flatWork(const TrainedModel& model, Recompute recompute, const LayerCase& layer, const LayerFlops& flops);
/// By what each op is bound by.
LayerWork timedWork(const TrainedModel& model, Recompute recompute, const LayerCase& layer, const MachineRates& rates);

}  // namespace bubblescope
