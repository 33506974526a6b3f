#pragma once

#include "engine/collectives/collective.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Sets of ranks and sources are stored as bits of words.
inline constexpr int kWordBits = 64;

/// What every rank, and every switch, holds in every slot, symbolically: the set of ranks whose values are summed in
/// it. A slot that is only moved holds its one value or nothing.
///
/// Cost  one bit per rank, slot and summand; a plan of 64 ranks runs in a millisecond
class Holdings {
public:
    /// What the ranks start with.
    Holdings(Collective collective, const Plan& plan, int root);

    bool holds(int rank, std::uint32_t slot) const;
    /// Whether the value of `source` is part of what a rank holds in a slot.
    bool sums(int rank, std::uint32_t slot, int source) const;
    /// The ranks summed there, one bit for each of sources().
    std::span<const std::uint64_t> wordsOf(int rank, std::uint32_t slot) const { return {at(rank, slot), m_width}; }
    /// How many ranks' values can be distinguished in a slot; 1 if the slot's number gives its owner.
    int sources() const { return m_sources; }
    /// Whether a rank must end with a slot.
    bool isWanted(int rank, std::uint32_t slot, int root) const;

    /// Runs the next step of the plan.
    ///
    /// Errors  a rank sends a slot it does not have, counts a value twice, or has two messages in one direction
    Result<void> run(const Plan& plan, std::size_t step, bool allowsMany);

    /// Refuses a final state that the definition of the collective does not allow.
    Result<void> checkEnd(int root) const;

private:
    std::uint64_t* at(int rank, std::uint32_t slot);
    const std::uint64_t* at(int rank, std::uint32_t slot) const;
    void put(int rank, std::uint32_t slot, int source);
    void putAllOf(int rank);
    bool isWhole(int rank, std::uint32_t slot) const;
    std::string nameOf(std::uint32_t slot) const;

    Collective m_collective;
    int m_ranks, m_places;
    std::uint32_t m_pieces;  // of a rank's slot
    int m_sources;
    std::uint32_t m_slots;  // of all ranks together, if they are pairs
    bool m_isOfPairs;
    std::size_t m_width;  // words per value
    std::vector<std::uint64_t> m_words;
};

/// Bytes that Holdings of a plan need.
std::size_t holdingsBytes(Collective collective, const Plan& plan);

/// Runs a plan from start to end.
///
/// Errors  the first fault found, placed at its step
Result<void> checkPlan(const Algorithm& algorithm, const Plan& plan, int root);

}  // namespace bubblescope
