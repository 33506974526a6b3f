#pragma once

#include "engine/results/frontier.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/points_chart.h"
#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Every schedule as a point: to the right what its fullest device holds, upwards a quantity of which less is better. A
/// stepped line joins those that no other beats in both, an upright one is the memory limit. Those that could be
/// compared too are quiet points beside the others, and on the frontier as well.
///
/// Shapes      points: the outcomes, then the others
/// Invariants  a schedule that did not run has no point; points of equal value both stand on the frontier
class FrontierChart : public PointsChart {
    Q_OBJECT

public:
    explicit FrontierChart(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Schedules that are not compared.
    void setOthers(const std::vector<Outcome>& others);
    void setQuantity(const ChartQuantity& quantity);
    /// The most that a device can hold, or nothing.
    void setLimit(std::optional<double> limit);

    /// How many of the points are compared.
    std::size_t compared() const { return m_compared; }
    /// The points that none beats, by what they hold.
    const std::vector<std::size_t>& frontier() const { return m_frontier; }
    /// Where a schedule's point stands, in the plot's pixels; nothing if it did not run.
    std::optional<QPointF> pointOf(std::size_t point) const;
    /// Where names stand, by point; empty where there is no room for one.
    const std::vector<QRectF>& names() const { return m_names; }
    /// What stands in place of points; empty where there are any.
    QString notice() const;
    /// What the card says of a schedule, a line each.
    QStringList linesOf(std::size_t outcome) const;
    /// A line a schedule; cells are empty where refused.
    QString csv() const;
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
    /// One that holds no more and does no worse, and one of both is less.
    std::optional<std::size_t> beats(std::size_t outcome) const;
    void rebuild();
    void paintPoint(QPainter& painter, std::size_t outcome) const;
    /// The line that joins the frontier.
    QPolygonF steps() const;
    std::optional<QPointF> pinnedPointOf(std::size_t outcome) const;
    std::vector<QRectF> takenByLines() const;
    void placeNames() const;
    std::optional<QLineF> leaderOf(std::size_t outcome) const;

    std::vector<Outcome> m_outcomes;  // those that are compared first
    std::size_t m_compared = 0;
    ChartQuantity m_quantity;
    std::optional<double> m_limit;
    std::vector<std::size_t> m_ran;  // by what they hold, then by value
    std::vector<std::size_t> m_frontier;
    mutable std::vector<QRectF> m_names;  // as the last picture has them
};

}  // namespace bubblescope
