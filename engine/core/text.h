#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The element of `names` with the smallest edit distance to `name`; empty if there are none.
std::string nearestName(std::string_view name, std::span<const std::string_view> names);

/// "expected ring, direct or auto; nearest: \"ring\"": the end of an error about an unknown name, when the list is
/// short.
std::string nearestOf(std::string_view name, std::span<const std::string_view> names);

/// Whether at most one letter in three differs.
bool isNear(std::string_view name, std::string_view other);

/// `text` prepared for one line of a message: without control characters, marks that reverse the reading direction or
/// broken UTF-8, and at most `longest` characters, with "…" where it was cut.
std::string shortened(std::string_view text, std::size_t longest = 40);

/// The first byte at which `text` stops being UTF-8, or npos.
std::size_t notUtf8At(std::string_view text);

/// "8,192,000,000".
std::string withThousands(long long number);

/// A whole number as error messages show it; kPastWhole stands for every number that large, which is past every limit.
inline constexpr int kPastWhole = 1'000'000'001;
std::string wholeText(int number);
/// The shortest text that reads back as the same number: 100, 0.1, never 1e+02. "null" if it is not finite.
std::string numberText(double number);

/// The number of bytes that "1.5 GB", "64kB" or "1e6" says, with a decimal prefix; nothing for anything else.
std::optional<double> bytesIn(std::string_view text);

/// A cell of a CSV table, quoted if necessary.
std::string csvCell(std::string_view text);

/// The lines of a text, without their line ends.
std::vector<std::string_view> linesOf(std::string_view text);

}  // namespace bubblescope
