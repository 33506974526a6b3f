#include "widgets/shown/references.h"

#include "widgets/shown/entry_ids.h"

namespace bubblescope {

void References::pin(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
    Pinned pinned{scenario, {}, {}};
    for (const Outcome& outcome : outcomes) pinned.runs.push_back(outcome.run);
    pinned.runs.resize(scenario.schedules.size());
    m_pinned = std::move(pinned);
}

bool References::pinCurves(const Study& curves) {
    if (!m_pinned || m_pinned->scenario != curves.scenario) return false;
    m_pinned->curves = curves;
    return true;
}

void References::align(const Scenario& scenario, std::size_t upper, std::size_t lower) {
    m_aligned = std::pair(scenario.schedules[upper].id, scenario.schedules[lower].id);
}

std::optional<std::pair<std::size_t, std::size_t>> References::aligned(const Scenario& scenario) const {
    if (!m_aligned) return std::nullopt;
    const auto upper = entryPlace(scenario.schedules, m_aligned->first);
    const auto lower = entryPlace(scenario.schedules, m_aligned->second);
    if (!upper || !lower) return std::nullopt;
    return std::pair(*upper, *lower);
}

void References::apply(const Scenario& scenario, std::vector<Outcome>& outcomes) {
    const auto pair = aligned(scenario);
    const auto match = m_pinned ? placesIn(m_pinned->scenario.schedules, scenario.schedules)
                                : std::vector<std::optional<std::size_t>>(scenario.schedules.size());
    const auto isUsable = [&](std::size_t i) { return i < outcomes.size() && outcomes[i].run; };
    const bool isPair = pair && isUsable(pair->first) && isUsable(pair->second);
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        Outcome& outcome = outcomes[i];
        outcome.reference.reset();
        if (!outcome.run || (isPair && i == pair->second)) continue;
        if (isPair && i == pair->first) {
            const Outcome& other = outcomes[pair->second];
            outcome.reference = {Reference::Kind::Aligned, other.run, other.title};
        } else if (i < match.size() && match[i] && m_pinned->runs[*match[i]]) {
            const auto& run = m_pinned->runs[*match[i]];
            outcome.reference = {Reference::Kind::Pinned, run, QString::fromStdString(run->title)};
        }
    }
}

}  // namespace bubblescope
