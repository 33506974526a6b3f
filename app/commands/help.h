#pragma once

class QWidget;

namespace bubblescope {

class Actions;

/// The Help menu's windows. They stay open beside the main window and close with it.
void showShortcuts(const Actions& actions, QWidget* window);
void showDefinitions(QWidget* window);
void showAbout(QWidget* window);

}  // namespace bubblescope
