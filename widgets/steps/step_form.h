#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/shown/scenario_edit.h"

#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace bubblescope {

class LinkButton;
class ModelForm;
class ParameterForm;
class SchedulePanel;
class SlowdownFields;

/// The left column of the training steps page: the layer times of all steps, or the model, cluster and mesh of the
/// current step; the list of compared steps; and the options of the current step.
class StepForm : public SidePanel {
    Q_OBJECT
public:
    explicit StepForm(QWidget* parent = nullptr);

    /// `current` is the step whose options are shown.
    void setScenario(const Scenario& scenario, std::optional<std::size_t> current);
    /// Why steps do not run: one text per entry of the scenario, empty if it runs. `currentKey` is the key at fault in
    /// the current step.
    void setRefusals(std::vector<QString> refusals, const QString& currentKey);

    /// The model of the current step; hidden if its times do not come from a model.
    ModelForm* model() const { return m_model; }
    /// Starts the search for a mesh; hidden if the current step has no model.
    QPushButton* chooseMesh() const { return m_chooseMesh; }
    /// Makes the steps those of a model; hidden if the current step has one.
    LinkButton* useModel() const { return m_useModel; }
    ParameterForm* times() const { return m_times; }
    SlowdownFields* slowdown() const { return m_slowdown; }
    ParameterForm* pipeline() const { return m_pipeline; }
    SchedulePanel* steps() const { return m_steps; }
    /// The options of the current step.
    ParameterForm* keys() const { return m_keys; }

    QSize sizeHint() const override { return {275, 760}; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void chosen(std::size_t entry);
    /// The user asks for the best mesh.
    void meshWanted();

private:
    /// Makes a part with a heading; hidden until it has rows.
    QWidget* addPart(QBoxLayout& column, QLabel* heading, std::initializer_list<QWidget*> parts);
    void connectForms();
    void showOptions();

    Scenario m_scenario;
    std::optional<std::size_t> m_current;
    ModelForm* m_model;
    LinkButton* m_useModel;
    QPushButton* m_chooseMesh;
    ParameterForm *m_times, *m_pipeline, *m_keys;
    SlowdownFields* m_slowdown;
    SchedulePanel* m_steps;
    QLabel *m_keysHeading, *m_refusal, *m_noKeys;
    QWidget *m_timesPart, *m_pipelinePart, *m_keysPart;
};

}  // namespace bubblescope
