#pragma once

#include "engine/collectives/collective_cost.h"

#include <string>

namespace bubblescope {

inline constexpr int kMaxRanks = 4096;
inline constexpr int kMaxPieces = 65536;
inline constexpr double kMaxBytes = 1e12;

/// What a person sets up to look at a collective: what a file holds.
///
/// Invariants  after checkCollective(): every value is within its limits, `algorithms` are known
struct CollectiveSetup {
    std::string title;
    Collective collective = Collective::AllReduce;
    int ranks = 4;
    double bytes = 1e9;  // a whole number
    int root = 0;
    std::vector<std::string> algorithms;  // ids, or kAuto; empty: the usual one
    std::optional<int> pieces;            // of a chain; else as many as ranks
    std::vector<double> arrival;          // microseconds, by rank; empty: all at 0
    bool isRootOutside = false;           // whether pictures draw the root beside the ranks
    Cluster cluster;

    friend bool operator==(const CollectiveSetup&, const CollectiveSetup&) = default;
};

/// Another number of ranks takes the root and the arrivals with it.
void setRanks(CollectiveSetup& setup, int ranks);

/// The id that stands for the cheapest algorithm.
inline constexpr std::string_view kAuto = "auto";

/// Refuses values past their limits, and algorithms that the collective does not have.
///
/// Errors  placed at their key in the file
Result<void> checkCollective(const CollectiveSetup& setup);

/// Whether the root of a collective can be drawn beside the ranks: that one sends to all or gets from all.
bool canStandOutside(Collective collective);
/// The root, where pictures draw it beside the ranks, keeping and adding nothing itself; the plan stays as it is.
std::optional<int> outsiderOf(const CollectiveSetup& setup);

/// "ring", or the only one there is.
std::vector<std::string> usualAlgorithms(Collective collective);
Team teamOf(const CollectiveSetup& setup);
/// What is moved: nothing by a barrier, whose token has no bytes.
double bytesOf(const CollectiveSetup& setup);

/// A collective by one algorithm.
struct CollectiveRun {
    const Algorithm* algorithm;
    ClosedForm form;
    Time time;          // until the last rank has ended; from when the first comes
    Result<Plan> plan;  // or why it is not written out
    Traffic traffic;    // without a plan empty
    std::optional<double> busBandwidth;
};

/// Runs what `id` names.
///
/// Errors  the algorithm has no plan for these ranks, or its time is more than can be counted
Result<CollectiveRun> runCollective(const CollectiveSetup& setup, std::string_view id);

}  // namespace bubblescope
