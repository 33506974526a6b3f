#include "engine/io/lesson_json.h"

#include "engine/io/json_text.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

namespace {

using Json = nlohmann::ordered_json;

Json settingsJson(const std::vector<Setting>& settings) {
    Json out = Json::object();
    for (const Setting& setting : settings) out[setting.path] = Json::parse(setting.value);
    return out;
}

Json predictionJson(const LessonPrediction& prediction, const SpokenPrediction& spoken) {
    constexpr const char* kAsks[] = {"end", "number", "percent"};
    Json out;
    if (prediction.asks == LessonPrediction::Asks::Choice)
        out["predict"] = spoken.choices;
    else
        out["predict"] = kAsks[static_cast<std::size_t>(prediction.asks)];
    out["right"] = spoken.right;
    if (prediction.asks != LessonPrediction::Asks::Choice) out["within"] = prediction.within;
    return out;
}

Json solvedJson(const SolvedChallenge& solved) {
    Json out = {{"reaches", solved.reaches}};
    if (solved.score) out["score"] = *solved.score;
    if (solved.least) {
        out["least"] = *solved.least;
        out["least_by"] = settingsJson(solved.leastBy);
    }
    out["wrong"] = solved.wrong;
    return out;
}

Json challengeJson(const LessonChallenge& challenge, const SpokenChallenge& spoken, const SolvedChallenge* solved) {
    Json out = {{"goal", challenge.goal}, {"allow", Json::array()}, {"score", spoken.score}};
    for (const AllowedKey& key : challenge.allow) {
        Json one = {{"path", key.path}};
        for (const std::string& value : key.values) one["values"].push_back(Json::parse(value));
        out["allow"].push_back(std::move(one));
    }
    if (spoken.par) out["par"] = *spoken.par;
    if (spoken.best) out["best"] = *spoken.best;
    if (!spoken.hint.empty()) out["hint"] = spoken.hint;
    out["solution"] = settingsJson(challenge.solution);
    if (solved) out["solved"] = solvedJson(*solved);
    return out;
}

}  // namespace

std::string lessonJson(const Lesson& lesson, const std::vector<SpokenStep>& spoken,
                       const std::vector<std::optional<SolvedChallenge>>& solved) {
    Json root = {{"title", lesson.title}};
    if (!lesson.summary.empty()) root["summary"] = lesson.summary;
    if (!lesson.source.empty()) root["source"] = lesson.source;
    root["steps"] = Json::array();
    for (std::size_t i = 0; i < spoken.size(); ++i) {
        Json step = {{"step", i + 1}, {"caption", spoken[i].caption}};
        if (!spoken[i].question.empty()) {
            step["question"] = spoken[i].question;
            step["answer"] = spoken[i].answer;
        }
        step["claims"] = Json::array();
        for (const SpokenStep::Claim& claim : spoken[i].claims)
            step["claims"].push_back({{"claim", claim.text}, {"holds", claim.holds}});
        if (spoken[i].prediction)
            step["prediction"] = predictionJson(*lesson.steps[i].prediction, *spoken[i].prediction);
        if (spoken[i].challenge)
            step["challenge"] = challengeJson(*lesson.steps[i].challenge, *spoken[i].challenge,
                                              i < solved.size() && solved[i] ? &*solved[i] : nullptr);
        root["steps"].push_back(std::move(step));
    }
    return tidyJson(root);
}

}  // namespace bubblescope
