#pragma once

#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/study_chart.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

struct MarkerSteps;

/// One metric of all schedules against a key of the workload. Arrow keys move the marker; a click sets it.
///
/// Shapes      curve i is schedule i of the scenario
class SweepChart : public StudyChart {
    Q_OBJECT

public:
    explicit SweepChart(QWidget* parent = nullptr);

    /// Colours, titles, and the dots on the marker.
    void setOutcomes(const std::vector<Outcome>& outcomes);
    void setStudy(const Study& study);
    /// Pinned curves, drawn dashed behind the present ones while the axis is the same. `of[i]` is the pinned curve of
    /// the present curve i.
    void setPinned(const Study& pinned, const std::vector<std::optional<std::size_t>>& of);
    void setQuantity(const ChartQuantity& quantity);
    /// Whether the axis of total times may begin near the smallest of them, if they are close together, which shows
    /// their differences. From 0 it shows their ratios.
    void setBeginsNear(bool beginsNear);
    /// Sets the present value, and the values that the marker can have.
    void setScenario(const Scenario& scenario);

    /// The lines of the card at the value with this index, one per schedule, from high to low.
    QStringList linesAt(std::size_t index) const;
    QString notice() const override;
    /// A column per schedule, and one for its pinned values.
    Table table() const override;
    QSize minimumSizeHint() const override;

protected:
    std::optional<double> presentValue() const override;
    std::optional<double> markerNear(double x) const override;
    std::vector<Reading> readingsAt(std::size_t value) const override;
    std::vector<Reading> readingsAtMarker() const override;
    Card cardAt(std::size_t value, std::size_t panel) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool isLogarithmic() const { return m_study.path.isLogarithmic(); }
    QString nameOf(std::size_t schedule) const;
    void rebuild();
    void rebuildCurves();
    void rebuildGhosts();
    void setRanges();
    void arrange() override;
    QString xCaption() const;
    bool showsPinned() const;
    /// The pinned value of a schedule at `x`, if it was computed and not refused.
    std::optional<double> pinnedAt(std::size_t schedule, double x) const;

    void paintCaptions(QPainter& painter) const;
    void paintCurveNames(QPainter& painter) const;

    MarkerSteps steps() const;
    double paged(double x, bool isUp) const;

    /// The visible parts of a curve: its line, and dashes where it covers another.
    struct Parts {
        QCPGraph *apart = nullptr, *together = nullptr;
    };
    std::vector<Parts> m_parts;  // parallel to m_curves
    std::vector<QCPGraph*> m_ghosts;
    std::vector<Outcome> m_outcomes;
    Study m_pinned;
    std::vector<std::optional<std::size_t>> m_pinnedOf;  // by schedule
    ChartQuantity m_quantity;
    bool m_beginsNear = false;
    Scenario m_scenario;
    AxisRange m_range;
    double m_nameRoom = 0;  // width of the names at the ends of curves; 0 if there is no room
};

}  // namespace bubblescope
