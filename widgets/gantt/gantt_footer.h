#pragma once

#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"

namespace bubblescope {

/// Positions in the footer, at the usual font size. Centres count from its top.
namespace gantt_lengths {
inline constexpr double kAxisY = 11, kMajorTick = 6, kMinorTick = 4, kTickLabelCentre = 27, kLegendCentre = 45;
inline constexpr double kSwatch = 11, kSwatchGap = 6, kLegendGap = 20, kLegendHeight = 22;
inline constexpr double kLeastOverview = 150;
}  // namespace gantt_lengths

/// How many lines the legend needs below its first line to show all of its keys: at least its current number.
int legendLines(const GanttLayout& layout);

/// The free space on the line of the axis title; the legend's last entries are placed there if both fit.
QRectF legendRoom(const GanttLayout& layout);

/// The axis and the legend, for screens and all formats; the top of the footer is at 0.
void addFooter(DisplayList& list, const GanttLayout& layout);

}  // namespace bubblescope
