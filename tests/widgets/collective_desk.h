#pragma once

#include "engine/collectives/playback.h"
#include "engine/io/collective_file.h"

#include <memory>

namespace bubblescope::test {

/// An all-reduce of 1 GB among eight ranks, four per node.
/// Eight ranks on two nodes with one ring through all of them, whose picture has a slot per rank.
inline CollectiveSetup setupOfEight(Collective collective = Collective::AllReduce,
                                    const std::string& algorithm = "ring") {
    CollectiveSetup setup;
    setup.collective = collective;
    setup.algorithms = {algorithm};
    setup.ranks = 8;
    setup.cluster.nodeSize = 4;
    setup.cluster.usesAllPorts = false;
    return setup;
}

inline std::shared_ptr<const Playback> playbackOf(const CollectiveSetup& setup) {
    return std::make_shared<const Playback>(std::move(*Playback::of(setup, setup.algorithms.front())));
}

}  // namespace bubblescope::test
