#include "widgets/gantt/gantt_overlay.h"

#include "engine/analysis/links.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

QFont bubbleFont(const GanttLayout& layout) { return uiFont(layout.style.scaled(11), QFont::DemiBold); }

/// The box of a label centred on `x`.
QRectF bubbleBox(const GanttLayout& layout, double x, double centre, const QString& text) {
    const QFontMetricsF metrics(bubbleFont(layout));
    const double width = metrics.horizontalAdvance(text) + layout.style.scaled(16);
    const double height = layout.style.scaled(17);
    const double left = std::clamp(x - width / 2, 2.0, std::max(2.0, layout.size.width() - width - 2));
    return {left, centre - height / 2, width, height};
}

void paintBubble(QPainter& painter, const GanttLayout& layout, double x, double centre, const QString& text) {
    const Theme& theme = themeOf(layout.style.theme);
    const QRectF box = bubbleBox(layout, x, centre, text);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.cursor);
    painter.drawRoundedRect(box, 3, 3);
    painter.setFont(bubbleFont(layout));
    painter.setPen(theme.onCursor);
    painter.drawText(box, Qt::AlignCenter, text);
}

QRectF boxOf(const GanttLayout& layout, double scroll, int track, LaneId lane, double begin, double end) {
    const QRectF row = layout.laneRect(track, lane).translated(0, -scroll);
    const double x0 = std::max(layout.xOf(begin), layout.plotLeft - 8),
                 x1 = std::min(layout.xOf(end), layout.plotRight + 8);
    return {x0, row.top(), std::max(1.0, x1 - x0), row.height()};
}

void drawOutline(QPainter& painter, const QRectF& box, const QColor& inner, const QColor& outer, double width) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(outer, width + 2));
    painter.drawRoundedRect(box, 1.5, 1.5);
    painter.setPen(QPen(inner, width));
    painter.drawRoundedRect(box, 1.5, 1.5);
}

void outlineOp(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline, int track,
               Row row, double width) {
    const Theme& theme = themeOf(layout.style.theme);
    const QRectF box = boxOf(layout, scroll, track, timeline.program->laneOf(row),
                             static_cast<double>(timeline.startOf(row)), static_cast<double>(timeline.end[row]));
    drawOutline(painter, box.adjusted(-0.5, -0.5, -0.5, 0.5), theme.cursor, theme.canvas, layout.style.scaled(width));
}

}  // namespace

QString instantText(const GanttLayout& layout, double time) {
    const double scale = layout.axisUnit.factor / kMicroUnits;
    const double perPixel = layout.range.span() / (layout.plotRight - layout.plotLeft) * scale;
    const int decimals = static_cast<int>(std::ceil(1 - std::log10(std::max(perPixel, 1e-12))));
    return QString::number(time * scale, 'f', std::clamp(decimals, 0, 9));
}

namespace {

/// What an op gets from other workers and leaves for them.
QStringList othersOf(const TrackData& shown, Op op) {
    QStringList parts;
    const auto add = [&](SchemeMark mark, const QString& text) {
        if (const auto other = otherWorker(shown, mark, op)) parts += text.arg(other->value);
    };
    add(SchemeMark::Fetch, Text::tr("weights from worker %1"));
    add(SchemeMark::Arrival, Text::tr("input from worker %1"));
    add(SchemeMark::Departure, Text::tr("activations to worker %1"));
    return parts;
}

/// The op that the end of idle time waited for, if needs are explicit and it ran on another worker or on several.
std::optional<Row> awaitedAt(const Timeline& timeline, LaneId lane, Time at) {
    const Program& program = *timeline.program;
    if (!program.needs.isExplicit()) return std::nullopt;
    const RowRange rows = program.lanes[lane.index()];
    const Row next = firstStartingAfter(timeline, rows, at);
    const auto last = next < rows.end ? dependencyOf(timeline, next) : std::nullopt;
    const bool isOwn =
        last && program.workerOfRow(*last) == program.workerOf(lane) && membersOf(program, *last).size() == 1;
    return isOwn ? std::nullopt : last;
}

/// The parts of an op's place that its name does not contain: "stage 2" and "chunk 1", or "microbatch 3".
QStringList placesOf(const TrackData& shown, Op op, int firstNumber) {
    const Program& program = *shown.timeline->program;
    if (shown.words.naming == Words::Naming::Own) return {};
    if (shown.words.naming == Words::Naming::Stage)
        return {Text::tr("microbatch %1").arg(op.microbatch().value + firstNumber)};
    QStringList places{Text::tr("stage %1").arg(program.modelStage(op.stage()).value + firstNumber)};
    if (program.shades() > 1) places += Text::tr("chunk %1").arg(program.chunkOf(op.stage()) + firstNumber);
    return places;
}

/// For an op on several workers: which one arrives last, and how long this one waits for it, or the others wait for
/// this one.
QString waitedText(const TrackData& shown, Row row) {
    const Timeline& timeline = *shown.timeline;
    const std::vector<Row> members = membersOf(*timeline.program, row);
    if (members.size() == 1) return {};
    const std::vector<Time> arrivals = arrivalsOf(timeline, row);
    const auto [first, last] = std::minmax_element(arrivals.begin(), arrivals.end());
    const Time own = arrivals[std::size_t(std::find(members.begin(), members.end(), row) - members.begin())];
    if (*first == *last) return Text::tr("all ranks arrive at the same time");
    const auto nameAt = [&](auto arrival) {
        return shown.words.nameOf(timeline.program->workerOfRow(members[std::size_t(arrival - arrivals.begin())]));
    };
    if (own < *last) return Text::tr("waits %1 for %2").arg(formatTime(*last - own, shown.timeUnit), nameAt(last));
    return Text::tr("arrives last, %1 after %2").arg(formatTime(*last - *first, shown.timeUnit), nameAt(first));
}

QString activationsText(double held) {
    return held == 1 ? Text::tr("1 activation in memory")
                     : Text::tr("%1 activations in memory").arg(formatNumber(held, 4));
}

/// What a worker does while the lane on which it computes is idle.
QString spentText(const TrackData& shown, WorkerId worker, Time at) {
    if (!shown.spending) return Text::tr("idle");
    for (const SpendingSpan& span : shown.spending->of(worker)) {
        if (at < span.begin || at >= span.end) continue;
        if (span.on == Spending::ExposedCommunication)
            return shown.timeline->sendTime.empty() ? Text::tr("exposed communication") : Text::tr("blocking sends");
        if (span.on == Spending::ExposedOffload) return Text::tr("exposed offload");
    }
    return Text::tr("idle");
}

}  // namespace

std::optional<GanttPick> placeIn(const Timeline& timeline, const GanttHit& hit, double time) {
    const GanttPick place{hit.track, hit.lane, opAt(timeline, hit.lane, time), static_cast<Time>(std::floor(time))};
    const bool isCompute = timeline.program->isWork(hit.lane);  // only lanes with compute have idle time
    if (!place.op && !(isCompute && idleAt(timeline, hit.lane, static_cast<double>(place.at)))) return std::nullopt;
    return place;
}

QStringList factsOf(const TrackData& shown, const GanttStyle& style, const GanttPick& place) {
    const Timeline& timeline = *shown.timeline;
    const Program& program = *timeline.program;
    const WorkerId worker = program.workerOf(place.lane);
    const QString device = shown.words.nameOf(worker);
    const auto moments = [](Time begin, Time end) {
        return QStringLiteral("%1 – %2").arg(formatMoment(begin), formatMoment(end));
    };
    if (!place.op) {
        const auto idle = idleAt(timeline, place.lane, static_cast<double>(place.at));
        if (!idle) return {};
        const QString what = program.isWork(place.lane) ? spentText(shown, worker, place.at) : Text::tr("idle");
        QStringList facts{what + QStringLiteral(" · ") + formatTime(idle->second - idle->first, shown.timeUnit),
                          moments(idle->first, idle->second), device};
        if (const auto awaited = awaitedAt(timeline, place.lane, place.at)) {
            // A shared op has itself waited for others, so the op is named instead of one of its ranks.
            const bool isShared = membersOf(program, *awaited).size() > 1;
            facts += Text::tr("waits for %1")
                         .arg(isShared ? shown.words.nameOf(program.ops[*awaited], style.firstNumber)
                                       : shown.words.nameOf(program.workerOfRow(*awaited)));
        }
        return facts;
    }
    const Op op = program.ops[*place.op];
    const Time start = timeline.startOf(*place.op), end = timeline.end[*place.op];
    const QString name = shown.words.nameOf(op, style.firstNumber);
    const bool isFetch = program.lanes[place.lane.index()].role == Role::Fetch;
    QStringList facts{
        isFetch ? Text::tr("weights for %1").arg(name) : name + QStringLiteral(" · ") + kindName(op.kind()),
        moments(start, end) + QStringLiteral(" · ") + formatTime(end - start, shown.timeUnit),
        (QStringList(device) + placesOf(shown, op, style.firstNumber)).join(QStringLiteral(" · "))};
    if (const QString waited = waitedText(shown, *place.op); !waited.isEmpty()) facts += waited;
    QStringList others;
    if (const auto other = otherOfPair(program, *place.op))
        others += Text::tr("fused with %1").arg(shown.words.nameOf(program.ops[*other], style.firstNumber));
    if (isFetch && shown.storeOfStep)
        others += Text::tr("from %1").arg(shown.words.nameOf(WorkerId((*shown.storeOfStep)[program.stepOf(op)])));
    else if (shown.storeOfStep)
        others += othersOf(shown, op);
    if (!isFetch && shown.held) others += activationsText((*shown.held)[worker.index()].heldAt(start));
    if (const QString more = shown.more ? shown.more(*place.op) : QString(); !more.isEmpty()) others += more;
    if (!others.isEmpty()) facts += others.join(QStringLiteral(" · "));
    return facts;
}

QStringList heldFacts(const TrackData& shown, LaneId lane, double time) {
    const Timeline& timeline = *shown.timeline;
    const auto at = static_cast<Time>(std::floor(time));
    if (at < timeline.earliestStart || at >= timeline.latestEnd) return {};
    const WorkerId worker = timeline.program->workerOf(lane);
    const HeldActivations& held = (*shown.held)[worker.index()];
    const double now = held.heldAt(at);
    QStringList facts{activationsText(now), Text::tr("peak %1").arg(formatNumber(held.most(), 4)),
                      shown.words.nameOf(worker)};
    if (shown.memoryLimit) facts += Text::tr("limit %1").arg(formatNumber(*shown.memoryLimit, 4));
    return facts;
}

void paintPick(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline,
               const GanttPick& pick) {
    const Theme& theme = themeOf(layout.style.theme);
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (pick.op) {
        const std::vector<Row> members = membersOf(*timeline.program, *pick.op);
        for (const Row member : members)
            outlineOp(painter, layout, scroll, timeline, pick.track, member, member == *pick.op ? 2 : 1.2);
        return;
    }
    const auto idle = idleAt(timeline, pick.lane, static_cast<double>(pick.at));
    if (!idle) return;
    const QRectF box = boxOf(layout, scroll, pick.track, pick.lane, static_cast<double>(idle->first),
                             static_cast<double>(idle->second));
    QColor veil = theme.accent;
    veil.setAlphaF(0.14f);
    painter.fillRect(box, veil);
    drawOutline(painter, box.adjusted(0.5, 0, -1.5, 0), theme.accent, theme.canvas, layout.style.scaled(1.5));
}

void paintMembers(QPainter& painter, const GanttLayout& layout, double scroll, const Timeline& timeline,
                  const GanttPick& place) {
    const std::vector<Row> members = place.op ? membersOf(*timeline.program, *place.op) : std::vector<Row>();
    if (members.size() < 2) return;
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Row member : members) outlineOp(painter, layout, scroll, timeline, place.track, member, 1.5);
}

void paintCrosshair(QPainter& painter, const GanttLayout& layout, const QRectF& view, double time) {
    const Theme& theme = themeOf(layout.style.theme);
    const double x = std::floor(layout.xOf(time)) + 0.5;
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(theme.cursor, layout.style.scaled(1));
    pen.setDashPattern({3, 2});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, view.top() + layout.style.scaled(5)),
                     QPointF(x, view.bottom() + layout.style.scaled(11)));
    // A tick label that would be partly covered by the bubble is left out.
    const double centre = view.bottom() + layout.style.scaled(27);
    const QString text = instantText(layout, time);
    const QRectF box = bubbleBox(layout, x, centre, text);
    const QFontMetricsF metrics(smallFont(layout.style));
    for (const AxisTick& tick : layout.ticks) {
        const double half = metrics.horizontalAdvance(tick.label) / 2 + 2;
        if (tick.label.isEmpty() || tick.x + half < box.left() || tick.x - half > box.right()) continue;
        painter.fillRect(QRectF(tick.x - half, box.top(), 2 * half, box.height()), theme.canvas);
    }
    paintBubble(painter, layout, x, centre, text);
}

void paintOldEnds(QPainter& painter, const GanttLayout& layout, const QRectF& view, double scroll,
                  const std::vector<double>& ends) {
    if (ends.empty()) return;
    painter.save();
    painter.setClipRect(view.adjusted(layout.plotLeft, layout.coveredHeight(scroll), 0, 0));
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(themeOf(layout.style.theme).mutedText, layout.style.scaled(1.5));
    pen.setDashPattern({2, 2});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    for (std::size_t i = 0; i < layout.tracks.size() && i < ends.size(); ++i) {
        const GanttTrack& track = layout.tracks[i];
        const double x = layout.xOf(ends[i]);
        if (track.rows == 0 || ends[i] <= 0 || std::abs(x - track.x1) < 1 || x > layout.plotRight) continue;
        painter.drawLine(QPointF(x, track.rowsTop - scroll), QPointF(x, track.rowsBottom - scroll));
    }
    painter.restore();
}

QString spanText(const GanttLayout& layout, const TimeRange& span) {
    const QString length = instantText(layout, span.span());
    return layout.timeUnit.isEmpty() ? length : length + QChar(0x202f) + layout.axisUnit.unit;
}

namespace {

/// The place of the text of a span: above everything, or next to its rows if it would cover them.
QRectF spanBox(const GanttLayout& layout, const QRectF& view, double x, const QSizeF& size, const QRectF& rows) {
    const double gap = layout.style.scaled(6);
    const double left =
        std::clamp(x - size.width() / 2, view.left(), std::max(view.left(), view.right() - size.width()));
    QRectF box(QPointF(left, view.top() + gap), size);
    if (rows.isNull() || rows.top() >= box.bottom()) return box;
    if (rows.bottom() + gap + size.height() <= view.bottom())
        box.moveTop(std::max(box.top(), rows.bottom() + gap));
    else if (rows.top() - gap - size.height() >= view.top())
        box.moveTop(rows.top() - gap - size.height());
    return box;
}

}  // namespace

void paintSpan(QPainter& painter, const GanttLayout& layout, const QRectF& view, const TimeRange& span,
               const QRectF& rows, const QStringList& lines) {
    const Theme& theme = themeOf(layout.style.theme);
    const double x0 = std::clamp(layout.xOf(std::min(span.begin, span.end)), layout.plotLeft, layout.plotRight);
    const double x1 = std::clamp(layout.xOf(std::max(span.begin, span.end)), layout.plotLeft, layout.plotRight);
    QColor veil = theme.accent;
    veil.setAlphaF(0.16f);
    painter.fillRect(QRectF(x0, view.top(), x1 - x0, view.height()), veil);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(theme.accent, layout.style.scaled(1.2)));
    for (const double x : {x0, x1}) painter.drawLine(QPointF(x, view.top()), QPointF(x, view.bottom()));
    if (!rows.isNull())
        drawOutline(painter, QRectF(x0, rows.top(), x1 - x0, rows.height()), theme.accent, theme.canvas,
                    layout.style.scaled(1.5));
    if (lines.isEmpty()) return;
    const QFont bold = bubbleFont(layout), plain = uiFont(layout.style.scaled(11));
    const double lineHeight = layout.style.scaled(16), pad = layout.style.scaled(8);
    double width = 0;
    for (const QString& line : lines)
        width = std::max(width, QFontMetricsF(line == lines.front() ? bold : plain).horizontalAdvance(line));
    const QSizeF size(width + 2 * pad, lineHeight * static_cast<double>(lines.size()) + pad / 2);
    const QRectF box = spanBox(layout, view, (x0 + x1) / 2, size, rows);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.cursor);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme.onCursor);
    double y = box.top() + pad / 4;
    for (const QString& line : lines) {
        painter.setFont(line == lines.front() ? bold : plain);
        painter.drawText(QRectF(box.left(), y, box.width(), lineHeight), Qt::AlignCenter, line);
        y += lineHeight;
    }
}

void paintCard(QPainter& painter, const GanttStyle& style, const QStringList& lines, const QPointF& at,
               const QRectF& bounds) {
    if (lines.isEmpty()) return;
    const Theme& theme = themeOf(style.theme);
    const QFont bold = uiFont(style.scaled(12), QFont::DemiBold), plain = uiFont(style.scaled(12));
    const QFontMetricsF boldMetrics(bold), plainMetrics(plain);
    const double pad = style.scaled(9), lineHeight = style.scaled(18);
    double width = boldMetrics.horizontalAdvance(lines.first());
    for (const QString& line : lines.mid(1)) width = std::max(width, plainMetrics.horizontalAdvance(line));
    QRectF box(at + QPointF(14, 16), QSizeF(width + 2 * pad, lineHeight * double(lines.size()) + pad));
    if (box.right() > bounds.right() - 4) box.moveRight(at.x() - 12);
    if (box.bottom() > bounds.bottom() - 4) box.moveBottom(at.y() - 12);
    box.moveLeft(std::max(box.left(), bounds.left() + 4));
    box.moveTop(std::max(box.top(), bounds.top() + 4));
    painter.setRenderHint(QPainter::Antialiasing, true);
    QColor shadow(Qt::black);
    shadow.setAlphaF(0.10f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shadow);
    painter.drawRoundedRect(box.translated(0, 2).adjusted(-1, -1, 1, 1), 6, 6);
    painter.setBrush(theme.field);
    painter.setPen(QPen(theme.line, 1));
    painter.drawRoundedRect(box, 5, 5);
    double y = box.top() + pad / 2;
    for (qsizetype i = 0; i < lines.size(); ++i, y += lineHeight) {
        painter.setFont(i == 0 ? bold : plain);
        painter.setPen(i >= 2 ? theme.mutedText : theme.text);
        painter.drawText(QRectF(box.left() + pad, y, width + 1, lineHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         lines[i]);
    }
}

}  // namespace bubblescope
