#include "engine/steps/mesh.h"

#include "engine/core/divisors.h"
#include "engine/core/text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>

namespace bubblescope {

namespace {

/// The distance from a rank to the next one along an axis.
int strideOf(const Mesh& mesh, MeshAxis axis) {
    int stride = 1;
    for (std::size_t i = static_cast<std::size_t>(axis) + 1; i < static_cast<std::size_t>(MeshAxis::Ep); ++i)
        stride *= mesh.sizes[i];
    return stride;
}

/// The axes along which the ranks of a group differ, the slowest first.
std::span<const MeshAxis> axesOf(Group group) {
    static constexpr MeshAxis kTp[] = {MeshAxis::Tp}, kCp[] = {MeshAxis::Cp}, kShard[] = {MeshAxis::Fsdp, MeshAxis::Cp},
                              kDp[] = {MeshAxis::Dp}, kGrad[] = {MeshAxis::Dp, MeshAxis::Fsdp, MeshAxis::Cp},
                              kFsdp[] = {MeshAxis::Fsdp}, kBatch[] = {MeshAxis::Dp, MeshAxis::Fsdp},
                              kPp[] = {MeshAxis::Pp};
    switch (group) {
        case Group::Tp: return kTp;
        case Group::Cp: return kCp;
        case Group::Shard: return kShard;
        case Group::Dp: return kDp;
        case Group::Grad: return kGrad;
        case Group::Fsdp: return kFsdp;
        case Group::Batch: return kBatch;
        case Group::Pp: return kPp;
        case Group::Alone:
        case Group::Ep:
        case Group::Experts:
        case Group::ExpertReplicas:
        case Group::ExpertGrad:
        case Group::ExpertCut: break;
    }
    return {};
}

/// A group of `size` ranks that are `stride` apart.
struct Spread {
    int size = 1, stride = 1;
};

/// Of the groups that experts make; nothing for others.
std::optional<Spread> spreadOf(const Mesh& mesh, Group group) {
    const int each = mesh.expertRanks(), inner = mesh.innerRanks(), all = mesh[MeshAxis::Dp] * inner;
    switch (group) {
        case Group::Ep: return Spread{mesh[MeshAxis::Ep], each / mesh[MeshAxis::Ep]};
        case Group::ExpertCut: return Spread{each / mesh[MeshAxis::Ep], 1};
        case Group::Experts: return Spread{std::max(1, inner / each), each};
        case Group::ExpertReplicas: return Spread{all / std::max(inner, each), std::max(inner, each)};
        case Group::ExpertGrad: return Spread{all / each, each};
        default: return std::nullopt;
    }
}

}  // namespace

int Mesh::placeOf(int rank, MeshAxis axis) const { return rank / strideOf(*this, axis) % (*this)[axis]; }

bool Mesh::takesExperts() const {
    const int each = expertRanks(), inner = innerRanks(), all = (*this)[MeshAxis::Dp] * inner;
    return all % each == 0 && (inner % each == 0 || each % inner == 0);
}

int Mesh::firstOfGroup(int rank, Group group) const {
    if (const auto spread = spreadOf(*this, group))
        return rank - rank % (spread->size * spread->stride) + rank % spread->stride;
    for (const MeshAxis axis : axesOf(group)) rank -= placeOf(rank, axis) * strideOf(*this, axis);
    return rank;
}

std::vector<int> Mesh::groupOf(int rank, Group group) const {
    std::vector<int> ranks = {firstOfGroup(rank, group)};
    const auto spread = [&](int size, int stride) {
        const std::size_t had = ranks.size();
        for (std::size_t i = 0; i < had; ++i)
            for (int place = 1; place < size; ++place) ranks.push_back(ranks[i] + place * stride);
        std::sort(ranks.begin(), ranks.end());
    };
    if (const auto apart = spreadOf(*this, group)) spread(apart->size, apart->stride);
    for (const MeshAxis axis : axesOf(group)) spread((*this)[axis], strideOf(*this, axis));
    return ranks;
}

std::vector<std::vector<int>> RankClasses::ranksOfWorkers() const {
    std::vector<std::vector<int>> out(firstRank.size());
    for (int rank = 0; rank < ranks(); ++rank)
        out[static_cast<std::size_t>(workerOfRank[static_cast<std::size_t>(rank)])].push_back(rank);
    return out;
}

GroupLink linkOf(const Mesh& mesh, Group group, int nodeSize) {
    const auto ranks = static_cast<std::size_t>(mesh.ranks()), size = static_cast<std::size_t>(nodeSize);
    GroupLink out;
    const std::vector<int> members = mesh.groupOf(0, group);
    out.ranks = static_cast<int>(members.size());
    if (out.ranks == 1) return out;
    out.membersOfNode = std::clamp(nodeSize / (members[1] - members[0]), 1, out.ranks);
    std::vector<std::size_t> firsts(ranks), nodeOf(ranks, ranks);  // node of each group, by the group's first rank
    std::vector<bool> crosses(ranks);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const auto first = static_cast<std::size_t>(mesh.firstOfGroup(static_cast<int>(rank), group));
        firsts[rank] = first;
        std::size_t& node = nodeOf[first];
        if (node == ranks) node = rank / size;
        if (node != rank / size) crosses[first] = out.isInter = true;
    }
    if (!out.isInter) return out;
    std::vector<std::size_t> seen(ranks, ranks);  // the last node on which a group was seen
    std::vector<int> counts(ranks);
    for (std::size_t node = 0; node * size < ranks; ++node) {
        int crossing = 0;
        for (std::size_t rank = node * size; rank < std::min(ranks, (node + 1) * size); ++rank) {
            const std::size_t first = firsts[rank];
            if (!crosses[first]) continue;
            if (seen[first] != node) ++crossing, counts[first] = 0;
            seen[first] = node;
            out.membersOfBusiest = std::max(out.membersOfBusiest, ++counts[first]);
        }
        out.crossing = std::max(out.crossing, crossing);
    }
    return out;
}

Error expertError(const Mesh& mesh, int experts) {
    const int inner = mesh.innerRanks(), all = mesh[MeshAxis::Dp] * inner, ep = mesh[MeshAxis::Ep];
    int below = 1, above = 0;
    for (const int one : divisorsOf(experts > 0 ? std::gcd(experts, all) : all)) {
        Mesh other = mesh;
        other[MeshAxis::Ep] = one;
        if (!other.takesExperts()) continue;
        if (one < ep) below = one;
        if (one > ep && above == 0) above = one;
    }
    const std::string product = "FSDP × CP × TP = " + std::to_string(inner),
                      whole = "DP × FSDP × CP × TP = " + std::to_string(all),
                      each = mesh.expertRanks() > ep ? "EP × ETP" : "EP",
                      divided = experts > 0 ? std::to_string(experts) + " experts and " : std::string();
    std::string rule = each + " must divide " + divided + product;
    if (mesh[MeshAxis::Dp] > 1) rule += ", or be a multiple of it that divides " + whole;
    return {rule + "; nearest: " + std::to_string(below) + (above > 0 ? " and " + std::to_string(above) : ""),
            "mesh.ep"};
}

Result<void> checkMesh(const Mesh& mesh) {
    if (const long long ranks = mesh.ranks(); ranks > kMaxMeshRanks) {
        const auto largest = std::max_element(mesh.sizes.begin(), mesh.sizes.begin() + 5);
        const long long fits = kMaxMeshRanks / (ranks / *largest);
        std::string text =
            "the mesh has " + withThousands(ranks) + " ranks, the limit is " + withThousands(kMaxMeshRanks);
        if (fits >= 1)
            text += "; largest that fits: " + std::string(kAxisKeys[largest - mesh.sizes.begin()]) + " " +
                    std::to_string(fits);
        return Error{text, "mesh"};
    }
    if (mesh.takesExperts()) return {};
    return expertError(mesh, 0);
}

namespace {

/// Gives equal keys the same number, in the order in which they first appear.
template <class Key>
class Numbering {
public:
    int of(const Key& key) { return m_numbers.try_emplace(key, static_cast<int>(m_numbers.size())).first->second; }
    std::size_t size() const { return m_numbers.size(); }

private:
    std::map<Key, int> m_numbers;
};

/// Which ranks can be folded into one worker: ranks with the same number can. Refines until ranks with the same number
/// also have groups of the same numbers.
std::vector<int> numbersOf(const Mesh& mesh, std::span<const double> factors, bool differsAlongCp) {
    const auto ranks = static_cast<std::size_t>(mesh.ranks());
    std::vector<int> numbers(ranks);
    Numbering<std::array<double, 3>> first;
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const int id = static_cast<int>(rank);
        numbers[rank] = first.of({double(mesh.placeOf(id, MeshAxis::Pp)), factors.empty() ? 1 : factors[rank],
                                  differsAlongCp ? double(mesh.placeOf(id, MeshAxis::Cp)) : 0});
    }
    const bool areAlike = std::all_of(factors.begin(), factors.end(), [&](double f) { return f == factors[0]; });
    if (areAlike) return numbers;
    const int stages = mesh[MeshAxis::Pp], ofStage = static_cast<int>(ranks) / stages;
    for (std::size_t had = first.size();;) {
        std::vector<std::vector<int>> keys(ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            keys[rank].push_back(numbers[rank]);
            for (int stage = 0; stages > 1 && stage < stages; ++stage)
                keys[rank].push_back(numbers[rank % std::size_t(ofStage) + std::size_t(stage) * std::size_t(ofStage)]);
        }
        for (std::size_t g = 1; g < kGroups; ++g) {
            Numbering<std::vector<int>> sets;
            std::vector<int> setOfFirst(ranks, -1);
            for (std::size_t rank = 0; rank < ranks; ++rank) {
                const auto group = static_cast<Group>(g);
                const auto at = static_cast<std::size_t>(mesh.firstOfGroup(static_cast<int>(rank), group));
                if (setOfFirst[at] < 0) {
                    std::vector<int> set;
                    for (const int member : mesh.groupOf(static_cast<int>(rank), group))
                        set.push_back(numbers[static_cast<std::size_t>(member)]);
                    std::sort(set.begin(), set.end());
                    set.erase(std::unique(set.begin(), set.end()), set.end());
                    setOfFirst[at] = sets.of(set);
                }
                keys[rank].push_back(setOfFirst[at]);
            }
        }
        Numbering<std::vector<int>> refined;
        for (std::size_t rank = 0; rank < ranks; ++rank) numbers[rank] = refined.of(keys[rank]);
        if (refined.size() == had) return numbers;
        had = refined.size();
    }
}

}  // namespace

RankClasses classesOf(const Mesh& mesh, std::span<const double> factors, bool differsAlongCp, Folding folding) {
    RankClasses out;
    out.mesh = mesh;
    const auto ranks = static_cast<std::size_t>(mesh.ranks());
    std::vector<int> numbers(ranks);
    if (folding == Folding::None)
        std::iota(numbers.begin(), numbers.end(), 0);
    else
        numbers = numbersOf(mesh, factors, differsAlongCp);
    out.workerOfRank.resize(ranks);
    std::vector<int> workerOf(ranks, -1);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        int& worker = workerOf[static_cast<std::size_t>(numbers[rank])];
        if (worker < 0) {
            worker = out.workers();
            out.firstRank.push_back(static_cast<int>(rank));
            out.count.push_back(0);
        }
        ++out.count[static_cast<std::size_t>(worker)];
        out.workerOfRank[rank] = worker;
    }
    out.crews.resize(static_cast<std::size_t>(mesh[MeshAxis::Pp]));
    std::vector<int> placeInCrew(static_cast<std::size_t>(out.workers()));
    for (int worker = 0; worker < out.workers(); ++worker) {
        Crew& crew =
            out.crews[static_cast<std::size_t>(mesh.placeOf(out.firstRank[std::size_t(worker)], MeshAxis::Pp))];
        placeInCrew[static_cast<std::size_t>(worker)] = static_cast<int>(crew.workers.size());
        crew.workers.push_back(worker);
    }
    for (Crew& crew : out.crews)
        for (std::size_t g = 0; g < kGroups; ++g) {
            auto& groupOf = crew.groupOf[g];
            groupOf.assign(crew.workers.size(), -1);
            for (std::size_t place = 0; place < groupOf.size(); ++place) {
                if (groupOf[place] >= 0) continue;
                const int first = out.firstRank[static_cast<std::size_t>(crew.workers[place])];
                std::vector<int> members;
                for (const int rank : mesh.groupOf(first, static_cast<Group>(g)))
                    members.push_back(placeInCrew[std::size_t(out.workerOfRank[std::size_t(rank)])]);
                std::sort(members.begin(), members.end());
                members.erase(std::unique(members.begin(), members.end()), members.end());
                for (const int member : members)
                    groupOf[static_cast<std::size_t>(member)] = static_cast<int>(crew.groups[g].size());
                crew.groups[g].push_back(std::move(members));
            }
        }
    return out;
}

}  // namespace bubblescope
