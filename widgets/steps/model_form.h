#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

class QLabel;

namespace bubblescope {

class LinkButton;
class MeshPicker;
class NumberField;
class ParamSlider;
class PickCombo;
class SegmentedControl;

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
    PickCombo* precision() const { return m_precision; }
    ParamSlider* sequence() const { return m_sequence; }
    ParamSlider* microbatch() const { return m_microbatch; }
    NumberField* batch() const { return m_batch; }
    SegmentedControl* attention() const { return m_attention; }
    SegmentedControl* recompute() const { return m_recompute; }
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
    void makeTraining();
    void showModel();
    void showCluster();
    void openMeasuredRuns();
    void put(const char* path, std::optional<ParameterValue> value, const QString& what, int gesture = 0);
    void takeBatch(const QString& text);

    Scenario m_scenario;
    std::size_t m_step = 0;
    PickCombo *m_model, *m_device, *m_nodes, *m_intra, *m_inter, *m_precision;
    QLabel *m_modelFacts, *m_clusterFacts, *m_reason;
    ParamSlider *m_sequence, *m_microbatch;
    NumberField* m_batch;
    SegmentedControl* m_attention = nullptr;
    SegmentedControl* m_recompute;
    LinkButton* m_measure = nullptr;
    MeshPicker* m_mesh;
};

}  // namespace bubblescope
