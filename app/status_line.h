#pragma once

#include <QStatusBar>

class QLabel;
class QProgressBar;
class QToolButton;

namespace bubblescope {

class WindowController;

/// The bottom line of the window: the answer at the left, the bubble's definition at the right, and between
/// them, for work that takes more than half a second, how far it is and a button that stops it.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(WindowController& controller, QWidget* parent = nullptr);

    bool showsProgress() const;

private:
    void showAnswer();
    void showProgress();

    WindowController& m_controller;
    QLabel* m_answer;
    QLabel* m_definition;
    QWidget* m_work;
    QLabel* m_workText;
    QProgressBar* m_bar;
};

}  // namespace bubblescope
