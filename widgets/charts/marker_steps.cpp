#include "widgets/charts/marker_steps.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// 1, 2 or 5 times a power of ten, >= `least`.
double roundStep(double least) {
    if (!(least > 0)) return 0;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (double mantissa : {1.0, 2.0, 5.0})
        if (mantissa * power >= least * (1 - 1e-12)) return mantissa * power;
    return 10 * power;
}

/// The nearest multiple of `step`, through the inverse where it is a fraction, so that 0.3 is 0.3.
double nearestMultiple(double x, double step) {
    if (!(step > 0)) return x;
    return step >= 1 ? std::round(x / step) * step : std::round(x / step) / std::round(1 / step);
}

}  // namespace

double MarkerSteps::snapped(double x) const {
    x = std::clamp(x, range.from, range.to);
    switch (axis) {
        case SweepAxis::Devices:
        case SweepAxis::Chunks: return std::round(x);
        case SweepAxis::Microbatches: {
            if (range.to < devices) return std::round(x);
            const double last = std::floor(range.to / devices) * devices;
            return std::clamp<double>(nearestMultiple(x, devices), devices, last);
        }
        case SweepAxis::Recompute: return nearestMultiple(x, 0.01);
        case SweepAxis::Comm: {
            const double nearest = nearestMultiple(x, roundStep((range.to - range.from) / 250));
            return std::clamp(nearest, range.from, range.to);
        }
    }
    return x;
}

double MarkerSteps::stepped(double x, bool isUp) const {
    double step = 1;
    if (axis == SweepAxis::Microbatches) step = devices;
    if (axis == SweepAxis::Recompute) step = 0.05;
    if (axis == SweepAxis::Comm) step = roundStep((range.to - range.from) / 100);
    return snapped(isUp ? x + step : x - step);
}

}  // namespace bubblescope
