#include "engine/answers/attempt.h"

#include "engine/core/text.h"
#include "engine/io/lesson_scene.h"

#include <cmath>

namespace bubblescope {

namespace {

/// Whether both run the same, whatever they look like.
bool isSameWork(const LessonScene& a, const LessonScene& b) {
    const auto *one = std::get_if<Scenario>(&a), *other = std::get_if<Scenario>(&b);
    if (!one || !other) return a == b;
    return one->workload == other->workload && one->schedules == other->schedules && one->training == other->training;
}

AnswerMark::Kind kindOf(const LessonStep& step) {
    return step.prediction  ? AnswerMark::Kind::Prediction
           : step.challenge ? AnswerMark::Kind::Challenge
                            : AnswerMark::Kind::Unknown;
}

AnswerMark markOfAnswer(const LessonStep& step, const SpokenStep& begin, const LessonAnswer& answer) {
    AnswerMark mark{.step = answer.step, .kind = kindOf(step)};
    if (step.prediction) {
        mark.right = begin.prediction->right;
        if (!answer.given) {
            mark.error = "the step asks for a prediction; the answer needs \"given\"";
        } else if (const auto ok = checkGiven(*step.prediction, *answer.given); !ok) {
            mark.error = ok.error().text();
        } else {
            const PredictionMark how = markOf(*step.prediction, *answer.given, *mark.right);
            mark.given = answer.given;
            mark.off = how.off;
            mark.isMet = how.isMet;
        }
        return mark;
    }
    mark.par = begin.challenge->par;
    mark.best = begin.challenge->best;
    if (answer.given) {
        mark.error = "the step is a challenge; the answer needs \"set\"";
        return mark;
    }
    mark.set = answer.set;
    const auto spoken = attempt(step, begin, answer.set);
    if (spoken) {
        mark.score = spoken->challenge->score;
        mark.isMet = spoken->challenge->isReached;
    } else {
        mark.error = spoken.error().text();
    }
    return mark;
}

AnswerMark markOne(const Lesson& lesson, const std::vector<Result<SpokenStep>>& begins, const LessonAnswer& answer) {
    const auto index = static_cast<std::size_t>(answer.step) - 1;
    const bool isThere = answer.step >= 1 && index < lesson.steps.size();
    const AnswerMark::Kind kind = isThere ? kindOf(lesson.steps[index]) : AnswerMark::Kind::Unknown;
    const auto wrong = [&](std::string error) {
        return AnswerMark{.step = answer.step, .kind = kind, .error = std::move(error)};
    };
    if (!answer.error.empty()) return wrong(answer.error);
    if (!isThere) return wrong("the lesson has steps 1 to " + std::to_string(lesson.steps.size()));
    if (kind == AnswerMark::Kind::Unknown) return wrong("the step asks for no answer");
    if (!begins[index]) return wrong(begins[index].error().text());
    return markOfAnswer(lesson.steps[index], *begins[index], answer);
}

/// Values written as their keys write them, so that 27.0 is 27 if that is a whole number.
Result<std::vector<Setting>> tidied(const LessonStep& step, std::span<const Setting> settings) {
    std::vector<Setting> out(settings.begin(), settings.end());
    for (Setting& setting : out)
        for (const AllowedKey& allowed : step.challenge->allow) {
            if (allowed.path != setting.path) continue;
            const auto key = keyIn(step.scene, allowed.here);
            const auto value = key ? checkedValue(*key, setting.value) : key.error();
            if (!value) return Error{value.error().message, setting.path};
            setting.value = *value;
        }
    return out;
}

}  // namespace

Result<SpokenStep> attempt(const LessonStep& step, const SpokenStep& begin, std::span<const Setting> settings,
                           const std::stop_token& stop) {
    const auto tidy = tidied(step, settings);
    if (!tidy) return tidy.error();
    if (auto ok = checkAllowed(*step.challenge, *tidy); !ok) return ok.error();
    const auto scene = withSettings(step.scene, settingsHere(*step.challenge, *tidy));
    if (!scene) return scene.error();
    if (auto ok = checkOps(*scene); !ok) return ok.error();
    const LessonRuns runs = runsOf(*scene, stop);
    auto spoken = speakChanged(step, *scene, runs, begin);
    if (spoken) return spoken;
    for (const RunResult& run : runs.schedules)
        if (!run) return run.error();
    return spoken;
}

std::vector<std::vector<Setting>> combinationsOf(const LessonChallenge& challenge, std::size_t most) {
    std::vector<std::vector<Setting>> all(1);
    for (const AllowedKey& key : challenge.allow) {
        if (key.values.empty() || all.size() > most / key.values.size()) return {};
        std::vector<std::vector<Setting>> longer;
        for (const std::vector<Setting>& settings : all)
            for (const std::string& value : key.values) {
                longer.push_back(settings);
                longer.back().push_back({key.path, value});
            }
        all = std::move(longer);
    }
    return all;
}

std::string answerOf(const LessonStep& step, const SpokenStep& begin) {
    if (!step.challenge) return begin.answer;
    const auto solved = attempt(step, begin, step.challenge->solution);
    return solved ? solved->answer : begin.answer;
}

Result<std::vector<Setting>> changesIn(const LessonStep& step, const LessonScene& now) {
    std::vector<Setting> changes;
    for (const AllowedKey& allowed : step.challenge->allow) {
        const auto before = keyIn(step.scene, allowed.here), after = keyIn(now, allowed.here);
        if (before && after && after->value && after->value != before->value)
            changes.push_back({allowed.path, settingText(*after->value)});
    }
    if (auto ok = checkAllowed(*step.challenge, changes); !ok) return ok.error();
    const auto same = withSettings(step.scene, settingsHere(*step.challenge, changes));
    if (!same) return same.error();
    if (isSameWork(*same, now)) return changes;
    return Error{"only what the challenge allows may be changed", {}};
}

std::vector<AnswerMark> markAll(const Lesson& lesson, const std::vector<Result<SpokenStep>>& begins,
                                const LessonAnswers& answers) {
    std::vector<AnswerMark> marks;
    for (const LessonAnswer& answer : answers.answers) marks.push_back(markOne(lesson, begins, answer));
    return marks;
}

SolvedChallenge solve(const LessonStep& step, const SpokenStep& begin, const std::stop_token& stop) {
    SolvedChallenge out;
    const SpokenChallenge& challenge = *begin.challenge;
    const auto solution = attempt(step, begin, step.challenge->solution, stop);
    if (!solution) {
        out.wrong.push_back("the solution is refused: " + solution.error().text());
    } else {
        out.reaches = solution->challenge->isReached;
        out.score = solution->challenge->score;
        if (!out.reaches) out.wrong.emplace_back("the solution does not reach the goal");
    }
    if (challenge.par && challenge.best && isBelow(*challenge.par, *challenge.best))
        out.wrong.push_back("par, " + numberText(*challenge.par) + ", is below best, " + numberText(*challenge.best));
    if (const auto all = combinationsOf(*step.challenge, kMostCombinations); !all.empty()) {
        for (const std::vector<Setting>& settings : all) {
            if (stop.stop_requested()) break;
            const auto tried = attempt(step, begin, settings, stop);
            if (!tried || !tried->challenge->isReached) continue;
            if (out.least && !isBelow(tried->challenge->score, *out.least)) continue;
            out.least = tried->challenge->score;
            out.leastBy = settings;
        }
        if (!out.least)
            out.wrong.emplace_back("no combination of the allowed values reaches the goal");
        else if (challenge.best && std::abs(*out.least - *challenge.best) > kAlike * std::abs(*challenge.best))
            out.wrong.push_back("best is " + numberText(*challenge.best) + ", but the least score is " +
                                numberText(*out.least));
    } else if (out.reaches && challenge.best && isBelow(*out.score, *challenge.best)) {
        out.wrong.push_back("the solution's score, " + numberText(*out.score) + ", is below best, " +
                            numberText(*challenge.best));
    }
    return out;
}

}  // namespace bubblescope
