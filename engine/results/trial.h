#pragma once

#include "engine/entries/resolve.h"

#include <string>
#include <vector>

namespace bubblescope {

/// What one schedule of a scenario runs, on its own.
///
/// Shapes  workload as in ResolvedSchedule; otherChunks is what a kind with chunks would have instead
struct Trial {
    Workload workload;
    const ScheduleKind* kind = nullptr;
    std::vector<NamedValue> values = {};
    int otherChunks = 1;

    Scenario scenario() const;
};

Trial trialOf(const Scenario& scenario, std::size_t index);

/// The scenario whose `schedules[index]` runs `trial`. Changed workload keys apply to all schedules, or only to this
/// one if it overrides any of them. Chunks are always its own.
Scenario applied(Scenario scenario, std::size_t index, const Trial& trial);

/// The kinds of changes to a schedule.
enum class ChangeKind {
    FreeTransfers,
    EvenStages,  // the same work in stages of equal length
    TwiceMicrobatches,
    FreeFetches,
    LessRecompute,  // or none: less work
    MoreRecompute,  // to keep within the memory limit
    MoreChunks,
    FewerChunks,
    MoreWarmup,  // one more forward before the first backward of each device
    SplitBackward,
    OtherKind,
    NoCap,
    OtherPriority,
    OtherValue,        // of one of a step's own keys
    OtherMesh,         // of a model's step: its ranks along other axes
    OtherRecompute,    // of a model's step: more or less is recomputed
    AlikeRanks,        // no rank of a step is slow
    FastCommunication  // all communication of a step takes half as long
};

/// Named for the user: "free transfers", "split backward"; the note is the kind that does it, or empty.
struct Change {
    ChangeKind kind = ChangeKind::FreeTransfers;
    std::string name, note;
    Trial trial;
};

/// The changes that are possible for a schedule. Each does the same work on as many workers, except for recompute and
/// for doubled microbatches, each of which is the same work.
std::vector<Change> changesOf(const Trial& now);

}  // namespace bubblescope
