#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;
class QLabel;

namespace bubblescope {

struct Parameter;
struct ParameterLine;

/// The options of one step besides its times: numbers, switches and choices, as its kind declares them. The mesh has
/// one number per axis.
///
/// Invariants  shows the entry that it was given and asks for edits
class StepKeys : public QWidget {
    Q_OBJECT
public:
    explicit StepKeys(QWidget* parent = nullptr);

    /// The step to edit; shows nothing without one.
    void setEntry(const Scenario& scenario, std::optional<std::size_t> entry);
    /// Why the step does not run, and the key at fault; an empty reason means that it runs.
    void setRefusal(const QString& key, const QString& reason);

    /// The control of a parameter, or of an axis as "mesh.tp"; null if it has none.
    QWidget* control(const std::string& key) const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    struct Control {
        std::string key;
        QWidget* widget;
    };

    void rebuild();
    void orderTabs();
    void addParameter(const Parameter& parameter);
    void addMesh(const Parameter& mesh);
    void disableLast(const QString& why);
    void addNumber(const std::string& key, const Parameter& parameter, std::optional<int> value);
    void addOrder(const Parameter& parameter);
    void addLine(const std::string& key, const ParameterLine& line);
    void put(const std::string& key, ParameterValue value);
    /// Removes the key from the step.
    void leaveOut(const std::string& key);
    const ScheduleEntry& entry() const { return m_scenario.schedules[*m_entry]; }

    Scenario m_scenario;
    std::optional<std::size_t> m_entry;
    QLabel* m_heading;
    QLabel* m_reason;
    QWidget* m_body = nullptr;
    QVBoxLayout* m_column;
    std::vector<Control> m_controls;
};

}  // namespace bubblescope
