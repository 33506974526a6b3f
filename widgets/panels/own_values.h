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

/// A popup beside a schedule: the parameters of its kind, and what it has for itself of the workload, a row for each
/// key that its entry may have. A ticked row is its own, and edited there; any other says what it follows. Shows what
/// it is given and asks for edits.
///
/// Invariants  an edit changes nothing but the entry's own keys, and passes checkScenario(); what would not says why at
///             its row
class OwnValues : public QScrollArea {
    Q_OBJECT
public:
    explicit OwnValues(QWidget* parent = nullptr);

    /// `determined` is what gives keys their values in place of the workload, by key: "x axis: 2, 4".
    void setEntry(const ScheduleEntry& entry, const Workload& workload, const QMap<QString, QString>& determined = {});
    /// Opens beside a row of a list, in global coordinates; with the keyboard in it.
    void openBeside(const QRect& row);

    const ScheduleEntry& entry() const { return m_entry; }
    /// The tick of a workload key, null where the entry may not have it; and what edits its value.
    FlatCheck* isOwn(const QString& key) const;
    ParamSlider* param(const QString& key) const;
    StageTimesRow* stageRow(const QString& key) const;
    SegmentedControl* choice(const QString& key) const;
    /// What edits a parameter of the kind; null where it has no such one.
    QWidget* parameter(const std::string& key) const;
    LinkButton* reset() const { return m_reset; }
    /// What is wrong with the value of a key, in one sentence; empty if it is well.
    QString error(const QString& key) const;

signals:
    /// Edits of one drag or one burst of keys share a gesture; 0 stands alone.
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
        QLabel* followed = nullptr;  // of a choice
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
    QWidget* m_parameters = nullptr;                              // the part that holds them
    std::vector<std::pair<std::string, QWidget*>> m_parameterOf;  // by key, what edits it
    QLabel *m_heading = nullptr, *m_hint = nullptr;
    LinkButton* m_reset = nullptr;
    QRect m_beside;
    int m_top = 0;            // since it is open
    int m_scaledGesture = 0;  // scales m_scaledFrom: a drag through 0 does not lose the proportions of a list
    Workload m_scaledFrom;
};

}  // namespace bubblescope
