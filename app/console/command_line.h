#pragma once

#include <QStringList>

#include <optional>

namespace bubblescope {

/// Does what the arguments say (without the program's name), if it can be done without the window, and returns
/// the exit status. Nothing: the window is wanted, with no file or with the one that windowFile() names.
std::optional<int> runCommandLine(const QStringList& args);

/// The file that the window is to open; empty for none.
QString windowFile(const QStringList& args);

/// What the program does where the window is wanted and no display is there: without a file it draws the default
/// comparison into the current folder; with one it says what to do instead. Returns the exit status.
int runWithoutDisplay(const QString& file);

}  // namespace bubblescope
