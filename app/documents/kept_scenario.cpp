#include "app/documents/kept_scenario.h"

namespace bubblescope {

namespace {

/// Calls f(list) for every list of a workload and every row of its matrix, always in the same order.
template <class W, class F>
void forEachList(W& workload, F&& f) {
    const auto visit = [&](auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, PerDevice>) {
            if (auto* list = std::get_if<1>(&value)) f(*list);
        } else if constexpr (std::is_same_v<Value, Comm>) {
            if (auto* matrix = std::get_if<1>(&value))
                for (auto& row : *matrix) f(row);
        } else if constexpr (std::is_same_v<Value, std::optional<PerDevice>>) {
            if (value)
                if (auto* list = std::get_if<1>(&*value)) f(*list);
        }
    };
    forEachWorkloadKey([&](const WorkloadKey&, auto member, auto) { visit(workload.*member); });
}

bool isSame(const std::vector<double>& a, const std::vector<double>& b) { return a == b; }
bool isSame(const ScheduleEntry& a, const ScheduleEntry& b) { return a.id == b.id && a.color == b.color && a == b; }

/// Shares the value at the same place of `before` if it is equal, else copies `value`.
template <class T>
std::shared_ptr<const T> kept(const T& value, const std::vector<std::shared_ptr<const T>>* before, std::size_t place) {
    if (before && place < before->size() && isSame(*(*before)[place], value)) return (*before)[place];
    return std::make_shared<const T>(value);
}

template <class T>
std::size_t notIn(const std::vector<std::shared_ptr<const T>>& parts,
                  const std::vector<std::shared_ptr<const T>>& before) {
    std::size_t own = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) own += i >= before.size() || parts[i] != before[i];
    return own;
}

}  // namespace

KeptScenario::KeptScenario(const Scenario& scenario, const KeptScenario* before)
    : m_rest{scenario.title, scenario.workload, {}, scenario.training, scenario.style, scenario.published} {
    forEachList(m_rest.workload, [&](std::vector<double>& list) {
        m_lists.push_back(kept(list, before ? &before->m_lists : nullptr, m_lists.size()));
        list = {};
    });
    for (const ScheduleEntry& entry : scenario.schedules)
        m_schedules.push_back(kept(entry, before ? &before->m_schedules : nullptr, m_schedules.size()));
}

Scenario KeptScenario::scenario() const {
    Scenario out = m_rest;
    auto list = m_lists.begin();
    forEachList(out.workload, [&](std::vector<double>& values) { values = **list++; });
    for (const auto& entry : m_schedules) out.schedules.push_back(*entry);
    return out;
}

bool KeptScenario::operator==(const KeptScenario& other) const { return scenario() == other.scenario(); }

std::size_t KeptScenario::ownParts(const KeptScenario& before) const {
    return notIn(m_lists, before.m_lists) + notIn(m_schedules, before.m_schedules);
}

}  // namespace bubblescope
