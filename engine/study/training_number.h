#pragma once

#include "engine/scenario/scenario.h"

#include <span>
#include <string_view>

namespace bubblescope {

/// The number that a path names in what steps share - `mesh.tp`, `model.sequence`, `cluster.inter.bandwidth_gbs` - or
/// null.
const Parameter* trainingNumberIn(std::string_view path);
/// The paths of the numbers that are varied most often.
std::span<const std::string_view> usualTrainingNumbers();
/// Sets the number that the path names.
void setTrainingNumber(Training& training, std::string_view path, double value);

}  // namespace bubblescope
