#include "widgets/study/curves/experiment_curves.h"

#include "engine/study/run_experiment.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/experiment_text.h"
#include "widgets/study/pinned_match.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

QString withSign(const QString& number, double value) {
    return (value > 0 ? QStringLiteral("+") : value < 0 ? QString(QChar(0x2212)) : QString()) + number;
}

/// Bubbles are shares already, so their difference is in percentage points.
QString differenceText(const ChartQuantity& quantity, double now, double pinned) {
    const bool isShare = quantity.isRatio();
    if (!isShare && pinned == 0) return {};
    const double difference = isShare ? now - pinned : now / pinned - 1;
    constexpr double kShown = 0.0005;  // a tenth of a percent
    if (std::abs(difference) < kShown) return QStringLiteral("±0");
    QString text = formatPercent(std::abs(difference));
    if (isShare) text = Text::tr("%1\u202fpp").arg(text.remove(QLatin1Char('%')).trimmed());
    return withSign(text, difference);
}

/// A curve with a value wherever f(point) is true, and gaps elsewhere.
template <class F>
CurvePoints curveWhere(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis,
                       F&& f) {
    const ExperimentPlan& plan = *results.plan;
    const std::vector<double>& values = plan.experiment.x.values;
    place.x = 0;
    const std::size_t begin = plan.pointAt(place);
    CurvePoints curve;
    curve.x.reserve(static_cast<qsizetype>(values.size()));
    curve.y.reserve(static_cast<qsizetype>(values.size()));
    for (const std::size_t i : axis.order) {
        const auto& point = results.points[begin + i];
        if (!point || values[i] < axis.from || values[i] > axis.to) continue;
        curve.x.push_back(values[i]);
        curve.y.push_back(f(*point) ? point->of(measure) : qQNaN());
    }
    return curve;
}

bool isOver(const StudyPoint& point) { return point.overLimit.has_value(); }

/// What the readings of a model need, as long as it exists.
struct Shown {
    CurvesData data;
    std::optional<PinnedMatch> pinned;  // present if the pinned results vary the same axes
    std::vector<QColor> colors;

    const ExperimentPlan& plan() const { return *data.results->plan; }
};

int rankOf(const CurveReading& reading, bool isAwaited) {
    return isAwaited ? 2 : reading.row.value.isEmpty() ? 3 : reading.isOver ? 1 : 0;
}

/// Best first: values that count, from the lowest up; values over the memory limit; values not computed yet; refused
/// ones. Hidden series are left out.
std::vector<CurveReading> readingsOf(const Shown& shown, std::size_t figure, const CurvesSpot& spot) {
    const ExperimentResults& results = *shown.data.results;
    const PointPlace first = placeOf(shown.plan(), figure, spot);
    const Quantity measure =
        shown.plan()
            .experiment.quantities[spot.panel / shown.plan().panels() % shown.plan().experiment.quantities.size()];
    const ChartQuantity quantity = quantityOf(shown.plan().experiment, measure);
    std::vector<std::pair<int, CurveReading>> ranked;
    for (PointPlace place = first; place.series < shown.plan().series.size(); ++place.series) {
        if (shown.data.hidden.contains(place.series)) continue;
        const auto& point = results.points[shown.plan().pointAt(place)];
        CurveReading reading{
            .row = {.color = shown.colors[place.series], .name = toQString(shown.plan().series[place.series].title)},
            .series = place.series,
            .panel = spot.panel};
        HoverRow& row = reading.row;
        if (!point) {
            row.reason = shown.data.isStopped ? Text::tr("not computed") : Text::tr("computing…");
        } else if (!point->refusal.empty()) {
            row.reason = toQString(point->refusal);
        } else {
            reading.y = point->of(measure);
            reading.isOver = isOver(*point);
            row.value = quantity.fullText(reading.y);
            row.reason = overLimitText(shown.plan(), shown.plan().pointAt(place), *point);
            if (const StudyPoint* pinned = shown.pinned ? shown.pinned->pointAt(place) : nullptr)
                row.difference = differenceText(quantity, reading.y, pinned->of(measure));
        }
        ranked.emplace_back(rankOf(reading, !point), std::move(reading));
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
        if (a.first != b.first || a.second.row.value.isEmpty()) return a.first < b.first;
        return a.second.y < b.second.y;
    });
    std::vector<CurveReading> readings;
    for (auto& [rank, reading] : ranked) readings.push_back(std::move(reading));
    return readings;
}

std::vector<CurveChange> changesOf(const Shown& shown, const PointPlace& place, Quantity measure) {
    std::vector<CurveChange> changes;
    for (const WinnerChange& change : shown.data.changes) {
        if (change.figure != place.figure || change.panel != place.panel || change.measure != measure) continue;
        if (change.to >= shown.plan().series.size()) continue;
        const QString name = toQString(shown.plan().series[change.to].title), where = changeText(change);
        changes.push_back({change.below, change.above, change.to, Text::tr("%1 from %2").arg(name, where), where});
    }
    return changes;
}

ModelPanel panelOf(const Shown& shown, const CurvesModel& model, PointPlace place, std::size_t measureIndex) {
    const Experiment& experiment = shown.plan().experiment;
    const Quantity measure = experiment.quantities[measureIndex];
    ModelPanel panel;
    if (const auto& axis = experiment.panels) panel.title = stepText(experiment, *axis, axis->values[place.panel]);
    panel.changes = changesOf(shown, place, measure);
    CurveAxis pinnedAxis = model.axis;
    if (shown.pinned) pinnedAxis.order = ascendingOrder(shown.pinned->results().plan->experiment.x.values);
    for (place.series = 0; place.series < shown.plan().series.size(); ++place.series) {
        if (shown.data.hidden.contains(place.series)) continue;
        ModelCurve curve{.series = place.series, .points = curveOf(*shown.data.results, place, measure, model.axis)};
        if (mayHaveLimit(experiment)) {
            curve.over = curveWhere(*shown.data.results, place, measure, model.axis, isOver);
            if (withoutGaps(curve.over).x.isEmpty()) curve.over = {};
        }
        if (const auto at = shown.pinned ? shown.pinned->curveAt(place) : std::nullopt)
            curve.pinned = curveOf(shown.pinned->results(), *at, measure, pinnedAxis);
        panel.curves.push_back(std::move(curve));
    }
    return panel;
}

std::vector<CurvesLegendEntry> legendOf(const Shown& shown, bool hasOverLimit) {
    std::vector<CurvesLegendEntry> entries;
    for (std::size_t s = 0; s < shown.plan().series.size() && s < kMaxLegendEntries; ++s)
        entries.push_back({s, toQString(shown.plan().series[s].title), {}});
    if (shown.pinned) entries.push_back({{}, Text::tr("pinned"), Text::tr("Dashed curves show the pinned results.")});
    if (hasOverLimit)
        entries.push_back({{},
                           Text::tr("over the memory limit"),
                           Text::tr("Hollow, faint points exceed the memory limit. They cannot win."),
                           true});
    return entries;
}

}  // namespace

CurvePoints curveOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis) {
    return curveWhere(results, place, measure, axis, [](const StudyPoint& point) { return point.refusal.empty(); });
}

PointPlace placeOf(const ExperimentPlan& plan, std::size_t figure, const CurvesSpot& spot, std::size_t series) {
    return {figure, spot.panel % plan.panels(), series, spot.x};
}

CurvesModel modelOf(const CurvesData& data, std::vector<std::size_t> figures, ThemeId theme) {
    const auto shown = std::make_shared<Shown>(Shown{data, PinnedMatch::of(data.results, data.pinned), {}});
    const ExperimentPlan& plan = shown->plan();
    const Experiment& experiment = plan.experiment;
    if (shown->pinned && !shown->pinned->hasCurves()) shown->pinned.reset();
    if (figures.empty()) {
        figures.resize(plan.figures());
        std::iota(figures.begin(), figures.end(), std::size_t{0});
    }
    CurvesModel model{.themeId = theme, .title = curvesTitle(plan, figures)};
    const auto looks = seriesLooks(seriesColors(plan, theme, data.palette), theme);
    for (std::size_t s = 0; s < looks.size(); ++s) {
        model.series.push_back({toQString(plan.series[s].title), looks[s], data.hidden.contains(s)});
        shown->colors.push_back(looks[s].color);
    }
    model.axis = CurveAxis::of(experiment.x.values);
    model.values = experiment.x.values;
    model.xTicks = [shown](const CurveAxis& axis, double width) {
        return ticksOf(axis, shown->plan().experiment.x.values, width);
    };
    model.xCaption = captionOf(experiment, experiment.x);
    model.panelsABlock = plan.panels() > 1 ? plan.panels() : experiment.quantities.size();
    for (const std::size_t figure : figures) {
        if (figures.size() > 1)
            model.headings.push_back(stepText(experiment, *experiment.figures, experiment.figures->values[figure]));
        for (std::size_t measure = 0; measure < experiment.quantities.size(); ++measure) {
            const ChartQuantity quantity = quantityOf(experiment, experiment.quantities[measure]);
            for (std::size_t panel = 0; panel < plan.panels(); ++panel) {
                model.panels.push_back(panelOf(*shown, model, {figure, panel, 0, 0}, measure));
                model.panels.back().scale = model.scales.size();
            }
            model.scales.push_back(
                {.words = wordsOf(quantity), .isLog = experiment.scale == Scale::Log && !quantity.isRatio()});
        }
    }
    const auto hasOver = [](const ModelPanel& panel) {
        return std::any_of(panel.curves.begin(), panel.curves.end(),
                           [](const ModelCurve& curve) { return !curve.over.x.isEmpty(); });
    };
    model.legend = legendOf(*shown, std::any_of(model.panels.begin(), model.panels.end(), hasOver));
    model.emptyPanel = data.hidden.size() == looks.size() ? Text::tr("All series are hidden.")
                       : data.isStopped                   ? Text::tr("Nothing was computed.")
                                                          : Text::tr("Nothing has been computed yet.");
    model.placeText = [shown](const CurvesSpot& spot) {
        const Experiment& of = shown->plan().experiment;
        return stepText(of, of.x, of.x.values[spot.x]);
    };
    model.readings = [shown, figures](const CurvesSpot& spot) {
        const std::size_t each = shown->plan().panels() * shown->plan().experiment.quantities.size();
        return readingsOf(*shown, figures[spot.panel / each], spot);
    };
    return model;
}

Result<Picture> curvesPicture(CurvesData data, const PictureOptions& options) {
    data.palette = options.palette;
    return curvesPicture(modelOf(data, options.figures, options.theme), options);
}

QString changeText(const WinnerChange& change) {
    constexpr double kNarrow = 1e-3;  // relative to x
    const auto isWhole = [](double x) { return x == std::floor(x); };
    const auto text = [&](double x) { return isWhole(x) ? formatNumber(x, 12) : formatNumber(x, 3); };
    const QString below = text(change.below), above = text(change.above);
    const bool isOne = below == above || change.above - change.below < kNarrow * std::abs(change.above);
    return isOne ? above : below + QStringLiteral(" – ") + above;
}

QString curvesTitle(const ExperimentPlan& plan, const std::vector<std::size_t>& figures) {
    const Experiment& experiment = plan.experiment;
    const QString title = toQString(experiment.title).simplified();
    if (!experiment.figures || figures.size() != 1) return title;
    const QString step = stepText(experiment, *experiment.figures, experiment.figures->values[figures.front()]);
    return title.isEmpty() ? step : title + QStringLiteral(", ") + step;
}

std::vector<QColor> seriesColors(const ExperimentPlan& plan, ThemeId theme, const QString& palette) {
    if (palette == QLatin1String(kSafePalette)) {
        std::vector<QColor> colors;
        for (std::size_t i = 0; i < plan.series.size(); ++i) colors.push_back(safeColor(i, theme));
        return colors;
    }
    if (plan.experiment.series.index() == 1) return orderedColors(plan.series.size(), theme);
    return seriesColors(std::get<0>(plan.experiment.series), theme, palette);
}

}  // namespace bubblescope
