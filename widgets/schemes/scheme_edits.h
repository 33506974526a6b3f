#pragma once

#include "engine/entries/registry.h"
#include "engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// What a person does to a scheme, on values. Each takes and gives an entry with a scheme of a known kind.
///
/// Invariants  what a checked entry becomes passes checkScheme(), except for formulas and names as they were typed

/// The functions of a scheme; the same are its keys in files.
enum class SchemeFunction { Compute, Store, Priority };
std::string_view keyOf(SchemeFunction function);

/// The text that the scheme has for a function: a formula, or the priority's name.
std::string functionText(const Scheme& scheme, SchemeFunction function);

/// The same functions as formulas of its own. An entry without a label gets one that tells where it comes from.
ScheduleEntry asCustom(ScheduleEntry entry);

/// The entry with another text for a function. A formula that a kind does not have makes it custom.
ScheduleEntry withFunction(ScheduleEntry entry, SchemeFunction function, std::string text);

/// A formula that orders as the named priority does; a formula is given back as it is.
std::string priorityFormula(std::string_view priority);

/// The entry as another kind with its usual parameters. Sizes stay where the kind runs with them; else group_size
/// becomes a divisor of the workers, and batches or stages shrink to their number. A custom one keeps the functions
/// that were running. A label that begins with a kind's title goes.
ScheduleEntry withKind(ScheduleEntry entry, std::string_view kind);

/// A name for a new parameter: n, n2, ...
std::string newParameterName(const Scheme& scheme);
/// A custom entry with one parameter more, renamed in its formulas too, or with the value in its place.
ScheduleEntry withParameter(ScheduleEntry entry, const std::string& name, int value);
ScheduleEntry withParameterRenamed(ScheduleEntry entry, const std::string& from, const std::string& to);
ScheduleEntry withoutParameter(ScheduleEntry entry, const std::string& name);

/// A copy of a scheme for the same list, with a label that no other has.
ScheduleEntry copyFor(const Scenario& scenario, std::size_t index);

}  // namespace bubblescope
