#pragma once

#include "engine/entries/resolve.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What one schedule of a scenario runs, alone: nothing is shared with others.
///
/// Shapes  workload as ResolvedSchedule has it; otherChunks is what a kind with chunks would have in its place
struct Trial {
    Workload workload;
    const ScheduleKind* kind = nullptr;
    std::optional<Scheme> scheme;
    std::vector<NamedValue> values = {};
    int otherChunks = 1;

    Scenario scenario() const;
};

Trial trialOf(const Scenario& scenario, std::size_t index);

/// The scenario whose `schedules[index]` runs `trial`. Keys of the workload that are others then change for all
/// schedules, or for this one alone if it has any of them for itself. Chunks are its own.
Scenario applied(Scenario scenario, std::size_t index, const Trial& trial);

/// What could be changed about a schedule.
enum class ChangeKind {
    FreeTransfers,
    EvenStages,  // the same work in stages of equal length
    TwiceMicrobatches,
    FreeFetches,
    LessRecompute,  // or none: less work
    MoreRecompute,  // to keep within the memory limit
    MoreChunks,
    FewerChunks,
    MoreWarmup,  // one more forward first on each device
    SplitBackward,
    OtherKind,
    NoCap,
    OtherPriority,
    OtherValue,        // of a key of a step's own
    OtherMesh,         // of a model's step: its ranks along other axes
    OtherRecompute,    // of a model's step: more or less is computed again
    AlikeRanks,        // none of a step's ranks is slow
    FastCommunication  // all of a step's takes half as long
};

/// Named for people: "T_C = 0", "split backward"; the note is the kind that does it, or empty.
struct Change {
    ChangeKind kind = ChangeKind::FreeTransfers;
    std::string name, note;
    Trial trial;
};

/// The changes that a schedule leaves: each does the same work, on as many workers, but for recomputing, and for
/// twice the microbatches, of which each is the same work.
std::vector<Change> changesOf(const Trial& now);

}  // namespace bubblescope
