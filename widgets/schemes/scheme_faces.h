#pragma once

#include "widgets/gallery/gallery_card.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// Cards of schemes and steps to begin with.
std::vector<CardFace> facesOf(const std::vector<Outcome>& outcomes);

/// The card for formulas of one's own.
CardFace ownFormulasFace();

}  // namespace bubblescope
