#pragma once

#include "widgets/panels/workload_params.h"
#include "widgets/shown/scenario_edit.h"

#include <QMap>
#include <QWidget>

#include <vector>

class QBoxLayout;
class QComboBox;

namespace bubblescope {

class FlatCheck;
class Fold;
class GlyphButton;
class SegmentedControl;
class StageTimesRow;

/// The workload's parameters: a slider and a number each. Shows the scenario that it is given and emits edits.
///
/// Invariants  an edit changes only the workload, but a new D also resizes lists, including those of schedules, and the
///             matrix, and changes MBS while locked, all in the same edit
class WorkloadPanel : public QWidget {
    Q_OBJECT
public:
    explicit WorkloadPanel(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);
    /// Marks fields and shows the reasons, by workload key ("microbatches"); all other fields are valid. Values that
    /// would be valid are offered.
    void setErrors(const QMap<QString, QString>& reasonByKey, const QMap<QString, QList<double>>& offeredByKey = {});
    /// What sets a value instead of this workload, by key: "= 400/D". It replaces the slider.
    void setDetermined(const QMap<QString, QString>& textByKey);
    /// For an owner with its own heading.
    void hideHeading();
    /// Whether changing D keeps MBS/D.
    bool keepsRatio() const;
    void setKeepsRatio(bool keeps);

    /// The row of a workload key; "weight" is T_W, "weight_fraction" its share of T_B.
    ParamSlider* param(const QString& key) const;
    /// The row of `embedding` or `head`.
    StageTimesRow* stageRow(const QString& key) const { return m_stageRows.value(key); }
    /// Whether there is a memory limit.
    FlatCheck* hasLimit() const { return m_hasLimit; }
    /// Whether fused F+B has its own time.
    FlatCheck* hasPairTime() const { return m_hasPairTime; }
    FlatCheck* sendsBlock() const { return m_sends; }
    /// The section of rarely used parameters.
    Fold* more() const { return m_more; }
    /// A note about all parameters; empty for none.
    QString note() const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void keepsRatioChanged(bool keeps);

private:
    ParamSlider* addRow(const WorkloadParam& param);
    void addLock(ParamSlider* microbatches);
    /// A check box that gives an optional key its first value, or none.
    template <class Value, class First>
    FlatCheck* addOptional(const QString& key, const QString& words, std::optional<Value> Workload::*member,
                           First first);
    void addStageRow(QBoxLayout& layout, const WorkloadKey& key, StageTimes Workload::*member);
    QLayout* basisLines();
    void edit(const QString& key, const QString& what, double value, int gesture);
    Workload onDevices(int devices) const;
    void emitEdit(Workload workload, const QString& what, int gesture = 0);
    void openTable(const QString& key);
    void showRow(ParamSlider* row);
    void showButtons();
    void showMore();
    bool isDetermined(const QString& key) const { return m_determined.contains(key); }

    Scenario m_scenario;
    std::vector<ParamSlider*> m_rows;
    QMap<QString, QString> m_determined;
    QWidget* m_heading = nullptr;
    QLabel* m_note = nullptr;
    Fold* m_more = nullptr;
    QMap<QString, StageTimesRow*> m_stageRows;
    FlatCheck *m_hasLimit = nullptr, *m_hasPairTime = nullptr, *m_sends = nullptr;
    QMap<QString, GlyphButton*> m_tables;
    GlyphButton* m_lock = nullptr;
    SegmentedControl* m_basis = nullptr;
    QComboBox* m_unit = nullptr;
    double m_ratio = 2;       // MBS/D as last chosen, exact while a locked D rounds MBS
    int m_scaledGesture = 0;  // scales m_scaledFrom, so that a drag through 0 keeps the proportions of a list
    Workload m_scaledFrom;
};

}  // namespace bubblescope
