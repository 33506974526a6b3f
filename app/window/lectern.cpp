#include "app/window/lectern.h"

#include "app/commands/lesson_player.h"
#include "widgets/kit/caption_bar.h"
#include "widgets/lessons/blank_screen.h"
#include "widgets/lessons/lesson_bar.h"
#include "widgets/lessons/task_panel.h"

#include <QShortcut>

namespace bubblescope {

Lectern::Lectern(QWidget& window, LessonPlayer& player, LessonBar& bar, TaskPanel& task, CaptionBar& caption)
    : QObject(&window), m_player(player), m_bar(bar), m_task(task), m_caption(caption) {
    const auto onKey = [&](std::initializer_list<int> keys, auto&& act) {
        for (const int key : keys) {
            auto* shortcut = new QShortcut(QKeySequence(key), &window);
            shortcut->setEnabled(false);
            connect(shortcut, &QShortcut::activated, this, act);
            m_keys.push_back(shortcut);
        }
    };
    onKey({Qt::Key_PageDown}, [this] {
        if (!m_task.takeTyped()) m_player.forward();
    });
    onKey({Qt::Key_PageUp}, [this] { m_player.back(); });
    onKey({Qt::Key_B, Qt::Key_Period}, [&window] { new BlankScreen(&window); });
    onKey({Qt::Key_R}, [this] { m_player.restore(); });
    onKey({Qt::Key_L}, [this] { m_player.setSpotlit(!m_player.isSpotlit()); });
    onKey({Qt::Key_H}, [this] { m_player.showHint(); });
    connect(&task, &TaskPanel::given, &player, &LessonPlayer::give);
    connect(&task, &TaskPanel::againAsked, &player, &LessonPlayer::restore);
    connect(&task, &TaskPanel::changed, &player, &LessonPlayer::change);
    connect(&task, &TaskPanel::hintAsked, &player, &LessonPlayer::showHint);
    connect(&task, &TaskPanel::solutionAsked, &player, &LessonPlayer::showSolution);
    connect(&player, &LessonPlayer::taskChanged, this,
            [this] { m_task.setTask(m_player.task(), m_player.taskRows()); });
    connect(&bar, &LessonBar::forwardAsked, &player, &LessonPlayer::forward);
    connect(&bar, &LessonBar::backAsked, &player, &LessonPlayer::back);
    connect(&bar, &LessonBar::leaveAsked, &player, &LessonPlayer::end);
    connect(&player, &LessonPlayer::wordsChanged, this, &Lectern::show);
    connect(&caption, &CaptionBar::changed, this, [this] { m_bar.setAside(m_caption.why(), m_caption.note()); });
    connect(&player, &LessonPlayer::stepChanged, this, &Lectern::show);
}

void Lectern::show() {
    const bool isPlaying = m_player.step();
    for (QShortcut* key : m_keys) key->setEnabled(isPlaying);
    m_bar.setWords(m_player.words());
    m_bar.setVisible(isPlaying);
    m_caption.setBesideLesson(isPlaying);
}

}  // namespace bubblescope
