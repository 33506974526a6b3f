#pragma once

#include "engine/collectives/collective_setup.h"

#include <cmath>
#include <random>

namespace bubblescope::test {

/// A random collective of up to 41 ranks on random links that compares some of its algorithms.
inline CollectiveSetup anySetup(std::mt19937& random) {
    const auto any = [&](double from, double to) { return std::uniform_real_distribution<double>(from, to)(random); };
    CollectiveSetup setup;
    const auto all = collectives();
    setup.collective = all[random() % all.size()].collective;
    setup.ranks = 2 + static_cast<int>(random() % 40);
    setup.bytes = std::round(std::pow(10, any(0, 11)));
    setup.cluster.nodeSize = 1 << random() % 4;
    setup.cluster.intra = {any(0, 20), std::pow(10, any(0, 3))};
    setup.cluster.inter = {any(0, 60), std::pow(10, any(0, 3))};
    setup.cluster.isPortShared = random() % 2 == 0;
    setup.cluster.launch = random() % 2 == 0 ? 0 : any(0, 20);
    setup.cluster.usesAllPorts = random() % 4 != 0;
    if (random() % 4 == 0) setup.library = Library::Nccl;
    setup.algorithms.clear();
    for (const Algorithm& algorithm : algorithmsOf(setup.collective))
        if (random() % 2 == 0) setup.algorithms.emplace_back(algorithm.id);
    return setup;
}

}  // namespace bubblescope::test
