#pragma once

#include "engine/collectives/cost_lines.h"

#include <QString>

namespace bubblescope {

/// "From 675 kB on hierarchical wins; at 1 GB it takes 0.24 of ring's time. Below, direct wins; under 76.2 kB one-shot.
/// Ring is never best here." With the first clause in bold, as rich text has it.
QString bytesSentence(const CollectiveSetup& setup, const CostVerdict& verdict);

/// "From 16 ranks on hierarchical wins at 1 GB; up to 8 direct."
QString ranksSentence(const CollectiveSetup& setup, const std::vector<RankWinner>& winners);

/// "At 1 GB on 8 ranks hierarchical wins with 8.37 ms, before halving-doubling with 35.05 ms."
QString placeSentence(const CollectiveSetup& setup, const CostVerdict& verdict);

}  // namespace bubblescope
