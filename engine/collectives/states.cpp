#include "engine/collectives/states.h"

#include "engine/core/text.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

}  // namespace

States::States(Collective collective, Plan plan, int root)
    : m_collective(collective),
      m_plan(std::move(plan)),
      m_root(root),
      m_rows(m_plan.isOfPairs ? m_plan.ranks : m_plan.slotCount),
      m_sources(1),
      m_width(0) {}

int States::rowOf(std::uint32_t slot) const {
    const auto n = static_cast<std::uint32_t>(m_plan.ranks);
    return static_cast<int>(m_plan.isOfPairs ? (slot % n + n - slot / n) % n : slot);
}

int States::ownerOf(std::uint32_t slot) const {
    switch (m_collective) {
        case Collective::Gather:
        case Collective::AllGather: return static_cast<int>(slot) / m_plan.pieces;
        case Collective::AllToAll: return static_cast<int>(slot) / m_plan.ranks;
        default: return m_root;
    }
}

Result<States> States::of(const Algorithm& algorithm, Plan plan, int root) {
    States out(algorithm.collective, std::move(plan), root);
    const Plan& steps = out.m_plan;
    const std::size_t cells = static_cast<std::size_t>(steps.places()) * static_cast<std::size_t>(out.m_rows);
    Holdings held(algorithm.collective, steps, root);
    out.m_sources = held.sources();
    out.m_summands = out.m_sources;
    out.m_width = static_cast<std::size_t>((held.sources() + kWordBits - 1) / kWordBits);
    const std::size_t most =
        (steps.slotNumbers.size() + cells) * (sizeof(Version) + out.m_width * sizeof(std::uint64_t));
    if (most > kMostBytes)
        return Error{"the states of " + withThousands(out.ranks()) + " ranks after each step are too large to show",
                     "ranks"};

    // First by step.
    struct Change {
        std::size_t cell;
        Version version;
    };
    std::vector<Change> changes;
    std::vector<std::uint64_t> words;
    std::vector<std::uint32_t> latest(cells, kNone);
    const auto note = [&](int rank, std::uint32_t slot, std::size_t step) {
        const std::size_t cell = out.cellOf(rank, out.rowOf(slot));
        std::uint32_t& last = latest[cell];
        const auto value = held.wordsOf(rank, slot);
        const bool isHeld = held.holds(rank, slot);
        if (last == kNone || changes[last].version.step != step) {
            last = static_cast<std::uint32_t>(changes.size());
            changes.push_back({cell, {static_cast<std::uint32_t>(step), slot, 0, isHeld, false}});
            words.insert(words.end(), value.begin(), value.end());
        } else if (isHeld) {  // arrivals count, not what left in the same step
            changes[last].version.slot = slot;
            changes[last].version.isHeld = true;
            std::copy(value.begin(), value.end(), words.begin() + static_cast<std::ptrdiff_t>(last * out.m_width));
        }
    };
    const int numbers = steps.isOfPairs ? out.ranks() * out.ranks() : out.m_rows;
    for (int rank = 0; rank < out.ranks(); ++rank)
        for (int slot = 0; slot < numbers; ++slot)
            if (held.holds(rank, static_cast<std::uint32_t>(slot))) note(rank, static_cast<std::uint32_t>(slot), 0);
    for (std::size_t step = 0; step < steps.steps.size(); ++step) {
        const auto read = [&](int rank, std::uint32_t slot) {
            const std::uint32_t last = latest[out.cellOf(rank, out.rowOf(slot))];
            if (last != kNone) changes[last].version.lastRead = static_cast<std::uint32_t>(step + 1);
        };
        for (std::size_t i = steps.beginOf(step); i < steps.steps[step].end; ++i) {
            const Transfer& sent = steps.transfers[i];
            const bool joins = adds(sent.mode) || algorithm.collective == Collective::Barrier;
            for (const std::uint32_t slot : steps.slotsOf(i)) {
                read(sent.from, slot);
                if (joins) read(sent.to, slot);
            }
        }
        if (auto ok = held.run(steps, step, algorithm.sendsManyAtOnce); !ok) return ok.error();
        for (std::size_t i = steps.beginOf(step); i < steps.steps[step].end; ++i) {
            const Transfer& sent = steps.transfers[i];
            for (const std::uint32_t slot : steps.slotsOf(i)) {
                if (forgets(sent.mode)) note(sent.from, slot, step + 1);
                note(sent.to, slot, step + 1);
            }
        }
    }
    if (auto ok = held.checkEnd(root); !ok) return ok.error();

    out.m_doneAfter.resize(static_cast<std::size_t>(steps.places()));
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (latest[cell] == kNone) continue;
        Version& last = changes[latest[cell]].version;
        const auto rank = static_cast<int>(cell / static_cast<std::size_t>(out.m_rows));
        if (rank >= out.ranks() || !last.isHeld || !held.isWanted(rank, last.slot, root)) continue;
        last.isWanted = true;
        auto& done = out.m_doneAfter[static_cast<std::size_t>(rank)];
        done = std::max(done.value_or(0), std::size_t{last.step});
    }

    // By cell: first count, then sort in order.
    out.m_begin.assign(cells + 1, 0);
    for (const Change& change : changes) ++out.m_begin[change.cell + 1];
    for (std::size_t cell = 0; cell < cells; ++cell) out.m_begin[cell + 1] += out.m_begin[cell];
    std::vector<VersionId> next(out.m_begin.begin(), out.m_begin.end() - 1);
    out.m_versions.resize(changes.size());
    out.m_words.resize(words.size());
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const VersionId place = next[changes[i].cell]++;
        out.m_versions[place] = changes[i].version;
        std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(i * out.m_width), out.m_width,
                    out.m_words.begin() + static_cast<std::ptrdiff_t>(place * out.m_width));
    }
    return out;
}

States States::part(const Section& section) const {
    const int each = section.perColumn;
    Plan plan;
    plan.ranks = (ranks() + each - 1) / each;
    plan.switches = each > 1 ? 0 : m_plan.switches;
    plan.slotCount = static_cast<int>(section.rows.size());
    std::vector<std::optional<std::uint32_t>> rowOfSlot(static_cast<std::size_t>(m_rows));
    for (std::size_t row = 0; row < section.rows.size(); ++row)
        rowOfSlot[static_cast<std::size_t>(section.rows[row])] = static_cast<std::uint32_t>(row);
    for (std::size_t step = 0; step < steps(); ++step) {
        for (std::size_t i = m_plan.beginOf(step); i < m_plan.steps[step].end; ++i) {
            Transfer sent = m_plan.transfers[i];
            if (each > 1 && (sent.from >= ranks() || sent.to >= ranks() || sent.from / each == sent.to / each))
                continue;
            if (each > 1) sent = Transfer(sent.from / each, sent.to / each, sent.mode);
            const std::size_t begin = plan.slotNumbers.size();
            for (const std::uint32_t slot : m_plan.slotsOf(i))
                if (const auto row = rowOfSlot[slot]) plan.slotNumbers.push_back(*row);
            if (plan.slotNumbers.size() == begin) continue;
            sent.slotsEnd = static_cast<std::uint32_t>(plan.slotNumbers.size());
            plan.transfers.push_back(sent);
        }
        plan.steps.push_back({static_cast<std::uint32_t>(plan.transfers.size())});
    }

    States out(m_collective, std::move(plan), m_root / each);
    out.m_sources = m_sources == 1 ? 1 : (m_sources + each - 1) / each;
    out.m_summands = each == 1 ? m_summands : out.m_sources;
    out.m_width = static_cast<std::size_t>((out.m_sources + kWordBits - 1) / kWordBits);
    // The versions of a column's ranks in order; of those of one step, the one with most in it.
    const auto versionsOf = [&](int first, int last, int row) {
        std::vector<VersionId> all;
        for (int rank = first; rank < last; ++rank)
            for (VersionId id = m_begin[cellOf(rank, row)]; id < m_begin[cellOf(rank, row) + 1]; ++id)
                if (last - first == 1 || m_versions[id].isHeld) all.push_back(id);
        std::ranges::stable_sort(all, {}, [&](VersionId id) { return m_versions[id].step; });
        std::vector<VersionId> kept;
        for (const VersionId id : all)
            if (kept.empty() || m_versions[kept.back()].step != m_versions[id].step)
                kept.push_back(id);
            else if (countOf(id) > countOf(kept.back()))
                kept.back() = id;
        return kept;
    };
    out.m_begin.push_back(0);
    for (int place = 0; place < out.m_plan.places(); ++place) {
        const int first = place * each, last = place < out.ranks() ? std::min(first + each, ranks()) : first + 1;
        auto& done = out.m_doneAfter.emplace_back();
        for (int rank = first; rank < last; ++rank)
            if (const auto own = m_doneAfter[static_cast<std::size_t>(rank)]) done = std::max(done.value_or(0), *own);
        for (std::size_t row = 0; row < section.rows.size(); ++row) {
            for (const VersionId id : versionsOf(first, last, section.rows[row])) {
                out.m_versions.push_back(m_versions[id]);
                out.m_versions.back().slot = static_cast<std::uint32_t>(row);
                const std::size_t begin = out.m_words.size();
                out.m_words.resize(begin + out.m_width, 0);
                for (int source = 0; source < out.m_sources; ++source)
                    if (countOf(id, source * each, std::min(source * each + each, m_sources)) > 0)
                        out.m_words[begin + static_cast<std::size_t>(source / kWordBits)] |= std::uint64_t{1}
                                                                                             << (source % kWordBits);
            }
            out.m_begin.push_back(static_cast<VersionId>(out.m_versions.size()));
        }
    }
    return out;
}

std::optional<States::VersionId> States::at(int rank, int row, std::size_t step) const {
    const std::size_t cell = cellOf(rank, row);
    const auto begin = m_versions.begin() + m_begin[cell], end = m_versions.begin() + m_begin[cell + 1];
    const auto after = std::partition_point(begin, end, [&](const Version& version) { return version.step <= step; });
    if (after == begin || !(after - 1)->isHeld) return std::nullopt;
    return static_cast<VersionId>(after - 1 - m_versions.begin());
}

bool States::sums(VersionId id, int source) const {
    if (m_sources == 1) return source == ownerOf(m_versions[id].slot);
    return (m_words[id * m_width + static_cast<std::size_t>(source / kWordBits)] >> (source % kWordBits) & 1) != 0;
}

void States::leaveOut(int rank) {
    auto& done = m_doneAfter[static_cast<std::size_t>(rank)];
    if (done == std::size_t{0}) done.reset();
    if (m_sources == 1) return;
    --m_summands;
    const auto bit = std::uint64_t{1} << (rank % kWordBits);
    for (std::size_t word = static_cast<std::size_t>(rank / kWordBits); word < m_words.size(); word += m_width)
        m_words[word] &= ~bit;
}

int States::countOf(VersionId id) const {
    int count = 0;
    for (std::size_t word = 0; word < m_width; ++word) count += std::popcount(m_words[id * m_width + word]);
    return count;
}

int States::countOf(VersionId id, int from, int to) const {
    int count = 0;
    while (from < to) {
        const int within = from % kWordBits, taken = std::min(to - from, kWordBits - within);
        const std::uint64_t bits = m_words[id * m_width + static_cast<std::size_t>(from / kWordBits)] >> within;
        count += std::popcount(taken < kWordBits ? bits & ((std::uint64_t{1} << taken) - 1) : bits);
        from += taken;
    }
    return count;
}

void States::addOrigins(int rank, VersionId value, int depth, std::size_t most, std::vector<Origin>& out) const {
    if (out.size() >= most) return;
    const std::size_t place = out.size();
    out.push_back({rank, value, std::nullopt, {}, depth});
    const Version& made = m_versions[value];
    if (made.step == 0) return;
    const std::size_t step = made.step - 1;
    const int row = rowOf(made.slot);
    std::vector<std::pair<int, VersionId>> parts;
    for (std::size_t i = m_plan.beginOf(step); i < m_plan.steps[step].end; ++i) {
        const Transfer& transfer = m_plan.transfers[i];
        const auto slots = m_plan.slotsOf(i);
        if (transfer.to != rank || !std::binary_search(slots.begin(), slots.end(), made.slot)) continue;
        if (out[place].senders.empty() && (adds(transfer.mode) || m_collective == Collective::Barrier)) {
            out[place].own = at(rank, row, step);
            if (out[place].own && m_versions[*out[place].own].step > 0) parts.emplace_back(rank, *out[place].own);
        }
        out[place].senders.push_back(transfer.from);
        parts.emplace_back(transfer.from, *at(transfer.from, row, step));
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        addOrigins(parts[i].first, parts[i].second, depth + (i + 1 < parts.size() ? 1 : 0), most, out);
}

std::vector<States::Origin> States::historyOf(int rank, int row, std::size_t step, std::size_t most) const {
    std::vector<Origin> out;
    if (const auto value = at(rank, row, step)) addOrigins(rank, *value, 0, most, out);
    return out;
}

}  // namespace bubblescope
