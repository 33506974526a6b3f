#include "engine/style/style_keys.h"
#include "widgets/gantt/annotations.h"

#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/highlights.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace bubblescope {

namespace {

// Lengths at the usual font size.
constexpr double kBracketHeight = 4, kBracketGap = 2, kTextAbove = 4, kHead = 7, kBetween = 8, kTextLine = 14;

double xOf(const GanttLayout& layout, Time time) {
    return std::clamp(layout.xOf(static_cast<double>(time)), layout.plotLeft, layout.plotRight);
}

QRectF boxOf(const GanttLayout& layout, const PlacedNote& note, LaneId lane, Time begin, Time end) {
    const QRectF row = layout.laneRect(note.track, lane);
    const double left = xOf(layout, begin);
    return {left, row.top(), xOf(layout, end) - left, row.height()};
}

/// The ends of an arrow: along a row, or from the nearer end of one op to that of the other.
struct ArrowEnds {
    QPointF start, tip;
    bool leadsOn = true;  // whether it leads forward in time; otherwise it goes from middle to middle
};

ArrowEnds endsOf(const GanttLayout& layout, const PlacedNote& note) {
    const QRectF from = boxOf(layout, note, note.fromLane, note.fromBegin, note.fromEnd);
    const QRectF to = boxOf(layout, note, note.toLane, note.toBegin, note.toEnd);
    ArrowEnds ends{{from.right(), from.center().y()}, {to.left(), to.center().y()}};
    if (to.left() >= from.right() - 0.5) return ends;
    const bool isDown = to.top() > from.top();
    ends.leadsOn = false;
    ends.start = {from.center().x(), isDown ? from.bottom() : from.top()};
    ends.tip = {to.center().x(), isDown ? to.top() : to.bottom()};
    if (note.fromLane == note.toLane) ends.start.ry() = ends.tip.ry() = from.center().y();
    return ends;
}

/// The end of the line from a note's text: the top of its op, or the upper end of its arrow.
struct LineEnd {
    LaneId lane;
    QPointF at;
};

LineEnd lineEndOf(const GanttLayout& layout, const PlacedNote& note) {
    const QRectF box = boxOf(layout, note, note.fromLane, note.fromBegin, note.fromEnd);
    if (note.kind != PictureNote::Kind::Arrow) return {note.fromLane, {box.center().x(), box.top()}};
    const auto [start, tip, leadsOn] = endsOf(layout, note);
    const bool isAtStart = start.y() <= tip.y();
    const LaneId lane = isAtStart ? note.fromLane : note.toLane;
    const QPointF end = isAtStart ? start : tip;
    return {lane, {end.x(), leadsOn ? end.y() : layout.laneRect(note.track, lane).top()}};
}

/// What the place of a note's text counts from: the top of its op, the middle of its arrow, or the middle of its
/// bracket, whose line is at `bracketTop`.
QPointF placeOriginOf(const GanttLayout& layout, const PlacedNote& note, double bracketTop) {
    if (note.kind == PictureNote::Kind::Bracket)
        return {(xOf(layout, note.fromBegin) + xOf(layout, note.toEnd)) / 2, bracketTop};
    if (note.kind == PictureNote::Kind::Note) return lineEndOf(layout, note).at;
    const ArrowEnds ends = endsOf(layout, note);
    return (ends.start + ends.tip) / 2;
}

/// The lower edge of a note's line above the rows.
double bottomOf(const GanttLayout& layout, const PlacedNote& note) {
    const double top = layout.tracks[static_cast<std::size_t>(note.track)].rowsTop;
    return top - layout.style.scaled(kBracketGap) - layout.style.scaled(kNoteLine) * note.line;
}
double bracketTopOf(const GanttLayout& layout, const PlacedNote& note) {
    return bottomOf(layout, note) - layout.style.scaled(kBracketHeight);
}

/// The baseline of the last line of a text that has no place of its own.
double usualBaselineOf(const GanttLayout& layout, const PlacedNote& note) {
    const double above = layout.style.scaled(kTextAbove) - (note.hasLine() ? layout.style.scaled(1) : 0);
    return bracketTopOf(layout, note) - above;
}

double widthOf(const PlacedNote& note, const QFontMetricsF& metrics) {
    double width = 0;
    for (const QString& line : note.words) width = std::max(width, metrics.horizontalAdvance(line));
    return width;
}

/// The x at which such a line leads down through the rows above: as near to its end as possible while crossing the
/// fewest labels, whose widths are measured once.
double wayDown(const GanttLayout& layout, const TrackData& shown, int track, const LineEnd& end,
               std::map<QString, double>& widths) {
    constexpr double kMostAside = 24, kBeside = 5;
    const Timeline& timeline = *shown.timeline;
    const Program& program = *timeline.program;
    const GanttStyle& style = layout.style;
    const QFontMetricsF metrics(uiFont(cellFontPixels(style, layout.cellHeight), cellWeight(style)));
    const double top = layout.laneRect(track, end.lane).top();
    std::vector<LaneId> above;
    for (LaneId lane(0); lane.index() < program.lanes.size(); ++lane.value)
        if (layout.laneRect(track, lane).top() < top) above.push_back(lane);
    const auto crosses = [&](LaneId lane, double x) {
        const auto row = opAt(timeline, lane, layout.timeAt(x));
        if (!row) return false;
        const Op op = program.ops[*row];
        const auto label = cellLabel(labelsOf(program, op.kind(), style.labels), style.firstNumber, op, program.pieces);
        if (!label) return false;
        const DrawnTime time = drawnTime(timeline, *row);
        const double left = layout.xOf(static_cast<double>(time.begin)),
                     right = layout.xOf(static_cast<double>(time.end));
        const auto [known, isNew] = widths.try_emplace(label->text());
        if (isNew) known->second = metrics.horizontalAdvance(label->text());
        const double width = std::min(known->second, right - left - style.scaled(2));
        const double beside = std::min((right - left - width) / 2, style.scaled(kBeside));
        return std::abs(x - (left + right) / 2) < width / 2 + beside - style.scaled(0.5);
    };
    double best = end.at.x();
    auto fewest = std::numeric_limits<std::ptrdiff_t>::max();
    for (double away = 0; away <= style.scaled(kMostAside) && fewest > 0; away += style.scaled(0.5))
        for (const double x : {end.at.x() - away, end.at.x() + away}) {
            if (x < layout.plotLeft || x > layout.plotRight) continue;
            std::ptrdiff_t crossed = 0;
            for (auto lane = above.begin(); lane != above.end() && crossed < fewest; ++lane)
                crossed += crosses(*lane, x);
            if (crossed < fewest) fewest = crossed, best = x;
        }
    return best;
}

class Notes {
public:
    Notes(DisplayList& list, const GanttLayout& layout)
        : m_list(list),
          m_layout(layout),
          m_theme(themeOf(layout.style.theme)),
          m_font(smallFont(layout.style)),
          m_line{.names = "note-line", .stroke = Stroke{m_theme.text, layout.style.scaled(1)}} {}

    void add(const PlacedNote& note) {
        switch (note.kind) {
            case PictureNote::Kind::Bracket: return addBracket(note);
            case PictureNote::Kind::Arrow: return addArrow(note);
            case PictureNote::Kind::Note: return addWords(note);
        }
    }

private:
    double scaled(double length) const { return m_layout.style.scaled(length); }
    double x(Time time) const { return xOf(m_layout, time); }

    /// A text at a place of its own may be over cells.
    void addText(const PlacedNote& note) {
        if (note.words.isEmpty()) return;
        const QRectF box = noteTextRect(m_layout, note);
        if (note.at) {
            const double aside = scaled(3), above = scaled(1);
            m_list.add(DisplayRect{m_list.use(filled("note-ground", m_layout.style.ground())),
                                   box.adjusted(-aside, -above, aside, above)});
        }
        const LookId look = m_list.use(lettered("note", m_font, m_theme.text, Anchor::Middle));
        double y = box.top() + QFontMetricsF(m_font).ascent();
        for (const QString& line : note.words) {
            m_list.add(DisplayText{look, {box.center().x(), y}, line});
            y += scaled(kTextLine);
        }
    }

    void addBracket(const PlacedNote& note) {
        const double bottom = bottomOf(m_layout, note), top = bracketTopOf(m_layout, note);
        QPainterPath path({x(note.fromBegin), bottom});
        path.lineTo(x(note.fromBegin), top);
        path.lineTo(x(note.toEnd), top);
        path.lineTo(x(note.toEnd), bottom);
        Look look = m_line;
        look.names = "bracket";
        m_list.add(DisplayPath{.look = m_list.use(look), .path = path});
        addText(note);
    }

    /// Leads a line down beside the numbers of the rows above, with an edge in the ground's colour, and between rows to
    /// its end.
    void addWords(const PlacedNote& note) {
        if (note.at) return addPlacedWords(note);
        const auto [lane, end] = lineEndOf(m_layout, note);
        const double top = bracketTopOf(m_layout, note);
        const double turn = m_layout.laneRect(note.track, lane).top() - (m_layout.rowHeight - m_layout.cellHeight) / 2;
        QPainterPath path({note.lineX, top + scaled(1)});
        if (std::abs(note.lineX - end.x()) > 0.1) {
            path.lineTo(note.lineX, turn);
            path.lineTo(end.x(), turn);
        }
        path.lineTo(end);
        addLine(path);
        if (note.kind == PictureNote::Kind::Note) addDot(end);
        addText(note);
    }

    /// A text at a place of its own: a straight line leads to its op, and none to its arrow.
    void addPlacedWords(const PlacedNote& note) {
        const QPointF end = lineEndOf(m_layout, note).at;
        const QRectF box = noteTextRect(m_layout, note).adjusted(-scaled(2), 0, scaled(2), 0);
        if (note.kind == PictureNote::Kind::Note && !box.contains(end)) {
            QPainterPath path(
                {std::clamp(end.x(), box.left(), box.right()), std::clamp(end.y(), box.top(), box.bottom())});
            path.lineTo(end);
            addLine(path);
            addDot(end);
        }
        addText(note);
    }

    void addLine(const QPainterPath& path) {
        Look edge = m_line;
        edge.names = "note-edge";
        edge.stroke->color = m_layout.style.ground();
        edge.stroke->width = scaled(3);
        m_list.add(DisplayPath{.look = m_list.use(edge), .path = path});
        m_list.add(DisplayPath{.look = m_list.use(m_line), .path = path});
    }
    void addDot(const QPointF& at) {
        m_list.add(DisplayCircle{m_list.use(filled("note-dot", m_theme.text)), at, scaled(1.8)});
    }

    /// Its text is above the rows, where it covers neither the arrow nor ops.
    void addArrow(const PlacedNote& note) {
        if (!note.words.isEmpty()) addWords(note);
        const auto [start, tip, leadsOn] = endsOf(m_layout, note);
        const double angle = std::atan2(tip.y() - start.y(), tip.x() - start.x());
        const auto corner = [angle, tip = tip, size = scaled(kHead)](double turn) {
            return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * size;
        };
        QPainterPath head(tip);
        head.lineTo(corner(0.42));
        head.lineTo(corner(-0.42));
        head.closeSubpath();
        QPainterPath path(start);
        path.lineTo(tip - QPointF(std::cos(angle), std::sin(angle)) * scaled(kHead * 0.6));
        Look edge{.names = "arrow-edge", .stroke = Stroke{m_layout.style.ground(), scaled(3.6)}};
        Look line{.names = "arrow", .stroke = Stroke{m_theme.text, scaled(1.4)}};
        Look tipLook = filled("arrow-head", m_theme.text);
        m_list.add(DisplayPath{.look = m_list.use(edge), .path = path});
        m_list.add(DisplayPath{.look = m_list.use(line), .path = path});
        m_list.add(DisplayPath{.look = m_list.use(tipLook), .path = head});
    }

    DisplayList& m_list;
    const GanttLayout& m_layout;
    const Theme& m_theme;
    QFont m_font;
    Look m_line;
};

/// The width that a note takes on how many of the lines above the rows, and where its line to an op leads down.
struct LineSpan {
    double left = 0, right = 0;
    int lines = 1;
    std::optional<double> down;
};

/// The lines above the rows of a track and what already occupies them.
class TakenLines {
public:
    /// Returns the lowest line, and among several spans the first, that meets no other span and no line to an op; a new
    /// line if all do. If possible, it keeps the way free for lines that are still to be placed.
    std::pair<int, std::size_t> take(const std::vector<LineSpan>& spans, double gap,
                                     const std::vector<double>& coming) {
        for (const bool leavesWay : {true, false})
            for (int line = 0; line <= m_lines; ++line)
                for (std::size_t i = 0; i < spans.size(); ++i) {
                    const bool isInTheWay = leavesWay && std::ranges::any_of(coming, [&](double x) {
                                                return x > spans[i].left - gap && x < spans[i].right + gap;
                                            });
                    if (!isInTheWay && isFree(spans[i], line, gap)) return add(spans[i], line), std::pair(line, i);
                }
        const int line = m_lines;
        add(spans.front(), line);
        return {line, 0};
    }

private:
    bool isFree(const LineSpan& span, int line, double gap) const {
        const auto meets = [gap](const LineSpan& a, double left, double right) {
            return a.left - gap < right && a.right + gap > left;
        };
        return std::ranges::none_of(m_taken, [&](const auto& taken) {
            const auto& [at, other] = taken;
            if (at + other.lines <= line) return span.down && meets(other, *span.down, *span.down);
            if (line + span.lines <= at) return other.down && meets(span, *other.down, *other.down);
            return meets(other, span.left, span.right);
        });
    }
    void add(const LineSpan& span, int line) {
        m_taken.emplace_back(line, span);
        m_lines = std::max(m_lines, line + span.lines);
    }

    std::vector<std::pair<int, LineSpan>> m_taken;
    int m_lines = 0;
};

/// Breaks the text of a note into lines that fit the picture.
QStringList linesOf(const QString& text, const QFont& font, double room) {
    constexpr double kShare = 0.6;  // of the width, if one line is too short
    const QFontMetricsF metrics(font);
    if (text.isEmpty() || metrics.horizontalAdvance(text) <= room)
        return text.isEmpty() ? QStringList() : QStringList(text);
    return WrappedText(text, font, {0, 0, kShare * room, 0}).lines;
}

}  // namespace

Result<void> placeNotes(PointedOut& pointedOut, const GanttLayout& layout, const std::vector<TrackData>& shown) {
    using enum PictureNote::Kind;
    const QFont font = smallFont(layout.style);
    const QFontMetricsF metrics(font);
    const double gap = layout.style.scaled(kBetween), right = layout.size.width() - gap;
    std::map<QString, double> widths;
    for (PlacedNote& note : pointedOut.notes) {
        if (layout.xOf(static_cast<double>(note.toEnd)) < layout.plotLeft ||
            layout.xOf(static_cast<double>(note.fromBegin)) > layout.plotRight)
            return Error{Text::tr("\"%1\" is at a time outside the picture").arg(note.source).toStdString(), "notes"};
        note.words = linesOf(note.words.join(QLatin1Char(' ')), font, right - gap);
        if (note.hasLine())
            note.lineX = wayDown(layout, shown[static_cast<std::size_t>(note.track)], note.track,
                                 lineEndOf(layout, note), widths);
    }
    const auto halfOf = [&](const PlacedNote& note) { return note.at ? 0 : widthOf(note, metrics) / 2; };
    const auto spansOf = [&](const PlacedNote& note) {
        const double half = halfOf(note);
        const double left = xOf(layout, note.fromBegin), end = xOf(layout, note.toEnd);
        const double middle = note.hasLine() ? note.lineX : (left + end) / 2;
        std::vector<double> places{middle};  // of the middle of the text; beside its line if necessary
        if (note.hasLine()) places = {middle, middle + half, middle - half};
        std::vector<std::pair<double, LineSpan>> spans;
        for (const double at : places) {
            const double place = std::clamp(at, gap + half, std::max(gap + half, right - half));
            LineSpan span{place - half, place + half, note.at ? 1 : static_cast<int>(note.words.size())};
            if (note.hasLine())
                span.down = note.lineX;
            else
                span.left = std::min(span.left, left), span.right = std::max(span.right, end);
            spans.emplace_back(place, span);
        }
        return spans;
    };
    // Brackets are placed at their rows, and texts with lines to ops above them, because then these lines cross the
    // fewest brackets; brackets that a line would cross come last.
    std::vector<PlacedNote*> order;
    for (PlacedNote& note : pointedOut.notes)
        if (note.kind == Bracket || note.hasLine()) order.push_back(&note);
    // Among texts with lines, the narrow ones are lowest, because fewer lines pass them.
    std::map<const PlacedNote*, std::pair<int, double>> ranks;
    for (const PlacedNote* note : order) {
        if (note->hasLine()) {
            ranks[note] = {1, halfOf(*note)};
            continue;
        }
        const LineSpan span = spansOf(*note).front().second;
        const bool isCrossed = std::ranges::any_of(order, [&](const PlacedNote* other) {
            return other->track == note->track && other->hasLine() && other->lineX > span.left - gap / 2 &&
                   other->lineX < span.right + gap / 2;
        });
        ranks[note] = {isCrossed ? 2 : 0, 0};
    }
    std::ranges::stable_sort(order, {}, [&](const PlacedNote* note) { return ranks[note]; });
    pointedOut.linesAbove.assign(shown.size(), 0);
    std::vector<TakenLines> taken(shown.size());
    for (auto at = order.begin(); at != order.end(); ++at) {
        PlacedNote& note = **at;
        std::vector<double> coming;
        for (auto next = at + 1; next != order.end(); ++next)
            if ((*next)->hasLine() && (*next)->track == note.track) coming.push_back((*next)->lineX);
        const auto places = spansOf(note);
        std::vector<LineSpan> spans;
        for (const auto& [place, span] : places) spans.push_back(span);
        const auto [line, place] = taken[static_cast<std::size_t>(note.track)].take(spans, gap / 2, coming);
        note.line = line, note.textX = places[place].first;
        int& most = pointedOut.linesAbove[static_cast<std::size_t>(note.track)];
        most = std::max(most, line + spans[place].lines);
    }
    for (const PlacedNote& note : pointedOut.notes) {
        const auto track = static_cast<std::size_t>(note.track);
        if (!note.at || note.words.isEmpty()) continue;
        const double above = layout.tracks[track].rowsTop - noteTextRect(layout, note).top();
        int& most = pointedOut.linesAbove[track];
        most = std::max(most, static_cast<int>(std::ceil(above / layout.style.scaled(kNoteLine))));
    }
    return {};
}

QRectF noteTextRect(const GanttLayout& layout, const PlacedNote& note) {
    if (note.words.isEmpty()) return {};
    const QFontMetricsF metrics(smallFont(layout.style));
    const double lower = layout.style.scaled(kTextLine) * static_cast<double>(note.words.size() - 1);
    QRectF box(0, 0, widthOf(note, metrics), lower + metrics.ascent() + metrics.descent());
    if (note.at)
        box.moveCenter(placeOriginOf(layout, note, bracketTopOf(layout, note)) +
                       QPointF(note.at->right, note.at->down) * layout.style.fontPixelSize);
    else
        box.moveTopLeft({note.textX - box.width() / 2, usualBaselineOf(layout, note) - lower - metrics.ascent()});
    return box;
}

TextPlace textPlaceOf(const GanttLayout& layout, const PlacedNote& note, const QPointF& by) {
    const QPointF middle = noteTextRect(layout, note).center() + by;
    const QPointF place =
        (middle - placeOriginOf(layout, note, bracketTopOf(layout, note))) / layout.style.fontPixelSize;
    const auto rounded = [](double length) {
        const double tenths = std::round(length * 10) / 10;
        return std::clamp(tenths, -style_keys::kMostPlace, style_keys::kMostPlace) + 0.0;  // not -0
    };
    return {rounded(place.x()), rounded(place.y())};
}

void addPointedOut(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                   const PointedOut& pointedOut) {
    for (std::size_t track = 0; track < shown.size(); ++track) {
        if (layout.tracks[track].rows == 0) continue;
        if (const auto& lit = pointedOut.highlighted[track]; !lit.empty())
            addHighlight(list, layout, shown, {.track = static_cast<int>(track), .rows = lit});
    }
    if (pointedOut.notes.empty()) return;
    list.begin("notes");
    Notes notes(list, layout);
    for (const PlacedNote& note : pointedOut.notes)
        if (static_cast<double>(note.fromBegin) < layout.until || layout.until >= layout.range.end) notes.add(note);
    list.end();
}

QColor veilColor(const GanttStyle& style) {
    QColor veil = style.ground();
    veil.setAlphaF(0.72f);
    return veil;
}

void addVeils(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
              const PointedOut& pointedOut) {
    constexpr double kTogether = 0.5;
    for (std::size_t track = 0; track < shown.size(); ++track) {
        if (layout.tracks[track].rows == 0 || pointedOut.dimmed[track].empty()) continue;
        const Timeline& timeline = *shown[track].timeline;
        std::vector<QRectF> boxes;
        std::optional<LaneId> last;
        for (const Row row : pointedOut.dimmed[track]) {
            const LaneId lane = timeline.program->laneOf(row);
            const double left = xOf(layout, timeline.startOf(row)), right = xOf(layout, timeline.end[row]);
            const QRectF rect = layout.laneRect(static_cast<int>(track), lane);
            if (last == lane && left - boxes.back().right() < kTogether)
                boxes.back().setRight(std::max(boxes.back().right(), right));
            else
                boxes.emplace_back(left, rect.top(), right - left, rect.height());
            last = lane;
        }
        list.add(DisplayRects{list.use(filled("dimmed", veilColor(layout.style))), std::move(boxes), 0});
    }
}

}  // namespace bubblescope
