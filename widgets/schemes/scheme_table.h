#pragma once

#include "engine/results/run.h"

#include <QWidget>

#include <memory>

class QLabel;

namespace bubblescope {

class ColumnTable;

/// What the workers of a placement scheme compute, store and send: rows with the sums and means over all workers, then
/// one row per worker, and above the table a summary of the whole scheme.
class SchemeTable : public QWidget {
    Q_OBJECT
public:
    explicit SchemeTable(QWidget* parent = nullptr);

    /// Shows the run of a scheme; null or the run of another kind shows a notice instead.
    void setRun(std::shared_ptr<const Run> run);

    /// The meaning of the terms in the summary.
    static QString summaryTip();
    /// The line above the table: "Looped PP · latency 46 · throughput 0.5217 · bound 1.111".
    QString summary() const;
    /// One line per worker in full precision, with the keys of `simulate --json` as header.
    QString toCsv() const;
    /// Copies the selected rows, or all rows, to the clipboard.
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
