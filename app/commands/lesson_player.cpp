#include "app/commands/lesson_player.h"

#include "app/documents/collective_document.h"
#include "app/documents/documents.h"
#include "app/documents/lesson_document.h"
#include "app/documents/presets.h"
#include "app/documents/scenario_document.h"
#include "app/jobs/results.h"
#include "app/settings/settings.h"
#include "engine/answers/attempt.h"
#include "engine/lessons/lesson_changes.h"
#include "widgets/kit/format.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kNiceness = 5;

QString titleOf(const QString& preset) {
    for (const Preset& each : presets(kLessonKind))
        if (each.name == preset) return each.title;
    return {};
}

/// The scores of the answers to challenges that were kept, by step.
std::map<std::size_t, double> bestScores(const Lesson& lesson, const std::vector<Result<SpokenStep>>& spoken,
                                         const LessonAnswers& answers) {
    std::map<std::size_t, double> scores;
    if (spoken.size() < lesson.steps.size()) return scores;
    for (const AnswerMark& mark : markAll(lesson, spoken, answers))
        if (mark.score && mark.isMet) scores[static_cast<std::size_t>(mark.step) - 1] = *mark.score;
    return scores;
}

}  // namespace

LessonPlayer::LessonPlayer(const Documents& documents, Results& results, Settings& settings, QObject* parent)
    : QObject(parent), m_documents(documents), m_results(results), m_settings(settings), m_worker(kNiceness) {
    connect(&results, &Results::outcomesChanged, this, &LessonPlayer::speakScene);
    connect(&documents.collective(), &Document::changed, this, &LessonPlayer::speakScene);
    connect(&m_worker, &BackgroundJob::failed, this, &LessonPlayer::failed);
    // Opening something else leaves the lesson; there is nothing to restore then.
    for (const Document* document :
         {static_cast<Document*>(&documents.scenario()), static_cast<Document*>(&documents.collective())})
        connect(document, &Document::opened, this, [this] { leave(false); });
    connect(&documents.lesson(), &Document::opened, this, [this] { leave(true); });
}

const Lesson& LessonPlayer::lesson() const { return m_documents.lesson().lesson(); }

void LessonPlayer::begin() {
    leave(true);
    m_spoken.clear();
    m_given.clear();
    m_predicted.clear();
    loadAnswers();
    play(m_beginsAtEnd ? lesson().steps.size() - 1 : 0, m_beginsAtEnd);
}

bool LessonPlayer::pause() {
    const bool wasPlaying = m_isPlaying;
    leave(true);
    return wasPlaying;
}

void LessonPlayer::goOn() {
    const bool isAtEnd = m_isAtEnd, isSpotlit = m_isSpotlit;
    play(m_step, m_isAnswered);
    m_isAtEnd = isAtEnd;
    setSpotlit(isSpotlit);
    showWords();
}

void LessonPlayer::play(std::size_t step, bool isAnswered) {
    m_step = step;  // that of the lesson before may not be one of this
    m_isPlaying = true;
    m_results.setReferencesAside(true);
    m_scenarioIndex.reset();
    m_collectiveIndex.reset();
    if (m_spoken.empty()) speakLesson();
    go(step, isAnswered);
}

void LessonPlayer::go(std::size_t step, bool isAnswered) {
    m_step = step;
    m_changed.reset();
    if (!m_spoken.empty()) m_worker.stop();  // it computes the words of the previous step
    m_isAnswered = isAsked() && (m_given.contains(step) || (isAnswered && !lesson().steps[step].prediction));
    m_tried.reset();
    m_isHintShown = m_isSolutionShown = false;
    m_allowed.clear();
    m_reached.clear();
    m_isAtEnd = false;
    m_isSpotlit = lesson().steps[step].isSpotlit;
    rememberSeen();
    showScene();
    emit stepChanged();
    showWords();
}

/// A prediction is asked again.
void LessonPlayer::restore() {
    if (!m_isPlaying) return;
    m_given.erase(m_step);
    go(m_step, m_isAnswered && !step()->prediction);
}

void LessonPlayer::forward() {
    if (!m_isPlaying) return;
    if (isAsked() && !m_isAnswered) {
        return reveal();
    } else if (m_step + 1 < lesson().steps.size()) {
        return go(m_step + 1);
    } else if (m_isAtEnd) {
        const QString next = lessonBeside(1);
        return next.isEmpty() ? end() : emit lessonAsked(next);
    } else {
        m_isAtEnd = true;
    }
    showWords();
}

void LessonPlayer::back() {
    if (!m_isPlaying) return;
    if (m_isAtEnd)
        m_isAtEnd = false;
    else if (m_isAnswered && !step()->prediction && !step()->challenge)
        m_isAnswered = false;
    else if (m_step > 0)
        return go(m_step - 1, true);
    else if (const QString before = lessonBeside(-1); !before.isEmpty()) {
        m_beginsAtEnd = true;
        emit lessonAsked(before);
        m_beginsAtEnd = false;
        return;
    }
    showWords();
}

void LessonPlayer::end() {
    if (!m_isPlaying) return;
    leave(true);
    emit closed();
}

LessonPlayer::Scale LessonPlayer::scale() const {
    Scale scale;
    if (!step() || m_spoken.empty()) return scale;
    std::vector<const SpokenStep*> spoken;
    for (const auto& each : m_spoken) spoken.push_back(each ? &*each : nullptr);
    scale.end = axisEndOf(lesson(), spoken, m_step);
    for (const SpokenStep* each : spoken)
        if (each) scale.held = std::max(scale.held, each->held);
    return scale;
}

std::vector<std::string> LessonPlayer::highlights() const {
    if (!step()) return {};
    if (m_changed && *m_changed) return (*m_changed)->highlight;
    if (m_step < m_spoken.size() && m_spoken[m_step]) return m_spoken[m_step]->highlight;
    std::vector<std::string> plain = step()->highlight;
    std::erase_if(plain, [](const std::string& text) { return text.find('{') != text.npos; });
    return plain;
}

void LessonPlayer::setSpotlit(bool on) {
    if (!m_isPlaying || on == m_isSpotlit) return;
    m_isSpotlit = on;
    emit spotlightChanged();
}

/// Each step replaces the previous one in the undo history, so that a single undo restores what was open before the
/// lesson.
void LessonPlayer::showScene() {
    const LessonStep& step = lesson().steps[m_step];
    const QString what = tr("Step %1 of a lesson").arg(m_step + 1);
    const auto base = [](std::optional<int>& kept, const Document& document) {
        const int now = document.undoStack().index();
        if (!kept || *kept > now) kept = now;
        return *kept;
    };
    if (const auto* scenario = std::get_if<Scenario>(&step.scene)) {
        ScenarioDocument& document = m_documents.scenario();
        document.visitFrom(base(m_scenarioIndex, document), *scenario, toQString(scenario->title), what);
        return emit sceneShown(document);
    }
    CollectiveDocument& document = m_documents.collective();
    const auto& setup = std::get<CollectiveSetup>(step.scene);
    document.applyFrom(base(m_collectiveIndex, document), {setup, what});
    document.setAlgorithm(setup.algorithms.front());
    emit sceneShown(document);
}

void LessonPlayer::speakLesson() {
    m_worker.start([this, lesson = lesson(), answers = m_answers](const std::stop_token& stop) {
        auto spoken = std::make_shared<std::vector<Result<SpokenStep>>>(speakAll(lesson, stop));
        auto bests = bestScores(lesson, *spoken, answers);
        m_worker.leave(stop, [this, spoken, bests] {
            m_spoken = std::move(*spoken);
            m_bests = bests;
            speakScene();
        });
    });
}

/// Updates the words of the step on screen after its scene was changed, as soon as the changed scene has been computed.
/// Until then the words stay as they were.
void LessonPlayer::speakScene() {
    if (!m_isPlaying) return;
    if (m_step >= m_spoken.size() || !m_spoken[m_step]) return showWords();
    const LessonStep& step = lesson().steps[m_step];
    const SpokenStep& begin = *m_spoken[m_step];
    if (std::holds_alternative<Scenario>(step.scene)) {
        if (!m_results.isCurrent() || !m_results.isWhole()) return;
        m_changed.reset();
        m_refusal.clear();
        const LessonScene scene = m_results.scenario();
        if (scene == step.scene) return judge();
        LessonRuns runs;
        for (const Outcome& outcome : m_results.outcomes())
            runs.schedules.push_back(outcome.run ? RunResult(outcome.run) : RunResult(Error{}));
        m_changed = speakChanged(step, scene, runs, begin);
        m_changes = toQString(changesInWords(step.scene, scene));
        for (const Outcome& outcome : m_results.outcomes())
            if (m_refusal.isEmpty()) m_refusal = outcome.refusal;
        return judge();
    }
    m_worker.stop();
    const LessonScene scene = m_documents.collective().setup();
    if (scene == step.scene) {
        m_changed.reset();
        return judge();
    }
    m_worker.start([this, step, scene, begin](const std::stop_token& stop) {
        const LessonRuns runs = runsOf(scene, stop);
        const QString changes = toQString(changesInWords(step.scene, scene));
        m_worker.leave(stop, [this, changed = speakChanged(step, scene, runs, begin), changes] {
            m_changed = changed;
            m_changes = changes;
            judge();
        });
    });
}

void LessonPlayer::showWords() {
    if (!m_isPlaying) return;
    LessonBar::Words words;
    words.title = toQString(lesson().title);
    words.place = tr("%1 / %2").arg(m_step + 1).arg(lesson().steps.size());
    words.isAnswered = m_isAnswered;
    if (m_step < m_spoken.size() && m_spoken[m_step]) {
        // Where the words do not apply to the changed scene, as when a schedule was removed, or are false there, the
        // lesson's own stay.
        const SpokenStep* const changed = m_changed && *m_changed ? &**m_changed : nullptr;
        words.isFalse = changed && !changed->allHold() && !step()->challenge;
        const SpokenStep& spoken = changed && !words.isFalse ? *changed : *m_spoken[m_step];
        const SpokenStep& asks = step()->challenge ? *m_spoken[m_step] : spoken;  // the task stays as it was set
        words.caption = toQString(asks.caption);
        words.question = toQString(asks.question);
        words.answer = step()->challenge ? m_reached : toQString(spoken.answer);
        if (words.isFalse && !changed->instead.empty() && !conceals())  // what is so now may be what is asked
            words.note =
                m_changes.isEmpty()
                    ? tr("Now %1. Press R to restore the step.").arg(toQString(changed->instead))
                    : tr("With %1, %2. Press R to restore the step.").arg(m_changes, toQString(changed->instead));
        else if (step()->challenge)
            words.note.clear();
        else if (words.isFalse || (m_changed && !changed))
            words.note = tr("True for the lesson's own values only. Press R to restore them.");
        else if (!spoken.allHold())
            words.note = tr("Not all claims of this step are true.");
    } else if (m_step < m_spoken.size()) {
        emit failed(tr("Step %1 of the lesson: %2").arg(m_step + 1).arg(toQString(m_spoken[m_step].error().text())));
    }
    if (m_isAtEnd) {
        const QString next = lessonBeside(1);
        words.note = next.isEmpty()
                         ? tr("End of the last lesson. Page Down for the list of lessons.")
                         : tr("End of \"%1\". Page Down for \"%2\".").arg(toQString(lesson().title), titleOf(next));
    }
    emit taskChanged();
    if (words == m_words) return;
    m_words = std::move(words);
    emit wordsChanged();
}

/// The name of the lesson of the course that is `by` places after the open one; empty if there is none or if the open
/// lesson is a file.
QString LessonPlayer::lessonBeside(int by) const {
    const std::vector<Preset>& all = presets(kLessonKind);
    const auto at = std::ranges::find(all, m_documents.lesson().name(), &Preset::name) - all.begin();
    const auto size = static_cast<std::ptrdiff_t>(all.size());
    if (!m_documents.lesson().path().isEmpty() || at == size || at + by < 0 || at + by >= size) return {};
    return all[static_cast<std::size_t>(at + by)].name;
}

void LessonPlayer::rememberSeen() {
    m_settings.addSeenStep(m_documents.lesson().name(), static_cast<int>(m_step));
    m_settings.save();
}

void LessonPlayer::leave(bool restores) {
    if (!m_isPlaying) return;
    m_isPlaying = false;
    m_results.setReferencesAside(false);
    m_worker.stop();
    m_changed.reset();
    m_words = {};
    m_tried.reset();
    const std::pair<Document*, std::optional<int>> kept[] = {{&m_documents.scenario(), m_scenarioIndex},
                                                             {&m_documents.collective(), m_collectiveIndex}};
    for (const auto& [document, index] : kept)
        if (restores && index && *index < document->undoStack().index()) document->undoStack().setIndex(*index);
    emit stepChanged();
    emit taskChanged();
    emit wordsChanged();
}

}  // namespace bubblescope
