#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace bubblescope {

class LinkButton;
class MeshPicker;
class ParameterForm;
class PickCombo;
struct FormRow;

/// The inputs of a model step: the model and its training settings, the devices and links, and the mesh.
///
/// Invariants  shows the scenario that it was given and asks for edits; a value that a step sets itself is changed for
///             that step only
class ModelForm : public QWidget {
    Q_OBJECT
public:
    explicit ModelForm(QWidget* parent = nullptr);

    /// Shows a model step.
    void setStep(const Scenario& scenario, std::size_t step);
    /// Why the step does not run, if a key of the model, the cluster or the mesh is at fault; empty if it runs, or if
    /// another key is at fault.
    void setRefusal(const QString& key, const QString& reason);

    PickCombo* model() const { return m_model; }
    PickCombo* device() const { return m_device; }
    PickCombo* nodes() const { return m_nodes; }
    /// The keys of `model` that are numbers, and the choices below the mesh.
    ParameterForm* numbers() const { return m_numbers; }
    ParameterForm* choices() const { return m_choices; }
    MeshPicker* mesh() const { return m_mesh; }
    /// Opens the dialog of measured runs.
    LinkButton* measure() const { return m_measure; }
    /// The text below the model, and below the devices.
    QString modelFacts() const;
    QString clusterFacts() const;
    /// The refusal shown below the model.
    QString reason() const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void makeModel();
    void makeCluster();
    void showModel();
    void showCluster();
    void openMeasuredRuns();
    void edit(const std::string& key, std::optional<ParameterValue> value, int gesture);
    std::vector<FormRow> rows(bool areChoices) const;

    Scenario m_scenario;
    std::size_t m_step = 0;
    PickCombo *m_model, *m_device, *m_nodes, *m_intra, *m_inter;
    QLabel *m_modelFacts, *m_clusterFacts, *m_reason;
    ParameterForm *m_numbers, *m_choices;
    LinkButton* m_measure = nullptr;
    MeshPicker* m_mesh;
};

}  // namespace bubblescope
