#include "widgets/picture/figure_layout.h"

#include "widgets/gantt/gantt_paint.h"
#include "widgets/gantt/held_strip.h"

#include "engine/core/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bubblescope {

namespace {

constexpr double kTop = 8;
constexpr double kTitleHeight = 40;
constexpr double kNoticeHeight = 64;
constexpr std::size_t kMaxPathCells = 400'000;
constexpr double kMaxColumns = 300'000;  // of all lanes
// A page of PDF is at most 14,400 points wide and high.
constexpr int kMaxPdfSide = 19'200;

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

QString thousands(long long number) { return QString::fromStdString(withThousands(number)); }

Error sizeError(const char* field, const QString& message) { return {message.toStdString(), field}; }

std::vector<Outcome> chosen(const std::vector<Outcome>& outcomes, const std::vector<int>& indices) {
    if (indices.empty()) return outcomes;
    std::vector<Outcome> some;
    for (const int index : indices)
        if (index >= 0 && static_cast<std::size_t>(index) < outcomes.size())
            some.push_back(outcomes[static_cast<std::size_t>(index)]);
    return some;
}

GanttStyle styleOf(const FigureOptions& options, const std::vector<Outcome>& outcomes) {
    GanttStyle style;
    style.theme = options.theme;
    style.palette = &opPalette(options.palette);
    style.colorBy = options.colorBy;
    style.labels = options.labels;
    style.marks = options.marks;
    style.firstNumber = options.firstNumber;
    style.bubble = options.bubble;
    style.onPaper = true;
    for (const Outcome& outcome : outcomes)
        if (outcome.run) style.timeUnit = QString::fromStdString(outcome.run->schedule.workload.timeUnit);
    return style;
}

CellDetail detailOf(const std::vector<Outcome>& outcomes) {
    std::size_t cells = 0;
    for (const Outcome& outcome : outcomes)
        for (const Run* run : {static_cast<const Run*>(outcome.run.get()), outcome.pinned()})
            if (run)
                for (const RowRange& lane : run->timeline->program->lanes) cells += lane.size();
    if (cells <= kMaxSingleCells) return CellDetail::Single;
    return cells <= kMaxPathCells ? CellDetail::Paths : CellDetail::Columns;
}

bool hasRun(const Outcome& outcome) { return outcome.run != nullptr; }

/// Whether cells are too narrow for a hatch.
bool isDense(const FigureLayout& layout) {
    constexpr double kNarrow = 3;
    return layout.detail != CellDetail::Single ||
           std::any_of(layout.shown.begin(), layout.shown.end(), [&](const Outcome& outcome) {
               return outcome.run && meanCellWidth(layout.gantt, *outcome.run->timeline) < kNarrow;
           });
}

/// Gives the rows what a given height leaves over.
void stretchRows(GanttLayout& gantt, double extra) {
    const double most = gantt.heightOfRows(gantt.rowHeight) + extra;
    if (gantt.heightOfRows(1) <= 0) return;
    double height = gantt.rowHeight;
    while (gantt.heightOfRows(height + 1) <= most) ++height;
    gantt.setRowHeight(height);
}

/// As many columns a lane as keep the whole file in bounds, at most one a pixel.
int columnsOf(const GanttLayout& gantt, double width) {
    double lanes = 0;
    for (const GanttTrack& track : gantt.tracks)
        if (track.rows > 0) lanes += static_cast<double>(track.program->lanes.size());
    return static_cast<int>(std::clamp(kMaxColumns / std::max(1.0, lanes), 16.0, std::max(16.0, width)));
}

/// What an idle stretch looks like from afar.
Mix idleMix(const Theme& theme) {
    const auto hatch = static_cast<float>(std::sqrt(2.0) / gantt_lengths::kHatchPeriod);
    return (1 - hatch) * toMix(theme.idle.rgb()) + hatch * toMix(theme.idleHatch.rgb());
}

}  // namespace

QFont figureTitleFont() { return uiFont(18, QFont::DemiBold); }
QFont figureNoticeFont() { return uiFont(14); }

Result<FigureLayout> layoutFigure(const std::vector<Outcome>& outcomes, const FigureOptions& options) {
    if (const auto checked = checkFigureSides(options.width, options.height); !checked) return checked.error();
    FigureLayout out;
    out.title = QFontMetricsF(figureTitleFont())
                    .elidedText(options.title.simplified(), Qt::ElideRight, options.width - 2 * kFigureTitleX);
    out.shown = chosen(outcomes, options.schedules);
    out.detail = detailOf(out.shown);
    const bool isEmpty = std::none_of(out.shown.begin(), out.shown.end(), hasRun);
    const bool isAwaited = std::any_of(out.shown.begin(), out.shown.end(), std::mem_fn(&Outcome::isAwaited));
    if (isEmpty)
        out.notice = out.shown.empty() ? tr("No schedule is chosen.")
                     : isAwaited       ? tr("No schedule is computed yet.")
                                       : tr("No schedule can run this workload.");

    const GanttStyle style = styleOf(options, out.shown);
    const TimeRange range = fittingRange(out.shown);
    const auto stack = [&](double height) {
        return layoutGantt(out.shown, {}, style, range, QSizeF(options.width, height));
    };
    out.ganttTop = kTop + (out.title.isEmpty() ? 0 : kTitleHeight);
    out.gantt = stack(0);
    const double footer = isEmpty ? kNoticeHeight : out.gantt.footerHeight;
    const auto needed = [&] { return static_cast<int>(std::ceil(out.ganttTop + out.gantt.contentHeight + footer)); };

    // Lower rows, where the usual ones make the picture too high.
    const int most = options.height.value_or(kMaxFigureSide);
    if (needed() > most) out.gantt = stack(std::max(1.0, most - out.ganttTop - footer + out.gantt.footerHeight));
    if (needed() > most && options.height)
        return sizeError(
            "height",
            tr("%1 pixels are too few for these rows, which need %2").arg(thousands(most), thousands(needed())));
    if (needed() > most)
        return sizeError("", tr("the picture would be %1 pixels high, the limit is %2: choose fewer schedules")
                                 .arg(thousands(needed()), thousands(most)));
    if (options.height) stretchRows(out.gantt, most - needed());
    // Multiples of 4 are whole points in a PDF.
    out.size = QSize(options.width, options.height.value_or((needed() + 3) / 4 * 4));
    out.footerTop = out.size.height() - footer;
    out.gantt.size = QSizeF(options.width, out.footerTop - out.ganttTop + out.gantt.footerHeight);
    if (!options.legend) out.gantt.legend.clear();
    if (out.isHatched() && isDense(out)) out.gantt.style.palette = &withoutHatches(*out.gantt.style.palette);
    return out;
}

Result<void> checkFigureSides(int width, std::optional<int> height) {
    if (width < kMinFigureWidth || width > kMaxFigureSide)
        return sizeError("width", tr("must be from %1 to %2 pixels, is %3")
                                      .arg(kMinFigureWidth)
                                      .arg(thousands(kMaxFigureSide), thousands(width)));
    if (height && (*height < 1 || *height > kMaxFigureSide))
        return sizeError("height",
                         tr("must be from 1 to %1 pixels, is %2").arg(thousands(kMaxFigureSide), thousands(*height)));
    return {};
}

Result<void> checkFigureSize(const QSize& size, FigureFormat format, double pixelRatio) {
    if (format == FigureFormat::Pdf && std::max(size.width(), size.height()) > kMaxPdfSide)
        return sizeError("", tr("a page of PDF is at most %1 pixels wide and high, this picture is %2 x %3")
                                 .arg(thousands(kMaxPdfSide), thousands(size.width()), thousands(size.height())));
    if (format != FigureFormat::Png) return {};
    const auto width = std::llround(size.width() * pixelRatio), height = std::llround(size.height() * pixelRatio);
    if (std::max(width, height) > kMaxFigureSide || width * height > kMaxFigurePixels)
        return sizeError(
            "", tr("%1 x %2 is too large for a PNG: at most %3 pixels a side and %4 in all")
                    .arg(thousands(width), thousands(height), thousands(kMaxFigureSide), thousands(kMaxFigurePixels)));
    return {};
}

double cellOutline(double width) {
    constexpr double kNone = 2, kWhole = 8;
    return std::clamp((width - kNone) / (kWhole - kNone), 0.0, 1.0);
}

double meanCellWidth(const GanttLayout& layout, const Timeline& timeline) {
    std::size_t most = 1;
    for (const RowRange& lane : timeline.program->lanes) most = std::max(most, lane.size());
    const double width =
        layout.xOf(static_cast<double>(timeline.latestEnd)) - layout.xOf(static_cast<double>(timeline.earliestStart));
    return width / static_cast<double>(most);
}

std::vector<FigureCell> figureCells(const FigureLayout& layout, const Timeline& timeline, LaneId lane,
                                    const ColorClasses& classes) {
    const GanttLayout& gantt = layout.gantt;
    // Every op, those without duration too: a file is also read by programs.
    std::vector<FigureCell> cells;
    const RowRange rows = timeline.program->lanes[lane.index()];
    for (Row row = rows.begin; row < rows.end; ++row)
        cells.push_back({gantt.xOf(static_cast<double>(timeline.startOf(row))),
                         gantt.xOf(static_cast<double>(timeline.end[row])), classes.of(timeline.program->ops[row]),
                         row});
    return cells;
}

std::vector<FigureStretch> figureStretches(const FigureLayout& layout, const Run& run, LaneId lane,
                                           const ColorClasses& classes) {
    constexpr double kUnder = 2;
    const GanttLayout& gantt = layout.gantt;
    // Whole pixels, as those of an image.
    const double left = std::round(gantt.plotLeft), right = std::round(gantt.plotRight);
    std::vector<Mix> inks;
    for (int i = 0; i < classes.count(); ++i) inks.push_back(toMix(classes.colorOf(i).rgb()));
    std::vector<Mix> mix(static_cast<std::size_t>(columnsOf(gantt, right - left)));
    ColumnMixer(*run.timeline, classes, inks, {gantt.timeAt(left), gantt.timeAt(right)}, static_cast<int>(mix.size()),
                run.sums.get())
        .mix(lane, mix);

    const Mix idle = idleMix(layout.theme());
    const auto edge = [&](std::size_t column) {
        return left + (right - left) * static_cast<double>(column) / static_cast<double>(mix.size());
    };
    std::vector<FigureStretch> stretches;
    for (std::size_t column = 0; column < mix.size(); ++column) {
        if (qAlpha(toRgb(mix[column])) == 0) continue;
        const QRgb color = toRgb(mix[column] + (1 - mix[column][3] / 255) * idle);
        if (!stretches.empty() && stretches.back().x1 == edge(column) && stretches.back().color == color)
            stretches.back().x1 = edge(column + 1);
        else
            stretches.push_back({edge(column), edge(column + 1), color});
    }
    double end = 0;  // of what follows without a gap
    for (std::size_t i = stretches.size(); i-- > 0;) {
        FigureStretch& stretch = stretches[i];
        if (i + 1 == stretches.size() || stretch.x1 != stretches[i + 1].x0) end = stretch.x1;
        stretch.x1 = std::min(stretch.x1 + kUnder, end);
    }
    return stretches;
}

QPainterPath figureHeld(const FigureLayout& layout, int track, LaneId lane) {
    const GanttLayout& gantt = layout.gantt;
    const GanttTrack& t = gantt.tracks[static_cast<std::size_t>(track)];
    const SchemeRun& scheme = *layout.shown[static_cast<std::size_t>(track)].run->scheme;
    const HeldActivations& held = scheme.held[t.program->workerOf(lane).index()];
    return heldArea(heldSteps(held, gantt, columnsOf(gantt, gantt.plotRight - gantt.plotLeft)),
                    gantt.heldRect(track, lane), *std::max_element(t.held.begin(), t.held.end()));
}

QFont cellFont(double pixels) { return uiFont(pixels, QFont::Medium); }

namespace {

/// Beside the line that sets a cell apart.
double labelRoom(const FigureCell& cell) { return cell.x1 - cell.x0 - 1; }

RowLabels rowLabels(const GanttStyle& style, double height, const std::vector<FigureCell>& cells,
                    const Program& program) {
    RowLabels labels(style, height);
    if (labels.areAlike())
        for (const FigureCell& cell : cells) labels.fit(program.ops[cell.row], labelRoom(cell));
    return labels;
}

}  // namespace

std::vector<CellText> cellTexts(const GanttStyle& style, double height, const std::vector<FigureCell>& cells,
                                const Program& program) {
    const RowLabels labels = rowLabels(style, height, cells, program);
    std::vector<CellText> texts;
    for (const FigureCell& cell : cells)
        if (const auto label = labels.of(program.ops[cell.row], labelRoom(cell)))
            texts.push_back({cell, label->text.text(), label->pixels});
    return texts;
}

std::vector<FigureMark> figureMarks(const GanttStyle& style, const QRectF& row, const std::vector<FigureCell>& cells,
                                    const Run& run) {
    std::vector<FigureMark> all;
    const OpMarks marks(run, style.marks);
    if (!marks.any()) return all;
    const Program& program = *run.timeline->program;
    const RowLabels labels = rowLabels(style, row.height(), cells, program);
    for (const FigureCell& cell : cells) {
        const Op op = program.ops[cell.row];
        const double outline = cellOutline(cell.x1 - cell.x0);
        const QRectF box(cell.x0 + outline / 2, row.top(), cell.x1 - cell.x0 - outline, row.height());
        const QSizeF label = RowLabels::roomOf(labels.of(op, labelRoom(cell)));
        for (PlacedMark& mark : placedMarks(style, marks, op, box, label))
            all.push_back({std::move(mark), cell.colorClass});
    }
    return all;
}

}  // namespace bubblescope
