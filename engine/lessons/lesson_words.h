#pragma once

#include "engine/lessons/lesson_numbers.h"

#include <string_view>

namespace bubblescope {

/// A stretch of a lesson's text: words, or a formula whose value stands there.
///
/// Shapes  decimals: so many at most, without zeros behind; of a percentage those of the number before the sign
struct TextPiece {
    std::string text;  // the words, or the formula
    bool isFormula = false;
    bool isPercent = false;
    int decimals = 2;
    bool isPadded = false;   // zeros behind stay
    std::size_t column = 0;  // of the formula in the text, from 1
};

/// Parts a text at its `{formula}`, `{formula:%}` (a percentage), `{formula:.1}` (exactly so many decimals) and
/// `{formula:.0%}`; `{{` and `}}` are braces.
///
/// Errors  a brace without its other one, an unknown format, placed by a column of the text
Result<std::vector<TextPiece>> textPieces(std::string_view text);

/// What a step says, its numbers put in, and whether it is so.
struct SpokenStep {
    struct Claim {
        std::string text;
        bool holds = false;

        friend bool operator==(const Claim&, const Claim&) = default;
    };
    std::string caption = {}, question = {}, answer = {};
    std::vector<Claim> claims = {};
    std::vector<NamedNumber> known = {};  // constants of the steps before

    bool allHold() const;
    friend bool operator==(const SpokenStep&, const SpokenStep&) = default;
};

/// Puts in what `runs` of a scene like that of the step come to. `constants` are those of the steps before, and gets
/// its own.
///
/// Errors  a number that is none here - a list, or of a schedule that was refused - placed at a key of the step
/// Thread  any; pure
Result<SpokenStep> speak(const LessonStep& step, const LessonScene& scene, const LessonRuns& runs,
                         std::vector<NamedNumber>& constants);

/// All steps on their own documents, as far as `stop` lets it come; what fails is that step's own result.
std::vector<Result<SpokenStep>> speakAll(const Lesson& lesson, const std::stop_token& stop = {});

}  // namespace bubblescope
