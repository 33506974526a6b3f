#pragma once

#include <QPainter>

#include "widgets/picture/picture.h"

#include <functional>

class QCPAxis;
class QCPAxisRect;
class QCPGraph;
class QCustomPlot;
class QWidget;

namespace bubblescope {

struct ChartQuantity;
struct CurvePoints;
struct Theme;

/// What all charts share: a plain QCustomPlot, custom painting on its layers, and pictures of it.

/// Layers above the data with their own buffers, so that hovering and dragging repaint nothing else.
inline constexpr char kMarkerLayer[] = "marker";
inline constexpr char kHoverLayer[] = "hover";

/// A plot with these two layers, without axis lines, ticks or interactions.
QCustomPlot* newPlot(QWidget* parent);

/// Removes the same from another pair of axes, and its automatic margins.
void simplify(QCPAxisRect& rect);

/// A graph that the plot owns, whose lines and points are not clipped at the ends of the axes.
QCPGraph* newWholeGraph(QCPAxis& x, QCPAxis& y);

void setPoints(QCPGraph& graph, const CurvePoints& points);

/// Applies colours and fonts of a theme. The chart passes its own, because a plot gets a new palette after its parent.
void stylePlot(QCustomPlot& plot, const Theme& theme);

/// About `count` ticks, with labels in the format of the quantity.
void setTicks(QCPAxis& axis, const ChartQuantity& quantity, int count);
/// Ticks at these values.
void setTicks(QCPAxis& axis, const std::vector<double>& values, const std::function<QString(double)>& label);

/// Adds `paint` to a layer; it draws in the plot's pixels.
void paintOnLayer(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> paint);

/// Repaints only one of the buffered layers.
void replotLayer(QCustomPlot& plot, const char* layer);

/// A picture of the present plot, as large as `size`; the plot must outlive the drawing of the picture.
///
/// Thread  the interface thread
Picture chartPicture(QCustomPlot& plot, const QSize& size);

}  // namespace bubblescope
