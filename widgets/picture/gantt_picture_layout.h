#pragma once

#include "widgets/gantt/annotations.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture.h"

namespace bubblescope {

/// How cells are drawn as shapes: each as its own shape, as one path per device and colour, or, if there are too
/// many for a file, as columns in the mean colour of their time, like the pixels of an image.
enum class CellDetail { Single, Paths, Columns };

/// The length of the optimizer's block, as a share of the longest time.
inline constexpr double kOptimizerShare = 0.03;

/// The layout of a picture of Gantts: a title, the stacked Gantts, their axis and legend, and a caption below.
///
/// Shapes  titleLines, captionLines: one entry per line
/// Units   CSS pixels; `gantt` counts y from ganttTop, and its footer from footerTop
struct GanttPictureLayout {
    QSizeF size;
    QString title;
    QString name;  // of the file, also read aloud: the title, or the names of what it shows
    QStringList titleLines, captionLines;
    QString notice;  // instead of axis and legend: why there is nothing to show
    std::vector<TrackData> shown;
    GanttLayout gantt;
    double ganttTop = 0;
    double footerTop = 0;
    double captionTop = 0, captionType = kCaptionType;
    CellDetail detail = CellDetail::Single;
    PointedOut pointedOut;
    std::vector<Highlight> seen;  // the highlights of the screen
    bool hasOptimizer = false;    // whether schedules end with a block of the optimizer
    bool areCellsTold = true;     // whether each single cell has its title and data, which make up most of a file

    const Theme& theme() const { return themeOf(gantt.style.theme); }
};

/// Errors  see gantt_picture.h
Result<GanttPictureLayout> layoutGanttPicture(const std::vector<TrackData>& shown, const PictureOptions& options);

/// The mean width of the cells of a timeline's busiest lane.
double meanCellWidth(const GanttLayout& layout, const Timeline& timeline);

/// The tracks as shapes: one group per track, and in it one group per device. `ratio` is that of DrawPage.
void addSchedules(DisplayList& list, const GanttPictureLayout& layout, double ratio);
/// The dimmed ops of the tracks, for when the cells are pixels.
void addDimmed(DisplayList& list, const GanttPictureLayout& layout);

}  // namespace bubblescope
