#pragma once

#include <QObject>

#include <vector>

class QShortcut;
class QWidget;

namespace bubblescope {

class CaptionBar;
class LessonBar;
class LessonPlayer;
class TaskPanel;

/// Shows the words of the running lesson below the page, and handles the lecturer's keys and those of a clicker.
class Lectern : public QObject {
    Q_OBJECT

public:
    Lectern(QWidget& window, LessonPlayer& player, LessonBar& bar, TaskPanel& task, CaptionBar& caption);

private:
    void show();

    LessonPlayer& m_player;
    LessonBar& m_bar;
    TaskPanel& m_task;
    CaptionBar& m_caption;
    std::vector<QShortcut*> m_keys;  // enabled while a lesson runs
};

}  // namespace bubblescope
