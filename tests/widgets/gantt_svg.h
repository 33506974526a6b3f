#pragma once

#include "engine/io/scenario_file.h"
#include "tests/outside.h"
#include "tests/widgets/gantt_pictures.h"
#include "tests/widgets/parsed_svg.h"

// What the tests of pictures of Gantts share.

namespace bubblescope::test {

/// The colours of F, B, I and W in the light palette.
inline constexpr const char* kLightFills[] = {"#265ad2", "#ebb041", "#7a2b10", "#27a689"};

inline Drawing svgOf(const Scenario& scenario, const PictureOptions& options = {}) {
    return parsed(*ganttFile(kSvg, outcomesOf(scenario, options.theme), options, writeScenario(scenario)));
}

}  // namespace bubblescope::test
