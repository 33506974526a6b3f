#pragma once

#include <QObject>

#include <vector>

class QShortcut;
class QWidget;

namespace bubblescope {

class CaptionBar;
class LessonBar;
class LessonPlayer;

/// What who teaches has at hand while a lesson is played: its words below the page, and the keys of a clicker.
class Lectern : public QObject {
    Q_OBJECT

public:
    Lectern(QWidget& window, LessonPlayer& player, LessonBar& bar, CaptionBar& caption);

private:
    void show();

    LessonPlayer& m_player;
    LessonBar& m_bar;
    CaptionBar& m_caption;
    std::vector<QShortcut*> m_keys;  // that mean something while a lesson is played
};

}  // namespace bubblescope
