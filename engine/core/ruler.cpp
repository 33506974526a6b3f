#include "engine/core/ruler.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

int exponentBelow(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-12)); }

}  // namespace

double powerBelow(double value) { return std::pow(10.0, exponentBelow(value)); }

double roundAbove(double value, std::span<const double> mantissas) {
    if (!(value > 0) || !std::isfinite(value)) return 0;
    const int exponent = exponentBelow(value);
    const double power = std::pow(10.0, exponent), inverse = std::pow(10.0, -exponent);
    // A product may be less than its decimal by a rounding error: 5 * 1e-6 < 5e-6.
    for (const double mantissa : mantissas)
        if ((exponent < 0 ? mantissa / inverse : mantissa * power) >= value) return mantissa * power;
    return std::pow(10.0, exponent + 1);
}

double roundBelow(double value, std::span<const double> mantissas) {
    const int exponent = exponentBelow(value);
    double below = mantissas.back() * std::pow(10.0, exponent - 1);
    for (const double mantissa : mantissas)
        if (const double round = mantissa * std::pow(10.0, exponent); round <= value) below = round;
    return below;
}

double nearestMultiple(double x, double step) {
    if (!(step > 0)) return x;
    return step >= 1 ? std::round(x / step) * step : std::round(x / step) / std::round(1 / step);
}

std::vector<double> multiples(double step, double from, double to) {
    std::vector<double> values;
    const double first = std::ceil(from / step - 1e-9), last = std::floor(to / step + 1e-9);
    for (int i = 0; i <= last - first; ++i) values.push_back((first + i) * step);
    return values;
}

std::vector<double> roundNumbers(double from, double to, std::span<const double> mantissas) {
    std::vector<double> values;
    for (int exponent = exponentBelow(from); std::pow(10.0, exponent) <= to; ++exponent)
        for (const double mantissa : mantissas)
            if (const double value = mantissa * std::pow(10.0, exponent); value >= from && value <= to)
                values.push_back(value);
    return values;
}

std::vector<double> powersOfTen(double from, double to, int every) {
    std::vector<double> values;
    for (double exponent = std::ceil(std::log10(from) - 1e-9); exponent <= std::log10(to) + 1e-9; exponent += every)
        values.push_back(std::pow(10.0, exponent));
    return values;
}

std::vector<double> powersOfTwo(double from, double to, double length, double room) {
    std::vector<double> values;
    const int every = everyNth(std::max(1.0, std::log2(to / from)), length, room);
    for (int i = 0; i <= 30; i += every)
        if (const double value = std::ldexp(1.0, i); value >= from && value <= to) values.push_back(value);
    return values;
}

int everyNth(double powers, double length, double room) {
    return std::max(1, static_cast<int>(std::ceil(powers * room / std::max(length, 1.0))));
}

std::vector<double> octaves(long long from, long long to, std::size_t most) {
    std::vector<double> values;
    if (from > to) return values;
    for (long long perOctave = 8; perOctave >= 1; perOctave /= 2) {
        values = {static_cast<double>(from)};
        long long step = 1, wrap = 2 * perOctave;
        for (long long value = 1; value <= to; value += step) {
            if (value > from && value < to) values.push_back(static_cast<double>(value));
            if (value == wrap) step *= 2, wrap *= 2;
        }
        if (to > from) values.push_back(static_cast<double>(to));
        if (values.size() <= most) break;
    }
    if (values.size() > most) values.erase(values.begin() + static_cast<std::ptrdiff_t>(most) - 1, values.end() - 1);
    return values;
}

}  // namespace bubblescope
