#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/shown/scenario_edit.h"

#include <optional>
#include <vector>

class QPushButton;

namespace bubblescope {

class LinkButton;
class ModelForm;
class PipelineSliders;
class SchedulePanel;
class StepKeys;
class TimeSliders;

/// The left column of the page of training steps: what the layers of all of them take, or the model, cluster and mesh
/// that one of them is made from; which steps are compared, and the keys of one.
class StepForm : public SidePanel {
    Q_OBJECT
public:
    explicit StepForm(QWidget* parent = nullptr);

    /// `current` is the step whose keys are shown.
    void setScenario(const Scenario& scenario, std::optional<std::size_t> current);
    /// Why schedules do not run, one text an entry of the scenario; empty: it does. Of the current one the key too.
    void setRefusals(std::vector<QString> refusals, const QString& currentKey);

    /// Of the current step, where its times come from a model; else hidden.
    ModelForm* model() const { return m_model; }
    /// Makes the steps those of a model; hidden where they are.
    QPushButton* chooseMesh() const { return m_chooseMesh; }
    LinkButton* useModel() const { return m_useModel; }
    TimeSliders* times() const { return m_times; }
    PipelineSliders* pipeline() const { return m_pipeline; }
    SchedulePanel* steps() const { return m_steps; }
    StepKeys* keys() const { return m_keys; }

    QSize sizeHint() const override { return {275, 760}; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void chosen(std::size_t entry);
    /// A person asks which mesh is best.
    void meshWanted();

private:
    Scenario m_scenario;
    std::optional<std::size_t> m_current;
    ModelForm* m_model;
    LinkButton* m_useModel;
    QPushButton* m_chooseMesh;
    TimeSliders* m_times;
    PipelineSliders* m_pipeline;
    SchedulePanel* m_steps;
    StepKeys* m_keys;
};

}  // namespace bubblescope
