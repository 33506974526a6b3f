#pragma once

#include "engine/scenario/scenario.h"
#include "widgets/kit/side_panel.h"

namespace bubblescope {

class SchedulePanel;
class WorkloadPanel;

/// The left column: workload above schedules, which scroll together if the window is too low.
class ScenarioPanel : public SidePanel {
    Q_OBJECT
public:
    explicit ScenarioPanel(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);

    WorkloadPanel* workload() const { return m_workload; }
    SchedulePanel* schedules() const { return m_schedules; }

    QSize sizeHint() const override { return {275, 760}; }

private:
    WorkloadPanel* m_workload = nullptr;
    SchedulePanel* m_schedules = nullptr;
};

}  // namespace bubblescope
