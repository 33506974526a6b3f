#pragma once

#include "widgets/drawing/display_list.h"

namespace bubblescope {

/// What a painter draws on a device of this size, as a list: for charts whose painter is another library's. Clips are
/// not kept.
DisplayList recordedList(const QSize& size, const std::function<void(QPaintDevice& device)>& paint);

}  // namespace bubblescope
