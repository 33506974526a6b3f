#pragma once

#include <QWidget>

namespace bubblescope {

// Type that is read across a room: at least kProjectorType of the height of the screen, which a window that presents fills.

inline constexpr double kProjectorType = 0.02;
/// The smallest type that pictures usually have, in pixels.
inline constexpr double kLeastType = 10;

/// How many times as large as usual what a window presents is drawn.
double projectorScale(const QWidget& within);

}  // namespace bubblescope
