#pragma once

#include <QWidget>

class QLabel;

namespace bubblescope {

// Type for a projector: at least kProjectorType of the height of the screen, which a window that is presenting fills.

inline constexpr double kProjectorType = 0.02;
/// The smallest type that pictures use by default, in pixels.
inline constexpr double kLeastType = 10;

/// The scale at which a window draws while presenting.
double projectorScale(const QWidget& within);

/// Scales the type of all widgets within that have their own, from the size that they had at first.
void scaleType(QWidget& root, double scale);

/// Sets a font of `pixels`, or smaller ones as far as the label's text, in lines, needs it to fit into `room`.
void fitType(QLabel& label, double pixels, const QSize& room);

}  // namespace bubblescope
