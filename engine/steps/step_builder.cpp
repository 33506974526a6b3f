#include "engine/steps/step_builder.h"

#include "engine/core/text.h"
#include "engine/scenario/scenario.h"
#include "engine/sim/simulate.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::size_t kRoles = kRoleInfos.size();

}  // namespace

Time stretched(Time duration, double factor) {
    if (factor == 1) return duration;
    const double time = std::round(static_cast<double>(duration) * factor);
    return time >= static_cast<double>(kMaxTime) ? kMaxTime : static_cast<Time>(time);
}

StepBuilder::StepBuilder(const RankClasses& ranks, std::span<const double> factors, std::stop_token stop)
    : m_ranks(ranks),
      m_factors(factors),
      m_stop(std::move(stop)),
      m_crew(&ranks.crews.front()),
      m_count(static_cast<std::size_t>(ranks.workers()) * kRoles),
      m_sent(ranks.crews.size()) {}

void StepBuilder::reserve(std::size_t ops) {
    m_ops.reserve(ops);
    m_durations.reserve(ops);
    m_needs.firstRow.reserve(ops + 1);
    m_needs.firstEdge.reserve(ops + 1);
    m_needs.rows.reserve(ops);
    m_needs.edges.reserve(ops);
}

void StepBuilder::begin(Op op, Time duration) {
    if (m_needs.rows.size() >= static_cast<std::size_t>(kMaxOps)) m_isFull = true;
    m_ops.push_back(op);
    m_durations.push_back(duration);
    m_needs.firstRow.push_back(static_cast<std::uint32_t>(m_needs.rows.size()));
    m_needs.firstEdge.push_back(static_cast<std::uint32_t>(m_needs.edges.size()));
    m_sum += static_cast<double>(duration);
}

void StepBuilder::runOn(int worker, Role role) {
    const std::size_t lane = static_cast<std::size_t>(worker) * kRoles + static_cast<std::size_t>(role);
    ++m_count[lane];
    m_needs.rows.push_back(static_cast<std::uint32_t>(lane));
}

void StepBuilder::waitFor(const After& after, std::size_t place) {
    const auto& groupOf = m_crew->groupOf[static_cast<std::size_t>(after.on.group)];
    const auto on = after.on.first + static_cast<std::uint32_t>(groupOf[place]);
    auto& edges = m_needs.edges;
    // All members of a group wait for the same op if it belongs to the same group.
    if (edges.size() > m_needs.firstEdge.back() && edges.back().row == on && edges.back().isStart == after.isStart)
        return;
    if (after.lag != 0 || !m_needs.lags.empty()) {
        m_needs.lags.resize(edges.size(), 0);
        m_needs.lags.push_back(after.lag);
        m_sum += static_cast<double>(after.lag);
    }
    edges.emplace_back(on, after.isStart);
}

Each StepBuilder::compute(Op op, Time duration, std::span<const After> after, Role role) {
    const Each made{static_cast<std::uint32_t>(m_ops.size()), Group::Alone};
    if (m_isFull) return made;
    const OpClass of = classOf(op.kind());
    const bool isSlowed = of == OpClass::Forward || of == OpClass::Backward || of == OpClass::Weight;
    m_kinds.add(op.kind());
    m_stages = std::max(m_stages, op.stage().value + 1);
    m_microbatches = std::max(m_microbatches, op.microbatch().value + 1);
    for (std::size_t place = 0; place < m_crew->workers.size(); ++place) {
        const double factor = isSlowed && !m_factors.empty() ? m_factors[std::size_t(rankOf(place))] : 1;
        begin(op, stretched(duration, factor));
        runOn(m_crew->workers[place], role);
        for (const After& one : after)
            if (one.on.isSet()) waitFor(one, place);
    }
    return made;
}

Each StepBuilder::computeEach(Op op, std::span<const Time> durations, std::span<const After> after) {
    const Each made = compute(op, 0, after);
    if (m_isFull) return made;
    for (std::size_t place = 0; place < durations.size(); ++place) {
        const double factor = m_factors.empty() ? 1 : m_factors[std::size_t(rankOf(place))];
        Time& duration = m_durations[made.first + place];
        duration = stretched(durations[place], factor);
        m_sum += static_cast<double>(duration);
    }
    return made;
}

Each StepBuilder::collective(Op op, Time duration, Group group, Role role, std::span<const After> after) {
    const Each made{static_cast<std::uint32_t>(m_ops.size()), group};
    if (m_isFull) return made;
    m_kinds.add(op.kind());
    m_groupOfKind[static_cast<std::size_t>(op.kind())] = group;
    m_stages = std::max(m_stages, op.stage().value + 1);
    m_microbatches = std::max(m_microbatches, op.microbatch().value + 1);
    for (const std::vector<int>& members : m_crew->groups[static_cast<std::size_t>(group)]) {
        begin(op, duration);
        for (const int member : members) runOn(m_crew->workers[static_cast<std::size_t>(member)], role);
        for (const After& one : after)
            if (one.on.isSet())
                for (const int member : members) waitFor(one, static_cast<std::size_t>(member));
    }
    return made;
}

void StepBuilder::hold(MemoryPart part, double bytes, Each from, Each to, Each alsoTo) {
    if (bytes <= 0 || m_isFull) return;
    const auto stage = static_cast<int>(m_crew - m_ranks.crews.data());
    m_kept.push_back({part, stage, std::llround(bytes), from, to, alsoTo});
}

Result<BuiltStep> StepBuilder::finish() && {
    if (m_stop.stop_requested()) return cancelled();
    if (m_isFull) return Error{"the step exceeds the limit of " + withThousands(kMaxOps) + " ops", {}};
    if (m_sum > static_cast<double>(kMaxTime))
        return Error{
            "the times of all ops add up to more than the maximum (2^62 millionths of the unit); use smaller times or "
            "a larger unit",
            {}};
    BuiltStep out;
    Program& program = out.program;
    program.workers = m_ranks.workers();
    program.stages = m_stages;
    program.microbatches = m_microbatches;
    program.kinds = m_kinds;
    std::size_t rows = 0;
    std::vector<std::uint32_t> next(m_count.size());
    for (std::size_t lane = 0; lane < m_count.size(); ++lane) {
        const auto role = static_cast<Role>(lane % kRoles);
        if (m_count[lane] == 0 && role != Role::Compute) continue;
        addLane(program, WorkerId(static_cast<std::int64_t>(lane / kRoles)), role, m_count[lane], rows);
        next[lane] = static_cast<std::uint32_t>(program.lanes.back().begin);
    }
    program.ops = touchedColumn<Op>(rows, m_stop);
    program.needs = std::move(m_needs);
    out.durations = std::move(m_durations);
    out.kept = std::move(m_kept);
    out.sent = std::move(m_sent);
    Needs& needs = program.needs;
    needs.isInOrder = true;
    needs.opOfRow = touchedColumn<std::uint32_t>(rows, m_stop);
    if (m_stop.stop_requested()) return cancelled();
    needs.firstRow.push_back(static_cast<std::uint32_t>(needs.rows.size()));
    needs.firstEdge.push_back(static_cast<std::uint32_t>(needs.edges.size()));
    if (!needs.lags.empty()) needs.lags.resize(needs.edges.size(), 0);
    for (std::uint32_t op = 0; op < needs.ops(); ++op)
        for (std::uint32_t at = needs.firstRow[op]; at < needs.firstRow[op + 1]; ++at) {
            const std::uint32_t row = next[needs.rows[at]]++;
            needs.rows[at] = row;
            needs.opOfRow[row] = op;
            program.ops[row] = m_ops[op];
        }
    for (Needs::Edge& edge : needs.edges) edge = {needs.rows[needs.firstRow[edge.row]], edge.isStart == 1};
    return out;
}

}  // namespace bubblescope
