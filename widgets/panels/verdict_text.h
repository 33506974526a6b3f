#pragma once

#include "widgets/shown/outcome.h"

namespace bubblescope {

/// The answer in one line: "ZB-H1 is fastest: 5.4% less time than Interleaved 1F1B, v = 2; 1.3% above lower bound". It
/// names all schedules of a tie. Empty while nothing has been computed.
QString verdictText(const std::vector<Outcome>& outcomes);

}  // namespace bubblescope
