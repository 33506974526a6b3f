#pragma once

#include "engine/core/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The part of an axis that a chart shows; an end that is missing is where the chart itself would have it.
///
/// Units  the scenario's; ratios are shares: 50% is 0.5
struct ShownRange {
    std::optional<double> from = {}, to = {};

    friend bool operator==(const ShownRange&, const ShownRange&) = default;
};

/// Of several axes in their order; an axis without one is shown as the chart itself would.
using ShownRanges = std::vector<ShownRange>;

/// Reads "0..30", "..30", "0%..50%", or several separated by semicolons: "0..1; ; ..500".
///
/// Errors  any other text, and a range that does not end above its start
Result<ShownRanges> shownRangesIn(std::string_view text);

/// The text from which shownRangesIn() reads the same ranges.
std::string textOf(const ShownRanges& ranges);

}  // namespace bubblescope
