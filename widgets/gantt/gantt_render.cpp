#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/gantt_footer.h"

#include "engine/core/fast_loop.h"
#include "engine/core/parallel.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/gantt/memory_strip.h"
#include "widgets/gantt/pixels.h"
#include "widgets/gantt/recompute_parts.h"
#include "widgets/gantt/ties.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace bubblescope {

namespace {

/// Draws `count` premultiplied pixels over an opaque ground. Each byte of `rest` is the share of the ground, of 255.
BUBBLESCOPE_FAST_LOOP void putOver(const QRgb* top, const std::uint8_t* rest, const QRgb* ground, int count,
                                   QRgb* out) {
    const auto* const from = reinterpret_cast<const std::uint8_t*>(top);
    const auto* const below = reinterpret_cast<const std::uint8_t*>(ground);
    auto* const to = reinterpret_cast<std::uint8_t*>(out);
    for (int i = 0; i < 4 * count; ++i) {
        const auto through = static_cast<std::uint16_t>(below[i] * rest[i] + 127);
        // through / 255, exact for all that 16 bits can hold here
        const auto share = static_cast<std::uint16_t>(static_cast<std::uint16_t>(through + 1 + (through >> 8)) >> 8);
        to[i] = static_cast<std::uint8_t>(from[i] + share);
    }
}

}  // namespace

/// A lane that is being rendered. Columns count device pixels from the left end of the plot.
struct GanttRenderer::Lane {
    const Timeline* timeline;
    const ColorClasses* classes;
    RowRange rows;
    std::vector<GanttCell> cells;               // the wide ones, in columns
    int idleBegin, idleEnd;                     // the track's own time
    int top, bottom;                            // device pixels; may be outside the image
    double height;                              // logical pixels
    const OpMarks* marks;                       // null where there are none
    const std::vector<SpendingSpan>* spending;  // or null
};

/// Lanes with the same colours, and their positions.
struct GanttRenderer::Rows {
    const TrackData* shown;
    GanttStyle style;
    double x0, x1;  // of the time in which unfilled parts are idle
    bool isLabelled;
    const OpMarks* marks = nullptr;
    std::vector<std::pair<LaneId, QRectF>> lanes{};
};

QImage GanttRenderer::render(const GanttLayout& layout, const std::vector<TrackData>& shown, double scroll,
                             double pixelRatio, QImage memory) {
    m_layout = &layout;
    m_scroll = scroll;
    m_ratio = pixelRatio;
    prepare(std::move(memory));
    if (m_columns > 0)
        for (std::size_t i = 0; i < shown.size(); ++i) renderTrack(static_cast<int>(i), shown[i]);

    for (std::size_t i = 0; i < shown.size() && m_columns > 0; ++i)
        if (shown[i].timeline) renderTies(static_cast<int>(i), *shown[i].timeline);

    QPainter painter(&m_image);
    painter.scale(pixelRatio, pixelRatio);  // the ratio of an image is only valid from 1 on
    const double viewBottom = layout.size.height() - layout.footerHeight;
    painter.setClipRect(QRectF(0, 0, layout.size.width(), viewBottom));
    painter.translate(0, -scroll);
    DisplayList strips;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const int track = static_cast<int>(i);
        addRecompute(strips, layout, track, shown[i], layout.lanesWithin(track, scroll, scroll + viewBottom));
        addMemories(strips, layout, track, shown[i], scroll, scroll + viewBottom);
    }
    paintList(painter, strips);
    const TitleColumns columns = titleColumns(layout);
    const bool alignable = canAlign(layout);
    DisplayList heads;
    addHeads(heads, layout, columns);
    paintList(painter, heads);
    for (int track = 0; track < static_cast<int>(layout.tracks.size()); ++track)
        paintTexts(painter, track, columns, alignable);
    painter.setClipping(false);
    painter.translate(0, scroll + viewBottom);
    DisplayList footer;
    addFooter(footer, layout);
    paintList(painter, footer);
    painter.end();
    m_image.setDevicePixelRatio(pixelRatio);
    return std::move(m_image);
}

/// Creates an empty picture of the layout's size, and what all of its rows share.
void GanttRenderer::prepare(QImage memory) {
    const GanttLayout& layout = *m_layout;
    const auto device = [&](double length) { return static_cast<int>(std::lround(length * m_ratio)); };
    const QSize size(std::max(1, device(layout.size.width())), std::max(1, device(layout.size.height())));
    m_image = std::move(memory);
    if (m_image.size() != size || m_image.format() != QImage::Format_ARGB32_Premultiplied || !m_image.isDetached())
        m_image = QImage(size, QImage::Format_ARGB32_Premultiplied);
    m_image.setDevicePixelRatio(1);
    m_image.fill(layout.style.ground());
    m_left = device(layout.plotLeft);
    m_columns = std::min(device(layout.plotRight), m_image.width()) - m_left;
    m_bottom = std::clamp(device(layout.size.height() - layout.footerHeight), 0, m_image.height());
    m_range = {layout.timeAt(m_left / m_ratio), layout.timeAt((m_left + m_columns) / m_ratio)};
    m_idle.prepare(layout.style, m_ratio, m_columns);
    m_hatches.clear();
    m_hatchSide = hatchSide(layout.style.scaled(m_ratio));
    m_canvas.assign(static_cast<std::size_t>(std::max(0, m_columns)), layout.style.ground().rgb());
    if (layout.style.marks.fetches || layout.style.marks.transfers)
        m_marks = markMasks(layout.style, layout.cellHeight, m_ratio);
}

/// The labels of a track's rows, and its title line over rows that moved below it.
void GanttRenderer::paintTexts(QPainter& painter, int track, const TitleColumns& columns, bool alignable) {
    const GanttLayout& layout = *m_layout;
    const double viewBottom = layout.size.height() - layout.footerHeight;
    // Rows near an edge that would cut their labels have none.
    const double inset = layout.rowHeight / 2 + layout.style.scaled(4);
    const double top = m_scroll + layout.coveredHeight(m_scroll) + inset;
    const auto lanes = layout.lanesWithin(track, top, m_scroll + viewBottom - inset);
    const GanttTrack& t = layout.tracks[static_cast<std::size_t>(track)];
    const int step = t.partner < 0 ? layout.laneLabelStep(track) : 1;  // aligned rows have dots
    DisplayList rows, titleLine;
    LaneLabels labels(rows, layout);
    for (LaneId lane(lanes.first); lane.value < lanes.second; ++lane.value) {
        if (t.program->workerOf(lane).value % step != 0) continue;
        labels.add(track, lane);
        if (!t.held.empty() && t.program->isWork(lane)) labels.addHeld(track, lane);
    }
    addGroups(rows, layout, track);
    addSeams(rows, layout, track);
    paintList(painter, rows);
    const QRectF title = layout.titleRect(track, m_scroll);
    if (title.bottom() <= m_scroll || title.top() >= m_scroll + viewBottom) return;
    const double moved = title.top() - layout.titleRect(track).top();
    if (moved > 0) painter.fillRect(title, layout.style.ground());
    painter.translate(0, moved);
    addTitle(titleLine, layout, columns, track);
    paintList(painter, titleLine);
    if (!layout.style.onPaper) paintChevron(painter, layout, track);
    if (alignable) paintAlignGlyph(painter, layout, track);
    painter.translate(0, -moved);
}

void GanttRenderer::renderTrack(int track, const TrackData& shown) {
    const auto lanes = m_layout->lanesWithin(track, m_scroll, m_scroll + m_bottom / m_ratio);
    if (lanes.first >= lanes.second || !shown.timeline) return;
    GanttStyle style = m_layout->style;
    const GanttTrack& t = m_layout->tracks[static_cast<std::size_t>(track)];
    const TrackData* const pinned = shown.pinned.get();
    const OpMarks marks(shown, style.marks);
    Rows compute{&shown, style, t.x0, t.x1, true, marks.any() ? &marks : nullptr};
    Rows other{&shown, style, 0, 0, true};  // waiting for a transfer is not a bubble
    Rows ghosts{pinned, pinnedStyle(style), t.ghost.x0, t.ghost.x1, false};
    for (int i = lanes.first; i < lanes.second; ++i) {
        const LaneId lane(i);
        const bool isCompute = t.program->isWork(lane);
        (isCompute ? compute : other).lanes.push_back({lane, m_layout->laneRect(track, lane)});
        const WorkerId worker = t.program->workerOf(lane);
        if (isCompute && !t.held.empty())
            renderHeld(track, (*shown.held)[worker.index()], m_layout->heldRect(track, lane));
        if (isCompute && worker.value < t.ghost.rows)
            ghosts.lanes.push_back({pinned->timeline->program->computeLane(worker), m_layout->ghostRect(track, lane)});
    }
    for (const Rows* rows : {&compute, &other, &ghosts})
        if (!rows->lanes.empty()) renderRows(*rows);
}

/// A strip on whole pixels; if a column has several steps, it shows the highest.
void GanttRenderer::renderHeld(int track, const HeldActivations& held, const QRectF& strip) {
    const GanttTrack& t = m_layout->tracks[static_cast<std::size_t>(track)];
    const double scale = m_layout->heldScale;
    const int top = static_cast<int>(std::lround((strip.top() - m_scroll) * m_ratio));
    const int height = static_cast<int>(std::lround(strip.height() * m_ratio));
    const int thick = std::max(1, static_cast<int>(std::floor(m_ratio)));
    m_levels.assign(static_cast<std::size_t>(m_columns) + 2, 0);  // one more at either end
    for (const HeldStep& step : heldSteps(held, *m_layout, m_columns)) {
        const int level = std::max(thick, static_cast<int>(std::lround(step.held * height / scale)));
        const auto column = [&](double x) {
            return static_cast<int>(std::lround(std::clamp(x * m_ratio - m_left, -1.0, m_columns + 1.0)));
        };
        const int begin = std::max(0, column(step.x0)), end = std::min(m_columns, std::max(begin + 1, column(step.x1)));
        if (column(step.x1) < 0 || column(step.x0) > m_columns) continue;
        for (int i = begin; i < end; ++i) {
            int& at = m_levels[static_cast<std::size_t>(i) + 1];
            at = std::max(at, level);
        }
    }
    m_levels.front() = m_levels[1];
    m_levels.back() = m_levels[m_levels.size() - 2];
    const HeldColors colors = heldColors(m_layout->style);
    const QRgb area = colors.area.rgb(), line = colors.line.rgb();
    for (int y = std::max(0, -top); y < height && top + y < m_bottom; ++y) {
        QRgb* const out = reinterpret_cast<QRgb*>(m_image.scanLine(top + y)) + m_left;
        const int above = height - y;  // this level and higher ones fill the pixel
        for (std::size_t i = 1; i + 1 < m_levels.size(); ++i) {
            if (m_levels[i] < above) continue;
            const int inner = std::min({m_levels[i] - thick, m_levels[i - 1], m_levels[i + 1]});
            out[i - 1] = above > inner ? line : area;
        }
    }
    if (!t.memoryLimit) return;
    // The limit is a line across the whole strip, as thick as the line along the steps.
    const int limit = static_cast<int>(std::lround(*t.memoryLimit * height / scale));
    const QRgb cap = colors.limit.rgb();
    for (int y = std::max(0, height - limit); y < std::min(height, height - limit + thick); ++y) {
        if (top + y < 0 || top + y >= m_bottom) continue;
        QRgb* const out = reinterpret_cast<QRgb*>(m_image.scanLine(top + y)) + m_left;
        std::fill(out, out + m_columns, cap);
    }
}

void GanttRenderer::renderRows(const Rows& rows) {
    const Timeline& timeline = *rows.shown->timeline;
    const ColorClasses classes(*timeline.program, rows.style);
    const LaneSums* const sums = rows.shown->sums.get();
    prepareInks(timeline, classes, sums);
    if (sums && !m_anyWide) return renderNarrow(rows, classes);
    ColumnMixer mixer(timeline, classes, m_mixInks, m_range, m_columns, sums);
    const RowLabels labels = labelsOf(timeline, rows);
    for (const auto& [lane, rect] : rows.lanes) renderLane(rows, classes, labels, mixer, lane, rect);
}

/// Rows whose cells are narrower than a pixel on average have no labels.
RowLabels GanttRenderer::labelsOf(const Timeline& timeline, const Rows& rows) const {
    const GanttStyle& style = m_layout->style;
    if (!rows.isLabelled || style.labels == CellLabel::None) return {};
    std::vector<LaneId> lanes;
    double height = rows.lanes.front().second.height();
    for (const auto& [lane, rect] : rows.lanes) {
        lanes.push_back(lane);
        height = std::min(height, rect.height());
    }
    if (cellFontPixels(style, height) < leastCellFontPixels(style)) return {};
    const LabelView view{m_range, m_columns / m_range.span() / m_ratio, cellGap() / m_ratio, 0,
                         static_cast<std::size_t>(m_columns)};
    return {style, height, *timeline.program, labelRooms(style, timeline, lanes, view)};
}

/// Rows with many ops that are all too narrow to be cells: each thread mixes the colours of some neighbouring rows.
void GanttRenderer::renderNarrow(const Rows& rows, const ColorClasses& classes) {
    constexpr std::size_t kLeastLanesOfAPart = 8;
    const TrackData& shown = *rows.shown;
    const std::size_t lanes = rows.lanes.size();
    const auto columns = static_cast<std::size_t>(m_columns);
    const std::size_t parts = std::clamp(lanes / kLeastLanesOfAPart, std::size_t{1}, coreCount());
    const auto beginOf = [&](std::size_t part) { return part * lanes / parts; };
    const auto mixPart = [&](std::size_t part) {
        ColumnMixer mixer(*shown.timeline, classes, m_mixInks, m_range, m_columns, shown.sums.get());
        std::vector<Mix> mixes(columns);
        std::vector<QRgb> lines((beginOf(part + 1) - beginOf(part)) * columns);
        for (std::size_t i = beginOf(part), at = 0; i < beginOf(part + 1); ++i, at += columns) {
            mixer.mix(rows.lanes[i].first, mixes);
            toRgb(mixes, {lines.data() + at, columns});
        }
        return lines;
    };
    inOrder(parts, parts, parts, mixPart, [&](std::size_t part, const std::vector<QRgb>& lines) {
        auto line = lines.begin();
        for (std::size_t i = beginOf(part); i < beginOf(part + 1); ++i, line += m_columns) {
            m_line.assign(line, line + m_columns);
            fill(laneOf(rows, classes, rows.lanes[i].first, rows.lanes[i].second));
        }
        return true;
    });
}

void GanttRenderer::prepareInks(const Timeline& timeline, const ColorClasses& classes, const LaneSums* sums) {
    m_inks.clear();
    m_mixInks.clear();
    for (int i = 0; i < classes.count(); ++i) {
        const QColor color = classes.colorOf(i);
        m_inks.push_back({color.rgb(), textOn(color).rgb(), classes.hatchInkOf(i).rgb()});
        m_mixInks.push_back(toMix(color.rgb()));
    }
    m_anyWide =
        static_cast<double>(longestOp(timeline, sums)) * m_columns >= kWideCell * m_ratio * m_range.span() * (1 - 1e-9);
}

GanttRenderer::Lane GanttRenderer::laneOf(const Rows& rows, const ColorClasses& classes, LaneId id,
                                          const QRectF& area) const {
    const Timeline& timeline = *rows.shown->timeline;
    const QRectF rect = area.translated(0, -m_scroll);
    const auto column = [&](double x) {
        return static_cast<int>(std::lround(std::clamp(x * m_ratio - m_left, 0.0, double(m_columns))));
    };
    const WorkerId worker = timeline.program->workerOf(id);
    const bool isIdleKnown = rows.shown->spending && timeline.program->isWork(id);
    return {&timeline,
            &classes,
            timeline.program->lanes[id.index()],
            m_anyWide ? wideCellsOf(*m_layout, timeline, id, kWideCell) : std::vector<GanttCell>(),
            column(rows.x0),
            column(rows.x1),
            static_cast<int>(std::lround(rect.top() * m_ratio)),
            static_cast<int>(std::lround(rect.bottom() * m_ratio)),
            rect.height(),
            rows.marks,
            isIdleKnown ? &rows.shown->spending->of(worker) : nullptr};
}

void GanttRenderer::renderLane(const Rows& rows, const ColorClasses& classes, const RowLabels& labels,
                               ColumnMixer& mixer, LaneId id, const QRectF& area) {
    Lane lane = laneOf(rows, classes, id, area);
    for (GanttCell& cell : lane.cells) {
        cell.x0 = cell.x0 * m_ratio - m_left;
        cell.x1 = cell.x1 * m_ratio - m_left;
    }
    m_mix.resize(static_cast<std::size_t>(m_columns));
    mixer.mix(id, m_mix);
    crispCells(lane);
    colour(lane);
    if (!isPrinted(rows.style))  // their cells have borders
        for (const GanttCell& cell : lane.cells) separate(lane, cell);
    fill(lane);
    if (isHatched(rows.style)) hatch(lane);
    if (labels.any() || lane.marks) label(lane, labels);
    if (lane.timeline->program->hasPairs) framePairs(lane);
}

/// The edges of something with a border from `x0` to `x1`, which may be far outside the plot.
std::pair<int, int> GanttRenderer::edgesOf(double x0, double x1) {
    constexpr double kFar = 1e6;
    return {static_cast<int>(std::max(x0, -kFar)), static_cast<int>(std::min(x1, kFar))};
}

/// Draws a border around both halves of each pair.
void GanttRenderer::framePairs(const Lane& lane) {
    const Stroke stroke = pairStroke(m_layout->style);
    const QRgb ink = stroke.color.rgb();
    const int share = stroke.color.alpha(), width = std::max(1, static_cast<int>(std::lround(stroke.width * m_ratio)));
    // On the edge, or inside it and the gap to the next cell.
    const bool isOnEdge = pairInset(m_layout->style) == 0;
    const int before = isOnEdge ? width / 2 : 0, behind = isOnEdge ? width - width / 2 : -cellGap();
    for (std::size_t i = 0; i + 1 < lane.cells.size(); ++i) {
        const GanttCell &first = lane.cells[i], &second = lane.cells[i + 1];
        if (!lane.timeline->program->ops[first.row].opensPair() || second.row != first.row + 1) continue;
        const auto [begin, end] = edgesOf(first.x0, second.x1);
        const int left = begin - before, right = end + behind;
        if (right - left < kLeastFramed * m_ratio) continue;
        frame({left, lane.top, right - left, lane.bottom - lane.top}, width, ink, share);
    }
}

/// Moves the edges of wide cells to whole columns. An edge next to a narrow op keeps its exact shares.
void GanttRenderer::crispCells(Lane& lane) {
    const double wide = kWideCell * m_ratio;
    const auto x = [&](Time time) { return (static_cast<double>(time) - m_range.begin) / m_range.span() * m_columns; };
    const auto drawn = [&](Row row) { return drawnTime(*lane.timeline, row); };
    const auto isWide = [&](Row row) { return x(drawn(row).end) - x(drawn(row).begin) >= wide; };
    for (GanttCell& cell : lane.cells) {
        const auto index = static_cast<std::size_t>(lane.classes->of(lane.timeline->program->ops[cell.row]));
        const auto takeShare = [&](double column, double part) {
            if (column >= 0 && column < m_columns)
                m_mix[static_cast<std::size_t>(column)] -= static_cast<float>(part) * m_mixInks[index];
        };
        const bool snapLeft =
            cell.row == lane.rows.begin || isWide(cell.row - 1) || cell.x0 - x(drawn(cell.row - 1).end) >= 1;
        const bool snapRight =
            cell.row + 1 == lane.rows.end || isWide(cell.row + 1) || x(drawn(cell.row + 1).begin) - cell.x1 >= 1;
        const double left = snapLeft ? std::round(cell.x0) : std::ceil(cell.x0);
        const double right = snapRight ? std::round(cell.x1) : std::floor(cell.x1);
        if (snapLeft && left > cell.x0) takeShare(std::floor(cell.x0), left - cell.x0);
        if (snapRight && right < cell.x1) takeShare(right, cell.x1 - right);
        cell.x0 = left;
        cell.x1 = right;
    }
}

void GanttRenderer::colour(const Lane& lane) {
    m_line.resize(m_mix.size());
    toRgb(m_mix, m_line);
    for (const GanttCell& cell : lane.cells) {
        const auto index = static_cast<std::size_t>(lane.classes->of(lane.timeline->program->ops[cell.row]));
        const int begin = static_cast<int>(std::clamp(cell.x0, 0.0, double(m_columns)));
        const int end = static_cast<int>(std::clamp(cell.x1, 0.0, double(m_columns)));
        std::fill(m_line.begin() + begin, m_line.begin() + std::max(begin, end), m_inks[index].color);
    }
}

/// Mixes a wide cell's last pixel with the ground: more for wider cells, and more if the gap behind the cell is longer,
/// so that a gap thinner than a pixel is visible.
void GanttRenderer::separate(const Lane& lane, const GanttCell& cell) {
    const int gap = cellGap();
    if (cell.x1 > m_columns + gap) return;  // its end is far outside the view
    if (lane.timeline->program->ops[cell.row].opensPair()) return;
    const double width = (cell.x1 - cell.x0) / m_ratio;
    double bubble = 1;
    if (cell.row + 1 < lane.rows.end) {
        const Time idle = drawnTime(*lane.timeline, cell.row + 1).begin - drawnTime(*lane.timeline, cell.row).end;
        bubble = std::min(1.0, static_cast<double>(idle) / m_range.span() * m_columns);
    }
    const double ground = setApart(m_layout->style, width) * (kCellGapShare + (1 - kCellGapShare) * bubble);
    const QRgb canvas = m_layout->style.ground().rgb();
    const int end = static_cast<int>(std::min(cell.x1, double(m_columns)));
    for (int column = std::max(0, static_cast<int>(cell.x1) - gap); column < end; ++column) {
        QRgb& at = m_line[static_cast<std::size_t>(column)];
        at = mixPixels(at, canvas, of255(ground));
    }
}

void GanttRenderer::fill(const Lane& lane) {
    const int first = std::max(0, lane.top), last = std::min(m_bottom, lane.bottom);
    if (first >= last) return;
    const auto row = [&](int y) { return reinterpret_cast<QRgb*>(m_image.scanLine(y)) + m_left; };
    const std::size_t bytes = static_cast<std::size_t>(m_columns) * sizeof(QRgb);
    m_rest.resize(static_cast<std::size_t>(m_columns));
    QRgb idle = 0;
    for (std::size_t column = 0; column < m_rest.size(); ++column)
        idle |= m_rest[column] = (255 - qAlpha(m_line[column])) * 0x01010101u;
    const bool isExposed = idle && lane.spending && m_idle.findExposed(*lane.spending, m_range, m_rest);
    // Rows repeat with the hatch, and are all equal if no hatch is visible.
    const int distinct = idle ? std::min(m_idle.period(), last - first) : 1;
    for (int y = first; y < first + distinct; ++y) {
        const QRgb* const hatch = isExposed ? m_idle.exposedRow(y - lane.top) : m_idle.row(y - lane.top);
        const auto put = [&](const QRgb* ground, int begin, int end) {
            putOver(m_line.data() + begin, reinterpret_cast<const std::uint8_t*>(m_rest.data() + begin), ground + begin,
                    end - begin, row(y) + begin);
        };
        if (!idle) {
            std::memcpy(row(y), m_line.data(), bytes);
            continue;
        }
        put(m_canvas.data(), 0, lane.idleBegin);
        put(hatch, lane.idleBegin, lane.idleEnd);
        put(m_canvas.data(), lane.idleEnd, m_columns);
    }
    for (int y = first + distinct; y < last; ++y) std::memcpy(row(y), row(y - distinct), bytes);
}

void GanttRenderer::label(const Lane& lane, const RowLabels& labels) {
    const GanttStyle& style = m_layout->style;
    const int gap = isPrinted(style) ? 0 : cellGap();  // cells with borders have no gap
    const Column<Op>& ops = lane.timeline->program->ops;
    const double perTime = m_columns / m_range.span();
    const double apart = static_cast<double>(gap) / m_ratio;
    // Columns are whole: an op at the left edge may begin outside the view.
    const TimeRange sight{m_range.begin - 1 / perTime, m_range.end + 1 / perTime};
    for (const GanttCell& cell : lane.cells) {
        const int begin = static_cast<int>(std::max(cell.x0, 0.0));
        const int end = static_cast<int>(std::min(cell.x1 - gap, double(m_columns)));
        const Op op = ops[cell.row];
        // Ops of the same length look alike, even if one of them is a pixel narrower.
        const DrawnTime drawn = drawnTime(*lane.timeline, cell.row);
        const double width = drawn.isWithin(sight) ? static_cast<double>(drawn.length()) * perTime : end + gap - begin;
        const double alike = width / m_ratio - apart;
        const auto text = labels.of(op, alike);
        if (lane.marks && hasRoomForMarks(style, {alike, lane.height}, RowLabels::roomOf(text))) mark(lane, cell);
        if (!text) continue;
        const CellMask& mask = m_labels.of(text->text, text->type.at(m_ratio), cellWeight(style));
        const QRgb ink = m_inks[static_cast<std::size_t>(lane.classes->of(op))].text;
        mask.putOn(m_image, m_left + begin + (end - begin - mask.width + 1) / 2,
                   lane.top + (lane.bottom - lane.top - mask.height) / 2, m_bottom, ink);
    }
}

/// The marks of a cell whose edges are visible.
void GanttRenderer::mark(const Lane& lane, const GanttCell& cell) {
    const int gap = cellGap();
    const double left = std::max(cell.x0, 0.0), right = std::min(cell.x1 - gap, double(m_columns));
    const Op op = lane.timeline->program->ops[cell.row];
    for (std::size_t i = 0; i < kSchemeMarks.size(); ++i) {
        const bool isRight = kSchemeMarks[i] == SchemeMark::Departure;
        if (isRight ? right < cell.x1 - gap : left > cell.x0) continue;
        if (!lane.marks->has(kSchemeMarks[i], op)) continue;
        const int edge = m_left + static_cast<int>(isRight ? right : left);
        m_marks[i].mask.putOn(m_image, edge + m_marks[i].at.x(), lane.top + m_marks[i].at.y(), m_bottom,
                              m_inks[static_cast<std::size_t>(lane.classes->of(op))].text);
    }
}

/// Writes pixels directly: a painter takes a hundred times as long for translucent lines.
void GanttRenderer::renderTies(int track, const Timeline& timeline) {
    const auto lanes = m_layout->lanesWithin(track, m_scroll, m_scroll + m_bottom / m_ratio);
    const Ties all = tiesOf(*m_layout, track, timeline, lanes);
    const TieInks inks = tieInks(m_layout->style);
    for (const QLineF& line : all.ties) blend(line, inks.tie);
    for (const QLineF& line : all.waits) blend(line, inks.wait);
}

/// A line along rows or across them, on whole pixels.
void GanttRenderer::blend(const QLineF& line, const QColor& ink) {
    const double width = m_layout->style.scaled(1);
    const bool isUpright = line.dx() == 0;
    const auto device = [&](double length) { return static_cast<int>(std::lround(length * m_ratio)); };
    const double left = std::min(line.x1(), line.x2()), top = std::min(line.y1(), line.y2()) - m_scroll;
    const QRect rule =
        QRect(QPoint(device(isUpright ? left - width / 2 : left), device(isUpright ? top : top - width / 2)),
              QSize(std::max(1, device(isUpright ? width : std::abs(line.dx()))),
                    std::max(1, device(isUpright ? std::abs(line.dy()) : width)))) &
        QRect(m_left, 0, m_columns, m_bottom);
    const QRgb color = ink.rgb();
    const int share = ink.alpha();
    for (int y = rule.top(); y <= rule.bottom(); ++y) {
        QRgb* const out = reinterpret_cast<QRgb*>(m_image.scanLine(y));
        for (int x = rule.left(); x <= rule.right(); ++x) out[x] = mixPixels(out[x], color, share);
    }
}

/// The hatches of kinds that have one, and on paper a border around each cell.
void GanttRenderer::hatch(const Lane& lane) {
    const GanttStyle& style = m_layout->style;
    const int top = std::max(0, lane.top), bottom = std::min(m_bottom, lane.bottom);
    const int gap = isPrinted(style) ? 0 : cellGap();
    for (const GanttCell& cell : lane.cells) {
        const int classIndex = lane.classes->of(lane.timeline->program->ops[cell.row]);
        const double share = setApart(style, (cell.x1 - cell.x0) / m_ratio);
        const int shareOf255 = of255(share);
        const int begin = static_cast<int>(std::clamp(cell.x0, 0.0, double(m_columns)));
        const int end = static_cast<int>(std::clamp(cell.x1 - gap, double(begin), double(m_columns)));
        if (const HatchLines lines = lane.classes->hatchOf(classIndex); lines != HatchLines::None) {
            const QImage& tile = m_hatches.try_emplace(lines, lines, m_hatchSide).first->second.image;
            const QRgb ink = m_inks[static_cast<std::size_t>(classIndex)].hatch;
            for (int y = top; y < bottom; ++y) {
                const auto* const from =
                    reinterpret_cast<const QRgb*>(tile.constScanLine((y - lane.top) % m_hatchSide));
                QRgb* const out = reinterpret_cast<QRgb*>(m_image.scanLine(y)) + m_left;
                for (int x = begin; x < end; ++x)
                    if (const int covered = qAlpha(from[x % m_hatchSide]); covered > 0)
                        out[x] = mixPixels(out[x], ink, shareOf255 * covered / 255);
            }
        }
        if (!isPrinted(style)) continue;
        const auto [left, right] = edgesOf(cell.x0, cell.x1);
        const double border = style.scaled(kCellBorder) * m_ratio * share;
        const int width = std::max(1, static_cast<int>(std::lround(border)));
        // On the edge: the border of the next cell is where this one ends.
        frame({left - width / 2, lane.top - width / 2, right - left + width, lane.bottom - lane.top + width}, width,
              qRgb(0, 0, 0), of255(std::min(1.0, border / width)));
    }
}

/// A border inside a rectangle, whose columns count as those of a lane do. It may extend beyond the plot's edge, but
/// has no line where the edge cuts it.
void GanttRenderer::frame(const QRect& box, int width, QRgb ink, int share) {
    const int most = std::min(m_columns + width, m_image.width() - m_left);
    const int first = box.left() < -width ? 0 : std::min(0, box.left());
    const int end = box.right() >= most ? m_columns : most;
    const auto put = [&](const QRect& part) {
        const QRect seen = part & QRect(first, 0, end - first, m_bottom);
        for (int y = seen.top(); y <= seen.bottom(); ++y) {
            QRgb* const out = reinterpret_cast<QRgb*>(m_image.scanLine(y)) + m_left;
            for (int x = seen.left(); x <= seen.right(); ++x) out[x] = mixPixels(out[x], ink, share);
        }
    };
    const QRect inner = box.adjusted(0, width, 0, -width);
    put({box.left(), box.top(), box.width(), width});
    put({box.left(), inner.bottom() + 1, box.width(), width});
    put({box.left(), inner.top(), width, inner.height()});
    put({box.right() + 1 - width, inner.top(), width, inner.height()});
}

}  // namespace bubblescope
