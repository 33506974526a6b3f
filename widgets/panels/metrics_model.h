#pragma once

#include <QAbstractItemModel>

#include "engine/run/difference.h"
#include "widgets/shown/outcome.h"

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

/// A column of differences. These stand before the others, behind one that says what a schedule is held against, as
/// long as any is.
struct DifferenceColumn {
    const char* key;  // in CSV
    const char* title;
    const char* tip;
    MetricsColumn::Unit unit;
    double (*ofRun)(const Difference& difference, BubbleKind bubble);
    /// What the column says of a single device; none where that makes no sense.
    double (*ofWorker)(const Difference::Worker& worker) = nullptr;
};
std::span<const DifferenceColumn> differenceColumns();

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
    BubbleKind bubble() const { return m_bubble; }
    /// Whether any schedule is held against another run.
    bool hasDifferences() const { return m_hasDifferences; }
    /// How many columns stand between the schedules' names and the metrics.
    int differenceCount() const { return m_hasDifferences ? 1 + static_cast<int>(differenceColumns().size()) : 0; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Outcome& outcomeOf(const QModelIndex& index) const;
    /// The column of metricsColumns(), or null.
    const MetricsColumn* metricAt(int column) const;
    /// The column of differenceColumns(), or null.
    const DifferenceColumn* differenceAt(int column) const;
    std::optional<double> valueOf(const QModelIndex& index) const;
    std::optional<double> differenceOf(const QModelIndex& index, const DifferenceColumn& column) const;
    QString textOf(const QModelIndex& index) const;
    QString timeUnit() const;

    std::vector<Outcome> m_outcomes;
    std::vector<std::optional<Difference>> m_differences;  // by outcome
    bool m_hasDifferences = false;
    BubbleKind m_bubble = BubbleKind::OfTotal;
};

}  // namespace bubblescope
