#include "widgets/gantt/time_cut.h"

#include "widgets/gantt/gantt_footer.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_overlay.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kCursorWidth = 1.5, kBeyond = 2;  // borders of cells extend slightly beyond the plot
constexpr double kEdge = 1;                        // edges of rows extend slightly beyond them
constexpr double kBubbleHeight = 17, kBubblePad = 8, kBubbleRadius = 3;

double cutX(const GanttLayout& layout) {
    return std::clamp(layout.xOf(layout.until), layout.plotLeft, layout.plotRight);
}

}  // namespace

bool isCut(const GanttLayout& layout) { return layout.until < std::numeric_limits<double>::infinity(); }

bool isHidden(const GanttLayout& layout, const DrawnTime& op) {
    return static_cast<double>(op.begin) >= layout.until && static_cast<double>(op.end) > layout.until;
}

QRectF curtainRect(const GanttLayout& layout, int track) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    if (t.rows == 0 || !isCut(layout) || layout.until >= layout.range.end) return {};
    const double x = cutX(layout);
    return {x, t.rowsTop, layout.plotRight + kBeyond - x, t.bottom - t.rowsTop};
}

void addCurtain(DisplayList& list, const GanttLayout& layout) {
    if (!isCut(layout)) return;
    const bool isSeen =
        !layout.style.isConcealed && layout.until >= layout.range.begin && layout.until <= layout.range.end;
    const double x = std::floor(cutX(layout)) + 0.5;
    const LookId ground = list.use(filled("later", layout.style.ground()));
    const LookId line = list.use(
        {.names = "cursor", .stroke = Stroke{themeOf(layout.style.theme).cursor, layout.style.scaled(kCursorWidth)}});
    list.begin("until");
    for (int track = 0; track < static_cast<int>(layout.tracks.size()); ++track) {
        const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
        if (t.rows == 0 || t.isLower) continue;  // its rows are among those of its partner
        if (const QRectF later = curtainRect(layout, track); !later.isEmpty())
            list.add(DisplayRect{ground, later.adjusted(0, -kEdge, 0, kEdge)});
        if (isSeen) list.add(DisplayLine{line, {x, t.rowsTop, x, t.bottom}});
    }
    list.end();
}

void addCursorTime(DisplayList& list, const GanttLayout& layout) {
    if (!isCut(layout) || layout.style.isConcealed) return;
    if (layout.ticks.empty() || layout.style.axis == TimeAxis::None) return;
    if (layout.until < layout.range.begin || layout.until > layout.range.end) return;
    const GanttStyle& style = layout.style;
    const Theme& theme = themeOf(style.theme);
    const QFont font = uiFont(style.scaled(11), QFont::DemiBold);
    const QString text = instantText(layout, layout.until);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 2 * style.scaled(kBubblePad);
    // Instead of a tick's label; on an arrow that has the legend below it.
    const double height = style.scaled(kBubbleHeight);
    const double centre =
        style.scaled(style.axis == TimeAxis::Arrow ? gantt_lengths::kAxisY : gantt_lengths::kTickLabelCentre);
    const double left = std::clamp(cutX(layout) - width / 2, 2.0, std::max(2.0, layout.size.width() - width - 2));
    list.begin("until");
    // A tick label that would be partly covered by the bubble is left out.
    const QFontMetricsF metrics(smallFont(style));
    const LookId ground = list.use(filled("no-label", style.ground()));
    for (const AxisTick& tick : layout.ticks) {
        const double half = metrics.horizontalAdvance(tick.label) / 2 + 2;
        if (style.axis == TimeAxis::Arrow || tick.label.isEmpty() || tick.x + half < left ||
            tick.x - half > left + width)
            continue;
        list.add(DisplayRect{ground, {tick.x - half, centre - height / 2, 2 * half, height}});
    }
    list.add(DisplayRect{.look = list.use(filled("bubble", theme.cursor)),
                         .rect = {left, centre - height / 2, width, height},
                         .radius = style.scaled(kBubbleRadius)});
    list.add(DisplayText{list.use(lettered("instant", font, theme.onCursor, Anchor::Middle)),
                         {left + width / 2, baselineAt(centre, font)},
                         text});
    list.end();
}

}  // namespace bubblescope
