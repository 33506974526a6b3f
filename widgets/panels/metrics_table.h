#pragma once

#include "widgets/kit/column_table.h"

#include "engine/run/difference.h"
#include "widgets/shown/outcome.h"

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

/// The numbers of all schedules side by side; a schedule opens to its devices.
class MetricsTable : public ColumnTable {
    Q_OBJECT
public:
    explicit MetricsTable(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// The definition of the bubble that the window uses; its column is emphasised.
    void setBubble(BubbleKind bubble);

    /// All schedules in the scenario's order, in full precision, with the keys of `simulate --json` as header.
    QString toCsv() const override;

protected:
    void addActions(QMenu& menu) override;

private:
    struct Shown;

    void showRuns(std::vector<Outcome> outcomes, BubbleKind bubble = BubbleKind::OfTotal);

    std::shared_ptr<const Shown> m_shown;
};

}  // namespace bubblescope
