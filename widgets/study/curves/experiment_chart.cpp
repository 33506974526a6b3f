#include "widgets/study/curves/experiment_chart.h"

#include <QVBoxLayout>

#include "widgets/charts/curves_view.h"

namespace bubblescope {

ExperimentChart::ExperimentChart(QWidget* parent)
    : QWidget(parent),
      m_view(new CurvesView(
          [this](ThemeId theme) {
              return m_data.results ? std::optional(modelOf(m_data, {figure()}, theme)) : std::nullopt;
          },
          this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(m_view);
    m_view->setMinimumSize(CurvesFrame().minWidth, CurvesFrame().minHeight);
    m_view->setAccessibleName(tr("Experiment curves"));
    connect(m_view, &CurvesView::message, this, &ExperimentChart::message);
    connect(m_view, &CurvesView::chosen, this, [this](const CurvesSpot& spot) {
        const ExperimentPlan& plan = *m_data.results->plan;
        emit pointChosen(plan.pointAt(placeOf(plan, figure(), spot, *spot.series)));
    });
    connect(m_view, &CurvesView::toggled, this, [this](std::size_t series) {
        if (m_data.hidden.erase(series) == 0) m_data.hidden.insert(series);
        m_view->refresh();
        emit hiddenSeriesChanged();
    });
    connect(new KeepActions(this), &KeepActions::wanted, this, &ExperimentChart::keepWanted);
}

void ExperimentChart::setResults(SharedResults results) {
    // The selected place may now be a different one.
    if (m_data.results && (!results || results->plan != m_data.results->plan)) m_view->leaveSpot();
    m_data.results = std::move(results);
    m_view->refresh();
}

void ExperimentChart::setPinned(SharedResults pinned) {
    m_data.pinned = std::move(pinned);
    m_view->refresh();
}

void ExperimentChart::setStopped(bool isStopped) {
    if (std::exchange(m_data.isStopped, isStopped) != isStopped) m_view->refresh();
}

void ExperimentChart::setWinnerChanges(std::vector<WinnerChange> changes) {
    m_data.changes = std::move(changes);
    m_view->refresh();
}

void ExperimentChart::setFigure(std::size_t figure) {
    if (std::exchange(m_figure, figure) != figure) m_view->refresh();
}

void ExperimentChart::setColors(const QString& palette) {
    if (std::exchange(m_data.palette, palette) != palette) m_view->refresh();
}

void ExperimentChart::setHiddenSeries(std::set<std::size_t> series) {
    if (m_data.hidden == series) return;
    m_data.hidden = std::move(series);
    m_view->refresh();
}

}  // namespace bubblescope
