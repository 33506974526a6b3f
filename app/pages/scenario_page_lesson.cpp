// The steps of lessons on a ScenarioPage: what they point out, hide and ask.

#include "app/pages/inspector.h"
#include "app/pages/scenario_page.h"
#include "engine/style/note.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/gantt/guess_line.h"
#include "widgets/kit/symbol.h"
#include "widgets/lessons/concealed.h"
#include "widgets/picture/picture_options.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bubblescope {

namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();

}  // namespace

void ScenarioPage::connectLesson() {
    connect(&m_controller.lesson(), &LessonPlayer::stepChanged, this, &ScenarioPage::showLesson);
    connect(&m_controller.lesson(), &LessonPlayer::spotlightChanged, this, &ScenarioPage::showPointedOut);
    connect(&results(), &Results::outcomesChanged, this, &ScenarioPage::showRangeOfLesson);
    connect(&m_controller.lesson(), &LessonPlayer::wordsChanged, this, [this] {
        if (!lessonStep() || m_controller.lesson().scale() == m_lessonScale) return;
        m_isRangeWanted = true;  // the lesson has just been computed
        showRangeOfLesson();
    });
    connect(&m_controller.lesson(), &LessonPlayer::taskChanged, this, &ScenarioPage::showTask);
    connect(&m_gantt->guess(), &GuessLine::moved, &m_controller.lesson(),
            [this](double at) { m_controller.lesson().tryEnd(at / kMicroUnits); });
    showLesson();
}

/// What the Gantts show. Before a prediction is given, and where a step of a lesson does not show the end, this is
/// without the results.
std::vector<TrackData> ScenarioPage::tracks() const {
    std::vector<TrackData> tracks = shownOf(m_shown, m_bubble);
    if (hidesResults())
        for (TrackData& track : tracks) track = withoutResults(std::move(track));
    return tracks;
}

/// The step of a lesson shown on this page, or null.
const LessonStep* ScenarioPage::lessonStep() const {
    const LessonStep* step = m_controller.lesson().step();
    return step && std::holds_alternative<Scenario>(step->scene) ? step : nullptr;
}

void ScenarioPage::showLesson() {
    const bool isTaught = lessonStep() != nullptr, wasTaught = std::exchange(m_isTaught, isTaught);
    m_isRangeWanted = isTaught;
    showPointedOut();
    if (isTaught) m_gantt->clearPick();
    const bool hides = hidesResults();
    if (hides || m_hidesResults) {
        m_hidesResults = hides;
        showOutcomes();
        showParts();
    }
    showTask();
    if (wasTaught && !isTaught) {
        m_gantt->playback().close();
        m_gantt->fit();
        m_onAxis.clear();
    }
    showRangeOfLesson();
}

/// The line of a predicted end.
void ScenarioPage::showTask() {
    const LessonPlayer& lesson = m_controller.lesson();
    const LessonTask task = lessonStep() ? lesson.task() : LessonTask();
    const auto end = lesson.predictedEnd();
    if (task.asks != LessonTask::Asks::End || (!end && !task.isOpen)) return m_gantt->guess().setGuess({});
    GuessLine::Guess guess{.canDrag = task.isOpen, .isMet = task.isMet};
    if (end) guess.at = *end * kMicroUnits;
    guess.text = !end          ? tr("Where is the end?")
                 : task.isOpen ? formatDuration(*end, task.unit)
                               : tr("You: %1").arg(formatDuration(*end, task.unit));
    if (!task.isOpen && task.truth) {
        guess.end = *task.truth * kMicroUnits;
        guess.apart = task.verdict;
    }
    m_gantt->guess().setGuess(guess);
}

void ScenarioPage::showPointedOut() {
    const LessonStep* step = lessonStep();
    m_inspector->setLesson(step ? m_controller.lesson().highlights() : std::vector<std::string>(),
                           m_controller.lesson().isSpotlit());
}

/// Adds the state of the screen to the options of a picture: the playback time and, in a lesson or while presenting,
/// the visible time span, the highlights and the caption.
void ScenarioPage::addSeen(PictureOptions& options) const {
    options.until = m_gantt->until();
    const LessonStep* step = lessonStep();
    if (!step && !isPresenting()) return;
    if (step || !m_gantt->isFitted()) {  // all pictures of a lesson have one axis
        constexpr auto kUnit = static_cast<double>(kMicroUnits);
        options.begin = m_gantt->timeView().visible().begin / kUnit;
        options.end = m_gantt->timeView().visible().end / kUnit;
    }
    constexpr int kSlideWidth = 1280, kSlideHeight = 720;
    if (!options.height) options.width = Length(kSlideWidth), options.height = Length(kSlideHeight);
    // A picture draws each schedule's own run, so highlights in another timeline, such as one of unfolded ranks, have
    // no counterpart there.
    const auto& outcomes = m_controller.results().outcomes();
    for (Highlight& seen : m_gantt->pointedOut()) {
        const std::size_t schedule = scheduleOf(seen.track);
        const Run* const run = schedule < outcomes.size() ? outcomes[schedule].run.get() : nullptr;
        if (!run || run->timeline != m_gantt->shown()[static_cast<std::size_t>(seen.track)].timeline) continue;
        seen.track = static_cast<int>(schedule);
        options.seen.push_back(std::move(seen));
    }
    if (const QString words = said(); !words.isEmpty())
        options.caption = words;
    else if (options.caption.isEmpty())
        options.caption = definition();
}

/// The words of the lesson and, while presenting, the explanation of the pick.
QString ScenarioPage::said() const {
    QStringList parts;
    if (lessonStep()) {
        const LessonBar::Words& words = m_controller.lesson().words();
        parts = {words.caption, words.question, words.isAnswered ? words.answer : QString()};
    }
    if (isPresenting()) parts += symbolText(why());
    QString text = parts.join(QLatin1Char(' ')).simplified();
    while (text.toUtf8().size() > static_cast<qsizetype>(kLongestCaption))
        text.truncate(std::max(text.size() / 2, text.lastIndexOf(QLatin1Char(' '))));
    return text;
}

void ScenarioPage::showRangeOfLesson() {
    const Results& results = m_controller.results();
    const LessonStep* step = lessonStep();
    m_gantt->playback().setEndHidden(step && step->until);
    if (!step || !isVisible() || !results.isCurrent() || !results.isWhole()) return;
    showPointedOut();
    if (!m_isRangeWanted) return;
    m_isRangeWanted = false;
    m_lessonScale = m_controller.lesson().scale();
    const auto& range = step->range;
    const auto& until = step->until;
    // The axis is long enough for the range, too.
    const double end = std::max(m_lessonScale.end, range ? range->second * kMicroUnits : 0);
    m_gantt->fit(end, m_lessonScale.held);
    if (range) m_gantt->showRange({range->first * kMicroUnits, range->second * kMicroUnits});
    if (conceals())
        m_gantt->conceal(std::min(until.value_or(kForever) * kMicroUnits, firstBackwardOf(m_shown)));
    else if (m_gantt->conceal({}); until)
        m_gantt->playback().setTime(*until * kMicroUnits);
    else
        m_gantt->playback().close();
}

}  // namespace bubblescope
