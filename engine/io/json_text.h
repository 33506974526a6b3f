#pragma once

#include "engine/core/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace bubblescope {

/// Reads one JSON value from a text that may be hostile.
///
/// Errors  more than kMaxFileBytes, not UTF-8, not JSON (with line and column), nested deeper than kMaxNesting, a key
///         that appears twice, a number too large for a double, anything after the value; each with its place as a
///         path, if there is one. `isSyntax`, if given, distinguishes "not JSON" from the rest
/// Cost    stops at the first error: 100 MB of brackets cost nothing
Result<nlohmann::json> parseJson(std::string_view bytes, bool* isSyntax = nullptr);

/// A value described for a message: "four" in quotes, 4.5, a list, an object.
std::string described(const nlohmann::json& value);

/// `key` inside the object at `path`, shortened; just the key at the top level.
std::string keyPath(const std::string& path, std::string_view key);
/// Element `index` of the list at `path`.
std::string elementPath(const std::string& path, std::size_t index);

/// A measured number as in numberText(), always with a decimal point.
std::string measuredText(double value);

/// The text in quotes, escaped; bytes that are not UTF-8 are replaced.
std::string quotedText(std::string_view text);

/// The value in lines of at most 100 characters if possible. A list or object without nested ones is on one line if it
/// fits, and long lists of numbers fill their lines.
std::string tidyJson(const nlohmann::ordered_json& value);

}  // namespace bubblescope
