#pragma once

#include "engine/io/experiment_rows.h"

#include <span>

namespace bubblescope {

/// One of `count` parts of the rows of a sweep: every count-th, from the index-th on.
///
/// Invariants  1 <= index <= count
struct Shard {
    int index = 1, count = 1;

    bool has(std::size_t row) const {
        return row % static_cast<std::size_t>(count) == static_cast<std::size_t>(index) - 1;
    }
};
inline constexpr int kMaxShards = 1'000'000;

/// "3/16".
///
/// Errors  what else it says, with what is expected
Result<Shard> shardIn(std::string_view text);

/// What the rows of a part begin with in place of what all rows do, so that they can be joined.
std::string shardHeading(const Shard& shard, std::size_t rowsOfAll, RowsForm form);

/// The parts of one sweep, in whatever order, as one run would have written them.
///
/// Errors  a part that is none, that is missing, or there twice
Result<std::string> joinShards(std::span<const std::string> parts);

}  // namespace bubblescope
