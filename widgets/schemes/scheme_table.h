#pragma once

#include "engine/run/run.h"

#include <QWidget>

#include <memory>

class QAbstractItemModel;
class QLabel;
class QTreeView;

namespace bubblescope {

class WorkersModel;

/// What the workers of a placement scheme do, hold and send: a row a worker below the sums and the means over all of
/// them, and a line above that says what the scheme costs as a whole. Sorts by any column, copies as text, and writes
/// CSV.
class SchemeTable : public QWidget {
    Q_OBJECT
public:
    explicit SchemeTable(QWidget* parent = nullptr);

    /// The run of a scheme; null, or a run that is none: nothing to show.
    void setRun(std::shared_ptr<const Run> run);

    /// What stands above the table: "Looped PP · latency 46 · throughput 0.5217 · bound 1.111".
    QString summary() const;
    /// The chosen rows, or all with the summary, as shown: columns separated by tabs.
    QString toText() const;
    /// A line a worker in full precision, with the keys of `simulate --json` as header.
    QString toCsv() const;
    /// Puts toText() on the clipboard.
    void copy();

    QTreeView& view() { return *m_view; }

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMenu(const QPoint& at);
    void fitColumns();

    std::shared_ptr<const Run> m_run;
    WorkersModel* m_model;
    QAbstractItemModel* m_sorted;
    QLabel* m_summary;
    QTreeView* m_view;
    QLabel* m_notice;
};

}  // namespace bubblescope
