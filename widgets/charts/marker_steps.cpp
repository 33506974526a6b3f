#include "widgets/charts/marker_steps.h"

#include "engine/core/ruler.h"
#include "widgets/charts/chart_quantity.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kTokens = 256;  // the step of sequence lengths, which meshes can divide

/// Whether the values are shares of 1, as those of workload keys are that are no times.
bool isRatio(const ScenarioPath& axis) { return axis.kind == &kWorkloadPath && !axis.isWhole() && !axis.isTime(); }

}  // namespace

double MarkerSteps::snapped(double x) const {
    x = std::clamp(x, range.from, range.to);
    if (axis == "microbatches" && range.to >= devices) {
        const double last = std::floor(range.to / devices) * devices;
        return std::clamp<double>(nearestMultiple(x, devices), devices, last);
    }
    if (axis.kind == &kDevicesPath) return std::clamp(std::exp2(std::round(std::log2(x))), range.from, range.to);
    if (axis == "model.sequence") return std::max(range.from, nearestMultiple(x, kTokens));
    if (axis.isWhole()) return std::round(x);
    if (isRatio(axis)) return nearestMultiple(x, 0.01);
    return std::clamp(nearestMultiple(x, roundedUp((range.to - range.from) / 250, kRoundSteps)), range.from, range.to);
}

double MarkerSteps::stepped(double x, bool isUp) const {
    if (axis.kind == &kDevicesPath) return snapped(isUp ? 2 * x : x / 2);
    if (axis == "model.sequence") return snapped(isUp ? x + kTokens : x - kTokens);
    double step = axis == "microbatches" ? devices : 1;
    if (!axis.isWhole()) step = isRatio(axis) ? 0.05 : roundedUp((range.to - range.from) / 100, kRoundSteps);
    return snapped(isUp ? x + step : x - step);
}

}  // namespace bubblescope
