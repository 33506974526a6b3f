#pragma once

#include "tests/widgets/outcomes.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/plot_library.h"
#include "widgets/charts/sweep_chart.h"

#include <QCoreApplication>

namespace bubblescope::test {

inline Scenario founding(double comm = 4) { return foundingScenario(4, 8, comm); }

inline Study sweepOf(const Scenario& scenario, const std::string& axis, bool keepRatio = true) {
    Study study = liveStudy(scenario, axis, keepRatio);
    fillStudy(study, [](std::size_t) {});
    return study;
}

inline void fill(ChartsPanel& panel, const Scenario& scenario, const std::string& axis, ThemeId theme = ThemeId::Light,
                 bool keepRatio = true) {
    panel.setScenario(scenario);
    panel.setAxis(axis);
    panel.setOutcomes(outcomesOf(scenario, theme));
    panel.setStudy(sweepOf(scenario, axis, keepRatio));
}

inline void show(ChartsPanel& panel, QSize size = {830, 280}) {
    panel.resize(size);
    panel.show();
    QCoreApplication::processEvents();
}

/// The line of a schedule in QCustomPlot; NaN where it breaks.
inline QCPGraphDataContainer& line(SweepChart& chart, std::size_t schedule) {
    return *chart.plot().graph(static_cast<int>(4 * schedule))->data();
}

inline QPoint pixelOf(SweepChart& chart, double x, double yShare = 0.5) {
    const QRect area = chart.plot().axisRect()->rect();
    return {qRound(chart.plot().xAxis->coordToPixel(x)), qRound(area.top() + area.height() * yShare)};
}

}  // namespace bubblescope::test
