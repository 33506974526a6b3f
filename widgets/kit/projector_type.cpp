#include "widgets/kit/projector_type.h"

#include "widgets/kit/theme.h"

#include <QLabel>
#include <QVariant>

#include <algorithm>

namespace bubblescope {

double projectorScale(const QWidget& within) {
    constexpr double kLeastScale = 1.5;
    return std::max(kLeastScale, kProjectorType * within.window()->height() / kLeastType);
}

void scaleType(QWidget& root, double scale) {
    constexpr char kOwn[] = "ownType";
    for (QWidget* each : root.findChildren<QWidget*>()) {
        if (!each->testAttribute(Qt::WA_SetFont)) continue;
        if (!each->property(kOwn).isValid()) each->setProperty(kOwn, each->font().pixelSize());
        QFont font = each->font();
        font.setPixelSize(std::max(1, qRound(each->property(kOwn).toInt() * scale)));
        each->setFont(font);
    }
}

void fitType(QLabel& label, double pixels, const QSize& room) {
    for (const double share : {1.0, 0.85, 0.72, 0.6}) {
        label.setFont(uiFont(pixels * share));
        if (label.heightForWidth(room.width()) <= room.height()) return;
    }
}

}  // namespace bubblescope
