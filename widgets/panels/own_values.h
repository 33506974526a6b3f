#pragma once

#include "engine/core/result.h"
#include "engine/scenario/scenario.h"

#include <QMap>
#include <QScrollArea>

#include <vector>

class QBoxLayout;
class QLabel;

namespace bubblescope {

struct Parameter;
class FlatCheck;
class LinkButton;
class ParamSlider;
class SegmentedControl;
class StageTimesRow;

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
    /// The check box of a workload key, null if the entry may not have the key; and the editors of its value.
    FlatCheck* isOwn(const QString& key) const;
    ParamSlider* param(const QString& key) const;
    StageTimesRow* stageRow(const QString& key) const;
    SegmentedControl* choice(const QString& key) const;
    /// The editor of a parameter of the kind; null if the kind does not have it.
    QWidget* parameter(const std::string& key) const;
    LinkButton* reset() const { return m_reset; }
    /// What is wrong with the value of a key; empty if it is valid.
    QString error(const QString& key) const;

signals:
    /// Edits of one drag or burst of key presses share a gesture; 0 is a gesture by itself.
    void edited(const bubblescope::ScheduleEntry& entry, const QString& what, int gesture);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row {
        const WorkloadKey* key;
        QWidget* line;
        FlatCheck* isOwn;
        ParamSlider* number = nullptr;
        StageTimesRow* times = nullptr;
        SegmentedControl* choice = nullptr;
        QLabel* followed = nullptr;  // of a choice: the value in force
    };

    void showParameters();
    void put(const Parameter& parameter, std::optional<ParameterValue> value);
    void addRows(QBoxLayout& layout);
    Row newRow(const WorkloadKey& key);
    void addTable(ParamSlider& row, const QString& key);
    const Row* rowOf(const QString& key) const;
    void showRow(const Row& row);
    std::vector<double> chunksThatFit() const;
    void showRefusal();
    void showError(const Row& row, const QString& reason, const QList<double>& offered = {});
    void tick(const Row& row, bool isOwn);
    void take(const WorkloadKey& key, const Workload& from, int gesture);
    void ask(const WorkloadKey& key, const ScheduleEntry& entry, int gesture = 0);
    void openTable(const QString& key);
    Scenario alone(const ScheduleEntry& entry) const;
    Workload inForce() const { return patched(m_workload, m_entry.own); }
    void fit();

    ScheduleEntry m_entry;
    Workload m_workload;
    QMap<QString, QString> m_determined;
    std::vector<Row> m_rows;
    QWidget* m_parameters = nullptr;                              // the widget with all of them
    std::vector<std::pair<std::string, QWidget*>> m_parameterOf;  // the editors by key
    QLabel *m_heading = nullptr, *m_hint = nullptr;
    LinkButton* m_reset = nullptr;
    QRect m_beside;
    int m_top = 0;            // while it is open
    int m_scaledGesture = 0;  // scales m_scaledFrom, so that a drag through 0 keeps the proportions of a list
    Workload m_scaledFrom;
};

}  // namespace bubblescope
