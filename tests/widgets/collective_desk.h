#pragma once

#include "engine/collectives/playback.h"
#include "engine/io/collective_file.h"
#include "widgets/drawing/display_list.h"

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

/// All texts of a list that have a look of this name.
inline QStringList textsOf(const DisplayList& list, const char* name) {
    QStringList texts;
    for (const DisplayItem& item : list.items)
        if (const auto* text = std::get_if<DisplayText>(&item))
            if (list.looks[static_cast<std::size_t>(text->look)].names == name) texts += text->words;
    return texts;
}

}  // namespace bubblescope::test
