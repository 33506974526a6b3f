#pragma once

#include "engine/study/calibration.h"

namespace bubblescope {

/// A calibration as `bubblescope calibrate --json` prints it.
std::string calibrationJson(const Calibration& calibration);

}  // namespace bubblescope
