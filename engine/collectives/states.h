#pragma once

#include "engine/collectives/holdings.h"

#include <optional>

namespace bubblescope {

/// What every rank holds after each step of a plan, stored as the changes of each step.
///
/// Shapes      a rank has `rows` rows, one per slot. In an all-to-all they are distances: a row is the number of ranks,
///             0 .. ranks-1, that a slot has to go, as no rank ever holds two slots of one distance
/// Invariants  the plan ran without an error to the end that its collective defines
/// Cost        memory and time grow with the slots sent, times a bit per summand
class States {
public:
    /// What a rank holds in a row from the end of a step on.
    struct Version {
        std::uint32_t step = 0;      // held from the end of this step on; 0: from the start
        std::uint32_t slot = 0;      // as plans number them
        std::uint32_t lastRead = 0;  // the last step that sends it or adds to it; 0: none
        bool isHeld = true;          // false: the row is empty
        bool isWanted = false;       // the rank must end with it
    };
    using VersionId = std::uint32_t;

    /// Errors  those of checkPlan(); more than kMostBytes, placed at `ranks`
    static Result<States> of(const Algorithm& algorithm, Plan plan, int root);
    static constexpr std::size_t kMostBytes = 128u << 20;

    const Plan& plan() const { return m_plan; }
    Collective collective() const { return m_collective; }
    int ranks() const { return m_plan.ranks; }
    int rows() const { return m_rows; }
    std::size_t steps() const { return m_plan.steps.size(); }
    /// How many ranks' values can be distinguished in a row; 1 if nothing is summed.
    int sources() const { return m_sources; }
    /// How many of them a complete sum has.
    int summands() const { return m_summands; }
    /// Some of the rows, of ranks or of nodes of `perColumn` ranks. A node has what changed last in one of its ranks,
    /// and is in a sum as soon as one of its ranks is; messages inside it are left out.
    struct Section {
        std::vector<int> rows;
        int perColumn = 1;
    };
    States part(const Section& section) const;
    /// Removes a rank's own data: it is in no sum, and no rank starts with it.
    void leaveOut(int rank);

    /// What a rank holds in a row after `step` steps; nothing if the row is empty.
    std::optional<VersionId> at(int rank, int row, std::size_t step) const;
    const Version& version(VersionId id) const { return m_versions[id]; }
    /// Whether a rank's value is in a version; if nothing is summed, whether it is the owner's.
    bool sums(VersionId id, int source) const;
    int countOf(VersionId id) const;
    /// How many of the sources from .. to-1 are summed in a version.
    int countOf(VersionId id, int from, int to) const;
    /// Whose value is in a slot of a collective that sums nothing.
    int ownerOf(std::uint32_t slot) const;
    /// Whether no later step reads a version and the rank need not end with it.
    bool isLeftover(VersionId id, std::size_t step) const {
        return !version(id).isWanted && version(id).lastRead <= step;
    }
    /// The step after which a rank has everything it must end with; nothing if it needs nothing.
    std::optional<std::size_t> doneAfter(int rank) const { return m_doneAfter[static_cast<std::size_t>(rank)]; }

    int rowOf(std::uint32_t slot) const;

    /// One step in the history of a value: what a rank had from some step on.
    struct Origin {
        int rank = 0;
        VersionId value = 0;
        std::optional<VersionId> own;  // what the rank had before, and added to
        std::vector<int> senders;      // of the other origins; none: there from the start
        int depth = 0;                 // number of branches from where the history began
    };
    /// How the value that a rank holds in a row came about, backwards: the value itself, then its origins. Of several
    /// origins, all but the last are branches, which come first. A rank's own data from the start is not an origin.
    ///
    /// Shapes  at most `most` entries: the newest of each branch
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
    std::vector<std::uint64_t> m_words;                   // width words per version
    std::vector<VersionId> m_begin;                       // first version of each rank and row, and the end
    std::vector<std::optional<std::size_t>> m_doneAfter;  // by rank
};

}  // namespace bubblescope
