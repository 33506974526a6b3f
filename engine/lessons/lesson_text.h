#pragma once

#include "engine/lessons/lesson_numbers.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A part of a lesson's text: words, or a formula that is replaced by its value.
///
/// Shapes  decimals: at most this many, without trailing zeros; for a percentage, those of the number before the sign
struct TextPiece {
    std::string text;  // the words, or the formula
    bool isFormula = false;
    bool isPercent = false;
    int decimals = 2;
    bool isPadded = false;   // trailing zeros are kept
    std::size_t column = 0;  // of the formula in the text, from 1
};

/// Splits a text at its `{formula}`, `{formula:%}` (a percentage), `{formula:.1}` (exactly one decimal) and
/// `{formula:.0%}`; `{{` and `}}` are braces.
/// Highlights are texts, too: "0F{D - 1}".
///
/// Errors  an unmatched brace or an unknown format, with its column in the text
Result<std::vector<TextPiece>> textPieces(std::string_view text);

/// A number as texts show it: "1.42", "27.3%".
std::string lessonNumber(const TextPiece& formula, double value);

/// Evaluates formulas, alone and in texts, over the numbers of a step and those that lessons define.
class Speaker {
public:
    Speaker(const std::vector<NamedNumber>& numbers, const std::vector<NamedNumber>& constants);

    /// Errors  a formula that cannot be parsed, a number without a value, a result that is not finite
    Result<double> value(const std::string& formula) const;
    /// The text with its numbers filled in.
    Result<std::string> text(const std::string& text) const;
    /// The names that a formula uses.
    std::vector<std::string> namesIn(const std::string& formula) const;

private:
    std::vector<std::string_view> m_names;  // of the numbers that were given
    std::vector<double> m_values;
};

}  // namespace bubblescope
