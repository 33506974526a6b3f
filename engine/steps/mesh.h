#pragma once

#include "engine/core/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Axes of a mesh of ranks, the slowest first; ep lies on the others.
enum class MeshAxis : std::uint8_t { Pp, Dp, Fsdp, Cp, Tp, Ep };
inline constexpr std::string_view kAxisKeys[] = {"pp", "dp", "fsdp", "cp", "tp", "ep"};  // in files
inline constexpr std::size_t kAxes = std::size(kAxisKeys);
inline constexpr std::string_view kExpertCutKey = "etp";
/// Ranks of a mesh, and those whose ops are shown one by one.
inline constexpr int kMaxMeshRanks = 65536, kMaxUnfoldedRanks = 4096;

/// Groups of ranks that run one collective together. Of the ranks that have the same experts, Experts spread the
/// shards of them, ExpertReplicas have the same shard, and ExpertGrad are all; ExpertCut share each expert. Batch: the
/// ranks that have different sequences. Groups from Experts on only serve to time messages; ops never carry them.
enum class Group : std::uint8_t {
    Alone,
    Tp,
    Cp,
    Ep,
    Shard,
    Dp,
    Grad,
    Experts,
    ExpertReplicas,
    ExpertGrad,
    ExpertCut,
    Fsdp,
    Batch,
    Pp
};
inline constexpr std::size_t kAllGroups = 14;
inline constexpr std::size_t kGroups = 7;  // groups that ops can carry

/// The number of ranks per axis: rank = (((pp * DP + dp) * FSDP + fsdp) * CP + cp) * TP + tp.
struct Mesh {
    std::array<int, kAxes> sizes{1, 1, 1, 1, 1, 1};
    int expertCut = 1;  // ranks that share each expert, with ep: the key `etp`

    int& operator[](MeshAxis axis) { return sizes[static_cast<std::size_t>(axis)]; }
    int operator[](MeshAxis axis) const { return sizes[static_cast<std::size_t>(axis)]; }
    long long ranks() const { return 1LL * sizes[0] * sizes[1] * sizes[2] * sizes[3] * sizes[4]; }
    /// Ranks on fsdp, cp and tp; and those that have all experts between them.
    int innerRanks() const { return sizes[2] * sizes[3] * sizes[4]; }
    int expertRanks() const { return sizes[5] * (sizes[5] > 1 ? expertCut : 1); }
    /// Whether experts can be spread over the axes below pp.
    bool takesExperts() const;
    /// The place of a rank on an axis other than ep.
    int placeOf(int rank, MeshAxis axis) const;
    /// The ranks of the group that contains `rank`, ascending.
    std::vector<int> groupOf(int rank, Group group) const;
    /// The first rank of that group.
    int firstOfGroup(int rank, Group group) const;

    friend bool operator==(const Mesh&, const Mesh&) = default;
};

/// The link between the ranks of a group; the slowest if groups of the kind differ.
struct GroupLink {
    int ranks = 1;
    bool isInter = false;      // whether a group has ranks on several nodes
    int crossing = 1;          // number of groups that leave the node with the most of them
    int membersOfBusiest = 1;  // number of a group's ranks on the node with the most of them
    int membersOfNode = 1;     // ranks of a group that starts with a node, on each of its nodes

    int nodes() const { return (ranks + membersOfNode - 1) / membersOfNode; }
};
GroupLink linkOf(const Mesh& mesh, Group group, int nodeSize);

/// Refuses sizes over kMaxMeshRanks, and an ep and etp that do not fit the other axes.
///
/// Errors  placed at `mesh` or `mesh.ep`, with the nearest value that works
Result<void> checkMesh(const Mesh& mesh);
/// Why the mesh cannot share experts, with the nearest that works; of a model with so many experts, if there is one.
Error expertError(const Mesh& mesh, int experts);

/// The workers of one place on pp. They run the same ops at the same time, with possibly different durations.
///
/// Shapes  groups[Group] of workers, by their place among `workers`; groupOf[Group][place]
struct Crew {
    std::vector<int> workers;
    std::array<std::vector<std::vector<int>>, kGroups> groups;
    std::array<std::vector<int>, kGroups> groupOf;
};

/// Folds ranks that do the same at the same time into one worker of a program. Such ranks share a place on pp, a factor
/// and, if work differs along cp, a place on cp, and all their groups have members of the same workers.
///
/// Shapes      workerOfRank[rank]; firstRank[worker], ascending; count[worker]; crews[place on pp]
/// Invariants  workers of all crews are ordered by their other places
/// Cost        a few microseconds if factors are equal, else about 100 ns per rank, group and round
struct RankClasses {
    Mesh mesh;
    std::vector<int> workerOfRank, firstRank, count;
    std::vector<Crew> crews;

    int workers() const { return static_cast<int>(firstRank.size()); }
    int ranks() const { return static_cast<int>(workerOfRank.size()); }
    /// The ranks that each worker stands for, ascending.
    std::vector<std::vector<int>> ranksOfWorkers() const;
};

/// Which ranks may be folded into one worker.
enum class Folding { Equal, None };

/// `factors` by rank, or empty if all are 1.
RankClasses classesOf(const Mesh& mesh, std::span<const double> factors, bool differsAlongCp, Folding folding);

}  // namespace bubblescope
