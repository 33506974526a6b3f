#pragma once

#include "widgets/drawing/display_list.h"

namespace bubblescope {

/// Records what a painter draws on a device of this size as a list, for charts that another library paints. Clips are
/// lost.
DisplayList recordedList(const QSize& size, const std::function<void(QPaintDevice& device)>& paint);

}  // namespace bubblescope
