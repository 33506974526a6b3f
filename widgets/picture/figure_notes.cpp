#include "widgets/picture/figure_notes.h"

#include "engine/analysis/links.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/highlights.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

// Lengths at the usual font size.
constexpr double kBracketHeight = 4, kBracketGap = 2, kTextAbove = 4, kHead = 7, kBetween = 8;

QString tr(const char* text) { return QCoreApplication::translate("Picture", text); }

Error missing(const OpRef& ref, const char* key) {
    return {tr("%1 names no op that is drawn").arg(toQString(textOf(ref))).toStdString(), key};
}

/// The tracks that a name may be of: that of its schedule, or all.
std::vector<std::size_t> tracksOf(const OpRef& ref, const std::vector<Shown>& shown, const PictureOptions& options) {
    std::vector<std::size_t> tracks;
    for (std::size_t track = 0; track < shown.size(); ++track) {
        const int schedule = options.schedules.empty() ? static_cast<int>(track) : options.schedules[track];
        if (shown[track].timeline && (!ref.schedule || *ref.schedule == schedule + 1)) tracks.push_back(track);
    }
    return tracks;
}

Result<std::vector<std::vector<Row>>> rowsOf(const std::vector<OpRef>& refs, const std::vector<Shown>& shown,
                                             const PictureOptions& options, const char* key) {
    std::vector<std::vector<Row>> rows(shown.size());
    for (const OpRef& ref : refs) {
        bool any = false;
        for (const std::size_t track : tracksOf(ref, shown, options)) {
            const std::vector<Row> found = rowsOf(ref, *shown[track].timeline->program);
            rows[track].insert(rows[track].end(), found.begin(), found.end());
            any |= !found.empty();
        }
        if (!any) return missing(ref, key);
    }
    for (std::vector<Row>& all : rows) {
        std::ranges::sort(all);
        all.erase(std::unique(all.begin(), all.end()), all.end());
    }
    return rows;
}

/// Where an end of a note stands.
struct Place {
    std::size_t track = 0;
    LaneId lane;
    Time begin = 0, end = 0;
};

/// Of several ops from the first start to the last end, on the lane of the first; in the track that is asked for, or
/// the first that has them.
Result<Place> placeOf(const NoteAnchor& anchor, const std::vector<Shown>& shown, const PictureOptions& options,
                      std::optional<std::size_t> only) {
    if (const auto* at = std::get_if<DeviceTime>(&anchor)) {
        for (std::size_t track = only.value_or(0); track < shown.size() && (!only || track == *only); ++track) {
            const Timeline* const timeline = shown[track].timeline.get();
            if (!timeline || at->device >= timeline->program->workers) continue;
            const auto time = static_cast<Time>(std::llround(at->time * static_cast<double>(kMicroUnits)));
            return Place{track, timeline->program->computeLane(WorkerId(at->device)), time, time};
        }
        return Error{tr("there is no device %1").arg(at->device).toStdString(), "notes"};
    }
    const OpRef& ref = std::get<OpRef>(anchor);
    for (const std::size_t track : tracksOf(ref, shown, options)) {
        if (only && track != *only) continue;
        const Timeline& timeline = *shown[track].timeline;
        const std::vector<Row> rows = rowsOf(ref, *timeline.program);
        if (rows.empty()) continue;
        Place place{track, {}, std::numeric_limits<Time>::max(), std::numeric_limits<Time>::min()};
        for (const Row row : rows) {
            if (timeline.startOf(row) < place.begin) {
                place.begin = timeline.startOf(row);
                place.lane = timeline.program->laneOf(row);
            }
            place.end = std::max(place.end, timeline.end[row]);
        }
        return place;
    }
    return missing(ref, "notes");
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
            case FigureNote::Kind::Bracket: return addBracket(note);
            case FigureNote::Kind::Arrow: return addArrow(note);
            case FigureNote::Kind::Note: return addWords(note);
        }
    }

private:
    double scaled(double length) const { return m_layout.style.scaled(length); }
    double x(Time time) const {
        return std::clamp(m_layout.xOf(static_cast<double>(time)), m_layout.plotLeft, m_layout.plotRight);
    }
    /// The lower edge of a line above the rows.
    double bottomOf(const PlacedNote& note) const {
        const double top = m_layout.tracks[static_cast<std::size_t>(note.track)].rowsTop;
        return top - scaled(kBracketGap) - scaled(kNoteLine) * note.line;
    }
    QRectF boxOf(const PlacedNote& note, LaneId lane, Time begin, Time end) const {
        const QRectF row = m_layout.laneRect(note.track, lane);
        return {x(begin), row.top(), x(end) - x(begin), row.height()};
    }

    void addText(const QString& words, double middle, double baseline) {
        m_list.add(
            DisplayText{m_list.use(lettered("note", m_font, m_theme.text, Anchor::Middle)), {middle, baseline}, words});
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
        addText(note.text, note.textX, top - scaled(kTextAbove));
    }

    /// Down to the op, with an edge in the ground's colour where it crosses others.
    void addWords(const PlacedNote& note) {
        const QRectF box = boxOf(note, note.fromLane, note.fromBegin, note.fromEnd);
        const double top = bottomOf(note) - scaled(kBracketHeight), middle = box.center().x();
        QPainterPath path({middle, top + scaled(1)});
        path.lineTo(middle, box.top());
        Look edge = m_line;
        edge.names = "note-edge";
        edge.stroke->color = m_layout.style.ground();
        edge.stroke->width = scaled(3);
        m_list.add(DisplayPath{.look = m_list.use(edge), .path = path});
        m_list.add(DisplayPath{.look = m_list.use(m_line), .path = path});
        m_list.add(DisplayCircle{m_list.use(filled("note-dot", m_theme.text)), {middle, box.top()}, scaled(1.8)});
        addText(note.text, note.textX, top - scaled(kTextAbove) + scaled(1));
    }

    /// From edge to edge: along a row, or from the nearer end of one op to the other.
    void addArrow(const PlacedNote& note) {
        const QRectF from = boxOf(note, note.fromLane, note.fromBegin, note.fromEnd);
        const QRectF to = boxOf(note, note.toLane, note.toBegin, note.toEnd);
        QPointF start(from.right(), from.center().y()), tip(to.left(), to.center().y());
        if (to.left() < from.right() - 0.5) {  // it does not lead on: from middle to middle
            const bool isDown = to.top() > from.top();
            start = {from.center().x(), isDown ? from.bottom() : from.top()};
            tip = {to.center().x(), isDown ? to.top() : to.bottom()};
            if (note.fromLane == note.toLane) start.ry() = tip.ry() = from.center().y();
        }
        const double angle = std::atan2(tip.y() - start.y(), tip.x() - start.x());
        const auto corner = [&](double turn) {
            return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * scaled(kHead);
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
        if (note.text.isEmpty()) return;
        const QFontMetricsF metrics(m_font);
        const double width = metrics.horizontalAdvance(note.text) + scaled(6), height = scaled(14);
        const double half = width / 2;
        QPointF middle = (start + tip) / 2;
        middle.setX(std::clamp(middle.x(), m_layout.plotLeft + half,
                               std::max(m_layout.plotLeft + half, m_layout.plotRight - half)));
        m_list.add(DisplayRect{.look = m_list.use(filled("note-plate", m_layout.style.ground())),
                               .rect = {middle.x() - half, middle.y() - height / 2, width, height},
                               .radius = scaled(2)});
        addText(note.text, middle.x(), baselineAt(middle.y(), m_font));
    }

    DisplayList& m_list;
    const GanttLayout& m_layout;
    const Theme& m_theme;
    QFont m_font;
    Look m_line;
};

/// What a note takes of a line above the rows, and where its line to an op goes down from it.
struct LineSpan {
    double left = 0, right = 0;
    std::optional<double> down;
};

/// The lines above the rows of a track, as they fill up.
class TakenLines {
public:
    /// The lowest line, and of several spans the first, that meets no other and no line to an op; a new line where all
    /// do. If it can be, it leaves the way free for lines that are still to come.
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
        add(spans.front(), m_lines);
        return {m_lines - 1, 0};
    }

private:
    bool isFree(const LineSpan& span, int line, double gap) const {
        const auto meets = [gap](const LineSpan& a, double left, double right) {
            return a.left - gap < right && a.right + gap > left;
        };
        return std::ranges::none_of(m_taken, [&](const auto& taken) {
            const auto& [at, other] = taken;
            if (at == line) return meets(other, span.left, span.right);
            if (at < line) return span.down && meets(other, *span.down, *span.down);
            return other.down && meets(span, *other.down, *other.down);
        });
    }
    void add(const LineSpan& span, int line) {
        m_taken.emplace_back(line, span);
        m_lines = std::max(m_lines, line + 1);
    }

    std::vector<std::pair<int, LineSpan>> m_taken;
    int m_lines = 0;
};

/// The cells of rows that stand back, as few rectangles as cover them, and a little of the gaps around: pixels are
/// rounded there.
std::vector<QRectF> boxesOf(const GanttLayout& layout, int track, const Timeline& timeline,
                            const std::vector<Row>& rows) {
    constexpr double kTogether = 0.5, kAround = 0.4;
    std::vector<QRectF> boxes;
    for (const Row row : rows) {
        const double x0 = std::max(layout.xOf(static_cast<double>(timeline.startOf(row))), layout.plotLeft);
        const double x1 = std::min(layout.xOf(static_cast<double>(timeline.end[row])), layout.plotRight);
        if (x1 <= x0) continue;
        const QRectF lane = layout.laneRect(track, timeline.program->laneOf(row));
        QRectF* const last = boxes.empty() ? nullptr : &boxes.back();
        if (last && last->top() == lane.top() && x0 >= last->left() && x0 - last->right() < kTogether)
            last->setRight(std::max(last->right(), x1));
        else
            boxes.emplace_back(x0, lane.top(), x1 - x0, lane.height());
    }
    for (QRectF& box : boxes) box.adjust(-kAround, -kAround, kAround, kAround);
    return boxes;
}

}  // namespace

Result<PointedOut> pointedOutOf(const std::vector<Shown>& shown, const PictureOptions& options) {
    PointedOut out;
    auto highlighted = rowsOf(options.highlighted, shown, options, "highlight");
    if (!highlighted) return highlighted.error();
    auto dimmed = rowsOf(options.dimmed, shown, options, "dim");
    if (!dimmed) return dimmed.error();
    out.highlighted = std::move(*highlighted), out.dimmed = std::move(*dimmed);
    // What is framed is seen, whatever else stands back.
    for (std::size_t track = 0; track < shown.size(); ++track)
        std::erase_if(out.dimmed[track],
                      [&](Row row) { return std::ranges::binary_search(out.highlighted[track], row); });
    for (const FigureNote& note : options.notes) {
        const auto from = placeOf(note.from, shown, options, {});
        if (!from) return from.error();
        const bool hasTo = note.kind != FigureNote::Kind::Note;
        const auto to = hasTo ? placeOf(note.to, shown, options, from->track) : from;
        if (!to) return to.error();
        if (note.kind == FigureNote::Kind::Bracket && to->end <= from->begin)
            return Error{tr("\"%1\" ends before it begins").arg(toQString(textOf(note))).toStdString(), "notes"};
        out.notes.push_back({note.kind, static_cast<int>(from->track), from->lane, to->lane, from->begin, from->end,
                             to->begin, to->end, toQString(note.text).simplified()});
    }
    return out;
}

Result<void> placeNotes(PointedOut& pointedOut, const GanttLayout& layout, const std::vector<Shown>& shown) {
    const QFontMetricsF metrics(smallFont(layout.style));
    const double gap = layout.style.scaled(kBetween), right = layout.size.width() - gap;
    const auto x = [&](Time time) {
        return std::clamp(layout.xOf(static_cast<double>(time)), layout.plotLeft, layout.plotRight);
    };
    pointedOut.linesAbove.assign(shown.size(), 0);
    std::vector<TakenLines> taken(shown.size());
    // Words with lines to ops come first, nearest to the rows: their lines cross less.
    for (const auto kind : {FigureNote::Kind::Note, FigureNote::Kind::Bracket, FigureNote::Kind::Arrow})
        for (PlacedNote& note : pointedOut.notes) {
            if (note.kind != kind) continue;
            if (layout.xOf(static_cast<double>(note.toEnd)) < layout.plotLeft ||
                layout.xOf(static_cast<double>(note.fromBegin)) > layout.plotRight)
                return Error{tr("\"%1\" is at a time that is not drawn").arg(note.text).toStdString(), "notes"};
            if (kind == FigureNote::Kind::Arrow) continue;
            const bool isBracket = kind == FigureNote::Kind::Bracket;
            const double middle = (x(note.fromBegin) + x(isBracket ? note.toEnd : note.fromEnd)) / 2;
            const double half = std::min(metrics.horizontalAdvance(note.text), right - gap) / 2;
            std::vector<double> places{middle};  // of the middle of the words; beside their line, if need be
            if (!isBracket) places = {middle, middle + half, middle - half};
            for (double& place : places) place = std::clamp(place, gap + half, std::max(gap + half, right - half));
            std::vector<LineSpan> spans;
            for (const double place : places)
                spans.push_back({isBracket ? std::min(x(note.fromBegin), place - half) : place - half,
                                 isBracket ? std::max(x(note.toEnd), place + half) : place + half,
                                 isBracket ? std::nullopt : std::optional(middle)});
            TakenLines& lines = taken[static_cast<std::size_t>(note.track)];
            std::vector<double> coming;
            for (const PlacedNote* next = &note + 1; next < pointedOut.notes.data() + pointedOut.notes.size(); ++next)
                if (next->kind == FigureNote::Kind::Note && next->track == note.track && !isBracket)
                    coming.push_back((x(next->fromBegin) + x(next->fromEnd)) / 2);
            const auto [line, place] = lines.take(spans, gap / 2, coming);
            note.line = line, note.textX = places[place];
            int& most = pointedOut.linesAbove[static_cast<std::size_t>(note.track)];
            most = std::max(most, line + 1);
        }
    return {};
}

void addPointedOut(DisplayList& list, const GanttLayout& layout, const std::vector<Shown>& shown,
                   const PointedOut& pointedOut) {
    for (std::size_t track = 0; track < shown.size(); ++track) {
        if (layout.tracks[track].rows == 0) continue;
        if (const auto& dimmed = pointedOut.dimmed[track]; !dimmed.empty()) {
            QColor veil = layout.style.ground();
            veil.setAlphaF(0.72f);
            list.add(DisplayRects{list.use(filled("dimmed", veil)),
                                  boxesOf(layout, static_cast<int>(track), *shown[track].timeline, dimmed), 0});
        }
        if (const auto& lit = pointedOut.highlighted[track]; !lit.empty())
            addHighlight(list, layout, shown, {.track = static_cast<int>(track), .rows = lit});
    }
    if (pointedOut.notes.empty()) return;
    list.begin("notes");
    Notes notes(list, layout);
    for (const PlacedNote& note : pointedOut.notes) notes.add(note);
    list.end();
}

}  // namespace bubblescope
