#pragma once

#include "tests/widgets/picture_scenarios.h"

namespace bubblescope {

/// One placement scheme, as the notebook runs it: ops of 1 and 2.
inline Scenario schemeScenario(const char* kind, int batches = 6, double fetch = 0) {
    Scheme scheme;
    scheme.kind = kind;
    scheme.batches = batches;
    scheme.fetch = fetch;
    Scenario scenario;
    scenario.schedules = {{kind, {}, {}, scheme}};
    return scenario;
}

}  // namespace bubblescope
