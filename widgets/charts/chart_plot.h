#pragma once

#include <QPainter>

#include "widgets/picture/picture.h"

#include <functional>

class QCPAxis;
class QCustomPlot;
class QWidget;

namespace bubblescope {

struct ChartQuantity;
struct Theme;

/// The layer above all others has its own buffer, so that hovering repaints nothing else.
inline constexpr char kHoverLayer[] = "hover";

/// A QCustomPlot with this layer, without axis lines, ticks, margins or interactions.
QCustomPlot* newPlot(QWidget* parent);

/// Applies colours and fonts of a theme. The chart passes its own, because a plot gets a new palette after its parent.
void stylePlot(QCustomPlot& plot, const Theme& theme);

/// About `count` ticks, with labels in the format of the quantity.
void setTicks(QCPAxis& axis, const ChartQuantity& quantity, int count);

/// Adds `paint` to a layer; it draws in the plot's pixels.
void paintOnLayer(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> paint);

/// Repaints only a buffered layer.
void replotLayer(QCustomPlot& plot, const char* layer);

/// A picture of the present plot, as large as `size`; the plot must outlive the drawing of the picture.
///
/// Thread  the interface thread
Picture chartPicture(QCustomPlot& plot, const QSize& size);

}  // namespace bubblescope
