#pragma once

#include "engine/lessons/lesson_numbers.h"

#include <string_view>

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

/// The text of a step with its numbers filled in, and whether its claims hold.
struct SpokenStep {
    struct Claim {
        std::string text;
        bool holds = false;

        friend bool operator==(const Claim&, const Claim&) = default;
    };
    std::string caption = {}, question = {}, answer = {};
    std::vector<std::string> highlight = {};
    std::vector<Claim> claims = {};
    std::string instead = {};             // "total time: GPipe 39, 1F1B 49": the results that claims name which fail
    std::vector<NamedNumber> known = {};  // constants of the earlier steps
    Time end = 0;                         // the latest end of its schedules
    double held = 0;                      // the most activations that a device needs

    bool allHold() const;
    friend bool operator==(const SpokenStep&, const SpokenStep&) = default;
};

/// Fills in the results `runs` of a scene like that of the step. `constants` has those of the earlier steps, and
/// receives those of the step.
///
/// Errors  a name without a single number here (a list, or a schedule that was refused); at a key of the step
/// Thread  any; pure
Result<SpokenStep> speak(const LessonStep& step, const LessonScene& scene, const LessonRuns& runs,
                         std::vector<NamedNumber>& constants);

/// All steps, each with its own document, until `stop` is requested; a failure is the result of its step.
std::vector<Result<SpokenStep>> speakAll(const Lesson& lesson, const std::stop_token& stop = {});

}  // namespace bubblescope
