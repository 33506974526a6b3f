#include "engine/steps/chunks.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

ModelUnit shareOf(ModelUnit unit, double share) {
    for (double* part : {&unit.dense, &unit.experts, &unit.activations}) *part *= share;
    unit.layers = unit.layers.scaled(share);
    unit.plain = unit.plain.scaled(share);
    unit.isPlain = false;
    return unit;
}

std::int64_t sumOf(const std::vector<std::int64_t>& bytes, int first, int last) {
    return std::accumulate(bytes.begin() + first, bytes.begin() + last, std::int64_t{0});
}

/// The most that a rank gathers from others at once: what is kept, plus one more group.
std::int64_t gatheredAtMost(const ChunkGroups& groups) {
    const auto beside = groups.others.begin() + groups.kept;
    return sumOf(groups.others, 0, groups.kept) +
           (beside == groups.others.end() ? 0 : *std::max_element(beside, groups.others.end()));
}

/// Decides what each op moves: it loads its own chunk and evicts the chunks that are used last.
class Mover {
public:
    Mover(ChunkPlan& plan, std::int64_t room) : m_plan(plan), m_room(room) {
        m_isHere.assign(static_cast<std::size_t>(count()), false);
        for (int group = 0; group < plan.updatedOnDevice; ++group) arrive(group);
    }

    void run() {
        for (int at = 0; at < 2 * count(); ++at) step(at, m_plan.elements.emplace_back());
    }

private:
    int count() const { return m_plan.groups.count(); }
    void arrive(int group) {
        m_isHere[static_cast<std::size_t>(group)] = true;
        m_own += m_plan.groups.own[static_cast<std::size_t>(group)];
    }

    void step(int at, ChunkPlan::Element& element) {
        const int last = 2 * count() - 1;
        const bool isForward = at < count();
        element.group = isForward ? at : last - at;
        const bool isKept = element.group < m_plan.groups.kept;
        // The last forward is followed by its backward.
        element.isGathered = isForward || (!isKept && at > count());
        element.comesUp = !m_isHere[static_cast<std::size_t>(element.group)];
        if (element.comesUp) arrive(element.group);
        m_leaves.erase({at, element.group});
        std::int64_t others = m_keptOthers;
        if (isForward || !isKept) others += m_plan.groups.others[static_cast<std::size_t>(element.group)];
        while (m_own + others > m_room) {
            const int leaves = std::prev(m_leaves.end())->second;
            m_leaves.erase(std::prev(m_leaves.end()));
            m_isHere[static_cast<std::size_t>(leaves)] = false;
            m_own -= m_plan.groups.own[static_cast<std::size_t>(leaves)];
            element.makeRoom.push_back(leaves);
        }
        if (m_own + others > m_plan.ownAtMost + m_plan.othersAtMost) {
            m_plan.ownAtMost = m_own;
            m_plan.othersAtMost = others;
        }
        if (isForward && isKept) m_keptOthers = others;
        if (element.group < m_plan.updatedOnDevice) return;
        // After its backward the host has the chunk; what went to the host first was evicted first.
        if (!isForward)
            m_leaves.insert({2 * last + 1 - at, element.group});
        else if (!isKept)
            m_leaves.insert({last - at, element.group});
    }

    ChunkPlan& m_plan;
    std::int64_t m_room, m_own = 0, m_keptOthers = 0;
    std::vector<bool> m_isHere;
    std::set<std::pair<int, int>> m_leaves;  // groups that may leave, keyed by the op that uses them next
};

}  // namespace

std::vector<ModelUnit> cutInPieces(const std::vector<ModelUnit>& units, double parametersEach) {
    std::vector<ModelUnit> pieces;
    double room = 0;
    for (const ModelUnit& unit : units)
        for (double left = unit.parameters(); left > 0;) {
            if (room == 0) {
                pieces.emplace_back();
                room = parametersEach;
            }
            const double part = std::min(left, room);
            pieces.back().add(shareOf(unit, part / unit.parameters()));
            left -= part;
            room -= part;
        }
    return pieces;
}

std::int64_t ChunkGroups::least() const {
    std::int64_t keptWhole = 0, beside = 0;
    for (int group = 0; group < count(); ++group)
        if (group < kept)
            keptWhole += wholeOf(group);
        else
            beside = std::max(beside, wholeOf(group));
    return keptWhole + beside;
}

ChunkGroups chunkGroups(double parameters, double kept, double chunkElements, int ranks, double bytesEach) {
    ChunkGroups groups;
    const double each = chunkElements * ranks;
    for (double left = parameters; left > 0; left -= each) {
        const double here = std::min(left, each);
        groups.parameters.push_back(here);
        groups.own.push_back(static_cast<std::int64_t>(std::ceil(bytesEach * here / ranks)));
        groups.others.push_back(static_cast<std::int64_t>(std::ceil(bytesEach * here)) - groups.own.back());
    }
    groups.kept = static_cast<int>(std::ceil(kept / each));
    return groups;
}

double ChunkPlan::shareOnDevice() const {
    const auto sum = [&](int count) {
        return std::accumulate(groups.parameters.begin(), groups.parameters.begin() + count, 0.0);
    };
    return sum(updatedOnDevice) / sum(groups.count());
}

ChunkPlan planOf(ChunkGroups groups, std::int64_t room, double optimizerTimes) {
    ChunkPlan plan;
    plan.groups = std::move(groups);
    const std::vector<std::int64_t>& own = plan.groups.own;
    // If all parameter chunks stay, optimizer chunks get what is left.
    std::int64_t margin = room - sumOf(own, 0, plan.groups.count()) - gatheredAtMost(plan.groups);
    for (const std::int64_t bytes : own) {
        const auto optimizer = static_cast<std::int64_t>(std::ceil(optimizerTimes * static_cast<double>(bytes)));
        if (margin < optimizer) break;
        margin -= optimizer;
        room -= optimizer;
        ++plan.updatedOnDevice;
    }
    Mover(plan, room).run();
    return plan;
}

}  // namespace bubblescope
