#pragma once

#include "engine/entries/step_edits.h"
#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QVBoxLayout;

namespace bubblescope {

class LinkButton;
class NumberField;
class ParamSlider;

/// Sliders for the layer times of all steps, the number of ranks, and the slowdown of each rank.
///
/// Invariants  shows the scenario that it was given and asks for edits; a time that differs between layers or steps is
///             shown as a range, and its slider scales all of its values
class TimeSliders : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostFactors = 16;

    explicit TimeSliders(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);

    /// The row of a time; null if no step has it.
    ParamSlider* row(const std::string& key) const;
    ParamSlider* ranks() const { return m_ranks; }
    /// The slowdown field of a rank; null if it is not shown.
    NumberField* factor(int rank) const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    struct Factor {
        QLabel* word;
        NumberField* field;
        QLayout* line = nullptr;
    };

    void orderTabs();
    ParamSlider* makeRow(const StepTime& time);
    void addFactor(int rank);
    void showFactors();
    /// Lays out the factors in as many columns as fit.
    void layOutFactors(int fieldWidth);
    void takeFactor(int rank, const QString& text);

    Scenario m_scenario;
    QVBoxLayout* m_list;
    std::vector<std::pair<std::string, ParamSlider*>> m_rows;
    ParamSlider* m_ranks;
    QLabel* m_slow;
    QGridLayout* m_factorGrid;
    std::vector<Factor> m_factors;
    int m_factorColumns = 4;
};

}  // namespace bubblescope
