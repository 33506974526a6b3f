#include "widgets/gantt/gantt_thumbnail.h"

#include "widgets/gantt/gantt_render.h"

#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kBetweenGantts = 5;  // logical pixels between two Gantts
constexpr int kLeastGapped = 4;       // device pixels; rows of this height and above have a gap below

QImage thumbnailOf(const TrackData& shown, const TimeRange& range, const GanttStyle& style, QSize room, double ratio) {
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
    layout.range = range;
    layout.size = QSizeF(room.width(), pitch * rows - gap) / ratio;
    layout.plotRight = layout.size.width();
    layout.contentHeight = layout.size.height();
    layout.rowHeight = track.pitch;
    layout.cellHeight = (pitch - gap) / ratio;
    track.x0 = layout.xOf(static_cast<double>(timeline.earliestStart));
    track.x1 = layout.xOf(static_cast<double>(timeline.latestEnd));
    layout.tracks = {track};
    GanttRenderer renderer;
    const QImage image = renderer.render(layout, {shown}, 0, ratio);
    return image.copy(0, 0, std::min(image.width(), qCeil(track.x1 * ratio)), image.height());
}

}  // namespace

QImage ganttThumbnail(std::span<const TrackData> shown, const GanttStyle& style, QSize room, double ratio) {
    GanttStyle small = style;
    small.labels = CellLabel::None;
    small.marks = {};
    small.onPaper = true;
    const auto range = fittingRange({shown.begin(), shown.end()});
    const auto count = static_cast<int>(shown.size());
    const int between = qRound(kBetweenGantts * ratio);
    const QSize each(room.width(), (room.height() - (count - 1) * between) / std::max(1, count));
    if (count == 1) return thumbnailOf(shown.front(), range, small, each, ratio);
    QImage all(room, QImage::Format_ARGB32_Premultiplied);
    all.fill(Qt::transparent);
    QPainter painter(&all);
    for (int i = 0; i < count; ++i) {
        QImage one = thumbnailOf(shown[static_cast<std::size_t>(i)], range, small, each, ratio);
        one.setDevicePixelRatio(1);
        painter.drawImage(0, i * (each.height() + between), one);
    }
    painter.end();
    all.setDevicePixelRatio(ratio);
    return all;
}

QImage ganttThumbnail(const TrackData& shown, const GanttStyle& style, QSize room, double ratio) {
    return ganttThumbnail(std::span(&shown, 1), style, room, ratio);
}

}  // namespace bubblescope
