#include "widgets/gantt/highlights.h"

#include "engine/analysis/links.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/time_cut.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kWayWidth = 2.6;

/// Without colours, frames of the critical path are dashed, so that others differ from them.
bool isOfPrint(const GanttStyle& style) { return style.theme == ThemeId::Print; }

class Highlighter {
public:
    Highlighter(DisplayList& list, const GanttLayout& layout, int track, const TrackData& shown)
        : m_list(list),
          m_layout(layout),
          m_theme(themeOf(layout.style.theme)),
          m_track(track),
          m_shown(shown),
          m_timeline(*shown.timeline) {}

    void add(const Highlight& highlight) {
        using enum Highlight::As;
        const std::vector<Row>& rows = highlight.rows;
        switch (highlight.as) {
            case Chain:
                addFrames("chain-op", rows, m_theme.accent, 1.5);
                return addHops("chain", rows, m_theme.accent, true);
            case CriticalPath:
                addFrames("critical-op", rows, m_theme.error, kWayWidth, isOfPrint(m_layout.style));
                return addHops("critical", rows, m_theme.error, false);
            case Needs:
                addFrames("needs-op", {rows.begin() + 1, rows.end()}, m_theme.cursor, 1.2);
                for (std::size_t i = 1; i < rows.size(); ++i) addArrow("needs", rows[i], rows[i - 1], m_theme.cursor);
                return;
            case Dependents: {
                QColor lighter = m_theme.cursor;
                lighter.setAlphaF(0.45f);
                for (std::size_t i = 1; i < rows.size(); ++i) addArrow("dependent", rows.front(), rows[i], lighter);
                return;
            }
            case Circle: addFrames("circle-op", rows, m_theme.error, 2); return addTurns(rows);
            case Lit:
                addLit(rows);
                for (const Highlight::Span& span : highlight.spans) addVeil(span);
                return;
            case Spot: return addDark(highlight);
        }
    }

private:
    double x(Time time) const { return m_layout.xOf(static_cast<double>(time)); }
    LaneId laneOf(Row row) const { return m_timeline.program->laneOf(row); }
    QRectF rowOf(LaneId lane) const { return m_layout.laneRect(m_track, lane); }
    double scaled(double length) const { return m_layout.style.scaled(length); }

    /// `x` limited to near the plot: in a deep zoom, ends are farther away than a rasterizer can count.
    double seen(double x) const {
        const double margin = m_layout.style.onPaper ? 0 : 50;  // on paper nothing may be cut off
        return std::clamp(x, m_layout.plotLeft - margin, m_layout.plotRight + margin);
    }
    bool isSeen(Time begin, Time end) const { return x(end) >= m_layout.plotLeft && x(begin) <= m_layout.plotRight; }

    QRectF boxOf(LaneId lane, Time begin, Time end) const {
        const double margin = m_layout.style.onPaper ? 0 : 8;
        const double x0 = std::max(x(begin), m_layout.plotLeft - margin),
                     x1 = std::min(x(end), m_layout.plotRight + margin);
        const QRectF row = rowOf(lane);
        return {x0, row.top(), std::max(1.0, x1 - x0), row.height()};
    }
    /// The box of an op; for a fused pair, of both.
    QRectF boxOf(Row row) const {
        const RowRange pair = pairOf(*m_timeline.program, row);
        return boxOf(laneOf(row), m_timeline.startOf(pair.begin), m_timeline.end[pair.end - 1]);
    }

    LookId stroked(const QByteArray& names, const QColor& color, double width, bool isDashed = false) {
        Stroke stroke{.color = color, .width = scaled(width), .isRound = true};
        if (isDashed) stroke.dashes = {3, 2.2};
        return m_list.use({.names = names, .stroke = stroke});
    }

    /// With an edge in the ground's colour, so that it is visible on every cell.
    void addStroke(const QByteArray& names, const QPainterPath& path, const QColor& color, double width,
                   bool isDashed = false) {
        if (path.isEmpty()) return;
        QColor edge = m_theme.canvas;
        edge.setAlphaF(color.alphaF() * 0.85f);
        m_list.add(DisplayPath{.look = stroked(names + "-edge", edge, width + 2.2), .path = path});
        m_list.add(DisplayPath{.look = stroked(names, color, width, isDashed), .path = path});
    }

    void addHead(const QByteArray& names, const QPointF& tip, const QPointF& from, const QColor& color, double size) {
        const double angle = std::atan2(tip.y() - from.y(), tip.x() - from.x());
        const auto point = [&](double turn) {
            return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * scaled(size);
        };
        QPainterPath head(tip);
        head.lineTo(point(0.45));
        head.lineTo(point(-0.45));
        head.closeSubpath();
        m_list.add(DisplayPath{.look = m_list.use(filled(names + "-head", color)), .path = head});
    }

    void addFrames(const QByteArray& names, const std::vector<Row>& rows, const QColor& color, double width,
                   bool isDashed = false) {
        addRects(stroked(names, color, width, isDashed), boxesOf(rows));
    }

    /// With an edge in the ground's colour, so that they are visible on every cell. A narrow one only has space for its
    /// number, and a very narrow one for a thin frame.
    void addLit(const std::vector<Row>& rows) {
        constexpr double kLeastEdged = 14, kLeastThick = 9;
        std::vector<QRectF> edged, thick, thin;
        for (const QRectF& box : boxesOf(rows)) {
            (box.width() >= scaled(kLeastThick) ? thick : thin).push_back(box);
            if (box.width() >= scaled(kLeastEdged)) edged.push_back(box);
        }
        addRects(stroked("lit-op-edge", m_theme.canvas, 5), edged);
        addRects(stroked("lit-op", m_theme.text, 2), thick);
        addRects(stroked("lit-op-thin", m_theme.text, 0.8), thin);
    }

    /// The boxes that frames of rows enclose, as far as they are visible and have begun: both halves of a pair, and
    /// whole runs of narrow ops whose frames would leave no space between them.
    std::vector<QRectF> boxesOf(const std::vector<Row>& rows) const {
        constexpr double kNarrow = 6, kTogether = 2;
        std::vector<QRectF> boxes;
        RowRange lane;
        QRectF of;  // of the lane
        double right = 0;
        for (const Row row : rows) {
            const RowRange pair = pairOf(*m_timeline.program, row);
            const TimeSpan time{m_timeline.startOf(pair.begin), m_timeline.end[pair.end - 1]};
            if (!isSeen(time.begin, time.end) || isHidden(m_layout, {time})) continue;
            if (row < lane.begin || row >= lane.end) {
                const LaneId id = laneOf(row);
                lane = m_timeline.program->lanes[id.index()];
                of = rowOf(id);
            }
            const double margin = m_layout.style.onPaper ? 0 : 8;
            const double x0 = std::max(x(time.begin), m_layout.plotLeft - margin);
            const double x1 = std::min({x(time.end), m_layout.plotRight + margin, m_layout.xOf(m_layout.until)});
            const bool isNext = !boxes.empty() && boxes.back().top() == of.top() && x0 >= boxes.back().left();
            if (isNext && x1 - x0 < kNarrow && x0 - right < kTogether)
                boxes.back().setRight(std::max(boxes.back().right(), x1 - 1));
            else
                boxes.emplace_back(x0, of.top(), std::max(0.0, x1 - x0 - 1), of.height());  // without the gap behind it
            right = x1;
        }
        return boxes;
    }

    void addRects(LookId look, const std::vector<QRectF>& rects) {
        if (rects.empty()) return;
        QPainterPath path;
        for (const QRectF& rect : rects) path.addRect(rect);
        m_list.add(DisplayPath{.look = look, .path = path});
    }

    /// The part of a line from left to right that is near the plot.
    void addSegment(QPainterPath& path, const QPointF& from, const QPointF& to) const {
        if (to.x() < seen(to.x()) || from.x() > seen(from.x())) return;
        const auto at = [&](double x) {
            if (to.x() - from.x() < 1e-9) return x == from.x() ? from : to;
            return from + (to - from) * ((x - from.x()) / (to.x() - from.x()));
        };
        const QPointF first = from.x() == seen(from.x()) ? from : at(seen(from.x()));
        if (path.elementCount() == 0 || path.currentPosition() != first) path.moveTo(first);
        path.lineTo(to.x() == seen(to.x()) ? to : at(seen(to.x())));
    }

    /// From each op to the next: a line from corner to corner of their frames, so that no number is crossed out. On one
    /// lane it runs below the row, and not at all if they touch.
    void addHops(const QByteArray& names, const std::vector<Row>& rows, const QColor& color, bool hasHead) {
        constexpr double kHead = 8;
        const Program& program = *m_timeline.program;
        QPainterPath path;
        QPointF tip, before;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            const RowRange pair = pairOf(program, rows[i]), nextPair = pairOf(program, rows[i + 1]);
            const Time start = m_timeline.startOf(nextPair.begin);
            // If two overlap, the later one waited only for the start of the other.
            const Time end = std::min(m_timeline.end[pair.end - 1], start);
            const QRectF from = rowOf(laneOf(rows[i])), to = rowOf(laneOf(rows[i + 1]));
            const double below = from.bottom() + (m_layout.rowHeight - m_layout.cellHeight) / 2;
            const double left = to.top() == from.top() ? below : to.top() > from.top() ? from.bottom() : from.top();
            const double there = to.top() == from.top() ? below : to.top() > from.top() ? to.top() : to.bottom();
            before = {x(end), left};
            tip = {x(start), there};
            if (to.top() != from.top() || tip.x() - before.x() > 1) addSegment(path, before, tip);
        }
        addStroke(names, path, color, kWayWidth);
        if (hasHead && !path.isEmpty() && seen(tip.x()) == tip.x()) addHead(names, tip, before, color, kHead);
    }

    /// When the data that `to` needs leaves `from`, and when it arrives.
    std::pair<Time, Time> wayOf(Row from, Row to) const {
        const Program& program = *m_timeline.program;
        if (program.needs.isExplicit())
            for (const Link& link : needsOf(m_timeline, to))
                if (program.needs.areOneOp(link.row, from)) {
                    const Time left = link.isStart ? m_timeline.startOf(from) : m_timeline.end[link.row];
                    return {left, left + link.lag};
                }
        const Time hop = m_shown.hop ? m_shown.hop(program.workerOfRow(from), program.workerOfRow(to)) : 0;
        return {m_timeline.end[from], m_timeline.end[from] + hop};
    }

    void addArrow(const QByteArray& names, Row from, Row to, const QColor& color) {
        constexpr double kWidth = 1.6, kHead = 7;
        const auto y = [&](Row row) { return rowOf(laneOf(row)).center().y(); };
        const auto [left, there] = wayOf(from, to);
        const QPointF start(x(left), y(from)), arrival(x(there), y(to)), tip(x(m_timeline.startOf(to)), y(to));
        if (std::max(start.x(), tip.x()) < m_layout.plotLeft || std::min(start.x(), tip.x()) > m_layout.plotRight)
            return;
        QPainterPath path;
        QPointF before = start;  // where the last segment comes from
        if (laneOf(from) == laneOf(to)) {
            if (tip.x() - start.x() < 1) return;  // they touch, so there is nothing to show
            // Along the gap between rows, so that no number is crossed out.
            const double gapY = start.y() + m_layout.rowHeight / 2, bend = std::min(3.0, (tip.x() - start.x()) / 2);
            const QPointF first(seen(start.x()), start.y()), last(seen(tip.x()), tip.y());
            path.moveTo(first);
            path.quadTo(QPointF(first.x(), gapY), QPointF(first.x() + bend, gapY));
            path.lineTo(last.x() - bend, gapY);
            path.quadTo(QPointF(last.x(), gapY), last);
            before = QPointF(tip.x(), gapY);
        } else {
            addSegment(path, start, arrival);
            if (tip.x() - arrival.x() > 1) {
                addSegment(path, arrival, tip);
                before = arrival;
            }
        }
        addStroke(names, path, color, kWidth, true);
        if (seen(tip.x()) == tip.x()) addHead(names, tip, before, color, kHead);
    }

    /// Each arrow bends to one side of the straight line, beside the numbers, so that two ops that wait for each other
    /// have two arrows.
    void addTurns(const std::vector<Row>& rows) {
        for (std::size_t i = 0; i < rows.size() && rows.size() > 1; ++i) {
            const QRectF waiting = boxOf(rows[i]), blocking = boxOf(rows[(i + 1) % rows.size()]);
            const QPointF way = blocking.center() - waiting.center();
            const double length = std::max(1.0, std::hypot(way.x(), way.y()));
            const QPointF aside(-way.y() / length, way.x() / length);
            const auto beside = [&](const QRectF& box) {
                return box.center() +
                       QPointF(aside.x() * std::min(box.width() / 3, scaled(16)), aside.y() * box.height() / 3);
            };
            const QPointF from = beside(waiting), to = beside(blocking), bend = (from + to) / 2 + aside * scaled(10);
            QPainterPath path(from);
            path.quadTo(bend, to);
            m_list.add(DisplayPath{.look = stroked("circle", m_theme.error, 1.5), .path = path});
            addHead("circle", to, bend, m_theme.error, 8);
        }
    }

    void addVeil(const Highlight::Span& span) {
        const Time end = static_cast<Time>(std::min(static_cast<double>(span.end), m_layout.until));
        if (span.begin >= end || !isSeen(span.begin, end)) return;
        QColor veil = m_theme.accent;
        veil.setAlphaF(0.08f);  // so that the colours below keep their meaning
        Look look = filled("lit", veil);
        look.stroke = Stroke{.color = m_theme.accent, .width = scaled(2)};
        QPainterPath box;
        box.addRect(boxOf(span.lane, span.begin, end).adjusted(0.5, 0.5, -1, -0.5));
        m_list.add(DisplayPath{.look = m_list.use(look), .path = box});
    }

    /// Over all rows of the track, with holes for what should be visible.
    void addDark(const Highlight& highlight) {
        std::vector<std::vector<std::pair<double, double>>> holes(m_timeline.program->lanes.size());
        const auto cut = [&](LaneId lane, Time begin, Time end) {
            holes[lane.index()].emplace_back(std::max(x(begin), m_layout.plotLeft),
                                             std::min(x(end), m_layout.plotRight));
        };
        for (const Row row : highlight.rows) cut(laneOf(row), m_timeline.startOf(row), m_timeline.end[row]);
        for (const Highlight::Span& span : highlight.spans) cut(span.lane, span.begin, span.end);
        QColor dark = m_theme.canvas;
        dark.setAlphaF(0.78f);
        QPainterPath path;
        double bottom = -1;
        for (std::size_t lane = 0; lane < holes.size(); ++lane) {
            const QRectF row = rowOf(LaneId(static_cast<int>(lane)));
            if (row.height() <= 0) continue;
            if (bottom >= 0 && row.top() > bottom)
                addBox(path, m_layout.plotLeft, m_layout.plotRight, bottom, row.top());
            bottom = row.bottom();
            std::ranges::sort(holes[lane]);
            double from = m_layout.plotLeft;
            for (const auto& [begin, end] : holes[lane]) {
                addBox(path, from, begin, row.top(), row.bottom());
                from = std::max(from, end);
            }
            addBox(path, from, m_layout.plotRight, row.top(), row.bottom());
        }
        m_list.add(DisplayPath{.look = m_list.use(filled("dark", dark)), .path = path});
    }

    static void addBox(QPainterPath& path, double left, double right, double top, double bottom) {
        if (right > left && bottom > top) path.addRect(QRectF(left, top, right - left, bottom - top));
    }

    DisplayList& m_list;
    const GanttLayout& m_layout;
    const Theme& m_theme;
    int m_track;
    const TrackData& m_shown;
    const Timeline& m_timeline;
};

}  // namespace

Look criticalLook(const GanttStyle& style) {
    Stroke stroke{.color = themeOf(style.theme).error, .width = style.scaled(kWayWidth), .isRound = true};
    if (isOfPrint(style)) stroke.dashes = {3, 2.2};
    return {.names = "critical", .stroke = stroke};
}

std::vector<Highlight> usualHighlights(const std::vector<TrackData>& shown, const SchemeMarks& wanted) {
    std::vector<Highlight> all;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const int track = static_cast<int>(i);
        if (!shown[i].circle.empty()) all.push_back({Highlight::As::Circle, track, shown[i].circle});
        if (wanted.critical && shown[i].criticalPath)
            all.push_back({Highlight::As::CriticalPath, track, shown[i].criticalPath()});
    }
    return all;
}

void addHighlight(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                  const Highlight& highlight) {
    const auto track = static_cast<std::size_t>(highlight.track);
    Highlighter(list, layout, highlight.track, shown[track]).add(highlight);
}

void paintHighlights(QPainter& painter, const GanttLayout& layout, double scroll, const std::vector<TrackData>& shown,
                     const std::vector<Highlight>& highlights) {
    DisplayList list;
    for (const Highlight& highlight : highlights) addHighlight(list, layout, shown, highlight);
    if (list.items.empty()) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.translate(0, -scroll);
    paintList(painter, list);
    painter.restore();
}

}  // namespace bubblescope
