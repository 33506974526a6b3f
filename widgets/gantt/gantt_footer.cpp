#include "widgets/gantt/gantt_footer.h"

#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/gantt/highlights.h"
#include "widgets/gantt/memory_strip.h"
#include "widgets/gantt/recompute_parts.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/gantt/ties.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

/// The y of the last line of the legend.
double lastLineCentre(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    return style.scaled(kLegendCentre - axisCut(style.axis) + style.lowerLines * kLegendLine);
}

/// If ops are coloured by microbatch, an entry's swatch has stripes of the first hues.
constexpr int kKeyStripes = 3;

/// The place of a legend entry in the footer.
struct LegendPlace {
    LegendEntry entry;
    QRectF swatch;
    double textX = 0, centre = 0;
};

/// The swatch of pinned results: a row in the upper part, and its strip below.
std::pair<QRectF, QRectF> pinnedSwatch(const QRectF& swatch) {
    const double height = std::round(swatch.height() * 0.55), strip = std::round(swatch.height() * 0.27);
    return {{swatch.left(), swatch.top(), swatch.width(), height},
            {swatch.left(), swatch.bottom() - strip, swatch.width(), strip}};
}

/// The colour of the cell behind a mark in the legend.
QColor markSwatchColor(const GanttStyle& style) {
    const Theme& theme = themeOf(style.theme);
    return isPrinted(style) ? QColor(Qt::white) : mixed(theme.mutedText, theme.canvas, 0.6);
}

struct LegendPlaces {
    std::vector<LegendPlace> places;
    int lines = 0;              // after the first
    bool isTitleAbove = false;  // whether the axis title is beside the labels of ticks, so that the entries fit
};

/// The distances between entries.
struct LegendSpacing {
    double left, swatchGap, gap;
};

/// All entries from left to right on as many lines as they need, at least `lines` after the first. The last line leaves
/// space for the axis title at its end and, on screens, for the overview before it.
LegendPlaces legendPlaces(const GanttLayout& layout, const LegendSpacing& spacing, int lines, bool hasTitle = true) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(smallFont(style));
    const double swatch = style.scaled(kSwatch);
    const double axisTitle = layout.plotRight - metrics.horizontalAdvance(layout.axisTitle);
    const double whole = layout.plotRight + spacing.gap;
    const bool hasOverview = lines > 0 && style.hasOverview && !style.onPaper;
    const double lastRight =
        (hasTitle ? axisTitle : whole) - (hasOverview ? style.scaled(2 * kLegendGap + kLeastOverview) : spacing.gap);
    LegendPlaces out;
    double x = spacing.left;
    int line = 0;
    for (const LegendEntry& entry : layout.legend) {
        const double words = metrics.horizontalAdvance(entry.text);
        const bool isWide = !marksOf(entry.what).empty() || entry.what == LegendEntry::What::Chunk ||
                            entry.what == LegendEntry::What::Pair;
        const double wide = isWide ? 1.6 * swatch : swatch;
        const double width = wide + spacing.swatchGap + words;
        if (x > spacing.left && x + width > layout.plotRight) x = spacing.left, ++line;
        if (line >= lines && x + width > lastRight) {
            return legendPlaces(layout, spacing, std::max(line, lines) + 1, hasTitle);
        }
        const double centre = style.scaled(kLegendCentre - axisCut(style.axis) + line * kLegendLine),
                     top = std::round(centre - swatch / 2);
        out.places.push_back({entry, {std::round(x), top, wide, swatch}, x + wide + spacing.swatchGap, centre});
        x += width + spacing.gap;
    }
    out.lines = std::max(line, lines);
    return out;
}

/// With the widest spacing that the lines of the layout allow, or the narrowest if there are too few lines for any.
LegendPlaces legendPlaces(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const LegendSpacing wide{layout.plotLeft, style.scaled(kSwatchGap), style.scaled(kLegendGap)};
    const LegendSpacing narrow{style.inset.value_or(style.scaled(kDotX - kDotRadius)), style.scaled(4),
                               style.scaled(10)};
    LegendPlaces places = legendPlaces(layout, wide, style.lowerLines);
    if (places.lines <= style.lowerLines) return places;
    places = legendPlaces(layout, narrow, style.lowerLines);
    if (places.lines <= style.lowerLines || style.axis != TimeAxis::Ticks) return places;
    for (const LegendSpacing& spacing : {wide, narrow}) {
        LegendPlaces without = legendPlaces(layout, spacing, style.lowerLines, false);
        without.isTitleAbove = true;
        if (without.lines <= style.lowerLines) return without;
    }
    return places;
}

bool isTitleBesideTicks(const GanttLayout& layout) { return legendPlaces(layout).isTitleAbove; }

/// The y of the axis title in the footer: beside the legend, on its own line below, or beside the labels of ticks.
double axisTitleCentre(const GanttLayout& layout) {
    return isTitleBesideTicks(layout) ? layout.style.scaled(kTickLabelCentre) : lastLineCentre(layout);
}

/// Used instead of ticks: time grows to the right.
void addAxisArrow(DisplayList& list, const GanttLayout& layout, const QColor& ink, double rule) {
    const GanttStyle& style = layout.style;
    const double y = std::round(style.scaled(kAxisY)) + rule / 2, head = style.scaled(7);
    const double right = layout.plotRight;
    list.begin(list.use({.names = "axis", .stroke = Stroke{ink, rule}}));
    list.add(DisplayLine{kNoLook, {layout.plotLeft, y, right - head / 2, y}});
    list.end();
    QPainterPath path({right, y});
    path.lineTo(right - head, y - head * 0.4);
    path.lineTo(right - head, y + head * 0.4);
    path.closeSubpath();
    list.add(DisplayPath{.look = list.use(filled("axis-head", ink)), .path = path});
}

void addAxisTitle(DisplayList& list, const GanttLayout& layout) {
    addText(list, lettered("axis-title", smallFont(layout.style), themeOf(layout).mutedText, Anchor::End),
            layout.plotRight, axisTitleCentre(layout), layout.axisTitle);
}

void addAxis(DisplayList& list, const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const double rule = std::max(1.0, std::round(style.scaled(1))), top = std::round(style.scaled(kAxisY));
    QColor ink = themeOf(layout).mutedText;
    ink.setAlphaF(0.7f);
    if (style.axis == TimeAxis::None) return;
    if (style.axis == TimeAxis::Arrow) {
        addAxisArrow(list, layout, themeOf(layout).mutedText, rule);
        return addAxisTitle(list, layout);
    }
    list.begin(list.use({.names = "axis", .stroke = Stroke{ink, rule}}));
    const double y = top + rule / 2;
    list.add(DisplayLine{kNoLook, {layout.plotLeft, y, layout.plotRight, y}});
    for (const AxisTick& tick : layout.ticks)
        list.add(DisplayLine{
            kNoLook, {tick.x, top, tick.x, top + style.scaled(tick.label.isEmpty() ? kMinorTick : kMajorTick)}});
    list.end();
    list.begin("axis-labels");
    const QFont font = smallFont(style);
    const QFontMetricsF metrics(font);
    const Look look = lettered("tick-label", font, themeOf(layout).mutedText, Anchor::Middle);
    double free = -1e9;  // right end of the last label
    const double end = isTitleBesideTicks(layout)
                           ? layout.plotRight - metrics.horizontalAdvance(layout.axisTitle) - style.scaled(6)
                           : std::numeric_limits<double>::infinity();
    for (const AxisTick& tick : layout.ticks) {
        const double half = metrics.horizontalAdvance(tick.label) / 2;
        const double x = std::min(tick.x, layout.size.width() - half - std::min(2.0, style.inset.value_or(2)));
        if (tick.label.isEmpty() || x - half < free || x + half > end) continue;
        free = x + half + style.scaled(6);
        addText(list, look, x, style.scaled(kTickLabelCentre), tick.label);
    }
    addAxisTitle(list, layout);
    list.end();
}

/// Inside its edge.
QRectF edged(const QRectF& rect) { return rect.adjusted(0.5, 0.5, -0.5, -0.5); }

/// The swatch of a kind of op.
void addCellSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, const LegendEntry& entry) {
    const QByteArray kind = infoOf(entry.kind).id.data(), name = "key-" + kind;
    if (style.colorBy == ColorBy::Microbatch) {  // some of the hues
        const double width = rect.width() / kKeyStripes;
        for (int i = 0; i < kKeyStripes; ++i) {
            const QColor color = microbatchColor(style.theme, entry.kind, i);
            list.add(DisplayRect{list.use(filled(name + " m" + QByteArray::number(i), color)),
                                 {rect.left() + i * width, rect.top(), width, rect.height()}});
        }
    } else {
        const QColor color = kindColor(*style.palette, style.theme, entry.kind, 0, 1);
        Look look = cellLook(style, name, entry.kind, color);
        if (look.hatch) look.hatch->name = kind;  // the pattern that cells use
        list.add(DisplayRect{list.use(look), isPrinted(style) ? edged(rect) : rect});
    }
}

/// The two halves of a fused pair in their frame.
void addPairSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, const LegendEntry& entry) {
    const double half = rect.width() / 2;
    addCellSwatch(list, style, {rect.left(), rect.top(), half, rect.height()}, {.kind = OpKind::Forward});
    addCellSwatch(list, style, {rect.left() + half, rect.top(), half, rect.height()}, {.kind = entry.kind});
    const Stroke stroke = pairStroke(style);
    const double inset = stroke.width / 2;
    list.add(DisplayRect{.look = list.use({.names = "key-pair", .stroke = stroke}),
                         .rect = rect.adjusted(inset, inset, -inset, -inset)});
}

/// The shades of a chunk: one stripe for each kind.
void addChunkSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, const LegendEntry& entry) {
    std::vector<OpKind> kinds;
    for (std::size_t kind = 0; kind < kPipelineKinds; ++kind)
        if (entry.kinds.has(static_cast<OpKind>(kind))) kinds.push_back(static_cast<OpKind>(kind));
    const double width = rect.width() / static_cast<double>(std::max<std::size_t>(1, kinds.size()));
    const QByteArray chunk = entry.chunk == 0
                                 ? QByteArray()
                                 : " v" + QByteArray::number(entry.chunks) + 'c' + QByteArray::number(entry.chunk);
    double left = rect.left();
    for (const OpKind kind : kinds) {
        const QByteArray id = infoOf(kind).id.data();
        const QColor color = kindColor(*style.palette, style.theme, kind, entry.chunk, entry.chunks);
        Look look = cellLook(style, "key-" + id + chunk, kind, color);
        if (look.hatch) look.hatch->name = QByteArray(id + chunk).replace(' ', '-');
        const QRectF stripe(left, rect.top(), width, rect.height());
        list.add(DisplayRect{list.use(look), isPrinted(style) ? edged(stripe) : stripe});
        left += width;
    }
}

/// Marks on a cell of no kind.
void addMarkSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect, LegendEntry::What what) {
    const QColor cell = markSwatchColor(style);
    Look ground = filled("key-marked", cell);
    if (isPrinted(style)) ground.stroke = Stroke{Qt::black};
    list.add(DisplayRect{list.use(ground), isPrinted(style) ? edged(rect) : rect});
    QPainterPath shapes;
    for (const SchemeMark mark : marksOf(what)) {
        shapes.addPolygon(markShape(mark, rect, markSwatchSize(rect.height())));
        shapes.closeSubpath();
    }
    list.add(DisplayPath{list.use(filled("key-mark", textOn(cell))), shapes});
}

void addSwatch(DisplayList& list, const GanttLayout& layout, const QRectF& rect, const LegendEntry& entry) {
    const GanttStyle& style = layout.style;
    switch (entry.what) {
        case LegendEntry::What::Idle: list.add(DisplayRect{list.use(idleLook(style)), rect}); return;
        case LegendEntry::What::Exposed:
        case LegendEntry::What::ExposedOffload: {
            const bool isOffload = entry.what == LegendEntry::What::ExposedOffload;
            const Spending on = isOffload ? Spending::ExposedOffload : Spending::ExposedCommunication;
            list.add(DisplayRect{list.use(exposedLook(style, on)), rect});
            return;
        }
        case LegendEntry::What::Pinned: {
            const QColor row = themeOf(layout).mutedText;
            const auto [upper, strip] = pinnedSwatch(rect);
            const LookId look = list.use({.names = "key-pinned"});
            list.add(DisplayRect{look, upper, row.rgb()});
            list.add(DisplayRect{look, strip, mutedColor(row, style.theme).rgb()});
            return;
        }
        case LegendEntry::What::Waits: {
            const Look line{.names = "wait", .stroke = Stroke{tieInks(style).wait, style.scaled(1)}};
            const double y = rect.center().y(), tick = style.scaled(kWaitTick);
            list.add(DisplayLine{list.use(line), {rect.left(), y, rect.right(), y}});
            list.add(DisplayLine{list.use(line), {rect.left(), y - tick, rect.left(), y + tick}});
            return;
        }
        case LegendEntry::What::Ops: return addCellSwatch(list, style, rect, entry);
        case LegendEntry::What::Chunk: return addChunkSwatch(list, style, rect, entry);
        case LegendEntry::What::Pair: return addPairSwatch(list, style, rect, entry);
        case LegendEntry::What::Critical: {
            QPainterPath frame;
            frame.addRect(rect.adjusted(1, 1, -1, -1));
            Look look = criticalLook(style);
            look.names = "key-critical";
            list.add(DisplayPath{list.use(look), frame});
            return;
        }
        case LegendEntry::What::Fetched:
        case LegendEntry::What::Transferred: return addMarkSwatch(list, style, rect, entry.what);
        case LegendEntry::What::Memory: list.add(DisplayRect{list.use(memoryLook(style, entry.part)), rect}); return;
        case LegendEntry::What::Over: return addOverSwatch(list, style, rect);
        case LegendEntry::What::Recompute: return addRecomputeSwatch(list, style, rect);
        case LegendEntry::What::Held: list.add(DisplayPath{list.use(heldLook(style)), heldSwatch(rect)}); return;
        case LegendEntry::What::Seam: {
            const double x = rect.center().x();
            list.add(DisplayLine{list.use(seamLook(layout)), {x, rect.top() - 1, x, rect.bottom() + 1}});
            return;
        }
    }
}

}  // namespace

int legendLines(const GanttLayout& layout) { return legendPlaces(layout).lines; }

QRectF legendRoom(const GanttLayout& layout) {
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(smallFont(style));
    const double gap = style.scaled(kLegendGap), height = style.scaled(kLegendHeight);
    const LegendPlaces places = legendPlaces(layout);
    const double title = places.isTitleAbove ? 0 : metrics.horizontalAdvance(layout.axisTitle) + gap;
    const double right = layout.plotRight - title;
    double left = layout.plotLeft;
    for (const LegendPlace& place : places.places)
        if (place.centre == lastLineCentre(layout))
            left = place.textX + metrics.horizontalAdvance(place.entry.text) + gap;
    return {left, lastLineCentre(layout) - height / 2, std::max(0.0, right - left), height};
}

void addFooter(DisplayList& list, const GanttLayout& layout) {
    if (layout.ticks.empty()) return;
    addAxis(list, layout);
    if (layout.legend.empty()) return;
    list.begin("legend");
    const Look words = lettered("key", smallFont(layout.style), themeOf(layout).mutedText);
    for (const LegendPlace& place : legendPlaces(layout).places) {
        addSwatch(list, layout, place.swatch, place.entry);
        addText(list, words, place.textX, place.centre, place.entry.text);
    }
    list.end();
}

}  // namespace bubblescope
