#include "widgets/kit/projector_type.h"

#include "widgets/kit/theme.h"

#include <QLabel>

#include <algorithm>

namespace bubblescope {

double projectorScale(const QWidget& within) {
    constexpr double kLeastScale = 1.5;
    return std::max(kLeastScale, kProjectorType * within.window()->height() / kLeastType);
}

void fitType(QLabel& label, double pixels, const QSize& room) {
    for (const double share : {1.0, 0.85, 0.72, 0.6}) {
        label.setFont(uiFont(pixels * share));
        if (label.heightForWidth(room.width()) <= room.height()) return;
    }
}

}  // namespace bubblescope
