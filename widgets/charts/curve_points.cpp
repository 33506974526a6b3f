#include "widgets/charts/curve_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kPointGap = std::numeric_limits<double>::quiet_NaN();

/// The largest step between neighbours, as a multiple of the smallest.
double unevenness(const std::vector<double>& ascending, double (*scaled)(double)) {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t i = 1; i < ascending.size(); ++i) {
        const double step = scaled(ascending[i]) - scaled(ascending[i - 1]);
        if (step <= 0) continue;
        least = std::min(least, step);
        most = std::max(most, step);
    }
    return most / least;
}

/// The part of a curve in one pixel column.
struct PixelColumn {
    qsizetype first = -1, least = -1, largest = -1, last = -1;
    bool beginsInGap = false, endsInGap = false;

    void take(const QVector<double>& y, qsizetype i) {
        endsInGap = std::isnan(y[i]);
        if (endsInGap) {
            beginsInGap = beginsInGap || first < 0;
            return;
        }
        if (first < 0) first = least = largest = i;
        if (y[i] < y[least]) least = i;
        if (y[i] > y[largest]) largest = i;
        last = i;
    }
};

}  // namespace

CurveAxis CurveAxis::of(const std::vector<double>& values) {
    CurveAxis axis;
    axis.order = ascendingOrder(values);
    std::vector<double> ascending;
    for (const std::size_t i : axis.order) ascending.push_back(values[i]);
    axis.from = ascending.front();
    axis.to = ascending.back();
    if (axis.from <= 0 || axis.from == axis.to) return axis;
    const double linear = unevenness(ascending, [](double x) { return x; });
    const double logarithmic = unevenness(ascending, [](double x) { return std::log(x); });
    axis.isLog = logarithmic < linear * (1 - 1e-9);
    return axis;
}

double CurveAxis::shareOf(double x) const {
    if (from == to) return 0.5;
    return isLog ? std::log(x / from) / std::log(to / from) : (x - from) / (to - from);
}

std::pair<double, double> CurveAxis::padded(double width, double padding) const {
    if (from == to) return {from - 1, to + 1};
    const double share = padding / (width - 2 * padding);
    if (!isLog) return {from - share * (to - from), to + share * (to - from)};
    const double factor = std::pow(to / from, share);
    return {from / factor, to * factor};
}

CurvePoints curveOf(const Study& study, std::size_t schedule, Quantity quantity) {
    CurvePoints curve;
    for (std::size_t i = 0; i < study.values.size(); ++i) {
        const StudyPoint* point = study.at(schedule, i);
        if (!point || (point->refusal.empty() && std::isnan(point->of(quantity)))) continue;
        curve.x.push_back(study.values[i]);
        curve.y.push_back(point->refusal.empty() ? point->of(quantity) : kPointGap);
    }
    return curve;
}

CurvePoints thinned(const CurvePoints& curve, const CurveAxis& axis, int columns) {
    constexpr qsizetype kPointsAColumn = 4;
    if (curve.x.size() <= kPointsAColumn * columns) return curve;
    CurvePoints out;
    const auto add = [&](qsizetype i) {
        out.x.push_back(curve.x[i]);
        out.y.push_back(curve.y[i]);
    };
    const auto addGap = [&](qsizetype i) {
        out.x.push_back(curve.x[i]);
        out.y.push_back(kPointGap);
    };
    for (qsizetype begin = 0; begin < curve.x.size();) {
        const auto columnOf = [&](qsizetype i) { return std::floor(axis.shareOf(curve.x[i]) * columns); };
        PixelColumn column;
        qsizetype end = begin;
        for (; end < curve.x.size() && columnOf(end) == columnOf(begin); ++end) column.take(curve.y, end);
        if (column.beginsInGap) addGap(begin);
        if (column.first >= 0) {
            const auto [earlier, later] = std::minmax(column.least, column.largest);
            qsizetype before = -1;
            for (const qsizetype i : {column.first, earlier, later, column.last})
                if (i != before) add(before = i);
            if (column.endsInGap) addGap(end - 1);
        }
        begin = end;
    }
    return out;
}

CurvePoints straightened(const CurvePoints& curve, const std::function<QPointF(double x, double y)>& placeOf) {
    constexpr double kAway = 0.2;  // pixels
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    CurvePoints out;
    const auto add = [&](qsizetype i) {
        out.x.push_back(curve.x[i]);
        out.y.push_back(curve.y[i]);
    };
    // A line begins at `from`. Lines to `to`, and lines with a slope from `least` to `most`, pass all points between.
    qsizetype from = -1, to = -1;
    double least = -kInfinite, most = kInfinite;
    const auto begin = [&](qsizetype i) { from = i, to = -1, least = -kInfinite, most = kInfinite; };
    const auto end = [&] {
        if (to >= 0) add(to);
    };
    const auto reach = [&](qsizetype i) {
        const QPointF step = placeOf(curve.x[i], curve.y[i]) - placeOf(curve.x[from], curve.y[from]);
        if (step.x() <= 0 || step.y() / step.x() < least || step.y() / step.x() > most) return false;
        to = i;
        least = std::max(least, (step.y() - kAway) / step.x());
        most = std::min(most, (step.y() + kAway) / step.x());
        return true;
    };
    for (qsizetype i = 0; i < curve.x.size(); ++i) {
        if (std::isnan(curve.y[i]) || from < 0) {
            end();
            add(i);
            begin(std::isnan(curve.y[i]) ? -1 : i);
        } else if (!reach(i)) {
            end();
            if (to >= 0) begin(to);
            if (reach(i)) continue;
            add(i);
            begin(i);
        }
    }
    end();
    return out;
}

CoveringParts partsOver(const CurvePoints& curve, std::span<const CurvePoints> beneath, double near) {
    // Steps have two points at an x: a line begins at the last of them, and ends at the first.
    const auto isNear = [&](double y, qsizetype i) { return std::abs(y - curve.y[i]) <= near * std::abs(curve.y[i]); };
    const auto liesOn = [&](const CurvePoints& other, qsizetype i) {
        const auto from = std::equal_range(other.x.begin(), other.x.end(), curve.x[i - 1]);
        const auto to = std::equal_range(other.x.begin(), other.x.end(), curve.x[i]);
        if (from.first == from.second || to.first == to.second) return false;
        const auto yAt = [&](auto at) { return other.y[at - other.x.begin()]; };
        if (curve.x[i - 1] < curve.x[i]) return isNear(yAt(from.second - 1), i - 1) && isNear(yAt(to.first), i);
        return isNear(yAt(from.first), i - 1) && isNear(yAt(to.second - 1), i);
    };
    CoveringParts parts;
    const auto addLine = [&](CurvePoints& part, qsizetype to) {
        if (part.x.isEmpty() || part.x.back() != curve.x[to - 1] || part.y.back() != curve.y[to - 1]) {
            if (!part.x.isEmpty()) part.x << curve.x[to - 1], part.y << kPointGap;
            part.x << curve.x[to - 1], part.y << curve.y[to - 1];
        }
        part.x << curve.x[to], part.y << curve.y[to];
    };
    for (qsizetype i = 1; i < curve.x.size(); ++i) {
        if (std::isnan(curve.y[i - 1]) || std::isnan(curve.y[i])) continue;
        const auto covered =
            std::count_if(beneath.begin(), beneath.end(), [&](const CurvePoints& other) { return liesOn(other, i); });
        parts.most = std::max(parts.most, static_cast<int>(covered));
        addLine(covered > 0 ? parts.together : parts.apart, i);
    }
    return parts;
}

CurvePoints lonePoints(const CurvePoints& curve) {
    CurvePoints out;
    const auto isGap = [&](qsizetype i) { return i < 0 || i >= curve.y.size() || std::isnan(curve.y[i]); };
    for (qsizetype i = 0; i < curve.y.size(); ++i) {
        if (isGap(i) || !isGap(i - 1) || !isGap(i + 1)) continue;
        out.x.push_back(curve.x[i]);
        out.y.push_back(curve.y[i]);
    }
    return out;
}

CurvePoints withoutGaps(const CurvePoints& curve) {
    CurvePoints out;
    for (qsizetype i = 0; i < curve.y.size(); ++i)
        if (!std::isnan(curve.y[i])) out.x << curve.x[i], out.y << curve.y[i];
    return out;
}

CurvePoints overGaps(const CurvePoints& curve) {
    CurvePoints out;
    qsizetype before = -1;
    for (qsizetype i = 0; i < curve.y.size(); ++i) {
        if (std::isnan(curve.y[i])) continue;
        if (before >= 0 && before + 1 < i) {
            out.x << curve.x[before] << curve.x[i] << curve.x[i];
            out.y << curve.y[before] << curve.y[i] << kPointGap;
        }
        before = i;
    }
    return out;
}

}  // namespace bubblescope
