#pragma once

#include "engine/kinds/kind.h"
#include "engine/scenario/scheme.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The kinds of schemes, in the order of kinds.def. Their parameters stand in the Scheme of an entry.
std::span<const ScheduleKind> schemeKinds();

/// Whether each entry of the kind has formulas and named numbers of its own.
bool hasOwnFormulas(const ScheduleKind& kind);

/// The named numbers that the formulas of a kind use, with their usual values.
std::vector<SchemeParameter> usualParameters(const ScheduleKind& kind);

/// The formulas that a scheme of a known kind runs.
std::string_view computeFormula(const Scheme& scheme);
std::string_view storeFormula(const Scheme& scheme);

/// The parameters that a scheme of a known kind runs with.
std::vector<SchemeParameter> parametersOf(const Scheme& scheme);

/// The whole numbers of a scheme that can be walked along: its parameters, then batches, stages and workers.
std::vector<std::string> numbersOf(const Scheme& scheme);

/// Those of them that its functions use, or its size: along others nothing changes.
std::vector<std::string> usedNumbersOf(const Scheme& scheme);

/// Two numbers more that experiments may vary: a time, and a count.
inline constexpr std::string_view kFetch = "fetch", kActivationCap = "activation_cap";

/// One of numbersOf().
int numberOf(const Scheme& scheme, std::string_view name);

/// The scheme with another number. Where groups divide the workers of a kind of its own, a new number of workers takes
/// the group_size along: to the largest divisor that is not larger than before.
Scheme withNumber(Scheme scheme, std::string_view name, int value);

/// The symbols of a scheme's formulas: stage, batch, forward, backward, workers, stages, batches and its parameters,
/// in the order of valuesOf().
std::vector<std::string> schemeSymbols(const Scheme& scheme);

}  // namespace bubblescope
