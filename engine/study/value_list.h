#pragma once

#include "engine/core/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The values in a list that a user typed: `1, 2, 4`, and ranges in it: `0..32 step 4` (without a step: by 1), `2..32
/// x2` (each times the factor). A range ends at or just before its end value, and may fall. Commas, semicolons or
/// spaces separate values; if there is a semicolon, a comma is a decimal sign: `0,5; 1,5`.
///
/// Invariants  the sum of steps is rounded to their decimals: `0..1 step 0.1` contains 0.3
/// Errors      one sentence with the text and the column, counted from 1; more values than an experiment can have
///             points, before any is made
Result<std::vector<double>> parseValueList(std::string_view text);

/// The values as such a list; parseValueList() returns the same values. Long runs are written as ranges. A text longer
/// than `longest` bytes is cut and ends in "…".
std::string valueListText(std::span<const double> values, std::size_t longest = std::string::npos);

}  // namespace bubblescope
