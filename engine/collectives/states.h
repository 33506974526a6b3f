#pragma once

#include "engine/collectives/holdings.h"

#include <optional>

namespace bubblescope {

/// What every rank holds after each step of a plan, kept as what each step changed.
///
/// Shapes      a rank has `rows` rows: the slots; of an all-to-all the ways a slot has to go, 0 .. ranks-1 ranks on,
/// for
///             no rank ever holds two slots of one way
/// Invariants  the plan was run without an error to the end that its collective is defined by
/// Cost        memory and time follow the slots that are sent, times a bit for each summand
class States {
public:
    /// What a rank holds in a row from the end of a step on.
    struct Version {
        std::uint32_t step = 0;      // it is held from the end of this step on; 0: from the start
        std::uint32_t slot = 0;      // as plans number them
        std::uint32_t lastRead = 0;  // the last step that sends it, or adds to it; 0: none
        bool isHeld = true;          // false: there is nothing any more
        bool isWanted = false;       // it is what the rank is to end with
    };
    using VersionId = std::uint32_t;

    /// Errors  those of checkPlan(); and more than kMostBytes, placed at `ranks`
    static Result<States> of(const Algorithm& algorithm, Plan plan, int root);
    static constexpr std::size_t kMostBytes = 128u << 20;

    const Plan& plan() const { return m_plan; }
    Collective collective() const { return m_collective; }
    int ranks() const { return m_plan.ranks; }
    int rows() const { return m_rows; }
    std::size_t steps() const { return m_plan.steps.size(); }
    /// How many ranks' values can be told apart in a row; 1 where nothing is summed.
    int sources() const { return m_sources; }
    /// How many of them are in a whole sum.
    int summands() const { return m_summands; }
    /// Forgets what a rank has of its own: it is in no sum, and is there from the start for nobody.
    void leaveOut(int rank);

    /// What a rank holds in a row after so many steps; nothing if it holds nothing.
    std::optional<VersionId> at(int rank, int row, std::size_t step) const;
    const Version& version(VersionId id) const { return m_versions[id]; }
    /// Whether a rank's value is in a version; that of the slot's owner where nothing is summed.
    bool sums(VersionId id, int source) const;
    int countOf(VersionId id) const;
    /// How many of the sources from .. to-1 are summed in a version.
    int countOf(VersionId id, int from, int to) const;
    /// Whose value is in a slot of a collective that sums nothing.
    int ownerOf(std::uint32_t slot) const;
    /// Whether nothing after this step reads a version, nor is it what the rank is to end with.
    bool isLeftover(VersionId id, std::size_t step) const {
        return !version(id).isWanted && version(id).lastRead <= step;
    }
    /// The step after whose end a rank has what it is to end with, for good; nothing if that is nothing.
    std::optional<std::size_t> doneAfter(int rank) const { return m_doneAfter[static_cast<std::size_t>(rank)]; }

    int rowOf(std::uint32_t slot) const;

    /// A value on its way to another: what a rank had from some step on.
    struct Origin {
        int rank = 0;
        VersionId value = 0;
        std::optional<VersionId> own;  // what the rank had before, and added to
        std::vector<int> senders;      // of what else it was made from; none: there from the start
        int depth = 0;                 // how many branches away from where the history began
    };
    /// How the value that a rank holds in a row came to be, backwards: the value itself, then what it was made from. Of
    /// several origins all but the last are branches, which come first; what a rank adds that it had from the start is
    /// none.
    ///
    /// Shapes  `most` entries at most: the newest of each branch
    std::vector<Origin> historyOf(int rank, int row, std::size_t step, std::size_t most = kMostOrigins) const;
    static constexpr std::size_t kMostOrigins = 512;

private:
    States(Collective collective, Plan plan, int root);
    std::size_t cellOf(int rank, int row) const {
        return static_cast<std::size_t>(rank) * static_cast<std::size_t>(m_rows) + static_cast<std::size_t>(row);
    }
    void addOrigins(int rank, VersionId value, int depth, std::size_t most, std::vector<Origin>& out) const;

    Collective m_collective;
    Plan m_plan;
    int m_root, m_rows, m_sources, m_summands = 1;
    std::size_t m_width;
    std::vector<Version> m_versions;                      // by rank and row, then by step
    std::vector<std::uint64_t> m_words;                   // width for each version
    std::vector<VersionId> m_begin;                       // of each rank and row, and the end
    std::vector<std::optional<std::size_t>> m_doneAfter;  // by rank
};

}  // namespace bubblescope
