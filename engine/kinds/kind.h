#pragma once

#include "engine/model/parameters.h"
#include "engine/model/workload_keys.h"
#include "engine/program/program.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace bubblescope {

struct ScheduleInput;
struct StepRules;

/// Families of kinds. The ids of a family are unique in it; its key in an entry of a file says which one is meant.
enum class Family { Schedule, Scheme, Step };

struct FamilyInfo {
    Family family;
    std::string_view key;   // in files: {"kind": "gpipe"}
    std::string_view noun;  // "schedule"
};

std::span<const FamilyInfo> families();
const FamilyInfo& infoOf(Family family);
Family familyOf(const ScheduleEntry& entry);

/// A kind of entry that a scenario compares: a schedule, a placement scheme or a training step. Schedules and steps are
/// constants in files of engine/schedules and engine/steps that their kinds.def list, schemes are lines of
/// engine/schemes/kinds.def; nothing else needs an edit.
///
/// Invariants  `id` is forever; `generate` is pure
struct ScheduleKind {
    std::string_view id;
    std::string_view title;
    std::string_view source;  // the paper
    int color = 0;            // of its curves: which of the inks of seriesColors()
    Family family = Family::Schedule;
    std::span<const Parameter> parameters = {};  // in the order in which files have them
    /// What it refuses beyond the limits of its parameters, placed at the key of the entry; null: nothing.
    Result<void> (*check)(const ScheduleEntry& entry) = nullptr;
    bool ordersByTimes = false;   // whether the order depends on what ops take, and not on the shape of the work alone
    bool hasChunks = false;       // splits a device's layers into v chunks
    bool splitsBackward = false;  // all backwards, or some
    bool runsPairs = false;       // a forward and a backward as one op
    int fixedChunks = 1;          // where hasChunks does not make them a choice
    int usualChunks = 1;          // what a new entry starts with
    /// Where values of its parameters decide, in place of fixedChunks, which is what holds without any.
    int (*chunksOf)(std::span<const NamedValue> values) = nullptr;
    /// The variant in words for a title: "v = 2", "1 wave"; empty for kinds without chunks.
    std::string (*variant)(int chunks) = nullptr;
    std::string_view compute = {}, store = {};  // formulas of a scheme; of `custom` those that a new entry starts with
    /// Refuses a shape of the work that it has no order for, placed at a workload key; at once. Null: it has one for
    /// all.
    Result<void> (*fits)(const ScheduleInput& in) = nullptr;
    /// How many ops the order of a shape that fits has, of kinds that split some of their backwards. Null: each op of
    /// every chunk.
    long long (*ops)(int devices, int microbatches) = nullptr;
    /// The order of a shape that fits. Schemes have none: runScheme() orders their ops as it runs them.
    Result<Program> (*generate)(const ScheduleInput& in) = nullptr;
    const StepRules* step = nullptr;  // of a step: how its program is made

    /// The parameter with this key, or null.
    const Parameter* parameter(std::string_view key) const;
};

/// All kinds of a family, in the order of its kinds.def.
std::span<const ScheduleKind* const> kindsOf(Family family);

/// The kind with this id, or null.
const ScheduleKind* findKind(Family family, std::string_view id);
const ScheduleKind* kindOf(const ScheduleEntry& entry);

/// Says that this is a scheme, or else which known kind is the nearest; placed at the key of the family.
Error unknownKind(Family family, std::string_view id);

/// An entry of a kind with nothing of its own.
ScheduleEntry entryOf(Family family, std::string id);

/// Whether an entry may have a workload key for itself: a scheme has sizes of its own, and perhaps times; of steps
/// those that run a pipeline do.
bool takes(const ScheduleEntry& entry, const WorkloadKey& key);

/// The chunks of a kind that leaves no choice of them, of an entry with these values.
int fixedChunksOf(const ScheduleKind& kind, std::span<const NamedValue> values);

/// An entry of a kind that seeks its order gets no more effort than this, for where it runs many times.
///
/// Units  seconds, as its parameter `effort` has them
void limitEffort(ScheduleEntry& entry, double most);

/// Whether entries of a kind have the same order of ops, by the parameters that shape it.
bool haveSameShape(const ScheduleKind& kind, const std::vector<NamedValue>& a, const std::vector<NamedValue>& b);

/// Refuses an unknown kind, a value past the limits of its parameter, and what the kind refuses.
///
/// Errors  placed at the key of the entry, e.g. `compute` or `parameters.group_size`
Result<void> checkValues(const ScheduleEntry& entry);

}  // namespace bubblescope
