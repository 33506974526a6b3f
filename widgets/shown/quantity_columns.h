#pragma once

#include "engine/results/quantities.h"
#include "widgets/kit/table.h"

namespace bubblescope {

/// The column of a quantity, in every table that has it: its key, its words, and how its numbers are written. Who takes
/// it adds the values, and other words where those of the list do not fit.
TableColumn columnOf(Quantity quantity);

/// A run's cell in that column, or with `worker` that of one of its workers; empty for none. What only the ranks of a
/// step have is averaged over them; what they send is a number if it is only bytes or shares of all parameters, and
/// otherwise text.
TableValue valueAt(Quantity quantity, const Run& run, int worker = -1);

}  // namespace bubblescope
