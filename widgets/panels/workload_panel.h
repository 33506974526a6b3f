#pragma once

#include "widgets/panels/workload_rows.h"
#include "widgets/shown/scenario_edit.h"

#include <QMap>
#include <QWidget>

#include <vector>

class QLabel;
class QCheckBox;

namespace bubblescope {

class Fold;
class GlyphButton;

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

    /// The row of a workload key with a slider; "weight" is T_W, "weight_fraction" its share of T_B.
    ParamSlider* param(const QString& key) const;
    /// The rows that are always shown, and those in the section More.
    ParameterForm* usual() const { return m_usual; }
    ParameterForm* rare() const { return m_rare; }
    QCheckBox* sendsBlock() const { return m_sends; }
    /// The section of rarely used parameters.
    Fold* more() const { return m_more; }
    /// A note about all parameters; empty for none.
    QString note() const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void keepsRatioChanged(bool keeps);

private:
    void addLock();
    std::vector<FormRow> rows(bool areRare) const;
    void edit(const WorkloadKey& key, const ParameterValue& value, int gesture);
    Workload onDevices(int devices) const;
    void emitEdit(Workload workload, const QString& what, int gesture = 0);
    void openTable(const QString& key);
    void showMore();
    bool isDetermined(const QString& key) const { return m_determined.contains(key); }

    Scenario m_scenario;
    QMap<QString, QString> m_determined;
    QWidget* m_heading = nullptr;
    QLabel* m_note = nullptr;
    ParameterForm *m_usual = nullptr, *m_rare = nullptr;
    Fold* m_more = nullptr;
    QCheckBox* m_sends = nullptr;
    GlyphButton* m_lock = nullptr;
    double m_ratio = 2;  // MBS/D as last chosen, exact while a locked D rounds MBS
    ScaledFrom m_scaled;
};

}  // namespace bubblescope
