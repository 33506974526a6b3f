#pragma once

#include "engine/core/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace bubblescope {

/// Reads one JSON value from a text that may be hostile.
///
/// Errors  more than kMaxFileBytes, not UTF-8, not JSON (with line and column), nested deeper than
///         kMaxNesting, a key that stands twice, a number past any double, anything after the value; each
///         with the place as a path where there is one. `isSyntax`, if given, tells "not JSON" from the rest.
/// Cost    stops at the first error: 100 MB of brackets cost nothing
Result<nlohmann::json> parseJson(std::string_view bytes, bool* isSyntax = nullptr);

/// A value in a few words for a message: "four" in quotes, 4.5, a list, an object.
std::string described(const nlohmann::json& value);

/// `key` inside the object at `path`, shortened; the key alone at the top.
std::string keyPath(const std::string& path, std::string_view key);
/// Element `index` of the list at `path`.
std::string elementPath(const std::string& path, std::size_t index);

/// A measured number as numberText() writes it, with a decimal point.
std::string measuredText(double value);

/// The text in quotes, escaped; bytes that are not UTF-8 are replaced.
std::string quotedText(std::string_view text);

/// The value over lines of at most 100 characters where it can be: what holds no further list or object
/// stands on one line if it fits, and long lists of numbers fill their lines.
std::string tidyJson(const nlohmann::ordered_json& value);

}  // namespace bubblescope
