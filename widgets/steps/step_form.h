#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/shown/scenario_edit.h"

#include <optional>
#include <vector>

namespace bubblescope {

class PipelineSliders;
class SchedulePanel;
class StepKeys;
class TimeSliders;

/// The left column of the page of training steps: what the layers of all of them take, which steps are compared, and
/// the keys of one.
class StepForm : public SidePanel {
    Q_OBJECT
public:
    explicit StepForm(QWidget* parent = nullptr);

    /// `current` is the step whose keys are shown.
    void setScenario(const Scenario& scenario, std::optional<std::size_t> current);
    /// Why schedules do not run, one text an entry of the scenario; empty: it does. Of the current one the key too.
    void setRefusals(std::vector<QString> refusals, const QString& currentKey);

    TimeSliders* times() const { return m_times; }
    PipelineSliders* pipeline() const { return m_pipeline; }
    SchedulePanel* steps() const { return m_steps; }
    StepKeys* keys() const { return m_keys; }

    QSize sizeHint() const override { return {275, 760}; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void chosen(std::size_t entry);

private:
    std::optional<std::size_t> m_current;
    TimeSliders* m_times;
    PipelineSliders* m_pipeline;
    SchedulePanel* m_steps;
    StepKeys* m_keys;
};

}  // namespace bubblescope
