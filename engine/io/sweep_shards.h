#pragma once

#include "engine/io/experiment_rows.h"

#include <span>

namespace bubblescope {

/// One of `count` parts of the rows of a sweep: every count-th row, starting with the index-th.
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
/// Errors  any other text, with what is expected
Result<Shard> shardIn(std::string_view text);

/// The beginning of a part's rows: that of all rows, which is one line, with the mark by which parts can be joined.
std::string shardHeading(const Shard& shard, std::size_t rowsOfAll, RowsForm form, const std::string& heading);

/// Joins the parts of one sweep, in any order; the result is what a single run would have written.
///
/// Errors  a text that is not a part, a part that is missing or appears twice
Result<std::string> joinShards(std::span<const std::string> parts);

}  // namespace bubblescope
