#pragma once

#include <QPainterPath>
#include <QSize>

#include "widgets/gantt/lane_coverage.h"
#include "widgets/gantt/scheme_marks.h"
#include "widgets/picture/figure.h"

namespace bubblescope {

/// How cells are drawn in vector files: each alone, as one path a device and colour, or - where there are
/// more than any file should hold - as columns in the mean colour of their time, like the pixels of an image.
enum class CellDetail { Single, Paths, Columns };

/// Where everything of a figure stands: a title above the stacked Gantts, their axis and legend below.
///
/// Units  CSS pixels; `gantt` counts y from ganttTop, its footer from footerTop
struct FigureLayout {
    QSize size;
    QString title;
    QString notice;  // in place of axis and legend: why there is nothing to see
    std::vector<Outcome> shown;
    GanttLayout gantt;
    double ganttTop = 0;
    double footerTop = 0;
    CellDetail detail = CellDetail::Single;

    const Theme& theme() const { return themeOf(gantt.style.theme); }
    bool isHatched() const { return gantt.style.palette->hatched && gantt.style.colorBy == ColorBy::Kind; }
};

inline constexpr double kFigureTitleX = 16, kFigureTitleBaseline = 32, kFigureNoticeBaseline = 34;
QFont figureTitleFont();
QFont figureNoticeFont();

/// Errors  see figure.h
Result<FigureLayout> layoutFigure(const std::vector<Outcome>& outcomes, const FigureOptions& options);

/// Refuses sides that no figure may have; the field is "width" or "height".
Result<void> checkFigureSides(int width, std::optional<int> height);

/// Refuses more pixels than memory should hold, or a page larger than PDF allows.
Result<void> checkFigureSize(const QSize& size, FigureFormat format, double pixelRatio);

/// The outline that sets a cell of this width apart from its neighbours; it must not eat up narrow ones.
double cellOutline(double width);
/// The mean width of the cells of a run's busiest lane.
double meanCellWidth(const GanttLayout& layout, const Timeline& timeline);

/// A cell of a vector file: an op.
struct FigureCell {
    double x0 = 0, x1 = 0;
    int colorClass = 0;
    Row row = 0;
};
std::vector<FigureCell> figureCells(const FigureLayout& layout, const Timeline& timeline, LaneId lane,
                                    const ColorClasses& classes);

/// In Columns, neighbouring columns of one colour: that of each class and of idle time, mixed by their exact shares.
/// Stretches reach a little under those that follow at once, so drawn in this order no ground shows between them,
/// whatever the viewer's pixels. Wholly idle columns are left out.
struct FigureStretch {
    double x0 = 0, x1 = 0;
    QRgb color = 0;
};
std::vector<FigureStretch> figureStretches(const FigureLayout& layout, const Run& run, LaneId lane,
                                           const ColorClasses& classes);

/// The label of a cell.
struct CellText {
    FigureCell cell;
    QString text;
    double pixels = 0;
};
/// The labels of those cells of a row of `height` that have room for one.
std::vector<CellText> cellTexts(const GanttStyle& style, double height, const std::vector<FigureCell>& cells,
                                const Program& program);

/// The marks on the cells of a row that have room for them.
struct FigureMark {
    PlacedMark placed;
    int colorClass = 0;
};
std::vector<FigureMark> figureMarks(const GanttStyle& style, const QRectF& row, const std::vector<FigureCell>& cells,
                                    const Run& run);

/// The area on the strip of what a device holds.
QPainterPath figureHeld(const FigureLayout& layout, int track, LaneId lane);

/// The font of cell texts.
QFont cellFont(double pixels);

Result<QByteArray> svgOf(const FigureLayout& layout, const std::string& scenarioJson);
Result<QByteArray> pdfOf(const FigureLayout& layout, const std::string& scenarioJson);

}  // namespace bubblescope
