#pragma once

#include "engine/program/program.h"
#include "engine/scenario/parameters.h"
#include "engine/scenario/workload_keys.h"

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

/// What is known of a schedule that was published. Closed forms are written in the symbols of docs/model.md, with a
/// juxtaposed product; F, B, I, W and FB are what a microbatch takes on a whole device. Each holds for even stages, and
/// where a form says so only under the condition after " for ".
///
/// Invariants  tests/engine/tst_published.cpp reads all of it and compares it with runs
struct Published {
    int year = 0;                  // 0: nobody published it
    std::string_view link = {};    // to the paper, or to the program that has it
    std::string_view bubble = {};  // what the device with the longest span idles in it, where T_C = 0 and MBS is a
                                   // multiple of D from 2D on, or as the condition says; empty: no form is known
    std::string_view total = {};   // the total time likewise; empty: MBS(F+B), what a device works, and the bubble
    std::string_view peak = {};    // the most activations that a device holds, whatever the times; empty likewise
    std::string_view needs = {};   // what it runs with, clauses parted by "; "; empty: any D, MBS and v
};

/// A kind of entry that a scenario compares: a schedule, a placement scheme or a training step. Schedules and steps are
/// constants in files of engine/schedules and engine/steps that their kinds.def list, schemes are lines of
/// engine/schemes/kinds.def; nothing else needs an edit.
///
/// Invariants  `id` is forever; `generate` is pure
struct ScheduleKind {
    std::string_view id;
    std::string_view title;
    std::string_view source;  // the paper
    Published published = {};
    int color = 0;  // of its curves: which of the inks of seriesColors()
    Family family = Family::Schedule;
    std::span<const Parameter> parameters = {};  // in the order in which files have them
    /// What it refuses beyond the limits of its parameters, placed at the key of the entry; null: nothing.
    Result<void> (*check)(const ScheduleEntry& entry) = nullptr;
    bool ordersByTimes = false;   // whether the order depends on what ops take, and not on the shape of the work alone
    bool hasChunks = false;       // splits a device's layers into v chunks
    bool splitsBackward = false;  // all backwards, or some
    bool runsPairs = false;       // a forward and a backward as one op
    int fixedChunks = 1;          // where hasChunks does not make them a choice
    /// These chunks where they follow from the values of its parameters; null: fixedChunks.
    int (*chunksBy)(const std::vector<NamedValue>& values) = nullptr;
    /// Into how many pieces it cuts the sequence of a microbatch; null: none.
    int (*piecesBy)(const std::vector<NamedValue>& values) = nullptr;
    int usualChunks = 1;                    // what a new entry starts with
    Placement placement = Placement::Loop;  // of the stages of a schedule
    /// The variant in words for a title: "v = 2", "1 wave"; null where there is no choice.
    std::string (*variant)(int chunks) = nullptr;
    std::string_view compute = {}, store = {};  // formulas of a scheme; of `custom` those that a new entry starts with
    /// Refuses a shape of the work that it has no order for, placed at a workload key; at once. Null: it has one for
    /// all.
    Result<void> (*fits)(const ScheduleInput& in) = nullptr;
    /// How many ops the order of a shape that fits has, of kinds that split some of their backwards. Null: each op of
    /// every chunk.
    long long (*ops)(const ScheduleInput& in) = nullptr;
    /// The order of a shape that fits. Schemes have none: runScheme() orders their ops as it runs them.
    Result<Program> (*generate)(const ScheduleInput& in) = nullptr;
    const StepRules* step = nullptr;  // of a step: how its program is made

    /// The parameter with this key, or null.
    const Parameter* parameter(std::string_view key) const;
    /// The chunks of an entry with these values, where they are no choice.
    int chunksOf(const std::vector<NamedValue>& values) const { return chunksBy ? chunksBy(values) : fixedChunks; }
};

/// Where a schedule's stages stand, in the words of docs/model.md §2: "line", "loop", "wave" or "two directions".
std::string_view placementName(const ScheduleKind& kind);

/// The clauses of what a kind needs.
std::vector<std::string_view> needsOf(const ScheduleKind& kind);

/// The kind with this id among some, or null.
const ScheduleKind* kindNamed(std::span<const ScheduleKind* const> kinds, std::string_view id);

/// An entry of a kind with nothing of its own.
ScheduleEntry entryOf(Family family, std::string id);

/// Whether entries of a kind have the same order of ops, by the parameters that shape it.
bool haveSameShape(const ScheduleKind& kind, const std::vector<NamedValue>& a, const std::vector<NamedValue>& b);

/// Refuses a value past the limits of its parameter, and what the kind refuses.
///
/// Errors  placed at the key of the entry, e.g. `compute` or `parameters.group_size`
Result<void> checkValues(const ScheduleKind& kind, const ScheduleEntry& entry);

}  // namespace bubblescope
