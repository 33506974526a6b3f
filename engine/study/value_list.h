#pragma once

#include "engine/core/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The values that a person's list says: `1, 2, 4`, and ranges in it: `0..32 step 4` (without a step: by 1), `2..32 x2`
/// (each times the factor). A range ends at its end or just before it, and may fall. Values stand apart by commas,
/// semicolons or spaces; where there is a semicolon, a comma is a decimal sign: `0,5; 1,5`.
///
/// Invariants  a step's sum is rounded to what its decimals say: `0..1 step 0.1` has 0.3
/// Errors      one sentence with the text and the column, counted from 1; more values than an experiment has points,
///             before any is made
Result<std::vector<double>> parseValueList(std::string_view text);

/// The values as such a list; parseValueList() gives the same again. Long runs are written as ranges. What would be
/// longer than `longest` bytes is cut and ends in "…".
std::string valueListText(std::span<const double> values, std::size_t longest = std::string::npos);

}  // namespace bubblescope
