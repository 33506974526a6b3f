#pragma once

#include <QObject>
#include <QString>

#include "engine/lessons/lesson_answers.h"
#include "engine/lessons/lesson_words.h"
#include "widgets/kit/background_job.h"
#include "widgets/lessons/lesson_bar.h"
#include "widgets/lessons/task_panel.h"

#include <map>
#include <optional>
#include <set>

namespace bubblescope {

class Results;
class Document;
class Documents;
struct Settings;

/// Plays the open lesson: puts the scene of each step into the documents of the ordinary pages, where everything works
/// as usual, and provides the step's words. Changes that someone makes last until the next step; the end of the lesson
/// restores the documents.
///
/// Invariants  the documents keep their undo history; the lesson's scene is the step on top of it
/// Thread      the interface thread; the numbers in the words are computed in a thread of its own
class LessonPlayer : public QObject {
    Q_OBJECT

public:
    LessonPlayer(const Documents& documents, Results& results, Settings& settings, QObject* parent = nullptr);

    /// Starts at the first step of the open lesson; at the last one if back() led here from the next lesson.
    void begin();
    /// Restores what was open before the lesson, until goOn(). Returns whether a lesson was running.
    bool pause();
    /// Resumes at the step that pause() left.
    void goOn();
    void go(std::size_t step, bool isAnswered = false);
    /// Undoes what someone changed since the step began.
    void restore();
    /// Shows the answer or the next step; after the last step the end, and after that the next lesson.
    void forward();
    /// The reverse of forward().
    void back();
    void end();

    /// The step on screen; null while no lesson runs.
    const LessonStep* step() const { return m_isPlaying ? &lesson().steps[m_step] : nullptr; }
    std::size_t place() const { return m_step; }
    /// What all steps that count time in the unit of the step on screen can be measured against; 0 until it is known.
    struct Scale {
        double end = 0;   // see axisEndOf()
        double held = 0;  // the most activations of a device

        friend bool operator==(const Scale&, const Scale&) = default;
    };
    Scale scale() const;
    bool isSpotlit() const { return m_isSpotlit; }
    void setSpotlit(bool on);

    /// The highlights of the step for what is on screen, without formulas; those with formulas only once they are
    /// computed.
    std::vector<std::string> highlights() const;

    /// What the step asks, and what a challenge lets a person change.
    LessonTask task() const;
    std::vector<FormRow> taskRows() const;
    /// Whether the step waits for a prediction, which the picture must not tell.
    bool conceals() const;
    /// The predicted end so far, in the user's unit.
    std::optional<double> predictedEnd() const;
    /// Moves the line of the end, without giving it as the answer yet.
    void tryEnd(double units);
    /// Answers a prediction, as TaskPanel does.
    void give(double value);
    /// Changes a key of a challenge.
    void change(const std::string& path, const std::optional<ParameterValue>& value, int gesture);
    void showHint();
    /// Shows a solution of the challenge.
    void showSolution();
    /// The words of all steps, as they are before anyone changes something; nothing while they are not computed.
    std::optional<std::vector<SpokenStep>> allSpoken() const;
    /// What was answered in the open lesson, also at earlier times.
    const LessonAnswers& answers() const { return m_answers; }

    /// The words on screen.
    const LessonBar::Words& words() const { return m_words; }

signals:
    /// A step has put its scene into this document.
    void sceneShown(bubblescope::Document& document);
    /// step() has changed.
    void stepChanged();
    void spotlightChanged();
    void wordsChanged();
    /// The lesson has ended, and nothing else was opened.
    void closed();
    /// Someone moved on to the next lesson or back to the previous one; it should be opened.
    void lessonAsked(const QString& name);
    /// Something went wrong; `line` should be shown until it is outdated.
    void failed(const QString& line);
    /// task() has changed.
    void taskChanged();

private:
    const Lesson& lesson() const;
    void play(std::size_t step, bool isAnswered);
    void showScene();
    void speakLesson();
    void speakScene();
    void showWords();
    void leave(bool restores);
    void rememberSeen();
    bool isAsked() const;
    void reveal();
    void loadAnswers();
    void keepAnswer(LessonAnswer answer);
    const std::vector<std::string_view>& offered(const std::vector<std::string>& values) const;
    void judge();
    void keepScore(double score, const std::vector<Setting>& changes);
    LessonScene sceneNow() const;
    void applyScene(const LessonScene& scene, const QString& what, int gesture);
    const SpokenStep* spoken() const;
    LessonTask predictionTask() const;
    std::vector<AllowedKey> invited() const;
    LessonTask challengeTask() const;
    QString lessonBeside(int by) const;

    const Documents& m_documents;
    Results& m_results;
    Settings& m_settings;
    bool m_isPlaying = false, m_isAnswered = false, m_isSpotlit = false, m_isAtEnd = false, m_beginsAtEnd = false;
    std::size_t m_step = 0;
    std::optional<int> m_scenarioIndex, m_collectiveIndex;  // places in the undo histories before the lesson
    std::vector<Result<SpokenStep>> m_spoken;               // words of each step's own scene; empty until computed
    std::optional<Result<SpokenStep>> m_changed;            // words of this step for the changed scene
    QString m_changes;                                      // what was changed in it: "T_C = 1"
    QString m_refusal;                                      // why the changed scene does not run
    LessonBar::Words m_words;
    LessonAnswers m_answers;
    std::set<std::size_t> m_predicted;      // steps whose prediction was given since the lesson began
    std::map<std::size_t, double> m_given;  // predictions since the lesson began, by step
    std::optional<double> m_tried;          // the end that was not given yet
    std::map<std::size_t, double> m_bests;  // the best scores that reached the goals, by step
    std::vector<Setting> m_allowed;         // what was changed in the challenge on screen
    QString m_reached;                      // the answer to it, as it was when the goal was last reached
    bool m_isHintShown = false, m_isSolutionShown = false;
    struct Offered {
        std::vector<std::string> words;
        std::vector<std::string_view> views;
    };
    mutable std::map<std::vector<std::string>, Offered> m_offered;  // words of lists of values; none is ever removed
    BackgroundJob m_worker;                                         // last, so that it ends before the members it uses
};

}  // namespace bubblescope
