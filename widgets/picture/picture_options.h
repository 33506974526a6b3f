#pragma once

#include "engine/run/quantities.h"
#include "widgets/gantt/gantt_layout.h"

#include <limits>
#include <optional>
#include <vector>

namespace bubblescope {

/// What a picture to keep looks like; each thing looks at what it has. The same options give the same picture in every
/// format.
///
/// Units  width and height in CSS pixels; `scale` image pixels for each, where a format is of pixels
struct PictureOptions {
    int width = 1200;
    std::optional<int> height;  // none: as high as it needs
    int scale = 1;
    ThemeId theme = ThemeId::Light;
    bool legend = true;

    // Gantts
    QString title;  // empty: none
    QString palette = QStringLiteral("default");
    ColorBy colorBy = ColorBy::Kind;
    CellLabel labels = CellLabel::Microbatch;
    SchemeMarks marks;
    int firstNumber = 0;
    Quantity bubble = Quantity::BubbleRatio;
    std::vector<int> schedules;                              // which, in this order; empty: all
    double until = std::numeric_limits<double>::infinity();  // what runs later is hidden; micro-units

    // Experiments
    bool ownTitle = true;              // the experiment's and its figures'
    std::vector<std::size_t> figures;  // which, one below another; empty: all

    // Steps
    bool isPaged = false;  // each on a page of its own; a file each where a format has no pages

    friend bool operator==(const PictureOptions&, const PictureOptions&) = default;
};

}  // namespace bubblescope
