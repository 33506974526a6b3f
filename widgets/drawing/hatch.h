#pragma once

#include <QColor>
#include <QImage>
#include <QPainterPath>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace bubblescope {

/// What is drawn on a ground to distinguish things without colour. Each has its own combination of directions.
enum class HatchLines : std::uint8_t { None, Rising, Falling, Upright, Level, Dots, Grid, Diamonds, Dashes, Checks };

/// Whether its lines are slanted by 45 degrees.
constexpr bool isSlanted(HatchLines lines) {
    return lines == HatchLines::Rising || lines == HatchLines::Falling || lines == HatchLines::Diamonds;
}

/// The distance from a line to the next, and the thickness of a line.
///
/// Units  pixels at a scale of 1
inline constexpr double kHatchPeriod = 6, kHatchLine = 1;

/// Rectangles in coordinates that are rotated clockwise around the origin.
struct HatchLayer {
    double degrees = 0;
    std::vector<QRectF> boxes{};
};

/// What the ink of a hatch fills in a rectangle and slightly beyond it; the caller clips. It repeats with the period
/// along x and y, counted from the origin, so that patterns, pixels and shapes made from it look alike.
std::vector<HatchLayer> hatchLayers(HatchLines lines, const QRectF& area);
/// The same as one path.
QPainterPath hatchPath(HatchLines lines, const QRectF& area);

/// One period as pixels.
///
/// Shapes  side x side pixels, premultiplied; `ground` may be transparent
QImage hatchTile(HatchLines lines, const QColor& ground, const QColor& ink, int side);
/// The number of pixels of a period at a scale, at least 4.
int hatchSide(double scale);

/// The share of an area that the ink of slanted lines fills.
inline constexpr double kSlantedShare = 1.4142135623730951 * kHatchLine / kHatchPeriod;

}  // namespace bubblescope
