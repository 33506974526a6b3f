#pragma once

#include "engine/program/placement.h"
#include "engine/scenario/family.h"
#include "engine/scenario/parameters.h"
#include "engine/scenario/workload_keys.h"

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace bubblescope {

struct Program;
struct ScheduleEntry;
struct ScheduleInput;
struct StepRules;

struct FamilyInfo {
    Family family;
    std::string_view key;   // in files: {"kind": "gpipe"}
    std::string_view noun;  // "schedule"
};

std::span<const FamilyInfo> families();
const FamilyInfo& infoOf(Family family);

/// What is known about a published schedule. Closed forms use the symbols of docs/model.md, with juxtaposition for
/// products; F, B, I, W and FB are the times of a microbatch on a whole device. Each form holds for even stages. If it
/// contains " for ", it holds only under the condition after that.
///
/// Invariants  tests/engine/tst_published.cpp reads all of it and compares it with runs
struct Published {
    int year = 0;                // 0: not published
    std::string_view link = {};  // to the paper, or to the program that implements it
    /// Idle time of the device with the longest span, within that span, for T_C = 0 and MBS a multiple of D, at least
    /// 2D, or under its own condition; empty: no form is known.
    std::string_view bubble = {};
    std::string_view total = {};  // the total time, likewise; empty: MBS(F+B), the work of a device, plus the bubble
    /// The most activations that a device needs, whatever the times; empty: no form is known.
    std::string_view peak = {};
    std::string_view needs = {};  // what it requires, clauses separated by "; "; empty: any D, MBS and v
};

/// A kind of entry that a scenario can compare: a schedule, a placement scheme or a training step. Schedules and steps
/// are constants in files of engine/schedules and engine/steps that the kinds.def of each folder lists; schemes are
/// lines of engine/schemes/kinds.def. Nothing else needs an edit.
///
/// Invariants  `id` never changes; `generate` is pure
struct ScheduleKind {
    std::string_view id;
    std::string_view title;
    std::string_view source;  // the paper
    Published published = {};
    int color = 0;  // of its curves: an index into seriesColors()
    Family family = Family::Schedule;
    std::span<const Parameter> parameters = {};  // in the order in which files have them
    /// What it refuses beyond the limits of its parameters; the error is at a key of the entry. Null: nothing.
    Result<void> (*check)(const ScheduleEntry& entry) = nullptr;
    bool ordersByTimes = false;   // whether the order depends on the times of ops, not only on the shape
    bool hasChunks = false;       // splits a device's layers into v chunks
    bool splitsBackward = false;  // all backwards, or some
    bool runsPairs = false;       // fuses a forward and a backward into one op
    int fixedChunks = 1;          // the number of chunks, if hasChunks does not make it a choice
    /// The number of chunks, if it follows from the values of its parameters; null: fixedChunks.
    int (*chunksBy)(const std::vector<NamedValue>& values) = nullptr;
    /// How many pieces it cuts the sequence of a microbatch into; null: it does not.
    int (*piecesBy)(const std::vector<NamedValue>& values) = nullptr;
    int usualChunks = 1;                    // of a new entry
    Placement placement = Placement::Loop;  // of the stages of a schedule
    /// The variant in words for a title: "v = 2", "1 wave"; null if there is only one.
    std::string (*variant)(int chunks) = nullptr;
    std::string_view compute = {}, store = {};  // formulas of a scheme; for `custom`, those of a new entry
    /// Refuses a shape of the work for which it has no order, at once; the error is at a workload key. Null: it has one
    /// for every shape.
    Result<void> (*fits)(const ScheduleInput& in) = nullptr;
    /// The number of ops in the order of a shape that fits, for kinds that split only some backwards. Null: every op of
    /// every chunk.
    long long (*ops)(const ScheduleInput& in) = nullptr;
    /// The order of a shape that fits. Null for schemes: runScheme() orders their ops as it runs them.
    Result<Program> (*generate)(const ScheduleInput& in) = nullptr;
    const StepRules* step = nullptr;  // for a step: how its program is made

    /// The parameter with this key, or null.
    const Parameter* parameter(std::string_view key) const;
    /// The chunks of an entry with these values, if they are not a choice.
    int chunksOf(const std::vector<NamedValue>& values) const { return chunksBy ? chunksBy(values) : fixedChunks; }
};

/// How a schedule places its stages, in the words of docs/model.md §2: "line", "loop", "wave" or "two directions".
std::string_view placementName(const ScheduleKind& kind);

/// The clauses of `published.needs`.
std::vector<std::string_view> needsOf(const ScheduleKind& kind);

/// The kind with this id in a list of kinds, or null.
const ScheduleKind* kindNamed(std::span<const ScheduleKind* const> kinds, std::string_view id);

/// Whether entries of a kind have the same order of ops, judged by the parameters that shape the order.
bool haveSameShape(const ScheduleKind& kind, const std::vector<NamedValue>& a, const std::vector<NamedValue>& b);

/// Refuses a value beyond the limits of its parameter, and what the kind itself refuses.
///
/// Errors  at the key of the entry, e.g. `compute` or `parameters.group_size`
Result<void> checkValues(const ScheduleKind& kind, const ScheduleEntry& entry);

}  // namespace bubblescope
