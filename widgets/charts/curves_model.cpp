#include "widgets/charts/curves_model.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

std::function<AxisWords(double most)> wordsOf(const ChartQuantity& quantity) {
    return [quantity](double most) {
        const ChartQuantity scaled = quantity.scaledTo(most);
        return AxisWords{scaled.caption(), [scaled](double value, double step) { return scaled.tick(value, step); }};
    };
}

QStringList linesOf(const std::vector<CurveReading>& readings) {
    QStringList lines;
    for (const CurveReading& reading : readings) lines << lineOf(reading.row);
    return lines;
}

void sortFromHigh(std::vector<CurveReading>& readings) {
    std::stable_sort(readings.begin(), readings.end(), [](const CurveReading& a, const CurveReading& b) {
        return std::isnan(b.y) ? !std::isnan(a.y) : a.y > b.y;
    });
}

double nextOf(const std::vector<double>& values, double x, MarkerStep step) {
    if (values.empty()) return x;
    const auto above = std::upper_bound(values.begin(), values.end(), x);
    const auto below = std::lower_bound(values.begin(), values.end(), x);
    switch (step) {
        case MarkerStep::First: return values.front();
        case MarkerStep::Last: return values.back();
        case MarkerStep::Forth:
        case MarkerStep::PageForth: return above == values.end() ? x : *above;
        default: return below == values.begin() ? x : *(below - 1);
    }
}

}  // namespace bubblescope
