#pragma once

#include <QAbstractItemModel>

#include "widgets/basics/outcome.h"

#include <functional>
#include <span>
#include <vector>

namespace bubblescope {

/// One column of the metrics table.
struct MetricsColumn {
    enum class Unit { Duration, Share, Activations };
    const char* key;  // in CSV
    const char* title;
    const char* tip;
    Unit unit;
    double (*ofRun)(const Run& run);
    /// What the column says of a single device; none where that makes no sense.
    double (*ofWorker)(const Run& run, const WorkerMetrics& worker) = nullptr;
    int bubble = -1;  // the BubbleKind, of a column that is a definition of the bubble
};

/// All columns behind the schedule's name.
std::span<const MetricsColumn> metricsColumns();

/// Outcomes as item views see them: a row for each schedule, beneath it one for each device.
///
/// Invariants  reset only when the shape changes, so that rows stay open and selected while a slider moves
class MetricsModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole,  // a number; a title in the first column
        RefusedRole,              // bool
    };

    using QAbstractItemModel::QAbstractItemModel;

    void setOutcomes(const std::vector<Outcome>& outcomes);
    void setBubble(BubbleKind bubble);
    const std::vector<Outcome>& outcomes() const { return m_outcomes; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Outcome& outcomeOf(const QModelIndex& index) const;
    std::optional<double> valueOf(const QModelIndex& index) const;
    QString textOf(const QModelIndex& index) const;
    QString timeUnit() const;

    std::vector<Outcome> m_outcomes;
    BubbleKind m_bubble = BubbleKind::OfTotal;
};

}  // namespace bubblescope
