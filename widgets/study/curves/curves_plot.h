#pragma once

#include "widgets/study/curves/curves_items.h"

#include <map>

class QCPAxisRect;
class QCPGraph;
class QCustomPlot;
class QPainter;

namespace bubblescope {

/// Draws a layout of curves in a plot: axes and curves by QCustomPlot, markers and text on its layers. The plot may be
/// a window on the layout, for panels that scroll.
///
/// Cost  what is visible alone: a graph gets a few points a pixel
class CurvesPlot {
public:
    /// Takes the plot's axes for itself; it must outlive this.
    explicit CurvesPlot(QCustomPlot& plot);

    /// Null: nothing to show. To be followed by show().
    void setLayout(std::shared_ptr<const CurvesLayout> layout);
    /// Shows what is from `top` on, as much of the layout as the plot is high and `scale` times as large. Does not
    /// replot.
    void show(double top, QSizeF viewport, double scale);

    double top() const { return m_top; }
    /// Draws a curve of a visible panel once more, with another pen; not one that is nothing but its points.
    void paintCurve(QPainter& painter, std::size_t panel, std::size_t series, const QPen& pen) const;

private:
    /// The axes of a panel, which go from one to another.
    struct Slot {
        QCPAxisRect* rect = nullptr;
        int element = 0;  // of the plot's layout
        std::vector<QCPGraph*> ghosts, faints, lines;
        std::vector<PanelCurve> curves;  // of the lines
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
