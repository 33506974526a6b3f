#pragma once

#include "engine/results/frontier.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/points_chart.h"
#include "widgets/kit/table.h"
#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// All schedules as points: the horizontal axis is peak activations, the vertical axis a quantity of which less is
/// better. A stepped line joins the schedules that no other beats in both; a vertical line is the memory limit.
/// Schedules that are not compared are small grey points, and may be on the frontier as well.
///
/// Shapes      points: the outcomes, then the others
/// Invariants  a schedule that did not run has no point; of equal points, both are on the frontier
class FrontierChart : public PointsChart {
    Q_OBJECT

public:
    explicit FrontierChart(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Schedules that are not compared.
    void setOthers(const std::vector<Outcome>& others);
    void setQuantity(const ChartQuantity& quantity);
    /// The memory limit per device, if there is one.
    void setLimit(std::optional<double> limit);

    /// The number of points whose schedules are compared.
    std::size_t compared() const { return m_compared; }
    /// The points that no other beats, by peak activations.
    const std::vector<std::size_t>& frontier() const { return m_frontier; }
    /// The position of a schedule's point in the plot's pixels; nothing if it did not run.
    std::optional<QPointF> pointOf(std::size_t point) const;
    /// The boxes of names, by point; empty if there is no room.
    const std::vector<QRectF>& names() const { return m_names; }
    /// The text shown instead of points; empty if there are points.
    QString notice() const;
    /// The lines of the card of a schedule.
    QStringList linesOf(std::size_t outcome) const;
    /// One row per schedule; cells of refused schedules are empty.
    Table table() const;
    QSize minimumSizeHint() const override { return {140, 60}; }

protected:
    std::optional<std::size_t> pointAt(QPointF position) const override;
    std::vector<std::size_t> walked() const override { return m_ran; }
    void walk(int step) override;
    void arrange() override;
    void paintGround(QPainter& painter) const override;
    void paintPoints(QPainter& painter) const override;
    void paintHover(QPainter& painter) const override;
    void focusInEvent(QFocusEvent* event) override;

private:
    double heldBy(std::size_t outcome) const;
    double valueOf(std::size_t outcome) const;
    HeldAndValue placeOf(std::size_t outcome) const;
    bool isOver(std::size_t outcome) const;
    bool isBest(std::size_t outcome) const;
    bool isQuiet(std::size_t outcome) const { return outcome >= m_compared; }
    double radiusOf(std::size_t outcome) const;
    /// A schedule that beats this one: no worse in both quantities, and better in one.
    std::optional<std::size_t> beats(std::size_t outcome) const;
    void rebuild();
    void paintPoint(QPainter& painter, std::size_t outcome) const;
    /// The line along the frontier.
    QPolygonF steps() const;
    std::optional<QPointF> pinnedPointOf(std::size_t outcome) const;
    std::vector<QRectF> takenByLines() const;
    void placeNames() const;
    std::optional<QLineF> leaderOf(std::size_t outcome) const;

    std::vector<Outcome> m_outcomes;  // the compared ones first
    std::size_t m_compared = 0;
    /// As its axis shows it.
    ChartQuantity scaled() const;

    ChartQuantity m_quantity;
    std::optional<double> m_limit;
    std::vector<std::size_t> m_ran;  // by peak activations, then by value
    std::vector<std::size_t> m_frontier;
    mutable std::vector<QRectF> m_names;  // as last painted
};

}  // namespace bubblescope
