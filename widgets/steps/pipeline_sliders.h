#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

namespace bubblescope {

class ParamSlider;

/// The workload of the steps that run a pipeline: its sizes and what its stages take, as far as these steps look at
/// them.
///
/// Invariants  shows the scenario it was given and asks for edits; a step that has a key for itself keeps it so, with
///             the new value. Hidden where no step runs a pipeline
class PipelineSliders : public QWidget {
    Q_OBJECT
public:
    explicit PipelineSliders(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);

    /// The row of a workload key; null if it has none here.
    ParamSlider* row(const QString& key) const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void edit(const QString& key, const QString& what, double value, int gesture);

    Scenario m_scenario;
    std::vector<ParamSlider*> m_rows;
};

}  // namespace bubblescope
