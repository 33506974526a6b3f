#pragma once

#include "widgets/kit/column_table.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// The steps side by side: how long each takes, and what its ranks spend that on; a step opens to its ranks, those that
/// do the same as one.
class StepTable : public ColumnTable {
    Q_OBJECT
public:
    explicit StepTable(QWidget* parent = nullptr);

    void setOutcomes(std::vector<Outcome> outcomes);
};

}  // namespace bubblescope
