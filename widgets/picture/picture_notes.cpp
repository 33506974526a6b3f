#include "widgets/picture/picture_notes.h"

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

/// The tracks that a name may refer to: that of its schedule, or all.
std::vector<std::size_t> tracksOf(const OpRef& ref, const std::vector<TrackData>& shown,
                                  const PictureOptions& options) {
    std::vector<std::size_t> tracks;
    for (std::size_t track = 0; track < shown.size(); ++track) {
        const int schedule = options.schedules.empty() ? static_cast<int>(track) : options.schedules[track];
        if (shown[track].timeline && (!ref.schedule || *ref.schedule == schedule + 1)) tracks.push_back(track);
    }
    return tracks;
}

/// Papers call grad input B, so the message explains the difference.
Error missing(const OpRef& ref, const std::vector<TrackData>& shown, const PictureOptions& options, const char* key) {
    OpRef half = ref;
    half.letter = letter(OpKind::BackwardInput);
    const bool isSplit = ref.letter == letter(OpKind::Backward) &&
                         std::ranges::any_of(tracksOf(ref, shown, options), [&](std::size_t track) {
                             return namesAny(half, *shown[track].timeline->program);
                         });
    const QString name = toQString(textOf(ref));
    const QString why = isSplit
                            ? Text::tr("%1 matches no op in this picture; its backward is split: use %2 for grad input")
                                  .arg(name, toQString(textOf(half)))
                            : Text::tr("%1 matches no op in this picture").arg(name);
    return {why.toStdString(), key};
}

Result<std::vector<std::vector<Row>>> rowsOf(const std::vector<OpRef>& refs, const std::vector<TrackData>& shown,
                                             const PictureOptions& options, const char* key) {
    std::vector<std::vector<std::size_t>> ofTrack(shown.size());
    for (std::size_t i = 0; i < refs.size(); ++i)
        for (const std::size_t track : tracksOf(refs[i], shown, options)) ofTrack[track].push_back(i);
    std::vector<std::vector<Row>> rows(shown.size());
    std::vector<bool> isFound(refs.size());
    for (std::size_t track = 0; track < shown.size(); ++track) {
        if (ofTrack[track].empty()) continue;
        std::vector<OpRef> own;
        for (const std::size_t i : ofTrack[track]) own.push_back(refs[i]);
        FoundOps found = findOps(own, *shown[track].timeline->program);
        for (std::size_t i = 0; i < own.size(); ++i)
            if (found.isFound[i]) isFound[ofTrack[track][i]] = true;
        rows[track] = std::move(found.rows);
    }
    const auto lost = std::ranges::find(isFound, false);
    if (lost != isFound.end())
        return missing(refs[static_cast<std::size_t>(lost - isFound.begin())], shown, options, key);
    return rows;
}

/// The place of one end of a note.
struct Place {
    std::size_t track = 0;
    LaneId lane;
    Time begin = 0, end = 0;
};

/// Of several ops the first one, or with `isSpan` all of them: from the first start to the last end, on the lane of the
/// first. In the track `only`, or in the first track that has them.
Result<Place> placeOf(const NoteAnchor& anchor, bool isSpan, const std::vector<TrackData>& shown,
                      const PictureOptions& options, std::optional<std::size_t> only) {
    if (const auto* at = std::get_if<DeviceTime>(&anchor)) {
        for (std::size_t track = only.value_or(0); track < shown.size() && (!only || track == *only); ++track) {
            const Timeline* const timeline = shown[track].timeline.get();
            if (!timeline || at->device >= timeline->program->workers) continue;
            const auto time = static_cast<Time>(std::llround(at->time * static_cast<double>(kMicroUnits)));
            return Place{track, timeline->program->computeLane(WorkerId(at->device)), time, time};
        }
        return Error{Text::tr("there is no device %1").arg(at->device).toStdString(), "notes"};
    }
    const OpRef& ref = std::get<OpRef>(anchor);
    for (const std::size_t track : tracksOf(ref, shown, options)) {
        if (only && track != *only) continue;
        const Timeline& timeline = *shown[track].timeline;
        const std::vector<Row> rows = rowsOf({&ref, 1}, *timeline.program);
        if (rows.empty()) continue;
        Place place{track, {}, std::numeric_limits<Time>::max(), std::numeric_limits<Time>::min()};
        for (const Row row : rows) {
            const bool isFirst = timeline.startOf(row) < place.begin;
            if (isFirst) place.begin = timeline.startOf(row), place.lane = timeline.program->laneOf(row);
            if (isFirst && !isSpan) place.end = timeline.end[row];
            if (isSpan) place.end = std::max(place.end, timeline.end[row]);
        }
        return place;
    }
    return missing(ref, shown, options, "notes");
}

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

/// The x at which such a line leads down through the rows above: as near to its end as possible while crossing the
/// fewest labels, whose widths are measured once.
double wayDown(const GanttLayout& layout, const TrackData& shown, int track, const LineEnd& end,
               std::map<QString, double>& widths) {
    constexpr double kReach = 24, kBeside = 5;
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
    for (double away = 0; away <= style.scaled(kReach) && fewest > 0; away += style.scaled(0.5))
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
    /// The lower edge of a note's line above the rows.
    double bottomOf(const PlacedNote& note) const {
        const double top = m_layout.tracks[static_cast<std::size_t>(note.track)].rowsTop;
        return top - scaled(kBracketGap) - scaled(kNoteLine) * note.line;
    }

    /// Adds the note's text, with its last line on `baseline`.
    void addText(const PlacedNote& note, double baseline) {
        const LookId look = m_list.use(lettered("note", m_font, m_theme.text, Anchor::Middle));
        double y = baseline - scaled(kTextLine) * static_cast<double>(note.words.size() - 1);
        for (const QString& line : note.words) {
            m_list.add(DisplayText{look, {note.textX, y}, line});
            y += scaled(kTextLine);
        }
    }

    void addBracket(const PlacedNote& note) {
        const double bottom = bottomOf(note), top = bottom - scaled(kBracketHeight);
        QPainterPath path({x(note.fromBegin), bottom});
        path.lineTo(x(note.fromBegin), top);
        path.lineTo(x(note.toEnd), top);
        path.lineTo(x(note.toEnd), bottom);
        Look look = m_line;
        look.names = "bracket";
        m_list.add(DisplayPath{.look = m_list.use(look), .path = path});
        addText(note, top - scaled(kTextAbove));
    }

    /// Leads a line down beside the numbers of the rows above, with an edge in the ground's colour, and between rows to
    /// its end.
    void addWords(const PlacedNote& note) {
        const auto [lane, end] = lineEndOf(m_layout, note);
        const double top = bottomOf(note) - scaled(kBracketHeight);
        const double turn = m_layout.laneRect(note.track, lane).top() - (m_layout.rowHeight - m_layout.cellHeight) / 2;
        QPainterPath path({note.lineX, top + scaled(1)});
        if (std::abs(note.lineX - end.x()) > 0.1) {
            path.lineTo(note.lineX, turn);
            path.lineTo(end.x(), turn);
        }
        path.lineTo(end);
        Look edge = m_line;
        edge.names = "note-edge";
        edge.stroke->color = m_layout.style.ground();
        edge.stroke->width = scaled(3);
        m_list.add(DisplayPath{.look = m_list.use(edge), .path = path});
        m_list.add(DisplayPath{.look = m_list.use(m_line), .path = path});
        if (note.kind == PictureNote::Kind::Note)
            m_list.add(DisplayCircle{m_list.use(filled("note-dot", m_theme.text)), end, scaled(1.8)});
        addText(note, top - scaled(kTextAbove) + scaled(1));
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

Result<PointedOut> pointedOutOf(const std::vector<TrackData>& shown, const PictureOptions& options) {
    PointedOut out;
    auto highlighted = rowsOf(options.highlighted, shown, options, "highlight");
    if (!highlighted) return highlighted.error();
    auto dimmed = rowsOf(options.dimmed, shown, options, "dim");
    if (!dimmed) return dimmed.error();
    out.highlighted = std::move(*highlighted), out.dimmed = std::move(*dimmed);
    for (Highlight seen : options.seen) {
        const auto at = std::ranges::find(options.schedules, seen.track);
        if (!options.schedules.empty()) seen.track = static_cast<int>(at - options.schedules.begin());
        const auto track = static_cast<std::size_t>(seen.track);
        if (track < shown.size() && shown[track].timeline) out.seen.push_back(std::move(seen));
    }
    // Highlighted ops are not dimmed.
    for (std::size_t track = 0; track < shown.size(); ++track)
        std::erase_if(out.dimmed[track],
                      [&](Row row) { return std::ranges::binary_search(out.highlighted[track], row); });
    for (const PictureNote& note : options.notes) {
        const bool isBracket = note.kind == PictureNote::Kind::Bracket, hasTo = note.kind != PictureNote::Kind::Note;
        const auto from = placeOf(note.from, isBracket, shown, options, {});
        if (!from) return from.error();
        const auto to = hasTo ? placeOf(note.to, isBracket, shown, options, from->track) : from;
        if (!to && placeOf(note.to, isBracket, shown, options, {}))
            return Error{Text::tr("\"%1\" connects two schedules; both ends must be in the same one")
                             .arg(toQString(textOf(note)))
                             .toStdString(),
                         "notes"};
        if (!to) return to.error();
        if (isBracket && to->end <= from->begin)
            return Error{Text::tr("\"%1\" ends before it starts").arg(toQString(textOf(note))).toStdString(), "notes"};
        const QString words = toQString(note.text).simplified();
        out.notes.push_back({note.kind, static_cast<int>(from->track), from->lane, to->lane, from->begin, from->end,
                             to->begin, to->end, words.isEmpty() ? QStringList() : QStringList(words),
                             toQString(textOf(note))});
    }
    return out;
}

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
    const auto halfOf = [&](const PlacedNote& note) {
        double half = 0;
        for (const QString& line : note.words) half = std::max(half, metrics.horizontalAdvance(line) / 2);
        return half;
    };
    const auto spansOf = [&](const PlacedNote& note) {
        const double half = halfOf(note);
        const double left = xOf(layout, note.fromBegin), end = xOf(layout, note.toEnd);
        const double middle = note.hasLine() ? note.lineX : (left + end) / 2;
        std::vector<double> places{middle};  // of the middle of the text; beside its line if necessary
        if (note.hasLine()) places = {middle, middle + half, middle - half};
        std::vector<std::pair<double, LineSpan>> spans;
        for (const double at : places) {
            const double place = std::clamp(at, gap + half, std::max(gap + half, right - half));
            LineSpan span{place - half, place + half, static_cast<int>(note.words.size())};
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
    return {};
}

void addPointedOut(DisplayList& list, const GanttLayout& layout, const std::vector<TrackData>& shown,
                   const PointedOut& pointedOut) {
    for (const Highlight& seen : pointedOut.seen)
        if (layout.tracks[static_cast<std::size_t>(seen.track)].rows > 0) addHighlight(list, layout, shown, seen);
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

}  // namespace bubblescope
