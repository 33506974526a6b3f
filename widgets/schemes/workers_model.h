#pragma once

#include <QAbstractTableModel>

#include "engine/run/run.h"

#include <optional>
#include <span>

namespace bubblescope {

/// One column of a scheme's statistics.
struct WorkersColumn {
    const char* key;  // in CSV
    const char* title;
    const char* tip;
    enum class Unit { Duration, Share, Count } unit;
    double (*ofWorker)(const SchemeRun& run, const SchemeWorker& worker);
    bool hasSum = true;
};

/// All columns behind the worker's number.
std::span<const WorkersColumn> workersColumns();

/// What the workers of a scheme do as item views see it: a row for the sums and one for the means, then one a worker.
///
/// Invariants  reset only when the number of workers changes, so that rows stay selected while a slider moves
class WorkersModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole,
        WholeRole,  // bool: of all workers
    };
    static constexpr int kWholeRows = 2;

    using QAbstractTableModel::QAbstractTableModel;

    void setRun(std::shared_ptr<const SchemeRun> run, const QString& timeUnit);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::optional<double> valueOf(const QModelIndex& index) const;
    QString textOf(const QModelIndex& index) const;

    std::shared_ptr<const SchemeRun> m_run;
    QString m_timeUnit;
};

}  // namespace bubblescope
