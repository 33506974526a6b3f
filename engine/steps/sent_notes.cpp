#include "engine/steps/sent_notes.h"

#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"

#include <limits>

namespace bubblescope {

SentNotes::SentNotes(const StepSetup& setup, int units, StepBuilder& out)
    : m_setup(setup), m_model(setup.model.get()), m_unit(1.0 / std::max(units, 1)), m_out(out) {
    for (auto& shares : m_shares) shares.fill(-1);
    if (m_model) m_units = m_model->stages.empty() ? &m_model->units : &m_model->stages;
}

double SentNotes::shareOf(Collective collective, Group group) {
    double& share = m_shares[static_cast<std::size_t>(group)][static_cast<std::size_t>(collective)];
    if (share >= 0) return share;
    // A rank without others stands for any number of ranks, so what it sends is not known.
    const bool isAny = !m_model && m_setup.ranks() == m_setup.mesh[MeshAxis::Pp];
    if (isAny) return std::numeric_limits<double>::quiet_NaN();
    const int ranks = m_model ? m_model->links[static_cast<std::size_t>(group)].ranks
                              : static_cast<int>(m_setup.mesh.groupOf(0, group).size());
    return share = sentShare(collective, ranks);
}

void SentNotes::note(Collective collective, Group group, MessageUnit unit, double units, double bytes) {
    const double share = shareOf(collective, group);
    m_out.note(m_model ? MessageUnit::Bytes : unit, share * (m_model ? bytes : units));
}

void SentNotes::parameters(Collective collective, int unit, Group group, double share, double bytesEach) {
    if (!m_model) return note(collective, group, MessageUnit::Parameters, share * m_unit, 0);
    m_model->eachMessage((*m_units)[static_cast<std::size_t>(unit) % m_units->size()],
                         [&](Group own, double parameters) {
                             note(collective, own, MessageUnit::Bytes, 0, share * bytesEach * parameters);
                         });
}

void SentNotes::weights(int unit, Group group) {
    parameters(Collective::AllGather, unit, group, 1, m_model ? m_model->model.parameterMessageBytes() : 0);
}

void SentNotes::gradients(Collective collective, int unit, Group group, double share) {
    parameters(collective, unit, group, share, m_model ? m_model->model.gradientMessageBytes() : 0);
}

void SentNotes::replicas(int unit, double share) {
    if (m_setup.mesh[MeshAxis::Dp] == 1) return;
    if (!m_model) {
        const double shards = m_setup.mesh[MeshAxis::Fsdp] * m_setup.mesh[MeshAxis::Cp];
        return note(Collective::AllReduce, Group::Dp, MessageUnit::Parameters, share * m_unit / shards, 0);
    }
    const ModelUnit& of = (*m_units)[static_cast<std::size_t>(unit) % m_units->size()];
    note(Collective::AllReduce, Group::Dp, MessageUnit::Bytes, 0,
         share * m_model->model.gradientMessageBytes() * m_model->shardOf(of, Sharded::All));
}

void SentNotes::block(Collective collective) {
    note(collective, Group::Tp, MessageUnit::Activations, 1, m_model ? m_model->activationMessage() : 0);
}

void SentNotes::keys(Collective collective) {
    const double ranks = collective == Collective::Send ? 1 : m_setup.mesh[MeshAxis::Cp];
    note(collective, Group::Cp, MessageUnit::Keys, ranks, m_model ? ranks * m_model->keyMessage() : 0);
}

void SentNotes::heads(double shares) {
    note(Collective::AllToAll, Group::Cp, MessageUnit::Activations, shares,
         m_model ? shares * m_model->queryMessage() : 0);
}

void SentNotes::outputs() {
    note(Collective::AllToAll, Group::Cp, MessageUnit::Activations, 1, m_model ? m_model->outputMessage() : 0);
}

void SentNotes::headsOfKeys() {
    note(Collective::AllToAll, Group::Cp, MessageUnit::Bytes, 0, m_model ? m_model->keyMessage() : 0);
}

void SentNotes::tokens(double crowd) {
    note(Collective::AllToAll, Group::Ep, MessageUnit::Tokens, crowd, m_model ? crowd * m_model->tokenMessage() : 0);
}

void SentNotes::hop(int stage) {
    if (m_model)
        m_out.note(stage, MessageUnit::Bytes, m_model->hopMessage());
    else
        m_out.note(stage, MessageUnit::Activations, 1);
}

}  // namespace bubblescope
