#pragma once

#include "engine/results/closed_forms.h"
#include "widgets/kit/theme.h"

#include <QString>

namespace bubblescope {

/// A part of closed forms that the mouse can point at.
enum class FormTerm { Work, Bubble, Peak };

/// The closed forms of a run's schedule as rich text: each with the present numbers and the simulated value, and the
/// reason if these differ. It also names the quantities without a closed form. Terms are links for termAt(). Empty for
/// steps.
QString formulaText(const Run& run, const Theme& theme);

/// The term that a link stands for.
std::optional<FormTerm> termAt(const QString& link);

}  // namespace bubblescope
