#include "engine/io/calibration_json.h"

#include "engine/io/json_text.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::ordered_json;

namespace {

ordered_json toJson(const ReachedShares& shares) {
    return {{"gemm", shares.gemm}, {"attention", shares.attention}, {"memory", shares.memory}, {"links", shares.links}};
}

}  // namespace

std::string calibrationJson(const Calibration& calibration) {
    ordered_json out = {{"format", "bubblescope-calibration"},    {"version", 1},
                        {"numbers", toJson(calibration.numbers)}, {"start", toJson(calibration.start)},
                        {"mean_error", calibration.meanError()},  {"rows", ordered_json::array()}};
    for (const CalibratedStep& step : calibration.steps) {
        ordered_json row = {{"title", step.title},
                            {"measured_ms", 1e3 * step.measured},
                            {"predicted_ms", 1e3 * step.predicted},
                            {"error", step.error()},
                            {"before", step.errorBefore()}};
        if (step.allocatedGib) row["allocated_gib"] = *step.allocatedGib;
        row["peak_gib"] = step.peakGib;
        out["rows"].push_back(std::move(row));
    }
    return tidyJson(out);
}

}  // namespace bubblescope
