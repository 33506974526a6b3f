#pragma once

#include <QStringList>

#include <optional>

namespace bubblescope {

/// Runs the command that the arguments (without the program's name) name, if it needs no window, and returns the exit
/// status. Returns nothing if the window is to open, empty or with the file that windowFile() names.
std::optional<int> runCommandLine(const QStringList& args);

/// The file that the window is to open; empty if there is none.
QString windowFile(const QStringList& args);

/// Runs instead of the window if there is no display: without a file it draws the default comparison into the current
/// folder, with a file it says what to do instead. Returns the exit status.
int runWithoutDisplay(const QString& file);

}  // namespace bubblescope
