#include "engine/lessons/lesson_tasks.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

const AllowedKey* allowedAt(const LessonChallenge& challenge, const std::string& path) {
    const auto found = std::ranges::find(challenge.allow, path, &AllowedKey::path);
    return found == challenge.allow.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string_view> taskNamesOf(const LessonChallenge& challenge) {
    std::vector<std::string_view> names = {"score", "score_1"};
    if (challenge.hasPar()) names.emplace_back("par");
    if (!challenge.best.empty()) names.emplace_back("best");
    return names;
}

PredictionMark markOf(const LessonPrediction& prediction, double given, double right) {
    if (prediction.asks == LessonPrediction::Asks::Choice) return {.isExact = given == right, .isMet = given == right};
    const double apart = std::abs(given - right), rounding = kAlike * std::max(std::abs(right), std::abs(given));
    const bool isExact = apart <= rounding;
    PredictionMark mark{.isExact = isExact, .isMet = apart <= prediction.within * std::abs(right) + rounding};
    if (isExact)
        mark.off = 0;
    else if (right != 0)
        mark.off = apart / std::abs(right);
    return mark;
}

bool isBelow(double score, double other) { return score < other - kAlike * std::abs(other); }

Result<void> checkGiven(const LessonPrediction& prediction, double given) {
    if (!std::isfinite(given)) return Error{"must be a finite number", "given"};
    if (prediction.asks != LessonPrediction::Asks::Choice) return {};
    const auto most = static_cast<double>(prediction.choices.size());
    if (given == std::floor(given) && given >= 1 && given <= most) return {};
    return Error{"must be the number of a choice, from 1 to " + numberText(most) + ", is " + numberText(given),
                 "given"};
}

Result<void> checkAllowed(const LessonChallenge& challenge, std::span<const Setting> settings) {
    for (const Setting& setting : settings) {
        const AllowedKey* key = allowedAt(challenge, setting.path);
        if (!key) {
            std::vector<std::string_view> paths;
            for (const AllowedKey& one : challenge.allow) paths.push_back(one.path);
            const std::string quotedNearest = '"' + nearestName(setting.path, paths) + '"';
            return Error{"is fixed in this challenge; nearest key that can change: " + quotedNearest,
                         shortened(setting.path)};
        }
        if (!key->values.empty() && std::ranges::find(key->values, setting.value) == key->values.end()) {
            std::string all;
            for (const std::string& value : key->values) all += (all.empty() ? "" : ", ") + value;
            return Error{"must be one of " + shortened(all, 200) + "; is " + shortened(setting.value),
                         shortened(setting.path)};
        }
    }
    return {};
}

std::vector<Setting> settingsHere(const LessonChallenge& challenge, std::span<const Setting> settings) {
    std::vector<Setting> here(settings.begin(), settings.end());
    for (Setting& setting : here)
        if (const AllowedKey* key = allowedAt(challenge, setting.path)) setting.path = key->here;
    return here;
}

}  // namespace bubblescope
