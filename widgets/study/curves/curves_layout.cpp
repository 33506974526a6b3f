#include "widgets/study/curves/curves_layout.h"

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/picture/picture.h"
#include "widgets/study/experiment_text.h"

#include "engine/core/ruler.h"
#include "engine/study/run_experiment.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bubblescope {

namespace {

constexpr double kColumnGap = 20, kRowGap = 14, kBottom = 10;
constexpr double kTitleLine = 19, kCaptionLine = 26, kTickLine = 22, kXCaptionLine = 16, kAreaRight = 8;
constexpr double kTickGap = 8;
constexpr double kLegendRow = 22, kLegendSpace = 18, kLegendBelow = 10;
constexpr double kHeading = 40;
constexpr std::size_t kFewTicks = 12;

QFont tickFont() { return uiFont(11); }

/// The values that a range must include.
struct Extent {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    bool isEmpty() const { return least > most; }
    void take(double y, bool isLog) {
        if (isLog && y <= 0) return;
        least = std::min(least, y);
        most = std::max(most, y);
    }
    void takeCurve(const ExperimentResults& results, PointPlace place, Quantity measure, bool isLog) {
        place.x = 0;
        const std::size_t begin = results.plan->pointAt(place), count = results.plan->experiment.x.values.size();
        for (std::size_t i = begin; i < begin + count; ++i)
            if (const auto& point = results.points[i]; point && point->refusal.empty()) take(point->of(measure), isLog);
    }
};

Extent extentOf(const CurvesLayout& layout, std::size_t figure, Quantity measure, bool isLog) {
    const ExperimentPlan& plan = *layout.data.results->plan;
    Extent extent;
    for (PointPlace place{figure, 0, 0, 0}; place.panel < plan.panels(); ++place.panel)
        for (place.series = 0; place.series < plan.series.size(); ++place.series) {
            if (layout.data.hidden.contains(place.series)) continue;
            extent.takeCurve(*layout.data.results, place, measure, isLog);
            if (!layout.pinned) continue;
            if (const auto at = layout.pinned->curveAt(place))
                extent.takeCurve(layout.pinned->results(), *at, measure, isLog);
        }
    return extent;
}

/// The smallest round step of which at most `count` cover `length`.
double roundStep(double length, int count) { return roundAbove(length / (count + 1e-9), kFineSteps); }

void setLinear(CurvesRange& range, double most, double height) {
    constexpr double kRoom = 34;
    const int count = std::clamp(static_cast<int>(height / kRoom), 2, 6);
    const double step = roundStep(most > 0 ? most : 1, count);
    const int steps = std::max(1, static_cast<int>(std::ceil((most > 0 ? most : 1) / step - 1e-9)));
    range.to = steps * step;
    range.quantity = range.quantity.scaledTo(range.to);
    for (int i = 0; i <= steps; ++i) range.ticks.push_back({i * step, range.quantity.tick(i * step, step)});
}

void setLogarithmic(CurvesRange& range, const Extent& extent, double height) {
    constexpr double kRoom = 20;
    range.isLog = true;
    range.from = roundBelow(extent.least * (1 + 1e-9), kRoundSteps);
    range.to = roundAbove(extent.most * (1 - 1e-9), kRoundSteps);
    if (range.from == range.to) range.to *= 10;
    range.quantity = range.quantity.scaledTo(range.to);
    const double decades = std::log10(range.to / range.from);
    const bool hasRoom = 3 * decades * kRoom <= height;
    const double least = range.from * (1 - 1e-9), most = range.to * (1 + 1e-9);
    for (const double value : hasRoom ? roundNumbers(least, most, kRoundSteps)
                                      : powersOfTen(powerBelow(range.from), most, everyNth(decades, height, kRoom)))
        if (value >= least) range.ticks.push_back({value, range.quantity.tick(value, value)});
}

CurvesRange rangeOf(const CurvesLayout& layout, std::size_t figure, Quantity measure, double height) {
    const Experiment& experiment = layout.data.results->plan->experiment;
    CurvesRange range{measure, quantityOf(experiment, measure), false, 0, 1, {}};
    const bool isLog = experiment.scale == Scale::Log && !range.quantity.isRatio();
    const Extent extent = extentOf(layout, figure, measure, isLog);
    if (extent.isEmpty()) return range;
    if (isLog)
        setLogarithmic(range, extent, height);
    else
        setLinear(range, extent.most, height);
    return range;
}

/// Whether labels at these places leave a gap between them.
bool fit(const std::vector<CurveTick>& ticks, const CurveAxis& axis, double width) {
    const QFontMetricsF metrics(tickFont());
    double end = -std::numeric_limits<double>::infinity();
    for (const CurveTick& tick : ticks) {
        const double half = metrics.horizontalAdvance(tick.label) / 2, centre = axis.shareOf(tick.value) * width;
        if (centre - half < end + kTickGap) return false;
        end = centre + half;
    }
    return true;
}

CurveTick xTick(double value) { return {value, formatNumber(value, 12)}; }

std::vector<CurveTick> xTicks(const std::vector<double>& values) {
    std::vector<CurveTick> ticks;
    std::transform(values.begin(), values.end(), std::back_inserter(ticks), xTick);
    return ticks;
}

/// Round numbers, if there are too many values to label each.
std::vector<CurveTick> roundTicks(const CurveAxis& axis, double width) {
    if (axis.isLog && axis.to / axis.from >= 10) {
        const std::vector<CurveTick> ticks = xTicks(roundNumbers(axis.from, axis.to, kRoundSteps));
        if (fit(ticks, axis, width)) return ticks;
        const std::vector<double> powers = roundNumbers(axis.from, axis.to, std::span(kRoundSteps).first(1));
        if (powers.size() > 1) return xTicks(powers);
    }
    constexpr double kRoom = 60;
    const double step = roundStep(axis.to - axis.from, std::clamp(static_cast<int>(width / kRoom), 1, 10));
    return xTicks(multiples(step, axis.from, axis.to));
}

/// Ticks at the values if there are few, as many as fit.
std::vector<CurveTick> ticksOf(const CurveAxis& axis, const std::vector<double>& values, double width) {
    std::vector<CurveTick> all;
    for (const std::size_t i : axis.order) {
        if (all.empty() || values[i] > all.back().value) all.push_back(xTick(values[i]));
        if (all.size() > kFewTicks) return roundTicks(axis, width);
    }
    for (std::size_t every = 1; every < all.size(); ++every) {
        std::vector<CurveTick> some;
        for (std::size_t i = 0; i < all.size(); i += every) some.push_back(all[i]);
        if (fit(some, axis, width)) return some;
        // If values are crowded at one end, those that fit there are labelled.
        if (every > 1) continue;
        some = {all.front()};
        for (std::size_t i = 1; i < all.size(); ++i) {
            some.push_back(all[i]);
            if (!fit(some, axis, width)) some.pop_back();
        }
        if (2 * some.size() > all.size()) return some;
    }
    return {all.front()};
}

/// The arrangement of panels in a figure.
struct Grid {
    int columns = 1, rowsABlock = 1, blocks = 1;
    int rows() const { return rowsABlock * blocks; }
};

/// One row per measure if there are panels, otherwise one row of measures, split into even rows if it is too long.
Grid gridOf(const ExperimentPlan& plan, double width) {
    const bool hasPanels = plan.panels() > 1;
    const auto measures = static_cast<int>(plan.experiment.quantities.size());
    const int items = hasPanels ? static_cast<int>(plan.panels()) : measures;
    const int most = std::max(1, static_cast<int>((width + kColumnGap) / (kMinPanelWidth + kColumnGap)));
    Grid grid;
    grid.rowsABlock = (items + most - 1) / most;
    grid.columns = (items + grid.rowsABlock - 1) / grid.rowsABlock;
    grid.blocks = hasPanels ? measures : 1;
    return grid;
}

void placePanels(CurvesLayout& layout, std::size_t figure, const Grid& grid, const QSizeF& box, double top) {
    const ExperimentPlan& plan = *layout.data.results->plan;
    const auto measures = static_cast<int>(plan.experiment.quantities.size());
    const auto panels = static_cast<int>(plan.panels());
    const std::size_t firstRange = layout.ranges.size() - static_cast<std::size_t>(measures);
    for (int measure = 0; measure < measures; ++measure)
        for (int panel = 0; panel < panels; ++panel) {
            const int block = grid.blocks > 1 ? measure : 0, item = panels > 1 ? panel : measure;
            const int row = block * grid.rowsABlock + item / grid.columns, column = item % grid.columns;
            CurvesPanel out{figure,
                            static_cast<std::size_t>(panel),
                            firstRange + static_cast<std::size_t>(measure),
                            QRectF(kCurvesMargin + column * (box.width() + kColumnGap),
                                   top + row * (box.height() + kRowGap), box.width(), box.height()),
                            {},
                            {}};
            if (const auto& axis = plan.experiment.panels)
                out.title = stepText(plan.experiment, *axis, axis->values[static_cast<std::size_t>(panel)]);
            layout.panels.push_back(std::move(out));
        }
}

double headOf(const ExperimentPlan& plan) { return (plan.experiment.panels ? kTitleLine : 0) + kCaptionLine; }

/// Gives all panels the same space for their labels, so that their areas are aligned.
void placeAreas(CurvesLayout& layout) {
    const ExperimentPlan& plan = *layout.data.results->plan;
    const QFontMetricsF metrics(tickFont());
    double labels = 0;
    for (const CurvesRange& range : layout.ranges)
        for (const CurveTick& tick : range.ticks) labels = std::max(labels, metrics.horizontalAdvance(tick.label));
    for (CurvesPanel& panel : layout.panels) {
        const double left = std::ceil(panel.box.left() + labels + kTickGap);
        const double top = std::ceil(panel.box.top() + headOf(plan));
        panel.area = QRectF(QPointF(left, top), QPointF(std::floor(panel.box.right() - kAreaRight),
                                                        std::floor(panel.box.bottom() - kTickLine - kXCaptionLine)));
    }
}

}  // namespace

double CurvesRange::shareOf(double y) const {
    return isLog ? std::log(y / from) / std::log(to / from) : (y - from) / (to - from);
}

double CurvesLayout::xOf(const CurvesPanel& panel, double value) const {
    return panel.area.left() + kCurvesPadding + axis.shareOf(value) * (panel.area.width() - 2 * kCurvesPadding);
}

double CurvesLayout::yOf(const CurvesPanel& panel, double value) const {
    return panel.area.bottom() - rangeOf(panel).shareOf(value) * panel.area.height();
}

namespace {

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

bool hasOverLimitIn(const CurvesData& data, const std::vector<std::size_t>& figures) {
    const ExperimentPlan& plan = *data.results->plan;
    if (!mayHaveLimit(plan.experiment)) return false;
    const std::size_t xs = plan.experiment.x.values.size();
    for (const std::size_t figure : figures)
        for (PointPlace place{figure, 0, 0, 0}; place.panel < plan.panels(); ++place.panel)
            for (place.series = 0; place.series < plan.series.size(); ++place.series) {
                const auto begin = data.results->points.begin() + static_cast<std::ptrdiff_t>(plan.pointAt(place));
                if (!data.hidden.contains(place.series) &&
                    std::any_of(begin, begin + static_cast<std::ptrdiff_t>(xs),
                                [](const auto& point) { return point && point->overLimit; }))
                    return true;
            }
    return false;
}

}  // namespace

CurvePoints curveOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis) {
    return curveWhere(results, place, measure, axis, [](const StudyPoint& point) { return point.refusal.empty(); });
}

CurvePoints overLimitOf(const ExperimentResults& results, PointPlace place, Quantity measure, const CurveAxis& axis) {
    return curveWhere(results, place, measure, axis,
                      [](const StudyPoint& point) { return point.overLimit.has_value(); });
}

QFont legendFont() { return uiFont(12); }

std::vector<CurvesLegendEntry> legendOf(const CurvesLayout& layout) {
    const ExperimentPlan& plan = *layout.data.results->plan;
    std::vector<CurvesLegendEntry> entries;
    for (std::size_t s = 0; s < plan.series.size() && s < kMaxLegendEntries; ++s)
        entries.push_back({s, {}, toQString(plan.series[s].title)});
    if (layout.pinned) entries.push_back({std::nullopt, {}, Text::tr("pinned")});
    if (layout.hasOverLimit) entries.push_back({std::nullopt, {}, Text::tr("over the memory limit"), true});
    return entries;
}

double layoutLegend(std::vector<CurvesLegendEntry>& entries, double width) {
    const QFontMetricsF metrics(legendFont());
    double x = 0, y = 0;
    for (CurvesLegendEntry& entry : entries) {
        const double wanted = kLegendSample + kLegendGap + std::ceil(symbolsWidth(legendFont(), entry.text)) + 1;
        const double own = std::min(wanted, width);
        if (own < wanted)
            entry.text = metrics.elidedText(entry.text, Qt::ElideMiddle, own - kLegendSample - kLegendGap);
        if (x > 0 && x + own > width) x = 0, y += kLegendRow;
        entry.box = QRectF(x, y, own, kLegendRow);
        x += own + kLegendSpace;
    }
    return entries.empty() ? 0 : y + kLegendRow;
}

QString curvesTitle(const ExperimentPlan& plan, const std::vector<std::size_t>& figures) {
    const Experiment& experiment = plan.experiment;
    const QString title = toQString(experiment.title).simplified();
    if (!experiment.figures || figures.size() != 1) return title;
    const QString step = stepText(experiment, *experiment.figures, experiment.figures->values[figures.front()]);
    return title.isEmpty() ? step : title + QStringLiteral(", ") + step;
}

CurvesLayout layoutCurves(CurvesData data, const CurvesOptions& options) {
    CurvesLayout layout;
    layout.data = std::move(data);
    const ExperimentPlan& plan = *layout.data.results->plan;
    layout.themeId = options.theme;
    layout.looks = seriesLooks(plan, options.theme);
    layout.axis = CurveAxis::of(plan.experiment.x.values);
    layout.pinned = PinnedMatch::of(layout.data.results, layout.data.pinned);
    if (layout.pinned && !layout.pinned->hasCurves()) layout.pinned.reset();
    if (layout.pinned) {
        layout.pinnedAxis = layout.axis;
        layout.pinnedAxis.order = CurveAxis::of(layout.pinned->results().plan->experiment.x.values).order;
    }
    std::vector<std::size_t> figures = options.figures;
    if (figures.empty()) {
        figures.resize(plan.figures());
        std::iota(figures.begin(), figures.end(), std::size_t{0});
    }
    layout.hasOverLimit = hasOverLimitIn(layout.data, figures);

    const double width = options.width - 2 * kCurvesMargin;
    double y = kRowGap;
    if (options.title) {
        const QFontMetricsF metrics(pictureTitleFont());
        layout.title = metrics.elidedText(curvesTitle(plan, figures), Qt::ElideRight, width);
        if (!layout.title.isEmpty()) y = kPictureTitleBaseline + metrics.descent() + kLegendBelow;
    }
    if (options.legend) {
        layout.legend = legendOf(layout);
        const double height = layoutLegend(layout.legend, width);
        for (CurvesLegendEntry& entry : layout.legend) entry.box.translate(kCurvesMargin, y);
        y += height + kLegendBelow;
    }
    const bool hasHeadings = options.title && figures.size() > 1;
    const Grid grid = gridOf(plan, width);
    const auto count = static_cast<double>(figures.size());
    const double gaps = count * (grid.rows() * kRowGap + (hasHeadings ? kHeading : 0)) - kRowGap + kBottom;
    const double boxWidth = std::floor((width - (grid.columns - 1) * kColumnGap) / grid.columns);
    constexpr double kShape = 0.7, kHighest = 420;
    double boxHeight = std::clamp(std::floor(kShape * boxWidth), double{kMinPanelHeight}, kHighest);
    if (options.height)
        boxHeight = std::max(double{kMinPanelHeight}, std::floor((*options.height - y - gaps) / (count * grid.rows())));
    const double needed = y + gaps + count * grid.rows() * boxHeight;
    // Multiples of 4 are whole points in a PDF.
    layout.size = QSize(options.width, options.height ? std::max(*options.height, static_cast<int>(std::ceil(needed)))
                                                      : (static_cast<int>(std::ceil(needed)) + 3) / 4 * 4);

    const double areaHeight = boxHeight - headOf(plan) - kTickLine - kXCaptionLine;
    for (const std::size_t figure : figures) {
        if (hasHeadings) {
            const Axis& axis = *plan.experiment.figures;
            layout.headings.push_back({stepText(plan.experiment, axis, axis.values[figure]), y + 22});
            y += kHeading;
        }
        for (const Quantity measure : plan.experiment.quantities)
            layout.ranges.push_back(rangeOf(layout, figure, measure, areaHeight));
        placePanels(layout, figure, grid, {boxWidth, boxHeight}, y);
        y += grid.rows() * (boxHeight + kRowGap);
    }
    placeAreas(layout);
    layout.xCaption = captionOf(plan.experiment, plan.experiment.x);
    if (layout.axis.isLog) layout.xCaption = Text::tr("%1, log scale").arg(layout.xCaption);
    if (!layout.panels.empty())
        layout.xTicks =
            ticksOf(layout.axis, plan.experiment.x.values, layout.panels.front().area.width() - 2 * kCurvesPadding);
    return layout;
}

}  // namespace bubblescope
