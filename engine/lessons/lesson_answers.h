#pragma once

#include "engine/scenario/setting.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

inline constexpr std::size_t kMaxAnswersBytes = 1u << 20;

/// What someone answered to one step.
///
/// Shapes  step: its number, from 1; given: to a prediction, in its unit; set: to a challenge, with the paths of the
///         lesson. Exactly one of the two is there, unless `error` says why not
struct LessonAnswer {
    int step = 0;
    std::optional<double> given = {};
    std::vector<Setting> set = {};
    std::string error = {};  // why it cannot be marked

    friend bool operator==(const LessonAnswer&, const LessonAnswer&) = default;
};

/// What one person answered in a lesson, as stored in a file.
struct LessonAnswers {
    std::string lesson;  // its title
    std::string sha256;  // of the lesson's file, in hexadecimal
    std::string name;    // of the person; may be empty
    std::vector<LessonAnswer> answers = {};

    friend bool operator==(const LessonAnswers&, const LessonAnswers&) = default;
};

/// A row of the marks of a class: nothing where it does not apply.
struct AnswerMark {
    enum class Kind { Unknown, Prediction, Challenge };
    int step = 0;  // 0: the answer names none
    Kind kind = Kind::Unknown;
    std::optional<double> given = {}, right = {}, off = {};  // of a prediction
    std::vector<Setting> set = {};                           // of a challenge
    std::optional<double> score = {}, par = {}, best = {};
    bool isMet = false;
    std::string error = {};
};

/// Whether a challenge can be done as its lesson says.
struct SolvedChallenge {
    bool reaches = false;                 // its solution reaches the goal
    std::optional<double> score = {};     // of the solution
    std::optional<double> least = {};     // the least score that reaches the goal; nothing if that was not searched
    std::vector<Setting> leastBy = {};    // what gives it
    std::vector<std::string> wrong = {};  // sentences: what is not as the lesson says
};

}  // namespace bubblescope
