#include "widgets/steps/step_form.h"

#include "engine/entries/model_edits.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/link_button.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/steps/model_form.h"
#include "widgets/steps/pipeline_sliders.h"
#include "widgets/steps/step_keys.h"
#include "widgets/steps/time_sliders.h"

#include <QBoxLayout>
#include <QPushButton>

namespace bubblescope {

StepForm::StepForm(QWidget* parent)
    : SidePanel(Qt::RightEdge, parent),
      m_model(new ModelForm),
      m_useModel(new LinkButton(tr("Use times from a model…"))),
      m_chooseMesh(new QPushButton(tr("Choose a mesh…"))),
      m_times(new TimeSliders),
      m_pipeline(new PipelineSliders),
      m_steps(new SchedulePanel(nullptr, Family::Step)),
      m_keys(new StepKeys) {
    setAccessibleName(tr("Training steps"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 12, 0, 12);
    column->setSpacing(4);
    column->addWidget(m_model);
    column->addWidget(m_times);
    auto* link = new QHBoxLayout;
    link->setContentsMargins(kFormMargin, 2, kFormMargin, 0);
    link->addWidget(m_useModel);
    link->addStretch(1);
    column->addLayout(link);
    column->addWidget(m_pipeline);
    column->addLayout(dividingLine(6, 6));
    column->addWidget(m_steps);
    auto* choose = new QHBoxLayout;
    choose->setContentsMargins(kFormMargin, 4, kFormMargin, 2);
    choose->addWidget(m_chooseMesh, 1);
    column->addLayout(choose);
    m_chooseMesh->setToolTip(
        tr("Tries every mesh of these devices, with three schedules and with no, flash and full recompute, and plots "
           "memory over time."));
    connect(m_chooseMesh, &QAbstractButton::clicked, this, &StepForm::meshWanted);
    column->addLayout(dividingLine(6, 6));
    column->addWidget(m_keys);
    column->addStretch();
    setWidget(content);
    m_useModel->setToolTip(
        tr("Shows the same steps for Llama 3 8B on 8 H100; model, devices and mesh can then be changed. Undo restores "
           "these times."));
    connect(m_useModel, &QAbstractButton::clicked, this, [this] {
        Scenario after = withModel(m_scenario);
        if (after != m_scenario) emit edited({std::move(after), tr("Use times from a model"), 0});
    });
    connect(m_model, &ModelForm::edited, this, &StepForm::edited);
    connect(m_times, &TimeSliders::edited, this, &StepForm::edited);
    connect(m_pipeline, &PipelineSliders::edited, this, &StepForm::edited);
    connect(m_steps, &SchedulePanel::edited, this, &StepForm::edited);
    connect(m_keys, &StepKeys::edited, this, &StepForm::edited);
    connect(m_steps, &SchedulePanel::entryChosen, this, &StepForm::chosen);
}

void StepForm::setScenario(const Scenario& scenario, std::optional<std::size_t> current) {
    m_scenario = scenario;
    m_current = current;
    const bool isModel = current && isOfModel(scenario, *current);
    if (isModel) m_model->setStep(scenario, *current);
    m_model->setVisible(isModel);
    m_chooseMesh->setVisible(isModel);
    m_useModel->setVisible(!isModel);
    m_times->setVisible(!isModel);
    m_times->setScenario(scenario);
    m_pipeline->setScenario(scenario);
    m_steps->setScenario(scenario);
    if (current) m_steps->setCurrentEntry(*current);
    m_keys->setEntry(scenario, current);
}

void StepForm::setRefusals(std::vector<QString> refusals, const QString& currentKey) {
    const QString own = m_current && *m_current < refusals.size() ? refusals[*m_current] : QString();
    m_keys->setRefusal(currentKey, own);
    m_model->setRefusal(currentKey, own);
    m_steps->setRefusals(std::move(refusals));
}

}  // namespace bubblescope
