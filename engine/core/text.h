#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The element of `names` closest to `name` by edit distance; empty if there are none.
std::string nearestName(std::string_view name, std::span<const std::string_view> names);

/// "the nearest of ring, direct and auto is \"ring\"": what a refusal of an unknown name offers, of a short list.
std::string nearestOf(std::string_view name, std::span<const std::string_view> names);

/// Whether one of three letters differs at most.
bool isNear(std::string_view name, std::string_view other);

/// `text` made fit for one line of a message: without control characters or marks that reverse the reading
/// direction, without broken UTF-8, and at most `longest` characters, the last one "…" where it was cut.
std::string shortened(std::string_view text, std::size_t longest = 40);

/// The first byte at which `text` stops being UTF-8, or npos.
std::size_t notUtf8At(std::string_view text);

/// "8,192,000,000".
std::string withThousands(long long number);

/// A whole number as a refusal tells it; kPastWhole stands for all that are as large, past every limit.
inline constexpr int kPastWhole = 1'000'000'001;
std::string wholeText(int number);
/// The number as short as reads back to the same: 100, 0.1, never 1e+02. "null" where it is not finite.
std::string numberText(double number);

/// A cell of a CSV table, in quotes where it needs them.
std::string csvCell(std::string_view text);

/// The lines of a text, without their ends.
std::vector<std::string_view> linesOf(std::string_view text);

}  // namespace bubblescope
