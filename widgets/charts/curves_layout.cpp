#include "widgets/charts/curves_layout.h"

#include "engine/core/ruler.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr double kColumnGap = 20, kRowGap = 14;
constexpr double kTitleLine = 19, kNoCaption = 13, kTickLine = 22, kXCaptionLine = 16;
constexpr double kTickGap = 8;
constexpr double kLegendRow = 22, kLegendSpace = 18, kLegendBelow = 10, kKeySpace = 10, kMostKeys = 0.3;
constexpr double kHeading = 40;
constexpr double kWidestEndName = 150, kNamesShare = 0.32;
constexpr int kLeastWithNames = 240;
constexpr std::size_t kFewTicks = 12, kFewNames = 5;

QFont tickFont() { return uiFont(11); }

/// The values that a range must include.
struct Extent {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    bool isEmpty() const { return least > most; }
    void take(double y, bool isLog, bool isQuiet) {
        if (std::isnan(y) || (isLog && y <= 0)) return;
        least = std::min(least, y);
        if (!isQuiet) most = std::max(most, y);
    }
};

Extent extentOf(const CurvesModel& model, std::size_t first, std::size_t count, std::size_t scale) {
    const bool isLog = model.scales[scale].isLog;
    const auto& [isLogX, from, to, order] = model.axis;
    Extent extent;
    for (std::size_t p = first; p < first + count; ++p)
        if (model.panels[p].scale == scale)
            for (const ModelCurve& curve : model.panels[p].curves)
                for (const CurvePoints* points : {&curve.points, &curve.pinned})
                    for (qsizetype i = 0; i < points->y.size(); ++i)
                        if (points->x[i] >= from && points->x[i] <= to)
                            extent.take(points->y[i], isLog, model.series[curve.series].isQuiet);
    if (!extent.isEmpty())
        for (const double y : model.scales[scale].shown) extent.take(y, isLog, false);
    return extent;
}

/// The smallest round step of which at most `count` cover `length`.
double roundStep(double length, int count) { return roundAbove(length / (count + 1e-9), kFineSteps); }

/// An axis with a given start or end; it has about `count` ticks, at round numbers.
void setGiven(CurvesRange& range, const CurvesScale& scale, int count) {
    if (scale.from) range.from = *scale.from;
    if (scale.to) range.to = *scale.to;
    if (range.to <= range.from && scale.to) range.from = *scale.to - std::abs(*scale.to) - 1;
    if (range.to <= range.from) range.to = range.from + std::abs(range.from) + 1;
    const double step = roundStep(range.to - range.from, count);
    const AxisWords words = scale.words(range.to);
    range.caption = words.caption;
    for (const double value : multiples(step, range.from, range.to))
        range.ticks.push_back({value, words.tick(value, step)});
}

void setLinear(CurvesRange& range, const CurvesScale& scale, const Extent& extent, double height) {
    constexpr double kRoom = 34;
    constexpr double kFarFromNone = 0.3;  // of the largest value: an axis from 0 would leave that much empty
    const int count = std::clamp(static_cast<int>(height / kRoom), 2, 6);
    const double most = extent.most > 0 ? extent.most : 1;
    const bool isNear = scale.mayBeginNear && extent.least < most && extent.least > kFarFromNone * most;
    const double step = roundStep(isNear ? most - extent.least : most, count);
    const int first = isNear ? static_cast<int>(std::floor(extent.least / step + 1e-9)) : 0;
    const int last = std::max(first + 1, static_cast<int>(std::ceil(most / step - 1e-9)));
    range.from = first * step;
    range.to = last * step;
    if (scale.from || scale.to) return setGiven(range, scale, count);
    const AxisWords words = scale.words(range.to);
    range.caption = words.caption;
    for (int i = first; i <= last; ++i) range.ticks.push_back({i * step, words.tick(i * step, step)});
}

void setLogarithmic(CurvesRange& range, const CurvesScale& scale, const Extent& extent, double height) {
    constexpr double kRoom = 20;
    range.isLog = true;
    range.from = roundBelow(extent.least * (1 + 1e-9), kRoundSteps);
    range.to = roundAbove(extent.most * (1 - 1e-9), kRoundSteps);
    if (scale.from && *scale.from > 0) range.from = *scale.from;
    if (scale.to && *scale.to > range.from) range.to = *scale.to;
    if (range.from >= range.to) range.to = range.from * 10;
    const AxisWords words = scale.words(range.to);
    range.caption = words.caption;
    const double decades = std::log10(range.to / range.from);
    const bool hasRoom = 3 * decades * kRoom <= height;
    const double least = range.from * (1 - 1e-9), most = range.to * (1 + 1e-9);
    for (const double value : hasRoom ? roundNumbers(least, most, kRoundSteps)
                                      : powersOfTen(powerBelow(range.from), most, everyNth(decades, height, kRoom)))
        if (value >= least) range.ticks.push_back({value, words.tick(value, value)});
}

/// Labels in the middle of rows, as many as fit.
void setRows(CurvesRange& range, const CurvesScale& scale, double height) {
    constexpr double kRoom = 14;
    range.to = static_cast<double>(scale.rows.size());
    range.caption = scale.words(range.to).caption;
    double free = -std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < scale.rows.size(); ++row) {
        const double middle = static_cast<double>(row) + 0.5, at = middle * height / range.to;
        if (at < free) continue;
        range.ticks.push_back({middle, scale.rows[row]});
        free = at + kRoom;
    }
}

CurvesRange rangeOf(const CurvesModel& model, std::size_t first, std::size_t count, std::size_t index, double height) {
    const CurvesScale& scale = model.scales[index];
    CurvesRange range;
    if (!scale.rows.empty()) return setRows(range, scale, height), range;
    const Extent extent = extentOf(model, first, count, index);
    if (extent.isEmpty() || (scale.isLog && extent.most <= 0)) {
        range.caption = scale.words(1).caption;
    } else if (scale.isLog) {
        setLogarithmic(range, scale, extent, height);
    } else {
        setLinear(range, scale, extent, height);
    }
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
std::vector<CurveTick> roundXTicks(const CurveAxis& axis, double width) {
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

/// The arrangement of panels in a figure.
struct Grid {
    int columns = 1, rowsABlock = 1, blocks = 1;
    int rows() const { return rowsABlock * blocks; }
};

/// Blocks of rows, each split into even rows if it is too long.
Grid gridOf(const CurvesModel& model, std::size_t panels, double width) {
    const auto items = static_cast<int>(model.panelsABlock);
    const int most = std::max(1, static_cast<int>((width + kColumnGap) / (model.frame.minWidth + kColumnGap)));
    Grid grid;
    grid.rowsABlock = (items + most - 1) / most;
    grid.columns = (items + grid.rowsABlock - 1) / grid.rowsABlock;
    grid.blocks = static_cast<int>(panels) / items;
    return grid;
}

/// Places the small legend of a panel in rows, and returns their height.
double placeKeys(CurvesPanel& panel, double left, double width) {
    const QFontMetricsF metrics(tickFont());
    double x = 0, y = 0;
    for (CurvesKey key : panel.of->keys) {
        const double text = std::min(metrics.horizontalAdvance(key.name), width - kKeySample - kKeyGap);
        if (x > 0 && x + kKeySample + kKeyGap + text > width) x = 0, y += kKeyRow;
        key.name = metrics.elidedText(key.name, Qt::ElideRight, text + 1);
        panel.keys.emplace_back(std::move(key), QPointF(left + x, y + kKeyRow / 2));
        x += kKeySample + kKeyGap + text + kKeySpace;
    }
    return panel.keys.empty() ? 0 : y + kKeyRow;
}

/// The lines above and below the axes, the same for all panels.
struct Around {
    double title = 0, keys = 0, caption = 0, below = 0, labels = 0;
    double head() const { return title + keys + caption; }
};

/// Gives all panels the same space for their labels, so that their areas are aligned.
void placeAreas(CurvesLayout& layout, const Around& around) {
    for (CurvesPanel& panel : layout.panels) {
        const double left = std::ceil(panel.box.left() + around.labels + kTickGap);
        const double top = std::ceil(panel.box.top() + around.head());
        const double right =
            std::floor(panel.box.right() - (layout.nameRoom > 0 ? layout.nameRoom + 18 : layout.model->frame.right));
        const double bottom = std::floor(panel.box.bottom() - around.below);
        panel.area = QRectF(QPointF(left, top), QPointF(std::max(left + 1, right), std::max(top + 1, bottom)));
        for (auto& [key, at] : panel.keys) at += QPointF(panel.box.left(), panel.box.top() + around.title);
    }
}

/// The width of the names at the ends of curves, if there is room for them.
double nameRoomOf(const CurvesModel& model, double width, double height) {
    const QFontMetricsF metrics(tickFont());
    const std::size_t named = std::min(model.series.size(), kFewNames);  // if there are more, those that are apart
    if (!model.frame.namesEnds || width < kLeastWithNames) return 0;
    if (height < static_cast<double>(named) * metrics.height()) return 0;
    const double widest = std::min(kWidestEndName, width * kNamesShare);
    double room = 0;
    for (const CurveSeries& series : model.series)
        room = std::max(room, std::min(widest, std::ceil(metrics.horizontalAdvance(series.name) + 1)));
    return room;
}

Around aroundOf(const CurvesModel& model, bool hasXCaption) {
    Around around;
    const auto any = [&](auto&& isSo) { return std::any_of(model.panels.begin(), model.panels.end(), isSo); };
    if (any([](const ModelPanel& panel) { return !panel.title.isEmpty(); })) around.title = kTitleLine;
    const bool hasCaption = std::any_of(model.scales.begin(), model.scales.end(),
                                        [](const CurvesScale& scale) { return !scale.words(1).caption.isEmpty(); });
    around.caption = hasCaption ? model.frame.caption : kNoCaption;
    around.below = kTickLine + (hasXCaption ? kXCaptionLine : 0);
    if (any([](const ModelPanel& panel) { return !panel.strip.empty(); })) around.below += kStripTop + kStrip;
    return around;
}

}  // namespace

double CurvesRange::shareOf(double y) const {
    return isLog ? std::log(y / from) / std::log(to / from) : (y - from) / (to - from);
}

double CurvesLayout::xOf(const CurvesPanel& panel, double value) const {
    const double padding = model->frame.padding;
    return panel.area.left() + padding + model->axis.shareOf(value) * (panel.area.width() - 2 * padding);
}

double CurvesLayout::valueAt(const CurvesPanel& panel, double x) const {
    const double padding = model->frame.padding;
    const double share = (x - panel.area.left() - padding) / std::max(1.0, panel.area.width() - 2 * padding);
    const auto& [isLog, from, to, order] = model->axis;
    return isLog ? from * std::pow(to / from, share) : from + share * (to - from);
}

double CurvesLayout::yOf(const CurvesPanel& panel, double value) const {
    return panel.area.bottom() - rangeOf(panel).shareOf(value) * panel.area.height();
}

std::size_t CurvesLayout::rowAt(const CurvesPanel& panel, double y) const {
    const double rows = rangeOf(panel).to, row = std::floor((panel.area.bottom() - y) / panel.area.height() * rows);
    return static_cast<std::size_t>(std::clamp(row, 0.0, std::max(0.0, rows - 1)));
}

QFont legendFont() { return uiFont(12); }

double layoutLegend(std::vector<CurvesLegendEntry>& entries, double width) {
    const QFontMetricsF metrics(legendFont());
    double x = 0, y = 0;
    for (CurvesLegendEntry& entry : entries) {
        const double wanted = kLegendSample + kSampleGap + std::ceil(symbolsWidth(legendFont(), entry.text)) + 1;
        const double own = std::min(wanted, width);
        if (own < wanted)
            entry.text = metrics.elidedText(entry.text, Qt::ElideMiddle, own - kLegendSample - kSampleGap);
        if (x > 0 && x + own > width) x = 0, y += kLegendRow;
        entry.box = QRectF(x, y, own, kLegendRow);
        x += own + kLegendSpace;
    }
    return entries.empty() ? 0 : y + kLegendRow;
}

std::vector<CurveTick> ticksOf(const CurveAxis& axis, const std::vector<double>& values, double width) {
    std::vector<CurveTick> all;
    for (const std::size_t i : axis.order) {
        if (all.empty() || values[i] > all.back().value) all.push_back(xTick(values[i]));
        if (all.size() > kFewTicks) return roundXTicks(axis, width);
    }
    if (all.empty() || all.front().value != axis.from || all.back().value != axis.to) return roundXTicks(axis, width);
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

namespace {

/// How many pieces of curves, of about a pixel each, are in a box.
std::size_t crossingsOf(const CurvesLayout& layout, const CurvesPanel& panel, const QRectF& box) {
    std::size_t count = 0;
    for (const ModelCurve& curve : panel.of->curves)
        for (qsizetype i = 1; i < curve.points.x.size(); ++i) {
            const QLineF line(layout.xOf(panel, curve.points.x[i - 1]), layout.yOf(panel, curve.points.y[i - 1]),
                              layout.xOf(panel, curve.points.x[i]), layout.yOf(panel, curve.points.y[i]));
            if (!std::isfinite(line.y1()) || !std::isfinite(line.y2())) continue;
            const double pieces = std::clamp(std::ceil(line.length()), 1.0, 2000.0);
            for (double piece = 0; piece <= pieces; ++piece) count += box.contains(line.pointAt(piece / pieces));
        }
    return count;
}

/// Where panels begin, and how much below them is taken.
struct HeadAndFoot {
    double top = 0, below = 0;
};

/// Places the title, and the legend if it is above or below the panels.
HeadAndFoot placeHead(CurvesLayout& layout, const PictureOptions& options) {
    const CurvesFrame& frame = layout.model->frame;
    const double width = options.width.wholePixels() - 2 * frame.margin;
    double y = frame.top;
    if (options.ownTitle) {
        const QFontMetricsF metrics(pictureTitleFont());
        layout.title = metrics.elidedText(layout.model->title, Qt::ElideRight, width);
        if (!layout.title.isEmpty()) y = kPictureTitleBaseline + metrics.descent() + kLegendBelow;
    }
    if (!options.legend) return {y};
    layout.legend = layout.model->legend;
    if (frame.legend == LegendPlace::Inside) return {y};  // its place depends on the curves
    const double height = layoutLegend(layout.legend, width) + (layout.legend.empty() ? 0 : kLegendBelow);
    const bool isBelow = frame.legend == LegendPlace::Bottom;
    for (CurvesLegendEntry& entry : layout.legend) entry.box.translate(frame.margin, isBelow ? kLegendBelow : y);
    return isBelow ? HeadAndFoot{y, height} : HeadAndFoot{y + height};
}

/// In the corner of the first panel that curves cross the least, one entry below another. Returns how far they do.
std::size_t placeInside(CurvesLayout& layout) {
    constexpr double kAway = 8, kAround = 6, kLine = 18, kMostShare = 0.6;
    if (layout.legend.empty() || layout.panels.empty()) return 0;
    const CurvesPanel& panel = layout.panels.front();
    double width = 0;
    for (CurvesLegendEntry& entry : layout.legend)
        width = std::max(width, kLegendSample + kSampleGap + std::ceil(symbolsWidth(legendFont(), entry.text)) + 1);
    width = std::min(width + 2 * kAround, kMostShare * panel.area.width());
    const QSizeF size(width, kLine * static_cast<double>(layout.legend.size()) + kAround);
    const QRectF room = panel.area.adjusted(kAway, kAway, -kAway, -kAway);
    const auto& marker = layout.model->marker;
    const double line = marker ? layout.xOf(panel, marker->at) : -1;
    std::pair least(std::numeric_limits<std::size_t>::max(), true);
    for (const QPointF corner : {QPointF(room.right() - size.width(), room.top()), room.topLeft(),
                                 QPointF(room.right() - size.width(), room.bottom() - size.height()),
                                 QPointF(room.left(), room.bottom() - size.height())}) {
        const QRectF box(corner, size);
        const std::pair crossed(crossingsOf(layout, panel, box), line > box.left() && line < box.right());
        if (crossed < least) least = crossed, layout.legendBox = box;
    }
    double y = layout.legendBox.top() + kAround / 2;
    for (CurvesLegendEntry& entry : layout.legend) {
        entry.text = QFontMetricsF(legendFont())
                         .elidedText(entry.text, Qt::ElideMiddle, width - 2 * kAround - kLegendSample - kSampleGap);
        entry.box = QRectF(layout.legendBox.left() + kAround, y, width - 2 * kAround, kLine);
        y += kLine;
    }
    return least.first;
}

/// The panels of all figures: how many there are, and the size of each.
struct Boxes {
    Grid grid;
    std::size_t figures = 1, each = 0;
    bool hasHeadings = false;
    double width = 0, height = 0;
};

/// Between a head and a foot; also sets the size of the layout.
Boxes boxesOf(CurvesLayout& layout, const PictureOptions& options, const HeadAndFoot& around) {
    constexpr double kShape = 0.7, kHighest = 420;
    const CurvesModel& model = *layout.model;
    const CurvesFrame& frame = model.frame;
    const double width = options.width.wholePixels() - 2 * frame.margin, least = frame.minHeight,
                 y = around.top + around.below;
    Boxes boxes{.figures = std::max<std::size_t>(1, model.headings.size()),
                .hasHeadings = options.ownTitle && !model.headings.empty()};
    boxes.each = model.panels.size() / boxes.figures;
    boxes.grid = gridOf(model, boxes.each, width);
    const double figures = static_cast<double>(boxes.figures), rows = figures * boxes.grid.rows();
    const double gaps = rows * kRowGap + (boxes.hasHeadings ? figures * kHeading : 0) - kRowGap + frame.bottom;
    boxes.width = std::floor((width - (boxes.grid.columns - 1) * kColumnGap) / boxes.grid.columns);
    boxes.height = options.height ? std::max(least, std::floor((options.height->wholePixels() - y - gaps) / rows))
                                  : std::clamp(std::floor(kShape * boxes.width), least, std::max(kHighest, least));
    const auto needed = static_cast<int>(std::ceil(y + gaps + rows * boxes.height));
    // Multiples of 4 are whole points in a PDF.
    layout.size = QSize(options.width.wholePixels(),
                        options.height ? std::max(options.height->wholePixels(), needed) : (needed + 3) / 4 * 4);
    if (around.below > 0)
        for (CurvesLegendEntry& entry : layout.legend)
            entry.box.translate(0, layout.size.height() - frame.bottom - around.below);
    return boxes;
}

/// Makes the panels with their small legends, unless these take too much room; returns the lines around all axes.
Around placeLines(CurvesLayout& layout, const Boxes& boxes) {
    const CurvesModel& model = *layout.model;
    if (layout.size.height() >= model.frame.lowHeight) {
        layout.xCaption = model.xCaption;
        if (!layout.xCaption.isEmpty() && model.axis.isLog)
            layout.xCaption = Text::tr("%1, log scale").arg(layout.xCaption);
    }
    Around around = aroundOf(model, !layout.xCaption.isEmpty() || !(model.xFrom + model.xTo).isEmpty());
    layout.panels.resize(model.panels.size());
    for (std::size_t i = 0; i < layout.panels.size(); ++i) {
        layout.panels[i].of = &model.panels[i];
        around.keys = std::max(around.keys, placeKeys(layout.panels[i], 0, boxes.width - model.frame.right));
    }
    if (around.keys > kMostKeys * (boxes.height - around.head() - around.below + around.keys)) {
        around.keys = 0;
        for (CurvesPanel& panel : layout.panels) panel.keys.clear();
    }
    return around;
}

/// Places the panels from `y` down, figure by figure, and makes their ranges.
void placeBoxes(CurvesLayout& layout, const Boxes& boxes, double y, double areaHeight) {
    const CurvesModel& model = *layout.model;
    if (model.panels.empty()) return;
    const std::size_t scales = model.scales.size() / boxes.figures;
    for (std::size_t figure = 0; figure < boxes.figures; ++figure) {
        if (boxes.hasHeadings) {
            layout.headings.push_back({model.headings[figure], y + 22});
            y += kHeading;
        }
        for (std::size_t scale = figure * scales; scale < (figure + 1) * scales; ++scale)
            layout.ranges.push_back(rangeOf(model, figure * boxes.each, boxes.each, scale, areaHeight));
        for (std::size_t item = 0; item < boxes.each; ++item) {
            CurvesPanel& panel = layout.panels[figure * boxes.each + item];
            const auto in = static_cast<int>(item % model.panelsABlock), columns = boxes.grid.columns;
            const int row = static_cast<int>(item / model.panelsABlock) * boxes.grid.rowsABlock + in / columns;
            panel.figure = figure;
            panel.range = panel.of->scale;
            panel.box = QRectF(model.frame.margin + in % columns * (boxes.width + kColumnGap),
                               y + row * (boxes.height + kRowGap), boxes.width, boxes.height);
        }
        y += boxes.grid.rows() * (boxes.height + kRowGap);
    }
}

/// `crossed`: how far curves cross a legend inside their axes.
CurvesLayout laidOut(CurvesModel of, const PictureOptions& options, std::size_t& crossed) {
    CurvesLayout layout;
    layout.model = std::make_shared<const CurvesModel>(std::move(of));
    const CurvesModel& model = *layout.model;
    const HeadAndFoot ends = placeHead(layout, options);
    const Boxes boxes = boxesOf(layout, options, ends);
    Around around = placeLines(layout, boxes);
    const double areaHeight = std::max(1.0, boxes.height - around.head() - around.below);
    layout.nameRoom = nameRoomOf(model, boxes.width, areaHeight);
    placeBoxes(layout, boxes, ends.top, areaHeight);
    const QFontMetricsF metrics(tickFont());
    around.labels = model.frame.leastLabels;
    for (const CurvesRange& range : layout.ranges)
        for (const CurveTick& tick : range.ticks)
            around.labels = std::max(around.labels, metrics.horizontalAdvance(tick.label));
    placeAreas(layout, around);
    if (!layout.panels.empty() && model.xTicks)
        layout.xTicks = model.xTicks(model.axis, layout.panels.front().area.width() - 2 * model.frame.padding);
    crossed = options.legend && model.frame.legend == LegendPlace::Inside ? placeInside(layout) : 0;
    return layout;
}

/// Lets axes reach further, unless their ends are given. Returns whether any does.
bool raiseAxes(CurvesModel& model, const std::vector<CurvesRange>& ranges) {
    constexpr double kMore = 0.15;
    bool isRaised = false;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        CurvesScale& scale = model.scales[i % model.scales.size()];
        const CurvesRange& range = ranges[i];
        if (scale.to) continue;
        scale.shown.push_back(range.isLog ? range.to * std::pow(range.to / range.from, kMore)
                                          : range.to + kMore * (range.to - range.from));
        isRaised = true;
    }
    return isRaised;
}

}  // namespace

CurvesLayout layoutCurves(CurvesModel of, const PictureOptions& options) {
    constexpr int kMostRaises = 6;
    std::size_t crossed = 0;
    if (of.frame.legend != LegendPlace::Inside) return laidOut(std::move(of), options, crossed);
    for (int raise = 0;; ++raise) {
        CurvesLayout layout = laidOut(of, options, crossed);
        if (crossed == 0 || raise == kMostRaises || !raiseAxes(of, layout.ranges)) return layout;
    }
}

}  // namespace bubblescope
