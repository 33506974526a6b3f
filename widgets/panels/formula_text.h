#pragma once

#include "engine/results/closed_forms.h"
#include "widgets/kit/theme.h"

#include <QString>

namespace bubblescope {

/// A part of closed forms that can be pointed at.
enum class FormTerm { Work, Bubble, Peak };

/// The closed forms of a run's schedule as rich text: each with the present numbers, beside it what was simulated, and
/// where these do not agree, why; of what none is known, that. Terms are links that termAt() knows. Empty of steps.
QString formulaText(const Run& run, const Theme& theme);

/// The term to which a link leads.
std::optional<FormTerm> termAt(const QString& link);

}  // namespace bubblescope
