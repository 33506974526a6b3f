#pragma once

#include <QRgb>

#include <cmath>

namespace bubblescope {

/// Opaque; `shareOfB` is of 255.
inline QRgb mixPixels(QRgb a, QRgb b, int shareOfB) {
    const auto part = [&](int x, int y) { return (x * (255 - shareOfB) + y * shareOfB + 127) / 255; };
    return qRgb(part(qRed(a), qRed(b)), part(qGreen(a), qGreen(b)), part(qBlue(a), qBlue(b)));
}

inline int of255(double share) { return static_cast<int>(std::lround(share * 255)); }

}  // namespace bubblescope
