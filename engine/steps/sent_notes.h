#pragma once

#include "engine/collectives/collective.h"
#include "engine/steps/step.h"

namespace bubblescope {

struct ModelUnit;

/// Notes what ranks send while a step's collectives are issued: of each its whole buffer times the share that the
/// collective's closed form gives (collectives.md §4). Of a model that is bytes, else multiples of what is known.
class SentNotes {
public:
    /// `units`: how many units the parameters of a rank are, by which ops are numbered.
    SentNotes(const StepSetup& setup, int units, StepBuilder& out);

    /// A unit's parameters are brought together over a group.
    void weights(int unit, Group group);
    /// A share of a unit's gradient is summed over a group.
    void gradients(Collective collective, int unit, Group group, double share = 1);
    /// And what is left of it over replicas.
    void replicas(int unit, double share = 1);
    /// A microbatch's activations over tp.
    void block(Collective collective);
    /// Keys and values over cp: a rank's to the next, or those of all ranks; and the same of gradients.
    void keys(Collective collective);
    /// Heads for sequence over cp: so many shares of a rank's activations, of a model its queries.
    void heads(double shares);
    /// A model's keys and values on their way with them.
    void headsOfKeys();
    /// A rank's tokens to their experts, or back; so much more of them.
    void tokens(double crowd);
    /// A microbatch's activations, or their gradients, from a place on pp to another.
    void hop(int stage);

private:
    double shareOf(Collective collective, Group group);
    void parameters(Collective collective, int unit, Group group, double share, double bytesEach);
    void note(Collective collective, Group group, MessageUnit unit, double units, double bytes);

    const StepSetup& m_setup;
    const ModelStep* m_model;
    const std::vector<ModelUnit>* m_units = nullptr;
    double m_unit;  // which share of all parameters one is
    StepBuilder& m_out;
    static constexpr std::size_t kGroupsOfMessages = static_cast<std::size_t>(Group::Fsdp);
    std::array<std::array<double, 10>, kGroupsOfMessages> m_shares;  // by collective; below 0 until asked for
};

}  // namespace bubblescope
