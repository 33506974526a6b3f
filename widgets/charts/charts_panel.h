#pragma once

#include <QWidget>

#include "widgets/charts/frontier_points.h"
#include "widgets/charts/live_curves.h"
#include "widgets/charts/metric_bars.h"
#include "widgets/shown/references.h"

#include <array>
#include <vector>

class QBoxLayout;
class QLabel;
class QStackedWidget;

namespace bubblescope {

class BarChart;
class PointsChart;
class Staleness;
class PickCombo;

/// The live charts: bars of one metric at the present values, and its curves against one parameter, or instead of these
/// the schedules against their peak activations; a second set of curves if there is room. Shows what it is given.
///
/// Invariants  a curve stays until the new one has enough points to replace it; the metric chosen for MBS, and the one
///             chosen for all other axes, are each shown there again
class ChartsPanel : public QWidget {
    Q_OBJECT

public:
    explicit ChartsPanel(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);
    /// Dims bars and curves while they are old. Call once.
    void dimWhileOld(const Staleness& bars, const Staleness& curves);
    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Schedules that are not compared, for the chart against peak activations.
    void setOthers(const std::vector<Outcome>& others);
    /// Curves of the schedules of setScenario(), as far as they have been computed.
    void setStudy(const Study& study);
    /// The pinned result with which curves are compared, if any; bars get theirs with their outcomes.
    void setPinned(const std::optional<Pinned>& pinned);
    void setBubbleKind(Quantity kind);
    /// The metric shown along the present axis.
    void setMetric(Quantity metric);
    void setAxis(const std::string& axis);
    /// Whether to show schedules against their peak activations instead of curves.
    void setAgainstPeak(bool on);
    /// Leaves `room` pixels at the right end of the heading for something else.
    void setHeadRoom(int room);

    Quantity metric() const { return isAlongMicrobatches() ? m_metricOfMicrobatches : m_metric; }
    const std::string& axis() const { return m_axis; }
    bool isAgainstPeak() const { return m_againstPeak; }

    BarChart& bars() { return *m_bars; }
    const MetricBars& values() const { return m_values; }
    CurvesView& curves() { return *m_views[0]; }
    CurvesView& moreCurves() { return *m_views[1]; }
    const LiveCurves& live() const { return m_live[0]; }
    PointsChart& frontier() { return *m_frontier; }
    const FrontierPoints& points() const { return m_points; }

signals:
    /// The marker was moved; the new scenario should be atValue(scenario, axis, x, keepRatio).
    void valueDragged(const std::string& axis, double x, int gesture);
    void metricChanged(Quantity metric);
    void axisChanged(const std::string& axis);
    void againstPeakChanged(bool on);
    /// A schedule was chosen, by its index.
    void chosen(std::size_t schedule);
    /// A schedule that is not compared was chosen, by its index among these.
    void otherChosen(std::size_t other);
    /// A chart is to be exported; `name` is that of its file.
    void exportWanted(const bubblescope::Exportable& thing, const QString& name);
    /// A line for the status bar: what was copied or saved, or why not.
    void message(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    template <class Chart, class Of>
    void makeWays(Chart& chart, const QString& name, const Of& of, std::function<Exportable()> exported);
    ChartQuantity quantityOf(Quantity metric) const;
    void chooseAxis(int index);
    bool isAlongMicrobatches() const { return !m_againstPeak && m_axis == "microbatches"; }
    void showQuantities();
    void refreshCurves();
    void showStudy(const Study& study);
    void showPinned();
    void arrange();

    MetricBars m_values;
    BarChart* m_bars;
    std::array<LiveCurves, 2> m_live;
    std::array<CurvesView*, 2> m_views;
    FrontierPoints m_points;
    PointsChart* m_frontier;
    QStackedWidget* m_against;  // curves or frontier
    PickCombo *m_metricCombo, *m_moreMetricCombo, *m_axisCombo;
    QLabel *m_nowLabel, *m_againstLabel, *m_moreAgainstLabel;
    QWidget *m_barsSide, *m_curvesSide, *m_moreSide;
    QBoxLayout *m_curvesHead = nullptr, *m_moreHead = nullptr;
    int m_headRoom = 0;
    QString m_now, m_againstWhat;

    std::optional<Pinned> m_pinned;
    Quantity m_metric = Quantity::BubbleRatio;  // of chartMetrics(), as are the next two
    Quantity m_metricOfMicrobatches = usualMetric("microbatches");
    Quantity m_moreMetric = Quantity::TotalTime;
    Quantity m_bubble = Quantity::BubbleRatio;
    std::string m_axis{kUsualAxis};
    bool m_againstPeak = false;
};

}  // namespace bubblescope
