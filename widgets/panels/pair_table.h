#pragma once

#include "widgets/kit/column_table.h"

#include "engine/results/difference.h"
#include "widgets/shown/outcome.h"

#include <vector>

namespace bubblescope {

/// Two aligned schedules, device by device: a line for each, and one with the upper minus the lower one.
class PairTable : public ColumnTable {
    Q_OBJECT
public:
    explicit PairTable(QWidget* parent = nullptr);

    /// Shows the two aligned schedules, if there are any.
    void setOutcomes(const std::vector<Outcome>& outcomes);
    bool isEmpty() const { return model()->rowCount() == 0; }
};

}  // namespace bubblescope
