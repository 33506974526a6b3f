#include "widgets/shown/references.h"

#include <algorithm>

namespace bubblescope {

std::vector<std::optional<std::size_t>> matchSchedules(const std::vector<ScheduleEntry>& now,
                                                       const std::vector<ScheduleEntry>& then) {
    std::vector<std::optional<std::size_t>> match(now.size());
    std::vector<bool> taken(then.size(), false);
    const auto matchAll = [&](auto&& isSame) {
        for (std::size_t i = 0; i < now.size(); ++i) {
            for (std::size_t j = 0; !match[i] && j < then.size(); ++j) {
                if (taken[j] || !isSame(now[i], then[j])) continue;
                match[i] = j;
                taken[j] = true;
            }
        }
    };
    matchAll([](const ScheduleEntry& a, const ScheduleEntry& b) { return a == b; });
    matchAll([](const ScheduleEntry& a, const ScheduleEntry& b) { return a.kind == b.kind && a.label == b.label; });
    matchAll([](const ScheduleEntry& a, const ScheduleEntry& b) { return a.kind == b.kind; });
    return match;
}

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
    m_aligned = {scenario.schedules[upper], scenario.schedules[lower]};
}

std::optional<std::pair<std::size_t, std::size_t>> References::aligned(const Scenario& scenario) const {
    if (m_aligned.empty()) return std::nullopt;
    std::optional<std::size_t> upper, lower;
    const auto match = matchSchedules(scenario.schedules, m_aligned);
    for (std::size_t i = 0; i < match.size(); ++i) {
        if (match[i] == 0u) upper = i;
        if (match[i] == 1u) lower = i;
    }
    if (!upper || !lower) return std::nullopt;
    return std::pair(*upper, *lower);
}

void References::apply(const Scenario& scenario, std::vector<Outcome>& outcomes) {
    const auto pair = aligned(scenario);
    if (pair) align(scenario, pair->first, pair->second);  // the next edit is matched with the present entries
    const auto match = m_pinned ? matchSchedules(scenario.schedules, m_pinned->scenario.schedules)
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
