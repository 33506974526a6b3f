#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

class QLabel;

namespace bubblescope {

class MeshPicker;
class NumberField;
class ParamSlider;
class PickCombo;
class SegmentedControl;

/// What a step of a model is made from: the model and how it is trained, the devices and links, and the mesh.
///
/// Invariants  shows the scenario it was given and asks for edits; what a step says for itself is changed for it alone
class ModelForm : public QWidget {
    Q_OBJECT
public:
    explicit ModelForm(QWidget* parent = nullptr);

    /// A step of a model.
    void setStep(const Scenario& scenario, std::size_t step);
    /// Why it does not run, where a key of the model, the cluster or the mesh is at fault; empty: it does, or another
    /// key is.
    void setRefusal(const QString& key, const QString& reason);

    PickCombo* model() const { return m_model; }
    PickCombo* device() const { return m_device; }
    PickCombo* nodes() const { return m_nodes; }
    PickCombo* precision() const { return m_precision; }
    ParamSlider* sequence() const { return m_sequence; }
    ParamSlider* microbatch() const { return m_microbatch; }
    NumberField* batch() const { return m_batch; }
    SegmentedControl* recompute() const { return m_recompute; }
    MeshPicker* mesh() const { return m_mesh; }
    /// What stands below the model, and below the devices.
    QString modelFacts() const;
    QString clusterFacts() const;
    /// What stands there of a refusal.
    QString reason() const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void makeModel();
    void makeCluster();
    void makeTraining();
    void showModel();
    void showCluster();
    void put(const char* path, std::optional<ParameterValue> value, const QString& what, int gesture = 0);
    void takeBatch(const QString& text);

    Scenario m_scenario;
    std::size_t m_step = 0;
    PickCombo *m_model, *m_device, *m_nodes, *m_intra, *m_inter, *m_precision;
    QLabel *m_modelFacts, *m_clusterFacts, *m_reason;
    ParamSlider *m_sequence, *m_microbatch;
    NumberField* m_batch;
    SegmentedControl* m_recompute;
    MeshPicker* m_mesh;
};

}  // namespace bubblescope
