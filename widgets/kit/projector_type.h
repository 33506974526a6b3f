#pragma once

#include <QWidget>

namespace bubblescope {

// Type for a projector: at least kProjectorType of the height of the screen, which a window that is presenting fills.

inline constexpr double kProjectorType = 0.02;
/// The smallest type that pictures use by default, in pixels.
inline constexpr double kLeastType = 10;

/// The scale at which a window draws while presenting.
double projectorScale(const QWidget& within);

}  // namespace bubblescope
