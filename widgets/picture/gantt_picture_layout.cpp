#include "widgets/picture/gantt_picture_layout.h"

#include "engine/core/text.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/gantt_paint.h"
#include "widgets/kit/symbol.h"
#include "widgets/picture/picture.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kTop = 8;
constexpr double kTitleHeight = 40;
constexpr double kNoticeHeight = 64;
constexpr std::size_t kMaxPathCells = 400'000;

QString tr(const char* text) { return QCoreApplication::translate("Picture", text); }

QString thousands(long long number) { return QString::fromStdString(withThousands(number)); }

Error sizeError(const char* field, const QString& message) { return {message.toStdString(), field}; }

std::vector<Shown> chosen(const std::vector<Shown>& shown, const std::vector<int>& indices) {
    if (indices.empty()) return shown;
    std::vector<Shown> some;
    for (const int index : indices)
        if (index >= 0 && static_cast<std::size_t>(index) < shown.size())
            some.push_back(shown[static_cast<std::size_t>(index)]);
    return some;
}

GanttStyle styleOf(const PictureOptions& options) {
    GanttStyle style;
    style.theme = options.theme;
    style.palette = &opPalette(options.palette);
    style.colorBy = options.colorBy;
    style.labels = options.labels;
    style.marks = options.marks;
    style.firstNumber = options.firstNumber;
    style.onPaper = true;
    return style;
}

std::size_t countCells(const std::vector<Shown>& shown) {
    std::size_t cells = 0;
    for (const Shown& track : shown)
        for (const Shown* one : {&track, track.pinned.get()})
            if (one && one->timeline)
                for (const RowRange& lane : one->timeline->program->lanes) cells += lane.size();
    return cells;
}

CellDetail detailOf(std::size_t cells) {
    if (cells <= kMaxSingleCells) return CellDetail::Single;
    return cells <= kMaxPathCells ? CellDetail::Paths : CellDetail::Columns;
}

/// Whether cells are too narrow for a hatch.
bool isDense(const GanttPictureLayout& layout) {
    constexpr double kNarrow = 3;
    return layout.detail != CellDetail::Single ||
           std::any_of(layout.shown.begin(), layout.shown.end(), [&](const Shown& one) {
               return one.timeline && meanCellWidth(layout.gantt, *one.timeline) < kNarrow;
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

}  // namespace

double meanCellWidth(const GanttLayout& layout, const Timeline& timeline) {
    std::size_t most = 1;
    for (const RowRange& lane : timeline.program->lanes) most = std::max(most, lane.size());
    const double width =
        layout.xOf(static_cast<double>(timeline.latestEnd)) - layout.xOf(static_cast<double>(timeline.earliestStart));
    return width / static_cast<double>(most);
}

Result<GanttPictureLayout> layoutGanttPicture(const std::vector<Shown>& shown, const PictureOptions& options) {
    if (const auto checked = checkPictureSides(options.width, options.height); !checked) return checked.error();
    GanttPictureLayout out;
    out.title = elidedSymbols(pictureTitleFont(), options.title.simplified(), options.width - 2 * kPictureTitleX);
    out.shown = chosen(shown, options.schedules);
    const std::size_t cells = countCells(out.shown);
    out.detail = detailOf(cells);
    out.areCellsTold = cells <= kMaxToldCells;
    const bool isEmpty =
        std::none_of(out.shown.begin(), out.shown.end(), [](const Shown& one) { return one.timeline != nullptr; });
    const bool isAwaited =
        std::any_of(out.shown.begin(), out.shown.end(), [](const Shown& one) { return !one.awaited.isEmpty(); });
    if (isEmpty)
        out.notice = out.shown.empty() ? tr("No schedule is chosen.")
                     : isAwaited       ? tr("No schedule is computed yet.")
                                       : tr("No schedule can run this workload.");

    GanttStyle style = styleOf(options);
    const TimeRange range = fittingRange(out.shown);
    const auto stack = [&](double height) {
        return layoutGantt(out.shown, {}, style, range, QSizeF(options.width, height));
    };
    out.ganttTop = kTop + (out.title.isEmpty() ? 0 : kTitleHeight);
    out.gantt = stack(0);
    style.areFactsBelow = isAnyNameCut(out.gantt);
    checkMarks(out.gantt, out.shown);
    style.lowerLines = options.legend ? legendLines(out.gantt) : 0;
    out.gantt = stack(0);
    const double footer = isEmpty ? kNoticeHeight : out.gantt.footerHeight;
    const auto needed = [&] { return static_cast<int>(std::ceil(out.ganttTop + out.gantt.contentHeight + footer)); };

    // Lower rows, where the usual ones make the picture too high.
    const int most = options.height.value_or(kMaxPictureSide);
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
    checkMarks(out.gantt, out.shown);
    if (!options.legend) out.gantt.legend.clear();
    out.gantt.style.hatched = !isDense(out);
    out.gantt.until = options.until;
    return out;
}

}  // namespace bubblescope
