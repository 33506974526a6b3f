#pragma once

#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace bubblescope {

class NumberField;

/// The slowdown of each rank of the steps: a field each, in as many columns as fit.
///
/// Invariants  shows the scenario that it was given and asks for edits; hidden if no step has ranks
class SlowdownFields : public QWidget {
    Q_OBJECT
public:
    static constexpr int kMostFactors = 16;

    explicit SlowdownFields(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);

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

    void addFactor(int rank);
    /// Lays out the factors in as many columns as fit.
    void layOutFactors(int fieldWidth);
    void takeFactor(int rank, const QString& text);

    Scenario m_scenario;
    QGridLayout* m_factorGrid;
    std::vector<Factor> m_factors;
    int m_factorColumns = 4;
};

}  // namespace bubblescope
