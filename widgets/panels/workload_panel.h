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

/// The workload's parameters: a slider and a number each. Shows the scenario it is given and asks for edits.
///
/// Invariants  an edit changes nothing but the workload; a new D takes lists, those of schedules too, the matrix and,
///             while locked, MBS with it in the same edit
class WorkloadPanel : public QWidget {
    Q_OBJECT
public:
    explicit WorkloadPanel(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);
    /// Marks fields and says why, by workload key ("microbatches"); all others are well. Values that would do are
    /// offered.
    void setErrors(const QMap<QString, QString>& reasonByKey, const QMap<QString, QList<double>>& offeredByKey = {});
    /// What gives keys their values in place of this workload, by key: "= 400/D". It stands where their sliders were.
    void setDetermined(const QMap<QString, QString>& textByKey);
    /// For an owner that has a heading of its own.
    void hideHeading();
    /// Whether moving D keeps MBS/D.
    bool keepsRatio() const;
    void setKeepsRatio(bool keeps);

    /// The row of a workload key; "weight" is the absolute weight half, "weight_fraction" its share.
    ParamSlider* param(const QString& key) const;
    /// That of `embedding` or `head`.
    StageTimesRow* stageRow(const QString& key) const { return m_stageRows.value(key); }
    /// Whether there is a memory limit.
    FlatCheck* hasLimit() const { return m_hasLimit; }
    /// Whether pairs have a time of their own.
    FlatCheck* hasPairTime() const { return m_hasPairTime; }
    FlatCheck* sendsBlock() const { return m_sends; }
    /// What is rarely asked for.
    Fold* more() const { return m_more; }
    /// What to know about all of it; empty for nothing.
    QString note() const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void keepsRatioChanged(bool keeps);

private:
    ParamSlider* addRow(const WorkloadParam& param);
    void addLock(ParamSlider* microbatches);
    /// A box that gives a key which may be left out its first value, or none.
    template <class Value, class First>
    FlatCheck* addOptional(const QString& key, const QString& words, std::optional<Value> Workload::*member,
                           First first);
    void addStageRow(QBoxLayout& layout, const WorkloadKey& key, StageTimes Workload::*member);
    QLayout* basisLine();
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
    int m_scaledGesture = 0;  // scales m_scaledFrom: a drag through 0 does not lose the proportions of a list
    Workload m_scaledFrom;
};

}  // namespace bubblescope
