#pragma once

#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"
#include "engine/scenario/scheme.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The kinds of schemes, in the order of kinds.def.
std::span<const ScheduleKind> schemeKinds();

/// The scheme that an entry of this family has: its values, and defaults for missing ones.
Scheme schemeOf(const ScheduleEntry& entry);
/// Gives the entry another scheme: its kind and its values. A value that is no different from none is left out.
void setScheme(ScheduleEntry& entry, const Scheme& scheme);
ScheduleEntry entryOf(const Scheme& scheme);
/// Changes the scheme of an entry by `edit(scheme)`.
template <class F>
void editScheme(ScheduleEntry& entry, F&& edit) {
    Scheme scheme = schemeOf(entry);
    edit(scheme);
    setScheme(entry, scheme);
}

/// Whether entries of the kind have their own formulas and named numbers.
bool hasOwnFormulas(const ScheduleKind& kind);

/// The named numbers that the formulas of a kind use, with their default values.
std::vector<SchemeParameter> usualParameters(const ScheduleKind& kind);

/// The formulas with which a scheme of a known kind runs.
std::string_view computeFormula(const Scheme& scheme);
std::string_view storeFormula(const Scheme& scheme);

/// The parameters with which a scheme of a known kind runs.
std::vector<SchemeParameter> parametersOf(const Scheme& scheme);

/// The whole numbers of a scheme that can be varied: its parameters, then batches, stages and workers.
std::vector<std::string> numbersOf(const Scheme& scheme);

/// The numbers of numbersOf() that its functions use, or that determine its size; varying the others changes nothing.
std::vector<std::string> usedNumbersOf(const Scheme& scheme);

/// Two more numbers that experiments may vary: a time, and a count.
inline constexpr std::string_view kFetch = "fetch", kActivationCap = "activation_cap";

/// The value of one of numbersOf().
int numberOf(const Scheme& scheme, std::string_view name);

/// The scheme with another number. If groups divide the workers of a predefined kind, a new number of workers also
/// changes group_size: to the largest divisor that is not larger than before.
Scheme withNumber(Scheme scheme, std::string_view name, int value);

/// The symbols of a scheme's formulas: stage, batch, forward, backward, workers, stages, batches and its parameters, in
/// the order of valuesOf().
std::vector<std::string> schemeSymbols(const Scheme& scheme);

}  // namespace bubblescope
