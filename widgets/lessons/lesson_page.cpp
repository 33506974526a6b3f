#include "widgets/lessons/lesson_page.h"

#include "engine/answers/attempt.h"
#include "engine/io/lesson_scene.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/lessons/concealed.h"
#include "widgets/lessons/lesson_highlights.h"
#include "widgets/lessons/lesson_pictures.h"
#include "widgets/picture/exported_page.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <limits>
#include <ranges>

namespace bubblescope {

namespace {

/// A scene of a page: of every step its own - an empty one for a collective -, then those of challenges.
struct PageScene {
    Scenario scenario;
    double end = 0;  // micro-units; see WebScene
    bool isOfStep = true;
    SchemeMarks marks{};
};

constexpr double kNever = std::numeric_limits<double>::infinity();

QJsonArray textsOf(const std::vector<std::string>& texts) {
    QJsonArray out;
    for (const std::string& text : texts) out += symbolHtml(toQString(text));
    return out;
}

QJsonObject predictionOf(const LessonStep& step, const SpokenStep& spoken, const std::vector<Outcome>& outcomes) {
    constexpr const char* kAsks[] = {"end", "number", "percent", "choice"};
    const LessonPrediction& prediction = *step.prediction;
    double cut = firstBackwardOf(outcomes);
    if (step.until) cut = std::min(cut, *step.until * kMicroUnits);
    return {{"asks", kAsks[static_cast<std::size_t>(prediction.asks)]},
            {"choices", textsOf(spoken.prediction->choices)},
            {"right", spoken.prediction->right},
            {"within", prediction.within},
            {"cut", cut}};
}

QJsonObject standingOf(const LessonStep& step, const SpokenStep& spoken) {
    const SpokenChallenge& challenge = *spoken.challenge;
    QJsonArray goals;
    for (const GoalPart& part : challenge.goal)
        goals += QJsonArray{symbolHtml(toQString(part.title)), toQString(part.now), toQString(part.wanted), part.isMet};
    return {{"goals", goals},
            {"answer", symbolHtml(toQString(spoken.answer))},
            {"met", challenge.isReached},
            {"score", challenge.score},
            {"text", toQString(resultText(step.challenge->score, challenge.score, step.scene))}};
}

/// A challenge with what every combination of its values does; `scenes` receives the pictures, as far as there is room.
QJsonObject challengeOf(const LessonStep& step, const SpokenStep& spoken, double end, std::size_t most,
                        long long& opsLeft, std::vector<PageScene>& scenes) {
    const LessonChallenge& challenge = *step.challenge;
    const auto text = [&](double score) { return toQString(resultText(challenge.score, score, step.scene)); };
    QJsonObject out{{"hint", symbolHtml(toQString(spoken.challenge->hint))},
                    {"begin", standingOf(step, spoken)},
                    {"title", toQString(resultTitle(challenge.score, step.scene))}};
    if (const auto& par = spoken.challenge->par) {
        out["par"] = *par;
        out["parText"] = text(*par);
        out["parTitle"] = toQString(spoken.challenge->parTitle);
    }
    if (const auto& best = spoken.challenge->best) out["best"] = text(*best);
    const auto combinations = combinationsOf(challenge, most);
    if (combinations.empty()) return out;
    QJsonArray keys, states, solution;
    for (const AllowedKey& key : challenge.allow) {
        QJsonArray values, json;
        for (const std::string& value : key.values) {
            values += toQString(plainValue(value));
            json += QJsonDocument::fromJson('[' + QByteArray::fromStdString(value) + ']').array().first();
        }
        const auto known = keyIn(step.scene, key.here);
        const QString now = known && known->value ? toQString(plainValue(settingText(*known->value))) : QString();
        const auto solved = std::ranges::find(challenge.solution, key.path, &Setting::path);
        keys += QJsonObject{{"path", toQString(key.path)},
                            {"word", known ? toQString(known->word()) : toQString(key.path)},
                            {"values", values},
                            {"json", json},
                            {"at", static_cast<int>(values.toVariantList().indexOf(now))}};
        solution += solved == challenge.solution.end()
                        ? -1
                        : static_cast<int>(std::ranges::find(key.values, solved->value) - key.values.begin());
    }
    std::vector<PageScene> pictured(combinations.size());
    std::vector<std::pair<double, std::size_t>> byScore;
    for (std::size_t i = 0; i < combinations.size(); ++i) {
        const auto tried = attempt(step, spoken, combinations[i]);
        if (!tried) {
            states += QJsonObject{{"refusal", toQString(tried.error().text())}};
            continue;
        }
        states += standingOf(step, *tried);
        const auto scene = withSettings(step.scene, settingsHere(challenge, combinations[i]));
        if (const auto* scenario = scene ? std::get_if<Scenario>(&*scene) : nullptr) {
            pictured[i] = {*scenario, end, false, lessonMarks(step)};
            byScore.emplace_back(tried->challenge->isReached ? tried->challenge->score : kNever, i);
        }
    }
    // As far as there is room, the best that reach the goal first.
    std::ranges::stable_sort(byScore, {}, &std::pair<double, std::size_t>::first);
    for (const std::size_t i : byScore | std::views::values) {
        const long long ops = opsOfShown(pictured[i].scenario);
        if (ops > opsLeft) continue;
        opsLeft -= ops;
        QJsonObject state = states[static_cast<qsizetype>(i)].toObject();
        state["scene"] = static_cast<int>(scenes.size());
        states[static_cast<qsizetype>(i)] = state;
        scenes.push_back(std::move(pictured[i]));
    }
    out["keys"] = keys;
    out["states"] = states;
    out["solution"] = solution;
    return out;
}

/// A picture of a step's collective, as the address of an image.
Result<QString> svgOf(const LessonStep& step, const SpokenStep& spoken) {
    const auto picture = stepPicture(step, spoken, 0, !step.prediction, {});
    if (!picture) return picture.error();
    const auto svg = pictureFile(kSvg, *picture, 1, {});
    if (!svg) return svg.error();
    return QStringLiteral("data:image/svg+xml;base64,") + QString::fromLatin1(svg->toBase64());
}

/// What a step points at: the track, and either an op with whether it is critical, or a lane with two instants.
QJsonArray litOf(const SpokenStep& spoken, const std::vector<Outcome>& outcomes) {
    QJsonArray lit;
    for (const Highlight& one : highlightsOf(spoken.highlight, false, outcomes)) {
        for (const Row row : one.rows)
            lit += QJsonArray{one.track, static_cast<qint64>(row), one.as == Highlight::As::CriticalPath};
        for (const Highlight::Span& span : one.spans)
            lit +=
                QJsonArray{one.track, span.lane.value, static_cast<qint64>(span.begin), static_cast<qint64>(span.end)};
    }
    return lit;
}

}  // namespace

Result<QByteArray> lessonPage(const Lesson& lesson, const std::vector<SpokenStep>& spoken, const LessonFile& file,
                              ThemeId theme) {
    std::vector<PageScene> scenes;
    std::vector<const SpokenStep*> each;
    for (const SpokenStep& step : spoken) each.push_back(&step);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const auto* scenario = std::get_if<Scenario>(&lesson.steps[i].scene);
        scenes.push_back(
            {scenario ? *scenario : Scenario(), axisEndOf(lesson, each, i), true, lessonMarks(lesson.steps[i])});
    }
    QJsonArray steps;
    std::size_t tries = kMostPageTries;
    long long opsLeft = kMostWebOps / 2;  // of challenges; steps have the rest
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        const auto outcomes = runForPage(scenes[i].scenario, scenes[i].marks);
        QJsonObject one{{"caption", symbolHtml(toQString(spoken[i].caption))},
                        {"question", symbolHtml(toQString(spoken[i].question))},
                        {"answer", symbolHtml(toQString(answerOf(step, spoken[i])))},
                        {"lit", litOf(spoken[i], outcomes)}};
        if (std::holds_alternative<CollectiveSetup>(step.scene)) {
            auto picture = svgOf(step, spoken[i]);
            if (!picture) return Error{picture.error().text(), "steps[" + std::to_string(i) + ']'};
            one["picture"] = *picture;
        }
        if (const auto* scenario = std::get_if<Scenario>(&step.scene))
            one["unit"] = unitText(scenario->workload.timeUnit);
        if (step.isSpotlit) one["spotlight"] = true;
        if (step.until) one["until"] = *step.until * kMicroUnits;
        if (step.range) one["range"] = QJsonArray{step.range->first * kMicroUnits, step.range->second * kMicroUnits};
        if (step.prediction) one["predict"] = predictionOf(step, spoken[i], outcomes);
        if (step.challenge) {
            const std::size_t before = scenes.size();
            one["challenge"] = challengeOf(step, spoken[i], scenes[i].end, tries, opsLeft, scenes);
            tries -= std::min(tries, scenes.size() - before);
        }
        steps += one;
    }
    const QJsonObject more{{"lesson", QJsonObject{{"title", toQString(lesson.title)},
                                                  {"summary", symbolHtml(toQString(lesson.summary))},
                                                  {"sha256", toQString(file.sha256)},
                                                  {"steps", steps}}}};
    const auto sceneAt = [&](std::size_t i) -> Result<WebScene> {
        const PageScene& scene = scenes[i];
        return WebScene{scene.scenario, runForPage(scene.scenario, scene.marks), scene.end, scene.isOfStep,
                        scene.marks};
    };
    PictureOptions options;
    options.theme = theme;
    auto data = webData(options, scenes.size(), sceneAt, more);
    if (!data) return data.error();
    return webPage(toQString(lesson.title), theme, *data, file.text);
}

}  // namespace bubblescope
