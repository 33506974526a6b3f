// What a lesson asks and lets a person do: its predictions and challenges.

#include "app/commands/lesson_player.h"

#include "app/documents/collective_document.h"
#include "app/documents/documents.h"
#include "app/documents/lesson_document.h"
#include "app/documents/scenario_document.h"
#include "app/jobs/results.h"
#include "app/settings/settings.h"
#include "engine/answers/attempt.h"
#include "engine/io/answers_file.h"
#include "engine/io/lesson_scene.h"
#include "widgets/kit/format.h"

#include <QUndoStack>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The largest number of values that are shown side by side.
constexpr std::size_t kMostSegments = 6;

QString unitOf(const LessonStep& step) {
    const auto* scenario = std::get_if<Scenario>(&step.scene);
    return scenario ? unitText(scenario->workload.timeUnit) : QString();
}

/// The entries of a document are the same ones after a change that a file would not know them by.
LessonScene withIds(LessonScene scene, const Scenario& before) {
    if (auto* now = std::get_if<Scenario>(&scene); now && now->schedules.size() == before.schedules.size())
        for (std::size_t i = 0; i < before.schedules.size(); ++i) {
            now->schedules[i].id = before.schedules[i].id;
            now->schedules[i].color = before.schedules[i].color;
        }
    return scene;
}

}  // namespace

bool LessonPlayer::isAsked() const {
    const LessonStep& step = lesson().steps[m_step];
    return !step.question.empty() || step.prediction || step.challenge;
}

bool LessonPlayer::conceals() const { return step() && step()->prediction && !m_isAnswered; }

std::optional<std::vector<SpokenStep>> LessonPlayer::allSpoken() const {
    std::vector<SpokenStep> all;
    for (const auto& each : m_spoken)
        if (each) all.push_back(*each);
    return m_isPlaying && all.size() == lesson().steps.size() ? std::optional(std::move(all)) : std::nullopt;
}

const SpokenStep* LessonPlayer::spoken() const {
    return m_step < m_spoken.size() && m_spoken[m_step] ? &*m_spoken[m_step] : nullptr;
}

/// What the documents show of the step.
LessonScene LessonPlayer::sceneNow() const {
    if (std::holds_alternative<Scenario>(step()->scene)) return m_documents.scenario().scenario();
    return m_documents.collective().setup();
}

/// Shows the answer without one of the person's own; of a challenge, a solution.
void LessonPlayer::reveal() {
    if (step()->prediction && m_tried) return give(*m_tried);
    m_isAnswered = true;
    if (step()->challenge) showSolution();
    if (step()->prediction) emit stepChanged();
    showWords();
}

void LessonPlayer::tryEnd(double units) {
    m_tried = units;
    emit taskChanged();
}

std::optional<double> LessonPlayer::predictedEnd() const {
    const auto given = m_given.find(m_step);
    return given != m_given.end() ? std::optional(given->second) : m_tried;
}

void LessonPlayer::give(double value) {
    if (!step() || !step()->prediction || m_isAnswered || !spoken()) return;
    const double given = step()->prediction->asks == LessonPrediction::Asks::Percent ? value / 100 : value;
    if (!checkGiven(*step()->prediction, given)) return;
    m_given[m_step] = given;
    m_isAnswered = true;
    // Who predicts again knows the answer: the first one counts, until the lesson is opened again.
    if (m_predicted.insert(m_step).second) keepAnswer({.step = static_cast<int>(m_step) + 1, .given = given});
    emit stepChanged();
    showWords();
}

void LessonPlayer::showHint() {
    if (!step() || !step()->challenge) return;
    m_isHintShown = true;
    emit taskChanged();
}

void LessonPlayer::showSolution() {
    const LessonChallenge* challenge = step() && step()->challenge ? &*step()->challenge : nullptr;
    if (!challenge || !spoken()) return;
    m_isAnswered = m_isSolutionShown = true;
    const auto solved = withSettings(step()->scene, settingsHere(*challenge, challenge->solution));
    if (solved) applyScene(*solved, tr("Show a solution"), 0);
}

void LessonPlayer::change(const std::string& path, const std::optional<ParameterValue>& value, int gesture) {
    if (!step() || !value) return;
    const std::vector<AllowedKey> allowed = step()->challenge ? step()->challenge->allow : invited();
    const auto key = std::ranges::find(allowed, path, &AllowedKey::path);
    if (key == allowed.end()) return;
    std::string text = settingText(*value);
    if (const auto* word = std::get_if<std::string>(&value->held); word && !key->values.empty())
        for (const std::string& offered : key->values)
            if (plainValue(offered) == *word) text = offered;
    const Setting setting{key->here, text};
    const LessonScene now = sceneNow();
    m_isSolutionShown = false;
    const auto changed = withSettings(now, {&setting, 1});
    if (!changed) return emit failed(toQString(changed.error().text()));
    applyScene(*changed, tr("Try another value"), gesture);
}

void LessonPlayer::applyScene(const LessonScene& scene, const QString& what, int gesture) {
    if (const auto* setup = std::get_if<CollectiveSetup>(&scene))
        return m_documents.collective().apply({*setup, what, gesture});
    ScenarioDocument& document = m_documents.scenario();
    const LessonScene known = withIds(scene, document.scenario());
    document.apply({std::get<Scenario>(known), what, gesture});
}

/// The words of a list of values. They stay where they are, because rows of forms refer to them.
const std::vector<std::string_view>& LessonPlayer::offered(const std::vector<std::string>& values) const {
    const auto [at, isNew] = m_offered.try_emplace(values);
    Offered& offered = at->second;
    if (isNew) {
        for (const std::string& value : values) offered.words.push_back(plainValue(value));
        offered.views.assign(offered.words.begin(), offered.words.end());
    }
    return offered.views;
}

/// After the changed scene was run: whether it may be so, and whether it reaches the goal of a challenge.
void LessonPlayer::judge() {
    const LessonStep* const step = this->step();
    if (!m_changed) m_allowed.clear();
    if (!step || !step->challenge || !m_changed) return showWords();
    const auto changes = changesIn(*step, sceneNow());
    if (!changes) {
        emit failed(tr("Only what the challenge offers can be changed."));
        const auto back = withSettings(step->scene, settingsHere(*step->challenge, m_allowed));
        if (back)
            QMetaObject::invokeMethod(
                this,
                [this, back, step] {
                    if (this->step() == step) applyScene(*back, tr("Undo a change"), 0);
                },
                Qt::QueuedConnection);
        return showWords();
    }
    m_allowed = *changes;
    if (*m_changed && (*m_changed)->challenge->isReached) {
        m_reached = toQString((*m_changed)->answer);
        m_isAnswered = true;
        if (!m_isSolutionShown) keepScore((*m_changed)->challenge->score, *changes);
    }
    showWords();
}

/// The best score so far is the answer that counts.
void LessonPlayer::keepScore(double score, const std::vector<Setting>& changes) {
    const auto [best, isFirst] = m_bests.try_emplace(m_step, score);
    if (!isFirst && !isBelow(score, best->second)) return;
    best->second = score;
    keepAnswer({.step = static_cast<int>(m_step) + 1, .set = changes});
}

LessonTask LessonPlayer::task() const {
    if (!step()) return {};
    if (!step()->prediction && !step()->challenge)
        return {.asks = invited().empty() ? LessonTask::Asks::Nothing : LessonTask::Asks::Try};
    LessonTask task = step()->prediction ? predictionTask() : challengeTask();
    task.canSave = !m_answers.answers.empty();
    return task;
}

LessonTask LessonPlayer::predictionTask() const {
    using Asks = LessonPrediction::Asks;
    constexpr LessonTask::Asks kKinds[] = {LessonTask::Asks::End, LessonTask::Asks::Number, LessonTask::Asks::Percent,
                                           LessonTask::Asks::Choice};
    const LessonPrediction& prediction = *step()->prediction;
    LessonTask task{.asks = kKinds[static_cast<std::size_t>(prediction.asks)], .isOpen = !m_isAnswered};
    const bool isPercent = prediction.asks == Asks::Percent;
    task.unit = isPercent ? QStringLiteral("%") : prediction.asks == Asks::End ? unitOf(*step()) : QString();
    const auto given = predictedEnd();
    if (given) task.given = isPercent ? 100 * *given : *given;
    const SpokenStep* const spoken = this->spoken();
    if (!spoken) return task;
    for (const std::string& choice : spoken->prediction->choices) task.choices += toQString(choice);
    if (!m_isAnswered) return task;
    const double right = spoken->prediction->right;
    task.truth = right;
    const auto text = [&](double value) {
        if (isPercent) return formatNumber(100 * value) + QLatin1Char('%');
        return prediction.asks == Asks::End ? formatDuration(value, task.unit) : formatNumber(value);
    };
    if (prediction.asks == Asks::Choice)
        task.right = static_cast<int>(right);
    else if (given)
        task.lines += tr("You said %1.").arg(text(*given));
    if (prediction.asks != Asks::Choice) task.lines += tr("It is %1.").arg(text(right));
    if (!given) return task;
    const PredictionMark mark = markOf(prediction, *given, right);
    task.isMet = mark.isMet;
    const double apart = std::abs(*given - right);
    const QString points = formatNumber(100 * apart);
    const QString difference = !isPercent                     ? text(apart)
                               : points == QLatin1String("1") ? tr("1 percentage point")
                                                              : tr("%1 percentage points").arg(points);
    if (prediction.asks == Asks::Choice)
        task.verdict = mark.isMet ? tr("Right") : tr("Incorrect; the correct answer is marked");
    else if (mark.isExact)
        task.verdict = tr("Exactly right");
    else if (prediction.asks == Asks::End)
        task.verdict = *given > right ? tr("%1 too late").arg(text(apart)) : tr("%1 too early").arg(text(apart));
    else
        task.verdict = *given > right ? tr("%1 too high").arg(difference) : tr("%1 too low").arg(difference);
    if (mark.off && *mark.off > 0)
        task.lines += mark.isMet ? tr("%1 off, which counts as right.").arg(formatNumber(100 * *mark.off, 2) + '%')
                                 : tr("%1 off.").arg(formatNumber(100 * *mark.off, 2) + '%');
    return task;
}

LessonTask LessonPlayer::challengeTask() const {
    const LessonChallenge& challenge = *step()->challenge;
    LessonTask task{.asks = LessonTask::Asks::Challenge, .isOpen = true};
    task.hasHint = !challenge.hint.empty();
    task.hasSolution = !challenge.solution.empty();
    const SpokenStep* const begin = spoken();
    if (!begin) return task;
    const SpokenStep* const now = !m_changed ? begin : *m_changed ? &**m_changed : nullptr;
    const auto scoreText = [&](double score) { return toQString(resultText(challenge.score, score, step()->scene)); };
    if (now) {
        for (const GoalPart& part : now->challenge->goal)
            task.goals.push_back({toQString(part.title), toQString(part.now), toQString(part.wanted), part.isMet});
        task.isMet = now->challenge->isReached;
        const QString title = toQString(resultTitle(challenge.score, step()->scene));
        if (begin->challenge->par) task.lines += tr("%1 now: %2").arg(title, scoreText(now->challenge->score));
    } else {
        task.verdict = m_refusal.isEmpty() ? tr("These values cannot run.") : tr("Cannot run: %1").arg(m_refusal);
    }
    if (const auto& par = begin->challenge->par) {
        const QString who = toQString(begin->challenge->parTitle);
        task.lines +=
            who.isEmpty() ? tr("Par: %1").arg(scoreText(*par)) : tr("To beat: %1, %2").arg(who, scoreText(*par));
    }
    if (const auto best = m_bests.find(m_step); best != m_bests.end())
        task.lines += tr("Your best: %1").arg(scoreText(best->second));
    if (task.isMet) {
        task.verdict = tr("Goal reached");
        if (now->challenge->isParBeaten())
            task.verdict = begin->challenge->parTitle.empty()
                               ? tr("Goal reached, and better than %1").arg(scoreText(*begin->challenge->par))
                               : tr("Goal reached, %1 is beaten").arg(toQString(begin->challenge->parTitle));
        if (begin->challenge->best) task.lines += tr("Best possible: %1").arg(scoreText(*begin->challenge->best));
    }
    if (m_isHintShown) task.hint = toQString(now ? now->challenge->hint : begin->challenge->hint);
    return task;
}

/// The numbers of the workload that the lesson is about: those that differ between its steps.
std::vector<AllowedKey> LessonPlayer::invited() const {
    constexpr std::size_t kMost = 3;
    std::vector<AllowedKey> keys;
    const auto* here = std::get_if<Scenario>(&step()->scene);
    for (const WorkloadKey& key : numberKeys()) {
        const auto differs = [&](const LessonStep& other) {
            const auto* scenario = std::get_if<Scenario>(&other.scene);
            return scenario && key.get(scenario->workload) != key.get(here->workload);
        };
        const std::string path = "workload." + std::string(key.key);
        if (here && keys.size() < kMost && std::ranges::any_of(lesson().steps, differs)) keys.push_back({path, path});
    }
    return keys;
}

std::vector<FormRow> LessonPlayer::taskRows() const {
    std::vector<FormRow> rows;
    if (!step() || step()->prediction) return rows;
    const LessonScene now = sceneNow();
    for (const AllowedKey& allowed : step()->challenge ? step()->challenge->allow : invited()) {
        const auto key = keyIn(now, allowed.here);
        if (!key) continue;
        FormRow row{.parameter = key->parameter, .value = key->value, .key = allowed.path};
        row.word = toQString(key->word());
        if (!allowed.values.empty()) {
            row.parameter = {.key = key->parameter.key,
                             .type = ParameterType::Choice,
                             .definition = key->parameter.definition,
                             .choices = offered(allowed.values)};
            row.areSegments = allowed.values.size() <= kMostSegments;
            const ParameterValue usual{key->parameter.usual.value_or(0)};
            row.value = ParameterValue{plainValue(settingText(key->value.value_or(usual)))};
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void LessonPlayer::loadAnswers() {
    const LoadedLesson& loaded = m_documents.lesson().value();
    m_answers = {.lesson = loaded.title, .sha256 = loaded.sha256(), .name = m_settings.answersName.toStdString()};
    for (const QString& kept : m_settings.lessonAnswers) {
        const auto read = readAnswers(kept.toStdString());
        if (read && read->sha256 == m_answers.sha256) m_answers.answers = read->answers;
    }
    std::erase_if(m_answers.answers, [](const LessonAnswer& answer) { return !answer.error.empty(); });
}

void LessonPlayer::keepAnswer(LessonAnswer answer) {
    auto& answers = m_answers.answers;
    std::erase_if(answers, [&](const LessonAnswer& one) { return one.step == answer.step; });
    answers.push_back(std::move(answer));
    std::ranges::sort(answers, {}, &LessonAnswer::step);
    const QString head = toQString(m_answers.sha256);
    m_settings.lessonAnswers.removeIf([&](const QString& kept) { return kept.contains(head); });
    m_settings.lessonAnswers += toQString(writeAnswers(m_answers));
    if (m_settings.lessonAnswers.size() > Settings::kMaxAnsweredLessons) m_settings.lessonAnswers.removeFirst();
    m_settings.save();
}

}  // namespace bubblescope
