#include "engine/core/text.h"
#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_cells.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/held_strip.h"
#include "widgets/gantt/memory_strip.h"
#include "widgets/gantt/recompute_parts.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/gantt/ties.h"
#include "widgets/gantt/time_cut.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/gantt_picture_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>

namespace bubblescope {

namespace {

constexpr double kMaxColumns = 300'000;  // over all lanes
constexpr double kDimmedInk = 0.12;      // share of the ground in the numbers of dimmed ops

/// The number of columns per lane that keeps the whole file within bounds, at most one per pixel.
int columnsOf(const GanttLayout& gantt, double width) {
    double lanes = 0;
    for (const GanttTrack& track : gantt.tracks)
        if (track.rows > 0) lanes += static_cast<double>(track.program->lanes.size());
    return static_cast<int>(std::clamp(kMaxColumns / std::max(1.0, lanes), 16.0, std::max(16.0, width)));
}

/// A cell, which is one op.
struct Cell {
    double x0 = 0, x1 = 0;
    int colorClass = 0;
    Row row = 0;
    double room = 0;  // its width before its edges moved to pixels: ops of the same length look alike

    double width() const { return x1 - x0; }
};

/// The edge of a cell, moved so that the cell fills whole pixels: it leaves half of the gap free at either side.
double onPixels(double x, double ratio) {
    if (ratio == 0) return x;
    const double inset = std::fmod(kCellGap * ratio / 2, 1);
    return (std::round(x * ratio - inset) + inset) / ratio;
}

/// The cells of some rows of a lane, in order. In a picture of pixels they are drawn in whole ones.
template <class Rows>
std::vector<Cell> cellsOf(const GanttLayout& gantt, const Timeline& timeline, const Rows& rows,
                          const ColorClasses& classes, double ratio) {
    constexpr double kNothing = 1e-6;  // of a pixel
    // Every visible op up to the end of the layout's time, including ops without duration, because programs also read
    // the file.
    std::vector<Cell> cells;
    for (const Row row : rows) {
        const DrawnTime drawn = drawnTime(timeline, row);
        if (isHidden(gantt, drawn)) break;  // and so are all that follow
        const double begin = gantt.xOf(static_cast<double>(drawn.begin)),
                     end = gantt.xOf(static_cast<double>(drawn.end));
        if (end < gantt.plotLeft - kNothing || begin > gantt.plotRight + kNothing) continue;
        Cell cell{std::max(begin, gantt.plotLeft), std::min(end, gantt.plotRight),
                  classes.of(timeline.program->ops[row]), row};
        cell.room = cell.width();
        // A cell that this leaves no pixel keeps its share of one.
        const double x0 = onPixels(cell.x0, ratio), x1 = onPixels(cell.x1, ratio);
        if (x0 < x1) cell.x0 = x0, cell.x1 = x1;
        cells.push_back(cell);
    }
    return cells;
}

std::vector<Cell> cellsOf(const GanttLayout& gantt, const Timeline& timeline, LaneId lane, const ColorClasses& classes,
                          double ratio) {
    const RowRange rows = timeline.program->lanes[lane.index()];
    return cellsOf(gantt, timeline, std::views::iota(rows.begin, rows.end), classes, ratio);
}

/// For CellDetail::Columns: neighbouring columns of one colour, which mixes the colours of each class and of idle time
/// by their exact shares. Stretches extend slightly below those that follow immediately, so that no ground shows
/// between them if they are drawn in this order, whatever the viewer's pixels. Completely idle columns are left out.
struct Stretch {
    double x0 = 0, x1 = 0;
    QRgb color = 0;
};

std::vector<Stretch> stretchesOf(const GanttPictureLayout& layout, const TrackData& shown, LaneId lane,
                                 const ColorClasses& classes) {
    constexpr double kUnder = 2;
    const GanttLayout& gantt = layout.gantt;
    // Whole pixels, like those of an image.
    const double left = std::round(gantt.plotLeft), right = std::round(gantt.plotRight);
    std::vector<Mix> inks;
    for (int i = 0; i < classes.count(); ++i) inks.push_back(toMix(classes.colorOf(i).rgb()));
    std::vector<Mix> mix(static_cast<std::size_t>(columnsOf(gantt, right - left)));
    ColumnMixer(*shown.timeline, classes, inks, {gantt.timeAt(left), gantt.timeAt(right)}, static_cast<int>(mix.size()),
                shown.sums.get())
        .mix(lane, mix);

    const Mix idle = toMix(idleMean(layout.gantt.style).rgb());
    const auto edge = [&](std::size_t column) {
        return left + (right - left) * static_cast<double>(column) / static_cast<double>(mix.size());
    };
    std::vector<Stretch> stretches;
    for (std::size_t column = 0; column < mix.size(); ++column) {
        if (qAlpha(toRgb(mix[column])) == 0) continue;
        const QRgb color = toRgb(mix[column] + (1 - mix[column][3] / 255) * idle);
        if (!stretches.empty() && stretches.back().x1 == edge(column) && stretches.back().color == color)
            stretches.back().x1 = edge(column + 1);
        else
            stretches.push_back({edge(column), edge(column + 1), color});
    }
    double end = 0;  // of the stretch, without a gap
    for (std::size_t i = stretches.size(); i-- > 0;) {
        Stretch& stretch = stretches[i];
        if (i + 1 == stretches.size() || stretch.x1 != stretches[i + 1].x0) end = stretch.x1;
        stretch.x1 = std::min(stretch.x1 + kUnder, end);
    }
    return stretches;
}

/// The area of a device's activations on the strip.
QPainterPath heldStrip(const GanttPictureLayout& layout, int track, LaneId lane) {
    const GanttLayout& gantt = layout.gantt;
    const GanttTrack& t = gantt.tracks[static_cast<std::size_t>(track)];
    const TrackData& shown = layout.shown[static_cast<std::size_t>(track)];
    const HeldActivations& held = (*shown.held)[t.program->workerOf(lane).index()];
    return heldArea(heldSteps(held, gantt, columnsOf(gantt, gantt.plotRight - gantt.plotLeft)),
                    gantt.heldRect(track, lane), gantt.heldScale);
}

/// How the cells of a program look: look ids by class, created on first use.
class CellLooks {
public:
    CellLooks(DisplayList& list, const Program& program, const GanttStyle& style)
        : m_list(list),
          m_style(style),
          m_classes(program, style),
          m_cells(static_cast<std::size_t>(m_classes.count()), kNoLook),
          m_labels(m_cells) {}

    const ColorClasses& classes() const { return m_classes; }

    LookId cell(int colorClass) {
        LookId& id = m_cells[static_cast<std::size_t>(colorClass)];
        if (id != kNoLook) return id;
        const QByteArray shade = shadeName(colorClass);
        Look look = cellLook(m_style, kindName(colorClass) + (shade.isEmpty() ? shade : ' ' + shade),
                             m_classes.kindOf(colorClass), m_classes.colorOf(colorClass));
        if (m_style.muted) look.within = "pinned";
        if (!look.stroke)
            look.stroke =
                Stroke{.color = themeOf(m_style.theme).window, .width = kCellGapShare, .order = Stroke::Order::Apart};
        return id = m_list.use(look);
    }

    LookId label(int colorClass) {
        LookId& id = m_labels[static_cast<std::size_t>(colorClass)];
        if (id != kNoLook) return id;
        const QByteArray names = m_list.looks[static_cast<std::size_t>(cell(colorClass))].names;
        return id = m_list.use(filled("label-" + names, textOn(m_classes.colorOf(colorClass))));
    }

private:
    QByteArray kindName(int colorClass) const { return infoOf(m_classes.kindOf(colorClass)).id.data(); }

    /// Which of several shades of the kind it is.
    QByteArray shadeName(int colorClass) const {
        const int shade = colorClass % m_classes.shades();
        if (m_style.colorBy == ColorBy::Microbatch) return "m" + QByteArray::number(shade);
        if (shade == 0) return {};
        return "v" + QByteArray::number(m_classes.shades()) + "c" + QByteArray::number(shade);
    }

    DisplayList& m_list;
    const GanttStyle& m_style;
    ColorClasses m_classes;
    std::vector<LookId> m_cells, m_labels;
};

QByteArray markName(SchemeMark mark) {
    switch (mark) {
        case SchemeMark::Fetch: return "weights";
        case SchemeMark::Arrival: return "input";
        case SchemeMark::Departure: break;
    }
    return "activations";
}

/// Adds one track to a list.
class Track {
public:
    Track(DisplayList& list, const GanttPictureLayout& layout, int index, double ratio)
        : m_list(list),
          m_layout(layout),
          m_ratio(ratio),
          m_gantt(layout.gantt),
          m_index(index),
          m_track(layout.gantt.tracks[static_cast<std::size_t>(index)]),
          m_shown(layout.shown[static_cast<std::size_t>(index)]),
          m_dimmed(layout.pointedOut.dimmed[static_cast<std::size_t>(index)]),
          m_labels(list, layout.gantt) {}

    void add(const TitleColumns& columns) {
        std::vector<Datum> data;
        if (!m_shown.kind.isEmpty()) data.push_back({"kind", m_shown.kind});
        data.push_back({"title", m_track.title});
        m_list.begin("schedule", std::move(data));
        addTitle(m_list, m_gantt, columns, m_index);
        if (m_shown.timeline) addDevices();
        addMemories(m_list, m_gantt, m_index, m_shown, m_track.top, m_track.bottom);
        addGroups(m_list, m_gantt, m_index);
        addSeams(m_list, m_gantt, m_index);
        if (m_shown.timeline && m_track.rows > 0 && m_layout.detail == CellDetail::Single) {
            const std::pair lanes(0, static_cast<int>(m_track.program->lanes.size()));
            addRecompute(m_list, m_gantt, m_index, m_shown, lanes);
            addTies(m_list, m_gantt, m_index, *m_shown.timeline, lanes);
        }
        m_list.end();
    }

    /// Added over rows of pixels: the veil.
    void addDimmed() {
        if (m_dimmed.empty() || !m_shown.timeline || m_track.rows == 0) return;
        const Program& program = *m_track.program;
        CellLooks looks(m_list, program, m_gantt.style);
        for (LaneId lane(0); lane.index() < program.lanes.size(); ++lane.value) {
            const Lane& rows = program.lanes[lane.index()];
            const auto first = std::ranges::lower_bound(m_dimmed, rows.begin);
            const auto end = std::ranges::lower_bound(m_dimmed, rows.end);
            if (first == end) continue;
            const QRectF rect = m_gantt.laneRect(m_index, lane);
            const auto cells =
                cellsOf(m_gantt, *m_shown.timeline, std::ranges::subrange(first, end), looks.classes(), m_ratio);
            addVeil(cells, rect);
        }
    }

private:
    /// The place of a row of cells, and the ends of its idle ground.
    struct RowPlace {
        LaneId lane;
        QRectF rect;
        std::pair<double, double> ends;
    };

    void addDevices() {
        const Program& program = *m_track.program;
        CellLooks looks(m_list, program, m_gantt.style);
        const GanttStyle behind = pinnedStyle(m_gantt.style);
        const TrackData* const pinned = m_shown.pinned.get();
        const Program& other = pinned ? *pinned->timeline->program : program;
        CellLooks ghost(m_list, other, behind);
        const auto inSight = [this](double x0, double x1) {
            return std::pair(onPixels(std::clamp(x0, m_gantt.plotLeft, m_gantt.plotRight), m_ratio),
                             onPixels(std::clamp(x1, m_gantt.plotLeft, m_gantt.plotRight), m_ratio));
        };
        const std::pair ends = inSight(m_track.x0, m_track.x1);
        const std::pair ghostEnds = inSight(m_track.ghost.x0, m_track.ghost.x1);
        for (int i = 0; i < m_track.rows; ++i) {
            const WorkerId device(i);
            const LaneId lane = program.computeLane(device);
            m_list.begin("device", {{"device", QString::number(i)}});
            m_labels.add(m_index, lane);
            addRow("row", m_shown, {lane, rowOnPixels(m_gantt.laneRect(m_index, lane)), ends}, m_gantt.style, looks);
            if (i < m_track.ghost.rows)
                addRow("pinned", *pinned,
                       {other.computeLane(device), rowOnPixels(m_gantt.ghostRect(m_index, lane)), ghostEnds}, behind,
                       ghost);
            for (LaneId below(lane.value + 1);
                 below.index() < program.lanes.size() && program.workerOf(below) == device; ++below.value) {
                m_labels.add(m_index, below);
                addRow(program.lanes[below.index()].role == Role::Fetch ? "fetches" : "row", m_shown,
                       {below, rowOnPixels(m_gantt.laneRect(m_index, below)), ends}, m_gantt.style, looks);
            }
            if (!m_track.held.empty()) addHeld(device, lane);
            m_list.end();
        }
    }

    /// A row of a picture of pixels begins and ends at whole ones, from the top of the picture.
    QRectF rowOnPixels(QRectF rect) const {
        if (m_ratio == 0) return rect;
        const auto snapped = [this](double y) {
            return std::round((y + m_layout.ganttTop) * m_ratio) / m_ratio - m_layout.ganttTop;
        };
        rect.setTop(snapped(rect.top()));
        rect.setBottom(snapped(rect.bottom()));
        return rect;
    }

    void addHeld(WorkerId device, LaneId lane) {
        m_labels.addHeld(m_index, lane);
        m_list.add(DisplayPath{m_list.use(heldLook(m_gantt.style)), heldStrip(m_layout, m_index, lane), 0,
                               neededText(device)});
        addLimit(m_list, m_gantt, m_index, lane);
    }

    QString neededText(WorkerId device) const {
        const QString name = m_shown.words.nameOf(device);
        const double most = m_track.held[device.index()];
        return most == 1 ? Text::tr("%1 needs 1 activation").arg(name)
                         : Text::tr("%1 needs %2 activations").arg(name, formatNumber(most, 4));
    }

    void addRow(const char* names, const TrackData& shown, const RowPlace& row, const GanttStyle& style,
                CellLooks& looks) {
        const Program& program = *shown.timeline->program;
        m_list.begin(names, {{"lane", toQString(infoOf(program.lanes[row.lane.index()].role).id)}});
        if (program.isWork(row.lane))
            m_list.add(
                DisplayRect{m_list.use(filled("row-ground", m_gantt.style.ground())),
                            {row.ends.first, row.rect.top(), row.ends.second - row.ends.first, row.rect.height()}});
        if (m_layout.detail == CellDetail::Columns) {
            if (program.isWork(row.lane)) addIdle(row, shown, {});
            for (const Stretch& stretch : stretchesOf(m_layout, shown, row.lane, looks.classes()))
                m_list.add(DisplayRect{
                    kNoLook, {stretch.x0, row.rect.top(), stretch.x1 - stretch.x0, row.rect.height()}, stretch.color});
            if (!m_dimmed.empty() && !style.muted)
                addVeil(cellsOf(m_gantt, *shown.timeline, row.lane, looks.classes(), m_ratio), row.rect);
        } else {
            const auto cells = cellsOf(m_gantt, *shown.timeline, row.lane, looks.classes(), m_ratio);
            const double cellWidth = meanCellWidth(m_gantt, *shown.timeline);
            // Cells too narrow to be separated are drawn on idle ground, which keeps files small.
            const bool areApart = m_layout.detail == CellDetail::Single || setApart(m_gantt.style, cellWidth) > 0;
            if (program.isWork(row.lane)) addIdle(row, shown, areApart ? cells : std::vector<Cell>());
            if (m_layout.detail == CellDetail::Paths) {
                addMerged(cells, row.rect, cellWidth, looks);
                if (!style.muted) addVeil(cells, row.rect);
            } else {
                addCells(cells, row, shown, style, looks);
            }
        }
        m_list.end();
    }

    /// The idle ground that the ops of a row leave: it is not visible between two ops that follow immediately, nor at
    /// their edges.
    void addIdle(const RowPlace& row, const TrackData& shown, const std::vector<Cell>& cells) {
        constexpr double kNothing = 1e-3;  // of a pixel
        DisplayRects idle{.look = m_list.use(idleLook(m_gantt.style)), .outline = 0};
        double from = row.ends.first;
        const auto addUntil = [&](double to) {
            if (to - from > kNothing) idle.rects.push_back({from, row.rect.top(), to - from, row.rect.height()});
        };
        for (const Cell& cell : cells) {
            addUntil(cell.x0);
            from = std::max(from, cell.x1);
        }
        addUntil(row.ends.second);
        if (!idle.rects.empty()) m_list.add(std::move(idle));
        if (shown.spending) addExposed(row, shown);
    }

    void addExposed(const RowPlace& row, const TrackData& shown) {
        const WorkerId worker = shown.timeline->program->workerOf(row.lane);
        for (const Spending on : {Spending::ExposedCommunication, Spending::ExposedOffload}) {
            DisplayRects shape{.look = kNoLook, .outline = 0};
            for (const SpendingSpan& span : shown.spending->of(worker))
                if (span.on == on) {
                    const double x0 = std::max(m_gantt.xOf(static_cast<double>(span.begin)), m_gantt.plotLeft);
                    const double x1 = std::min(m_gantt.xOf(static_cast<double>(span.end)), m_gantt.plotRight);
                    if (x1 <= x0) continue;
                    shape.rects.push_back({x0, row.rect.top(), x1 - x0, row.rect.height()});
                }
            if (shape.rects.empty()) continue;
            shape.look = m_list.use(exposedLook(m_gantt.style, on));
            m_list.add(std::move(shape));
        }
    }

    void addMerged(const std::vector<Cell>& cells, const QRectF& rect, double cellWidth, CellLooks& looks) {
        std::map<int, DisplayRects> shapes;
        for (const Cell& cell : cells)
            shapes[cell.colorClass].rects.push_back({cell.x0, rect.top(), cell.width(), rect.height()});
        for (auto& [colorClass, shape] : shapes) {
            shape.look = looks.cell(colorClass);
            shape.outline = setApart(m_gantt.style, cellWidth);
            m_list.add(std::move(shape));
        }
    }

    void addCells(const std::vector<Cell>& cells, const RowPlace& row, const TrackData& shown, const GanttStyle& style,
                  CellLooks& looks) {
        const Program& program = *shown.timeline->program;
        const bool isFetch = program.lanes[row.lane.index()].role == Role::Fetch;
        const QString title = style.muted ? Text::tr("pinned: %1")
                              : isFetch   ? Text::tr("weights for %1")
                                          : QStringLiteral("%1");
        for (const Cell& cell : cells) addCell(cell, row.rect, shown, title, looks);
        if (program.hasPairs) addPairFrames(cells, row.rect, program);
        if (style.muted) return;
        const RowLabels& labels = labelsOf(program.lanes[row.lane.index()].role, row.rect.height());
        if (program.isWork(row.lane)) addMarks(cells, row.rect, shown, labels, looks.classes());
        addVeil(cells, row.rect);
        addLabels(cells, row.rect, program, labels, looks);
    }

    bool isDimmed(Row row) const { return std::ranges::binary_search(m_dimmed, row); }

    /// Covers the dimmed cells with as few rectangles as possible, including part of the gaps around them, because
    /// pixels are rounded there.
    void addVeil(const std::vector<Cell>& cells, const QRectF& rect) {
        constexpr double kTogether = 0.5, kAround = 0.4;
        if (m_dimmed.empty()) return;
        std::vector<QRectF> boxes;
        for (const Cell& cell : cells) {
            if (!isDimmed(cell.row)) continue;
            if (!boxes.empty() && cell.x0 - boxes.back().right() < kTogether)
                boxes.back().setRight(std::max(boxes.back().right(), cell.x1));
            else
                boxes.emplace_back(cell.x0, rect.top(), cell.width(), rect.height());
        }
        if (boxes.empty()) return;
        for (QRectF& box : boxes) box.adjust(-kAround, -kAround, kAround, kAround);
        m_list.add(DisplayRects{m_list.use(filled("dimmed", veilColor(m_gantt.style))), std::move(boxes), 0});
    }

    void addPairFrames(const std::vector<Cell>& cells, const QRectF& rect, const Program& program) {
        const Stroke stroke = pairStroke(m_gantt.style);
        const double across = pairInset(m_gantt.style), down = stroke.width / 2;
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            if (!program.ops[cells[i].row].opensPair() || !program.ops[cells[i + 1].row].closesPair()) continue;
            const double left = cells[i].x0 + across, right = cells[i + 1].x1 - across;
            if (!isFramed(0, cells[i].room + cells[i + 1].room)) continue;
            m_list.add(
                DisplayRect{.look = m_list.use({.names = "pair", .stroke = stroke}),
                            .rect = QRectF(left, rect.top(), right - left, rect.height()).adjusted(0, down, 0, -down)});
        }
    }

    /// The labels of the rows of all lanes of a role, which are equally high.
    const RowLabels& labelsOf(Role role, double height) {
        std::optional<RowLabels>& labels = m_rowLabels[static_cast<std::size_t>(role)];
        if (labels) return *labels;
        const Timeline& timeline = *m_shown.timeline;
        std::vector<LaneId> lanes;
        for (LaneId lane(0); lane.index() < timeline.program->lanes.size(); ++lane.value)
            if (timeline.program->lanes[lane.index()].role == role) lanes.push_back(lane);
        const GanttStyle& style = m_gantt.style;
        const LabelView view = labelView(m_gantt, *timeline.program);
        return labels.emplace(style, height, *timeline.program, labelRooms(style, timeline, lanes, view));
    }

    void addCell(const Cell& cell, const QRectF& rect, const TrackData& shown, const QString& title, CellLooks& looks) {
        DisplayRect shape{.look = looks.cell(cell.colorClass),
                          .rect = {cell.x0, rect.top(), cell.width(), rect.height()},
                          .outline = setApart(m_gantt.style, cell.room)};
        if (m_layout.areCellsTold && m_ratio == 0) tell(shape, cell, shown, title);
        m_list.add(std::move(shape));
    }

    void tell(DisplayRect& shape, const Cell& cell, const TrackData& shown, const QString& title) const {
        const Timeline& timeline = *shown.timeline;
        const Program& program = *timeline.program;
        const Op op = program.ops[cell.row];
        const GanttStyle& style = m_gantt.style;
        const QString unit = shown.timeUnit.isEmpty() ? QString() : QLatin1Char(' ') + shown.timeUnit;
        const int stage = (program.lines > 1 ? program.modelStage(op.stage()) : op.stage()).value;
        const QString name = shown.words.naming == Words::Naming::Own
                                 ? shown.words.nameOf(op, style.firstNumber)
                                 : Text::tr("%1 %2, stage %3")
                                       .arg(toQString(letter(op.kind())))
                                       .arg(microbatchText(op, program.pieces, style.firstNumber))
                                       .arg(stage + style.firstNumber);
        const auto other = otherOfPair(program, cell.row);
        const QString start = formatExact(toUnits(timeline.startOf(cell.row))),
                      end = formatExact(toUnits(timeline.end[cell.row])) + unit;
        const QString facts =
            other ? Text::tr("%1, %2 – %3, fused with %4")
                        .arg(name, start, end, shown.words.nameOf(program.ops[*other], style.firstNumber))
                  : Text::tr("%1, %2 – %3").arg(name, start, end);
        const QString more = shown.more ? shown.more(cell.row) : QString();
        shape.title = title.arg(more.isEmpty() ? facts : QStringLiteral("%1: %2").arg(more, facts));
        shape.data = {{"microbatch", microbatchText(op, program.pieces, 0)},
                      {"stage", QString::number(stage)},
                      {"chunk", QString::number(program.chunkOf(op.stage()))}};
    }

    void addLabels(const std::vector<Cell>& cells, const QRectF& rect, const Program& program, const RowLabels& labels,
                   CellLooks& looks) {
        const double usual = cellFontPixels(m_gantt.style, m_gantt.cellHeight);
        const QFont font = uiFont(usual, cellWeight(m_gantt.style));
        const double capShare = QFontMetricsF(uiFont(100, cellWeight(m_gantt.style))).capHeight() / 100;
        // Over the veil, in an ink that is legible there.
        const Look dimmedLabel =
            filled("label-dimmed", mixed(themeOf(m_gantt).text, m_gantt.style.ground(), kDimmedInk));
        const LabelView view = labelView(m_gantt, program);
        bool any = false;
        for (const Cell& cell : cells) {
            const auto label = labels.of(program.ops[cell.row], view.roomOf(program.ops[cell.row], cell.room));
            if (!label) continue;
            if (!any) m_list.begin(m_list.use({.names = "labels", .lettering = Lettering{font, Anchor::Middle}}));
            any = true;
            const QString words = label->text.text();
            const double x = (cell.x0 + cell.x1) / 2 + labelShift(m_gantt.style, program.ops[cell.row]);
            m_list.add(DisplayText{isDimmed(cell.row) ? m_list.use(dimmedLabel) : looks.label(cell.colorClass),
                                   {x, rect.center().y() + label->type.pixels * capShare / 2},
                                   words,
                                   label->type.pixels == font.pixelSize() ? 0 : label->type.pixels});
        }
        if (any) m_list.end();
    }

    /// Marks with the same meaning and colour form one path.
    void addMarks(const std::vector<Cell>& cells, const QRectF& rect, const TrackData& shown, const RowLabels& labels,
                  const ColorClasses& classes) {
        const OpMarks marks(shown, m_gantt.style.marks);
        if (!marks.any()) return;
        const LabelView view = labelView(m_gantt, *shown.timeline->program);
        std::map<std::pair<SchemeMark, QRgb>, QPainterPath> paths;
        for (const Cell& cell : cells) {
            const Op op = shown.timeline->program->ops[cell.row];
            const double outline = setApart(m_gantt.style, cell.room);
            const QRectF box(cell.x0 + outline / 2, rect.top(), cell.width() - outline, rect.height());
            const QSizeF label = RowLabels::roomOf(labels.of(op, view.roomOf(op, cell.room)));
            for (const PlacedMark& mark : placedMarks(m_gantt.style, marks, op, box, label)) {
                QPainterPath& path = paths[{mark.mark, textOn(classes.colorOf(cell.colorClass)).rgb()}];
                path.addPolygon(mark.shape);
                path.closeSubpath();
            }
        }
        if (paths.empty()) return;
        m_list.begin("marks");
        for (const auto& [mark, path] : paths) {
            const Look look{.names = "mark-" + markName(mark.first)};
            m_list.add(DisplayPath{m_list.use(look), path, mark.second, markText(mark.first)});
        }
        m_list.end();
    }

    DisplayList& m_list;
    const GanttPictureLayout& m_layout;
    double m_ratio;
    const GanttLayout& m_gantt;
    int m_index;
    const GanttTrack& m_track;
    const TrackData& m_shown;
    const std::vector<Row>& m_dimmed;
    LaneLabels m_labels;
    std::array<std::optional<RowLabels>, kRoleInfos.size()> m_rowLabels;
};

}  // namespace

void addSchedules(DisplayList& list, const GanttPictureLayout& layout, double ratio) {
    const TitleColumns columns = titleColumns(layout.gantt);
    addHeads(list, layout.gantt, columns);
    for (int i = 0; i < static_cast<int>(layout.shown.size()); ++i) Track(list, layout, i, ratio).add(columns);
}

void addDimmed(DisplayList& list, const GanttPictureLayout& layout) {
    for (int i = 0; i < static_cast<int>(layout.shown.size()); ++i) Track(list, layout, i, 0).addDimmed();
}

}  // namespace bubblescope
