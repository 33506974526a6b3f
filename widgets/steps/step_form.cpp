#include "widgets/steps/step_form.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/study/scenario_path.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/text.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/panels/workload_rows.h"
#include "widgets/steps/model_form.h"
#include "widgets/steps/slowdown_fields.h"
#include "widgets/steps/step_rows.h"

#include <QBoxLayout>
#include <QPushButton>

namespace bubblescope {

StepForm::StepForm(QWidget* parent)
    : SidePanel(Qt::RightEdge, parent),
      m_model(new ModelForm),
      m_useModel(new LinkButton(tr("Use times from a model…"))),
      m_chooseMesh(new QPushButton(tr("Choose a mesh…"))),
      m_times(new ParameterForm),
      m_pipeline(new ParameterForm),
      m_keys(new ParameterForm(5)),
      m_slowdown(new SlowdownFields),
      m_steps(new SchedulePanel(nullptr, Family::Step)),
      m_keysHeading(sectionLabel({})),
      m_refusal(hintLabel()),
      m_noKeys(hintLabel()) {
    setAccessibleName(tr("Training steps"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 12, 0, 12);
    column->setSpacing(4);
    column->addWidget(m_model);
    m_timesPart = addPart(*column, sectionLabel(tr("Times per layer")), {m_times, m_slowdown});
    auto* link = new QHBoxLayout;
    link->setContentsMargins(kFormMargin, 2, kFormMargin, 0);
    link->addWidget(m_useModel);
    link->addStretch(1);
    column->addLayout(link);
    m_pipelinePart = addPart(*column, sectionLabel(tr("Pipeline")), {m_pipeline});
    m_pipelinePart->layout()->setContentsMargins(kFormMargin, 6, kFormMargin, 0);
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
    m_keysPart = addPart(*column, m_keysHeading, {m_refusal, m_noKeys, m_keys});
    column->addStretch();
    setWidget(content);
    m_useModel->setToolTip(
        tr("Shows the same steps for Llama 3 8B on 8 H100; model, devices and mesh can then be changed. Undo restores "
           "these times."));
    connect(m_useModel, &QAbstractButton::clicked, this, [this] {
        Scenario after = withModel(m_scenario);
        if (after != m_scenario) emit edited({std::move(after), tr("Use times from a model"), 0});
    });
    connectForms();
}

QWidget* StepForm::addPart(QBoxLayout& column, QLabel* heading, std::initializer_list<QWidget*> parts) {
    auto* part = new QWidget;
    auto* inner = new QVBoxLayout(part);
    inner->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    inner->setSpacing(4);
    inner->addWidget(heading);
    for (QWidget* const each : parts) inner->addWidget(each);
    column.addWidget(part);
    return part;
}

void StepForm::connectForms() {
    const auto ask = [this](Scenario after, const QString& what, int gesture) {
        if (after != m_scenario) emit edited({std::move(after), what, gesture});
    };
    connect(m_model, &ModelForm::edited, this, &StepForm::edited);
    connect(m_slowdown, &SlowdownFields::edited, this, &StepForm::edited);
    connect(m_steps, &SchedulePanel::edited, this, &StepForm::edited);
    connect(m_steps, &SchedulePanel::entryChosen, this, &StepForm::chosen);
    connect(m_times, &ParameterForm::edited, this,
            [this, ask](const std::string& key, const std::optional<ParameterValue>& value, int gesture) {
                if (key == "ranks")
                    return ask(withRanks(m_scenario, std::get<int>(value->held)), tr("Change ranks"), gesture);
                const int* const count = std::get_if<int>(&value->held);
                ask(atValue(m_scenario, pathOfStepTime(key), count ? *count : std::get<double>(value->held), false),
                    tr("Change %1").arg(toQString(titleOfStepTime(key))), gesture);
            });
    connect(m_pipeline, &ParameterForm::edited, this,
            [this, ask](const std::string& key, const std::optional<ParameterValue>& value, int gesture) {
                const WorkloadKey& known = *findWorkloadKey(key);
                ask(withPipelineKey(m_scenario, known, *value), changeOf(known), gesture);
            });
    connect(m_keys, &ParameterForm::edited, this,
            [this, ask](const std::string& key, const std::optional<ParameterValue>& value, int) {
                const std::string name = key.substr(0, key.find('.'));
                const QString word = Text::tr(kindOf(m_scenario.schedules[*m_current])->parameter(name)->wordText());
                ask(withOption(m_scenario, *m_current, key, value), tr("Change %1").arg(word), 0);
            });
}

void StepForm::setScenario(const Scenario& scenario, std::optional<std::size_t> current) {
    const bool isSame = m_current && current && m_scenario.schedules[*m_current] == scenario.schedules[*current];
    if (!isSame) m_refusal->hide();
    m_scenario = scenario;
    m_current = current;
    const bool isModel = current && isOfModel(scenario, *current);
    if (isModel) m_model->setStep(scenario, *current);
    m_model->setVisible(isModel);
    m_chooseMesh->setVisible(isModel);
    m_useModel->setVisible(!isModel);
    m_timesPart->setVisible(!isModel);
    m_times->setRows(timeRows(scenario));
    m_slowdown->setScenario(scenario);
    m_pipeline->setRows(pipelineRows(scenario));
    m_pipelinePart->setVisible(!m_pipeline->isEmpty());
    m_steps->setScenario(scenario);
    if (current) m_steps->setCurrentEntry(*current);
    showOptions();
}

void StepForm::showOptions() {
    m_keysPart->setVisible(m_current.has_value());
    if (!m_current) return;
    const QString label = toQString(displayLabel(m_scenario.schedules[*m_current]));
    m_keysHeading->setText(tr("Options of %1").arg(label).toUpper());
    m_keys->setRows(optionRows(m_scenario, *m_current));
    setLine(m_noKeys, m_keys->isEmpty() ? tr("This step has no options besides its times.") : QString());
}

void StepForm::setRefusals(std::vector<QString> refusals, const QString& currentKey) {
    const QString own = m_current && *m_current < refusals.size() ? refusals[*m_current] : QString();
    setLine(m_refusal, own.isEmpty() || currentKey.isEmpty() ? own : currentKey + QStringLiteral(": ") + own);
    m_model->setRefusal(currentKey, own);
    m_steps->setRefusals(std::move(refusals));
}

}  // namespace bubblescope
