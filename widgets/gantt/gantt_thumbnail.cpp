#include "widgets/gantt/gantt_thumbnail.h"

#include "widgets/gantt/gantt_render.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kLeastGapped = 4;  // device pixels; rows of this height and above have a gap below

}  // namespace

QImage ganttThumbnail(const TrackData& shown, GanttStyle style, QSize room, double ratio) {
    style.labels = CellLabel::None;
    style.marks = {};
    style.onPaper = true;
    const Timeline& timeline = *shown.timeline;
    const int rows = std::min(timeline.program->workers, room.height());
    const int pitch = room.height() / std::max(1, rows);
    const int gap = pitch >= kLeastGapped ? std::max(1, pitch / 8) : 0;

    GanttTrack track;
    track.program = timeline.program;
    track.rows = rows;
    track.pitch = pitch / ratio;
    track.rowsBottom = track.bottom = rows * track.pitch;
    GanttLayout layout;
    layout.style = style;
    layout.range = fittingRange({shown});
    layout.size = QSizeF(room.width(), pitch * rows - gap) / ratio;
    layout.plotRight = layout.size.width();
    layout.contentHeight = layout.size.height();
    layout.rowHeight = track.pitch;
    layout.cellHeight = (pitch - gap) / ratio;
    track.x0 = layout.xOf(static_cast<double>(timeline.earliestStart));
    track.x1 = layout.xOf(static_cast<double>(timeline.latestEnd));
    layout.tracks = {track};
    GanttRenderer renderer;
    return renderer.render(layout, {shown}, 0, ratio);
}

}  // namespace bubblescope
