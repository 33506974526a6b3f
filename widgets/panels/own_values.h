#pragma once

#include "engine/core/result.h"
#include "engine/scenario/scenario.h"
#include "widgets/panels/workload_rows.h"

#include <QMap>
#include <QScrollArea>

#include <vector>

class QLabel;

namespace bubblescope {

class LinkButton;

/// A popup beside a schedule: the parameters of its kind, and a row for each workload key that the schedule may
/// override. A checked row overrides the workload and is edited there; any other row shows the value in force. Shows
/// what it is given and emits edits.
///
/// Invariants  an edit changes only the entry's own keys and passes checkScenario(); an invalid value shows the reason
///             at its row
class OwnValues : public QScrollArea {
    Q_OBJECT
public:
    explicit OwnValues(QWidget* parent = nullptr);

    /// `determined` says, by key, what sets a value instead of the workload: "x axis: 2, 4".
    void setEntry(const ScheduleEntry& entry, const Workload& workload, const QMap<QString, QString>& determined = {});
    /// Opens beside a row of a list, in global coordinates, and takes the keyboard focus.
    void openBeside(const QRect& row);

    const ScheduleEntry& entry() const { return m_entry; }
    /// The parameters of the kind, and the workload keys that the entry may have.
    ParameterForm* parameters() const { return m_parameters; }
    ParameterForm* keys() const { return m_keys; }
    LinkButton* reset() const { return m_reset; }

signals:
    /// Edits of one drag or burst of key presses share a gesture; 0 is a gesture by itself.
    void edited(const bubblescope::ScheduleEntry& entry, const QString& what, int gesture);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void put(const std::string& key, const std::optional<ParameterValue>& value);
    std::vector<FormRow> parameterRows() const;
    std::vector<FormRow> keyRows() const;
    std::vector<double> chunksThatFit() const;
    void showRefusal();
    void check(const WorkloadKey& key, bool isOwn);
    void take(const WorkloadKey& key, const Workload& from, int gesture);
    void ask(const WorkloadKey& key, const ScheduleEntry& entry, int gesture = 0);
    void openTable(const WorkloadKey& key);
    Scenario alone(const ScheduleEntry& entry) const;
    Workload inForce() const { return patched(m_workload, m_entry.own); }
    void fit();

    ScheduleEntry m_entry;
    Workload m_workload;
    QMap<QString, QString> m_determined;
    ParameterForm *m_parameters = nullptr, *m_keys = nullptr;
    QLabel *m_heading = nullptr, *m_hint = nullptr;
    LinkButton* m_reset = nullptr;
    QRect m_beside;
    int m_top = 0;  // while it is open
    ScaledFrom m_scaled;
};

}  // namespace bubblescope
