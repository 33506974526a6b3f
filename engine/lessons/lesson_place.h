#pragma once

#include "engine/core/result.h"

#include <string>
#include <string_view>
#include <utility>

/// Places of errors in a step.
namespace bubblescope::lesson_place {

inline Error placed(Error error, std::string place) {
    error.field = std::move(place);
    return error;
}

/// "claims[2]"
inline std::string element(std::string_view list, std::size_t index) {
    return std::string(list) + '[' + std::to_string(index) + ']';
}

}  // namespace bubblescope::lesson_place
