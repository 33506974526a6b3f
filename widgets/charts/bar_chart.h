#pragma once

#include <QWidget>

#include "widgets/charts/chart_quantity.h"
#include "widgets/shown/outcome.h"

#include <cmath>
#include <optional>
#include <vector>

class QCPBars;
class QCustomPlot;

namespace bubblescope {

/// One metric of every schedule as it is now: horizontal bars, the smallest on top, what is refused below. A dashed
/// outline shows what was pinned of a schedule.
///
/// Invariants  rows are sorted by value; equal values keep the scenario's order
class BarChart : public QWidget {
    Q_OBJECT

public:
    explicit BarChart(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// What the bars show, and which definition of the bubble their tips tell beside.
    void setQuantity(const ChartQuantity& quantity, Quantity bubble);

    QCustomPlot& plot() { return *m_plot; }
    /// Indexes of outcomes, from top to bottom.
    const std::vector<std::size_t>& order() const { return m_order; }
    /// "schedule,value" lines of the metric on screen, with what was pinned; nothing where refused.
    QString csv() const;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void arrange();
    void paintTexts(QPainter& painter) const;
    QString toolTipOf(const Outcome& outcome) const;
    double value(std::size_t index) const { return m_quantity.of(*m_outcomes[index].run); }
    /// A training step has no activations to hold, and not every way to count a bubble.
    bool hasValue(std::size_t index) const { return m_outcomes[index].run && !std::isnan(value(index)); }
    std::optional<double> pinnedValue(std::size_t index) const;
    bool isAnyPinned() const;
    /// The value, and how it differs from what was pinned: on a second line where there is room for one.
    QString textOf(std::size_t index) const;
    double rowHeight() const;
    QFont textFont() const;
    /// The title, on two lines where it is long and there is room for two.
    QString nameOf(const Outcome& outcome) const;

    QCustomPlot* m_plot;
    std::vector<QCPBars*> m_bars;
    std::vector<Outcome> m_outcomes;
    ChartQuantity m_quantity;
    Quantity m_bubble = Quantity::BubbleRatio;
    std::vector<std::size_t> m_order;
};

}  // namespace bubblescope
