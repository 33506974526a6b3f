#pragma once

#include "widgets/kit/column_table.h"

#include "engine/run/difference.h"
#include "widgets/shown/outcome.h"

#include <span>
#include <vector>

namespace bubblescope {

/// One quantity of a device in the table of two aligned schedules.
///
/// Units  durations in the user's; activations as in Metrics
struct PairColumn {
    const char* key;  // in CSV
    const char* title;
    const char* tip;
    bool isDuration;
    double (*of)(const Run& run, const WorkerMetrics& worker);
    double (*ofDifference)(const Difference::Worker& worker);
};
std::span<const PairColumn> pairColumns();

/// Two aligned schedules device by device: a line each, and one with the upper minus the lower one.
class PairTable : public ColumnTable {
    Q_OBJECT
public:
    explicit PairTable(QWidget* parent = nullptr);

    /// Shows the two that are aligned, if any.
    void setOutcomes(const std::vector<Outcome>& outcomes);
    bool isEmpty() const { return model()->rowCount() == 0; }
};

}  // namespace bubblescope
