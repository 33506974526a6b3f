#pragma once

#include "widgets/kit/column_table.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// A table of steps: how long each takes, and what its ranks spend the time on. A step opens to its ranks; ranks that
/// do the same share a row.
class StepTable : public ColumnTable {
    Q_OBJECT
public:
    explicit StepTable(QWidget* parent = nullptr);

    void setOutcomes(std::vector<Outcome> outcomes);
};

}  // namespace bubblescope
