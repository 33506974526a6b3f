#include "widgets/charts/live_curves.h"

#include <QFontMetrics>

#include "engine/core/ruler.h"
#include "engine/core/text.h"
#include "engine/io/scenario_file.h"
#include "engine/study/study_axes.h"
#include "widgets/charts/curves_view.h"
#include "widgets/charts/marker_steps.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kLow = 150;  // a lower chart has no caption below its ticks: the heading shows it

std::size_t countOf(const LiveCurves& live) { return std::min(live.outcomes.size(), live.study.series.size()); }

QString nameOf(const LiveCurves& live, std::size_t schedule) {
    // If v is swept, a title with v would be wrong on most of the curve.
    if (live.study.path == "chunks" && schedule < live.scenario.schedules.size())
        return QString::fromStdString(displayLabel(live.scenario.schedules[schedule]));
    return live.outcomes[schedule].title;
}

bool showsPinned(const LiveCurves& live) {
    const bool isSameRatio = live.pinned.path != "devices" || live.pinned.keepRatio == live.study.keepRatio;
    return !live.pinned.series.empty() && live.pinned.path == live.study.path && isSameRatio;
}

std::optional<std::size_t> pinnedOf(const LiveCurves& live, std::size_t schedule) {
    return showsPinned(live) && schedule < live.pinnedOf.size() ? live.pinnedOf[schedule] : std::nullopt;
}

/// The pinned value of a schedule at `x`, if it was computed and not refused.
std::optional<double> pinnedAt(const LiveCurves& live, std::size_t schedule, double x) {
    const auto of = pinnedOf(live, schedule);
    const auto& values = live.pinned.values;
    const auto at = std::lower_bound(values.begin(), values.end(), x);
    if (!of || at == values.end() || *at != x) return std::nullopt;
    const StudyPoint* point = live.pinned.ran(*of, static_cast<std::size_t>(at - values.begin()));
    return point ? std::optional(live.quantity.of(*point)) : std::nullopt;
}

std::optional<double> presentOf(const LiveCurves& live) { return presentValue(live.scenario, live.study.path); }

/// The range of the axis, which includes the present value.
AxisRange rangeOf(const LiveCurves& live) {
    AxisRange range = axisRange(live.scenario, live.study.path);
    const auto marker = presentOf(live);
    if (marker) range.to = std::max(range.to, *marker);
    if (!live.study.path.isLogarithmic() || live.study.values.empty()) return range;
    range.from = std::max(1.0, std::min(marker.value_or(live.study.values.front()), live.study.values.front()));
    return range;
}

CurveTick tickAt(double value) { return {value, formatNumber(value, 7)}; }

/// Round numbers, whole if only whole numbers make sense.
std::vector<CurveTick> ticksOf(const LiveCurves& live, const CurveAxis& axis, double width) {
    constexpr double kLogRoom = 34, kRoom = 60, kNumberRoom = 40;
    std::vector<double> values;
    if (axis.isLog) {
        const double wide = QFontMetricsF(uiFont(11)).horizontalAdvance(tickAt(axis.to).label) + 10;
        values = powersOfTwo(axis.from, axis.to, width, std::max(kLogRoom, wide));
    } else {
        const bool isOfChunks = live.study.path == "chunks";
        const double least = (axis.to - axis.from) / std::clamp(width / (isOfChunks ? kNumberRoom : kRoom), 2.0, 8.0);
        const double even = least > 1 ? 2 * std::ceil(least / 2) : 1;  // some schedules accept only even v
        const double step = isOfChunks ? even : roundAbove(least, kFineSteps);
        values = multiples(step, axis.from, axis.to);
    }
    std::vector<CurveTick> ticks;
    std::transform(values.begin(), values.end(), std::back_inserter(ticks), tickAt);
    return ticks;
}

QString xCaptionOf(const LiveCurves& live) {
    const QString name = axisName(live.study.path), unit = live.quantity.timeUnit;
    if (live.study.path == "comm") {
        const QString text = titleWithUnit(name, unit);
        return presentOf(live) ? text : Text::tr("%1, the same for all links").arg(text);
    }
    if (live.study.path.isTime() && !unit.isEmpty()) return titleWithUnit(name, unit);
    if (live.study.path != "devices" || !live.study.keepRatio) return name;
    const Workload& workload = live.scenario.workload;
    const double ratio = static_cast<double>(workload.microbatches) / workload.devices;
    return Text::tr("%1, MBS/D fixed at %2").arg(name, formatNumber(ratio, 4));
}

CurvesMarker markerOf(const LiveCurves& live, double present) {
    CurvesMarker marker{.at = present};
    const MarkerSteps steps{live.study.path, rangeOf(live), live.scenario.workload.devices};
    for (const Outcome& outcome : live.outcomes)
        if (outcome.run)
            marker.dots.push_back({.color = outcome.color,
                                   .y = live.quantity.of(*outcome.run),
                                   .series = static_cast<std::size_t>(&outcome - live.outcomes.data())});
    marker.snapped = [steps](double x) { return steps.snapped(x); };
    marker.stepped = [steps, values = live.study.values](double x, MarkerStep step) {
        return step == MarkerStep::Back    ? steps.stepped(x, false)
               : step == MarkerStep::Forth ? steps.stepped(x, true)
                                           : nextOf(values, x, step);
    };
    return marker;
}

/// How many schedules before this one have colours that the colour-blind may take for its own.
std::size_t alikeBefore(const std::vector<Outcome>& outcomes, std::size_t schedule) {
    const auto end = outcomes.begin() + static_cast<std::ptrdiff_t>(schedule);
    return static_cast<std::size_t>(std::count_if(outcomes.begin(), end, [&](const Outcome& before) {
        return lookAlike(before.color, outcomes[schedule].color);
    }));
}

}  // namespace

QString noticeOf(const LiveCurves& live) {
    if (live.outcomes.empty()) return Text::tr("Choose a schedule to compare.");
    if (!live.study.isComplete()) return {};
    std::vector<const StudyPoint*> points;
    for (const auto& series : live.study.series)
        for (const auto& point : series)
            if (point) points.push_back(&*point);
    const auto all = [&](auto&& isSo) { return std::all_of(points.begin(), points.end(), isSo); };
    if (points.empty() || !all([](auto* point) { return !point->refusal.empty(); })) return {};
    if (all([](auto* point) { return point->isTooLarge; }))
        return Text::tr("No curves: every point would exceed the limit of %1 operations.")
            .arg(toQString(withThousands(kMaxStudyOps)));
    if (all([&](auto* point) { return point->refusal == points.front()->refusal; }))
        return Text::tr("No schedule can run: %1").arg(toQString(points.front()->refusal));
    return Text::tr("No point can run. Hover over a value to see why.");
}

std::vector<CurveReading> readingsOf(const LiveCurves& live, std::size_t value) {
    std::vector<CurveReading> readings;
    for (std::size_t s = 0; s < countOf(live); ++s) {
        const StudyPoint* point = live.study.at(s, value);
        if (!point) continue;
        CurveReading reading{.row = {.color = live.outcomes[s].color, .name = nameOf(live, s)}, .series = s};
        if (!point->refusal.empty()) {
            reading.row.reason = toQString(point->refusal);
        } else {
            const double now = reading.y = live.quantity.of(*point);
            const auto then = pinnedAt(live, s, live.study.values[value]);
            reading.row.value = live.quantity.fullText(now);
            if (then)
                reading.row.value = Text::tr("%1 · %2").arg(reading.row.value, live.quantity.difference(now - *then));
        }
        readings.push_back(std::move(reading));
    }
    sortFromHigh(readings);
    return readings;
}

CurvesModel modelOf(const LiveCurves& live, ThemeId theme) {
    CurvesModel model{.themeId = theme};
    model.frame = compactFrame(20, 38, 14);
    model.frame.lowHeight = kLow;
    model.frame.namesEnds = true;
    const AxisRange range = rangeOf(live);
    model.axis = {live.study.path.isLogarithmic(), range.from, range.to, ascendingOrder(live.study.values)};
    model.values = live.study.values;
    model.xTicks = [&live](const CurveAxis& axis, double width) { return ticksOf(live, axis, width); };
    model.xCaption = xCaptionOf(live);
    ModelPanel panel;
    for (std::size_t s = 0; s < live.outcomes.size(); ++s) {
        model.series.push_back(
            {.name = nameOf(live, s), .look = {.color = live.outcomes[s].color, .size = 7}, .marksPoints = false});
        model.series.back().look.dashes = seriesDashes(theme == ThemeId::Print ? s : alikeBefore(live.outcomes, s));
        ModelCurve curve{.series = s};
        if (s < countOf(live)) curve.points = curveOf(live.study, s, live.quantity.quantity);
        if (const auto of = pinnedOf(live, s)) curve.pinned = curveOf(live.pinned, *of, live.quantity.quantity);
        panel.curves.push_back(std::move(curve));
    }
    model.panels.push_back(std::move(panel));
    const auto present = presentOf(live);
    if (present) model.marker = markerOf(live, *present);
    CurvesScale scale{.words = wordsOf(live.quantity)};
    if (showsPinned(live))
        scale.words = [words = scale.words](double most) {
            AxisWords out = words(most);
            out.caption = Text::tr("%1 · dashed: pinned").arg(out.caption);
            return out;
        };
    scale.mayBeginNear = live.beginsNear && live.quantity.quantity == Quantity::TotalTime;
    if (model.marker)
        for (const CurvesMarker::Dot& dot : model.marker->dots) scale.shown.push_back(dot.y);
    model.scales.push_back(std::move(scale));
    model.notice = noticeOf(live);
    model.placeText = [&live](const CurvesSpot& spot) {
        return axisValueText(live.study.path, live.study.values[spot.x], live.quantity.timeUnit);
    };
    model.readings = [&live](const CurvesSpot& spot) { return readingsOf(live, spot.x); };
    return model;
}

Exportable exportedCurves(const LiveCurves& live) {
    const auto model = [live](const PictureOptions& options) {
        const auto own = std::make_shared<LiveCurves>(live);
        own->outcomes = recolored(std::move(own->outcomes), own->scenario, options);
        CurvesModel made = modelOf(*own, options.theme);
        made.xTicks = [own, ticks = std::move(made.xTicks)](const CurveAxis& axis, double width) {
            return ticks(axis, width);
        };
        return made;
    };
    return exportedChart(
        model, {.title = Text::tr("%1 against %2").arg(titleOf(live.quantity.quantity), axisName(live.study.path)),
                .values = tableOf(live),
                .document = writeScenario(live.scenario)});
}

CurvesView* newLiveView(const LiveCurves& live, QWidget* parent) {
    auto* view = new CurvesView([&live](ThemeId theme) { return modelOf(live, theme); }, parent);
    view->setMinimumSize(180, 90);
    view->setAccessibleName(Text::tr("Curves of all schedules against one parameter"));
    QObject::connect(view, &CurvesView::rebuilt, view, [view, &live] {
        const auto present = presentOf(live);
        view->setAccessibleDescription(present ? axisValueText(live.study.path, *present, live.quantity.timeUnit)
                                               : QString());
    });
    return view;
}

Table tableOf(const LiveCurves& live) {
    std::vector<double> values = live.study.values;
    if (showsPinned(live)) {
        values.insert(values.end(), live.pinned.values.begin(), live.pinned.values.end());
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    QStringList keys{toQString(live.study.path.text)};
    for (std::size_t s = 0; s < countOf(live); ++s) {
        const QString name = nameOf(live, s) + QStringLiteral(" (%1)").arg(live.quantity.caption());
        keys << name;
        if (pinnedOf(live, s)) keys << Text::tr("%1, pinned").arg(name);
    }
    std::vector<std::vector<TableValue>> rows;
    for (const double x : values) {
        const auto& known = live.study.values;
        const auto index = static_cast<std::size_t>(std::find(known.begin(), known.end(), x) - known.begin());
        std::vector<TableValue>& cells = rows.emplace_back(1, x);
        for (std::size_t s = 0; s < countOf(live); ++s) {
            const StudyPoint* point = live.study.ran(s, index);
            cells.push_back(point ? TableValue(live.quantity.of(*point)) : TableValue());
            if (pinnedOf(live, s)) cells.push_back(cellOf(pinnedAt(live, s, x)));
        }
    }
    return valueTable(keys, std::move(rows));
}

}  // namespace bubblescope
