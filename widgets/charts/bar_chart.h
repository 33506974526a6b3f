#pragma once

#include <QWidget>

#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/table.h"
#include "widgets/shown/outcome.h"

#include <cmath>
#include <optional>
#include <vector>

class QCPBars;
class QCustomPlot;

namespace bubblescope {

/// One metric of all schedules at the present values: horizontal bars, smallest on top, refused schedules at the
/// bottom. A dashed outline shows the pinned result of a schedule.
///
/// Invariants  rows are sorted by value; equal values keep the scenario's order
class BarChart : public QWidget {
    Q_OBJECT

public:
    explicit BarChart(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// What the bars show, and the definition of the bubble that their tooltips use.
    void setQuantity(const ChartQuantity& quantity, Quantity bubble);

    QCustomPlot& plot() { return *m_plot; }
    /// Indexes of outcomes, from top to bottom.
    const std::vector<std::size_t>& order() const { return m_order; }
    /// The schedules with the metric shown, and with pinned values; empty cells for refused schedules.
    Table table() const;
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
    /// Whether the quantity exists: a training step has no peak activations, and not every definition of the bubble.
    bool hasValue(std::size_t index) const { return m_outcomes[index].run && !std::isnan(value(index)); }
    std::optional<double> pinnedValue(std::size_t index) const;
    bool isAnyPinned() const;
    /// The value, and its difference from the pinned one: on a second line if there is room.
    QString textOf(std::size_t index) const;
    double rowHeight() const;
    QFont textFont() const;
    /// The title, on two lines if it is long and there is room.
    QString nameOf(const Outcome& outcome) const;

    QCustomPlot* m_plot;
    std::vector<QCPBars*> m_bars;
    std::vector<Outcome> m_outcomes;
    ChartQuantity m_quantity;
    ChartQuantity m_scaled;  // as the bars are labelled: in one unit
    Quantity m_bubble = Quantity::BubbleRatio;
    std::vector<std::size_t> m_order;
};

}  // namespace bubblescope
