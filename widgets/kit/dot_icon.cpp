#include "widgets/kit/dot_icon.h"

#include <QPainter>

namespace bubblescope {

QIcon dotIcon(const QColor& color) {
    QIcon icon;
    for (int scale : {1, 2}) {
        QPixmap pixmap(12 * scale, 12 * scale);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QRectF(1, 1, 10, 10));
        icon.addPixmap(pixmap);
    }
    return icon;
}

}  // namespace bubblescope
