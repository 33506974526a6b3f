#pragma once

#include "widgets/gantt/gantt_layout.h"
#include "widgets/picture/picture.h"

namespace bubblescope {

/// What a picture of Gantts looks like. The same options give the same picture in every format.
///
/// Units  width and height in CSS pixels: 1/96 inch in SVG and PDF, `scale` image pixels in a PNG
struct GanttPictureOptions {
    int width = 1200;
    std::optional<int> height;  // none: as high as it needs
    int scale = 1;              // of a PNG
    ThemeId theme = ThemeId::Light;
    QString palette = QStringLiteral("default");
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
    int firstNumber = 0;
    BubbleKind bubble = BubbleKind::OfTotal;
    QString title;  // empty: none
    bool legend = true;
    std::vector<int> schedules;  // which, in this order; empty: all

    friend bool operator==(const GanttPictureOptions&, const GanttPictureOptions&) = default;
};

/// Up to so many cells each is a shape of its own; above, one path a device and colour.
inline constexpr std::size_t kMaxSingleCells = 20'000;

/// Stacked Gantts as a picture.
///
/// Errors  a size past the limits, or too low for its rows
/// Cost    of drawing: follows the number of ops up to a few hundred thousand, then the number of devices
/// Thread  any
Result<Picture> ganttPicture(const std::vector<Outcome>& outcomes, const GanttPictureOptions& options);

/// The outcomes with the series colours of another theme than the window's.
std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme);

}  // namespace bubblescope
