#pragma once

#include "widgets/study/curves/curves_items.h"

#include <map>

class QCPAxisRect;
class QCPGraph;
class QCustomPlot;
class QPainter;

namespace bubblescope {

/// Draws a layout of curves in a plot: axes and curves with QCustomPlot, markers and text on its layers. The plot may
/// show a part of the layout, for panels that scroll.
///
/// Cost  only what is visible: a graph gets a few points per pixel
class CurvesPlot {
public:
    /// Takes over the plot's axes; the plot must outlive it.
    explicit CurvesPlot(QCustomPlot& plot);

    /// Null: nothing to show. Must be followed by show().
    void setLayout(std::shared_ptr<const CurvesLayout> layout);
    /// Shows the part of the layout from `top` on that fits the plot, scaled by `scale`. Does not replot.
    void show(double top, QSizeF viewport, double scale);

    double top() const { return m_top; }
    /// Draws a curve of a visible panel again with another pen, unless the curve consists only of points.
    void paintCurve(QPainter& painter, std::size_t panel, std::size_t series, const QPen& pen) const;

private:
    /// The axes of a panel, reused for other panels.
    struct Slot {
        QCPAxisRect* rect = nullptr;
        int element = 0;  // index in the plot's layout
        std::vector<QCPGraph*> ghosts, faints, lines;
        std::vector<PanelCurve> curves;  // for the lines
        bool isFilled = false;
    };

    Slot take();
    void release(Slot& slot);
    void place(const Slot& slot, const CurvesPanel& panel, QSizeF viewport) const;
    void fill(Slot& slot, const CurvesPanel& panel);
    void paint(QPainter& painter) const;

    QCustomPlot& m_plot;
    std::shared_ptr<const CurvesLayout> m_layout;
    double m_top = 0, m_scale = 1;
    std::map<std::size_t, Slot> m_slots;  // by index of the panel
    std::vector<Slot> m_spare;
};

}  // namespace bubblescope
