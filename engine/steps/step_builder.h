#pragma once

#include "engine/program/program.h"
#include "engine/steps/mesh.h"

#include <initializer_list>
#include <stop_token>

namespace bubblescope {

/// One op on each worker of a crew, or on each of its groups, as consecutive handles.
struct Each {
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    std::uint32_t first = kNone;
    Group group = Group::Alone;

    bool isSet() const { return first != kNone; }
};

/// What occupies the memory of devices.
enum class MemoryPart { Parameters, Gradients, Optimizer, Activations, Gathered };
inline constexpr std::size_t kMemoryParts = 5;

/// Bytes that each worker of a place on pp keeps, from the start of one op to the later end of two others, or to the
/// end of the step if there are none.
struct KeptBytes {
    MemoryPart part;
    int stage = 0;
    std::int64_t bytes = 0;
    Each from, to = {}, alsoTo = {};
};

/// The unit of message sizes: bytes with a model; else all parameters of a rank before sharding, a microbatch's
/// activations between two layers, a rank's keys and values, or its tokens with a copy for each of their experts.
enum class MessageUnit { Bytes, Parameters, Activations, Keys, Tokens };
inline constexpr std::size_t kMessageUnits = 5;

/// By unit; NaN if not known.
using SentAmounts = std::array<double, kMessageUnits>;

/// A finished program with the duration of each op, and what is kept while it runs.
struct BuiltStep {
    Program program;
    Column<Time> durations;
    std::vector<KeptBytes> kept;
    std::vector<SentAmounts> sent;  // per rank, by place on pp
};

/// What an op waits for besides the previous op on its lane: other ops that must have ended, or only started.
struct After {
    Each on;
    bool isStart = false;
    Time lag = 0;

    After(Each of) : on(of) {}
    After(Each of, bool start, Time later = 0) : on(of), isStart(start), lag(later) {}
};
inline After startOf(Each on) { return {on, true}; }

/// Collects the ops of a step in the order in which they are issued. An op can only wait for earlier ones, so all can
/// be evaluated in this order, and no such program deadlocks.
///
/// Units  times in micro-units
/// Cost   about 20 ns per op and lane
class StepBuilder {
public:
    StepBuilder(const RankClasses& ranks, std::span<const double> factors, std::stop_token stop = {});

    /// Reserves memory for `ops` ops on one lane each.
    void reserve(std::size_t ops);
    /// Selects the crew of the next ops, by its place on pp.
    void turnTo(int stage) { m_crew = &m_ranks.crews[static_cast<std::size_t>(stage)]; }
    const Crew& crew() const { return *m_crew; }
    const RankClasses& ranks() const { return m_ranks; }
    /// The rank that stands for a worker of the crew.
    int rankOf(std::size_t place) const { return m_ranks.firstRank[std::size_t(m_crew->workers[place])]; }

    /// An op on the lane of each worker; compute takes longer on slow ranks.
    Each compute(Op op, Time duration, std::span<const After> after = {}, Role role = Role::Compute);
    Each compute(Op op, Time duration, std::initializer_list<After> after, Role role = Role::Compute) {
        return compute(op, duration, std::span(after.begin(), after.size()), role);
    }
    /// The same with a duration for each place in the crew.
    Each computeEach(Op op, std::span<const Time> durations, std::span<const After> after);
    /// One op on the lanes of each whole group.
    Each collective(Op op, Time duration, Group group, Role role, std::span<const After> after = {});
    Each collective(Op op, Time duration, Group group, Role role, std::initializer_list<After> after) {
        return collective(op, duration, group, role, std::span(after.begin(), after.size()));
    }

    /// Records what the workers of the crew keep; ignores zero bytes.
    void hold(MemoryPart part, double bytes, Each from, Each to = {}, Each alsoTo = {});
    /// Records what each rank of a place on pp sends; without a place, of the crew.
    void note(int stage, MessageUnit unit, double amount) {
        m_sent[static_cast<std::size_t>(stage)][static_cast<std::size_t>(unit)] += amount;
    }
    void note(MessageUnit unit, double amount) { note(static_cast<int>(m_crew - m_ranks.crews.data()), unit, amount); }
    /// Whether to continue: not stopped, and not too many ops.
    bool goesOn() const { return !m_isFull && !m_stop.stop_requested(); }
    /// The group that runs ops of a kind.
    Group groupOf(OpKind kind) const { return m_groupOfKind[static_cast<std::size_t>(kind)]; }
    const std::array<Group, kOpKinds>& groupsOfKinds() const { return m_groupOfKind; }

    /// Errors  cancelled(), times that add up to more than can be counted, or too many ops
    Result<BuiltStep> finish() &&;

private:
    void begin(Op op, Time duration);
    void runOn(int worker, Role role);
    void waitFor(const After& after, std::size_t place);

    const RankClasses& m_ranks;
    std::span<const double> m_factors;
    std::stop_token m_stop;
    const Crew* m_crew;
    bool m_isFull = false;
    double m_sum = 0;  // of all times
    int m_stages = 1, m_microbatches = 1;
    OpKindSet m_kinds;
    std::array<Group, kOpKinds> m_groupOfKind{};
    Column<Op> m_ops;
    Column<Time> m_durations;
    Needs m_needs;                       // rows are lanes and edges name ops until all ops are present
    std::vector<std::uint32_t> m_count;  // by worker and role
    std::vector<KeptBytes> m_kept;
    std::vector<SentAmounts> m_sent;
};

/// A duration scaled for a rank; at most kMaxTime, which no step may have.
Time stretched(Time duration, double factor);

}  // namespace bubblescope
