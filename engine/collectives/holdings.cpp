#include "engine/collectives/holdings.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// How many ranks' values can be distinguished in a slot; 1 if nothing is summed, as the slot's number gives its owner.
int sourcesOf(Collective collective, const Plan& plan) {
    return infoOf(collective).reduces || collective == Collective::Barrier ? plan.ranks : 1;
}

std::uint32_t slotsOf(const Plan& plan) {
    return static_cast<std::uint32_t>(plan.isOfPairs ? plan.ranks * plan.ranks : plan.slotCount);
}

std::size_t widthOf(Collective collective, const Plan& plan) {
    return static_cast<std::size_t>((sourcesOf(collective, plan) + kWordBits - 1) / kWordBits);
}

}  // namespace

std::size_t holdingsBytes(Collective collective, const Plan& plan) {
    return static_cast<std::size_t>(plan.places()) * slotsOf(plan) * widthOf(collective, plan) * sizeof(std::uint64_t);
}

Holdings::Holdings(Collective collective, const Plan& plan, int root)
    : m_collective(collective),
      m_ranks(plan.ranks),
      m_places(plan.places()),
      m_pieces(static_cast<std::uint32_t>(plan.pieces)),
      m_sources(sourcesOf(collective, plan)),
      m_slots(slotsOf(plan)),
      m_isOfPairs(plan.isOfPairs),
      m_width(widthOf(collective, plan)),
      m_words(holdingsBytes(collective, plan) / sizeof(std::uint64_t)) {
    for (int rank = 0; rank < m_ranks; ++rank) switch (collective) {
            case Collective::Broadcast:
            case Collective::Scatter:
            case Collective::Send:
                if (rank == root) putAllOf(rank);
                break;
            case Collective::Gather:
            case Collective::AllGather:
                for (std::uint32_t piece = 0; piece < m_pieces; ++piece)
                    put(rank, static_cast<std::uint32_t>(rank) * m_pieces + piece, rank);
                break;
            case Collective::Reduce:
            case Collective::AllReduce:
            case Collective::ReduceScatter:
            case Collective::Barrier: putAllOf(rank); break;
            case Collective::AllToAll:
                for (int to = 0; to < m_ranks; ++to) put(rank, static_cast<std::uint32_t>(rank * m_ranks + to), rank);
                break;
        }
}

std::uint64_t* Holdings::at(int rank, std::uint32_t slot) {
    return m_words.data() + (static_cast<std::size_t>(rank) * m_slots + slot) * m_width;
}

const std::uint64_t* Holdings::at(int rank, std::uint32_t slot) const {
    return m_words.data() + (static_cast<std::size_t>(rank) * m_slots + slot) * m_width;
}

void Holdings::put(int rank, std::uint32_t slot, int source) {
    const int bit = m_sources == 1 ? 0 : source;
    at(rank, slot)[bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits);
}

void Holdings::putAllOf(int rank) {
    for (std::uint32_t slot = 0; slot < m_slots; ++slot) put(rank, slot, rank);
}

bool Holdings::holds(int rank, std::uint32_t slot) const {
    const std::uint64_t* value = at(rank, slot);
    return std::any_of(value, value + m_width, [](std::uint64_t word) { return word != 0; });
}

bool Holdings::sums(int rank, std::uint32_t slot, int source) const {
    return (at(rank, slot)[source / kWordBits] >> (source % kWordBits) & 1) != 0;
}

bool Holdings::isWhole(int rank, std::uint32_t slot) const {
    const std::uint64_t* value = at(rank, slot);
    for (int left = m_sources; left > 0; left -= kWordBits, ++value)
        if (const auto all = left < kWordBits ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0}; *value != all)
            return false;
    return true;
}

std::string Holdings::nameOf(std::uint32_t slot) const {
    Plan named;
    named.ranks = m_ranks, named.isOfPairs = m_isOfPairs;
    return named.slotName(slot);
}

Result<void> Holdings::run(const Plan& plan, std::size_t step, bool allowsMany) {
    const std::string place = "step " + std::to_string(step + 1);
    const auto rankText = [&](int rank) {
        return rank < m_ranks ? "rank " + std::to_string(rank) : "switch " + std::to_string(rank - m_ranks);
    };
    const std::size_t begin = plan.beginOf(step), end = plan.steps[step].end;

    std::vector<char> sends(static_cast<std::size_t>(m_places)), receives(sends);
    std::vector<std::uint64_t> sent;
    for (std::size_t i = begin; i < end; ++i) {
        const Transfer& transfer = plan.transfers[i];
        if (!allowsMany && (sends[transfer.from]++ != 0 || receives[transfer.to]++ != 0))
            return Error{rankText(receives[transfer.to] > 1 ? transfer.to : transfer.from) +
                             " has two messages in one direction",
                         place};
        for (const std::uint32_t slot : plan.slotsOf(i)) {
            if (!holds(transfer.from, slot))
                return Error{rankText(transfer.from) + " sends slot " + nameOf(slot) + ", which it does not have",
                             place};
            sent.insert(sent.end(), at(transfer.from, slot), at(transfer.from, slot) + m_width);
        }
    }
    for (std::size_t i = begin; i < end; ++i)
        if (forgets(plan.transfers[i].mode))
            for (const std::uint32_t slot : plan.slotsOf(i))
                std::fill_n(at(plan.transfers[i].from, slot), m_width, std::uint64_t{0});

    const bool hears = m_collective == Collective::Barrier;
    const std::uint64_t* value = sent.data();
    for (std::size_t i = begin; i < end; ++i) {
        const Mode mode = plan.transfers[i].mode;
        for (const std::uint32_t slot : plan.slotsOf(i)) {
            std::uint64_t* held = at(plan.transfers[i].to, slot);
            for (std::size_t word = 0; word < m_width; ++word) {
                if (adds(mode) && (held[word] & value[word]) != 0)
                    return Error{
                        rankText(plan.transfers[i].to) + " adds a value to slot " + nameOf(slot) + " a second time",
                        place};
                held[word] = adds(mode) || hears ? held[word] | value[word] : value[word];
            }
            value += m_width;
        }
    }
    return {};
}

bool Holdings::isWanted(int rank, std::uint32_t slot, int root) const {
    const auto own = static_cast<std::uint32_t>(rank);
    switch (m_collective) {
        case Collective::Gather:
        case Collective::Reduce: return rank == root;
        case Collective::Send: return rank == (root + 1) % m_ranks;
        case Collective::Scatter:
        case Collective::ReduceScatter: return slot / m_pieces == own;
        case Collective::AllToAll: return slot % static_cast<std::uint32_t>(m_ranks) == own;
        default: return true;
    }
}

Result<void> Holdings::checkEnd(int root) const {
    for (int rank = 0; rank < m_ranks; ++rank)
        for (std::uint32_t slot = 0; slot < m_slots; ++slot)
            if (isWanted(rank, slot, root) && !isWhole(rank, slot))
                return Error{"rank " + std::to_string(rank) +
                                 (holds(rank, slot) ? " ends with only part of slot " : " ends without slot ") +
                                 nameOf(slot),
                             "end"};
    return {};
}

Result<void> checkPlan(const Algorithm& algorithm, const Plan& plan, int root) {
    Holdings held(algorithm.collective, plan, root);
    for (std::size_t step = 0; step < plan.steps.size(); ++step)
        if (auto ok = held.run(plan, step, algorithm.sendsManyAtOnce); !ok) return ok;
    return held.checkEnd(root);
}

}  // namespace bubblescope
