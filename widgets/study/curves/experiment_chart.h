#pragma once

#include <QWidget>

#include "widgets/study/curves/experiment_curves.h"
#include "widgets/study/keep_actions.h"

namespace bubblescope {

class CurvesView;

/// The live curves of one figure of an experiment. Clicking a point opens it.
class ExperimentChart : public QWidget {
    Q_OBJECT

public:
    explicit ExperimentChart(QWidget* parent = nullptr);

    /// Sets the results to show, or the same ones again when more points have arrived. Null: none.
    void setResults(SharedResults results);
    /// Sets the results to compare with; null: none.
    void setPinned(SharedResults pinned);
    /// Whether missing points will not be computed.
    void setStopped(bool isStopped);
    void setWinnerChanges(std::vector<WinnerChange> changes);
    /// The index of the figure; if it is too large, the last figure is shown.
    void setFigure(std::size_t figure);
    void setHiddenSeries(std::set<std::size_t> series);
    /// The palette of the series.
    void setColors(const QString& palette);

    const CurvesData& data() const { return m_data; }
    /// The figure that is shown; there are results.
    std::size_t figure() const { return std::min(m_figure, m_data.results->plan->figures() - 1); }
    const std::set<std::size_t>& hiddenSeries() const { return m_data.hidden; }
    CurvesView& view() const { return *m_view; }

signals:
    /// A configuration should be opened: the index of a point of the plan.
    void pointChosen(std::size_t point);
    void hiddenSeriesChanged();
    void keepWanted(bubblescope::Keep what);
    /// A line for the status bar: why a point cannot be opened.
    void message(const QString& text);

private:
    CurvesData m_data;
    std::size_t m_figure = 0;
    CurvesView* m_view;
};

}  // namespace bubblescope
