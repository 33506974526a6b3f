#pragma once

#include "engine/collectives/collective.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Sets of ranks and sources are bits of words.
inline constexpr int kWordBits = 64;

/// What every rank holds of every slot, by symbols: the set of ranks whose values are summed in it. A slot that is
/// moved around without sums holds its one value or none.
///
/// Cost  a bit for each rank, slot and summand; a plan of 64 ranks is run in a millisecond
class Holdings {
public:
    /// What the ranks start with.
    Holdings(Collective collective, const Plan& plan, int root);

    bool holds(int rank, std::uint32_t slot) const;
    /// Whether `source` is summed in what a rank holds of a slot.
    bool sums(int rank, std::uint32_t slot, int source) const;
    /// What is summed there, a bit for each of sources().
    std::span<const std::uint64_t> wordsOf(int rank, std::uint32_t slot) const { return {at(rank, slot), m_width}; }
    /// How many ranks' values can be told apart in a slot: 1 where its number tells whose it is.
    int sources() const { return m_sources; }
    /// Whether a rank is to end with a slot.
    bool isWanted(int rank, std::uint32_t slot, int root) const;

    /// Runs the next step of the plan.
    ///
    /// Errors  a slot is sent that its sender does not hold, a value is counted twice, a rank has two messages one way
    Result<void> run(const Plan& plan, std::size_t step, bool allowsMany);

    /// Refuses what is not the end that the collective is defined by.
    Result<void> checkEnd(int root) const;

private:
    std::uint64_t* at(int rank, std::uint32_t slot);
    const std::uint64_t* at(int rank, std::uint32_t slot) const;
    void put(int rank, std::uint32_t slot, int source);
    void putAllOf(int rank);
    bool isWhole(int rank, std::uint32_t slot) const;
    std::string nameOf(std::uint32_t slot) const;

    Collective m_collective;
    int m_ranks, m_sources;
    std::uint32_t m_slots;  // of all ranks together, where they are pairs
    bool m_isOfPairs;
    std::size_t m_width;  // words a value
    std::vector<std::uint64_t> m_words;
};

/// Bytes that Holdings of a plan take.
std::size_t holdingsBytes(Collective collective, const Plan& plan);

/// Runs a plan from its start to its end.
///
/// Errors  the first thing that is wrong with it, placed at its step
Result<void> checkPlan(const Algorithm& algorithm, const Plan& plan, int root);

}  // namespace bubblescope
