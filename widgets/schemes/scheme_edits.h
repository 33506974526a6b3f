#pragma once

#include "engine/entries/registry.h"
#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// Edits of a scheme, as functions on values. Each accepts and returns an entry with a scheme of a known kind.
///
/// Invariants  an edited entry that passed checkScheme() still passes it, except for formulas and names as typed

/// The functions of a scheme; keyOf() gives their keys in files.
enum class SchemeFunction { Compute, Store, Priority };
std::string_view keyOf(SchemeFunction function);

/// The text of a function of the scheme: a formula, or the name of the priority.
std::string functionText(const Scheme& scheme, SchemeFunction function);

/// The entry with the same functions as custom formulas. An entry without a label gets one that names its origin.
ScheduleEntry asCustom(ScheduleEntry entry);

/// The entry with a new text for a function. A formula that its kind does not have makes it custom.
ScheduleEntry withFunction(ScheduleEntry entry, SchemeFunction function, std::string text);

/// A formula with the order of the named priority; a formula is returned unchanged.
std::string priorityFormula(std::string_view priority);

/// The entry as another kind with default parameters. Sizes stay if the kind runs with them; otherwise group_size
/// becomes a divisor of the workers, and batches or stages shrink to the number of workers. A custom scheme keeps the
/// current functions. A label that begins with the title of a kind is removed.
ScheduleEntry withKind(ScheduleEntry entry, std::string_view kind);

/// A name for a new parameter: n, n2, ...
std::string newParameterName(const Scheme& scheme);
/// A custom entry with a new parameter; with a parameter renamed, in its formulas too; or with a parameter replaced by
/// its value.
ScheduleEntry withParameter(ScheduleEntry entry, const std::string& name, int value);
ScheduleEntry withParameterRenamed(ScheduleEntry entry, const std::string& from, const std::string& to);
ScheduleEntry withoutParameter(ScheduleEntry entry, const std::string& name);

}  // namespace bubblescope
