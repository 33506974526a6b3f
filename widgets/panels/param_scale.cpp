#include "widgets/panels/param_scale.h"

#include "engine/core/ruler.h"
#include "engine/scenario/parameters.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

// A logarithmic scale from 0 changes from linear to logarithmic at this share of its maximum.
constexpr double kBend = 1.0 / 100;
// Below this share of its maximum a key press goes to 0.
constexpr double kNearZero = 1.0 / 200;

}  // namespace

double rounded(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return value;
    const double unit = std::pow(10.0, digits - 1 - std::floor(std::log10(std::abs(value))));
    return std::round(value * unit) / unit;
}

ParamScale scaleOf(const Parameter& parameter) {
    const ParameterSlider& slider = parameter.slider;
    return {slider.isLogarithmic ? ParamScale::Kind::Logarithmic : ParamScale::Kind::Linear, parameter.isWhole(),
            slider.least, slider.most, slider.step};
}

double ParamScale::positionOf(double value) const {
    value = std::clamp(value, minimum, maximum);
    if (kind == Kind::Linear) return (value - minimum) / (maximum - minimum);
    if (minimum > 0) return std::log(value / minimum) / std::log(maximum / minimum);
    return std::log1p(value / (maximum * kBend)) / std::log1p(1 / kBend);
}

double ParamScale::valueAt(double position, double snap) const {
    if (position <= 0) return minimum;
    double value = maximum;
    if (position < 1) {
        if (kind == Kind::Linear)
            value = minimum + position * (maximum - minimum);
        else if (minimum > 0)
            value = minimum * std::exp(position * std::log(maximum / minimum));
        else
            value = maximum * kBend * std::expm1(position * std::log1p(1 / kBend));
    }
    if (isInteger) {
        value = std::round(value);
        if (snap > 1 && maximum >= snap)
            value = std::clamp(std::round(value / snap), 1.0, std::floor(maximum / snap)) * snap;
    } else if (position < 1) {
        value = kind == Kind::Linear ? std::round(value / grid) * grid : rounded(value, 2);
    }
    return std::clamp(value, minimum, maximum);
}

double ParamScale::stepped(double value, SlimSlider::Step step) const {
    using Step = SlimSlider::Step;
    if (step == Step::ToMinimum) return minimum;
    if (step == Step::ToMaximum) return maximum;
    const bool isUp = step == Step::Up || step == Step::PageUp;
    const bool isPage = step == Step::PageUp || step == Step::PageDown;
    double next = value;
    if (kind == Kind::Linear) {
        const double by = isInteger ? (isPage ? 2 : 1) : (isPage ? 10 : 1) * grid;
        next = value + (isUp ? by : -by);
        if (!isInteger) next = std::round(next / grid) * grid;
    } else if (isInteger) {
        if (isPage)
            next = isUp ? value * 2 : std::floor(value / 2);
        else
            next = value + (isUp ? 1 : -1);
    } else {
        const double factor = isPage ? 2 : 1.05, nearZero = maximum * kNearZero;
        if (minimum <= 0 && value < nearZero && isUp)
            next = nearZero;
        else if (minimum <= 0 && value <= nearZero && !isUp)
            next = 0;
        else
            next = rounded(isUp ? value * factor : value / factor, 3);
    }
    return std::clamp(next, minimum, maximum);
}

double ParamScale::strode(double value, bool isUp) const {
    using Step = SlimSlider::Step;
    if (isInteger) return stepped(value, isUp ? Step::Up : Step::Down);
    if (kind == Kind::Linear) return stepped(value, isUp ? Step::PageUp : Step::PageDown);
    constexpr double kStrides[] = {1, 1.5, 2, 3, 5, 7}, kRounding = 1e-9;
    // The stride next to a value above 0.
    const auto beside = [&](double from) {
        return rounded(
            isUp ? roundAbove(from * (1 + kRounding), kStrides) : roundBelow(from * (1 - kRounding), kStrides), 3);
    };
    constexpr double kLeastShare = 1.0 / 20;  // of the maximum: the value next to 0
    const double least = minimum > 0 ? minimum : rounded(maximum * kLeastShare, 1);
    if (isUp) return std::clamp(value < least ? least : beside(value), minimum, maximum);
    return value <= least ? minimum : std::clamp(beside(value), minimum, maximum);
}

}  // namespace bubblescope
