#pragma once

#include "engine/io/experiment_file.h"

#include <fstream>
#include <iterator>

namespace bubblescope::test {

/// The text of an experiment over D = 2, 4 with these additional members.
inline std::string experimentText(const std::string& more = {}) {
    return "{\"format\": \"bubblescope-experiment\", \"version\": 1, "
           "\"x\": {\"variable\": \"devices\", \"values\": [2, 4]}" +
           (more.empty() ? more : ", " + more) + "}";
}

/// The same with another "x".
inline std::string textWithX(const std::string& x, const std::string& more) {
    return "{\"format\": \"bubblescope-experiment\", \"version\": 1, \"x\": " + x + ", " + more + "}";
}

inline Experiment experimentOf(const std::string& more = {}) { return *readExperiment(experimentText(more)); }

/// A file of presets/experiments/.
inline std::string presetText(const std::string& name) {
    std::ifstream file(std::string(SOURCE_DIR) + "/presets/experiments/" + name + ".json");
    return {std::istreambuf_iterator<char>(file), {}};
}

inline Experiment presetExperiment(const std::string& name) { return *readExperiment(presetText(name)); }

}  // namespace bubblescope::test
