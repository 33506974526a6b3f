#pragma once

#include "engine/collectives/collective_cost.h"

#include <string>

namespace bubblescope {

inline constexpr int kMaxRanks = 4096;
inline constexpr int kMaxPieces = 65536;
inline constexpr double kMaxBytes = 1e12;

/// What a library offers: everything here, or what NCCL has.
enum class Library { Ideal, Nccl };
inline constexpr std::string_view kLibraries[] = {"ideal", "nccl"};  // in files

/// The user's settings for a collective; this is what a file stores.
///
/// Invariants  after checkCollective(): every value is within its limits, all `algorithms` are known
struct CollectiveSetup {
    std::string title;
    Collective collective = Collective::AllReduce;
    int ranks = 4;
    double bytes = 1e9;  // a whole number
    int root = 0;
    std::vector<std::string> algorithms;  // ids, or kAuto; empty: the default
    std::optional<int> pieces;            // of a chain, by default as many as ranks; of trees, those that take least
    std::vector<double> arrival;          // microseconds, by rank; empty: all at 0
    bool isRootOutside = false;           // whether pictures draw the root beside the ranks
    Library library = Library::Ideal;     // what `auto` chooses from
    Cluster cluster;

    friend bool operator==(const CollectiveSetup&, const CollectiveSetup&) = default;
};

/// Changes the number of ranks and adjusts the root and the arrivals.
void setRanks(CollectiveSetup& setup, int ranks);

/// The id that stands for the cheapest algorithm.
inline constexpr std::string_view kAuto = "auto";

/// Refuses values outside their limits, and algorithms that the collective does not have.
///
/// Errors  placed at their key in the file
Result<void> checkCollective(const CollectiveSetup& setup);

/// Whether the root of a collective can be drawn beside the ranks: it sends to all or receives from all.
bool canStandOutside(Collective collective);
/// The root, if pictures draw it beside the ranks, where it keeps and adds nothing; the plan does not change.
std::optional<int> outsiderOf(const CollectiveSetup& setup);

/// "ring", or the only algorithm there is.
std::vector<std::string> usualAlgorithms(Collective collective);
Team teamOf(const CollectiveSetup& setup);
/// Whether the setup's library has an algorithm.
bool isOffered(const CollectiveSetup& setup, const Algorithm& algorithm);
/// The algorithm with this id, or of kAuto the cheapest by closed form that the library has; the first if several are
/// equal. As listed.
const Algorithm& algorithmFor(const CollectiveSetup& setup, std::string_view id);
/// The team with the pieces that an algorithm takes.
Team teamFor(const CollectiveSetup& setup, const Algorithm& algorithm);
/// The bytes that are moved: 0 for a barrier, whose token has none.
double bytesOf(const CollectiveSetup& setup);

/// The time by closed form, with launches and without late ranks, in microseconds.
double timeByForm(const CollectiveSetup& setup, const Algorithm& algorithm);

/// A collective run with one algorithm.
struct CollectiveRun {
    const Algorithm* algorithm;  // as the team runs it
    Team team;
    ClosedForm form;
    Time time;          // from the first arrival to the end of the last rank
    Result<Plan> plan;  // or why it is not written out
    Traffic traffic;    // empty without a plan
    std::optional<double> busBandwidth;
};

/// Runs the algorithm `id`. With more than `mostPlanned` ranks, no plan is written out.
///
/// Errors  the algorithm has no plan for these ranks, or the time is too long to be counted
Result<CollectiveRun> runCollective(const CollectiveSetup& setup, std::string_view id, int mostPlanned = kMaxPlanRanks);

}  // namespace bubblescope
