#pragma once

#include "engine/study/experiment.h"

namespace bubblescope {

/// The axes that an experiment can have.
enum class AxisRole { X, Panels, Figures, Varied };

/// The axis with that role, or null.
const Axis* axisOf(const Experiment& experiment, AxisRole role);
Axis* axisOf(Experiment& experiment, AxisRole role);

// Changes of an experiment's axes as users mean them. A key that an axis takes over loses its formula, and a variable
// that no axis varies is no longer declared. If the usual measure of x is shown, it changes with x.

/// Lets an axis vary `variable`, a workload key or a declared variable. If another axis varies it, its values come
/// along: the two axes swap, or it moves to this axis if this axis is new, which is not possible from x and series.
/// Otherwise the axis gets values that are usual for the variable.
Experiment varying(Experiment experiment, AxisRole role, const std::string& variable);
/// Lets an axis vary a variable that is declared for it.
Experiment varyingNewVariable(Experiment experiment, AxisRole role);
/// Removes panels or figures. A winner map, which needs panels, becomes curves.
Experiment withoutAxis(Experiment experiment, AxisRole role);
/// Swaps two existing axes, with their values.
Experiment withSwapped(Experiment experiment, AxisRole a, AxisRole b);

/// Why the variable `from` cannot be renamed to `to`; empty if it can.
std::string refusalOfName(const Experiment& experiment, const std::string& from, const std::string& to);
/// Renames a declared variable, also in formulas.
Experiment withRenamed(Experiment experiment, const std::string& from, const std::string& to);
/// Whether a formula uses the variable.
bool isUsed(const Experiment& experiment, const std::string& variable);

}  // namespace bubblescope
