#pragma once

#include "engine/results/run.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace bubblescope {

class ColumnTable;

/// What the workers of a placement scheme do, hold and send: a row a worker below the sums and the means over all of
/// them, and a line above that says what the scheme costs as a whole.
class SchemeTable : public QWidget {
    Q_OBJECT
public:
    explicit SchemeTable(QWidget* parent = nullptr);

    /// The run of a scheme; null, or a run that is none: nothing to show.
    void setRun(std::shared_ptr<const Run> run);

    /// What its words mean, wherever they stand.
    static QString summaryTip();
    /// What stands above the table: "Looped PP · latency 46 · throughput 0.5217 · bound 1.111".
    QString summary() const;
    /// A line a worker in full precision, with the keys of `simulate --json` as header.
    QString toCsv() const;
    /// Puts the chosen rows, or all below the summary, on the clipboard.
    void copy();

    ColumnTable& view() { return *m_view; }

protected:
    void changeEvent(QEvent* event) override;

private:
    std::shared_ptr<const Run> m_run;
    QLabel* m_summary;
    ColumnTable* m_view;
    QLabel* m_notice;
};

}  // namespace bubblescope
