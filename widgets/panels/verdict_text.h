#pragma once

#include "widgets/shown/outcome.h"

namespace bubblescope {

/// The answer in one line: "ZB-H1 is fastest: 5.4 % less than Interleaved 1F1B, v = 2, 1.3 % over the bound".
/// Ties are told as ties; empty while nothing was computed.
QString verdictText(const std::vector<Outcome>& outcomes);

}  // namespace bubblescope
