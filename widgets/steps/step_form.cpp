#include "widgets/steps/step_form.h"

#include "widgets/kit/form_lines.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/steps/pipeline_sliders.h"
#include "widgets/steps/step_keys.h"
#include "widgets/steps/time_sliders.h"

#include <QVBoxLayout>

namespace bubblescope {

StepForm::StepForm(QWidget* parent)
    : SidePanel(Qt::RightEdge, parent),
      m_times(new TimeSliders),
      m_pipeline(new PipelineSliders),
      m_steps(new SchedulePanel(nullptr, Family::Step)),
      m_keys(new StepKeys) {
    setAccessibleName(tr("Training steps"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 12, 0, 12);
    column->setSpacing(4);
    column->addWidget(m_times);
    column->addWidget(m_pipeline);
    column->addLayout(dividingLine(6, 6));
    column->addWidget(m_steps);
    column->addLayout(dividingLine(6, 6));
    column->addWidget(m_keys);
    column->addStretch();
    setWidget(content);
    connect(m_times, &TimeSliders::edited, this, &StepForm::edited);
    connect(m_pipeline, &PipelineSliders::edited, this, &StepForm::edited);
    connect(m_steps, &SchedulePanel::edited, this, &StepForm::edited);
    connect(m_keys, &StepKeys::edited, this, &StepForm::edited);
    connect(m_steps, &SchedulePanel::entryChosen, this, &StepForm::chosen);
}

void StepForm::setScenario(const Scenario& scenario, std::optional<std::size_t> current) {
    m_current = current;
    m_times->setScenario(scenario);
    m_pipeline->setScenario(scenario);
    m_steps->setScenario(scenario);
    if (current) m_steps->setCurrentEntry(*current);
    m_keys->setEntry(scenario, current);
}

void StepForm::setRefusals(std::vector<QString> refusals, const QString& currentKey) {
    const QString own = m_current && *m_current < refusals.size() ? refusals[*m_current] : QString();
    m_keys->setRefusal(currentKey, own);
    m_steps->setRefusals(std::move(refusals));
}

}  // namespace bubblescope
