#pragma once

#include "engine/scenario/scenario.h"

#include <span>
#include <string_view>

namespace bubblescope {

/// The number of what steps share that a path names - `mesh.tp`, `model.sequence`, `cluster.inter.bandwidth_gbs` - or
/// null.
const Parameter* trainingNumberIn(std::string_view path);
/// The paths of those that are varied most.
std::span<const std::string_view> usualTrainingNumbers();
/// Gives it another value; the path names one.
void setTrainingNumber(Training& training, std::string_view path, double value);

}  // namespace bubblescope
