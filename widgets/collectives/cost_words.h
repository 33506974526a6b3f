#pragma once

#include <QString>

#include "widgets/collectives/cost_curves.h"

namespace bubblescope {

/// The sentence below curves or a map, as rich text.
QString costSentence(const CostCurves& cost);

/// "Hierarchical wins from 675 kB up. At 1 GB it takes 0.24 of ring's time. Below that, direct wins. Below 76.2 kB,
/// one-shot wins. Ring is never best here." Rich text; the first sentence is bold.
QString bytesSentence(const CollectiveSetup& setup, const CostVerdict& verdict);

/// "At 1 GB, hierarchical wins from 16 ranks up. Up to 8 ranks, direct wins."
QString ranksSentence(const CollectiveSetup& setup, const std::vector<RankWinner>& winners);

/// "At 1 GB on 8 ranks, hierarchical wins with 8.37 ms, ahead of halving-doubling with 35.05 ms."
QString placeSentence(const CollectiveSetup& setup, const CostVerdict& verdict);

}  // namespace bubblescope
