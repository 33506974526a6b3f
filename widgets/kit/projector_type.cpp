#include "widgets/kit/projector_type.h"

#include <algorithm>

namespace bubblescope {

double projectorScale(const QWidget& within) {
    constexpr double kLeastScale = 1.5;
    return std::max(kLeastScale, kProjectorType * within.window()->height() / kLeastType);
}

}  // namespace bubblescope
