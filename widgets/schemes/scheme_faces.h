#pragma once

#include "widgets/gallery/gallery_card.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// Gallery cards of schemes and steps.
std::vector<CardFace> facesOf(const std::vector<Outcome>& outcomes);

/// The card for custom formulas.
CardFace ownFormulasFace();

}  // namespace bubblescope
