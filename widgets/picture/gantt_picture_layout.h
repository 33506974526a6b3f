#pragma once

#include "widgets/picture/figure_notes.h"
#include "widgets/picture/gantt_picture.h"

namespace bubblescope {

/// How cells are drawn in vector files: each alone, as one path a device and colour, or - where there are
/// more than any file should hold - as columns in the mean colour of their time, like the pixels of an image.
enum class CellDetail { Single, Paths, Columns };

/// Where everything of a picture of Gantts stands: a title above the stacked Gantts, their axis and legend below, and
/// words below all.
///
/// Shapes  titleLines, captionLines: what has room in a line each
/// Units   CSS pixels; `gantt` counts y from ganttTop, its footer from footerTop
struct GanttPictureLayout {
    QSizeF size;
    QString title;
    QStringList titleLines, captionLines;
    QString notice;  // in place of axis and legend: why there is nothing to see
    std::vector<TrackData> shown;
    GanttLayout gantt;
    double ganttTop = 0;
    double footerTop = 0;
    double captionTop = 0;
    CellDetail detail = CellDetail::Single;
    PointedOut pointedOut;
    bool areCellsTold = true;  // each single one: with its title and data, which take most of a file

    const Theme& theme() const { return themeOf(gantt.style.theme); }
};

/// Errors  see gantt_picture.h
Result<GanttPictureLayout> layoutGanttPicture(const std::vector<TrackData>& shown, const PictureOptions& options);

/// The mean width of the cells of a timeline's busiest lane.
double meanCellWidth(const GanttLayout& layout, const Timeline& timeline);

/// The tracks as shapes: a group for each, in it one for each device.
void addSchedules(DisplayList& list, const GanttPictureLayout& layout);
/// What stands back in them, over the same as pixels.
void addDimmed(DisplayList& list, const GanttPictureLayout& layout);

}  // namespace bubblescope
