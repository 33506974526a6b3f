#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

// Names of the times of training steps, by key.

/// The symbol of a time in formulas, or nothing: "T_c" for all_reduce. A small letter is a layer's, where T_F is a
/// stage's.
std::string_view stepTimeSymbol(std::string_view key);

/// Whether the key is a number of layers instead of a time.
bool isCountOfLayers(std::string_view key);

/// "all-reduce", "attention forward".
std::string titleOfStepTime(std::string_view key);

}  // namespace bubblescope
