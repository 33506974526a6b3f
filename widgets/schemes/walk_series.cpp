#include "widgets/schemes/walk_series.h"

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"

#include <QFontMetricsF>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

/// One curve of a walk.
enum class Tone { Whole, Activations, Weights, Bound };
struct WalkSeries {
    Quantity quantity;
    const char* name;  // distinguishes it in its panel
    Tone tone;
    bool isThin;  // accompanies a curve of the same tone
};

/// One chart of a walk.
struct WalkPanel {
    const char* title;
    const char* tip;
    std::size_t first, count;  // of kWalkSeries
};

constexpr WalkSeries kWalkSeries[] = {
    {Quantity::Latency, "", Tone::Whole, false},
    {Quantity::Throughput, QT_TRANSLATE_NOOP("Text", "throughput"), Tone::Whole, false},
    {Quantity::ThroughputBound, QT_TRANSLATE_NOOP("Text", "bound"), Tone::Bound, true},
    {Quantity::MeanPeakActivations, QT_TRANSLATE_NOOP("Text", "activations"), Tone::Activations, false},
    {Quantity::MostPeakActivations, QT_TRANSLATE_NOOP("Text", "maximum"), Tone::Activations, true},
    {Quantity::MeanWeightStorage, QT_TRANSLATE_NOOP("Text", "weights"), Tone::Weights, false},
    {Quantity::ActivationTransmissions, QT_TRANSLATE_NOOP("Text", "activations"), Tone::Activations, false},
    {Quantity::WeightTransmissions, QT_TRANSLATE_NOOP("Text", "weights"), Tone::Weights, false},
};

constexpr WalkPanel kWalkPanels[] = {
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

SeriesLook lookOf(const WalkSeries& series, ThemeId theme) {
    SeriesLook look{
        .color = colorOf(series, theme), .size = series.isThin ? 4.5 : 6, .width = series.isThin ? 1.25 : 2};
    if (series.tone == Tone::Bound) look.width = 1.5, look.dashes = {4, 3};
    return look;
}

QString inFull(const WalkSeries& series) { return Text::tr(infoOf(series.quantity).title); }

/// What a scheme has at a value; nothing if it did not run.
std::vector<CurveReading> pointsAt(const Study& walk, std::size_t value, ThemeId theme) {
    std::vector<CurveReading> readings;
    const StudyPoint* point = walk.at(0, value);
    for (std::size_t p = 0; point && p < std::size(kWalkPanels); ++p)
        for (std::size_t s = kWalkPanels[p].first; s < kWalkPanels[p].first + kWalkPanels[p].count; ++s) {
            const double y = point->of(kWalkSeries[s].quantity);
            if (std::isnan(y)) continue;
            readings.push_back({.row = {.color = colorOf(kWalkSeries[s], theme),
                                        .name = inFull(kWalkSeries[s]),
                                        .value = formatNumber(y, 4)},
                                .series = s,
                                .panel = p,
                                .y = y});
        }
    return readings;
}

}  // namespace

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

std::optional<double> nearestThatRan(const Study& walk, double share) {
    const CurveAxis axis = walkAxis(walk);
    std::optional<double> best;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < walk.values.size(); ++i) {
        const double away = std::abs(axis.shareOf(walk.values[i]) - share);
        if (walk.ran(0, i) && away < distance) distance = away, best = walk.values[i];
    }
    return best;
}

std::vector<CurveReading> walkReadings(const Study& walk, std::size_t value, ThemeId theme) {
    std::vector<CurveReading> readings = pointsAt(walk, value, theme);
    if (!readings.empty()) return readings;
    const StudyPoint* point = walk.at(0, value);
    if (!point) return {{.row = {.color = themeOf(theme).mutedText, .name = Text::tr("computing…")}}};
    return {
        {.row = {
             .color = themeOf(theme).error, .name = Text::tr("does not run"), .reason = toQString(point->refusal)}}};
}

CurvesModel walkModel(const Study& walk, std::optional<double> present, const QString& timeUnit, ThemeId theme) {
    CurvesModel model{.themeId = theme};
    model.frame = {
        .top = 0, .bottom = 0, .minWidth = 152, .minHeight = 140, .leastLabels = 30, .padding = 8, .isLinked = true};
    model.axis = walkAxis(walk);
    model.axis.order = ascendingOrder(walk.values);
    model.values = walk.values;
    model.xTicks = [&walk, most = model.axis.to](const CurveAxis&, double width) {
        const double room = QFontMetricsF(uiFont(11)).horizontalAdvance(QString::number(most, 'f', 0)) + 10;
        std::vector<CurveTick> ticks;
        for (const int value : walkTicks(walk, width, room)) ticks.push_back({1.0 * value, QString::number(value)});
        return ticks;
    };
    model.xCaption = toQString(numberOf(walk));
    if (!walk.values.empty()) model.xFrom = meaningOf(walk, static_cast<int>(model.axis.from));
    if (model.axis.to > model.axis.from) model.xTo = meaningOf(walk, static_cast<int>(model.axis.to));
    for (const WalkSeries& series : kWalkSeries)
        model.series.push_back({.name = inFull(series), .look = lookOf(series, theme), .linksGaps = true});
    model.panelsABlock = std::size(kWalkPanels);
    for (const WalkPanel& of : kWalkPanels) {
        ModelPanel panel{.title = Text::tr(of.title), .tip = tipHtml(Text::tr(of.tip)), .scale = model.scales.size()};
        if (model.panels.empty() && !timeUnit.isEmpty()) panel.title = Text::tr("%1, %2").arg(panel.title, timeUnit);
        for (std::size_t s = of.first; s < of.first + of.count; ++s) {
            ModelCurve curve{.series = s};
            if (!walk.values.empty()) curve.points = curveOf(walk, 0, kWalkSeries[s].quantity);
            if (of.count > 1 && !curve.points.x.isEmpty())
                panel.keys.push_back({model.series[s].look.stroke(), Text::tr(kWalkSeries[s].name)});
            panel.curves.push_back(std::move(curve));
        }
        model.panels.push_back(std::move(panel));
        model.scales.push_back({.words = [](double) {
            return AxisWords{{}, [](double value, double) { return formatNumber(value, 6); }};
        }});
    }
    if (present) {
        model.marker = CurvesMarker{.at = *present, .goesToRefused = false};
        model.marker->snapped = [&walk, axis = model.axis](double x) { return nearestThatRan(walk, axis.shareOf(x)); };
        const auto at = std::find(walk.values.begin(), walk.values.end(), *present) - walk.values.begin();
        for (const CurveReading& reading : pointsAt(walk, static_cast<std::size_t>(at), theme))
            model.marker->dots.push_back({reading.row.color, reading.y, reading.panel});
    }
    model.placeText = [&walk](const CurvesSpot& spot) {
        const auto value = static_cast<int>(walk.values[spot.x]);
        const QString text = valueText(walk, value), meaning = meaningOf(walk, value);
        return meaning.isEmpty() ? text : Text::tr("%1: %2").arg(text, meaning);
    };
    model.readings = [&walk, theme](const CurvesSpot& spot) { return walkReadings(walk, spot.x, theme); };
    return model;
}

Table walkTable(const Study& walk) {
    QStringList keys{toQString(numberOf(walk))};
    for (const WalkSeries& series : kWalkSeries) keys << toQString(infoOf(series.quantity).id);
    keys << QStringLiteral("error");
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t i = 0; i < walk.values.size(); ++i) {
        const StudyPoint* point = walk.at(0, i);
        std::vector<TableValue>& cells = rows.emplace_back(1, QString::number(static_cast<int>(walk.values[i])));
        for (const WalkSeries& series : kWalkSeries) {
            const double value = point ? point->of(series.quantity) : qQNaN();
            cells.push_back(qIsNaN(value) ? TableValue() : TableValue(value));
        }
        cells.push_back(point ? toQString(point->refusal) : QString());
    }
    return valueTable(keys, std::move(rows));
}

}  // namespace bubblescope
