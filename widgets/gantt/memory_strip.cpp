#include "widgets/gantt/memory_strip.h"

#include "widgets/gantt/gantt_items.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

using namespace gantt_lengths;

namespace {

constexpr double kAboveCard = 1.08, kAboveOver = 1.3;  // height of a strip, relative to the device's memory
constexpr double kHatchStep = 5, kPlatePad = 4;
constexpr double kLeastLabelled = 34;  // least height of a strip with labels

/// The memory over a range of columns with the same amount.
struct Level {
    double x0 = 0, x1 = 0;
    MemoryBytes bytes;
};

/// The memory along the plot, pixel by pixel; the maximum if it changes within a pixel.
std::vector<Level> levelsOf(const GanttLayout& layout, const GanttTrack& track, const WorkerMemory& memory) {
    const double left = std::max(track.x0, layout.plotLeft), right = std::min(track.x1, layout.plotRight);
    std::vector<Level> levels;
    const auto& moments = memory.moments;
    const auto from = static_cast<Time>(std::floor(layout.timeAt(left)));
    const auto isLater = [](Time at, const WorkerMemory::Moment& moment) { return at < moment.at; };
    auto next = std::upper_bound(moments.begin() + 1, moments.end(), from, isLater);
    for (double x = left; x < right;) {
        const double end = std::min(right, std::floor(x) + 1);
        const double until = layout.timeAt(end);
        MemoryBytes most = (next - 1)->bytes;
        for (; next != moments.end() && static_cast<double>(next->at) < until; ++next)
            if (next->bytes.sum() > most.sum()) most = next->bytes;
        if (!levels.empty() && levels.back().bytes.parts == most.parts)
            levels.back().x1 = end;
        else
            levels.push_back({x, end, most});
        x = end;
    }
    return levels;
}

/// A strip on which bytes are drawn.
struct Strip {
    QRectF rect;
    double scale = 1;

    double yOf(double bytes) const { return rect.bottom() - rect.height() * std::clamp(bytes / scale, 0.0, 1.0); }
};

/// The area between the strip's bottom and the result of `height` for each level.
template <class Height>
QPainterPath areaOf(const std::vector<Level>& levels, double bottom, const Height& height) {
    QPainterPath path;
    if (levels.empty()) return path;
    path.moveTo(levels.front().x0, bottom);
    double y = bottom;
    for (const Level& level : levels) {
        const double now = height(level);
        if (now != y) {
            path.lineTo(level.x0, y);
            path.lineTo(level.x0, now);
        }
        y = now;
    }
    path.lineTo(levels.back().x1, y);
    if (y != bottom) path.lineTo(levels.back().x1, bottom);
    path.closeSubpath();
    return path;
}

/// Slanted lines over what exceeds the device's memory.
QPainterPath hatchOf(const std::vector<Level>& levels, const Strip& strip, double device, double step) {
    QPainterPath path;
    const double foot = strip.yOf(device);
    for (const Level& level : levels) {
        const double top = strip.yOf(static_cast<double>(level.bytes.sum()));
        if (top >= foot) continue;
        // Lines x + y = c; each stretch has those that cross its part above the device's memory.
        for (double c = std::ceil((level.x0 + top) / step) * step; c < level.x1 + foot; c += step) {
            const double x0 = std::max(level.x0, c - foot), x1 = std::min(level.x1, c - top);
            if (x0 >= x1) continue;
            path.moveTo(x0, c - x0);
            path.lineTo(x1, c - x1);
        }
    }
    return path;
}

Look overLook(const GanttStyle& style) {
    const Theme& theme = themeOf(style.theme);
    return filled("memory-over", mixed(theme.error, style.ground(), 0.8));
}

Look overLines(const GanttStyle& style) {
    return {.names = "memory-over-lines", .stroke = Stroke{themeOf(style.theme).error, style.scaled(1)}};
}

/// Text on a plate in the ground's colour, so that it is legible over what is drawn there.
void addPlate(DisplayList& list, const GanttStyle& style, const QRectF& box, const QString& words, const QColor& ink) {
    const QFont font = smallFont(style);
    list.add(DisplayRect{list.use(filled("memory-plate", style.ground())), box, 0, style.scaled(3)});
    list.add(DisplayText{list.use(lettered("memory-note", font, ink)),
                         {box.left() + style.scaled(kPlatePad), baselineAt(box.center().y(), font)},
                         words});
}

}  // namespace

double memoryScale(const TrackMemory& memory) {
    const auto peak = static_cast<double>(memory.bytes->peak.sum());
    if (memory.device <= 0) return std::max(1.0, peak);
    return memory.device *
           (memory.isOver() ? std::clamp(peak / memory.device * 1.02, kAboveCard, kAboveOver) : kAboveCard);
}

Look memoryLook(const GanttStyle& style, MemoryPart part) {
    constexpr const char* kNames[] = {"memory-parameters", "memory-gradients", "memory-optimizer", "memory-activations",
                                      "memory-gathered"};
    Look look =
        filled(kNames[static_cast<std::size_t>(part)], memoryColor(*style.palette, style.theme, part, style.ground()));
    const bool isGrey = style.theme == ThemeId::Print || isPrinted(style);
    if (isGrey) look.stroke = Stroke{Qt::black, style.scaled(0.6)};  // greys alone are too similar
    return look;
}

void addMemory(DisplayList& list, const GanttLayout& layout, int track, const TrackMemory& memory, const QRectF& rect,
               bool isTold) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const GanttStyle& style = layout.style;
    const Theme& theme = themeOf(style.theme);
    const Strip strip{rect, memoryScale(memory)};
    const bool isLabelled = rect.height() >= style.scaled(kLeastLabelled);
    const std::vector<Level> levels = levelsOf(layout, t, *memory.bytes);
    list.begin("memory");
    for (std::size_t i = kMemoryParts; i-- > 0;) {  // each area includes all parts below it, which are drawn over it
        const auto part = static_cast<MemoryPart>(i);
        if (memory.bytes->peak[part] == 0) continue;
        const auto height = [&](const Level& level) {
            std::int64_t sum = 0;
            for (std::size_t below = 0; below <= i; ++below) sum += level.bytes.parts[below];
            return strip.yOf(static_cast<double>(sum));
        };
        list.add(
            DisplayPath{list.use(memoryLook(style, part)), areaOf(levels, strip.rect.bottom(), height), 0,
                        Text::tr("%1 of %2 at the peak")
                            .arg(formatMemory(static_cast<double>(memory.bytes->peak[part])), memoryPartName(part))});
    }
    const double card = strip.yOf(memory.device), usable = strip.yOf(memory.usable);
    if (memory.isOver()) {
        const auto height = [&](const Level& level) {
            return std::min(usable, strip.yOf(static_cast<double>(level.bytes.sum())));
        };
        list.add(DisplayPath{list.use(overLook(style)), areaOf(levels, usable, height), 0, memory.note});
        list.add(
            DisplayPath{list.use(overLines(style)), hatchOf(levels, strip, memory.usable, style.scaled(kHatchStep))});
    }
    if (memory.usable < memory.device) {
        constexpr float kMargin = 0.16F;
        QColor margin = theme.mutedText;
        margin.setAlphaF(kMargin);
        list.add(DisplayRect{
            list.use(filled("card-margin", margin)),
            QRectF(QPointF(layout.plotLeft, card), QPointF(layout.plotRight, usable)), 0, 0, 1,
            Text::tr("%1 that libraries and the allocator take").arg(formatMemory(memory.device - memory.usable))});
    }
    const QColor ink = memory.isOver() ? theme.error : theme.text;
    const Stroke dashed{.color = ink, .width = style.scaled(1.2), .dashes = {4, 3}};
    list.add(DisplayLine{list.use({.names = memory.isOver() ? "card over" : "card", .stroke = dashed}),
                         {layout.plotLeft, card, layout.plotRight, card}});
    const QFont font = smallFont(style);
    const double labelRight = layout.plotLeft - style.scaled(kLaneLabelGap);
    if (isLabelled) {
        list.add(
            DisplayText{list.use(lettered(memory.isOver() ? "card-label over" : "card-label", font, ink, Anchor::End)),
                        {labelRight, baselineAt(std::max(card, strip.rect.top() + style.scaled(5)), font)},
                        formatMemory(memory.device)});
        list.add(DisplayText{list.use(lettered("memory-label", font, theme.mutedText, Anchor::End)),
                             {labelRight, baselineAt(strip.rect.bottom() - style.scaled(4), font)},
                             QStringLiteral("0")});
    }
    if (memory.isOver()) {
        const double x = layout.xOf(static_cast<double>(*memory.overAt));
        if (x >= layout.plotLeft && x <= layout.plotRight)
            list.add(DisplayCircle{list.use(filled("over-at", theme.error)), {x, card}, style.scaled(3.5)});
    }
    if (memory.isOver() && (isLabelled || isTold)) {
        const QFontMetricsF metrics(font);
        const double pad = style.scaled(kPlatePad), height = metrics.height() + 2;
        const QString words =
            metrics.elidedText(memory.note, Qt::ElideRight, layout.plotRight - layout.plotLeft - 4 * pad);
        const double width = metrics.horizontalAdvance(words) + 2 * pad;
        const bool hasRoom = t.x1 + 2 * pad + width <= layout.plotRight;  // beside the step
        const double left = hasRoom ? t.x1 + 2 * pad : std::min(layout.plotRight, t.x1) - width - pad;
        const double top = isLabelled ? card + style.scaled(5) : strip.rect.center().y() - height / 2;
        addPlate(list, style, {left, top, width, height}, words, theme.error);
    }
    list.end();
}

void addMemories(DisplayList& list, const GanttLayout& layout, int track, const TrackData& shown, double top,
                 double bottom) {
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const auto add = [&](const TrackMemory& memory, const QRectF& rect) {
        if (rect.bottom() > top && rect.top() < bottom)
            addMemory(list, layout, track, memory, rect, memory.worker == shown.memory->worker);
    };
    if (t.hasMemory) add(*shown.memory, layout.memoryRect(track));
    if (t.hasMemoryOfEach)
        for (const TrackMemory& memory : shown.memoryOfEach) add(memory, layout.memoryRect(track, memory.worker));
}

void addOverSwatch(DisplayList& list, const GanttStyle& style, const QRectF& rect) {
    list.add(DisplayRect{list.use(overLook(style)), rect});
    QPainterPath lines;
    for (const double shift : {0.0, 0.5}) {
        lines.moveTo(rect.left() + shift * rect.width(), rect.bottom());
        lines.lineTo(rect.right(), rect.top() + shift * rect.height());
    }
    lines.moveTo(rect.left(), rect.center().y());
    lines.lineTo(rect.center().x(), rect.top());
    list.add(DisplayPath{list.use(overLines(style)), lines});
}

}  // namespace bubblescope
