#include "widgets/schemes/scheme_thumbnail.h"

#include "widgets/gantt/gantt_items.h"
#include "widgets/shown/op_palette.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kLeastGapped = 4;  // rows and ops of at least this many pixels have a gap behind them

}  // namespace

QColor idleColor(ThemeId theme) { return idleMean(themeOf(theme)); }

QImage schemeThumbnail(const Timeline& timeline, QSize size, ThemeId theme) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const Program& program = *timeline.program;
    if (size.isEmpty() || program.workers == 0 || timeline.totalTime() == 0) return image;
    QPainter painter(&image);
    const int pitch = std::max(1, size.height() / program.workers);
    const int rowGap = pitch >= kLeastGapped ? std::max(1, pitch / 8) : 0;
    const int top = std::max(0, (size.height() - pitch * program.workers + rowGap) / 2);
    const QColor idle = idleColor(theme);
    const double scale = size.width() / static_cast<double>(timeline.totalTime());
    const auto xOf = [&](Time time) {
        return static_cast<int>(std::lround(static_cast<double>(time - timeline.earliestStart) * scale));
    };
    for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
        if (!program.lanes[lane].isWork()) continue;
        const int y = top + static_cast<int>(program.lanes[lane].worker.index()) * pitch;
        if (y >= size.height()) continue;
        painter.fillRect(0, y, size.width(), pitch - rowGap, idle);
        int painted = 0;
        for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
            const int left = xOf(timeline.startOf(row)), right = std::max(left + 1, xOf(timeline.end[row]));
            if (right <= painted) continue;
            const int gap = right - left >= kLeastGapped ? std::max(1, (right - left) / 16) : 0;
            const Op op = program.ops[row];
            painter.fillRect(left, y, right - left - gap, pitch - rowGap,
                             microbatchColor(theme, op.kind(), static_cast<int>(op.microbatch().index())));
            painted = right;
        }
    }
    return image;
}

QImage stepThumbnail(const Timeline& timeline, QSize size, ThemeId theme) {
    constexpr std::size_t kMostLanes = 8;
    constexpr double kLower = 0.7;  // the height of a lane that does not compute, relative to one that does
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    const Program& program = *timeline.program;
    if (size.isEmpty() || program.lanes.empty() || timeline.totalTime() == 0) return image;
    std::vector<Lane> lanes;
    double rows = 0;
    for (const Lane& lane : program.lanes) {
        if (lanes.size() >= kMostLanes && lane.worker != lanes.back().worker) break;
        lanes.push_back(lane);
        rows += lane.isWork() ? 1 : kLower;
    }
    QPainter painter(&image);
    const double pitch = std::min(size.height() / rows, size.height() / 2.5);
    const double scale = size.width() / static_cast<double>(timeline.totalTime());
    double top = (size.height() - pitch * rows) / 2;
    for (const Lane& lane : lanes) {
        const double height = pitch * (lane.isWork() ? 1 : kLower);
        const int y = static_cast<int>(std::lround(top)), bottom = static_cast<int>(std::lround(top + height));
        const int gap = bottom - y >= kLeastGapped ? std::max(1, (bottom - y) / 8) : 0;
        top += height;
        if (lane.isWork()) painter.fillRect(0, y, size.width(), bottom - y - gap, idleColor(theme));
        for (Row row = lane.begin; row < lane.end; ++row) {
            const auto x = [&](Time time) {
                return static_cast<int>(std::lround(static_cast<double>(time - timeline.earliestStart) * scale));
            };
            const int left = x(timeline.startOf(row)), right = std::max(left + 1, x(timeline.end[row]));
            const int apart = right - left >= kLeastGapped ? 1 : 0;
            painter.fillRect(left, y, right - left - apart, bottom - y - gap,
                             kindColor(opPalettes().front(), theme, program.ops[row].kind(), 0, 1));
        }
    }
    return image;
}

}  // namespace bubblescope
