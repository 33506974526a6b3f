#include "widgets/panels/scenario_panel.h"

#include "widgets/kit/form_lines.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_panel.h"

#include <QBoxLayout>

namespace bubblescope {

ScenarioPanel::ScenarioPanel(QWidget* parent) : SidePanel(Qt::RightEdge, parent) {
    setAccessibleName(tr("Scenario"));
    setMinimumWidth(275);
    m_workload = new WorkloadPanel;
    m_schedules = new SchedulePanel;
    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_workload);
    layout->addLayout(dividingLine());
    layout->addWidget(m_schedules);
    layout->addStretch();
    setWidget(column);
}

void ScenarioPanel::setScenario(const Scenario& scenario) {
    m_workload->setScenario(scenario);
    m_schedules->setScenario(scenario);
}

}  // namespace bubblescope
