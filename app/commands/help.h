#pragma once

class QWidget;

namespace bubblescope {

class Actions;

/// The windows of the Help menu. They stay open next to the main window and close with it.
void showShortcuts(const Actions& actions, QWidget* window);
void showDefinitions(QWidget* window);
void showAbout(QWidget* window);

}  // namespace bubblescope
