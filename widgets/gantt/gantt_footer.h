#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

namespace bubblescope {

/// What stands where in the footer, at the usual font size. Centres count from its top.
namespace gantt_lengths {
inline constexpr double kAxisY = 11, kMajorTick = 6, kMinorTick = 4, kTickLabelCentre = 27, kLegendCentre = 45;
inline constexpr double kSwatch = 11, kSwatchGap = 6, kLegendGap = 20, kLegendHeight = 22;
inline constexpr double kLeastOverview = 150;
}  // namespace gantt_lengths

/// How many lines below its first the legend needs so that all of its keys have room: at least as many as it has.
int legendLines(const GanttLayout& layout);

/// What the line of the axis title has free; the legend's last entries stand on it where both have room.
QRectF legendRoom(const GanttLayout& layout);

/// The axis and the legend, for screens and all formats alike: the footer has its top at 0.
void addFooter(DisplayList& list, const GanttLayout& layout);

}  // namespace bubblescope
