#include "widgets/kit/room_type.h"

#include <algorithm>

namespace bubblescope {

double roomScale(const QWidget& within) {
    constexpr double kLeastScale = 1.5;
    return std::max(kLeastScale, kRoomType * within.window()->height() / kLeastType);
}

}  // namespace bubblescope
