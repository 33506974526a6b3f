#pragma once

#include "widgets/kit/column_table.h"

#include "engine/results/difference.h"
#include "widgets/shown/outcome.h"

#include <span>
#include <vector>

namespace bubblescope {

/// A column of differences of a quantity. While any schedule is compared with another result, these columns come first,
/// after one that names that result.
struct DifferenceColumn {
    Quantity quantity;  // BubbleRatio stands for the definition of the bubble that the window uses
    const char* key;    // in CSV
    const char* title;
    const char* tip;
};
std::span<const DifferenceColumn> differenceColumns();

/// The numbers of all schedules side by side; a schedule expands to its devices.
class MetricsTable : public ColumnTable {
    Q_OBJECT
public:
    explicit MetricsTable(QWidget* parent = nullptr);

    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Sets the definition of the bubble that the window uses; its column is emphasised.
    void setBubble(Quantity bubble);

    /// All schedules in the scenario's order, in full precision; the header has the keys of `simulate --json`.
    QString toCsv() const override;

protected:
    void addActions(QMenu& menu) override;

private:
    struct Contents;

    void showRuns(std::vector<Outcome> outcomes, Quantity bubble = Quantity::BubbleRatio);

    std::shared_ptr<const Contents> m_shown;
};

}  // namespace bubblescope
