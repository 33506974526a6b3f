#pragma once

#include "engine/core/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Axes of a mesh of ranks, the slowest first; ep divides what fsdp, cp and tp make together.
enum class MeshAxis : std::uint8_t { Pp, Dp, Fsdp, Cp, Tp, Ep };
inline constexpr std::string_view kAxisKeys[] = {"pp", "dp", "fsdp", "cp", "tp", "ep"};  // in files
inline constexpr std::size_t kAxes = std::size(kAxisKeys);
inline constexpr int kMaxMeshRanks = 4096;

/// Ranks that run one collective together. Experts: those that have the same experts, over which their shards are
/// spread. Batch: those that have different sequences. Groups from Experts on only time messages; ops never carry them.
enum class Group : std::uint8_t { Alone, Tp, Cp, Ep, Shard, Dp, Grad, Experts, Fsdp, Batch, Pp };
inline constexpr std::size_t kGroups = 7;  // of ops

/// How many ranks each axis has: rank = (((pp * DP + dp) * FSDP + fsdp) * CP + cp) * TP + tp.
struct Mesh {
    std::array<int, kAxes> sizes{1, 1, 1, 1, 1, 1};

    int& operator[](MeshAxis axis) { return sizes[static_cast<std::size_t>(axis)]; }
    int operator[](MeshAxis axis) const { return sizes[static_cast<std::size_t>(axis)]; }
    long long ranks() const { return 1LL * sizes[0] * sizes[1] * sizes[2] * sizes[3] * sizes[4]; }
    /// The place of a rank on an axis; not of ep.
    int placeOf(int rank, MeshAxis axis) const;
    /// The ranks of a group that one of them is in, ascending.
    std::vector<int> groupOf(int rank, Group group) const;
    /// The first of them.
    int firstOfGroup(int rank, Group group) const;

    friend bool operator==(const Mesh&, const Mesh&) = default;
};

/// What the groups of one kind have between their ranks: of groups that differ the slowest.
struct GroupLink {
    int ranks = 1;
    bool isInter = false;      // whether one of them has ranks on several nodes
    int crossing = 1;          // groups that cross out of the node with the most of them
    int membersOfBusiest = 1;  // ranks of a group on the node with the most of them
};
GroupLink linkOf(const Mesh& mesh, Group group, int nodeSize);

/// Refuses sizes past kMaxMeshRanks and an ep that does not divide.
///
/// Errors  placed at `mesh` or `mesh.ep`, with the nearest that works
Result<void> checkMesh(const Mesh& mesh);

/// The workers of one place on pp, which do the same ops at once but for their times.
///
/// Shapes  groups[Group] of workers, by their place among `workers`; groupOf[Group][place]
struct Crew {
    std::vector<int> workers;
    std::array<std::vector<std::vector<int>>, kGroups> groups;
    std::array<std::vector<int>, kGroups> groupOf;
};

/// Ranks that do the same at the same time are one worker of a program: those of one place on pp, one factor and, where
/// work differs along it, one place on cp, all of whose groups have members of the same workers.
///
/// Shapes      workerOfRank[rank]; firstRank[worker], ascending; count[worker]; crews[place on pp]
/// Invariants  workers of all crews stand in the order of their other places
/// Cost        some microseconds where factors are equal, else some 100 ns a rank, group and round
struct RankClasses {
    Mesh mesh;
    std::vector<int> workerOfRank, firstRank, count;
    std::vector<Crew> crews;

    int workers() const { return static_cast<int>(firstRank.size()); }
    int ranks() const { return static_cast<int>(workerOfRank.size()); }
    /// Those that each worker stands for, ascending.
    std::vector<std::vector<int>> ranksOfWorkers() const;
};

/// Which ranks may be told as one.
enum class Folding { Equal, None };

/// `factors` by rank, or empty where all are 1.
RankClasses classesOf(const Mesh& mesh, std::span<const double> factors, bool differsAlongCp, Folding folding);

}  // namespace bubblescope
