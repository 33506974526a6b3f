#pragma once

#include <QObject>
#include <QString>

#include "engine/lessons/lesson_words.h"
#include "widgets/kit/background_job.h"
#include "widgets/lessons/lesson_bar.h"

#include <optional>

namespace bubblescope {

class Results;
class Document;
class Documents;
struct Settings;

/// Plays the open lesson: puts what its steps show into the documents of the ordinary pages, so that everything there
/// works as ever, and says what they say. What people change on the way lasts until the next step; at the end all is as
/// it was before.
///
/// Invariants  what was open has its history, whose next step is the lesson's
/// Thread      the interface thread; numbers are put in by a thread of its own
class LessonPlayer : public QObject {
    Q_OBJECT

public:
    LessonPlayer(const Documents& documents, Results& results, Settings& settings, QObject* parent = nullptr);

    /// From the first step of the open lesson; from the last where one comes back from the lesson behind.
    void begin();
    /// Leaves what was open as it was before, until goOn(). Whether one was played.
    bool pause();
    /// At the step that was left.
    void goOn();
    void go(std::size_t step, bool isAnswered = false);
    /// To the answer, or to the next step; behind the last one to the end, and from there to the lesson that follows.
    void forward();
    /// The same way back.
    void back();
    void end();

    /// The one that is shown; null while no lesson is played.
    const LessonStep* step() const { return m_isPlaying ? &lesson().steps[m_step] : nullptr; }
    std::size_t place() const { return m_step; }
    bool isSpotlit() const { return m_isSpotlit; }
    void setSpotlit(bool on);

    /// What is said.
    const LessonBar::Words& words() const { return m_words; }

signals:
    /// A step has put its scene into this document.
    void sceneShown(bubblescope::Document& document);
    /// step() is another one.
    void stepChanged();
    void spotlightChanged();
    void wordsChanged();
    /// The lesson was ended, and nothing else opened.
    void closed();
    /// The lesson that follows is to be opened, or the one before.
    void lessonAsked(const QString& name);
    /// Something went wrong: to be shown until outdated.
    void failed(const QString& line);

private:
    const Lesson& lesson() const;
    void play(std::size_t step, bool isAnswered);
    void showScene();
    void speakLesson();
    void speakScene();
    void showWords();
    void leave(bool restores);
    void rememberSeen();
    QString lessonBeside(int by) const;

    const Documents& m_documents;
    Results& m_results;
    Settings& m_settings;
    bool m_isPlaying = false, m_isAnswered = false, m_isSpotlit = false, m_isAtEnd = false, m_beginsAtEnd = false;
    std::size_t m_step = 0;
    std::optional<int> m_scenarioIndex, m_collectiveIndex;  // in their histories, before the lesson
    std::vector<Result<SpokenStep>> m_spoken;               // by step, as its own scene has it; empty while awaited
    std::optional<Result<SpokenStep>> m_changed;            // what people have made of the one on screen
    LessonBar::Words m_words;
    BackgroundJob m_worker;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
