#pragma once

#include "engine/lessons/lesson_text.h"

#include <algorithm>

namespace bubblescope::test {

/// The first number that a text has as digits outside its formulas, so that it would not follow the simulation. Names
/// with digits (1F1B, F3, ZeRO-3) do not count. Empty if there is none.
inline std::string bareNumber(std::string_view text) {
    const auto pieces = textPieces(text);
    if (!pieces) return std::string(text);
    for (const TextPiece& piece : *pieces) {
        if (piece.isFormula) continue;
        const auto isWordPart = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
        };
        std::string_view rest = piece.text;
        while (!rest.empty()) {
            const auto end =
                static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), isWordPart) - rest.begin());
            const std::string_view word = rest.substr(0, end);
            const bool hasDigit = word.find_first_of("0123456789") != word.npos;
            const bool isName = std::any_of(word.begin(), word.end(),
                                            [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
            if (hasDigit && !isName) return std::string(word);
            rest.remove_prefix(std::max<std::size_t>(end, 1));
        }
    }
    return {};
}

}  // namespace bubblescope::test
