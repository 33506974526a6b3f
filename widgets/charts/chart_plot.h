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

/// What all charts share: a QCustomPlot without frills, layers that are painted by hand, and ways out.

/// Layers above the data with a buffer of their own, so that hovering and dragging repaint nothing else.
inline constexpr char kMarkerLayer[] = "marker";
inline constexpr char kHoverLayer[] = "hover";

/// A plot with the two layers, without axes lines, ticks or interactions.
QCustomPlot* newPlot(QWidget* parent);

/// Takes the same from another pair of axes, and its automatic margins.
void simplify(QCPAxisRect& rect);

/// A graph, the plot's own, whose lines and points are whole at the ends of the axes too.
QCPGraph* newWholeGraph(QCPAxis& x, QCPAxis& y);

void setPoints(QCPGraph& graph, const CurvePoints& points);

/// Colours and fonts of the theme: the chart's own, for a plot hears of a new palette after its parent.
void stylePlot(QCustomPlot& plot, const Theme& theme);

/// About `count` ticks, labelled as a quantity is written.
void setTicks(QCPAxis& axis, const ChartQuantity& quantity, int count);

/// Lets `paint` draw on a layer, in the plot's pixels.
void paintOnLayer(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> paint);

/// Repaints one of the buffered layers alone.
void replotLayer(QCustomPlot& plot, const char* layer);

/// A plot as it stands, as large as `size`; it must outlive the picture's drawing.
///
/// Thread  the interface thread
Picture chartPicture(QCustomPlot& plot, const QSize& size);

}  // namespace bubblescope
