#include "widgets/charts/marker_steps.h"

#include "engine/core/ruler.h"
#include "widgets/charts/chart_quantity.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kTokens = 256;  // the step of sequence lengths, which meshes can divide

}  // namespace

bool MarkerSteps::isWhole() const { return isWholePath(axis); }

bool MarkerSteps::isTime() const {
    const WorkloadKey* const key = findNumberKey(axis);
    return key ? key->isTime() : !isWhole();
}

double MarkerSteps::snapped(double x) const {
    x = std::clamp(x, range.from, range.to);
    if (axis == "microbatches" && range.to >= devices) {
        const double last = std::floor(range.to / devices) * devices;
        return std::clamp<double>(nearestMultiple(x, devices), devices, last);
    }
    if (axis == kMeshDevicesPath) return std::clamp(std::exp2(std::round(std::log2(x))), range.from, range.to);
    if (axis == "model.sequence") return std::max(range.from, nearestMultiple(x, kTokens));
    if (isWhole()) return std::round(x);
    if (!isTime()) return nearestMultiple(x, 0.01);
    return std::clamp(nearestMultiple(x, roundedUp((range.to - range.from) / 250, kRoundSteps)), range.from, range.to);
}

double MarkerSteps::stepped(double x, bool isUp) const {
    if (axis == kMeshDevicesPath) return snapped(isUp ? 2 * x : x / 2);
    if (axis == "model.sequence") return snapped(isUp ? x + kTokens : x - kTokens);
    double step = axis == "microbatches" ? devices : 1;
    if (!isWhole()) step = isTime() ? roundedUp((range.to - range.from) / 100, kRoundSteps) : 0.05;
    return snapped(isUp ? x + step : x - step);
}

}  // namespace bubblescope
