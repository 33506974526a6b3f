#pragma once

#include <string>
#include <string_view>

namespace bubblescope {

// How the times of training steps are called, by their keys.

/// The letter of a time in formulas, or nothing: "c" of all_reduce.
std::string_view stepTimeSymbol(std::string_view key);

/// Whether a time is none but a number of layers.
bool isCountOfLayers(std::string_view key);

/// "all-reduce", "attention forward".
std::string titleOfStepTime(std::string_view key);

}  // namespace bubblescope
