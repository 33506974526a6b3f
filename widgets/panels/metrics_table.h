#pragma once

#include "widgets/kit/column_table.h"

#include "engine/results/difference.h"
#include "widgets/shown/outcome.h"

#include <span>
#include <vector>

namespace bubblescope {

/// A column of differences of a quantity. These stand before the others, behind one that says what a schedule is held
/// against, as long as any is.
struct DifferenceColumn {
    Quantity quantity;  // the first definition of the bubble stands for the one that the window uses
    const char* key;    // in CSV
    const char* title;
    const char* tip;
};
std::span<const DifferenceColumn> differenceColumns();

/// The numbers of all schedules side by side; a schedule opens to its devices.
class MetricsTable : public ColumnTable {
    Q_OBJECT
public:
    explicit MetricsTable(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// The definition of the bubble that the window uses; its column is emphasised.
    void setBubble(Quantity bubble);

    /// All schedules in the scenario's order, in full precision, with the keys of `simulate --json` as header.
    QString toCsv() const override;

protected:
    void addActions(QMenu& menu) override;

private:
    struct TrackData;

    void showRuns(std::vector<Outcome> outcomes, Quantity bubble = Quantity::BubbleRatio);

    std::shared_ptr<const TrackData> m_shown;
};

}  // namespace bubblescope
