#pragma once

#include "engine/collectives/collective.h"
#include "engine/steps/step.h"

namespace bubblescope {

struct ModelUnit;

/// Records what ranks send while the collectives of a step are issued: the whole buffer times the share from the
/// collective's closed form (collectives.md §4). In bytes with a model, else in multiples of a known amount.
class SentNotes {
public:
    /// `units`: the number of units of a rank's parameters, by which ops are numbered.
    SentNotes(const StepSetup& setup, int units, StepBuilder& out);

    /// A unit's parameters are gathered over a group.
    void weights(int unit, Group group);
    /// A share of a unit's gradient is summed over a group.
    void gradients(Collective collective, int unit, Group group, double share = 1);
    /// The shard that is left of it is summed over replicas.
    void replicas(int unit, double share = 1);
    /// A microbatch's activations over tp.
    void block(Collective collective);
    /// Keys and values over cp: a rank's to the next rank, or those of all ranks; and the same for gradients.
    void keys(Collective collective);
    /// Heads are exchanged for sequence over cp: `shares` of a rank's activations or, with a model, of its queries.
    void heads(double shares);
    /// A model's keys and values, which go with them.
    void headsOfKeys();
    /// Attention's outputs go back to their sequence shares.
    void outputs();
    /// A rank's tokens to their experts, or back, times `crowd`.
    void tokens(double crowd);
    /// A microbatch's activations, or their gradients, from one place on pp to another.
    void hop(int stage);

private:
    double shareOf(Collective collective, Group group);
    void parameters(Collective collective, int unit, Group group, double share, double bytesEach);
    void note(Collective collective, Group group, MessageUnit unit, double units, double bytes);

    const StepSetup& m_setup;
    const ModelStep* m_model;
    const std::vector<ModelUnit>* m_units = nullptr;
    double m_unit;  // share of all parameters that one unit is
    StepBuilder& m_out;
    static constexpr std::size_t kGroupsOfMessages = static_cast<std::size_t>(Group::Fsdp);
    std::array<std::array<double, 10>, kGroupsOfMessages> m_shares;  // by collective; negative until computed
};

}  // namespace bubblescope
