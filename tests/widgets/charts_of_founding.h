#pragma once

#include "tests/widgets/outcomes.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/curves_view.h"

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

/// The curve of a schedule; NaN where it breaks.
inline CurvePoints line(const CurvesView& chart, std::size_t schedule) {
    return chart.layout()->model->panels[0].curves[schedule].points;
}

inline QPoint pixelOf(const CurvesView& chart, double x, double yShare = 0.5) {
    const CurvesPanel& panel = chart.layout()->panels[0];
    return {qRound(chart.layout()->xOf(panel, x)), qRound(panel.area.top() + panel.area.height() * yShare)};
}

}  // namespace bubblescope::test
