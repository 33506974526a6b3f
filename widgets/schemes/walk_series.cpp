#include "widgets/schemes/walk_series.h"

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

using Tone = WalkSeries::Tone;

}  // namespace

std::span<const WalkSeries> walkSeries() {
    static const WalkSeries kSeries[] = {
        {Quantity::Latency, "", Tone::Whole, false},
        {Quantity::Throughput, QT_TRANSLATE_NOOP("Text", "throughput"), Tone::Whole, false},
        {Quantity::ThroughputBound, QT_TRANSLATE_NOOP("Text", "bound"), Tone::Bound, true},
        {Quantity::MeanPeakActivations, QT_TRANSLATE_NOOP("Text", "activations"), Tone::Activations, false},
        {Quantity::MostPeakActivations, QT_TRANSLATE_NOOP("Text", "maximum"), Tone::Activations, true},
        {Quantity::MeanWeightStorage, QT_TRANSLATE_NOOP("Text", "weights"), Tone::Weights, false},
        {Quantity::ActivationTransmissions, QT_TRANSLATE_NOOP("Text", "activations"), Tone::Activations, false},
        {Quantity::WeightTransmissions, QT_TRANSLATE_NOOP("Text", "weights"), Tone::Weights, false},
    };
    return kSeries;
}

std::span<const WalkPanel> walkPanels() {
    static const WalkPanel kPanels[] = {
        {QT_TRANSLATE_NOOP("Text", "Latency"), QT_TRANSLATE_NOOP("Text", "When the last op ends."), 0, 1},
        {QT_TRANSLATE_NOOP("Text", "Throughput"),
         QT_TRANSLATE_NOOP("Text",
                           "Ops per unit of time and worker. It cannot exceed the bound M / stages, where M is the "
                           "peak number of activations, averaged over the workers. The bound only exists if ops take "
                           "1 and 2 and do not wait for weights."),
         1, 2},
        {QT_TRANSLATE_NOOP("Text", "Storage per worker"),
         QT_TRANSLATE_NOOP("Text",
                           "Activations: the peak number that a worker stores, as the mean and the maximum over all "
                           "workers. Weights: the number of stages that a worker computes and stores, as the mean."),
         3, 3},
        {QT_TRANSLATE_NOOP("Text", "Traffic"),
         QT_TRANSLATE_NOOP("Text",
                           "Transmissions of all workers: activations from worker to worker, and weights that an op "
                           "fetches from another worker."),
         6, 2},
    };
    return kPanels;
}

QColor colorOf(const WalkSeries& series, ThemeId theme) {
    const OpPalette& palette = opPalettes().front();
    switch (series.tone) {
        case Tone::Whole: return kindColor(palette, theme, OpKind::Forward, 0, 1);
        case Tone::Activations: return theme == ThemeId::Dark ? QColor(0xe8, 0x76, 0x4c) : QColor(0xc0, 0x53, 0x30);
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

QString WalkSeries::inFull() const { return Text::tr(std::string(infoOf(quantity).title).c_str()); }

std::string numberOf(const Study& walk) { return walk.path.kind == &kSchedulePath ? walk.path.key : std::string(); }

CurveAxis walkAxis(const Study& walk) {
    CurveAxis axis;
    if (walk.values.empty()) return {.from = 1, .to = 1};
    axis.from = walk.values.front();
    axis.to = walk.values.back();
    axis.isLog = axis.from > 0 && axis.to - axis.from >= 2 * static_cast<double>(walk.values.size());
    return axis;
}

std::vector<int> walkTicks(const Study& walk, double width, double room) {
    const CurveAxis axis = walkAxis(walk);
    std::vector<int> ticks;
    const auto add = [&](int value) {
        const auto isNear = [&](int other) {
            return std::abs(axis.shareOf(other) - axis.shareOf(value)) * width < room;
        };
        if (value >= axis.from && value <= axis.to && std::none_of(ticks.begin(), ticks.end(), isNear))
            ticks.push_back(value);
    };
    if (walk.values.empty()) return ticks;
    const auto from = static_cast<int>(axis.from), to = static_cast<int>(axis.to);
    add(from);
    add(to);
    const auto& points = walk.series.front();
    if (std::any_of(points.begin(), points.end(), [](const auto& point) { return point && !point->refusal.empty(); }))
        for (std::size_t i = 0; i < points.size(); ++i)
            if (walk.ran(0, i)) add(static_cast<int>(walk.values[i]));
    if (axis.isLog) {
        for (int value = 1; value < to; value *= 2) add(value);
    } else {
        const double least = std::max(1.0, (to - from) * room / std::max(width, 1.0));
        const auto step = static_cast<int>(roundedUp(least, kRoundSteps));
        for (int value = from / step * step; value < to; value += step) add(value);
    }
    std::sort(ticks.begin(), ticks.end());
    return ticks;
}

QString valueText(const Study& walk, int value) {
    const std::string number = numberOf(walk);
    const Scheme scheme = schemeOf(walk.scenario.schedules.front());
    QStringList texts{Text::tr("%1 = %2").arg(toQString(number)).arg(value)};
    const std::vector<SchemeParameter> before = parametersOf(scheme);
    for (const SchemeParameter& now : parametersOf(withNumber(scheme, number, value)))
        if (now.name != number && std::find(before.begin(), before.end(), now) == before.end())
            texts << Text::tr("%1 %2").arg(toQString(now.name)).arg(now.value);
    return texts.join(QStringLiteral(", "));
}

QString meaningOf(const Study& walk, int value) {
    if (numberOf(walk) != "group_size") return {};
    const Scheme scheme = schemeOf(walk.scenario.schedules.front());
    const ScheduleKind* kind = findKind(Family::Scheme, scheme.kind);
    if (!kind || hasOwnFormulas(*kind)) return {};
    if (value == 1) return Text::tr("data parallel");
    return value == scheme.workers ? Text::tr("pipeline parallel") : QString();
}

}  // namespace bubblescope
