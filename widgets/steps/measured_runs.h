#pragma once

#include "engine/study/calibration.h"
#include "widgets/kit/background_job.h"

#include <QDialog>

#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;

namespace bubblescope {

class NumberField;
class SegmentedControl;

/// A dialog for what runs of the steps of one machine have taken: their times, the memory that was allocated, what is
/// predicted before and after the machine's numbers are fitted, and what these become. Rows that are emptied are taken
/// out. Fits run in the background; Apply is enabled once the newest one is shown.
///
/// Invariants  scenario() differs from the given one only in `measured` of its steps and the numbers of their machine
/// Thread      the interface thread
class MeasuredRuns : public QDialog {
    Q_OBJECT
public:
    /// For the machine of a step of a model.
    MeasuredRuns(const Scenario& scenario, std::size_t step, QWidget* parent = nullptr);

    /// The scenario with the measured runs and the fitted numbers or, without a run, the start values.
    Scenario scenario() const;

    int rows() const { return static_cast<int>(m_rows.size()); }
    /// The fields of a row: its time, and the memory that was allocated, in GiB.
    NumberField* time(int row) const { return m_rows[static_cast<std::size_t>(row)].time; }
    NumberField* memory(int row) const { return m_rows[static_cast<std::size_t>(row)].memory; }
    /// What is predicted in a row before and after the fit, and the peak.
    QStringList predicted(int row) const;
    /// Milliseconds of a step, or tokens per second of a device.
    SegmentedControl* unit() const { return m_unit; }
    QPushButton* applyButton() const { return m_apply; }
    /// What is wrong, what is done, or how well the fit predicts.
    QString state() const;
    /// What the machine's numbers become: "0.70 → 0.62".
    QString number(std::size_t which) const { return m_numbers[which].text; }

private:
    struct Row {
        std::size_t step = 0;
        ParameterValue::Object given;  // its key `measured`
        NumberField *time = nullptr, *memory = nullptr;
        QLabel *before = nullptr, *after = nullptr, *peak = nullptr;
        std::optional<double> typed;  // instead of the given time, in the unit that was chosen then
        int typedUnit = 0;
    };
    struct Number {
        QLabel* label = nullptr;
        QString text;
    };

    void addRow(QGridLayout* grid, std::size_t step, const QString& label);
    void showTimes();
    /// What a row's fields say; empty if nothing was measured.
    Result<ParameterValue::Object> measuredIn(const Row& row) const;
    void follow();
    void showFit(const Calibration& made);
    void showNumbers(const ReachedShares& start, const ReachedShares& now);
    void setState(const QString& text, bool isWrong);

    Scenario m_given, m_measured;
    std::size_t m_step;
    std::vector<Row> m_rows;
    std::vector<Number> m_numbers;
    std::optional<Calibration> m_made;
    SegmentedControl* m_unit;
    QLabel* m_state;
    QPushButton* m_apply;
    BackgroundJob m_worker;  // last, so that it ends before what it uses
};

}  // namespace bubblescope
