#include "widgets/schemes/walk_series.h"

#include "widgets/shown/format.h"
#include "widgets/shown/op_palette.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

using Tone = WalkSeries::Tone;

/// 1, 2 or 5 times a power of ten.
int roundStep(double least) {
    int step = 1;
    for (int i = 0; step < least; ++i) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    return step;
}

}  // namespace

std::span<const WalkSeries> walkSeries() {
    static const WalkSeries kSeries[] = {
        {Quantity::Latency, "", Tone::Whole, false},
        {Quantity::Throughput, QT_TRANSLATE_NOOP("Walk", "throughput"), Tone::Whole, false},
        {Quantity::ThroughputBound, QT_TRANSLATE_NOOP("Walk", "bound"), Tone::Bound, true},
        {Quantity::MeanPeakActivations, QT_TRANSLATE_NOOP("Walk", "activations"), Tone::Activations, false},
        {Quantity::MostPeakActivations, QT_TRANSLATE_NOOP("Walk", "most"), Tone::Activations, true},
        {Quantity::MeanWeightStorage, QT_TRANSLATE_NOOP("Walk", "weights"), Tone::Weights, false},
        {Quantity::ActivationTransmissions, QT_TRANSLATE_NOOP("Walk", "activations"), Tone::Activations, false},
        {Quantity::WeightTransmissions, QT_TRANSLATE_NOOP("Walk", "weights"), Tone::Weights, false},
    };
    return kSeries;
}

std::span<const WalkPanel> walkPanels() {
    static const WalkPanel kPanels[] = {
        {QT_TRANSLATE_NOOP("Walk", "Latency"), QT_TRANSLATE_NOOP("Walk", "When the last op ends"), 0, 1},
        {QT_TRANSLATE_NOOP("Walk", "Throughput"),
         QT_TRANSLATE_NOOP("Walk",
                           "Ops a unit of time and worker. It does not pass the bound M / stages, where M is the mean "
                           "over the workers of the most activations held at once. There is none where ops do not "
                           "take 1 and 2, or wait for weights."),
         1, 2},
        {QT_TRANSLATE_NOOP("Walk", "Storage a worker"),
         QT_TRANSLATE_NOOP("Walk",
                           "Activations: the most that a worker holds at once, the mean over the workers and the most "
                           "of any. Weights: the stages that a worker computes and stores, the mean."),
         3, 3},
        {QT_TRANSLATE_NOOP("Walk", "Traffic"),
         QT_TRANSLATE_NOOP("Walk",
                           "Transmissions of all workers: activations from worker to worker, and weights that "
                           "an op fetches from another worker"),
         6, 2},
    };
    return kPanels;
}

QColor colorOf(const WalkSeries& series, ThemeId theme) {
    const OpPalette& palette = opPalettes().front();
    switch (series.tone) {
        case Tone::Whole: return kindColor(palette, theme, OpKind::Forward, 0, 1);
        case Tone::Activations: return kindColor(palette, theme, OpKind::BackwardInput, 0, 1);
        case Tone::Weights: return kindColor(palette, theme, OpKind::BackwardWeight, 0, 1);
        case Tone::Bound: return themeOf(theme).mutedText;
    }
    return {};
}

QPen penOf(const WalkSeries& series, ThemeId theme) {
    QPen pen(colorOf(series, theme), series.isThin ? 1.25 : 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    if (series.tone == Tone::Bound) {
        pen.setCapStyle(Qt::FlatCap);
        pen.setWidthF(1.5);
        pen.setDashPattern({4, 3});
    }
    return pen;
}

QString WalkSeries::inFull() const { return walkText(std::string(infoOf(quantity).title).c_str()); }

QString walkText(const char* text) { return QCoreApplication::translate("Walk", text); }

WalkAxis::WalkAxis(const SchemeWalk& walk) {
    if (walk.points.empty()) return;
    from = walk.points.front().value;
    to = walk.points.back().value;
    isLogarithmic = from > 0 && to - from >= 2 * static_cast<int>(walk.points.size());
}

double WalkAxis::shareOf(double value) const {
    if (from == to) return 0.5;
    const double share = isLogarithmic
                             ? std::log(std::max(value, 1e-9) / from) / std::log(static_cast<double>(to) / from)
                             : (value - from) / (to - from);
    return std::clamp(share, 0.0, 1.0);
}

std::vector<int> walkTicks(const SchemeWalk& walk, double width, double room) {
    const WalkAxis axis(walk);
    std::vector<int> ticks;
    const auto add = [&](int value) {
        const auto isNear = [&](int other) {
            return std::abs(axis.shareOf(other) - axis.shareOf(value)) * width < room;
        };
        if (value >= axis.from && value <= axis.to && std::none_of(ticks.begin(), ticks.end(), isNear))
            ticks.push_back(value);
    };
    if (walk.points.empty()) return ticks;
    add(axis.from);
    add(axis.to);
    const auto isRefused = [](const SchemeWalk::Point& point) { return !point.refusal().empty(); };
    if (std::any_of(walk.points.begin(), walk.points.end(), isRefused))
        for (const SchemeWalk::Point& point : walk.points)
            if (point.ran()) add(point.value);
    if (axis.isLogarithmic) {
        for (int value = 1; value < axis.to; value *= 2) add(value);
    } else {
        const int step = roundStep(std::max(1.0, (axis.to - axis.from) * room / std::max(width, 1.0)));
        for (int value = axis.from / step * step; value < axis.to; value += step) add(value);
    }
    std::sort(ticks.begin(), ticks.end());
    return ticks;
}

QString valueText(const SchemeWalk& walk, int value) {
    const auto translated = [](const char* text) { return QCoreApplication::translate("Walk", text); };
    QStringList texts{translated("%1 = %2").arg(toQString(walk.number)).arg(value)};
    const std::vector<SchemeParameter> before = parametersOf(walk.scheme);
    for (const SchemeParameter& now : parametersOf(withNumber(walk.scheme, walk.number, value)))
        if (now.name != walk.number && std::find(before.begin(), before.end(), now) == before.end())
            texts << translated("%1 %2").arg(toQString(now.name)).arg(now.value);
    return texts.join(QStringLiteral(", "));
}

QString meaningOf(const SchemeWalk& walk, int value) {
    const ScheduleKind* kind = findKind(Family::Scheme, walk.scheme.kind);
    if (walk.number != "group_size" || !kind || hasOwnFormulas(*kind)) return {};
    if (value == 1) return QCoreApplication::translate("Walk", "data parallel");
    return value == walk.scheme.workers ? QCoreApplication::translate("Walk", "pipeline parallel") : QString();
}

}  // namespace bubblescope
