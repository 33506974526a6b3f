#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

namespace bubblescope {

class ParamSlider;

/// The workload of the steps that run a pipeline: its sizes and the times of its stages, as far as these steps use
/// them.
///
/// Invariants  shows the scenario that it was given and asks for edits; a step that sets a key itself keeps its own
///             key, with the new value. Hidden if no step runs a pipeline
class PipelineSliders : public QWidget {
    Q_OBJECT
public:
    explicit PipelineSliders(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);

    /// The row of a workload key; null if the key has no row here.
    ParamSlider* row(const QString& key) const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void edit(const QString& key, const QString& what, double value, int gesture);

    Scenario m_scenario;
    std::vector<ParamSlider*> m_rows;
};

}  // namespace bubblescope
