#pragma once

#include "engine/study/experiment.h"

namespace bubblescope {

/// The axes that an experiment may have.
enum class AxisRole { X, Panels, Figures, Varied };

/// The axis of that role, or null.
const Axis* axisOf(const Experiment& experiment, AxisRole role);
Axis* axisOf(Experiment& experiment, AxisRole role);

// Changes of an experiment's axes as people mean them. A key that an axis takes over loses its formula, and a variable
// that no axis varies any more is no longer declared. Where what is usual along x is shown, it goes with x.

/// Lets an axis vary `variable`, a workload key or a declared variable. One that another axis varies comes with its
/// values: the two change places, or it moves over if this axis is new, which x and series cannot. Any other has values
/// that are usual for it.
Experiment varying(Experiment experiment, AxisRole role, const std::string& variable);
/// Lets an axis vary a variable that is declared for it.
Experiment varyingNewVariable(Experiment experiment, AxisRole role);
/// Takes panels or figures away. A winner map, which needs panels, becomes curves.
Experiment withoutAxis(Experiment experiment, AxisRole role);
/// Two axes that are there change places, with their values.
Experiment withSwapped(Experiment experiment, AxisRole a, AxisRole b);

/// Why the variable `from` cannot be called `to`; empty if it can.
std::string refusalOfName(const Experiment& experiment, const std::string& from, const std::string& to);
/// Gives a declared variable another name, in formulas too.
Experiment withRenamed(Experiment experiment, const std::string& from, const std::string& to);
/// Whether a formula names the variable.
bool isUsed(const Experiment& experiment, const std::string& variable);

}  // namespace bubblescope
