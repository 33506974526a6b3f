#include "widgets/gantt/gantt_glide.h"

#include "widgets/gantt/column_mixer.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace bubblescope {

namespace {

struct KeyHash {
    std::size_t operator()(const GlideKey& key) const {
        const auto mix = [](std::uint64_t hash, std::uint64_t part) {
            return (hash ^ (part + 0x9e3779b97f4a7c15u + (hash << 6) + (hash >> 2)));
        };
        std::uint64_t hash = static_cast<std::uint64_t>(key.track);
        for (const std::int64_t part :
             {std::int64_t{key.lane}, std::int64_t{key.occurrence}, static_cast<std::int64_t>(key.op.kind()),
              std::int64_t{key.op.stage().value}, std::int64_t{key.op.microbatch().value}})
            hash = mix(hash, static_cast<std::uint64_t>(part));
        return static_cast<std::size_t>(hash * 0xff51afd7ed558ccdu >> 7);
    }
};

/// Identifies a lane by its purpose, so that it is the same in programs with other lanes.
int nameOf(const Program& program, LaneId lane) {
    constexpr int kMostRoles = 64;
    return static_cast<int>(program.workerOf(lane).value) * kMostRoles +
           static_cast<int>(program.lanes[lane.index()].role);
}

double between(double from, double to, double share) { return from + (to - from) * share; }

QColor between(const QColor& from, const QColor& to, double share) {
    const auto part = [&](int a, int b) { return static_cast<int>(std::lround(between(a, b, share))); };
    return {part(from.red(), to.red()), part(from.green(), to.green()), part(from.blue(), to.blue()),
            part(from.alpha(), to.alpha())};
}

QRectF between(const QRectF& from, const QRectF& to, double share) {
    return {between(from.left(), to.left(), share), between(from.top(), to.top(), share),
            between(from.width(), to.width(), share), between(from.height(), to.height(), share)};
}

QColor faded(QColor color, double opacity) {
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

}  // namespace

bool areOfOneKind(const TrackData& a, const TrackData& b) {
    return a.kind.isEmpty() || b.kind.isEmpty() ? a.title == b.title : a.kind == b.kind;
}

std::vector<int> tracksBefore(const std::vector<TrackData>& before, const std::vector<TrackData>& after) {
    std::vector<int> found(after.size(), -1);
    std::vector<bool> isTaken(before.size(), false);
    const auto take = [&](std::size_t to, std::size_t from) {
        found[to] = static_cast<int>(from);
        isTaken[from] = true;
    };
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto suits = [&](std::size_t old) {
            return old < before.size() && !isTaken[old] && areOfOneKind(before[old], after[i]);
        };
        std::size_t old = i;
        if (!suits(old))
            for (old = 0; old < before.size() && !suits(old);) ++old;
        if (old < before.size()) take(i, old);
    }
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
        if (found[i] < 0 && !isTaken[i]) take(i, i);
    return found;
}

std::optional<std::vector<GlidePlace>> glidePlaces(const GanttLayout& layout, const std::vector<TrackData>& shown,
                                                   const std::vector<int>& names, double scroll, double height,
                                                   std::size_t most) {
    std::vector<GlidePlace> places;
    std::unordered_map<GlideKey, int, KeyHash> seen;
    for (int track = 0; track < static_cast<int>(shown.size()); ++track) {
        const auto& timeline = shown[static_cast<std::size_t>(track)].timeline;
        if (!timeline) continue;
        const Program& program = *timeline->program;
        const ColorClasses classes(program, layout.style);
        const auto [first, last] = layout.lanesWithin(track, scroll, scroll + height);
        for (LaneId lane(first); lane.value < last; ++lane.value) {
            if (places.size() + rowsWithin(*timeline, lane, layout.range).size() > most) return std::nullopt;
            const QRectF row = layout.laneRect(track, lane).translated(0, -scroll);
            for (const GanttCell& cell : cellsOf(layout, *timeline, lane)) {
                const Op op = program.ops[cell.row];
                GlidePlace place;
                place.key = {names[static_cast<std::size_t>(track)],
                             program.needs.isExplicit() || !program.isWork(lane) ? nameOf(program, lane) : -1, op, 0};
                place.key.occurrence = seen[place.key]++;
                const double left = std::max(cell.x0, layout.plotLeft), right = std::min(cell.x1, layout.plotRight);
                place.rect = {left, row.top(), std::max(0.0, right - left), row.height()};
                place.color = classes.colorOf(classes.of(op));
                const CellLabel wanted = labelsOf(program, op.kind(), layout.style.labels);
                if (const auto label = cellLabel(wanted, layout.style.firstNumber, op, program.pieces)) {
                    place.label = *label;
                    place.isLabelled = true;
                }
                places.push_back(place);
            }
        }
    }
    return places;
}

std::vector<GlideCell> glideBetween(const std::vector<GlidePlace>& from, const std::vector<GlidePlace>& to) {
    std::unordered_map<GlideKey, std::size_t, KeyHash> olds;
    for (std::size_t i = 0; i < from.size(); ++i) olds.emplace(from[i].key, i);
    std::vector<bool> goesOn(from.size(), false);
    std::vector<GlideCell> moving;
    moving.reserve(to.size());
    for (const GlidePlace& place : to) {
        const auto old = olds.find(place.key);
        if (old == olds.end()) {
            moving.push_back({place, place, false, true});
        } else {
            moving.push_back({from[old->second], place});
            goesOn[old->second] = true;
        }
    }
    std::vector<GlideCell> cells;
    cells.reserve(from.size() + to.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        if (!goesOn[i]) cells.push_back({from[i], from[i], true, false});
    cells.insert(cells.end(), moving.begin(), moving.end());
    return cells;
}

GlidePlace GlideCell::at(double share) const {
    GlidePlace place = to;
    place.rect = between(from.rect, to.rect, share);
    place.color = between(from.color, to.color, share);
    if (vanishes) place.color = faded(place.color, 1 - share);
    if (appears) place.color = faded(place.color, share);
    return place;
}

GanttGlide::GanttGlide(QObject* parent) : QObject(parent) {
    connect(&m_head, &PlayHead::moved, this, [this](double share) {
        m_share = share;
        emit moved();
    });
    connect(&m_head, &PlayHead::ended, this, &GanttGlide::moved);
}

void GanttGlide::start(std::vector<GlideCell> cells) {
    m_cells = std::move(cells);
    m_share = 0;
    m_head.run(0, 1, 1000.0 / m_duration);
}

const QImage& GanttGlide::frame(const QImage& picture, const GanttLayout& layout, const std::vector<TrackData>& shown,
                                double scroll) {
    m_frame = picture;
    const double ratio = picture.devicePixelRatio(), view = layout.size.height() - layout.footerHeight;
    const double eased = 1 - std::pow(1 - m_share, 3), covered = layout.coveredHeight(scroll);
    {
        QPainter painter(&m_frame);
        painter.setClipRect(QRectF(layout.plotLeft, covered, layout.plotRight - layout.plotLeft + 1, view - covered));
        const Look idle = idleLook(layout.style);
        const int side = hatchSide(layout.style.scaled(ratio));
        QImage tile = hatchTile(idle.hatch->lines, idle.hatch->ground, idle.hatch->ink, side);
        tile.setDevicePixelRatio(ratio);
        const QBrush hatch(tile);
        for (int track = 0; track < static_cast<int>(shown.size()); ++track) {
            const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
            if (!shown[static_cast<std::size_t>(track)].timeline) continue;
            const auto [first, last] = layout.lanesWithin(track, scroll, scroll + view);
            for (LaneId lane(first); lane.value < last; ++lane.value) {
                const QRectF row = layout.laneRect(track, lane).translated(0, -scroll);
                painter.fillRect(row, layout.style.ground());
                if (!t.program->isWork(lane)) continue;
                painter.setBrushOrigin(row.topLeft());
                painter.fillRect(QRectF(t.x0, row.top(), t.x1 - t.x0, row.height()), hatch);
            }
        }
        for (const GlideCell& cell : m_cells) {
            const GlidePlace place = cell.at(eased);
            const double gap = setApart(layout.style, place.rect.width()) * kCellGap;
            painter.fillRect(place.rect.adjusted(0, 0, -gap, 0), place.color);
        }
    }
    m_frame.setDevicePixelRatio(1);
    const int bottom = static_cast<int>(view * ratio);
    const double narrowest = leastCellFontPixels(layout.style) / 2;  // of cells with space for a digit
    for (const GlideCell& cell : m_cells) {
        if (cell.vanishes || !cell.to.isLabelled) continue;
        if (between(cell.from.rect.width(), cell.to.rect.width(), eased) < narrowest) continue;
        const GlidePlace place = cell.at(eased);
        if (place.rect.top() < covered) continue;
        const auto type = fittingType(layout.style, place.rect.height(), place.rect.width(), place.label);
        if (!type) continue;
        const CellMask& mask = m_labels.of(place.label, type->at(ratio), cellWeight(layout.style));
        const QPointF centre = place.rect.center() * ratio;
        const QPoint at(static_cast<int>(std::lround(centre.x() - mask.width / 2.0)),
                        static_cast<int>(std::lround(centre.y() - mask.height / 2.0)));
        if (at.x() < 0 || at.x() + mask.width > m_frame.width()) continue;
        mask.putOn(m_frame, at.x(), at.y(), bottom, textOn(cell.to.color).rgb());
    }
    m_frame.setDevicePixelRatio(ratio);
    return m_frame;
}

}  // namespace bubblescope
